/* plugins/importers/gprmax/record.c: the output that writes all receivers in gprMax's own form. */
#include "gprmax.h"
#include <ctype.h>
#include <string.h>

static bool add_node(gm *m, gm_values *list, const int64_t node[3])
{
    const char *text = gm_format(m, "%lld, %lld, %lld", (long long)node[0], (long long)node[1],
                                 (long long)node[2]);
    return text && gm_values_add(m, list, text);
}

/* The name of a receiver as an entry of a list: "-" where gprMax gives it, and with _ for signs
 * that mean something in a list. */
static const char *entry(gm *m, const gm_receiver *rx)
{
    if (!rx->named)
        return "-";
    char *name = gm_format(m, "%s", rx->name);
    for (char *c = name; c && *c; c++)
        if (!isalnum((unsigned char)*c) && (unsigned char)*c < 128 && !strchr("_-.+:()", *c))
            *c = '_';
    return name && !strcmp(name, "-") ? "_" : name;
}

/* "key = list\n" */
static bool key(gm *m, const char **text, const char *name, const gm_values *list)
{
    if (list->count)
        *text = gm_format(m, "%s%s = %s\n", *text, name, list->text);
    return *text;
}

/* Receivers, then sources but lines, then lines; NULL after a sentence. */
static const char *record_keys(gm *m)
{
    gm_values nodes = {0}, names = {0}, currents = {0}, types = {0}, at = {0}, lines = {0},
              ends = {0};
    const char *text = "";
    bool ok = true;
    for (size_t i = 0; i < m->receiver_count && ok; i++) {
        const gm_receiver *rx = &m->receiver[i];
        const char *name = entry(m, rx);
        ok = name && add_node(m, &nodes, rx->node) && gm_values_add(m, &names, name) &&
             (!rx->currents || gm_values_add(m, &currents, name));
    }
    for (size_t i = 0; i < m->source_count && ok; i++) {
        const gm_source *source = &m->source[i];
        const bool line = !strcmp(source->type, "TransmissionLine");
        ok = add_node(m, line ? &ends : &at, source->node) &&
             gm_values_add(m, line ? &lines : &types, line ? source->section : source->type);
    }
    ok = ok && key(m, &text, "nodes", &nodes) && key(m, &text, "names", &names) &&
         key(m, &text, "currents", &currents) && key(m, &text, "source_types", &types) &&
         key(m, &text, "source_nodes", &at) && key(m, &text, "lines", &lines) &&
         key(m, &text, "line_nodes", &ends);
    return ok ? text : NULL;
}

static const char *steps(gm *m, const char *name, const int64_t step[3])
{
    return !step[0] && !step[1] && !step[2]
               ? ""
               : gm_format(m, "%s = %lld, %lld, %lld\n", name, (long long)step[0],
                           (long long)step[1], (long long)step[2]);
}

/* The keys for what moves; NULL after a sentence. */
static const char *moving(gm *m)
{
    const char *source = steps(m, "source_steps", m->source_step);
    const char *receiver = steps(m, "receiver_steps", m->receiver_step);
    const char *trace =
        m->trace || m->scan ? gm_format(m, "trace = %lld\n", (long long)m->trace) : "";
    return source && receiver && trace ? gm_format(m, "%s%s%s", source, receiver, trace) : NULL;
}

/* Notes an output that has the key trace. */
static bool note(gm *m, const char *section)
{
    const char **own = section ? GM_ADD(m, shown) : NULL;
    if (own)
        *own = section;
    return own;
}

/* The keys of a view for the cells of sources and receivers; NULL after a sentence. */
const char *gm_marks(gm *m, const char *section)
{
    gm_values sources = {0}, receivers = {0}, types = {0};
    const char *text = "";
    bool ok = true;
    for (size_t i = 0; i < m->source_count && ok; i++)
        ok = add_node(m, &sources, m->source[i].node) &&
             gm_values_add(m, &types, m->source[i].type);
    for (size_t i = 0; i < m->receiver_count && ok; i++)
        ok = add_node(m, &receivers, m->receiver[i].node);
    ok = ok && key(m, &text, "sources", &sources) && key(m, &text, "source_types", &types) &&
         key(m, &text, "receivers", &receivers) && note(m, section);
    const char *moves = ok ? moving(m) : NULL;
    return moves ? gm_format(m, "%s%s", text, moves) : NULL;
}

yee_status gm_write_record(gm *m)
{
    if (m->config->record == GM_RECORD_NO)
        return YEE_OK;
    const char *keys = record_keys(m);
    const char *moves = moving(m);
    const char *name = gm_section(m, "output", "record");
    if (!keys || !moves || !name)
        return YEE_MEMORY;
    if (!*keys)
        return YEE_OK;
    if (!note(m, name))
        return YEE_MEMORY;
    return gm_emit(m, GM_TEXT_OUTPUTS, NULL,
                   "\n; All receivers in the form of gprMax.\n[output.%s]\ntype = gprmax\n"
                   "version = %d\n%s%s",
                   name, m->config->record == GM_RECORD_V3 ? 3 : 4, keys, moves);
}
