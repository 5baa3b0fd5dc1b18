/* law_code.c: the kernels of a plan with laws, from the cache or from the compiler. */
#include "../compile/code_cache.h"
#include "law_cells.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sweep_form form_of(const plan *p, int electric)
{
    enum { DIRECT = 1, STAGED = 2 }; /* NO_BORDERS is 0; sweep.cuh */
    const domain *d = &p->d;
    const int sections = d->sections[electric];
    const int ids = sections == ONE_WORD ? 0 : d->id_bytes[electric];
    const int points = ids == 0 || sections == NO_SECTIONS ? (int)(16 / p->word) : 1;
    part all = p->tiling.all[electric];
    const bool few = part_tile(&all, points, p->tiling.planes[electric]) <= p->tiling.at_once;
    const int borders = !d->layers && !d->periodic ? 0 : points == 1 || few ? DIRECT : STAGED;
    return (sweep_form){points, ids, sections, borders};
}

law_sweep_form laws_form(const plan *p)
{
    return (law_sweep_form){.e = form_of(p, 1),
                            .h = form_of(p, 0),
                            .with_h = p->laws->with_h,
                            .single = p->word == sizeof(float),
                            .boxes = p->state.buffers > 1,
                            .late = laws_late(p),
                            .cells = law_cells_any(p),
                            .fields = law_fields_any(p),
                            .magnets = law_magnets_any(p),
                            .pure = law_fields_pure(p),
                            .rotation = p->rotation};
}

void laws_name(const plan *p, char *text, size_t size)
{
    const plan_laws *l = p->laws;
    const int texts = l->texts + l->port_texts;
    size_t used = (size_t)snprintf(text, size, "the law%s ", texts > 1 ? "s" : "");
    for (int n = 0; n < texts && used < size; n++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 n == 0           ? ""
                                 : n + 1 == texts ? " and "
                                                  : ", ",
                                 n < l->texts ? l->text[n]->name
                                              : l->port_text[n - l->texts]->name);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How code was come by. */
typedef struct origin {
    bool cached;
    double seconds;
    const char *refused; /* why it was not kept; NULL: it was */
} origin;

/* The code of a job from the cache or from the compiler. */
static yee_status obtain(plan *p, const nvrtc_job *job, nvrtc_code *code, origin *how)
{
    size_t bytes = 0;
    int driver = 0;
    const double start = now();
    void *key = code_cache_key(job, &bytes);
    yee_status status = DEVICE_CALL(p->host, cudaDriverGetVersion(&driver));
    *how = (origin){false, 0, NULL};
    if (status == YEE_OK && !key)
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the text of kernels");
    if (status == YEE_OK && code_cache_find(key, bytes, code) &&
        code->version[0] <= driver / 1000) {
        how->cached = true;
    } else if (status == YEE_OK) {
        free(code->data);
        *code = (nvrtc_code){0};
        p->host->log(p->host, YEE_INFO,
                     "compiling kernels with %s for compute capability %d.%d", job->laws,
                     job->architecture / 10, job->architecture % 10);
        status = nvrtc_compile(p->host, p->laws->nvrtc, driver, job, code);
        if (status == YEE_OK) {
            code_cache_store(key, bytes, code);
            how->refused = code_cache_refused();
        }
    }
    how->seconds = now() - start;
    free(key);
    return status;
}

/* Laws and form that a source is made for. */
static law_order laws_order(const plan *p)
{
    const plan_laws *l = p->laws;
    return (law_order){l->text, l->texts, l->port_text, l->port_texts, laws_form(p), false};
}

/* The kernels that a plan needs, bits of law_kernel. */
static unsigned wanted(const plan *p)
{
    const plan_laws *l = p->laws;
    bool held[2] = {false, false};
    for (int n = 0; n < l->texts; n++) {
        held[0] = held[0] || l->text[n]->energy;
        held[1] = held[1] || l->text[n]->cell_energy;
    }
    const bool kernel[LAW_KERNELS] = {
        [LAW_KERNEL_SWEEP] = l->texts > 0,
        [LAW_KERNEL_BOXES] = l->texts > 0 && p->state.buffers > 1,
        [LAW_KERNEL_LATE] = l->tables.lates > 0,
        [LAW_KERNEL_CELLS] = law_cells_any(p) && !p->laws->with_h,
        [LAW_KERNEL_WITH_H] = p->laws->with_h,
        [LAW_KERNEL_FIELD_CELLS] = law_fields_any(p),
        [LAW_KERNEL_JOIN] = law_fields_any(p),
        [LAW_KERNEL_JOIN_PURE] = law_fields_pure(p),
        [LAW_KERNEL_KEEP] = law_fields_any(p),
        [LAW_KERNEL_GUESTS] = law_fields_any(p),
        [LAW_KERNEL_MAGNET_PART] = law_magnets_any(p),
        [LAW_KERNEL_MAGNET_CELLS] = law_magnets_any(p),
        [LAW_KERNEL_MAGNET_JOIN] = law_magnets_any(p),
        [LAW_KERNEL_PORTS] = l->ports > 0,
        [LAW_KERNEL_ENERGY] = held[0],
        [LAW_KERNEL_CELL_ENERGY] = held[1],
        [LAW_KERNEL_FIELD_ENERGY] = law_fields_any(p),
        [LAW_KERNEL_MAGNET_ENERGY] = law_magnets_any(p),
    };
    unsigned bits = 0;
    for (int n = 0; n < LAW_KERNELS; n++)
        bits |= (unsigned)kernel[n] << n;
    return bits;
}

/* The code of a source; names: of its laws. */
static yee_status compile(plan *p, const law_source *source, const char *names, nvrtc_job *job,
                          nvrtc_code *code, origin *how)
{
    struct cudaDeviceProp gpu;
    int device = 0;
    yee_status status = DEVICE_CALL(p->host, cudaGetDevice(&device));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDeviceProperties(&gpu, device));
    *job = (nvrtc_job){names, source->text, source->header, source->headers,
                       10 * gpu.major + gpu.minor};
    return status == YEE_OK ? obtain(p, job, code, how) : status;
}

yee_status laws_compile(plan *p)
{
    char names[256];
    law_source source = {0};
    nvrtc_job job = {0};
    nvrtc_code code = {0};
    origin how;
    plan_laws *l = p->laws;
    laws_name(p, names, sizeof names);
    yee_status status = law_source_make(p->host, laws_order(p), &source);
    if (status == YEE_OK)
        status = compile(p, &source, names, &job, &code, &how);
    if (status == YEE_OK) {
        if (how.cached)
            snprintf(l->note, sizeof l->note, "from the cache in %.0f ms (NVRTC %d.%d)",
                     1e3 * how.seconds, code.version[0], code.version[1]);
        else
            snprintf(l->note, sizeof l->note, "compiled in %.1f s (NVRTC %d.%d)%s%s",
                     how.seconds, code.version[0], code.version[1],
                     how.refused ? ", not kept: " : "", how.refused ? how.refused : "");
        const cudaError_t error = law_load(code.data, wanted(p), &l->kernels);
        if (error == cudaErrorNotSupported)
            status = p->host->fail(p->host, YEE_DECLINED,
                                   "%s: yee was built with CUDA %d.%d, which does not load "
                                   "kernels at run time; 12.8 does",
                                   names, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
        else
            status = DEVICE_CALL(p->host, error);
        l->kernels.early = job.architecture >= 90;
    }
    law_source_free(&source);
    free(code.data);
    return status;
}
