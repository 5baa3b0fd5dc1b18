/* boundaries/symmetry.c: the grid ends at a plane of symmetry, and what lies beyond is its image.
 *
 * The fields are those of the walls pec (electric) and pmc (magnetic); sources and ports on the
 * plane, energies and fluxes are those of the whole model (yee_closure.symmetry). */
#include <yee/boundary.h>

typedef struct config {
    int kind;
} config;

enum { ELECTRIC, MAGNETIC };

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, kind, NULL, "electric|magnetic",
                     "electric: currents along the normal have equal images (a dipole that "
                     "stands on the plane), those across it opposite ones; magnetic: the other "
                     "way round (a dipole that lies in it). A source beside the plane has an "
                     "image, too."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    (void)host;
    (void)face;
    closure->rule = c->kind == ELECTRIC ? YEE_FACE_PEC : YEE_FACE_PMC;
    closure->layer = 0;
    closure->symmetry = true;
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "symmetry",
    .summary =
        "plane of symmetry: the grid is a half of the model, and all that is recorded is "
        "the whole model's",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.mirror]\n"
               "type = symmetry\n"
               "kind = magnetic\n"
               "faces = x-\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
