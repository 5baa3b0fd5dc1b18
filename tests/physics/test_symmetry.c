/* tests/physics/test_symmetry.c: problems that must agree with each other to rounding.
 *
 * Two runs of the same equations that round in another order differ by at most 2*n*12*epsilon/2
 * of the largest field after n steps: each of the 2 n sweeps rounds a field at most a dozen
 * times, and leapfrog lets errors add up, not grow. */
#include "lab.h"

enum { STEPS = 100 };
static const double rounding = 2.0 * STEPS * 12 * 0x1p-53;
static const double rounding_f32 = 2.0 * STEPS * 12 * 0x1p-24;

#define RUN(precision) "[run]\nsteps = 100\ncourant = 0.95\nprecision = " precision "\n"
#define STUFF \
    "[material.soil]\ntype = debye\neps_inf = 3\ndelta_eps = 4\ntau = 20 ps\n" \
    "[material.clay]\ntype = dielectric\neps = 2.5\nsigma = 0.2 S/m\n"

static double chance(uint32_t *state) /* -1 to 1 */
{
    *state = *state * 1664525u + 1013904223u;
    return (double)*state * 0x1p-31 - 1;
}

static double unit(int c) { return yee_is_electric(c) ? 1 : 1 / YEE_ETA0; }

static void start(lab *l)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (l->grid->active[c])
            ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
}

static void fill(lab *l, uint32_t seed)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < yee_grid_points(l->grid, c); i++)
            l->field[c][i] = (double)(float)(unit(c) * chance(&seed));
}

static double at(const lab *l, int c, const int64_t x[3])
{
    return l->field[c][yee_grid_index(l->grid, c, x[0], x[1], x[2])];
}

/* ---- mirrors ---- */

/* +1 where a component is even about a mirror across the axis: tangential E about a PMC, normal
 * E about a PEC; H the other way round. */
static int parity(int c, int axis, bool pec)
{
    bool normal = yee_direction(c) == axis;
    return (normal == yee_is_electric(c)) == pec ? 1 : -1;
}

/* The point of the half grid that a point of the full one mirrors, about node m of the full
 * axis, which is node 0 of the half; *sign: what its field is multiplied by. */
static void mirrored(int c, int axis, bool pec, int64_t m, int64_t x[3], int *sign)
{
    int64_t i = x[axis] - m;
    *sign = i < 0 ? parity(c, axis, pec) : 1;
    x[axis] = i >= 0 ? i : yee_half(c, axis) ? -1 - i : -i;
}

typedef void visitor(lab *full, lab *half, int c, int64_t index, double value, double *worst);

static void set(lab *full, lab *half, int c, int64_t index, double value, double *worst)
{
    (void)half, (void)worst;
    full->field[c][index] = value;
}

static void compare(lab *full, lab *half, int c, int64_t index, double value, double *worst)
{
    (void)half;
    *worst = fmax(*worst, fabs(full->field[c][index] - value) / unit(c));
}

/* Calls visit for every point of the full grid with the field that the half grid says. */
static double each(lab *full, lab *half, int axis, bool pec, visitor *visit)
{
    const yee_grid *g = full->grid;
    double worst = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *n = g->extent[c];
        for (int64_t i = 0; i < n[0]; i++)
            for (int64_t j = 0; j < n[1]; j++)
                for (int64_t k = 0; k < n[2]; k++) {
                    int64_t x[3] = {i, j, k}, index = yee_grid_index(g, c, i, j, k);
                    int sign;
                    mirrored(c, axis, pec, g->axis[axis].cells / 2, x, &sign);
                    visit(full, half, c, index, sign * at(half, c, x), &worst);
                }
    }
    return worst;
}

/* A box of soil and one of clay across the mirror; the other axes are closed and periodic. What
 * is odd about the mirror is 0 on it. */
static void mirror(int axis, bool pec)
{
    static const char *const cells[3][2] = {
        {"16, 5, 6", "8, 5, 6"}, {"5, 16, 6", "5, 8, 6"}, {"5, 6, 16", "5, 6, 8"}};
    static const char *const corner[3] = {"-3, 1, 1", "1, -3, 1", "1, 1, -3"};
    lab l[2];
    for (int half = 0; half < 2; half++) {
        double origin[3] = {0, 0, 0}, low[3] = {-20, -20, -20};
        origin[axis] = half ? 0 : -8;
        low[(axis + 1) % 3] = 2;
        lab_open(&l[half],
                 "[grid]\nspacing = 1 mm\ncells = %s\norigin = %g, %g, %g mm\n" RUN("f64") STUFF
                 "[shape.a]\ntype = box\nfrom = %g, %g, %g mm\nto = 20, 20, 20 mm\n"
                 "material = soil\n"
                 "[shape.b]\ntype = box\nfrom = %s mm\nto = 3, 3, 3 mm\nmaterial = clay\n"
                 "[boundary.far]\ntype = pec\n"
                 "[boundary.side]\ntype = periodic\nfaces = %c\n"
                 "[boundary.mirror]\ntype = %s\nfaces = %c-\n",
                 cells[axis][half], origin[0], origin[1], origin[2], low[0], low[1], low[2],
                 corner[axis], "xyz"[(axis + 2) % 3], half ? pec ? "pec" : "pmc" : "pec",
                 "xyz"[axis]);
    }
    lab *full = &l[0], *half = &l[1];
    fill(half, 7);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *n = half->grid->extent[c];
        for (int64_t i = 0; i < yee_grid_points(half->grid, c); i++) {
            const int64_t x[3] = {i / (n[1] * n[2]), i / n[2] % n[1], i % n[2]};
            bool near = !yee_half(c, axis) && x[axis] == 0 && parity(c, axis, pec) < 0;
            bool outer = false; /* tangential E on the far and the side walls */
            for (int a = 0; a < 3; a++)
                outer =
                    outer || x[a] < half->grid->begin[c][a] || x[a] >= half->grid->end[c][a];
            if (near || outer)
                half->field[c][i] = 0;
        }
    }
    each(full, half, axis, pec, set);
    start(full);
    start(half);
    lab_run(full, STEPS);
    lab_run(half, STEPS);
    double most = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        lab_read(full, c);
        lab_read(half, c);
        for (int64_t i = 0; i < yee_grid_points(full->grid, c); i++)
            most = fmax(most, fabs(full->field[c][i]) / unit(c));
    }
    double worst = each(full, half, axis, pec, compare);
    ck_assert_double_gt(most, 0.01); /* there is something to compare */
    ck_assert_msg(worst <= rounding, "axis %c: the halves differ by %g", "xyz"[axis], worst);
    lab_close(full);
    lab_close(half);
}

START_TEST(half_a_problem_with_a_pec_mirror_equals_the_whole) { mirror(_i, true); }
END_TEST

START_TEST(half_a_problem_with_a_pmc_mirror_equals_the_whole) { mirror(_i, false); }
END_TEST

/* ---- two dimensions ---- */

#define PLANE \
    RUN("f64") \
    STUFF "[shape.a]\ntype = box\nfrom = %s m\nto = %s m\nmaterial = soil\n" \
          "[boundary.layers]\ntype = cpml\ncells = 4\n"

/* One periodic cell along the axis whose fields do not vary along it: every difference along it
 * is 0, and TM and TE do not mix. Also layers and a dispersive medium must not notice. */
START_TEST(a_2d_run_equals_one_periodic_cell_in_3d)
{
    static const char *const size[3] = {"1, 14, 12", "14, 1, 12", "14, 12, 1"};
    static const char *const from[3] = {"-1e7, 5e-3, 3e-3", "5e-3, -1e7, 3e-3",
                                        "5e-3, 3e-3, -1e7"};
    static const char *const to[3] = {"1e7, 9e-3, 9e-3", "9e-3, 1e7, 9e-3", "9e-3, 9e-3, 1e7"};
    int axis = _i % 3;
    lab flat, full;
    lab_open(&flat, "[grid]\nspacing = 1 mm\ncells = 14, 12\ninvariant = %c\nmode = %s\n" PLANE,
             "xyz"[axis], _i / 3 ? "te" : "tm", from[axis], to[axis]);
    /* dt is the same: what the third axis adds to the limit is below rounding when its cell is
     * this wide (mm) */
    double wide = 1e9;
    lab_open(&full,
             "[grid]\nspacing = %g, %g, %g mm\ncells = %s\n" PLANE
             "[boundary.wrap]\ntype = periodic\nfaces = %c\n",
             axis == 0 ? wide : 1, axis == 1 ? wide : 1, axis == 2 ? wide : 1, size[axis],
             from[axis], to[axis], "xyz"[axis]);
    ck_assert_double_eq_tol(flat.grid->dt, full.grid->dt, 1e-15 * flat.grid->dt);
    fill(&flat, 5);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!flat.grid->active[c])
            continue;
        ck_assert_int_eq(yee_grid_points(flat.grid, c), yee_grid_points(full.grid, c));
        memcpy(full.field[c], flat.field[c],
               (size_t)yee_grid_points(full.grid, c) * sizeof **full.field);
    }
    start(&flat);
    start(&full);
    lab_run(&flat, STEPS);
    lab_run(&full, STEPS);
    double worst = 0, most = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double *b = lab_read(&full, c);
        const double *a = flat.grid->active[c] ? lab_read(&flat, c) : NULL;
        for (int64_t i = 0; i < yee_grid_points(full.grid, c); i++) {
            worst = fmax(worst, fabs(b[i] - (a ? a[i] : 0)) / unit(c));
            most = fmax(most, fabs(b[i]) / unit(c));
        }
    }
    ck_assert_double_gt(most, 0.01);
    ck_assert_msg(worst <= rounding, "they differ by %g", worst);
    lab_close(&flat);
    lab_close(&full);
}
END_TEST

/* ---- precisions ---- */

START_TEST(float32_equals_float64_to_rounding)
{
    lab l[2];
    for (int n = 0; n < 2; n++) {
        lab_open(&l[n],
                 "[grid]\nspacing = 1 mm\ncells = 14, 13, 12\n%s" STUFF
                 "[shape.a]\ntype = box\nfrom = 5, 4, 3 mm\nto = 9, 13, 20 mm\n"
                 "material = soil\n"
                 "[shape.b]\ntype = box\nfrom = 1, 1, 1 mm\nto = 8, 8, 8 mm\n"
                 "material = clay\n"
                 "[boundary.layers]\ntype = cpml\ncells = 4\n",
                 n ? RUN("f64") : RUN("f32"));
        fill(&l[n], 3);
        start(&l[n]);
        lab_run(&l[n], STEPS);
    }
    double worst = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double *a = lab_read(&l[0], c), *b = lab_read(&l[1], c);
        for (int64_t i = 0; i < yee_grid_points(l[0].grid, c); i++)
            worst = fmax(worst, fabs(a[i] - b[i]) / unit(c));
    }
    ck_assert_msg(worst <= rounding_f32, "they differ by %g", worst);
    ck_assert_double_gt(worst, 0); /* or both ran in the same precision */
    lab_close(&l[0]);
    lab_close(&l[1]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("symmetry");
    TCase *t = tcase_create("symmetry");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, half_a_problem_with_a_pec_mirror_equals_the_whole, 0, 3);
    tcase_add_loop_test(t, half_a_problem_with_a_pmc_mirror_equals_the_whole, 0, 3);
    tcase_add_loop_test(t, a_2d_run_equals_one_periodic_cell_in_3d, 0, 6);
    tcase_add_test(t, float32_equals_float64_to_rounding);
    suite_add_tcase(s, t);
    return lab_main(s);
}
