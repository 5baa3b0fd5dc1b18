/* Files of a form that only an importer reads, through the command as a user has it. */
#include "command.h"
#include "suite.h"

START_TEST(a_file_that_an_importer_takes_runs_like_a_model)
{
    write_file("m.cube", "12\n");
    MUST("m.cube", "--plugin-path", MODULE_FOREIGN);
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 20);
    MUST("m.cube", "--force", "--plugin-path", MODULE_FOREIGN, "--set", "run.steps=7");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 7);
}
END_TEST

START_TEST(without_its_importer_it_is_no_model)
{
    write_file("m.cube", "12\n");
    ck_assert_int_eq(RUN("m.cube"), YEE_INPUT);
    says("m.cube:1: '12' is neither [section] nor key = value");
    write_file("m.ini", "12\n"); /* not an ending of the importer's */
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.ini:1: '12' is neither");
}
END_TEST

START_TEST(what_an_importer_finds_wrong_is_said_with_the_file)
{
    write_file("m.foreign", "none\n");
    ck_assert_int_eq(RUN("m.foreign", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.foreign: [importer] holds no number of cells");
    ck_assert_int_eq(RUN("gone.foreign", "--plugin-path", MODULE_FOREIGN), YEE_IO);
    says("gone.foreign: [importer] cannot be opened");
    ck_assert(!there("m.h5"));
}
END_TEST

START_TEST(what_is_wrong_in_its_text_names_the_importer)
{
    write_file("m.foreign", "0\n");
    ck_assert_int_eq(RUN("m.foreign", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.foreign (as foreign reads it):3: [grid] cells");
}
END_TEST

/* -- keys of importers -- */

static bool holds(const char *name, const char *words)
{
    static char text[1 << 16];
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strstr(text, words) != NULL;
}

static bool differ(const char *one, const char *two)
{
    char command[200];
    snprintf(command, sizeof command, "cmp -s %s %s", one, two);
    return system(command) != 0;
}

/* `yee model` with its standard output in a file. */
static int model(const char *words, const char *to)
{
    char command[2000];
    snprintf(command, sizeof command, "exec %s model %s > %s 2> said.txt", YEE_COMMAND, words,
             to);
    const int status = system(command);
    ck_assert(WIFEXITED(status));
    FILE *file = fopen("said.txt", "r");
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
    return WEXITSTATUS(status);
}

START_TEST(an_importers_keys_are_set_and_kept)
{
    write_file("m.cube", "12\n");
    MUST("m.cube", "--plugin-path", MODULE_FOREIGN, "--set", "importer.foreign.steps=7");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 7);
    ck_assert_int_eq(system("h5dump -d /provenance/resolved m.h5 > kept.txt"), 0);
    ck_assert(holds("kept.txt", "; m.cube as the importer foreign 1.0 reads it:"));
    ck_assert(holds("kept.txt", "; [importer.foreign]"));
    ck_assert(holds("kept.txt", "; steps = 7"));
    MUST("m.cube", "--force", "--plugin-path", MODULE_FOREIGN, "--set",
         "IMPORTER.Foreign.steps=8", "--set", "run.precision=f64");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 8);
}
END_TEST

START_TEST(what_is_wrong_with_an_importers_keys_is_said)
{
    write_file("m.cube", "12\n");
#define WITH(key) RUN("m.cube", "--plugin-path", MODULE_FOREIGN, "--set", key)
    ck_assert_int_eq(WITH("importer.foreign.stpes=7"), YEE_INPUT);
    says("override: [importer.foreign] unknown key 'stpes'; did you mean 'steps'?");
    ck_assert_int_eq(WITH("importer.foreign.steps=0"), YEE_INPUT);
    says("override: [importer.foreign] steps: 0 is out of range; it must be at least 1");
    ck_assert_int_eq(WITH("importer.foreing.steps=7"), YEE_INPUT);
    says("m.cube: [importer.foreing] type = foreing is no importer plugin; did you mean "
         "foreign?");
    ck_assert_int_eq(RUN("m.cube", "--plugin-path", MODULE_FOREIGN, "--importer", "forein"),
                     YEE_INPUT);
    says("did you mean foreign?");
    ck_assert_int_eq(RUN("m.cube", "--plugin-path", MODULE_FOREIGN, "--importer", "foreign",
                         "--set", "importer.cube.steps=7"),
                     YEE_USAGE);
    says("[importer.cube] and [importer.foreign] are both given");
    ck_assert(!there("m.h5"));
}
END_TEST

START_TEST(help_says_which_files_and_how_keys_are_set)
{
    ck_assert_int_eq(
        system(YEE_COMMAND " help foreign --plugin-path " MODULE_FOREIGN " > help.txt 2>&1"),
        0);
    ck_assert(holds("help.txt", "\nFiles that end in .cube|.foreign; keys by --set "
                                "importer.foreign.KEY=VALUE\n"));
}
END_TEST

START_TEST(an_importer_that_is_named_reads_any_file)
{
    write_file("m.txt", "12\n");
    ck_assert_int_eq(RUN("m.txt", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    MUST("m.txt", "--plugin-path", MODULE_FOREIGN, "--importer", "foreign");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 20);
    MUST("m.txt", "--force", "--plugin-path", MODULE_FOREIGN, "--importer=foreign", "--set",
         "importer.foreign.steps=3");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 3);
}
END_TEST

/* -- lines of the file -- */

/* Its lines are those of the file, two behind those of the text. */
static const char marked[] = "// left out\n"
                             "// and so is this\n"
                             "[grid]\n"
                             "cells = 14, 14, 14\n"
                             "spacing = 1 mm\n"
                             "[run]\n"
                             "steps = 30\n"
                             "[boundary.all]\n"
                             "type = cpml\n"
                             "cells = 4\n"
                             "[material.soil]\n"
                             "type = debye\n"
                             "delta_eps = 3\n"
                             "tau = 9 ps\n"
                             "[shape.block]\n"
                             "type = box\n"
                             "from = 5, 5, 5 mm\n"
                             "to = 9, 9, 9 mm\n"
                             "material = soil\n"
                             "[waveform.pulse]\n"
                             "type = gaussian\n"
                             "frequency = 3 GHz\n"
                             "[source.tx]\n"
                             "type = dipole\n"
                             "position = 7, 7, 7.5 mm\n"
                             "direction = z\n"
                             "current = 1 A\n"
                             "waveform = pulse\n"
                             "[output.rx]\n"
                             "type = probe\n"
                             "position = 8, 8, 8 mm\n";

/* The file with one text for another. */
static void write_marked(const char *was, const char *is)
{
    char text[4000];
    const char *at = strstr(marked, was);
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - marked), marked, is, at + strlen(was));
    write_file("m.marked", text);
}

START_TEST(what_is_wrong_is_said_of_the_line_of_the_file)
{
    static const struct {
        const char *was, *is, *words[2];
    } row[] = {
        /* the form of the text */
        {"tau = 9 ps",
         "tau",
         {"m.marked:14: [material.soil] 'tau' is neither",
          "(line 12 of the text that importer 'marked' made; `yee model"}},
        {"[run]",
         "[grid]",
         {"m.marked:6: [grid] is there twice, first in line 3",
          "(the text that importer 'marked' made; "}},
        {"type = box",
         "type = box\ntype = sphere",
         {"m.marked:17: [shape.block] key 'type' is there twice, first in line 16",
          "(line 15 of the text"}},
        /* keys and values */
        {"tau = 9 ps", "tua = 9 ps", {"m.marked:14: [material.soil] unknown key 'tua'"}},
        {"tau = 9 ps", "tau = 9 mm", {"m.marked:14: [material.soil] tau: unit 'mm'"}},
        {"tau = 9 ps\n", "", {"m.marked:11: [material.soil] key 'tau'"}},
        {"tau = 9 ps",
         "tau = 9, 8 ps",
         {"m.marked:14: [material.soil] tau (line 14) has 2", "delta_eps (line 13) has 1"}},
        {"material = soil",
         "material = siol",
         {"m.marked:19: [shape.block] material: ", "did you mean 'soil'?"}},
        /* the plan */
        {"7, 7, 7.5 mm", "7, 7, 75 mm", {"m.marked:23: [source.tx]", "outside"}},
        {"8, 8, 8 mm", "8, 8, 80 mm", {"m.marked:29: [output.rx]", "outside"}},
        {"delta_eps = 3", "delta_eps = -3", {"m.marked:11: [material.soil]", "active"}},
        /* the self-test */
        {"3 GHz", "300 GHz", {"m.marked", "cells per wavelength"}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        write_marked(row[i].was, row[i].is);
        const int code = RUN("m.marked", "--plugin-path", MODULE_MARKED);
        ck_assert_msg(code == YEE_INPUT, "%s: exit code %d: %s", row[i].is, code, said);
        for (int w = 0; w < 2 && row[i].words[w]; w++)
            says(row[i].words[w]);
        ck_assert(!there("m.h5"));
    }
    write_marked("[shape.block]", "[material.clay]\ntype = dielectric\n[shape.block]");
    MUST("m.marked", "--plugin-path", MODULE_MARKED);
    says("warning: m.marked:15: [material.clay] never used");
}
END_TEST

START_TEST(an_override_of_a_made_section_says_so)
{
    write_file("m.marked", marked);
    ck_assert_int_eq(
        RUN("m.marked", "--plugin-path", MODULE_MARKED, "--set", "shape.block.material=siol"),
        YEE_INPUT);
    says("override: [shape.block] material: there is no material 'siol': did you mean 'soil'?");
    MUST("m.marked", "--plugin-path", MODULE_MARKED, "--set", "shape.block.material=SAND",
         "--set", "material.Sand.type=dielectric", "--set", "material.sand.eps=2");
    says("warning: m.marked:11: [material.soil] never used");
}
END_TEST

START_TEST(an_importer_that_fails_half_way_leaves_nothing)
{
    write_file("m.marked", marked);
#define MARKED(key) RUN("m.marked", "--plugin-path", MODULE_MARKED, "--set", key)
    ck_assert_int_eq(MARKED("importer.marked.stop=20"), YEE_INPUT);
    ck_assert_str_eq(said, "yee: m.marked:20: [importer.marked] stops here\n");
    ck_assert_int_eq(MARKED("importer.marked.zero=yes"), YEE_PLUGIN);
    says("plugin 'marked' says that text comes from line 0; lines count from 1");
    ck_assert_int_eq(MARKED("importer.marked.nothing=yes"), YEE_PLUGIN);
    says("importer 'marked' made no text of the file");
    ck_assert_int_eq(model("m.marked --text --plugin-path " MODULE_MARKED
                           " --set importer.marked.stop=20",
                           "out.ini"),
                     YEE_INPUT);
    ck_assert(!holds("out.ini", "["));
    ck_assert(!there("m.h5"));
}
END_TEST

/* -- yee model -- */

static void run_to(const char *file, const char *output)
{
    char set[100];
    snprintf(set, sizeof set, "run.output=%s", output);
    MUST(file, "--plugin-path", MODULE_MARKED, "--set", set);
}

START_TEST(a_model_that_is_printed_runs_to_the_same_numbers)
{
    write_file("m.marked", marked);
    ck_assert_int_eq(model("m.marked --plugin-path " MODULE_MARKED, "a.ini"), YEE_OK);
    ck_assert(holds("a.ini", "; m.marked as the importer marked 2.5 reads it:\n"
                             "; [importer.marked]\n; type = marked\n; zero = no\n"));
    ck_assert(holds("a.ini", "\n\n; line 15 of m.marked\n[shape.block]\ntype = box\n"));
    ck_assert_int_eq(model("m.marked --text --plugin-path " MODULE_MARKED, "b.ini"), YEE_OK);
    ck_assert(holds("b.ini", "; line 15 of m.marked\n[shape.block]\n; line 16 of m.marked\n"));
    ck_assert(holds("b.ini", "; line 5 of m.marked\nspacing = 1 mm\n"));
    ck_assert_int_eq(model("a.ini", "c.ini"), YEE_OK); /* again: only the comments are gone */
    ck_assert_int_eq(model("c.ini", "d.ini"), YEE_OK);
    ck_assert(!differ("c.ini", "d.ini"));
    run_to("m.marked", "m.h5");
    run_to("a.ini", "a.h5");
    run_to("b.ini", "b.h5");
    same_files("m.h5", "a.h5");
    same_files("m.h5", "b.h5");
}
END_TEST

/* 3-D, graded, double precision, poles of two kinds, ports, a sheet, a periodic axis, lists and
 * a folder of plugins that is given relative to the model. */
START_TEST(a_model_of_many_parts_is_printed_with_its_overrides)
{
    static const char many[] =
        "[grid]\nx = 2 mm x 8, 1 mm x 10, 2 mm x 8\nz = 1 mm x 20\n"
        "y = 2 mm x 20\nbackground = AIR\n[run]\ntime = 90 ps\nprecision = f64\n"
        "title = \"a; title\"\n[plugins]\npath = more\n"
        "[boundary.open]\ntype = cpml\ncells = 3\nfaces = x, z\n"
        "[boundary.round]\ntype = periodic\nfaces = y\n"
        "[material.air]\ntype = dielectric\neps = 1.0006\n"
        "[material.Mix]\ntype = lorentz\ndelta_eps = 1, 2\nf0 = 5, 7 GHz\n"
        "gamma_hz = 0.1 GHz, 0.2 GHz\nadd = loss, carriers\n"
        "[material.loss]\ntype = dielectric\nsigma = 0.1 S/m\n"
        "[material.carriers]\ntype = drude\nwp = 1e9 rad/s\ngamma = 1e8 rad/s\n"
        "[shape.ball]\ntype = sphere\ncenter = 20, 20, 10 mm\nradius = 4 mm\nmaterial = mix\n"
        "[shape.sheet]\ntype = plate\nfrom = 10, 4, 6 mm\nto = 30, 10, 6 mm\nmaterial = pec\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 6 GHz\n"
        "[source.port]\ntype = voltage\nnegative = 20, 8, 6 mm\npositive = 20, 8, 8 mm\n"
        "waveform = W\n[source.load]\ntype = voltage\nnegative = 26, 8, 6 mm\n"
        "positive = 26, 8, 7 mm\nresistance = 75 Ohm\n"
        "[output.p]\ntype = probe\nposition = 20, 20, 10, 21, 21, 11 mm\nports = PORT, load\n"
        "[output.s]\ntype = spectrum\nfrequencies = 5, 6 GHz\nfrom = 18, 18, 8 mm\n"
        "to = 22, 22, 12 mm\n";
    ck_assert_int_eq(mkdir("more", 0755), 0);
    write_file("m.ini", many);
    MUST("m.ini", "--set", "shape.ball.radius=5 mm", "--set", "run.output=m.h5");
    ck_assert_int_eq(model("m.ini --set 'shape.ball.radius=5 mm'", "a.ini"), YEE_OK);
    ck_assert(holds("a.ini", "[plugins]\npath = /"));
    ck_assert_int_eq(mkdir("away", 0755), 0);
    ck_assert_int_eq(rename("a.ini", "away/a.ini"), 0);
    MUST("away/a.ini", "--set", "run.output=a.h5");
    same_files("m.h5", "a.h5");
}
END_TEST

/* The keys of the importer have done their work in the text, and a folder of plugins in the
 * versions of the plugins: neither is what the run is. */
START_TEST(an_imported_run_is_resumed_from_a_file_elsewhere)
{
    write_file("m.marked", marked);
    ck_assert_int_eq(mkdir("more", 0755), 0);
    ck_assert_int_eq(mkdir("away", 0755), 0);
    MUST("m.marked", "--plugin-path", MODULE_MARKED, "--set", "run.output=whole.h5", "--set",
         "run.steps=60");
    MUST("m.marked", "--plugin-path", MODULE_MARKED, "--set", "run.checkpoint_at_end=yes",
         "--set", "importer.marked.title=first", "--set", "plugins.path=more");
    ck_assert_int_eq(rename("m.marked", "away/m.marked"), 0);
    MUST("away/m.marked", "--restart", "--plugin-path", MODULE_MARKED, "--set", "run.steps=60",
         "--set", "importer.marked.title=second", "--set", "plugins.path=../away");
    same_files("whole.h5", "m.h5");
}
END_TEST

START_TEST(a_model_that_cannot_be_printed_says_why)
{
    write_file("m.ini", "[grid]\n");
    ck_assert_int_eq(model("m.ini", "a.ini"), YEE_INPUT);
    says("m.ini: the section [run] is missing");
    ck_assert_int_eq(model("m.ini --text", "a.ini"), YEE_USAGE);
    says("no importer takes m.ini");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import");
    TCase *tests = tcase_create("import");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_file_that_an_importer_takes_runs_like_a_model);
    tcase_add_test(tests, without_its_importer_it_is_no_model);
    tcase_add_test(tests, what_an_importer_finds_wrong_is_said_with_the_file);
    tcase_add_test(tests, what_is_wrong_in_its_text_names_the_importer);
    tcase_add_test(tests, an_importers_keys_are_set_and_kept);
    tcase_add_test(tests, what_is_wrong_with_an_importers_keys_is_said);
    tcase_add_test(tests, help_says_which_files_and_how_keys_are_set);
    tcase_add_test(tests, an_importer_that_is_named_reads_any_file);
    tcase_add_test(tests, what_is_wrong_is_said_of_the_line_of_the_file);
    tcase_add_test(tests, an_override_of_a_made_section_says_so);
    tcase_add_test(tests, an_importer_that_fails_half_way_leaves_nothing);
    tcase_add_test(tests, a_model_that_is_printed_runs_to_the_same_numbers);
    tcase_add_test(tests, a_model_of_many_parts_is_printed_with_its_overrides);
    tcase_add_test(tests, an_imported_run_is_resumed_from_a_file_elsewhere);
    tcase_add_test(tests, a_model_that_cannot_be_printed_says_why);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
