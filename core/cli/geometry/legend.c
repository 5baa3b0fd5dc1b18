/* core/cli/geometry/legend.c: where the panels of the picture stand, and the last of them, which
 * says what colours and lines are. */
#include "drawing.h"
#include <math.h>

enum {
    SHEET = 0xb08000, /* colour */
    ROW = 20,         /* pixels, at 12 points */
    MATERIALS = 24,   /* of the legend */
    PANEL = 520,      /* pixels of the width of a plane */
    ALONE = 680,      /* of one that is alone */
    WORDS = 290,      /* of the legend beside planes */
    LEFT = GEOMETRY_LEFT,
    RIGHT = GEOMETRY_RIGHT,
    ABOVE = GEOMETRY_ABOVE,
    BELOW = GEOMETRY_BELOW
};

const mark_looks mark_style[MARK_KINDS] = {
    [MARK_SOURCE] = {"#cc0000", "source"},
    [MARK_PORT] = {"#007030", "port"},
    [MARK_PROBE] = {"#0033bb", "probe"},
    [MARK_BOX] = {"#0033bb", "box of an output"},
};

plot_sheet drawing_lay_out(drawing *d, int slices, const slice *s)
{
    enum { MOST = 640, LEAST = 170, WORDS_LEAST = 230 };
    plot_sheet sheet = {.kind = "geometry"};
    d->columns = slices < 3 ? slices + 1 : 2;
    for (int k = 0; k < d->columns; k++)
        d->wide[k] = slices < 3 && k == slices ? WORDS : slices == 1 ? ALONE : PANEL;
    for (int i = 0; i <= slices; i++) {
        double high = WORDS_LEAST;
        if (i < slices) {
            const yee_axis_data *x = &d->grid->axis[s[i].u], *y = &d->grid->axis[s[i].v];
            const double ratio =
                (y->node[y->cells] - y->node[0]) / (x->node[x->cells] - x->node[0]);
            high = ratio * (d->wide[i % d->columns] - LEFT - RIGHT);
            high = ratio > 0.1 && ratio < 10 ? fmax(LEAST, fmin(MOST, high)) : 300;
        }
        double *row = &d->high[i / d->columns];
        *row = fmax(*row, high + ABOVE + BELOW);
    }
    for (int k = 0; k < d->columns; k++)
        sheet.width += (int)d->wide[k];
    for (int k = 0; k <= slices / d->columns; k++)
        sheet.height += (int)d->high[k];
    sheet.rows = sheet.columns = 1;
    return sheet;
}

plot_cell drawing_cell(const drawing *d, int n)
{
    const plot_canvas *c = &d->canvas;
    const double sx = c->width / c->sheet->width,
                 sy = fmax(40, c->height - c->heading - c->notes) / c->sheet->height;
    plot_cell cell = {.x = 0, .y = c->height - c->heading};
    for (int k = 0; k < n % d->columns; k++)
        cell.x += sx * d->wide[k];
    for (int k = 0; k <= n / d->columns; k++)
        cell.y -= sy * d->high[k];
    cell.width = sx * d->wide[n % d->columns];
    cell.height = sy * d->high[n / d->columns];
    fprintf(c->out, "%sset origin 0,0\nset size noratio 1,1\n",
            n ? "unset label 1\nunset label 2\n" : "");
    return cell;
}

unsigned drawing_under_sheet(unsigned rgb)
{
    return ((rgb >> 1) & 0x7f7f7f) + ((SHEET >> 1) & 0x7f7f7f);
}

/* -- the legend -- */

/* Its rows: patches of a colour, lines and points. What does not fit is smaller. */
typedef struct legend {
    drawing *d;
    plot_cell cell;
    double font; /* of 12 points */
    int rows;
} legend;

static double row_x(const legend *l, double x) { return l->cell.x + l->font * x; }

static double row_y(const legend *l)
{
    return l->cell.y + l->cell.height - l->d->font * ABOVE - l->font * ROW * (l->rows + 0.5);
}

static void row_text(legend *l, const char *text)
{
    const plot_canvas *c = &l->d->canvas;
    fprintf(c->out, "set label %d ", 100 + l->rows);
    plot_quote(c->out, text);
    fprintf(c->out, " at screen %.6g,%.6g left font ',%g'\n", row_x(l, 76) / c->width,
            row_y(l) / c->height, 12 * l->font);
    l->rows++;
}

static void patch_row(legend *l, unsigned rgb, const char *text)
{
    const plot_canvas *c = &l->d->canvas;
    const double y = row_y(l), high = 0.36 * ROW * l->font;
    fprintf(c->out,
            "set object %d rectangle from screen %.6g,%.6g to screen %.6g,%.6g fc rgb '#%06x' "
            "fs solid border lc rgb '#303030'\n",
            100 + l->rows, row_x(l, 36) / c->width, (y - high) / c->height,
            row_x(l, 66) / c->width, (y + high) / c->height, rgb);
    row_text(l, text);
}

static void line_row(legend *l, const char *colour, double width, const char *dash,
                     const char *text)
{
    const plot_canvas *c = &l->d->canvas;
    const double y = row_y(l);
    fprintf(c->out,
            "set arrow %d from screen %.6g,%.6g to screen %.6g,%.6g nohead lc rgb '%s' lw %g "
            "%s\n",
            100 + l->rows, row_x(l, 36) / c->width, y / c->height, row_x(l, 66) / c->width,
            y / c->height, colour, width, dash);
    row_text(l, text);
}

static void point_row(legend *l, const char *colour, const char *text)
{
    const plot_canvas *c = &l->d->canvas;
    fprintf(c->out, "set label %d '' at screen %.6g,%.6g point pt 7 ps 0.8 lc rgb '%s'\n",
            200 + l->rows, row_x(l, 51) / c->width, row_y(l) / c->height, colour);
    row_text(l, text);
}

static legend legend_begin(drawing *d, int panel)
{
    legend l = {.d = d, .cell = drawing_cell(d, panel)};
    int rows = 2;
    for (int g = 0; g < d->groups->count; g++)
        rows += d->groups->shown[g];
    rows =
        (rows > MATERIALS ? MATERIALS : rows) + d->sheet + d->metal + d->layers + d->symmetry;
    for (int k = 0; k < MARK_KINDS; k++)
        rows += d->lined[k] || d->dotted[k];
    const double high = (l.cell.height - d->font * ABOVE) / (ROW * rows);
    l.font = fmax(0.35 * d->font, fmin(d->font, fmin(high, l.cell.width / WORDS)));
    return l;
}

void drawing_legend(drawing *d, int panel, int64_t step)
{
    FILE *out = d->canvas.out;
    legend l = legend_begin(d, panel);
    int left = 0;
    char text[96];
    for (int g = 0; g < d->groups->count; g++) {
        if (d->groups->shown[g] && l.rows < MATERIALS)
            patch_row(&l, groups_colour(d->groups, g), d->groups->name[g]);
        else
            left += d->groups->shown[g];
    }
    if (left) {
        snprintf(text, sizeof text, "and %d more material%s", left, left == 1 ? "" : "s");
        row_text(&l, text);
    }
    if (d->sheet)
        patch_row(&l, drawing_under_sheet(0xffffff), "sheet in the plane");
    if (d->metal)
        line_row(&l, "#000000", 3, "", "sheets and wires");
    for (int k = 0; k < MARK_KINDS; k++)
        if (d->lined[k])
            line_row(&l, mark_style[k].colour, k == MARK_PORT ? 3.5 : 1.6,
                     k == MARK_BOX ? "dt (4,3)" : "", mark_style[k].words);
        else if (d->dotted[k])
            point_row(&l, mark_style[k].colour, mark_style[k].words);
    if (d->symmetry)
        line_row(&l, DRAWING_SYMMETRY, 6, "", "plane of symmetry");
    if (d->layers)
        line_row(&l, "#303030", 1.4, "dt (8,5)", "absorbing cells begin");
    if (step > 1)
        snprintf(text, sizeof text, "lines of the grid, one of %lld", (long long)step);
    line_row(&l, "#a0a0a0", 0.5, "", step > 1 ? text : "lines of the grid");
    fputs("unset border\nunset tics\nunset title\nunset xlabel\nunset ylabel\nset xrange "
          "[0:1]\nset yrange [0:1]\nplot -1 notitle\n",
          out);
}
