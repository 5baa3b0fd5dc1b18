/* plugins/importers/gprmax/voxels.c: objects from an HDF5 file of material numbers, and the list
 * of their materials. */
#include "gprmax.h"
#include <string.h>

yee_status gm_objects_read(gm *m, const gm_command *c)
{
    return gm_decline(m, c,
                      "objects from files are not read yet; give [shape.NAME] type = voxels in "
                      "what `yee model` makes of the rest");
}
