/* tests/abi/folder/pair/law.h: the law of the material in pair.c. */
#ifndef YEE_TESTS_PAIR_LAW_H
#define YEE_TESTS_PAIR_LAW_H

#include <yee/material.h>

/* Sets all three entries of eps. */
void law_set(yee_material *material, double eps);

#endif
