/* surface_tensor.law.h: what a surface within a cell makes of D across it. Words: that part of E.
 *
 *     m[0], m[1], m[2]    (<1/eps> - 1/<eps>) times n_x n_y, n_x n_z and n_y n_z
 *     m[3], m[4], m[5]    and times n_x^2, n_y^2 and n_z^2 */
LAW_FIELD(surface_tensor)
{
    s[0] = m[3] * d[0] + m[0] * d[1] + m[1] * d[2];
    s[1] = m[0] * d[0] + m[4] * d[1] + m[2] * d[2];
    s[2] = m[1] * d[0] + m[2] * d[1] + m[5] * d[2];
}
