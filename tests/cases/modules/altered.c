/* altered.c: laws of each form that do nothing, as they were built at different times: $ALTERED is the
 * number of a version, of words, of parameters or of a text that is another one (0: none). */
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>

enum { VERSION = 1, WORDS, PARAMS, TEXT, BUILDS };
enum { EDGE, CELL, FIELD };

static int build(void)
{
    const char *number = getenv("ALTERED");
    return number ? atoi(number) : 0;
}

static void edge_row(const yee_law_row *row) { (void)row; }

/* The words of cells stay what begin() left, 0. */
static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    (void)host, (void)self, (void)place;
    memset(param, 0, (size_t)(2 + (build() == PARAMS)) * sizeof *param);
    return YEE_OK;
}

static double one(const void *self)
{
    (void)self;
    return 1;
}

#define LAW(id, kind, number, words, count, letters) \
    { \
        .size = sizeof(yee_law), .name = #id, .version = (number), .has = (kind), \
        .text = (letters), .params = (count), .prepare = prepare, .least = one, .reach = one, \
        .edge_words = (kind) == YEE_LAW_EDGE ? (words) : 0, \
        .cell_words = (kind) == YEE_LAW_EDGE ? 0 : (words), .edge_row = {edge_row, edge_row}, \
        .cell_row = {edge_row, edge_row}, \
    }
#define LAWS(id, kind, words) \
    { \
        LAW(id, kind, 1, words, 2, "a"), LAW(id, kind, 2, words, 2, "a"), \
            LAW(id, kind, 1, words + 1, 2, "a"), LAW(id, kind, 1, words, 3, "a"), \
            LAW(id, kind, 1, words, 2, "b") \
    }

static const yee_law edges[BUILDS] = LAWS(altered_edge, YEE_LAW_EDGE, 1);
static const yee_law cells[BUILDS] = LAWS(altered_cell, YEE_LAW_CELL, 3);
static const yee_law fields[BUILDS] = LAWS(altered_field, YEE_LAW_FIELD, 3);

typedef struct config {
    int form;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, form, "edge", "edge|cell|field", "Where it acts."),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)host, (void)band;
    material->law = c->form == EDGE   ? &edges[build()]
                    : c->form == CELL ? &cells[build()]
                                      : &fields[build()];
    material->law_self = self;
    return YEE_OK;
}

static const yee_material_ops ops = {.size = sizeof ops, .describe = describe};

static const yee_plugin material = {
    .size = sizeof material,
    .kind = YEE_MATERIAL,
    .name = "altered",
    .summary = "a law that was built anew",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};

/* ---- a port ---- */

static double current(const double *param, const double *signal, double before, double drive,
                      double load, double *state)
{
    (void)param, (void)signal, (void)before, (void)state;
    return -drive / (load + 50);
}

static yee_status prepare_port(const yee_host *host, const void *self, double dt, double *param)
{
    (void)dt;
    return prepare(host, self, NULL, param);
}

#define PORT(number, many, count, letters) \
    { \
        .size = sizeof(yee_port_law), .name = "altered_port", .version = (number), \
        .text = (letters), .params = (count), .words = (many), .current = current, \
        .prepare = prepare_port, \
    }
static const yee_port_law port[BUILDS] = {PORT(1, 1, 2, "a"), PORT(2, 1, 2, "a"),
                                          PORT(1, 2, 2, "a"), PORT(1, 1, 3, "a"),
                                          PORT(1, 1, 2, "b")};

typedef struct port_config {
    yee_vec3 position;
} port_config;

static const yee_param port_params[] = {
    YEE_PARAM_VEC3(port_config, position, "m", NULL, 0, 0, "A point of the edge along x."),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_END,
};

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    const port_config *c = self;
    int64_t at[3];
    (void)host;
    for (int a = 0; a < 3; a++)
        at[a] = yee_component_nearest(view->grid, YEE_EX, a, c->position.v[a]);
    const yee_status status = emitter->port_law(emitter, YEE_EX, &port[build()], c);
    return status ? status : emitter->edge(emitter, at[0], at[1], at[2], -1e-3, 1e6);
}

static int64_t links(const void *self)
{
    (void)self;
    return 1;
}

static const yee_source_ops source_ops = {
    .size = sizeof source_ops,
    .emit = emit,
    .links = links,
};

static const yee_plugin source = {
    .size = sizeof source,
    .kind = YEE_SOURCE,
    .name = "altered_port",
    .summary = "a port's law that was built anew",
    .config_size = sizeof(port_config),
    .params = port_params,
    .ops = &source_ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &material, &source)
