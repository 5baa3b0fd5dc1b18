/* tests/physics/test_cpml.c: what comes back from the absorbing layer.
 *
 * The reflection is the largest difference between a run and the same run in a larger grid,
 * over time, relative to the largest field at that probe. The larger grid's own layer is three
 * times as far away: what it sends back has five times the way to go, is weaker by as much in
 * the far field, and so adds a tenth or so (1 dB) to the figures here. */
#include "reflection.h"
#include "suite.h"

/* 1 mm cells; the pulse peaks at 8.4 GHz, 35 cells to a wavelength, and has fallen by 40 dB at
 * 10 cells. */
#define FREQUENCY 8.43
#define PULSE \
    "[waveform.w]\ntype = gaussian_derivative\nfrequency = %g GHz\n" \
    "[source.s]\ntype = dipole\ndirection = z\ncurrent = 1 A\nwaveform = w\n"

/* A dipole in the middle of a cube, `reach` cells from the layer on each side; below the plane
 * z = middle - sink the medium m, where there is one. */
typedef struct cube {
    int reach, layer, steps;
    double frequency; /* GHz */
    const char *medium;
    int sink;
    const char *run; /* more of [run], or NULL */
} cube;

enum { PROBES = 5 };

/* Ez two cells from the layer: beside a face, an edge and a corner, and above along the axis,
 * and below the middle, in the ground where there is one. */
static trace run_cube(const cube *c, int probe)
{
    int middle = c->reach + c->layer, n = 2 * middle, d = probe - 2;
    char *box = c->medium ? trace_text("[material.m]\n%s[shape.s]\ntype = box\nmaterial = m\n"
                                       "from = 0, 0, 0 mm\nto = %d, %d, %d mm\n",
                                       c->medium, n, n, middle - c->sink)
                          : trace_text("\n");
    char *ini = trace_text("[grid]\ncells = %d, %d, %d\nspacing = 1 mm\n"
                           "[run]\nsteps = %d\nprecision = f64\n%s"
                           "[boundary.all]\ntype = cpml\ncells = %d\n" PULSE
                           "position = %d, %d, %d.5 mm\n%s",
                           n, n, n, c->steps, c->run ? c->run : "", c->layer, c->frequency,
                           middle, middle, middle, box);
    const trace_point point[PROBES] = {{YEE_EZ, middle + d, middle, middle},
                                       {YEE_EZ, middle + d, middle + d, middle},
                                       {YEE_EZ, middle + d, middle + d, middle + d},
                                       {YEE_EZ, middle, middle, middle + d},
                                       {YEE_EZ, middle + d, middle, middle - d}};
    trace t = trace_run(ini, PROBES, point);
    free(ini);
    free(box);
    return t;
}

/* The worst of the probes, dB. */
static double cube_reflection(cube small, const trace *far)
{
    trace near = run_cube(&small, small.reach);
    double worst = -INFINITY;
    for (int p = 0; p < PROBES; p++)
        worst = fmax(worst, reflection(&near, far, p, 0));
    free(near.value);
    return worst;
}

static trace three_times_larger(cube c)
{
    int probe = c.reach;
    c.reach *= short_on() ? 1 : 3;
    c.run = trace_quick();
    return run_cube(&c, probe);
}

/* 300 steps: the pulse (130 steps), and the way to the layer and back again. */
START_TEST(ten_cells_return_less_than_80_db_of_a_dipole_in_vacuum)
{
    const cube c = {15, 10, 300, FREQUENCY, NULL, 0, NULL};
    trace far = three_times_larger(c);
    double r = cube_reflection(c, &far);
    ck_assert_double_le(r, -80);
    free(far.value);
}
END_TEST

/* Two dimensions: a dipole along x on the axis (TM) or across it, along z (TE), the same layer.
 * The large grid is ten times as far and its first echo comes after the last step. One dB more
 * than in space: on the axis of the TE dipole only the near field is left to compare with. */
static trace run_plane(int te, int reach, int probe)
{
    int middle = reach + 10, d = probe - 2, c = te ? YEE_EZ : YEE_EX;
    char *ini =
        trace_text("[grid]\ncells = 1, %d, %d\nspacing = 1 mm\ninvariant = x\nmode = %s\n"
                   "[run]\nsteps = 350\nprecision = f64\nscheme = plain\n"
                   "[boundary.all]\ntype = cpml\n"
                   "[waveform.w]\ntype = gaussian_derivative\nfrequency = %g GHz\n"
                   "[source.s]\ntype = dipole\ndirection = %s\ncurrent = 1 A\nwaveform = w\n"
                   "position = 0.5, %d, %d%s mm\n",
                   2 * middle, 2 * middle, te ? "te" : "tm", FREQUENCY, te ? "z" : "x", middle,
                   middle, te ? ".5" : "");
    const trace_point point[3] = {
        {c, 0, middle + d, middle}, {c, 0, middle + d, middle + d}, {c, 0, middle, middle + d}};
    trace t = trace_run(ini, 3, point);
    free(ini);
    return t;
}

START_TEST(ten_cells_return_less_than_79_db_of_a_dipole_in_two_dimensions)
{
    trace near = run_plane(_i, 15, 15), far = run_plane(_i, 150, 15);
    for (int p = 0; p < 3; p++)
        ck_assert_double_le(reflection(&near, &far, p, 0), -79);
    free(near.value);
    free(far.value);
}
END_TEST

/* The profiles grow as the third power of depth: over N cells their third difference, the first
 * that a scheme of second order sees, is of the order of N^-3, and so is what it reflects: 12
 * dB less from 5 to 8 cells, 10.5 dB less from 8 to 12. */
START_TEST(the_reflection_falls_with_the_thickness)
{
    const int cells[] = {5, 8, 12};
    cube c = {10, 12, 200, FREQUENCY, NULL, 0, NULL};
    trace far = three_times_larger(c);
    double r[3];
    for (int n = 0; n < 3; n++) {
        c.layer = cells[n];
        r[n] = cube_reflection(c, &far);
    }
    ck_assert_double_le(r[1], r[0] - 12);
    ck_assert_double_le(r[2], r[1] - 10.5);
    free(far.value);
}
END_TEST

/* Half the frequency, so that the wave has cells enough in the ground too: 11 at -40 dB where
 * eps is 6. The layer passes through the surface of the half-space and lies within it. */
START_TEST(ten_cells_return_less_than_60_db_from_ground_they_touch)
{
    static const char *const ground[] = {
        "type = dielectric\neps = 6\nsigma = 0.05 S/m\n",
        "type = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n",
    };
    cube c = {15, 10, 500, 0.5 * FREQUENCY, ground[_i], 3, NULL};
    trace far = three_times_larger(c);
    double r = cube_reflection(c, &far);
    ck_assert_double_le(r, -60);
    free(far.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cpml");
    TCase *tcase = tcase_create("layer");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, ten_cells_return_less_than_80_db_of_a_dipole_in_vacuum);
    tcase_add_loop_test(tcase, ten_cells_return_less_than_79_db_of_a_dipole_in_two_dimensions,
                        0, 2);
    tcase_add_test(tcase, the_reflection_falls_with_the_thickness);
    tcase_add_loop_test(tcase, ten_cells_return_less_than_60_db_from_ground_they_touch, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
