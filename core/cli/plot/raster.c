/* core/cli/plot/raster.c: images of a figure, with their axes and bars of colours. */
#include "plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PIXELS 600 /* of a raster along an axis */

/* Pixels around an image at 12 points: for the axes, the bar of colours and the title. */
enum { LEFT = 84, RIGHT = 112, ABOVE = 44, BELOW = 60, BAR = 14, BAR_LABEL = 68, AXIS = 66 };
enum { LETTER = 8, LINE = 24 }; /* mean width, and what a number at an axis needs */

/* Blue, white, red for signed fields; dark to light for magnitudes. */
static const char diverging[] = "set palette defined (-1 '#053061', -0.75 '#2166ac', -0.5 "
                                "'#4393c3', -0.25 '#92c5de', 0 '#ffffff', 0.25 '#f4a582', 0.5 "
                                "'#d6604d', 0.75 '#b2182b', 1 '#67001f')\n";
static const char rising[] =
    "set palette defined (0 '#440154', 0.13 '#482878', 0.25 '#3e4989', "
    "0.38 '#31688e', 0.5 '#26828e', 0.63 '#1f9e89', 0.75 '#35b779', "
    "0.88 '#6ece58', 1 '#fde725')\n";

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

/* Pixels along an axis: as many as points where these are even and few, else four for the smallest gap,
 * so that a point's colour begins and ends where it should within an eighth of that. */
static size_t pixels(const double *x, size_t n)
{
    double least = INFINITY;
    if (n < 2)
        return 1;
    for (size_t i = 1; i < n; i++)
        least = fmin(least, x[i] - x[i - 1]);
    const double length = x[n - 1] - x[0] + half_gap(x, n, false) + half_gap(x, n, true);
    const double gaps = ceil(length / least - 1e-6), want = gaps > (double)n ? 4 * gaps : gaps;
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

/* 1, 2 or 5 times a power of ten that divides a length into at most so many parts. */
static double tic_gap(double length, double most)
{
    const double power = pow(10, floor(log10(length / most)));
    const double n = length / most / power;
    return power * (n <= 1 ? 1 : n <= 2 ? 2 : n <= 5 ? 5 : 10);
}

/* The gap between the numbers along an axis from low to high that has room for so many letters. */
static double tic_gap_across(double low, double high, double letters)
{
    double gap = high - low;
    for (int most = 6; most > 0; most--) {
        int widest = 0;
        gap = tic_gap(high - low, most);
        for (double n = ceil(low / gap - 1e-6); n * gap <= high + 1e-6 * gap; n++) {
            char text[32];
            const int length = snprintf(text, sizeof text, "%.6g", n * gap + 0.0);
            widest = length > widest ? length : widest;
        }
        if (gap / (high - low) * letters >= widest + 2)
            break;
    }
    return gap;
}

static double largest(double a, double b) { return fmax(fabs(a), fabs(b)); }

/* Lengths along both axes look alike, but for strips. */
static bool one_scale(const plot_image *m, double ratio)
{
    return !m->x_unit && ratio > 0.15 && ratio < 6;
}

static bool below(const plot_range *r) { return r->least < r->low - 1e-6 * (r->high - r->low); }
static bool above(const plot_range *r) { return r->most > r->high + 1e-6 * (r->high - r->low); }

static double prefix_of(const char *unit, double value, const char **prefix)
{
    *prefix = "";
    return plot_takes_prefix(unit) ? plot_prefix(value, prefix) : 1;
}

/* prefix_of(), or a power of ten where numbers are beyond all prefixes and their digits would not fit
 * beside a bar of colours. */
static double scale_of(const char *unit, double value, char prefix[16])
{
    const char *own;
    const double factor = prefix_of(unit, value, &own), size = factor * value;
    snprintf(prefix, 16, "%s", own);
    if (!(size > 0) || (size >= 1e-3 && size < 1e5))
        return factor;
    const int power = (int)floor(log10(size) + 1e-9);
    snprintf(prefix, 16, *unit ? "1e%d " : "1e%d", power);
    return factor * pow(10, -power);
}

static void write_label(char *text, size_t size, const char *name, const char *prefix,
                        const char *unit, const char *more)
{
    snprintf(text, size, *unit || *prefix ? "%s (%s%s)%s" : "%s%.0s%.0s%s", name, prefix, unit,
             more);
}

static void send_label(FILE *out, char axis, const char *name, const char *prefix,
                       const char *unit)
{
    char text[256];
    write_label(text, sizeof text, name, prefix, unit, "");
    fprintf(out, "set %clabel ", axis);
    plot_quote(out, text);
    fputs("\n", out);
}

/* Stands clear of the numbers at the bar, which gnuplot does not see to. */
static void send_bar_label(FILE *out, const plot_canvas *c, plot_cell f, const char *text,
                           double font, double beside)
{
    fputs("set label 3 ", out);
    plot_quote(out, text);
    fprintf(out, " at screen %.6g,%.6g center rotate by 90\n",
            (f.x + f.width + (12 + beside + BAR + BAR_LABEL) * font) / c->width,
            (f.y + 0.5 * f.height) / c->height);
}

/* Pixels between an image and its bar of colours, for an axis at the right. */
static double beside(const plot_image *m) { return m->over && m->over->axis ? AXIS : 0; }

/* Whether colours are drawn, and so their bar. */
static bool coloured(const plot_image *m) { return !m->over || m->over->image; }

/* The rectangle of an image within its cell: of the picture's shape where both axes have one
 * scale. */
static plot_cell frame_of(const plot_image *m, plot_cell cell, double ratio, double font)
{
    const plot_cell room = {.x = cell.x + font * LEFT,
                            .y = cell.y + font * BELOW,
                            .width = fmax(20, cell.width - font * (LEFT + RIGHT + beside(m))),
                            .height = fmax(20, cell.height - font * (ABOVE + BELOW))};
    plot_cell f = room;
    if (one_scale(m, ratio) && ratio * room.width < room.height)
        f.height = ratio * room.width;
    else if (one_scale(m, ratio))
        f.width = room.height / ratio;
    f.x += 0.5 * (room.width - f.width);
    f.y += room.height - f.height; /* below the title */
    return f;
}

/* A bar of colours; an end beyond which there are numbers is a point. */
static void send_bar(FILE *out, const plot_canvas *c, plot_cell f, const plot_range *r,
                     bool sign, double font, double beside)
{
    const bool open[2] = {below(r), above(r)};
    static const char *const end[2][2] = {{"#440154", "#fde725"}, {"#053061", "#67001f"}};
    const double tip = 0.06 * f.height < 12 ? 0.06 * f.height : 12;
    const double x = f.x + f.width + (12 + beside) * font, wide = BAR * font;
    const double y[2] = {f.y + (open[0] ? tip : 0), f.y + f.height - (open[1] ? tip : 0)};
    fprintf(
        out,
        "set colorbox vertical user origin screen %.6g, screen %.6g size screen %.6g, screen "
        "%.6g\n",
        x / c->width, y[0] / c->height, wide / c->width, (y[1] - y[0]) / c->height);
    for (int side = 0; side < 2; side++)
        if (open[side])
            fprintf(
                out,
                "set object %d polygon from screen %.6g, screen %.6g to screen %.6g, screen "
                "%.6g to screen %.6g, screen %.6g to screen %.6g, screen %.6g fillcolor rgb "
                "'%s' fillstyle solid noborder\n",
                1 + side, x / c->width, y[side] / c->height, (x + 0.5 * wide) / c->width,
                (y[side] + (side ? tip : -tip)) / c->height, (x + wide) / c->width,
                y[side] / c->height, x / c->width, y[side] / c->height, end[sign][side]);
        else
            fprintf(out, "unset object %d\n", 1 + side);
}

/* ", clipped; max 32.5 kV/m" where numbers are beyond the ends of the bar. */
static void clip_words(const plot_range *r, const plot_image *m, char *text, size_t size)
{
    const double peak = fmax(fabs(r->least), fabs(r->most));
    char low[48], high[48];
    plot_show(low, sizeof low, r->least, m->unit);
    plot_show(high, sizeof high, m->sign ? peak : r->most, m->unit);
    *text = 0;
    if (below(r) && above(r) && !m->sign)
        snprintf(text, size, ", clipped; %s to %s", low, high);
    else if (above(r) || (below(r) && m->sign))
        snprintf(text, size, ", clipped; max %s", high);
    else if (below(r))
        snprintf(text, size, ", clipped; min %s", low);
}

/* title: with what stands beside a bar of colours that is long enough for it. */
static void send_axes(FILE *out, const char *title, const plot_canvas *c, plot_cell f)
{
    fprintf(out,
            "set lmargin at screen %.6g\nset rmargin at screen %.6g\nset bmargin at screen "
            "%.6g\nset tmargin at screen %.6g\nset title ",
            f.x / c->width, (f.x + f.width) / c->width, f.y / c->height,
            (f.y + f.height) / c->height);
    plot_quote(out, title);
    fputs("\n", out);
}

/* The words beside the bar and above the image: those of clip_words() go above it where the bar is too
 * short for them, and their own first sign with them where nothing else stands there. */
static void share_words(const plot_image *m, const plot_range *r, const char *prefix,
                        double height, double font, char *bar, char *title, size_t size)
{
    char more[128];
    clip_words(r, m, more, sizeof more);
    snprintf(title, size, "%s", m->title);
    write_label(bar, size, m->quantity, prefix, m->unit, more);
    if (!*more || !coloured(m) || (double)strlen(bar) * LETTER * font < height + LINE * font)
        return;
    snprintf(title, size, "%s%s", m->title, *m->title ? more : more + strlen(", "));
    write_label(bar, size, m->quantity, prefix, m->unit, "");
}

static bool draw_image(plot *p, plot_canvas *c, const plot_image *m, int number)
{
    FILE *out = c->out;
    const double low[2] = {m->x[0] - half_gap(m->x, m->nx, false),
                           m->y[0] - half_gap(m->y, m->ny, false)};
    const double top[2] = {m->x[m->nx - 1] + half_gap(m->x, m->nx, true),
                           m->y[m->ny - 1] + half_gap(m->y, m->ny, true)};
    const size_t wide = pixels(m->x, m->nx), high = pixels(m->y, m->ny);
    const double pitch[2] = {(top[0] - low[0]) / (double)wide,
                             (top[1] - low[1]) / (double)high};
    const double font = p->look->points / 12;
    const char *length[2];
    const plot_range range = plot_range_of(p, m);
    char prefix[16];
    const double fv = scale_of(m->unit, largest(range.low, range.high), prefix);
    const double extent = fmax(top[0] - low[0], top[1] - low[1]);
    const double fx = m->x_unit ? prefix_of(m->x_unit, largest(low[0], top[0]), &length[0])
                                : plot_prefix(extent, &length[0]);
    const double fy =
        m->x_unit ? prefix_of(m->y_unit, largest(low[1], top[1]), &length[1]) : fx;
    const double ratio = (top[1] - low[1]) / (top[0] - low[0]);
    char data[160], bar[256], title[256];
    if (!write_raster(m, wide, high, low, pitch, fv, plot_canvas_data(c, data, sizeof data)))
        return false;
    const plot_cell f = frame_of(m, plot_canvas_panel(c, number), ratio, font);
    const plot_marks marks = plot_marks_send(out, m->scene, low, top, fx, number);
    fputs("unset y2tics\nunset y2label\n", out);
    if (m->over)
        plot_over_send(out, m, &range, fx, fy, number);
    share_words(m, &range, prefix, f.height, font, bar, title, sizeof bar);
    send_axes(out, title, c, f);
    send_label(out, 'x', m->x_name, length[0], m->x_unit ? m->x_unit : "m");
    send_label(out, 'y', m->y_name, m->x_unit ? length[1] : length[0],
               m->x_unit ? m->y_unit : "m");
    if (coloured(m)) {
        send_bar_label(out, c, f, bar, font, beside(m));
        send_bar(out, c, f, &range, m->sign, font, beside(m));
        const double tics = fmax(1, floor(f.height / (LINE * font)));
        if (tics < 6)
            fprintf(out, "set cbtics %.9g\n", tic_gap((range.high - range.low) * fv, tics));
        else
            fputs("set cbtics autofreq\n", out);
    }
    fprintf(out, "set cbrange [%.6g:%.6g]\n%s", range.low * fv, range.high * fv,
            m->sign ? diverging : rising);
    for (const char *axis = m->over ? "yY" : "y"; *axis; axis++)
        fprintf(out, "set y%srange [%.9g:%.9g]\n", *axis == 'Y' ? "2" : "",
                (m->down ? top[1] : low[1]) * fy, (m->down ? low[1] : top[1]) * fy);
    fprintf(out, "set xrange [%.9g:%.9g]\n", low[0] * fx, top[0] * fx);
    fprintf(out, "set xtics %.9g\nset ytics %.9g\nplot ",
            tic_gap_across(low[0] * fx, top[0] * fx, f.width / (LETTER * font)),
            tic_gap((top[1] - low[1]) * fy, fmax(1, fmin(6, f.height / (LINE * font)))));
    if (coloured(m)) {
        plot_quote(out, data);
        fprintf(out,
                " binary array=(%zu,%zu) format='%%float' origin=(%.9g,%.9g) dx=%.9g dy=%.9g "
                "with image notitle",
                wide, high, (low[0] + 0.5 * pitch[0]) * fx, (low[1] + 0.5 * pitch[1]) * fy,
                pitch[0] * fx, pitch[1] * fy);
    } else {
        fputs("NaN notitle", out);
    }
    plot_marks_draw(out, &marks, m->sign, number);
    if (m->over)
        plot_over_draw(out, m, number);
    fputs("\n", out);
    return true;
}

/* Panels in rows of up to three, each as high as its picture asks for. */
static plot_sheet lay_out(int images, const plot_image *m)
{
    plot_sheet s = {.columns = images < 3 ? images : images == 4 ? 2 : 3};
    s.rows = (images + s.columns - 1) / s.columns;
    const int panel = images == 1 ? 800 : images == 2 ? 620 : 500;
    double ratio = (m->y[m->ny - 1] - m->y[0]) / fmax(m->x[m->nx - 1] - m->x[0], 1e-30);
    ratio = one_scale(m, ratio) ? ratio : 0.7;
    const double inner = (panel - LEFT - RIGHT) * ratio;
    s.width = panel * s.columns;
    s.height = s.rows * (ABOVE + BELOW + 10 +
                         (int)(inner < 200   ? 200
                               : inner > 700 ? 700
                                             : inner));
    return s;
}

bool plot_images_page(plot *p, plot_canvas *c, int images, const plot_image *m)
{
    bool ok = true;
    fputs("set border 15\nunset grid\n", c->out);
    for (int i = 0; i < images && ok; i++)
        ok = draw_image(p, c, &m[i], i);
    return ok;
}

plot_sheet plot_images_sheet(plot *p, int images, const plot_image *m)
{
    plot_marks_note(p, m);
    return lay_out(images, m);
}

yee_status plot_draw_images(plot *p, const char *kind, const char *name, const char *title,
                            int images, const plot_image *m)
{
    plot_canvas canvas;
    plot_sheet sheet = plot_images_sheet(p, images, m);
    sheet.kind = kind;
    sheet.name = name;
    sheet.title = title;
    const yee_status opened = plot_canvas_open(p, &canvas, &sheet);
    if (opened)
        return opened;
    const bool ok = plot_images_page(p, &canvas, images, m);
    const yee_status status = plot_canvas_close(p, &canvas);
    return ok ? status : cli_fail(YEE_IO, "cannot write the data of %s", canvas.path);
}
