/* core/cli/help.c: `yee help NAME`: a plugin, a kind of plugins or a section of the model file,
 * printed from the parameter tables; and the units. */
#include "base/nearest.h"
#include "base/units.h"
#include "cli.h"
#include "config/include.h"
#include "config/rules.h"
#include "model/model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *plugin_path;
static bool json;
static const cli_option options[] = {
    {"json", NULL,
     "Prints tables, units and examples as one JSON document; all of them where no NAME is "
     "given.",
     &json, NULL, NULL},
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* -- one table -- */

/* The cells of a row as texts. */
typedef struct row {
    const char *unit, *def;
    char range[64];
} row;

static const char *type_word(const yee_param *p)
{
    static const char *const word[] = {
        [YEE_TYPE_BOOL] = "yes|no",    [YEE_TYPE_INT] = "integer", [YEE_TYPE_REAL] = "number",
        [YEE_TYPE_VEC3] = "3 numbers", [YEE_TYPE_REALS] = "list",  [YEE_TYPE_TEXT] = "text",
        [YEE_TYPE_TEXTS] = "names",    [YEE_TYPE_CHOICE] = "word", [YEE_TYPE_PATH] = "file",
        [YEE_TYPE_REF] = "name",       [YEE_TYPE_REFS] = "names",
    };
    return word[p->type];
}

static void write_range(const yee_param *p, char *text, size_t size)
{
    bool numbers = p->type == YEE_TYPE_INT || p->type == YEE_TYPE_REAL ||
                   p->type == YEE_TYPE_VEC3 || p->type == YEE_TYPE_REALS;
    bool low = p->min > -YEE_INFINITY, high = p->max < YEE_INFINITY;
    bool positive = p->min > 0 && p->min < 1e-300; /* YEE_POSITIVE, also where it is flushed */
    text[0] = '\0';
    if (!numbers || (p->min == 0 && p->max == 0))
        return;
    if (positive && high)
        snprintf(text, size, "> 0, <= %g", p->max);
    else if (positive)
        snprintf(text, size, "> 0");
    else if (low && high)
        snprintf(text, size, "%g ... %g", p->min, p->max);
    else if (low)
        snprintf(text, size, ">= %g", p->min);
    else if (high)
        snprintf(text, size, "<= %g", p->max);
}

static row make_row(const yee_param *p)
{
    row r = {p->unit ? p->unit : type_word(p), p->def ? p->def : "required", ""};
    if (p->def && !*p->def)
        r.def = "none";
    write_range(p, r.range, sizeof r.range);
    return r;
}

static int longer(int width, const char *text, int limit)
{
    int length = (int)strlen(text);
    length = length > limit ? limit : length;
    return length > width ? length : width;
}

/* "a|b|c" as "one of a, b, c". */
static void print_choices(const char *choices, int left)
{
    char text[512] = "";
    size_t n = 0;
    for (const char *c = choices; *c && n + 3 < sizeof text; c++) {
        text[n++] = *c == '|' ? ',' : *c;
        if (*c == '|')
            text[n++] = ' ';
    }
    text[n] = '\0';
    printf("%*sone of ", left, "");
    cli_wrap(stdout, left + 7, left + 2, text);
}

/* The line below a key that says which sections it may name. */
static void print_reference(const yee_param *p, int left)
{
    printf("%*sname%s of %s[%s.NAME]%s\n", left, "", p->type == YEE_TYPE_REFS ? "s" : "",
           p->type == YEE_TYPE_REFS    ? ""
           : strchr("ao", *p->choices) ? "an "
                                       : "a ",
           p->choices, strcmp(p->choices, "material") ? "" : ", or vacuum, pec, pmc");
}

/* Below a table: what of its keys must be given together and what must not. */
static void print_rules(const yee_param *params)
{
    for (const yee_param *p = params; p->key; p++)
        if (yee_param_is_rule(p))
            cli_wrap(stdout, printf("  rule: "), 8, yee_rule_say(p).text);
}

static void print_params(const yee_param *params)
{
    int key = 3, unit = 4, def = 7, range = 5;
    if (!params->key)
        return;
    for (const yee_param *p = params; p->key; p++) {
        if (!yee_param_is_key(p))
            continue;
        row r = make_row(p);
        key = longer(key, p->key, 20);
        unit = longer(unit, r.unit, 12);
        def = longer(def, r.def, 16);
        range = longer(range, r.range, 16);
    }
    const int left = 2 + key + 2 + unit + 2 + def + 2 + range + 2;
    printf("  %-*s  %-*s  %-*s  %s\n", key, "key", unit, "unit", def, "default", "range");
    for (const yee_param *p = params; p->key; p++) {
        if (!yee_param_is_key(p))
            continue;
        row r = make_row(p);
        int at = printf("  %-*s  %-*s  %-*s  %-*s  ", key, p->key, unit, r.unit, def, r.def,
                        range, r.range);
        cli_wrap(stdout, at, left, p->help);
        if (p->type == YEE_TYPE_CHOICE)
            print_choices(p->choices, left);
        else if (p->choices)
            print_reference(p, left);
        else if (p->type == YEE_TYPE_PATH)
            printf("%*ssought beside the model\n", left, "");
    }
    print_rules(params);
}

/* -- plugins, kinds, sections -- */

static void print_kind_keys(yee_kind kind)
{
    const yee_param *params = yee_kind_params(kind);
    if (!params)
        return;
    printf("\nKeys of every [%s.NAME]:\n", yee_kind_name[kind]);
    print_params(params);
}

static void print_example(const char *example)
{
    puts("\nExample:\n");
    for (const char *line = example; *line;) {
        const int length = (int)strcspn(line, "\n");
        printf("%s%.*s\n", length ? "  " : "", length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_plugin(const yee_registered *r)
{
    const yee_plugin *plugin = r->plugin;
    printf("%s (%s, version %s, %s)\n  %s\n", plugin->name, yee_kind_name[plugin->kind],
           r->module->version, r->module->license, r->file);
    cli_wrap(stdout, 0, 2, plugin->summary);
    if (plugin->reference)
        cli_wrap(stdout, 0, 2, plugin->reference);
    if (plugin->kind == YEE_SCHEME && !strchr(plugin->name, '.')) /* sections have one dot */
        printf("\n[scheme.%s]\n", plugin->name);
    else if (plugin->kind == YEE_TRANSPORT)
        printf("\n[run]\ntransport = %s\n", plugin->name);
    else if (plugin->kind == YEE_IMPORTER)
        printf("\nFiles that end in %s; keys by --set importer.%s.KEY=VALUE\n",
               ((const yee_importer_ops *)plugin->ops)->suffixes, plugin->name);
    else
        printf("\n[%s.NAME]\ntype = %s\n", yee_kind_name[plugin->kind], plugin->name);
    print_params(plugin->params);
    print_kind_keys(plugin->kind);
    if (YEE_HAS(plugin, example))
        print_example(plugin->example);
}

static bool print_plugins(const yee_session *session, const char *name)
{
    bool any = false;
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_registered *r = &session->registry.entry[i];
        if (strcmp(r->plugin->name, name))
            continue;
        if (any)
            fputs("\n", stdout);
        print_plugin(r);
        any = true;
    }
    return any;
}

const char *const cli_kind_role[YEE_KINDS] = {
    [YEE_MATERIAL] = "is a constitutive law: what an object is made of.",
    [YEE_BOUNDARY] = "closes or stretches the curl at a face of the grid.",
    [YEE_WAVEFORM] = "is a function of time that sources play.",
    [YEE_SOURCE] = "is a current.",
    [YEE_SHAPE] = "says which cells or edges an object covers; the last one painted wins. In "
                  "2-D objects are as long as the grid along the axis without cells.",
    [YEE_OUTPUT] = "observes fields and writes them to a file.",
    [YEE_SCHEME] = "executes the whole problem; chosen by scheme = NAME in [run].",
    [YEE_IMPORTER] = "reads model files of another form, known by their ending.",
    [YEE_POST] = "computes results of the records of a finished run.",
    [YEE_TRANSPORT] =
        "carries messages between the processes of one run; chosen by transport = "
        "NAME in [run].",
};

static bool print_kind(const yee_session *session, const char *name)
{
    int kind = yee_kind_find(name);
    if (kind < 0)
        return false;
    printf("%s %s %s\n\n", strchr("aeio", *name) ? "An" : "A", name, cli_kind_role[kind]);
    size_t found = 0;
    int width = 0;
    for (size_t i = 0; i < session->registry.count; i++)
        if ((int)session->registry.entry[i].plugin->kind == kind)
            width = longer(width, session->registry.entry[i].plugin->name, 24);
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_plugin *plugin = session->registry.entry[i].plugin;
        if ((int)plugin->kind != kind)
            continue;
        cli_wrap(stdout, printf("  %-*s  ", width, plugin->name), width + 4, plugin->summary);
        found++;
    }
    if (!found)
        printf("  none was found; --plugin-path names folders that hold some\n");
    print_kind_keys((yee_kind)kind);
    return true;
}

static bool print_section(const char *name)
{
    const yee_param *params = !strcmp(name, "grid")      ? yee_grid_params
                              : !strcmp(name, "run")     ? yee_run_params
                              : !strcmp(name, "plugins") ? yee_plugins_params
                              : !strcmp(name, "sweep")   ? yee_sweep_params
                                                         : NULL;
    if (!params)
        return false;
    printf("[%s]\n", name);
    print_params(params);
    if (params == yee_sweep_params) {
        puts("[sweep.NAME], what changes from trace to trace");
        print_params(yee_sweep_variable_params);
    }
    return true;
}

static bool print_units(const char *name)
{
    const char *unit;
    bool prefix;
    if (strcmp(name, "units"))
        return false;
    puts(
        "A number carries its unit: 2 mm, 1.5 GHz, 5 mS/m, 1 A/m^2. Of a list each number has\n"
        "its own, or one behind the last serves all: 1, 2, 3 mm. Only 0 needs none. Case "
        "matters.\n"
        "A list may stand in a file, positions row by row: @points.csv, with the unit in a "
        "heading,\nas in x [mm], or here: @points.csv in mm. Indented lines continue a "
        "value.\n"
        "A model with a section [let], whose keys are variables, may calculate: "
        "{depth/2 - 1 mm}.\nUnits are products of these, with powers:");
    for (int with = 1; with >= 0; with--) {
        fputs(with ? "\n  with SI prefixes (a f p n u m c d da h k M G T P E) "
                   : "\n  without ",
              stdout);
        for (size_t i = 0; (unit = yee_units_name(i, &prefix)); i++)
            if (prefix == (with == 1) && strcmp(unit, "1"))
                printf(" %s", unit);
    }
    puts("");
    return true;
}

/* Sections that belong to the text of a model. */
static bool print_text_section(const char *name)
{
    if (!strcmp(name, "let"))
        puts("[let]\n"
             "  Each key is a variable: depth = 120 mm, half = depth/2. In every other value "
             "braces\n"
             "  hold an expression: {half - 1 mm}. Units are checked. + - * / ^ ( )\n"
             "  sqrt sin cos tan exp log abs floor round min max pi; {{ and }} are braces.\n"
             "  --set let.depth=\"100 mm\" sets a variable.");
    else if (strcmp(name, "include"))
        return false;
    else {
        puts(
            "[include.NAME]\n"
            "  Takes materials, waveforms, objects, sources, outputs and post-processing steps "
            "of\n"
            "  another model, [shape.rod] as [shape.NAME.rod]. Every other key sets a variable "
            "of\n"
            "  its section [let].");
        print_params(yee_include_params);
    }
    return true;
}

static bool print_command(const char *name)
{
    const cli_command *command = cli_find(name);
    if (!command)
        return false;
    cli_options_print(command, stdout);
    fputs("\n", stdout);
    return true;
}

static bool is_known(const yee_session *session, const char *name)
{
    bool known = !strcmp(name, "grid") || !strcmp(name, "run") || !strcmp(name, "plugins") ||
                 !strcmp(name, "sweep") || !strcmp(name, "include") || !strcmp(name, "units") ||
                 yee_kind_find(name) >= 0;
    for (size_t i = 0; i < session->registry.count && !known; i++)
        known = !strcmp(session->registry.entry[i].plugin->name, name);
    return known;
}

/* A section as the model file names it, "scheme.tiled", "[material.NAME]": its plugin, or its
 * kind. */
static const char *without_brackets(const yee_session *session, const char *name)
{
    static char text[128];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(name + (*name == '['), "]"),
             name + (*name == '['));
    char *dot = strchr(text, '.');
    if (!dot || is_known(session, text))
        return text;
    *dot = '\0';
    if (yee_kind_find(text) < 0)
        *dot = '.';
    else if (is_known(session, dot + 1))
        return dot + 1;
    return text;
}

static yee_status unknown(const yee_session *session, const char *name)
{
    const size_t capacity = session->registry.count + YEE_KINDS + 8;
    const char **words = calloc(capacity, sizeof *words);
    size_t count = 0;
    if (!words)
        return cli_fail(YEE_MEMORY, "no memory for a list of names");
    words[count++] = "grid";
    words[count++] = "run";
    words[count++] = "sweep";
    words[count++] = "units";
    words[count++] = "let";
    words[count++] = "include";
    for (int kind = 0; kind < YEE_KINDS; kind++)
        words[count++] = yee_kind_name[kind];
    for (size_t i = 0; i < session->registry.count; i++)
        words[count++] = session->registry.entry[i].plugin->name;
    const char *nearest = yee_text_nearest(name, count, words);
    free(words);
    if (nearest)
        return cli_fail(YEE_USAGE, "nothing is named %s; did you mean %s?", name, nearest);
    return cli_fail(YEE_USAGE, "nothing is named %s; `yee plugins` lists what there is", name);
}

static yee_status print_json(const yee_session *session, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (!is_known(session, argv[i]))
            return unknown(session, argv[i]);
    cli_json_print(session, argc, argv);
    return YEE_OK;
}

static yee_status print_names(const yee_session *session, int argc, char **argv)
{
    yee_status status = YEE_OK;
    char both[128]; /* "far field" */
    if (argc == 2 && !is_known(session, argv[0]) &&
        snprintf(both, sizeof both, "%s %s", argv[0], argv[1]) < (int)sizeof both &&
        cli_synonym_print(session, both, is_known))
        return YEE_OK;
    for (int i = 0; !status && i < argc; i++) {
        const char *name = without_brackets(session, argv[i]);
        bool found = print_command(name);
        found = print_section(name) || found;
        found = print_units(name) || found;
        found = print_text_section(name) || found;
        found = print_kind(session, name) || found;
        found = print_plugins(session, name) || found;
        if (!found && !cli_synonym_print(session, name, is_known))
            status = unknown(session, argv[i]);
    }
    return status;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    yee_status status = cli_session_open(plugin_path, true, &session);
    if (!status && json)
        status = print_json(session, argc, argv);
    else if (!status)
        status = print_names(session, argc, argv);
    yee_session_close(session);
    return status;
}

const cli_command cli_help = {
    .name = "help",
    .arguments = "[NAME ...]",
    .summary = "Explains a plugin, a kind of plugins, or a section of the model file.",
    .options = options,
    .most = -1,
    .run = run,
};
