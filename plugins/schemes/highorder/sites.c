/* sites.c: what every point is to a link: metal, or the velocity there and its weights. */
#include "builder.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
            builder_fold(b->grid, other, y);
            const yee_medium *m =
                builder_medium(b, other, yee_grid_index(b->grid, other, y[0], y[1], y[2]));
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
    int64_t *first =
        &b->bucket[((word + medium) * 0x9e3779b97f4a7c15u >> 32) % BUILDER_BUCKETS];
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
                const yee_medium *m = builder_medium(b, c, at);
                if (m->conductor != YEE_NOT_CONDUCTOR) {
                    b->code[c][at] = BUILDER_METAL;
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

bool sites_make(builder *b, const wide_wave *bulk)
{
    set all;
    for (int n = 0; n < BUILDER_BUCKETS; n++)
        b->bucket[n] = -1;
    weigh_wave(b, bulk, &all);
    bool ok = find_set(b, &all) == 0;
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        b->code[c] = malloc((size_t)yee_grid_points(b->grid, c) * sizeof *b->code[c] + 1);
        ok = b->code[c] && place(b, c);
    }
    return ok;
}

void sites_free(builder *b)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        free(b->code[c]);
    free(b->site);
    free(b->set);
}
