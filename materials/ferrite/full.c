/* materials/ferrite/full.c: the law of `ferrite` by the whole equation of T. L. Gilbert, IEEE Trans.
 * Magn. 40 (2004) 3443. */
#include "ferrite.h"
#include <stddef.h>

#define LAW_NAME ferrite_full
#define LAW_FILE "full.law.h"
#define LAW_CELL_WORDS 6
#define LAW_MAPS 0
#include <yee/law_rows.h>

const yee_law ferrite_full_law = {
    YEE_CELL_LAW(ferrite_full, 1, YEE_LAW_FIELD | YEE_LAW_MAGNETIC),
    YEE_CELL_LAW_HELD(ferrite_full),
    .params = FERRITE_PARAMS,
    .prepare = ferrite_prepare,
    .least = ferrite_least,
    .reach = ferrite_reach,
};
