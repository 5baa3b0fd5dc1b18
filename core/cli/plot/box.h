/* core/cli/plot/box.h: fields in a box of a result file, and cuts through it. */
#ifndef YEE_CLI_BOX_H
#define YEE_CLI_BOX_H

#include "plot.h"

/* A box of fields: one component at some frames (times or frequencies). */
typedef struct box {
    hid_t file;
    const char *root;      /* group of the components */
    plot_array axis[3];    /* m: nodes along x, y, z */
    double stride[3];      /* cells between them */
    double interior[3][2]; /* m: low and high end of what no layer absorbs; infinite: unknown */
    bool z_slowest;        /* memory order: z, y, x, else x, y, z */
    size_t frames;
} box;

void box_free(box *b);
bool box_read_axes(hid_t file, const char *group, box *b);

/* A cut through the box: u to the right, v upwards, at index `at` of the third axis. */
typedef struct cut {
    int u, v, normal;
    size_t at;
    bool there; /* the box has such a plane */
} cut;

/* The cut through one frame, u fastest; magnitudes of complex numbers. NULL: unreadable. To be
 * freed, like the next. */
double *box_read_cut(const box *b, const char *name, size_t frame, const cut *c, double *peak);
/* Positions of a component's points along an axis: the nodes, shifted by its Yee offset. */
double *box_positions(const box *b, const char *name, int a);
/* Materials, conductors and ports in the plane of a cut; plot_scene_free() frees it. */
plot_scene box_scene(const box *b, const cut *c);

/* A plane of symmetry at an end of the box along an axis of a cut, and the image beyond it. */
typedef struct mirror {
    enum { MIRROR_NONE, MIRROR_LOW, MIRROR_HIGH } side;
    double at;     /* m */
    double sign;   /* of the image's field; 1 for magnitudes */
    size_t shared; /* points on the plane, which are their own images: 0 or 1 */
} mirror;

/* One component of a box over its frames. */
typedef struct field {
    plot *p;
    const box *b;
    const char *kind, *name; /* of the output */
    const char *component;   /* NULL: not chosen yet */
    const double *value;     /* time or frequency of each frame */
    const char *unit;        /* of value */
    bool spectrum;
    mirror mirror[2]; /* along u and v of the cut, by field_mirror() */
} field;

/* Frames to be drawn. */
typedef struct frame_list {
    size_t count, *v;
} frame_list;

/* fields.c: what is drawn of a field. */
yee_status field_choose_cut(const field *f, cut *c);
/* False: the box holds no such component, which is said. */
bool field_choose_component(field *f, const cut *c);
/* *list is to be freed with free(list->v); count 0: the frame asked for is none, which is said. */
yee_status field_choose_frames(const field *f, const cut *c, frame_list *list);
const char *field_unit(const field *f);
/* "1.2 ns" */
void field_frame_title(const field *f, size_t frame, char *text, size_t size);
/* ", 6 of 20 times" where these are not all. */
void field_count_title(const field *f, size_t drawn, char *text, size_t size);
/* The name in file names of one frame: NAME_007. */
void field_frame_name(const field *f, size_t frame, char *text, size_t size);

/* mirror.c: the images beyond planes of symmetry, where --whole asks for them. */
/* Finds the planes; once the component is chosen. */
void field_mirror(field *f, const cut *c);
/* Points along an axis on which the box has n. */
size_t mirror_count(const mirror *m, size_t n);
/* Takes positions as box_positions() gives them, and gives those of the whole; NULL: no memory. */
double *mirror_positions(const mirror *m, double *x, size_t n);
/* The whole cut through one frame, as box_read_cut(). */
double *field_read(const field *f, size_t frame, const cut *c);
/* Adds the images of what stands in the plane. */
void mirror_scene(const mirror m[2], plot_scene *scene);

/* cuts.c, lines.c: boxes of two or three axes, and of one. */
yee_status field_draw_cut(field *f);
yee_status field_draw_line(field *f);

#endif
