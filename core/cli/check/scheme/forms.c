/* core/cli/check/scheme/forms.c: small models that use all forms of problems between them. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

static const char *const form_name[FORMS] = {
    "poles",        "losses",         "magnetic media",    "absorbing layers",
    "damped media", "ports",          "magnetic currents", "cubic points",
    "conductors",   "DFT taps",       "energy taps",       "graded axes",
    "PMC faces",    "periodic faces", "several media",
};

/* A part of a model's text, for models that have the forms `with` and none of `without`. */
typedef struct part {
    unsigned with, without;
    const char *text;
} part;

/* The source never rests: rounding is judged by the largest value at the end, which must be as
 * large as any before. */
#define RUN "[run]\nsteps = 40\n"
#define TONE "[waveform.tone]\ntype = sine\nfrequency = 20 GHz\nramp = 1\n"
#define DIPOLE(position, direction, strength) \
    "[source.electric" strength "]\ntype = dipole\nwaveform = tone\nposition = " position \
    "\ndirection = " direction "\ncurrent = " strength " A\n"
#define LOOP(position, direction) \
    "[source.magnetic]\ntype = dipole\nwaveform = tone\nposition = " position \
    "\ndirection = " direction "\nmagnetic_current = 100 V\n"
#define PEC_REST "[boundary.rest]\ntype = pec\nfaces = all\n"

static const part everything[] = {
    {0, 0, RUN TONE "[grid]\n"},
    {FORM_GRADED, 0, "x = 1 mm x 8, 1.3 mm x 6\ny = 1 mm x 11\nz = 1.2 mm x 12\n"},
    {0, FORM_GRADED, "spacing = 1 mm\ncells = 14, 11, 12\n"},
    {0, 0, PEC_REST},
    {FORM_LAYERS, 0, "[boundary.xz]\ntype = cpml\nfaces = x, z\ncells = 3\n"},
    {FORM_PMC, 0, "[boundary.low]\ntype = pmc\nfaces = y-\n"},
    {FORM_MEDIA | FORM_POLES, 0,
     "[material.glass]\ntype = lorentz\ndelta_eps = 2\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
     "[material.soil]\ntype = debye\neps_inf = 3\ndelta_eps = 5, 1\ntau = 20 ps, 90 ps\n"},
    {FORM_MEDIA, FORM_POLES,
     "[material.glass]\ntype = dielectric\neps = 2\n"
     "[material.soil]\ntype = dielectric\neps = 3, 4, 5\n"},
    {FORM_MEDIA | FORM_LOSS, 0, "sigma = 0.1 S/m\n"},
    {FORM_MEDIA, 0,
     "[shape.floor]\ntype = box\nmaterial = soil\nfrom = 0, 0, 0 mm\nto = 30, 30, 5 mm\n"
     "[shape.ball]\ntype = sphere\nmaterial = glass\ncenter = 9, 6, 9 mm\nradius = 2.4 mm\n"},
    {FORM_MEDIA | FORM_MAGNETIC | FORM_POLES, 0,
     "[material.ferrite]\ntype = lorentz\nmagnetic = yes\ndelta_eps = 1\nf0 = 9 GHz\n"
     "gamma_hz = 1 GHz\n"},
    {FORM_MEDIA | FORM_MAGNETIC, FORM_POLES, "[material.ferrite]\ntype = dielectric\nmu = 2\n"},
    {FORM_MEDIA | FORM_MAGNETIC | FORM_LOSS, 0, "sigma_m = 2e3 Ohm/m\n"},
    {FORM_MEDIA | FORM_MAGNETIC, 0,
     "[shape.core]\ntype = box\nmaterial = ferrite\nfrom = 4, 5, 4 mm\nto = 7, 11, 8 mm\n"},
    {FORM_CONDUCTORS, 0,
     "[shape.metal]\ntype = box\nmaterial = pec\nfrom = 9, 2, 3 mm\nto = 11, 4, 6 mm\n"},
    {0, 0, DIPOLE("6, 4, 8 mm", "1, 2, 3", "1")},
    {FORM_CURRENTS_H, 0, LOOP("7, 7, 9 mm", "3, 1, 2")},
    {FORM_PORTS, 0,
     "[source.feed]\ntype = voltage\nnegative = 5, 8, 7.2 mm\npositive = 5, 8, 9.6 mm\n"
     "across = 1, 1, 0 mm\nwaveform = tone\nvoltage = 10 V\n"
     "[source.load]\ntype = voltage\nnegative = 8, 3, 7.2 mm\npositive = 8, 5, 7.2 mm\n"
     "resistance = 75 Ohm\n"},
    {0, 0, NULL},
};
static const part incidence[] = {
    {0, 0, RUN TONE "[grid]\nspacing = 1 mm\ncells = 17, 17, 14\n" PEC_REST},
    {FORM_DAMPED, 0, "[boundary.x]\ntype = absorber\nfaces = x-, y+\ncells = 3\n"},
    {FORM_CUBIC, 0,
     "[source.wave]\ntype = plane_wave\nwaveform = tone\n"
     "from = 6, 3, 3 mm\nto = 14, 11, 11 mm\n"
     "theta = 50 deg\nphi = 30 deg\npsi = 20 deg\n"},
    {0, FORM_CUBIC, DIPOLE("8, 7, 6 mm", "3, 2, 1", "1")},
    {FORM_MEDIA | FORM_POLES, 0,
     "[material.ball]\ntype = drude\nfp = 20 GHz\ngamma_hz = 2 GHz\n"},
    {FORM_MEDIA, FORM_POLES, "[material.ball]\ntype = dielectric\neps = 4\n"},
    {FORM_MEDIA | FORM_LOSS, 0, "sigma = 0.02 S/m\n"},
    {FORM_MEDIA, 0,
     "[shape.ball]\ntype = sphere\nmaterial = ball\ncenter = 10, 7, 7 mm\nradius = 0.9 mm\n"},
    {0, 0, NULL},
};
static const part crystal[] = {
    {0, 0, RUN TONE "[grid]\nspacing = 1 mm\ncells = 7, 2, 5\n" PEC_REST},
    {FORM_PERIODIC, 0, "[boundary.around]\ntype = periodic\nfaces = x, y, z\n"},
    {FORM_MEDIA | FORM_LOSS, 0,
     "[material.slab]\ntype = dielectric\neps = 2\nsigma = 0.2 S/m\n"},
    {FORM_MEDIA, FORM_LOSS, "[material.slab]\ntype = dielectric\neps = 2\n"},
    {FORM_MEDIA, 0,
     "[shape.slab]\ntype = box\nmaterial = slab\nfrom = 0, 0, 0 mm\nto = 7, 2, 2 mm\n"},
    {0, 0, DIPOLE("3, 1, 3 mm", "3, 2, 1", "1")},
    {FORM_CURRENTS_H, 0, LOOP("5, 1, 4 mm", "1, 2, 3")},
    {0, 0, NULL},
};
static const part flat_tm[] = {
    {0, 0,
     RUN TONE
     "[grid]\nspacing = 1 mm\nsize = 24 mm, 15 mm\ninvariant = z\nmode = tm\n" PEC_REST},
    {FORM_LAYERS, 0, "[boundary.x]\ntype = cpml\nfaces = x\ncells = 5\n"},
    {FORM_PERIODIC, 0, "[boundary.y]\ntype = periodic\nfaces = y\n"},
    {FORM_MEDIA | FORM_POLES, 0,
     "[material.metal]\ntype = drude\nfp = 30 GHz\ngamma_hz = 1 GHz\n"},
    {FORM_MEDIA, FORM_POLES, "[material.metal]\ntype = dielectric\neps = 3\n"},
    {FORM_MEDIA, 0,
     "[shape.rod]\ntype = cylinder\nmaterial = metal\nfrom = 14, 5, 0 mm\n"
     "to = 14, 5, 1000 mm\nradius = 3 mm\n"},
    {0, 0, DIPOLE("8, 9, 500 mm", "z", "1")},
    {0, 0, NULL},
};
static const part flat_te[] = {
    {0, 0, RUN TONE "[grid]\n"},
    {FORM_GRADED, 0, "x = 1 mm x 9, 0.8 mm x 9\ny = 1 mm x 13\n"},
    {0, FORM_GRADED, "spacing = 1 mm\nsize = 18 mm, 13 mm\n"},
    {0, 0, "invariant = z\nmode = te\n" PEC_REST},
    {FORM_PMC, 0, "[boundary.x]\ntype = pmc\nfaces = x\n"},
    {FORM_PORTS, 0,
     "[source.feed]\ntype = voltage\nnegative = 4, 6, 0 mm\npositive = 6, 6, 0 mm\n"
     "waveform = tone\n"},
    {0, 0, DIPOLE("8, 8, 500 mm", "x", "1")},
    {0, 0, NULL},
};
static const part flat_x[] = {
    {0, 0,
     RUN TONE
     "[grid]\nspacing = 1 mm\nsize = 17 mm, 12 mm\ninvariant = x\nmode = tm\n" PEC_REST},
    {FORM_MEDIA | FORM_MAGNETIC | FORM_POLES, 0,
     "[material.ferrite]\ntype = debye\nmagnetic = yes\ndelta_eps = 2\ntau = 30 ps\n"},
    {FORM_MEDIA | FORM_MAGNETIC, FORM_POLES, "[material.ferrite]\ntype = dielectric\nmu = 3\n"},
    {FORM_MEDIA | FORM_MAGNETIC, 0,
     "[shape.post]\ntype = box\nmaterial = ferrite\nfrom = 0, 3, 3 mm\nto = 1000, 7, 8 mm\n"},
    {0, 0, DIPOLE("500, 10, 5 mm", "x", "1")},
    {FORM_CURRENTS_H, 0, LOOP("500, 5, 9 mm", "y")},
    {0, 0, NULL},
};

static const struct {
    const char *name;
    unsigned most;
    const part *part;
} model[] = {
    /* the simplest first */
    {"2-D TE", FORM_PORTS | FORM_GRADED | FORM_PMC | FORM_TAPS, flat_te},
    {"2-D TM", FORM_POLES | FORM_LAYERS | FORM_PERIODIC | FORM_MEDIA | FORM_TAPS, flat_tm},
    {"2-D TM across x", FORM_POLES | FORM_MAGNETIC | FORM_CURRENTS_H | FORM_MEDIA | FORM_TAPS,
     flat_x},
    {"3-D, few cells", FORM_LOSS | FORM_CURRENTS_H | FORM_PERIODIC | FORM_MEDIA | FORM_TAPS,
     crystal},
    {"3-D, plane wave",
     FORM_POLES | FORM_LOSS | FORM_DAMPED | FORM_CUBIC | FORM_MEDIA | FORM_TAPS, incidence},
    {"3-D",
     FORM_POLES | FORM_LOSS | FORM_MAGNETIC | FORM_LAYERS | FORM_PORTS | FORM_CURRENTS_H |
         FORM_CONDUCTORS | FORM_GRADED | FORM_PMC | FORM_MEDIA | FORM_TAPS,
     everything},
};

const char *forms_model(size_t n, unsigned *most)
{
    if (n >= sizeof model / sizeof *model)
        return NULL;
    *most = model[n].most;
    return model[n].name;
}

const char *forms_names(char *text, size_t size, unsigned forms)
{
    size_t at = 0;
    text[0] = '\0';
    for (int f = 0; f < FORMS; f++)
        if ((forms & (1u << f)) && at < size)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? ", " : "", form_name[f]);
    return text;
}

char *forms_text(size_t n, unsigned forms)
{
    size_t bytes = 1;
    for (const part *p = model[n].part; p->text; p++)
        bytes += strlen(p->text);
    char *text = calloc(1, bytes);
    for (const part *p = model[n].part; text && p->text; p++)
        if ((forms & p->with) == p->with && !(forms & p->without))
            strcat(text, p->text);
    return text;
}
