/* Every function of every kind, in all ways to end a process or to return no status: the exit
 * code is never 0 and the sentence names plugin, section and function. */
#include "hostile.h"

enum phase { PLANNED, BEGUN, ENDED, RESUMED };

static const struct call {
    const char *at, *function, *block;
    bool status, host; /* it returns one; it can call host->fail() */
    enum phase phase;  /* there is an output file by then */
} calls[] = {
    {"material.describe", "describe", "material.m", true, true, PLANNED},
    {"material.range", "range", "material.m", true, true, PLANNED},
    {"boundary.close", "close", "boundary.b", true, true, PLANNED},
    {"boundary.stretch", "stretch", "boundary.b", true, true, PLANNED},
    {"boundary.damping", "damping", "boundary.d", true, true, PLANNED},
    {"waveform.open", "open", "waveform.w", true, true, PLANNED},
    {"waveform.value", "value", "waveform.w", false, false, PLANNED},
    {"waveform.band", "band", "waveform.w", true, false, PLANNED},
    {"source.emit", "emit", "source.tx", true, true, PLANNED},
    {"source.waveform", "waveform", "source.tx", false, false, PLANNED},
    {"source.fill", "fill", "source.tx", false, false, BEGUN},
    {"shape.bounds", "bounds", "shape.s", true, true, PLANNED},
    {"shape.inside", "inside", "shape.s", false, false, PLANNED},
    {"shape.spans", "spans", "shape.s", false, false, PLANNED},
    {"shape.paint", "paint", "shape.p", true, true, PLANNED},
    {"output.plan", "plan", "output.e", true, true, PLANNED},
    {"output.open", "open", "output.e", true, true, PLANNED},
    {"output.receive", "receive", "output.e", true, true, BEGUN},
    {"output.close", "close", "output.e", true, true, BEGUN},
    {"output.state", "state", "output.e", true, true, BEGUN},
    {"output.load_state", "state", "output.e", true, true, RESUMED},
    {"scheme.available", "available", "scheme.hostile", true, true, PLANNED},
    {"scheme.traits", "traits", "scheme.hostile", true, false, PLANNED},
    {"scheme.courant", "courant", "scheme.hostile", false, false, PLANNED},
    {"scheme.dispersion", "dispersion", "scheme.hostile", false, false, PLANNED},
    {"scheme.band", "band", "scheme.hostile", false, false, PLANNED},
    {"scheme.plan", "plan", "scheme.hostile", true, true, PLANNED},
    {"scheme.step", "step", "scheme.hostile", false, false, PLANNED},
    {"scheme.extrema", "extrema", "scheme.hostile", true, true, BEGUN},
    {"scheme.energy", "energy", "scheme.hostile", true, true, BEGUN},
    {"scheme.print", "print", "scheme.hostile", false, false, PLANNED},
    {"scheme.run", "run", "scheme.hostile", true, true, BEGUN},
    {"scheme.save", "save", "scheme.hostile", true, true, BEGUN},
    {"scheme.finish", "finish", "scheme.hostile", true, true, BEGUN},
    {"scheme.destroy", "destroy", "scheme.hostile", false, false, ENDED},
    {"scheme.load", "load", "scheme.hostile", true, true, RESUMED},
    {"importer.convert", "convert", "importer", true, true, PLANNED},
};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct end {
    const char *way, *words;
    int code;
} ends[] = {
    {"exit", "yee: the process was ended by exit() in ", YEE_PLUGIN},
    {"quick_exit", "yee: the process was ended by exit() in ", YEE_PLUGIN},
    {"_exit", "yee: the process was ended by _exit() in ", YEE_PLUGIN},
    {"abort", "yee: crashed (SIGABRT) in ", -SIGABRT},
    {"null", "yee: crashed (SIGSEGV) in ", -SIGSEGV},
    {"wild", "yee: crashed (SIGSEGV) in ", -SIGSEGV},
    {"deep", "yee: crashed (SIGSEGV) in ", -SIGSEGV},
};
enum { ENDS = sizeof ends / sizeof *ends };

static const struct answer {
    const char *way, *before, *after;
} answers[] = {
    {"42", "returned 42 from ", "(), which is no status"},
    {"-1", "returned -1 from ", "(), which is no status"},
    {"256", "returned 256 from ", "(), which is no status"},
    {"silent", "returned the failure 3 from ", "() without saying why"},
    {"lucky", "returned success from ", "() after it had failed: all is lost"},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

static const char *plugin_of(const struct call *c)
{
    return strcmp(c->function, "paint") ? "hostile" : "hostile_painter";
}

/* Prepares what a call needs; the file that is there then is whole. */
static int run_call(const struct call *c, const char *way)
{
    write_model();
    if (c->phase != RESUMED)
        return run_hostile(c->at, way, false);
    const bool scheme = !strncmp(c->at, "scheme.", 7);
    const int code = run_hostile(scheme ? "scheme.nothing" : "output.nothing", "", false);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    return run_hostile(c->at, way, true);
}

static void names(const struct call *c, const char *before)
{
    char words[256];
    snprintf(words, sizeof words, "%s%s() of plugin '%s' [%s], hostile_%.*s.so", before,
             c->function, plugin_of(c), c->block, (int)strcspn(c->at, "."), c->at);
    says(words);
}

START_TEST(an_end_of_the_process_is_laid_at_its_door)
{
    const struct call *c = &calls[_i / ENDS];
    const struct end *e = &ends[_i % ENDS];
    if ((e->code < 0 || !strcmp(e->way, "_exit")) && tools_tell())
        return;
    const int code = run_call(c, e->way);
    ck_assert_msg(code == e->code, "%s %s: exit code %d: %s", c->at, e->way, code, said);
    names(c, e->words);
    if (strncmp(c->at, "importer", 8))
        files_are_whole(c->phase != PLANNED, c->phase >= ENDED);
}
END_TEST

START_TEST(a_status_that_breaks_the_contract_is_a_sentence)
{
    const struct call *c = &calls[_i / ANSWERS];
    const struct answer *a = &answers[_i % ANSWERS];
    char words[256];
    if (!c->status || (!c->host && !strcmp(a->way, "lucky")))
        return;
    const int code = run_call(c, a->way);
    ck_assert_msg(code == YEE_PLUGIN, "%s %s: exit code %d: %s", c->at, a->way, code, said);
    snprintf(words, sizeof words, "plugin '%s' %s%s%s", plugin_of(c), a->before, c->function,
             a->after);
    says(words);
    if (strncmp(c->at, "importer", 8)) {
        snprintf(words, sizeof words, "[%s] ", c->block);
        says(words);
        files_are_whole(c->phase != PLANNED, c->phase >= ENDED);
    }
}
END_TEST

/* Nobody is asked before kill -9. */
START_TEST(files_read_after_an_end_that_nobody_sees)
{
    static const char *const at[] = {"source.fill", "output.receive", "output.close"};
    for (int i = 0; i < 3; i++) {
        write_model();
        ck_assert_int_eq(run_hostile(at[i], "kill", false), -SIGKILL);
        files_are_whole(true, false);
        clean("m.");
    }
}
END_TEST

START_TEST(a_file_that_ends_the_process_while_it_is_loaded_is_named)
{
    static const char *const at[] = {"material.constructor", "scheme.constructor"};
    char words[256];
    for (int i = 0; i < 2 * ENDS; i++) {
        const struct end *e = &ends[i / 2];
        if ((e->code < 0 || !strcmp(e->way, "_exit")) && tools_tell())
            continue;
        write_model();
        const int code = run_hostile(at[i % 2], e->way, false);
        ck_assert_msg(code == e->code, "%s %s: exit code %d: %s", at[i % 2], e->way, code,
                      said);
        snprintf(words, sizeof words, "%sthe loading of hostile_%.*s.so", e->words,
                 (int)strcspn(at[i % 2], "."), at[i % 2]);
        says(words);
    }
}
END_TEST

/* Threads that a plugin made are known by their module, and by who runs meanwhile. */
START_TEST(a_thread_of_a_plugin_is_told_from_those_of_yee)
{
    static const char during[] = ", while another thread was in describe() of plugin 'hostile'";
    write_model();
    ck_assert_int_eq(run_hostile("material.describe", "thread_exit", false), YEE_PLUGIN);
    says("ended by exit() on a thread that yee did not make, while another was in describe()");
    if (tools_tell())
        return;
    ck_assert_int_eq(run_hostile("material.describe", "thread_null", false), -SIGSEGV);
    says("crashed (SIGSEGV) in hostile_material.so");
    says(during);
}
END_TEST

/* A check prints its findings; they are kept with the sentences. */
static void be_hostile_and_heard(void)
{
    be_hostile();
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

START_TEST(a_check_that_is_ended_fails)
{
    const char *const argv[] = {"yee", "check", MODULES "/hostile_material.so", NULL};
    hostile_at = "material.describe";
    hostile_way = "exit";
    ck_assert_int_eq(run_with(be_hostile_and_heard, argv), YEE_PLUGIN);
    says("FAIL  ended the process with exit code 0 in describe()");
}
END_TEST

START_TEST(the_model_is_sound_while_nobody_misbehaves)
{
    write_model();
    int code = run_hostile(NULL, NULL, false);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    files_are_whole(true, true);
    clean("m.");
    write_model();
    code = run_hostile("scheme.nothing", "", false);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    ck_assert_int_eq(rows_of("m.h5", "/hostile"), 200);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calls");
    TCase *tests = tcase_create("calls");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, the_model_is_sound_while_nobody_misbehaves);
    tcase_add_loop_test(tests, an_end_of_the_process_is_laid_at_its_door, 0, CALLS * ENDS);
    tcase_add_loop_test(tests, a_status_that_breaks_the_contract_is_a_sentence, 0,
                        CALLS * ANSWERS);
    tcase_add_test(tests, files_read_after_an_end_that_nobody_sees);
    tcase_add_test(tests, a_file_that_ends_the_process_while_it_is_loaded_is_named);
    tcase_add_test(tests, a_thread_of_a_plugin_is_told_from_those_of_yee);
    tcase_add_test(tests, a_check_that_is_ended_fails);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
