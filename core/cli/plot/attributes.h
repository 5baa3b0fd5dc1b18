/* core/cli/plot/attributes.h: datasets that say by their attributes what they are. */
#ifndef YEE_CLI_ATTRIBUTES_H
#define YEE_CLI_ATTRIBUTES_H

#include "plot.h"

typedef enum side { VALUE, MAGNITUDE, PHASE, REAL } side; /* of a number */

/* A dataset by its attributes; source_free() frees it. */
typedef struct source {
    const char *path;
    char *x, *y, *units, *label, *scale, *parts, *style, *lines;
} source;

source source_of(plot *p, const char *path);
void source_free(source *s);

/* The part of a path behind its last '/'. */
const char *last_part(const char *path);
bool is(const char *text, const char *word); /* text may be NULL */
/* "" where there is none: numbers, "1". */
const char *unit_of(const char *units);
/* Kind and name of a picture's file: the first part of a path and the rest. */
void file_names(const char *group, char kind[256], char name[256]);
/* The path that an attribute names: "/a/b", or one in the group of the dataset. */
void path_of(const source *s, const char *name, char *path, size_t size);
/* Reads an abscissa of `count` numbers; what is wrong with it is said, and is no reason to draw
 * nothing else. */
bool read_axis(plot *p, const source *s, const char *name, size_t count, char path[512],
               plot_array *axis);
/* One part of a number as it is drawn; NaN: it has no place. */
double drawn_value(const char *scale, side part, double re, double im);

/* maps.c: images. */
yee_status draw_map(plot *p, const source *s, const plot_array *v);
/* Columns over time that are too many for curves. */
yee_status draw_columns(plot *p, const source *s, const plot_array *v);

#endif
