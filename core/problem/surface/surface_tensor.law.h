/* surface_tensor.law.h: what a surface within a cell makes of D across it. Words: that part of E.
 *
 *     m[0], m[1], m[2]    xi_xy, xi_xz and xi_yz of the cell's own volume */
LAW_FIELD(surface_tensor)
{
    s[0] = m[0] * d[1] + m[1] * d[2];
    s[1] = m[0] * d[0] + m[2] * d[2];
    s[2] = m[1] * d[0] + m[2] * d[1];
}
