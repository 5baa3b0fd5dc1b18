/* Functions that never return: the first SIGINT says whom it waits for, and ends what can be
 * ended. */
#include "hostile.h"

static const struct wait {
    const char *at, *function;
    bool run; /* the run has begun: the first signal waits, the second ends */
} waits[] = {
    {"material.describe", "describe() of plugin 'hostile' [material.m], hostile_material.so",
     false},
    {"source.emit", "emit() of plugin 'hostile' [source.tx], hostile_source.so", false},
    {"shape.spans", "spans() of plugin 'hostile' [shape.s], hostile_shape.so", false},
    {"output.plan", "plan() of plugin 'hostile' [output.e], hostile_output.so", false},
    {"scheme.plan", "plan() of plugin 'hostile' [scheme.hostile], hostile_scheme.so", false},
    {"importer.convert", "convert() of plugin 'hostile' [importer], hostile_importer.so",
     false},
    {"material.constructor", "the loading of hostile_material.so", false},
    {"source.fill", "fill() of plugin 'hostile' [source.tx], hostile_source.so", true},
    {"scheme.run", "run() of plugin 'hostile' [scheme.hostile], hostile_scheme.so", true},
    {"output.open", "open() of plugin 'hostile' [output.e], hostile_output.so", true},
    {"output.receive", "receive() of plugin 'hostile' [output.e], hostile_output.so", true},
    {"output.close", "close() of plugin 'hostile' [output.e], hostile_output.so", true},
};
enum { WAITS = sizeof waits / sizeof *waits };

START_TEST(what_hangs_is_named_at_the_first_signal)
{
    const struct wait *w = &waits[_i];
    const bool scheme = !strncmp(w->at, "scheme.", 7);
    const char *const argv[] = {"yee",
                                "run",
                                "--quiet",
                                strncmp(w->at, "importer.", 9) ? "m.ini" : "m.hostile",
                                "--plugin-path",
                                MODULES,
                                "--set",
                                scheme ? "run.scheme=hostile" : "run.scheme=plain",
                                NULL};
    int from;
    write_model();
    hostile_at = w->at;
    hostile_way = "hang";
    const pid_t child = start(argv, &from, be_hostile);
    wait_for(from, "hostile: waits for ever");
    kill(child, SIGINT);
    if (w->run) {
        wait_for(from, "; again to end at once");
        says("yee: SIGINT: waiting for ");
        says(w->function);
        usleep(200000); /* at once it would be taken for the same one */
        kill(child, SIGINT);
        ck_assert_int_eq(finish(child, from), -SIGINT);
        files_are_whole(strcmp(w->at, "output.open") != 0, false);
        return;
    }
    const int code = finish(child, from);
    ck_assert_msg(code == YEE_INTERRUPTED, "exit code %d: %s", code, said);
    says("yee: interrupted by SIGINT before the first step, in ");
    says(w->function);
    ck_assert(!there("m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("waits");
    TCase *tests = tcase_create("waits");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, what_hangs_is_named_at_the_first_signal, 0, WAITS);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
