/* definition.h: what the fields of a high-order scheme are after a run. */
#ifndef CONFORMANCE_DEFINITION_H
#define CONFORMANCE_DEFINITION_H

#include "../../plugins/schemes/highorder/family.h"
#include "cases.h"

/* The fields after all steps of a case that has neither sources nor ports, from the case's
 * arena. In one medium: links (links.h) are not known here. */
void definition_run(const test_case *t, const wide_scheme *s, double *field[YEE_COMPONENTS]);

#endif
