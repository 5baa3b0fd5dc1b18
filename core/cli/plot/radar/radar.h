/* core/cli/plot/radar/radar.h: `yee plot --radargram`: what its files share. */
#ifndef YEE_CLI_PLOT_RADAR_H
#define YEE_CLI_PLOT_RADAR_H

#include "../plot.h"
#include "filter.h"

enum {
    RADAR_GAINS = 8,
    RADAR_HYPERBOLAS = 16,
    RADAR_STEPS = 32,
    RADAR_MEAN = -1,
    RADAR_AREA = -2
};

typedef enum radar_zero { ZERO_AS_RECORDED, ZERO_TIME, ZERO_PEAK, ZERO_BREAK } radar_zero;
typedef enum radar_style { STYLE_IMAGE, STYLE_WIGGLE, STYLE_BOTH } radar_style;

typedef struct radar_gain {
    enum { GAIN_AGC, GAIN_POWER, GAIN_EXPONENTIAL } kind;
    double number; /* s: of the window; the power; 1/s */
} radar_gain;

typedef struct radar_target {
    double x, depth, radius; /* m */
    double velocity;         /* m/s; 0: that of the picture */
} radar_target;

/* The options, read. Times in s, lengths in m; NaN: not given. */
struct radar_want {
    radar_zero zero;
    double zero_time;
    double window[2];
    double dewow;
    int background; /* traces; RADAR_MEAN: all of a line; RADAR_AREA: of all lines; 0: none */
    double background_length; /* instead of a number of traces */
    int corners;              /* of the band: 0, 2, 4 */
    double band[4];           /* Hz */
    int gains;
    radar_gain gain[RADAR_GAINS];
    double velocity; /* m/s */
    int targets;
    radar_target target[RADAR_HYPERBOLAS];
    double separation, spacing;
    radar_style style;
    bool slice, slice_depth; /* a time, or a depth */
    double slice_at[2];      /* both alike: one instant */
    const char *trace;       /* NULL: no A-scans */
    const char *write;       /* NULL: no file */
};

/* A processing step that was taken. */
typedef struct radar_step {
    char name[32];  /* of the attribute: "dewow" */
    char words[96]; /* for the picture */
    int count;
    double number[4]; /* SI */
} radar_step;

/* The traces of one output, in lines. */
typedef struct radargram {
    char output[128], what[32]; /* "receiver", "ez" */
    char *unit;                 /* NULL: none */
    size_t lines, traces, rows; /* traces: of a line */
    double *v;                  /* shape [lines, traces, rows] */
    size_t *number;             /* of each trace in the file, shape [lines, traces] */
    double first, step;         /* s */
    double *x, *y;              /* of the traces of a line, rising, and of the lines */
    char x_name[96], y_name[96];
    char x_unit[16], y_unit[16]; /* "": a number */
    char **y_word;               /* of the lines, which stand for words then; NULL: numbers */
    bool antennas_known;
    radar_antennas antennas;
    bool placed, sent;   /* of a single trace: rx, and tx too, are known */
    double rx[3], tx[3]; /* m */
    int steps;
    radar_step done[RADAR_STEPS];
} radargram;

/* Does with a radargram what is wanted. */
typedef yee_status (*radar_take)(plot *p, const radar_want *want, radargram *g);
/* read.c: gives the records of a file one after the other to `take`. */
yee_status radar_read(plot *p, const radar_want *want, radar_take take);
/* Room for lines, traces and rows, which are set, without steps; false after a sentence. */
bool radar_new(radargram *g);
void radar_free(radargram *g);
/* gprmax.c: records of gprMax, merged ones too. written.c: a file that --write made. */
bool radar_is_gprmax(const plot *p);
yee_status radar_read_gprmax(plot *p, const radar_want *want, radar_take take);
bool radar_is_written(const plot *p);
yee_status radar_read_written(plot *p, const radar_want *want, radar_take take);

/* antennas.c: moves the axis x of a sweep, whose variable moves transmitter and receiver, to the
 * middle between them, and sets how far they are from each other. path: of the record. */
void radar_find_antennas(plot *p, const char *path, const char *variable, radargram *g);
/* --separation, or what the model says, or none. */
radar_antennas radar_antennas_of(const radar_want *want, const radargram *g);

/* The places of transmitter and receiver of a run with one trace, where its model says them. */
void radar_find_places(plot *p, const char *path, radargram *g);

/* join.c: gives traces of several files to `take` as one line. */
yee_status radar_join(plot *p, const radar_want *want, radar_take take);

/* steps.c: takes the steps that are wanted, in their order. */
yee_status radar_process(const radar_want *want, radargram *g);

/* bscan.c, scans.c: the pictures. */
yee_status radar_draw_lines(plot *p, const radar_want *want, const radargram *g);
yee_status radar_draw_traces(plot *p, const radar_want *want, const radargram *g);
yee_status radar_draw_slice(plot *p, const radar_want *want, const radargram *g);
/* Whether what is drawn are single traces. */
bool radar_single(const radar_want *want, const radargram *g);
/* Sentences below the next picture: the steps that were taken; traces that failed or did not run;
 * where the antennas are, where times or depths of echoes depend on it. */
void radar_note_steps(plot *p, const radargram *g);
void radar_note_missing(plot *p, const radargram *g);
void radar_note_antennas(plot *p, const radar_want *w, const radargram *g);

/* written.c */
typedef struct radar_file radar_file;
yee_status radar_file_open(plot *p, const char *path, radar_file **file);
yee_status radar_file_add(radar_file *file, const radar_want *want, const radargram *g);
/* The file takes its place where status is YEE_OK; returns the status of both. */
yee_status radar_file_close(radar_file *file, yee_status status);

#endif
