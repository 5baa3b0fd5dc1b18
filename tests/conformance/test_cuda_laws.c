/* Laws on a GPU: "cuda.split" with kernels that are compiled for a problem's laws, against
 * "reference", and "cuda.temporal", whose passes leave the media with laws out, against
 * "cuda.split", bit by bit. Skipped, and it says so, without a GPU or NVRTC. */
#include "folder.h"
#include "reshape.h"
#include "session.h"
#include <string.h>

enum { STEPS = 24, SEEDS = 40 };

/* Alone every fifth time, else among other forms. */
static test_case *draw(uint64_t seed, unsigned laws)
{
    const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    const unsigned large = seed % 4 == 3 ? CASE_LARGE : 0;
    test_case *t = case_new(900 + seed, laws | large | (seed % 5 ? more | CASE_TAPS : 0),
                            seed % 2 ? YEE_F32 : YEE_F64, STEPS);
    ck_assert_ptr_nonnull(t);
    return t;
}

static bool skipped; /* there is no NVRTC */

static void same(const runner *r, const test_case *t, const outcome *truth, route way,
                 const char *what)
{
    outcome *o = execute(r, t, way);
    ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o), "%s: other bits when %s",
                  t->text, what);
    outcome_free(o);
}

/* A case with the scheme and with the reference; false: there is no NVRTC. */
static bool scheme_equals_the_reference(const char *scheme, const test_case *t)
{
    const runner split = configured(scheme, ""), reference = configured("reference", "");
    char where[256] = "";
    outcome *truth = execute(&reference, t, ROUTE_STRAIGHT);
    outcome *o = execute(&split, t, ROUTE_STRAIGHT);
    skipped = skipped || (o->status == YEE_DECLINED && strstr(o->sentence, "libnvrtc"));
    if (skipped) {
        printf("SKIPPED: %s\n", o->sentence);
    } else {
        ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        same(&split, t, o, ROUTE_SPLIT, "the run is split");
        same(&split, t, o, ROUTE_RELOADED, "the state is saved and loaded");
    }
    outcome_free(o);
    outcome_free(truth);
    return !skipped;
}

static bool equals_the_reference(const test_case *t)
{
    return scheme_equals_the_reference("cuda.split", t);
}

START_TEST(laws_equal_those_of_the_reference)
{
    for (uint64_t seed = 0; seed < SEEDS && !skipped;
         seed += (uint64_t)short_every_few(4, 21)) {
        test_case *t = draw(seed, CASE_LAWS);
        equals_the_reference(t);
        case_free(t);
    }
}
END_TEST

/* Laws of cells and of fields, each alone, together, and beside laws of edges and of ports. */
START_TEST(laws_that_join_components_equal_those_of_the_reference)
{
    static const unsigned laws[] = {
        CASE_CELL_LAWS,
        CASE_FIELD_LAWS,
        CASE_CELL_LAWS | CASE_LAWS,
        CASE_FIELD_LAWS | CASE_LAWS,
        CASE_CELL_LAWS | CASE_FIELD_LAWS | CASE_LAWS,
        CASE_CELL_LAWS | CASE_FIELD_LAWS,
    };
    enum { KINDS = sizeof laws / sizeof *laws };
    for (uint64_t seed = 0; seed < SEEDS * KINDS / 2 && !skipped;
         seed += (uint64_t)short_every_few(7, 29)) {
        test_case *t = draw(1000 + seed, laws[seed % KINDS]);
        equals_the_reference(t);
        case_free(t);
    }
}
END_TEST

/* A law of fields that keeps nothing, which edges have made anew where all cells have it; and where
 * some do not. Its words are stored for a checkpoint alone: the other routes see them. */
START_TEST(fields_of_a_law_that_keeps_nothing_equal_those_of_the_reference)
{
    static const int64_t cells[][3] = {{9, 14, 37}, {17, 6, 40}, {5, 33, 9}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    for (int n = 0; n < KINDS * SIZES && !skipped; n += short_every_few(5, 7)) {
        const unsigned kind = (unsigned)n % KINDS;
        const unsigned forms = (kind & 1 ? CASE_PERIODIC : 0) |
                               (kind & 2 ? CASE_GRADED | CASE_PMC | CASE_LAYERS : 0) |
                               (kind & 4 ? CASE_POINTS | CASE_PORTS : 0) | CASE_TAPS;
        test_case *t = case_sized((uint64_t)n + 1700, forms, n % 3 ? YEE_F32 : YEE_F64, STEPS,
                                  cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        take_lean_law(t, n % 7 == 5 ? 5 : 0);
        equals_the_reference(t);
        case_free(t);
    }
}
END_TEST

/* Magnetic laws likewise; cuda.temporal does every third of them, in single steps. */
START_TEST(magnetic_laws_equal_those_of_the_reference)
{
    static const unsigned laws[] = {
        0,
        CASE_LAWS,
        CASE_CELL_LAWS,
        CASE_FIELD_LAWS,
        CASE_CELL_LAWS | CASE_FIELD_LAWS | CASE_LAWS,
    };
    enum { KINDS = sizeof laws / sizeof *laws };
    for (uint64_t seed = 0; seed < SEEDS * KINDS / 2 && !skipped;
         seed += (uint64_t)short_every_few(7, 29)) {
        test_case *t = draw(4000 + seed, CASE_MAGNETIC_LAWS | laws[seed % KINDS]);
        scheme_equals_the_reference(seed % 3 ? "cuda.split" : "cuda.temporal", t);
        case_free(t);
    }
}
END_TEST

/* Laws of ports, alone, among all else, and on edges that laws of edges, cells and fields have. */
START_TEST(laws_of_ports_equal_those_of_the_reference)
{
    static const unsigned laws[] = {0, 0, CASE_LAWS, CASE_CELL_LAWS,
                                    CASE_FIELD_LAWS | CASE_LAWS};
    enum { KINDS = sizeof laws / sizeof *laws };
    for (uint64_t seed = 0; seed < SEEDS && !skipped;
         seed += (uint64_t)short_every_few(4, 19)) {
        test_case *t =
            draw(2000 + seed, CASE_PORTS | CASE_PORT_LAWS | CASE_TAPS | laws[seed % KINDS]);
        equals_the_reference(t);
        case_free(t);
    }
}
END_TEST

/* Records of ports alone, on edges with laws: there is no point to log. */
START_TEST(ports_alone_are_recorded)
{
    const runner split = configured("cuda.split", ""), reference = configured("reference", "");
    for (uint64_t seed = 0; seed < 6 && !skipped; seed += (uint64_t)few_every(3)) {
        test_case *t = case_new(seed, CASE_LAWS | CASE_PORTS | CASE_TAPS,
                                seed % 2 ? YEE_F32 : YEE_F64, STEPS);
        ck_assert_ptr_nonnull(t);
        yee_tap *tap = yee_arena_alloc(t->arena, (size_t)t->problem.taps * sizeof *tap);
        ck_assert_ptr_nonnull(tap);
        int64_t taps = 0;
        for (int64_t n = 0; n < t->problem.taps; n++)
            if (t->problem.tap[n].kind == YEE_TAP_PORT)
                tap[taps++] = t->problem.tap[n];
        t->problem.tap = tap;
        t->problem.taps = taps;
        char where[256] = "";
        outcome *truth = execute(&reference, t, ROUTE_STRAIGHT);
        outcome *o = execute(&split, t, ROUTE_STRAIGHT);
        ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        outcome_free(o);
        outcome_free(truth);
        case_free(t);
    }
}
END_TEST

static runner passes_of(int steps)
{
    char keys[64];
    snprintf(keys, sizeof keys, "steps_per_pass = %d", steps);
    return configured("cuda.temporal", keys);
}

/* A scheme's description of its plan. */
static void describe(const runner *r, const test_case *t, char *text, size_t size)
{
    test_host host;
    void *plan = NULL;
    ck_assert(test_host_open(&host));
    const yee_status status = r->ops->plan(&host.host, r->config, &t->problem, &plan);
    ck_assert_msg(status == YEE_OK, "%s: %s", t->text, host.sentence);
    r->ops->print(plan, text, size);
    r->ops->destroy(plan);
    test_host_close(&host);
}

/* Passes of 2, 3 and 4 steps and of a number that the clock finds, beside laws in two boxes: among
 * every other form, with sources, ports and taps in the boxes and beside them. */
START_TEST(laws_beside_passes_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{20, 40, 66}, {14, 50, 61}, {27, 18, 90}, {1, 70, 90}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    static const int asked[] = {2, 3, 4, 0};
    const runner split = configured("cuda.split", "");
    char text[2048], where[256] = "";
    int passed = 0, taken = 0, late = 0;
    for (int n = 0; n < KINDS * SIZES && !skipped; n += short_every_few(7, 31)) {
        const int kind = n % KINDS, turn = short_on() ? n / 7 : n + n / KINDS;
        unsigned forms = CASE_LAWS | (kind & 1 ? CASE_MEDIA | CASE_SECTIONS : 0);
        forms |= kind & 2 ? CASE_LAYERS : 0;
        forms |= kind & 4 ? CASE_PERIODIC : 0;
        forms |= n % 5 == 0 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 3 ? CASE_POINTS | CASE_PORTS | CASE_TAPS : 0;
        test_case *t = case_sized((uint64_t)n + 1200, forms, n / 2 % 2 ? YEE_F32 : YEE_F64,
                                  17 + n % 5, cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        const runner other = passes_of(asked[turn % 4]);
        confine_laws(t, (uint64_t)n);
        for (int64_t m = 0; m < t->problem.taps; m++)
            if (t->problem.tap[m].kind ==
                YEE_TAP_PORT) { /* of the port with a law, every step */
                yee_tap *tap = (yee_tap *)&t->problem.tap[m];
                tap->port = 0;
                tap->every = tap->first = 1;
                tap->last = t->problem.steps;
            }
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, n % 5 > 0);
        describe(&other, t, text, sizeof text);
        taken++;
        late += strstr(text, " 0 edges with") == NULL;
        passed += strstr(text, "; bricks") && strstr(text, "media with laws");
        outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
        for (route way = ROUTE_STRAIGHT; way <= ROUTE_RELOADED; way++) {
            outcome *o = execute(&other, t, way);
            const double error = outcome_difference(truth, o, where, sizeof where);
            ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o),
                          "%s: other bits (%g, %s); %s", t->text, error, where, text);
            outcome_free(o);
        }
        outcome_free(truth);
        case_free(t);
    }
    ck_assert(skipped || late > 0);
    /* the clock of a machine that is no card may speak for single steps */
    ck_assert_msg(skipped || 2 * passed > taken, "%d of %d problems do passes", passed, taken);
}
END_TEST

/* Laws without words in the kernels of passes, of every family: everywhere or by ids, beside layers,
 * poles, other spacings and periodic axes, in 2-D, with sources and ports among them; every third
 * time in two boxes alone. Some laws with words beside them are left to single steps. */
START_TEST(bare_laws_in_passes_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{20, 40, 66}, {14, 50, 61}, {27, 18, 90}, {1, 70, 90}};
    enum { KINDS = 12, SIZES = sizeof cells / sizeof *cells };
    static const int asked[] = {2, 3, 4, 5, 4, 0};
    const runner split = configured("cuda.split", "");
    char text[2048], where[256] = "";
    int passed = 0, taken = 0;
    for (int n = 0; n < KINDS * SIZES && !skipped; n += short_every_few(7, 47)) {
        const int kind = n % KINDS, turn = short_on() ? n / 7 : n + n / KINDS;
        unsigned forms = CASE_LAWS | (kind & 1 ? CASE_MEDIA : 0);
        forms |= kind & 2 ? CASE_LAYERS : 0;
        forms |= kind & 4 ? CASE_SECTIONS : 0;
        forms |= kind >= 8 ? CASE_PERIODIC : 0;
        forms |= n % 7 == 0 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 3 == 1 ? CASE_POINTS | CASE_PORTS | CASE_TAPS : 0;
        test_case *t = case_sized((uint64_t)n + 1500, forms, n / 2 % 3 ? YEE_F32 : YEE_F64,
                                  17 + n % 5, cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        const runner other = passes_of(asked[turn % 6]);
        const bool boxes = n % 3 == 2;
        if (boxes)
            confine_laws(t, (uint64_t)n);
        take_bare_laws(t, boxes ? n / 3 % 3 : 1 + n % 2);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, n % 7 > 0);
        take_sections(t);
        describe(&other, t, text, sizeof text);
        taken++;
        passed += strstr(text, "; bricks") && strstr(text, ", with laws");
        outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
        for (route way = ROUTE_STRAIGHT; way <= ROUTE_RELOADED; way++) {
            outcome *o = execute(&other, t, way);
            const double error = outcome_difference(truth, o, where, sizeof where);
            ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o),
                          "%s, %d steps a pass: other bits (%g, %s); %s", t->text,
                          asked[turn % 6], error, where, text);
            outcome_free(o);
        }
        outcome_free(truth);
        case_free(t);
    }
    ck_assert_msg(skipped || 2 * passed > taken, "%d of %d problems have laws in passes",
                  passed, taken);
}
END_TEST

/* Media with laws are done beside passes, or all of it in single steps, where the compiler is gone once
 * the kernels of single steps are kept: a file that is no compiler is named then. */
START_TEST(laws_whose_kernels_of_passes_cannot_be_had_are_done_beside_them)
{
    enum { ALONE, EVERYWHERE, KINDS };
    const runner split = configured("cuda.split", ""), two = passes_of(2),
                 lost = configured("cuda.temporal", "steps_per_pass = 3\nnvrtc = /dev/null"),
                 any = configured("cuda.temporal", "nvrtc = /dev/null");
    const runner *const without[] = {&lost, &any};
    char text[2048], where[256] = "";
    cache_folder folder;
    const char *before = getenv("XDG_CACHE_HOME");
    char kept[4096] = "";
    snprintf(kept, sizeof kept, "%s", before ? before : "");
    for (int kind = 0; kind < KINDS && !skipped; kind++) {
        folder_open(&folder, "temporal-steps");
        test_case *t = case_sized(1600 + (uint64_t)kind, CASE_LAWS | CASE_MEDIA, YEE_F32, 17,
                                  (const int64_t[]){20, 40, 66});
        ck_assert_ptr_nonnull(t);
        if (kind == ALONE)
            confine_laws(t, 3);
        take_bare_laws(t, kind == ALONE ? 0 : 1);
        clear_walls(t);
        thin_layers(t, 0, true);
        describe(&two, t, text, sizeof text);
        ck_assert_msg(strstr(text, ", with laws"), "%s", text);
        outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
        for (int n = 0; n < 2; n++) {
            describe(without[n], t, text, sizeof text);
            ck_assert_msg(strstr(text, "kernels of passes with the laws cannot be had") ||
                              (kind == ALONE && strstr(text, "media with laws, for kernels of "
                                                             "passes with laws cannot be had")),
                          "%s", text);
            ck_assert_msg(n > 0 || kind != ALONE || strstr(text, "3 steps a pass"), "%s", text);
            outcome *o = execute(without[n], t, ROUTE_STRAIGHT);
            const double error = outcome_difference(truth, o, where, sizeof where);
            ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o),
                          "%s: other bits (%g, %s); %s", t->text, error, where, text);
            outcome_free(o);
        }
        outcome_free(truth);
        case_free(t);
        folder_close(&folder);
    }
    if (before)
        setenv("XDG_CACHE_HOME", kept, 1);
    else
        unsetenv("XDG_CACHE_HOME");
}
END_TEST

/* Laws in most cells leave nothing to passes unless these are asked for, a law of one medium
 * everywhere nothing at all. */
START_TEST(laws_almost_everywhere_are_left_to_single_steps)
{
    char text[2048];
    for (int everywhere = 0; everywhere < 2 && !skipped; everywhere++) {
        test_case *t =
            case_new(1300, CASE_LAWS | (everywhere ? 0 : CASE_MEDIA), YEE_F32, STEPS);
        ck_assert_ptr_nonnull(t);
        for (int c = 0; c < 3; c++) /* three of four edges are of medium 0, which has one */
            for (int64_t at = 0; t->problem.id[c] && at < yee_grid_points(&t->problem.grid, c);
                 at++)
                if (at % 4 > 0)
                    ((uint32_t *)t->problem.id[c])[at] = 0;
        const runner any = passes_of(0), three = passes_of(3);
        describe(&any, t, text, sizeof text);
        ck_assert_msg(strstr(text, "laws are") && strstr(text, "everywhere)"), "%s", text);
        describe(&three, t, text, sizeof text);
        ck_assert_msg(everywhere ? strstr(text, "(laws are everywhere)") != NULL
                                 : strstr(text, "; bricks") != NULL,
                      "%s", text);
        case_free(t);
    }
}
END_TEST

int main(void)
{
    if (!open_session())
        return EXIT_FAILURE;
    if (!battery_there(session, "cuda.split"))
        return SKIPPED;
    Suite *suite = suite_create("cuda_laws");
    TCase *laws = tcase_create("laws");
    tcase_set_timeout(laws, 600);
    tcase_add_test(laws, laws_equal_those_of_the_reference);
    tcase_add_test(laws, ports_alone_are_recorded);
    tcase_add_test(laws, laws_beside_passes_have_the_bits_of_single_steps);
    tcase_add_test(laws, bare_laws_in_passes_have_the_bits_of_single_steps);
    tcase_add_test(laws, laws_almost_everywhere_are_left_to_single_steps);
    suite_add_tcase(suite, laws);
    TCase *lost = tcase_create("lost");
    tcase_set_timeout(lost, 600);
    tcase_add_test(lost, laws_whose_kernels_of_passes_cannot_be_had_are_done_beside_them);
    suite_add_tcase(suite, lost);
    TCase *joined = tcase_create("joined");
    tcase_set_timeout(joined, 600);
    tcase_add_test(joined, laws_that_join_components_equal_those_of_the_reference);
    tcase_add_test(joined, laws_of_ports_equal_those_of_the_reference);
    TCase *lean = tcase_create("lean");
    tcase_set_timeout(lean, 600);
    tcase_add_test(lean, fields_of_a_law_that_keeps_nothing_equal_those_of_the_reference);
    suite_add_tcase(suite, lean);
    TCase *magnetic = tcase_create("magnetic laws");
    tcase_set_timeout(magnetic, 600);
    tcase_add_test(magnetic, magnetic_laws_equal_those_of_the_reference);
    suite_add_tcase(suite, magnetic);
    suite_add_tcase(suite, joined);
    const int result = play_suite(suite);
    return skipped ? SKIPPED : result;
}
