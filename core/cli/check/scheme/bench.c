/* core/cli/check/scheme/bench.c: a frozen problem with taps of all kinds, for one scheme and
 * precision. */
#include "bench.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void bench_fail(bench *b, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!b->failed)
        check_judge(b->c, false, "%s: %s", b->name, text);
    b->failed = true;
}

bool bench_ok(bench *b, const char *function, yee_status status)
{
    const char *sentence = yee_session_error(b->c->session);
    if (status == YEE_OK)
        return true;
    if (status < YEE_OK || status > YEE_LOST)
        bench_fail(b, "%s returned %d, which is no yee_status", function, (int)status);
    else if (!*sentence)
        bench_fail(b, "%s returned the status %d without a sentence", function, (int)status);
    else
        bench_fail(b, "%s returned the status %d: %s", function, (int)status, sentence);
    return false;
}

static double length_of(const yee_axis_data *a, bool half, int64_t i)
{
    const double *x = a->node;
    if (half || a->invariant)
        return x[i + 1] - x[i];
    const double above = i < a->cells ? x[i + 1] - x[i] : 0;
    const double below = i > 0         ? x[i] - x[i - 1]
                         : a->periodic ? x[a->cells] - x[a->cells - 1]
                                       : 0;
    return 0.5 * (above + below);
}

double bench_volume(const yee_grid *g, int c, const int64_t at[3])
{
    double volume = 1;
    for (int a = 0; a < 3; a++)
        volume *= length_of(&g->axis[a], yee_half(c, a), at[a]);
    return volume;
}

/* -- taps -- */

enum { TAPS = 24, POINTS = 5, LINES = 3 };

typedef struct maker {
    yee_arena *arena;
    yee_problem *p;
    yee_tap *tap;
    bool ok;
} maker;

/* A strided box from `skip` on along each axis that has so much. */
static yee_tap *add_box(maker *m, yee_tap_kind kind, int c, int skip, const int stride[3])
{
    yee_tap *t = &m->tap[m->p->taps++];
    *t = (yee_tap){.kind = kind, .every = 1, .last = INT64_MAX, .component = c, .values = 1};
    for (int a = 0; a < 3; a++) {
        t->hi[a] = m->p->grid.extent[c][a];
        t->lo[a] = t->hi[a] > 2 * skip ? skip : 0;
        t->stride[a] = stride[a];
        t->values *= (t->hi[a] - t->lo[a] + stride[a] - 1) / stride[a];
    }
    return t;
}

static yee_tap *add_dft(maker *m, int c, const int stride[3])
{
    yee_tap *t = add_box(m, YEE_TAP_DFT, c, 0, stride);
    double *frequency = yee_arena_alloc(m->arena, LINES * sizeof *frequency);
    m->ok = m->ok && frequency;
    for (int n = 0; frequency && n < LINES; n++)
        frequency[n] = n * 7e9;
    t->frequencies = LINES;
    t->frequency = frequency;
    t->values *= 2 * LINES;
    return t;
}

static yee_tap *add_points(maker *m)
{
    const yee_grid *g = &m->p->grid;
    int *component = yee_arena_alloc(m->arena, POINTS * sizeof *component);
    int64_t *index = yee_arena_alloc(m->arena, POINTS * sizeof *index);
    yee_tap *t = &m->tap[m->p->taps++];
    m->ok = m->ok && component && index;
    for (int n = 0, c = 0; m->ok && n < POINTS; n++, c = (c + 1) % YEE_COMPONENTS) {
        while (!g->active[c])
            c = (c + 1) % YEE_COMPONENTS;
        component[n] = c;
        index[n] = yee_grid_points(g, c) * n / POINTS + (n == POINTS - 1);
        index[n] = index[n] < yee_grid_points(g, c) ? index[n] : 0;
    }
    *t = (yee_tap){.kind = YEE_TAP_POINTS,
                   .every = 1,
                   .last = INT64_MAX,
                   .count = POINTS,
                   .point_component = component,
                   .point_index = index,
                   .values = POINTS};
    return t;
}

static yee_tap *add_pair(maker *m, yee_tap_kind kind, int64_t port)
{
    yee_tap *t = &m->tap[m->p->taps++];
    *t = (yee_tap){.kind = kind, .every = 1, .last = INT64_MAX, .port = port, .values = 2};
    return t;
}

static void plan_steps(yee_tap *t, int64_t first, int64_t every, int64_t last)
{
    t->first = first;
    t->every = every;
    t->last = last;
}

/* Every kind, with several first, every and last: due at once, seldom, until some step, at the
 * last step alone, never. */
static yee_status make_taps(bench *b)
{
    yee_problem *p = &b->problem;
    maker m = {b->model->arena, p, NULL, true};
    int e = YEE_EX, h = YEE_HZ;
    while (!p->grid.active[e])
        e++;
    while (!p->grid.active[h])
        h--;
    p->taps = 0;
    p->tap = m.tap = yee_arena_alloc(m.arena, TAPS * sizeof *m.tap);
    if (!m.tap)
        return YEE_MEMORY;
    add_box(&m, YEE_TAP_BOX, e, 0, (const int[3]){1, 1, 1});
    plan_steps(add_box(&m, YEE_TAP_BOX, h, 1, (const int[3]){2, 3, 1}), 5, 7, BENCH_STEPS - 4);
    plan_steps(add_points(&m), 3, 1, 25);
    plan_steps(add_points(&m), BENCH_STEPS, 10, INT64_MAX);
    plan_steps(add_points(&m), BENCH_STEPS + 10, 1, INT64_MAX);
    for (int64_t port = 0; port < p->ports && port < 2; port++)
        plan_steps(add_pair(&m, YEE_TAP_PORT, port), port, 1 + 2 * port, INT64_MAX);
    if (b->forms & FORM_ENERGY)
        plan_steps(add_pair(&m, YEE_TAP_ENERGY, 0), 4, 9, INT64_MAX);
    if (b->forms & FORM_DFT) {
        plan_steps(add_dft(&m, e, (const int[3]){2, 1, 2}), 0, 2, INT64_MAX);
        plan_steps(add_dft(&m, h, (const int[3]){1, 2, 1}), 10, 1, 30);
    }
    return m.ok ? YEE_OK : YEE_MEMORY;
}

/* -- the bench -- */

/* The text, and the section of the scheme with the keys of the sample; NULL: no memory. */
static char *with_keys(const yee_instance *sample, const char *text)
{
    char *whole = NULL;
    size_t size;
    FILE *out = open_memstream(&whole, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s[scheme.tried]\ntype = %s\n", text, sample->plugin->name);
    for (size_t n = 0; sample->block && n < sample->block->count; n++)
        fprintf(out, "%s = %s\n", sample->block->entry[n].key, sample->block->entry[n].value);
    return fclose(out) ? NULL : whole;
}

yee_status bench_parse(check *c, const yee_instance *sample, const char *name, const char *text,
                       bool f64, bench *b)
{
    const char *const sets[] = {"run.scheme=tried",
                                f64 ? "run.precision=f64" : "run.precision=f32"};
    char *whole = with_keys(sample, text);
    *b = (bench){.c = c, .sample = sample};
    snprintf(b->name, sizeof b->name, "%s, f%d", name, f64 ? 64 : 32);
    yee_diag_clear(&c->session->diag);
    const yee_status status =
        whole ? yee_model_parse(c->session, "check", whole, 2, sets, &b->model) : YEE_MEMORY;
    free(whole);
    if (status)
        return status;
    b->problem = *yee_model_problem(b->model);
    b->problem.threads =
        1; /* two have nothing to gain from so few cells; once they are tried */
    b->own = b->model->scheme;
    return YEE_OK;
}

yee_status bench_open(check *c, const yee_instance *sample, size_t n, unsigned forms, bool f64,
                      bench *b)
{
    unsigned most;
    char *text = forms_text(n, forms);
    yee_status status = bench_parse(c, sample, forms_model(n, &most), text ? text : "", f64, b);
    if (!text)
        status = YEE_MEMORY;
    free(text);
    b->forms = forms;
    return status ? status : make_taps(b);
}

yee_status bench_plan(bench *b)
{
    const yee_scheme_ops *ops = b->own->plugin->ops;
    void *plan = NULL;
    yee_diag_clear(&b->c->session->diag);
    const yee_status status =
        BENCH_CALL(b->own, ops, plan, &b->own->host, b->own->config, &b->problem, &plan);
    if (plan)
        BENCH_CALL_VOID(b->own, ops, destroy, plan);
    return status;
}

void bench_close(bench *b)
{
    yee_model_free(b->model);
    b->model = NULL;
}
