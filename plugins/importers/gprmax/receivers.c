/* plugins/importers/gprmax/receivers.c: receivers, one by one and in arrays.
 *
 * A receiver reads every component at its node's index, so that each lies half a cell behind the
 * node along some axes; a point a quarter of a cell behind it is nearest to all of them. */
#include "gprmax.h"
#include <string.h>

/* Which components an rx names; all of them by default. */
static yee_status components(gm *m, const gm_command *c, unsigned *wanted, bool *currents)
{
    static const char *const current[] = {"Ix", "Iy", "Iz"};
    const bool all = !c || c->count <= 4;
    *currents = false;
    *wanted = 0;
    for (int k = 0; k < YEE_COMPONENTS; k++)
        *wanted |= all ? 1u << k : 0;
    for (int w = 4; !all && w < c->count; w++) {
        bool found = false;
        for (int k = 0; k < YEE_COMPONENTS; k++)
            if (!strcmp(c->word[w], yee_component_name(k))) {
                *wanted |= 1u << k;
                found = true;
            }
        for (int k = 0; k < 3; k++)
            if (!strcmp(c->word[w], current[k]))
                found = *currents = true;
        if (!found)
            return gm_fail(m, c,
                           "'%s' is no component; Ex, Ey, Ez, Hx, Hy, Hz, Ix, Iy and Iz are",
                           c->word[w]);
    }
    for (int k = 0; k < YEE_COMPONENTS; k++)
        if (!gm_active(m, k))
            *wanted &= ~(1u << k); /* 0 throughout */
    return YEE_OK;
}

static bool in_array(const gm_command *c) { return c->row->run == gm_rx_array; }

static yee_status receive(gm *m, const gm_command *c, const char *name, const int64_t node[3],
                          unsigned wanted, bool currents)
{
    int64_t at[3] = {node[0], node[1], node[2]};
    const yee_status status = gm_moved(m, c, m->receiver_step, at);
    gm_receiver *own = status ? NULL : GM_ADD(m, receiver);
    if (!own || !name)
        return status ? status : YEE_MEMORY;
    *own = (gm_receiver){name, {node[0], node[1], node[2]},  currents, wanted,
                         c,    !in_array(c) && c->count > 3, false};
    return YEE_OK;
}

/* "Rx(i,j,k)" */
static const char *named(gm *m, const int64_t node[3])
{
    return gm_format(m, "Rx(%lld,%lld,%lld)", (long long)node[0], (long long)node[1],
                     (long long)node[2]);
}

yee_status gm_rx(gm *m, const gm_command *c)
{
    int64_t node[3];
    unsigned wanted;
    bool currents;
    yee_status status = gm_node(m, c, 0, node);
    if (!status)
        status = components(m, c, &wanted, &currents);
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
    unsigned wanted;
    bool currents;
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
        status = components(m, NULL, &wanted, &currents);
    for (node[0] = lo[0]; !status && node[0] <= hi[0]; node[0] += step[0])
        for (node[1] = lo[1]; !status && node[1] <= hi[1]; node[1] += step[1])
            for (node[2] = lo[2]; !status && node[2] <= hi[2]; node[2] += step[2]) {
                status = receive(m, c, named(m, node), node, wanted, false);
            }
    return status;
}

/* -- probes -- */

/* Points of a probe, whose positions are one attribute of at most 64 KiB. */
enum { MOST_POINTS = 2000 };
/* Receivers that still have a probe each. */
enum { MOST_ALONE = 50 };

static const char *keys(gm *m, unsigned wanted)
{
    const char *text = "";
    for (int k = 0; k < YEE_COMPONENTS && text; k++)
        if (wanted >> k & 1)
            text = gm_format(m, "%s%s%s", text, *text ? ", " : "", yee_component_key(k));
    return text;
}

static bool add_place(gm *m, gm_values *list, const int64_t node[3])
{
    double at[3];
    for (int a = 0; a < 3; a++) {
        const int64_t last = (m->scan ? m->config->traces - 1 : m->trace) * m->receiver_step[a];
        const bool inside = node[a] < m->n[a] && node[a] + last < m->n[a];
        at[a] = gm_at(m, a,
                      (double)(node[a] + m->trace * m->receiver_step[a]) + (inside ? 0.25 : 0));
    }
    const char *text = gm_format(m, "%.12g, %.12g, %.12g", at[0], at[1], at[2]);
    return text && gm_values_add(m, list, text);
}

static yee_status write_probe(gm *m, const gm_receiver *first, const char *wish,
                              const gm_values *places)
{
    /* A name that the importer gave has signs that no section takes. */
    const char *name =
        strpbrk(wish, "(,)") ? gm_section(m, "output", "rx") : gm_section(m, "output", wish);
    const char *list = keys(m, first->components);
    const char **own = name && list && *list ? GM_ADD(m, probe) : NULL;
    if (!name || !list || (*list && !own))
        return YEE_MEMORY;
    if (own)
        *own = name;
    const yee_status status = gm_emit_comment(m, GM_TEXT_OUTPUTS, first->command);
    return status || !*list
               ? status
               : gm_emit(m, GM_TEXT_OUTPUTS, first->command,
                         "[output.%s]\ntype = probe\nposition = %s m\ncomponents = %s\n", name,
                         places->text, list);
}

/* Whether two receivers can share a probe. */
static bool alike(const gm_receiver *a, const gm_receiver *b)
{
    return in_array(a->command) ? a->command == b->command
                                : !in_array(b->command) && a->components == b->components;
}

/* The receivers of an array share a probe, and so do those of many #rx commands: thousands of
 * datasets in one file take minutes to write. */
yee_status gm_write_probes(gm *m)
{
    yee_status status = YEE_OK;
    size_t alone = 0;
    for (size_t i = 0; i < m->receiver_count; i++)
        alone += !in_array(m->receiver[i].command);
    if (alone > MOST_ALONE)
        m->host->log(m->host, YEE_INFO,
                     "the %zu receivers of #rx commands share probes, in their order", alone);
    for (size_t i = 0; i < m->receiver_count && !status; i++) {
        const gm_receiver *first = &m->receiver[i];
        const bool array = in_array(first->command), shared = array || alone > MOST_ALONE;
        gm_values places = {.count = 0};
        for (size_t k = i; k < m->receiver_count && places.count < MOST_POINTS; k++) {
            gm_receiver *r = &m->receiver[k];
            if (r->probed || (k > i && !alike(first, r)))
                continue;
            if (!add_place(m, &places, r->node))
                return YEE_MEMORY;
            r->probed = true;
            if (!shared)
                break;
        }
        if (places.count)
            status = write_probe(m, first,
                                 array    ? "rx_array"
                                 : shared ? "receivers"
                                          : first->name,
                                 &places);
    }
    return status;
}
