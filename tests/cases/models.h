/* tests/cases/models.h: small models that use everything that has state, and a way to run parts
 * of them. */
#ifndef YEE_TESTS_MODELS_H
#define YEE_TESTS_MODELS_H

#include "command.h"

#include <yee/libyee.h>

#define BODY \
    "[material.soil]\ntype = debye\ndelta_eps = 3\ntau = 9 ps\nsigma = 0.01 S/m\n" \
    "[material.metal]\ntype = drude\nfp = 20 GHz\ngamma_hz = 2 GHz\n" \
    "[material.glass]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 9 GHz\ngamma_hz = 1 GHz\n" \
    "[material.ferrite]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 7 GHz\ngamma_hz = 1 GHz\n" \
    "magnetic = yes\n" \
    "[waveform.pulse]\ntype = gaussian\nfrequency = 6 GHz\n"

#define BLOCKS \
    "[shape.a]\ntype = box\nfrom = 5, 5, 5 mm\nto = 9, 8, 9 mm\nmaterial = soil\n" \
    "[shape.b]\ntype = box\nfrom = 9, 5, 5 mm\nto = 11, 8, 9 mm\nmaterial = metal\n" \
    "[shape.c]\ntype = box\nfrom = 5, 9, 5 mm\nto = 9, 11, 9 mm\nmaterial = glass\n" \
    "[shape.d]\ntype = box\nfrom = 5, 5, 9 mm\nto = 9, 8, 12 mm\nmaterial = ferrite\n"

#define DIPOLE \
    "[source.tx]\ntype = dipole\nposition = 11, 11, 11 mm\ndirection = z\ncurrent = 1 A\n" \
    "waveform = pulse\n"

#define OUTPUTS \
    "[output.rx]\ntype = probe\nposition = 7, 7, 7, 12, 12, 12 mm\n" \
    "[output.some]\ntype = probe\nposition = 7, 7, 7 mm\nevery = 7\n" \
    "[output.snap]\ntype = snapshot\nevery = 9\ncomponents = all\n" \
    "[output.once]\ntype = snapshot\ntimes = 10 ps, 17 ps\nfrom = 4, 4, 4 mm\nto = 12, 12, " \
    "12 mm\n" \
    "[output.part]\ntype = spectrum\nfrom = 6, 6, 6 mm\nto = 10, 10, 10 mm\n" \
    "frequencies = 2 GHz, 6 GHz\n" \
    "[output.out]\ntype = flux\nfrom = 5, 5, 5 mm\nto = 13, 13, 13 mm\n" \
    "frequencies = 2 GHz, 6 GHz\nevery = 2\n" \
    "[output.joule]\ntype = energy\nevery = 3\n"

#define GRID "[grid]\ncells = 18, 17, 19\nspacing = 1 mm\n"
#define CPML "[boundary.all]\ntype = cpml\ncells = 4\n"

static const struct model {
    const char *name, *text;
} models[] = {
    {"media, a dipole and a port in a layer", GRID CPML BODY BLOCKS DIPOLE
     "[source.port]\ntype = voltage\nnegative = 12, 6, 6 mm\npositive = 12, 6, 8 mm\n"
     "waveform = pulse\n[output.volts]\ntype = probe\nports = port\n" OUTPUTS},
    {"a slanted plane wave on a graded grid",
     "[grid]\nx = 1.2 mm x 4, 1 mm x 11, 1.1 mm x 4\ny = 1 mm x 18\nz = 0.9 mm x 5, 1 mm x "
     "15\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 9, 8, 8.6 mm\nto = 11, 9, 10.6 mm\nmaterial = soil\n"
     "[shape.b]\ntype = sphere\ncenter = 10, 9, 9.5 mm\nradius = 1 mm\nmaterial = glass\n"

     "[source.wave]\ntype = plane_wave\nfrom = 7, 6, 6 mm\nto = 13, 12, 13 mm\n"
     "theta = 60 deg\nphi = 30 deg\npsi = 20 deg\nwaveform = pulse\n" OUTPUTS},
    {"a periodic axis, walls of both kinds, a port on a plane of symmetry", GRID
     "[boundary.x]\ntype = periodic\nfaces = x\n"
     "[boundary.low]\ntype = pec\nfaces = y-, z-\n[boundary.high]\ntype = pmc\nfaces = y+\n"
     "[boundary.mirror]\ntype = symmetry\nkind = magnetic\nfaces = z+\n"
     "[source.port]\ntype = voltage\nnegative = 12, 6, 19 mm\npositive = 12, 8, 19 mm\n"
     "waveform = pulse\n[output.volts]\ntype = probe\nports = port\n" BODY BLOCKS DIPOLE
         OUTPUTS},
    {"2-D, E along the axis",
     "[grid]\ncells = 18, 17, 1\nspacing = 1 mm\ninvariant = z\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 5, 5, -1 mm\nto = 9, 8, 99 mm\nmaterial = soil\n"
     "[source.tx]\ntype = dipole\nposition = 11, 11, 0 mm\ndirection = z\ncurrent = 1 A\n"
     "waveform = pulse\n[output.rx]\ntype = probe\nposition = 7, 7, 0 mm\n"
     "[output.snap]\ntype = snapshot\nevery = 9\n[output.joule]\ntype = energy\nevery = 3\n"
     "[output.part]\ntype = spectrum\nfrequencies = 2 GHz, 6 GHz\n"},
    {"2-D, H along the axis",
     "[grid]\ncells = 18, 17, 1\nspacing = 1 mm\ninvariant = z\nmode = te\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 5, 5, -1 mm\nto = 9, 8, 99 mm\nmaterial = metal\n"
     "[source.tx]\ntype = dipole\nposition = 11, 11, 0 mm\ndirection = x\ncurrent = 1 A\n"
     "waveform = pulse\n[output.rx]\ntype = probe\nposition = 7, 7, 0 mm\n"
     "[output.snap]\ntype = snapshot\nevery = 9\n[output.joule]\ntype = energy\nevery = 3\n"},
    {"media within damped cells, a layer and a periodic axis", GRID
     "[boundary.damped]\ntype = absorber\ncells = 8\nfaces = x\n"
     "[boundary.y]\ntype = periodic\nfaces = y\n"
     "[boundary.z]\ntype = cpml\ncells = 4\nfaces = z+\n"
     "[boundary.low]\ntype = absorber\ncells = 6\nfaces = z-\n" BODY BLOCKS DIPOLE OUTPUTS},
    {"a sheet that plays on, a medium of two poles, periodic faces",
     GRID "[boundary.side]\ntype = periodic\nfaces = x, y\n"
          "[boundary.end]\ntype = cpml\ncells = 4\nfaces = z\n"
          "[material.two]\ntype = debye\ndelta_eps = 3, 2\ntau = 9 ps, 100 ps\n"
          "[shape.slab]\ntype = box\nfrom = 0, 0, 11 mm\nto = 18, 17, 14 mm\n"
          "material = two\n[waveform.on]\ntype = sine\nfrequency = 6 GHz\n"
          "[source.sheet]\ntype = current_sheet\nfrom = 0, 0, 6 mm\nto = 18, 17, 6 mm\n"
          "direction = x\ncurrent = 1 A/m\nwaveform = on\n" OUTPUTS},
};
enum { MODELS = sizeof models / sizeof *models, SHEET = MODELS - 1 };

/* Without walls: its energy and its fields die away. */
static const char open_model[] =
    "[run]\nsteps = 20000\nstop_every = 100\n"
    "[grid]\ncells = 24, 24, 24\nspacing = 1 mm\n[boundary.all]\ntype = cpml\ncells = 8\n"
    "[waveform.pulse]\ntype = ricker\nfrequency = 15 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 12, 12, 12.5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 14, 14, 14 mm\n"
    "[output.part]\ntype = spectrum\nfrom = 10, 10, 10 mm\nto = 14, 14, 14 mm\n"
    "frequencies = 10 GHz, 15 GHz\n";

static inline void write_model(int number)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "[run]\nflush = 0 s\n%s", models[number].text);
    fclose(file);
}

/* Compares every HDF5 file of two runs, by their folders, and says how many there were. */
static inline int same_runs(const char *one, const char *two)
{
    static const char *const names[] = {"m.h5", "m_snap.vtkhdf", "m_snap.h5", "m_once.vtkhdf",
                                        "m_once.h5"};
    int count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char a[64], b[64];
        snprintf(a, sizeof a, "%s%s", one, names[i]);
        snprintf(b, sizeof b, "%s%s", two, names[i]);
        ck_assert_msg(there(a) == there(b), "only one of %s and %s is there", a, b);
        if (there(a)) {
            same_files(a, b);
            count++;
        }
    }
    return count;
}

/* Runs m.ini up to a step (-1: its last) with keys set anew, from a checkpoint or from its
 * beginning, and leaves a checkpoint where it does not end. *step: where it ended. */
static inline yee_status play(yee_session *session, size_t sets, const char *const *set,
                              bool restart, int64_t to, int64_t *step)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = yee_model_read(session, "m.ini", sets, set, &model);
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!status && restart)
        status = yee_simulation_restart(simulation, NULL);
    if (!status)
        status = yee_simulation_run(
            simulation, to < 0 ? -1 : to - yee_simulation_step(simulation), NULL, NULL);
    if (!status && to >= 0)
        status = yee_simulation_checkpoint(simulation);
    if (step && simulation)
        *step = yee_simulation_step(simulation);
    if (!status)
        status = yee_simulation_finish(simulation);
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

#endif
