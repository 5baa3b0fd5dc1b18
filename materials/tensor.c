/* materials/tensor.c: a crystal: a full, symmetric tensor of permittivity that is lossless and the
 * same at all frequencies.
 *
 *     D = eps0 eps E,    E = xi D/eps0,    xi = eps^-1
 *
 * D at the edges, E of a component from its own D there and from the means of the others': G. R.
 * Werner, J. R. Cary, J. Comput. Phys. 226 (2007) 1085 (with nodes in the place of cells). The
 * places, cells, are yee/law.h's. The diagonal of xi is the edges' own linear medium, 1/xi_xx along
 * x, and the law adds what the others make. With m_x = cos(ky d/2) cos(kz d/2), ... a wave sees
 * xi_xy m_x m_y: the means' weights are a Schur product of positive matrices, so that what the grid
 * has is positive where eps is, and its largest eigenvalue is that of xi at most (the diagonal is
 * seen by all of D D, and the mean of a square is no less than that of the mean): Yee's time step
 * of the least principal value holds. */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME tensor
#define LAW_FILE "tensor.law.h"
#define LAW_CELL_WORDS 3
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    yee_reals eps, n, off_diagonal, mu;
    yee_vec3 axis, angles;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(
        config, eps, NULL, "", YEE_POSITIVE, YEE_INFINITY,
        "Relative permittivities: two, ordinary and extraordinary, of a crystal with "
        "the optic axis `axis`; three, along the principal axes that `angles` turns, "
        "or the diagonal xx, yy, zz of a matrix with `off_diagonal`."),
    YEE_PARAM_REALS(config, n, NULL, YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Refractive indices in place of eps: their squares are the two or three "
                    "principal values."),
    YEE_PARAM_REALS(config, off_diagonal, NULL, YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                    "Entries xy, xz and yz of the matrix eps."),
    YEE_PARAM_VEC3(config, axis, NULL, YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "Direction of the optic axis, of any length."),
    YEE_PARAM_VEC3(
        config, angles, "rad", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
        "Turns of the principal axes: by the third number about z, then by the second "
        "about y, then by the first about z."),
    {"mu", YEE_TYPE_REALS, YEE_FIELD(config, mu, yee_reals), NULL, "1", YEE_POSITIVE,
     YEE_INFINITY, NULL, "Relative permeability: one number, or three for x, y and z."},
    YEE_PARAM_ONE_OF("eps|n"),
    YEE_PARAM_AT_MOST_ONE("axis|angles|off_diagonal"),
    YEE_PARAM_UNTURNED("eps|n|off_diagonal|axis|angles|mu"),
    YEE_PARAM_END,
};

/* Principal value n. */
static double principal(const config *c, int n)
{
    return c->n.count ? c->n.v[n] * c->n.v[n] : c->eps.v[n];
}

/* The second and the third principal axis. */
static void find_axes(const config *c, double second[3], double third[3])
{
    const double *a = c->angles.v;
    const double c1 = cos(a[0]), s1 = sin(a[0]), c2 = cos(a[1]), s2 = sin(a[1]), c3 = cos(a[2]),
                 s3 = sin(a[2]);
    second[0] = -c1 * c2 * s3 - s1 * c3;
    second[1] = -s1 * c2 * s3 + c1 * c3;
    second[2] = s2 * s3;
    third[0] = c1 * s2;
    third[1] = s1 * s2;
    third[2] = c2;
}

/* The matrix of eps. Where principal values are equal nothing of the axes' rounding is in it. */
static void set_matrix(const config *c, double eps[3][3])
{
    static const int row[3] = {0, 0, 1}, column[3] = {1, 2, 2};
    double second[3] = {0, 1, 0}, third[3] = {0, 0, 1}, length = 0;
    const bool uniaxial = (c->n.count ? c->n.count : c->eps.count) == 2;
    if (uniaxial) {
        for (int a = 0; a < 3; a++)
            length = fmax(length, fabs(c->axis.v[a]));
        for (int a = 0; a < 3; a++)
            third[a] = c->axis.v[a] / length;
        length = sqrt(third[0] * third[0] + third[1] * third[1] + third[2] * third[2]);
        for (int a = 0; a < 3; a++)
            third[a] /= length;
    } else if (!isnan(c->angles.v[0]))
        find_axes(c, second, third);
    const double e1 = principal(c, 0), e2 = principal(c, 1) - e1;
    const double e3 = uniaxial ? e2 : principal(c, 2) - e1;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            eps[a][b] = (a == b ? e1 : 0) + (uniaxial ? 0 : e2 * second[a] * second[b]) +
                        e3 * third[a] * third[b];
    for (int n = 0; n < 3 && c->off_diagonal.count; n++)
        eps[row[n]][column[n]] = eps[column[n]][row[n]] = c->off_diagonal.v[n];
}

/* The least eigenvalue of a symmetric matrix: the roots of its characteristic polynomial by the
 * cosine. */
static double least_of(double m[3][3])
{
    const double q = (m[0][0] + m[1][1] + m[2][2]) / 3;
    const double off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    double square = 2 * off, b[3][3];
    for (int a = 0; a < 3; a++)
        square += (m[a][a] - q) * (m[a][a] - q);
    const double p = sqrt(square / 6);
    if (!(p > 0))
        return q;
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < 3; c++)
            b[a][c] = (m[a][c] - (a == c ? q : 0)) / p;
    const double half = 0.5 * (b[0][0] * (b[1][1] * b[2][2] - b[1][2] * b[1][2]) -
                               b[0][1] * (b[0][1] * b[2][2] - b[1][2] * b[0][2]) +
                               b[0][2] * (b[0][1] * b[1][2] - b[1][1] * b[0][2]));
    const double turn = acos(fmax(-1, fmin(1, half))) / 3;
    return q + 2 * p * cos(turn + 2 * YEE_PI / 3);
}

/* Entry (a, b) of the inverse: cofactors over the determinant. */
static double inverse(double m[3][3], int a, int b)
{
    const int a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
    double determinant = 0;
    for (int n = 0; n < 3; n++)
        determinant += m[0][n] * (m[1][(n + 1) % 3] * m[2][(n + 2) % 3] -
                                  m[1][(n + 2) % 3] * m[2][(n + 1) % 3]);
    return (m[b1][a1] * m[b2][a2] - m[b1][a2] * m[b2][a1]) / determinant;
}

static double least(const void *self)
{
    double eps[3][3];
    set_matrix(self, eps);
    return least_of(eps);
}

/* It is linear. */
static double reach(const void *self)
{
    (void)self;
    return YEE_INFINITY;
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    double eps[3][3];
    (void)host, (void)place;
    set_matrix(self, eps);
    param[0] = inverse(eps, 0, 1);
    param[1] = inverse(eps, 0, 2);
    param[2] = inverse(eps, 1, 2);
    return YEE_OK;
}

static const yee_law law = {
    YEE_CELL_LAW(tensor, 1, YEE_LAW_FIELD | YEE_LAW_STEADY),
    .params = 3,
    .prepare = prepare,
    .least = least,
    .reach = reach,
};

static yee_status check(const yee_host *host, const config *c)
{
    const size_t count = c->n.count ? c->n.count : c->eps.count;
    const char *key = c->n.count ? "n" : "eps";
    const bool axis = !isnan(c->axis.v[0]);
    if (count != 2 && count != 3)
        return host->fail(host, YEE_INPUT,
                          "%s has %zu numbers; give two with an axis, or three with angles%s",
                          key, count, c->n.count ? "" : " or off_diagonal");
    if (count == 2 && !axis)
        return host->fail(
            host, YEE_INPUT,
            "%s has two numbers, ordinary and extraordinary, and there is no axis; "
            "give the direction of the optic axis, as in axis = 0, 1, 1",
            key);
    if (count == 3 && axis)
        return host->fail(
            host, YEE_INPUT,
            "%s has three numbers, and an optic axis goes with two; give angles, or "
            "%s = ordinary, extraordinary",
            key, key);
    if (axis && c->axis.v[0] == 0 && c->axis.v[1] == 0 && c->axis.v[2] == 0)
        return host->fail(host, YEE_INPUT, "axis = 0, 0, 0 has no direction");
    if (c->off_diagonal.count && (c->off_diagonal.count != 3 || c->n.count))
        return host->fail(host, YEE_INPUT,
                          c->n.count ? "off_diagonal goes with eps = xx, yy, zz and not with n"
                                     : "off_diagonal has %zu numbers; give three: xy, xz, yz",
                          c->off_diagonal.count);
    return YEE_OK;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    double eps[3][3], mu[3];
    (void)band;
    yee_status status = check(host, c);
    if (status || (status = medium_diagonal(host, (medium_tensor){"mu", &c->mu}, mu)))
        return status;
    set_matrix(c, eps);
    const double low = least_of(eps);
    if (!(low > 1e-12 * (eps[0][0] + eps[1][1] + eps[2][2])))
        return host->fail(
            host, YEE_INPUT,
            "the matrix eps has the principal value %.6g; all three must be above "
            "0: smaller entries off the diagonal would be right",
            low);
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        const bool alone = eps[a][b] == 0 && eps[a][d] == 0;
        material->electric[a].inf = alone ? eps[a][a] : 1 / inverse(eps, a, a);
        material->magnetic[a].inf = mu[a];
        if (!alone) {
            material->law = &law;
            material->law_self = c;
        }
    }
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "tensor",
    .summary = "a crystal: a full symmetric tensor of permittivity, by axes or as a matrix",
    .reference = "G. R. Werner, J. R. Cary, J. Comput. Phys. 226 (2007) 1085",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.calcite]\n"
               "type = tensor\n"
               "n = 1.658, 1.486\n"
               "axis = 1, 1, 0\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
