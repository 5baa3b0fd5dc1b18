/* sort.c: bricks of a class by the needs of the media that they see, and the launches of these;
 * in chains, who sends rows to whom. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

enum { SLOTS_EACH = 2 }; /* slots of rows that are sent, for each processor */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* The needs that bricks of a class are sorted by, from all that the model has on; a brick takes
 * the last one that covers its own.
 */
static void reduce(media_need all, media_need reduced[NEEDS])
{
    for (int k = 0; k < NEEDS; k++)
        reduced[k] = all;
    if (all.words == 2 && !all.laws)
        reduced[1].words = 1;
    for (int k = 1; k < NEEDS; k++)
        reduced[k].laws = false;
    reduced[2].words = reduced[3].words = 0;
    reduced[3].losses = false;
}

static bool same_need(media_need a, media_need b)
{
    return a.ids == b.ids && a.losses == b.losses && a.words == b.words && a.laws == b.laws;
}

/* Whether a kernel does bricks that were cut for another one. Layered marches keep to the rows
 * that they are given. */
static bool fits_bricks(const kernel_need *of, const pass_shape *shape,
                        const kernel_need *other, const pass_shape *s)
{
    const bool fewer_rows = of->layered && other->layered;
    const bool tables =
        other->layers & 1; /* kernels of layers along x have tables of a brick's planes */
    return s->rows > 0 && s->columns == shape->columns && s->width == shape->width &&
           (s->sent_bytes > 0) == (shape->sent_bytes > 0) &&
           (fewer_rows ? s->rows >= shape->rows : s->rows == shape->rows) &&
           (!tables || s->longest >= shape->longest);
}

/* The need of the media that a brick of this shape sees. */
static media_need need_of(const plan *p, const brick *b, const pass_shape *s, int steps)
{
    const int from[3] = {b->plane - steps, b->read_from[0], b->read_from[1]};
    const int to[3] = {b->end + steps, from[1] + s->rows + 2 * steps, from[2] + s->width};
    return needs_in(p, from, to);
}

/* ---- chains ---- */

/* The place of the brick that sends rows to brick n. The first brick of the next chain may read
 * from the row of that one on, but sends none. */
static int64_t sender_of(const brick *list, int64_t n, int rows)
{
    int64_t m = n - 1;
    while (m >= 0 && (!list[m].sends || list[m].plane != list[n].plane ||
                      list[m].column != list[n].column ||
                      list[m].read_from[0] != list[n].read_from[0] + rows))
        m--;
    return m;
}

/* Bricks that send each other rows run in one launch: that of those that need most. Each pass
 * over the list carries the need one way along chains. */
static void unify_chains(const brick *list, int64_t count, int rows, unsigned char *need)
{
    for (int backwards = 0; backwards < 2; backwards++)
        for (int64_t m = 0; m < count; m++) {
            const int64_t n = backwards ? count - 1 - m : m;
            const int64_t other = list[n].below < 0 ? n : sender_of(list, n, rows);
            if (other >= 0 && need[n] != need[other])
                need[n] = need[other] = need[n] < need[other] ? need[n] : need[other];
        }
}

/* Finds who sends rows to whom in the list of a launch, and the slots of these rows. A slot is
 * free once its last reader is done; bricks that send nothing leave their slot as it is. */
static bool link_chains(const plan *p, passes *w, brick_launch *l, brick *list,
                        const pass_shape *s)
{
    int most_planes = 0, apart = 1;
    int *reader =
        malloc((size_t)(l->count + 1) * sizeof *reader); /* the last reader of each slot */
    for (int64_t m = 0; m < l->count && reader; m++) {
        reader[m] = list[m].after = -1;
        most_planes = most(most_planes, list[m].end - list[m].plane + 2 * w->x.steps);
        if (list[m].below < 0)
            continue;
        list[m].below = (int)sender_of(list, m, s->rows);
        reader[list[m].below] = (int)m;
        apart = most(apart, (int)m - list[m].below);
    }
    const int slots = least((int)l->count, SLOTS_EACH * p->processors + apart);
    for (int64_t m = slots; m < l->count && reader; m++) {
        list[m].after = reader[m - slots]; /* earlier in the list, as slots > apart */
        if (reader[m] < 0)
            reader[m] = reader[m - slots];
    }
    const bool ok = reader != NULL;
    free(reader);
    row_exchange *x = &l->exchange;
    *x = (row_exchange){
        .count = (int)l->count, .slots = slots, .slot = (int64_t)most_planes * s->sent_bytes};
    return ok && device_ask(&w->memory, &x->ticket, 1, sizeof *x->ticket, NULL) &&
           device_ask(&w->memory, &x->progress, PROGRESS_STRIDE * l->count, sizeof *x->progress,
                      NULL) &&
           device_ask(&w->memory, &x->rows, x->slots, (size_t)x->slot, NULL);
}

/* ---- launches ---- */

/* Puts bricks of list k behind `used` others, into launch[k]; returns how many there are then.
 */
static int64_t gather(brick_launch *l, int k, const brick *list, const unsigned char *which,
                      int64_t count, brick *sorted, int64_t used)
{
    l->first = used;
    l->cells = 0;
    l->exchange = (row_exchange){0};
    l->law = NULL;
    for (int64_t m = 0; m < count; m++) {
        if (which[m] != k)
            continue;
        const brick *b = &list[m];
        sorted[used++] = *b;
        l->cells += (double)(b->end - b->plane) * (b->write_end[0] - b->row) *
                    (b->write_end[1] - b->column);
    }
    l->count = used - l->first;
    return used;
}

/* The lists of bricks, from their needs; where halos are given early a chain that a cut is near to goes
 * first. false: no host memory. */
static bool find_lists(const plan *p, const brick *list, int64_t count, int rows,
                       unsigned char *which)
{
    unsigned char *far = p->beside ? calloc((size_t)count + 1, 1) : NULL;
    for (int64_t m = 0; m < count && far; m++) {
        const brick *b = &list[m];
        const int from[3] = {b->plane, b->row, b->column},
                  to[3] = {b->end, b->write_end[0], b->write_end[1]};
        far[m] = !near_cut(p, from, to);
    }
    if (far)
        unify_chains(list, count, rows, far);
    for (int64_t m = 0; m < count && far; m++)
        which[m] = (unsigned char)(which[m] + NEEDS * far[m]);
    const bool ok = far || !p->beside;
    free(far);
    return ok;
}

bool make_launches(const plan *p, passes *w, int class, const pass_shape *shape, brick *list,
                   int64_t count)
{
    brick_launch *launches = w->launch[class];
    media_need reduced[NEEDS];
    pass_shape s[NEEDS] = {*shape};
    brick *sorted = malloc((size_t)(count + 1) * sizeof *sorted);
    unsigned char *need = calloc((size_t)count + 1, 1); /* number in reduced */
    reduce(launches[0].need.media, reduced);
    for (int k = 1; k < NEEDS && need; k++) {
        launches[k] = (brick_launch){0};
        if (count == 0 || !temporal_of(p)->needs.marked ||
            same_need(reduced[k], reduced[k - 1]))
            continue;
        find_shape(p, w, class, reduced[k], &launches[k].need, &s[k]);
        if (fits_bricks(&launches[0].need, shape, &launches[k].need, &s[k]))
            for (int64_t m = 0; m < count; m++)
                if (need_covers(reduced[k], need_of(p, &list[m], &s[k], w->x.steps)))
                    need[m] = (unsigned char)k;
    }
    bool ok = sorted && need;
    if (ok)
        unify_chains(list, count, shape->rows, need);
    ok = ok && find_lists(p, list, count, shape->rows, need);
    for (int k = 0; k < NEEDS; k++)
        launches[NEEDS + k] = (brick_launch){.need = launches[k].need};
    for (int64_t k = 0, used = 0; k < LISTS && ok; k++)
        used = gather(&launches[k], (int)k, list, need, count, sorted, used);
    if (ok)
        memcpy(list, sorted, (size_t)count * sizeof *list);
    for (int k = 0; k < LISTS && ok && shape->sent_bytes; k++)
        ok = link_chains(p, w, &launches[k], list + launches[k].first, shape);
    free(sorted);
    free(need);
    return ok;
}
