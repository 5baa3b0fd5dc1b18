/* core/problem/media/copies.c: points whose medium is a changed copy of the one they had. */
#include "copies.h"
#include "base/grow.h"
#include "mixture.h"
#include "problem/paint.h"
#include <string.h>

bool yee_copies_begin(yee_copies *w)
{
    const size_t media = (size_t)w->problem->media;
    w->before = w->media = w->capacity = w->counts = w->laws = media;
    w->medium = malloc(media * sizeof *w->medium);
    w->points = malloc(media * sizeof *w->points);
    w->law = malloc(media * sizeof *w->law);
    w->copy = calloc(media, sizeof *w->copy);
    if (!w->medium || !w->points || !w->law || !w->copy)
        return false;
    memcpy(w->law, w->voxels->law, media * sizeof *w->law);
    memcpy(w->medium, w->problem->medium, media * sizeof *w->medium);
    memcpy(w->points, w->voxels->points, media * sizeof *w->points);
    return true;
}

static bool same(const yee_response *a, const yee_response *b)
{
    return a->inf == b->inf && a->sigma == b->sigma && a->pole_count == b->pole_count &&
           (a->pole_count == 0 ||
            memcmp(a->poles, b->poles, a->pole_count * sizeof *a->poles) == 0);
}

/* The number of a copy, made when it is met; ways that make one response of a medium share it.
 * YEE_NO_MEDIUM: no memory. */
static uint32_t copied(yee_copies *w, uint32_t medium, int way)
{
    const yee_medium *from = &w->problem->medium[medium];
    if (from->conductor != YEE_NOT_CONDUCTOR)
        return medium;
    uint32_t **row = &w->copy[medium];
    if (!*row)
        *row = yee_arena_alloc(w->arena, ((size_t)w->ways + 1) * sizeof **row);
    if (!*row)
        return YEE_NO_MEDIUM;
    if ((*row)[way])
        return (*row)[way];
    yee_medium v = *from;
    if (!w->make(w->user, from, way, &v.response))
        return YEE_NO_MEDIUM;
    if (same(&from->response, &v.response))
        return (*row)[way] = medium;
    for (int other = 1; other <= w->ways; other++)
        if ((*row)[other] && same(&w->medium[(*row)[other]].response, &v.response))
            return (*row)[way] = (*row)[other];
    v.name = yee_arena_format(w->arena, "%s (%s)", from->name, w->word);
    if (!v.name || w->media >= YEE_NO_MEDIUM ||
        !yee_grow(&w->medium, w->media, &w->capacity, sizeof v) ||
        !yee_grow(&w->points, w->media, &w->counts, sizeof *w->points) ||
        !yee_grow(&w->law, w->media, &w->laws, sizeof *w->law))
        return YEE_NO_MEDIUM;
    w->medium[w->media] = v;
    w->points[w->media] = 0;
    w->law[w->media] = w->law[medium];
    return (*row)[way] = (uint32_t)w->media++;
}

/* The ids of a component are mapped when the first one changes. */
bool yee_copies_point(yee_copies *w, const yee_id_target *t, int c, const int64_t at[3],
                      int way)
{
    yee_problem *p = t->problem;
    uint32_t *id = (uint32_t *)(uintptr_t)p->id[c]; /* the arena's own */
    const int64_t index = yee_grid_index(&p->grid, c, at[0], at[1], at[2]);
    const uint32_t old = id ? id[index] : p->uniform[c], new = copied(w, old, way);
    bool own = true;
    if (new == YEE_NO_MEDIUM)
        return false;
    if (new == old)
        return true;
    const int64_t all = yee_grid_points(&p->grid, c);
    if (!id) {
        p->id[c] = id = yee_arena_alloc(w->arena, (size_t)all * sizeof *id);
        for (int64_t i = 0; id && i < all; i++)
            id[i] = old;
    }
    if (!id)
        return false;
    id[index] = new;
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        yee_id_target_own(t, c, a, &begin, &end);
        own = own && at[a] >= begin && at[a] < end;
    }
    w->points[old] -= own;
    w->points[new] += own;
    return true;
}

yee_status yee_copies_end(yee_copies *w, bool ok)
{
    const yee_medium *media =
        ok ? yee_arena_copy(w->arena, w->medium, w->media * sizeof *media) : NULL;
    const yee_medium_law *law =
        media ? yee_arena_copy(w->arena, w->law, w->media * sizeof *law) : NULL;
    if (law) {
        int64_t *points = w->voxels->points;
        w->problem->medium = media;
        w->problem->media = (int64_t)w->media;
        w->voxels->law = law;
        w->voxels->points = w->points;
        w->points = points;
        ok = yee_voxels_updates(w->arena, w->problem);
    }
    free(w->medium);
    free(w->points);
    free(w->law);
    free(w->copy);
    return law && ok ? YEE_OK
                     : yee_diag_fail(w->voxels->diag, YEE_MEMORY, NULL,
                                     "no memory for the media of the %s cells", w->word);
}
