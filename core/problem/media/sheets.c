/* core/problem/media/sheets.c: admittance sheets on the faces of a grid.
 *
 * Ampere's law over the dual cell of an edge on a PMC face, whose half width is w, takes the
 * current K = Y E of a sheet on the face in with the medium's own,
 *
 *     curl H = s eps0 eps(s) E + Y(s) E/w,
 *
 * so the sheet is a response, Y = s eps0 times a length, that adds to the medium's over w. The
 * trapezoidal rule of media makes of it a boundary condition of second order: a wave along the
 * axis, of impedance eta, comes back as (Z' - eta)/(Z' + eta) with
 *
 *     Z' = cos(k w)/cos(omega dt/2) / Y((2j/dt) tan(omega dt/2)),
 *
 * exactly (tests/physics/test_impedance.c). On an edge of two faces w w' is the dual area, and
 * the currents Y E w' and Y' E w through it are those of Y/w + Y'/w': the sheets add. */
#include "sheets.h"
#include "copies.h"
#include <string.h>

bool yee_response_sheet(yee_arena *arena, const yee_response *medium, const yee_response *sheet,
                        double width, yee_response *sum)
{
    const size_t own = medium->pole_count, more = sheet->pole_count;
    *sum = *medium;
    sum->inf += sheet->inf / width;
    sum->sigma += sheet->sigma / width;
    if (!more)
        return true;
    yee_pole *poles = yee_arena_alloc(arena, (own + more) * sizeof *poles);
    if (!poles)
        return false;
    if (own)
        memcpy(poles, medium->poles, own * sizeof *poles);
    for (size_t i = 0; i < more; i++) {
        poles[own + i] = sheet->poles[i];
        poles[own + i].b1 /= width;
        poles[own + i].b0 /= width;
    }
    sum->poles = poles;
    sum->pole_count = own + more;
    return true;
}

typedef struct work {
    yee_copies copies;
    const yee_sheets *sheets;
} work;

/* The way of an edge along `direction` that lies on faces of the next axis and of the one after
 * it, 0 none, 1 low, 2 high of each. */
static int way_of(int direction, const int on[2]) { return 9 * direction + 3 * on[0] + on[1]; }

enum { WAYS = 26 };

static bool add(void *user, const yee_medium *from, int way, yee_response *response)
{
    const work *w = user;
    const int direction = way / 9, on[2] = {way / 3 % 3, way % 3};
    *response = from->response;
    for (int n = 0; n < 2; n++) {
        const int a = (direction + 1 + n) % 3, face = 2 * a + on[n] - 1;
        const yee_axis_data *axis = &w->copies.problem->grid.axis[a];
        if (!on[n])
            continue;
        const int64_t cell = on[n] == 1 ? 0 : axis->cells - 1;
        const double width = 0.5 * (axis->node[cell + 1] - axis->node[cell]);
        const yee_response own = *response;
        if (!yee_response_sheet(w->copies.arena, &own, &w->sheets->sheet[face][direction],
                                width, response))
            return false;
    }
    return true;
}

/* Which face with a sheet a node of an axis lies on: 0 none, 1 low, 2 high. */
static int face_at(const work *w, int axis, int64_t node)
{
    const yee_axis_data *a = &w->copies.problem->grid.axis[axis];
    if (a->invariant || a->periodic)
        return 0;
    return node == 0 && w->sheets->on[2 * axis]              ? 1
           : node == a->cells && w->sheets->on[2 * axis + 1] ? 2
                                                             : 0;
}

/* The edges of a target along `direction` on one face. Those that lie on a face of the axis before
 * it, too, were met there. */
static bool fill(work *w, const yee_id_target *t, int direction, int which, int side)
{
    const yee_grid *g = &w->copies.problem->grid;
    const int c = YEE_EX + direction;
    const int axis[2] = {(direction + 1) % 3, (direction + 2) % 3};
    int64_t begin[3], end[3], at[3];
    const int64_t node = side ? g->axis[axis[which]].cells : 0;
    for (int a = 0; a < 3; a++) {
        int64_t low = g->begin[c][a], high = g->end[c][a];
        if (a == axis[which]) {
            low = node > low ? node : low;
            high = node + 1 < high ? node + 1 : high;
        }
        yee_id_target_range(t, c, a, low, high, &begin[a], &end[a]);
    }
    for (at[0] = begin[0]; at[0] < end[0]; at[0]++)
        for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
            for (at[2] = begin[2]; at[2] < end[2]; at[2]++) {
                int on[2];
                for (int n = 0; n < 2; n++)
                    on[n] = face_at(w, axis[n], yee_id_target_whole(t, axis[n], at[axis[n]]));
                if (which == 1 && on[0])
                    continue;
                if (!yee_copies_point(&w->copies, t, c, at, way_of(direction, on)))
                    return false;
            }
    return true;
}

yee_status yee_voxels_sheets(yee_voxels *voxels, yee_arena *arena, const yee_sheets *sheets,
                             yee_problem *problem)
{
    bool any = false;
    for (int face = 0; face < 6; face++)
        any = any || sheets->on[face];
    if (!any)
        return YEE_OK;
    work w = {.copies = {.voxels = voxels,
                         .arena = arena,
                         .problem = problem,
                         .ways = WAYS,
                         .word = "sheet",
                         .make = add,
                         .user = &w},
              .sheets = sheets};
    bool ok = yee_copies_begin(&w.copies);
    for (int direction = 0; direction < 3; direction++)
        for (int n = 0; n < 4 && problem->grid.active[YEE_EX + direction]; n++) {
            const int axis = (direction + 1 + n / 2) % 3;
            yee_id_target t;
            for (int64_t k = 0;
                 ok && sheets->on[2 * axis + n % 2] && yee_id_target_of(problem, k, &t); k++)
                ok = fill(&w, &t, direction, n / 2, n % 2);
        }
    return yee_copies_end(&w.copies, ok);
}
