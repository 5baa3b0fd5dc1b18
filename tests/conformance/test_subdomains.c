/* A problem cut into subdomains has the bits of the whole one: fields, records, energies, extrema,
 * for random problems, cuts and steps between two exchanges. */
#include "builder.h"
#include "problem/cut.h"
#include "reshape.h"
#include "run/subdomains.h"
#include "session.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 13,
    SEEDS = 84,
    TRIES = 60,
    HERE = 3,
    MOST_DEVICES = 3
}; /* HERE: schemes that any machine runs */

static const struct {
    const char *name;
    unsigned without; /* forms that its subdomains, or it, do not run */
} schemes[] = {
    {"reference", 0},
    {"plain", 0},
    {"tiled", 0},
    {"cuda.split", CASE_LINKS},
    {"cuda.temporal", CASE_LINKS},
};

/* A scheme that all subdomains of a case take. */
typedef struct cutter {
    runner whole;
    yee_instance instance;
    yee_subdomains_config config;
    int64_t at[3][5];
    int device[MOST_DEVICES];
} cutter;

static void load(cutter *c, const char *name, const char *keys)
{
    const yee_plugin *plugin = yee_session_plugin(session, YEE_SCHEME, name);
    *c = (cutter){.whole = configured(name, keys)};
    ck_assert_ptr_nonnull(plugin);
    c->instance = (yee_instance){.plugin = plugin, .file = name, .diag = &session->diag};
    c->config = (yee_subdomains_config){
        .scheme = &c->instance, .ops = plugin->ops, .config = c->whole.config};
}

/* Deals the subdomains to some of the devices that the scheme sees, in any order; or the scheme
 * chooses. */
static void deal(cutter *c, chance *r, const yee_scheme_cuts *cuts)
{
    const int seen = cuts->devices < MOST_DEVICES ? cuts->devices : MOST_DEVICES;
    const int first = seen ? (int)(draw(r) % (unsigned)seen) : 0;
    for (int n = 0; n < seen; n++)
        c->device[n] = (first + n) % seen;
    c->config.device = c->device;
    c->config.devices = seen && draw(r) % 4 ? seen : 0;
}

/* A cut along one to three axes, of two to four subdomains each, of any lengths that `depth`
 * leaves; false: after many tries ports and small sources leave none. */
static bool random_cut(cutter *c, chance *r, const yee_problem *p, int64_t depth)
{
    yee_cut *cut = &c->config.cut;
    yee_scheme_cuts cuts = {.size = sizeof cuts, .axis = {true, true, true}};
    if (YEE_HAS(c->config.ops, cuts))
        c->config.ops->cuts(c->config.config, p, &cuts);
    deal(c, r, &cuts);
    for (int n = 0; n < TRIES; n++) {
        *cut = (yee_cut){.depth = depth};
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *axis = &p->grid.axis[a];
            const bool can = !axis->invariant && cuts.axis[a] && draw(r) % 3;
            int64_t most = can ? axis->cells / (depth + 1) : 1;
            most = most > 4 ? 4 : most < 1 ? 1 : most;
            cut->count[a] = whole(r, most > 1 && a == n % 3 ? 2 : 1, most);
            cut->at[a] = c->at[a];
            c->at[a][0] = 0;
            for (int64_t k = 1; k < cut->count[a]; k++)
                c->at[a][k] = whole(r, c->at[a][k - 1] + depth + 1,
                                    axis->cells - (cut->count[a] - k) * (depth + 1));
            c->at[a][cut->count[a]] = axis->cells;
        }
        yee_diag_clear(&session->diag);
        if (yee_cut_count(cut) > 1 && !yee_cut_check(&session->diag, NULL, p, cut))
            return true;
        ck_assert(yee_cut_count(cut) < 2 || *session->diag.error);
    }
    return false;
}

/* Groups with just more points than a small source has, every point as often as it takes: what a
 * cut leaves of one would be a small source by itself. */
static void thicken(test_case *t)
{
    enum { FEW = 32 };
    yee_problem *p = &t->problem;
    if (!p->groups)
        return;
    yee_point_group *group =
        yee_arena_copy(t->arena, p->group, (size_t)p->groups * sizeof *group);
    for (int64_t g = 0; g < p->groups; g++) {
        const yee_point *from = p->group[g].point;
        const int64_t times = FEW / group[g].count + 1;
        yee_point *point =
            yee_arena_alloc(t->arena, (size_t)(group[g].count * times) * sizeof *point);
        for (int64_t n = 0; n < group[g].count * times; n++) {
            point[n] = from[n / times];
            point[n].amplitude /= (double)times;
        }
        group[g].point = point;
        group[g].count *= times;
    }
    p->group = group;
}

static test_case *make_case(uint64_t seed, unsigned without)
{
    static const int64_t cells[][3] = {{34, 6, 5},  {5, 37, 6},   {6, 4, 40},  {17, 18, 4},
                                       {4, 15, 19}, {12, 11, 10}, {9, 10, 150}};
    unsigned forms = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3)
        forms |= CASE_TAPS;
    if (seed % 5 == 0)
        forms |= CASE_PORTS | CASE_LINKS;
    if (seed % 3 != 1)
        forms |= CASE_MEDIA | CASE_LAWS;
    if (seed % 4 > 1)
        forms |= CASE_CELL_LAWS;
    if (seed / 2 % 3 == 1)
        forms |= CASE_FIELD_LAWS;
    if (seed / 3 % 3 == 1)
        forms |= CASE_MAGNETIC_LAWS;
    forms &= ~without;
    const int64_t *size = cells[seed % (sizeof cells / sizeof *cells)];
    test_case *t = case_sized(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, STEPS, size);
    ck_assert_ptr_nonnull(t);
    if (seed % 7 > 1)
        thicken(t);
    return t;
}

/* Cells that a step carries a wrong value. */
static int64_t reach(const test_case *t)
{
    return 1 + !!(t->forms & CASE_FIELD_LAWS) + !!(t->forms & CASE_MAGNETIC_LAWS);
}

static void same(cutter *c, const test_case *t, int64_t stride, route way)
{
    char where[256];
    const runner cut = {"subdomains", &yee_subdomains_ops, &c->config};
    c->config.stride = stride;
    outcome *one = battery_run(&c->whole, t, 1, ROUTE_STRAIGHT);
    outcome *many = battery_run(&cut, t, 1, way);
    ck_assert(one && many);
    ck_assert_msg(!one->status && !many->status, "%s, %s: status %d and %d, %s, %s",
                  c->whole.name, t->text, one->status, many->status, many->sentence,
                  session->diag.error);
    if (!outcome_same(one, many)) {
        const double error = outcome_difference(one, many, where, sizeof where);
        const yee_cut *k = &c->config.cut;
        ck_abort_msg(
            "%s, %s, %lld x %lld x %lld subdomains, halo %lld, stride %lld, way %d: %g, "
            "%s",
            c->whole.name, t->text, (long long)k->count[0], (long long)k->count[1],
            (long long)k->count[2], (long long)k->depth, (long long)stride, way, error, where);
    }
    outcome_free(one);
    outcome_free(many);
}

static void setup(void) { ck_assert(open_session()); }
static void teardown(void)
{
    yee_session_close(session);
    yee_arena_free(arena);
}

enum { TILED = 2 };

/* Keys of the routes that halos of a scheme take, and of when, by the number of a case; "": it has
 * none. NCCL is tried where $YEE_TEST_NCCL names its file. `tiled` does several steps at a time on
 * grids as small as these where its tiles have a width. */
static const char *route_keys(int scheme, uint64_t number)
{
    static const char *const widths[] = {"", "width = 3", "width = 4", "width = 7"};
    static char text[4300], nccl[4200];
    if (scheme == TILED)
        return widths[number % 4];
    const char *const keys[] = {"", "halos = direct\n", "halos = staged\n", nccl};
    const char *file = getenv("YEE_TEST_NCCL");
    const bool passes = !strcmp(schemes[scheme].name, "cuda.temporal");
    const uint64_t routes = file ? 4 : 3;
    snprintf(nccl, sizeof nccl, "halos = nccl\nnccl = %.4000s\n", file ? file : "");
    snprintf(text, sizeof text, "%s%s", keys[number % routes],
             !passes                    ? ""
             : number / routes % 2 == 0 ? "exchange = beside\n"
                                        : "exchange = after\n");
    return scheme < HERE ? "" : text;
}

START_TEST(a_cut_changes_no_bit)
{
    cutter c;
    const uint64_t every = (uint64_t)short_every(_i < HERE ? 11 : 3);
    int done = 0;
    if (_i >= HERE && !battery_there(session, schemes[_i].name))
        return;
    for (uint64_t seed = 0; seed < SEEDS; seed += every) {
        chance r = {seed + 1};
        load(&c, schemes[_i].name, route_keys(_i, seed / every));
        test_case *t = make_case(seed, schemes[_i].without);
        const int64_t stride = 1 + (int64_t)(seed % 5);
        if (random_cut(&c, &r, &t->problem, stride * reach(t))) {
            same(&c, t, stride, (route)(seed / 5 % 3));
            done++;
        }
        case_free(t);
    }
    /* Ports, small sources and wide halos obstruct some; a suite that cuts few shows little. */
    ck_assert_int_ge(done * (int)every, every == 1 ? SEEDS / 4 : SEEDS / 8);
}
END_TEST

/* ---- state that goes to another cut ---- */

/* A plan of the whole grid or of its subdomains, as the core has either. */
typedef struct either {
    const yee_subdomains_config *config;
    bool cut;
} either;
typedef struct either_plan {
    const either *of;
    const yee_problem *problem;
    void *plan;
} either_plan;

static const yee_scheme_ops *ops_of(const either *e)
{
    return e->cut ? &yee_subdomains_ops : e->config->ops;
}

static yee_status either_available(const yee_host *host, const void *config)
{
    const either *e = config;
    return e->config->ops->available(host, e->config->config);
}

static yee_status either_make(const yee_host *host, const void *config,
                              const yee_problem *problem, void **made)
{
    const either *e = config;
    either_plan *p = calloc(1, sizeof *p);
    ck_assert_ptr_nonnull(p);
    *p = (either_plan){.of = e, .problem = problem};
    *made = p;
    return ops_of(e)->plan(host, e->cut ? (const void *)e->config : e->config->config, problem,
                           &p->plan);
}

#define EITHER(name, call, ...) \
    static yee_status either_##name(void *made, __VA_ARGS__) \
    { \
        const either_plan *p = made; \
        return ops_of(p->of)->call; \
    }
EITHER(run, run(p->plan, steps, sink), int64_t steps, const yee_sink *sink)
EITHER(finish, finish(p->plan, sink), const yee_sink *sink)
EITHER(read, read(p->plan, c, values), int c, double *values)
EITHER(write, write(p->plan, c, values), int c, const double *values)
EITHER(energy, energy(p->plan, energy), double energy[2])
EITHER(extrema, extrema(p->plan, extrema), yee_extrema *extrema)

static yee_status either_state(const either_plan *p, yee_state *state, bool load)
{
    const yee_subdomains_config *c = p->of->config;
    if (!p->of->cut)
        return yee_whole_state(c->scheme, c->ops, p->plan, p->problem, state, load);
    return load ? yee_subdomains_ops.load(p->plan, state)
                : yee_subdomains_ops.save(p->plan, state);
}

static yee_status either_save(void *made, yee_state *state)
{
    return either_state(made, state, false);
}

static yee_status either_load(void *made, yee_state *state)
{
    return either_state(made, state, true);
}

static int64_t either_step(const void *made)
{
    const either_plan *p = made;
    return ops_of(p->of)->step(p->plan);
}

static void either_destroy(void *made)
{
    either_plan *p = made;
    if (p->plan)
        ops_of(p->of)->destroy(p->plan);
    free(p);
}

static const yee_scheme_ops either_ops = {
    .size = sizeof either_ops,
    .available = either_available,
    .plan = either_make,
    .run = either_run,
    .finish = either_finish,
    .read = either_read,
    .write = either_write,
    .energy = either_energy,
    .extrema = either_extrema,
    .save = either_save,
    .load = either_load,
    .step = either_step,
    .destroy = either_destroy,
};

/* Forms whose memory has no places that another cut knows. */
#define CUT_BOUND (CASE_CELL_LAWS | CASE_FIELD_LAWS | CASE_MAGNETIC_LAWS)

static bool keeps_its_cut(const yee_problem *p)
{
    return p->cell_runs || p->field_cells || p->field_runs || p->magnetic_cells ||
           p->magnetic_runs;
}

/* Whether the core can read all that the scheme's spans() names. */
static bool has_places(const yee_scheme_ops *ops)
{
    return !YEE_HAS(ops, connect) || YEE_HAS(ops, pack);
}

static void counts_of(const either *e, int64_t n[3])
{
    for (int a = 0; a < 3; a++)
        n[a] = e->cut ? e->config->cut.count[a] : 1;
}

/* The sentence names the cut of the checkpoint; false: the run's has as many subdomains. */
static bool refused(const either *from, const either *to, const outcome *many, const char *text)
{
    char cut[96];
    int64_t n[3], m[3];
    counts_of(from, n);
    counts_of(to, m);
    if (!memcmp(n, m, sizeof n))
        return false;
    snprintf(cut, sizeof cut, "belongs to its cut of %lld x %lld x %lld subdomains",
             (long long)n[0], (long long)n[1], (long long)n[2]);
    ck_assert_msg(many->status == YEE_INPUT && strstr(session->diag.error, cut),
                  "%s: status %d, %s instead of '%s'", text, many->status, session->diag.error,
                  cut);
    return true;
}

/* way 0: from one cut to another, 1: from the whole grid to a cut, 2: back. Whether it was refused. */
static bool relayed(cutter *first, cutter *second, const test_case *t, int way)
{
    char where[256];
    const either from = {&first->config, way != 1}, to = {&second->config, way != 2};
    const runner r = {"relay", &either_ops, &from};
    yee_diag_clear(&session->diag);
    outcome *many = battery_relay(&r, &to, t, 1);
    ck_assert(many);
    if (keeps_its_cut(&t->problem) || !has_places(first->config.ops)) {
        const bool done = refused(&from, &to, many, t->text);
        outcome_free(many);
        return done;
    }
    outcome *one = battery_run(&first->whole, t, 1, ROUTE_STRAIGHT);
    ck_assert(one);
    ck_assert_msg(!one->status && !many->status, "%s, %s, way %d: status %d and %d, %s, %s",
                  first->whole.name, t->text, way, one->status, many->status, many->sentence,
                  session->diag.error);
    if (!outcome_same(one, many)) {
        const double error = outcome_difference(one, many, where, sizeof where);
        const int64_t *n = first->config.cut.count, *m = second->config.cut.count;
        ck_abort_msg("%s, %s, way %d, from %lld x %lld x %lld to %lld x %lld x %lld: %g, %s",
                     first->whole.name, t->text, way, (long long)n[0], (long long)n[1],
                     (long long)n[2], (long long)m[0], (long long)m[1], (long long)m[2], error,
                     where);
    }
    outcome_free(one);
    outcome_free(many);
    return false;
}

START_TEST(state_goes_from_any_cut_to_any_other)
{
    cutter first, second;
    const uint64_t every = (uint64_t)short_every(_i < HERE ? 11 : 3);
    int done = 0, refusals = 0;
    if (_i >= HERE && !battery_there(session, schemes[_i].name))
        return;
    load(&first, schemes[_i].name, "");
    load(&second, schemes[_i].name, "");
    for (uint64_t seed = 0; seed < SEEDS; seed += every) {
        chance r = {seed + 7};
        const int way = (int)(seed / every % 4 % 3);
        test_case *t =
            make_case(seed, schemes[_i].without | (seed / every % 3 ? CUT_BOUND : 0));
        first.config.stride = 1 + (int64_t)(seed % 4);
        second.config.stride = 1 + (int64_t)(seed / 2 % 3);
        if (random_cut(&first, &r, &t->problem, first.config.stride * reach(t)) &&
            random_cut(&second, &r, &t->problem, second.config.stride * reach(t))) {
            refusals += relayed(&first, &second, t, way);
            done += !keeps_its_cut(&t->problem);
        }
        case_free(t);
    }
    ck_assert_int_ge(done * (int)every, SEEDS / 8);
    ck_assert_int_ge(refusals, _i < HERE && every == 1);
}
END_TEST

/* Where few points have many words a whole grid keeps the first two of all points as fields lie, and
 * the others by rows; subdomains have all by rows. */
START_TEST(words_of_few_points_go_from_any_cut_to_any_other)
{
    static const int64_t cells[][3] = {{20, 24, 40}, {16, 30, 34}};
    const int temporal = (int)(sizeof schemes / sizeof *schemes) - 1;
    cutter first, second;
    int done = 0;
    if (!battery_there(session, schemes[temporal].name))
        return;
    load(&first, schemes[temporal].name, "steps_per_pass = 2");
    load(&second, schemes[temporal].name, "steps_per_pass = 2");
    for (uint64_t seed = 0; seed < 12; seed++) {
        chance r = {seed + 3};
        test_case *t = case_sized(seed + 60, CASE_MEDIA | CASE_SECTIONS,
                                  seed % 2 ? YEE_F32 : YEE_F64, STEPS, cells[seed / 2 % 2]);
        ck_assert_ptr_nonnull(t);
        (seed % 3 ? take_sections : take_third_words)(t);
        first.config.stride = second.config.stride = 2;
        if (plant_words(t, seed) && random_cut(&first, &r, &t->problem, 2) &&
            random_cut(&second, &r, &t->problem, 2)) {
            relayed(&first, &second, t, 1 + (int)(seed / 2 % 2));
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 2);
}
END_TEST

static int words_of(const yee_problem *p, uint32_t medium)
{
    int words = 0;
    for (int s = 0; s < p->update[medium].sections; s++)
        words += p->section[p->update[medium].section + s].words;
    return words;
}

/* Without ids words lie as a field does, and one behind the other. Three steps between two exchanges,
 * for words in a halo matter from the second one on. */
START_TEST(all_words_of_one_medium_cross_a_cut)
{
    cutter c;
    int several = 0;
    if (_i >= HERE && !battery_there(session, schemes[_i].name))
        return;
    load(&c, schemes[_i].name, "");
    for (uint64_t seed = 0; seed < 4; seed++) {
        static const int64_t cells[3] = {12, 11, 10};
        chance r = {seed + 1};
        test_case *t =
            case_sized(seed, CASE_SECTIONS, seed % 2 ? YEE_F32 : YEE_F64, STEPS, cells);
        ck_assert_ptr_nonnull(t);
        if (words_of(&t->problem, t->problem.uniform[0]) > 1 &&
            random_cut(&c, &r, &t->problem, 3)) {
            same(&c, t, 3, ROUTE_STRAIGHT);
            several++;
        }
        case_free(t);
    }
    ck_assert_int_gt(several, 0);
}
END_TEST

/* The first of nine seeds: in the short form each turn of a loop has one, another one than the
 * turn before, and exchanges after and beside passes take turns. */
static uint64_t few(int turn) { return short_on() ? (uint64_t)(2 * turn % 9) : 0; }

/* Where nothing acts on fields or looks at them, all cells are those of passes: in grids as small as
 * the others', most are done again step by step. */
START_TEST(passes_write_all_own_cells)
{
    static const int64_t cells[][3] = {{30, 24, 66}, {50, 20, 30}, {20, 44, 34}};
    const int temporal = (int)(sizeof schemes / sizeof *schemes) - 1, depth = 2 + _i;
    cutter c;
    char keys[64];
    int done = 0;
    if (!battery_there(session, schemes[temporal].name))
        return;
    for (uint64_t seed = few(_i); seed < 9; seed += (uint64_t)short_every(9)) {
        chance r = {seed + 1};
        snprintf(keys, sizeof keys, "steps_per_pass = %d\nexchange = %s", depth,
                 (seed + (uint64_t)_i) % 2 ? "beside" : "after");
        load(&c, schemes[temporal].name, keys);
        unsigned forms = (unsigned)((seed + 10 * (uint64_t)_i) * 0x9e3779b97f4a7c15u >> 53);
        forms &= seed % 3 ? CASE_MEDIA | CASE_SECTIONS | CASE_GRADED | CASE_LAYERS |
                                CASE_PERIODIC | CASE_PMC
                 : seed % 2 ? CASE_LAYERS | CASE_MEDIA
                            : CASE_PERIODIC;
        test_case *t = case_sized(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, 3 * depth + 1,
                                  cells[seed % 3]);
        ck_assert_ptr_nonnull(t);
        if (random_cut(&c, &r, &t->problem, depth)) {
            same(&c, t, depth, ROUTE_STRAIGHT);
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

/* ---- fewer steps between two exchanges than the halo has cells ---- */

static int64_t liked;

/* As if the clock had found one number of steps the fastest. */
static yee_status planted_seconds(void *plan, int64_t most, double *seconds)
{
    (void)plan;
    for (int64_t n = 0; n < most; n++)
        seconds[n] = n + 1 == liked ? 1e-9 : 1;
    return YEE_OK;
}

/* Passes of any number of steps take a deeper halo as it is, and what the clock chooses changes no
 * bit. _i: the number, 1: it is left to the clock. */
START_TEST(any_number_of_steps_goes_with_a_deeper_halo)
{
    static const int64_t cells[][3] = {{26, 14, 34}, {40, 12, 18}, {13, 34, 20}};
    const int temporal = (int)(sizeof schemes / sizeof *schemes) - 1, depth = 5;
    cutter c;
    yee_scheme_ops planted = {0};
    int done = 0;
    if (!battery_there(session, schemes[temporal].name))
        return;
    liked = _i;
    for (uint64_t seed = few(_i); seed < 9; seed += (uint64_t)short_every(9)) {
        chance r = {seed + 11};
        load(&c, schemes[temporal].name,
             (seed + (uint64_t)_i) % 2 ? "exchange = after" : "exchange = beside");
        memcpy(&planted, c.config.ops, sizeof planted);
        planted.stride_seconds = planted_seconds;
        c.config.any_stride = true;
        if (liked > 1)
            c.config.ops = &planted;
        unsigned forms = (unsigned)((seed + 10 * (uint64_t)_i) * 0x9e3779b97f4a7c15u >> 53);
        forms &= CASE_MEDIA | CASE_SECTIONS | CASE_GRADED | CASE_LAYERS | CASE_PERIODIC |
                 CASE_POINTS | CASE_TAPS;
        test_case *t = case_sized(seed, seed % 3 ? forms : 0, seed % 2 ? YEE_F32 : YEE_F64,
                                  2 * depth + 1, cells[seed % 3]);
        ck_assert_ptr_nonnull(t);
        if (random_cut(&c, &r, &t->problem, depth)) {
            same(&c, t, depth, (route)(seed % 3));
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

/* A halo that is a cell short for the steps between two exchanges leaves wrong own cells: what the
 * test above rests on. */
START_TEST(a_halo_one_cell_short_is_seen)
{
    cutter c;
    if (_i >= HERE && !battery_there(session, schemes[_i].name))
        return;
    load(&c, schemes[_i].name, _i == TILED ? "width = 3" : "");
    const runner cut = {"subdomains", &yee_subdomains_ops, &c.config};
    int seen = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        chance r = {seed + 1};
        test_case *t = make_case(seed, schemes[_i].without);
        if (random_cut(&c, &r, &t->problem, 3 * reach(t) - 1)) {
            c.config.stride = 3;
            outcome *one = battery_run(&c.whole, t, 1, ROUTE_STRAIGHT);
            outcome *many = battery_run(&cut, t, 1, ROUTE_STRAIGHT);
            ck_assert(one && many);
            ck_assert_msg(!one->status && !many->status, "%s: %s, %s, %s", t->text,
                          one->sentence, many->sentence, session->diag.error);
            seen += !outcome_same(one, many);
            outcome_free(one);
            outcome_free(many);
        }
        case_free(t);
    }
    ck_assert_int_gt(seen, 0);
}
END_TEST

/* ---- energies ---- */

static const yee_scheme_ops *exact;

/* A subdomain's energies as rounded numbers, as any sum in the order of cells hands them over. */
static yee_status rounded_energy(void *plan, yee_sum sum[2])
{
    yee_sum own[2] = {0};
    const yee_status status = exact->sum_energy(plan, own);
    for (int n = 0; n < 2; n++)
        yee_sum_add(&sum[n], yee_sum_value(&own[n]));
    return status;
}

/* a_cut_changes_no_bit would see energies that depend on the cut. */
START_TEST(energies_that_are_rounded_in_each_subdomain_are_seen)
{
    cutter c;
    yee_scheme_ops planted = {0};
    int seen = 0, done = 0;
    if (_i >= HERE && !battery_there(session, schemes[_i].name))
        return;
    load(&c, schemes[_i].name, "");
    exact = c.config.ops;
    memcpy(&planted, exact, exact->size < sizeof planted ? exact->size : sizeof planted);
    planted.sum_energy = rounded_energy;
    for (uint64_t seed = 0; seed < 20; seed++) {
        chance r = {seed + 1};
        test_case *t = make_case(seed, schemes[_i].without);
        if (random_cut(&c, &r, &t->problem, reach(t))) {
            const runner cut = {"subdomains", &yee_subdomains_ops, &c.config};
            c.config.stride = 1;
            c.config.ops = &planted;
            outcome *one = battery_run(&c.whole, t, 1, ROUTE_STRAIGHT);
            outcome *many = battery_run(&cut, t, 1, ROUTE_STRAIGHT);
            c.config.ops = exact;
            ck_assert(one && many && !one->status && !many->status);
            seen += !outcome_same(one, many);
            done++;
            outcome_free(one);
            outcome_free(many);
        }
        case_free(t);
    }
    ck_assert_msg(seen > 0, "not in one of %d cases", done);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("subdomains");
    TCase *tcase = tcase_create("subdomains");
    const int all = (int)(sizeof schemes / sizeof *schemes);
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, a_cut_changes_no_bit, 0, all);
    tcase_add_loop_test(tcase, state_goes_from_any_cut_to_any_other, 0, all);
    tcase_add_loop_test(tcase, all_words_of_one_medium_cross_a_cut, 0, all);
    tcase_add_loop_test(tcase, a_halo_one_cell_short_is_seen, 0, all);
    tcase_add_loop_test(tcase, energies_that_are_rounded_in_each_subdomain_are_seen, 0, all);
    suite_add_tcase(suite, tcase);
    TCase *passes = tcase_create("passes");
    tcase_set_timeout(passes, 600);
    tcase_add_checked_fixture(passes, setup, teardown);
    tcase_add_loop_test(passes, passes_write_all_own_cells, 0, 4);
    tcase_add_loop_test(passes, any_number_of_steps_goes_with_a_deeper_halo, 1, 6);
    suite_add_tcase(suite, passes);
    TCase *words = tcase_create("words");
    tcase_set_timeout(words, 600);
    tcase_add_checked_fixture(words, setup, teardown);
    tcase_add_test(words, words_of_few_points_go_from_any_cut_to_any_other);
    suite_add_tcase(suite, words);
    return suite_run(suite);
}
