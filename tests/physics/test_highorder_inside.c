/* tests/physics/test_highorder_inside.c: metal and several media inside the grid of the
 * high-order schemes; plugins/schemes/highorder/links.h. The name of a scheme is
 * $YEE_HIGHORDER_PREFIX and then that of the family. */
#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"

static const wide_scheme *const inside[] = {
    &wide_fang24, &wide_t26,   &wide_fv24,    &wide_fv24wb, &wide_ztc,
    &wide_me44,   &wide_me44x, &wide_hodge44, &wide_s44,
};
enum { SCHEMES = sizeof inside / sizeof *inside };

static const char *full_name(const wide_scheme *s, char name[64])
{
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    snprintf(name, 64, "%s%s", prefix ? prefix : "", s->name);
    return name;
}

/* c dt (in cells of 1 m) of a scheme's limit on cubes. */
static double limit_of(const wide_scheme *s, int dimensions)
{
    static const double node[] = {0, 1};
    static const wide_config config = {NAN, 10};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .invariant = a >= dimensions, .node = node};
    return YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
}

/* The part of its limit at which a scheme stays stable beside Yee's differences: 0.97 of Yee's
 * limit or 0.99 of its own, whichever is less. */
static double courant_of(const wide_scheme *s, int dimensions)
{
    const double own = limit_of(s, dimensions), yee = 1 / sqrt(dimensions);
    return 0.99 * fmin(1, (s->time == WIDE_BACKWARD ? own : 0.97 * yee) / own);
}

static double noise(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return (double)*random * 0x1p-31 - 1;
}

/* Random cells of metal and plates of it on random faces of cells. */
static void scatter(char *text, size_t size, const int n[3], int blocks, int plates,
                    uint32_t random)
{
    size_t used = 0;
    for (int s = 0; s < blocks + plates; s++) {
        double lo[3], hi[3];
        const int flat = s < blocks ? 3 : s % (n[2] ? 3 : 2);
        for (int a = 0; a < 3; a++) {
            lo[a] = n[a] ? floor((noise(&random) + 1) / 2 * n[a]) : 0;
            hi[a] = lo[a] + (a == flat ? 0 : 1);
        }
        used += (size_t)snprintf(
            text + used, size - used,
            "[shape.s%d]\ntype = %s\nmaterial = pec\nfrom = %g, %g, %g m\nto = %g, %g, %g m\n",
            s, s < blocks ? "box" : "plate", lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]);
    }
    ck_assert_uint_lt(used, size);
}

static void open_metal(lab *l, const wide_scheme *s, const int n[3], const char *mode,
                       const char *walls, const char *shapes)
{
    char cells[64], name[64];
    if (n[2])
        snprintf(cells, sizeof cells, "%d, %d, %d", n[0], n[1], n[2]);
    else
        snprintf(cells, sizeof cells, "%d, %d\ninvariant = z\nmode = %s", n[0], n[1], mode);
    lab_open(l,
             "[grid]\nspacing = 1 m\ncells = %s\n[run]\nscheme = %s\nsteps = 1000000\n"
             "precision = f64\ncourant = %.6f\n%s%s",
             cells, full_name(s, name), courant_of(s, n[2] ? 3 : 2), walls, shapes);
}

/* H across a PEC wall is 0 there. */
static bool across_wall(const yee_grid *g, int c, int64_t index)
{
    const int d = yee_direction(c);
    const int64_t *n = g->extent[c],
                  x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    return !yee_is_electric(c) && !g->axis[d].periodic && !g->axis[d].invariant &&
           ((x[d] == 0 && g->axis[d].face[0] == YEE_FACE_PEC) ||
            (x[d] == n[d] - 1 && g->axis[d].face[1] == YEE_FACE_PEC));
}

/* Noise of 1 V/m and as much of H. */
static void fill(lab *l, uint32_t random, bool electric, bool magnetic)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const bool on = yee_is_electric(c) ? electric : magnetic;
        if (!l->grid->active[c])
            continue;
        for (int64_t i = 0; i < yee_grid_points(l->grid, c); i++) {
            const yee_medium *m = &l->problem->medium[yee_problem_medium(l->problem, c, i)];
            l->field[c][i] =
                on && m->conductor == YEE_NOT_CONDUCTOR && !across_wall(l->grid, c, i)
                    ? noise(&random) / (yee_is_electric(c) ? 1 : YEE_ETA0)
                    : 0;
        }
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
}

static double largest(lab *l)
{
    yee_vitals v = {.size = sizeof v};
    ck_assert_int_eq(l->ops->vitals(l->plan, &v), YEE_OK);
    return v.finite ? v.electric : INFINITY;
}

static const char periodic_z[] =
    "[boundary.all]\ntype = pec\n[boundary.z]\ntype = periodic\nfaces = z\n";
static const char pmc_walls[] = "[boundary.all]\ntype = pec\n[boundary.x]\ntype = pmc\n"
                                "faces = x\n";

/* m^3 */
static double volume(const yee_grid *g, int c, int64_t index)
{
    const int64_t *n = g->extent[c],
                  x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    double v = 1;
    for (int a = 0; a < 3; a++)
        if (!yee_half(c, a) && !g->axis[a].periodic && (x[a] == 0 || x[a] == n[a] - 1))
            v *= 0.5;
    return v;
}

/* What the update of H makes of e and that of E of h are each other's transposes: with E = e, H
 * = 0 a step makes H = -dt/mu C e, with E = 0, H = h it makes E = dt/eps C' h, and sum mu H.h V
 * + sum eps E.e V = 0, V the cell of a point, halved on walls. Sums of some 1000 products of
 * numbers of order 1 round by 1e-13. */
START_TEST(the_two_curls_are_transposes_beside_metal)
{
    static const int n[3] = {7, 6, 5};
    const wide_scheme *s = inside[_i % SCHEMES];
    char shapes[8192];
    if (s->inside == WIDE_LINKS || s->time != WIDE_LEAPFROG)
        return; /* its own product; more levels */
    scatter(shapes, sizeof shapes, n, 5, 6, 17u + (uint32_t)_i);
    double *start[YEE_COMPONENTS], *made[YEE_COMPONENTS], sum = 0, size = 0;
    lab l;
    open_metal(&l, s, n, "", _i < SCHEMES ? periodic_z : pmc_walls, shapes);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t points = (size_t)yee_grid_points(l.grid, c);
        start[c] = malloc(points * sizeof *start[c]);
        made[c] = malloc(points * sizeof *made[c]);
        ck_assert(start[c] && made[c]);
    }
    for (int pass = 0; pass < 2; pass++) { /* E makes H, H makes E */
        fill(&l, 5, pass == 0, pass == 1);
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (yee_is_electric(c) == (pass == 0))
                memcpy(start[c], lab_read(&l, c),
                       (size_t)yee_grid_points(l.grid, c) * sizeof *start[c]);
        lab_run(&l, 1);
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (yee_is_electric(c) == (pass == 1))
                memcpy(made[c], lab_read(&l, c),
                       (size_t)yee_grid_points(l.grid, c) * sizeof *made[c]);
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double unit = yee_is_electric(c) ? YEE_EPS0 : YEE_MU0;
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            const double part = unit * start[c][i] * made[c][i] * volume(l.grid, c, i);
            sum += part;
            size += fabs(part);
        }
        free(start[c]);
        free(made[c]);
    }
    lab_close(&l);
    ck_assert_msg(size > 0 && fabs(sum) <= 1e-13 * size, "%s: %g of %g", s->name, sum, size);
}
END_TEST

/* Frequencies are real and the time step is below the limit, so the energy norm of fields stays
 * within 1/sqrt(1 - 0.99^2) = 7.1 of where it started: of some 1000 values of 1 (mean square
 * 1/3) it is below 20, so no value passes 142. A growth of 1e-4 a step would be e^10. */
static void rest(const wide_scheme *s, const int n[3], const char *mode, const char *walls,
                 uint32_t random, int64_t steps)
{
    char shapes[8192];
    lab l;
    scatter(shapes, sizeof shapes, n, n[2] ? 5 : 4, n[2] ? 6 : 4, random);
    open_metal(&l, s, n, mode, walls, shapes);
    fill(&l, 3, true, true);
    lab_run(&l, steps);
    const double found = largest(&l);
    lab_close(&l);
    ck_assert_msg(found < 142, "%s: %g V/m", s->name, found);
}

START_TEST(fields_beside_random_metal_do_not_grow)
{
    static const int n[3] = {7, 6, 5};
    rest(inside[_i], n, "", periodic_z, 40u + (uint32_t)_i, 20000);
}
END_TEST

START_TEST(fields_beside_random_metal_do_not_grow_in_2d)
{
    static const int n[3] = {12, 11, 0};
    const char *mode = _i < SCHEMES ? "tm" : "te";
    rest(inside[_i % SCHEMES], n, mode, "[boundary.all]\ntype = pec\n", 60u + (uint32_t)_i,
         20000);
}
END_TEST

/* A sheet of no thickness across the grid lets nothing through: behind it is what the sums
 * round to, a dozen terms of 1 that cancel, each step anew. */
START_TEST(nothing_passes_a_sheet)
{
    static const int n[3] = {12, 4, 4};
    const wide_scheme *s = inside[_i];
    enum { STEPS = 200 };
    double before = 0, behind = 0;
    lab l;
    open_metal(&l, s, n, "",
               "[boundary.all]\ntype = periodic\n[boundary.x]\ntype = pec\nfaces = x\n",
               "[shape.s]\ntype = plate\nmaterial = pec\nfrom = 6, 0, 0 m\nto = 6, 4, 4 m\n");
    fill(&l, 3, true, true);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = l.grid->extent[c];
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++)
            l.field[c][i] *= i / e[1] / e[2] < 6;
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    lab_run(&l, STEPS);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = l.grid->extent[c];
        const double *f = lab_read(&l, c), unit = yee_is_electric(c) ? 1 : YEE_ETA0;
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            double *most = i / e[1] / e[2] < 6 ? &before : &behind;
            *most = fmax(*most, unit * fabs(f[i]));
        }
    }
    lab_close(&l);
    ck_assert_msg(before > 0.1 && behind <= 12 * STEPS * 0x1p-53 * before, "%s: %g behind %g",
                  s->name, behind, before);
}
END_TEST

enum { MOST = 40 };

/* The least eigenvalue of a matrix of rows of MOST whose eigenvalues are real and positive, by
 * inverse iteration. */
static double least(double m[MOST][MOST], int n)
{
    double lu[MOST][MOST], x[MOST], value = 0;
    memcpy(lu, m, sizeof lu);
    for (int k = 0; k < n; k++) /* diagonally dominant enough: pivots stay positive */
        for (int i = k + 1; i < n; i++) {
            lu[i][k] /= lu[k][k];
            for (int j = k + 1; j < n; j++)
                lu[i][j] -= lu[i][k] * lu[k][j];
        }
    for (int i = 0; i < n; i++)
        x[i] = sin(YEE_PI * (i + 1) / (n + 1));
    for (int pass = 0; pass < 40; pass++) {
        double norm = 0;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < i; k++)
                x[i] -= lu[i][k] * x[k];
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                x[i] -= lu[i][k] * x[k];
            x[i] /= lu[i][i];
        }
        for (int i = 0; i < n; i++)
            norm = fmax(norm, fabs(x[i]));
        for (int i = 0; i < n; i++)
            x[i] /= norm;
        value = 1 / norm;
    }
    return value;
}

/* Relative error of the lowest frequency between two sheets of metal n cells apart, from the
 * matrix of a step, E(1) = (1 - A) E(0) with H(0) = 0: no error of time. */
static double cavity(const char *scheme, int n)
{
    enum { ROOM = 3 };
    static double m[MOST][MOST];
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = %d, 1\ninvariant = z\nmode = tm\n[run]\n"
             "scheme = %s\nsteps = 100\nprecision = f64\ncourant = 0.01\n"
             "[boundary.all]\ntype = pec\n[boundary.y]\ntype = periodic\nfaces = y\n"
             "[shape.a]\ntype = box\nmaterial = pec\nfrom = 0, 0, 0 m\nto = %d, 1, 1 m\n"
             "[shape.b]\ntype = box\nmaterial = pec\nfrom = %d, 0, 0 m\nto = %d, 1, 1 m\n",
             n + 2 * ROOM, scheme, ROOM, n + ROOM, n + 2 * ROOM);
    for (int j = 1; j < n; j++) {
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (l.grid->active[c]) {
                memset(l.field[c], 0, (size_t)yee_grid_points(l.grid, c) * sizeof(double));
                l.field[c][c == YEE_EZ ? ROOM + j : 0] = c == YEE_EZ;
                ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
            }
        lab_run(&l, 1);
        const double *e = lab_read(&l, YEE_EZ);
        for (int i = 1; i < n; i++)
            m[i - 1][j - 1] = (i == j) - e[ROOM + i];
    }
    const double step = YEE_C0 * l.grid->dt;
    lab_close(&l);
    return sqrt(least(m, n - 1)) / step / (YEE_PI / n) - 1;
}

/* Figures from a program of its own that has the same matrices, two digits; c dt is 0.7 % of a
 * cell here and 0 there, which changes weights by 5e-5 of themselves. Yee's error is
 * -(pi/n)^2/24 by its relation. */
START_TEST(a_cavity_of_metal_has_its_frequency)
{
    static const struct {
        const wide_scheme *scheme;
        double coarse, fine;
    } known[] = {{&wide_fang24, -1.2e-4, -1.4e-5},
                 {&wide_me44, -1.2e-4, -1.4e-5},
                 {&wide_hodge44, -1.1e-4, -1.4e-5}};
    char name[64];
    full_name(known[_i].scheme, name);
    const double coarse = cavity(name, 20), fine = cavity(name, 40);
    const double yee = cavity("reference", 20);
    ck_assert_msg(fabs(coarse - known[_i].coarse) <= 0.06e-4, "%s: %g", name, coarse);
    ck_assert_msg(fabs(fine - known[_i].fine) <= 0.06e-5, "%s: %g", name, fine);
    ck_assert_msg(fabs(yee / (-YEE_PI * YEE_PI / 24 / 400) - 1) < 0.01, "Yee: %g", yee);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder inside");
    TCase *t = tcase_create("highorder inside");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, the_two_curls_are_transposes_beside_metal, 0, 2 * SCHEMES);
    tcase_add_loop_test(t, fields_beside_random_metal_do_not_grow, 0, SCHEMES);
    tcase_add_loop_test(t, fields_beside_random_metal_do_not_grow_in_2d, 0, 2 * SCHEMES);
    tcase_add_loop_test(t, nothing_passes_a_sheet, 0, SCHEMES);
    tcase_add_loop_test(t, a_cavity_of_metal_has_its_frequency, 0, 3);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
