/* plugins/importers/gprmax/record.c: the output that writes all receivers in gprMax's own form. */
#include "gprmax.h"
#include <string.h>

enum { LONGEST = 20000 }; /* characters of a list: every addition copies it */

/* Adds to a list of a key, parted by commas, which ends growing where it is too long. */
static bool add(gm *m, const char **list, const char *format, const char *word)
{
    if (*list && strlen(*list) < LONGEST)
        *list = gm_format(m, format, *list, **list ? ", " : "", word);
    return *list;
}

static bool add_node(gm *m, const char **list, const int64_t node[3])
{
    const char *text = gm_format(m, "%lld, %lld, %lld", (long long)node[0], (long long)node[1],
                                 (long long)node[2]);
    return text && add(m, list, "%s%s%s", text);
}

/* "key = list\n"; false: the list is not whole. */
static bool key(gm *m, const char **text, const char *name, const char *list)
{
    if (*list)
        *text = gm_format(m, "%s%s = %s\n", *text, name, list);
    return *text && strlen(list) < LONGEST;
}

/* Receivers, then sources but lines, then lines. */
static const char *record_keys(gm *m, bool *fits)
{
    const char *nodes = "", *names = "", *currents = "", *types = "", *at = "", *lines = "",
               *ends = "", *text = "";
    bool ok = true;
    for (size_t i = 0; i < m->receiver_count && ok; i++) {
        const gm_receiver *rx = &m->receiver[i];
        const bool own = !strpbrk(rx->name, ",;#\"'");
        ok = add_node(m, &nodes, rx->node) && add(m, &names, "%s%s%s", own ? rx->name : "-") &&
             (!rx->currents || add(m, &currents, "%s%s%s", rx->name));
    }
    for (size_t i = 0; i < m->source_count && ok; i++) {
        const gm_source *source = &m->source[i];
        const bool line = !strcmp(source->type, "TransmissionLine");
        ok = add_node(m, line ? &ends : &at, source->node) &&
             add(m, line ? &lines : &types, "%s%s%s", line ? source->section : source->type);
    }
    *fits = ok && key(m, &text, "nodes", nodes) && key(m, &text, "names", names) &&
            key(m, &text, "currents", currents) && key(m, &text, "source_types", types) &&
            key(m, &text, "source_nodes", at) && key(m, &text, "lines", lines) &&
            key(m, &text, "line_nodes", ends);
    return text;
}

/* The keys of a view for the cells of sources and receivers; those that are too many for a list are
 * left out. */
const char *gm_marks(gm *m)
{
    const char *sources = "", *receivers = "", *text = "", *kept = text;
    for (size_t i = 0; i < m->source_count; i++)
        if (!add_node(m, &sources, m->source[i].node))
            return NULL;
    for (size_t i = 0; i < m->receiver_count; i++)
        if (!add_node(m, &receivers, m->receiver[i].node))
            return NULL;
    if (key(m, &text, "sources", sources))
        kept = text;
    text = kept;
    if (key(m, &text, "receivers", receivers))
        kept = text;
    return kept;
}

static const char *steps(gm *m, const char *name, const int64_t step[3])
{
    return !step[0] && !step[1] && !step[2]
               ? ""
               : gm_format(m, "%s = %lld, %lld, %lld\n", name, (long long)step[0],
                           (long long)step[1], (long long)step[2]);
}

yee_status gm_write_record(gm *m)
{
    bool fits;
    if (m->config->record == GM_RECORD_NO)
        return YEE_OK;
    const char *keys = record_keys(m, &fits);
    const char *source = steps(m, "source_steps", m->source_step);
    const char *receiver = steps(m, "receiver_steps", m->receiver_step);
    const char *name = gm_section(m, "output", "record");
    if (!keys || !source || !receiver || !name)
        return YEE_MEMORY;
    if (!*keys)
        return YEE_OK;
    if (!fits) {
        m->host->log(
            m->host, YEE_WARNING,
            "%zu receivers and %zu sources are more than the lists of a record hold: the "
            "record in gprMax's form is left out, all receivers are in the main file",
            m->receiver_count, m->source_count);
        return YEE_OK;
    }
    return gm_emit(m, GM_TEXT_OUTPUTS, NULL,
                   "\n; All receivers in the form of gprMax.\n[output.%s]\ntype = gprmax\n"
                   "version = %d\n%s%s%s",
                   name, m->config->record == GM_RECORD_V3 ? 3 : 4, keys, source, receiver);
}
