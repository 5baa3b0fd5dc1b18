/* plugins/importers/gprmax/outputs.c: receivers, snapshots and views.
 *
 * A receiver reads every component at its node's index, so that each lies half a cell behind the
 * node along some axes; a point a quarter of a cell behind it is nearest to all of them. */
#include "gprmax.h"
#include <math.h>
#include <string.h>

/* Which components an rx names; all of them by default. */
static yee_status components(gm *m, const gm_command *c, bool wanted[YEE_COMPONENTS],
                             bool *currents)
{
    static const char *const current[] = {"Ix", "Iy", "Iz"};
    const bool all = !c || c->count <= 4;
    *currents = false;
    for (int k = 0; k < YEE_COMPONENTS; k++)
        wanted[k] = all;
    for (int w = 4; !all && w < c->count; w++) {
        bool found = false;
        for (int k = 0; k < YEE_COMPONENTS; k++)
            if (!strcmp(c->word[w], yee_component_name(k)))
                found = wanted[k] = true;
        for (int k = 0; k < 3; k++)
            if (!strcmp(c->word[w], current[k]))
                found = *currents = true;
        if (!found)
            return gm_fail(m, c,
                           "'%s' is no component; Ex, Ey, Ez, Hx, Hy, Hz, Ix, Iy and Iz are",
                           c->word[w]);
    }
    for (int k = 0; k < YEE_COMPONENTS && m->invariant >= 0; k++)
        if (yee_is_electric(k) != (yee_direction(k) == m->invariant))
            wanted[k] = false; /* 0 throughout */
    return YEE_OK;
}

static const char *keys(gm *m, const bool wanted[YEE_COMPONENTS])
{
    const char *text = "";
    for (int k = 0; k < YEE_COMPONENTS && text; k++)
        if (wanted[k])
            text = gm_format(m, "%s%s%s", text, *text ? ", " : "", yee_component_key(k));
    return text;
}

static yee_status receive(gm *m, const gm_command *c, const char *name, const int64_t node[3],
                          const bool wanted[YEE_COMPONENTS], bool currents)
{
    double at[3];
    gm_receiver *own = GM_ADD(m, receiver);
    if (!own || !name)
        return YEE_MEMORY;
    *own = (gm_receiver){name, {node[0], node[1], node[2]}, currents};
    for (int a = 0; a < 3; a++)
        at[a] = (double)node[a] + (node[a] < m->n[a] ? 0.25 : 0);
    /* A name that the importer gave has signs that no section takes. */
    const char *wish = !strpbrk(name, "(,)")   ? name
                       : m->receiver_count > 1 ? gm_format(m, "rx%zu", m->receiver_count)
                                               : "rx";
    const char *section = wish ? gm_section(m, "output", wish) : NULL;
    const char *where = gm_point(m, at);
    const char *list = keys(m, wanted);
    if (!section || !where || !list)
        return YEE_MEMORY;
    return *list ? gm_emit(m, GM_TEXT_OUTPUTS, c,
                           "[output.%s]\ntype = probe\nposition = %s\ncomponents = %s\n",
                           section, where, list)
                 : YEE_OK;
}

/* "Rx(i,j,k)" */
static const char *named(gm *m, const int64_t node[3])
{
    return gm_format(m, "Rx(%lld,%lld,%lld)", (long long)node[0], (long long)node[1],
                     (long long)node[2]);
}

static yee_status shift(gm *m, const gm_command *c, int64_t node[3])
{
    for (int a = 0; a < 3; a++) {
        node[a] += (m->config->trace - 1) * m->receiver_step[a];
        if (node[a] < 0 || node[a] > m->n[a])
            return gm_fail(m, c, "trace %lld moves it out of the domain along %c, to %.9g m",
                           (long long)m->config->trace, "xyz"[a], gm_at(m, a, (double)node[a]));
    }
    return YEE_OK;
}

yee_status gm_rx(gm *m, const gm_command *c)
{
    int64_t node[3];
    bool wanted[YEE_COMPONENTS], currents;
    yee_status status = gm_node(m, c, 0, node);
    if (!status)
        status = shift(m, c, node);
    if (!status)
        status = components(m, c, wanted, &currents);
    if (!status)
        status = gm_emit_comment(m, GM_TEXT_OUTPUTS, c);
    return status ? status
                  : receive(m, c, c->count > 3 ? c->word[3] : named(m, node), node, wanted,
                            currents);
}

/* A step of 0 is one plane. */
yee_status gm_rx_array(gm *m, const gm_command *c)
{
    enum { MOST = 100000 };
    static const char *const what[3] = {"dx", "dy", "dz"};
    int64_t lo[3], hi[3], step[3], node[3];
    bool wanted[YEE_COMPONENTS], currents;
    double count = 1;
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++) {
        status = gm_anywhere(m, c, 6 + a, a, what[a], &step[a]);
        if (!status && (lo[a] > hi[a] || step[a] < 0))
            status = gm_fail(m, c,
                             "from %s to %s m by %s m along %c; lower corner first, and "
                             "steps of 0 or more",
                             c->word[a], c->word[a + 3], c->word[a + 6], "xyz"[a]);
        if (!status && step[a] == 0 && lo[a] < hi[a])
            status = gm_fail(m, c,
                             "a step of %s m is no cell along %c; one or more are needed "
                             "between different ends",
                             c->word[a + 6], "xyz"[a]);
        step[a] = status || step[a] > 0 ? step[a] : 1;
        count *= status ? 1 : (double)((hi[a] - lo[a]) / step[a] + 1);
    }
    if (!status && count > MOST)
        status = gm_fail(m, c, "makes %.0f receivers; at most %d are possible", count, MOST);
    if (!status)
        status = components(m, NULL, wanted, &currents);
    if (!status)
        status = gm_emit_comment(m, GM_TEXT_OUTPUTS, c);
    for (node[0] = lo[0]; !status && node[0] <= hi[0]; node[0] += step[0])
        for (node[1] = lo[1]; !status && node[1] <= hi[1]; node[1] += step[1])
            for (node[2] = lo[2]; !status && node[2] <= hi[2]; node[2] += step[2]) {
                int64_t at[3] = {node[0], node[1], node[2]};
                status = shift(m, c, at);
                if (!status)
                    status = receive(m, c, named(m, at), at, wanted, false);
            }
    return status;
}

/* Corners and strides of a snapshot or a view. */
static yee_status region(gm *m, const gm_command *c, int64_t lo[3], int64_t hi[3],
                         int64_t step[3])
{
    static const char *const what[3] = {"dx", "dy", "dz"};
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++) {
        if (lo[a] >= hi[a])
            status = gm_fail(m, c,
                             "no cell lies between %s and %s m along %c; the lower corner "
                             "comes first",
                             c->word[a], c->word[a + 3], "xyz"[a]);
        if (!status)
            status = gm_anywhere(m, c, 6 + a, a, what[a], &step[a]);
        if (!status && step[a] < 1)
            status = gm_fail(m, c, "%s = %s m is no cell; one or more are needed", what[a],
                             c->word[6 + a]);
    }
    return status;
}

/* "from = ...\nto = ...\n" of nodes. */
static const char *between(gm *m, const int64_t lo[3], const int64_t hi[3])
{
    const double a[3] = {(double)lo[0], (double)lo[1], (double)lo[2]};
    const double b[3] = {(double)hi[0], (double)hi[1], (double)hi[2]};
    const char *from = gm_point(m, a), *to = gm_point(m, b);
    return from && to ? gm_format(m, "from = %s\nto = %s\n", from, to) : NULL;
}

/* The state before iteration N is the one after N - 1 steps. */
yee_status gm_snapshot(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3], step[3], number;
    yee_status status = region(m, c, lo, hi, step);
    if (!status && gm_is_whole(c->word[9])) {
        status = gm_whole(m, c, 9, "the iteration", &number);
    } else if (!status) {
        double time;
        status = gm_real(m, c, 9, "the time", &time);
        if (!status && !(time >= 0 && time / m->dt < 1e15))
            status = gm_fail(m, c, "the time = %s s; 0 or more is needed", c->word[9]);
        number = status ? 0 : gm_round(time, m->dt) + 1;
    }
    if (!status && (number < 1 || number > m->iterations))
        status = gm_fail(m, c, "'%s' is iteration %lld; there are 1 to %lld", c->word[9],
                         (long long)number, (long long)m->iterations);
    if (status)
        return status;
    if (number == 1) {
        gm_say(m, YEE_WARNING, c, "before the first step all fields are 0; it is left out");
        return YEE_OK;
    }
    const char *name = gm_section(m, "output", c->word[10]), *where = between(m, lo, hi);
    const char *when = m->config->snapshots ? gm_format(m, "step = %lld", (long long)number - 1)
                                            : gm_format(m, "components = all\ntimes = %.17g s",
                                                        (double)(number - 1) * m->dt);
    status = name && where && when ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status ? status
                  : gm_emit(m, GM_TEXT_OUTPUTS, c,
                            "[output.%s]\ntype = %s\n%sstride = %lld, %lld, %lld\n%s\n", name,
                            m->config->snapshots ? "gprmax_snapshot" : "snapshot", where,
                            (long long)step[0], (long long)step[1], (long long)step[2], when);
}

yee_status gm_view(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3], step[3];
    yee_status status = region(m, c, lo, hi, step);
    if (!status && !gm_same(c->word[10], "n") && !gm_same(c->word[10], "f"))
        status = gm_fail(m, c, "'%s' is neither n nor f", c->word[10]);
    if (status)
        return status;
    if (gm_same(c->word[10], "f"))
        gm_say(m, YEE_WARNING, c, "cells are drawn, not their edges");
    const char *name = gm_section(m, "output", c->word[9]), *where = between(m, lo, hi);
    const char *marks = gm_marks(m);
    status = name && where && marks ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status ? status
                  : gm_emit(m, GM_TEXT_OUTPUTS, c,
                            "[output.%s]\ntype = gprmax_view\n%sstride = %lld, %lld, %lld\n%s",
                            name, where, (long long)step[0], (long long)step[1],
                            (long long)step[2], marks);
}

yee_status gm_objects_write(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3];
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] >= hi[a])
            status = gm_fail(m, c,
                             "no cell lies between %s and %s m along %c; the lower corner "
                             "comes first",
                             c->word[a], c->word[a + 3], "xyz"[a]);
    const char *name = status ? NULL : gm_section(m, "output", c->word[6]);
    const char *where = status ? NULL : between(m, lo, hi);
    if (!status)
        status = name && where ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status ? status
                  : gm_emit(m, GM_TEXT_OUTPUTS, c, "[output.%s]\ntype = gprmax_objects\n%s",
                            name, where);
}
