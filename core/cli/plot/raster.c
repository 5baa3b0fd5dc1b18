/* core/cli/plot/raster.c: images of a figure: rasters with outlines of materials and edges of
 * absorbing layers. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_PIXELS 600 /* of a raster along an axis */

/* Blue, white, red for signed fields; dark to light for magnitudes. */
static const char diverging[] = "set palette defined (-1 '#053061', -0.75 '#2166ac', -0.5 "
                                "'#4393c3', -0.25 '#92c5de', 0 '#ffffff', 0.25 '#f4a582', 0.5 "
                                "'#d6604d', 0.75 '#b2182b', 1 '#67001f')\n";
static const char rising[] =
    "set palette defined (0 '#440154', 0.13 '#482878', 0.25 '#3e4989', "
    "0.38 '#31688e', 0.5 '#26828e', 0.63 '#1f9e89', 0.75 '#35b779', "
    "0.88 '#6ece58', 1 '#fde725')\n";

static int order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A range that near-source peaks do not stretch: what 95 % of the points that carry a field
 * stay below, and not less than a hundredth of the peak. */
static double range_of(const plot_image *m)
{
    const size_t count = m->nx * m->ny;
    double peak = 0, range = 0;
    double *size = malloc(count * sizeof *size);
    for (size_t i = 0; i < count; i++)
        peak = isfinite(m->v[i]) && fabs(m->v[i]) > peak ? fabs(m->v[i]) : peak;
    if (m->x_unit) { /* no field of a source */
        free(size);
        return peak > 0 ? peak : 1;
    }
    size_t kept = 0;
    for (size_t i = 0; size && i < count; i++)
        if (isfinite(m->v[i]) && fabs(m->v[i]) > 1e-4 * peak)
            size[kept++] = fabs(m->v[i]);
    if (kept) {
        qsort(size, kept, sizeof *size, order);
        range = size[(size_t)(0.95 * (double)(kept - 1))];
    }
    free(size);
    range = range > 0.01 * peak ? range : 0.01 * peak;
    return range > 0 ? range : 1;
}

/* Index of the point nearest to a position, walking up from *at. */
static size_t nearest(const double *x, size_t n, double position, size_t at)
{
    while (at + 1 < n && fabs(x[at + 1] - position) <= fabs(x[at] - position))
        at++;
    return at;
}

static double half_gap(const double *x, size_t n, bool high)
{
    if (n < 2)
        return 0.5;
    return 0.5 * (high ? x[n - 1] - x[n - 2] : x[1] - x[0]);
}

/* Pixels along an axis: as many as points where these are even and few, else enough for the
 * smallest gap. */
static size_t pixels(const double *x, size_t n)
{
    double least = INFINITY;
    if (n < 2)
        return 1;
    for (size_t i = 1; i < n; i++)
        least = fmin(least, x[i] - x[i - 1]);
    const double length = x[n - 1] - x[0] + half_gap(x, n, false) + half_gap(x, n, true);
    const double want = ceil(length / least - 1e-6);
    return want < MOST_PIXELS ? (size_t)want : MOST_PIXELS;
}

/* Writes the raster as floats into a file of its own; false: no room. */
static bool write_raster(const plot_image *m, size_t wide, size_t high, const double low[2],
                         const double pitch[2], double factor, const char *path)
{
    FILE *out = fopen(path, "wb");
    bool ok = out != NULL;
    for (size_t j = 0, row = 0; ok && j < high; j++) {
        row = nearest(m->y, m->ny, low[1] + ((double)j + 0.5) * pitch[1], row);
        for (size_t i = 0, column = 0; ok && i < wide; i++) {
            column = nearest(m->x, m->nx, low[0] + ((double)i + 0.5) * pitch[0], column);
            const float v = (float)(m->v[row * m->nx + column] * factor);
            ok = fwrite(&v, sizeof v, 1, out) == 1;
        }
    }
    if (out && fclose(out))
        ok = false;
    return ok;
}

static void send_outlines(FILE *out, const plot_image *m, double fx, int number)
{
    fprintf(out, "$edge%d << EOD\n", number);
    for (size_t e = 0; e < m->edges; e++)
        fprintf(out, "%.9g %.9g\n%.9g %.9g\n\n", m->edge[4 * e] * fx, m->edge[4 * e + 1] * fx,
                m->edge[4 * e + 2] * fx, m->edge[4 * e + 3] * fx);
    fputs("EOD\n", out);
}

/* Lines (x0 y0 x1 y1, m) where layers begin: the edges of the interior that lie within the
 * picture; returns their number. */
static int layer_edges(const plot_image *m, const double low[2], const double top[2],
                       double line[4][4])
{
    double end[2][2];
    int lines = 0;
    for (int a = 0; a < 2; a++) {
        end[a][0] = fmax(m->interior[a][0], low[a]);
        end[a][1] = fmin(m->interior[a][1], top[a]);
    }
    for (int a = 0; a < 2; a++) {
        const double slack = 1e-6 * (top[a] - low[a]);
        for (int side = 0; side < 2; side++) {
            const double at = m->interior[a][side];
            if (!(at > low[a] + slack && at < top[a] - slack) || !(end[!a][0] < end[!a][1]))
                continue;
            double *l = line[lines++];
            l[a] = l[a + 2] = at;
            l[!a] = end[!a][0];
            l[!a + 2] = end[!a][1];
        }
    }
    return lines;
}

static void send_layer_edges(FILE *out, int lines, double line[4][4], double fx, int number)
{
    fprintf(out, "$layer%d << EOD\n", number);
    for (int n = 0; n < lines; n++)
        fprintf(out, "%.9g %.9g\n%.9g %.9g\n\n", line[n][0] * fx, line[n][1] * fx,
                line[n][2] * fx, line[n][3] * fx);
    fputs("EOD\n", out);
}

/* 1, 2 or 5 times a power of ten that divides a length into at most five. */
static double tic_gap(double length)
{
    const double power = pow(10, floor(log10(length / 5)));
    const double n = length / 5 / power;
    return power * (n <= 1 ? 1 : n <= 2 ? 2 : n <= 5 ? 5 : 10);
}

static double largest(double a, double b) { return fmax(fabs(a), fabs(b)); }

static double prefix_of(const char *unit, double value, const char **prefix)
{
    *prefix = "";
    return plot_takes_prefix(unit) ? plot_prefix(value, prefix) : 1;
}

static void send_label(FILE *out, char axis, const char *name, const char *prefix,
                       const char *unit)
{
    char text[160];
    snprintf(text, sizeof text, *unit ? "%s (%s%s)" : "%s", name, prefix, unit);
    fprintf(out, "set %clabel ", axis);
    plot_quote(out, text);
    fputs("\n", out);
}

static bool draw_image(FILE *out, const plot_image *m, int number, const char *data)
{
    const double low[2] = {m->x[0] - half_gap(m->x, m->nx, false),
                           m->y[0] - half_gap(m->y, m->ny, false)};
    const double top[2] = {m->x[m->nx - 1] + half_gap(m->x, m->nx, true),
                           m->y[m->ny - 1] + half_gap(m->y, m->ny, true)};
    const size_t wide = pixels(m->x, m->nx), high = pixels(m->y, m->ny);
    const double pitch[2] = {(top[0] - low[0]) / (double)wide,
                             (top[1] - low[1]) / (double)high};
    const char *prefix = "", *length[2];
    const bool ranged = m->low != 0 || m->high != 0;
    const double range = range_of(m);
    const double fv = ranged ? 1 : prefix_of(m->unit, range, &prefix);
    const double extent = fmax(top[0] - low[0], top[1] - low[1]);
    const double fx = m->x_unit ? prefix_of(m->x_unit, largest(low[0], top[0]), &length[0])
                                : plot_prefix(extent, &length[0]);
    const double fy =
        m->x_unit ? prefix_of(m->y_unit, largest(low[1], top[1]), &length[1]) : fx;
    if (!write_raster(m, wide, high, low, pitch, fv, data))
        return false;
    if (m->edges)
        send_outlines(out, m, fx, number);
    double line[4][4];
    const int lines = layer_edges(m, low, top, line);
    if (lines)
        send_layer_edges(out, lines, line, fx, number);
    char title[160];
    snprintf(title, sizeof title, "%s   (%s%s)", m->title, prefix, m->unit);
    fputs("set title ", out);
    plot_quote(out, title);
    fputs(" font ',12'\n", out);
    send_label(out, 'x', m->x_name, length[0], m->x_unit ? m->x_unit : "m");
    send_label(out, 'y', m->y_name, m->x_unit ? length[1] : length[0],
               m->y_unit ? m->y_unit : "m");
    fprintf(out, "set cbrange [%.6g:%.6g]\n%s",
            ranged    ? m->low
            : m->sign ? -range * fv
                      : 0,
            ranged ? m->high : range * fv, m->sign ? diverging : rising);
    fprintf(out, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", low[0] * fx, top[0] * fx,
            low[1] * fy, top[1] * fy);
    fprintf(out, "set xtics %.9g\nset ytics %.9g\n", tic_gap((top[0] - low[0]) * fx),
            tic_gap((top[1] - low[1]) * fy));
    const double ratio = (top[1] - low[1]) / (top[0] - low[0]);
    fputs(!m->x_unit && ratio > 0.15 && ratio < 6 ? "set size ratio -1\n"
                                                  : "set size noratio\n",
          out);
    fputs("plot ", out);
    plot_quote(out, data);
    fprintf(out,
            " binary array=(%zu,%zu) format='%%float' origin=(%.9g,%.9g) dx=%.9g dy=%.9g with "
            "image notitle",
            wide, high, (low[0] + 0.5 * pitch[0]) * fx, (low[1] + 0.5 * pitch[1]) * fy,
            pitch[0] * fx, pitch[1] * fy);
    if (m->edges)
        fprintf(out, ", $edge%d with lines lc rgb '%s' lw 1.2 notitle", number,
                m->sign ? "#202020" : "#ffffff");
    if (lines)
        fprintf(out, ", $layer%d with lines lc rgb '%s' lw 1.2 dt (8,5) notitle", number,
                m->sign ? "#404040" : "#e0e0e0");
    fputs("\n", out);
    return true;
}

/* Panels in rows of up to three, each as high as its picture asks for. */
static void lay_out(int images, const plot_image *m, int *columns, int *rows, int *width,
                    int *height)
{
    *columns = images < 3 ? images : images == 4 ? 2 : 3;
    *rows = (images + *columns - 1) / *columns;
    const int panel = images == 1 ? 760 : images == 2 ? 600 : 480;
    double ratio = (m->y[m->ny - 1] - m->y[0]) / fmax(m->x[m->nx - 1] - m->x[0], 1e-30);
    ratio = m->x_unit || ratio < 0.15 || ratio > 6 ? 0.7 : ratio;
    const double inner = (panel - 190) * ratio;
    *width = panel * *columns;
    *height = 40 + *rows * (110 + (int)(inner < 180 ? 180 : inner > 700 ? 700 : inner));
}

yee_status plot_draw_images(plot *p, const char *kind, const char *name, const char *title,
                            int images, const plot_image *m)
{
    plot_canvas canvas;
    int columns, rows, width, height;
    char folder[] = "/tmp/yee_plot_XXXXXX", data[64];
    lay_out(images, m, &columns, &rows, &width, &height);
    if (!mkdtemp(folder))
        return cli_fail(YEE_IO, "cannot make a folder in /tmp for the pictures' data");
    yee_status status = YEE_IO;
    if (plot_canvas_open(p, &canvas, kind, name, width, height)) {
        fputs("set multiplot title ", canvas.out);
        plot_quote(canvas.out, title);
        fprintf(canvas.out,
                " font ',14' layout %d,%d\nset border 15\nunset grid\nset colorbox\n", rows,
                columns);
        bool ok = true;
        for (int i = 0; i < images && ok; i++) {
            snprintf(data, sizeof data, "%s/%d", folder, i);
            ok = draw_image(canvas.out, &m[i], i, data);
        }
        status = plot_canvas_close(p, &canvas);
        if (!ok)
            status = cli_fail(YEE_IO, "cannot write the data of %s to /tmp", canvas.path);
    }
    for (int i = 0; i < images; i++) {
        snprintf(data, sizeof data, "%s/%d", folder, i);
        unlink(data);
    }
    rmdir(folder);
    return status;
}
