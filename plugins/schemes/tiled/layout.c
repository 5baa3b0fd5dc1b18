/* tiled/layout.c: axes, coefficient tables, row groups and their memory. */
#include "extras.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *tiled_alloc(tiled_plan *t, int64_t bytes)
{
    if (t->blocks == t->capacity) {
        const size_t capacity = 2 * t->capacity + 64;
        void **block = realloc(t->block, capacity * sizeof *block);
        if (!block)
            return NULL;
        t->block = block;
        t->capacity = capacity;
    }
    const size_t size = (size_t)tiled_round_up(bytes + 1, TILED_LINE);
    void *memory = aligned_alloc(TILED_LINE, size);
    if (memory)
        t->block[t->blocks++] = memset(memory, 0, size);
    return memory;
}

void tiled_turn(tiled_plan *t, int perm)
{
    const yee_grid *g = &t->p->grid;
    t->perm = perm;
    t->nx = t->ny = t->np = 1;
    int64_t to = 1;
    for (int c = 0; c < 6; c++) {
        const int u = tiled_component(t, c);
        const int64_t *e = g->extent[u];
        const int64_t stride[3] = {e[1] * e[2], e[2], 1};
        for (int a = 0; a < 3; a++) {
            const int w = tiled_axis(t, a);
            t->stride[c][a] = stride[w];
            t->extent[c][a] = e[w];
            t->begin[c][a] = g->begin[u][w];
            t->end[c][a] = g->active[u] ? g->end[u][w] : g->begin[u][w];
        }
        if (!g->active[u])
            continue;
        t->nx = t->nx > t->extent[c][0] ? t->nx : t->extent[c][0];
        t->ny = t->ny > t->extent[c][1] ? t->ny : t->extent[c][1];
        t->np = t->np > t->extent[c][2] ? t->np : t->extent[c][2];
        to = to > t->end[c][2] ? to : t->end[c][2];
    }
    for (int a = 0; a < 3; a++)
        t->wrap[a] = g->axis[tiled_axis(t, a)].periodic && !g->axis[tiled_axis(t, a)].invariant;
    t->to = tiled_round_up(to, t->chunk);
    /* At least one place behind the last point stays 0: the neighbour of the next component's
     * first point. With a periodic z it holds that neighbour, a chunk further. */
    t->n = tiled_round_up(t->np + 1, t->chunk) + (t->wrap[2] ? t->chunk : 0);

    t->dim = DIM_3D;
    const bool *on = g->active;
    if (g->axis[tiled_axis(t, 0)].invariant) {
        bool active[6];
        for (int c = 0; c < 6; c++)
            active[c] = on[tiled_component(t, c)];
        if (!active[1] && !active[2] && !active[3])
            t->dim = DIM_TM;
        else if (!active[0] && !active[4] && !active[5])
            t->dim = DIM_TE;
    }
    t->slots = 0;
    for (int c = 0; c < 6; c++) {
        const bool tm = c == 0 || c == 4 || c == 5;
        t->slot[c] = t->dim == DIM_3D || tm == (t->dim == DIM_TM) ? t->slots++ : -1;
    }
}

/* Whether position i of an axis, half or node, lies in a layer. */
static bool layered(const yee_axis_data *a, bool half, int64_t i)
{
    const int64_t n = a->cells;
    if (a->invariant)
        return false;
    return i < a->layer[0] || (i < n + !half && i >= n + !half - a->layer[1]);
}

/* The numbers of one position; `step` reals lie between two of them. */
static void position(tiled_plan *t, int axis, int64_t i, void *to, int64_t at, int64_t step)
{
    const yee_axis_data *a = &t->p->grid.axis[tiled_axis(t, axis)];
    if (a->invariant || i > a->cells)
        return;
    if (i < a->cells)
        tiled_store_real(t, to, at + A_HALF * step, a->half_inverse[i]);
    tiled_store_real(t, to, at + A_NODE * step, a->node_inverse[i]);
    if (layered(a, true, i)) {
        tiled_store_real(t, to, at + A_HALF_B * step, a->half_b[i]);
        tiled_store_real(t, to, at + A_HALF_C * step, a->half_c[i]);
    }
    if (layered(a, false, i)) {
        tiled_store_real(t, to, at + A_NODE_B * step, a->node_b[i]);
        tiled_store_real(t, to, at + A_NODE_C * step, a->node_c[i]);
    }
}

static bool tables(tiled_plan *t)
{
    t->zn = t->n + t->chunk;
    t->x = tiled_alloc(t, t->nx * A_COUNT * t->real);
    t->y = tiled_alloc(t, t->ny * A_COUNT * t->real);
    t->z = tiled_alloc(t, t->zn * A_COUNT * t->real);
    if (!t->x || !t->y || !t->z)
        return false;
    for (int64_t i = 0; i < t->nx; i++)
        position(t, 0, i, t->x, i * A_COUNT, 1);
    for (int64_t j = 0; j < t->ny; j++)
        position(t, 1, j, t->y, j * A_COUNT, 1);
    for (int64_t k = 0; k < t->np; k++)
        position(t, 2, k, t->z, k, t->zn);

    const yee_axis_data *a = &t->p->grid.axis[tiled_axis(t, 2)];
    t->low = 0;
    t->high = INT64_MAX;
    if (!a->invariant && (a->layer[0] || a->layer[1])) {
        t->low = a->layer[0] ? tiled_round_up(a->layer[0], t->chunk) : 0;
        t->low = t->low < t->to ? t->low : t->to;
        t->high = a->layer[1] ? (a->cells - a->layer[1]) / t->chunk * t->chunk : t->to;
        t->high = t->high > t->low ? t->high : t->low;
        t->high = t->high < t->to ? t->high : t->to;
    }
    return true;
}

/* Lengths that points stand for, in volumes of energy. */
static bool widths(tiled_plan *t)
{
    for (int axis = 0; axis < 3; axis++) {
        const yee_axis_data *a = &t->p->grid.axis[tiled_axis(t, axis)];
        const int64_t n = a->cells;
        for (int half = 0; half < 2; half++) {
            double *w = t->width[axis][half] = tiled_alloc(t, (n + 1) * (int64_t)sizeof *w);
            if (!w)
                return false;
            for (int64_t i = 0; i <= n; i++) {
                const double above = i < n ? a->node[i + 1] - a->node[i] : 0;
                double below = i > 0 ? a->node[i] - a->node[i - 1] : 0;
                if (i == 0 && a->periodic)
                    below = a->node[n] - a->node[n - 1];
                w[i] = half || a->invariant ? above : 0.5 * (below + above);
            }
        }
    }
    return true;
}

/* Memory in huge pages: a row group is far from its neighbours along x. */
static bool map(tiled_plan *t, size_t bytes)
{
    const size_t huge = (size_t)2 << 20;
    t->mapped_bytes = bytes + 2 * huge;
    void *memory =
        mmap(NULL, t->mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    t->mapped = memory;
    t->memory = t->mapped + (huge - (uintptr_t)memory % huge) % huge;
    t->end_memory = t->memory + bytes;
    madvise(t->memory, bytes, MADV_HUGEPAGE);
    return true;
}

/* Cuts all rows; they lie one behind the other, as offsets from NULL yet. The bytes they need; -1:
 * no memory. */
static int64_t cut_rows(tiled_plan *t, tiled_cutter *cutter, tiled_seen *seen)
{
    int64_t bytes = 0;
    for (int64_t i = 0; i < t->nx; i++) {
        if (!tiled_seen_plane(seen, i))
            return -1;
        for (int64_t j = 0; j < t->ny; j++) {
            int64_t own;
            if (!tiled_cut(cutter, seen, i, j, &own))
                return -1;
            own = tiled_round_up(own, TILED_LINE);
            /* Rows 4 kB apart would share the sets of the first cache. */
            own += own % 4096 == 0 ? TILED_LINE : 0;
            tiled_row_at(t, i, j)->f = (char *)NULL + bytes;
            tiled_row_at(t, i, j)->bytes = own;
            bytes += own;
            t->widest = t->widest > own ? t->widest : own;
        }
    }
    return bytes;
}

/* Where rows lie: cut first, then the memory, then what is constant in it. */
static yee_status rows(tiled_plan *t, tiled_cutter *cutter)
{
    tiled_seen *seen = tiled_seen_new(cutter);
    const int64_t bytes = seen ? cut_rows(t, cutter, seen) : -1;
    tiled_seen_free(seen);
    if (bytes < 0)
        return YEE_MEMORY;
    const int64_t ghost = t->slots * t->n * t->real;
    const int64_t behind = tiled_round_up(bytes + ghost + t->widest, TILED_LINE);
    /* Threads write to lines, and pages of a prefetcher, of their own. */
    t->aside_bytes =
        t->p->laws ? tiled_round_up(TILED_ASIDE * t->widest, 256) + 256 + TILED_LINE : 0;
    if (!map(t, (size_t)(behind + tiled_pool_threads(t->pool) * t->aside_bytes)))
        return YEE_MEMORY;
    char *nothing = t->memory + bytes;
    t->end_memory = nothing;
    t->aside = t->memory + behind;
    for (int64_t i = -1; i <= t->nx; i++)
        for (int64_t j = -1; j <= t->ny; j++) {
            tiled_row *r = tiled_row_at(t, i, j);
            r->extra = -1;
            r->run = 1;
            if (i >= 0 && i < t->nx && j >= 0 && j < t->ny)
                r->f = t->memory + (r->f - (char *)NULL);
            else
                r->f = nothing;
        }
    for (int64_t i = -1; i <= t->nx; i++)
        for (int64_t j = -1; j <= t->ny; j++) {
            const int64_t p = t->wrap[0] ? (i + t->nx) % t->nx : i;
            const int64_t q = t->wrap[1] ? (j + t->ny) % t->ny : j;
            if (p != i || q != j)
                tiled_row_at(t, i, j)->f = tiled_row_at(t, p, q)->f;
        }
    return YEE_OK;
}

/* Pages, which are zero, come to be where they are touched first: in equal parts of the planes
 * by all threads, so that every part of the machine's memory serves all tiles alike. A tile
 * takes rows of all planes and any thread may take it, so no page has one thread that is near;
 * huge pages hold hundreds of rows. */
static void touch(void *user, int thread)
{
    enum { PAGE = 4096 };
    tiled_plan *t = user;
    const int64_t pages = (t->end_memory - t->memory) / PAGE + 1;
    const int64_t threads = tiled_pool_threads(t->pool);
    for (int64_t n = pages * thread / threads; n < pages * (thread + 1) / threads; n++)
        *(volatile char *)(t->memory + n * PAGE) = 0;
}

/* The constants of all rows, which threads fill in equal parts of the planes. */
typedef struct filling {
    tiled_plan *t;
    tiled_cutter *cutter;
} filling;

static void fill(void *user, int thread)
{
    const filling *f = user;
    const int64_t planes = f->t->nx, threads = tiled_pool_threads(f->t->pool);
    for (int64_t i = planes * thread / threads; i < planes * (thread + 1) / threads; i++)
        for (int64_t j = 0; j < f->t->ny; j++)
            tiled_fill(f->cutter, i, j);
}

yee_status tiled_build_layout(tiled_plan *t)
{
    t->row = tiled_alloc(t, (t->nx + 2) * (t->ny + 2) * (int64_t)sizeof *t->row);
    if (!t->row || !tables(t) || !widths(t))
        return YEE_MEMORY;
    tiled_cutter *cutter = tiled_cutter_new(t);
    yee_status status = cutter ? rows(t, cutter) : YEE_MEMORY;
    if (status)
        return status;
    tiled_pool_run(t->pool, touch, t);
    tiled_pool_run(t->pool, fill, &(filling){t, cutter});
    return YEE_OK;
}

/* Most rows like this one that one call may do. */
static int64_t most_rows(const tiled_plan *t, const tiled_row *r)
{
    return r->extra < 0 ? INT64_MAX : t->extras->extra[r->extra].aside ? TILED_ASIDE : 1;
}

/* Whether row r + 1 and its neighbours lie as row r and its own do, one row further. */
static bool follows(const tiled_plan *t, const tiled_row *r)
{
    const int64_t around[] = {0, 1, -1, t->ny + 2, -(t->ny + 2)};
    bool even =
        r[1].seg == r->seg && r[1].segs == r->segs && most_rows(t, r) == most_rows(t, r + 1);
    for (size_t n = 0; even && n < sizeof around / sizeof *around; n++)
        even = r[around[n] + 1].f - r[around[n]].f == r->bytes;
    return even;
}

void tiled_find_runs(tiled_plan *t)
{
    for (int64_t i = 0; i < t->ux; i++)
        for (int64_t j = t->uy - 1; j >= 0; j--) {
            tiled_row *r = tiled_row_at(t, t->xs[i], t->ys[j]);
            const bool alone =
                t->xs[i + 1] == t->xs[i] + 1 && j + 1 < t->uy && t->ys[j + 2] == t->ys[j] + 2;
            r->run = alone && follows(t, r) ? 1 + r[1].run : 1;
            r->run = r->run < most_rows(t, r) ? r->run : most_rows(t, r);
        }
}

void tiled_clear_layout(tiled_plan *t)
{
    while (t->blocks > t->kept)
        free(t->block[--t->blocks]);
    for (int64_t i = 0; i < t->nx; i++)
        for (int64_t j = 0; j < t->ny; j++) {
            tiled_row *r = tiled_row_at(t, i, j);
            memset(r->f, 0, (size_t)r->state);
            r->extra = -1;
        }
}

void tiled_free_layout(tiled_plan *t)
{
    if (t->mapped)
        munmap(t->mapped, t->mapped_bytes);
    for (size_t b = 0; b < t->blocks; b++)
        free(t->block[b]);
    free(t->block);
}

void tiled_locate(const tiled_plan *t, int user_component, int64_t index, int *c, int64_t at[3])
{
    const int64_t *e = t->p->grid.extent[user_component];
    const int64_t user[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    *c = user_component - user_component % 3 + (user_component % 3 + 3 - t->perm) % 3;
    for (int a = 0; a < 3; a++)
        at[a] = user[tiled_axis(t, a)];
}
