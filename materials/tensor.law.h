/* tensor.law.h: E = xi D/eps0 in a cell, but for what the diagonal of xi makes. Words: that part of E.
 *
 *     p[0], p[1], p[2]    xi_xy, xi_xz and xi_yz of xi = eps^-1 */
LAW_FIELD(tensor)
{
    s[0] = p[0] * d[1] + p[1] * d[2];
    s[1] = p[0] * d[0] + p[2] * d[2];
    s[2] = p[1] * d[0] + p[2] * d[1];
}
