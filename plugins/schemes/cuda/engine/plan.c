/* plan.c: from a problem to the data of kernels: shape, axes, fields, layers. */
#include "../../common/leapfrog.h"
#include "../../common/orient.h"
#include "../../common/ports.h"
#include "law_cells.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 32, SECTOR = 8 }; /* words: rows start on whole lines, state on whole sectors */
/* Ghosts of passes: a row for each of the most steps of one, columns in whole sectors. */
enum { GHOST_ROWS = 6, GHOST_COLUMNS = SECTOR };

static int64_t padded(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

void *plan_scratch(plan *p, int64_t count, size_t size)
{
    if (p->scratch.count == p->scratch.capacity) {
        const size_t capacity = 2 * p->scratch.capacity + 64;
        void **list = realloc(p->scratch.block, capacity * sizeof *list);
        if (!list)
            return NULL;
        p->scratch.block = list;
        p->scratch.capacity = capacity;
    }
    void *block = calloc((size_t)count + !count, size);
    if (block)
        p->scratch.block[p->scratch.count++] = block;
    return block;
}

void plan_drop_scratch(plan *p)
{
    for (size_t n = 0; n < p->scratch.count; n++)
        free(p->scratch.block[n]);
    free(p->scratch.block);
    p->scratch = (scratch_memory){0};
}

void *plan_rounded(plan *p, const double *from, int64_t count, int64_t capacity)
{
    void *to = plan_scratch(p, capacity, p->word);
    for (int64_t i = 0; to && from && i < count; i++)
        if (p->word == sizeof(float))
            ((float *)to)[i] = (float)from[i];
        else
            ((double *)to)[i] = from[i];
    return to;
}

__attribute__((format(printf, 5, 0))) static bool add_state(plan *p, state_address *at,
                                                            int64_t words, int buffers,
                                                            const char *format, va_list args)
{
    state_array *k = &p->state.array[p->state.count];
    vsnprintf(k->name, sizeof k->name, format, args);
    k->words = words;
    *at = (state_address){++p->state.count, 0};
    bool ok = true;
    for (int n = 0; n < buffers && ok; n++)
        ok = device_ask(&p->memory, &k->buffer[n], words, p->word, NULL);
    return ok;
}

bool plan_add_state(plan *p, state_address *at, int64_t words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const bool ok = add_state(p, at, words, p->state.buffers, format, args);
    va_end(args);
    return ok;
}

bool plan_add_lone_state(plan *p, state_address *at, int64_t words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const bool ok = add_state(p, at, words, 1, format, args);
    va_end(args);
    return ok;
}

static void *address_in(const plan *p, state_address at, int buffer)
{
    if (at.n == 0)
        return NULL;
    char *first = p->state.array[at.n - 1].buffer[buffer];
    return first ? first + (size_t)at.from * p->word : NULL;
}

void plan_bind_buffer(const plan *p, int buffer, domain *d)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        d->field[c] = address_in(p, p->state.field[c], buffer);
        d->state[c] = address_in(p, p->state.section[c], buffer);
        for (int a = 0; a < 3; a++)
            d->psi[c][a] = address_in(p, p->state.psi[c][a], buffer);
    }
}

int64_t plan_offset(const plan *p, const int64_t x[3])
{
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
    return plan_offset(p, x);
}

static void permute_axes(plan *p)
{
    p->rotation = orient_grid(p->problem, &p->grid, p->component_of, p->id, p->d.uniform);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        p->d.active |= (unsigned)p->grid.active[c] << c;
}

static bool make_line(plan *p, int axis, int kind)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    line *l = &p->d.line[axis][kind];
    bool node = kind == NODE && !a->invariant;
    int64_t count = a->invariant ? 1 : node && !a->periodic ? a->cells + 1 : a->cells;
    /* words, with those that a block's threads beyond the end read */
    const int64_t capacity = padded(a->cells + 1, PITCH) + 64;
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
    l->high = slab > 0 ? (int)high : (int)capacity;
    l->slab = (int)slab;
    l->shift = (int)(base - first);
    p->d.layers = p->d.layers || slab > 0;

    double *width = plan_scratch(p, capacity, sizeof *width);
    for (int64_t i = 0; width && i < count; i++)
        width[i] = node ? leapfrog_width(a, i) : a->node[i + 1] - a->node[i];
    const double *from[3] = {kind ? a->half_inverse : a->node_inverse,
                             kind ? a->half_b : a->node_b, kind ? a->half_c : a->node_c};
    void *to[3] = {&l->inverse, &l->b, &l->c};
    bool ok = width && device_ask(&p->memory, &l->width, capacity, sizeof *width, width);
    for (int n = 0; n < 3 && ok; n++) {
        if (n > 0 && slab == 0)
            continue;
        void *values = plan_rounded(p, from[n], count, capacity);
        ok = values && device_ask(&p->memory, to[n], capacity, p->word, values);
    }
    return ok;
}

int64_t plan_guard(const plan *p)
{
    return (int64_t)p->layout.ghost_width[1] * p->d.pitch +
           (p->layout.ghost_width[2] > 0 ? PITCH : 0) + p->layout.row_offset;
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
    if (p->layout.interleaved) {
        p->layout.ghost_width[1] = d->periodic & 2 ? GHOST_ROWS : 0;
        p->layout.ghost_width[2] = d->periodic & 4 ? GHOST_COLUMNS : 0;
    }
    const int64_t row =
        padded(nodes[2] + p->layout.row_offset + 2 * p->layout.ghost_width[2], PITCH);
    d->pitch = (p->layout.interleaved ? YEE_COMPONENTS : 1) * (int)row;
    d->rows = (int)nodes[1] + 2 * p->layout.ghost_width[1];
    d->plane = (int64_t)d->rows * d->pitch;
    const int64_t stride[3] = {d->plane, d->pitch, 1};
    for (int a = 0; a < 3; a++)
        d->stride[a] = p->grid.axis[a].invariant ? 0 : stride[a];

    /* a plane and a row in front, and behind for neighbours that are read but not used */
    int64_t words = (nodes[0] + 2) * d->plane + 2 * d->pitch + 64 + p->layout.row_offset;
    bool ok = true;
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        if (c > 0 && p->layout.interleaved)
            p->state.field[c] = p->state.field[0];
        else
            ok = plan_add_state(p, &p->state.field[c], words, "field_%d", c);
        p->state.field[c].from =
            d->plane + d->pitch + (p->layout.interleaved ? c * row + p->layout.row_offset : 0);
    }
    return ok;
}

/* Along z psi of a component has rows of its own; else it lies as the fields do. */
static bool make_layers(plan *p)
{
    domain *d = &p->d;
    state_address shared[3] = {{0, 0}};
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
                guard = (int64_t)p->layout.ghost_width[1] * l->slab;
            }
            words += guard;
            if (!p->layout.interleaved || a == 2 || shared[a].n == 0) {
                ok = plan_add_state(p, &p->state.psi[c][a], words, "psi_%d_%d", a, c);
                p->state.psi[c][a].from = guard;
                p->use.layers += (size_t)(words * p->state.buffers) * p->word;
            }
            if (p->layout.interleaved && a < 2) {
                shared[a] = shared[a].n ? shared[a] : p->state.psi[c][a];
                p->state.psi[c][a] = (state_address){shared[a].n, guard + c * plan_row(p)};
            }
        }
    return ok;
}

yee_status plan_decline(const yee_host *host, const yee_problem *q)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &q->grid.axis[a];
        if (x->cells > (1 << 30))
            return host->fail(host, YEE_DECLINED, "an axis has %lld cells; %d are the most",
                              (long long)x->cells, 1 << 30);
        for (int side = 0; side < 2; side++)
            if (x->face[side] == YEE_FACE_OPEN && !q->subdomain)
                return host->fail(host, YEE_DECLINED,
                                  "the %s %c face is open to a neighbouring grid, which this "
                                  "scheme cannot exchange fields with",
                                  side ? "high" : "low", "xyz"[a]);
    }
    const yee_status status = ports_check(host, q);
    return status == YEE_OK ? law_ports_check(host, q) : status;
}

yee_status plan_open_device(const yee_host *host, const yee_problem *problem, int *device)
{
    const yee_subdomain *s = problem->subdomain;
    const int wanted = s && YEE_HAS(s, device) && s->device > 0 ? s->device : 0;
    const int count = device_count();
    if (device)
        *device = wanted;
    if (count == 0)
        return YEE_OK; /* device_available() says why */
    if (wanted >= count)
        return host->fail(host, YEE_DECLINED, "a subdomain is for GPU %d, and there %s", wanted,
                          count == 1 ? "is GPU 0 alone" : "are fewer");
    return DEVICE_CALL(host, cudaSetDevice(wanted));
}

/* Halos that are copied beside a pass go before what is left of it. */
static yee_status open_lane(plan *p)
{
    int least = 0, greatest = 0;
    cudaEvent_t *const event[] = {&p->reached, &p->passed, &p->given};
    yee_status status = YEE_OK;
    for (size_t n = 0; n < sizeof event / sizeof *event && status == YEE_OK; n++)
        status =
            DEVICE_CALL(p->host, cudaEventCreateWithFlags(event[n], cudaEventDisableTiming));
    p->beside = p->options->beside;
    p->lane = p->work;
    if (status != YEE_OK || !p->beside)
        return status;
    p->lane = NULL;
    status = DEVICE_CALL(p->host, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    return status == YEE_OK
               ? DEVICE_CALL(p->host, cudaStreamCreateWithPriority(
                                          &p->lane, cudaStreamNonBlocking, greatest))
               : status;
}

static yee_status open_gpu(plan *p)
{
    struct cudaDeviceProp gpu;
    int least = 0, greatest = 0;
    yee_status status = DEVICE_CALL(p->host, cudaGetDeviceProperties(&gpu, p->device));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    if (status == YEE_OK) {
        snprintf(p->gpu_name, sizeof p->gpu_name, "%s", gpu.name);
        p->processors = gpu.multiProcessorCount;
        /* what is done beside the bricks of a pass goes before them */
        status = DEVICE_CALL(p->host, cudaStreamCreateWithPriority(
                                          &p->work, cudaStreamNonBlocking,
                                          p->options->double_buffered ? greatest : least));
    }
    if (status == YEE_OK)
        status =
            DEVICE_CALL(p->host, cudaStreamCreateWithFlags(&p->copies, cudaStreamNonBlocking));
    return status == YEE_OK && p->problem->subdomain ? open_lane(p) : status;
}

bool plan_lists(plan *p)
{
    plan_trim(p, !points_need_untrimmed(p));
    return (p->options->other_curls || plan_edges_make(p)) && points_make(p) && laws_make(p) &&
           taps_make(p);
}

static yee_status build(plan *p)
{
    yee_status status = open_gpu(p);
    if (status != YEE_OK)
        return status;
    permute_axes(p);
    bool ok = make_shape(p);
    for (int a = 0; a < 3; a++)
        ok = ok && make_line(p, a, NODE) && make_line(p, a, HALF);
    ok = ok && make_layers(p) && media_make(p) && plan_lists(p);
    if (!ok)
        return p->host->fail(p->host, YEE_MEMORY,
                             "no host memory for the tables of a model of %.2f GB",
                             1e-9 * (double)(p->memory.bytes + p->lists.bytes));
    status = device_grant(p->host, &p->memory);
    if (status == YEE_OK)
        status = device_grant(p->host, &p->lists);
    plan_bind_buffer(p, 0, &p->d);
    if (status == YEE_OK)
        status = media_upload(p);
    if (status == YEE_OK)
        status = laws_upload(p);
    if (status == YEE_OK)
        status = taps_open(p);
    if (status == YEE_OK) /* the uploads went through another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    return status;
}

yee_status plan_make(const yee_host *host, const yee_problem *problem,
                     const plan_options *options, plan **made)
{
    static const plan_options defaults = {0};
    int device = 0;
    yee_status status = plan_decline(host, problem);
    if (status == YEE_OK)
        status = plan_open_device(host, problem, &device);
    if (status == YEE_OK)
        status = device_available(host);
    if (status != YEE_OK)
        return status;
    plan *p = calloc(1, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    p->options = options ? options : &defaults;
    p->layout.interleaved = p->options->interleaved;
    p->layout.row_offset = p->options->row_offset;
    p->state.buffers = p->options->double_buffered ? 2 : 1;
    p->host = host;
    p->problem = problem;
    p->device = device;
    p->halos = (halo_route)p->options->halos;
    p->nccl = p->options->nccl;
    p->word = problem->precision == YEE_F32 ? sizeof(float) : sizeof(double);
    p->dirty = true;
    p->ahead = -1;
    status = build(p);
    p->options = NULL;
    p->edges[0] = p->edges[1] = NULL;
    plan_drop_scratch(p);
    if (status == YEE_OK)
        *made = p;
    else
        plan_free(p);
    return status;
}

void plan_drop_lists(plan *p)
{
    taps_close(p);
    device_reuse(&p->lists);
    free(p->feed.slot);
    free(p->transforms.transform);
    free(p->transforms.tap);
    free(p->log.tap);
    free(p->log.begin);
}

void plan_free(plan *p)
{
    if (!p)
        return;
    plan_enter(p);
    if (p->work)
        cudaStreamSynchronize(p->work);
    if (p->copies)
        cudaStreamSynchronize(p->copies);
    if (p->lane && p->lane != p->work)
        cudaStreamSynchronize(p->lane);
    if (p->graph.exec)
        cudaGraphExecDestroy(p->graph.exec);
    plan_drop_lists(p);
    channels_free(p);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        free(p->section_row[c]);
    laws_free(p);
    for (int n = 0; n < PINNED_BLOCKS; n++)
        cudaFreeHost(p->pinned[n].address);
    device_release(&p->lists);
    device_release(&p->memory);
    if (p->lane && p->lane != p->work)
        cudaStreamDestroy(p->lane);
    if (p->work)
        cudaStreamDestroy(p->work);
    if (p->copies)
        cudaStreamDestroy(p->copies);
    const cudaEvent_t event[] = {p->reached, p->passed, p->given};
    for (size_t n = 0; n < sizeof event / sizeof *event; n++)
        if (event[n])
            cudaEventDestroy(event[n]);
    plan_drop_scratch(p);
    free(p);
}

/* ", halos ..." where some go to another GPU, or by a key's route. */
static const char *routes(const plan *p)
{
    return p->routed[HALO_DIRECT] && p->routed[HALO_STAGED]
               ? ", halos stored in other GPUs' memory or copied by the driver"
           : p->routed[HALO_DIRECT] ? ", halos stored in other GPUs' memory"
           : p->routed[HALO_NCCL]   ? ", halos sent to other GPUs by NCCL"
           : p->routed[HALO_STAGED] ? ", halos copied to other GPUs by the driver"
                                    : "";
}

int plan_print(const plan *p, const char *scheme, char *text, size_t size)
{
    const yee_axis_data *a = p->problem->grid.axis;
    const int used = snprintf(
        text, size,
        "%s: %s, float%d, rows along %c, %d planes a thread%s\n"
        "%lld x %lld x %lld cells, ids of %d and %d bytes (H, E), %.1f MB: sections %.1f, "
        "layers %.1f, ids %.1f",
        scheme, p->gpu_name, p->word == sizeof(float) ? 32 : 64, p->rotation ? 'y' : 'z',
        p->tiling.planes[1], routes(p), (long long)a[0].cells, (long long)a[1].cells,
        (long long)a[2].cells, p->d.id_bytes[0], p->d.id_bytes[1],
        1e-6 * (double)(p->memory.bytes + p->lists.bytes), 1e-6 * (double)p->use.sections,
        1e-6 * (double)p->use.layers, 1e-6 * (double)p->use.ids);
    const bool room = used >= 0 && (size_t)used < size;
    return used + laws_print(p, room ? text + used : NULL, room ? size - (size_t)used : 0);
}
