/* core/cli/plot/plot.h: what the pictures of `yee plot` share. gnuplot draws; these files read
 * numbers and say what a picture shows. */
#ifndef YEE_CLI_PLOT_H
#define YEE_CLI_PLOT_H

#include "base/transform.h"
#include "cli/cli.h"
#include <hdf5.h>

typedef struct plot_overlay plot_overlay;

/* look.c: how pictures look. Lengths are in pixels of 1/96 inch. */

typedef enum plot_format { PLOT_PNG, PLOT_PDF, PLOT_SVG, PLOT_GIF, PLOT_MP4 } plot_format;

/* The options of the command line about it, as text; NULL: not given. */
typedef struct plot_look_words {
    const char *format, *size, *font, *range, *rate, *output;
} plot_look_words;

typedef struct plot_look {
    plot_format format;
    bool chosen;          /* the format, by the command line */
    double width, height; /* of a picture; 0: as what it shows asks for */
    double density;       /* dots of a PNG in a pixel of 1/96 inch */
    char font[64];
    double points;    /* size of the font */
    bool full;        /* colours reach to the largest value */
    double low, high; /* of all colours, SI units; NaN: by the numbers */
    double rate;      /* frames of a movie in a second */
    char file[4096];  /* of the only picture; "": by its output's name */
} plot_look;
plot_look plot_look_plain(void); /* without a word of the command line */
/* folder: where pictures go that --output does not name one by one; made where it is missing. */
yee_status plot_look_read(const plot_look_words *words, bool movie, plot_look *look,
                          char folder[4096]);
/* The ending of file names of a format, without the dot. */
const char *plot_ending(plot_format format);

/* radar/words.c: the options about radargrams, as text (NULL: not given) and read. */
typedef struct radar_words {
    bool radargram;
    const char *time_zero, *window, *dewow, *background, *band, *velocity, *eps, *separation,
        *spacing, *style, *trace, *write;
    cli_list gain, hyperbola;
} radar_words;
typedef struct radar_want radar_want;
/* Whether one of them is given. */
bool radar_asked(const radar_words *words);
/* slice: that of --slice, or NULL. *want lives as long as the program. */
yee_status radar_words_read(const radar_words *words, const char *slice,
                            const radar_want **want);

/* A result file and what is wanted of it. */
typedef struct plot {
    hid_t file;
    const char *path;
    const plot_look *look;
    char folder[4096], stem[256]; /* pictures are <folder>/<stem>_<kind>_<name>.<ending> */
    const char *only;             /* a single output; NULL: all */
    const char *component;        /* NULL: the strongest */
    const char *slice;            /* "z=2 mm"; NULL: the middle of the thinnest axis */
    const char *frame;            /* a number; NULL: up to six */
    const char *points;           /* of a probe, "1, 4, 10-20"; NULL: all */
    bool frames, movie;           /* every frame a picture, or all a movie */
    bool whole;                   /* fields beyond planes of symmetry, too */
    const radar_want *radar;      /* of radargrams */
    bool radargram;               /* they are asked for */
    int files;                    /* of a trace each, that make one; 0: it is one file's */
    char **file_path;
    plot_overlay *overlay;          /* NULL: none */
    struct plot_verdicts *verdicts; /* of records outside of passive bounds; NULL: none */
    char title[256];                /* of the run; "": it has none */
    int invariant;                  /* axis along which a 2-D grid has no extent; -1: none */
    char note[4096];                /* lines below the next picture */
    int drawn;
    bool ranged, sliced, framed, pointed, components, lined,
        mirrored; /* such an option had something to do */
} plot;

/* origin.c: the title of the run and its invariant axis, where the file says. */
void plot_origin_read(plot *p);

/* bounds.c: which records of the file leave the bounds of what is passive. */
void plot_bounds_read(plot *p);
/* Says so below the next picture, and once on the terminal, of those whose sentence has the path of
 * a group, or the path and a '/', in it. */
void plot_bounds_note(plot *p, const char *group);
void plot_bounds_free(plot *p);

/* A line below the next picture; told: on the terminal too. */
void plot_note(plot *p, bool told, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

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
/* "; the file has rx, field", what --only takes; "" where there is nothing. */
void plot_say_names(hid_t file, char *text, size_t size);

/* variables.c: a variable of a sweep as an axis. */
typedef struct plot_variable {
    char name[64]; /* "trace": numbers of traces, or of values that are not different */
    char *unit;    /* NULL: none */
    double *x;     /* rising, shape [count]; of words their numbers */
    char **word;   /* NULL: the values are numbers */
    size_t *of;    /* number of the value at each x */
    size_t count;
    size_t run; /* traces with one value in a row */
} plot_variable;
/* The variable that is `back` places before the last one, which runs fastest, of a file with so
 * many traces, or that with this number of several that change together; false: no memory. To be
 * freed after a failure too. */
bool plot_variable_read(hid_t file, size_t traces, size_t back, plot_variable *v);
void plot_variable_free(plot_variable *v);

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
/* Spectra of the curves of a time panel, in dB below the highest of them, over the widest of their
 * bands; curves below a hundredth of the largest do not count there. */
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

/* canvas.c: pictures in the making. */

/* Panels in rows under a title. */
typedef struct plot_sheet {
    const char *kind, *name; /* of the file; name NULL: none */
    const char *title;
    int rows, columns;
    int width, height; /* of all panels; pixels of 1/96 inch */
} plot_sheet;

typedef struct plot_canvas {
    FILE *out; /* commands for gnuplot */
    char path[4608];
    char folder[64]; /* of its own, for data */
    int data;        /* files in it */
    const plot_sheet *sheet;
    double width, height;  /* pixels of 1/96 inch */
    double heading, notes; /* parts of the height */
} plot_canvas;

/* Where a panel stands, pixels of 1/96 inch from the lower left corner. */
typedef struct plot_cell {
    double x, y, width, height;
} plot_cell;

/* Opens a picture and writes its heading. */
yee_status plot_canvas_open(plot *p, plot_canvas *canvas, const plot_sheet *sheet);
/* Opens one that is made by pages, each of which begins with a heading. */
yee_status plot_canvas_begin(plot *p, plot_canvas *canvas, const plot_sheet *sheet);
void plot_canvas_page(plot *p, plot_canvas *canvas, const plot_sheet *sheet);
/* The next plot is panel number n, from 0 in the order of reading. */
plot_cell plot_canvas_panel(const plot_canvas *canvas, int n);
/* The path of another file of data, which goes with the canvas. */
const char *plot_canvas_data(plot_canvas *canvas, char *path, size_t size);
/* Ends gnuplot. */
yee_status plot_canvas_end(plot *p, plot_canvas *canvas);
/* The picture is there, and its path is printed, or status says that it is not. */
yee_status plot_canvas_tell(plot *p, plot_canvas *canvas, yee_status status);
/* Both. */
yee_status plot_canvas_close(plot *p, plot_canvas *canvas);
/* 'text' quoted for gnuplot, in as many lines as it has. */
void plot_quote(FILE *out, const char *text);
/* A program of the search path. */
bool plot_program_found(const char *name);
/* Not "", "1/s", "dB" and degrees. */
bool plot_takes_prefix(const char *unit);
/* Factor and prefix that bring |value| to [1, 1000); 1 and none beyond atto and peta. */
double plot_prefix(double value, const char **prefix);
/* "32.5 kV/m" */
void plot_show(char *text, size_t size, double value, const char *unit);
/* "x = 1.2, y = 3 mm": a place in the unit that its largest number asks for, without the axis `but`. */
void plot_place(char *text, size_t size, const double at[3], int but);

/* scene.c: what stands in a plane of the grid. */

/* Lines x0 y0 x1 y1 (m); one without length is a point. */
typedef struct plot_lines {
    size_t count, capacity;
    double (*v)[4];
} plot_lines;

/* Where there is no memory a line is missing. */
void plot_lines_add(plot_lines *lines, const double line[4]);

typedef struct plot_scene {
    plot_lines media;      /* between cells of different materials */
    plot_lines metal;      /* perfect conductors: sheets and wires in the plane or through it */
    plot_lines ports;      /* from terminal to terminal */
    double interior[2][2]; /* m: low and high end along x and y of what no layer absorbs */
} plot_scene;

/* A plane of nu x nv nodes of the grid, u fastest; all arrays are the caller's. */
typedef struct plot_plane {
    int axis[3]; /* along u, along v, and the normal: 0, 1, 2 */
    size_t nu, nv;
    const double *u, *v;      /* m: the nodes */
    const double *material;   /* number of the cell above each node; NULL: unknown */
    const double *conductor;  /* 1, 2, 4 along x, y, z: the edge above conducts; NULL: none */
    double normal, thickness; /* m: place of the plane, and how far from it a port may be */
} plot_plane;
/* Empty, with layers nowhere. */
plot_scene plot_scene_new(void);
/* Outlines of materials and of conductors. */
void plot_scene_add(plot_scene *scene, const plot_plane *plane);
/* A port between two corners (m), where it meets the plane. */
void plot_scene_add_port(plot_scene *scene, const plot_plane *plane, const double from[3],
                         const double to[3]);
void plot_scene_free(plot_scene *scene);

/* images of a figure */

/* Numbers at the ends of the colours of an image, and those of the image. */
typedef struct plot_range {
    double low, high;   /* of the palette */
    double least, most; /* of the numbers */
} plot_range;

/* Lines over an image, and an axis at its right. All lengths and times are those of its axes. */
typedef struct plot_over {
    bool image;  /* its colours are drawn */
    bool wiggle; /* its columns are curves beside each other */
    int curves;
    const plot_curve *curve; /* dashed; count, x and y are read */
    const char *axis;        /* label of the axis at the right; NULL: none */
    int tics;
    double tic[24]; /* on the axis y */
    char tic_name[24][16];
} plot_over;

/* A raster of nx x ny points, x fastest. */
typedef struct plot_image {
    char title[96];
    const char *x_name, *y_name;
    const char *quantity, *unit; /* of the numbers: "Ez", "V/m" */
    const char *x_unit, *y_unit; /* NULL: m, and both axes have one scale */
    double low, high;            /* of the palette; both 0: by the numbers */
    const plot_range *common;    /* of several pictures; NULL: each its own */
    bool field;                  /* peaks at a source may stretch its numbers */
    size_t nx, ny;
    double *x, *y;           /* positions of the points, rising, owned by the caller */
    double *v;               /* owned by the caller */
    bool sign;               /* a signed field: the palette is symmetric about 0 */
    bool down;               /* y grows downwards */
    const plot_over *over;   /* NULL: nothing */
    const plot_scene *scene; /* NULL: none */
} plot_image;
yee_status plot_draw_images(plot *p, const char *kind, const char *name, const char *title,
                            int images, const plot_image *image);

/* marks.c: the lines of scenes over image number `number` of a picture. */
enum { PLOT_MARKS = 4 };
typedef struct plot_marks {
    bool there[PLOT_MARKS][2]; /* lines, points */
} plot_marks;
/* Sends those between two corners (m) as data; factor: from m to the axes. */
plot_marks plot_marks_send(FILE *out, const plot_scene *scene, const double low[2],
                           const double top[2], double factor, int number);
/* Goes on with a plot command. */
void plot_marks_draw(FILE *out, const plot_marks *marks, bool sign, int number);
/* A note that says which line is which. */
void plot_marks_note(plot *p, const plot_image *image);

/* over.c: sends the data of what lies over image number `number`, and its axis; factors: from SI to
 * the axes. */
void plot_over_send(FILE *out, const plot_image *image, const plot_range *range, double fx,
                    double fy, int number);
/* Goes on with a plot command. */
void plot_over_draw(FILE *out, const plot_image *image, int number);
/* One column of so many is a wiggle. */
size_t plot_over_stride(const plot_image *image);

/* A picture by pages: its shape, and the images of one page. */
plot_sheet plot_images_sheet(plot *p, int images, const plot_image *image);
bool plot_images_page(plot *p, plot_canvas *canvas, int images, const plot_image *image);

/* movie.c: images of one shape, one after the other. */
typedef struct plot_movie {
    plot_canvas canvas;
    plot_sheet sheet;
    char title[600];
    int frames;
    bool open;
} plot_movie;
/* Chooses a GIF where ffmpeg is missing and nobody asked for its format. */
yee_status plot_movie_check(plot_look *look);
/* model: one of the images. */
yee_status plot_movie_begin(plot *p, plot_movie *movie, const char *kind, const char *name,
                            const char *title, const plot_image *model);
yee_status plot_movie_add(plot *p, plot_movie *movie, const plot_image *image);
/* Also after a failure, whose status it returns. */
yee_status plot_movie_end(plot *p, plot_movie *movie, yee_status status);

/* range.c */
plot_range plot_range_of(plot *p, const plot_image *image);

/* The outputs. */
yee_status plot_probes(plot *p); /* probes.c */
yee_status plot_ports(plot *p);
yee_status plot_ratios(plot *p);        /* flux.c */
yee_status plot_by_attributes(plot *p); /* attributes.c */
yee_status plot_spectra(plot *p);
yee_status plot_snapshots(plot *p);
yee_status plot_traces(plot *p); /* traces.c: all records of a sweep */

/* radar/radar.c: whether the records of the file are radargrams, whatever is asked for; radargrams
 * of all wanted records. */
bool plot_is_radargram(const plot *p);
/* radar/join.c: whether files are results of single runs, whose traces make one radargram. */
bool radar_joins(int files, char **path);
yee_status plot_radargrams(plot *p);

/* True when the output is wanted. */
bool plot_wanted(const plot *p, const char *name);

#endif
