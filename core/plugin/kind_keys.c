/* core/plugin/kind_keys.c: the keys that every material, shape and boundary has. */
#include "kind_keys.h"

const yee_param yee_material_params[] = {
    YEE_PARAM_REFS(yee_material_config, add, "material", YEE_UNSET,
                   "Other materials whose poles and conductivities are added to this one."),
    YEE_PARAM_END,
};

const yee_param yee_shape_params[] = {
    YEE_PARAM_REF(yee_shape_config, material, "material", YEE_UNSET,
                  "What the object is made of. Required unless the shape brings its materials "
                  "along."),
    YEE_PARAM_CHOICE(
        yee_shape_config, average, "normal", "normal|lines|cells|no|own|electric|tensor",
        "Medium of the edges around its surface. normal: the surface lies where it is within "
        "cells, 1/eps = n^2 <1/eps> + (1 - n^2)/<eps> by fill and the normal's component n "
        "along the edge; lines: there too, media in series along the edge and in parallel "
        "across it; cells: whole cells, those whose middles it holds; no: such cells, and its "
        "own material on every edge they touch; own: so, and edges of objects painted later "
        "beside it stay its own; electric: as cells, but mu is 1 between two media, as in "
        "gprMax 3; tensor: as normal, and "
        "between dielectrics the part of the tensor off its diagonal too, in cells: second "
        "order at curved and oblique surfaces, by schemes that run laws of fields. Perfect "
        "conductors are of whole cells always."),
    YEE_PARAM_CHOICE(
        yee_shape_config, empty, "refused", "refused|allowed",
        "An object that holds no cell and no edge of the grid: allowed says so and "
        "leaves it out."),
    YEE_PARAM_END,
};

const yee_param yee_boundary_params[] = {
    YEE_PARAM_TEXTS(yee_boundary_config, faces, "all",
                    "Faces it closes: all, x, y, z, x-, x+, ...; the narrower word wins."),
    YEE_PARAM_END,
};

const yee_param *yee_kind_params(yee_kind kind)
{
    switch (kind) {
    case YEE_MATERIAL:
        return yee_material_params;
    case YEE_SHAPE:
        return yee_shape_params;
    case YEE_BOUNDARY:
        return yee_boundary_params;
    default:
        return NULL;
    }
}
