/* core/plugin/kind_keys.h: the core's own keys of a kind; no plugin of the kind has one of them.
 */
#ifndef YEE_CORE_KIND_KEYS_H
#define YEE_CORE_KIND_KEYS_H

#include <yee/plugin.h>

typedef struct yee_shape_config {
    const char *material;
    int average; /* yee_average */
    int empty;   /* refused allowed */
} yee_shape_config;
typedef struct yee_boundary_config {
    yee_texts faces; /* "all", "x", "x-", "x+", ... */
} yee_boundary_config;
typedef struct yee_material_config {
    yee_texts add; /* other materials whose poles and conductivity are added */
} yee_material_config;
extern const yee_param yee_shape_params[], yee_boundary_params[], yee_material_params[];
/* The core's keys of a kind; NULL: none. */
const yee_param *yee_kind_params(yee_kind kind);

#endif
