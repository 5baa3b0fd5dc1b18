/* tests/cases/modules/nonsense.c: plugins of every kind that return what none may return, each
 * in the way its key `fault` says. */
#define PIECE "word"
#define WORDS 2
#include "still.h"

#include <math.h>

typedef struct config {
    int fault;
} config;

#define FAULT(def, words) \
    static const yee_param PARAMS[] = { \
        YEE_PARAM_CHOICE(config, fault, def, words, "What is wrong."), YEE_PARAM_END}

static int fault_of(const void *self) { return ((const config *)self)->fault; }

/* -- material -- */

enum { EPS_NAN, POLES_NULL, POLE_NAN, CRASH, MANY };
#define PARAMS material_params
FAULT("eps", "eps|null|pole|crash|many");
#undef PARAMS

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *m)
{
    static const yee_pole pole = {.b0 = NAN, .d0 = 1, .d1 = 1};
    (void)band;
    (void)host;
    if (fault_of(self) == CRASH)
        *(volatile int *)m->electric[0].poles = 1; /* nowhere */
    if (fault_of(self) == EPS_NAN)
        m->electric[0].inf = NAN;
    m->electric[1].pole_count = fault_of(self) == EPS_NAN ? 0 : 1;
    m->electric[1].poles = fault_of(self) == POLE_NAN ? &pole : NULL;
    static yee_pole many[5000];
    for (int p = 0; fault_of(self) == MANY && p < 5000; p++)
        many[p] = (yee_pole){.b0 = 1e-4, .d0 = 1, .d1 = 1e-12};
    if (fault_of(self) == MANY) {
        m->electric[1].pole_count = 5000;
        m->electric[1].poles = many;
    }
    return YEE_OK;
}

static const yee_material_ops material_ops = {
    .size = sizeof material_ops,
    .describe = describe,
};

/* -- boundary -- */

enum { KAPPA_NAN, RULE, LAYER, SHEET_NAN, SHEET_NULL, SHEET_GAIN, SHEET_WALL, MIRROR };
#define PARAMS boundary_params
FAULT("kappa", "kappa|rule|layer|sheet|null|gain|wall|mirror");
#undef PARAMS

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const int fault = fault_of(self);
    yee_response *sheet = &closure->sheet[(face->axis + 1) % 3];
    (void)host;
    closure->rule = fault == RULE ? (yee_face_rule)77 : YEE_FACE_PEC;
    closure->layer = fault == LAYER ? -5 : 3;
    closure->symmetry = fault == MIRROR;
    if (fault < SHEET_NAN || fault == MIRROR)
        return YEE_OK;
    closure->rule = fault == SHEET_WALL ? YEE_FACE_PEC : YEE_FACE_PMC;
    closure->layer = 0;
    sheet->sigma = fault == SHEET_NAN ? NAN : fault == SHEET_GAIN ? -1e-3 : 1e-3;
    sheet->pole_count = fault == SHEET_NULL;
    return YEE_OK;
}

static yee_status stretch(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, yee_stretch *s)
{
    (void)host, (void)self, (void)face, (void)depth, (void)thickness;
    s->kappa = NAN;
    return YEE_OK;
}

static const yee_boundary_ops boundary_ops = {
    .size = sizeof boundary_ops,
    .close = close_face,
    .stretch = stretch,
};

/* -- waveform -- */

enum { VALUE_NAN, SELF_NULL };
#define PARAMS waveform_params
FAULT("value", "value|null");
#undef PARAMS

static yee_status open_wave(const yee_host *host, const void *self, void **out)
{
    if (fault_of(self) == SELF_NULL)
        *out = NULL;
    return (void)host, YEE_OK;
}

static double wave(const void *self, double t) { return (void)self, t > 2e-11 ? NAN : 1; }
static yee_status band(const void *self, yee_band *b)
{
    (void)self;
    b->low = 1e9;
    b->high = 6e9;
    b->end_time = YEE_INFINITY;
    return YEE_OK;
}

static const yee_waveform_ops waveform_ops = {
    .size = sizeof waveform_ops,
    .open = open_wave,
    .value = wave,
    .band = band,
};

/* -- source -- */

enum {
    OUTSIDE,
    DENSITY_NAN,
    SIGNALS_NULL,
    SIGNAL,
    COMPONENT,
    EARLY,
    LINK_NAN,
    LINK_UNSAID,
    LINKS_BELOW,
    ENDLESS
};
#define PARAMS source_params
FAULT("outside", "outside|density|null|signal|component|early|link|unsaid|below|endless");
#undef PARAMS

static void play(void *self, int64_t step, double *value)
{
    (void)self, value[0] = (double)step;
}

static double current(void *self, int64_t step, double before, double drive, double load,
                      double *state)
{
    (void)self, (void)before, (void)drive, (void)load, (void)state;
    return step < 40 ? 0 : NAN;
}

static int64_t links(const void *self)
{
    return fault_of(self) == LINK_NAN ? 1 : fault_of(self) == LINKS_BELOW ? -1 : 0;
}

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *e)
{
    static const yee_signals signals = {sizeof signals, 1, NULL, play};
    static const yee_link link = {sizeof link, 0, NULL, current};
    static const yee_signals endless = {sizeof endless, 1000000000000, NULL, play};
    const int fault = fault_of(self);
    (void)host, (void)view;
    if (fault >= LINK_NAN && fault != ENDLESS) {
        e->link(e, YEE_EZ, &link);
        e->edge(e, 5, 5, 5, -1e-3, 1e6);
        return YEE_OK;
    }
    if (fault != EARLY)
        e->group(e, fault == COMPONENT ? 9 : YEE_EZ, false,
                 fault == SIGNALS_NULL ? NULL
                 : fault == ENDLESS    ? &endless
                                       : &signals);
    e->current(e, fault == OUTSIDE ? 1000000 : 5, 5, 5, fault == DENSITY_NAN ? NAN : 1,
               fault == SIGNAL ? 7 : 0, 0);
    return YEE_OK; /* as if nothing had been */
}

static const yee_source_ops source_ops = {
    .size = sizeof source_ops,
    .emit = emit,
    .links = links,
};

/* -- shape -- */

#define PARAMS shape_params
FAULT("bounds", "bounds");
#undef PARAMS

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)host, (void)self;
    lo[0] = hi[2] = NAN;
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    (void)self, (void)n, (void)x, (void)y, (void)z, (void)in;
}

static const yee_shape_ops shape_ops = {
    .size = sizeof shape_ops,
    .bounds = bounds,
    .inside = inside,
};

/* -- output -- */

enum { BOX, POINT, EVERY, SHAPE, ROWS, DATA_NULL };
#define PARAMS output_params
FAULT("box", "box|point|every|shape|rows|null");
#undef PARAMS

typedef struct seen {
    int fault;
    const yee_record *record;
    yee_dataset *set;
} seen;

static yee_status plan_output(const yee_host *host, const void *self, const yee_view *view,
                              yee_tap_list *tap_list, void **out)
{
    static const int component = YEE_EZ;
    static const int64_t far = INT64_MAX;
    const int fault = fault_of(self);
    seen *s = *out = host->alloc(host, sizeof *s);
    s->fault = fault;
    s->record = host->extension(host, YEE_RECORD);
    const yee_tap box = {.kind = YEE_TAP_BOX,
                         .first = 1,
                         .every = fault == EVERY ? 0 : 1,
                         .last = view->steps,
                         .component = YEE_EZ,
                         .hi = {fault == BOX ? 1000000 : 2, 2, 2},
                         .stride = {1, 1, 1}};
    const yee_tap point = {.kind = YEE_TAP_POINTS,
                           .first = 1,
                           .every = 1,
                           .last = view->steps,
                           .count = 1,
                           .point_component = &component,
                           .point_index = &far};
    tap_list->tap(tap_list, fault == POINT ? &point : &box);
    return YEE_OK;
}

static yee_status open_output(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)opening;
    const int64_t good[2] = {0, 2}, empty[2] = {0, 0};
    seen *s = self;
    yee_file *file = s->record->file(host, NULL);
    s->set = s->record->dataset(host, file, "/nonsense", YEE_NUMBER_F64, 2,
                                s->fault == SHAPE ? empty : good);
    return s->set ? YEE_OK : YEE_PLUGIN;
}

static yee_status receive(const yee_host *host, void *self, const yee_delivery *d)
{
    const seen *s = self;
    return s->record->append(host, s->set, s->fault == ROWS ? -3 : 1,
                             s->fault == DATA_NULL ? NULL : d->data);
}

static yee_status close_output(const yee_host *host, void *self, yee_status status)
{
    return (void)host, (void)self, (void)status, YEE_OK;
}

static const yee_output_ops output_ops = {
    .size = sizeof output_ops,
    .plan = plan_output,
    .open = open_output,
    .receive = receive,
    .close = close_output,
};

/* -- scheme -- */

enum { NO_PLAN, STANDS, NOWHERE, LIMIT };
#define PARAMS scheme_params
FAULT("plan", "plan|stands|nowhere|limit");
#undef PARAMS

static int scheme_fault; /* of the plan that was made last */

static yee_status make_nothing(const yee_host *host, const void *self,
                               const yee_problem *problem, void **plan)
{
    scheme_fault = fault_of(self);
    return scheme_fault == NO_PLAN ? YEE_OK : make(host, self, problem, plan);
}

static double no_limit(const void *self, const yee_grid *grid, double c)
{
    return fault_of(self) == LIMIT ? NAN : courant(self, grid, c);
}

static yee_status stand(void *plan, int64_t steps, const yee_sink *sink)
{
    return run(plan, scheme_fault == STANDS ? 0 : steps, sink);
}

static yee_status nowhere(void *plan, yee_extrema *v)
{
    (void)plan;
    *v = (yee_extrema){.size = sizeof *v, .finite = true, .component = 17, .index = -1};
    return YEE_OK;
}

static const yee_scheme_ops still_ops = STILL_OPS;
static yee_scheme_ops scheme_ops;

/* The still scheme with some of its functions replaced. */
__attribute__((constructor)) static void fill_ops(void)
{
    scheme_ops = still_ops;
    scheme_ops.plan = make_nothing;
    scheme_ops.courant = no_limit;
    scheme_ops.run = stand;
    scheme_ops.extrema = nowhere;
}

// clang-format off
#define NONSENSE(plugin_kind, word) \
    { \
        .size = sizeof(yee_plugin), \
        .kind = plugin_kind, \
        .name = "nonsense", \
        .summary = "returns what none may return", \
        .config_size = sizeof(config), \
        .params = word##_params, \
        .ops = &word##_ops, \
    }
// clang-format on

static const yee_plugin material = NONSENSE(YEE_MATERIAL, material),
                        boundary = NONSENSE(YEE_BOUNDARY, boundary),
                        waveform = NONSENSE(YEE_WAVEFORM, waveform),
                        source = NONSENSE(YEE_SOURCE, source),
                        shape = NONSENSE(YEE_SHAPE, shape),
                        output = NONSENSE(YEE_OUTPUT, output),
                        scheme = NONSENSE(YEE_SCHEME, scheme);
YEE_MODULE("1.0", "BSD-3-Clause", &material, &boundary, &waveform, &source, &shape, &output,
           &scheme)
