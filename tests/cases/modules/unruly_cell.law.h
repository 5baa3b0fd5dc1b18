/* unruly_cell.law.h: a law of cells with one of several faults, p[1], of strength p[0]. */
LAW_CELL(unruly_cell)
{
    const real still = p[1] == LAW(2) ? p[0] : LAW(0); /* a current from no field */
    const real sense = p[1] == LAW(1) ? -p[2] : p[2];  /* gives energy */
    s[0] = sense * e[0] + still;
    s[1] = sense * e[1];
    s[2] = sense * e[2];
}
