/* "cuda.temporal" against "cuda.split": the same bits whatever the number of steps in a pass,
 * however a run is cut into stretches, and wherever sources and probes lie. Skipped, and it
 * says so, where there is no GPU; tests/emulator has what this needs of one. */
#include "reshape.h"
#include "session.h"
#include <string.h>

enum { SEEDS = 66, MOST = 6 };

/* A short suite does each problem with one of the `loops` numbers of a loop test. */
static int first_of(int number, int loops) { return short_on() ? number % loops : 0; }
/* The step through the cases; of few, an odd one, since precisions and kinds go by even numbers. */
static int step_of(int loops, int few)
{
    return !short_on() ? 1 : few_on() ? few * loops - 1 : loops;
}

/* Steps of problem n: passes of `steps` steps and a remainder; a short suite does fewer passes. */
static int64_t length_of(int steps, int n) { return (short_on() ? 3 : 5) * steps + n % 5; }

static runner passes_of(int steps)
{
    char keys[64];
    snprintf(keys, sizeof keys, "steps_per_pass = %d", steps);
    return configured("cuda.temporal", keys);
}

/* Every form alone, then random combinations; all but every third one large. Runs end with a
 * remainder of every length: 20 to 25 steps. */
static test_case *draw(uint64_t seed)
{
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3 > 0)
        forms |= CASE_LARGE;
    test_case *t = case_new(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, 20 + (int64_t)seed % 6);
    ck_assert_ptr_nonnull(t);
    if (seed % 5 > 0)
        clear_walls(t);
    return t;
}

/* Whether steps are done in passes; text: what the plan says. */
static bool does_passes(const runner *r, const test_case *t, char *text, size_t size)
{
    test_host host;
    void *plan = NULL;
    ck_assert(test_host_open(&host));
    const yee_status status = r->ops->plan(&host.host, r->config, &t->problem, &plan);
    snprintf(text, size, "%s", host.sentence);
    if (status == YEE_OK) {
        r->ops->print(plan, text, size);
        r->ops->destroy(plan);
    }
    test_host_close(&host);
    return strstr(text, "; bricks") != NULL;
}

START_TEST(passes_have_the_bits_of_single_steps)
{
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    int taken = 0, compared = 0, wrong = 0, passed = 0;
    char text[2048];
    for (uint64_t seed = (uint64_t)first_of(_i + 5, MOST + 1); seed < SEEDS;
         seed += (uint64_t)step_of(MOST + 1, 3)) {
        test_case *t = draw(seed);
        taken++;
        const route way = seed % 4 == 3   ? ROUTE_RELOADED
                          : seed % 4 == 2 ? ROUTE_SPLIT
                                          : ROUTE_STRAIGHT;
        outcome *o = execute(&other, t, way), *truth = execute(&split, t, ROUTE_STRAIGHT);
        ck_assert_int_eq(o->status, truth->status);
        if (o->status == YEE_OK) {
            char where[256] = "";
            const double error = outcome_difference(truth, o, where, sizeof where);
            if (!outcome_same(truth, o)) {
                printf("%d steps a pass, %s: other bits (%g, %s)\n", _i, t->text, error, where);
                wrong++;
            }
            compared++;
            passed += does_passes(&other, t, text, sizeof text);
        }
        outcome_free(truth);
        outcome_free(o);
        case_free(t);
    }
    ck_assert_msg(wrong == 0, "%d of %d problems have other bits", wrong, compared);
    ck_assert_int_eq(compared, taken);
    if (_i > 1 && _i < 4) /* others know no layers and poles, or are not asked for them */
        ck_assert_msg(passed > taken / 2, "%d of %d problems do passes", passed, taken);
}
END_TEST

/* The routes of the next problem: all of them, in a short suite one after the other. */
static void routes(route *first, route *last)
{
    static int problems;
    *first = short_on() ? (route)(problems++ % (ROUTE_SPLIT + 1)) : ROUTE_STRAIGHT;
    *last = short_on() ? *first : ROUTE_SPLIT;
}

/* One problem, whole and by stretches; the bits of single steps. */
static void compare(const runner *split, const runner *other, test_case *t, int steps)
{
    char where[256] = "";
    route way, last;
    outcome *truth = execute(split, t, ROUTE_STRAIGHT);
    for (routes(&way, &last); way <= last; way++) {
        outcome *o = execute(other, t, way);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o),
                      "%d steps a pass, %s: other bits (%g, %s)", steps, t->text, error, where);
        outcome_free(o);
    }
    outcome_free(truth);
}

/* Boxes of PEC whose walls are at, before and after the borders of bricks; a brick writes 4 to
 * 26 rows and 20 to 56 columns. In the last two boxes bricks of 24 rows end where
 * walls are, in three steps and four, and those of 16 in five and six. */
START_TEST(bricks_of_every_size_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{2, 2, 3},    {3, 17, 55},  {41, 5, 57},  {9, 33, 120},
                                       {20, 60, 8},  {11, 16, 56}, {75, 19, 30}, {8, 70, 113},
                                       {6, 40, 130}, {5, 42, 130}};
    enum { KINDS = 4, SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048];
    for (int n = first_of(_i, MOST); n < KINDS * SIZES; n += step_of(MOST, 5)) {
        const int kind = n % KINDS;
        const unsigned forms = kind == 0 ? 0 : kind == 1 ? CASE_POINTS | CASE_TAPS : CASE_MEDIA;
        /* of few in one precision, by turns */
        for (int single = few_on() ? (n + n / KINDS + _i) % 2 : 0; single < 2;
             single += few_every(2)) {
            test_case *t = case_sized((uint64_t)n, forms, single ? YEE_F32 : YEE_F64,
                                      length_of(_i, n), cells[n / KINDS]);
            ck_assert_ptr_nonnull(t);
            clear_walls(t);
            thin_layers(t, 0, true); /* nodes are rounded */
            if (kind == 3)
                take_losses(t);
            ck_assert_msg(does_passes(&other, t, text, sizeof text), "%s: %s", t->text, text);
            compare(&split, &other, t, _i);
            case_free(t);
        }
    }
}
END_TEST

/* Rows of 61 and 174 points start half a sector late. Layers of 1 to 10 cells at some faces,
 * graded axes and PMC, poles of one word, or all of it, in bricks that have kernels of their
 * own: four steps in float, three in either precision; and poles of one word and two, three
 * steps. */
START_TEST(layers_and_poles_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {
        {31, 40, 130}, {24, 75, 61}, {60, 29, 174}, {47, 64, 200}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells, LOOPS = 5 };
    const bool pairs = _i > 2;
    const int steps = _i == 0 ? 4 : 3;
    const yee_precision precision = _i < 2 || _i == 3 ? YEE_F32 : YEE_F64;
    const runner split = configured("cuda.split", ""), other = passes_of(steps);
    char text[2048], fit[64];
    int taken = 0, fitting = 0, spared = 0, two = 0;
    snprintf(fit, sizeof fit, "%d steps a pass", steps);
    /* of few boxes of every loop whose kinds have sections; one of the largest, in four steps, for only
     * there some bricks need less than all */
    static const int few[LOOPS] = {14, 1, 2, 4, 12};
    const int first = few_on() ? few[_i] : _i;
    const int last = KINDS * (short_on() && few_on() && _i > 0 ? SIZES - 1 : SIZES);
    for (int n = first_of(first, 3 * KINDS); n < last; n += short_every_few(LOOPS, 11)) {
        const int kind = n % KINDS;
        if (pairs && kind < 4) /* no sections */
            continue;
        taken++;
        const bool graded = n / KINDS % 2;
        unsigned forms = kind & 1 ? CASE_MEDIA : 0;
        forms |= graded ? CASE_GRADED | CASE_PMC : 0;
        forms |= kind < 6 ? CASE_LAYERS : 0;
        forms |= kind >= 4 ? CASE_SECTIONS : 0;
        forms |= n % 3 == 0 ? CASE_POINTS | CASE_TAPS : 0;
        test_case *t = case_sized((uint64_t)n + 100, forms, precision, length_of(steps, n),
                                  cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, !graded);
        (pairs ? take_third_words : take_sections)(t);
        if (kind == 3)
            take_losses(t);
        if (n % 3 > 0)
            plant_low(t);
        const bool passes = does_passes(&other, t, text, sizeof text);
        fitting += passes && strstr(text, fit);
        spared += passes && strstr(text, "without poles");
        two += passes && strstr(text, "poles of two words");
        compare(&split, &other, t, steps);
        case_free(t);
    }
    /* others have layers too thick for these kernels */
    ck_assert_msg(fitting >= taken / 2, "%d of %d problems do %s", fitting, taken, fit);
    ck_assert_msg(pairs || spared > 0, "no bricks were found to need less than all");
    ck_assert_msg(!pairs || two >= taken / 4, "%d problems have poles of two words", two);
}
END_TEST

/* Periodic axes, all or some, beside walls and layers, with every kind of media and with
 * spacing that differs: also axes of fewer cells than a pass does steps, and odd ones. */
START_TEST(periodic_axes_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{31, 40, 90}, {3, 17, 55}, {24, 75, 61},
                                       {60, 2, 131}, {7, 33, 3},  {40, 18, 64}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048];
    int quick = 0;
    for (int n = first_of(_i, MOST); n < KINDS * SIZES; n += step_of(MOST, 5)) {
        const int kind = n % KINDS;
        unsigned forms = CASE_PERIODIC | (kind & 1 ? CASE_MEDIA : 0);
        forms |= kind >= 2 ? CASE_LAYERS : 0;
        forms |= kind >= 4 ? CASE_SECTIONS : 0;
        forms |= n % 5 == 0 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 3 == 0 ? CASE_POINTS | CASE_TAPS : 0;
        test_case *t = case_sized((uint64_t)n + 300, forms, n % 4 ? YEE_F32 : YEE_F64,
                                  length_of(_i, n), cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, n % 5 > 0);
        (kind < 6 ? take_sections : take_third_words)(t);
        if (kind == 3)
            take_losses(t);
        bool round = false;
        for (int a = 0; a < 3; a++)
            round = round || t->problem.grid.axis[a].periodic;
        quick += round && does_passes(&other, t, text, sizeof text) && !strstr(text, "edge");
        compare(&split, &other, t, _i);
        case_free(t);
    }
    /* kernels for any brick, of edges, know periodic axes, too; five steps know no layers */
    ck_assert_msg(short_on() || quick >= (_i == 3 ? KINDS * SIZES / 6 : 2),
                  "%d problems are quick", quick);
}
END_TEST

/* Media that passes do not know are done step by step where they are, in passes of all numbers
 * of steps: with magnetic losses and poles, and with more poles than kernels know. */
START_TEST(excluded_media_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{20, 40, 66}, {14, 50, 61}, {27, 18, 90}, {1, 70, 90}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048], fit[64];
    int magnetic = 0, poles = 0;
    snprintf(fit, sizeof fit, "%d step%s a pass", _i, _i > 1 ? "s" : "");
    for (int n = first_of(_i, MOST); n < KINDS * SIZES; n += short_every_few(MOST, 17)) {
        const int kind = n % KINDS;
        unsigned forms = CASE_MEDIA | CASE_SECTIONS | (kind & 1 ? CASE_MAGNETIC : 0);
        forms |= kind & 2 ? CASE_LAYERS : 0;
        forms |= kind & 4 ? CASE_PERIODIC : 0;
        forms |= n % 5 == 0 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 3 == 0 ? CASE_POINTS | CASE_TAPS : 0;
        test_case *t =
            case_sized((uint64_t)n + 600, forms, n % 2 == n / KINDS % 2 ? YEE_F32 : YEE_F64,
                       length_of(_i, n), cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        exclude_media(t, (uint64_t)n);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, n % 5 > 0);
        const bool passes = does_passes(&other, t, text, sizeof text) && strstr(text, fit);
        ck_assert_msg(passes || forms & CASE_LAYERS, "%s: %s", t->text, text);
        magnetic += passes && strstr(text, "magnetic media");
        poles += passes && strstr(text, "media with poles");
        compare(&split, &other, t, _i);
        case_free(t);
    }
    ck_assert_msg(magnetic > 0 || (short_on() && poles > 0), "no magnetic media are excluded");
    ck_assert_msg(_i == 2 || poles > 0, "no media with poles are excluded");
}
END_TEST

/* Points of many words are few: these words lie by rows behind those of all others, which kernels of
 * passes find as they find fields; and so are points of two words, among those of one. */
START_TEST(few_points_of_many_words_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{20, 40, 66}, {14, 50, 61}, {27, 18, 90}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048], fit[64];
    int passed = 0, taken = 0;
    snprintf(fit, sizeof fit, "%d steps a pass", _i);
    for (int n = first_of(_i, 3); n < KINDS * SIZES; n += short_every_few(3, 7)) {
        const int kind = n % KINDS;
        unsigned forms = CASE_MEDIA | CASE_SECTIONS | (kind & 1 ? CASE_LAYERS : 0);
        forms |= kind & 2 ? CASE_PERIODIC : 0;
        forms |= n % 5 == 0 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 3 == 0 ? CASE_POINTS | CASE_TAPS : 0;
        test_case *t =
            case_sized((uint64_t)n + 800, forms, n % 2 == n / KINDS % 2 ? YEE_F32 : YEE_F64,
                       length_of(_i, n), cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, n % 5 > 0);
        (kind & 4 ? take_third_words : take_sections)(t);
        if (plant_words(t, (uint64_t)n)) {
            taken++;
            passed += does_passes(&other, t, text, sizeof text) && strstr(text, fit) &&
                      strstr(text, "media with poles of more words");
            compare(&split, &other, t, _i);
        }
        case_free(t);
    }
    ck_assert_msg(taken > 0 && (2 * passed >= taken || _i == 4),
                  "%d of %d problems do passes: %s", passed, taken, text);
    ck_assert_msg(passed > 0 || short_on(), "no problem does passes of %d steps: %s", _i, text);
}
END_TEST

/* Sources and probes in few places, where one launch does all steps in shared memory: at walls, in
 * layers, in media that differ, on graded and beside periodic axes; and of more sources than a block
 * has threads for the edges beside them. */
START_TEST(boxes_in_shared_memory_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{45, 40, 66}, {26, 50, 61}, {37, 28, 90}};
    enum { KINDS = 8, SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048];
    int shared = 0, taken = 0;
    for (int n = first_of(_i, 4); n < KINDS * SIZES; n += short_every_few(4, 7)) {
        const int kind = n % KINDS;
        unsigned forms = CASE_POINTS | CASE_TAPS | (kind & 1 ? CASE_MEDIA : 0);
        forms |= kind & 2 ? CASE_LAYERS : 0;
        forms |= kind == 4 ? CASE_PERIODIC : 0;
        forms |= kind >= 6 ? CASE_GRADED | CASE_PMC : 0;
        forms |= n % 5 == 4 ? CASE_SECTIONS | CASE_MEDIA : 0;
        test_case *t = case_sized((uint64_t)n + 900, forms, n % 3 ? YEE_F32 : YEE_F64,
                                  length_of(_i, n), cells[n / KINDS]);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        thin_layers(t, 1 + n * 7 % 10, kind < 6);
        take_sections(t);
        plant_low(t);
        gather_stimuli(t, (uint64_t)n, 1 + n % 5);
        if (n % 2)
            take_currents(t);
        taken++;
        shared += does_passes(&other, t, text, sizeof text) && strstr(text, "shared memory");
        compare(&split, &other, t, _i);
        case_free(t);
    }
    /* passes of one step know no layers, and boxes of four do not hold all that is near a place */
    ck_assert_msg(shared >= (_i == 1  ? taken / 4
                             : _i < 4 ? taken / 2
                                      : 0),
                  "%d of %d problems have such boxes: %s", shared, taken, text);
}
END_TEST

START_TEST(rare_media_have_the_bits_of_single_steps)
{
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048];
    test_case *t = case_sized(700, 0, _i % 2 ? YEE_F32 : YEE_F64, 5 * _i + 2,
                              (const int64_t[]){26, 40, 66});
    ck_assert_ptr_nonnull(t);
    clear_walls(t);
    thin_layers(t, 0, true);
    take_many_media(t, 1100);
    ck_assert_msg(does_passes(&other, t, text, sizeof text) && strstr(text, "rare media"),
                  "%s: %s", t->text, text);
    compare(&split, &other, t, _i);
    case_free(t);
}
END_TEST

/* Running transforms that are due where passes end are taken there, however a run is cut: also
 * where stretches end between. */
START_TEST(transforms_between_passes_have_the_bits_of_single_steps)
{
    static const int64_t cells[][3] = {{20, 60, 8}, {11, 16, 56}, {75, 19, 30}, {31, 40, 90}};
    enum { SIZES = sizeof cells / sizeof *cells };
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    char text[2048];
    for (int n = first_of(_i, MOST); n < 2 * SIZES; n += short_every(MOST)) {
        const unsigned forms = n % 3 ? CASE_POINTS | CASE_TAPS : CASE_MEDIA | CASE_TAPS;
        test_case *t = case_sized((uint64_t)n + 200, forms, n % 2 ? YEE_F32 : YEE_F64,
                                  6 * _i + n % 5, cells[n / 2]);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        yee_tap *tap = (yee_tap *)t->problem.tap;
        for (int64_t m = 0; m < t->problem.taps; m++)
            if (tap[m].kind == YEE_TAP_DFT) {
                tap[m].every = (1 + m % 2) * _i;
                tap[m].first = tap[m].every * (1 + n % 2);
                tap[m].last = t->problem.steps;
            }
        ck_assert_msg(does_passes(&other, t, text, sizeof text) &&
                          strstr(text, "transforms between passes"),
                      "%s: %s", t->text, text);
        compare(&split, &other, t, _i);
        case_free(t);
    }
}
END_TEST

/* More bricks than there are places for rows that skewed ones send each other, two for each of
 * a card's 132 processors and some: places are used again. */
START_TEST(many_bricks_have_the_bits_of_single_steps)
{
    static const struct {
        int steps;
        unsigned forms;
        yee_precision precision;
        int64_t cells[3];
    } wanted[] = {{5, CASE_MEDIA, YEE_F32, {650, 500, 180}},
                  {6, 0, YEE_F32, {650, 500, 180}},
                  {5, 0, YEE_F64, {650, 500, 90}}};
    enum { FEWEST = 450 };
    const runner split = configured("cuda.split", ""), other = passes_of(wanted[_i].steps);
    char text[2048], where[256] = "";
    test_case *t = case_sized(400 + (uint64_t)_i, wanted[_i].forms, wanted[_i].precision,
                              2 * wanted[_i].steps + 1, wanted[_i].cells);
    ck_assert_ptr_nonnull(t);
    clear_walls(t);
    thin_layers(t, 0, true);
    ck_assert_msg(does_passes(&other, t, text, sizeof text), "%s: %s", t->text, text);
    const char *uniform = strstr(text, "uniform ");
    const int bricks = uniform ? atoi(uniform + strlen("uniform ")) : 0;
    ck_assert_msg(bricks >= FEWEST, "%d bricks: %s", bricks, text);
    outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
    outcome *o = execute(&other, t, ROUTE_STRAIGHT);
    ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o), "%s: other bits (%g, %s)",
                  t->text, outcome_difference(truth, o, where, sizeof where), where);
    outcome_free(truth);
    outcome_free(o);
    case_free(t);
}
END_TEST

/* Bytes of a plan on the card, whose fields are read meanwhile; text: what it says. */
static double planned(const runner *r, const test_case *t, char *text, size_t size)
{
    yee_scheme_cost cost = {.size = sizeof cost};
    test_host host;
    void *plan = NULL;
    ck_assert(test_host_open(&host));
    const yee_status status = r->ops->plan(&host.host, r->config, &t->problem, &plan);
    ck_assert_msg(status == YEE_OK, "%s", host.sentence);
    r->ops->print(plan, text, size);
    ck_assert_int_eq(r->ops->cost(plan, &cost), YEE_OK);
    const int64_t points = yee_grid_points(&t->problem.grid, 0);
    double *values = calloc((size_t)points, sizeof *values);
    ck_assert_ptr_nonnull(values);
    ck_assert_msg(r->ops->read(plan, 0, values) == YEE_OK, "%s", host.sentence);
    free(values);
    r->ops->destroy(plan);
    test_host_close(&host);
    return cost.memory;
}

/* Rows that bricks hand each other need memory beside the fields. Only tests/emulator can be
 * short of it. */
START_TEST(steps_are_fewer_where_handed_rows_find_no_room)
{
    const runner any = passes_of(0), four = passes_of(4), five = passes_of(5);
    char text[2048], bytes[32];
    test_case *t = case_sized(500, 0, YEE_F32, 20, (const int64_t[]){16, 70, 60});
    ck_assert_ptr_nonnull(t);
    thin_layers(t, 0, true);
    const double small = planned(&four, t, text, sizeof text),
                 large = planned(&five, t, text, sizeof text);
    ck_assert_msg(large > 1.05 * small, "%g and %g bytes", small, large);
    if (strstr(text, "no card")) {
        snprintf(bytes, sizeof bytes, "%.0f", small + 0.2 * (large - small));
        setenv("YEE_EMULATOR_BYTES", bytes, true);
        planned(&any, t, text, sizeof text); /* does not remember what it finds */
        ck_assert_msg(strstr(text, "4 steps a pass"), "%s", text);
        unsetenv("YEE_EMULATOR_BYTES");
        planned(&any, t, text, sizeof text); /* remembers a number */
        ck_assert_msg(strstr(text, "5 steps a pass"), "%s", text);
        setenv("YEE_EMULATOR_BYTES", bytes, true);
        const runner *short_of[] = {&five, &any};
        for (int n = 0; n < 2; n++) {
            planned(short_of[n], t, text, sizeof text);
            ck_assert_msg(strstr(text, "4 steps a pass (as many as there is room for)"), "%s",
                          text);
        }
        snprintf(bytes, sizeof bytes, "%.0f", 0.7 * small);
        setenv("YEE_EMULATOR_BYTES", bytes, true);
        planned(&five, t, text, sizeof text);
        ck_assert_msg(strstr(text, "no room for the fields twice"), "%s", text);
        unsetenv("YEE_EMULATOR_BYTES");
    }
    case_free(t);
}
END_TEST

/* Layers: passes of one step are none, so that fields are there once; else twice. */
START_TEST(checkpoints_go_between_passes_and_single_steps)
{
    const runner split = configured("cuda.split", "");
    const runner from = passes_of(_i ? 1 : 3), later = passes_of(_i ? 3 : 1);
    for (uint64_t seed = (uint64_t)first_of(_i, 2); seed < 6;
         seed += (uint64_t)short_every(2)) {
        const unsigned forms = CASE_LAYERS | CASE_LARGE | CASE_POINTS | CASE_TAPS;
        test_case *t =
            case_new(seed, seed % 2 ? forms | CASE_SECTIONS : forms, YEE_F32, 20 + _i);
        ck_assert_ptr_nonnull(t);
        clear_walls(t);
        outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
        outcome *o = battery_relay(&from, later.config, t, 1);
        ck_assert_ptr_nonnull(o);
        ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o), "%s: %s", t->text,
                      o->status ? o->sentence : "other bits");
        outcome_free(truth);
        outcome_free(o);
        case_free(t);
    }
}
END_TEST

int main(void)
{
    if (!open_session())
        return EXIT_FAILURE;
    if (!battery_there(session, "cuda.temporal"))
        return SKIPPED;
    Suite *suite = suite_create("temporal");
    TCase *tcase = tcase_create("temporal");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, passes_have_the_bits_of_single_steps, 0, MOST + 1);
    tcase_add_loop_test(tcase, bricks_of_every_size_have_the_bits_of_single_steps, 1, MOST + 1);
    tcase_add_loop_test(tcase, periodic_axes_have_the_bits_of_single_steps, 1, MOST + 1);
    tcase_add_loop_test(tcase, transforms_between_passes_have_the_bits_of_single_steps, 1,
                        MOST + 1);
    tcase_add_loop_test(tcase, checkpoints_go_between_passes_and_single_steps, 0, 2);
    suite_add_tcase(suite, tcase);
    TCase *layers = tcase_create("layers");
    tcase_set_timeout(layers, 600);
    tcase_add_loop_test(layers, layers_and_poles_have_the_bits_of_single_steps, 0, 5);
    suite_add_tcase(suite, layers);
    TCase *excluded = tcase_create("excluded");
    tcase_set_timeout(excluded, 600);
    tcase_add_loop_test(excluded, excluded_media_have_the_bits_of_single_steps, 1, MOST + 1);
    tcase_add_loop_test(excluded, rare_media_have_the_bits_of_single_steps, 2, MOST);
    suite_add_tcase(suite, excluded);
    TCase *words = tcase_create("words");
    tcase_set_timeout(words, 600);
    tcase_add_loop_test(words, few_points_of_many_words_have_the_bits_of_single_steps, 2, 5);
    suite_add_tcase(suite, words);
    TCase *boxes = tcase_create("boxes");
    tcase_set_timeout(boxes, 600);
    tcase_add_loop_test(boxes, boxes_in_shared_memory_have_the_bits_of_single_steps, 1, 5);
    suite_add_tcase(suite, boxes);
    TCase *room = tcase_create("room");
    tcase_add_test(room, steps_are_fewer_where_handed_rows_find_no_room);
    suite_add_tcase(suite, room);
    if (!short_on()) { /* hundreds of millions of values */
        TCase *many = tcase_create("many");
        tcase_set_timeout(many, 600);
        tcase_add_loop_test(many, many_bricks_have_the_bits_of_single_steps, 0, 3);
        suite_add_tcase(suite, many);
    }
    return play_suite(suite);
}
