/* core/config/rules.c: rules about keys are checked once a block is read. */
#include "rules.h"

#include "value.h"

#include <stdio.h>
#include <string.h>

size_t yee_rule_parts(const yee_param *rule)
{
    size_t n = 1;
    for (const char *s = rule->key; *s; s++)
        n += *s == '|';
    return n;
}

/* The next name of a rule, its length and its part; false: there is no more. Begin with part 0
 * and at the rule's key. */
static bool next_name(const char **at, const char **name, size_t *length, int *part)
{
    if (!*at)
        return false;
    *name = *at;
    *length = strcspn(*at, ",|");
    const char end = (*at)[*length];
    *at = end ? *at + *length + 1 : NULL;
    *part += end == '|';
    return true;
}

int yee_rule_part(const yee_param *rule, const char *key)
{
    const char *at = rule->key, *name;
    size_t length;
    for (int part = 0, next = 0; next_name(&at, &name, &length, &next); part = next)
        if (strlen(key) == length && !strncmp(name, key, length))
            return part;
    return -1;
}

/* One alternative, its keys joined by '/'. */
static int write_part(char *text, size_t size, const yee_param *rule, size_t part)
{
    const char *s = rule->key;
    while (part-- > 0)
        s = strchr(s, '|') + 1;
    const int length = snprintf(text, size, "%.*s", (int)strcspn(s, "|"), s);
    for (char *c = text; *c; c++)
        *c = *c == ',' ? '/' : *c;
    return length;
}

/* All alternatives, with commas between them. */
static yee_rule_text list(const yee_param *rule)
{
    yee_rule_text all = {""};
    size_t at = 0;
    for (size_t i = 0; i < yee_rule_parts(rule) && at + 2 < sizeof all.text; i++) {
        if (i)
            at += (size_t)snprintf(all.text + at, sizeof all.text - at, ", ");
        at += (size_t)write_part(all.text + at, sizeof all.text - at, rule, i);
    }
    return all;
}

yee_rule_text yee_rule_say(const yee_param *rule)
{
    static const char *const form[] = {
        [YEE_RULE_ONE_OF - YEE_RULE_ONE_OF] = "exactly one of %.400s is given",
        [YEE_RULE_AT_MOST_ONE - YEE_RULE_ONE_OF] = "at most one of %.400s is given",
        [YEE_RULE_TOGETHER - YEE_RULE_ONE_OF] = "all of %.400s are given, or none",
        [YEE_RULE_SAME_COUNT - YEE_RULE_ONE_OF] = "%.400s have equally many values",
    };
    yee_rule_text said;
    const yee_rule_text all = list(rule);
    snprintf(said.text, sizeof said.text, form[rule->type - YEE_RULE_ONE_OF], all.text);
    return said;
}

static const yee_param *find(const yee_param *params, const char *key, size_t length)
{
    for (const yee_param *p = params; p->key; p++)
        if (yee_param_is_key(p) && strlen(p->key) == length && !strncmp(p->key, key, length))
            return p;
    return NULL;
}

/* How often a rule names a key. */
static int times(const yee_param *rule, const char *key, size_t length)
{
    const char *at = rule->key, *name;
    size_t n;
    int part = 0, count = 0;
    while (next_name(&at, &name, &n, &part))
        count += n == length && !strncmp(name, key, n);
    return count;
}

/* The fault of one name of a rule; NULL: none. */
static const char *wrong_name(const yee_param *params, const yee_param *rule, const char *name,
                              size_t length)
{
    const yee_param *p = find(params, name, length);
    const bool counts = rule->type == YEE_RULE_SAME_COUNT;
    if (!p)
        return "is no key of the table";
    if (times(rule, name, length) > 1)
        return "is there twice";
    if (counts && p->type != YEE_TYPE_REALS && p->type != YEE_TYPE_TEXTS &&
        p->type != YEE_TYPE_REFS)
        return "is no list and has no count";
    if (!counts && (!p->def || *p->def))
        return "always has a value; its default must be YEE_UNSET";
    return NULL;
}

bool yee_rule_valid(const yee_param *params, const yee_param *rule, const char **reason)
{
    static _Thread_local char sentence[200];
    const char *at = rule->key, *name;
    size_t length;
    int part = 0;
    *reason = NULL;
    if (yee_rule_parts(rule) < 2)
        *reason = "a rule is about two keys or more, with '|' between them";
    else if (strlen(rule->key) > 400)
        *reason = "the names take more than 400 characters";
    while (!*reason && next_name(&at, &name, &length, &part)) {
        const char *why = wrong_name(params, rule, name, length);
        snprintf(sentence, sizeof sentence, "'%.*s' %s", (int)length, name, why ? why : "");
        *reason = why ? sentence : NULL;
    }
    return !*reason;
}

/* -- checking -- */

/* A table with its filled config, and the block it was filled from. */
typedef struct filled {
    yee_diag *diag;
    const yee_config *config;
    const yee_block *block;
    const yee_bind *bind;
} filled;

/* The first key of an alternative that has a value; NULL: none. */
static const yee_param *given(const filled *f, const yee_param *rule, size_t part)
{
    for (const yee_param *p = f->bind->params; p->key; p++)
        if (yee_param_is_key(p) && yee_rule_part(rule, p->key) == (int)part &&
            yee_value_given(p, f->bind->config))
            return p;
    return NULL;
}

static yee_place place_of(const filled *f, const yee_param *p)
{
    const yee_entry *entry = p ? yee_block_entry(f->block, p->key) : NULL;
    return entry ? yee_entry_place(f->config, f->block, entry)
                 : yee_block_place(f->config, f->block);
}

/* A key and where it is given: "tau (line 14)". */
static yee_rule_text name_with_line(const filled *f, const yee_param *p)
{
    yee_rule_text said;
    const yee_entry *entry = yee_block_entry(f->block, p->key);
    if (entry && entry->line)
        snprintf(said.text, sizeof said.text, "%.100s (line %d)", p->key, entry->line);
    else
        snprintf(said.text, sizeof said.text, "%.100s (%s)", p->key,
                 entry ? "override" : "by default");
    return said;
}

static yee_status check_one(const filled *f, const yee_param *rule)
{
    const bool needed = rule->type == YEE_RULE_ONE_OF;
    const char *right = needed ? "exactly" : "at most";
    const yee_param *first = NULL;
    const yee_rule_text all = list(rule);
    const size_t parts = yee_rule_parts(rule);
    for (size_t i = 0; i < parts; i++) {
        const yee_param *p = given(f, rule, i);
        if (first && p) {
            const yee_place place = place_of(f, p);
            return yee_diag_fail(
                f->diag, YEE_INPUT, &place, "%s and %s are both given; give %s one of %.400s",
                name_with_line(f, first).text, name_with_line(f, p).text, right, all.text);
        }
        first = p ? p : first;
    }
    if (first || !needed)
        return YEE_OK;
    const yee_place place = place_of(f, NULL);
    return yee_diag_fail(f->diag, YEE_INPUT, &place,
                         "none of %.400s is given; give exactly one of them", all.text);
}

static yee_status check_together(const filled *f, const yee_param *rule)
{
    const yee_param *there = NULL;
    size_t missing = SIZE_MAX;
    for (size_t i = yee_rule_parts(rule); i-- > 0;) {
        const yee_param *p = given(f, rule, i);
        there = p ? p : there;
        missing = p ? missing : i;
    }
    if (!there || missing == SIZE_MAX)
        return YEE_OK;
    char part[256];
    const yee_rule_text all = list(rule);
    const yee_place place = place_of(f, there);
    write_part(part, sizeof part, rule, missing);
    return yee_diag_fail(f->diag, YEE_INPUT, &place,
                         "%s is given without %s; give all of %.400s, or none",
                         name_with_line(f, there).text, part, all.text);
}

static yee_status check_count(const filled *f, const yee_param *rule)
{
    const yee_param *first = NULL;
    size_t wanted = 0;
    for (size_t i = 0; i < yee_rule_parts(rule); i++) {
        const yee_param *p = given(f, rule, i);
        const size_t count = p ? yee_value_count(p, f->bind->config) : 0;
        if (first && p && count != wanted) {
            const yee_place place = place_of(f, p);
            return yee_diag_fail(f->diag, YEE_INPUT, &place,
                                 "%s has %zu value%s and %s has %zu; give as many of one as of "
                                 "the other",
                                 name_with_line(f, p).text, count, count == 1 ? "" : "s",
                                 name_with_line(f, first).text, wanted);
        }
        if (p && !first) {
            first = p;
            wanted = count;
        }
    }
    return YEE_OK;
}

yee_status yee_rules_check(yee_diag *diag, const yee_config *config, const yee_block *block,
                           const yee_bind *bind)
{
    const filled f = {diag, config, block, bind};
    yee_status status = YEE_OK;
    for (const yee_param *p = bind->params; !status && p && p->key; p++) {
        if (p->type == YEE_RULE_ONE_OF || p->type == YEE_RULE_AT_MOST_ONE)
            status = check_one(&f, p);
        else if (p->type == YEE_RULE_TOGETHER)
            status = check_together(&f, p);
        else if (p->type == YEE_RULE_SAME_COUNT)
            status = check_count(&f, p);
    }
    return status;
}
