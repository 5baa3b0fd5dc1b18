/* bricks.c: the grid in bricks, each for the kernel that does no more than it needs.
 *
 * Facts of the axes (axes.c) decide which kernels there are; a pass has as many steps as there
 * are kernels for everything that the grid has (cover.c cuts it in tiles, sort.c makes the
 * launches). */
#include "cover.h"
#include <stdlib.h>
#include <string.h>

enum {
    ALL_SIX = 63,      /* components */
    SHORT_PLANES = 64, /* planes of a brick that runs beside those of other classes */
    AT_ENDS = 1        /* the class of layers along x alone */
};

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- kernels ---- */

/* Whether layered marches do a class: all that is special along the axes is layers, walls and
 * spacings of simple axes, and the class has it. */
static bool layered_class(const plan *p, const passes *w, int class, media_need media)
{
    return p->d.active == ALL_SIX && w->x.axis[0].simple && class < EDGE &&
           (class & w->special_axes) == class && (class != UNIFORM || media.words > 0);
}

/* Whether uniform, skewed and general marches do it. */
static bool general_class(const passes *w, int class)
{
    const bool along_x = w->layered_axes & 1;
    return class == EDGE || class == UNIFORM ||
           (along_x && (class == AT_ENDS || class == EDGE_WITH_LAYERS));
}

void find_shape(const plan *p, const passes *w, int class, media_need media, kernel_need *need,
                pass_shape *shape)
{
    enum { ACROSS = 6 }; /* axes of rows and columns */
    const bool possible[2] = {general_class(w, class), layered_class(p, w, class, media)};
    *need = (kernel_need){.media = media,
                          .layers = class == EDGE               ? w->layered_axes & ACROSS
                                    : class == EDGE_WITH_LAYERS ? w->layered_axes
                                                                : class,
                          .edge = class >= EDGE};
    for (int layered = 1; layered >= 0; layered--) {
        need->layered = layered;
        if (possible[layered] && pass_shape_of(&w->x, p->word, need, shape) == cudaSuccess)
            return;
        cudaGetLastError();
    }
    *shape = (pass_shape){0};
}

/* Finds the shapes of all classes. Where layered marches do all that is special along x, other
 * classes take x for uniform. */
static void find_shapes(const plan *p, passes *w, media_need media, pass_shape shape[CLASSES])
{
    kernel_need need;
    find_shape(p, w, AT_ENDS, media, &need, &shape[AT_ENDS]);
    w->launch[AT_ENDS][0].need = need;
    w->x.axis[0].uniform |= shape[AT_ENDS].rows > 0 && need.layered;
    for (int n = 0; n < CLASSES; n++) {
        if (n != AT_ENDS)
            find_shape(p, w, n, media, &w->launch[n][0].need, &shape[n]);
        if (w->special_axes && !w->launch[n][0].need.layered) /* they fill gaps of others */
            shape[n].longest = least(shape[n].longest, SHORT_PLANES);
    }
}

/* Tiles of all planes, for as many steps a pass as w->x says: planes where x is uniform, then
 * those at both ends. */
static covered cover_grid(const plan *p, const passes *w, const pass_shape shape[CLASSES],
                          tiles t[CLASSES])
{
    const pass *x = &w->x;
    int low, high;
    const bool layers = layers_along(p, 0, &low, &high);
    const bool layered = shape[AT_ENDS].rows > 0 && w->launch[AT_ENDS][0].need.layered;
    if (layered) {
        low = x->uniform[0][0];
        high = x->uniform[0][1];
    }
    const bool ends = layers || layered;
    low = ends ? least(low + x->steps, x->end[0]) : 0;
    high = ends ? most(least(high - x->steps, x->end[0]), low) : x->end[0];
    for (int n = 0; n < CLASSES; n++)
        t[n].count = 0;
    const int general = layers ? EDGE_WITH_LAYERS : EDGE;
    int own[2];
    own_cells(p, x->steps, 0, &own[0], &own[1]);
    const int from = own[0], to = least(own[1], x->end[0]);
    low = most(low, from);
    high = least(high, to);
    covered done = cover_planes(p, x, shape, t, UNIFORM, EDGE, low, high);
    if (done == COVERED)
        done = cover_planes(p, x, shape, t, AT_ENDS, general, from, least(low, to));
    return done == COVERED ? cover_planes(p, x, shape, t, AT_ENDS, general, most(high, low), to)
                           : done;
}

/* The most steps, up to those that are wanted, of which there are kernels for everything. */
static covered choose_steps(const plan *p, passes *w, media_need media, int wanted,
                            pass_shape shape[CLASSES], tiles t[CLASSES])
{
    const bool uniform = w->x.axis[0].uniform;
    covered done = NO_KERNEL;
    for (w->x.steps = wanted; w->x.steps > 0; w->x.steps--) {
        w->x.axis[0].uniform = uniform;
        find_shapes(p, w, media, shape);
        done = cover_grid(p, w, shape, t);
        if (done != NO_KERNEL)
            return done;
    }
    w->x.axis[0].uniform = uniform;
    return done;
}

/* ---- lists ---- */

/* The bricks of a class, those of each need together. */
typedef struct class_list {
    brick *brick;
    int64_t count;
} class_list;

static yee_status upload(plan *p, const class_list list[CLASSES])
{
    passes *w = &temporal_of(p)->passes;
    int64_t total = 0;
    for (int n = 0; n < CLASSES; n++)
        total += list[n].count;
    brick *all = plan_scratch(p, total, sizeof *all);
    if (!all)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
    total = 0;
    for (int n = 0; n < CLASSES; total += list[n].count, n++) {
        memcpy(all + total, list[n].brick, (size_t)list[n].count * sizeof *all);
        for (int k = 0; k < LISTS; k++)
            w->launch[n][k].first += total;
    }
    return device_ask(&w->memory, &w->list, total, sizeof *all, all)
               ? YEE_OK
               : p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
}

yee_status make_bricks(plan *p, media_need need, int wanted)
{
    passes *w = &temporal_of(p)->passes;
    pass_shape shape[CLASSES] = {{0}};
    tiles t[CLASSES] = {{0}};
    class_list list[CLASSES] = {{NULL, 0}};
    int low, high;
    find_axis_facts(p);
    w->layered_axes = w->special_axes = 0;
    for (int a = 0; a < 3; a++) {
        w->layered_axes |= layers_along(p, a, &low, &high) << a;
        w->special_axes |= (w->x.axis[a].simple && !w->x.axis[a].uniform) << a;
    }
    w->special_axes |= w->layered_axes;
    const covered done = choose_steps(p, w, need, wanted, shape, t);
    bool ok = done != NO_MEMORY;
    for (int n = 0; n < CLASSES && done == COVERED && ok; n++) {
        list[n].brick = cut_tiles(p, &t[n], &w->x, &shape[n], &list[n].count);
        ok = list[n].brick && make_launches(p, w, n, &shape[n], list[n].brick, list[n].count);
    }
    yee_status status = !ok ? p->host->fail(p->host, YEE_MEMORY, "no host memory for tiles")
                        : done == COVERED ? upload(p, list)
                                          : YEE_OK;
    for (int n = 0; n < CLASSES; n++) {
        free(t[n].tile);
        free(list[n].brick);
    }
    return status;
}
