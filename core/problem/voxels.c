/* core/problem/voxels.c: objects are painted into cells, in file order.
 *
 * A cell holds one number that names object, material and averaging, so that the means of
 * edges.c know who painted what. A volume covers the cells whose centres it holds; the cells
 * that its surface cuts get a record of where (cuts.c). Along an invariant axis a volume is cut
 * through the middle of its bounds, wherever the plane lies. */
#include "answers.h"
#include "base/grow.h"
#include "base/pages.h"
#include "paint.h"
#include "plugin/call.h"
#include "problem/surface/spans.h"

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

yee_status yee_voxels_no_memory(const yee_voxels *v)
{
    return yee_diag_fail(v->diag, YEE_MEMORY, NULL,
                         "no memory for the materials of %lld x %lld x %lld cells",
                         (long long)v->n[0], (long long)v->n[1], (long long)v->n[2]);
}

uint32_t yee_voxels_new_paint(yee_voxels *v, int material, yee_average average)
{
    const uint32_t object = (uint32_t)(v->objects - 1), latest = v->own[material].paint;
    if (latest < v->paints && v->paint[latest].object == object &&
        v->paint[latest].material == material)
        return latest;
    if (v->paints >= YEE_CUT_CELL ||
        !yee_grow(&v->paint, v->paints, &v->paint_capacity, sizeof *v->paint))
        return UINT32_MAX;
    v->paint[v->paints] =
        (yee_paint){.object = object, .material = material, .average = average};
    return v->own[material].paint = (uint32_t)v->paints++;
}

/* The next object becomes the latest. False: no memory. */
static bool add_object(yee_voxels *v, const yee_object *object)
{
    if (!yee_grow(&v->object, v->objects, &v->object_capacity, sizeof *v->object) ||
        !yee_grow(&v->asked, v->objects, &v->asked_capacity, sizeof *v->asked) ||
        !yee_grow(&v->painted, v->objects, &v->painted_capacity, sizeof *v->painted) ||
        !yee_grow(&v->empty, v->objects, &v->empty_capacity, sizeof *v->empty))
        return false;
    v->painted[v->objects] = 1;
    v->empty[v->objects] =
        object && object->may_be_empty ? YEE_EMPTY_ALLOWED : YEE_EMPTY_REFUSED;
    v->asked[v->objects] =
        (yee_asked){{INT64_MAX, INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN, INT64_MIN}};
    v->object[v->objects++] = object ? object->instance : NULL;
    return true;
}

static size_t bytes_of(size_t cells) { return cells * sizeof(uint32_t) + 1; }

/* Cells of the background, which take memory huge page by huge page when they are painted; NULL:
 * there is no memory. */
static uint32_t *reserve(size_t cells)
{
    void *memory = mmap(NULL, bytes_of(cells), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    yee_pages_huge(memory, bytes_of(cells));
    return memory;
}

yee_status yee_voxels_new(yee_diag *diag, const yee_grid *grid, size_t materials,
                          const yee_material *const *material, const char *const *name,
                          yee_voxels **voxels)
{
    yee_voxels *v = calloc(1, sizeof *v);
    if (!v)
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for the materials of cells");
    *v = (yee_voxels){.diag = diag, .grid = grid};
    bool ok = true;
    for (size_t n = 0; ok && n < materials; n++)
        ok = yee_voxels_add_material(v, material[n], name[n], 0);
    v->named = materials;
    size_t cells = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        v->n[a] = axis->cells;
        cells *= (size_t)axis->cells;
        v->middle[a] = malloc((size_t)axis->cells * sizeof *v->middle[a]);
        v->held[a] = malloc((size_t)axis->cells);
        v->hull[a][1] = axis->cells;
        v->whole.high[a] = axis->cells;
        ok = ok && v->middle[a] && v->held[a];
        if (ok)
            memset(v->held[a], true, (size_t)axis->cells);
        for (int64_t i = 0; i < axis->cells && ok; i++)
            v->middle[a][i] = 0.5 * (axis->node[i] + axis->node[i + 1]);
    }
    v->boxes = 1;
    v->box = &v->whole;
    v->cell = reserve(cells);
    ok = yee_cuts_begin(&v->cuts,
                        (const bool[3]){grid->axis[0].invariant, grid->axis[1].invariant,
                                        grid->axis[2].invariant}) &&
         ok && v->cell && yee_voxels_strips(v, 1) && add_object(v, NULL) &&
         yee_voxels_new_paint(v, 0, YEE_AVERAGE_NORMAL) == 0;
    if (!ok) {
        const yee_status status = yee_voxels_no_memory(v);
        yee_voxels_free(v);
        return status;
    }
    *voxels = v;
    return YEE_OK;
}

void yee_voxels_free(yee_voxels *v)
{
    if (!v)
        return;
    free(v->material);
    free(v->paint);
    free(v->points);
    if (v->borrowed) {
        free(v);
        return;
    }
    for (int a = 0; a < 3; a++)
        free(v->middle[a]);
    for (int a = 0; a < 3; a++)
        free(v->held[a]);
    if (v->cell)
        munmap(v->cell, bytes_of((size_t)v->n[0] * (size_t)v->n[1] * (size_t)v->n[2]));
    for (size_t n = 0; n < v->strips; n++) {
        for (int a = 0; a < 3; a++)
            yee_spans_free(&v->strip[n].spans[a]);
        free(v->strip[n].touched);
    }
    free(v->strip);
    yee_cuts_end(&v->cuts);
    free(v->own);
    free(v->name);
    yee_hash_free(&v->by_name);
    yee_hash_free(&v->by_law);
    free(v->claim);
    free(v->object);
    for (int f = 0; f < 6; f++)
        free(v->face[f]);
    free(v->asked);
    free(v->painted);
    free(v->empty);
    free(v);
}

yee_status yee_voxels_borrow(yee_voxels *painted, const yee_grid *grid,
                             const yee_material *const *material, yee_voxels **voxels)
{
    yee_voxels *v = calloc(1, sizeof *v);
    if (!v)
        return yee_voxels_no_memory(painted);
    yee_voxels_census(painted);
    *v = *painted;
    v->borrowed = true;
    v->grid = grid;
    v->points = NULL;
    v->law = NULL;
    v->material = malloc(v->materials * sizeof *v->material);
    v->paint = malloc(v->paints * sizeof *v->paint);
    if (!v->material || !v->paint) {
        yee_voxels_free(v);
        return yee_voxels_no_memory(painted);
    }
    memcpy(v->material, painted->material, v->materials * sizeof *v->material);
    memcpy(v->material, material, v->named * sizeof *v->material);
    memcpy(v->paint, painted->paint, v->paints * sizeof *v->paint);
    for (size_t n = 0; n < v->paints; n++)
        v->paint[n].owns = false; /* of the former media; surround.c */
    *voxels = v;
    return YEE_OK;
}

void yee_voxels_set(yee_voxels *v, yee_cut_stock *stock, int64_t cell, uint32_t paint)
{
    const uint32_t number = v->cell[cell];
    if (number & YEE_CUT_CELL) {
        yee_cell_cut *cut = yee_voxels_cut_by(v, cell, v->paint[paint].object);
        if (cut) {
            cut->middle = paint;
            return;
        }
        yee_cuts_remove(&v->cuts, stock, number & ~YEE_CUT_CELL);
    }
    v->cell[cell] = paint;
}

yee_status yee_voxels_nothing(yee_voxels *v, size_t object)
{
    const yee_instance *it = v->object[object];
    const yee_axis_data *x = v->grid->axis;
    char why[320];
    snprintf(why, sizeof why,
             "the object paints nothing: no cell centre or edge of the grid, which goes from "
             "(%g, %g, %g) m to (%g, %g, %g) m, is in it",
             x[0].node[0], x[1].node[0], x[2].node[0], x[0].node[v->n[0]], x[1].node[v->n[1]],
             x[2].node[v->n[2]]);
    if (v->empty[object] == YEE_EMPTY_REFUSED)
        return yee_diag_fail(v->diag, YEE_INPUT, &it->place, "%s", why);
    v->empty[object] = YEE_EMPTY_FOUND;
    yee_diag_log(v->diag, YEE_WARNING, &it->place, "%s; it is left out", why);
    return YEE_OK;
}

yee_status yee_voxels_refuse_sheet(const yee_voxels *v, const yee_instance *it, int material)
{
    if (!yee_material_is_sheet(v->material[material]))
        return YEE_OK;
    return yee_diag_fail(
        v->diag, YEE_INPUT, &it->place,
        "material = %s is a sheet without thickness, and the shape '%s' is none; "
        "give it to a plate",
        v->name[material], it->plugin->name);
}

/* Volumes that follow each other are painted together. */
yee_status yee_voxels_paint(yee_voxels *v, size_t count, const yee_object *object, int threads)
{
    yee_volume *volume = NULL;
    size_t volumes = 0, capacity = 0;
    yee_status status = YEE_OK;
    v->counted = false;
    v->threads = threads;
    for (size_t n = 0; !status && n < count; n++) {
        const yee_instance *it = object[n].instance;
        const bool holds = ((const yee_shape_ops *)it->plugin->ops)->inside;
        if (!holds) {
            status = yee_volumes_paint(v, volumes, volume, threads);
            volumes = 0;
        }
        if (status)
            break;
        if (!yee_grow(&volume, volumes, &capacity, sizeof *volume) ||
            !add_object(v, &object[n])) {
            status = yee_voxels_no_memory(v);
            break;
        }
        status = holds ? yee_volume_begin(v, &object[n], &volume[volumes])
                       : yee_voxels_paint_itself(v, &object[n]);
        volumes += holds && !status;
    }
    const yee_status earlier = yee_volumes_paint(v, volumes, volume, threads);
    free(volume);
    return earlier ? earlier : status;
}

int yee_voxels_material(const yee_voxels *voxels, int64_t i, int64_t j, int64_t k)
{
    const int64_t *n = voxels->n;
    const int64_t cell = (i * n[1] + j) * n[2] + k;
    if (i < 0 || j < 0 || k < 0 || i >= n[0] || j >= n[1] || k >= n[2])
        return -1;
    if (yee_voxels_holds(voxels, (const int64_t[3]){i, j, k}))
        return voxels->paint[yee_voxels_middle(voxels, cell)].material;
    const uint32_t number =
        voxels->answers ? yee_answers_find(voxels->answers, 8 * (uint64_t)cell + YEE_OF_CELL)
                        : YEE_NO_ANSWER;
    return number == YEE_NO_ANSWER ? -1 : (int)number;
}

void yee_voxels_face_count(const yee_voxels *v, int axis, int side, int64_t *count)
{
    const int64_t plane = side ? v->n[axis] - 1 : 0;
    for (size_t n = 0; n < v->boxes; n++) {
        yee_cell_box b = v->box[n];
        if (plane < b.low[axis] || plane >= b.high[axis])
            continue;
        b.low[axis] = plane;
        b.high[axis] = plane + 1;
        for (int64_t i = b.low[0]; i < b.high[0]; i++)
            for (int64_t j = b.low[1]; j < b.high[1]; j++)
                for (int64_t k = b.low[2]; k < b.high[2]; k++)
                    count[yee_voxels_material(v, i, j, k)]++;
    }
}

/* By counts of the materials, so that the order of the cells, and who counts them, is no matter. */
bool yee_voxels_face(const yee_voxels *v, int axis, int side, double *eps_r, double *mu_r)
{
    const int face = 2 * axis + side;
    int64_t *own = v->face[face] ? NULL : calloc(v->materials, sizeof *own);
    const int64_t *count = v->face[face] ? v->face[face] : own;
    double eps = 0, mu = 0, all = 0;
    if (!count)
        return false;
    if (own)
        yee_voxels_face_count(v, axis, side, own);
    for (size_t n = 0; n < v->materials; n++) {
        const yee_material *m = v->material[n];
        if (!count[n] || m->conductor != YEE_NOT_CONDUCTOR)
            continue;
        all += 3 * (double)count[n];
        for (int a = 0; a < 3; a++) {
            eps += (double)count[n] * m->electric[a].inf;
            mu += (double)count[n] * m->magnetic[a].inf;
        }
    }
    free(own);
    *eps_r = all > 0 ? eps / all : 1;
    *mu_r = all > 0 ? mu / all : 1;
    return true;
}

void yee_voxels_clip_to(yee_voxels *v, size_t boxes, const yee_cell_box *box, int64_t margin,
                        const bool periodic[3])
{
    yee_pages_small(v->cell, bytes_of((size_t)v->n[0] * (size_t)v->n[1] * (size_t)v->n[2]));
    v->clipped = true;
    v->boxes = boxes;
    v->box = box;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        memset(v->held[a], false, (size_t)x->cells);
        for (size_t n = 0; n < boxes; n++)
            for (int64_t i = box[n].low[a] - margin; i < box[n].high[a] + margin; i++)
                if (i >= 0 && i < x->cells)
                    v->held[a][i] = true;
                else if (periodic[a])
                    v->held[a][(i + x->cells) % x->cells] = true;
        v->hull[a][0] = x->cells;
        v->hull[a][1] = 0;
        for (int64_t i = 0; i < x->cells; i++)
            if (v->held[a][i]) {
                v->hull[a][0] = i < v->hull[a][0] ? i : v->hull[a][0];
                v->hull[a][1] = i + 1;
            }
    }
}

/* Whole pages of cells [from, to). */
static void release(const yee_voxels *v, int64_t from, int64_t to)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), cells = (uintptr_t)v->cell;
    const uintptr_t begin =
        (cells + (uintptr_t)from * sizeof *v->cell + page - 1) / page * page;
    const uintptr_t end = (cells + (uintptr_t)to * sizeof *v->cell) / page * page;
    if (end > begin)
        madvise((char *)v->cell + (begin - cells), end - begin, MADV_DONTNEED);
}

void yee_voxels_release(yee_voxels *v)
{
    int64_t from = 0; /* no cell of [from, row) is held */
    for (int64_t i = 0; i < v->n[0]; i++)
        for (int64_t j = 0; j < v->n[1]; j++) {
            const int64_t row = (i * v->n[1] + j) * v->n[2];
            if (!v->held[0][i] || !v->held[1][j])
                continue;
            release(v, from, row + v->hull[2][0]);
            from = row + v->hull[2][1];
        }
    release(v, from, v->n[0] * v->n[1] * v->n[2]);
}

void yee_voxels_ask(yee_voxels *v, yee_answers *answers) { v->answers = answers; }

enum { BLOCK = 32 }; /* cells that are compared together */

int64_t yee_voxels_run(const uint32_t *row, int64_t n)
{
    const uint32_t first = *row;
    int64_t k = 1;
    for (uint32_t differ = 0; k + BLOCK <= n; k += BLOCK) {
        for (int q = 0; q < BLOCK; q++)
            differ |= row[k + q] ^ first;
        if (differ)
            break;
    }
    while (k < n && row[k] == first)
        k++;
    return k;
}
