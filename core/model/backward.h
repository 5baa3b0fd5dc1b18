/* core/model/backward.h: media whose modes an absorbing layer amplifies. */
#ifndef YEE_CORE_BACKWARD_H
#define YEE_CORE_BACKWARD_H

#include "model.h"

/* A material with negative eps or mu within the layer of a face. */
typedef struct yee_backward {
    bool eps, mu, both; /* which is negative; both: at one frequency */
    double from, to;    /* Hz, where */
    /* Thickness (m) of its thinnest film across the layer's axis; infinite: none has two
     * sides. */
    double thickness;
    int across; /* normal of that film: 0, 1, 2 */
} yee_backward;

/* True when the material lies in the layer of the face so that waves there may run backward at
 * frequencies within [low, high] (Hz). */
bool yee_backward_find(const yee_model *model, size_t material, int face, double low,
                       double high, yee_backward *found);

#endif
