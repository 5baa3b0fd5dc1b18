/* core/cli/check/verdict.c: what is printed of a plugin, and counted. */
#include "check.h"
#include "config/value.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void print_line(check *c, const char *verdict, const char *format, va_list args)
{
    printf("  %s  ", verdict);
    vprintf(format, args);
    fputc('\n', stdout);
    fflush(stdout); /* whatever happens to this process next */
    atomic_fetch_add(&c->watch.beat, 1);
}

static void print_configuration(check *c)
{
    if (!*c->configuration || c->shown)
        return;
    c->shown = true;
    fputs("        with\n", stdout);
    for (const char *line = c->configuration; *line;) {
        const int length = (int)strcspn(line, "\n");
        printf("%s%.*s\n", length ? "          " : "", length, line);
        line += length + (line[length] == '\n');
    }
    fflush(stdout);
}

void check_judge(check *c, bool pass, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(c, pass ? "pass" : "FAIL", format, args);
    va_end(args);
    if (!pass)
        print_configuration(c);
    c->passed += pass;
    c->failed += !pass;
}

void check_skip(check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(c, "skip", format, args);
    va_end(args);
    c->skipped++;
}

void check_untried(check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(c, "not tried", format, args);
    va_end(args);
    c->untried++;
}

void check_trying(check *c, const char *text)
{
    snprintf(c->configuration, sizeof c->configuration, "%s", text ? text : "");
    c->shown = false;
    atomic_fetch_add(&c->watch.beat, 1);
}

const char *check_block_text(yee_arena *arena, const yee_block *block)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out, "[%s]\n", block->name);
    for (size_t i = 0; i < block->count; i++) {
        fprintf(out, "%s = ", block->entry[i].key);
        yee_value_quote(out, true, block->entry[i].value);
        fputc('\n', out);
    }
    const char *kept = fclose(out) ? NULL : yee_arena_text(arena, text);
    free(text);
    return kept;
}
