/* tests/unit/test_outputs.c: what the self-test says of outputs. */
#include "findings.h"

/* Layers of 10 cells of 1 mm; a plane at their inner end is none of them. */
START_TEST(an_output_in_a_layer_is_a_warning)
{
    static const struct {
        const char *extra, *word;
        yee_level level;
    } row[] = {
        {"type = probe\nposition = 15, 15, 25 mm\n", "it lies in an absorbing layer (z+)",
         YEE_WARNING},
        {"type = probe\nposition = 15, 15, 15, 5, 15, 15 mm\n",
         "some of its points lie in an absorbing layer (x-)", YEE_INFO},
        {"type = flux\nplane = y\nat = 5 mm\nfrequencies = 5 GHz\n",
         "it lies in an absorbing layer (y-)", YEE_WARNING},
        {"type = snapshot\nfrom = 0, 0, 22 mm\nto = 30, 30, 22 mm\nevery = 10\n",
         "it lies in an absorbing layer (z+)", YEE_WARNING},
        {"type = flux\nplane = y\nat = 10 mm\nfrequencies = 5 GHz\n", NULL, YEE_INFO},
        {"type = snapshot\nevery = 10\n", NULL, YEE_INFO},
    };
    bench b;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char extra[256];
        snprintf(extra, sizeof extra, "[output.o]\n%s", row[i].extra);
        open_model(&b, "5 GHz", "10", extra, 0, NULL);
        const yee_finding *f = find(&b, "output.o", row[i].word ? row[i].word : "layer");
        ck_assert_msg(!f == !row[i].word, "row %zu", i);
        ck_assert_msg(!f || f->level == row[i].level, "row %zu", i);
        close_model(&b);
    }
}
END_TEST

/* A box of metal from 3 to 9 mm along all axes, and a wall at z = 0. */
START_TEST(a_probe_that_can_only_record_zeros_is_a_warning)
{
    static const struct {
        const char *place;
        bool warned;
    } row[] = {
        {"position = 6, 6, 6 mm\n", true},
        {"position = 6, 6, 6 mm\ncomponents = hx\n", false},
        {"position = 6, 6, 6, 6, 6, 5 mm\ncomponents = ez\n", true},
        {"position = 6, 6, 6, 15, 15, 20 mm\n", false},
        {"position = 6, 6, 9 mm\n", false}, /* Ez stands on the metal */
        {"position = 6, 6, 9 mm\ncomponents = ex\n", true},
        {"position = 15, 15, 0 mm\ncomponents = ex, ey\n", true},
        {"position = 15, 15, 0 mm\n", false},
    };
    bench b;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char extra[256];
        snprintf(extra, sizeof extra,
                 "[boundary.low]\ntype = pec\nfaces = z-\n[shape.m]\ntype = box\nfrom = 3, 3, "
                 "3 mm\nto = 9, 9, 9 mm\n"
                 "material = pec\n[output.o]\ntype = probe\n%s",
                 row[i].place);
        open_model(&b, "5 GHz", "2", extra, 0, NULL);
        const yee_finding *f = find(&b, "output.o", "every E that it records stays 0");
        ck_assert_msg(!f == !row[i].warned, "row %zu", i);
        ck_assert(!f || f->level == YEE_WARNING);
        close_model(&b);
    }
}
END_TEST

/* A Gaussian whose spectrum is exp(-(f/5 GHz)^2/2) falls to 2^-24 at sqrt(48 ln 2) = 5.8 times
 * that, 29 GHz; a sine that does not end has no edge. */
START_TEST(a_frequency_that_no_source_plays_is_a_warning)
{
    static const char *const form[] = {"gaussian", "gaussian", "sine"};
    static const double asked[] = {60, 20, 60};
    for (int i = 0; i < 3; i++) {
        char extra[256], type[64];
        const char *set[] = {type};
        bench b;
        snprintf(type, sizeof type, "waveform.w.type=%s", form[i]);
        snprintf(extra, sizeof extra,
                 "[output.o]\ntype = spectrum\nfrom = 15, 15, 15 mm\nto = 16, 16, 16 mm\n"
                 "frequencies = %g GHz\n",
                 asked[i]);
        open_model(&b, "5 GHz", "10", extra, 1, set);
        const yee_finding *f = find(&b, "output.o", "the sources have none beyond");
        ck_assert_msg(!f == (i > 0), "%s, %g GHz", form[i], asked[i]);
        ck_assert(!f || f->level == YEE_WARNING);
        close_model(&b);
    }
}
END_TEST

/* A step takes 0.99/(c sqrt 3) mm, 1.9066 ps: 52 of them tell frequencies up to 5.04 GHz, 53 up
 * to 4.95 GHz. */
START_TEST(records_too_far_apart_for_the_band_are_a_warning)
{
    static const struct {
        const char *extra;
        bool warns;
    } row[] = {
        {"type = probe\nposition = 15, 15, 12 mm\nevery = 52\n", false},
        {"type = probe\nposition = 15, 15, 12 mm\nevery = 53\n", true},
        {"type = snapshot\nevery = 100\n", false}, /* a picture */
        {"type = energy\nevery = 100\n", false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        static const char *const set[] = {"run.steps=200"};
        char extra[256];
        bench b;
        snprintf(extra, sizeof extra, "[output.o]\n%s", row[i].extra);
        open_model(&b, "5 GHz", "10", extra, 1, set);
        const yee_finding *f = find(&b, "output.o",
                                    "up to 5 GHz, and what is above is folded onto lower ones: "
                                    "record every 52 steps");
        ck_assert_msg(!f == !row[i].warns, "row %zu", i);
        ck_assert(!f || f->level == YEE_WARNING);
        ck_assert(f || !find(&b, "output.o", "folded"));
        close_model(&b);
    }
}
END_TEST

/* 1e15 steps of 30^3 numbers of 4 bytes are 1e20 bytes: no disk has them. */
START_TEST(more_records_than_the_disk_holds_are_a_warning)
{
    static const char *const steps[] = {"run.steps=40", "run.steps=1000000000000000"};
    for (int i = 0; i < 2; i++) {
        const char *set[] = {steps[i]};
        bench b;
        open_model(&b, "5 GHz", "10", "[output.o]\ntype = snapshot\nevery = 1\n", 1, set);
        const yee_finding *f = find(&b, "disk", "are free in .");
        ck_assert_msg(!f == !i, "%s", steps[i]);
        ck_assert(!f || f->level == YEE_WARNING);
        close_model(&b);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_add_test(tests, an_output_in_a_layer_is_a_warning);
    tcase_add_test(tests, a_probe_that_can_only_record_zeros_is_a_warning);
    tcase_add_test(tests, a_frequency_that_no_source_plays_is_a_warning);
    tcase_add_test(tests, records_too_far_apart_for_the_band_are_a_warning);
    tcase_add_test(tests, more_records_than_the_disk_holds_are_a_warning);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
