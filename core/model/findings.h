/* core/model/findings.h: sentences about a model, every one once. */
#ifndef YEE_CORE_FINDINGS_H
#define YEE_CORE_FINDINGS_H

#include "model.h"

/* Adds a sentence about a subject (a medium, a section, "memory") to model->finding unless it
 * is there. */
yee_status yee_finding_note(yee_model *model, yee_level level, const char *subject,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sentences of one form and level: about many objects they differ in numbers, or not at all. */
typedef struct yee_finding_kind {
    const char *format;
    yee_level level;
    size_t first, count; /* of model->finding */
} yee_finding_kind;

/* The kind of finding number i. */
const yee_finding_kind *yee_finding_kind_of(const yee_model *model, size_t i);
/* Sentences of a kind from which on they are one with a number. */
enum { YEE_MANY_FINDINGS = 4 };
/* "and 29 more like it: shape.r2, shape.r3, shape.r4, ..." where finding number i is the first
 * of so many, else "". */
const char *yee_finding_others(const yee_model *model, size_t i, char *text, size_t size);
/* Whether it is one of the others. */
bool yee_finding_is_other(const yee_model *model, size_t i);

#endif
