/* core/cli/check/reflection.c: what a closure sends back of a wave, measured in a small run at
 * two angles.
 *
 * A beam in 2-D, periodic across, starts as E alone in the middle and leaves along x both ways;
 * both ends of x are closed by the boundary under test. Once what the layers let pass is gone,
 * what comes back stands in the middle: the root of its energy over that of the start is the
 * reflection, whatever the phases. */
#include "check.h"
#include "plugin/call.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells: of a wave in vacuum, between the layers, of the beam's standard deviation along x (its
 * ends, 5 of them from the middle, are at -108 dB), and across: a wave of one period there goes
 * at asin(20/28) = 45.6 degrees. */
enum { WAVE = 20, MIDDLE = 240, WIDTH = 24, ACROSS = 28, NARROW = 2 };
/* Thicker ones take too long. */
enum { THICKEST = 200 };

typedef struct beam {
    yee_model *model;
    yee_simulation *simulation;
    int64_t from, to; /* cells of x between the layers */
    bool oblique;
    double *field[3]; /* Ez, Hx, Hy */
} beam;

static const int component[3] = {YEE_EZ, YEE_HX, YEE_HY};

/* V^2/m^2, E and eta0 H alike, between the layers. */
static double energy_of(const beam *b)
{
    const yee_grid *g = &yee_model_problem(b->model)->grid;
    double sum = 0;
    for (int n = 0; n < 3; n++) {
        const int64_t *e = g->extent[component[n]];
        const double scale = n ? YEE_ETA0 * YEE_ETA0 : 1;
        for (int64_t i = b->from; i < b->to; i++)
            for (int64_t j = 0; j < e[1]; j++) {
                const double f = b->field[n][i * e[1] * e[2] + j * e[2]];
                sum += scale * f * f;
            }
    }
    return sum;
}

static char *text_of(const yee_instance *it, int64_t layer, bool oblique)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out,
            "[run]\nsteps = 1000000\n[grid]\nspacing = 1 mm\nsize = %lld mm, %d mm\n"
            "invariant = z\nmode = tm\n[boundary.across]\ntype = periodic\nfaces = y\n"
            "[boundary.tried]\ntype = %s\nfaces = x\n",
            (long long)(MIDDLE + 2 * layer), oblique ? ACROSS : NARROW, it->plugin->name);
    for (size_t n = 0; it->block && n < it->block->count; n++)
        if (strcmp(it->block->entry[n].key, "type") != 0 &&
            strcmp(it->block->entry[n].key, "faces") != 0)
            fprintf(out, "%s = %s\n", it->block->entry[n].key, it->block->entry[n].value);
    return fclose(out) ? NULL : text;
}

static yee_status open_beam(check *c, const yee_instance *it, int64_t layer, bool oblique,
                            bool f64, beam *b)
{
    const char *const sets[] = {f64 ? "run.precision=f64" : "run.precision=f32",
                                "run.scheme=plain", "run.sentinel=0"};
    char *text = text_of(it, layer, oblique);
    *b = (beam){.from = layer, .to = layer + MIDDLE, .oblique = oblique};
    yee_status status =
        text ? yee_model_parse(c->session, "check", text, 3, sets, &b->model) : YEE_MEMORY;
    free(text);
    if (!status)
        status = yee_simulation_plan(b->model, &b->simulation);
    for (int n = 0; n < 3 && !status; n++) {
        const int64_t points =
            yee_grid_points(&yee_model_problem(b->model)->grid, component[n]);
        b->field[n] = calloc((size_t)points + 1, sizeof **b->field);
        status = b->field[n] ? YEE_OK : YEE_MEMORY;
    }
    if (!status)
        yee_simulation_quiet(b->simulation);
    return status;
}

static void close_beam(beam *b)
{
    for (int n = 0; n < 3; n++)
        free(b->field[n]);
    yee_simulation_free(b->simulation);
    yee_model_free(b->model);
}

/* rad/cell along x and across. */
static void wave_numbers(bool oblique, double k[2])
{
    const double whole = 2 * YEE_PI / WAVE;
    k[1] = oblique ? 2 * YEE_PI / ACROSS : 0;
    k[0] = sqrt(whole * whole - k[1] * k[1]);
}

/* Runs it; *back: the reflection as a ratio of amplitudes. */
static yee_status run_beam(beam *b, double *back)
{
    const yee_grid *g = &yee_model_problem(b->model)->grid;
    const int64_t *e = g->extent[YEE_EZ];
    double k[2];
    wave_numbers(b->oblique, k);
    for (int64_t i = 0; i < e[0]; i++)
        for (int64_t j = 0; j < e[1]; j++) {
            const double x = (double)i - 0.5 * (double)(b->from + b->to);
            b->field[0][i * e[1] * e[2] + j * e[2]] =
                exp(-0.5 * x * x / (WIDTH * WIDTH)) * cos(k[0] * x + k[1] * (double)j);
        }
    const double before = energy_of(b);
    /* to an end and back, through half of a layer on the way: where the front of the layer
     * reflects, where the wall does, or anything between, it is in the middle then */
    const double way = MIDDLE + (double)b->from;
    const double cells = YEE_C0 * g->dt / 1e-3 * k[0] * WAVE / (2 * YEE_PI); /* a step */
    yee_status status = yee_simulation_write(b->simulation, YEE_EZ, b->field[0]);
    if (!status)
        status = yee_simulation_run(b->simulation, (int64_t)(way / cells), NULL, NULL);
    for (int n = 0; n < 3 && !status; n++)
        status = yee_simulation_read(b->simulation, component[n], b->field[n]);
    *back = sqrt(energy_of(b) / before);
    return status;
}

static double decibels(double ratio) { return 20 * log10(fmax(ratio, 1e-15)); }

/* Share of the amplitude left after the way to the wall and back, by the plugin alone, where the
 * wave goes on as it came: exp(-2 k_x integral of -Im s) of a stretch s = kappa + sigma/(alpha +
 * j w eps0), and exp(-2 integral of the rate/(c cos)) of a damping; the integrals by the middles
 * of the half cells. */
static double promised(const yee_instance *it, const yee_closure *closure, bool oblique)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    const int64_t layer = closure->layer + closure->damped;
    const double cell = 1e-3, thickness = (double)layer * cell;
    double width[MIDDLE + 2 * THICKEST], k[2], sum = 0;
    for (int i = 0; i < MIDDLE + 2 * THICKEST; i++)
        width[i] = cell;
    yee_face face = {.size = sizeof face,
                     .cells = MIDDLE + 2 * layer,
                     .width = width,
                     .dt = 0.7 * cell / YEE_C0,
                     .eps_r = 1,
                     .mu_r = 1};
    yee_face all[6];
    check_faces(&face, all);
    wave_numbers(oblique, k);
    const double omega = 2 * YEE_PI * YEE_C0 / (WAVE * cell), w = omega * YEE_EPS0;
    const double slant = k[0] * WAVE / (2 * YEE_PI);
    for (int64_t n = 0; n < 2 * layer; n++) {
        const double depth = 0.5 * ((double)n + 0.5) * cell;
        yee_stretch s = {1, 0, 0};
        double rate = 0;
        if (closure->layer)
            YEE_CALL_RAW(it, ops, stretch, &it->host, it->config, &face, depth, thickness, &s);
        else
            YEE_CALL_RAW(it, ops, damping, &it->host, it->config, &face, depth, thickness,
                         &rate);
        sum += 0.5 * (closure->layer ? k[0] * s.sigma * w / (s.alpha * s.alpha + w * w)
                                     : rate * cell / (YEE_C0 * slant));
    }
    return exp(-2 * sum);
}

/* dB: a layer of 5 cells sends back -40 dB (core/selftest/layers.c), damped cells as thick as a
 * wave -20 dB at 45 degrees (boundaries/absorber.c): 20 and 10 dB more are left to others. One
 * that by itself takes less may send back that much and 3 dB, but never like a wall. */
static double bound_of(const yee_closure *closure, double taken)
{
    const double usual = closure->layer ? -20 : -10;
    return fmin(fmax(usual, decibels(taken) + 3), -1);
}

/* A sheet of one cell reflects by design, and damped cells thinner than a wave have no bound. */
static bool is_bound(const yee_closure *closure)
{
    return closure->layer > 1 || closure->damped >= WAVE;
}

/* dB that a wall with a sheet Y sends back of a wave with E along z, which falls on it at the angle
 * a: |R| = |cos a - Y eta|/|cos a + Y eta|, of a wall alone 0 dB; from the least to the most over
 * the beam's band, 20 % to either side. */
static void wall_of(const yee_closure *closure, bool oblique, double db[2])
{
    double k[2];
    wave_numbers(oblique, k);
    const double slant = k[0] * WAVE / (2 * YEE_PI);
    db[0] = INFINITY;
    db[1] = -INFINITY;
    for (int n = -4; n <= 4; n++) {
        const double omega = 2 * YEE_PI * YEE_C0 / (WAVE * 1e-3) * (1 + 0.05 * n);
        const yee_complex v = yee_response_value(&closure->sheet[2], YEE_EPS0, omega);
        const double complex y = I * omega * YEE_EPS0 * (v.re + I * v.im) * YEE_ETA0;
        const double back = decibels(cabs((slant - y) / (slant + y)));
        db[0] = fmin(db[0], back);
        db[1] = fmax(db[1], back);
    }
}

/* Whether a wall sends back what it should. Both beams meet in the middle, and H is half a step
 * behind E there: cos^2(p) + sin^2(p - q) = 1 +- sin q with q = omega dt/2 = 0.11, 0.5 dB. What is
 * below -30 dB is the grid's own affair. */
static bool is_wall(double measured, const double db[2])
{
    const double floor = -30, more = 0.5;
    return fmax(measured, floor) >= fmax(db[0], floor) - more &&
           fmax(measured, floor) <= fmax(db[1], floor) + more;
}

bool check_reflection(check *c, const yee_instance *it, const yee_closure *closure, bool both)
{
    const int64_t layer = closure->layer + closure->damped;
    double db[2][2] = {{0, 0}, {0, 0}};
    if (layer > THICKEST || closure->rule == YEE_FACE_PERIODIC)
        return true;
    void (*const log)(void *, yee_level, const char *) = c->session->diag.log;
    c->session->diag.log = NULL;
    bool good = true;
    for (int n = 0; n < (both ? 4 : 2) && good; n++) {
        const bool oblique = n % 2, f64 = n / 2;
        double back = 1;
        beam b;
        yee_status status = open_beam(c, it, layer, oblique, f64, &b);
        if (!status)
            status = run_beam(&b, &back);
        close_beam(&b);
        if (status) {
            check_judge(c, false, "a run in a small grid: %s", yee_session_error(c->session));
            good = false;
            break;
        }
        const double taken = layer ? promised(it, closure, oblique) : 1;
        const double bound = bound_of(closure, taken);
        double wall[2];
        wall_of(closure, oblique, wall);
        db[f64][oblique] = decibels(back);
        if (!layer)
            good = is_wall(db[f64][oblique], wall);
        else if (is_bound(closure))
            good = db[f64][oblique] <= bound;
        if (!good && layer)
            check_judge(c, false,
                        "%s: of %lld cells %.1f dB come back at %d degrees (f%d), the bound is "
                        "%.1f dB; by themselves they take %.1f dB",
                        closure->layer ? "stretch()" : "damping()", (long long)layer,
                        db[f64][oblique], oblique ? 45 : 0, f64 ? 64 : 32, bound,
                        decibels(taken));
        else if (!good)
            check_judge(
                c, false,
                "close(): a wall sends back %.2f dB at %d degrees (f%d), not %.2f to %.2f",
                db[f64][oblique], oblique ? 45 : 0, f64 ? 64 : 32, wall[0], wall[1]);
    }
    c->session->diag.log = log;
    if (good && both && !layer)
        snprintf(c->note, sizeof c->note,
                 "a wall sends back what it should (%.1f dB at 0, %.1f dB at 45 "
                 "degrees)",
                 db[0][0], db[0][1]);
    else if (good && both)
        snprintf(
            c->note, sizeof c->note,
            "%.1f dB come back at 0 and %.1f dB at 45 degrees (f64: %.1f and %.1f dB), %s %.0f "
            "dB",
            db[0][0], db[0][1], db[1][0], db[1][1],
            is_bound(closure) ? "bound" : "too thin for the bound of",
            bound_of(closure, promised(it, closure, true)));
    return good;
}
