/* core/cli/plot.c: `yee plot`: a picture of every output of a result file. */
#include "cli/plot/plot.h"
#include "files/sources.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static struct {
    const char *only, *component, *slice, *frame, *points, *overlay;
    bool frames, movie, whole;
    plot_look_words look;
    radar_words radar;
} wanted;

static const cli_option options[] = {
    {"output", "PLACE",
     "The folder of the pictures, made where it is missing; by default beside the result. Or a "
     "file, NAME.png, .pdf or .svg, where one picture is drawn.",
     NULL, &wanted.look.output, NULL},
    {"only", "NAME", "Draws the output or step of that name only.", NULL, &wanted.only, NULL},
    {"component", "NAME", "ex, ey, ... instead of the strongest one.", NULL, &wanted.component,
     NULL},
    {"slice", "AXIS=POSITION",
     "Plane through a volume: z=2mm; by default its middle. Of a radargram over an area a "
     "C-scan: "
     "time=6ns, depth=20cm, time=5:7ns.",
     NULL, &wanted.slice, NULL},
    {"points", "LIST", "Points of probes: 1, 4, 10-20; by default all.", NULL, &wanted.points,
     NULL},
    {"whole", NULL,
     "Fields of a model with planes of symmetry with their images beyond the planes.",
     &wanted.whole, NULL, NULL},
    {"frame", "NUMBER", "A single snapshot or frequency, from 0; by default up to six.", NULL,
     &wanted.frame, NULL},
    {"frames", NULL, "Every snapshot or frequency a picture, all with the same colours.",
     &wanted.frames, NULL, NULL},
    {"movie", NULL, "A movie of every snapshot: MP4 by ffmpeg, or GIF.", &wanted.movie, NULL,
     NULL},
    {"rate", "NUMBER", "Frames of a movie in a second; by default 10.", NULL, &wanted.look.rate,
     NULL},
    {"range", "LOW:HIGH",
     "What colours reach from and to, SI units; full: to the largest number. By default what "
     "95 "
     "% of a field stays below; the bar says so.",
     NULL, &wanted.look.range, NULL},
    {"format", "NAME", "png (the default), pdf or svg; movies: mp4 or gif.", NULL,
     &wanted.look.format, NULL},
    {"size", "WIDTHxHEIGHT",
     "160x100mm (PNG: 300 dots in an inch), or 1200x800, pixels of 1/96 inch.", NULL,
     &wanted.look.size, NULL},
    {"font", "NAME,SIZE", "Helvetica,11; name or size alone, too. By default DejaVu Sans,12.",
     NULL, &wanted.look.font, NULL},
    {"overlay", "FILE.csv",
     "Draws points over curves: a row of names, x (time or frequency) first and then those of "
     "the curves, and rows of numbers, in SI units or those of the names: frequency [GHz].",
     NULL, &wanted.overlay, NULL},
    {"radargram", NULL,
     "Draws the traces of probes and ports as radargrams; so does each option below. Steps are "
     "taken "
     "in the order in which they stand here.",
     &wanted.radar.radargram, NULL, NULL},
    {"time-zero", "TIME", "Moves time zero: 0.9ns, or peak or break of the mean trace.", NULL,
     &wanted.radar.time_zero, NULL},
    {"dewow", "WINDOW", "Takes away what is slower: the mean, or at the ends the line, of 5ns.",
     NULL, &wanted.radar.dewow, NULL},
    {"background", "WINDOW",
     "Takes away the mean trace of the line (mean), of all lines (area), or of 21 traces or "
     "0.5m "
     "around.",
     NULL, &wanted.radar.background, NULL},
    {"band", "F1,F2",
     "Band-pass without a phase, 200,900MHz; of four frequencies a trapezoid of cosines.", NULL,
     &wanted.radar.band, NULL},
    {"window", "FROM:TO", "Times that are kept, 0:20ns.", NULL, &wanted.radar.window, NULL},
    {"gain", "GAIN",
     "agc:WINDOW, spherical (t), power:0.5, exp:RATE in 1/ns or dB/ns; several, one after the "
     "other.",
     NULL, NULL, &wanted.radar.gain},
    {"velocity", "V", "Of the wave, 0.1m/ns: an axis of depths.", NULL, &wanted.radar.velocity,
     NULL},
    {"eps", "NUMBER", "The permittivity instead of the velocity.", NULL, &wanted.radar.eps,
     NULL},
    {"hyperbola", "X,DEPTH,V", "Draws the echo of a point, or X,DEPTH,V,RADIUS; several.", NULL,
     NULL, &wanted.radar.hyperbola},
    {"separation", "LENGTH", "Between the antennas, where the model does not say it.", NULL,
     &wanted.radar.separation, NULL},
    {"spacing", "LENGTH", "Between traces of files that do not say it.", NULL,
     &wanted.radar.spacing, NULL},
    {"style", "NAME", "image (the default), wiggle or both.", NULL, &wanted.radar.style, NULL},
    {"trace", "LIST", "Draws these traces as A-scans: 0, 4, 10-12.", NULL, &wanted.radar.trace,
     NULL},
    {"write", "FILE.h5", "Writes the processed traces, [time, trace], with their steps.", NULL,
     &wanted.radar.write, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

bool plot_wanted(const plot *p, const char *name) { return !p->only || !strcmp(p->only, name); }

static yee_status draw_curves(plot *p)
{
    plot_bounds_read(p);
    yee_status status = plot_probes(p);
    if (!status)
        status = plot_ports(p);
    if (!status)
        status = plot_by_attributes(p);
    return status ? status : plot_ratios(p);
}

static yee_status draw_outputs(plot *p)
{
    plot_origin_read(p);
    if (!p->movie && (p->radargram || plot_is_radargram(p)))
        return plot_radargrams(p);
    if (plot_exists(p->file, "/sweep/variables"))
        return p->movie ? YEE_OK : plot_traces(p);
    yee_status status = p->movie ? YEE_OK : draw_curves(p);
    if (!status)
        status = plot_spectra(p);
    return status ? status : plot_snapshots(p);
}

/* An option that nothing answered to is a mistake. */
static yee_status check_used(const plot *p)
{
    const cli_list *hyperbola = &wanted.radar.hyperbola;
    const struct {
        const char *option, *value, *lacks;
        bool used;
    } word[] = {
        {"component", wanted.component, "no picture shows fields", p->components},
        {"slice", wanted.slice, "no box of three axes has it", p->sliced},
        {"points", wanted.points, "no probe of fields has them", p->pointed},
        {"frame", wanted.frame, "no snapshot and no spectrum has it", p->framed},
        {"frames", wanted.frames ? "" : NULL, "there is no snapshot and no spectrum",
         p->framed},
        {"whole", wanted.whole ? "" : NULL,
         "no snapshot and no spectrum begins on a plane of symmetry", p->mirrored},
        {"style", wanted.radar.style, "no line of traces is drawn", p->lined},
        {"hyperbola", hyperbola->count ? hyperbola->v[0] : NULL, "no line of traces is drawn",
         p->lined},
        {"range", wanted.look.range, "no picture has colours", p->ranged},
    };
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (word[i].value && !word[i].used)
            return cli_fail(YEE_USAGE, "--%s%s%s has no effect: %s", word[i].option,
                            *word[i].value ? " " : "", word[i].value, word[i].lacks);
    return YEE_OK;
}

static yee_status draw_file(const char *path, plot *p)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const int before = p->drawn;
    p->path = path;
    snprintf(p->stem, sizeof p->stem, "%.*s", dot ? (int)(dot - name) : (int)strlen(name),
             name);
    for (size_t n = strlen(p->stem);
         p->files && n > 1 && isdigit((unsigned char)p->stem[n - 1]);)
        p->stem[--n] = 0; /* pipe1.out, pipe2.out: the pictures are of pipe */
    if (!wanted.look.output && slash)
        snprintf(p->folder, sizeof p->folder, "%.*s", (int)(slash - path) + (slash == path),
                 path);
    else if (!wanted.look.output)
        strcpy(p->folder, ".");
    struct stat st;
    if (stat(path, &st))
        return cli_fail(YEE_IO, "cannot read %s: %s", path, strerror(errno));
    p->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (p->file < 0)
        return cli_fail(YEE_INPUT, "%s is not a result of yee (not an HDF5 file)", path);
    char why[2200], names[300] = "";
    const yee_status status = yee_h5_file_has_sources(p->file, why, sizeof why)
                                  ? draw_outputs(p)
                                  : cli_fail(YEE_IO, "cannot draw %s: %s", path, why);
    plot_bounds_free(p);
    if (p->only)
        plot_say_names(p->file, names, sizeof names);
    H5Fclose(p->file);
    if (status || p->drawn > before)
        return status;
    if (check_used(p))
        return YEE_USAGE;
    if (p->only)
        return cli_fail(YEE_USAGE, "%s has nothing to draw of an output %s%s", path, p->only,
                        names);
    return cli_fail(YEE_INPUT, "%s has nothing to draw%s", path,
                    p->movie ? " as a movie: that takes snapshots of a plane or a volume" : "");
}

static yee_status check_words(void)
{
    if (wanted.component) {
        int c = 0;
        while (c < YEE_COMPONENTS && strcmp(wanted.component, yee_component_key(c)))
            c++;
        if (c == YEE_COMPONENTS)
            return cli_fail(YEE_USAGE,
                            "--component %s: components are ex, ey, ez, hx, hy and hz",
                            wanted.component);
    }
    if (wanted.frame && (wanted.frames || wanted.movie))
        return cli_fail(YEE_USAGE, "--frame draws a single one, --%s all; give one of the two",
                        wanted.movie ? "movie" : "frames");
    if (wanted.frames && wanted.movie)
        return cli_fail(YEE_USAGE,
                        "--frames makes pictures, --movie a movie; give one of the two");
    return YEE_OK;
}

static yee_status run(int argc, char **argv)
{
    static plot_look look;
    static plot p;
    p = (plot){.look = &look,
               .only = wanted.only,
               .component = wanted.component,
               .slice = wanted.slice,
               .frame = wanted.frame,
               .points = wanted.points,
               .frames = wanted.frames,
               .movie = wanted.movie,
               .whole = wanted.whole};
    yee_status status = check_words();
    p.radargram = radar_asked(&wanted.radar);
    if (!status)
        status = radar_words_read(&wanted.radar, p.radargram ? wanted.slice : NULL, &p.radar);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    p.files = p.radargram && radar_joins(argc, argv) ? argc : 0;
    p.file_path = argv;
    if (!status && wanted.radar.write && argc > 1 && !p.files)
        status = cli_fail(YEE_USAGE,
                          "--write takes one file, not %d, or results of single runs", argc);
    if (!status)
        status = plot_look_read(&wanted.look, wanted.movie, &look, p.folder);
    if (!status && wanted.movie)
        status = plot_movie_check(&look);
    if (!status && wanted.overlay)
        status = plot_overlay_read(wanted.overlay, &p.overlay);
    for (int i = 0; i < (p.files ? 1 : argc) && !status; i++)
        status = draw_file(argv[i], &p);
    if (!status)
        status = plot_overlay_check(p.overlay);
    if (!status)
        status = check_used(&p);
    plot_overlay_free(p.overlay);
    return status;
}

const cli_command cli_plot = {
    .name = "plot",
    .arguments = "FILE.h5 ...",
    .summary =
        "Draws every output of a result file as a picture (PNG, PDF or SVG), and all that "
        "names its axes; snapshots as movies, too.",
    .options = options,
    .least = 1,
    .most = -1,
    .run = run,
};
