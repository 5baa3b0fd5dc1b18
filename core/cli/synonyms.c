/* core/cli/synonyms.c: other words of the trades for what yee has, the pages of `yee help` that
 * tell of it, and options of other programs. */
#include "cli.h"
#include <ctype.h>
#include <string.h>

#define FAR \
    "a flux box around what radiates, of which a [post.NAME] of type far_field computes it"
#define WIDTH \
    "far_field writes it of a model in which a plane_wave plays alone, of a flux box around " \
    "the wave's: cross_section in 3-D, scattering_width in 2-D"
#define MODES \
    "`half_waves` of a sheet is the mode of a guide with electric walls; of other guides a " \
    "sheet sends out more than their mode"

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
    {"thinwire", "wire", NULL},
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
    {"video", "snapshot plot", NULL},
    {"paraview", "snapshot", NULL},
    {"vtk", "snapshot", NULL},
    {"picture", "plot", NULL},
    {"dft", "spectrum flux", NULL},
    {"fft", "spectrum probe", NULL},
    {"fourier", "spectrum flux", NULL},
    {"frequencydomain", "spectrum flux", NULL},
    {"power", "flux", NULL},
    {"poynting", "flux", NULL},
    {"transmission", "flux", NULL},
    {"reflection", "flux s_parameters", NULL},
    {"farfield", "far_field flux", FAR},
    {"nf2ff", "far_field flux", FAR},
    {"near2far", "far_field flux", FAR},
    {"neartofar", "far_field flux", FAR},
    {"directivity", "far_field flux", FAR},
    {"gain", "far_field flux four_level", FAR},
    {"efficiency", "far_field flux", FAR},
    {"axialratio", "far_field flux", FAR},
    {"polarization", "far_field flux plane_wave", FAR},
    {"polarisation", "far_field flux plane_wave", FAR},
    {"ludwig", "far_field flux", FAR},
    {"rcs", "far_field plane_wave flux", WIDTH},
    {"crosssection", "far_field plane_wave flux", WIDTH},
    {"scattering", "far_field plane_wave flux", WIDTH},
    {"scatteringwidth", "far_field plane_wave flux", WIDTH},
    {"echowidth", "far_field plane_wave flux", WIDTH},
    {"ldos", "dipole flux",
     "the power through a flux box around a dipole, over that in free space"},
    {"eigenmode", "current_sheet flux", MODES},
    {"modesource", "current_sheet flux", MODES},
    {"mode", "current_sheet resonances", MODES},
    {"waveguide", "current_sheet flux", MODES},
    {"waveguideport", "current_sheet flux", MODES},
    {"te10", "current_sheet flux", MODES},
    {"beam", "current_sheet plane_wave", "its key `waist` makes a Gaussian beam"},
    {"gaussianbeam", "current_sheet", "its key `waist` makes one"},
    {"microstrip", "voltage transmission_line plate", NULL},
    {"msl", "voltage transmission_line plate", NULL},
    {"coax", "voltage transmission_line cylinder", NULL},
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
    {"soil", "dielectric debye peplinski fractal", NULL},
    {"ground", "dielectric debye peplinski fractal", NULL},
    {"plasma", "drude", NULL},
    {"dispersion", "debye drude lorentz poles", NULL},
    {"permittivity", "dielectric", NULL},
    {"conductivity", "dielectric", NULL},
    {"losstangent", "dielectric", NULL},
    {"dispersive", "debye drude lorentz poles", NULL},
    {"anisotropic", "tensor dielectric", NULL},
    {"gyrotropic", "magnetised_plasma ferrite", NULL},
    {"nonlinear", "kerr chi2 raman nonlinear_resistor", NULL},
    {"random", "fractal rough_surface", NULL},
    {"pml", "cpml", NULL},
    {"upml", "cpml", NULL},
    {"absorbing", "cpml absorber", NULL},
    {"abc", "cpml absorber", NULL},
    {"mur", "cpml", NULL},
    {"symmetry", "symmetry pmc pec", "planes through the model are faces of its grid"},
    {"mirror", "symmetry pmc pec", NULL},
    {"oblique", "plane_wave periodic", NULL},
    {"bloch", "periodic", NULL},
    {"floquet", "periodic", NULL},
    {"mesh", "grid", NULL},
    {"resolution", "grid", NULL},
    {"cells", "grid", NULL},
    {"refinement", "grid", "finer regions are keys of [grid]: refine_x, refine_y, refine_z"},
    {"meshrefinement", "grid",
     "finer regions are keys of [grid]: refine_x, refine_y, refine_z"},
    {"subpixel", "shape", "its key `average` says what edges at surfaces are made of"},
    {"cylindrical", "grid", "its axes are Cartesian; planes of symmetry leave a quarter"},
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

const cli_other_option *cli_synonym_option(const char *word, const char **value)
{
    static const char traces[] = "`yee sweep MODEL --traces N` runs the traces of a scan";
    static const char some[] =
        "--restart goes on where a run or a sweep was stopped, and `yee sweep MODEL --only "
        "19-63` runs some traces, counted from 0";
    static const char farm[] =
        "`mpirun -n N yee sweep MODEL` deals the traces of a scan to processes, and without "
        "mpirun they run side by side on this machine (--jobs N)";
    static const char device[] =
        "a run takes the fastest scheme that the machine has, on a GPU where there is one; "
        "`--set run.scheme=NAME` takes one of those that `yee help scheme` lists";
    static const char progress[] =
        "progress is shown in terminals, and --quiet prints warnings and errors only";
    static const cli_other_option other[] = {
        {"-n", "traces", traces},
        {"--gprmax", NULL,
         "`yee sweep MODEL --gprmax NAME` merges the records of a scan; a run of gprMax's "
         "input "
         "writes <stem>.out by itself"},
        {"-o", "output", "`--set run.output=FILE.h5` names the output file"},
        {"-outputfile", "output", "`--set run.output=FILE.h5` names the output file"},
        {"-restart", NULL, some},
        {"-i", NULL, some},
        {"-task", NULL,
         "`--set importer.gprmax.trace=N` runs trace N of a scan, and `yee sweep MODEL --part "
         "array` the part of one call of a job array"},
        {"-mpi", NULL, farm},
        {"--mpi-no-spawn", NULL, farm},
        {"-t", NULL, farm},
        {"--taskfarm", NULL, farm},
        {"--mpi", NULL, "`--set run.subdomains=NX,NY,NZ` cuts a model into parts"},
        {"-gpu", NULL, device},
        {"-opencl", NULL, device},
        {"-metal", NULL, device},
        {"-benchmark", NULL, "`yee compare MODEL` measures the schemes' speed"},
        {"--geometry-only", NULL,
         "`yee geometry MODEL` makes pictures of what would be run, and `yee plan MODEL` says "
         "it; neither runs a step"},
        {"--geometry-fixed", NULL,
         "`yee sweep MODEL` by itself makes the geometry once for traces that differ in "
         "sources and outputs alone"},
        {"--write-processed", NULL,
         "`yee model --text MODEL` prints what becomes of all commands"},
        {"--opt-taguchi", NULL,
         "an optimisation is a program around yee, with --set for what it changes"},
        {"--show-progress-bars", NULL, progress},
        {"--hide-progress-bars", NULL, progress},
        {"--log-level", NULL, progress},
        {"--log-file", NULL, progress},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const size_t length = strlen(other[i].word);
        const char *rest = word + length;
        if (strncmp(word, other[i].word, length) ||
            (*rest && *rest != '=' && !isdigit((unsigned char)*rest)))
            continue;
        *value = *rest == '=' ? rest + 1 : *rest ? rest : NULL;
        return &other[i];
    }
    return NULL;
}
