/* core/cli/plot/over.c: what lies over the images of radargrams: wiggles, which are the columns as
 * curves, lines, and an axis at the right. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>

enum { WIGGLES = 60, POINTS = 1000 }; /* at most of a picture, and of a wiggle */

size_t plot_over_stride(const plot_image *m) { return (m->nx + WIGGLES - 1) / WIGGLES; }

/* Distance of the wiggles: as far as one reaches with a number at the end of the colours. */
static double pitch_of(const plot_image *m)
{
    const double length = m->nx > 1 ? m->x[m->nx - 1] - m->x[0] : 1;
    return length / (double)(m->nx > 1 ? m->nx - 1 : 1) * (double)plot_over_stride(m);
}

/* A column's number as a part of the distance between wiggles, cut off beyond one and a half. */
static double reach(const plot_image *m, const plot_range *r, size_t row, size_t column)
{
    const double most = fmax(fabs(r->low), fabs(r->high));
    return fmax(-1.5, fmin(1.5, m->v[row * m->nx + column] / most));
}

/* Everything to the right of a column's own line is an area. */
static void send_areas(FILE *out, const plot_image *m, const plot_range *r, size_t column,
                       size_t every, double fx, double fy)
{
    const double base = m->x[column], pitch = pitch_of(m);
    double before = 0, time = m->y[0];
    bool open = false;
    for (size_t row = 0; row < m->ny; row += every) {
        const double now = reach(m, r, row, column);
        const double part = now != before ? before / (before - now) : 0;
        const double zero = row ? time + part * (m->y[row] - time) : time;
        if ((now > 0) != open && isfinite(now))
            fprintf(out, "%.7g %.7g\n%s", base * fx, zero * fy, open ? "\n" : "");
        open = now > 0;
        if (open)
            fprintf(out, "%.7g %.7g\n", (base + pitch * now) * fx, m->y[row] * fy);
        before = now;
        time = m->y[row];
    }
    if (open)
        fprintf(out, "%.7g %.7g\n\n", base * fx, time * fy);
}

static void send_wiggle(FILE *out, const plot_image *m, const plot_range *r, size_t column,
                        size_t every, double fx, double fy)
{
    for (size_t row = 0; row < m->ny; row += every)
        if (isfinite(m->v[row * m->nx + column]))
            fprintf(out, "%.7g %.7g\n",
                    (m->x[column] + pitch_of(m) * reach(m, r, row, column)) * fx,
                    m->y[row] * fy);
    fputs("\n", out);
}

void plot_over_send(FILE *out, const plot_image *m, const plot_range *r, double fx, double fy,
                    int number)
{
    const plot_over *o = m->over;
    const size_t every = (m->ny + POINTS - 1) / POINTS;
    for (int i = 0; i < o->curves; i++) {
        fprintf(out, "$over%d_%d << EOD\n", number, i);
        for (size_t n = 0; n < o->curve[i].count; n++)
            fprintf(out, "%.7g %.7g\n", o->curve[i].x[n] * fx, o->curve[i].y[n] * fy);
        fputs("EOD\n", out);
    }
    for (int areas = 0; areas < 2 && o->wiggle; areas++) {
        fprintf(out, "$%s%d << EOD\n", areas ? "area" : "wiggle", number);
        for (size_t column = 0; column < m->nx; column += plot_over_stride(m))
            (areas ? send_areas : send_wiggle)(out, m, r, column, every, fx, fy);
        fputs("0 NaN\nEOD\n", out);
    }
    if (!o->axis)
        return;
    fputs("set y2tics (", out);
    for (int i = 0; i < o->tics; i++)
        fprintf(out, "%s'%s' %.7g", i ? ", " : "", o->tic_name[i], o->tic[i] * fy);
    fputs(")\nset y2label ", out);
    plot_quote(out, o->axis);
    fputs("\n", out);
}

void plot_over_draw(FILE *out, const plot_image *m, int number)
{
    const plot_over *o = m->over;
    if (o->wiggle && !o->image)
        fprintf(out, ", $area%d with filledcurves closed lc rgb '#202020' notitle", number);
    if (o->wiggle)
        fprintf(out, ", $wiggle%d with lines lc rgb '#202020' lw 0.7 notitle", number);
    for (int i = 0; i < o->curves; i++)
        fprintf(out, ", $over%d_%d with lines lc rgb '#00a000' lw 2.5 dt (14,12) notitle",
                number, i);
}
