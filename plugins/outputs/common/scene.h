/* plugins/outputs/common/scene.h: what stands in a box of nodes: materials and conductors, by
 * which pictures of the fields there show their surroundings. */
#ifndef YEE_OUTPUTS_SCENE_H
#define YEE_OUTPUTS_SCENE_H

#include "box.h"

/* Attribute `bits` of numbers like scene.conductor. */
#define SCENE_BITS "1: the edge towards +x conducts perfectly, 2: towards +y, 4: towards +z"

/* Arrays of the points of a box; of the host's memory. */
typedef struct scene {
    int32_t *material; /* number of the cell above the node along all axes; NULL: unknown */
    char *names;       /* of the materials, "0 air\n1 soil\n"; NULL: none */
    /* Bits of the edges from each node to the next one of the box: 1 along x, 2 along y, 4
     * along z, where any of the edges between them is a perfect electric conductor; NULL: no
     * edge is. In 2-D with its field along the missing axis, an edge across that conducts
     * where both its ends do. */
    unsigned char *conductor;
} scene;

/* Reads it while a run is planned; z_slowest: shape [z, y, x], else [x, y, z]. Fails for want of
 * memory only. */
yee_status scene_read(const yee_host *host, const yee_view *view, const box *b, bool z_slowest,
                      scene *scene);

#endif
