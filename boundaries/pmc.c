/* boundaries/pmc.c: a perfect magnetic conductor behind the face: tangential H is odd about it. */
#include <yee/boundary.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    closure->rule = YEE_FACE_PMC;
    closure->layer = 0;
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "pmc",
    .summary =
        "perfect magnetic wall, nothing behind it (symmetry, magnetic: a plane of symmetry)",
    .params = params,
    .ops = &ops,
    .example = "[boundary.wall]\n"
               "type = pmc\n"
               "faces = x-\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
