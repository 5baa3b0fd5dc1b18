/* tests/unit/test_sources.c: what each source emits into a grid of known numbers. */
#include "arena.h"
#include "suite.h"
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
    bool soil_somewhere;
    const yee_waveform_ops *form;
    int count;
    struct item item[ROOM];
} f;

static yee_status take_error(const yee_host *host, yee_status status, const char *format, ...)
{
    va_list args;
    (void)host;
    va_start(args, format);
    vsnprintf(f.error, sizeof f.error, format, args);
    va_end(args);
    return status;
}

static void take_log(const yee_host *host, yee_level level, const char *format, ...)
{
    va_list args;
    (void)host, (void)level;
    va_start(args, format);
    vsnprintf(f.log, sizeof f.log, format, args);
    va_end(args);
}

static void *alloc(const yee_host *host, size_t bytes)
{
    (void)host;
    return yee_arena_alloc(f.arena, bytes);
}

/* A pulse that is 1 at 500 dt and whose sixth standard deviation is at 0. */
static double pulse(const void *self, double t)
{
    double x = (t / DT - 500) / (500.0 / 6.0);
    (void)self;
    return exp(-0.5 * x * x);
}

static yee_status band(const void *self, yee_band *out)
{
    (void)self;
    *out = (yee_band){sizeof *out, 0, 6e9, 1000 * DT};
    return YEE_OK;
}

static const yee_waveform_ops pulse_ops = {sizeof pulse_ops, NULL, pulse, band};

static yee_status waveform(const yee_view *view, const char *name, yee_waveform *out)
{
    (void)view;
    *out = (yee_waveform){f.form, NULL, name};
    return strcmp(name, "pulse") ? YEE_INPUT : YEE_OK;
}

static const yee_medium *medium(const yee_view *view, int component, int64_t index)
{
    (void)view;
    if (f.soil_somewhere && component == YEE_EY && index > 200)
        return &f.soil;
    return &f.vacuum[component / 3];
}

static yee_status group(yee_emitter *e, int component, bool cubic, const yee_signals *signals)
{
    (void)e, (void)cubic;
    f.component = component;
    f.signals = signals;
    return YEE_OK;
}

static yee_status current(yee_emitter *e, int64_t i, int64_t j, int64_t k, double a,
                          int64_t signal, double b)
{
    (void)e;
    ck_assert_int_lt(f.count, ROOM);
    ck_assert_int_lt(signal, f.signals->count);
    f.item[f.count++] = (struct item){f.component, {i, j, k}, signal, a, b, f.signals};
    return YEE_OK;
}

static yee_status port(yee_emitter *e, int component, double resistance,
                       const yee_signals *signals)
{
    f.resistance = resistance;
    return group(e, component, false, signals);
}

static yee_status edge(yee_emitter *e, int64_t i, int64_t j, int64_t k, double a, double b)
{
    return current(e, i, j, k, a, 0, b);
}

/* 8 x 8 x 8 cells of 1 x 2 x 4 mm between PEC walls; periodic: these axes are. */
static void lay(bool px, bool py, bool pz)
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

static void setup(void)
{
    memset(&f, 0, sizeof f);
    f.arena = yee_arena_new();
    f.host =
        (yee_host){.size = sizeof f.host, .log = take_log, .fail = take_error, .alloc = alloc};
    f.form = &pulse_ops;
    lay(false, false, false);
    f.vacuum[0].response.inf = f.vacuum[1].response.inf = 1;
    f.soil = (yee_medium){.response.inf = 4, .name = "soil"};
    f.view = (yee_view){.size = sizeof f.view,
                        .grid = &f.grid,
                        .steps = 2000,
                        .waveform = waveform,
                        .medium = medium};
    f.emitter = (yee_emitter){sizeof f.emitter, NULL, group, current, port, edge};
}

static void teardown(void) { yee_arena_free(f.arena); }

static const yee_plugin *load(const char *name)
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

/* Fills a config from "key", value pairs: texts as they are, numbers in SI units, vectors as
 * three numbers; the rest is unset or 0. */
static yee_status emit(const char *name, const char *const (*pairs)[2])
{
    const yee_plugin *plugin = load(name);
    char *config = yee_arena_alloc(f.arena, plugin->config_size);
    for (const yee_param *p = plugin->params; p->key; p++) {
        double nan3[3] = {NAN, NAN, NAN}, v[3] = {0, 0, 0};
        bool set = p->def && *p->def;
        const char *text = set ? p->def : NULL;
        for (int n = 0; pairs[n][0]; n++)
            if (!strcmp(pairs[n][0], p->key))
                text = pairs[n][1];
        if (text && p->type != YEE_TYPE_TEXT)
            sscanf(text, "%lf, %lf, %lf", v, v + 1, v + 2);
        if (p->type == YEE_TYPE_TEXT)
            memcpy(config + p->offset, &text, sizeof text);
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

static void refused(yee_status got, yee_status want, const char *word)
{
    ck_assert_int_eq(got, want);
    ck_assert_msg(strstr(f.error, word) != NULL, "'%s' is not in: %s", word, f.error);
}

static double value(const struct item *item, int64_t step)
{
    double v[4096];
    item->signals->fill(item->signals->self, step, v);
    return v[item->signal];
}

/* Tolerance: a handful of roundings. */
#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-14 * (fabs(b) + 1e-300))

START_TEST(a_dipole_is_its_moment_over_the_volume_of_its_edge)
{
    ck_assert_int_eq(
        EMIT("dipole", {"position", "3e-3, 4e-3, 14e-3"}, {"direction", "z"}, {"moment", "5"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    ck_assert_int_eq(f.item[0].c, YEE_EZ);
    ck_assert_int_eq(f.item[0].i[0], 3);
    ck_assert_int_eq(f.item[0].i[1], 2);
    ck_assert_int_eq(f.item[0].i[2], 3);
    NEAR(f.item[0].a, 5 / 8e-9);
    ck_assert_str_eq(f.log, ""); /* it is on its point */
    NEAR(value(&f.item[0], 499), pulse(NULL, 499.5 * DT));
}
END_TEST

START_TEST(a_dipole_half_way_takes_the_upper_point_and_says_so)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 4e-3, 12e-3"}, {"direction", "-z"},
                          {"current", "5"}),
                     YEE_OK);
    ck_assert_int_eq(f.item[0].i[2], 3);
    NEAR(f.item[0].a, -5 / 2e-6); /* A over dx dy */
    ck_assert_msg(strstr(f.log, "0.5 cells") != NULL, "%s", f.log);
}
END_TEST

START_TEST(a_tilted_magnetic_dipole_splits_on_its_components)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 5e-3, 14e-3"}, {"direction", "3, 0, 4"},
                          {"magnetic_moment", "10"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, 2);
    ck_assert_int_eq(f.item[0].c, YEE_HX);
    ck_assert_int_eq(f.item[1].c, YEE_HZ);
    NEAR(f.item[0].a, 6 / 8e-9);
    NEAR(f.item[1].a, 8 / 8e-9);
    NEAR(value(&f.item[0], 499), pulse(NULL, 499 * DT));
}
END_TEST

/* The charge after n steps is the sum of the currents times dt: it telescopes. */
START_TEST(a_charge_moment_leaves_exactly_its_charge)
{
    double charge = 0;
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 4e-3, 14e-3"}, {"direction", "z"},
                          {"charge_moment", "1"}),
                     YEE_OK);
    for (int n = 0; n < 600; n++)
        charge += DT * value(&f.item[0], n);
    /* 600 roundings of numbers up to 1 */
    ck_assert_double_eq_tol(charge, pulse(NULL, 600 * DT) - pulse(NULL, 0), 600 * 2.3e-16);
}
END_TEST

START_TEST(a_loop_moment_drives_mu0_times_its_derivative)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 5e-3, 14e-3"}, {"direction", "x"},
                          {"loop_moment", "1"}),
                     YEE_OK);
    NEAR(f.item[0].a, YEE_MU0 / 8e-9);
    NEAR(value(&f.item[0], 400), (pulse(NULL, 400.5 * DT) - pulse(NULL, 399.5 * DT)) / DT);
}
END_TEST

START_TEST(a_dipole_needs_one_strength_a_direction_and_a_place)
{
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "z"}), YEE_INPUT,
            "no strength");
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "z"}, {"current", "1"},
                 {"moment", "1"}),
            YEE_INPUT, "both current and moment");
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "up"}, {"current", "1"}),
            YEE_INPUT, "direction = up");
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "0, 0, 0"}, {"current", "1"}),
            YEE_INPUT, "no direction");
    refused(EMIT("dipole", {"position", "0, 17e-3, 0"}, {"direction", "z"}, {"current", "1"}),
            YEE_INPUT, "y = 0.017 m is outside the grid");
}
END_TEST

START_TEST(a_sheet_on_periodic_axes_covers_the_plane_evenly)
{
    lay(true, true, false);
    ck_assert_int_eq(EMIT("current_sheet", {"from", "0, 0, 12e-3"},
                          {"to", "8e-3, 16e-3, 12e-3"}, {"direction", "x"}, {"current", "3"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, N * N);
    for (int n = 0; n < f.count; n++) {
        ck_assert_int_eq(f.item[n].i[2], 3);
        NEAR(f.item[n].a, 3 / 4e-3);
    }
}
END_TEST

/* Total current K times width, whatever the rim cuts. */
START_TEST(a_rectangle_carries_exactly_its_current)
{
    double sum = 0;
    ck_assert_int_eq(EMIT("current_sheet", {"from", "2e-3, 3.3e-3, 14e-3"},
                          {"to", "2e-3, 9.9e-3, 22e-3"}, {"direction", "z"}, {"current", "7"}),
                     YEE_OK);
    for (int n = 0; n < f.count; n++) {
        ck_assert_int_eq(f.item[n].i[0], 2);
        sum += f.item[n].a * 1e-3 * 2e-3 * 4e-3; /* moment */
    }
    ck_assert_double_eq_tol(sum, 7 * 6.6e-3 * 8e-3, 1e-15);
}
END_TEST

START_TEST(a_sheet_is_flat_and_has_one_kind_of_current)
{
    refused(EMIT("current_sheet", {"from", "0, 0, 0"}, {"to", "1e-3, 1e-3, 1e-3"},
                 {"direction", "x"}, {"current", "1"}),
            YEE_INPUT, "share 0 coordinates");
    refused(EMIT("current_sheet", {"from", "0, 0, 0"}, {"to", "0, 0, 1e-3"}, {"direction", "x"},
                 {"current", "1"}),
            YEE_INPUT, "share 2 coordinates");
    refused(
        EMIT("current_sheet", {"from", "0, 0, 0"}, {"to", "1e-3, 1e-3, 0"}, {"direction", "x"}),
        YEE_INPUT, "neither");
}
END_TEST

/* Two edges up, two columns across x: V = mean over the columns of -sum E dz. */
START_TEST(a_port_averages_its_columns_and_spreads_its_current)
{
    ck_assert_int_eq(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"},
                          {"positive", "3e-3, 4e-3, 16e-3"}, {"across", "1e-3, 0, 0"},
                          {"resistance", "75"}, {"voltage", "2"}),
                     YEE_OK);
    ck_assert_double_eq(f.resistance, 75);
    ck_assert_int_eq(f.count, 4);
    for (int n = 0; n < 4; n++) {
        ck_assert_int_eq(f.item[n].c, YEE_EZ);
        ck_assert(f.item[n].i[0] == 3 || f.item[n].i[0] == 4);
        ck_assert(f.item[n].i[2] == 2 || f.item[n].i[2] == 3);
        NEAR(f.item[n].a, -0.5 * 4e-3); /* m */
        NEAR(f.item[n].b, 1 / 4e-6);    /* 1/m^2 */
    }
    NEAR(value(&f.item[0], 499), 2 * pulse(NULL, 499.5 * DT));
    ck_assert_int_eq(
        EMIT("voltage", {"negative", "3e-3, 4e-3, 16e-3"}, {"positive", "3e-3, 4e-3, 12e-3"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    NEAR(f.item[0].a, 4e-3);
    NEAR(f.item[0].b, -1 / 2e-6);
}
END_TEST

START_TEST(a_port_without_waveform_is_a_resistor)
{
    const char *const pairs[][2] = {
        {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 12e-3"}, {NULL, NULL}};
    ck_assert_int_eq(emit("voltage", pairs), YEE_OK);
    ck_assert_double_eq(f.resistance, 50);
    ck_assert_double_eq(value(&f.item[0], 500), 0);
}
END_TEST

START_TEST(the_columns_of_a_periodic_axis_are_counted_once)
{
    lay(true, false, false);
    ck_assert_int_eq(EMIT("voltage", {"negative", "0, 4e-3, 8e-3"},
                          {"positive", "0, 4e-3, 12e-3"}, {"across", "8e-3, 0, 0"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, N);
    ck_assert_int_eq(
        EMIT("voltage", {"negative", "8e-3, 4e-3, 8e-3"}, {"positive", "8e-3, 4e-3, 12e-3"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    ck_assert_int_eq(f.item[0].i[0], 0);
    refused(EMIT("voltage", {"negative", "4e-3, 4e-3, 8e-3"}, {"positive", "4e-3, 4e-3, 12e-3"},
                 {"across", "4e-3, 0, 0"}),
            YEE_INPUT, "periodic");
}
END_TEST

START_TEST(terminals_differ_along_one_axis_by_a_cell)
{
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "4e-3, 4e-3, 9e-3"}),
            YEE_INPUT, "exactly one axis");
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 8e-3"}),
            YEE_INPUT, "exactly one axis");
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 9e-3"}),
            YEE_INPUT, "same node");
}
END_TEST

#define BOX \
    {"from", "2e-3, 4e-3, 8e-3"}, { "to", "6e-3, 12e-3, 24e-3" }

/* The wave along z enters at its low face: the Ex correction there plays Hy half a cell in
 * front, -1/dz times it, and Hy is w(t + half a cell)/eta to second order in the spacing. */
START_TEST(a_wave_along_an_axis_arrives_on_time_with_its_amplitude)
{
    ck_assert_int_eq(
        EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}, {"amplitude", "2"}),
        YEE_OK);
    int found = 0;
    for (int n = 0; n < f.count; n++) {
        const struct item *it = &f.item[n];
        if (it->c != YEE_EX || it->i[0] != 3 || it->i[1] != 4 || it->i[2] != 2)
            continue;
        found++;
        NEAR(it->a, -1 / 4e-3);
        double t = 500.5 * DT + 2e-3 / YEE_C0;
        /* the grid's impedance differs by (k d)^2/24, 1e-3 at k = 1/(c sigma) = 0.04/mm */
        ck_assert_double_eq_tol(value(it, 500), 2 * pulse(NULL, t) / YEE_ETA0, 2e-3 / YEE_ETA0);
    }
    ck_assert_int_eq(found, 1);
}
END_TEST

/* The band of a wave that goes on. */
static yee_status endless(const void *self, yee_band *out)
{
    const yee_status status = band(self, out);
    out->quiet = YEE_INFINITY;
    return status;
}

/* A run of 2000 steps and one of 20000, of a pulse, of a wave that goes on, and of one in a
 * conductor. */
START_TEST(the_length_of_the_run_changes_no_bit_of_a_wave)
{
    const yee_waveform_ops forms[] = {pulse_ops, {sizeof pulse_ops, NULL, pulse, endless}};
    static double first[4096];
    f.form = &forms[_i % 2];
    f.vacuum[0].response.sigma = _i / 2 ? 0.01 : 0;
    for (int run = 0; run < 2; run++) {
        f.view.steps = run ? 20000 : 2000;
        f.count = 0;
        ck_assert_int_eq(
            EMIT("plane_wave", BOX, {"direction", "3, 2, 1"}, {"polarization", "1, -1, 0"}),
            YEE_OK);
        ck_assert_int_gt(f.count, 0);
        const int each = f.count / 64 + 1;
        for (int n = 0, at = 0; n < f.count; n += each)
            for (int step = 0; step < 2000 && at < 4096; step += 37) {
                const double v = value(&f.item[n], step);
                ck_assert(!run || v == first[at]);
                first[at++] = v;
            }
    }
}
END_TEST

START_TEST(a_wave_on_periodic_axes_has_two_faces)
{
    lay(true, true, false);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "-z"}, {"polarization", "x"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, 4 * N * N); /* Ex and Hy, low and high */
    refused(EMIT("plane_wave", BOX, {"direction", "1, 0, 1"}, {"polarization", "y"}), YEE_INPUT,
            "periodic");
    lay(true, true, true);
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}), YEE_INPUT,
            "periodic");
}
END_TEST

/* theta = 90, phi = 0: along x; psi = 0 is -z, psi = 90 is y. */
START_TEST(angles_name_the_same_wave_as_vectors)
{
    char quarter[32];
    snprintf(quarter, sizeof quarter, "%.17g", 0.5 * YEE_PI);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"theta", quarter}, {"psi", quarter}), YEE_OK);
    int count = f.count;
    struct item *kept = malloc(sizeof f.item);
    memcpy(kept, f.item, sizeof f.item);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "1, 2, 0"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, count);
    for (int n = 0; n < count; n++) {
        ck_assert_double_eq(f.item[n].a, kept[n].a);
        ck_assert_double_eq_tol(value(&f.item[n], 500), value(&kept[n], 500), 1e-13);
    }
    free(kept);
}
END_TEST

START_TEST(a_wave_that_cannot_be_exact_is_refused)
{
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "-z"}), YEE_INPUT,
            "across");
    refused(EMIT("plane_wave", BOX, {"polarization", "x"}), YEE_INPUT, "neither direction");
    refused(EMIT("plane_wave", BOX, {"direction", "z"}), YEE_INPUT, "neither polarization");
    refused(EMIT("plane_wave", {"from", "0, 4e-3, 8e-3"}, {"to", "6e-3, 12e-3, 24e-3"},
                 {"direction", "z"}, {"polarization", "x"}),
            YEE_INPUT, "within 0.001 and 0.007 m");
    f.soil_somewhere = true;
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}), YEE_INPUT,
            "'soil'");
    f.soil_somewhere = false;
    f.node[2][4] += 1e-4;
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "y"}),
                     YEE_OK);
    refused(EMIT("plane_wave", BOX, {"direction", "1, 0, 1"}, {"polarization", "y"}),
            YEE_DECLINED, "current_sheet");
    lay(false, false, false);
    f.grid.active[YEE_EY] = f.grid.active[YEE_HX] = f.grid.active[YEE_HZ] = false;
    refused(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "y"}), YEE_INPUT,
            "Ey");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sources");
    TCase *t = tcase_create("sources");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_dipole_is_its_moment_over_the_volume_of_its_edge);
    tcase_add_test(t, a_dipole_half_way_takes_the_upper_point_and_says_so);
    tcase_add_test(t, a_tilted_magnetic_dipole_splits_on_its_components);
    tcase_add_test(t, a_charge_moment_leaves_exactly_its_charge);
    tcase_add_test(t, a_loop_moment_drives_mu0_times_its_derivative);
    tcase_add_test(t, a_dipole_needs_one_strength_a_direction_and_a_place);
    tcase_add_test(t, a_sheet_on_periodic_axes_covers_the_plane_evenly);
    tcase_add_test(t, a_rectangle_carries_exactly_its_current);
    tcase_add_test(t, a_sheet_is_flat_and_has_one_kind_of_current);
    tcase_add_test(t, a_port_averages_its_columns_and_spreads_its_current);
    tcase_add_test(t, a_port_without_waveform_is_a_resistor);
    tcase_add_test(t, the_columns_of_a_periodic_axis_are_counted_once);
    tcase_add_test(t, terminals_differ_along_one_axis_by_a_cell);
    tcase_add_test(t, a_wave_along_an_axis_arrives_on_time_with_its_amplitude);
    tcase_add_loop_test(t, the_length_of_the_run_changes_no_bit_of_a_wave, 0, 4);
    tcase_add_test(t, a_wave_on_periodic_axes_has_two_faces);
    tcase_add_test(t, angles_name_the_same_wave_as_vectors);
    tcase_add_test(t, a_wave_that_cannot_be_exact_is_refused);
    suite_add_tcase(s, t);
    return suite_run(s);
}
