/* tests/unit/test_selftest.c: what the self-test says of sound and unsound models. */
#include "findings.h"
#include "selftest/cost.h"
#include <math.h>
#include <sys/resource.h>

/* Runs a step; the status of the run. */
static yee_status run(bench *b)
{
    yee_simulation *s;
    ck_assert_int_eq(yee_simulation_plan(b->model, &s), YEE_OK);
    yee_simulation_quiet(s);
    const yee_status status = yee_simulation_run(s, 1, NULL, NULL);
    yee_simulation_free(s);
    return status;
}

START_TEST(phase_error_is_that_of_the_yee_relation)
{
    bench b;
    open_model(&b, "15 GHz", "10", "", 0, NULL);
    const yee_finding *f = find(&b, "vacuum", "cells per wavelength");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_INFO);
    /* along an axis sin(k d/2)/d = sin(w dt/2)/(c dt): Taflove and Hagness, eq. (4.16) */
    const double d = 1e-3, dt = yee_model_problem(b.model)->grid.dt, w = 2 * YEE_PI * 15e9;
    const double k = 2 / d * asin(d / (YEE_C0 * dt) * sin(0.5 * w * dt));
    const double error = 100 * fabs(k * YEE_C0 / w - 1);
    double cells, percent;
    ck_assert_int_eq(
        sscanf(f->text,
               "%lf cells per wavelength at 15 GHz, phase velocity wrong by up to %lf %%",
               &cells, &percent),
        2);
    ck_assert_double_eq_tol(cells, YEE_C0 / 15e9 / d, 0.05); /* printed with 3 digits */
    ck_assert_double_eq_tol(percent, error, 0.051 * error);  /* printed with 2 digits */
    ck_assert_int_eq(run(&b), YEE_OK);
    close_model(&b);
}
END_TEST

START_TEST(a_wave_the_grid_cannot_carry_is_refused_at_the_first_step)
{
    bench b;
    open_model(&b, "110 GHz", "10", "", 0, NULL); /* 2.7 cells */
    const yee_finding *f = find(&b, "vacuum", "does not carry");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_ERROR);
    ck_assert_int_eq(run(&b), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(yee_session_error(b.session), "does not carry"));
    close_model(&b);
}
END_TEST

START_TEST(the_wavelength_in_a_dense_medium_counts_and_only_where_it_is)
{
    static const char stone[] = "[material.stone]\ntype = dielectric\neps = 36\n";
    char used[512];
    bench b;
    open_model(&b, "20 GHz", "10", stone, 0, NULL); /* defined, painted nowhere */
    ck_assert_ptr_null(find(&b, "stone", ""));
    close_model(&b);
    snprintf(
        used, sizeof used,
        "%s[shape.b]\ntype = box\nfrom = 20, 10, 10 mm\nto = 25, 20, 20 mm\nmaterial = stone\n",
        stone);
    open_model(&b, "20 GHz", "10", used, 0, NULL); /* 15/6 = 2.5 cells */
    ck_assert_ptr_nonnull(find(&b, "stone", "does not carry"));
    close_model(&b);
}
END_TEST

/* The slowest and the fastest material of a lens, and the worst of all means, each one line, however
 * many there are; the place of what is wrong is the shape's. */
START_TEST(materials_that_a_shape_makes_are_spoken_of_by_their_extremes)
{
    static const char lens[] =
        "[shape.lens]\ntype = graded\nprofile = luneburg\ncenter = 15.1, 14.8, 15.3 mm\n"
        "radius = 9 mm\neps = %s\nlevels = 100000\n";
    static const char slab[] =
        "[material.wet]\ntype = debye\neps_inf = 2\ndelta_eps = 2\ntau = 9 ps\n"
        "[material.dry]\ntype = dielectric\neps = 2\n[shape.slab]\ntype = graded\n"
        "profile = linear\nfrom = 1, 1, 1 mm\nto = 25, 29, 27 mm\nmaterials = wet, dry\n";
    char text[512];
    bench b;
    const yee_finding *all;
    snprintf(text, sizeof text, lens, "1");
    open_model(&b, "15 GHz", "10", text, 0, NULL);
    ck_assert_int_gt(yee_model_problem(b.model)->media, 1000);
    ck_assert_ptr_nonnull(find(&b, "shape.lens", "it makes"));
    ck_assert_uint_le(yee_model_findings(b.model, &all), 6);
    double most = 0;
    for (size_t n = 0; n < yee_model_findings(b.model, &all); n++)
        if (strstr(all[n].subject, "lens/"))
            most = fmax(most, atof(strstr(all[n].text, "up to ") + 6));
    ck_assert_double_ge(most, atof(strstr(find(&b, "vacuum", "up to ")->text, "up to ") + 6));
    ck_assert_int_eq(run(&b), YEE_OK);
    close_model(&b);
    snprintf(text, sizeof text, lens, "40");
    open_model(&b, "15 GHz", "10", text, 0, NULL); /* 20/sqrt(80) = 2.2 cells */
    ck_assert_int_eq(run(&b), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(yee_session_error(b.session), "[shape.lens] lens/"));
    ck_assert_ptr_nonnull(strstr(yee_session_error(b.session), "does not carry"));
    close_model(&b);
    open_model(&b, "15 GHz", "10", slab, 0, NULL);
    ck_assert_int_gt(yee_model_problem(b.model)->media, 500);
    ck_assert_uint_le(yee_model_findings(b.model, &all), 12);
    ck_assert_ptr_nonnull(find(&b, "media", "more are passive"));
    ck_assert_ptr_nonnull(find(&b, "media", "more differ by less than 'slab/"));
    ck_assert_int_eq(run(&b), YEE_OK);
    close_model(&b);
}
END_TEST

START_TEST(a_model_without_a_source_is_a_warning)
{
    static const char still[] = "[grid]\ncells = 4, 4, 4\nspacing = 1 mm\n[run]\nsteps = 4\n"
                                "[boundary.all]\ntype = pec\n";
    bench b;
    ck_assert_int_eq(yee_session_open(NULL, &b.session), YEE_OK);
    ck_assert_int_eq(yee_model_parse(b.session, "test.ini", still, 0, NULL, &b.model), YEE_OK);
    b.findings = yee_model_findings(b.model, &b.finding);
    const yee_finding *f = find(&b, "model", "it has no [source.NAME]");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    close_model(&b);
    open_model(&b, "15 GHz", "10", "", 0, NULL);
    ck_assert_ptr_null(find(&b, "model", ""));
    close_model(&b);
}
END_TEST

START_TEST(a_warning_passes_unless_strict)
{
    static const char *const strict[] = {"run.strict=yes"};
    bench b;
    open_model(&b, "15 GHz", "4", "", 0, NULL);
    const yee_finding *f = find(&b, "boundary.all", "the layer at x- has 4 cells");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    ck_assert_int_eq(run(&b), YEE_OK);
    close_model(&b);
    open_model(&b, "15 GHz", "4", "", 1, strict);
    ck_assert_int_eq(run(&b), YEE_INPUT);
    close_model(&b);
}
END_TEST

/* A layer of 10 mm and waves of 3 m: less than a hundredth. */
START_TEST(a_layer_thin_against_long_waves_is_a_warning)
{
    bench b;
    open_model(&b, "100 MHz", "10", "", 0, NULL);
    const yee_finding *f = find(&b, "boundary.all", "10 mm, is less than 0.01 of the wave");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    close_model(&b);
    open_model(&b, "400 MHz", "10", "", 0, NULL);
    ck_assert_ptr_null(find(&b, "boundary.all", ""));
    close_model(&b);
    /* in stone alone waves are a sixth as long */
    static const char *const filled[] = {"grid.background=stone"};
    open_model(&b, "100 MHz", "10", "[material.stone]\ntype = dielectric\neps = 36\n", 1,
               filled);
    ck_assert_ptr_null(find(&b, "boundary.all", ""));
    close_model(&b);
    /* nearly from 0 Hz: its logarithmic middle, 280 MHz, is as good as outside of the band */
    static const char *const wide[] = {"waveform.w.type=modulated_gaussian",
                                       "waveform.w.bandwidth=15.99 GHz"};
    open_model(&b, "8 GHz", "10", "", 2, wide);
    ck_assert_ptr_null(find(&b, "boundary.all", ""));
    close_model(&b);
}
END_TEST

/* Two arms along x, to 10 mm and from 16 mm on, and a port between them. */
START_TEST(a_port_that_ends_a_cell_before_its_conductor_is_a_warning)
{
    static const struct {
        const char *negative, *more;
        bool warned;
    } cases[] = {
        {"10, 11, 11", "", false},
        {"11, 11, 11", "", true},
        {"12, 11, 11", "", false}, /* two cells: meant to be a gap */
        {"11, 11, 11",             /* an element in series */
         "[source.r]\ntype = lumped\nresistance = 5 Ohm\nnegative = 10, 11, 11 mm\n"
         "positive = 11, 11, 11 mm\n",
         false},
        {"11, 10, 11", "",
         true}, /* one column of three touches nothing, and nor do the others */
        {"11, 11, 11",
         "[shape.w]\ntype = wire\npoints = 11, 11, 11, 11, 14, 11 mm\n"
         "material = pec\n",
         false},
        {"11, 11, 11", /* a pad of copper fills the gap */
         "[material.copper]\ntype = dielectric\nsigma = 5.8e7 S/m\n[shape.w]\ntype = box\n"
         "from = 10, 10, 10 mm\nto = 11, 12, 12 mm\nmaterial = copper\n",
         false},
        {"11, 11, 11", /* sea water does not */
         "[material.sea]\ntype = dielectric\neps = 70\nsigma = 5 S/m\n[shape.w]\ntype = box\n"
         "from = 10, 10, 10 mm\nto = 11, 12, 12 mm\nmaterial = sea\n",
         true},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[1024];
        bench b;
        snprintf(text, sizeof text,
                 "[shape.a]\ntype = box\nfrom = 5, 10, 10 mm\nto = 10, 12, 12 mm\n"
                 "material = pec\n[shape.b]\ntype = box\nfrom = 16, 10, 10 mm\n"
                 "to = 20, 12, 12 mm\nmaterial = pec\n"
                 "[source.f]\ntype = voltage\nnegative = %s mm\npositive = 16, %.2s, 11 mm\n"
                 "across = 0, %d, 0 mm\n%s",
                 cases[n].negative, cases[n].negative + 4, n == 4 ? 2 : 0, cases[n].more);
        open_model(&b, "15 GHz", "5", text, 0, NULL);
        const yee_finding *f =
            find(&b, "source.f",
                 "touches no conductor, and one begins a cell further, at x = 10 mm");
        ck_assert_msg((f != NULL) == cases[n].warned, "case %zu", n);
        ck_assert(!f || f->level == YEE_WARNING);
        close_model(&b);
        /* gap = yes: it is meant, which changes nothing where there is none */
        static const char *const meant[] = {"source.f.gap=yes"};
        open_model(&b, "15 GHz", "5", text, 1, meant);
        ck_assert_ptr_null(find(&b, "source.f", "touches no conductor"));
        f = find(&b, "source.f", "gap = yes, but neither of its terminals ends a cell before");
        ck_assert_msg((f == NULL) == cases[n].warned, "case %zu", n);
        ck_assert(!f || f->level == YEE_INFO);
        close_model(&b);
    }
}
END_TEST

START_TEST(a_skin_depth_below_the_cells_is_a_warning)
{
    bench b;
    /* depth = sqrt(2/(w mu0 sigma)) = 5e-6 m at 15 GHz, the cells are 1 mm */
    open_model(
        &b, "15 GHz", "10",
        "[material.metal]\ntype = dielectric\nsigma = 6e5 S/m\n"
        "[shape.b]\ntype = box\nfrom = 20, 10, 10 mm\nto = 25, 20, 20 mm\nmaterial = metal\n",
        0, NULL);
    const yee_finding *f = find(&b, "metal", "not resolved");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    ck_assert_ptr_nonnull(strstr(f->text, "5.305 um"));
    close_model(&b);
}
END_TEST

START_TEST(a_pole_faster_than_the_time_step_is_a_warning)
{
    bench b;
    /* a resonance at 60 GHz with 8.7 steps per period: bilinear frequency warping of (w
     * dt)^2/12 = 4 % */
    open_model(
        &b, "50 GHz", "10",
        "[material.glass]\ntype = lorentz\ndelta_eps = 0.1\nf0 = 60 GHz\ngamma_hz = 1 GHz\n"
        "[shape.b]\ntype = box\nfrom = 20, 10, 10 mm\nto = 25, 20, 20 mm\nmaterial = glass\n",
        0, NULL);
    const yee_finding *f = find(&b, "glass", "differs from the formula");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    close_model(&b);
}
END_TEST

#define SOIL \
    "[material.soil]\ntype = debye\ndelta_eps = 3\ntau = 9 ps\n" \
    "[shape.b]\ntype = box\nfrom = 20, 10, 10 mm\nto = 25, 20, 20 mm\nmaterial = soil\n"

START_TEST(media_are_passive_and_their_poles_have_the_radius_of_the_bilinear_transform)
{
    bench b;
    open_model(&b, "15 GHz", "10", SOIL, 0, NULL);
    const yee_finding *f = find(&b, "soil", "passive");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_INFO);
    /* 1 + s tau with s = (2/dt) (z - 1)/(z + 1) has its zero at this z */
    const double dt = yee_model_problem(b.model)->grid.dt, tau = 9e-12;
    double radius, other;
    ck_assert_int_eq(
        sscanf(f->text, "the eps is passive; its 1 pole is of radius %lf a step", &radius), 1);
    ck_assert_double_eq_tol(radius, (2 * tau - dt) / (2 * tau + dt), 1e-9); /* 9 digits */
    close_model(&b);

    /* every pole: the one of the other material that is added to it, of twice its time */
    open_model(&b, "15 GHz", "10",
               SOIL "[material.clay]\ntype = debye\ndelta_eps = 1\ntau = 18 ps\nadd = soil\n"
                    "[shape.c]\ntype = box\nfrom = 10, 10, 10 mm\nto = 15, 15, 15 mm\n"
                    "material = clay\n",
               0, NULL);
    f = find(&b, "clay", "passive");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(sscanf(f->text,
                            "the eps is passive; its 2 poles are of radius %lf, %lf a step",
                            &other, &radius),
                     2);
    ck_assert_double_eq_tol(other, (4 * tau - dt) / (4 * tau + dt), 1e-9);
    ck_assert_double_eq_tol(radius, (2 * tau - dt) / (2 * tau + dt), 1e-9);
    close_model(&b);
}
END_TEST

START_TEST(an_active_medium_is_a_warning_where_unsafe_lets_it_pass)
{
    static const char *const set[] = {"run.unsafe=yes", "material.soil.delta_eps=-0.5"};
    bench b;
    open_model(&b, "15 GHz", "10", SOIL, 2, set);
    const yee_finding *f = find(&b, "soil", "is active: it gains energy at");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    close_model(&b);
}
END_TEST

START_TEST(an_object_that_later_ones_cover_is_a_warning)
{
    static const char *const strict[] = {"run.strict=yes"};
    static const char hidden[] = SOIL "[material.sand]\ntype = dielectric\neps = 2\n[shape.c]\n"
                                      "type = box\nfrom = 20, 10, 10 mm\nto = 25, 20, 20 mm\n"
                                      "material = sand\n";
    bench b;
    open_model(&b, "15 GHz", "10", SOIL, 1, strict);
    ck_assert_ptr_null(find(&b, "shape.b", ""));
    ck_assert_int_eq(run(&b), YEE_OK);
    close_model(&b);
    open_model(&b, "15 GHz", "10", hidden, 1, strict);
    const yee_finding *f = find(&b, "shape.b", "later ones cover all of it");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_WARNING);
    ck_assert_int_eq(run(&b), YEE_INPUT);
    /* with the line of its block: 16 lines before it */
    ck_assert_ptr_nonnull(strstr(yee_session_error(b.session), "test.ini:22: [shape.b]"));
    close_model(&b);
}
END_TEST

/* Yee's scheme has no finding of a wall: there is no thin layer, either. */
START_TEST(a_wall_that_wide_differences_reach_across_is_a_warning)
{
    static const char wall[] = "[boundary.w]\ntype = impedance\nmatched = yes\nfaces = x+\n";
    static const char *const schemes[] = {"run.scheme=plain", "run.scheme=fang24"};
    for (int n = 0; n < 2; n++) {
        bench b;
        open_model(&b, "15 GHz", "10", wall, 1, &schemes[n]);
        const yee_finding *f = find(&b, "boundary.w", "");
        ck_assert_int_eq(f != NULL, n);
        if (f)
            ck_assert_ptr_nonnull(strstr(f->text, "across the wall at x+"));
        ck_assert_int_eq(f ? f->level : YEE_WARNING, YEE_WARNING);
        close_model(&b);
    }
}
END_TEST

/* The layers are 10 of 30 cells. A port counts with one edge there, a sheet only as a whole. */
START_TEST(a_source_in_a_layer_is_a_warning)
{
    static const struct {
        const char *extra, *subject, *word;
        yee_level level;
    } row[] = {
        {"[source.q]\ntype = dipole\nposition = 15, 15, 25.5 mm\ndirection = x\ncurrent = 1 A\n"
         "waveform = w\n",
         "source.q", "it lies in an absorbing layer (z+)", YEE_WARNING},
        {"[source.q]\ntype = voltage\nnegative = 15, 15, 9 mm\npositive = 15, 15, 12 mm\n"
         "waveform = w\n",
         "source.q", "1 of its 3 points lie in an absorbing layer (z-)", YEE_WARNING},
        {"[source.q]\ntype = current_sheet\nfrom = 15, 5, 5 mm\nto = 15, 25, 25 mm\n"
         "direction = y\ncurrent = 1 A/m\nwaveform = w\n",
         "source.q", "points lie in an absorbing layer (y-)", YEE_INFO},
    };
    bench b;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        open_model(&b, "15 GHz", "10", row[i].extra, 0, NULL);
        const yee_finding *f = find(&b, row[i].subject, row[i].word);
        ck_assert_msg(f != NULL, "row %zu", i);
        ck_assert_int_eq(f->level, row[i].level);
        ck_assert_ptr_null(find(&b, "source.s", "layer"));
        close_model(&b);
    }
}
END_TEST

/* A ball that stands out of one side has no image; a sheet that stands out of both needs none,
 * nor does what ends at the face. */
START_TEST(an_object_beyond_a_periodic_face_is_a_warning)
{
    static const struct {
        const char *extra;
        bool warns;
    } row[] = {
        {"type = sphere\ncenter = 1, 15, 15 mm\nradius = 3 mm\n", true},
        {"type = sphere\ncenter = 5, 15, 15 mm\nradius = 5 mm\n", false},
        {"type = box\nfrom = -5, -5, 12 mm\nto = 40, 40, 18 mm\n", false},
        {"type = box\nfrom = 0, 0, 12 mm\nto = 30, 35, 18 mm\n", true},
        {"type = sphere\ncenter = 15, 15, 15 mm\nradius = 14 mm\n", false},
    };
    bench b;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char extra[256];
        snprintf(extra, sizeof extra,
                 "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
                 "[material.m]\ntype = dielectric\neps = 2\n"
                 "[shape.o]\nmaterial = m\n%s",
                 row[i].extra);
        open_model(&b, "5 GHz", "10", extra, 0, NULL);
        const yee_finding *f = find(&b, "shape.o", "beyond the periodic face");
        ck_assert_msg(!f == !row[i].warns, "row %zu", i);
        ck_assert(!f || f->level == YEE_WARNING);
        close_model(&b);
    }
}
END_TEST

/* 40 steps of 1.9066 ps: 76.26 ps. A Ricker pulse of 10 GHz has its peak at 140 ps, one of 30
 * GHz at 47 ps; a sine of 10 GHz has periods of 100 ps. */
START_TEST(a_run_that_ends_before_its_pulse_comes_is_a_warning)
{
    static const struct {
        const char *frequency, *extra, *word;
    } row[] = {
        {"15 GHz", "[waveform.p]\ntype = ricker\nfrequency = 10 GHz\n",
         "before the peak of 'p'"},
        {"15 GHz", "[waveform.p]\ntype = ricker\nfrequency = 30 GHz\n", NULL},
        {"15 GHz", "[waveform.p]\ntype = sine\nfrequency = 10 mHz\n",
         "before the first period of 'p'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char extra[512];
        bench b;
        snprintf(extra, sizeof extra,
                 "[source.q]\ntype = dipole\nposition = 15, 15, 12.5 mm\ndirection = x\n"
                 "current = 1 A\nwaveform = p\n%s",
                 row[i].extra);
        open_model(&b, row[i].frequency, "10", extra, 0, NULL);
        const yee_finding *f = find(&b, "source.q", "the run ends at 76.26 ps");
        ck_assert_msg(!f == !row[i].word, "row %zu: %s", i, f ? f->text : "nothing");
        ck_assert_msg(!f || (f->level == YEE_WARNING && strstr(f->text, row[i].word)), "%s",
                      f ? f->text : "");
        ck_assert_ptr_null(find(&b, "source.s", "the run ends"));
        close_model(&b);
    }
}
END_TEST

/* 10^13 cells are 254.7 TiB: 4 bytes of paint and 24 of fields each. */
START_TEST(more_cells_than_the_memory_holds_are_refused_before_they_are_taken)
{
    bench b;
    ck_assert_int_eq(yee_session_open(NULL, &b.session), YEE_OK);
    ck_assert_int_eq(yee_model_parse(b.session, "test.ini",
                                     "[grid]\ncells = 100000, 100000, 1000\nspacing = 1 mm\n"
                                     "[run]\nsteps = 1\n[boundary.all]\ntype = pec\n",
                                     0, NULL, &b.model),
                     YEE_MEMORY);
    const char *said = yee_session_error(b.session);
    ck_assert_msg(strstr(said, "[grid]") && strstr(said, "254.7 TiB and this machine has"),
                  "%s", said);
    yee_session_close(b.session);
}
END_TEST

/* Memory as `ulimit -v` says. 30^3 cells of six floats are 648 kB: more than 512 kB, which no
 * other part of the program notices, as the limit is there while the self-test looks only. */
static yee_status card_of_device(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->device = true;
    return YEE_OK;
}

/* Fields, poles and layers are the device's; ids, points and records stay. */
START_TEST(what_a_device_holds_is_not_asked_of_the_host)
{
#ifdef __SANITIZE_ADDRESS__
    /* The sanitizer's own memory is far above the limit, and all that is taken is new. */
    return;
#endif
    if (getenv("YEE_VALGRIND"))
        return; /* valgrind itself is within the limit */
    bench b;
    open_model(&b, "10 GHz", "10", "", 0, NULL);
    yee_need need;
    yee_need_count(&b.model->problem, yee_voxels_points(b.model->voxels), &need);
    ck_assert_double_eq(need.beside, need.ids + need.points + need.taps);
    ck_assert_double_gt(need.memory, need.beside + need.fields / 2);
    ck_assert(!yee_model_on_device(b.model));
    const yee_plugin *host = b.model->scheme->plugin;
    yee_scheme_ops ops;
    memcpy(&ops, host->ops, sizeof ops);
    ops.traits = card_of_device;
    yee_plugin device = *host;
    device.ops = &ops;
    struct rlimit limit, small;
    free(malloc(100000)); /* what the self-test takes is there already */
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    small = limit;
    small.rlim_cur = (rlim_t)(need.beside + need.fields / 2);
    b.model->scheme->plugin = &device;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &small), 0);
    const yee_status status = yee_selftest(b.model);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    b.model->scheme->plugin = host;
    ck_assert_int_eq(status, YEE_OK);
    b.findings = yee_model_findings(b.model, &b.finding);
    ck_assert_ptr_null(find(&b, "memory", "and this machine has"));
    close_model(&b);
}
END_TEST

START_TEST(a_run_that_needs_more_memory_than_there_is_is_refused)
{
#ifdef __SANITIZE_ADDRESS__
    /* The sanitizer's own memory is far above the limit, and all that is taken is new. */
    return;
#endif
    if (getenv("YEE_VALGRIND"))
        return; /* valgrind itself is within the limit */
    bench b;
    struct rlimit limit, small;
    open_model(&b, "10 GHz", "10", "", 0, NULL);
    ck_assert_ptr_null(find(&b, "memory", "this machine has"));
    free(malloc(100000)); /* what the self-test takes is there already */
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    small = limit;
    small.rlim_cur = 1 << 19;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &small), 0);
    const yee_status status = yee_selftest(b.model);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    ck_assert_int_eq(status, YEE_OK); /* findings refuse the run, not the model */
    b.findings = yee_model_findings(b.model, &b.finding);
    const yee_finding *f = find(&b, "memory", "MiB and this machine has 512.0 KiB");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_ERROR);
    yee_simulation *s = NULL;
    ck_assert_int_eq(yee_simulation_plan(b.model, &s), YEE_MEMORY);
    ck_assert_ptr_null(s);
    ck_assert_ptr_nonnull(strstr(yee_session_error(b.session), f->text));
    close_model(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("selftest");
    TCase *tests = tcase_create("selftest");
    tcase_add_test(tests, phase_error_is_that_of_the_yee_relation);
    tcase_add_test(tests, a_wave_the_grid_cannot_carry_is_refused_at_the_first_step);
    tcase_add_test(tests, the_wavelength_in_a_dense_medium_counts_and_only_where_it_is);
    tcase_add_test(tests, a_model_without_a_source_is_a_warning);
    tcase_add_test(tests, a_warning_passes_unless_strict);
    tcase_add_test(tests, a_layer_thin_against_long_waves_is_a_warning);
    tcase_add_test(tests, a_port_that_ends_a_cell_before_its_conductor_is_a_warning);
    tcase_add_test(tests, a_skin_depth_below_the_cells_is_a_warning);
    tcase_add_test(tests, a_pole_faster_than_the_time_step_is_a_warning);
    tcase_add_test(tests,
                   media_are_passive_and_their_poles_have_the_radius_of_the_bilinear_transform);
    tcase_add_test(tests, an_active_medium_is_a_warning_where_unsafe_lets_it_pass);
    tcase_add_test(tests, an_object_that_later_ones_cover_is_a_warning);
    tcase_add_test(tests, a_source_in_a_layer_is_a_warning);
    tcase_add_test(tests, a_wall_that_wide_differences_reach_across_is_a_warning);
    tcase_add_test(tests, an_object_beyond_a_periodic_face_is_a_warning);
    tcase_add_test(tests, a_run_that_ends_before_its_pulse_comes_is_a_warning);
    tcase_add_test(tests, more_cells_than_the_memory_holds_are_refused_before_they_are_taken);
    tcase_add_test(tests, a_run_that_needs_more_memory_than_there_is_is_refused);
    tcase_add_test(tests, what_a_device_holds_is_not_asked_of_the_host);
    tcase_add_test(tests, materials_that_a_shape_makes_are_spoken_of_by_their_extremes);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
