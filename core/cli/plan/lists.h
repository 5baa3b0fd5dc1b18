/* core/cli/plan/lists.h: what `yee plan` lists of a model, so many lines of it. */
#ifndef YEE_CLI_PLAN_LISTS_H
#define YEE_CLI_PLAN_LISTS_H

#include "cli/cli.h"
#include "model/model.h"

/* The media of the problem, the first of them by themselves. */
void plan_print_media(const yee_model *model);
/* Instances of a kind, a line each; many of them by their plugin and, of shapes, material. */
void plan_print_instances(const yee_model *model, const char *title, yee_kind kind);
/* The findings of the self-test; sentences of one kind about many objects are one. */
void plan_print_findings(const yee_model *model);

#endif
