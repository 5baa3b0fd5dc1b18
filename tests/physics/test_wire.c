/* tests/physics/test_wire.c: dipoles of a wire, along an axis and oblique, and what yee says of
 * them before the run.
 *
 * A dipole of two arms of a wire with a port of one cell between them resonates where the reactance
 * of the port rises through 0; its length is then some part of the wavelength. An oblique one is a
 * staircase and resonates lower by the shift that plugins/shapes/common/staircase.c predicts for an
 * arm. That prediction is a ratio of two quotients without delays, whose own error for the straight
 * dipole is 5.5 % (0.4346 of a wavelength instead of 0.4600). The error of the ratio is that part
 * of the shift itself, at most 0.16, and what an arm differs from the whole: its logarithm is that
 * of half the length, ln 2 of the ln(2 l/0.2) = 6 of 41 cells, so that the shift of an arm is up to
 * an eighth of the shift larger. Together (0.055 + 0.125) 0.16 = 0.03; at 45 degrees, 0.09, it is
 * 0.016. */
#include "lab.h"
#include <complex.h>

static double said;      /* %, the last shift that was predicted */
static bool said_at_all; /* something was said of a staircase */

static void listen(void *user, yee_level level, const char *line)
{
    const char *words = strstr(line, "it resonates about ");
    (void)user;
    if (level != YEE_WARNING || !strstr(line, "staircase"))
        return;
    said_at_all = true;
    if (words)
        ck_assert_int_eq(sscanf(words, "it resonates about %lf %% lower", &said), 1);
}

/* The shift that the warning about a model predicts, as a part. */
static double predicted(const char *text)
{
    const yee_session_options options = {.size = sizeof options, .log = listen};
    yee_session *session;
    yee_model *model = NULL;
    said = 0;
    said_at_all = false;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 0, NULL, &model), "%s",
                  yee_session_error(session));
    yee_model_free(model);
    yee_session_close(session);
    return said / 100;
}

/* A dipole whose arms go from the middle to -+(a, b, c) cells of 1 m; its length in cells. */
static double describe(char *text, size_t size, int a, int b, int c, const char *key)
{
    enum { MARGIN = 18 };
    const int n[3] = {2 * a + 1, 2 * b, 2 * c};
    const int x = MARGIN + a, y = MARGIN + b, z = MARGIN + c;
    const int used = snprintf(
        text, size,
        "[run]\nsteps = 2500\n[grid]\nspacing = 1 m\ncells = %d, %d, %d\n"
        "[boundary.all]\ntype = cpml\ncells = 8\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 8 MHz\n"
        "[shape.a]\ntype = wire\nmaterial = pec\npoints = %d, %d, %d, %d, %d, %d m\n%s"
        "[shape.b]\ntype = wire\nmaterial = pec\npoints = %d, %d, %d, %d, %d, %d m\n%s"
        "[source.feed]\ntype = voltage\nnegative = %d, %d, %d m\npositive = %d, %d, %d m\n"
        "waveform = w\n[output.v]\ntype = probe\nports = feed\n",
        n[0] + 2 * MARGIN, n[1] + 2 * MARGIN, n[2] + 2 * MARGIN, x - a, y - b, z - c, x, y, z,
        key, x + 1, y, z, x + 1 + a, y + b, z + c, key, x, y, z, x + 1, y, z);
    ck_assert_int_lt(used, (int)size);
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

/* The length of the dipole at resonance, in wavelengths. */
static double resonance(const char *text, double length)
{
    lab l;
    lab_open(&l, "%s", text);
    lab_run(&l, l.problem->steps);
    const lab_trace *t = &l.trace[0];
    const double step = 0.001;
    double found = 0, before = 0;
    for (double s = 0.30; s < 0.60 && !found; s += step) {
        const double omega = 2 * YEE_PI * s * YEE_C0 / length * l.grid->dt;
        double complex v = 0, i = 0;
        for (int64_t k = 0; k < t->count; k++) {
            v += t->v[2 * k] * cexp(-I * omega * (double)k);
            i += t->v[2 * k + 1] * cexp(-I * omega * (double)k);
        }
        const double x = cimag(v / i);
        if (before < 0 && x >= 0)
            found = s - step * x / (x - before);
        before = x;
    }
    lab_close(&l);
    return found;
}

static const struct {
    int a, b, c;
    double tolerance; /* of the shift */
} oblique[] = {{14, 14, 0, 0.016}, {18, 9, 0, 0.016}, {12, 12, 12, 0.03}};

START_TEST(an_oblique_dipole_resonates_as_much_lower_as_the_warning_says)
{
    char text[2048];
    const double straight = resonance(text, describe(text, sizeof text, 20, 0, 0, ""));
    ck_assert_double_eq(predicted(text), 0);
    ck_assert_int_eq(said_at_all, false);
    if (!short_on()) /* 0.4600 by the method of moments; wire.c */
        ck_assert_double_eq_tol(straight, 0.4600, 0.001);
    for (size_t n = 0; n < sizeof oblique / sizeof *oblique; n++) {
        const double length =
            describe(text, sizeof text, oblique[n].a, oblique[n].b, oblique[n].c, "");
        const double shift = predicted(text), found = resonance(text, length);
        printf("arms of (%d, %d, %d) cells: %.4f wavelengths, %.1f %% lower; said %.1f %%\n",
               oblique[n].a, oblique[n].b, oblique[n].c, found, 100 * (1 - found / straight),
               100 * shift);
        if (!short_on())
            ck_assert_double_eq_tol(1 - found / straight, shift, oblique[n].tolerance);
    }
}
END_TEST

START_TEST(a_staircase_that_is_meant_is_not_spoken_of)
{
    char text[2048];
    describe(text, sizeof text, 14, 14, 0, "staircase = yes\n");
    predicted(text);
    ck_assert_int_eq(said_at_all, false);
    describe(text, sizeof text, 14, 14, 0, "staircase = no\n");
    ck_assert_double_gt(predicted(text), 0.08);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wire");
    TCase *tests = tcase_create("wire");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, an_oblique_dipole_resonates_as_much_lower_as_the_warning_says);
    tcase_add_test(tests, a_staircase_that_is_meant_is_not_spoken_of);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
