/* cases.c: random problems for schemes. */
#include "builder.h"
#include "problem/media/damping.h"
#include "problem/media/section.h"
#include <math.h>
#include <stdio.h>

const char *const case_form[CASE_FORMS] = {"media",  "sections", "magnetic", "graded",
                                           "layers", "periodic", "pmc",      "points",
                                           "ports",  "taps",     "planar"};

/* Cells of an axis; large grids keep below 30000 in all. */
static int64_t draw_cells(builder *b, int axis)
{
    int64_t most = 12;
    if (b->cells)
        return b->cells[axis];
    if (has(b, CASE_LARGE)) {
        int64_t left = 30000;
        for (int a = 0; a < axis; a++)
            left /= b->p->grid.axis[a].cells;
        most = axis == 2 || coin(&b->r) ? 70 : most;
        most = most < left ? most : left;
    }
    return whole(&b->r, 1, most);
}

static void set_axis(builder *b, int axis, bool invariant)
{
    yee_axis_data *a = &b->p->grid.axis[axis];
    a->invariant = invariant;
    a->cells = invariant ? 1 : draw_cells(b, axis);
    a->periodic = (invariant || has(b, CASE_PERIODIC)) && coin(&b->r);
    for (int side = 0; side < 2; side++) {
        a->face[side] = a->periodic                       ? YEE_FACE_PERIODIC
                        : has(b, CASE_PMC) && coin(&b->r) ? YEE_FACE_PMC
                                                          : YEE_FACE_PEC;
        int64_t left = a->cells - a->layer[0];
        if (has(b, CASE_LAYERS) && !a->periodic && !invariant && left > 0)
            a->layer[side] = whole(&b->r, 0, left);
    }
    double *node = builder_alloc(b, a->cells + 1, sizeof *node);
    if (!node)
        return;
    for (int64_t i = 0; i < a->cells; i++)
        node[i + 1] = node[i] + (has(b, CASE_GRADED) ? real(&b->r, 0.5e-3, 2e-3) : 1e-3);
    a->node = node;
}

/* Width of the dual cell around a node: half of it lies beyond a face unless that is PMC. */
static double dual(const yee_axis_data *a, int64_t i)
{
    double first = a->node[1] - a->node[0];
    double last = a->node[a->cells] - a->node[a->cells - 1];
    bool ends = i == 0 || i == a->cells;
    if (ends && a->periodic)
        return 0.5 * (first + last);
    if (ends) {
        double width = i == 0 ? first : last;
        return a->face[i > 0] == YEE_FACE_PMC ? 0.5 * width : width;
    }
    return 0.5 * (a->node[i + 1] - a->node[i - 1]);
}

/* Random absorbing profiles in the layers, inverse spacings everywhere. */
static void stretch_axis(builder *b, int axis)
{
    yee_axis_data *a = &b->p->grid.axis[axis];
    bool layered = a->layer[0] || a->layer[1];
    for (int node = 0; node < 2; node++) {
        int64_t n = a->cells + node;
        double *inverse = builder_alloc(b, n, sizeof *inverse),
               *pb = builder_alloc(b, n, sizeof *pb), *pc = builder_alloc(b, n, sizeof *pc);
        if (!b->ok)
            return;
        for (int64_t i = 0; i < n && !a->invariant; i++) {
            double width = node ? dual(a, i) : a->node[i + 1] - a->node[i], kappa = 1;
            if (i < a->layer[0] || i >= a->cells + node - a->layer[1]) {
                kappa = real(&b->r, 1, 4);
                double sigma = real(&b->r, 0, 2), alpha = real(&b->r, 0, 0.2);
                pb[i] = exp(-(sigma / kappa + alpha) * b->p->grid.dt / YEE_EPS0);
                pc[i] = sigma * (pb[i] - 1) / (kappa * (sigma + kappa * alpha)) / width;
            }
            inverse[i] = 1 / (kappa * width);
        }
        *(node ? &a->node_inverse : &a->half_inverse) = inverse;
        *(node ? &a->node_b : &a->half_b) = layered ? pb : NULL;
        *(node ? &a->node_c : &a->half_c) = layered ? pc : NULL;
    }
}

static void make_grid(builder *b)
{
    yee_grid *g = &b->p->grid;
    int flat = has(b, CASE_PLANAR) ? (int)whole(&b->r, 0, 2) : -1;
    bool te = coin(&b->r), normal = coin(&b->r);
    double sum = 0;
    g->size = sizeof *g;
    for (int a = 0; a < 3; a++) {
        set_axis(b, a, a == flat);
        double least = 1;
        for (int64_t i = 0; b->ok && i < g->axis[a].cells; i++)
            least = fmin(least, g->axis[a].node[i + 1] - g->axis[a].node[i]);
        sum += a == flat ? 0 : 1 / (least * least);
    }
    g->dt = real(&b->r, 0.5, 0.99) / (YEE_C0 * sqrt(sum));
    for (int a = 0; a < 3 && b->ok; a++)
        stretch_axis(b, a);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        g->active[c] = flat < 0 || ((yee_direction(c) == flat) == yee_is_electric(c)) != te;
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *x = &g->axis[a];
            bool on_nodes = !yee_half(c, a) && !x->periodic && !x->invariant;
            g->extent[c][a] = x->cells + on_nodes;
            /* Only E must stay 0 on a PEC; the normal H may be left out or not. */
            bool skip = on_nodes && (yee_is_electric(c) || normal);
            g->begin[c][a] = skip && x->face[0] == YEE_FACE_PEC;
            g->end[c][a] = g->extent[c][a] - (skip && x->face[1] == YEE_FACE_PEC);
        }
    }
}

static yee_pole make_pole(chance *r, double dt)
{
    double w = real(r, 0.01, 0.5) / dt, g = real(r, 0.001, 0.3) / dt, d = real(r, 0.1, 5);
    switch (whole(r, 0, 2)) {
    case 0: /* Debye */
        return (yee_pole){0, d, 1, dt * pow(10, real(r, 0, 3)), 0};
    case 1: /* Drude */
        return (yee_pole){0, w * w, 0, g, 1};
    default: /* Lorentz */
        return (yee_pole){0, d * w * w, w * w, 2 * g, 1};
    }
}

/* n media of one kind at *count; the first is vacuum unless all have poles. */
static void make_media(builder *b, bool magnetic, int64_t n, yee_medium *medium,
                       yee_update *update, yee_section *section)
{
    yee_problem *p = b->p;
    double base = magnetic ? YEE_MU0 : YEE_EPS0, unit = magnetic ? 1e3 : 1e-2;
    bool plain = magnetic && !has(b, CASE_MAGNETIC);
    for (int64_t m = 0; m < n; m++, p->media++) {
        yee_medium *x = &medium[p->media];
        x->magnetic = magnetic;
        x->response.inf = 1;
        x->name = "random";
        if (has(b, CASE_MEDIA) && !plain && m > 0) {
            x->response.inf = real(&b->r, 1, 5);
            x->response.sigma = coin(&b->r) ? unit * real(&b->r, 0, 10) : 0;
        }
        if (has(b, CASE_SECTIONS) && !plain && (n == 1 || coin(&b->r))) {
            yee_pole *poles = builder_alloc(b, 3, sizeof *poles);
            x->response.pole_count = (size_t)whole(&b->r, 1, 3);
            for (size_t k = 0; b->ok && k < x->response.pole_count; k++)
                poles[k] = make_pole(&b->r, p->grid.dt);
            x->response.poles = poles;
        }
        /* as in front of a face whose media are damped */
        if (has(b, CASE_LAYERS) && !plain && whole(&b->r, 0, 2) == 0) {
            const yee_response own = x->response;
            b->ok = b->ok &&
                    yee_response_damp(b->t->arena, &own, base,
                                      pow(10, real(&b->r, -3, 0)) / p->grid.dt, &x->response);
        }
        if (!b->ok)
            return;
        yee_update *u = &update[p->media];
        if (has(b, CASE_MEDIA) && !plain && n > 2 && m == n - 1) {
            x->conductor = magnetic ? YEE_PERFECT_MAGNETIC : YEE_PERFECT_ELECTRIC;
            x->response.pole_count = 0;
            *u = (yee_update){.section = p->sections};
            continue;
        }
        yee_update_make(&x->response, base, p->grid.dt, u, section + p->sections);
        u->section = p->sections;
        p->sections += u->sections;
    }
}

static void make_ids(builder *b)
{
    yee_problem *p = b->p;
    const bool large = has(b, CASE_LARGE);
    int64_t electric = !has(b, CASE_MEDIA) ? 1 : large ? whole(&b->r, 3, 40) : 6;
    int64_t magnetic = has(b, CASE_MEDIA) && has(b, CASE_MAGNETIC) ? 4 : 1;
    yee_medium *medium = builder_alloc(b, electric + magnetic, sizeof *medium);
    yee_update *update = builder_alloc(b, electric + magnetic, sizeof *update);
    yee_section *section = builder_alloc(b, 3 * (electric + magnetic), sizeof *section);
    if (!b->ok)
        return;
    make_media(b, false, electric, medium, update, section);
    make_media(b, true, magnetic, medium, update, section);
    p->medium = medium;
    p->update = update;
    p->section = section;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        int64_t low = yee_is_electric(c) ? 0 : electric;
        int64_t high = yee_is_electric(c) ? electric - 1 : electric + magnetic - 1;
        int64_t points = yee_grid_points(&p->grid, c), run = 0;
        p->uniform[c] = (uint32_t)whole(&b->r, low, high);
        if (!has(b, CASE_MEDIA) || whole(&b->r, 0, 3) == 0)
            continue;
        uint32_t *id = builder_alloc(b, points, sizeof *id), now = 0;
        for (int64_t i = 0; b->ok && i < points; i++, run--) {
            if (run == 0) { /* stretches of one medium, some a point long */
                now = (uint32_t)whole(&b->r, low, high);
                run = whole(&b->r, 1, large && coin(&b->r) ? 200 : 6);
            }
            id[i] = now;
        }
        p->id[c] = id;
    }
}

/* Random where the problem lets a field live. */
static void make_fields(builder *b)
{
    const yee_grid *g = &b->p->grid;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        double unit = yee_is_electric(c) ? 1 : 1 / YEE_ETA0;
        double *f = b->t->initial[c] = builder_alloc(b, yee_grid_points(g, c), sizeof *f);
        if (!f || !g->active[c])
            continue;
        for (int64_t i = g->begin[c][0]; i < g->end[c][0]; i++)
            for (int64_t j = g->begin[c][1]; j < g->end[c][1]; j++)
                for (int64_t k = g->begin[c][2]; k < g->end[c][2]; k++) {
                    int64_t at = yee_grid_index(g, c, i, j, k);
                    uint32_t m = yee_problem_medium(b->p, c, at);
                    if (b->p->medium[m].conductor == YEE_NOT_CONDUCTOR)
                        f[at] = (double)(float)(unit * real(&b->r, -1, 1));
                }
    }
}

static void describe(test_case *t)
{
    const yee_axis_data *a = t->problem.grid.axis;
    size_t size = sizeof t->text;
    int used = snprintf(t->text, size,
                        "case %llu, %lld x %lld x %lld, f%d:", (unsigned long long)t->seed,
                        (long long)a[0].cells, (long long)a[1].cells, (long long)a[2].cells,
                        t->problem.precision == YEE_F32 ? 32 : 64);
    for (int f = 0; f < CASE_FORMS && used > 0 && (size_t)used < size; f++)
        if (t->forms & (1u << f))
            used += snprintf(t->text + used, size - (size_t)used, " %s", case_form[f]);
    if (t->forms & CASE_LINKS && used > 0 && (size_t)used < size)
        used += snprintf(t->text + used, size - (size_t)used, " links");
    if (t->forms & CASE_PORT_LAWS && used > 0 && (size_t)used < size)
        used += snprintf(t->text + used, size - (size_t)used, " port laws");
    if (t->forms & CASE_LAWS && used > 0 && (size_t)used < size)
        used += snprintf(t->text + used, size - (size_t)used, " laws");
    if (t->forms & CASE_CELL_LAWS && used > 0 && (size_t)used < size)
        used += snprintf(t->text + used, size - (size_t)used, " cell laws");
    if (t->forms & CASE_FIELD_LAWS && used > 0 && (size_t)used < size)
        used += snprintf(t->text + used, size - (size_t)used, " field laws");
    if (t->forms & CASE_MAGNETIC_LAWS && used > 0 && (size_t)used < size)
        snprintf(t->text + used, size - (size_t)used, " magnetic laws");
}

test_case *case_new(uint64_t seed, unsigned forms, yee_precision precision, int64_t steps)
{
    return case_sized(seed, forms, precision, steps, NULL);
}

test_case *case_sized(uint64_t seed, unsigned forms, yee_precision precision, int64_t steps,
                      const int64_t cells[3])
{
    yee_arena *arena = yee_arena_new();
    test_case *t = arena ? yee_arena_alloc(arena, sizeof *t) : NULL;
    if (!t) {
        yee_arena_free(arena);
        return NULL;
    }
    builder b = {t, &t->problem, {seed * 0x2545f4914f6cdd1du + forms}, true, cells};
    t->arena = arena;
    t->seed = seed;
    t->forms = forms;
    b.p->size = sizeof *b.p;
    b.p->steps = steps;
    b.p->precision = precision;
    b.p->threads = 1;
    make_grid(&b);
    if (b.ok)
        make_ids(&b);
    if (b.ok && has(&b, CASE_LAWS))
        make_laws(&b);
    if (b.ok && has(&b, CASE_CELL_LAWS))
        make_cell_laws(&b);
    if (b.ok && has(&b, CASE_FIELD_LAWS))
        make_field_laws(&b);
    if (b.ok && has(&b, CASE_MAGNETIC_LAWS))
        make_magnetic_laws(&b);
    if (b.ok && has(&b, CASE_POINTS))
        make_points(&b);
    if (b.ok && has(&b, CASE_PORTS))
        make_ports(&b);
    if (b.ok && has(&b, CASE_TAPS))
        make_taps(&b);
    if (b.ok)
        make_fields(&b);
    describe(t);
    if (b.ok)
        return t;
    case_free(t);
    return NULL;
}

void case_free(test_case *t)
{
    if (t)
        yee_arena_free(t->arena);
}
