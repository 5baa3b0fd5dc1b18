/* law_source.c: the source that is compiled for a plan with laws: the laws' texts, each in a
 * namespace of its own, a switch over them, and the kernels of law_kernels.cuh. */
#include "laws.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernels' own texts, as CMake lays them into the module: names and texts. */
static const nvrtc_header kernel_text[] = {
#include YEE_CUDA_TEXTS
};
enum { KERNEL_TEXTS = sizeof kernel_text / sizeof *kernel_text, NAME = 96 };

/* Text that grows; data is NULL where there was no memory. */
typedef struct writer {
    char *data;
    size_t used, capacity;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const size_t bytes = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    if (!w->data)
        return;
    if (w->used + bytes + 1 > w->capacity) {
        const size_t capacity = 2 * (w->capacity + bytes);
        char *more = realloc(w->data, capacity);
        if (!more)
            free(w->data);
        w->data = more;
        w->capacity = capacity;
        if (!more)
            return;
    }
    memcpy(w->data + w->used, text, bytes + 1);
    w->used += bytes;
}

/* The name under which a law's text is included, and which the compiler's sentences have. Of
 * laws of one name the later ones have their number in front. */
static void text_name(const plan *p, int n, char name[NAME])
{
    bool twice = false;
    for (int m = 0; m < n; m++)
        twice = twice || !strcmp(p->laws->text[m]->name, p->laws->text[n]->name);
    if (twice)
        snprintf(name, NAME, "%d-%.64s.law.h", n, p->laws->text[n]->name);
    else
        snprintf(name, NAME, "%.64s.law.h", p->laws->text[n]->name);
}

/* The texts with `real` of a type, in namespaces <prefix>0, <prefix>1, ... */
static void put_texts(writer *w, const plan *p, const char *type, const char *prefix,
                      bool held_only)
{
    char name[NAME];
    put(w, "#define real %s\n#define LAW_SUFFIX _run\n", type);
    for (int n = 0; n < p->laws->texts; n++) {
        if (held_only && !p->laws->text[n]->energy)
            continue;
        text_name(p, n, name);
        put(w, "namespace %s%d {\n#include \"%s\"\n}\n", prefix, n, name);
    }
    put(w, "#undef real\n#undef LAW_SUFFIX\n");
}

static void put_cases(writer *w, const plan *p, bool energy)
{
    for (int n = 0; n < p->laws->texts; n++) {
        const yee_law *law = p->laws->text[n];
        if (energy && law->energy)
            put(w, "    LAW_ENERGY_CASE(%d, exact_%d::%s_energy_run, %d)\n", n, n, law->name,
                (int)law->edge_words);
        else if (!energy)
            put(w, "    LAW_EDGE_CASE(%d, law_%d::%s_edge_run, %d, %d, %d, %d)\n", n, n,
                law->name, (int)law->edge_words, (int)law->edge_maps, (int)law->signals,
                (int)law->params);
    }
}

static bool any_held(const plan *p)
{
    bool any = false;
    for (int n = 0; n < p->laws->texts; n++)
        any = any || p->laws->text[n]->energy;
    return any;
}

static void put_source(writer *w, const plan *p)
{
    const law_sweep_form f = laws_form(p);
    put(w, "#define run_real %s\n", p->word == sizeof(float) ? "float" : "double");
    put(w, "#define SWEEP_POINTS %d\n#define SWEEP_IDS %d\n", f.points, f.ids);
    put(w, "#define SWEEP_SECTIONS %d\n#define SWEEP_BORDERS %d\n", f.sections, f.borders);
    if (any_held(p))
        put(w, "#define LAW_HELD\n");
    put(w, "#include <stdint.h>\n#include \"law_text.cuh\"\n");
    put_texts(w, p, "run_real", "law_", false);
    put(w, "LAW_EDGE_BEGIN\n");
    put_cases(w, p, false);
    put(w, "LAW_EDGE_END\n");
    if (any_held(p)) {
        put_texts(w, p, "double", "exact_", true);
        put(w, "LAW_ENERGY_BEGIN\n");
        put_cases(w, p, true);
        put(w, "LAW_ENERGY_END\n");
    }
    put(w, "#include \"law_kernels.cuh\"\n");
}

/* A law that cannot be compiled for a GPU is declined with a sentence. */
static yee_status check_text(const plan *p, const yee_law *law)
{
    if (!law->text)
        return p->host->fail(p->host, YEE_DECLINED,
                             "the law %s came without its text, which a GPU would compile; "
                             "build its plugin by yee_add_plugin()",
                             law->name);
    if (law->energy && !strstr(law->text, "LAW_ENERGY"))
        return p->host->fail(p->host, YEE_DECLINED,
                             "the law %s has an energy, but its text no LAW_ENERGY(%s), which "
                             "a GPU would take it from",
                             law->name, law->name);
    return YEE_OK;
}

yee_status law_source_make(plan *p, char **source, const nvrtc_header **header, int *headers)
{
    const plan_laws *l = p->laws;
    writer w = {.data = calloc(1, 1), .capacity = 1};
    nvrtc_header *list = plan_scratch(p, KERNEL_TEXTS + l->texts, sizeof *list);
    char(*name)[NAME] = plan_scratch(p, l->texts, sizeof *name);
    yee_status status = YEE_OK;
    if (list)
        memcpy(list, kernel_text, sizeof kernel_text);
    for (int n = 0; n < l->texts && status == YEE_OK; n++) {
        status = check_text(p, l->text[n]);
        if (!list || !name)
            continue;
        text_name(p, n, name[n]);
        list[KERNEL_TEXTS + n] = (nvrtc_header){name[n], l->text[n]->text};
    }
    put_source(&w, p);
    if (status == YEE_OK && (!w.data || !list || !name))
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the text of kernels");
    *source = status == YEE_OK ? w.data : NULL;
    *header = list;
    *headers = KERNEL_TEXTS + l->texts;
    if (status != YEE_OK)
        free(w.data);
    return status;
}
