/* plugins/shapes/common/thin.h: sheets and wires put a material on edges. */
#ifndef YEE_SHAPES_THIN_H
#define YEE_SHAPES_THIN_H

#include <yee/yee.h>

/* Warns where the object's material conducts nothing: its edges are then those of a layer, or of a
 * rod, one cell thick. what: "sheet", "wire". */
void thin_report(const yee_host *host, yee_painter *painter, const char *what);

#endif
