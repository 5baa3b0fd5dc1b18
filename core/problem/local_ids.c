/* core/problem/local_ids.c: which subdomain keeps the id of a point, and sums over all ids. */
#include "local_ids.h"
#include "answers.h"
#include "base/hash.h"

yee_local_ids *yee_local_ids_new(yee_arena *arena, const yee_grid *whole, const yee_cut *cut,
                                 int64_t steps)
{
    yee_local_ids *ids = yee_arena_alloc(arena, sizeof *ids);
    const int64_t count = yee_cut_count(cut);
    if (!ids)
        return NULL;
    *ids = (yee_local_ids){.cut = *cut,
                           .steps = steps,
                           .count = count,
                           .end = count,
                           .local = yee_arena_alloc(arena, (size_t)count * sizeof *ids->local)};
    for (int64_t n = 0; ids->local && n < count; n++)
        if (!yee_cut_grid(arena, whole, cut, n, &ids->local[n]))
            return NULL;
    return ids->local ? ids : NULL;
}

/* The subdomain along an axis that owns a point. */
static int64_t owner(const yee_cut *cut, int axis, int64_t at)
{
    int64_t low = 0, high = cut->count[axis] - 1;
    while (low < high) {
        const int64_t middle = (low + high + 1) / 2;
        if (cut->at[axis][middle] <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Whether a point of the whole grid is among those of a subdomain, its halo too; *index: its
 * index there. */
static bool is_in(const yee_local *l, int c, const int64_t whole[3], int64_t *index)
{
    const yee_grid *g = &l->problem.grid;
    int64_t at[3];
    bool in = true;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &l->subdomain.whole->axis[a];
        at[a] = whole[a] - l->subdomain.at[a];
        at[a] = x->periodic ? (at[a] + x->cells) % x->cells : at[a];
        in = in && at[a] >= 0 && at[a] < g->extent[c][a];
    }
    *index = yee_grid_index(g, c, at[0], at[1], at[2]);
    return in;
}

/* The subdomain that owns a point at indices of the whole grid. */
static int64_t owner_of(const yee_local_ids *ids, const int64_t at[3])
{
    int64_t n = 0;
    for (int a = 0; a < 3; a++)
        n = n * ids->cut.count[a] + owner(&ids->cut, a, at[a]);
    return n;
}

bool yee_local_ids_owns(const yee_problem *whole, int c, int64_t index)
{
    const yee_local_ids *ids = whole->kept;
    const int64_t *e = whole->grid.extent[c];
    const int64_t n = owner_of(
        ids, (const int64_t[3]){index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]});
    return n >= ids->first && n < ids->end;
}

uint32_t yee_local_ids_medium(const yee_problem *whole, int c, int64_t index)
{
    const yee_local_ids *ids = whole->kept;
    const int64_t *e = whole->grid.extent[c];
    const int64_t at[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    int64_t n = owner_of(ids, at), here;
    if (n < ids->first || n >= ids->end) /* it may lie in a halo */
        for (n = ids->first; n < ids->end && !is_in(&ids->local[n], c, at, &here);)
            n++;
    if (n < ids->end && is_in(&ids->local[n], c, at, &here))
        return yee_problem_medium(&ids->local[n].problem, c, here);
    return ids->answers ? yee_answers_find(ids->answers,
                                           8 * (uint64_t)index + YEE_OF_POINT + (uint64_t)c)
                        : YEE_NO_ANSWER;
}

double yee_local_ids_bytes(const yee_local_ids *ids, int c)
{
    double bytes = 0;
    for (int64_t n = ids->first; n < ids->end; n++) {
        const yee_problem *p = &ids->local[n].problem;
        bytes += p->id[c] ? 4 * (double)yee_grid_points(&p->grid, c) : 0;
    }
    return bytes;
}

bool yee_id_target_of(yee_problem *whole, int64_t n, yee_id_target *target)
{
    const yee_local_ids *ids = whole->kept;
    yee_local *own = ids && ids->first + n < ids->end ? &ids->local[ids->first + n] : NULL;
    *target = own ? (yee_id_target){&own->problem, own} : (yee_id_target){whole, NULL};
    return own || (!ids && n == 0);
}

static uint64_t medium_hash(const yee_problem *p, uint32_t number)
{
    const yee_medium *m = &p->medium[number];
    const yee_response *r = &m->response;
    const int64_t law = yee_problem_law(p, number);
    const uint32_t kind[2] = {m->magnetic, (uint32_t)m->conductor};
    uint64_t h = yee_hash_bytes(YEE_HASH_START, kind, sizeof kind);
    h = yee_hash_bytes(h, &r->inf, sizeof r->inf);
    h = yee_hash_bytes(h, &r->sigma, sizeof r->sigma);
    h = yee_hash_bytes(h, r->poles, r->pole_count * sizeof *r->poles);
    if (law >= 0)
        h = yee_hash_bytes(h, &p->law_medium[number].share, sizeof(double));
    return h;
}

/* Bits of a number in each other (D. Stafford's variant 13 of the finaliser of MurmurHash3), so that
 * sums of products of them tell points apart. */
static uint64_t scatter(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Hashes of the media that came last. */
typedef struct known_media {
    struct {
        uint64_t hash;
        uint32_t number;
        bool known;
    } of[64];
} known_media;

static uint64_t known_hash(const yee_problem *p, known_media *k, uint32_t number)
{
    const size_t at = number % (sizeof k->of / sizeof *k->of);
    if (!k->of[at].known || k->of[at].number != number) {
        k->of[at].hash = scatter(medium_hash(p, number));
        k->of[at].number = number;
        k->of[at].known = true;
    }
    return k->of[at].hash;
}

/* The part of one row of a target's own points along z. Points [b, e) of one medium, in numbers of
 * the whole grid, add (place(e) - place(b)) times the medium's hash: so much as their parts would,
 * wherever a row is cut. */
static uint64_t row_sum(const yee_problem *whole, const yee_id_target *t, int c, int64_t i,
                        int64_t j, known_media *known)
{
    const yee_problem *p = t->problem;
    const uint32_t *id = p->id[c] ? p->id[c] + yee_grid_index(&p->grid, c, i, j, 0) : NULL;
    int64_t b, e;
    uint64_t sum = 0;
    yee_id_target_own(t, c, 2, &b, &e);
    const int64_t beyond = yee_id_target_whole(t, 2, b) - b;
    for (int64_t k = b, next; k < e; k = next) {
        const uint32_t medium = id ? id[k] : p->uniform[c];
        for (next = id ? k + 1 : e; next < e && id[next] == medium;)
            next++;
        sum += known_hash(whole, known, medium) *
               (scatter((uint64_t)(next + beyond)) - scatter((uint64_t)(k + beyond)));
    }
    const int64_t row = yee_grid_index(&whole->grid, c, yee_id_target_whole(t, 0, i),
                                       yee_id_target_whole(t, 1, j), 0);
    return sum * scatter((uint64_t)row * YEE_COMPONENTS + (uint64_t)c + 1);
}

uint64_t yee_problem_cells_sum(const yee_problem *whole)
{
    uint64_t sum = 0;
    yee_id_target t;
    known_media known = {0};
    for (int64_t n = 0; yee_id_target_of((yee_problem *)(uintptr_t)whole, n, &t); n++)
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            int64_t b[2], e[2];
            for (int a = 0; a < 2; a++)
                yee_id_target_own(&t, c, a, &b[a], &e[a]);
            for (int64_t i = b[0]; whole->grid.active[c] && i < e[0]; i++)
                for (int64_t j = b[1]; j < e[1]; j++)
                    sum += row_sum(whole, &t, c, i, j, &known);
        }
    return sum;
}
