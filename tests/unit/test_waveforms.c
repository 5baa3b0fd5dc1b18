/* tests/unit/test_waveforms.c: values, spectra and ends of the waveforms. */
#include "instance.h"
#include "short.h"
#include "suite.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static yee_status open_wave(const char *lines, yee_waveform *w)
{
    yee_instance *it = NULL;
    yee_status status = instance_try(YEE_WAVEFORM, lines, &it);
    if (status)
        return status;
    w->ops = it->plugin->ops;
    w->name = "it";
    void *self = it->config;
    status = w->ops->open ? w->ops->open(&it->host, it->config, &self) : YEE_OK;
    w->self = self;
    return status;
}

static yee_waveform wave(const char *lines)
{
    yee_waveform w;
    ck_assert_msg(open_wave(lines, &w) == YEE_OK, "%s", yee_session_error(session));
    return w;
}

static yee_band band_of(const yee_waveform *w)
{
    yee_band band = {.size = sizeof band};
    ck_assert_int_eq(w->ops->band(w->self, &band), YEE_OK);
    return band;
}

/* |W(f)| by the midpoint rule over [0, end]. For a smooth function that vanishes at both ends
 * its error is the spectrum folded back from 1/step - f, none here: 1/step is 300 bandwidths,
 * and 30 in a short suite. */
static double spectrum(const yee_waveform *w, double f, double end)
{
    const int samples = 6000 / short_every(10);
    double re = 0, im = 0, step = end / samples;
    for (int n = 0; n < samples; n++) {
        double t = (n + 0.5) * step, v = yee_waveform_value(w, t);
        re += step * v * cos(2 * YEE_PI * f * t);
        im += step * v * sin(2 * YEE_PI * f * t);
    }
    return hypot(re, im);
}

static const char *const pulses[] = {
    "type = gaussian\namplitude = 3\nfrequency = 1 GHz\n",
    "type = gaussian_derivative\namplitude = 3\nfrequency = 1 GHz\n",
    "type = ricker\namplitude = 3\nfrequency = 1 GHz\n",
    "type = modulated_gaussian\namplitude = 3\nfrequency = 1 GHz\nbandwidth = 0.4 GHz\n",
    "type = modulated_gaussian\namplitude = 3\nfrequency = 1 GHz\nbandwidth = 2 GHz\n",
};
enum { PULSES = sizeof pulses / sizeof *pulses };

static double largest(const yee_waveform *w, double from, double to)
{
    double peak = 0;
    for (int n = 0; n <= 20000; n++)
        peak = fmax(peak, fabs(yee_waveform_value(w, from + (to - from) * n / 20000)));
    return peak;
}

START_TEST(a_pulse_is_silent_before_zero_and_after_quiet)
{
    yee_waveform w = wave(pulses[_i]);
    double quiet = band_of(&w).end_time, peak = largest(&w, 0, quiet);
    ck_assert_double_le(largest(&w, -quiet, 0), 1e-8 * peak);
    ck_assert_double_le(largest(&w, quiet * (1 + 1e-9), 3 * quiet), 1e-8 * peak);
    /* and quiet is not put off for long */
    ck_assert_double_ge(largest(&w, 0.97 * quiet, quiet), 1e-9 * peak);
}
END_TEST

/* 20001 samples of a pulse that is some 1000 samples wide miss its peak by (1e-3)^2. */
START_TEST(a_pulse_reaches_its_amplitude)
{
    yee_waveform w = wave(pulses[_i]);
    ck_assert_double_eq_tol(largest(&w, 0, band_of(&w).end_time), 3, 1e-5);
}
END_TEST

/* The closed forms are those of the whole pulse; what is cut off before t = 0 is 1e-8 of it, so
 * 1e-2 of the peak is met to 1e-6/1e-2 relative. The burst's band leaves its image at negative
 * frequencies out: exp(-((2 f - b/2)/s)^2/2) beside 1e-2 for the narrow one, but at b = 2 f the
 * low edge is 0 and the two cancel; there the upper edge alone is looked at. */
START_TEST(the_band_ends_40_db_below_the_peak)
{
    yee_waveform w = wave(pulses[_i]);
    yee_band band = band_of(&w);
    double peak = 0;
    for (int n = 0; n <= 400; n++)
        peak = fmax(peak, spectrum(&w, band.high * n / 400, band.end_time));
    ck_assert_double_eq_tol(spectrum(&w, band.high, band.end_time) / peak, 0.01, 1e-5);
    if (band.low > 0)
        ck_assert_double_eq_tol(spectrum(&w, band.low, band.end_time) / peak, 0.01, 1e-5);
}
END_TEST

START_TEST(pulses_follow_their_formulas)
{
    double f = 1e9, t = 0.83e-9, x;
    yee_waveform w = wave("type = gaussian\nfrequency = 1 GHz\n");
    x = 2 * YEE_PI * f * (t - 1e-9);
    ck_assert_double_eq_tol(yee_waveform_value(&w, t), exp(-x * x / 2), 1e-14);
    w = wave("type = gaussian_derivative\nfrequency = 1 GHz\ndelay = 1 ns\n");
    ck_assert_double_eq_tol(yee_waveform_value(&w, t), -x * exp(0.5 - x * x / 2), 1e-14);
    w = wave("type = ricker\nfrequency = 1 GHz\ndelay = 1 ns\n");
    x = YEE_PI * f * (t - 1e-9);
    ck_assert_double_eq_tol(yee_waveform_value(&w, t), (1 - 2 * x * x) * exp(-x * x), 1e-14);
}
END_TEST

/* Every kind with f = 1 GHz at t = start + 0.83 ns, worked out from its formula. */
START_TEST(waveforms_of_gprmax_follow_their_formulas)
{
    const double f = 1e9, t = 0.83e-9, z = 2 * YEE_PI * YEE_PI * f * f, u = t - 1 / f;
    const double y = z / 2, v = t - sqrt(2) / f;
    const struct {
        const char *kind;
        double value;
    } all[] = {
        {"gaussian", exp(-z * u * u)},
        {"gaussiandot", -2 * z * u * exp(-z * u * u)},
        {"gaussianprime", -2 * z * u * exp(-z * u * u)},
        {"gaussiandotnorm", -2 * z * u * exp(-z * u * u) * sqrt(exp(1) / (2 * z))},
        {"gaussiandotdot", 2 * y * (2 * y * v * v - 1) * exp(-y * v * v)},
        {"gaussiandotdotnorm", (2 * y * v * v - 1) * exp(-y * v * v)},
        {"ricker", (1 - 2 * y * v * v) * exp(-y * v * v)},
        {"gaussiandoubleprime", 2 * z * (2 * z * u * u - 1) * exp(-z * u * u)},
        {"sine", sin(2 * YEE_PI * f * t)},
        {"contsine", 0.25 * f * t * sin(2 * YEE_PI * f * t)},
    };
    char lines[200];
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        snprintf(lines, sizeof lines,
                 "type = gprmax\nkind = %s\nfrequency = 1 GHz\namplitude = 3\nstart = 2 ns\n"
                 "stop = 3.5 ns\n",
                 all[n].kind);
        const yee_waveform w = wave(lines);
        /* 1e-12: the rounding of a time of 2.83 ns is 4e-16 of it, and the formulas change by at
         * most ten of themselves in 1 ns */
        ck_assert_double_eq_tol(yee_waveform_value(&w, 2.83e-9) / (3 * all[n].value), 1, 1e-12);
        ck_assert(yee_waveform_value(&w, 1.99e-9) == 0);
        ck_assert(yee_waveform_value(&w, 3.51e-9) == 0);
    }
    yee_waveform w = wave("type = gprmax\nkind = sine\nfrequency = 1 GHz\n");
    ck_assert(yee_waveform_value(&w, 1.1e-9) == 0);
    w = wave("type = gprmax\nkind = contsine\nfrequency = 1 GHz\n");
    ck_assert_double_eq_tol(yee_waveform_value(&w, 5.25e-9), 1, 1e-12);
    w = wave("type = gprmax\nkind = impulse\nstep = 2 ps\namplitude = 4\n");
    ck_assert(yee_waveform_value(&w, 1e-12) == 4 && yee_waveform_value(&w, 3e-12) == 0);
    ck_assert_int_ne(open_wave("type = gprmax\nkind = sine\n", &w), YEE_OK);
    ck_assert_int_ne(open_wave("type = gprmax\nkind = impulse\n", &w), YEE_OK);
    ck_assert_int_ne(open_wave("type = gprmax\nkind = file\n", &w), YEE_OK);
}
END_TEST

START_TEST(a_column_of_a_file_is_played)
{
    char name[] = "/tmp/yee-column-XXXXXX", lines[300];
    const int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    FILE *file = fdopen(fd, "w");
    fputs("time a b\n0 0 5\n1e-9 2 7\n\n3e-9 -4 8\n", file);
    fclose(file);
    snprintf(lines, sizeof lines, "type = gprmax\nkind = file\nfile = %s\ncolumn = a\n", name);
    yee_waveform w = wave(lines);
    ck_assert_double_eq_tol(yee_waveform_value(&w, 0.5e-9), 1, 1e-12);
    ck_assert_double_eq_tol(yee_waveform_value(&w, 2e-9), -1, 1e-12);
    ck_assert(yee_waveform_value(&w, 3.1e-9) == 0);
    snprintf(lines, sizeof lines, "type = gprmax\nkind = file\nfile = %s\ncolumn = c\n", name);
    ck_assert_int_ne(open_wave(lines, &w), YEE_OK);
    file = fopen(name, "w");
    fputs("a b\n0 5\n2 7\n", file);
    fclose(file);
    snprintf(lines, sizeof lines,
             "type = gprmax\nkind = file\nfile = %s\ncolumn = b\nstep = 2 ns\nstart = 1 ns\n",
             name);
    w = wave(lines);
    ck_assert_double_eq_tol(yee_waveform_value(&w, 2e-9), 6, 1e-12);
    unlink(name);
}
END_TEST

START_TEST(a_pulse_that_begins_with_a_jump_is_warned_about)
{
    wave("type = gaussian\nfrequency = 1 GHz\n");
    ck_assert_str_eq(logged, "");
    wave("type = gaussian\nfrequency = 1 GHz\ndelay = 0.2 ns\n");
    ck_assert_ptr_nonnull(strstr(logged, "jump"));
}
END_TEST

/* Odd pulses are 0 at their delay, and one that is over is 0 ever after:
 * no jump tells of them. */
START_TEST(a_pulse_that_has_begun_before_the_run_is_warned_about)
{
    static const char *const pulse[] = {"gaussian", "gaussian_derivative", "ricker",
                                        "modulated_gaussian\nbandwidth = 1 GHz"};
    for (int i = 0; i < 4; i++) {
        char text[128];
        *logged = 0;
        snprintf(text, sizeof text, "type = %s\nfrequency = 1 GHz\n", pulse[i]);
        wave(text);
        ck_assert_str_eq(logged, "");
        snprintf(text, sizeof text, "type = %s\nfrequency = 1 GHz\ndelay = %s\n", pulse[i],
                 i % 2 ? "0 s" : "-20 ns");
        wave(text);
        ck_assert_msg(strstr(logged, "before t = 0, where no run is"), "%s: %s", text, logged);
    }
}
END_TEST

START_TEST(a_band_below_zero_hertz_is_refused)
{
    yee_waveform w;
    ck_assert_int_eq(
        open_wave("type = modulated_gaussian\nfrequency = 1 GHz\nbandwidth = 2.1 GHz\n", &w),
        YEE_INPUT);
    instance_says("at most twice the frequency");
}
END_TEST

START_TEST(a_sine_rises_over_its_ramp_and_goes_on)
{
    yee_waveform w =
        wave("type = sine\nfrequency = 1 GHz\namplitude = 2\ndelay = 1 ns\nramp = 3\n");
    ck_assert_double_eq(yee_waveform_value(&w, 1e-9), 0);
    ck_assert_double_eq(yee_waveform_value(&w, -5e-9), 0);
    /* a quarter period after 1.5 periods of ramp: half of the sin^2 ramp is at 1.5 */
    double rise = sin(YEE_PI / 2 * 1.25 / 3);
    ck_assert_double_eq_tol(yee_waveform_value(&w, 2.25e-9), 2 * rise * rise, 1e-12);
    ck_assert_double_eq_tol(yee_waveform_value(&w, 1e-9 + 100.25e-9), 2, 1e-10);
    ck_assert_double_eq(band_of(&w).end_time, YEE_INFINITY);
    ck_assert_double_eq(band_of(&w).high, 1e9);
}
END_TEST

/* Tables */

static char path[64];

static void write_text(const char *text)
{
    snprintf(path, sizeof path, "/tmp/yee_table_%ld.csv", (long)getpid());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static char *table_lines(const char *more)
{
    return yee_arena_format(session->arena, "type = table\nfile = %s\n%s", path, more);
}

static void remove_table(void)
{
    unlink(path);
    instance_teardown();
}

START_TEST(a_table_reads_text_with_any_usual_separator)
{
    write_text("\"time\",\"value\"\n# comment\n\n0, 0\n1e-9;2\n2e-9\t4\n 3e-9 6 \n");
    yee_waveform w = wave(table_lines("amplitude = 0.5\ndelay = 1 ns\n"));
    /* a natural spline through a straight line is that line */
    for (double t = 1e-9; t < 4e-9; t += 0.11e-9)
        ck_assert_double_eq_tol(yee_waveform_value(&w, t), (t - 1e-9) / 1e-9, 1e-12);
    ck_assert_double_eq(yee_waveform_value(&w, 0.99e-9), 0);
    ck_assert_double_eq(yee_waveform_value(&w, 4.01e-9), 0);
}
END_TEST

/* A line through (0, 0) and (4 ns, 4); what is behind # has no end that a buffer could be. */
START_TEST(times_of_a_table_have_the_unit_of_its_heading)
{
    static const char *const heading[] = {"t [ns], v\n", "t (ns);I [mA]\n",
                                          "\xEF\xBB\xBF\"time after trigger [ns]\",v\r\n",
                                          "t [ns] v [V]\n"};
    static char text[4096];
    for (size_t i = 0; i < sizeof heading / sizeof *heading; i++) {
        snprintf(text, sizeof text, "%s# %01500d 9 9\n0, 0\n2, 2\n4, 4\n", heading[i], 0);
        write_text(text);
        yee_waveform w = wave(table_lines(""));
        ck_assert_double_eq_tol(yee_waveform_value(&w, 1e-9), 1, 1e-12);
        ck_assert_double_eq_tol(yee_waveform_value(&w, 3e-9), 3, 1e-12);
    }
    /* the unit is that of the values */
    write_text("t I [mA]\n0 0\n2e-9 2\n4e-9 4\n");
    yee_waveform w = wave(table_lines(""));
    ck_assert_double_eq_tol(yee_waveform_value(&w, 1e-9), 1, 1e-12);
}
END_TEST

START_TEST(a_broken_table_is_named_with_its_line)
{
    const struct {
        const char *text, *words;
    } bad[] = {{"0 0\n1e-9 x\n", ":2: '1e-9 x'"},
               {"0 0\n1 2 3\n", ":2: '1 2 3'"},
               {"t v\nanother heading\n0 1\n", ":2:"},
               {"0 1\n", "has 1 sample;"},
               {"", "0 samples"},
               {"0 0\n1 1\n1 2\n", "times must rise"},
               {"0 nan\n1 1\n", ":1:"},
               {"nan 0\n0 1\n1 1\n", ":1:"},
               {"t [mm], v\n0, 0\n1, 1\n", "says that times are in 'mm'"},
               {"time (h),v\n0, 0\n1, 1\n", "says that times are in 'h'"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        yee_waveform w;
        write_text(bad[i].text);
        ck_assert_int_eq(open_wave(table_lines(""), &w), YEE_INPUT);
        instance_says(bad[i].words);
    }
    yee_waveform w;
    ck_assert_int_eq(open_wave("type = table\nfile = /nowhere/at/all.csv\n", &w), YEE_IO);
    instance_says("No such file");
}
END_TEST

/* Samples of exp(-x^2/2) with step h: the spline's error is at most 5/384 h^4 max|w''''|, and
 * w'''' = 3 at the middle (C. de Boor, as in table.c); the ends are at 1e-9, where w'' = 0 is
 * true enough. The straight line's is h^2/8 max|w''|, w'' = 1. */
START_TEST(a_table_is_interpolated_as_well_as_a_cubic_can)
{
    double h = 0.25;
    size_t capacity = 65536, length = 0;
    char *text = calloc(1, capacity);
    for (int i = -28; i <= 28; i++)
        length += (size_t)snprintf(text + length, capacity - length, "%.17g, %.17g\n", i * h,
                                   exp(-0.5 * i * h * i * h));
    write_text(text);
    free(text);
    yee_waveform cubic = wave(table_lines("")), straight = wave(table_lines("interpolation = "
                                                                            "linear\n"));
    double worst[2] = {0, 0};
    for (double t = -7; t < 7; t += 0.01) {
        double want = exp(-0.5 * t * t);
        worst[0] = fmax(worst[0], fabs(yee_waveform_value(&cubic, t) - want));
        worst[1] = fmax(worst[1], fabs(yee_waveform_value(&straight, t) - want));
    }
    ck_assert_double_le(worst[0], 5.0 / 384 * 3 * h * h * h * h);
    ck_assert_double_le(worst[1], h * h / 8);
    ck_assert_double_ge(worst[1], 0.5 * h * h / 8);
}
END_TEST

/* Lines of the table's spectrum are 1/length/2 apart: the edges are met to that. */
START_TEST(a_table_finds_its_own_band)
{
    yee_waveform ricker = wave("type = ricker\nfrequency = 1 GHz\n");
    yee_band want = band_of(&ricker);
    size_t capacity = 65536, length = 0;
    char *text = calloc(1, capacity);
    double step = 2e-11;
    int count = 200;
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, capacity - length, "%.17g, %.17g\n", i * step,
                                   yee_waveform_value(&ricker, i * step));
    write_text(text);
    free(text);
    yee_waveform w = wave(table_lines(""));
    yee_band band = band_of(&w);
    double line = 0.5 / (count * step);
    ck_assert_double_eq_tol(band.low, want.low, line);
    ck_assert_double_eq_tol(band.high, want.high, line);
    ck_assert_double_eq_tol(band.end_time, want.end_time, 2 * step);
}
END_TEST

START_TEST(a_table_reads_hdf5)
{
    double t[3] = {0, 1e-9, 2e-9}, v[3] = {0, 5, 10};
    hsize_t dims = 3;
    snprintf(path, sizeof path, "/tmp/yee_table_%ld.h5", (long)getpid());
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &dims, NULL);
    const struct {
        const char *name;
        const double *data;
    } set[] = {{"/time", t}, {"/pulse", v}};
    for (int i = 0; i < 2; i++) {
        hid_t d = H5Dcreate2(file, set[i].name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT,
                             H5P_DEFAULT);
        H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, set[i].data);
        H5Dclose(d);
    }
    H5Sclose(space);
    H5Fclose(file);
    yee_waveform w = wave(table_lines("values = /pulse\n"));
    ck_assert_double_eq_tol(yee_waveform_value(&w, 1.5e-9), 7.5, 1e-12);
    ck_assert_int_eq(open_wave(table_lines(""), &w), YEE_INPUT);
    instance_says("no dataset /value");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("waveforms");
    TCase *pulse = tcase_create("pulse");
    tcase_add_checked_fixture(pulse, instance_setup, instance_teardown);
    tcase_add_loop_test(pulse, a_pulse_is_silent_before_zero_and_after_quiet, 0, PULSES);
    tcase_add_loop_test(pulse, a_pulse_reaches_its_amplitude, 0, 3);
    tcase_add_loop_test(pulse, the_band_ends_40_db_below_the_peak, 0, PULSES);
    tcase_add_test(pulse, pulses_follow_their_formulas);
    tcase_add_test(pulse, waveforms_of_gprmax_follow_their_formulas);
    tcase_add_test(pulse, a_column_of_a_file_is_played);
    tcase_add_test(pulse, a_pulse_that_begins_with_a_jump_is_warned_about);
    tcase_add_test(pulse, a_pulse_that_has_begun_before_the_run_is_warned_about);
    tcase_add_test(pulse, a_band_below_zero_hertz_is_refused);
    tcase_add_test(pulse, a_sine_rises_over_its_ramp_and_goes_on);
    suite_add_tcase(suite, pulse);
    TCase *table = tcase_create("table");
    tcase_add_checked_fixture(table, instance_setup, remove_table);
    tcase_add_test(table, a_table_reads_text_with_any_usual_separator);
    tcase_add_test(table, times_of_a_table_have_the_unit_of_its_heading);
    tcase_add_test(table, a_broken_table_is_named_with_its_line);
    tcase_add_test(table, a_table_is_interpolated_as_well_as_a_cubic_can);
    tcase_add_test(table, a_table_finds_its_own_band);
    tcase_add_test(table, a_table_reads_hdf5);
    suite_add_tcase(suite, table);
    return suite_run(suite);
}
