/* core/cli/plot/radar/antennas.c: where transmitter and receiver of a sweep are, by the models that
 * its file keeps: /provenance/resolved is that of the first trace, /sweep/model says which keys move. */
#include "base/units.h"
#include "config/config.h"
#include "config/let.h"
#include "config/numbers.h"
#include "config/sweep.h"
#include "files/results.h"
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct models {
    yee_arena *arena;
    yee_diag diag;
    yee_config *first, *sweep;
    yee_sweep variables; /* of the sweep, once variable_of() has read them */
} models;

static yee_config *read_model(plot *p, models *m, const char *path)
{
    yee_config *config = NULL;
    char *text = yee_h5_read_text(p->file, path);
    if (text && yee_config_parse(&m->diag, m->arena, p->path, text, strlen(text), &config))
        config = NULL;
    free(text);
    return config;
}

static const char *value_of(const yee_block *b, const char *key)
{
    const yee_entry *e = b ? yee_block_entry(b, key) : NULL;
    return e ? e->value : NULL;
}

/* The three lengths of a position. */
static bool position(models *m, const char *text, double v[3])
{
    const yee_param param = {.key = "position", .type = YEE_TYPE_REALS, .unit = "m"};
    yee_reals list;
    yee_fault fault;
    if (!text || yee_numbers_read(m->arena, &param, text, &list, &fault) || list.count != 3)
        return false;
    memcpy(v, list.v, 3 * sizeof *v);
    return true;
}

/* The place of a source or an output: its position, or the middle between its terminals. */
static bool place_of(models *m, const yee_block *b, double v[3])
{
    double plus[3];
    if (position(m, value_of(b, "position"), v))
        return true;
    if (!position(m, value_of(b, "negative"), v) || !position(m, value_of(b, "positive"), plus))
        return false;
    for (int a = 0; a < 3; a++)
        v[a] = 0.5 * (v[a] + plus[a]);
    return true;
}

/* The source that plays, but for the port that receives. */
static const yee_block *transmitter(const yee_config *config, const yee_block *receiver)
{
    for (size_t i = 0; i < config->count; i++) {
        const yee_block *b = &config->block[i];
        if (!strcmp(b->kind, "source") && b != receiver && value_of(b, "waveform"))
            return b;
    }
    return NULL;
}

/* Gives the keys of a variable their n-th values; false: it cannot. */
static bool set_keys(models *m, const yee_sweep_variable *v, size_t n, yee_config *c)
{
    for (size_t k = 0; k < v->keys; k++) {
        const char *set =
            yee_arena_format(m->arena, "%s=%s", v->key[k], v->text[n * v->keys + k]);
        if (!set || yee_config_set(&m->diag, m->arena, c, set))
            return false;
    }
    return true;
}

/* The model of the sweep with the n-th value of a variable, and of all others where they change
 * together, its expressions evaluated; NULL: there is none. */
static yee_config *varied(models *m, const yee_sweep_variable *v, size_t n)
{
    yee_config *c = yee_config_copy(m->arena, m->sweep);
    for (size_t i = 0; i < m->variables.variables && c; i++) {
        const yee_sweep_variable *one = &m->variables.variable[i];
        const bool moves = one == v || (m->variables.together && n < one->values);
        if (moves && !set_keys(m, one, n, c))
            c = NULL;
    }
    return c && !yee_let_expand(&m->diag, m->arena, c) ? c : NULL;
}

/* The place that a section has in a model, or the included model that it is of: what the two differ
 * by does not change from value to value. */
static bool moved_to(models *m, yee_config *c, const yee_block *b, double v[3])
{
    char included[300];
    snprintf(included, sizeof included, "include.%.*s", (int)strcspn(b->instance, "."),
             b->instance);
    const yee_block *own = c ? yee_config_block(c, b->name) : NULL;
    return own ? place_of(m, own, v)
               : c && position(m, value_of(yee_config_block(c, included), "at"), v);
}

/* By how much the n-th value of a variable moves both antennas from where the `from`-th has them;
 * false: not both alike, or unknown. */
static bool shift(models *m, const yee_sweep_variable *v, size_t from, size_t n,
                  const yee_block *source, const yee_block *receiver, double by[3])
{
    double tx[2][3], rx[2][3];
    yee_config *at[2] = {varied(m, v, from), varied(m, v, n)};
    for (int i = 0; i < 2; i++)
        if (!moved_to(m, at[i], source, tx[i]) || !moved_to(m, at[i], receiver, rx[i]))
            return false;
    for (int a = 0; a < 3; a++) {
        by[a] = tx[1][a] - tx[0][a];
        if (fabs(rx[1][a] - rx[0][a] - by[a]) > 1e-9 * (fabs(tx[1][a]) + fabs(rx[1][a])))
            return false;
    }
    return true;
}

/* The value of the variable in the model of the first trace that did not fail. */
static double first_value(const plot *p, const char *variable)
{
    char path[300];
    plot_array status = {0}, value = {0};
    double v = NAN;
    snprintf(path, sizeof path, "/sweep/%s", variable);
    if (plot_read(p->file, "/sweep/status", &status) && plot_read(p->file, path, &value))
        for (size_t t = 0; t < value.count && t < status.count && isnan(v); t++)
            v = status.v[t] == 0 ? value.v[t] : v;
    plot_array_free(&status);
    plot_array_free(&value);
    return v;
}

static const yee_block *receiver_of(const models *m, const char *path, const radargram *g)
{
    char section[300];
    snprintf(section, sizeof section, "%s.%s", strncmp(path, "/port/", 6) ? "output" : "source",
             g->output);
    return yee_config_block(m->first, section);
}

static const yee_sweep_variable *variable_of(models *m, const char *name)
{
    yee_sweep *sweep = &m->variables;
    if (yee_sweep_read(&m->diag, m->arena, m->sweep, sweep))
        return NULL;
    for (size_t i = 0; i < sweep->variables; i++)
        if (!strcmp(sweep->variable[i].name, name) && sweep->variable[i].number)
            return &sweep->variable[i];
    return NULL;
}

static size_t value_number(const yee_sweep_variable *v, double value)
{
    size_t n = 0;
    while (n < v->values && v->number[n] != value)
        n++;
    return n;
}

/* by[t][axis]: how far trace t moves the antennas along the one axis along which any does; -1: along
 * several, along none, or not so that they go on from trace to trace. */
static int axis_of(models *m, const yee_sweep_variable *v, const radargram *g, size_t from,
                   const yee_block *source, const yee_block *receiver, double (*by)[3])
{
    bool differs[3] = {false, false, false};
    for (size_t t = 0; t < g->traces; t++) {
        const size_t n = value_number(v, g->x[t]);
        if (n == v->values || !shift(m, v, from, n, source, receiver, by[t]))
            return -1;
        for (int a = 0; a < 3; a++)
            differs[a] = differs[a] || by[t][a] != 0;
    }
    if (differs[0] + differs[1] + differs[2] != 1)
        return -1;
    const int axis = differs[0] ? 0 : differs[1] ? 1 : 2;
    for (size_t t = 1; t < g->traces; t++)
        if (!(by[t][axis] > by[t - 1][axis]))
            return -1;
    return axis;
}

static void find(plot *p, models *m, const char *path, const char *variable, radargram *g)
{
    double tx[3], rx[3], (*by)[3] = calloc(g->traces + 1, sizeof *by);
    const yee_block *receiver = receiver_of(m, path, g);
    const yee_block *source = receiver ? transmitter(m->first, receiver) : NULL;
    const yee_sweep_variable *v = variable_of(m, variable);
    const size_t from = v ? value_number(v, first_value(p, variable)) : 0;
    int axis = -1;
    if (by && source && v && from < v->values && place_of(m, source, tx) &&
        place_of(m, receiver, rx))
        axis = axis_of(m, v, g, from, source, receiver, by);
    for (size_t t = 0; t < g->traces && axis >= 0; t++)
        g->x[t] = 0.5 * (tx[axis] + rx[axis]) + by[t][axis];
    free(by);
    if (axis < 0)
        return;
    double across = 0;
    for (int a = 0; a < 3; a++)
        across += a != axis && a != p->invariant ? (tx[a] - rx[a]) * (tx[a] - rx[a]) : 0;
    g->antennas = (radar_antennas){fabs(tx[axis] - rx[axis]), sqrt(across)};
    g->antennas_known = true;
    snprintf(g->x_name, sizeof g->x_name, "%c, middle of the antennas", "xyz"[axis]);
    snprintf(g->x_unit, sizeof g->x_unit, "m");
}

static void open_models(models *m)
{
    *m = (models){.arena = yee_arena_new()};
    yee_diag_init(&m->diag, NULL, NULL);
}

static void close_models(models *m)
{
    yee_diag_end(&m->diag);
    yee_arena_free(m->arena);
}

void radar_find_places(plot *p, const char *path, radargram *g)
{
    models m;
    open_models(&m);
    if (m.arena && (m.first = read_model(p, &m, "/provenance/resolved"))) {
        const yee_block *receiver = receiver_of(&m, path, g);
        const yee_block *source = receiver ? transmitter(m.first, receiver) : NULL;
        g->placed = receiver && place_of(&m, receiver, g->rx);
        g->sent = g->placed && source && place_of(&m, source, g->tx);
        if (g->sent && p->invariant >= 0) /* a place there means nothing */
            g->tx[p->invariant] = g->rx[p->invariant];
    }
    close_models(&m);
}

void radar_find_antennas(plot *p, const char *path, const char *variable, radargram *g)
{
    models m;
    char name[96];
    snprintf(name, sizeof name, "%s", variable); /* which is g->x_name */
    open_models(&m);
    if (m.arena && (m.first = read_model(p, &m, "/provenance/resolved")) &&
        (m.sweep = read_model(p, &m, "/sweep/model")))
        find(p, &m, path, name, g);
    close_models(&m);
}

radar_antennas radar_antennas_of(const radar_want *w, const radargram *g)
{
    return isnan(w->separation) ? g->antennas : (radar_antennas){.along = w->separation};
}
