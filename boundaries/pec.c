/* boundaries/pec.c: a perfect electric conductor behind the face: tangential E on it is zero. */
#include <yee/boundary.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    closure->rule = YEE_FACE_PEC;
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
    .name = "pec",
    .summary = "perfect electric wall, a conductor (symmetry, electric: a plane of symmetry)",
    .params = params,
    .ops = &ops,
    .example = "[boundary.all]\n"
               "type = pec\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
