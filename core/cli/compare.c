/* core/cli/compare.c: `yee compare`: speed and error of every scheme on one model. */
#include "cli/compare/compare.h"
#include "base/nearest.h"
#include "selftest/cost.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool quiet, force;
    const char *schemes, *precision, *sweep, *repeat, *steps, *output, *importer, *plugin_path;
    cli_list set;
} given;

static const cli_option options[] = {
    {"schemes", "all|A,B,...", "Which schemes; by default all that are found.", NULL,
     &given.schemes, NULL},
    {"precision", "f32,f64", "By default the model's.", NULL, &given.precision, NULL},
    {"sweep", "KEY=V,W,...",
     "Runs every scheme that has the key, [scheme.NAME] KEY, once for each value; SECTION.KEY "
     "is one "
     "of the model, for all schemes (grid.spacing=2 mm,1 mm: what finer cells bring and cost). "
     "Values that hold commas are separated by ';'.",
     NULL, &given.sweep, NULL},
    {"repeat", "N", "Timings of every row, 5 by default; their median counts.", NULL,
     &given.repeat, NULL},
    {"steps", "N",
     "Steps of a repeat; by default those that the slowest row does in about 2 s, and for fast "
     "ones as many as take 0.2 s.",
     NULL, &given.steps, NULL},
    {"output", "NAME", "Writes NAME.csv, NAME.h5 and the picture NAME_compare.png.", NULL,
     &given.output, NULL},
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"force", NULL, "Replaces output files that exist.", &given.force, NULL, NULL},
    {"quiet", NULL, "Shows no progress; prints warnings, errors and the table.", &given.quiet,
     NULL, NULL},
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* -- the words of the options -- */

/* Without the blanks around it, in its place. */
static char *trimmed(char *word)
{
    word += strspn(word, " \t");
    size_t length = strlen(word);
    while (length && (word[length - 1] == ' ' || word[length - 1] == '\t'))
        word[--length] = '\0';
    return word;
}

/* Splits a copy of text, which stands behind the words and is freed with them by drop(). */
static yee_status split(const char *option, const char *text, const char *separator,
                        const char ***words, size_t *count)
{
    char *copy = strdup(text);
    const char **v = calloc(strlen(text) + 3, sizeof *v);
    size_t n = 0;
    *words = v;
    if (!copy || !v) {
        free(copy);
        return cli_fail(YEE_MEMORY, "no memory for the command line");
    }
    for (char *word = copy; word; n++) {
        v[n] = word;
        word = strpbrk(word, separator);
        if (word)
            *word++ = '\0';
    }
    v[n + 1] = copy;
    *count = n;
    for (size_t i = 0; i < n; i++)
        if (!*(v[i] = trimmed((char *)(uintptr_t)v[i])))
            return cli_fail(YEE_USAGE, "--%s %s: a word of the list is empty", option, text);
    return YEE_OK;
}

static void drop(const char **words)
{
    const char **end = words;
    while (end && *end)
        end++;
    if (words)
        free((char *)(uintptr_t)end[1]);
    free(words);
}

static yee_status read_count(const char *option, const char *text, int64_t most, int64_t *value)
{
    char *end;
    if (!text)
        return YEE_OK;
    errno = 0;
    const long long n = strtoll(text, &end, 10);
    if (errno || end == text || *end || n < 1 || n > most)
        return cli_fail(YEE_USAGE, "--%s %s: it must be a whole number from 1 to %lld", option,
                        text, (long long)most);
    *value = n;
    return YEE_OK;
}

static yee_status read_precision(compare *c, const yee_model *base)
{
    const char *own = base->problem.precision == YEE_F64 ? "f64" : "f32";
    const char *text = given.precision ? given.precision : own;
    yee_status status = split("precision", text, ",", &c->precision, &c->precisions);
    for (size_t i = 0; i < c->precisions && !status; i++) {
        if (strcmp(c->precision[i], "f32") && strcmp(c->precision[i], "f64"))
            status = cli_fail(YEE_USAGE, "--precision %s: %s is neither f32 nor f64", text,
                              c->precision[i]);
        for (size_t j = 0; j < i && !status; j++)
            if (!strcmp(c->precision[i], c->precision[j]))
                status = cli_fail(YEE_USAGE, "--precision %s: %s is there twice", text,
                                  c->precision[i]);
    }
    return status;
}

/* -- schemes -- */

static yee_status add_scheme(compare *c, const char *name)
{
    const yee_registry *registry = &c->session->registry;
    const yee_registered *r = yee_registry_find(registry, YEE_SCHEME, name);
    if (!r) {
        const char *nearest = yee_registry_nearest(registry, YEE_SCHEME, name);
        return nearest
                   ? cli_fail(YEE_USAGE, "--schemes: there is no scheme %s; did you mean %s?",
                              name, nearest)
                   : cli_fail(YEE_USAGE,
                              "--schemes: there is no scheme %s; `yee help scheme` lists them",
                              name);
    }
    for (size_t i = 0; i < c->schemes; i++)
        if (c->scheme[i] == r->plugin)
            return cli_fail(YEE_USAGE, "--schemes: %s is there twice", name);
    c->scheme[c->schemes++] = r->plugin;
    return YEE_OK;
}

static yee_status read_schemes(compare *c)
{
    const yee_registry *registry = &c->session->registry;
    const char **name = NULL;
    size_t names = 0;
    c->scheme = calloc(registry->count + 1, sizeof *c->scheme);
    if (!c->scheme)
        return cli_fail(YEE_MEMORY, "no memory for a list of schemes");
    if (!given.schemes || !strcmp(given.schemes, "all")) {
        for (size_t i = 0; i < registry->count; i++)
            if (registry->entry[i].plugin->kind == YEE_SCHEME)
                c->scheme[c->schemes++] = registry->entry[i].plugin;
        return c->schemes ? YEE_OK
                          : cli_fail(YEE_PLUGIN, "there is no scheme; is the plugin folder "
                                                 "complete (yee plugins)?");
    }
    yee_status status = split("schemes", given.schemes, ",", &name, &names);
    for (size_t i = 0; i < names && !status; i++)
        status = add_scheme(c, name[i]);
    drop(name);
    return status;
}

/* -- the sweep -- */

static yee_status unknown_key(const compare *c)
{
    const char *word[128];
    size_t n = 0;
    for (size_t s = 0; s < c->schemes; s++)
        for (const yee_param *p = c->scheme[s]->params; p->key && n < 128; p++)
            if (yee_param_is_key(p))
                word[n++] = p->key;
    const char *nearest = yee_text_nearest(c->key, n, word);
    if (nearest)
        return cli_fail(YEE_USAGE, "--sweep: no scheme here has the key %s; did you mean %s?",
                        c->key, nearest);
    return cli_fail(YEE_USAGE,
                    "--sweep: no scheme here has the key %s; `yee help NAME` lists those of a "
                    "scheme",
                    c->key);
}

static yee_status read_sweep(compare *c, char *key, size_t size)
{
    if (!given.sweep)
        return YEE_OK;
    const char *equals = strchr(given.sweep, '=');
    if (!equals || equals == given.sweep)
        return cli_fail(YEE_USAGE, "--sweep %s: it must read KEY=VALUE,VALUE,...", given.sweep);
    snprintf(key, size, "%.*s", (int)(equals - given.sweep), given.sweep);
    c->key = key;
    bool known = strchr(key, '.') != NULL; /* of the model, which says what is wrong with it */
    if (!strcmp(key, "run.scheme") || !strcmp(key, "run.precision"))
        return cli_fail(YEE_USAGE, "--sweep %s: --%s takes the values", key,
                        strcmp(key, "run.scheme") ? "precision" : "schemes");
    for (size_t s = 0; s < c->schemes; s++)
        for (const yee_param *p = c->scheme[s]->params; p->key; p++)
            known = known || !strcmp(p->key, key);
    if (!known)
        return unknown_key(c);
    return split("sweep", equals + 1, strchr(equals, ';') ? ";" : ",", &c->value, &c->values);
}

/* -- the command -- */

static yee_status read_options(compare *c, const yee_model *base, char *key, size_t size)
{
    yee_status status = read_schemes(c);
    if (!status)
        status = read_precision(c, base);
    if (!status)
        status = read_sweep(c, key, size);
    return status;
}

static void print_head(const compare *c, const yee_model *base)
{
    const yee_axis_data *a = base->problem.grid.axis;
    printf("%s: %lld x %lld x %lld cells, %.4g million\n\n", c->path, (long long)a[0].cells,
           (long long)a[1].cells, (long long)a[2].cells, 1e-6 * c->cells);
}

/* Something must have run, or there is nothing to compare. */
static yee_status outcome(const compare *c)
{
    for (size_t i = 0; i < c->rows; i++)
        if (!*c->row[i].reason)
            return YEE_OK;
    return cli_fail(YEE_DECLINED, "no scheme ran %s", c->path);
}

/* Modules of older headers do not. */
static bool knows_its_build(const yee_module *module)
{
    return module->size >= offsetof(yee_module, optimized) + sizeof module->optimized;
}

/* A speed of code that no compiler has optimized is none of the scheme. */
static void warn_of_builds(const compare *c)
{
    const yee_registry *r = &c->session->registry;
    for (size_t n = 0; n < c->schemes; n++)
        for (size_t i = 0; i < r->count; i++)
            if (r->entry[i].plugin == c->scheme[n] && knows_its_build(r->entry[i].module) &&
                !r->entry[i].module->optimized)
                fprintf(stderr,
                        "warning: the scheme %s was built without optimization: its speed says "
                        "nothing; configure %s with -DCMAKE_BUILD_TYPE=Release\n",
                        c->scheme[n]->name, r->entry[i].file);
}

static yee_status compare_model(compare *c)
{
    char key[64];
    yee_model *base = NULL;
    yee_status status =
        yee_model_read(c->session, c->path, given.set.count, given.set.v, &base);
    if (status)
        return cli_fail_session(status, c->session);
    if (!isnan(base->run.time_step)) { /* which would stay as it is in every row */
        yee_model_free(base);
        return cli_fail(YEE_USAGE,
                        "%s gives [run] time_step, and the schemes are compared at "
                        "steps of their own; give courant instead",
                        c->path);
    }
    c->cells = yee_grid_cells(&base->problem.grid);
    c->frequency = base->band[1];
    status = read_options(c, base, key, sizeof key);
    if (!status)
        status = compare_rows_make(c, base);
    if (!status) {
        print_head(c, base);
        fflush(stdout);
        warn_of_builds(c);
        compare_measure(c);
        status = compare_prices(c);
    }
    if (!status) {
        compare_print(c);
        status = outcome(c);
    }
    if (!status && given.output)
        status = compare_write(c, base, given.output, given.force);
    if (!status && given.output)
        status = compare_draw(c, given.output);
    yee_model_free(base);
    compare_rows_free(c);
    drop(c->precision);
    drop(c->value);
    free(c->scheme);
    return status;
}

static yee_status run(int argc, char **argv)
{
    compare c = {.path = argv[0], .set = &given.set, .quiet = given.quiet, .repeats = 5};
    (void)argc;
    cli_importer(&given.set, given.importer);
    yee_status status = read_count("repeat", given.repeat, 1000, &c.repeats);
    if (!status)
        status = read_count("steps", given.steps, (int64_t)1e15, &c.steps);
    if (!status && given.output)
        status = compare_may_write(given.output, given.force);
    if (!status)
        status = cli_session_open(given.plugin_path, true, &c.session);
    if (!status)
        status = compare_model(&c);
    yee_session_close(c.session);
    return status;
}

const cli_command cli_compare = {
    .name = "compare",
    .arguments = "MODEL.ini",
    .summary = "Runs a model on several schemes in turn and prints speed, error and memory of "
               "each, and what accuracy costs with it; no output of the model is written.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
