/* oracle.h: what yee/problem.h says, point by point in long double, as slowly and as literally
 * as possible, and with nothing taken from a scheme. */
#ifndef CONFORMANCE_ORACLE_H
#define CONFORMANCE_ORACLE_H

#include "battery.h"

/* All steps of a case; NULL: no memory. */
outcome *oracle_run(const test_case *t);

#endif
