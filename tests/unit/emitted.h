/* tests/unit/emitted.h: a small grid of known numbers, and what a source emits into it. */
#ifndef YEE_TESTS_EMITTED_H
#define YEE_TESTS_EMITTED_H

#include "base/arena.h"
#include <check.h>
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>

enum { N = 8, ROOM = 4096 };
#define DT 1e-12

/* One emitted point or port edge, with its group's numbers. */
struct item {
    int c;
    int64_t i[3], signal;
    double a, b; /* density, fraction; or voltage, density */
    const yee_signals *signals;
};

static struct fixture {
    yee_arena *arena;
    yee_host host;
    yee_view view;
    yee_grid grid;
    yee_emitter emitter;
    yee_medium vacuum[2], soil;
    double node[3][N + 1];
    char error[1024], log[1024];
    int component;
    const yee_signals *signals;
    double resistance;
    const yee_port_law *law; /* of the port that was opened last, and its parameters */
    double param[YEE_PORT_LAW_MOST_PARAMS];
    int links;
    bool soil_somewhere;
    const yee_waveform_ops *form;
    int count;
    struct item item[ROOM];
} f;

static inline yee_status take_error(const yee_host *host, yee_status status, const char *format,
                                    ...)
{
    va_list args;
    (void)host;
    va_start(args, format);
    vsnprintf(f.error, sizeof f.error, format, args);
    va_end(args);
    return status;
}

static inline void take_log(const yee_host *host, yee_level level, const char *format, ...)
{
    va_list args;
    (void)host, (void)level;
    va_start(args, format);
    vsnprintf(f.log, sizeof f.log, format, args);
    va_end(args);
}

static inline void *alloc(const yee_host *host, size_t bytes)
{
    (void)host;
    return yee_arena_alloc(f.arena, bytes);
}

/* A pulse that is 1 at 500 dt and whose sixth standard deviation is at 0. */
static inline double pulse(const void *self, double t)
{
    double x = (t / DT - 500) / (500.0 / 6.0);
    (void)self;
    return exp(-0.5 * x * x);
}

static inline yee_status band(const void *self, yee_band *out)
{
    (void)self;
    *out = (yee_band){sizeof *out, 0, 6e9, 1000 * DT};
    return YEE_OK;
}

static const yee_waveform_ops pulse_ops = {
    .size = sizeof pulse_ops,
    .value = pulse,
    .band = band,
};

static inline yee_status waveform(const yee_view *view, const char *name, yee_waveform *out)
{
    (void)view;
    *out = (yee_waveform){f.form, NULL, name};
    return strcmp(name, "pulse") ? YEE_INPUT : YEE_OK;
}

static inline const yee_medium *medium(const yee_view *view, int component, int64_t index)
{
    (void)view;
    if (f.soil_somewhere && component == YEE_EY && index > 200)
        return &f.soil;
    return &f.vacuum[component / 3];
}

static inline yee_status group(yee_emitter *e, int component, bool cubic,
                               const yee_signals *signals)
{
    (void)e, (void)cubic;
    f.component = component;
    f.signals = signals;
    return YEE_OK;
}

static inline yee_status current(yee_emitter *e, int64_t i, int64_t j, int64_t k, double a,
                                 int64_t signal, double b)
{
    (void)e;
    ck_assert_int_lt(f.count, ROOM);
    ck_assert_int_lt(signal, f.signals->count);
    f.item[f.count++] = (struct item){f.component, {i, j, k}, signal, a, b, f.signals};
    return YEE_OK;
}

static inline yee_status port(yee_emitter *e, int component, double resistance,
                              const yee_signals *signals)
{
    f.resistance = resistance;
    return group(e, component, false, signals);
}

static inline yee_status law_port(yee_emitter *e, int component, const yee_port_law *law,
                                  const void *self)
{
    f.law = law;
    f.links++;
    const yee_status status = law->prepare(&f.host, self, f.grid.dt, f.param);
    return status ? status : group(e, component, false, NULL);
}

static inline yee_status edge(yee_emitter *e, int64_t i, int64_t j, int64_t k, double a,
                              double b)
{
    (void)e;
    ck_assert_int_lt(f.count, ROOM);
    f.item[f.count++] = (struct item){f.component, {i, j, k}, 0, a, b, f.signals};
    return YEE_OK;
}

/* 8 x 8 x 8 cells of 1 x 2 x 4 mm between PEC walls; periodic: these axes are. */
static inline void build_grid(bool px, bool py, bool pz)
{
    const bool periodic[3] = {px, py, pz};
    for (int a = 0; a < 3; a++) {
        for (int i = 0; i <= N; i++)
            f.node[a][i] = 1e-3 * (1 << a) * i;
        f.grid.axis[a] =
            (yee_axis_data){.cells = N, .periodic = periodic[a], .node = f.node[a]};
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        f.grid.active[c] = true;
        for (int a = 0; a < 3; a++) {
            bool node = !yee_half(c, a) && !periodic[a];
            f.grid.extent[c][a] = N + node;
            f.grid.begin[c][a] = node && yee_is_electric(c);
            f.grid.end[c][a] = N + (node && !yee_is_electric(c));
        }
    }
    f.grid.dt = DT;
}

static inline void setup(void)
{
    memset(&f, 0, sizeof f);
    f.arena = yee_arena_new();
    f.host =
        (yee_host){.size = sizeof f.host, .log = take_log, .fail = take_error, .alloc = alloc};
    f.form = &pulse_ops;
    build_grid(false, false, false);
    f.vacuum[0].response.inf = f.vacuum[1].response.inf = 1;
    f.soil = (yee_medium){.response.inf = 4, .name = "soil"};
    f.view = (yee_view){.size = sizeof f.view,
                        .grid = &f.grid,
                        .steps = 2000,
                        .waveform = waveform,
                        .medium = medium};
    f.emitter = (yee_emitter){.size = sizeof f.emitter,
                              .group = group,
                              .current = current,
                              .port = port,
                              .edge = edge,
                              .port_law = law_port};
}

static inline void teardown(void) { yee_arena_free(f.arena); }

static inline const yee_plugin *load(const char *name)
{
    char path[512], symbol[128];
    snprintf(path, sizeof path, "%s/source_%s.so", PLUGIN_DIR, name);
    snprintf(symbol, sizeof symbol, "source_%s_LTX_yee_module", name);
    void *handle = dlopen(path, RTLD_NOW);
    ck_assert_msg(handle != NULL, "%s", dlerror());
    const yee_module *module = dlsym(handle, symbol);
    ck_assert_ptr_nonnull(module);
    return module->plugins[0];
}

/* The index of a word in "a|b|c". */
static inline int choice(const char *choices, const char *word)
{
    int n = 0;
    for (; *choices; n++) {
        const size_t length = strcspn(choices, "|");
        if (strlen(word) == length && !strncmp(choices, word, length))
            return n;
        choices += length + (choices[length] == '|');
    }
    ck_abort_msg("no choice '%s'", word);
    return -1;
}

/* Fills a config from "key", value pairs: texts as they are, numbers in SI units, vectors as
 * three numbers; the rest is unset or 0. */
static inline yee_status emit(const char *name, const char *const (*pairs)[2])
{
    const yee_plugin *plugin = load(name);
    char *config = yee_arena_alloc(f.arena, plugin->config_size);
    for (const yee_param *p = plugin->params; p->key; p++) {
        double nan3[3] = {NAN, NAN, NAN}, v[3] = {0, 0, 0};
        const bool is_text = p->type == YEE_TYPE_TEXT || p->type == YEE_TYPE_REF;
        if (!yee_param_is_key(p))
            continue;
        bool set = p->def && *p->def;
        const char *text = set ? p->def : NULL;
        for (int n = 0; pairs[n][0]; n++)
            if (!strcmp(pairs[n][0], p->key))
                text = pairs[n][1];
        if (text && !is_text)
            sscanf(text, "%lf, %lf, %lf", v, v + 1, v + 2);
        if (p->type == YEE_TYPE_REALS) {
            double *list = yee_arena_alloc(f.arena, 64 * sizeof *list);
            yee_reals reals = {0, list};
            for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
                list[reals.count++] = atof(at);
            memcpy(config + p->offset, &reals, sizeof reals);
        } else if (is_text)
            memcpy(config + p->offset, &text, sizeof text);
        else if (p->type == YEE_TYPE_CHOICE)
            *(int *)(config + p->offset) = choice(p->choices, text);
        else
            memcpy(config + p->offset, text ? v : nan3,
                   p->type == YEE_TYPE_VEC3 ? sizeof v : sizeof *v);
    }
    f.count = 0;
    *f.error = *f.log = 0;
    return ((const yee_source_ops *)plugin->ops)->emit(&f.host, config, &f.view, &f.emitter);
}
#define EMIT(name, ...) \
    emit(name, (const char *const[][2]){__VA_ARGS__, {"waveform", "pulse"}, {NULL, NULL}})

static inline void refused(yee_status got, yee_status want, const char *word)
{
    ck_assert_int_eq(got, want);
    ck_assert_msg(strstr(f.error, word) != NULL, "'%s' is not in: %s", word, f.error);
}

static inline double value(const struct item *item, int64_t step)
{
    double v[4096];
    item->signals->fill(item->signals->self, step, v);
    return v[item->signal];
}

/* Tolerance: a handful of roundings. */
#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-14 * (fabs(b) + 1e-300))

#endif
