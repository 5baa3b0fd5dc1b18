/* plan.c: from a problem to what kernels see: shape, axes, fields, layers. */
#include "plan.h"
#include "../../common/leapfrog.h"
#include "../../common/orient.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 32, SECTOR = 8 }; /* words: rows start on whole lines, state on whole sectors */
enum { ROWS_AROUND = 6, COLUMNS_AROUND = SECTOR }; /* of passes: most of their steps; sectors */

static int64_t padded(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

void *plan_scratch(plan *p, int64_t count, size_t size)
{
    if (p->scratches == p->scratch_room) {
        size_t room = 2 * p->scratch_room + 64;
        void **list = realloc(p->scratch, room * sizeof *list);
        if (!list)
            return NULL;
        p->scratch = list;
        p->scratch_room = room;
    }
    void *block = calloc((size_t)count + !count, size);
    if (block)
        p->scratch[p->scratches++] = block;
    return block;
}

void plan_drop_scratch(plan *p)
{
    for (size_t n = 0; n < p->scratches; n++)
        free(p->scratch[n]);
    free(p->scratch);
    p->scratch = NULL;
    p->scratches = p->scratch_room = 0;
}

void *plan_rounded(plan *p, const double *from, int64_t count, int64_t room)
{
    void *to = plan_scratch(p, room, p->word);
    for (int64_t i = 0; to && from && i < count; i++)
        if (p->word == sizeof(float))
            ((float *)to)[i] = (float)from[i];
        else
            ((double *)to)[i] = from[i];
    return to;
}

bool plan_shelve(plan *p, shelf_at *at, int64_t words, const char *format, ...)
{
    shelf *k = &p->shelf[p->shelves];
    va_list args;
    va_start(args, format);
    vsnprintf(k->name, sizeof k->name, format, args);
    va_end(args);
    k->words = words;
    *at = (shelf_at){++p->shelves, 0};
    bool ok = true;
    for (int n = 0; n < p->sides && ok; n++)
        ok = device_ask(&p->memory, &k->array[n], words, p->word, NULL);
    return ok;
}

static void *side_of(const plan *p, shelf_at at, int side)
{
    if (at.n == 0)
        return NULL;
    char *array = p->shelf[at.n - 1].array[side];
    return array ? array + (size_t)at.from * p->word : NULL;
}

void plan_face(const plan *p, int side, domain *d)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        d->field[c] = side_of(p, p->field_at[c], side);
        d->state[c] = side_of(p, p->state_at[c], side);
        for (int a = 0; a < 3; a++)
            d->psi[c][a] = side_of(p, p->psi_at[c][a], side);
    }
}

int64_t plan_offset(const plan *p, int c, const int64_t x[3])
{
    (void)c;
    return x[0] * p->d.plane + x[1] * p->d.pitch + x[2];
}

void plan_split(const plan *p, int c, int64_t index, int64_t x[3])
{
    const int64_t *e = p->grid.extent[c];
    x[0] = index / e[2] / e[1];
    x[1] = index / e[2] % e[1];
    x[2] = index % e[2];
}

int64_t plan_padded(const plan *p, int c, int64_t index)
{
    int64_t x[3];
    plan_split(p, c, index, x);
    return plan_offset(p, c, x);
}

static void turn_plan(plan *p)
{
    p->turn = orient_grid(p->problem, &p->grid, p->as, p->id, p->d.uniform);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        p->d.active |= (unsigned)p->grid.active[c] << c;
}

static bool make_line(plan *p, int axis, int kind)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    line *l = &p->d.line[axis][kind];
    bool node = kind == NODE && !a->invariant;
    int64_t count = a->invariant ? 1 : node && !a->periodic ? a->cells + 1 : a->cells;
    int64_t room = padded(a->cells + 1, PITCH) + 64; /* a block's threads beyond the end */
    int64_t low = a->layer[0] < count ? a->layer[0] : count;
    int64_t high = count - a->layer[1] > low ? count - a->layer[1] : low;
    int64_t slab = a->invariant ? 0 : low + count - high, first = low, base = high;
    if (axis == 2 && slab > 0) { /* points that are read as one have psi that is, too */
        first = padded(low, SECTOR);
        base = high / SECTOR * SECTOR;
        first = first < base ? first : base; /* layers that meet have one slab */
        slab = first + padded(count - base, SECTOR);
    }
    l->count = (int)count;
    l->low = slab > 0 ? (int)low : 0;
    l->high = slab > 0 ? (int)high : (int)room;
    l->slab = (int)slab;
    l->shift = (int)(base - first);
    p->d.layers = p->d.layers || slab > 0;

    double *width = plan_scratch(p, room, sizeof *width);
    for (int64_t i = 0; width && i < count; i++)
        width[i] = node ? leapfrog_width(a, i) : a->node[i + 1] - a->node[i];
    const double *from[3] = {kind ? a->half_inverse : a->node_inverse,
                             kind ? a->half_b : a->node_b, kind ? a->half_c : a->node_c};
    void *to[3] = {&l->inverse, &l->b, &l->c};
    bool ok = width && device_ask(&p->memory, &l->width, room, sizeof *width, width);
    for (int n = 0; n < 3 && ok; n++) {
        if (n > 0 && slab == 0)
            continue;
        void *values = plan_rounded(p, from[n], count, room);
        ok = values && device_ask(&p->memory, to[n], room, p->word, values);
    }
    return ok;
}

int64_t plan_guard(const plan *p)
{
    return (int64_t)p->margin[1] * p->d.pitch + (p->margin[2] > 0 ? PITCH : 0) + p->lead;
}

static bool make_shape(plan *p)
{
    domain *d = &p->d;
    int64_t nodes[3];
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &p->grid.axis[a];
        nodes[a] = x->invariant ? 1 : x->cells + 1;
        d->cells[a] = (int)x->cells;
        if (x->periodic && !x->invariant)
            d->periodic |= 1 << a;
    }
    if (p->abreast > 1) {
        p->margin[1] = d->periodic & 2 ? ROWS_AROUND : 0;
        p->margin[2] = d->periodic & 4 ? COLUMNS_AROUND : 0;
    }
    const int64_t row = padded(nodes[2] + p->lead + 2 * p->margin[2], PITCH);
    d->pitch = p->abreast * (int)row;
    d->rows = (int)nodes[1] + 2 * p->margin[1];
    d->plane = (int64_t)d->rows * d->pitch;
    const int64_t stride[3] = {d->plane, d->pitch, 1};
    for (int a = 0; a < 3; a++)
        d->stride[a] = p->grid.axis[a].invariant ? 0 : stride[a];

    /* a plane and a row in front, the same behind for neighbours that are read but not used */
    int64_t words = (nodes[0] + 2) * d->plane + 2 * d->pitch + 64 + p->lead;
    bool ok = true;
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        if (c > 0 && p->abreast > 1)
            p->field_at[c] = p->field_at[0];
        else
            ok = plan_shelve(p, &p->field_at[c], words, "field_%d", c);
        p->field_at[c].from = d->plane + d->pitch + (p->abreast > 1 ? c * row + p->lead : 0);
    }
    return ok;
}

/* Along z a component's psi has rows of its own; else it lies as the fields do. */
static bool make_layers(plan *p)
{
    domain *d = &p->d;
    shelf_at shared[3] = {{0, 0}};
    bool ok = true;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int a = 0; a < 3 && ok; a++) {
            const line *l = &d->line[a][yee_half(c, a) ? HALF : NODE];
            if (!p->grid.active[c] || a == yee_direction(c) || l->slab == 0)
                continue;
            int64_t x = d->cells[0] + 1, words = (int64_t)l->slab * d->plane;
            int64_t guard = plan_guard(p);
            if (a == 1)
                words = x * l->slab * d->pitch;
            else if (a == 2) {
                words = x * d->rows * l->slab;
                guard = (int64_t)p->margin[1] * l->slab;
            }
            words += guard;
            if (p->abreast == 1 || a == 2 || shared[a].n == 0) {
                ok = plan_shelve(p, &p->psi_at[c][a], words, "psi_%d_%d", a, c);
                p->psi_at[c][a].from = guard;
                p->layers_bytes += (size_t)(words * p->sides) * p->word;
            }
            if (p->abreast > 1 && a < 2) {
                shared[a] = shared[a].n ? shared[a] : p->psi_at[c][a];
                p->psi_at[c][a] = (shelf_at){shared[a].n, guard + c * plan_row(p)};
            }
        }
    return ok;
}

static yee_status decline(const yee_host *host, const yee_problem *q)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &q->grid.axis[a];
        if (x->cells > (1 << 30))
            return host->fail(host, YEE_DECLINED, "an axis has %lld cells; %d are the most",
                              (long long)x->cells, 1 << 30);
        for (int side = 0; side < 2; side++)
            if (x->face[side] == YEE_FACE_OPEN)
                return host->fail(host, YEE_DECLINED,
                                  "the %s %c face is open to a neighbouring grid, which this "
                                  "scheme cannot exchange fields with",
                                  side ? "high" : "low", "xyz"[a]);
    }
    for (int64_t n = 0; n < q->ports; n++)
        if (!(q->port[n].resistance + 0.5 * q->port[n].feedback > 0))
            return host->fail(host, YEE_DECLINED,
                              "port %s has resistance %g Ohm and feedback %g Ohm; their sum "
                              "resistance + feedback/2 must be above 0",
                              q->port[n].name ? q->port[n].name : "without a name",
                              q->port[n].resistance, q->port[n].feedback);
    return YEE_OK;
}

static yee_status look_at_card(plan *p)
{
    int device = 0;
    struct cudaDeviceProp card;
    yee_status status = DEVICE_CALL(p->host, cudaGetDevice(&device));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDeviceProperties(&card, device));
    if (status == YEE_OK) {
        snprintf(p->card, sizeof p->card, "%s", card.name);
        p->processors = card.multiProcessorCount;
        status =
            DEVICE_CALL(p->host, cudaStreamCreateWithFlags(&p->work, cudaStreamNonBlocking));
    }
    if (status == YEE_OK)
        status =
            DEVICE_CALL(p->host, cudaStreamCreateWithFlags(&p->copies, cudaStreamNonBlocking));
    return status;
}

static yee_status build(plan *p)
{
    yee_status status = look_at_card(p);
    if (status != YEE_OK)
        return status;
    turn_plan(p);
    bool ok = make_shape(p);
    for (int a = 0; a < 3; a++)
        ok = ok && make_line(p, a, NODE) && make_line(p, a, HALF);
    plan_trim(p, true);
    ok = ok && make_layers(p) && media_make(p) && (p->other || near_make(p)) && lists_make(p) &&
         watch_make(p);
    if (!ok)
        return p->host->fail(p->host, YEE_MEMORY,
                             "no host memory for the tables of a model of %.2f GB",
                             1e-9 * (double)p->memory.bytes);
    status = device_grant(p->host, &p->memory);
    plan_face(p, 0, &p->d);
    if (status == YEE_OK)
        status = media_upload(p);
    if (status == YEE_OK)
        status = watch_open(p);
    if (status == YEE_OK) /* the uploads went through another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    return status;
}

/* kind: what a scheme says of the plan it wants; all else is zero. */
static yee_status make(const yee_host *host, const yee_problem *problem, const plan *kind,
                       plan **made)
{
    yee_status status = decline(host, problem);
    if (status == YEE_OK)
        status = device_available(host);
    if (status != YEE_OK)
        return status;
    plan *p = calloc(1, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    *p = *kind;
    p->host = host;
    p->problem = problem;
    p->word = problem->precision == YEE_F32 ? sizeof(float) : sizeof(double);
    p->dirty = true;
    status = build(p);
    p->source = NULL;
    plan_drop_scratch(p);
    if (status == YEE_OK)
        *made = p;
    else
        plan_free(p);
    return status;
}

yee_status plan_make(const yee_host *host, const yee_problem *problem, plan **made)
{
    return make(host, problem, &(plan){.abreast = 1, .sides = 1}, made);
}

yee_status plan_make_other(const yee_host *host, const yee_problem *problem,
                           const double *source, plan **made)
{
    return make(host, problem,
                &(plan){.abreast = 1, .sides = 1, .other = true, .source = source}, made);
}

yee_status plan_make_twice(const yee_host *host, const yee_problem *problem, int lead,
                           plan **made)
{
    return make(host, problem, &(plan){.abreast = YEE_COMPONENTS, .lead = lead, .sides = 2},
                made);
}

void plan_free(plan *p)
{
    if (!p)
        return;
    if (p->work)
        cudaStreamSynchronize(p->work);
    if (p->copies)
        cudaStreamSynchronize(p->copies);
    if (p->graph)
        cudaGraphExecDestroy(p->graph);
    watch_close(p);
    device_release(&p->memory);
    if (p->work)
        cudaStreamDestroy(p->work);
    if (p->copies)
        cudaStreamDestroy(p->copies);
    plan_drop_scratch(p);
    free(p->player);
    free(p->transform);
    free(p->transform_tap);
    free(p->watch_tap);
    free(p->watch_begin);
    free(p);
}

int plan_print(const plan *p, const char *scheme, char *text, size_t size)
{
    const yee_axis_data *a = p->problem->grid.axis;
    return snprintf(
        text, size,
        "%s: %s, float%d, rows along %c, %d planes a thread\n"
        "%lld x %lld x %lld cells, ids of %d and %d bytes (H, E), %.1f MB: sections %.1f, "
        "layers %.1f, ids %.1f",
        scheme, p->card, p->word == sizeof(float) ? 32 : 64, p->turn ? 'y' : 'z',
        p->cut.planes[1], (long long)a[0].cells, (long long)a[1].cells, (long long)a[2].cells,
        p->d.id_bytes[0], p->d.id_bytes[1], 1e-6 * (double)p->memory.bytes,
        1e-6 * (double)p->sections_bytes, 1e-6 * (double)p->layers_bytes,
        1e-6 * (double)p->ids_bytes);
}
