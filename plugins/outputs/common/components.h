/* plugins/outputs/common/components.h: field components by name, and their attributes. */
#ifndef YEE_OUTPUTS_COMPONENTS_H
#define YEE_OUTPUTS_COMPONENTS_H

#include <yee/yee.h>

/* Unit of a component: "V/m" or "A/m". */
const char *component_unit(int c);

/* Words to components: ex ... hz, e, h, all. Those that a 2-D grid lacks are left out of the
 * groups and refused by name. */
yee_status components_choose(const yee_host *host, const yee_grid *grid, const yee_texts *words,
                             bool chosen[YEE_COMPONENTS]);

/* Attributes of numbers taken from a component: unit, and its place and time against node
 * (i, j, k) and step n: offset in cells, time_offset in steps. */
yee_status describe_component(const yee_record *record, const yee_host *host, yee_file *file,
                              const char *path, const yee_grid *grid, int c, const char *units);

#endif
