/* core/problem/agreement.c: the table that processes merge once they have painted. */
#include "agreement.h"
#include "paint.h"
#include <stdlib.h>
#include <string.h>

/* Numbers of a paint: whether it lives, its widths, where its cells begin (the negative number) and
 * end. */
enum { OF_PAINT = 10 };

static int64_t bits_of(double width)
{
    int64_t bits;
    memcpy(&bits, &width, sizeof bits);
    return bits;
}

static double width_of(int64_t bits)
{
    double width;
    memcpy(&width, &bits, sizeof width);
    return width;
}

static void put_paint(const yee_paint *p, int64_t *value)
{
    value[0] = p->lives;
    for (int a = 0; a < 3; a++) {
        value[1 + a] = bits_of(p->width[a]);
        value[4 + a] = p->end[0] ? -p->begin[a] : INT64_MIN;
        value[7 + a] = p->end[a];
    }
}

static void take_paint(yee_paint *p, const int64_t *value)
{
    p->lives = value[0];
    for (int a = 0; a < 3; a++) {
        p->width[a] = width_of(value[1 + a]);
        p->begin[a] = value[7] ? -value[4 + a] : 0;
        p->end[a] = value[7 + a];
    }
}

static yee_status no_memory(const yee_voxels *v)
{
    return yee_diag_fail(v->diag, YEE_MEMORY, NULL, "no memory for what is said of all cells");
}

yee_status yee_agreement_of(yee_voxels *v, yee_arena *arena, yee_agreement *to)
{
    const yee_paint *paint = yee_voxels_census(v);
    *to = (yee_agreement){.largest = OF_PAINT * v->paints + v->claims};
    to->count = to->largest + v->objects + 6 * v->materials;
    int64_t *value = to->value = yee_arena_alloc(arena, to->count * sizeof *value);
    if (!value)
        return no_memory(v);
    for (size_t n = 0; n < v->paints; n++, value += OF_PAINT)
        put_paint(&paint[n], value);
    for (size_t n = 0; n < v->claims; n++)
        *value++ = v->claim[n].lives;
    for (size_t n = 0; n < v->objects; n++)
        *value++ = v->painted[n];
    for (int face = 0; face < 6; face++, value += v->materials)
        yee_voxels_face_count(v, face / 2, face % 2, value);
    return YEE_OK;
}

yee_status yee_agreement_take(yee_voxels *v, const yee_agreement *from)
{
    const int64_t *value = from->value;
    for (size_t n = 0; n < v->paints; n++, value += OF_PAINT)
        take_paint(&v->paint[n], value);
    for (size_t n = 0; n < v->claims; n++)
        v->claim[n].lives = *value++;
    v->counted = true;
    for (size_t n = 0; n < v->objects; n++)
        v->painted[n] = *value++;
    for (int face = 0; face < 6; face++, value += v->materials) {
        free(v->face[face]);
        v->face[face] = malloc(v->materials * sizeof *value);
        if (!v->face[face])
            return no_memory(v);
        memcpy(v->face[face], value, v->materials * sizeof *value);
    }
    for (size_t n = 1; n < v->objects; n++)
        if (!v->painted[n] && yee_voxels_nothing(v, n))
            return v->diag->status;
    return YEE_OK;
}

void yee_agreement_means(const yee_voxels *v, int64_t kept[2])
{
    kept[0] += v->kept[0];
    kept[1] += v->kept[1];
}
