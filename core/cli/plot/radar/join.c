/* core/cli/plot/radar/join.c: results of single runs, each with one trace, as a line of traces. */
#include "base/units.h"
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The traces of all files so far. */
static struct {
    size_t count, capacity;
    radargram *v;
    const char **path;
} found;

static yee_status collect(plot *p, const radar_want *w, radargram *g)
{
    (void)w;
    if (found.count == found.capacity) {
        const size_t capacity = 2 * found.capacity + 64;
        radargram *v = realloc(found.v, capacity * sizeof *v);
        found.v = v ? v : found.v;
        const char **path = v ? realloc(found.path, capacity * sizeof *path) : NULL;
        if (!path)
            return cli_fail(YEE_MEMORY, "no memory for traces");
        found.path = path;
        found.capacity = capacity;
    }
    found.path[found.count] = p->path;
    found.v[found.count++] = *g;
    memset(g, 0, sizeof *g); /* it lives on here */
    return YEE_OK;
}

/* A trace of a file, and how far it is along the line. */
typedef struct member {
    size_t at, file;
    double x;
} member;

static int by_place(const void *a, const void *b)
{
    const member *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x)
                        : (p->file > q->file) - (p->file < q->file);
}

static double middle(const radargram *g, int axis)
{
    return g->sent ? 0.5 * (g->rx[axis] + g->tx[axis]) : g->rx[axis];
}

/* The axis along which the receivers are spread most; -1: they stay, or are not known. */
static int axis_of(const member *m, size_t count)
{
    double most = 0;
    int axis = -1;
    for (int a = 0; a < 3; a++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t n = 0; n < count; n++) {
            const radargram *g = &found.v[m[n].at];
            if (!g->placed)
                return -1;
            low = fmin(low, g->rx[a]);
            high = fmax(high, g->rx[a]);
        }
        if (high - low > most) {
            most = high - low;
            axis = a;
        }
    }
    return axis;
}

/* The distance of the antennas, where it is that of the first trace everywhere. */
static void set_antennas(const member *m, size_t count, int axis, radargram *g)
{
    for (size_t n = 0; n < count; n++) {
        const radargram *t = &found.v[m[n].at];
        double apart[3], across = 0;
        for (int a = 0; a < 3; a++) {
            apart[a] = t->tx[a] - t->rx[a];
            across += a != axis ? apart[a] * apart[a] : 0;
        }
        const radar_antennas now = {fabs(apart[axis]), sqrt(across)};
        if (!t->sent || (n && (fabs(now.along - g->antennas.along) > 1e-6 ||
                               fabs(now.across - g->antennas.across) > 1e-6))) {
            g->antennas_known = false;
            return;
        }
        g->antennas = now;
        g->antennas_known = true;
    }
}

static yee_status same_shape(const radargram *a, const char *a_path, const radargram *b,
                             const char *b_path)
{
    if (a->rows != b->rows || fabs(a->step - b->step) > 1e-9 * a->step ||
        fabs(a->first - b->first) > 1e-9 * a->step)
        return cli_fail(
            YEE_INPUT,
            "%s of %s has %zu samples %s apart, that of %s %zu, %s apart: they are no "
            "traces of one line",
            a->output, a_path, a->rows, yee_units_si(a->step, "s").text, b_path, b->rows,
            yee_units_si(b->step, "s").text);
    return YEE_OK;
}

/* The traces of one output, sorted along the line. */
static yee_status join(plot *p, const radar_want *w, size_t first, radar_take take)
{
    const radargram *model = &found.v[first];
    member *m = malloc((found.count + 1) * sizeof *m);
    radargram g = *model;
    size_t count = 0;
    yee_status status = m ? YEE_OK : cli_fail(YEE_MEMORY, "no memory for traces");
    for (size_t n = first; n < found.count && !status; n++)
        if (!strcmp(found.v[n].output, g.output) && !strcmp(found.v[n].what, g.what)) {
            status = same_shape(model, found.path[first], &found.v[n], found.path[n]);
            m[count] = (member){.at = n, .file = count};
            count++;
        }
    const int axis = m && !status ? axis_of(m, count) : -1;
    for (size_t n = 0; n < count && axis >= 0; n++)
        m[n].x = middle(&found.v[m[n].at], axis);
    if (axis >= 0)
        qsort(m, count, sizeof *m, by_place);
    g.unit = model->unit ? strdup(model->unit) : NULL;
    g.traces = count;
    g.v = g.x = g.y = NULL;
    g.number = NULL;
    if (!status)
        status = radar_new(&g) ? YEE_OK : YEE_MEMORY;
    for (size_t n = 0; n < count && !status; n++) {
        g.number[n] = m[n].file;
        memcpy(g.v + n * g.rows, found.v[m[n].at].v, g.rows * sizeof *g.v);
        if (axis >= 0)
            g.x[n] = m[n].x;
    }
    strcpy(g.x_name, "trace");
    *g.x_unit = 0;
    if (axis >= 0 && !status) {
        set_antennas(m, count, axis, &g);
        snprintf(g.x_name, sizeof g.x_name, "%c%s", "xyz"[axis],
                 g.antennas_known ? ", middle of the antennas" : "");
        strcpy(g.x_unit, "m");
    }
    if (!status)
        status = take(p, w, &g);
    radar_free(&g);
    free(m);
    return status;
}

static bool is_first(size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(found.v[i].output, found.v[n].output) &&
            !strcmp(found.v[i].what, found.v[n].what))
            return false;
    return true;
}

bool radar_joins(int files, char **path)
{
    bool joins = files > 1;
    for (int i = 0; i < files && joins; i++) {
        plot p = {.file = H5Fopen(path[i], H5F_ACC_RDONLY, H5P_DEFAULT)};
        joins = p.file >= 0 && !plot_exists(p.file, "/sweep/variables") &&
                !radar_is_written(&p) && plot_rank(p.file, "/rxs/rx1/Ez") < 2;
        if (p.file >= 0)
            H5Fclose(p.file);
    }
    return joins;
}

yee_status radar_join(plot *p, const radar_want *w, radar_take take)
{
    const hid_t file = p->file;
    const char *path = p->path;
    yee_status status = YEE_OK;
    bool single = true;
    found.count = 0;
    for (int i = 0; i < p->files && !status; i++) {
        p->path = p->file_path[i];
        p->file = H5Fopen(p->path, H5F_ACC_RDONLY, H5P_DEFAULT);
        if (p->file < 0)
            status =
                cli_fail(YEE_INPUT, "%s is not a result of yee (not an HDF5 file)", p->path);
        if (!status) {
            plot_origin_read(p);
            status = radar_is_gprmax(p) ? radar_read_gprmax(p, w, collect)
                                        : radar_read(p, w, collect);
        }
        if (p->file >= 0)
            H5Fclose(p->file);
    }
    p->file = file;
    p->path = path;
    plot_origin_read(p);
    for (size_t n = 0; n < found.count; n++)
        single = single && found.v[n].lines * found.v[n].traces == 1;
    if (!status && !single)
        status =
            cli_fail(YEE_USAGE, "several files make one radargram where each has one trace; "
                                "give those with more one by one");
    for (size_t n = 0; n < found.count && !status; n++)
        if (is_first(n))
            status = join(p, w, n, take);
    for (size_t n = 0; n < found.count; n++)
        radar_free(&found.v[n]);
    return status;
}
