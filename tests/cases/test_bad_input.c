/* The command over models that cannot be run: the exit code, the sentence with file and line,
 * and that nothing is left behind.
 *
 * Every row changes the valid model below in one place. An '@' in the new text marks the
 * line that the sentence must name. */
#include "command.h"
#include "suite.h"

#include <sys/resource.h>

static const char valid_model[] = "[grid]\n"
                                  "cells = 20, 20, 20\n"
                                  "spacing = 1 mm\n"
                                  "\n"
                                  "[run]\n"
                                  "steps = 200\n"
                                  "\n"
                                  "[boundary.all]\n"
                                  "type = pec\n"
                                  "\n"
                                  "[material.soil]\n"
                                  "type = debye\n"
                                  "delta_eps = 3\n"
                                  "tau = 9 ps\n"
                                  "\n"
                                  "[shape.block]\n"
                                  "type = box\n"
                                  "from = 5, 5, 5 mm\n"
                                  "to = 10, 10, 10 mm\n"
                                  "material = soil\n"
                                  "\n"
                                  "[waveform.pulse]\n"
                                  "type = gaussian\n"
                                  "frequency = 3 GHz\n"
                                  "\n"
                                  "[source.tx]\n"
                                  "type = dipole\n"
                                  "position = 7, 7, 7.5 mm\n"
                                  "direction = z\n"
                                  "current = 1 A\n"
                                  "waveform = pulse\n"
                                  "\n"
                                  "[output.rx]\n"
                                  "type = probe\n"
                                  "position = 15, 15, 15 mm\n";

/* Files in the folder, without the model. */
static int leftovers(void)
{
    int n = 0;
    DIR *dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *e; (e = readdir(dir));)
        n += e->d_name[0] != '.' && strcmp(e->d_name, "model.ini") != 0;
    closedir(dir);
    return n;
}

static void write_model(const void *text, size_t length)
{
    FILE *file = fopen("model.ini", "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* As a full disk: write() fails. */
static void limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){20000, 20000});
}

typedef struct row {
    const char *name;
    const char *was, *is; /* in the sound model; was NULL: is is put behind it */
    const char *words[3];
} row;

/* The valid model with one change; returns the line of the mark, 0: none. */
static int change(const row *r, char *text, size_t size)
{
    const char *at =
        r->was ? strstr(valid_model, r->was) : valid_model + sizeof valid_model - 1;
    ck_assert_msg(at != NULL, "%s: '%s' is not in the sound model", r->name, r->was);
    snprintf(text, size, "%.*s%s%s", (int)(at - valid_model), valid_model, r->is,
             r->was ? at + strlen(r->was) : "");
    char *mark = strchr(text, '@');
    if (!mark)
        return 0;
    memmove(mark, mark + 1, strlen(mark));
    int line = 1;
    for (const char *s = text; s < mark; s++)
        line += *s == '\n';
    return line;
}

/* clang-format off */
static const row rows[] = {
    /* words */
    {"unknown key", "tau = 9 ps", "tau = 9 ps\n@tua = 8 ps", {"'tua'", "'tau'"}},
    {"unknown key of the grid", "spacing", "@spacin", {"'spacin'", "'spacing'"}},
    {"unknown key of the run", "steps", "@stpes", {"'stpes'", "'steps'"}},
    {"unknown section", NULL, "@[materail.clay]\ntype = debye\n", {"materail", "material"}},
    {"unknown plugin", "type = dipole", "@type = dipol", {"dipol", "dipole"}},
    {"unknown scheme", "steps = 200", "steps = 200\n@scheme = refrence",
     {"[run] scheme", "'refrence'", "'reference'"}},
    {"layers in a grid of one cell", "cells = 20, 20, 20\nspacing = 1 mm\n\n[run]\nsteps = "
     "200\n\n[boundary.all]\ntype = pec", "cells = 40, 40, 1\nspacing = 12 mm\n[run]\nsteps = 200\n"
     "[boundary.all]\ntype = cpml", {"one cell along z", "invariant = z"}},
    {"no boundary", "[boundary.all]\ntype = pec\n", "", {"[boundary.all]", "cpml"}},
    {"a face without boundary", "type = pec", "type = pec\nfaces = x, y, z-",
     {"the face z+", "faces = z+"}},
    {"unknown material", "material = soil", "@material = siol",
     {"[shape.block] material", "siol", "'soil'"}},
    {"a material that nothing is like", "material = soil", "@material = copper",
     {"[shape.block]", "'copper'", "vacuum, pec or pmc"}},
    {"unknown waveform", "waveform = pulse", "@waveform = plse",
     {"[source.tx] waveform", "plse", "did you mean 'pulse'"}},
    {"a waveform as a material", "material = soil", "@material = pulse",
     {"no material 'pulse'", "[material.NAME]"}},
    {"unknown material in a list", "tau = 9 ps", "tau = 9 ps\n@add = vacuum, siol",
     {"[material.soil] add", "'siol'", "'soil'"}},
    {"unknown background", "spacing = 1 mm", "spacing = 1 mm\n@background = sol",
     {"[grid] background", "'soil'"}},
    {"unknown source of a port", "type = probe", "type = probe\n@ports = rx",
     {"[output.rx] ports", "no source 'rx'", "did you mean 'tx'"}},
    {"a source without a port", "type = probe", "type = probe\nports = tx",
     {"[output.rx] ports", "'tx'", "such as voltage"}},
    {"unknown output", "steps = 200", "steps = 200\n@stop_probe = xr",
     {"[run] stop_probe", "no output 'xr'", "did you mean 'rx'"}},
    /* rules between keys */
    {"two strengths", "current = 1 A", "current = 1 A\n@moment = 1 A m",
     {"current (line 30) and moment (line 31) are both given", "exactly one of current, moment"}},
    {"no strength", "current = 1 A\n", "", {"[source.tx] none of current, moment"}},
    {"lists of other lengths", "tau = 9 ps", "@tau = 9, 8 ps",
     {"tau (line 14) has 2 values", "delta_eps (line 13) has 1", "as many of one"}},
    {"half a range", "type = probe\nposition = 15, 15, 15 mm", "type = spectrum\n"
     "@frequency_min = 1 GHz", {"frequency_min (line 35) is given without frequency_max",
     "all of frequency_min, frequency_max, or none"}},
    {"a range of one", "type = probe\nposition = 15, 15, 15 mm", "type = spectrum\n"
     "frequency_min = 1 GHz\nfrequency_max = 2 GHz\nfrequency_count = 1",
     {"[output.rx]", "frequency_count = 1", "give frequencies"}},
    {"the sense of a box", "type = probe\nposition = 15, 15, 15 mm", "type = flux\n"
     "from = 4, 4, 4 mm\nto = 16, 16, 16 mm\ndirection = -\nfrequencies = 5 GHz",
     {"[output.rx] direction = -", "counts outwards"}},
    {"waves of no port", "type = probe", "type = probe\nwaves = yes",
     {"[output.rx] waves = yes", "no ports are given"}},
    {"a probe that no criterion looks at", "steps = 200", "steps = 200\nstop_probe = rx",
     {"[run] stop_probe = rx", "give stop_decay = 60 dB"}},
    {"a mode in three dimensions", "spacing = 1 mm", "spacing = 1 mm\nmode = te",
     {"[grid] mode = te", "invariant = z"}},
    {"a spacing of no axis", "cells = 20, 20, 20\nspacing = 1 mm",
     "x = 1 mm x 20\ny = 1 mm x 20\nz = 1 mm x 20\nspacing = 2 mm",
     {"[grid] spacing", "0.002 m", "width by width"}},
    {"a range and a list", "type = probe\nposition = 15, 15, 15 mm", "type = spectrum\n"
     "@frequency_min = 1 GHz\nfrequency_max = 2 GHz\nfrequencies = 1 GHz",
     {"exactly one of frequencies, frequency_min/frequency_max"}},
    {"two ways to a design", "steps = 200", "steps = 200\nscheme = fv24\n[scheme.fv24]\n"
     "frequency = 3 GHz\n@cells = 10", {"[scheme.fv24]", "at most one of frequency, cells"}},
    {"an importer's section", NULL, "@[importer.x]\ntype = x\n",
     {"[importer.x]", "--set importer.x.KEY=VALUE"}},
    {"unknown component", "type = probe", "type = probe\ncomponents = ey, ew",
     {"[output.rx]", "'ew'"}},
    {"unknown face", "type = pec", "type = pec\nfaces = q", {"[boundary.all]", "'q'", "x-"}},
    {"unknown direction", "direction = z", "direction = up", {"[source.tx]", "up", "-x"}},
    {"unknown precision", "steps = 200", "steps = 200\n@precision = f16", {"f16", "f32|f64"}},
    {"duplicate key", "tau = 9 ps", "tau = 9 ps\n@tau = 8 ps", {"twice", "line 14"}},
    {"duplicate section", NULL, "@[grid]\n", {"[grid]", "twice", "line 1"}},
    {"missing key", "[source.tx]\ntype = dipole\nposition = 7, 7, 7.5 mm\n",
     "@[source.tx]\ntype = dipole\n", {"position", "missing"}},
    {"missing type", "[source.tx]\ntype = dipole\n", "@[source.tx]\n", {"type", "missing"}},
    {"missing grid", "[grid]\ncells = 20, 20, 20\nspacing = 1 mm\n", "", {"[grid]", "missing"}},
    {"neither time nor steps", "steps = 200\n", "", {"[run] none of time, steps is given"}},
    {"time and steps", "steps = 200", "@steps = 200\ntime = 1 ns",
     {"[run] time (line 7) and steps (line 6) are both given"}},
    {"no value", "tau = 9 ps", "@tau =", {"tau", "no value"}},
    {"key outside a section", "[grid]\n", "@steps = 3\n[grid]\n", {"before the first"}},
    {"line without =", "tau = 9 ps", "@tau", {"'tau'", "key = value"}},
    {"unclosed bracket", "[output.rx]", "@[output.rx", {"']'"}},
    {"unclosed quote", "tau = 9 ps", "@tau = \"9 ps", {"quote"}},
    {"section without a name", NULL, "@[material]\n", {"[material.first]"}},
    /* numbers */
    {"value without unit", "tau = 9 ps", "@tau = 9", {"tau", "no unit", "'9 ns'"}},
    {"value with the wrong unit", "tau = 9 ps", "@tau = 9 mm", {"tau", "'mm'", "s is wanted"}},
    {"unit on a pure number", "delta_eps = 3", "@delta_eps = 3 m",
     {"delta_eps", "plain number"}},
    {"no number", "tau = 9 ps", "@tau = fast", {"tau", "'fast'", "number"}},
    {"not a number", "tau = 9 ps", "@tau = nan s", {"tau", "nan", "number"}},
    {"out of range", "tau = 9 ps", "@tau = -9 ps", {"tau", "-9 ps", "greater than 0 s"}},
    {"two numbers for three", "7, 7, 7.5 mm", "7, 7 mm", {"[source.tx]", "position", "three"}},
    {"Courant factor above 1", "steps = 200", "steps = 200\n@courant = 1.1",
     {"courant", "1.1", "at most 1"}},
    {"time step above the limit", "steps = 200", "steps = 200\n@time_step = 10 ps",
     {"[run] time_step", "1e-11 s is above", "leave it to courant"}},
    {"Courant factor 0", "steps = 200", "steps = 200\n@courant = 0",
     {"courant", "greater than 0"}},
    /* grid */
    {"cell of zero", "spacing = 1 mm", "@spacing = 0 mm",
     {"spacing", "0 mm", "greater than 0"}},
    {"negative cell", "spacing = 1 mm", "@spacing = -1 mm", {"spacing", "-1 mm"}},
    {"no cells", "cells = 20, 20,", "@cells = 20, 0,", {"[grid]", "cells"}},
    {"negative cells", "cells = 20, 20,", "@cells = 20, -5,", {"[grid]", "cells"}},
    {"part of a cell", "[grid]\ncells = 20, 20,", "@[grid]\ncells = 20, 2.5,",
     {"[grid]", "cells"}},
    {"too many cells", "[grid]\ncells = 20, 20,", "@[grid]\ncells = 20, 1e18,",
     {"[grid]", "cells"}},
    {"cells without spacing", "spacing = 1 mm\n", "", {"[grid]", "spacing"}},
    /* geometry and physics */
    {"active medium", "delta_eps = 3", "delta_eps = -3", {"[material.soil]", "active"}},
    {"negative permittivity", "delta_eps = 3", "delta_eps = 3\n@eps_inf = -1",
     {"eps_inf", "-1"}},
    {"negative conductivity", "delta_eps = 3", "delta_eps = 3\n@sigma = -1 S/m",
     {"sigma", "-1 S/m"}},
    {"a conductor added", "delta_eps = 3", "delta_eps = 3\nadd = pec",
     {"[material.soil]", "'pec'", "no poles"}},
    {"a name that is taken", NULL, "@[material.vacuum]\ntype = dielectric\neps = 3\n",
     {"'vacuum'", "another name"}},
    {"what adds others added", "tau = 9 ps",
     "tau = 9 ps\nadd = clay\n[material.clay]\ntype = dielectric\nadd = sand\n"
     "[material.sand]\ntype = dielectric\nsigma = 1 S/m",
     {"[material.soil]", "'clay' adds other materials", "name all"}},
    {"wave too short for the cells", "frequency = 3 GHz", "frequency = 300 GHz",
     {"cells per wavelength", "smaller cells"}},
    {"source in a conductor", "material = soil", "material = pec",
     {"[source.tx]", "conductor"}},
    {"source on a PEC wall", "7, 7, 7.5 mm", "0, 7, 7.5 mm", {"[source.tx]", "conductor"}},
    {"source outside the grid", "7, 7, 7.5 mm", "30, 7, 7.5 mm", {"[source.tx]", "outside"}},
    {"probe outside the grid", "15, 15, 15 mm", "15, 15, 150 mm", {"[output.rx]", "outside"}},
};
/* clang-format on */

START_TEST(a_bad_model_gets_one_sentence_and_leaves_nothing)
{
    const row *r = &rows[_i];
    char text[4096], place[40];
    int line = change(r, text, sizeof text);
    write_model(text, strlen(text));
    int code = RUN("model.ini");
    ck_assert_msg(code == YEE_INPUT, "%s: exit code %d: %s", r->name, code, said);
    snprintf(place, sizeof place, "model.ini:%d: ", line);
    if (line)
        says(place);
    says("model.ini");
    for (int i = 0; i < 3 && r->words[i]; i++)
        says(r->words[i]);
    ck_assert_int_eq(leftovers(), 0);
}
END_TEST

START_TEST(the_sound_model_runs)
{
    write_model(valid_model, sizeof valid_model - 1);
    ck_assert_msg(RUN("model.ini") == YEE_OK, "%s", said);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(leftovers(), 1);
}
END_TEST

START_TEST(files_that_are_no_models_are_refused)
{
    write_model("", 0);
    ck_assert_int_eq(RUN("model.ini"), YEE_INPUT);
    says("model.ini: the model is empty");

    char bytes[4096];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 37 + 11);
    write_model(bytes, sizeof bytes);
    ck_assert_int_eq(RUN("model.ini"), YEE_INPUT);
    says("model.ini:1: ");
    says("is this an INI file?");

    size_t size = 1 << 20;
    char *line = malloc(size);
    memset(line, 'x', size);
    static const char head[] = "[grid]\ncells = 9, 9, 9\nspacing = 1 mm\n[run]\ntitle = ";
    memcpy(line, head, sizeof head - 1);
    write_model(line, size);
    free(line);
    ck_assert_int_eq(RUN("model.ini"), YEE_INPUT);
    says("model.ini:5: [run] title: the text has 1048524 bytes; at most 4000 are read");

    ck_assert_int_eq(RUN("missing.ini"), YEE_IO);
    says("missing.ini: cannot be opened: No such file");
    ck_assert_int_eq(RUN("/tmp"), YEE_IO);
    says("/tmp: is a folder");
    ck_assert_int_eq(leftovers(), 0);
}
END_TEST

/* One sentence about the object, outside the grid or, of whole cells, between two middles. */
START_TEST(an_object_that_paints_nothing_is_refused)
{
    static const char *const corners[] = {"from = 50, 5, 5 mm\nto = 60, 10, 10 mm\n",
                                          "average = cells\nfrom = 5.1, 5, 5 mm\n"
                                          "to = 5.2, 10, 10 mm\n"};
    for (int i = 0; i < 2; i++) {
        char text[4096];
        change(&(row){"nothing", "from = 5, 5, 5 mm\nto = 10, 10, 10 mm\n", corners[i], {NULL}},
               text, sizeof text);
        write_model(text, strlen(text));
        ck_assert_int_eq(RUN("--force", "model.ini"), YEE_INPUT);
        says("model.ini:16: [shape.block]");
        says("nothing");
    }
}
END_TEST

START_TEST(overrides_are_checked_like_the_file)
{
    write_model(valid_model, sizeof valid_model - 1);
    ck_assert_int_eq(RUN("model.ini", "--set", "steps=3"), YEE_USAGE);
    says("section.key=value");
    ck_assert_int_eq(RUN("model.ini", "--set", "run.stpes=3"), YEE_INPUT);
    says("did you mean 'steps'?");
    ck_assert_int_eq(RUN("model.ini", "--set", "run.courant=2"), YEE_INPUT);
    says("override: [run] courant: 2 is out of range");
    ck_assert_int_eq(RUN("model.ini", "--set", "material.siol.tau=3 ps"), YEE_INPUT);
    says("[material.siol] the file has no such section (did you mean [material.soil]?);");
    ck_assert_int_eq(RUN("model.ini", "--set", "run.scheme=refrence"), YEE_INPUT);
    says("override: [run] scheme: there is no scheme 'refrence' here; did you mean "
         "'reference'?");
    ck_assert_int_eq(RUN("model.ini", "--set", "run.time=1 ps", "--set", "run.steps=3"),
                     YEE_INPUT);
    says("override: [run] time (override) and steps (override) are both given");
    ck_assert_int_eq(leftovers(), 0);
}
END_TEST

/* Names of sections are not case-sensitive, and neither are keys that hold one. */
START_TEST(a_reference_finds_what_capitals_and_overrides_name)
{
    char text[4096];
    change(&(row){"capitals", "material = soil", "material = SOIL", {NULL}}, text, sizeof text);
    write_model(text, strlen(text));
    ck_assert_msg(RUN("--force", "model.ini", "--set", "source.tx.waveform=Late", "--set",
                      "waveform.LATE.type=ricker", "--set",
                      "waveform.late.frequency=6 GHz") == YEE_OK,
                  "%s", said);
    ck_assert_str_eq(said,
                     "warning: model.ini:22: [waveform.pulse] never used: no source plays "
                     "it\n");
}
END_TEST

START_TEST(what_nothing_uses_is_a_warning_with_its_line_and_strict_refuses_it)
{
    char text[4096];
    change(&(row){"unused",
                  NULL,
                  "[material.clay]\ntype = dielectric\n"
                  "[material.sand]\ntype = dielectric\nadd = clay\n",
                  {NULL}},
           text, sizeof text);
    write_model(text, strlen(text));
    ck_assert_msg(RUN("model.ini") == YEE_OK, "%s", said);
    ck_assert_str_eq(said, "warning: model.ini:38: [material.sand] never used: no key names it "
                           "and no shape paints it\n");
    ck_assert_int_eq(RUN("--force", "--strict", "model.ini"), YEE_INPUT);
    says("model.ini:38: [material.sand] never used");
}
END_TEST

START_TEST(what_a_plugin_warns_of_is_refused_by_strict)
{
    char text[4096];
    change(&(row){"no wave",
                  NULL,
                  "[material.foam]\ntype = dielectric\neps = 2\n"
                  "[shape.sheet]\ntype = plate\nfrom = 12, 12, 12 mm\nto = 16, 16, 12 mm\n"
                  "material = foam\n",
                  {NULL}},
           text, sizeof text);
    write_model(text, strlen(text));
    ck_assert_msg(RUN("model.ini") == YEE_OK, "%s", said);
    says("its material conducts nothing");
    ck_assert_int_eq(RUN("--force", "--strict", "model.ini"), YEE_INPUT);
    says("model.ini: reading it gave 1 warning, and strict is on");
}
END_TEST

START_TEST(what_a_plugin_asks_for_is_used)
{
    char text[4096];
    change(&(row){"asked for",
                  NULL,
                  "[material.clay]\ntype = dielectric\neps = 2\n"
                  "[shape.corner]\ntype = asking\nname = clay\n"
                  "[waveform.other]\ntype = gaussian\nfrequency = 3 GHz\n"
                  "[source.quiet]\ntype = asking\nname = other\n",
                  {NULL}},
           text, sizeof text);
    write_model(text, strlen(text));
    ck_assert_msg(RUN("model.ini", "--plugin-path", MODULE_ASKING) == YEE_OK, "%s", said);
    ck_assert_str_eq(said, "warning: model.ini:45: [source.quiet] it plays nothing: it has no "
                           "current other than 0\n");
}
END_TEST

START_TEST(a_result_that_exists_is_kept_unless_forced)
{
    char text[16] = "";
    write_model(valid_model, sizeof valid_model - 1);
    write_file("model.h5", "precious");
    ck_assert_int_eq(RUN("model.ini"), YEE_IO);
    says("model.h5");
    says("--force");
    FILE *file = fopen("model.h5", "r");
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), 8);
    fclose(file);
    ck_assert_str_eq(text, "precious");
    ck_assert_msg(RUN("--force", "model.ini") == YEE_OK, "%s", said);
    file = fopen("model.h5", "r");
    ck_assert_uint_eq(fread(text, 1, 8, file), 8);
    fclose(file);
    ck_assert_mem_eq(text, "\x89HDF\r\n\x1a\n", 8);
}
END_TEST

START_TEST(a_folder_that_cannot_be_written_is_said)
{
    write_model(valid_model, sizeof valid_model - 1);
    ck_assert_int_eq(RUN("model.ini", "--set", "run.output=nowhere/out.h5"), YEE_IO);
    says("nowhere/out.h5");
    ck_assert_int_eq(RUN("model.ini", "--set", "run.output=/proc/out.h5"), YEE_IO);
    says("/proc/out.h5");
    ck_assert_int_eq(leftovers(), 0);
}
END_TEST

START_TEST(a_full_disk_is_said)
{
    write_model(valid_model, sizeof valid_model - 1);
    const char *const argv[] = {"yee", "run", "--quiet", "model.ini", "--set", "run.steps=3000",
                                NULL};
    int code = run_with(limit, argv);
    ck_assert_msg(code == YEE_IO, "exit code %d: %s", code, said);
    says("model.h5");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bad_input");
    TCase *tests = tcase_create("bad_input");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, the_sound_model_runs);
    tcase_add_loop_test(tests, a_bad_model_gets_one_sentence_and_leaves_nothing, 0,
                        (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tests, files_that_are_no_models_are_refused);
    tcase_add_test(tests, an_object_that_paints_nothing_is_refused);
    tcase_add_test(tests, overrides_are_checked_like_the_file);
    tcase_add_test(tests, a_reference_finds_what_capitals_and_overrides_name);
    tcase_add_test(tests, what_nothing_uses_is_a_warning_with_its_line_and_strict_refuses_it);
    tcase_add_test(tests, what_a_plugin_warns_of_is_refused_by_strict);
    tcase_add_test(tests, what_a_plugin_asks_for_is_used);
    tcase_add_test(tests, a_result_that_exists_is_kept_unless_forced);
    tcase_add_test(tests, a_folder_that_cannot_be_written_is_said);
    tcase_add_test(tests, a_full_disk_is_said);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
