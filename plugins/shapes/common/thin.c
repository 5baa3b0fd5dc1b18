/* plugins/shapes/common/thin.c: sheets and wires put a material on edges. */
#include "thin.h"

void thin_report(const yee_host *host, yee_painter *painter, const char *what)
{
    const yee_material *law = painter->law(painter, 0);
    if (!law || law->conductor != YEE_NOT_CONDUCTOR || yee_material_is_sheet(law))
        return;
    for (int a = 0; a < 3; a++)
        if (law->electric[a].sigma != 0 || law->electric[a].pole_count ||
            law->magnetic[a].sigma != 0 || law->magnetic[a].pole_count)
            return;
    bool gap = true; /* of vacuum, in another one */
    for (int a = 0; a < 3; a++)
        gap = gap && law->electric[a].inf == 1 && law->magnetic[a].inf == 1;
    if (gap)
        return;
    host->log(host, YEE_WARNING,
              "its material conducts nothing, and a %s of edges then acts like one that is a "
              "cell thick; give a conductor, or a box with the thickness that is meant",
              what);
}
