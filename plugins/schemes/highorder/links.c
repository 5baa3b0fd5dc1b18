/* links.c: which points have a difference of their own, and what it is. */
#include "links.h"
#include "patterns.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a point is to a link: the number of its site, or one of these. */
static const uint32_t METAL = UINT32_MAX, CUT = UINT32_MAX - 1;

/* A velocity, and where links end at interfaces a medium; both fields' weights in it. */
typedef struct site {
    double slow; /* (c of vacuum/velocity)^2 */
    uint32_t medium;
    int64_t set;
    int64_t next; /* of the same hash, -1: none */
} site;

typedef struct set {
    wide_weights w[2][3][3]; /* [H, E][axis of the difference][direction updated] */
} set;

enum { BUCKETS = 1024 };

typedef struct builder {
    const wide_scheme *scheme;
    const wide_config *config;
    const yee_problem *problem;
    const yee_grid *grid;
    double d[3];
    int64_t sites, sets, room, set_room;
    site *site;
    int64_t bucket[BUCKETS]; /* first site of a hash, -1: none */
    set *set;                /* set[0]: the bulk's */
    uint32_t *code[YEE_COMPONENTS];
    uint32_t *low[YEE_COMPONENTS], *high[YEE_COMPONENTS]; /* of the codes within reach */
    bool metal;
    patterns out;
} builder;

/* The image of a point beyond the ends of an axis, and its sign. */
static int fold(const yee_grid *g, int c, int64_t x[3])
{
    int sign = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *l = &g->axis[a];
        const int64_t n = g->extent[c][a];
        const int half = yee_half(c, a);
        if (l->invariant)
            x[a] = 0;
        else if (l->periodic)
            x[a] = (x[a] % n + n) % n;
        while (x[a] < 0 || x[a] >= n) {
            const int side = x[a] >= n;
            x[a] = side ? 2 * (n - 1) + half - x[a] : -half - x[a];
            sign *= (l->face[side] == YEE_FACE_PMC) == (half == 1) ? -1 : 1;
        }
    }
    return sign;
}

static const yee_medium *medium_at(const builder *b, int c, int64_t index)
{
    return &b->problem->medium[yee_problem_medium(b->problem, c, index)];
}

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

/* ---- sites ---- */

/* Its own eps or mu times the mean of the other over the points that its curl reads; of equal
 * values the mean is to be that value to the last bit. */
static double slowness(const builder *b, int c, const int64_t x[3], const yee_medium *own)
{
    const int d = yee_direction(c);
    double sum = 0, least = INFINITY, most = 0;
    int count = 0;
    for (int n = 1; n < 3; n++) {
        const int a = (d + n) % 3, other = (yee_is_electric(c) ? YEE_HX : YEE_EX) + 3 - d - a;
        if (b->grid->axis[a].invariant || !b->grid->active[other])
            continue;
        for (int side = 0; side < 2; side++) {
            int64_t y[3] = {x[0], x[1], x[2]};
            y[a] += side - yee_half(other, a);
            fold(b->grid, other, y);
            const yee_medium *m =
                medium_at(b, other, yee_grid_index(b->grid, other, y[0], y[1], y[2]));
            if (m->conductor != YEE_NOT_CONDUCTOR)
                continue;
            sum += m->response.inf;
            least = fmin(least, m->response.inf);
            most = fmax(most, m->response.inf);
            count++;
        }
    }
    return own->response.inf * (count == 0 ? 1 : least == most ? most : sum / count);
}

static void weigh_wave(const builder *b, const wide_wave *wave, set *s)
{
    memset(s, 0, sizeof *s);
    for (int electric = 0; electric < 2; electric++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++)
                if (a != d && b->d[a] > 0)
                    wide_weigh(b->scheme, wave, electric, a, d, s->w[electric][a][d]);
}

static void weigh(const builder *b, double slow, set *s)
{
    const wide_wave wave = wide_wave_of(b->config, b->d, b->grid->dt, YEE_C0 / sqrt(slow));
    weigh_wave(b, &wave, s);
}

/* The number of a set of weights; -1: no memory. */
static int64_t find_set(builder *b, const set *s)
{
    for (int64_t n = 0; n < b->sets; n++)
        if (!memcmp(&b->set[n], s, sizeof *s))
            return n;
    if (b->sets == b->set_room) {
        const int64_t room = 2 * b->set_room + 4;
        set *more = realloc(b->set, (size_t)room * sizeof *more);
        if (!more)
            return -1;
        b->set = more;
        b->set_room = room;
    }
    b->set[b->sets] = *s;
    return b->sets++;
}

static int64_t find_site(builder *b, double slow, uint32_t medium)
{
    uint64_t word;
    memcpy(&word, &slow, sizeof word);
    int64_t *first = &b->bucket[((word + medium) * 0x9e3779b97f4a7c15u >> 32) % BUCKETS];
    for (int64_t n = *first; n >= 0; n = b->site[n].next)
        if (b->site[n].slow == slow && b->site[n].medium == medium)
            return n;
    if (b->sites == b->room) {
        const int64_t room = 2 * b->room + 16;
        site *more = realloc(b->site, (size_t)room * sizeof *more);
        if (!more)
            return -1;
        b->site = more;
        b->room = room;
    }
    set s;
    weigh(b, slow, &s);
    const int64_t number = find_set(b, &s);
    if (number < 0)
        return -1;
    b->site[b->sites] = (site){slow, medium, number, *first};
    *first = b->sites;
    return b->sites++;
}

static bool place(builder *b, int c)
{
    const int64_t *n = b->grid->extent[c];
    const bool by_medium = b->scheme->inside == WIDE_LINKS;
    int64_t at = 0, x[3];
    for (x[0] = 0; x[0] < n[0]; x[0]++)
        for (x[1] = 0; x[1] < n[1]; x[1]++)
            for (x[2] = 0; x[2] < n[2]; x[2]++, at++) {
                const yee_medium *m = medium_at(b, c, at);
                if (m->conductor != YEE_NOT_CONDUCTOR) {
                    b->code[c][at] = METAL;
                    b->metal = true;
                    continue;
                }
                const uint32_t medium = by_medium ? yee_problem_medium(b->problem, c, at) : 0;
                const int64_t number = find_site(b, slowness(b, c, x, m), medium);
                if (number < 0)
                    return false;
                b->code[c][at] = (uint32_t)number;
            }
    return true;
}

/* ---- metal ---- */

/* Cuts the links of all points within reach (half cells) of the conductor at x of component c.
 */
static void cut_around(builder *b, int c, const int64_t x[3], int reach)
{
    const yee_grid *g = b->grid;
    for (int o = 0; o < YEE_COMPONENTS; o++) {
        int64_t lo[3], hi[3], y[3], z[3];
        for (int a = 0; a < 3; a++) {
            const int shift = yee_half(c, a) - yee_half(o, a); /* half cells */
            const bool here = g->axis[a].invariant;
            lo[a] = here ? 0 : x[a] - (reach - shift) / 2;
            hi[a] = here ? 0 : x[a] + (reach + shift) / 2;
        }
        for (y[0] = lo[0]; g->active[o] && y[0] <= hi[0]; y[0]++)
            for (y[1] = lo[1]; y[1] <= hi[1]; y[1]++)
                for (y[2] = lo[2]; y[2] <= hi[2]; y[2]++) {
                    memcpy(z, y, sizeof z);
                    fold(g, o, z);
                    uint32_t *code = &b->code[o][yee_grid_index(g, o, z[0], z[1], z[2])];
                    if (*code != METAL)
                        *code = CUT;
                }
    }
}

/* A link may not pass a sheet of metal. One of a cell that does has an end within half a cell
 * of it, or on it; one of two cells within a cell. */
static void cut(builder *b)
{
    const int reach = b->scheme->reach - 1; /* longest link, cells */
    for (int c = 0; c < YEE_COMPONENTS && b->metal; c++) {
        const int64_t *n = b->grid->extent[c];
        int64_t at = 0, x[3];
        if (!b->grid->active[c])
            continue;
        for (x[0] = 0; x[0] < n[0]; x[0]++)
            for (x[1] = 0; x[1] < n[1]; x[1]++)
                for (x[2] = 0; x[2] < n[2]; x[2]++, at++)
                    if (b->code[c][at] == METAL)
                        cut_around(b, c, x, reach);
    }
}

/* ---- points whose surroundings are all alike ---- */

/* The least and the largest code within radius along an axis. */
static void spread(const yee_grid *g, int c, int axis, int64_t radius, uint32_t *low,
                   uint32_t *high, uint32_t *line)
{
    const int64_t *e = g->extent[c], n = e[axis];
    const int64_t stride = axis == 2 ? 1 : axis == 1 ? e[2] : e[1] * e[2];
    const int64_t lines = e[0] * e[1] * e[2] / n;
    for (int64_t l = 0; l < lines; l++) {
        const int64_t from = l / stride * stride * n + l % stride;
        for (int64_t i = 0; i < n; i++) {
            line[i] = low[from + i * stride];
            line[n + i] = high[from + i * stride];
        }
        for (int64_t i = 0; i < n; i++)
            for (int64_t o = -radius; o <= radius; o++) {
                int64_t at = i + o;
                if (g->axis[axis].periodic)
                    at = (at % n + n) % n;
                if (at < 0 || at >= n)
                    continue; /* its image is among the others */
                uint32_t *a = &low[from + i * stride], *z = &high[from + i * stride];
                *a = line[at] < *a ? line[at] : *a;
                *z = line[n + at] > *z ? line[n + at] : *z;
            }
    }
}

static bool survey(builder *b)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = b->grid->extent[c], points = yee_grid_points(b->grid, c);
        const int64_t longest = e[0] > e[1] ? e[0] : e[1];
        const size_t bytes = (size_t)points * sizeof(uint32_t);
        uint32_t *line = malloc(2 * (size_t)(longest > e[2] ? longest : e[2]) * sizeof *line);
        b->low[c] = malloc(bytes + !bytes);
        b->high[c] = malloc(bytes + !bytes);
        if (!line || !b->low[c] || !b->high[c]) {
            free(line);
            return false;
        }
        memcpy(b->low[c], b->code[c], bytes);
        memcpy(b->high[c], b->code[c], bytes);
        for (int a = 0; a < 3; a++)
            if (!b->grid->axis[a].invariant)
                spread(b->grid, c, a, b->scheme->reach, b->low[c], b->high[c], line);
        free(line);
    }
    return true;
}

/* ---- differences ---- */

enum { WINDOW = 2 * WIDE_REACH };

/* One difference: of source along axis at the point x of a component. Weights of the source's
 * points by their places from the lower of Yee's two on, [.. - reach + 1][along the component's
 * direction][along the source's]. */
typedef struct stencil {
    const builder *b;
    int c, source, axis;
    int offsets, offset[9 * WINDOW][3]; /* links there are */
    int64_t x[3];
    double w[WINDOW][3][3];
} stencil;

/* Sum over all pairs that reach at least as far. */
static double link_weight(const stencil *s, int64_t number, const int o[3])
{
    const int d = yee_direction(s->c), across = (o[1] ? 1 : 0) + (o[2] ? 2 : 0);
    const set *from = &s->b->set[number];
    const double(*w)[WIDE_ACROSS] = from->w[yee_is_electric(s->c)][s->axis][d];
    double sum = 0;
    for (int p = abs(o[0]); p < WIDE_REACH; p++)
        sum += w[p][across];
    return sum;
}

/* o: along the axis, the component's direction and the source's. */
static void moved(const stencil *s, const int64_t x[3], const int o[3], int64_t y[3])
{
    memcpy(y, x, 3 * sizeof *y);
    y[s->axis] += o[0];
    y[yee_direction(s->c)] += o[1];
    y[yee_direction(s->source)] += o[2];
}

static uint32_t code_at(const builder *b, int c, int64_t x[3])
{
    fold(b->grid, c, x);
    return b->code[c][yee_grid_index(b->grid, c, x[0], x[1], x[2])];
}

/* The weight of the link from x to x + o among the points of c. */
static double linked(const stencil *s, int c, const int64_t x[3], const int o[3])
{
    static const int nowhere[3] = {0, 0, 0};
    const builder *b = s->b;
    int64_t from[3], to[3];
    moved(s, x, nowhere, from);
    moved(s, x, o, to);
    const uint32_t i = code_at(b, c, from), j = code_at(b, c, to);
    if (i >= CUT || j >= CUT || b->site[i].medium != b->site[j].medium)
        return 0;
    return 0.5 * (link_weight(s, b->site[i].set, o) + link_weight(s, b->site[j].set, o));
}

static void add(stencil *s, int along, const int o[3], double weight)
{
    s->w[s->b->scheme->reach - 1 + along + o[0]][1 + o[1]][1 + o[2]] += weight;
}

static void add_pair(stencil *s, const int o[3], double weight)
{
    add(s, 1, o, weight);
    add(s, 0, o, -weight);
}

/* Minus what all points have. */
static void subtract_bulk(stencil *s)
{
    const int reach = s->b->scheme->reach, d = yee_direction(s->c);
    const set *bulk = &s->b->set[0];
    const double(*w)[WIDE_ACROSS] = bulk->w[yee_is_electric(s->c)][s->axis][d];
    for (int p = 0; p < reach; p++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++) {
                const double weight = w[p][(m ? 1 : 0) + (n ? 2 : 0)];
                s->w[reach + p][1 + m][1 + n] -= weight;
                s->w[reach - 1 - p][1 + m][1 + n] += weight;
            }
}

static void add_links(stencil *s, const int o[3])
{
    static const int nowhere[3] = {0, 0, 0};
    const bool hybrid = s->b->scheme->inside == WIDE_HYBRID;
    if (hybrid) {
        const double weight = 0.5 * linked(s, s->c, s->x, o);
        add_pair(s, o, weight);
        add_pair(s, nowhere, -weight);
    }
    for (int side = 0; side < 2; side++) {
        int64_t y[3] = {s->x[0], s->x[1], s->x[2]};
        y[s->axis] += side - yee_half(s->source, s->axis);
        const double weight = (side ? 1 : -1) * (hybrid ? 0.5 : 1) * linked(s, s->source, y, o);
        add(s, side, o, weight);
        add(s, side, nowhere, -weight);
    }
}

/* The offsets of links that some medium has. */
static void find_offsets(stencil *s)
{
    const int far = s->b->scheme->reach - 1;
    int o[3];
    s->offsets = 0;
    for (o[0] = -far; o[0] <= far; o[0]++)
        for (o[1] = -1; o[1] <= 1; o[1]++)
            for (o[2] = -1; o[2] <= 1; o[2]++) {
                bool any = false;
                for (int64_t n = 0; n < s->b->sets && (o[0] || o[1] || o[2]); n++)
                    any = any || link_weight(s, n, o) != 0;
                if (any)
                    memcpy(s->offset[s->offsets++], o, sizeof o);
            }
}

static void difference(stencil *s)
{
    static const int nowhere[3] = {0, 0, 0};
    memset(s->w, 0, sizeof s->w);
    add_pair(s, nowhere, 1);
    for (int n = 0; n < s->offsets; n++)
        add_links(s, s->offset[n]);
    subtract_bulk(s);
}

/* Rounding of weights near 1. */
static const double NOTHING = 1e-14;

/* The terms of a stencil on the points that are there; fields in conductors are 0. */
static int64_t collect(stencil *s, int64_t base, link_term *term)
{
    const builder *b = s->b;
    const yee_axis_data *l = &b->grid->axis[s->axis];
    const int64_t at = s->x[s->axis], last = b->grid->extent[s->c][s->axis] - 1;
    const bool node = !yee_half(s->c, s->axis) && !l->periodic;
    /* the spacing of a node on a PMC face is that of the half cell inside */
    const bool wall = node && ((at == 0 && l->face[0] == YEE_FACE_PMC) ||
                               (at == last && l->face[1] == YEE_FACE_PMC));
    const int reach = b->scheme->reach, low = -yee_half(s->source, s->axis) - (reach - 1);
    int64_t count = 0;
    for (int q = 0; q < 2 * reach; q++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++) {
                const int o[3] = {low + q, m, n};
                const double weight = s->w[q][1 + m][1 + n] * (wall ? 0.5 : 1);
                int64_t y[3];
                if (fabs(weight) < NOTHING)
                    continue;
                moved(s, s->x, o, y);
                const int sign = fold(b->grid, s->source, y);
                const int64_t index = yee_grid_index(b->grid, s->source, y[0], y[1], y[2]);
                if (b->code[s->source][index] != METAL)
                    term[count++] = (link_term){index - base, sign * weight};
            }
    return patterns_merge(term, count, NOTHING);
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
    const bool one = low == high && high < CUT && (!hybrid || (least == most && most < CUT));
    p.own = least;
    p.other = low;
    p.alike = p.alike && one;
    p.nothing = b->code[s->c][index] == METAL || low == METAL ||
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
    find_offsets(&s);
    for (x[0] = g->begin[c][0]; x[0] < g->end[c][0]; x[0]++)
        for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
            for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++) {
                link_term term[9 * WINDOW];
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
                difference(&s);
                const int64_t count = collect(&s, from, term);
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
    set all;
    bool ok;
    for (int n = 0; n < BUCKETS; n++)
        b->bucket[n] = -1;
    weigh_wave(b, bulk, &all);
    ok = find_set(b, &all) == 0;
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        b->code[c] = malloc((size_t)yee_grid_points(b->grid, c) * sizeof *b->code[c] + 1);
        ok = b->code[c] && place(b, c);
    }
    if (!ok || (!b->metal && b->sets == 1 && b->scheme->inside == WIDE_HYBRID))
        return ok;
    cut(b);
    ok = survey(b);
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
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        free(b.code[c]);
        free(b.low[c]);
        free(b.high[c]);
    }
    free(b.site);
    free(b.set);
    patterns_free(&b.out);
    return ok ? YEE_OK
              : host->fail(host, YEE_MEMORY,
                           "no memory for the links of %s beside metal and other media",
                           s->name);
}
