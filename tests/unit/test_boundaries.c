/* tests/unit/test_boundaries.c: how the boundary plugins close, stretch and damp a face. */
#include "instance.h"
#include "suite.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { CELLS = 30 };
#define WIDTH 1e-3
static double width[CELLS];
static const double other_width[CELLS] = {4 * WIDTH};
static const yee_face faces[6] = {
    {.cells = CELLS, .width = other_width, .eps_r = 9, .mu_r = 1}};
static yee_face face = {.size = sizeof face,
                        .axis = 1,
                        .side = 1,
                        .cells = CELLS,
                        .width = width,
                        .dt = 1e-12,
                        .eps_r = 4,
                        .mu_r = 2.25,
                        .faces = faces};

static yee_status close_face(const yee_instance *it, yee_closure *closure)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    for (int i = 0; i < CELLS; i++)
        width[i] = WIDTH;
    *closure = (yee_closure){.size = sizeof *closure, .rule = YEE_FACE_OPEN, .layer = -1};
    return ops->close(&it->host, it->config, &face, closure);
}

static yee_stretch stretch_at(const yee_instance *it, double depth, double thickness)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    yee_stretch s = {0, -1, -1};
    ck_assert_int_eq(ops->stretch(&it->host, it->config, &face, depth, thickness, &s), YEE_OK);
    return s;
}

START_TEST(walls_and_periodic_faces_have_their_rule_and_no_layer)
{
    const struct {
        const char *text;
        yee_face_rule rule;
    } want[] = {{"type = pec\n", YEE_FACE_PEC},
                {"type = pmc\n", YEE_FACE_PMC},
                {"type = periodic\n", YEE_FACE_PERIODIC},
                {"type = periodic\nphase = 0 deg\n", YEE_FACE_PERIODIC}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        yee_closure c;
        ck_assert_int_eq(close_face(instance_make(YEE_BOUNDARY, want[i].text), &c), YEE_OK);
        ck_assert_int_eq(c.rule, want[i].rule);
        ck_assert_int_eq(c.layer, 0);
    }
}
END_TEST

START_TEST(a_bloch_phase_is_declined_with_its_value)
{
    yee_closure c;
    yee_instance *it = instance_make(YEE_BOUNDARY, "type = periodic\nphase = 30 deg\n");
    ck_assert_int_eq(close_face(it, &c), YEE_DECLINED);
    instance_says("phase is 30 degrees");
}
END_TEST

START_TEST(cpml_is_a_layer_before_a_pec_wall)
{
    yee_closure c;
    ck_assert_int_eq(close_face(instance_make(YEE_BOUNDARY, "type = cpml\n"), &c), YEE_OK);
    ck_assert_int_eq(c.rule, YEE_FACE_PEC);
    ck_assert_int_eq(c.layer, 10);
}
END_TEST

START_TEST(cpml_thicker_than_the_grid_is_refused)
{
    yee_closure c;
    yee_instance *it = instance_make(YEE_BOUNDARY, "type = cpml\ncells = 30\n");
    ck_assert_int_eq(close_face(it, &c), YEE_INPUT);
    instance_says("cells = 30");
}
END_TEST

/* The numbers of the header comment, worked out by hand; 1e-12 is rounding. */
START_TEST(cpml_grades_from_alpha_at_the_edge_to_sigma_and_kappa_at_the_wall)
{
    yee_instance *it =
        instance_make(YEE_BOUNDARY, "type = cpml\ncells = 8\norder = 3\nsigma_factor = 1\n"
                                    "kappa_max = 5\nalpha_max = 0.1 S/m\nalpha_order = 2\n");
    double thickness = 8 * WIDTH, sigma_opt = 0.8 * 4 / (YEE_ETA0 * WIDTH * 3);
    yee_stretch edge = stretch_at(it, 0, thickness),
                wall = stretch_at(it, thickness, thickness),
                half = stretch_at(it, 0.5 * thickness, thickness);
    ck_assert_double_eq(edge.sigma, 0);
    ck_assert_double_eq(edge.kappa, 1);
    ck_assert_double_eq_tol(edge.alpha, 0.1, 1e-12);
    ck_assert_double_eq_tol(wall.sigma / sigma_opt, 1, 1e-12);
    ck_assert_double_eq_tol(wall.kappa, 5, 1e-12);
    ck_assert_double_eq(wall.alpha, 0);
    ck_assert_double_eq_tol(half.sigma / sigma_opt, 0.125, 1e-12);
    ck_assert_double_eq_tol(half.kappa, 1.5, 1e-12);
    ck_assert_double_eq_tol(half.alpha, 0.025, 1e-12);
}
END_TEST

START_TEST(cpml_takes_sigma_itself)
{
    yee_instance *it =
        instance_make(YEE_BOUNDARY, "type = cpml\ncells = 8\nsigma_max = 2 S/m\n");
    ck_assert_double_eq_tol(stretch_at(it, 8 * WIDTH, 8 * WIDTH).sigma, 2, 1e-12);
}
END_TEST

START_TEST(cpml_takes_sigma_of_another_face)
{
    yee_instance *it =
        instance_make(YEE_BOUNDARY, "type = cpml\ncells = 8\norder = 3\nsigma_of = x-\n");
    const double sigma = 0.8 * 4 / (YEE_ETA0 * other_width[0] * sqrt(9));
    ck_assert_double_eq_tol(stretch_at(it, 8 * WIDTH, 8 * WIDTH).sigma, sigma, 1e-12 * sigma);
}
END_TEST

/* Ten times smaller cells at the same dt/width: sigma and alpha are ten times larger, so every
 * number of the recursion is the same. */
START_TEST(cpml_defaults_scale_with_the_cells)
{
    yee_instance *it = instance_make(YEE_BOUNDARY, "type = cpml\n");
    for (double x = 0; x <= 1; x += 0.05) {
        yee_stretch coarse = stretch_at(it, x * 10 * WIDTH, 10 * WIDTH);
        yee_stretch fine = stretch_at(it, x * WIDTH, WIDTH);
        ck_assert_double_eq_tol(fine.kappa, coarse.kappa, 1e-12 * coarse.kappa);
        ck_assert_double_eq_tol(fine.sigma, 10 * coarse.sigma, 1e-11 * coarse.sigma + 1e-30);
        ck_assert_double_eq_tol(fine.alpha, 10 * coarse.alpha, 1e-11 * coarse.alpha + 1e-30);
    }
}
END_TEST

static double damping_at(const yee_instance *it, double depth, double thickness)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    double rate = -1;
    ck_assert_int_eq(ops->damping(&it->host, it->config, &face, depth, thickness, &rate),
                     YEE_OK);
    return rate;
}

START_TEST(the_absorber_is_damped_cells_before_a_pec_wall)
{
    yee_closure c;
    ck_assert_int_eq(
        close_face(instance_make(YEE_BOUNDARY, "type = absorber\ncells = 29\n"), &c), YEE_OK);
    ck_assert_int_eq(c.rule, YEE_FACE_PEC);
    ck_assert_int_eq(c.layer, -1); /* as it came */
    ck_assert_int_eq(c.damped, 29);
    ck_assert_int_eq(
        close_face(instance_make(YEE_BOUNDARY, "type = absorber\ncells = 30\n"), &c),
        YEE_INPUT);
    instance_says("cells = 30 leaves nothing of the 30 cells along y");
}
END_TEST

/* The way in and out: exp(-2 int a/v dx) with v = c/sqrt(4 2.25) = c/3 is `reflection`.
 * Simpson's rule is exact for a cubic. */
START_TEST(the_absorbers_rates_add_up_to_what_is_to_be_left)
{
    yee_instance *it = instance_make(YEE_BOUNDARY, "type = absorber\nreflection = 2e-5\n");
    const double thickness = 17 * WIDTH, v = YEE_C0 / 3;
    const double mean =
        (damping_at(it, 0, thickness) + 4 * damping_at(it, 0.5 * thickness, thickness) +
         damping_at(it, thickness, thickness)) /
        6;
    ck_assert_double_eq(damping_at(it, 0, thickness), 0);
    ck_assert_double_eq_tol(exp(-2 * mean * thickness / v) / 2e-5, 1, 1e-12);
    it = instance_make(YEE_BOUNDARY, "type = absorber\norder = 2\nrate_max = 8e9 1/s\n");
    ck_assert_double_eq_tol(damping_at(it, 0.5 * thickness, thickness), 2e9, 1e-3);
}
END_TEST

/* Y = sigma + s eps0 (inf + sum chi) of a sheet. */
static double complex admittance(const yee_response *r, double complex s)
{
    double complex sum = r->inf;
    for (size_t i = 0; i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        sum += (p->b1 * s + p->b0) / ((p->d2 * s + p->d1) * s + p->d0);
    }
    return r->sigma + s * YEE_EPS0 * sum;
}

/* R, L and C are 50 Ohm, 2 nH and 0.1 pF, electrons 5 mS and 4e10 1/s; the face has eps 4 and mu
 * 2.25. */
START_TEST(an_impedance_is_the_sheet_that_its_keys_say)
{
    const double r = 50, l = 2e-9, c = 0.1e-12, g = 5e-3, rate = 4e10;
    for (int n = 0; n < 12; n++) {
        const double complex s = (0.3 + I) * 1e9 * pow(10, 0.2 * n);
        const struct {
            const char *text;
            double complex y;
        } want[] = {
            {"impedance = 50 Ohm\n", 1 / r},
            {"matched = yes\n", 2 / 1.5 / YEE_ETA0},
            {"resistance = 50 Ohm\n", 1 / r},
            {"inductance = 2 nH\n", 1 / (s * l)},
            {"capacitance = 0.1 pF\n", s * c},
            {"resistance = 50 Ohm\ninductance = 2 nH\n", 1 / (r + s * l)},
            {"resistance = 50 Ohm\ncapacitance = 0.1 pF\n", 1 / (r + 1 / (s * c))},
            {"resistance = 0 Ohm\ncapacitance = 0.1 pF\n", s * c},
            {"inductance = 2 nH\ncapacitance = 0.1 pF\n", 1 / (s * l + 1 / (s * c))},
            {"resistance = 50 Ohm\ninductance = 2 nH\ncapacitance = 0.1 pF\n",
             1 / (r + s * l + 1 / (s * c))},
            {"kind = parallel\nresistance = 50 Ohm\ninductance = 2 nH\ncapacitance = 0.1 pF\n",
             1 / r + s * c + 1 / (s * l)},
            {"kind = parallel\ncapacitance = 0.1 pF\n", s * c},
            {"conductivity = 5 mS\ncollision_rate = 40e9 1/s\n", g / (1 + s / rate)},
        };
        for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
            char text[256];
            yee_closure q;
            snprintf(text, sizeof text, "type = impedance\n%s", want[i].text);
            ck_assert_int_eq(close_face(instance_make(YEE_BOUNDARY, text), &q), YEE_OK);
            ck_assert_int_eq(q.rule, YEE_FACE_PMC);
            ck_assert_int_eq(q.layer, 0);
            ck_assert_uint_eq(q.sheet[face.axis].pole_count, 0);
            for (int a = 1; a < 3; a++) { /* a dozen roundings */
                const double complex y = admittance(&q.sheet[(face.axis + a) % 3], s);
                ck_assert_msg(cabs(y - want[i].y) < 1e-14 * cabs(want[i].y), "%s", text);
            }
        }
    }
}
END_TEST

START_TEST(an_impedance_is_given_in_one_way)
{
    const char *const wrong[][2] = {
        {"", "no impedance is given"},
        {"impedance = 50 Ohm\nmatched = yes\n", "more than one"},
        {"resistance = 50 Ohm\nconductivity = 1 S\n", "more than one"},
        {"resistance = 0 Ohm\n", "type = pec"},
        {"kind = parallel\nresistance = 0 Ohm\ninductance = 1 nH\n", "type = pec"},
        {"conductivity = 1 mS\n", "without collision_rate"},
        {"collision_rate = 1e9 1/s\n", "without conductivity"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        yee_closure q;
        snprintf(text, sizeof text, "type = impedance\n%s", wrong[i][0]);
        ck_assert_int_eq(close_face(instance_make(YEE_BOUNDARY, text), &q), YEE_INPUT);
        instance_says(wrong[i][1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("boundaries");
    TCase *tcase = tcase_create("face");
    tcase_add_checked_fixture(tcase, instance_setup, instance_teardown);
    tcase_add_test(tcase, walls_and_periodic_faces_have_their_rule_and_no_layer);
    tcase_add_test(tcase, a_bloch_phase_is_declined_with_its_value);
    tcase_add_test(tcase, cpml_is_a_layer_before_a_pec_wall);
    tcase_add_test(tcase, cpml_thicker_than_the_grid_is_refused);
    tcase_add_test(tcase, cpml_grades_from_alpha_at_the_edge_to_sigma_and_kappa_at_the_wall);
    tcase_add_test(tcase, cpml_takes_sigma_itself);
    tcase_add_test(tcase, cpml_takes_sigma_of_another_face);
    tcase_add_test(tcase, cpml_defaults_scale_with_the_cells);
    tcase_add_test(tcase, the_absorber_is_damped_cells_before_a_pec_wall);
    tcase_add_test(tcase, the_absorbers_rates_add_up_to_what_is_to_be_left);
    tcase_add_test(tcase, an_impedance_is_the_sheet_that_its_keys_say);
    tcase_add_test(tcase, an_impedance_is_given_in_one_way);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
