/* plugins/importers/gprmax/scan.c: what moves from trace to trace, and the sweep over all traces.
 *
 * The positions of sources and receivers are keys of a sweep. Where blocks of Python make each
 * trace anew, or lists of positions are long, the number of the trace is: the file is then read
 * once more for each. */
#include "gprmax.h"

yee_status gm_moved(gm *m, const gm_command *c, const int64_t step[3], int64_t node[3])
{
    const int64_t last = m->scan ? m->config->traces - 1 : m->trace;
    for (int a = 0; a < 3; a++) {
        const int64_t at = node[a] + last * step[a];
        if (at < 0 || at > m->n[a])
            return gm_fail(m, c, "trace %lld moves it out of the domain along %c, to %.9g m",
                           (long long)last + 1, "xyz"[a], gm_at(m, a, (double)at));
        node[a] += m->trace * step[a];
    }
    return YEE_OK;
}

static bool still(const int64_t step[3]) { return !step[0] && !step[1] && !step[2]; }

/* Positions that move by steps. */
static yee_status move(gm *m, const char *name, const gm_values *keys, const int64_t step[3])
{
    const double by[3] = {(double)step[0], (double)step[1], (double)step[2]};
    const char *text = gm_point(m, by);
    return text ? gm_emit(m, GM_TEXT_SWEEP, NULL,
                          "\n[sweep.%s]\nkeys = %s\nstep = %s\ncount = %lld\n", name,
                          keys->text, text, (long long)m->config->traces)
                : YEE_MEMORY;
}

static yee_status number(gm *m, const char *name, const char *keys, int64_t from)
{
    return gm_emit(m, GM_TEXT_SWEEP, NULL,
                   "\n[sweep.%s]\nkeys = %s\nfrom = %lld\nto = %lld\ncount = %lld\n", name,
                   keys, (long long)from, (long long)(from + m->config->traces - 1),
                   (long long)m->config->traces);
}

static bool add(gm *m, gm_values *keys, const char *kind, const char *section, const char *key)
{
    const char *text = gm_format(m, "%s.%s.%s", kind, section, key);
    return text && gm_values_add(m, keys, text);
}

yee_status gm_write_scan(gm *m)
{
    enum { MOST_MOVED = 200 }; /* positions: a sweep holds the text of each in every trace */
    gm_values sources = {0}, receivers = {0}, shown = {0};
    bool ok = true;
    if (!m->scan)
        return YEE_OK;
    for (size_t i = 0; i < m->source_count && ok && !still(m->source_step); i++)
        if (m->source[i].moves)
            ok = add(m, &sources, "source", m->source[i].section, "position");
    for (size_t i = 0; i < m->probe_count && ok && !still(m->receiver_step); i++)
        ok = add(m, &receivers, "output", m->probe[i], "position");
    for (size_t i = 0; i < m->shown_count && ok; i++)
        ok = add(m, &shown, "output", m->shown[i], "trace");
    if (!ok)
        return YEE_MEMORY;
    const int variables = (sources.count > 0) + (receivers.count > 0) + (shown.count > 0);
    if (m->python || !(sources.count + receivers.count) ||
        m->source_count + m->receiver_count > MOST_MOVED)
        return number(m, "trace", "importer.gprmax.scan_trace", 0);
    yee_status status = variables > 1
                            ? gm_emit(m, GM_TEXT_SWEEP, NULL, "\n[sweep]\ncombine = together\n")
                            : YEE_OK;
    /* A picture has the first one along x where all step together. */
    if (!status && sources.count)
        status = move(m, "source", &sources, m->source_step);
    if (!status && receivers.count)
        status = move(m, "receiver", &receivers, m->receiver_step);
    return status || !shown.count ? status : number(m, "record", shown.text, 0);
}
