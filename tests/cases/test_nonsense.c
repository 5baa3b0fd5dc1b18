/* Plugins of every kind that return what none may return: the run ends with a sentence that
 * names the plugin, and never by a signal or by going on for ever. */
#include "command.h"
#include "suite.h"

static const char model[] =
    "[run]\nsteps = 400\nforce = yes\n"
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n"
    "[material.m]\ntype = dielectric\neps = 2\n"
    "[boundary.b]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 6 GHz\n"
    "[shape.s]\ntype = box\nfrom = 2, 2, 2 mm\nto = 4, 4, 4 mm\nmaterial = m\n"
    "[source.tx]\ntype = dipole\nposition = 6, 6, 6.5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.rx]\ntype = probe\nposition = 5, 5, 5 mm\n";

/* The block that becomes nonsense, what is wrong with it, and what is said. */
static const struct fault {
    const char *block, *fault, *words;
    int code;
} faults[] = {
    {"material.m", "eps", "eps_inf = nan", YEE_PLUGIN},
    {"material.m", "null", "1 poles and no array", YEE_PLUGIN},
    {"material.m", "pole", "pole 1 of eps", YEE_PLUGIN},
    {"material.m", "many", "has 5000 poles", YEE_INPUT},
    {"boundary.b", "kappa", "kappa = nan", YEE_PLUGIN},
    {"boundary.b", "rule", "rule 77", YEE_PLUGIN},
    {"boundary.b", "layer", "a layer of -5 cells", YEE_PLUGIN},
    {"boundary.b", "sheet", "sigma = nan S", YEE_PLUGIN},
    {"boundary.b", "null", "1 poles along y", YEE_PLUGIN},
    {"boundary.b", "gain", "a sheet at the face x- that gains energy", YEE_PLUGIN},
    {"boundary.b", "wall", "a sheet needs the rule pmc", YEE_PLUGIN},
    {"boundary.b", "mirror", "a plane of symmetry at the face x- with the rule 0, a layer of 3",
     YEE_PLUGIN},
    {"waveform.w", "value", "is no finite number", YEE_PLUGIN},
    {"waveform.w", "null", "returned nothing", YEE_PLUGIN},
    {"source.tx", "outside", "is outside the grid", YEE_INPUT},
    {"source.tx", "density", "a current density of nan", YEE_PLUGIN},
    {"source.tx", "null", "gave Ez no signals", YEE_PLUGIN},
    {"source.tx", "signal", "signal 7", YEE_PLUGIN},
    {"source.tx", "component", "named component 9", YEE_PLUGIN},
    {"source.tx", "endless", "gave Ez 1000000000000 signals", YEE_PLUGIN},
    {"source.tx", "early", "before it opened a group", YEE_PLUGIN},
    {"source.tx", "link", "a link's current at step 40 is no finite number", YEE_PLUGIN},
    {"source.tx", "unsaid", "more links than its links() said", YEE_PLUGIN},
    {"source.tx", "below", "says it opens -1 links", YEE_PLUGIN},
    {"shape.s", "bounds", "bounds that are not numbers", YEE_PLUGIN},
    {"output.rx", "box", "x indices 0 to 1000000", YEE_PLUGIN},
    {"output.rx", "point", "asks for point 9223372036854775807", YEE_PLUGIN},
    {"output.rx", "every", "asks for every 0-th step", YEE_PLUGIN},
    {"output.rx", "shape", "whose shape is empty", YEE_PLUGIN},
    {"output.rx", "rows", "gives -3 rows", YEE_PLUGIN},
    {"output.rx", "null", "rows of nothing", YEE_PLUGIN},
    {"scheme.nonsense", "plan", "returned no plan", YEE_PLUGIN},
    {"scheme.nonsense", "stands", "and is after step 0", YEE_PLUGIN},
    {"scheme.nonsense", "nowhere", "point -1 of component 17", YEE_PLUGIN},
    {"scheme.nonsense", "limit", "the time step limit nan s", YEE_PLUGIN},
};

/* The model with that block's keys but two taken away. These schemes deliver no records. */
static void write_faulty(const struct fault *f)
{
    char text[2048] = "";
    const size_t width = strlen(f->block);
    bool scheme = !strncmp(f->block, "scheme.", 7);
    const char *end = scheme ? strstr(model, "[output.rx]") : model + strlen(model);
    for (const char *line = model, *next; line != end; line = next) {
        static bool within;
        next = strchr(line, '\n') + 1;
        if (*line == '[')
            within = !strncmp(line + 1, f->block, width);
        if (!within || *line == '[' || !strncmp(line, "material =", 10))
            strncat(text, line, (size_t)(next - line));
        if (within && *line == '[')
            sprintf(text + strlen(text), "type = nonsense\nfault = %s\n", f->fault);
    }
    if (scheme)
        sprintf(text + strlen(text), "[%s]\ntype = nonsense\nfault = %s\n", f->block, f->fault);
    write_file("m.ini", text);
}

/* The module's scheme says nothing of links. */
START_TEST(a_scheme_without_links_is_declined_for)
{
    write_faulty(&(struct fault){"scheme.nonsense", "plan", "", 0});
    FILE *file = fopen("m.ini", "a");
    ck_assert_ptr_nonnull(file);
    fputs("[source.d]\ntype = diode\nnegative = 6, 8, 6 mm\npositive = 6, 8, 7 mm\n", file);
    fclose(file);
    ck_assert_int_eq(
        RUN("m.ini", "--plugin-path", MODULE_NONSENSE, "--set", "run.scheme=nonsense"),
        YEE_DECLINED);
    says("scheme 'nonsense' executes 0 links");
    says("the model have 1");
    says("tiled");
    ck_assert_int_eq(
        RUN("m.ini", "--plugin-path", MODULE_NONSENSE, "--set", "run.scheme=plain"), YEE_OK);
}
END_TEST

START_TEST(nonsense_is_caught_at_the_border_with_the_plugins_name)
{
    const struct fault *f = &faults[_i];
    write_faulty(f);
    const char *scheme =
        strncmp(f->block, "scheme.", 7) ? "run.scheme=plain" : "run.scheme=nonsense";
    const int code = RUN("m.ini", "--plugin-path", MODULE_NONSENSE, "--set", scheme);
    ck_assert_msg(code == f->code, "%s %s: exit code %d: %s", f->block, f->fault, code, said);
    says(f->words);
    says(!strcmp(f->block, "waveform.w") && !strcmp(f->fault, "value") ? "plugin 'dipole'"
                                                                       : "nonsense");
    says("m.ini");
}
END_TEST

/* Nobody can keep a plugin from writing to nowhere; who did it is said. */
START_TEST(a_plugin_that_crashes_is_named)
{
#if !defined __SANITIZE_ADDRESS__
    if (getenv("YEE_VALGRIND"))
        return; /* it would say the same */
    write_faulty(&(struct fault){"material.m", "crash", "", 0});
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_NONSENSE), -SIGSEGV);
    says("crashed (SIGSEGV) in describe() of plugin 'nonsense' [material.m], nonsense.so");
#endif
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nonsense");
    TCase *tests = tcase_create("nonsense");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, nonsense_is_caught_at_the_border_with_the_plugins_name, 0,
                        (int)(sizeof faults / sizeof *faults));
    tcase_add_test(tests, a_scheme_without_links_is_declined_for);
    tcase_add_test(tests, a_plugin_that_crashes_is_named);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
