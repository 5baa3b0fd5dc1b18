/* core/cli/synonyms.c: other words of the trades for what yee has, and the pages of `yee help`
 * that tell of it. */
#include "cli.h"
#include <ctype.h>
#include <string.h>

/* Words as they are compared: lower case, letters and digits alone; pages separated by blanks, the
 * nearest first. note: why these; NULL: the pages say it. */
static const struct {
    const char *word, *pages, *note;
} synonym[] = {
    {"object", "shape", NULL},
    {"geometry", "shape grid", NULL},
    {"cube", "box", NULL},
    {"ball", "sphere", NULL},
    {"rod", "cylinder wire", NULL},
    {"patch", "plate", NULL},
    {"sheet", "plate current_sheet impedance", NULL},
    {"stl", "voxels", "a mesh of triangles is not read; a file of cells is"},
    {"monitor", "output", NULL},
    {"detector", "output", NULL},
    {"receiver", "probe", NULL},
    {"trace", "probe", NULL},
    {"gpr", "sweep plot", "`yee sweep` runs the traces, `yee plot --radargram` draws them"},
    {"radargram", "sweep plot",
     "`yee sweep` runs the traces, `yee plot --radargram` draws them"},
    {"bscan", "sweep plot", "`yee sweep` runs the traces, `yee plot --radargram` draws them"},
    {"ascan", "probe plot", NULL},
    {"cscan", "sweep plot",
     "a sweep of two variables, and `yee plot --radargram --slice time=6ns`"},
    {"movie", "snapshot plot", NULL},
    {"picture", "plot", NULL},
    {"dft", "spectrum flux", NULL},
    {"fft", "spectrum probe", NULL},
    {"fourier", "spectrum flux", NULL},
    {"frequencydomain", "spectrum flux", NULL},
    {"power", "flux", NULL},
    {"poynting", "flux", NULL},
    {"transmission", "flux", NULL},
    {"reflection", "flux s_parameters", NULL},
    {"farfield", "far_field flux",
     "a flux box with `fields = yes` keeps what a far field is computed from"},
    {"nf2ff", "far_field flux",
     "a flux box with `fields = yes` keeps what a far field is computed from"},
    {"gain", "far_field flux", NULL},
    {"port", "voltage probe s_parameters", "a port is a source; a probe records it by `ports`"},
    {"feed", "voltage transmission_line", NULL},
    {"lumpedport", "voltage", NULL},
    {"resistor", "lumped voltage", NULL},
    {"capacitor", "lumped", NULL},
    {"inductor", "lumped", NULL},
    {"s11", "s_parameters", NULL},
    {"sparameters", "s_parameters", NULL},
    {"touchstone", "s_parameters", NULL},
    {"smith", "s_parameters plot", NULL},
    {"antenna", "voltage wire plate s_parameters", NULL},
    {"harminv", "resonances", NULL},
    {"resonance", "resonances", NULL},
    {"qfactor", "resonances", NULL},
    {"tfsf", "plane_wave", NULL},
    {"totalfield", "plane_wave", NULL},
    {"hertziandipole", "dipole", NULL},
    {"current", "dipole current_sheet", NULL},
    {"pulse", "waveform", NULL},
    {"signal", "waveform", NULL},
    {"excitation", "source waveform", NULL},
    {"sinusoid", "sine", NULL},
    {"mexicanhat", "ricker", NULL},
    {"metal", "pec drude dielectric",
     "a perfect conductor, a metal at optical frequencies, or losses by `sigma`"},
    {"conductor", "pec dielectric", NULL},
    {"copper", "pec dielectric", NULL},
    {"gold", "drude poles", NULL},
    {"silver", "drude poles", NULL},
    {"water", "debye", NULL},
    {"soil", "dielectric debye", NULL},
    {"ground", "dielectric debye", NULL},
    {"plasma", "drude", NULL},
    {"dispersion", "debye drude lorentz poles", NULL},
    {"permittivity", "dielectric", NULL},
    {"conductivity", "dielectric", NULL},
    {"losstangent", "dielectric", NULL},
    {"ferrite", "lorentz poles", NULL},
    {"pml", "cpml", NULL},
    {"upml", "cpml", NULL},
    {"absorbing", "cpml absorber", NULL},
    {"abc", "cpml absorber", NULL},
    {"mur", "cpml", NULL},
    {"symmetry", "symmetry pmc pec", "planes through the model are faces of its grid"},
    {"mirror", "symmetry pmc pec", NULL},
    {"bloch", "periodic", NULL},
    {"floquet", "periodic", NULL},
    {"mesh", "grid", NULL},
    {"resolution", "grid", NULL},
    {"cells", "grid", NULL},
    {"subgrid", "grid", "finer regions are keys of [grid]: refine_x, refine_y, refine_z"},
    {"timestep", "run", NULL},
    {"courant", "run", NULL},
    {"gpu", "scheme",
     "schemes cuda.* run on NVIDIA GPUs; `yee plugins` says why one is not available"},
    {"cuda", "scheme",
     "schemes cuda.* run on NVIDIA GPUs; `yee plugins` says why one is not available"},
    {"threads", "run", NULL},
    {"restart", "run", NULL},
    {"checkpoint", "run", NULL},
    {"convergence", "compare", NULL},
    {"import", "importer", NULL},
    {"prefix", "units", NULL},
};

/* Writes a word as the table has it. */
static void plain(char *out, size_t size, const char *word)
{
    size_t n = 0;
    for (; *word && n + 1 < size; word++)
        if (isalnum((unsigned char)*word))
            out[n++] = (char)tolower((unsigned char)*word);
    out[n] = '\0';
}

static const char *find(const char *word, const char **note)
{
    char key[64], one[64];
    plain(key, sizeof key, word);
    const size_t n = strlen(key);
    snprintf(one, sizeof one, "%.*s", n && key[n - 1] == 's' ? (int)n - 1 : (int)n, key);
    for (size_t i = 0; i < sizeof synonym / sizeof *synonym; i++)
        if (!strcmp(synonym[i].word, key) || !strcmp(synonym[i].word, one)) {
            *note = synonym[i].note;
            return synonym[i].pages;
        }
    return NULL;
}

bool cli_synonym_print(const yee_session *session, const char *word,
                       bool (*known)(const yee_session *session, const char *page))
{
    const char *note = NULL, *pages = find(word, &note);
    char page[64], text[512];
    bool any = false;
    size_t n = 0;
    while (pages && *pages) {
        const int length = (int)strcspn(pages, " ");
        snprintf(page, sizeof page, "%.*s", length, pages);
        pages += length + (pages[length] == ' ');
        if (!known(session, page) && !cli_find(page))
            continue;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s`yee help %s`", any ? "" : word,
                              any ? ", " : ": see ", page);
        n = n < sizeof text ? n : sizeof text - 1;
        any = true;
    }
    if (any && note)
        snprintf(text + n, sizeof text - n, "; %s", note);
    if (any)
        cli_wrap(stdout, 0, 2, text);
    return any;
}
