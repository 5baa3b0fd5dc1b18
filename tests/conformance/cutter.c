/* cutter.c: what the suites of subdomains share. */
#include "cutter.h"
#include "problem/cut.h"
#include "problem/local_ids.h"
#include "session.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 60 };

const cut_scheme cut_schemes[] = {
    {"reference", 0},
    {"plain", 0},
    {"tiled", 0},
    {"cuda.split", CASE_LINKS},
    {"cuda.temporal", CASE_LINKS},
};

void cutter_setup(void) { ck_assert(open_session()); }
void cutter_teardown(void)
{
    yee_session_close(session);
    yee_arena_free(arena);
}

yee_diag *cutter_diag(void) { return &session->diag; }

/* Where cards are the emulator's the others have had their suite. */
bool cutter_there(int scheme)
{
    return scheme < HERE ? !getenv("YEE_EMULATOR_DEVICES")
                         : battery_there(session, cut_schemes[scheme].name);
}

uint64_t cutter_every(int scheme)
{
    return !short_on() ? 1 : scheme < HERE || few_on() ? 11 : 3;
}

void cutter_load(cutter *c, const char *name, const char *keys)
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

bool random_cut(cutter *c, chance *r, const yee_problem *p, int64_t depth)
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

void cutter_fill(test_case *t, chance *r, int axis)
{
    yee_problem *p = &t->problem;
    const int64_t half = p->grid.axis[axis].cells / 2, which = whole(r, 0, 2);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = p->grid.extent[c], points = yee_grid_points(&p->grid, c);
        uint32_t *id =
            p->id[c] ? yee_arena_copy(t->arena, p->id[c], (size_t)points * sizeof *id) : NULL;
        uint32_t medium[2] = {0, 0};
        for (int side = 0; side < 2 && id; side++)
            do
                medium[side] = id[whole(r, 0, points - 1)];
            while (p->medium[medium[side]].conductor != YEE_NOT_CONDUCTOR);
        for (int64_t n = 0; n < points && id; n++) {
            const int64_t at[3] = {n / (e[1] * e[2]), n / e[2] % e[1], n % e[2]};
            const int side = at[axis] >= half;
            id[n] = which == 2 || which == side ? medium[side] : id[n];
        }
        if (id)
            p->id[c] = id;
    }
}

/* The ids of a component of a subdomain; false: no memory. */
static bool keep(const test_case *t, yee_local *l, int c)
{
    const yee_problem *whole = &t->problem;
    yee_problem *own = &l->problem;
    const int64_t *e = own->grid.extent[c], points = yee_grid_points(&own->grid, c);
    uint32_t *id = yee_arena_alloc(t->arena, (size_t)points * sizeof *id);
    bool alike = true;
    for (int64_t n = 0; n < points && id; n++) {
        id[n] = yee_problem_medium(whole, c,
                                   yee_grid_index(&whole->grid, c,
                                                  yee_local_whole(l, 0, n / (e[1] * e[2])),
                                                  yee_local_whole(l, 1, n / e[2] % e[1]),
                                                  yee_local_whole(l, 2, n % e[2])));
        alike = alike && id[n] == id[0];
    }
    own->id[c] = alike ? NULL : id;
    own->uniform[c] = id ? id[0] : 0;
    return id;
}

yee_local_ids *cutter_ids(const cutter *c, const test_case *t)
{
    yee_local_ids *ids = yee_local_ids_new(t->arena, &t->problem.grid, &c->config.cut, 1);
    ck_assert_ptr_nonnull(ids);
    for (int64_t n = 0; n < ids->count; n++)
        for (int k = 0; k < YEE_COMPONENTS; k++)
            ck_assert(keep(t, &ids->local[n], k));
    return ids;
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

test_case *cutter_case(uint64_t seed, unsigned without)
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
    test_case *t = case_sized(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, CUT_STEPS, size);
    ck_assert_ptr_nonnull(t);
    if (seed % 7 > 1)
        thicken(t);
    return t;
}

int64_t cutter_reach(const test_case *t)
{
    return 1 + !!(t->forms & CASE_FIELD_LAWS) + !!(t->forms & CASE_MAGNETIC_LAWS);
}

void cutter_same(cutter *c, const test_case *t, int64_t stride, route way)
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
