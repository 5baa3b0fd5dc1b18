/* core/cli/plot/radar/written.c: files of processed traces.
 *
 * /radargram/OUTPUT/COMPONENT has the shape [time, trace], or [line, time, trace] of several lines;
 * a port that has the name of a probe is the output port_NAME;
 * its abscissas stand beside it, and `trace` has the number of each in the file they come from. The
 * attribute `steps` names the processing steps in their order, and step_1_NAME and so on have the
 * numbers of each, in SI units. */
#include "files/h5.h"
#include "files/results.h"
#include "radar.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct radar_file {
    const char *path;
    char fresh[4200];
    hid_t id;
    bool bad;
};

static void text(radar_file *f, hid_t at, const char *name, const char *value)
{
    const hid_t type = yee_h5_text_type(value), one = H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, type, one, H5P_DEFAULT, H5P_DEFAULT);
    f->bad = f->bad || a < 0 || H5Awrite(a, type, value) < 0;
    yee_h5_close(a);
    yee_h5_close(one);
    yee_h5_close(type);
}

static void numbers(radar_file *f, hid_t at, const char *name, int count, const double *v)
{
    const hsize_t n = (hsize_t)count;
    const hid_t space = count > 1 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    f->bad = f->bad || a < 0 || H5Awrite(a, H5T_NATIVE_DOUBLE, v) < 0;
    yee_h5_close(a);
    yee_h5_close(space);
}

/* A dataset, to be closed. */
static hid_t dataset(radar_file *f, hid_t group, const char *name, int rank,
                     const hsize_t *dims, const double *v)
{
    const hid_t space = H5Screate_simple(rank, dims, NULL);
    const hid_t set =
        H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    f->bad = f->bad || set < 0 ||
             H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) < 0;
    yee_h5_close(space);
    return set;
}

static void axis(radar_file *f, hid_t group, const char *name, size_t count, const double *v,
                 const char *label, const char *unit)
{
    const hsize_t n = count;
    const hid_t set = dataset(f, group, name, 1, &n, v);
    text(f, set, "label", label);
    text(f, set, "units", *unit ? unit : "1");
    yee_h5_close(set);
}

static void write_steps(radar_file *f, hid_t set, const radargram *g)
{
    const char *words[RADAR_STEPS];
    const hsize_t n = (hsize_t)g->steps;
    for (int i = 0; i < g->steps; i++) {
        char name[64];
        words[i] = g->done[i].words;
        snprintf(name, sizeof name, "step_%d_%s", i + 1, g->done[i].name);
        numbers(f, set, name, g->done[i].count, g->done[i].number);
    }
    if (!g->steps)
        return;
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &n, NULL);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t a = H5Acreate2(set, "steps", type, space, H5P_DEFAULT, H5P_DEFAULT);
    f->bad = f->bad || a < 0 || H5Awrite(a, type, words) < 0;
    yee_h5_close(a);
    yee_h5_close(space);
    yee_h5_close(type);
}

static bool is_written(hid_t file)
{
    return yee_h5_exists(file, "/radargram") &&
           H5Aexists_by_name(file, "/radargram", "source", H5P_DEFAULT) > 0;
}

/* A file of another kind is not replaced, nor the one that is read. */
static yee_status check_free(plot *p, const char *path)
{
    struct stat old, read;
    if (stat(path, &old))
        return YEE_OK;
    if (!stat(p->path, &read) && old.st_dev == read.st_dev && old.st_ino == read.st_ino)
        return cli_fail(YEE_USAGE, "--write %s is the file that is read", path);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool ours = file >= 0 && is_written(file);
    yee_h5_close(file);
    return ours ? YEE_OK
                : cli_fail(YEE_IO,
                           "--write %s: that file exists, and is none that --write made; "
                           "give another name",
                           path);
}

yee_status radar_file_open(plot *p, const char *path, radar_file **to)
{
    static radar_file f;
    yee_status status = check_free(p, path);
    f = (radar_file){.path = path, .id = -1};
    snprintf(f.fresh, sizeof f.fresh, "%.4000s.%ld.new", path, (long)getpid());
    *to = &f;
    if (status)
        return status;
    unlink(f.fresh);
    f.id = yee_h5_create(f.fresh);
    if (f.id < 0)
        return cli_fail(YEE_IO, "cannot write %s: %s", path,
                        errno ? strerror(errno) : "HDF5 refuses");
    const hid_t group = H5Gcreate2(f.id, "/radargram", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    text(&f, group, "source", p->path);
    if (*p->title)
        text(&f, group, "title", p->title);
    yee_h5_close(group);
    if (plot_exists(p->file, "/provenance"))
        H5Ocopy(p->file, "/provenance", f.id, "/provenance", H5P_DEFAULT, H5P_DEFAULT);
    return YEE_OK;
}

yee_status radar_file_add(radar_file *f, const radar_want *w, const radargram *g)
{
    const size_t all = g->lines * g->traces;
    const hsize_t dims[3] = {g->lines, g->rows, g->traces};
    const radar_antennas a = radar_antennas_of(w, g);
    const double apart[2] = {a.along, a.across};
    double *v = malloc((all * g->rows + all + 1) * sizeof *v), *number = v + all * g->rows;
    double *time = yee_ramp(g->rows, g->first, g->step);
    char path[160];
    if (!v || !time) {
        free(v);
        free(time);
        return cli_fail(YEE_MEMORY, "no memory for %s", f->path);
    }
    for (size_t n = 0; n < all; n++) {
        const size_t line = n / g->traces, t = n % g->traces;
        number[n] = (double)g->number[n];
        for (size_t r = 0; r < g->rows; r++)
            v[(line * g->rows + r) * g->traces + t] = g->v[n * g->rows + r];
    }
    snprintf(path, sizeof path, "/radargram/%s", g->output);
    if (yee_h5_exists(f->id, path)) /* a probe has the port's name */
        snprintf(path, sizeof path, "/radargram/port_%s", g->output);
    const hid_t group = H5Gcreate2(f->id, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool several = g->lines > 1;
    const hid_t set = dataset(f, group, g->what, several ? 3 : 2, dims + !several, v);
    text(f, set, "units", g->unit ? g->unit : "1");
    text(f, set, "x", "x");
    text(f, set, "y", "time");
    numbers(f, set, "time_first", 1, &g->first);
    numbers(f, set, "time_step", 1, &g->step);
    if (g->antennas_known || !isnan(w->separation))
        numbers(f, set, "antennas_along_across", 2, apart);
    if (w->velocity > 0)
        numbers(f, set, "velocity", 1, &w->velocity);
    write_steps(f, set, g);
    axis(f, group, "time", g->rows, time, "time", "s");
    axis(f, group, "x", g->traces, g->x, g->x_name, g->x_unit);
    if (several)
        axis(f, group, "line", g->lines, g->y, g->y_name, g->y_unit);
    axis(f, group, "trace", all, number, "trace", "");
    yee_h5_close(set);
    yee_h5_close(group);
    free(v);
    free(time);
    return f->bad ? cli_fail(YEE_IO, "cannot write %s: HDF5 refuses", f->path) : YEE_OK;
}

yee_status radar_file_close(radar_file *f, yee_status status)
{
    if (f->id < 0)
        return status;
    if (!status && (!yee_h5_flush(f->id, 0) || f->bad))
        status = cli_fail(YEE_IO, "cannot write %s", f->path);
    if (H5Fclose(f->id) < 0 && !status)
        status = cli_fail(YEE_IO, "cannot write %s", f->path);
    if (!status && rename(f->fresh, f->path))
        status = cli_fail(YEE_IO, "cannot write %s: %s", f->path, strerror(errno));
    if (status)
        unlink(f->fresh);
    else
        printf("%s\n", f->path);
    return status;
}

/* -- and read again -- */

bool radar_is_written(const plot *p) { return is_written(p->file); }

/* Calls for an attribute: those named step_N_NAME are steps. */
static herr_t add_step(hid_t at, const char *name, const H5A_info_t *info, void *to)
{
    radargram *g = to;
    int number = 0, length = 0;
    (void)info;
    if (sscanf(name, "step_%d_%n", &number, &length) < 1 || !length || number < 1 ||
        number > RADAR_STEPS)
        return 0;
    radar_step *s = &g->done[number - 1];
    snprintf(s->name, sizeof s->name, "%.31s", name + length);
    const hid_t a = H5Aopen(at, name, H5P_DEFAULT);
    s->count = (int)(H5Aget_storage_size(a) / sizeof(double));
    if (s->count > 4 || H5Aread(a, H5T_NATIVE_DOUBLE, s->number) < 0)
        s->count = 0;
    H5Aclose(a);
    g->steps = number > g->steps ? number : g->steps;
    return 0;
}

static void read_steps(plot *p, const char *path, radargram *g)
{
    char *words[RADAR_STEPS] = {NULL};
    const hid_t set = H5Dopen2(p->file, path, H5P_DEFAULT);
    H5Aiterate2(set, H5_INDEX_NAME, H5_ITER_INC, NULL, add_step, g);
    const hid_t a = H5Aexists(set, "steps") > 0 ? H5Aopen(set, "steps", H5P_DEFAULT) : -1;
    const hid_t type = H5Tcopy(H5T_C_S1), space = a < 0 ? -1 : H5Aget_space(a);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    if (a >= 0 && H5Sget_simple_extent_npoints(space) == g->steps &&
        H5Aread(a, type, words) >= 0) {
        for (int n = 0; n < g->steps; n++)
            snprintf(g->done[n].words, sizeof g->done[n].words, "%s", words[n] ? words[n] : "");
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, words);
    }
    yee_h5_close(a);
    yee_h5_close(space);
    yee_h5_close(type);
    yee_h5_close(set);
}

static void read_axis(plot *p, const char *group, const char *axis_name, size_t count,
                      double *v, char name[96], char unit[16])
{
    char path[400];
    plot_array a = {0};
    snprintf(path, sizeof path, "%s/%s", group, axis_name);
    if (plot_read(p->file, path, &a) && a.count == count && !a.complex)
        memcpy(v, a.v, count * sizeof *v);
    char *label = plot_text(p->file, path, "label"), *units = plot_text(p->file, path, "units");
    snprintf(name, 96, "%s", label ? label : axis_name);
    snprintf(unit, 16, "%s", units && strcmp(units, "1") ? units : "");
    free(label);
    free(units);
    plot_array_free(&a);
}

static yee_status read_set(plot *p, const radar_want *w, const char *group, const char *output,
                           const char *what, radar_take take)
{
    char path[400], none[96], unit[16];
    double apart[2];
    radargram g = {.lines = 1};
    plot_array a = {0};
    snprintf(path, sizeof path, "%s/%s", group, what);
    g.step = plot_number(p->file, path, "time_step", 0);
    g.first = plot_number(p->file, path, "time_first", 0);
    if (!(g.step > 0) || !plot_read(p->file, path, &a) || a.complex || a.rank < 2 ||
        a.rank > 3 || !a.count) {
        plot_array_free(&a);
        return YEE_OK;
    }
    g.lines = a.rank > 2 ? a.dims[0] : 1;
    g.rows = a.dims[a.rank - 2];
    g.traces = a.dims[a.rank - 1];
    snprintf(g.output, sizeof g.output, "%s", output);
    snprintf(g.what, sizeof g.what, "%s", what);
    g.unit = plot_text(p->file, path, "units");
    if (g.unit && !strcmp(g.unit, "1"))
        *g.unit = 0;
    yee_status status = YEE_MEMORY;
    if (radar_new(&g)) {
        double *number = calloc(g.lines * g.traces + 1, sizeof *number);
        for (size_t n = 0; n < g.lines * g.traces; n++)
            for (size_t r = 0; r < g.rows; r++)
                g.v[n * g.rows + r] =
                    a.v[(n / g.traces * g.rows + r) * g.traces + n % g.traces];
        read_axis(p, group, "x", g.traces, g.x, g.x_name, g.x_unit);
        read_axis(p, group, "line", g.lines, g.y, g.y_name, g.y_unit);
        if (number)
            read_axis(p, group, "trace", g.lines * g.traces, number, none, unit);
        for (size_t n = 0; n < g.lines * g.traces && number; n++)
            g.number[n] = (size_t)number[n];
        free(number);
        g.antennas_known = plot_numbers(p->file, path, "antennas_along_across", 2, apart);
        if (g.antennas_known)
            g.antennas = (radar_antennas){apart[0], apart[1]};
        read_steps(p, path, &g);
        status = take(p, w, &g);
    }
    plot_array_free(&a);
    radar_free(&g);
    return status;
}

yee_status radar_read_written(plot *p, const radar_want *w, radar_take take)
{
    yee_status status = YEE_OK;
    char **outputs = plot_names(p->file, "/radargram"), group[300];
    for (char **o = outputs; o && *o && !status; o++) {
        snprintf(group, sizeof group, "/radargram/%s", *o);
        char **sets = plot_wanted(p, *o) ? plot_names(p->file, group) : NULL;
        for (char **s = sets; s && *s && !status; s++)
            if (!p->component || !strcmp(*s, p->component)) {
                status = read_set(p, w, group, *o, *s, take);
                p->components |= p->component != NULL;
            }
        if (sets)
            plot_names_free(sets);
    }
    plot_names_free(outputs);
    return status;
}
