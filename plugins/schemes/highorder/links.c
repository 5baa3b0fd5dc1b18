/* links.c: which points have a difference of their own; sites.c, cuts.c and stencils.c say what
 * it is. */
#include "builder.h"
#include <math.h>
#include <stdio.h>

double links_velocity(const yee_problem *q)
{
    double least[2] = {INFINITY, INFINITY};
    for (int64_t n = 0; n < q->media; n++) {
        const yee_medium *m = &q->medium[n];
        if (m->conductor == YEE_NOT_CONDUCTOR)
            least[m->magnetic] = fmin(least[m->magnetic], m->response.inf);
    }
    return YEE_C0 /
           sqrt((isfinite(least[0]) ? least[0] : 1) * (isfinite(least[1]) ? least[1] : 1));
}

/* What surrounds a point: the sites of both fields where they are the same within reach. */
typedef struct surroundings {
    bool nothing; /* the bulk's weights, or no field */
    bool alike;   /* one site each, far from walls: known by these two */
    uint32_t own, other;
} surroundings;

static surroundings look_around(const stencil *s, int64_t index)
{
    const builder *b = s->b;
    const int64_t *n = b->grid->extent[s->source], *m = b->grid->extent[s->c];
    const int64_t reach = b->scheme->reach;
    surroundings p = {.alike = true};
    int64_t y[3];
    for (int a = 0; a < 3; a++) {
        y[a] = s->x[a] < n[a] ? s->x[a] : n[a] - 1;
        if (!b->grid->axis[a].invariant)
            p.alike =
                p.alike && s->x[a] >= reach && s->x[a] + reach < n[a] && s->x[a] + reach < m[a];
    }
    const int64_t other = yee_grid_index(b->grid, s->source, y[0], y[1], y[2]);
    const uint32_t low = b->low[s->source][other], high = b->high[s->source][other];
    const uint32_t least = b->low[s->c][index], most = b->high[s->c][index];
    const bool hybrid = b->scheme->inside == WIDE_HYBRID;
    const bool one =
        low == high && high < BUILDER_CUT && (!hybrid || (least == most && most < BUILDER_CUT));
    p.own = least;
    p.other = low;
    p.alike = p.alike && one;
    p.nothing = b->code[s->c][index] == BUILDER_METAL || low == BUILDER_METAL ||
                (one && b->site[low].set == 0 && (!hybrid || b->site[least].set == 0));
    return p;
}

static bool walk(builder *b, int c, int axis)
{
    const yee_grid *g = b->grid;
    stencil s = {.b = b,
                 .c = c,
                 .source = (yee_is_electric(c) ? YEE_HX : YEE_EX) + 3 - axis - yee_direction(c),
                 .axis = axis};
    const int along = g->axis[YEE_Z].invariant ? YEE_Y : YEE_Z;
    patterns_open(&b->out, c, axis);
    if (!g->active[c] || axis == yee_direction(c) || g->axis[axis].invariant)
        return true;
    int64_t *x = s.x, known = -1;
    surroundings before = {0};
    stencil_open(&s);
    for (x[0] = g->begin[c][0]; x[0] < g->end[c][0]; x[0]++)
        for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
            for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++) {
                link_term term[9 * BUILDER_WINDOW];
                const int64_t to = yee_grid_index(g, c, x[0], x[1], x[2]);
                const int64_t from = yee_grid_index(g, s.source, x[0], x[1], x[2]);
                const bool joins = x[along] > g->begin[c][along];
                const surroundings now = look_around(&s, to);
                if (now.nothing)
                    continue;
                if (known >= 0 && now.alike && now.own == before.own &&
                    now.other == before.other) {
                    if (!patterns_again(&b->out, to, from, joins, known))
                        return false;
                    continue;
                }
                const int64_t count = stencil_terms(&s, from, term);
                if (count == 0)
                    continue;
                const int64_t number = patterns_add(&b->out, to, from, joins, term, count);
                if (number < 0)
                    return false;
                if (now.alike) {
                    before = now;
                    known = number;
                }
            }
    return true;
}

static bool build(builder *b, const wide_wave *bulk)
{
    bool ok = sites_make(b, bulk);
    if (!ok || (!b->metal && b->sets == 1 && b->scheme->inside == WIDE_HYBRID))
        return ok;
    ok = cuts_make(b);
    for (int c = 0; c < YEE_COMPONENTS && ok; c++)
        for (int axis = 0; axis < 3 && ok; axis++)
            ok = walk(b, c, axis);
    return ok;
}

/* Whether all points have the weights of the fastest medium, as the media alone tell. */
static bool plain(const yee_problem *q, bool by_medium)
{
    const yee_medium *first[2] = {NULL, NULL};
    for (int64_t n = 0; n < q->media; n++) {
        const yee_medium *m = &q->medium[n], **f = &first[m->magnetic];
        if (m->conductor != YEE_NOT_CONDUCTOR ||
            (*f && (by_medium || m->response.inf != (*f)->response.inf)))
            return false;
        *f = m;
    }
    return true;
}

yee_status links_make(const yee_host *host, const wide_scheme *s, const wide_config *config,
                      const wide_wave *bulk, const yee_problem *problem, wide_links **made)
{
    builder b = {.scheme = s, .config = config, .problem = problem, .grid = &problem->grid};
    *made = NULL;
    if (s->inside == WIDE_NOTHING || plain(problem, s->inside == WIDE_LINKS))
        return YEE_OK;
    wide_cell(b.grid, b.d);
    bool ok = build(&b, bulk);
    if (ok && b.out.links.runs > 0) {
        *made = patterns_close(&b.out);
        ok = *made != NULL;
    }
    if (ok && *made) {
        (*made)->metal = b.metal;
        (*made)->sets = b.sets;
    }
    sites_free(&b);
    cuts_free(&b);
    patterns_free(&b.out);
    return ok ? YEE_OK
              : host->fail(host, YEE_MEMORY,
                           "no memory for the links of %s beside metal and other media",
                           s->name);
}

int links_print(const wide_links *l, int passes, bool levels, char *text, size_t size)
{
    if (!l)
        return snprintf(text, size,
                        "limit: by its relation, no difference inside the grid is another one");
    return snprintf(text, size,
                    "%s%s%s: %lld differences of their own in %lld patterns, %lld set%s of "
                    "weights\nlimit: %d passes of these sweeps, with eps and mu at infinite "
                    "frequency, found no eigenvalue above what this dt allows; %s",
                    l->metal ? "links cut at metal" : "", l->metal && l->sets > 1 ? ", " : "",
                    l->sets > 1 || !l->metal ? "weights of each medium" : "",
                    (long long)l->points, (long long)l->patterns, (long long)l->sets,
                    l->sets == 1 ? "" : "s", passes,
                    levels ? "the largest sigma dt/eps is taken off that"
                           : "losses and poles do not lower it");
}
