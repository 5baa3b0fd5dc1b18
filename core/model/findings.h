/* core/model/findings.h: sentences about a model, every one once. */
#ifndef YEE_CORE_FINDINGS_H
#define YEE_CORE_FINDINGS_H

#include "model.h"

/* Adds a sentence about a subject (a medium, a section, "memory") to model->finding unless it
 * is there. */
yee_status yee_finding_note(yee_model *model, yee_level level, const char *subject,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
