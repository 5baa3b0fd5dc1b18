/* core/selftest/backward.c: warns of media in absorbing layers whose modes a layer amplifies.
 */
#include "model/backward.h"
#include "base/units.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static yee_status note(yee_model *m, const char *name, const yee_backward *b, const char *faces)
{
    char how[256];
    if (b->both)
        snprintf(how, sizeof how,
                 "waves in it run backward, which a layer amplifies, and the run "
                 "will diverge unless losses are larger");
    else if (isfinite(b->thickness))
        snprintf(
            how, sizeof how,
            "waves along a film of %s across %c may run backward, which a layer amplifies, and "
            "the run may diverge (the thinner, the sooner)",
            yee_units_si(b->thickness, "m").text, "xyz"[b->across]);
    else
        snprintf(
            how, sizeof how,
            "waves along its surface may run backward, which a layer amplifies, and the run "
            "may diverge (most thick metals do not)");
    return yee_finding_note(
        m, YEE_WARNING, name,
        "its %s negative from %s to %s, where sources play, and it enters the absorbing "
        "layer%s at %s: %s; give type = absorber there, or end the object a cell before the "
        "layer",
        b->both  ? "eps and mu are"
        : b->eps ? "eps is"
                 : "mu is",
        yee_units_si(b->from, "Hz").text, yee_units_si(b->to, "Hz").text,
        strchr(faces, ',') ? "s" : "", faces, how);
}

yee_status yee_selftest_backward(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->materials; i++) {
        yee_backward all = {.thickness = INFINITY}, b;
        char faces[32] = "";
        for (int f = 0; f < 6; f++) {
            if (!yee_backward_find(m, i, f, m->band[0], m->band[1], &b))
                continue;
            const size_t used = strlen(faces);
            snprintf(faces + used, sizeof faces - used, "%s%s", used ? ", " : "",
                     yee_face_name[f]);
            if (b.thickness < all.thickness || all.to == 0)
                all = b;
        }
        if (*faces)
            status = note(m, m->material_name[i], &all, faces);
    }
    return status;
}
