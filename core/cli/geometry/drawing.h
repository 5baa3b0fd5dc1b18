/* core/cli/geometry/drawing.h: the picture in the making, for draw.c, labels.c and legend.c. */
#ifndef YEE_CLI_DRAWING_H
#define YEE_CLI_DRAWING_H

#include "geometry.h"

#define DRAWING_SYMMETRY "#c060c0"
enum { DRAWING_ROWS = 8 };
/* Pixels around a plane at 12 points. */
enum { GEOMETRY_LEFT = 78, GEOMETRY_RIGHT = 26, GEOMETRY_ABOVE = 40, GEOMETRY_BELOW = 66 };

typedef struct drawing {
    const yee_model *model;
    const yee_grid *grid;
    const mark_list *marks;
    group_list *groups;
    plot_canvas canvas;
    double font; /* of 12 points */
    int columns;
    double wide[3], high[DRAWING_ROWS]; /* pixels of columns and rows, before --size */
    bool lined[MARK_KINDS], dotted[MARK_KINDS], metal, sheet, layers,
        symmetry; /* what was drawn */
} drawing;

typedef struct mark_looks {
    const char *colour, *words;
} mark_looks;
extern const mark_looks mark_style[MARK_KINDS];

/* labels.c */
enum { DRAWING_NAMES = 40 }; /* of marks in a plane */
/* The rectangle of a plane that a name takes, m. */
typedef struct drawing_spot {
    double x[2], y[2];
} drawing_spot;
/* The names that a plane has so far. */
typedef struct drawing_names {
    int count;
    const char *name[DRAWING_NAMES];
    drawing_spot spot[DRAWING_NAMES];
} drawing_names;
/* Sends the name of a mark, once, to a place where no other stands if there is one. factor: gnuplot's
 * unit in m, frame: pixels of the plane. */
void drawing_name(const drawing *d, const slice *s, const mark *m, drawing_names *names,
                  const plot_cell *frame, double factor);
/* Takes all names away, for the next plane. */
void drawing_names_end(FILE *out);

/* legend.c */
/* Columns for the planes, of which the last panel is the legend; each row as high as its planes
 * ask for. */
plot_sheet drawing_lay_out(drawing *d, int slices, const slice *s);
/* Where panel number n stands; from the second on the title is not drawn again. */
plot_cell drawing_cell(const drawing *d, int n);
/* The colour of a place that a sheet covers: half of what is there, half the sheet's. */
unsigned drawing_under_sheet(unsigned rgb);
/* step: every so manieth line of the grid was drawn. */
void drawing_legend(drawing *d, int panel, int64_t step);

#endif
