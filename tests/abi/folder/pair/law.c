/* tests/abi/folder/pair/law.c: the law of the material in pair.c. */
#include "law.h"

void law_set(yee_material *material, double eps)
{
    for (int a = 0; a < 3; a++)
        material->electric[a].inf = eps;
}
