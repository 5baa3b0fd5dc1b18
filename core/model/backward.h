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
    /* Thickness (m) of its thinnest gap across the layer's axis, of another medium, along which
     * waves run backward (surface_waves.h); infinite: none. */
    double gap;
    int gap_across;
    /* A medium beside it in the layer, along whose common surface waves run backward, its
     * number, and their frequencies (Hz), which may lie beyond high; NULL: none. */
    const char *beside;
    int beside_number;
    double beside_from, beside_to;
    bool beyond; /* nothing else is to be said: negative outside of [low, high] only */
} yee_backward;

/* True when the material lies in the layer of the face so that waves there may run backward at
 * frequencies within [low, high] (Hz). Waves of a surface between two media that do so at any
 * frequency that the steps can tell count, too: rounding is enough to begin them. */
bool yee_backward_find(const yee_model *model, size_t material, int face, double low,
                       double high, yee_backward *found);

#endif
