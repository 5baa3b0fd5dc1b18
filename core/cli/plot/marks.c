/* core/cli/plot/marks.c: materials, layers, conductors and ports as lines over an image. */
#include "plot.h"
#include <math.h>
#include <string.h>

static bool is_point(const double line[4]) { return line[0] == line[2] && line[1] == line[3]; }

/* Lines, or those of no length as points, as a block of data; without any, none. Returns whether
 * there are some. */
static bool send_lines(FILE *out, const char *name, bool points, int number, size_t count,
                       double (*line)[4], double factor)
{
    bool any = false;
    for (size_t n = 0; n < count; n++) {
        if (is_point(line[n]) != points)
            continue;
        if (!any)
            fprintf(out, "$%s%s%d << EOD\n", name, points ? "point" : "", number);
        any = true;
        fprintf(out, "%.9g %.9g\n", line[n][0] * factor, line[n][1] * factor);
        if (!points)
            fprintf(out, "%.9g %.9g\n\n", line[n][2] * factor, line[n][3] * factor);
    }
    if (any)
        fputs("EOD\n", out);
    return any;
}

/* Lines (x0 y0 x1 y1, m) where layers begin: the edges of the interior that lie within the
 * picture; returns their number. */
static int layer_edges(const plot_scene *s, const double low[2], const double top[2],
                       double line[4][4])
{
    double end[2][2];
    int lines = 0;
    for (int a = 0; a < 2; a++) {
        end[a][0] = fmax(s->interior[a][0], low[a]);
        end[a][1] = fmin(s->interior[a][1], top[a]);
    }
    for (int a = 0; a < 2; a++) {
        const double slack = 1e-6 * (top[a] - low[a]);
        for (int side = 0; side < 2; side++) {
            const double at = s->interior[a][side];
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

/* Lines over an image, and how they are drawn over signed fields and over magnitudes. */
enum { EDGE, LAYER, METAL, PORT };
static const struct {
    const char *name, *style[2];
} over[PLOT_MARKS] = {
    [EDGE] = {"edge", {"lc rgb '#ffffff' lw 1.2", "lc rgb '#202020' lw 1.2"}},
    [LAYER] = {"layer",
               {"lc rgb '#e0e0e0' lw 1.2 dt (8,12)", "lc rgb '#505050' lw 1.2 dt (8,12)"}},
    [METAL] = {"metal", {"lc rgb '#ffb000' lw 3", "lc rgb '#000000' lw 3"}},
    [PORT] = {"port", {"lc rgb '#ff4040' lw 3", "lc rgb '#00a050' lw 3"}},
};

plot_marks plot_marks_send(FILE *out, const plot_scene *s, const double low[2],
                           const double top[2], double factor, int number)
{
    plot_marks marks = {.there = {{false}}};
    double layer[4][4];
    if (!s)
        return marks;
    const struct {
        size_t count;
        double (*v)[4];
    } of[PLOT_MARKS] = {[EDGE] = {s->media.count, s->media.v},
                        [LAYER] = {(size_t)layer_edges(s, low, top, layer), layer},
                        [METAL] = {s->metal.count, s->metal.v},
                        [PORT] = {s->ports.count, s->ports.v}};
    for (int n = 0; n < PLOT_MARKS; n++)
        for (int points = 0; points < 2; points++)
            marks.there[n][points] =
                send_lines(out, over[n].name, points, number, of[n].count, of[n].v, factor);
    return marks;
}

void plot_marks_draw(FILE *out, const plot_marks *marks, bool sign, int number)
{
    for (int n = 0; n < PLOT_MARKS; n++) {
        if (marks->there[n][0])
            fprintf(out, ", $%s%d with lines %s notitle", over[n].name, number,
                    over[n].style[sign]);
        if (marks->there[n][1])
            fprintf(out, ", $%spoint%d with points pt 7 ps 0.6 %s notitle", over[n].name,
                    number, over[n].style[sign]);
    }
}

void plot_marks_note(plot *p, const plot_image *m)
{
    const plot_scene *s = m->scene;
    char text[256] = "";
    double line[4][4];
    const double low[2] = {m->x[0], m->y[0]}, top[2] = {m->x[m->nx - 1], m->y[m->ny - 1]};
    if (!s)
        return;
    if (s->media.count)
        strcat(text, "thin: materials; ");
    if (layer_edges(s, low, top, line))
        strcat(text, p->look->format == PLOT_GIF /* which has no dashes */
                         ? "grey: where absorbing layers begin; "
                         : "dashed: where absorbing layers begin; ");
    if (s->metal.count)
        strcat(text, m->sign ? "thick black: perfect conductors; "
                             : "thick yellow: perfect conductors; ");
    if (s->ports.count)
        strcat(text, m->sign ? "thick green: ports; " : "thick red: ports; ");
    if (*text)
        plot_note(p, false, "Lines: %.*s", (int)strlen(text) - 2, text);
}
