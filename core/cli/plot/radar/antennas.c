/* core/cli/plot/radar/antennas.c: where transmitter and receiver of a sweep are, by the models that
 * its file keeps: /provenance/resolved is that of the first trace, /sweep/model says which keys move. */
#include "base/units.h"
#include "config/config.h"
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

/* Whether a variable moves a section: "source.tx.position" is among its keys, or "include.radar.at" of
 * the included model that the section is of. */
static bool moves(const yee_block *variable, const yee_block *b)
{
    char included[300];
    const char *keys = value_of(variable, "keys");
    const size_t length = strlen(b->name);
    snprintf(included, sizeof included, "include.%.*s.at", (int)strcspn(b->instance, "."),
             b->instance);
    for (const char *at = keys; at; at = strchr(at, ',')) {
        at += strspn(at, ", \t");
        const size_t whole = strcspn(at, ", \t");
        if ((!strncmp(at, b->name, length) && at[length] == '.') ||
            (whole == strlen(included) && !strncmp(at, included, whole)))
            return true;
    }
    return false;
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

/* The axis along which the values of a variable, positions, differ; -1: several, or unknown. */
static int axis_of(models *m, const char *variable)
{
    yee_sweep sweep;
    double first[3], other[3];
    bool differs[3] = {false, false, false}, read = true;
    const yee_sweep_variable *v = NULL;
    if (yee_sweep_read(&m->diag, m->arena, m->sweep, &sweep))
        return -1;
    for (size_t i = 0; i < sweep.variables; i++)
        if (!strcmp(sweep.variable[i].name, variable))
            v = &sweep.variable[i];
    if (!v || !position(m, v->text[0], first))
        return -1;
    for (size_t n = 1; n < v->values && read; n++) {
        read = position(m, v->text[n * v->keys], other);
        for (int a = 0; a < 3 && read; a++)
            differs[a] = differs[a] || other[a] != first[a];
    }
    return !read || differs[0] + differs[1] + differs[2] != 1 ? -1
           : differs[0]                                       ? 0
           : differs[1]                                       ? 1
                                                              : 2;
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

static void find(plot *p, models *m, const char *path, const char *variable, radargram *g)
{
    char section[300];
    double tx[3], rx[3];
    const yee_block *receiver = receiver_of(m, path, g);
    const yee_block *source = receiver ? transmitter(m->first, receiver) : NULL;
    snprintf(section, sizeof section, "sweep.%s", variable);
    const yee_block *v = yee_config_block(m->sweep, section);
    if (!source || !v || !place_of(m, source, tx) || !place_of(m, receiver, rx) ||
        !moves(v, source) || !moves(v, receiver))
        return;
    const double value = first_value(p, variable);
    const int axis = axis_of(m, variable);
    if (axis < 0 || isnan(value))
        return;
    double across = 0;
    for (int a = 0; a < 3; a++)
        across += a != axis && a != p->invariant ? (tx[a] - rx[a]) * (tx[a] - rx[a]) : 0;
    for (size_t t = 0; t < g->traces; t++)
        g->x[t] += 0.5 * (tx[axis] + rx[axis]) - value;
    g->antennas = (radar_antennas){fabs(tx[axis] - rx[axis]), sqrt(across)};
    g->antennas_known = true;
    snprintf(g->x_name, sizeof g->x_name, "%c, middle of the antennas", "xyz"[axis]);
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
