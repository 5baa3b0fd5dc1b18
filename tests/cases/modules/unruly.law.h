/* unruly.law.h: a law with one of several faults, p[1], of strength p[0]. */
LAW_EDGE(unruly)
{
    const real gain = p[1] == LAW(1) ? p[0] * old : LAW(0);    /* gives energy */
    const real still = p[1] == LAW(2) ? p[0] : LAW(0);         /* a field from none */
    const real jump = p[1] == LAW(3) ? LAW(1) + p[0] : LAW(1); /* faster than least() says */
    return jump * lin + gain + still;
}
