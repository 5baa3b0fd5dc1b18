/* bricks.c: the grid in bricks, each for the kernel that does no more than it needs.
 *
 * What axes are like decides which kernels there are; steps of a pass are as many as there are
 * kernels for everything that the grid has (cover.c cuts it). */
#include "cover.h"
#include <stdlib.h>
#include <string.h>

enum {
    APART = 64,        /* cells between layers that no brick meets both of */
    LEAST_BETWEEN = 4, /* cells between layers that one brick may meet */
    LEAST_ROUND = 8,   /* planes that come again once only: more than are read on a side */
    ALL_SIX = 63,      /* components */
    SHORT = 64,        /* planes of a brick that runs beside those of other classes */
    SLOTS_EACH = 2     /* of handed rows, for each processor */
};

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- where an axis is calm ---- */

static bool same(const plan *p, double a, double b)
{
    return p->word == sizeof(float) ? (float)a == (float)b : a == b;
}

static bool in_layer(const line *l, int64_t n)
{
    return l->slab > 0 && (n < l->low || n >= l->high);
}

static bool calm_at(const plan *p, int a, int64_t n)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    if (in_layer(&p->d.line[a][NODE], n) || in_layer(&p->d.line[a][HALF], n))
        return false;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (n < p->d.begin[c][a] || n >= p->d.end[c][a])
            return false;
    return same(p, axis->half_inverse[n], axis->half_inverse[middle]) &&
           same(p, axis->node_inverse[n], axis->node_inverse[middle]);
}

static void find_calm(const plan *p, pass *x, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    int64_t low = middle, high = middle;
    const double inverse[2] = {axis->node_inverse[middle], axis->half_inverse[middle]};
    for (int kind = 0; kind < 2; kind++) {
        x->f64.inverse[a][kind] = inverse[kind];
        x->f32.inverse[a][kind] = (float)inverse[kind];
    }
    if (!axis->invariant && calm_at(p, a, middle)) {
        while (low > 0 && calm_at(p, a, low - 1))
            low--;
        while (high < axis->cells && calm_at(p, a, high))
            high++;
    }
    x->calm[a][0] = (int)low;
    x->calm[a][1] = (int)high;
}

/* Layers along an axis act on [0, low) and [high, ...). */
static bool layers_along(const plan *p, int a, int *low, int *high)
{
    bool any = false;
    *low = 0;
    *high = p->d.cells[a] + 1;
    for (int kind = 0; kind < 2; kind++) {
        const line *l = &p->d.line[a][kind];
        if (l->slab == 0)
            continue;
        any = true;
        *low = most(*low, l->low);
        *high = least(*high, l->high);
    }
    return any;
}

/* Not invariant, and room between layers and around: the kernels of layers know any walls and
 * spacing then. */
static bool plain(const plan *p, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    int low, high;
    return !axis->invariant && !(a == 0 && axis->periodic && axis->cells < LEAST_ROUND) &&
           !(layers_along(p, a, &low, &high) && high - low < LEAST_BETWEEN);
}

/* Walls of PEC or none, and one spacing. */
static bool even(const plan *p, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    for (int c = 0; c < 3; c++)
        if (c != a && !axis->periodic &&
            (p->d.begin[c][a] < 1 || p->d.end[c][a] > p->d.cells[a]))
            return false;
    for (int64_t n = 0; n < axis->cells; n++)
        if (!same(p, axis->half_inverse[n], axis->half_inverse[middle]) ||
            ((n > 0 || axis->periodic) &&
             !same(p, axis->node_inverse[n], axis->node_inverse[middle])))
            return false;
    return true;
}

/* All of it is calm but for two walls of PEC, or for layers along x that other bricks have. */
static bool bare(const plan *p, const pass *x, int a)
{
    int low, high;
    if (!layers_along(p, a, &low, &high))
        return x->plain >> a & 1 && even(p, a);
    return a == 0 && x->calm[0][0] <= low && x->calm[0][1] >= high;
}

/* E along the low face stays 0. */
static bool shut(const plan *p, const pass *x, int a)
{
    return x->walls >> a & 1 && p->d.begin[(a + 1) % 3][a] > 0 &&
           p->d.begin[(a + 2) % 3][a] > 0;
}

/* ---- kernels ---- */

/* Room for psi in bricks that meet layers: rows along y, along z whole lanes of columns. */
static void find_deep(const plan *p, pass *x)
{
    int low, high, deep[3] = {0};
    for (int a = 1; a < 3; a++)
        if (layers_along(p, a, &low, &high)) {
            const int unit = a == 1 ? 1 : 8 / (int)p->word;
            const int first = (low + unit - 1) / unit * unit;
            const int second = (x->end[a] + unit - 1) / unit * unit - high / unit * unit;
            deep[a] = high - low < APART ? first + second : most(first, second);
        }
    x->deep_rows = deep[1];
    x->deep_columns = deep[2];
}

/* Bit a: of axis a. */
typedef struct axes {
    int special, layered; /* not bare; has layers */
} axes;

/* Pairs of words have rich kernels alone; others take them for any poles. */
static int general_forms(int forms)
{
    return forms & FORM_PAIR
               ? (forms & ~(FORM_POLE | FORM_PAIR)) | FORM_POLES | FORM_IDS | FORM_LOSSES
               : forms;
}

/* The shape of a class and what its kernel does; 0 rows: there is none. */
static void find_shape(const plan *p, const pass *all, int n, int forms, axes is, bricks *b,
                       pass_shape *shape)
{
    static const int general[CLASSES] = {[1] = FORM_ENDS,
                                         [EDGE] = FORM_EDGE,
                                         [EDGE_LAYERS] = FORM_EDGE | FORM_SIDES | FORM_ENDS};
    const bool poles = forms & (FORM_POLE | FORM_POLES);
    const bool rich = p->d.active == ALL_SIX && all->plain & 1 && n < EDGE &&
                      (n & is.special) == n && (n > 0 || poles);
    const bool other =
        n == EDGE || (n == EDGE_LAYERS ? is.layered & 1 : n < 2 && (n & is.layered) == n);
    const int sides = n == EDGE && is.layered & 6 ? FORM_SIDES : 0;
    *b = (bricks){.layers = n == EDGE ? is.layered & 6 : n == EDGE_LAYERS ? is.layered : n};
    pass x = *all;
    x.layers = b->layers;
    for (int try = 0; try < 2; try++) {
        b->forms = try ? general_forms(forms) | general[n] | sides : forms | FORM_RICH;
        if ((try ? other : rich) && pass_shape_of(&x, p->word, b->forms, shape) == cudaSuccess)
            return;
        cudaGetLastError();
        *shape = (pass_shape){0};
    }
}

/* Tiles of all planes, for steps of a pass as w->x says. */
static covered try_steps(const plan *p, passes *w, int forms, pass_shape shape[CLASSES],
                         tiles t[CLASSES], axes *is)
{
    pass *x = &w->x;
    int low, high;
    *is = (axes){0, 0};
    for (int a = 0; a < 3; a++)
        is->layered |= layers_along(p, a, &low, &high) << a;
    is->special = is->layered | (x->plain & ~x->bare);
    const int bare = x->bare;
    find_shape(p, x, 1, forms, *is, &w->bricks[1], &shape[1]);
    const bool any_planes = shape[1].rows > 0 && w->bricks[1].forms & FORM_RICH;
    x->bare |= any_planes; /* what is special along x is for that class */
    for (int n = 0; n < CLASSES; n++) {
        if (n != 1)
            find_shape(p, x, n, forms, *is, &w->bricks[n], &shape[n]);
        if (is->special && !(w->bricks[n].forms & FORM_RICH)) /* they fill what others leave */
            shape[n].longest = least(shape[n].longest, SHORT);
        t[n].count = 0;
    }
    const bool layers = layers_along(p, 0, &low, &high);
    const int general = layers ? EDGE_LAYERS : EDGE;
    if (any_planes) {
        low = x->calm[0][0];
        high = x->calm[0][1];
    }
    const bool ends = layers || any_planes;
    low = ends ? least(low + x->steps, x->end[0]) : 0;
    high = ends ? most(least(high - x->steps, x->end[0]), low) : x->end[0];
    covered done = cover_planes(p, x, shape, t, 0, EDGE, low, high);
    if (done == COVERED)
        done = cover_planes(p, x, shape, t, 1, general, 0, low);
    if (done == COVERED)
        done = cover_planes(p, x, shape, t, 1, general, high, x->end[0]);
    if (done != COVERED)
        x->bare = bare;
    return done;
}

/* ---- lists ---- */

/* Bricks of one shape may be done by kernels of another: rich ones keep to the rows they are
 * given. */
static bool serves(const bricks *of, const pass_shape *shape, const bricks *other,
                   const pass_shape *s)
{
    const bool keep = of->forms & other->forms & FORM_RICH;
    const bool tables = other->layers & 1; /* of a brick's planes */
    return s->columns == shape->columns && s->width == shape->width &&
           (s->handed > 0) == (shape->handed > 0) &&
           (keep ? s->rows >= shape->rows : s->rows == shape->rows) &&
           (!tables || s->longest >= shape->longest);
}

/* What the media that a brick of this shape sees need. */
static int needs_of(const plan *p, const brick *b, const pass_shape *s, int steps)
{
    const int from[3] = {b->plane - steps, b->from[0], b->from[1]};
    const int to[3] = {b->end + steps, from[1] + s->rows + 2 * steps, from[2] + s->width};
    return pass_needs(p, from, to);
}

/* The place of the brick that hands rows to this one. The first brick of the next chain may
 * read from the same row on, but hands none. */
static int64_t feeder(const brick *list, int64_t n, int rows)
{
    int64_t m = n - 1;
    while (m >= 0 &&
           (!list[m].hands || list[m].plane != list[n].plane ||
            list[m].column != list[n].column || list[m].from[0] != list[n].from[0] + rows))
        m--;
    return m;
}

/* Bricks that hand each other rows run in one launch: that of those that need most. */
static void agree(const brick *list, int64_t count, int rows, unsigned char *kind)
{
    for (int way = 0; way < 2; way++)
        for (int64_t m = 0; m < count; m++) {
            const int64_t n = way ? count - 1 - m : m;
            const int64_t other = list[n].below < 0 ? n : feeder(list, n, rows);
            if (other >= 0 && kind[n] != kind[other])
                kind[n] = kind[other] = kind[n] < kind[other] ? kind[n] : kind[other];
        }
}

/* Who hands rows to whom, in the list of a launch, and where. A slot is free once the last one
 * to read it is done; bricks that hand nothing leave in their slot what is there. */
static bool link_bricks(const plan *p, passes *w, bricks *b, brick *list, const pass_shape *s)
{
    int most_planes = 0, apart = 1;
    int *reader = malloc((size_t)(b->count + 1) * sizeof *reader); /* of a brick's slot */
    for (int64_t m = 0; m < b->count && reader; m++) {
        reader[m] = list[m].after = -1;
        most_planes = most(most_planes, list[m].end - list[m].plane + 2 * w->x.steps);
        if (list[m].below < 0)
            continue;
        list[m].below = (int)feeder(list, m, s->rows);
        reader[list[m].below] = (int)m;
        apart = most(apart, (int)m - list[m].below);
    }
    const int slots = least((int)b->count, SLOTS_EACH * p->processors + apart);
    for (int64_t m = slots; m < b->count && reader; m++) {
        list[m].after = reader[m - slots]; /* earlier in the list, as slots > apart */
        if (reader[m] < 0)
            reader[m] = reader[m - slots];
    }
    const bool ok = reader != NULL;
    free(reader);
    b->hand = (handing){
        .count = (int)b->count, .slots = slots, .slot = (int64_t)most_planes * s->handed};
    return ok && device_ask(&w->memory, &b->hand.ticket, 1, sizeof *b->hand.ticket, NULL) &&
           device_ask(&w->memory, &b->hand.turns, TURNS_APART * b->count, sizeof *b->hand.turns,
                      NULL) &&
           device_ask(&w->memory, &b->hand.rows, b->hand.slots, (size_t)b->hand.slot, NULL);
}

/* Which bricks of a class need less than all; its list goes by kinds then. */
static bool sort_by_media(const plan *p, passes *w, int n, int forms, axes is,
                          const pass_shape *shape, brick *list, int64_t count)
{
    const int bare = forms & ~(FORM_POLE | FORM_PAIR | FORM_POLES);
    const int forms_of[KINDS] = {forms, forms & ~FORM_PAIR, bare, bare & ~FORM_LOSSES};
    const int without[KINDS] = {0, FORM_PAIR, FORM_POLE, FORM_POLE | FORM_LOSSES};
    pass_shape s[KINDS] = {*shape};
    bool has[KINDS] = {true};
    brick *sorted = malloc((size_t)(count + 1) * sizeof *sorted);
    unsigned char *kind = calloc((size_t)count + 1, 1);
    for (int k = 1; k < KINDS; k++) {
        bricks *other = &w->bricks[k * CLASSES + n];
        *other = (bricks){0};
        if (count == 0 || !temporal_of(p)->map.marked || forms_of[k] == forms_of[k - 1])
            continue;
        find_shape(p, &w->x, n, forms_of[k], is, other, &s[k]);
        has[k] = serves(&w->bricks[n], shape, other, &s[k]);
    }
    for (int k = 1; k < KINDS && kind; k++)
        for (int64_t m = 0; has[k] && m < count; m++)
            if (!(needs_of(p, &list[m], &s[k], w->x.steps) & without[k]))
                kind[m] = (unsigned char)k;
    if (kind)
        agree(list, count, shape->rows, kind);
    int64_t used = 0;
    for (int k = 0; k < KINDS && sorted && kind; k++) {
        bricks *b = &w->bricks[k * CLASSES + n];
        b->first = used;
        for (int64_t m = 0; m < count; m++) {
            if (kind[m] != k)
                continue;
            const brick *at = &list[m];
            sorted[used++] = *at;
            b->cells += (double)(at->end - at->plane) * (at->last[0] - at->row) *
                        (at->last[1] - at->column);
        }
        b->count = used - b->first;
    }
    bool ok = sorted && kind;
    if (ok)
        memcpy(list, sorted, (size_t)count * sizeof *list);
    for (int k = 0; k < KINDS && ok && shape->handed; k++) {
        bricks *b = &w->bricks[k * CLASSES + n];
        ok = link_bricks(p, w, b, list + b->first, shape);
    }
    free(sorted);
    free(kind);
    return ok;
}

/* Of a class: all bricks, those of each kind together. */
typedef struct class_list {
    brick *brick;
    int64_t count;
} class_list;

static yee_status upload(plan *p, const class_list list[CLASSES])
{
    passes *w = &temporal_of(p)->passes;
    int64_t total = 0;
    for (int n = 0; n < CLASSES; n++)
        total += list[n].count;
    brick *all = plan_scratch(p, total, sizeof *all);
    if (!all)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
    total = 0;
    for (int n = 0; n < CLASSES; total += list[n].count, n++) {
        memcpy(all + total, list[n].brick, (size_t)list[n].count * sizeof *all);
        for (int k = 0; k < KINDS; k++)
            w->bricks[k * CLASSES + n].first += total;
    }
    return device_ask(&w->memory, &w->list, total, sizeof *all, all)
               ? YEE_OK
               : p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
}

void pass_axes(plan *p)
{
    pass *x = &temporal_of(p)->passes.x;
    x->plain = x->bare = x->walls = x->shut = 0;
    for (int a = 0; a < 3; a++) {
        find_calm(p, x, a);
        x->plain |= plain(p, a) << a;
        x->bare |= bare(p, x, a) << a;
        x->walls |= (!p->grid.axis[a].invariant && !(p->d.periodic >> a & 1)) << a;
        x->shut |= shut(p, x, a) << a;
        x->end[a] = most(p->d.sweep[0][1][a], p->d.sweep[1][1][a]);
        x->nodes[a] = p->grid.axis[a].invariant ? 1 : p->d.cells[a] + 1;
        x->margin[a] = p->layout.ghost_width[a];
        if (p->d.periodic >> a & 1)
            x->end[a] = p->d.cells[a];
    }
    const int sector = 32 / (int)p->word;
    x->phase = (sector - p->layout.row_offset % sector) % sector;
    find_deep(p, x);
}

yee_status pass_bricks(plan *p, int forms, int wanted)
{
    passes *w = &temporal_of(p)->passes;
    pass *x = &w->x;
    pass_shape shape[CLASSES] = {{0}};
    pass_axes(p);
    tiles t[CLASSES] = {{0}};
    class_list list[CLASSES] = {{NULL, 0}};
    axes is = {0, 0};
    covered done = NO_KERNEL;
    for (x->steps = wanted; x->steps > 0 && done == NO_KERNEL; x->steps -= done == NO_KERNEL)
        done = try_steps(p, w, forms, shape, t, &is);
    bool ok = done != NO_MEMORY;
    for (int n = 0; n < CLASSES && done == COVERED && ok; n++) {
        list[n].brick = cut_tiles(p, &t[n], x, &shape[n], &list[n].count);
        ok = list[n].brick &&
             sort_by_media(p, w, n, forms, is, &shape[n], list[n].brick, list[n].count);
    }
    yee_status status = !ok ? p->host->fail(p->host, YEE_MEMORY, "no host memory for tiles")
                        : done == COVERED ? upload(p, list)
                                          : YEE_OK;
    for (int n = 0; n < CLASSES; n++) {
        free(t[n].tile);
        free(list[n].brick);
    }
    return status;
}
