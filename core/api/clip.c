/* core/api/clip.c: what processes agree on that have each painted cells of their own.
 *
 * A cut is found as if the grid were empty; bits do not depend on it. Objects and boundaries are then
 * asked for the cells that a process has or borders on, and the rest of the model is made as in one
 * process, from what all have said: which objects are left, how wide their cells are and what lies
 * at the faces (problem/agreement.h), one list of media (problem/media/list.h), and answers to
 * whatever sources, outputs and checks ask about other cells (problem/answers.h). */
#include "clip.h"
#include "base/hash.h"
#include "model/pointwise.h"
#include "problem/agreement.h"
#include "problem/media/list.h"
#include "problem/media/mixture.h"
#include "problem/paint.h"
#include "run/communicator.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12, FEW_QUESTIONS = 1 << 21 };

static yee_communicator *together(const yee_model *m) { return m->session->communicator; }

/* ---- the cut of an empty grid ---- */

/* The model as far as a cut needs it, without an object. */
static yee_status make_empty(yee_model *m)
{
    yee_status status = yee_voxels_new(m->diag, &m->problem.grid, m->materials, m->material,
                                       m->material_name, &m->voxels);
    if (status)
        return status;
    yee_voxels_clip_to(m->voxels, 0, NULL, 0, (const bool[3]){false});
    m->run.time_step = NAN; /* which cells that are not there may allow */
    m->run.courant = 1;
    status = yee_model_length(m);
    if (!status && !yee_model_view_set(m))
        status = YEE_MEMORY;
    if (!status)
        status = yee_model_faces(m);
    if (!status)
        status = yee_model_local_ids(m);
    yee_voxels_free(m->voxels);
    return status;
}

/* The cut of the empty grid; NULL: there is none. What is said of it is not shown. */
static const yee_local_ids *find_cut(yee_model *m, bool periodic[3])
{
    const yee_model before = *m;
    void (*const log)(void *, yee_level, const char *) = m->diag->log;
    const size_t warned = yee_diag_warnings(m->diag);
    m->diag->log = NULL;
    const yee_status status = make_empty(m);
    const yee_local_ids *ids = status ? NULL : m->problem.kept;
    for (int a = 0; a < 3; a++)
        periodic[a] = m->problem.grid.axis[a].periodic;
    *m = before;
    m->diag->log = log;
    m->diag->warnings = warned;
    yee_diag_clear(m->diag);
    return ids;
}

/* As many as the longest axis has. */
static int64_t most_cells(const yee_model *m)
{
    int64_t most = 0;
    for (int a = 0; a < 3; a++)
        most = m->problem.grid.axis[a].cells > most ? m->problem.grid.axis[a].cells : most;
    return most;
}

static double share_of(const yee_grid *g, const yee_clip *clip)
{
    double cells = 0;
    for (size_t n = 0; n < clip->boxes; n++) {
        double own = 1;
        for (int a = 0; a < 3; a++)
            own *= (double)(clip->box[n].high[a] - clip->box[n].low[a] +
                            (clip->cut.count[a] > 1 ? 2 * clip->cut.depth : 0));
        cells += own;
    }
    return fmin(1, cells / yee_grid_cells(g));
}

/* Cells that this process would paint; NULL: all. */
static yee_clip *plan(yee_model *m)
{
    const yee_communicator *c = together(m);
    const char *with;
    bool periodic[3];
    const yee_local_ids *ids = find_cut(m, periodic);
    if (!ids || ids->count < c->ranks)
        return NULL;
    if (yee_model_law_forms(m, &with)) { /* fields are held against it where they are large */
        yee_diag_log(m->diag, YEE_INFO, NULL,
                     "all cells have to be painted: %s has a law, and where fields "
                     "are large each process looks at the media of all points",
                     with);
        return NULL;
    }
    yee_clip *clip = yee_arena_alloc(m->arena, sizeof *clip);
    if (!clip)
        return NULL;
    *clip = (yee_clip){.cut = ids->cut,
                       .steps = ids->steps,
                       .margin = m->session->painting == YEE_PAINT_ALL ? most_cells(m)
                                                                       : ids->cut.depth + 1,
                       .next = YEE_KEEP_ALL,
                       .first = c->rank * ids->count / c->ranks,
                       .end = (c->rank + 1) * ids->count / c->ranks};
    memcpy(clip->periodic, periodic, sizeof periodic);
    clip->boxes = (size_t)(clip->end - clip->first);
    clip->box = yee_arena_alloc(m->arena, clip->boxes * sizeof *clip->box);
    for (size_t n = 0; clip->box && n < clip->boxes; n++)
        for (int a = 0; a < 3; a++) {
            const int64_t place = ids->local[clip->first + (int64_t)n].place[a];
            clip->box[n].low[a] = clip->cut.at[a][place];
            clip->box[n].high[a] = clip->cut.at[a][place + 1];
        }
    if (!clip->box)
        return NULL;
    clip->share = share_of(&m->problem.grid, clip);
    clip->answers.most = FEW_QUESTIONS + (size_t)(yee_grid_cells(&m->problem.grid) / 16);
    return clip;
}

/* A number that processes with another cut or model do not have. */
static uint64_t identify(yee_model *m, const yee_clip *clip)
{
    char *text = NULL;
    uint64_t h = yee_hash_word(YEE_HASH_START, (uint64_t)clip->steps);
    for (int a = 0; a < 3; a++)
        h = yee_hash_bytes(h, clip->cut.at[a],
                           (size_t)(clip->cut.count[a] + 1) * sizeof *clip->cut.at[a]);
    if (yee_model_resolve(m, &text))
        h = yee_hash_bytes(h, text, strlen(text));
    free(text);
    return h ? h : 1;
}

/* Whether all processes have one number that is not 0. */
static bool all_have(yee_communicator *c, uint64_t number)
{
    uint64_t *all = calloc((size_t)c->ranks, sizeof *all);
    unsigned other = !all || yee_gather(c, &number, sizeof number, all) || !number;
    for (int n = 0; n < c->ranks && all && yee_first(c); n++)
        other |= all[n] != number;
    free(all);
    return !yee_unite(c, &other) && !other;
}

void yee_clip_begin(yee_model *m, yee_status status)
{
    yee_session *session = m->session;
    if (!session->communicator || session->voted || session->painting == YEE_KEEP_ALL)
        return;
    session->voted = true;
    yee_clip *clip = status ? NULL : plan(m);
    if (all_have(session->communicator, clip ? identify(m, clip) : 0))
        m->clip = clip;
}

void yee_clip_abstain(yee_session *session)
{
    if (session->communicator && !session->voted)
        all_have(session->communicator, 0);
    session->voted = false;
    session->painting = YEE_PAINT_OWN;
}

/* ---- agreement ---- */

/* Ends a stage: all go on, all fail, or all cells have to be painted. */
static yee_status conclude(yee_model *m, yee_status status)
{
    if (!m->clip->whole)
        return yee_agree(together(m), status);
    yee_diag_clear(m->diag);
    return yee_diag_fail(m->diag, YEE_DECLINED, NULL, "all cells have to be painted: %s",
                         m->clip->whole);
}

static yee_status no_memory(yee_model *m)
{
    return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for what processes agree on");
}

/* Numbers of all processes are merged, and each gets them. */
static yee_status merge(yee_model *m, yee_agreement *own)
{
    yee_communicator *c = together(m);
    const int64_t bytes = (int64_t)(own->count * sizeof *own->value);
    int64_t *other = malloc((size_t)bytes + 1);
    yee_status status = other ? YEE_OK : no_memory(m);
    if (!other)
        c->lost = true; /* a message would be missed */
    if (!status && c->rank) {
        status = yee_communicator_send(c, 0, own->value, bytes);
        status = status ? status : yee_communicator_wait(c, (double)INFINITY);
    }
    for (int n = 1; n < c->ranks && !c->rank && !status; n++) {
        const yee_agreement says = {own->count, own->largest, other};
        status = yee_communicator_receive(c, n, other, bytes);
        status = status ? status : yee_communicator_wait(c, (double)INFINITY);
        if (!status)
            yee_agreement_merge(own, &says);
    }
    free(other);
    return status ? status : yee_broadcast(c, own->value, bytes);
}

yee_status yee_clip_cells(yee_model *m, yee_status status)
{
    yee_agreement own = {.count = 0};
    if (!m->clip)
        return status;
    const char *with;
    const bool laws = !status && yee_model_law_forms(m, &with);
    if (!status)
        status = yee_agreement_of(m->voxels, m->arena, &own);
    status = conclude(m, status);
    if (status)
        return status;
    if (!all_have(together(m),
                  laws ? 0 : 1 + (uint64_t)own.count + ((uint64_t)own.largest << 32)))
        m->clip->whole = laws ? "a shape made a material with a law"
                              : "a shape paints by what it asks of the machine";
    if (!m->clip->whole)
        status = merge(m, &own);
    if (!status && !m->clip->whole)
        status = yee_agreement_take(m->voxels, &own);
    return conclude(m, status);
}

/* ---- media ---- */

/* The list of all processes, on each of them. */
static yee_status share_list(yee_model *m, yee_media_list *list)
{
    yee_communicator *c = together(m);
    char **all = NULL, *bytes = NULL;
    int64_t *length = NULL, size = 0;
    bool ok =
        yee_media_list_add(list, &m->problem, yee_voxels_points(m->voxels), m->first_copy);
    ok = ok && (bytes = yee_media_list_bytes(list, &size));
    yee_status status = yee_agree(c, ok ? YEE_OK : no_memory(m));
    if (!status)
        status = yee_gather_blocks(c, bytes, size, &all, &length);
    for (int n = 1; n < c->ranks && yee_first(c) && !status && ok; n++)
        ok = yee_media_list_add_bytes(list, all[n], length[n]);
    for (int n = 0; n < c->ranks && all; n++)
        free(all[n]);
    free(all);
    free(length);
    if (yee_first(c) && ok && !status) {
        free(bytes);
        bytes = yee_media_list_bytes(list, &size);
        ok = bytes != NULL;
    }
    status = yee_agree(c, status ? status : ok ? YEE_OK : no_memory(m));
    yee_media_list_free(list);
    if (!status)
        status = yee_broadcast_block(c, &bytes, &size);
    if (!status && !yee_media_list_add_bytes(list, bytes, size))
        status = no_memory(m);
    free(bytes);
    return status;
}

/* The sum of numbers of all processes, on each of them. */
static yee_status add_up(yee_communicator *c, size_t count, int64_t *number)
{
    int64_t *all = malloc((size_t)c->ranks * count * sizeof *all);
    if (!all) {
        c->lost = true; /* messages would be missed */
        return yee_diag_fail(c->diag, YEE_MEMORY, NULL, "no memory for messages");
    }
    yee_status status = yee_gather(c, number, (int64_t)(count * sizeof *all), all);
    for (size_t n = count; n < (size_t)c->ranks * count && yee_first(c) && !status; n++)
        number[n % count] = (int64_t)((uint64_t)number[n % count] + (uint64_t)all[n]);
    free(all);
    return status ? status : yee_broadcast(c, number, (int64_t)(count * sizeof *number));
}

/* Which metals own edges anywhere. */
static yee_status share_owners(yee_model *m)
{
    yee_voxels *v = m->voxels;
    int64_t *owns = malloc(v->paints * sizeof *owns + 1);
    yee_status status = yee_agree(together(m), owns ? YEE_OK : no_memory(m));
    for (size_t n = 0; n < v->paints && !status; n++)
        owns[n] = v->paint[n].owns;
    if (!status)
        status = add_up(together(m), v->paints, owns);
    for (size_t n = 0; n < v->paints && !status; n++)
        v->paint[n].owns = owns[n] > 0;
    free(owns);
    return status;
}

yee_status yee_clip_media(yee_model *m, yee_status status)
{
    int64_t kept[2] = {0, 0};
    if (!m->clip)
        return status;
    status = conclude(m, status);
    if (status)
        return status;
    yee_agreement_means(m->voxels, kept);
    status = add_up(together(m), 2, kept);
    if (!status && m->session->painting == YEE_PAINT_OWN && !yee_mixer_in_any_order(kept)) {
        m->clip->whole = "so many means of media lie at surfaces that only the first are kept";
        m->clip->next = YEE_PAINT_ALL;
    }
    yee_media_list list = {.arena = m->arena};
    if (!status && !m->clip->whole)
        status = share_list(m, &list);
    if (!status && !m->clip->whole)
        status = share_owners(m);
    if (!status && !m->clip->whole &&
        !yee_media_list_take(&list, m->voxels, m->arena, &m->problem, &m->first_copy))
        status = no_memory(m);
    yee_media_list_free(&list);
    if (m->session->painting == YEE_PAINT_ALL) {
        yee_voxels_clip_to(m->voxels, m->clip->boxes, m->clip->box, m->clip->cut.depth + 1,
                           m->clip->periodic);
        yee_voxels_release(m->voxels);
    }
    return conclude(m, status);
}

/* ---- stages ---- */

yee_status yee_clip_stage(yee_model *m, yee_status (*stage)(yee_model *))
{
    if (!m->clip)
        return stage(m);
    yee_answers *a = &m->clip->answers;
    const yee_model before = *m;
    const size_t warned = yee_diag_warnings(m->diag);
    void (*const log)(void *, yee_level, const char *) = m->diag->log;
    yee_status status = YEE_OK;
    unsigned bits = 1;
    m->diag->log = NULL; /* until it is the last time */
    for (int round = 0; bits == 1 && round < ROUNDS && !status; round++) {
        a->noting = true;
        yee_answers_begin(a);
        stage(m);
        a->noting = false;
        status = yee_questions_noted(m, &bits);
        if (!status && bits == 1)
            status = yee_questions_answer(m);
        *m = before;
        yee_diag_clear(m->diag);
    }
    m->diag->log = log;
    m->diag->warnings = warned;
    if (bits)
        m->clip->whole = "sources, outputs or checks ask about too many of them";
    if (!status && !bits)
        status = stage(m);
    return conclude(m, status);
}

yee_status yee_clip_sum(const yee_model *m, uint64_t *sum)
{
    int64_t number;
    memcpy(&number, sum, sizeof number);
    const yee_status status = m->clip ? add_up(together(m), 1, &number) : YEE_OK;
    memcpy(sum, &number, sizeof number);
    return status;
}
