/* reshape.c: random problems that are to have something, or nothing of it. */
#include "reshape.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

void clear_walls(test_case *t)
{
    const yee_grid *g = &t->problem.grid;
    for (int c = 3; c < YEE_COMPONENTS; c++) {
        const int a = yee_direction(c), b = (a + 1) % 3, d = (a + 2) % 3;
        int64_t x[3];
        for (int side = 0; side < 2; side++) {
            if (g->axis[a].invariant || g->axis[a].periodic ||
                g->axis[a].face[side] != YEE_FACE_PEC)
                continue;
            x[a] = side ? g->axis[a].cells : 0;
            for (x[b] = 0; x[b] < g->extent[c][b]; x[b]++)
                for (x[d] = 0; x[d] < g->extent[c][d]; x[d]++)
                    t->initial[c][yee_grid_index(g, c, x[0], x[1], x[2])] = 0;
        }
    }
}

void take_losses(test_case *t)
{
    yee_update *update = (yee_update *)t->problem.update;
    for (int64_t m = 0; m < t->problem.media; m++)
        if (t->problem.medium[m].conductor == YEE_NOT_CONDUCTOR)
            update[m].ca = 1;
}

void thin_layers(test_case *t, int64_t most, bool even)
{
    for (int a = 0; a < 3; a++) {
        yee_axis_data *x = &t->problem.grid.axis[a];
        double *half = (double *)x->half_inverse, *node = (double *)x->node_inverse;
        if (x->invariant)
            continue;
        for (int side = 0; side < 2; side++)
            x->layer[side] = x->layer[side] < most ? x->layer[side] : most;
        for (int64_t i = x->layer[0]; even && i < x->cells - x->layer[1]; i++)
            half[i] = 1 / (x->node[1] - x->node[0]);
        for (int64_t i = x->layer[0]; even && i < x->cells + 1 - x->layer[1]; i++)
            node[i] = 1 / (x->node[1] - x->node[0]);
    }
}

void take_sections(test_case *t)
{
    yee_update *update = (yee_update *)t->problem.update;
    yee_section *section = (yee_section *)t->problem.section;
    for (int64_t m = 0; m < t->problem.media; m++)
        update[m].sections = update[m].sections > 0 ? 1 : 0;
    for (int64_t n = 0; n < t->problem.sections; n++) {
        section[n].words = 1;
        section[n].c0 = section[n].rd = 0;
    }
}

void take_third_words(test_case *t)
{
    yee_update *update = (yee_update *)t->problem.update;
    yee_section *section = (yee_section *)t->problem.section;
    for (int64_t m = 0; m < t->problem.media; m++) {
        yee_update *u = &update[m];
        yee_section *s = &section[u->section];
        if (u->sections > 1 && s->words == 2 && m % 2)
            u->sections = 1;
        if (u->sections < 2)
            continue;
        u->sections = 2;
        for (int n = 0; n < 2; n++) {
            s[n].words = 1;
            s[n].c0 = s[n].rd = 0;
        }
    }
}

void plant_low(test_case *t)
{
    yee_problem *q = &t->problem;
    yee_update *update = (yee_update *)q->update;
    for (int c = 0; c < 3; c++) {
        const int64_t *n = q->grid.extent[c], points = yee_grid_points(&q->grid, c);
        uint32_t *id = (uint32_t *)q->id[c];
        int64_t first = 0;
        while (id && first < points - 1 && q->medium[id[first]].conductor != YEE_NOT_CONDUCTOR)
            first++;
        const uint32_t plain = id ? id[first] : 0;
        for (int64_t at = 0; id && at < points; at++)
            if (at % n[2] > n[2] / 4)
                id[at] = plain;
        if (id) {
            update[plain].sections = 0;
            update[plain].ca = 1;
        }
    }
}

void exclude_media(test_case *t, uint64_t seed)
{
    yee_problem *q = &t->problem;
    yee_update *update = (yee_update *)q->update;
    uint32_t plain[2] = {0, 0};
    while (!q->medium[plain[1]].magnetic)
        plain[1]++;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const uint32_t other = plain[!yee_is_electric(c)];
        const int64_t *n = q->grid.extent[c];
        uint32_t *id = (uint32_t *)q->id[c];
        q->uniform[c] = other;
        update[other].sections = 0;
        update[other].ca = 1;
        for (int64_t at = 0; id && at < n[0] * n[1] * n[2]; at++) {
            const int64_t x[3] = {at / n[2] / n[1], at / n[2] % n[1], at % n[2]};
            bool in[2] = {true, true};
            for (int a = 0; a < 3; a++) {
                const int64_t low = n[a] / 3 + (int64_t)(seed >> a & 3);
                in[0] = in[0] && x[a] < 3 + a;
                in[1] = in[1] && x[a] >= low && x[a] < low + 5 + a;
            }
            if (!in[0] && !in[1])
                id[at] = other;
        }
    }
}

/* Sections of a medium that together do what one section does: n of them, from `to` on. */
static void split_section(const yee_section *from, int n, yee_section *to)
{
    for (int k = 0; k < n; k++) {
        to[k] = *from;
        to[k].r1 /= n;
        to[k].rd /= n;
    }
}

bool plant_words(test_case *t, uint64_t seed)
{
    enum { PAIR = 2, MOST = 5 };
    yee_problem *q = &t->problem;
    const int many = 3 + (int)(seed % 3), pieces[2] = {PAIR, many};
    yee_medium *medium = yee_arena_alloc(t->arena, (size_t)(q->media + 2) * sizeof *medium);
    yee_update *update = yee_arena_alloc(t->arena, (size_t)(q->media + 2) * sizeof *update);
    yee_section *section =
        yee_arena_alloc(t->arena, (size_t)(q->sections + PAIR + MOST) * sizeof *section);
    int64_t base = 0;
    ck_assert(medium && update && section);
    while (base < q->media && (q->medium[base].magnetic || q->update[base].sections == 0 ||
                               q->section[q->update[base].section].words != 1))
        base++;
    if (base == q->media)
        return false;
    memcpy(medium, q->medium, (size_t)q->media * sizeof *medium);
    memcpy(update, q->update, (size_t)q->media * sizeof *update);
    memcpy(section, q->section, (size_t)q->sections * sizeof *section);
    for (int n = 0; n < 2; n++) {
        medium[q->media + n] = medium[base];
        update[q->media + n] = update[base];
        update[q->media + n].section = q->sections;
        update[q->media + n].sections = pieces[n];
        split_section(&section[update[base].section], pieces[n], section + q->sections);
        q->sections += pieces[n];
    }
    for (int c = 0; c < 3; c++) {
        const int64_t *n = q->grid.extent[c];
        for (int64_t at = 0; q->id[c] && at < n[0] * n[1] * n[2]; at++) {
            const int64_t x[3] = {at / n[2] / n[1], at / n[2] % n[1], at % n[2]};
            bool in[2] = {true, true};
            for (int a = 0; a < 3; a++) {
                const int64_t low = n[a] / 3 + (int64_t)(seed >> a & 3);
                in[0] = in[0] && x[a] < 2 + a;
                in[1] = in[1] && x[a] >= low && x[a] < low + 2 + a;
            }
            if (in[0] || in[1])
                ((uint32_t *)q->id[c])[at] = (uint32_t)(q->media + in[1]);
        }
    }
    q->medium = medium;
    q->update = update;
    q->section = section;
    q->media += 2;
    return true;
}

void take_many_media(test_case *t, int64_t many)
{
    yee_problem *q = &t->problem;
    yee_medium *medium = yee_arena_alloc(t->arena, (size_t)(q->media + many) * sizeof *medium);
    yee_update *update = yee_arena_alloc(t->arena, (size_t)(q->media + many) * sizeof *update);
    ck_assert(medium && update);
    memcpy(medium, q->medium, (size_t)q->media * sizeof *medium);
    memcpy(update, q->update, (size_t)q->media * sizeof *update);
    for (int64_t m = 0; m < many; m++) {
        medium[q->media + m] = medium[0];
        update[q->media + m] = update[0];
        update[q->media + m].cb *= 1 - 0.5 * (double)m / (double)many;
    }
    for (int c = 0; c < 3; c++) {
        const int64_t *n = q->grid.extent[c];
        uint32_t *id = yee_arena_alloc(t->arena, (size_t)(n[0] * n[1] * n[2]) * sizeof *id);
        int64_t next = 0;
        ck_assert_ptr_nonnull(id);
        for (int64_t at = 0; at < n[0] * n[1] * n[2]; at++) {
            const bool in = at / n[2] % n[1] < 9 && at % n[2] < 11;
            id[at] = in ? (uint32_t)(q->media + next++ % many) : q->uniform[c];
        }
        q->id[c] = id;
    }
    q->medium = medium;
    q->update = update;
    q->media += many;
}

/* The low corner of a small box with an edge in its midst. */
static void box_around(const yee_problem *q, int c, int64_t index, int64_t low[3])
{
    const int64_t *n = q->grid.extent[c];
    const int64_t x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    for (int a = 0; a < 3; a++)
        low[a] = x[a] - 2;
}

void confine_laws(test_case *t, uint64_t seed)
{
    yee_problem *q = &t->problem;
    const size_t media = (size_t)q->media;
    yee_medium *medium = yee_arena_alloc(t->arena, (media + 1) * sizeof *medium);
    yee_update *update = yee_arena_alloc(t->arena, (media + 1) * sizeof *update);
    yee_law_medium *law = yee_arena_alloc(t->arena, (media + 1) * sizeof *law);
    ck_assert(medium && update && law);
    memcpy(medium, q->medium, media * sizeof *medium);
    memcpy(update, q->update, media * sizeof *update);
    memcpy(law, q->law_medium, media * sizeof *law);
    medium[media] = medium[0];
    update[media] = update[0];
    update[media].sections = 0;
    update[media].ca = 1;
    law[media] = (yee_law_medium){.law = -1};
    /* around an edge of a port and one with a source, where there are some */
    int64_t low[2][3] = {{0, 0, 0}, {0, 0, 0}};
    for (int a = 0; a < 3; a++)
        low[1][a] = q->grid.extent[0][a] / 3 + (int64_t)(seed >> a & 3);
    if (q->ports > 0)
        box_around(q, q->port[0].component, q->port[0].edge[0].index, low[0]);
    for (int64_t g = 0; g < q->groups; g++)
        if (yee_is_electric(q->group[g].component))
            box_around(q, q->group[g].component, q->group[g].point[0].index, low[1]);
    for (int c = 0; c < 3; c++) {
        const int64_t *n = q->grid.extent[c];
        uint32_t *id = yee_arena_alloc(t->arena, (size_t)(n[0] * n[1] * n[2]) * sizeof *id);
        ck_assert_ptr_nonnull(id);
        for (int64_t at = 0; at < n[0] * n[1] * n[2]; at++) {
            const int64_t x[3] = {at / n[2] / n[1], at / n[2] % n[1], at % n[2]};
            bool in[2] = {true, true};
            for (int a = 0; a < 3; a++)
                for (int k = 0; k < 2; k++)
                    in[k] =
                        in[k] && (n[a] == 1 || (x[a] >= low[k][a] && x[a] < low[k][a] + 4 + a));
            id[at] = q->id[c] ? q->id[c][at] : q->uniform[c];
            if (!in[0] && !in[1] && q->law_medium[id[at]].law >= 0)
                id[at] = (uint32_t)media;
        }
        q->id[c] = id;
    }
    q->medium = medium;
    q->update = update;
    q->law_medium = law;
    q->media++;
}

enum { MOST_PLACES = 8 };

static int64_t drawn(uint64_t *state, int64_t from, int64_t to)
{
    *state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
    return from + (int64_t)((*state >> 33) % (uint64_t)(to - from + 1));
}

/* An updated point of a component, within two cells of a place. */
static int64_t near(const yee_grid *g, int c, const int64_t place[3], uint64_t *state)
{
    int64_t x[3];
    for (int a = 0; a < 3; a++) {
        x[a] = place[a] + drawn(state, -2, 2);
        x[a] = x[a] < g->end[c][a] ? x[a] : g->end[c][a] - 1;
        x[a] = x[a] > g->begin[c][a] ? x[a] : g->begin[c][a];
    }
    return yee_grid_index(g, c, x[0], x[1], x[2]);
}

static int by_index(const void *a, const void *b)
{
    const yee_point *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

void gather_stimuli(test_case *t, uint64_t seed, int places)
{
    yee_problem *p = &t->problem;
    const yee_grid *g = &p->grid;
    yee_tap *tap = (yee_tap *)p->tap;
    int64_t place[MOST_PLACES][3] = {{0, 0, 0}}, taps = 0;
    uint64_t state = seed;
    for (int n = 1; n < places; n++)
        for (int a = 0; a < 3; a++)
            place[n][a] = drawn(&state, 0, g->axis[a].cells - 1);
    for (int64_t m = 0; m < p->groups; m++) {
        yee_point *point = (yee_point *)p->group[m].point;
        const int64_t *own = place[drawn(&state, 0, places - 1)];
        for (int64_t n = 0; n < p->group[m].count; n++)
            point[n].index = near(g, p->group[m].component, own, &state);
        qsort(point, (size_t)p->group[m].count, sizeof *point, by_index);
    }
    for (int64_t m = 0; m < p->taps; m++) {
        if (tap[m].kind != YEE_TAP_POINTS)
            continue;
        int64_t *index = (int64_t *)tap[m].point_index;
        for (int64_t n = 0; n < tap[m].count; n++)
            index[n] =
                near(g, tap[m].point_component[n], place[drawn(&state, 0, places - 1)], &state);
        tap[taps++] = tap[m];
    }
    p->taps = taps;
}

void take_currents(test_case *t)
{
    yee_problem *p = &t->problem;
    yee_point_group *group = (yee_point_group *)p->group;
    int64_t groups = 0;
    for (int64_t n = 0; n < p->groups; n++)
        if (yee_is_electric(group[n].component))
            group[groups++] = group[n];
    p->groups = groups;
}
