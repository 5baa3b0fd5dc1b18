/* law_pass_code.c: kernels of passes with laws, from the cache or from the compiler, each a program of
 * its own: models have several in common, and those that are missing are compiled side by side. */
#include "../compile/code_cache.h"
#include "../compile/kept.h"
#include "../compile/prebuilt.h"
#include "laws.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 8 };

/* A kernel that is made. A host is one thread's, and the sentence of a failure may be none. */
typedef struct work {
    kept_host kept;
    law_source source;
    nvrtc_job job;
    nvrtc_code code;
    void *key;
    size_t bytes;
    yee_status status;
    bool cached, prebuilt;
    char why[1024]; /* what is wrong with prebuilt code of it, "": there is none */
    law_pass *made;
} work;

/* Kernels that are made together. */
typedef struct works {
    work *work;
    int count, driver;
    const char *nvrtc;
    prebuilt_folders folders;
    atomic_int next;
} works;

static void *compile(void *all)
{
    works *w = all;
    for (int n; (n = atomic_fetch_add(&w->next, 1)) < w->count;) {
        work *one = &w->work[n];
        if (one->code.data || one->status != YEE_OK)
            continue;
        one->status =
            nvrtc_compile(&one->kept.host, w->nvrtc, w->driver, &one->job, &one->code);
    }
    return NULL;
}

/* Threads that cannot be begun are none: this one works, too. */
static void compile_all(works *w, int missing)
{
    pthread_t thread[MOST_THREADS];
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int most = missing < MOST_THREADS ? missing : MOST_THREADS, begun = 0;
    most = processors < most ? (int)processors : most;
    while (begun < most - 1 && pthread_create(&thread[begun], NULL, compile, w) == 0)
        begun++;
    compile(w);
    while (begun > 0)
        pthread_join(thread[--begun], NULL);
}

/* Makes the source of a kernel and looks for its code. */
static yee_status begin(plan *p, const works *all, const char *names, int architecture,
                        const pass_kernel *wanted, work *w)
{
    const plan_laws *l = p->laws;
    const law_pass_form form = {wanted->name, p->word == sizeof(float), wanted->ids};
    const yee_status status =
        law_source_make_pass(p->host, l->text, l->texts, form, &w->source);
    if (status != YEE_OK)
        return status;
    w->kept = kept_of(p->host);
    w->job =
        (nvrtc_job){names, w->source.text, w->source.header, w->source.headers, architecture};
    w->key = code_cache_key(&w->job, &w->bytes);
    if (!w->key)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the text of kernels");
    w->cached =
        code_cache_find(w->key, w->bytes, &w->code) && w->code.version[0] <= all->driver / 1000;
    if (!w->cached) {
        free(w->code.data);
        w->code = (nvrtc_code){0};
        w->prebuilt = prebuilt_find(&all->folders, &w->job, w->key, w->bytes, all->driver,
                                    &w->code, w->why, sizeof w->why);
    }
    return YEE_OK;
}

/* Keeps the code of a kernel and loads it. */
static yee_status end(plan *p, work *w)
{
    if (w->status == YEE_DECLINED) { /* no failure: the plan does without */
        const bool stale = w->code.version[0] == 0 && w->why[0];
        snprintf(p->laws->refusal, sizeof p->laws->refusal, "%.500s%s%.500s", w->kept.sentence,
                 stale ? "; " : "", stale ? w->why : "");
        return YEE_DECLINED;
    }
    if (w->status != YEE_OK)
        return p->host->fail(p->host, w->status, "%s", w->kept.sentence);
    if (!w->cached && !w->prebuilt)
        code_cache_store(w->key, w->bytes, &w->code);
    p->laws->cached += w->cached;
    p->laws->prebuilt += w->prebuilt;
    return DEVICE_CALL(p->host, law_load_lone(w->code.data, &w->made->library, &w->made->kernel,
                                              &w->made->registers, &w->made->local));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static yee_status make(plan *p, const pass_kernel *wanted, law_pass *made, works *all)
{
    char names[256];
    struct cudaDeviceProp gpu;
    int device = 0, missing = 0;
    laws_name(p, names, sizeof names);
    laws_folders(p, &all->folders);
    yee_status status = DEVICE_CALL(p->host, cudaDriverGetVersion(&all->driver));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDevice(&device));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGetDeviceProperties(&gpu, device));
    for (int n = 0; n < all->count && status == YEE_OK; n++) {
        all->work[n].made = &made[n];
        status = begin(p, all, names, 10 * gpu.major + gpu.minor, &wanted[n], &all->work[n]);
        snprintf(made[n].name, sizeof made[n].name, "%s", wanted[n].name);
        missing += !all->work[n].code.data;
    }
    if (status == YEE_OK && missing > 0) {
        p->host->log(p->host, YEE_INFO, "compiling %d kernel%s of passes with %s", missing,
                     missing == 1 ? "" : "s", names);
        compile_all(all, missing);
    }
    for (int n = 0; n < all->count && status == YEE_OK; n++)
        status = end(p, &all->work[n]);
    for (int n = 0; n < all->count; n++) {
        law_source_free(&all->work[n].source);
        free(all->work[n].code.data);
        free(all->work[n].key);
    }
    return status;
}

void *laws_pass(const plan *p, const char *name)
{
    const plan_laws *l = p->laws;
    for (int n = 0; n < l->passes; n++)
        if (!strcmp(l->pass[n].name, name))
            return l->pass[n].kernel;
    return NULL;
}

yee_status laws_make_passes(plan *p, const pass_kernel *wanted, int count)
{
    plan_laws *l = p->laws;
    const double start = now();
    if (count == 0)
        return YEE_OK;
    law_pass *more = realloc(l->pass, (size_t)(l->passes + count) * sizeof *more);
    l->pass = more ? more : l->pass;
    works all = {.work = calloc((size_t)count, sizeof *all.work), .count = count};
    all.nvrtc = l->nvrtc;
    if (!more || !all.work) {
        free(all.work);
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for kernels");
    }
    memset(more + l->passes, 0, (size_t)count * sizeof *more);
    const yee_status status = make(p, wanted, more + l->passes, &all);
    l->passes += count; /* to be unloaded, whatever became of them */
    l->seconds += now() - start;
    free(all.work);
    return status;
}
