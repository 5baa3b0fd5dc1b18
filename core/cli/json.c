/* core/cli/json.c: `yee help --json`: all tables as one JSON document (RFC 8259). A plugin, a kind,
 * a section and a key begin a line each, so that completions can read it without a parser. */
#include "base/units.h"
#include "base/version.h"
#include "cli.h"
#include "config/include.h"
#include "config/rules.h"
#include "model/model.h"
#include <string.h>

/* The version of the document: a new one where something is renamed or removed, not where
 * something is added. */
enum { FORMAT = 1 };

/* -- words and numbers -- */

/* Bytes of the UTF-8 character at s (RFC 3629), 0 where it is none. */
static int character(const unsigned char *s)
{
    static const unsigned char lowest[5] = {0, 0, 0x80, 0xa0, 0x90}; /* of the second byte */
    const int bytes = *s < 0x80 ? 1 : *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
    if (bytes == 1)
        return 1;
    if (*s < 0xc2 || *s > 0xf4)
        return 0;
    for (int i = 1; i < bytes; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((*s == 0xe0 || *s == 0xf0) && s[1] < lowest[bytes])
        return 0;
    return (*s == 0xed && s[1] > 0x9f) || (*s == 0xf4 && s[1] > 0x8f) ? 0 : bytes;
}

/* A string of `length` bytes at most; what is no UTF-8 becomes U+FFFD. */
static void put_part(const char *text, size_t length)
{
    putchar('"');
    for (size_t i = 0; i < length && text[i];) {
        const int bytes = character((const unsigned char *)text + i);
        if (!bytes)
            fputs("\\ufffd", stdout);
        else if (text[i] == '\n')
            fputs("\\n", stdout);
        else if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            printf("\\u%04x", (unsigned)text[i]);
        else if (text[i] == '"' || text[i] == '\\')
            printf("\\%c", text[i]);
        else
            fwrite(text + i, 1, (size_t)bytes, stdout);
        i += bytes ? (size_t)bytes : 1;
    }
    putchar('"');
}

/* "name": "text" or "name": null, with what stands before it. */
static void put_text(const char *before, const char *name, const char *text)
{
    printf("%s\"%s\": ", before, name);
    if (text)
        put_part(text, strlen(text));
    else
        fputs("null", stdout);
}

static void put_limit(const char *name, bool given, double value)
{
    if (given)
        printf(", \"%s\": %.17g", name, value);
    else
        printf(", \"%s\": null", name);
}

/* -- keys -- */

static void put_choices(const char *choices)
{
    fputs(", \"choices\": ", stdout);
    if (!choices) {
        fputs("null", stdout);
        return;
    }
    putchar('[');
    for (const char *c = choices; *c;) {
        const size_t length = strcspn(c, "|");
        fputs(c == choices ? "" : ", ", stdout);
        put_part(c, length);
        c += length + (c[length] == '|');
    }
    putchar(']');
}

static void put_key(const yee_param *p)
{
    static const char *const type[] = {
        [YEE_TYPE_BOOL] = "bool",   [YEE_TYPE_INT] = "int",       [YEE_TYPE_REAL] = "real",
        [YEE_TYPE_VEC3] = "vec3",   [YEE_TYPE_REALS] = "reals",   [YEE_TYPE_TEXT] = "text",
        [YEE_TYPE_TEXTS] = "texts", [YEE_TYPE_CHOICE] = "choice", [YEE_TYPE_PATH] = "path",
        [YEE_TYPE_REF] = "ref",     [YEE_TYPE_REFS] = "refs",
    };
    const bool refers = p->type == YEE_TYPE_REF || p->type == YEE_TYPE_REFS;
    const bool ranged = p->min != 0 || p->max != 0;
    const bool positive = p->min > 0 && p->min < 1e-300; /* YEE_POSITIVE */
    put_text("{", "key", p->key);
    put_text(", ", "type", type[p->type]);
    put_text(", ", "unit", p->unit);
    put_text(", ", "default", p->def);
    printf(", \"required\": %s", p->def ? "false" : "true");
    put_limit("min", ranged && p->min > -YEE_INFINITY, positive ? 0 : p->min);
    printf(", \"min_excluded\": %s", positive ? "true" : "false");
    put_limit("max", ranged && p->max < YEE_INFINITY, p->max);
    put_choices(refers ? NULL : p->choices);
    put_text(", ", "kind", refers ? p->choices : NULL);
    put_text(", ", "help", p->help);
    putchar('}');
}

/* Alternatives are separated by |, keys that stand for one together by a comma. */
static void put_rule(const yee_param *p)
{
    static const char *const name[] = {
        [YEE_RULE_ONE_OF] = "one_of",
        [YEE_RULE_AT_MOST_ONE] = "at_most_one",
        [YEE_RULE_TOGETHER] = "together",
        [YEE_RULE_SAME_COUNT] = "same_count",
    };
    put_text("{", "rule", name[p->type]);
    put_text(", ", "keys", p->key);
    put_text(", ", "text", yee_rule_say(p).text);
    putchar('}');
}

/* The last member of what has keys, and its end. */
static void put_keys(const yee_param *params)
{
    fputs(", \"keys\": [", stdout);
    bool first = true;
    for (const yee_param *p = params; p && p->key; p++) {
        if (!yee_param_is_key(p))
            continue;
        fputs(first ? "\n    " : ",\n    ", stdout);
        put_key(p);
        first = false;
    }
    fputs("], \"rules\": [", stdout);
    first = true;
    for (const yee_param *p = params; p && p->key; p++) {
        if (!yee_param_is_rule(p))
            continue;
        fputs(first ? "\n    " : ",\n    ", stdout);
        put_rule(p);
        first = false;
    }
    fputs("]}", stdout);
}

/* -- the document -- */

/* Names that were asked for; none: all. */
typedef struct names {
    int count;
    char *const *name;
} names;

static bool is_asked(const names *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (!strcmp(n->name[i], name))
            return true;
    return !n->count;
}

static bool is_plugin_asked(const names *n, const yee_plugin *plugin)
{
    return is_asked(n, plugin->name) || is_asked(n, yee_kind_name[plugin->kind]);
}

/* The keys of a kind are those of its plugins, too. */
static bool is_kind_asked(const yee_session *session, const names *n, int kind)
{
    bool asked = is_asked(n, yee_kind_name[kind]);
    for (size_t i = 0; i < session->registry.count && !asked; i++) {
        const yee_plugin *plugin = session->registry.entry[i].plugin;
        asked = (int)plugin->kind == kind && is_asked(n, plugin->name);
    }
    return asked;
}

static void begin_item(int *count) { fputs((*count)++ ? ",\n  " : "\n  ", stdout); }

static void put_kinds(const yee_session *session, const names *n)
{
    int count = 0;
    fputs(",\n\"kinds\": [", stdout);
    for (int kind = 0; kind < YEE_KINDS; kind++) {
        if (!is_kind_asked(session, n, kind))
            continue;
        begin_item(&count);
        put_text("{", "kind", yee_kind_name[kind]);
        put_text(", ", "role", cli_kind_role[kind]);
        put_keys(yee_kind_params((yee_kind)kind));
    }
    putchar(']');
}

static void put_plugins(const yee_session *session, const names *n)
{
    int count = 0;
    fputs(",\n\"plugins\": [", stdout);
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_registered *r = &session->registry.entry[i];
        const yee_plugin *plugin = r->plugin;
        if (!is_plugin_asked(n, plugin))
            continue;
        begin_item(&count);
        put_text("{", "plugin", plugin->name);
        put_text(", ", "kind", yee_kind_name[plugin->kind]);
        put_text(", ", "summary", plugin->summary);
        put_text(", ", "reference", plugin->reference);
        put_text(", ", "example", plugin->example);
        put_text(", ", "module", r->module->name);
        put_text(", ", "file", r->file);
        put_text(", ", "version", r->module->version);
        put_text(", ", "license", r->module->license);
        printf(", \"abi\": \"%u.%u\"", (unsigned)r->module->abi_major,
               (unsigned)r->module->abi_minor);
        put_keys(plugin->params);
    }
    putchar(']');
}

static void put_sections(const names *n)
{
    const struct {
        const char *name;
        const yee_param *params;
    } section[] = {{"grid", yee_grid_params},
                   {"run", yee_run_params},
                   {"plugins", yee_plugins_params},
                   {"sweep", yee_sweep_params},
                   {"sweep.NAME", yee_sweep_variable_params},
                   {"include", yee_include_params}};
    int count = 0;
    fputs(",\n\"sections\": [", stdout);
    for (size_t i = 0; i < sizeof section / sizeof *section; i++)
        if (is_asked(n, section[i].name)) {
            begin_item(&count);
            put_text("{", "section", section[i].name);
            put_keys(section[i].params);
        }
    putchar(']');
}

static void put_units(const names *n)
{
    const char *unit;
    bool prefix;
    int count = 0;
    fputs(",\n\"units\": [", stdout);
    for (size_t i = 0; is_asked(n, "units") && (unit = yee_units_name(i, &prefix)); i++) {
        begin_item(&count);
        put_text("{", "unit", unit);
        printf(", \"prefixes\": %s}", prefix ? "true" : "false");
    }
    putchar(']');
}

void cli_json_print(const yee_session *session, int count, char *const *name)
{
    const names n = {count, name};
    printf("{\"format\": %d", FORMAT);
    put_text(", ", "yee", yee_version());
    printf(", \"abi\": \"%d.%d\"", YEE_ABI_MAJOR, YEE_ABI_MINOR);
    put_kinds(session, &n);
    put_plugins(session, &n);
    put_sections(&n);
    put_units(&n);
    fputs("}\n", stdout);
}
