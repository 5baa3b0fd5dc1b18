/* Runs that subtract or divide by a record of another run: it must be of a run that differs in its
 * objects alone, and has come to its end; else the difference is named. */
#include "command.h"
#include "suite.h"

/* A sheet of current in a strip, and a film between the two planes that are looked at. */
#define STRIP(grid, length, more) \
    "[grid]\n" grid "\n[run]\n" length "\n" more \
    "[boundary.sides]\ntype = periodic\nfaces = x, y\n" \
    "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 8\n" \
    "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 10 GHz\nbandwidth = 10 GHz\n" \
    "[source.wave]\ntype = current_sheet\nfrom = 0, 0, 15 mm\nto = 1, 1, 15 mm\n" \
    "direction = x\ncurrent = 1 A/m\nwaveform = pulse\n" \
    "[output.t]\ntype = flux\nplane = z\nat = 45 mm\nfrequencies = 7.5, 10, 12.5 GHz\n"
#define GRID "cells = 1, 1, 60\nspacing = 1 mm"

static const char empty[] = STRIP(GRID, "time = 2 ns", "");
static const char film[] =
    STRIP(GRID, "time = 2 ns",
          "title = with the film\nthreads = 1\nscheme = plain\n"
          "output = own.h5\nforce = yes\n") "normalize = ref.h5:/flux/t\n"
                                            "[material.glass]\ntype = dielectric\neps = 2\n"
                                            "[shape.film]\ntype = box\nfrom = 0, 0, 25 mm\nto "
                                            "= 1, 1, 30 mm\nmaterial = glass\n";

static void make(const char *name, const char *set)
{
    write_file("ref.ini", empty);
    MUST("ref.ini", "--force", "--set", "run.output=ref.h5", "--set", set);
    write_file(name, film);
}

static void enter_film(void)
{
    enter_folder();
    make("m.ini", "run.title=empty");
}

/* Refused with the words; allowed, it runs and warns with them. */
static void differs(const char *set, const char *words)
{
    ck_assert_msg(RUN("m.ini", "--set", set) == YEE_INPUT, "%s: %s", set, said);
    says("m.ini:");
    says("[output.t] ref.h5 is of a run that differs from this one in more than its objects: ");
    says(words);
    says("; run it anew, or say reference_differs = allowed in [run]");
    MUST("m.ini", "--set", set, "--set", "run.reference_differs=allowed");
    says("warning");
    says("which [run] allows: ");
    says(words);
}

START_TEST(objects_titles_threads_and_schemes_may_differ)
{
    MUST("m.ini");
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(rows_of("own.h5", "/flux/t/ratio"), 3);
    /* the nodes lie where they did, and what nobody plays does not matter */
    write_file("m.ini", STRIP("size = 1, 1, 60 mm\nspacing = 1, 1, 1 mm", "time = 2000 ps",
                              "") "normalize = ref.h5:/flux/t\n"
                                  "[waveform.other]\ntype = sine\nfrequency = 1 GHz\n");
    MUST("m.ini", "--force");
    ck_assert_ptr_null(strstr(said, "ref.h5"));
}
END_TEST

static const char *const other[][2] = {
    {"source.wave.current=2 A/m", "[source.wave] current = 1 A/m there and 2 A/m here"},
    {"source.wave.direction=y", "[source.wave] direction = x there and y here"},
    {"waveform.pulse.frequency=11 GHz",
     "[waveform.pulse] frequency = 10000000000 Hz there and 11000000000 Hz here"},
    {"run.time=1.5 ns", "[run] time = "},
    {"run.courant=0.5", "[run] courant = 0.99 there and 0.5 here"},
    {"boundary.ends.cells=9", "[boundary.ends] cells = 8 there and 9 here"},
    {"boundary.sides.type=pmc", "[boundary.sides] type = periodic there and pmc here"},
    {"grid.cells=1, 1, 61", "[grid] cells = "},
    {"grid.origin=0, 0, 1 mm", "[grid] origin = "},
    {"grid.background=glass", "[grid] background = vacuum there and glass here"},
};

START_TEST(what_differs_besides_is_refused_with_both_values)
{
    differs(other[_i][0], other[_i][1]);
}
END_TEST

START_TEST(sources_that_one_run_alone_has_are_named)
{
    static const char second[] =
        "[source.second]\ntype = current_sheet\nfrom = 0, 0, 20 mm\nto = 1, 1, 20 mm\n"
        "direction = x\ncurrent = 1 A/m\nwaveform = pulse\n";
    char text[2048];
    snprintf(text, sizeof text, "%s%s", film, second);
    write_file("m.ini", text);
    differs("run.title=again", "[source.second] is here and not there");
    snprintf(text, sizeof text, "%s%s", empty, second);
    write_file("ref.ini", text);
    MUST("ref.ini", "--force", "--set", "run.output=ref.h5");
    write_file("m.ini", film);
    differs("run.title=again", "[source.second] is there and not here");
}
END_TEST

START_TEST(the_material_of_the_background_counts)
{
    static const char glass[] = "[material.glass]\ntype = dielectric\neps = 2\n";
    char text[2048];
    snprintf(text, sizeof text, "%s%s", empty, glass);
    write_file("ref.ini", text);
    MUST("ref.ini", "--force", "--set", "grid.background=glass", "--set", "run.output=ref.h5");
    MUST("m.ini", "--set", "grid.background=glass");
    ck_assert_int_eq(
        RUN("m.ini", "--set", "grid.background=glass", "--set", "material.glass.eps=3"),
        YEE_INPUT);
    says("[material.glass] eps = 2 there and 3 here");
}
END_TEST

START_TEST(a_longer_run_may_take_a_reference_that_ended_by_a_criterion)
{
    MUST("ref.ini", "--force", "--set", "run.output=ref.h5", "--set", "run.stop_decay=60 dB",
         "--set", "run.stop_every=50");
    ck_assert_ptr_nonnull(strstr(ended_of("ref.h5"), "fell by 60 dB"));
    MUST("m.ini", "--set", "run.time=2.2 ns");
}
END_TEST

/* The run of the film is stable at the smaller step of the empty one, and the other way round. */
START_TEST(another_time_step_is_refused_with_the_factor_that_gives_it)
{
    double courant;
    make("m.ini", "run.courant=0.99");
    write_file("ref.ini", empty);
    static const char thin[] = "[material.thin]\ntype = dielectric\neps = 0.25\n"
                               "[shape.thin]\ntype = box\nfrom = 0, 0, 25 mm\n"
                               "to = 1, 1, 30 mm\nmaterial = thin\n";
    char text[2048];
    snprintf(text, sizeof text, "%s%s", empty, thin);
    write_file("ref.ini", text);
    MUST("ref.ini", "--force", "--set", "run.output=ref.h5", "--set", "run.unsafe=yes");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("the time step is ");
    ck_assert_int_eq(sscanf(strstr(said, "courant = "), "courant = %lf", &courant), 1);
    ck_assert_double_eq_tol(courant, 0.495, 1e-3);
    char set[64];
    snprintf(set, sizeof set, "run.courant=%.9g", courant);
    MUST("m.ini", "--set", set);
}
END_TEST

/* Takes an object away, or an attribute, or writes a text attribute anew. */
static void edit(const char *attribute, const char *value)
{
    const hid_t file = H5Fopen("ref.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0);
    if (!attribute) {
        ck_assert_int_ge(H5Ldelete(file, "/provenance", H5P_DEFAULT), 0);
    } else {
        ck_assert_int_ge(H5Adelete_by_name(file, "/provenance", attribute, H5P_DEFAULT), 0);
        if (value) {
            const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
            H5Tset_size(type, strlen(value) + 1);
            const hid_t at = H5Acreate_by_name(file, "/provenance", attribute, type, space,
                                               H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
            ck_assert_int_ge(H5Awrite(at, type, value), 0);
            H5Aclose(at);
            H5Sclose(space);
            H5Tclose(type);
        }
    }
    H5Fclose(file);
}

START_TEST(a_run_that_did_not_come_to_its_end_is_no_reference)
{
    edit("complete", "no");
    differs("run.title=again", "it did not come to its end (after the last step)");
    edit("ended", NULL);
    differs("run.title=again", "it has not ended, and may still be written");
}
END_TEST

START_TEST(a_file_without_a_model_is_taken_with_a_warning)
{
    edit(NULL, NULL);
    MUST("m.ini");
    says("[output.t] ref.h5 keeps no model of the run that made it");
}
END_TEST

START_TEST(another_precision_is_a_warning)
{
    MUST("m.ini", "--set", "run.precision=f64");
    says("precision is f32 in the run of ref.h5 and f64 here");
}
END_TEST

START_TEST(a_record_of_another_kind_is_refused)
{
    ck_assert_int_eq(RUN("m.ini", "--set", "output.t.normalize=ref.h5:/probe/t"), YEE_INPUT);
    says("normalize = ref.h5:/probe/t is not of the form other.h5:/flux/name");
    ck_assert_int_eq(RUN("m.ini", "--set", "output.t.frequencies=7.5, 10, 13 GHz"), YEE_INPUT);
    says("normalize = ref.h5:/flux/t has other frequencies");
    ck_assert_int_eq(RUN("m.ini", "--set", "output.t.at=46 mm", "--set",
                         "output.t.reference=ref.h5:/flux/t"),
                     YEE_INPUT);
    says("reference = ref.h5:/flux/t lies elsewhere");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reference");
    TCase *tests = tcase_create("reference");
    tcase_add_checked_fixture(tests, enter_film, leave_folder);
    tcase_add_test(tests, objects_titles_threads_and_schemes_may_differ);
    tcase_add_loop_test(tests, what_differs_besides_is_refused_with_both_values, 0,
                        (int)(sizeof other / sizeof *other));
    tcase_add_test(tests, sources_that_one_run_alone_has_are_named);
    tcase_add_test(tests, the_material_of_the_background_counts);
    tcase_add_test(tests, a_longer_run_may_take_a_reference_that_ended_by_a_criterion);
    tcase_add_test(tests, another_time_step_is_refused_with_the_factor_that_gives_it);
    tcase_add_test(tests, a_run_that_did_not_come_to_its_end_is_no_reference);
    tcase_add_test(tests, a_file_without_a_model_is_taken_with_a_warning);
    tcase_add_test(tests, another_precision_is_a_warning);
    tcase_add_test(tests, a_record_of_another_kind_is_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
