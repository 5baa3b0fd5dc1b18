/* plugins/outputs/common/scene.c: materials and conductors in a box of nodes. */
#include "scene.h"
#include <stdio.h>
#include <string.h>

/* Memory for so many bytes and more behind the first `used` ones; NULL: there is none. */
static void *wider(const yee_host *host, const void *data, size_t used, size_t bytes)
{
    void *copy = host->alloc(host, bytes);
    if (copy && used)
        memcpy(copy, data, used);
    return copy;
}

enum { NAMES = 48 << 10 }; /* bytes of names at most: an attribute of HDF5 holds 64 KiB */

/* "0 air\n1 soil\n" for the numbers that occur, in the order of meeting them. */
typedef struct names {
    char *text;
    size_t length, capacity;
    unsigned char *met; /* numbers, shape [numbers] */
    size_t numbers;
} names;

static bool name_material(const yee_host *host, names *n, int32_t number, const char *name)
{
    const size_t at = (size_t)number, size = strlen(name) + 16;
    if (at >= n->numbers) {
        const size_t more = 2 * at + 64;
        if (!(n->met = wider(host, n->met, n->numbers, more)))
            return false;
        n->numbers = more;
    }
    if (n->met[at] || n->length + size > NAMES)
        return true;
    n->met[at] = 1;
    if (n->length + size > n->capacity) {
        const size_t more = 2 * n->capacity + size;
        if (!(n->text = wider(host, n->text, n->length, more)))
            return false;
        n->capacity = more;
    }
    n->length += (size_t)snprintf(n->text + n->length, size, "%d %s\n", number, name);
    return true;
}

/* Where the numbers of point (i, j, k) of the box stand. */
static int64_t place(const box *b, bool z_slowest, const int64_t p[3])
{
    return z_slowest ? (p[2] * b->count[1] + p[1]) * b->count[0] + p[0]
                     : (p[0] * b->count[1] + p[1]) * b->count[2] + p[2];
}

static bool read_materials(const yee_host *host, const yee_view *view, const box *b,
                           bool z_slowest, scene *s)
{
    int32_t last = -1;
    names met = {.text = NULL};
    s->material = host->alloc(host, (size_t)b->points * sizeof *s->material);
    bool ok = s->material != NULL;
    int64_t p[3];
    for (p[2] = 0; ok && p[2] < b->count[2]; p[2]++)
        for (p[1] = 0; ok && p[1] < b->count[1]; p[1]++)
            for (p[0] = 0; ok && p[0] < b->count[0]; p[0]++) {
                const int64_t i = b->lo[0] + p[0] * b->stride[0];
                const int64_t j = b->lo[1] + p[1] * b->stride[1];
                const int64_t k = b->lo[2] + p[2] * b->stride[2];
                const int32_t m = (int32_t)view->material_number(view, i, j, k);
                s->material[place(b, z_slowest, p)] = m;
                const char *name = m != last ? view->material(view, i, j, k) : NULL;
                if (name)
                    ok = name_material(host, &met, m, name);
                last = m;
            }
    s->names = met.text;
    return ok;
}

/* Whether the edge, or point, of a component that begins at a node is a perfect conductor. */
static bool conducts(const yee_view *view, int c, const int64_t i[3])
{
    const yee_grid *g = view->grid;
    for (int a = 0; a < 3; a++)
        if (i[a] >= g->extent[c][a])
            return false;
    const int64_t index = yee_grid_index(g, c, i[0], i[1], i[2]);
    return view->medium(view, c, index)->conductor == YEE_PERFECT_ELECTRIC;
}

/* Whether something between a node of the box and its next one along an axis conducts. */
static bool conducts_along(const yee_view *view, const box *b, int axis, const int64_t node[3])
{
    const yee_grid *g = view->grid;
    const int c = YEE_EX + axis;
    int64_t i[3] = {node[0], node[1], node[2]};
    if (g->axis[axis].invariant && !g->active[c])
        return false;
    if (g->active[c]) {
        for (int64_t n = 0; n < b->stride[axis]; n++, i[axis]++)
            if (conducts(view, c, i))
                return true;
        return false;
    }
    /* 2-D with one electric component, along the missing axis */
    for (int only = YEE_EX; only <= YEE_EZ; only++)
        if (g->active[only]) {
            if (!conducts(view, only, i))
                return false;
            i[axis] += b->stride[axis];
            return conducts(view, only, i);
        }
    return false;
}

static bool read_conductors(const yee_host *host, const yee_view *view, const box *b,
                            bool z_slowest, scene *s)
{
    unsigned char *bits = host->alloc(host, (size_t)b->points);
    bool any = false;
    int64_t p[3];
    if (!bits)
        return false;
    for (p[0] = 0; p[0] < b->count[0]; p[0]++)
        for (p[1] = 0; p[1] < b->count[1]; p[1]++)
            for (p[2] = 0; p[2] < b->count[2]; p[2]++) {
                unsigned char *here = &bits[place(b, z_slowest, p)];
                int64_t node[3];
                for (int a = 0; a < 3; a++)
                    node[a] = b->lo[a] + p[a] * b->stride[a];
                for (int a = 0; a < 3; a++)
                    if (conducts_along(view, b, a, node))
                        *here = (unsigned char)(*here | 1 << a);
                any = any || *here;
            }
    s->conductor = any ? bits : NULL;
    return true;
}

yee_status scene_read(const yee_host *host, const yee_view *view, const box *b, bool z_slowest,
                      scene *s)
{
    if (!view->material_number || !view->material) /* no cell is there (yee plan --estimate) */
        return YEE_OK;
    bool ok = read_materials(host, view, b, z_slowest, s);
    if (ok && view->medium)
        ok = read_conductors(host, view, b, z_slowest, s);
    return ok ? YEE_OK
              : host->fail(host, YEE_MEMORY,
                           "no memory for the materials and conductors of %lld cells",
                           (long long)b->points);
}
