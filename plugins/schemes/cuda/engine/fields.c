/* fields.c: fields and state from and to the host, energies and extrema of the fields. */
#include "plan.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 << 20 }; /* bytes of a component on their way at a time */

/* Allocates device memory for *planes planes of so many bytes each, or for fewer of them where
 * the plan has left less. */
static yee_status alloc_planes(plan *p, size_t bytes, int64_t *planes, void **memory)
{
    *memory = NULL;
    while (*planes > 1 && cudaMalloc(memory, (size_t)*planes * bytes) != cudaSuccess) {
        cudaGetLastError(); /* the answer is to ask for half of them */
        *memory = NULL;
        *planes /= 2;
    }
    return *memory ? YEE_OK : DEVICE_CALL(p->host, cudaMalloc(memory, bytes));
}

/* A component to (store: from) doubles, some planes of it at a time. */
static yee_status transfer(plan *p, int c, double *values, bool store)
{
    const int64_t *e = p->grid.extent[c], plane = e[1] * e[2];
    int64_t planes = CHUNK / (plane * (int64_t)p->word) + 1;
    planes = planes < e[0] ? planes : e[0];
    void *dense = NULL, *host = NULL;
    yee_status status = alloc_planes(p, (size_t)plane * p->word, &planes, &dense);
    const size_t bytes = (size_t)(planes * plane) * p->word;
    if (status == YEE_OK && !(host = malloc(bytes)))
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for %zu bytes", bytes);
    for (int64_t i = 0; i < e[0] && status == YEE_OK; i += planes) {
        const int64_t many = planes < e[0] - i ? planes : e[0] - i, corner[3] = {i, 0, 0};
        const box b = {
            c, plan_offset(p, corner), {p->d.plane, p->d.pitch, 1}, {many, e[1], e[2]}};
        const size_t used = (size_t)(many * plane) * p->word;
        double *v = values + i * plane;
        for (int64_t n = 0; store && n < many * plane; n++)
            if (p->word == sizeof(float))
                ((float *)host)[n] = (float)v[n];
            else
                ((double *)host)[n] = v[n];
        if (store)
            status = DEVICE_CALL(
                p->host, cudaMemcpyAsync(dense, host, used, cudaMemcpyHostToDevice, p->work));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host,
                                 box_launch(&p->d, &b, p->word, dense, store, corner, p->work));
        if (status == YEE_OK && !store)
            status = DEVICE_CALL(
                p->host, cudaMemcpyAsync(host, dense, used, cudaMemcpyDeviceToHost, p->work));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
        for (int64_t n = 0; status == YEE_OK && !store && n < many * plane; n++)
            v[n] = p->word == sizeof(float) ? (double)((float *)host)[n] : ((double *)host)[n];
    }
    cudaFree(dense);
    free(host);
    return status;
}

yee_status fields_read(plan *p, int component, double *values)
{
    return transfer(p, p->component_of[component], values, false);
}

static void untrim(plan *p)
{
    plan_trim(p, false);
    if (p->graph.exec)
        cudaGraphExecDestroy(p->graph.exec);
    p->graph.exec = NULL;
}

/* Edges in double start from the values that the field holds now. */
static yee_status reset_edges(plan *p)
{
    return p->between.edges[1] == 0
               ? YEE_OK
               : DEVICE_CALL(p->host,
                             between_reset_edges(&p->d, &p->between, p->word, p->work));
}

/* Whether some of the values, on points that trimmed sweeps leave out, are not 0. */
static bool needs_untrimmed(const plan *p, int c, const double *values)
{
    const int64_t *e = p->grid.extent[c];
    const int a = yee_direction(c), b = (a + 1) % 3, d = (a + 2) % 3;
    int64_t x[3];
    for (int side = 0; side < 2; side++)
        for (x[b] = 0; x[b] < e[b]; x[b]++)
            for (x[d] = 0; x[d] < e[d]; x[d]++) {
                x[a] = side ? e[a] - 1 : 0;
                const int64_t at = (x[0] * e[1] + x[1]) * e[2] + x[2];
                if (values[at] != 0 && plan_trimmed_point(p, c, at))
                    return true;
            }
    return false;
}

/* Values at points on a PEC face that stay 0 are not written. */
yee_status fields_write(plan *p, int component, const double *values)
{
    const int c = p->component_of[component];
    if (p->trimmed && needs_untrimmed(p, c, values))
        untrim(p);
    p->dirty = true;
    yee_status status = transfer(p, c, (double *)values, true);
    if (status == YEE_OK)
        status = laws_written(p, c);
    return status == YEE_OK ? reset_edges(p) : status;
}

/* The domain of the points that the problem's subdomain owns; else all that sweeps update. */
static domain own_domain(const plan *p)
{
    domain d = p->d;
    for (int n = 0; n < YEE_COMPONENTS && p->problem->subdomain; n++)
        for (int a = 0; a < 3; a++) {
            int64_t begin, end;
            yee_own_points(p->problem, n, a, &begin, &end);
            const int c = p->component_of[n], to = (a + p->rotation) % 3;
            d.begin[c][to] = d.begin[c][to] > begin ? d.begin[c][to] : (int)begin;
            d.end[c][to] = d.end[c][to] < end ? d.end[c][to] : (int)end;
        }
    return d;
}

/* Adds the energy of E or of H; that of the H of other curls than Yee's is rounded: *rounded says
 * whether there is any. */
static yee_status half_energy(plan *p, const domain *d, int electric, bool *rounded)
{
    reduction_memory *r = &p->reduction;
    yee_status status = DEVICE_CALL(
        p->host, cudaMemsetAsync(r->slots, 0, EXACT_SLOTS * sizeof *r->slots, p->work));
    *rounded = true;
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMemsetAsync(r->rounded, 0, sizeof(double), p->work));
    if (status == YEE_OK && !electric && p->magnetic)
        status = p->magnetic(p, r->rounded);
    else if (status == YEE_OK) {
        status = DEVICE_CALL(p->host, energy_launch(d, p->word, electric, r->slots, p->work));
        *rounded = false;
    }
    if (status == YEE_OK && electric && laws_held(p))
        status = laws_energy(p, d, r->slots);
    if (status == YEE_OK && !electric && laws_act_after_h(p))
        status = laws_energy_h(p, d, r->slots);
    return status == YEE_OK && p->d.holds[electric]
               ? DEVICE_CALL(p->host, storage_launch(d, p->word, electric, r->slots, p->work))
               : status;
}

yee_status fields_energy_to(plan *p, yee_sum *sum)
{
    const domain own = own_domain(p);
    yee_status status = YEE_OK;
    for (int half = 0; half < 2 && status == YEE_OK; half++) {
        bool rounded = false;
        status = half_energy(p, &own, !half, &rounded);
        if (status == YEE_OK && half && p->between.sources[0] > 0) {
            status = steps_supply(p, p->step);
            if (status == YEE_OK)
                status =
                    DEVICE_CALL(p->host, source_energy_launch(&own, &p->between, p->word,
                                                              p->reduction.slots, p->work));
        }
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, merge_launch(p->reduction.slots,
                                                       rounded ? p->reduction.rounded : NULL,
                                                       sum + half, p->work));
    }
    return status;
}

yee_status fields_sum_energy(plan *p, yee_sum sum[2])
{
    yee_sum own[2];
    yee_status status = steps_prepare(p);
    if (status == YEE_OK)
        status = fields_energy_to(p, p->reduction.energy);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(own, p->reduction.energy, sizeof own,
                                                      cudaMemcpyDeviceToHost, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    for (int n = 0; n < 2 && status == YEE_OK; n++)
        yee_sum_merge(&sum[n], &own[n]);
    return status;
}

yee_status fields_energy(plan *p, double energy[2])
{
    yee_sum sum[2] = {0};
    const yee_status status = fields_sum_energy(p, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return status;
}

/* The largest value is the larger of |E| and eta0 |H|. */
yee_status fields_extrema(plan *p, yee_extrema *v)
{
    static extremum block[YEE_COMPONENTS][EXTREMA_BLOCKS];
    yee_status status = YEE_OK;
    double largest = -1;
    for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++)
        status = DEVICE_CALL(p->host, extrema_launch(&p->d, p->word, c, p->grid.extent[c],
                                                     p->reduction.extremum + c * EXTREMA_BLOCKS,
                                                     p->work));
    if (status == YEE_OK)
        status =
            DEVICE_CALL(p->host, cudaMemcpyAsync(block, p->reduction.extremum, sizeof block,
                                                 cudaMemcpyDeviceToHost, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    if (status != YEE_OK)
        return status;
    v->electric = v->magnetic = 0;
    v->finite = true;
    for (int n = 0; n < YEE_COMPONENTS && v->finite; n++) {
        const extremum *x = block[p->component_of[n]];
        double *most = yee_is_electric(n) ? &v->electric : &v->magnetic, top = -1;
        int64_t where = 0;
        for (int b = 0; b < EXTREMA_BLOCKS; b++) {
            if (x[b].not_finite >= 0 && (v->finite || x[b].not_finite < where)) {
                v->finite = false;
                where = x[b].not_finite;
            }
            if (v->finite &&
                (x[b].magnitude > top || (x[b].magnitude == top && x[b].index < where))) {
                top = x[b].magnitude;
                where = x[b].index;
            }
        }
        top = v->finite ? top : INFINITY;
        *most = top > *most ? top : *most;
        double scaled = yee_is_electric(n) ? top : YEE_ETA0 * top;
        if (scaled > largest) {
            largest = scaled;
            v->component = n;
            v->index = where;
        }
    }
    return YEE_OK;
}

/* Every fourth row of every fourth plane of a component. */
static box rows_of(const plan *p, int c)
{
    enum { STRIDE = 4 };
    const int64_t words[2] = {p->d.plane, p->d.pitch}, *e = p->grid.extent[c];
    box b = {.component = c, .stride = {0, 0, 1}, .count = {0, 0, e[2]}};
    for (int a = 0; a < 2; a++) {
        const int64_t first = e[a] > STRIDE ? STRIDE / 2 : e[a] / 2;
        b.at += first * words[a];
        b.stride[a] = STRIDE * words[a];
        b.count[a] = (e[a] - first + STRIDE - 1) / STRIDE;
    }
    return b;
}

yee_status fields_peak_estimate(plan *p, double *electric)
{
    unsigned long long *on_device = (void *)p->reduction.extremum, bits = 0;
    float single;
    yee_status status =
        DEVICE_CALL(p->host, cudaMemsetAsync(on_device, 0, sizeof bits, p->work));
    for (int c = 0; c < 3 && status == YEE_OK; c++) {
        const box b = rows_of(p, c);
        status = DEVICE_CALL(p->host, peak_launch(&p->d, p->word, &b, on_device, p->work));
    }
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(&bits, on_device, sizeof bits,
                                                      cudaMemcpyDeviceToHost, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    memcpy(&single, &bits, sizeof single); /* the low half comes first */
    memcpy(electric, &bits, sizeof *electric);
    if (p->word == sizeof single)
        *electric = single;
    if (!isfinite(*electric))
        *electric = INFINITY;
    return status;
}

/* ---- save and load: arrays as they lie on the device, guard words included ---- */

yee_status fields_piece(plan *p, yee_state *state, bool load, const char *name, void *device,
                        size_t bytes)
{
    void *host = malloc(bytes + 1);
    if (!host)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for %zu bytes of state",
                             bytes);
    yee_status status =
        load ? YEE_OK
             : DEVICE_CALL(p->host, cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    if (status == YEE_OK)
        status = state->piece(state, name, host, (int64_t)bytes);
    if (status == YEE_OK && load)
        status = DEVICE_CALL(p->host, cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    free(host);
    return status;
}

/* Whether H normal to a PEC face, on points that trimmed sweeps leave out, is not 0 on the device. */
static yee_status find_on_pec(const plan *p, int c, bool *any)
{
    const int64_t *e = p->grid.extent[c];
    const int a = yee_direction(c), b = (a + 1) % 3, d = (a + 2) % 3;
    const int64_t pitch[3] = {p->d.plane, p->d.pitch, 1};
    const int inner = b > d ? b : d, outer = b > d ? d : b;
    const size_t run = inner == 2 ? (size_t)e[2] * p->word : p->word;
    const int64_t runs = inner == 2 ? e[outer] : e[inner];
    char *host = malloc(run * (size_t)runs + 1);
    yee_status status =
        host ? YEE_OK : p->host->fail(p->host, YEE_MEMORY, "no host memory for a face");
    for (int side = 0; side < 2 && status == YEE_OK; side++)
        for (int64_t n = 0; n < (inner == 2 ? 1 : e[outer]) && status == YEE_OK; n++) {
            const int64_t first = (side ? e[a] - 1 : 0) * pitch[a] + n * pitch[outer];
            const int64_t step = inner == 2 ? pitch[outer] : pitch[inner];
            status = DEVICE_CALL(p->host,
                                 cudaMemcpy2D(host, run,
                                              (char *)p->d.field[c] + first * (int64_t)p->word,
                                              (size_t)step * p->word, run, (size_t)runs,
                                              cudaMemcpyDeviceToHost));
            for (size_t k = 0; k < run * (size_t)runs && status == YEE_OK; k++)
                *any = *any || host[k];
        }
    free(host);
    return status;
}

/* The fields came by other ways: whether sweeps may stay trimmed. */
static yee_status look_at_faces(plan *p)
{
    bool any = false;
    yee_status status = YEE_OK;
    for (int c = YEE_HX; c < YEE_COMPONENTS && p->trimmed && status == YEE_OK; c++)
        if (p->grid.active[c])
            status = find_on_pec(p, c, &any);
    if (status == YEE_OK && any)
        untrim(p);
    return status;
}

/* All that spans.c names. */
static yee_status point_pieces(plan *p, yee_state *state, bool load)
{
    int trimmed = p->trimmed; /* "bare" in checkpoints */
    yee_status status = state->piece(state, "bare", &trimmed, sizeof trimmed);
    if (load && !trimmed && p->trimmed)
        untrim(p);
    for (int n = 0; n < p->state.count && status == YEE_OK; n++)
        status = fields_piece(p, state, load, p->state.array[n].name,
                              p->state.array[n].buffer[p->state.current],
                              (size_t)p->state.array[n].words * p->word);
    if (status == YEE_OK && p->between.edges[1] > 0)
        status = fields_piece(p, state, load, "near", p->between.edge[1],
                              (size_t)p->between.edges[1] * sizeof(double_edge));
    return status;
}

yee_status fields_pieces(plan *p, yee_state *state, bool load)
{
    const bool apart = YEE_HAS(state, apart) && laws_have_places(p);
    char name[64];
    yee_status status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    if (status == YEE_OK)
        status = state->piece(state, "step", &p->step, sizeof p->step);
    if (status == YEE_OK)
        status = laws_pieces(p, state, load);
    if (status == YEE_OK && !apart)
        status = point_pieces(p, state, load);
    if (status == YEE_OK && apart && load)
        status = look_at_faces(p);
    for (int64_t n = 0; n < p->transforms.count && status == YEE_OK; n++) {
        const int64_t tap = p->transforms.tap[n];
        snprintf(name, sizeof name, "dft_%lld", (long long)tap);
        status = fields_piece(p, state, load, name, p->transforms.transform[n].sum,
                              (size_t)p->problem->tap[tap].values * sizeof(double));
    }
    if (load && status == YEE_OK) /* copies from pageable memory may still be under way */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    p->dirty = p->dirty || load;
    return status;
}
