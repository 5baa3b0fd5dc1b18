/* law_code.c: the kernels of a plan with laws, from the cache or from the compiler. */
#include "../compile/code_cache.h"
#include "../compile/kept.h"
#include "../compile/law_list.h"
#include "../compile/prebuilt.h"
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
    law_list_name(
        (law_order){
            .law = l->text, .laws = l->texts, .port = l->port_text, .ports = l->port_texts},
        text, size);
}

void laws_folders(const plan *p, struct prebuilt_folders *all)
{
    const plan_laws *l = p->laws;
    all->count = 0;
    for (int n = 0; n < l->texts; n++)
        prebuilt_add_module(all, l->text[n]);
    for (int n = 0; n < l->port_texts; n++)
        prebuilt_add_module(all, l->port_text[n]);
    prebuilt_add_module(all, nvrtc_options);
    prebuilt_add_user(all);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Where code came from. */
typedef struct origin {
    const char *from; /* the cache or a folder; NULL: the compiler */
    double seconds;
    const char *refused; /* why it was not kept; NULL: it was */
    char missing[1024];  /* there is no compiler: its sentence, else "" */
    char why[1024];      /* what is wrong with prebuilt code, "": there is none */
} origin;

/* What is needed to look for code. */
typedef struct search {
    int driver, architecture;
    prebuilt_folders folders;
    const char *names; /* of the laws */
} search;

static yee_status begin_search(const plan *p, const char *names, search *s)
{
    struct cudaDeviceProp gpu;
    int device = 0;
    s->names = names;
    laws_folders(p, &s->folders);
    yee_status status = DEVICE_CALL(p->host, cudaDriverGetVersion(&s->driver));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDevice(&device));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDeviceProperties(&gpu, device));
    if (status == YEE_OK)
        s->architecture = 10 * gpu.major + gpu.minor;
    return status;
}

/* The code of a job from the compiler, if there is one; else how->missing. */
static yee_status compile_job(plan *p, const search *s, const nvrtc_job *job, const void *key,
                              size_t bytes, nvrtc_code *code, origin *how)
{
    kept_host kept = kept_of(p->host);
    p->host->log(p->host, YEE_INFO, "compiling kernels with %s for compute capability %d.%d",
                 job->laws, job->architecture / 10, job->architecture % 10);
    const yee_status status = nvrtc_compile(&kept.host, p->laws->nvrtc, s->driver, job, code);
    if (status == YEE_OK) {
        code_cache_store(key, bytes, code);
        how->refused = code_cache_refused();
    } else if (status == YEE_DECLINED && code->version[0] == 0) {
        snprintf(how->missing, sizeof how->missing, "%s", kept.sentence);
        return YEE_OK;
    }
    return status == YEE_OK ? YEE_OK : p->host->fail(p->host, status, "%s", kept.sentence);
}

/* The code of laws in a form: from the cache, from prebuilt files or from the compiler; none where
 * there is no compiler, or where it is not asked. */
static yee_status obtain(plan *p, const search *s, law_order order, bool compile,
                         nvrtc_code *code, origin *how)
{
    law_source source = {0};
    size_t bytes = 0;
    void *key = NULL;
    *code = (nvrtc_code){0};
    yee_status status = law_source_make(p->host, order, &source);
    const nvrtc_job job = {s->names, source.text, source.header, source.headers,
                           s->architecture};
    if (status == YEE_OK && !(key = code_cache_key(&job, &bytes)))
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the text of kernels");
    if (status == YEE_OK && code_cache_find(key, bytes, code) &&
        code->version[0] <= s->driver / 1000) {
        how->from = "from the cache";
    } else if (status == YEE_OK) {
        free(code->data);
        *code = (nvrtc_code){0};
        if (prebuilt_find(&s->folders, &job, key, bytes, s->driver, code, how->why,
                          sizeof how->why))
            how->from = "prebuilt";
        else if (compile)
            status = compile_job(p, s, &job, key, bytes, code, how);
    }
    free(key);
    law_source_free(&source);
    return status;
}

/* Without a compiler: kernels of a form that is prebuilt, or the sentence that says what there is to
 * be done. */
static yee_status obtain_general(plan *p, const search *s, law_order order, nvrtc_code *code,
                                 origin *how)
{
    char folders[2048] = "", missing[1024];
    order.form = law_form_general(order);
    snprintf(missing, sizeof missing, "%s", how->missing);
    const yee_status status = obtain(p, s, order, false, code, how);
    if (status != YEE_OK || code->data) {
        p->laws->with_h = order.form.with_h;
        return status;
    }
    for (int n = 0, used = 0; n < s->folders.count && used < (int)sizeof folders; n++)
        used += snprintf(folders + used, sizeof folders - (size_t)used, "%s%s", n ? ", " : "",
                         s->folders.path[n]);
    return p->host->fail(p->host, YEE_DECLINED,
                         "%s; or compile it elsewhere, by yee-prebuild: %s (looked in %s)",
                         missing, how->why[0] ? how->why : "no prebuilt code of it was found",
                         folders);
}

/* Laws and form that a source is made for. */
static law_order laws_order(const plan *p)
{
    const plan_laws *l = p->laws;
    law_order order = {l->text, l->texts, l->port_text, l->port_texts, laws_form(p), false};
    order.form = law_form_normal(order);
    return order;
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

static void note(plan_laws *l, const origin *how, const nvrtc_code *code)
{
    if (how->from)
        snprintf(l->note, sizeof l->note, "%s in %.0f ms (NVRTC %d.%d)%s", how->from,
                 1e3 * how->seconds, code->version[0], code->version[1],
                 how->missing[0] ? ", of a general form" : "");
    else
        snprintf(l->note, sizeof l->note, "compiled in %.1f s (NVRTC %d.%d)%s%s", how->seconds,
                 code->version[0], code->version[1], how->refused ? ", not kept: " : "",
                 how->refused ? how->refused : "");
}

yee_status laws_compile(plan *p)
{
    char names[256];
    search s;
    nvrtc_code code = {0};
    origin how = {0};
    plan_laws *l = p->laws;
    const double start = now();
    laws_name(p, names, sizeof names);
    yee_status status = begin_search(p, names, &s);
    if (status == YEE_OK)
        status = obtain(p, &s, laws_order(p), true, &code, &how);
    if (status == YEE_OK && !code.data)
        status = obtain_general(p, &s, laws_order(p), &code, &how);
    if (status == YEE_OK) {
        how.seconds = now() - start;
        note(l, &how, &code);
        const cudaError_t error = law_load(code.data, wanted(p), &l->kernels);
        if (error == cudaErrorNotSupported)
            status = p->host->fail(p->host, YEE_DECLINED,
                                   "%s: yee was built with CUDA %d.%d, which does not load "
                                   "kernels at run time; 12.8 does",
                                   names, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
        else
            status = DEVICE_CALL(p->host, error);
        l->kernels.early = s.architecture >= 90;
    }
    free(code.data);
    return status;
}
