/* law_source.c: the laws' texts, each in a namespace of its own, a switch over them, and the
 * kernels of engine/law_kernels.cuh, or one of temporal/kernels/law_passes.cuh. */
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

/* The number of law n or of the next one that a source has; the number of laws: there is none. */
static int next_law(const law_order *o, int n)
{
    while (n < o->laws && o->bare && !law_is_bare(o->law[n]))
        n++;
    return n;
}

/* The name under which a law's text is included, and which the compiler's sentences have. Of
 * laws of one name the later ones have their number in front. */
static void text_name(const law_order *o, int n, char name[NAME])
{
    bool twice = false;
    for (int m = 0; m < n; m++)
        twice = twice || !strcmp(o->law[m]->name, o->law[n]->name);
    if (twice)
        snprintf(name, NAME, "%d-%.64s.law.h", n, o->law[n]->name);
    else
        snprintf(name, NAME, "%.64s.law.h", o->law[n]->name);
}

/* The names of texts of ports' laws begin otherwise. */
static void port_name(const law_order *o, int n, char name[NAME])
{
    snprintf(name, NAME, "port%d-%.64s.law.h", n, o->port[n]->name);
}

/* The texts with `real` of a type, in namespaces <prefix>0, <prefix>1, ... */
static void put_texts(writer *w, const law_order *o, const char *type, const char *prefix,
                      bool held_only)
{
    char name[NAME];
    put(w, "#define real %s\n#define LAW_SUFFIX _run\n", type);
    for (int n = next_law(o, 0); n < o->laws; n = next_law(o, n + 1)) {
        if (held_only && !o->law[n]->energy && !o->law[n]->cell_energy)
            continue;
        text_name(o, n, name);
        put(w, "namespace %s%d {\n#include \"%s\"\n}\n", prefix, n, name);
    }
    put(w, "#undef real\n#undef LAW_SUFFIX\n");
}

/* The texts of ports' laws in namespaces port_0, port_1, ... */
static void put_ports(writer *w, const law_order *o)
{
    char name[NAME];
    put(w, "#define real double\n#define LAW_SUFFIX _run\n");
    for (int n = 0; n < o->ports; n++) {
        port_name(o, n, name);
        put(w, "namespace port_%d {\n#include \"%s\"\n}\n", n, name);
    }
    put(w, "#undef real\n#undef LAW_SUFFIX\nLAW_PORT_BEGIN\n");
    for (int n = 0; n < o->ports; n++)
        put(w, "    LAW_PORT_CASE(%d, port_%d::%s_port_run)\n", n, n, o->port[n]->name);
    put(w, "LAW_PORT_END\n#include \"law_ports.cuh\"\n");
}

/* The forms of a switch over laws. */
typedef enum form { EDGE, CELL, EDGE_ENERGY, CELL_ENERGY, FORMS } form;

static bool takes_part(const yee_law *law, form f)
{
    return f == EDGE          ? law->has & YEE_LAW_EDGE
           : f == CELL        ? law->has & (YEE_LAW_CELL | YEE_LAW_FIELD)
           : f == EDGE_ENERGY ? law->energy != NULL
                              : law->cell_energy != NULL;
}

static bool any(const law_order *o, form f)
{
    bool some = false;
    for (int n = 0; n < o->laws; n++)
        some = some || takes_part(o->law[n], f);
    return some;
}

static void put_switch(writer *w, const law_order *o, form f)
{
    static const char *const word[FORMS] = {"EDGE", "CELL", "ENERGY", "CELL_ENERGY"};
    static const char *const function[FORMS] = {"edge", "cell", "energy", "cell_energy"};
    const bool energy = f == EDGE_ENERGY || f == CELL_ENERGY;
    put(w, "LAW_%s_BEGIN\n", word[f]);
    for (int n = next_law(o, 0); n < o->laws; n = next_law(o, n + 1)) {
        const yee_law *law = o->law[n];
        const bool edge = law->has & YEE_LAW_EDGE;
        const int words = (int)(edge ? law->edge_words : law->cell_words);
        if (!takes_part(law, f))
            continue;
        put(w, "    LAW_%s_CASE(%d, %s_%d::%s_%s_run, %d", word[f], n, energy ? "exact" : "law",
            n, law->name, function[f], words);
        if (!energy)
            put(w, ", %d, %d, %d", (int)(edge ? law->edge_maps : law->cell_maps),
                (int)law->signals, (int)law->params);
        put(w, ")\n");
    }
    put(w, "LAW_%s_END\n", word[f]);
}

/* Words and maps of an edge, at most. */
static int most_numbers(const law_order *o)
{
    int most = 0;
    for (int n = 0; n < o->laws; n++) {
        const int own = o->law[n]->edge_words + o->law[n]->edge_maps;
        most = own > most ? own : most;
    }
    return most;
}

static void put_form(writer *w, const char *name, sweep_form f)
{
    put(w, "#define %s_POINTS %d\n#define %s_IDS %d\n", name, f.points, name, f.ids);
    put(w, "#define %s_SECTIONS %d\n#define %s_BORDERS %d\n", name, f.sections, name,
        f.borders);
}

/* Laws' texts, and the step of an edge by any of them. */
static void put_pass_source(writer *w, const law_order *o, law_pass_form f)
{
    const int first = next_law(o, 0), second = next_law(o, first + 1);
    put(w, "#define run_real %s\n", f.single ? "float" : "double");
    put(w, "#define LAW_LONE %d\n", second < o->laws ? -1 : first);
    put(w, "#include <stdint.h>\n#include \"law_text.cuh\"\n");
    put_texts(w, o, "run_real", "law_", false);
    put(w, "#include \"law_tables.h\"\n#include \"access.cuh\"\n");
    put_switch(w, o, EDGE);
    put(w, "#include \"law_passes.cuh\"\n");
    put(w, "typedef pass_laws<run_real, %s> law_of_pass;\n", f.ids ? "true" : "false");
    put(w, "LAW_PASS(%s)\n", f.kernel);
}

static void put_source(writer *w, const law_order *o)
{
    const law_sweep_form f = o->form;
    const bool held = any(o, EDGE_ENERGY), cells_held = any(o, CELL_ENERGY);
    put(w, "#define run_real %s\n", f.single ? "float" : "double");
    put_form(w, "SWEEP", f.e);
    if (f.with_h)
        put_form(w, "H", f.h);
    put(w, "#define LAW_NUMBERS %d\n#define LAW_ALONE %d\n", most_numbers(o),
        o->laws == 1 ? most_numbers(o) : 0);
    put(w, "#define CELL_POINTS %d\n#define LAW_ROTATION %d\n", f.single ? 4 : 2, f.rotation);
    const struct {
        bool there;
        const char *name;
    } word[] = {{f.boxes, "BOXES"}, {f.late, "LATE"},           {any(o, EDGE), "EDGES"},
                {f.cells, "CELLS"}, {f.fields, "FIELDS"},       {f.magnets, "MAGNETS"},
                {held, "HELD"},     {cells_held, "CELLS_HELD"}, {f.with_h, "WITH_H"},
                {f.pure, "PURE"}};
    for (size_t n = 0; n < sizeof word / sizeof *word; n++)
        if (word[n].there)
            put(w, "#define LAW_%s\n", word[n].name);
    put(w, "#include <stdint.h>\n#include \"law_text.cuh\"\n");
    put_texts(w, o, "run_real", "law_", false);
    put(w, "#include \"law_tables.h\"\n#include \"access.cuh\"\n");
    if (o->laws > 0) {
        put_switch(w, o, EDGE);
        put_switch(w, o, CELL);
        if (held || cells_held)
            put_texts(w, o, "double", "exact_", true);
        if (held)
            put_switch(w, o, EDGE_ENERGY);
        if (cells_held)
            put_switch(w, o, CELL_ENERGY);
        put(w, "#include \"law_kernels.cuh\"\n");
    }
    if (o->ports > 0)
        put_ports(w, o);
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
    if (law->cell_energy && !strstr(law->text, "LAW_CELL_ENERGY"))
        return host->fail(host, YEE_DECLINED,
                          "the law %s has an energy of cells, but its text no "
                          "LAW_CELL_ENERGY(%s), which a GPU would take it from",
                          law->name, law->name);
    return YEE_OK;
}

/* Takes the text that was put, and adds all that it includes. */
static yee_status finish(const yee_host *host, const law_order *o, writer *w,
                         law_source *source)
{
    const int texts = KERNEL_TEXTS + o->laws + o->ports;
    yee_status status = YEE_OK;
    *source = (law_source){w->data, calloc((size_t)texts, sizeof(nvrtc_header)), KERNEL_TEXTS,
                           calloc((size_t)(o->laws + o->ports) + 1, NAME)};
    if (!source->text || !source->header || !source->name)
        return host->fail(host, YEE_MEMORY, "no host memory for the text of kernels");
    memcpy(source->header, kernel_text, sizeof kernel_text);
    for (int n = next_law(o, 0); n < o->laws && status == YEE_OK; n = next_law(o, n + 1)) {
        status = check_text(host, o->law[n]);
        text_name(o, n, source->name[n]);
        source->header[source->headers++] = (nvrtc_header){source->name[n], o->law[n]->text};
    }
    for (int n = 0; n < o->ports; n++) {
        char *name = source->name[o->laws + n];
        port_name(o, n, name);
        source->header[source->headers++] = (nvrtc_header){name, o->port[n]->text};
    }
    return status;
}

yee_status law_source_make(const yee_host *host, law_order o, law_source *source)
{
    writer w = {.data = calloc(1, 1), .capacity = 1};
    put_source(&w, &o);
    return finish(host, &o, &w, source);
}

yee_status law_source_make_pass(const yee_host *host, const yee_law *const *law, int laws,
                                law_pass_form pass, law_source *source)
{
    const law_order o = {.law = law, .laws = laws, .bare = true};
    writer w = {.data = calloc(1, 1), .capacity = 1};
    put_pass_source(&w, &o, pass);
    return finish(host, &o, &w, source);
}

void law_source_free(law_source *source)
{
    free(source->text);
    free(source->header);
    free(source->name);
    *source = (law_source){0};
}
