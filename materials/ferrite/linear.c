/* materials/ferrite/linear.c: the law of `ferrite` to first order in the wave, D. Polder, Phil. Mag.
 * 40 (1949) 99. */
#include "ferrite.h"
#include <stddef.h>

#define LAW_NAME ferrite
#define LAW_FILE "linear.law.h"
#define LAW_CELL_WORDS 6
#define LAW_MAPS 0
#include <yee/law_rows.h>

const yee_law ferrite_linear_law = {
    YEE_CELL_LAW(ferrite, 1, YEE_LAW_FIELD | YEE_LAW_MAGNETIC | YEE_LAW_STEADY),
    YEE_CELL_LAW_HELD(ferrite),
    .params = FERRITE_PARAMS,
    .prepare = ferrite_prepare,
    .least = ferrite_least,
    .reach = ferrite_reach,
};
