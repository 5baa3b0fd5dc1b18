/* core/cli/options.c: one table per command is its parser and its help. */
#include "base/nearest.h"
#include "cli.h"
#include <stdlib.h>
#include <string.h>

static const cli_option no_options[] = {{NULL, NULL, NULL, NULL, NULL, NULL}};

static const cli_option *table(const cli_command *command)
{
    return command->options ? command->options : no_options;
}

static yee_status unknown(const cli_command *command, const char *word)
{
    const char *words[64];
    size_t count = 0;
    for (const cli_option *o = table(command); o->name && count < 63; o++)
        words[count++] = o->name;
    words[count++] = "help";
    const char *nearest = yee_text_nearest(word + strspn(word, "-"), count, words);
    if (nearest)
        return cli_fail(YEE_USAGE, "yee %s has no option %s; did you mean --%s?", command->name,
                        word, nearest);
    return cli_fail(YEE_USAGE, "yee %s has no option %s; `yee %s --help` lists them",
                    command->name, word, command->name);
}

/* The option a word such as "--set" or "--set=x" names; *value is what follows '='. */
static const cli_option *find(const cli_command *command, const char *word, const char **value)
{
    if (strncmp(word, "--", 2))
        return NULL;
    size_t length = strcspn(word + 2, "=");
    *value = word[2 + length] ? word + 2 + length + 1 : NULL;
    for (const cli_option *o = table(command); o->name; o++)
        if (strlen(o->name) == length && !strncmp(o->name, word + 2, length))
            return o;
    return NULL;
}

static void apply(const cli_option *option, const char *value)
{
    if (option->flag)
        *option->flag = true;
    if (option->text)
        *option->text = value;
    if (option->list)
        option->list->v[option->list->count++] = value;
}

/* By another program's word for it; *instead: what the sentence says where there is none. */
static const cli_option *find_other(const cli_command *command, const char *word,
                                    const char **value, const char **instead)
{
    const cli_other_option *other = cli_synonym_option(word, value);
    if (!other)
        return NULL;
    *instead = other->instead;
    for (const cli_option *o = table(command); other->option && o->name; o++)
        if (!strcmp(o->name, other->option))
            return o;
    return NULL;
}

static yee_status read_option(const cli_command *command, int argc, char **argv, int *i)
{
    const char *value = NULL, *instead = NULL;
    const char *word = argv[*i];
    const cli_option *option = find(command, word, &value);
    if (!option)
        option = find_other(command, word, &value, &instead);
    if (!option && instead)
        return cli_fail(YEE_USAGE, "yee %s has no option %s: %s", command->name, word, instead);
    if (!option)
        return unknown(command, word);
    if (!option->value && value)
        return cli_fail(YEE_USAGE, "--%s takes no value", option->name);
    if (option->value && !value && *i + 1 < argc)
        value = argv[++*i];
    if (option->value && !value)
        return cli_fail(YEE_USAGE, "--%s needs a value: --%s %s", option->name, option->name,
                        option->value);
    apply(option, value);
    return YEE_OK;
}

/* Lists live as long as the program. */
static yee_status reserve(const cli_command *command, int argc)
{
    for (const cli_option *o = table(command); o->name; o++) {
        if (o->list && !o->list->v)
            o->list->v = calloc((size_t)argc + 1, sizeof *o->list->v);
        if (o->list && !o->list->v)
            return cli_fail(YEE_MEMORY, "no memory for the command line");
    }
    return YEE_OK;
}

yee_status cli_options_read(const cli_command *command, int *argc, char **argv)
{
    int count = 0;
    bool more = true; /* options may still come; "--" ends them */
    if (reserve(command, *argc))
        return YEE_MEMORY;
    for (int i = 0; i < *argc; i++) {
        yee_status status = YEE_OK;
        if (more && !strcmp(argv[i], "--"))
            more = false;
        else if (more && argv[i][0] == '-' && argv[i][1])
            status = read_option(command, *argc, argv, &i);
        else
            argv[count++] = argv[i];
        if (status)
            return status;
    }
    *argc = count;
    if (count < command->least || (command->most >= 0 && count > command->most))
        return cli_fail(YEE_USAGE, "yee %s takes %s; it was given %d argument%s", command->name,
                        *command->arguments ? command->arguments : "no argument", count,
                        count == 1 ? "" : "s");
    return YEE_OK;
}

void cli_importer(cli_list *set, const char *name)
{
    static char text[512];
    if (!name)
        return;
    snprintf(text, sizeof text, "importer.%s.type=%s", name, name);
    set->v[set->count++] = text;
}

void cli_trace(cli_list *set, const char *number)
{
    static char text[64];
    if (!number)
        return;
    snprintf(text, sizeof text, "sweep.trace=%s", number);
    set->v[set->count++] = text;
}

void cli_options_print(const cli_command *command, FILE *out)
{
    fprintf(out, "usage: yee %s%s%s%s\n\n", command->name, *command->arguments ? " " : "",
            command->arguments, command->options ? " [options]" : "");
    cli_wrap(out, 0, 0, command->summary);
    if (!command->options)
        return;
    fputs("\n", out);
    for (const cli_option *o = command->options; o->name; o++) {
        int at =
            fprintf(out, "  --%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        at += fprintf(out, "%*s", at < 28 ? 28 - at : 1, "");
        cli_wrap(out, at, 28, o->help);
    }
}
