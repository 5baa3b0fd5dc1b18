/* core/config/rules.h: rules about keys, the rows of a parameter table without a field. */
#ifndef YEE_CORE_RULES_H
#define YEE_CORE_RULES_H

#include "param.h"

/* The alternatives of a rule, "a|b,c" has two; and which of them holds a key, -1: none. */
size_t yee_rule_parts(const yee_param *rule);
int yee_rule_part(const yee_param *rule, const char *key);
/* The rule as a sentence without its full stop: "exactly one of radius, diameter is given". */
typedef struct yee_rule_text {
    char text[512];
} yee_rule_text;
yee_rule_text yee_rule_say(const yee_param *rule);
/* Whether a table can hold the rule; false: *reason says why not. */
bool yee_rule_valid(const yee_param *params, const yee_param *rule, const char **reason);
/* Fails with a sentence when the filled config breaks a rule of its table. */
yee_status yee_rules_check(yee_diag *diag, const yee_config *config, const yee_block *block,
                           const yee_bind *bind);

#endif
