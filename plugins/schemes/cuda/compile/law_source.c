/* law_source.c: the laws' texts, each in a namespace of its own, a switch over them, and the
 * kernels of engine/law_kernels.cuh. */
#include "law_source.h"
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

/* The laws that a source is made for. */
typedef struct order {
    const yee_law *const *law;
    int laws;
    law_sweep_form form;
} order;

/* The name under which a law's text is included, and which the compiler's sentences have. Of
 * laws of one name the later ones have their number in front. */
static void text_name(const order *o, int n, char name[NAME])
{
    bool twice = false;
    for (int m = 0; m < n; m++)
        twice = twice || !strcmp(o->law[m]->name, o->law[n]->name);
    if (twice)
        snprintf(name, NAME, "%d-%.64s.law.h", n, o->law[n]->name);
    else
        snprintf(name, NAME, "%.64s.law.h", o->law[n]->name);
}

/* The texts with `real` of a type, in namespaces <prefix>0, <prefix>1, ... */
static void put_texts(writer *w, const order *o, const char *type, const char *prefix,
                      bool held_only)
{
    char name[NAME];
    put(w, "#define real %s\n#define LAW_SUFFIX _run\n", type);
    for (int n = 0; n < o->laws; n++) {
        if (held_only && !o->law[n]->energy)
            continue;
        text_name(o, n, name);
        put(w, "namespace %s%d {\n#include \"%s\"\n}\n", prefix, n, name);
    }
    put(w, "#undef real\n#undef LAW_SUFFIX\n");
}

static void put_cases(writer *w, const order *o, bool energy)
{
    for (int n = 0; n < o->laws; n++) {
        const yee_law *law = o->law[n];
        if (energy && law->energy)
            put(w, "    LAW_ENERGY_CASE(%d, exact_%d::%s_energy_run, %d)\n", n, n, law->name,
                (int)law->edge_words);
        else if (!energy)
            put(w, "    LAW_EDGE_CASE(%d, law_%d::%s_edge_run, %d, %d, %d, %d)\n", n, n,
                law->name, (int)law->edge_words, (int)law->edge_maps, (int)law->signals,
                (int)law->params);
    }
}

static bool any_held(const order *o)
{
    bool any = false;
    for (int n = 0; n < o->laws; n++)
        any = any || o->law[n]->energy;
    return any;
}

/* Words and maps of an edge, at most. */
static int most_numbers(const order *o)
{
    int most = 0;
    for (int n = 0; n < o->laws; n++) {
        const int own = o->law[n]->edge_words + o->law[n]->edge_maps;
        most = own > most ? own : most;
    }
    return most;
}

static void put_source(writer *w, const order *o)
{
    const law_sweep_form f = o->form;
    put(w, "#define run_real %s\n", f.single ? "float" : "double");
    put(w, "#define SWEEP_POINTS %d\n#define SWEEP_IDS %d\n", f.points, f.ids);
    put(w, "#define SWEEP_SECTIONS %d\n#define SWEEP_BORDERS %d\n", f.sections, f.borders);
    put(w, "#define LAW_NUMBERS %d\n#define LAW_ALONE %d\n", most_numbers(o),
        o->laws == 1 ? most_numbers(o) : 0);
    if (f.boxes)
        put(w, "#define LAW_BOXES\n");
    if (f.late)
        put(w, "#define LAW_LATE\n");
    if (any_held(o))
        put(w, "#define LAW_HELD\n");
    put(w, "#include <stdint.h>\n#include \"law_text.cuh\"\n");
    put_texts(w, o, "run_real", "law_", false);
    put(w, "#include \"law_tables.h\"\n#include \"access.cuh\"\n");
    put(w, "LAW_EDGE_BEGIN\n");
    put_cases(w, o, false);
    put(w, "LAW_EDGE_END\n");
    if (any_held(o)) {
        put_texts(w, o, "double", "exact_", true);
        put(w, "LAW_ENERGY_BEGIN\n");
        put_cases(w, o, true);
        put(w, "LAW_ENERGY_END\n");
    }
    put(w, "#include \"law_kernels.cuh\"\n");
}

/* A law that cannot be compiled for a GPU is declined with a sentence. */
static yee_status check_text(const yee_host *host, const yee_law *law)
{
    if (!law->text)
        return host->fail(host, YEE_DECLINED,
                          "the law %s came without its text, which a GPU would compile; build "
                          "its plugin by yee_add_plugin()",
                          law->name);
    if (law->energy && !strstr(law->text, "LAW_ENERGY"))
        return host->fail(host, YEE_DECLINED,
                          "the law %s has an energy, but its text no LAW_ENERGY(%s), which a "
                          "GPU would take it from",
                          law->name, law->name);
    return YEE_OK;
}

yee_status law_source_make(const yee_host *host, const yee_law *const *law, int laws,
                           law_sweep_form form, law_source *source)
{
    const order o = {law, laws, form};
    writer w = {.data = calloc(1, 1), .capacity = 1};
    yee_status status = YEE_OK;
    put_source(&w, &o);
    *source = (law_source){w.data, calloc((size_t)(KERNEL_TEXTS + laws), sizeof(nvrtc_header)),
                           KERNEL_TEXTS + laws, calloc((size_t)laws + 1, NAME)};
    if (!source->text || !source->header || !source->name)
        return host->fail(host, YEE_MEMORY, "no host memory for the text of kernels");
    memcpy(source->header, kernel_text, sizeof kernel_text);
    for (int n = 0; n < laws && status == YEE_OK; n++) {
        status = check_text(host, law[n]);
        text_name(&o, n, source->name[n]);
        source->header[KERNEL_TEXTS + n] = (nvrtc_header){source->name[n], law[n]->text};
    }
    return status;
}

void law_source_free(law_source *source)
{
    free(source->text);
    free(source->header);
    free(source->name);
    *source = (law_source){0};
}
