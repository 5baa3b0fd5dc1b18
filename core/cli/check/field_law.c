/* core/cli/check/field_law.c: a law of fields (yee/law.h) is the derivative of an energy, beside
 * what law_bench.c asks of every form. */
#include "law_bench.h"

/* dE/dD eps0 where D/eps0 is d, by differences that are exact to (1e-4)^2. */
static void derivative(law_bench *b, const double inf[3], const double d[3], double m[3][3])
{
    const double h = 1e-4 * b->reach;
    for (int p = 0; p < 3; p++) {
        double x[2][3];
        for (int side = 0; side < 2; side++) {
            law_bench_start(b);
            law_bench_play(b, 0);
            for (int a = 0; a < 3; a++)
                b->e[a][BENCH_GUARD] = d[a] + (a == p ? (side ? h : -h) : 0);
            law_bench_run(b, 0, 1);
            for (int a = 0; a < 3; a++)
                x[side][a] = b->state[a][BENCH_GUARD];
        }
        for (int a = 0; a < 3; a++)
            m[a][p] = (a == p ? 1 / inf[a] : 0) + (x[1][a] - x[0][a]) / (2 * h);
    }
}

/* Whether a symmetric matrix is positive: its leading minors are. */
static bool positive(double m[3][3])
{
    const double two = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double three = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    return m[0][0] > 0 && two > 0 && three > 0;
}

bool check_potential(check *c, law_bench *b, law_bench *other)
{
    const double largest = 1 / b->law->least(b->self);
    double inf[3];
    (void)other;
    for (int a = 0; a < 3; a++)
        inf[a] = b->material->electric[a].inf;
    for (int64_t n = 0; n < 20; n++) {
        double d[3], m[3][3], over[3][3];
        for (int a = 0; a < 3; a++)
            d[a] = inf[a] * b->reach * (n ? check_noise(31 * n + a) : 0) / 2;
        derivative(b, inf, d, m);
        for (int a = 0; a < 3; a++)
            for (int p = 0; p < 3; p++) {
                if (!(fabs(m[a][p] - m[p][a]) <= 1e-6 * largest))
                    return law_bench_fails(
                        c, b,
                        "dE/dD is not symmetric: what D takes on one way it gives "
                        "back on another");
                over[a][p] = (a == p ? largest * (1 + 1e-6) : 0) - m[a][p];
            }
        if (!positive(m))
            return law_bench_fails(c, b, "dE/dD is not positive within the reach");
        if (!positive(over))
            return law_bench_fails(
                c, b, "dE/dD is larger than 1/least(), and the time step too long");
    }
    return true;
}
