/* core/cli/plot/plot.h: what the pictures of `yee plot` share. gnuplot draws; these files read
 * numbers and say what a picture shows. */
#ifndef YEE_CLI_PLOT_H
#define YEE_CLI_PLOT_H

#include "cli/cli.h"
#include <hdf5.h>

typedef struct plot_overlay plot_overlay;

/* A result file and what is wanted of it. */
typedef struct plot {
    hid_t file;
    const char *path;
    char folder[4096], stem[256]; /* pictures are <folder>/<stem>_<kind>_<name>.png */
    const char *only;             /* a single output; NULL: all */
    const char *component;        /* NULL: the strongest */
    const char *slice;            /* "z=2 mm"; NULL: the middle of the thinnest axis */
    const char *frame;            /* a number; NULL: up to six */
    plot_overlay *overlay;        /* NULL: none */
    int drawn;
} plot;

/* data.c: reading. */

/* Numbers of a dataset; complex ones are pairs, which adds no axis to dims. */
typedef struct plot_array {
    int rank;
    hsize_t dims[8];
    size_t count;
    bool complex;
    double *v; /* shape [count] or [count, 2] */
} plot_array;
bool plot_exists(hid_t file, const char *path);
/* All of a dataset; false: it is not there or cannot be read. */
bool plot_read(hid_t file, const char *path, plot_array *a);
/* Number of axes of a dataset; 0: it is not there. */
int plot_rank(hid_t file, const char *path);
/* A box of one; start and count have its rank. */
bool plot_read_box(hid_t file, const char *path, const hsize_t *start, const hsize_t *count,
                   plot_array *a);
void plot_array_free(plot_array *a);
double plot_number(hid_t file, const char *path, const char *attribute, double otherwise);
/* Numbers of an attribute that has just `count` of them; false, and v as it was, where there is
 * none such. */
bool plot_numbers(hid_t file, const char *path, const char *attribute, size_t count, double *v);
/* To be freed; NULL: none. */
char *plot_text(hid_t file, const char *path, const char *attribute);
/* Names in a group, NULL-terminated, to be freed with plot_names_free. */
char **plot_names(hid_t file, const char *path);
void plot_names_free(char **names);

/* curves of a figure */

typedef struct plot_curve {
    char name[64];
    size_t count;
    double *x, *y;
    bool dashed, points;
} plot_curve;

#define PLOT_CURVES 10

/* Axes with curves. Units of "" and "dB" take no SI prefix. */
typedef struct plot_panel {
    const char *title;
    const char *x_name, *x_unit, *y_name, *y_unit;
    double y_low, y_high; /* NaN: free */
    bool log;
    int curves;
    plot_curve curve[PLOT_CURVES];
} plot_panel;

/* Adds a curve and takes x and y, which are freed with the panel. */
void plot_panel_add(plot_panel *panel, const char *name, size_t count, double *x, double *y);
void plot_panel_free(plot_panel *panel);
/* One picture of panels in columns. */
yee_status plot_draw_panels(plot *p, const char *kind, const char *name, const char *title,
                            int panels, plot_panel *panel, int columns);

/* curves.c: signals over time. */

#define PLOT_BAND 400 /* points of a spectrum */

/* One recorded signal: y at first + n step. */
typedef struct plot_signal {
    plot_array a;
    double first, step;
} plot_signal;
bool plot_signal_read(plot *p, const char *path, plot_signal *s);
double plot_peak(const double *v, size_t count); /* largest magnitude */
double *plot_copy(const double *v, size_t count);
plot_panel plot_time_panel(const char *name, const char *unit);
plot_panel plot_frequency_panel(const char *name, const char *unit, double low, double high);
/* Spectra of the curves of a time panel, in dB below the highest of them, over the band of the
 * strongest. */
void plot_spectra_add(const plot_panel *time, plot_panel *panel);
/* Calls draw for each wanted member of a group. */
yee_status plot_each(plot *p, const char *group,
                     yee_status (*draw)(plot *p, const char *path, const char *name));

/* overlay.c: the columns of a text file. *overlay is to be freed, after a failure too. */
yee_status plot_overlay_read(const char *path, plot_overlay **overlay);
/* Adds the columns to the curves of the same name, where x has that of the first column. */
void plot_overlay_add(plot_overlay *overlay, plot_panel *panel);
/* Fails when a column is in no picture. */
yee_status plot_overlay_check(const plot_overlay *overlay);
void plot_overlay_free(plot_overlay *overlay);

/* images of a figure */

/* A raster of nx x ny points, x fastest. */
typedef struct plot_image {
    char title[96];
    const char *x_name, *y_name, *unit;
    const char *x_unit, *y_unit; /* NULL: m, and both axes have one scale */
    double low, high;            /* of the palette; both 0: by the numbers */
    size_t nx, ny;
    double *x, *y;      /* positions of the points, rising, owned by the caller */
    double *v;          /* owned by the caller */
    bool sign;          /* a signed field: the palette is symmetric about 0 */
    const double *edge; /* m: outlines, x0 y0 x1 y1 each */
    size_t edges;
    double interior[2][2]; /* m: low and high end along x and y of what no layer absorbs */
} plot_image;
yee_status plot_draw_images(plot *p, const char *kind, const char *name, const char *title,
                            int images, const plot_image *image);

/* gnuplot.c: a picture in the making; NULL after saying why. */
typedef struct plot_canvas {
    FILE *out; /* commands */
    char path[4608];
} plot_canvas;
bool plot_canvas_open(plot *p, plot_canvas *canvas, const char *kind, const char *name,
                      int width, int height);
yee_status plot_canvas_close(plot *p, plot_canvas *canvas);
/* 'text' quoted for gnuplot. */
void plot_quote(FILE *out, const char *text);
/* Not "", "1/s", "dB" and degrees. */
bool plot_takes_prefix(const char *unit);
/* Factor and prefix that bring |value| to [1, 1000); 1 and none beyond atto and peta. */
double plot_prefix(double value, const char **prefix);

/* The outputs. */
yee_status plot_probes(plot *p);
yee_status plot_ports(plot *p);
yee_status plot_ratios(plot *p);
yee_status plot_by_attributes(plot *p); /* attributes.c */
yee_status plot_spectra(plot *p);
yee_status plot_snapshots(plot *p);

/* True when the output is wanted. */
bool plot_wanted(const plot *p, const char *name);
/* transform.c */

/* first, first + step, ...; to be freed. */
double *plot_ramp(size_t count, double first, double step);
/* step sum y[i] exp(-j 2 pi f (first + i step)) at n frequencies. */
void plot_transform(size_t count, double first, double step, const double *y, size_t n,
                    const double *f, double *re, double *im);
/* n evenly spaced frequencies from 0 to where the spectrum of y has fallen to -40 dB; to be
 * freed. */
double *plot_band(size_t count, double step, const double *y, size_t n);

#endif
