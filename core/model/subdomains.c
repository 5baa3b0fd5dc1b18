/* core/model/subdomains.c: what [run] says of subdomains, and where the model is cut.
 *
 * Ids take more memory than all else of a model, so that each subdomain is to keep its own from
 * the beginning. Cuts must not come near to ports and small sources: these are noted before there
 * are media, by sources that emit as in vacuum. */
#include "model.h"
#include "plugin/call.h"
#include "pointwise.h"
#include "problem/cut.h"
#include "problem/media/section.h"
#include <math.h>
#include <string.h>

static const yee_entry *given_key(const yee_model *m, const char *key)
{
    const yee_block *run = yee_config_block(m->config, "run");
    return run ? yee_block_entry(run, key) : NULL;
}

yee_place yee_model_run_place(const yee_model *m, const char *key)
{
    const yee_entry *entry = given_key(m, key);
    return entry ? yee_entry_place(m->config, yee_config_block(m->config, "run"), entry)
                 : m->run_place;
}

/* A subdomain on every device of every process. */
static yee_status one_each(const yee_model *m, int64_t wanted[3])
{
    int *device, count;
    const yee_status status = yee_model_devices(m, &device, &count);
    wanted[0] = (int64_t)count * (m->session->ranks > 1 ? m->session->ranks : 1);
    wanted[1] = wanted[2] = 0;
    return status;
}

static const char *const cut_key[3] = {"cut_x", "cut_y", "cut_z"};

/* Place of the key that cuts the model. */
static yee_place place_of(const yee_model *m)
{
    for (int a = 0; a < 3; a++)
        if (given_key(m, cut_key[a]))
            return yee_model_run_place(m, cut_key[a]);
    return yee_model_run_place(m, "subdomains");
}

/* The key cut_x, cut_y or cut_z; count 0: it is not given. */
static const yee_reals *given_cuts(const yee_model *m, int axis)
{
    const yee_reals *of[3] = {&m->run.cut_x, &m->run.cut_y, &m->run.cut_z};
    return of[axis];
}

/* The counts that given cuts make of wanted ones, if any are given; these must agree. */
static yee_status count_cuts(const yee_model *m, int64_t wanted[3])
{
    int64_t count[3], all = 1;
    int any = -1;
    for (int a = 0; a < 3; a++) {
        const int64_t cuts = (int64_t)given_cuts(m, a)->count;
        any = cuts ? a : any;
        count[a] = cuts || !wanted[1] ? cuts + 1 : wanted[a];
        all *= count[a];
    }
    if (any < 0)
        return YEE_OK;
    const yee_place place = yee_model_run_place(m, cut_key[any]);
    bool agree = !wanted[1] || !memcmp(count, wanted, sizeof count);
    if (!wanted[1] && given_key(m, "subdomains"))
        agree = wanted[0] == all;
    if (!agree)
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "%s: the cuts that are given make %lld x %lld x %lld subdomains, "
                             "and subdomains is something else; give both alike, or one alone",
                             cut_key[any], (long long)count[0], (long long)count[1],
                             (long long)count[2]);
    memcpy(wanted, count, sizeof count);
    return YEE_OK;
}

/* Positions of the cuts along an axis as yee_cut has them, of the model's arena; *at NULL: they are
 * not given. */
static yee_status read_cuts(const yee_model *m, int axis, const int64_t **at)
{
    const yee_reals *given = given_cuts(m, axis);
    const yee_place place = yee_model_run_place(m, cut_key[axis]);
    const int64_t cells = m->problem.grid.axis[axis].cells;
    *at = NULL;
    if (!given->count)
        return YEE_OK;
    int64_t *own = yee_arena_alloc(m->arena, (given->count + 2) * sizeof *own);
    if (!own)
        return YEE_MEMORY;
    own[0] = 0;
    own[given->count + 1] = cells;
    for (size_t n = 0; n < given->count; n++) {
        const double v = given->v[n];
        if (v != floor(v) || v >= (double)cells || v <= (double)own[n])
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "%s: %g is no cell behind %lld and before %lld; whole numbers "
                                 "that increase would be right",
                                 cut_key[axis], v, (long long)own[n], (long long)cells);
        own[n + 1] = (int64_t)v;
    }
    *at = own;
    return YEE_OK;
}

yee_status yee_model_subdomains(const yee_model *m, int64_t wanted[3])
{
    const yee_reals *given = &m->run.subdomains;
    const yee_place place = yee_model_run_place(m, "subdomains");
    if (given->count != 1 && given->count != 3)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &place,
            "subdomains: %zu numbers; one, or three along x, y and z, would be "
            "right",
            given->count);
    for (size_t n = 0; n < given->count; n++)
        if (given->v[n] != floor(given->v[n]))
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "subdomains: %g is no whole number", given->v[n]);
    for (size_t n = 0; n < 3; n++)
        wanted[n] = n < given->count ? (int64_t)given->v[n] : 0;
    const yee_status status = count_cuts(m, wanted);
    if (status)
        return status;
    if (m->run.devices && !given_key(m, "subdomains") && !wanted[1])
        return one_each(m, wanted);
    if (wanted[1] && (double)wanted[0] * (double)wanted[1] * (double)wanted[2] > 4096)
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "subdomains: %lld x %lld x %lld are more than 4096",
                             (long long)wanted[0], (long long)wanted[1], (long long)wanted[2]);
    return YEE_OK;
}

/* The cut that a scheme steps in the least time: fewer steps between two exchanges cost it more
 * turns, more of them deeper halos, and places for cuts. */
static yee_status choose(yee_model *m, const yee_cut_wish *wish, const yee_scheme_cuts *cuts,
                         int radius, yee_cut *best_cut, int64_t *best_steps)
{
    const yee_place place = place_of(m);
    const int64_t given = m->run.subdomain_steps, liked = cuts->steps > 1 ? cuts->steps : 1;
    yee_status status = YEE_DECLINED, found;
    double best = INFINITY;
    for (int64_t steps = given ? given : liked; steps; steps = given ? 0 : steps / 2) {
        yee_cut cut;
        yee_diag_clear(m->diag);
        found = yee_cut_choose(m->diag, &place, m->arena, &m->problem, wish, cuts,
                               steps * radius, &cut);
        if (found && found != YEE_DECLINED)
            return found;
        const double turn = cuts->turn < 0 ? 0.5 * (double)liked : cuts->turn;
        double mean;
        const double cost =
            found ? (double)INFINITY
                  : yee_cut_work(&m->problem, &cut, cuts, &mean) * (1 + turn / (double)steps);
        if (cost < best) {
            best = cost;
            status = YEE_OK;
            *best_cut = cut;
            *best_steps = steps;
        }
    }
    return status;
}

yee_scheme_cuts yee_model_scheme_cuts(const yee_model *m)
{
    const yee_instance *it = m->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    yee_scheme_cuts cuts = {.size = sizeof cuts,
                            .axis = {true, true, true},
                            .steps = 1,
                            .layer = 1.6, /* on GPUs, where layers weigh most */
                            .halo = 1,
                            .turn = -1};
    if (YEE_HAS(ops, cuts))
        YEE_CALL_VOID(it, ops, cuts, it->config, &m->problem, &cuts);
    return cuts;
}

yee_status yee_model_cut(yee_model *m, const int64_t wanted[3], yee_cut *cut, int64_t *steps)
{
    const yee_instance *it = m->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    yee_scheme_traits traits = {.size = sizeof traits};
    const char *with;
    yee_cut_wish wish = {.count = {wanted[0], wanted[1], wanted[2]}};
    yee_status status = YEE_CALL(it, ops, traits, it->config, &traits);
    for (int a = 0; a < 3 && !status; a++)
        status = read_cuts(m, a, &wish.at[a]);
    const yee_scheme_cuts cuts = yee_model_scheme_cuts(m);
    /* Laws of fields join E of a cell from as far again, and magnetic ones H. */
    const uint32_t laws = yee_model_law_forms(m, &with);
    const int times = 1 + !!(laws & YEE_LAW_FIELD) + !!(laws & YEE_LAW_MAGNETIC);
    return status ? status : choose(m, &wish, &cuts, times * traits.radius, cut, steps);
}

/* Groups and ports of sources in vacuum; what they say is not shown. */
static yee_status note_sources(yee_model *m)
{
    void (*const log)(void *, yee_level, const char *) = m->diag->log;
    const size_t warnings = m->diag->warnings;
    yee_medium *vacuum = yee_arena_alloc(m->arena, sizeof *vacuum);
    yee_update *update = yee_arena_alloc(m->arena, sizeof *update);
    if (!vacuum || !update)
        return YEE_MEMORY;
    *vacuum = (yee_medium){.response = {.inf = 1}, .name = "vacuum"};
    yee_update_make(&vacuum->response, YEE_EPS0, m->problem.grid.dt, update, NULL);
    m->problem.media = 1;
    m->problem.medium = vacuum;
    m->problem.update = update;
    m->diag->log = NULL;
    const yee_status status = yee_model_sources(m);
    m->diag->log = log;
    m->diag->warnings = warnings;
    return status;
}

/* Ids for the cut that the cells were clipped to. */
static yee_status clipped_ids(yee_model *m)
{
    yee_clip *clip = m->clip;
    yee_local_ids *ids = yee_local_ids_new(m->arena, &m->problem.grid, &clip->cut, clip->steps);
    if (!ids)
        return YEE_MEMORY;
    ids->first = clip->first;
    ids->end = clip->end;
    ids->answers = &clip->answers;
    m->problem.kept = ids;
    return YEE_OK;
}

yee_status yee_model_local_ids(yee_model *m)
{
    int64_t wanted[3], steps;
    yee_cut cut;
    if (m->clip)
        return clipped_ids(m);
    yee_status status = yee_model_subdomains(m, wanted);
    if (status || m->corner || (wanted[0] < 2 && wanted[1] < 2 && wanted[2] < 2))
        return status;
    const yee_problem before = m->problem;
    status = note_sources(m);
    if (!status)
        status = yee_model_cut(m, wanted, &cut, &steps);
    m->problem = before;
    yee_diag_clear(m->diag);
    if (status)
        return status == YEE_MEMORY ? status : YEE_OK;
    m->problem.kept = yee_local_ids_new(m->arena, &m->problem.grid, &cut, steps);
    return m->problem.kept ? YEE_OK : YEE_MEMORY;
}
