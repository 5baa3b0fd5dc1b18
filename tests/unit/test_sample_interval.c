/* tests/unit/test_sample_interval.c: how seldom running transforms sample when they may
 * choose. */
#include "model/sample_interval.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static yee_session *session;
static yee_model *model;

/* A spectrum up to 4 GHz in a grid of 1 mm; more: waveforms, sources, keys of the spectrum. */
static void open_model(const char *more)
{
    char text[2048];
    snprintf(text, sizeof text,
             "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n[run]\nsteps = 10\n"
             "scheme = plain\n[boundary.all]\ntype = pec\n%s\n"
             "[output.part]\ntype = spectrum\ncomponents = ez\nfrequencies = 4 GHz, 1 GHz\n%s",
             more, strstr(more, "every") ? "every = 5\n" : "");
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 0, NULL, &model), "%s",
                  yee_session_error(session));
}

static void close_model(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

static int64_t chosen(void)
{
    ck_assert_int_eq(model->problem.taps, 1);
    ck_assert_int_eq(model->problem.tap[0].first, model->problem.tap[0].every);
    return model->problem.tap[0].every;
}

static const char *reason(void)
{
    for (size_t i = 0; i < model->findings; i++)
        if (!strcmp(model->finding[i].subject, "output.part"))
            return model->finding[i].text;
    return "";
}

/* The largest k with k dt (highest + edge) < 1. */
static int64_t largest(double edge, double highest)
{
    return (int64_t)ceil(1 / (model->problem.grid.dt * (edge + highest))) - 1;
}

#define DIPOLE(name, waveform) \
    "[source." name "]\ntype = dipole\nposition = 6, 6, 6.5 mm\ndirection = z\n" \
    "current = 1 A\nwaveform = " waveform "\n"

/* The spectrum exp(-(nu/f)^2/2) is at 2^-24 at nu = f sqrt(48 ln 2). The edge that is found is
 * above it by at most two lines, 1/quiet and less than 0.15 f: a delay of 6.4/(2 pi f) before
 * and after. */
START_TEST(a_gaussian_is_sampled_as_its_tail_allows)
{
    const double f = 2.5e9, edge = f * sqrt(48 * log(2));
    open_model("[waveform.w]\ntype = gaussian\nfrequency = 2.5 GHz\n" DIPOLE("d", "w"));
    ck_assert_int_le(chosen(), largest(edge, 4e9));
    ck_assert_int_ge(chosen(), largest(edge + 0.5 * f, 4e9));
    ck_assert_int_gt(chosen(), 20);
    ck_assert_msg(strstr(reason(), "the sources have less than 6e-08"), "%s", reason());
    close_model();
}
END_TEST

/* A narrow band far from 0 has its edge near it: f + s sqrt(48 ln 2), s = bandwidth/(2 sqrt(2
 * ln 100)); found within two lines as above. */
START_TEST(a_carrier_counts_with_its_band)
{
    const double s = 1e9 / (2 * sqrt(2 * log(100))), edge = 10e9 + s * sqrt(48 * log(2));
    open_model("[waveform.w]\ntype = modulated_gaussian\nfrequency = 10 GHz\n"
               "bandwidth = 1 GHz\n" DIPOLE("d", "w"));
    ck_assert_int_le(chosen(), largest(edge, 4e9));
    ck_assert_int_ge(chosen(), largest(edge + 2 * s, 4e9));
    double begin; /* as far below, found within two lines likewise */
    yee_sample_interval_edge(model, &begin);
    ck_assert_double_le(begin, 20e9 - edge);
    ck_assert_double_ge(begin, 20e9 - edge - 2 * s);
    close_model();
    open_model("[waveform.w]\ntype = gaussian\nfrequency = 10 GHz\n" DIPOLE("d", "w"));
    yee_sample_interval_edge(model, &begin);
    ck_assert_double_eq(begin, 0);
    close_model();
}
END_TEST

/* A wrong unit, or a band beside that of the source, is told at either end; 0 Hz is not. */
START_TEST(frequencies_that_no_source_plays_are_a_warning)
{
    static const char carrier[] = "[waveform.w]\ntype = modulated_gaussian\nbandwidth = 1 GHz\n"
                                  "frequency = %s\n" DIPOLE("d", "w");
    static const struct {
        const char *frequency, *says;
    } row[] = {{"10 GHz", "down to 1 GHz"}, {"2 GHz", "up to 4 GHz"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[512];
        bool there = false;
        snprintf(text, sizeof text, carrier, row[i].frequency);
        open_model(text);
        const yee_finding *finding;
        const size_t count = yee_model_findings(model, &finding);
        for (size_t n = 0; n < count; n++)
            there = there ||
                    (finding[n].level == YEE_WARNING && strstr(finding[n].text, row[i].says) &&
                     strstr(finding[n].text, "is rounding"));
        ck_assert_msg(there, "%s", row[i].frequency);
        close_model();
    }
}
END_TEST

START_TEST(of_several_sources_the_widest_band_counts)
{
    static const char two[] =
        "[waveform.low]\ntype = ricker\nfrequency = 1 GHz\n"
        "[waveform.high]\ntype = ricker\nfrequency = 6 GHz\n" DIPOLE("a", "low");
    char text[1024];
    open_model(two);
    const int64_t alone = chosen();
    close_model();
    snprintf(text, sizeof text, "%s%s", two, DIPOLE("b", "high"));
    open_model(text);
    /* (4 + 4.6*1)/(4 + 4.6*6): the ricker's spectrum is at 2^-24 at 4.6 f */
    ck_assert_double_eq_tol((double)chosen() / (double)alone, 8.6 / 31.6, 0.05);
    close_model();
}
END_TEST

START_TEST(without_a_bound_every_step_counts)
{
    open_model("");
    ck_assert_int_eq(chosen(), 1);
    ck_assert_msg(strstr(reason(), "there is no source"), "%s", reason());
    close_model();
    open_model("[waveform.w]\ntype = sine\nfrequency = 2 GHz\n" DIPOLE("d", "w"));
    ck_assert_int_eq(chosen(), 1);
    ck_assert_msg(strstr(reason(), "waveform 'w' does not end"), "%s", reason());
    close_model();
    /* A jump at t = 0 to exp(-1/2) of the peak falls by 1/nu only. */
    open_model("[waveform.w]\ntype = gaussian\nfrequency = 2.5 GHz\ndelay = 64 ps\n" //
               DIPOLE("d", "w"));
    ck_assert_int_eq(chosen(), 1);
    close_model();
}
END_TEST

START_TEST(an_interval_that_is_given_is_kept)
{
    open_model("[waveform.every]\ntype = gaussian\nfrequency = 2.5 GHz\n" //
               DIPOLE("d", "every"));
    ck_assert_int_eq(chosen(), 5);
    ck_assert_str_eq(reason(), "");
    close_model();
}
END_TEST

/* Samples of what lies above the sources' band still tell it from its own image. */
START_TEST(frequencies_beyond_the_band_stay_below_half_the_rate)
{
    open_model("[waveform.w]\ntype = gaussian\nfrequency = 0.1 GHz\n" DIPOLE("d", "w"));
    ck_assert_int_eq(chosen(), largest(4e9, 4e9));
    close_model();
}
END_TEST

static int64_t four(const void *config, const yee_problem *problem)
{
    (void)config, (void)problem;
    return 4;
}

START_TEST(a_scheme_of_many_steps_gets_whole_multiples)
{
    open_model("[waveform.w]\ntype = gaussian\nfrequency = 2.5 GHz\n" DIPOLE("d", "w"));
    const int64_t plain = chosen();
    yee_plugin plugin = *model->scheme->plugin;
    yee_scheme_ops ops = *(const yee_scheme_ops *)plugin.ops;
    const yee_plugin *kept = model->scheme->plugin;
    ops.steps_per_pass = four;
    plugin.ops = &ops;
    model->scheme->plugin = &plugin;
    ck_assert_int_eq(yee_sample_interval(model, "output.part", 4e9), plain - plain % 4);
    /* what is shorter than the pace is left as it is */
    const double dt = model->problem.grid.dt;
    ck_assert_int_eq(yee_sample_interval(model, "output.part", 1 / (2 * 3.5 * dt)), 3);
    ck_assert_int_eq(yee_sample_interval(model, "output.part", 1 / (2 * 1.5 * dt)), 1);
    ck_assert_int_eq(yee_sample_interval(model, "output.part", 1 / dt), 1);
    ops.size =
        (uint32_t)offsetof(yee_scheme_ops, steps_per_pass); /* built before there was one */
    ck_assert_int_eq(yee_sample_interval(model, "output.part", 4e9), plain);
    model->scheme->plugin = kept;
    close_model();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sample_interval");
    TCase *c = tcase_create("sample_interval");
    tcase_add_test(c, a_gaussian_is_sampled_as_its_tail_allows);
    tcase_add_test(c, a_carrier_counts_with_its_band);
    tcase_add_test(c, frequencies_that_no_source_plays_are_a_warning);
    tcase_add_test(c, of_several_sources_the_widest_band_counts);
    tcase_add_test(c, without_a_bound_every_step_counts);
    tcase_add_test(c, an_interval_that_is_given_is_kept);
    tcase_add_test(c, frequencies_beyond_the_band_stay_below_half_the_rate);
    tcase_add_test(c, a_scheme_of_many_steps_gets_whole_multiples);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
