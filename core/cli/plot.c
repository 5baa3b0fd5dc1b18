/* core/cli/plot.c: `yee plot`: a picture of every output of a result file. */
#include "cli/plot/plot.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static struct {
    const char *folder, *only, *component, *slice, *frame, *overlay;
} wanted;

static const cli_option options[] = {
    {"output", "FOLDER", "Where the pictures go; by default beside the result.", NULL,
     &wanted.folder, NULL},
    {"only", "NAME", "Draws the output or step of that name only.", NULL, &wanted.only, NULL},
    {"component", "NAME", "ex, ey, ... instead of the strongest one.", NULL, &wanted.component,
     NULL},
    {"slice", "AXIS=POSITION", "Plane through a volume: z=2mm; by default its middle.", NULL,
     &wanted.slice, NULL},
    {"frame", "NUMBER", "A single snapshot or frequency, from 0; by default up to six.", NULL,
     &wanted.frame, NULL},
    {"overlay", "FILE.csv",
     "Draws points over curves: a row of names, x (time or frequency) first and then those of "
     "the curves, and rows of numbers in SI units.",
     NULL, &wanted.overlay, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

bool plot_wanted(const plot *p, const char *name) { return !p->only || !strcmp(p->only, name); }

static yee_status draw_file(const char *path, plot_overlay *overlay)
{
    plot p = {.path = path,
              .only = wanted.only,
              .component = wanted.component,
              .slice = wanted.slice,
              .frame = wanted.frame,
              .overlay = overlay};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    snprintf(p.stem, sizeof p.stem, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
    if (wanted.folder)
        snprintf(p.folder, sizeof p.folder, "%s", wanted.folder);
    else if (slash)
        snprintf(p.folder, sizeof p.folder, "%.*s", (int)(slash - path), path);
    else
        strcpy(p.folder, ".");
    struct stat st;
    if (stat(path, &st))
        return cli_fail(YEE_IO, "cannot read %s: %s", path, strerror(errno));
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    p.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (p.file < 0)
        return cli_fail(YEE_INPUT, "%s is not a result of yee (not an HDF5 file)", path);
    yee_status status = plot_probes(&p);
    if (!status)
        status = plot_ports(&p);
    if (!status)
        status = plot_by_attributes(&p);
    if (!status)
        status = plot_ratios(&p);
    if (!status)
        status = plot_spectra(&p);
    if (!status)
        status = plot_snapshots(&p);
    H5Fclose(p.file);
    if (!status && !p.drawn)
        return wanted.only ? cli_fail(YEE_USAGE, "%s has nothing to draw of an output %s", path,
                                      wanted.only)
                           : cli_fail(YEE_INPUT, "%s has nothing to draw", path);
    return status;
}

static yee_status run(int argc, char **argv)
{
    plot_overlay *overlay = NULL;
    yee_status status = wanted.overlay ? plot_overlay_read(wanted.overlay, &overlay) : YEE_OK;
    for (int i = 0; i < argc && !status; i++)
        status = draw_file(argv[i], overlay);
    if (!status)
        status = plot_overlay_check(overlay);
    plot_overlay_free(overlay);
    return status;
}

const cli_command cli_plot = {
    .name = "plot",
    .arguments = "FILE.h5 ...",
    .summary =
        "Draws every output of a result file as a PNG picture, and all that names its axes.",
    .options = options,
    .least = 1,
    .most = -1,
    .run = run,
};
