/* plugins/importers/gprmax/gprmax.h: the model of a gprMax input file while it becomes INI text.
 *
 * A file is read into commands (lines.c); each has a row in the table of commands.c, which says
 * how many words it takes and which function handles it; the rows' phases are gprMax's order of
 * processing. Handlers write pieces of text into parts, which are put together at the end
 * (text.c). Lengths are m, indices count cells, as in the file. */
#ifndef YEE_GPRMAX_H
#define YEE_GPRMAX_H

#include <locale.h>
#include <yee/yee.h>

typedef enum gm_timing { GM_EXACT, GM_GPRMAX3, GM_GPRMAX4 } gm_timing;
typedef enum gm_pml { GM_PML_GPRMAX, GM_PML_YEE, GM_PML_GPRMAX3 } gm_pml;
typedef enum gm_rules { GM_RULES_INTENDED, GM_RULES_GPRMAX3 } gm_rules;
typedef enum gm_step { GM_STEP_GPRMAX, GM_STEP_YEE } gm_step;
typedef enum gm_record { GM_RECORD_V3, GM_RECORD_V4, GM_RECORD_NO } gm_record;

typedef struct gm_config {
    int timing, step, pml, rules, record, snapshots;
    int64_t trace, traces, scan_trace;
    const char *python;
} gm_config;

/* The order in which gprMax handles commands; geometry has one phase, in file order. */
typedef enum gm_phase {
    GM_TITLE,
    GM_STEPS,  /* #dx_dy_dz */
    GM_DOMAIN, /* #domain */
    GM_FACTOR, /* #time_step_stability_factor */
    GM_WINDOW, /* #time_window */
    GM_PML_CELLS,
    GM_SHIFTS,   /* #src_steps, #rx_steps */
    GM_EXCITE,   /* #excitation_file */
    GM_WAVEFORM, /* #waveform */
    GM_SOURCE,   /* in the order of gprMax's lists: voltage, Hertzian, magnetic, line */
    GM_SOURCE_HERTZIAN,
    GM_SOURCE_MAGNETIC,
    GM_SOURCE_LINE,
    GM_RECEIVER,
    GM_SNAPSHOT,
    GM_MATERIAL,
    GM_DISPERSION,
    GM_MIXTURE, /* #soil_peplinski, #material_range, #material_list */
    GM_WAVE,    /* plane waves, which name media */
    GM_VIEW,
    GM_CFS,
    GM_GEOMETRY,
    GM_PHASES
} gm_phase;

/* Parts of the text, in its order. */
typedef enum gm_part {
    GM_TEXT_HEAD,
    GM_TEXT_FACES,
    GM_TEXT_MEDIA,
    GM_TEXT_SHAPES,
    GM_TEXT_WAVES,
    GM_TEXT_SOURCES,
    GM_TEXT_OUTPUTS,
    GM_TEXT_SWEEP,
    GM_PARTS
} gm_part;

typedef struct gm gm;
typedef struct gm_command gm_command;

/* One row per command. run NULL: declined with `instead`, which says what would be right. */
typedef struct gm_row {
    const char *name;
    int least, most; /* words it takes; most -1: any number */
    bool once;
    int dialect; /* 3 or 4: only that version of gprMax has it; 0: both */
    gm_phase phase;
    yee_status (*run)(gm *m, const gm_command *c);
    const char *usage; /* its words, as a user writes them */
    const char *instead;
} gm_row;

struct gm_command {
    const char *name;  /* "box" */
    const char *text;  /* what stands behind the colon */
    const char **word; /* shape [count] */
    int count;
    int64_t line;     /* of the file that the user names */
    const char *file; /* an included file, or NULL */
    int64_t own_line; /* in that one */
    const gm_row *row;
};

typedef enum gm_dispersion { GM_PLAIN, GM_DEBYE, GM_LORENTZ, GM_DRUDE } gm_dispersion;

typedef struct gm_material {
    const char *id;      /* as in the file */
    const char *section; /* as in the INI text */
    double er, sigma, mr, sigma_m;
    bool pec;
    gm_dispersion dispersion;
    int poles, latest; /* all of them, and those of the last command */
    double *pole[3];   /* delta_er tau, delta_er f0 delta, or fp gamma; shape [poles] */
    const gm_command *command;
} gm_material;

/* A file of materials that #geometry_objects_read has named. */
typedef struct gm_material_file {
    const char *path; /* in full */
    const char *list; /* sections of its materials, "sand_a_txt_, pec" */
    bool dispersive;  /* some of them */
} gm_material_file;

typedef struct gm_waveform {
    const char *id, *kind; /* kind NULL: a column of an excitation file */
    double amplitude, frequency;
    const char *file;      /* of that column */
    bool used, with_times; /* the file has a column of times */
    const gm_command *command;
} gm_waveform;

/* A waveform section that was written. */
typedef struct gm_played {
    const gm_waveform *waveform;
    double shift, stop; /* s; stop infinite: none */
    const char *section;
} gm_played;

/* What the record of all receivers lists, and the probes. */
typedef struct gm_receiver {
    const char *name;
    int64_t node[3]; /* of the first trace */
    bool currents;
    unsigned components; /* bit k: yee_component k, those that are 0 throughout left out */
    const gm_command *command;
    bool named;  /* by the file */
    bool probed; /* a probe has it */
} gm_receiver;

typedef struct gm_source {
    const char *type, *section;
    int64_t node[3]; /* of the first trace */
    bool moves;      /* by #src_steps */
} gm_source;

/* A family of materials, and the key of a fractal box that names it. */
typedef struct gm_mixture {
    const char *id, *key;
    const gm_command *peplinski; /* by which it is written for a number of bins; NULL: it is */
} gm_mixture;

/* The value of a key that is a list, in lines. */
typedef struct gm_values {
    char *text; /* NULL: empty */
    size_t length, capacity;
    int64_t count;
} gm_values;

typedef struct gm_piece {
    gm_part part;
    int64_t line;
    const char *text;
} gm_piece;

/* Growing arrays: count and capacity beside the pointer. */
#define GM_LIST(type, name) \
    type *name; \
    size_t name##_count, name##_capacity

struct gm {
    const yee_host *host;
    const gm_config *config;
    yee_writer *writer;
    const char *path;
    locale_t plain; /* "C", for numbers */

    GM_LIST(gm_command, command);
    GM_LIST(gm_piece, piece);
    GM_LIST(gm_material, material);
    GM_LIST(gm_material_file, material_file);
    GM_LIST(gm_waveform, waveform);
    GM_LIST(gm_played, played);
    GM_LIST(gm_receiver, receiver);
    GM_LIST(gm_source, source);
    GM_LIST(gm_mixture, mixture);
    GM_LIST(const char *, probe); /* sections of probes of fields */
    GM_LIST(const char *, shown); /* sections of outputs that have the key trace */
    GM_LIST(const char *, name);  /* of sections, "material.sand" */
    size_t slots;                 /* a power of two */
    uint32_t *slot;               /* the table of names, by which they are found */

    double d[3], dt, factor;
    int64_t n[3], iterations;
    int invariant;          /* axis, -1: 3-D */
    const gm_command *mode; /* #domain_mode, or NULL */
    bool te;                /* H along that axis, E across */
    const char *title, *output_dir;
    const gm_command *title_command, *window;
    int64_t pml[6];
    const char *symmetry[6]; /* "electric", "magnetic"; NULL: none */
    const gm_command *pml_command, *cfs;
    int cfs_count;
    int64_t source_step[3], receiver_step[3]; /* cells from trace to trace */
    int64_t trace;                            /* whose places are written; from 0 */
    bool scan;                                /* a sweep over all traces is written */
    bool python;                              /* the file has blocks of Python */
    int objects, off_nodes, views;
    int dialect;           /* 3 or 4 once a command that only one has was met */
    bool dispersive_means; /* surfaces of dispersive media take means, too */
    bool magnetic;         /* some material has mr or sigma* */
    /* Lines that would be commands which every model needs, if they began with #; 0: none. */
    int64_t idle[3];
    size_t media_written;
    const char *water, *grass; /* sections of gprMax's own, NULL: not needed so far */
};

/* text.c: memory, sections, sentences. */
/* Room for one more; NULL after a sentence. */
void *gm_grow(gm *m, void *list, size_t *count, size_t *capacity, size_t each);
#define GM_ADD(m, name) \
    ((m)->name = \
         gm_grow(m, (m)->name, &(m)->name##_count, &(m)->name##_capacity, sizeof *(m)->name), \
     (m)->name ? &(m)->name[(m)->name##_count - 1] : NULL)
char *gm_format(gm *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
yee_status gm_no_memory(gm *m);
/* Fails with "#box: " and the sentence, at the line of the command. */
yee_status gm_fail(gm *m, const gm_command *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
yee_status gm_decline(gm *m, const gm_command *c, const char *why);
/* A warning or a word that names the line. */
void gm_say(gm *m, yee_level level, const gm_command *c, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds text that comes from a command (NULL: from the whole file) to a part. */
yee_status gm_emit(gm *m, gm_part part, const gm_command *c, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds "; #name: words" above a section. */
yee_status gm_emit_comment(gm *m, gm_part part, const gm_command *c);
/* The name of a new section [kind.NAME] that is near `wish` and free; NULL after a sentence. */
const char *gm_section(gm *m, const char *kind, const char *wish);
/* A text as the value of a key, in quotes where it needs them; NULL after a sentence. */
const char *gm_quoted(gm *m, const gm_command *c, const char *text);
/* Adds to a list; false after a sentence. */
bool gm_values_add(gm *m, gm_values *list, const char *word);
yee_status gm_flush(gm *m);

/* words.c: numbers, places and names among the words of a command. */
yee_status gm_real(gm *m, const gm_command *c, int word, const char *what, double *value);
yee_status gm_whole(gm *m, const gm_command *c, int word, const char *what, int64_t *value);
bool gm_is_whole(const char *word);
bool gm_same(const char *a, const char *b); /* but for capitals */
/* Whether a component is not 0 throughout. */
bool gm_active(const gm *m, int component);
/* Half down on the exact quotient. */
int64_t gm_round(double value, double step);
/* Three coordinates as node indices within the domain. */
yee_status gm_node(gm *m, const gm_command *c, int word, int64_t node[3]);
/* One of them, along an axis. */
yee_status gm_coordinate(gm *m, const gm_command *c, int word, int axis, const char *what,
                         int64_t *node);
/* x, y or z. */
yee_status gm_axis(gm *m, const gm_command *c, int word, int *axis);
/* Such a place, within the domain or not. */
yee_status gm_anywhere(gm *m, const gm_command *c, int word, int axis, const char *what,
                       int64_t *node);
double gm_at(const gm *m, int axis, double index); /* m */
/* "1, 2, 3 m" of indices. */
const char *gm_point(gm *m, const double index[3]);

/* lines.c: the commands of a file, with what it includes; python.c runs its Python blocks. */
yee_status gm_read(gm *m);
/* Adds the commands of a file that a command names. */
yee_status gm_include(gm *m, const gm_command *by, const char *path);
/* Adds a line that is a command. */
yee_status gm_add_line(gm *m, const char *text, int64_t line, const char *file,
                       int64_t own_line);
/* source: the lines of every block, in the place of which comes what it printed. */
extern const char *const gm_shim[3];
yee_status gm_python(gm *m, size_t blocks, const char **source, const int64_t *line);

/* commands.c */
const gm_row *gm_find_row(const char *name);
/* Fails with a command that gprMax has not, and the name of one that was meant. */
yee_status gm_no_such(gm *m, const gm_command *c);
/* Notes a line that is no command, where it is one but for the # in front of it. */
void gm_note_idle(gm *m, const char *text, int64_t line);
/* Why a command that only the latest of gprMax 4 have is declined; NULL: it is none. */
const char *gm_beyond(const char *name);
yee_status gm_handle(gm *m);

/* general.c */
yee_status gm_title(gm *m, const gm_command *c);
yee_status gm_ignored(gm *m, const gm_command *c);
yee_status gm_threads(gm *m, const gm_command *c);
yee_status gm_output_dir(gm *m, const gm_command *c);
yee_status gm_dx_dy_dz(gm *m, const gm_command *c);
yee_status gm_domain(gm *m, const gm_command *c);
yee_status gm_domain_mode(gm *m, const gm_command *c);
yee_status gm_magnetic_averaging(gm *m, const gm_command *c);
yee_status gm_dispersive_averaging(gm *m, const gm_command *c);
yee_status gm_stability(gm *m, const gm_command *c);
yee_status gm_time_window(gm *m, const gm_command *c);
yee_status gm_src_steps(gm *m, const gm_command *c);
yee_status gm_rx_steps(gm *m, const gm_command *c);
yee_status gm_write_head(gm *m);

/* scan.c: what moves from trace to trace. */
/* The node of this trace, where it lies in the domain in every trace that is asked for. */
yee_status gm_moved(gm *m, const gm_command *c, const int64_t step[3], int64_t node[3]);
yee_status gm_write_scan(gm *m);

/* pml.c */
yee_status gm_pml_cells(gm *m, const gm_command *c);
yee_status gm_pml_formulation(gm *m, const gm_command *c);
yee_status gm_symmetry(gm *m, const gm_command *c);
yee_status gm_pml_cfs(gm *m, const gm_command *c);
yee_status gm_write_faces(gm *m);

/* media.c */
yee_status gm_material_add(gm *m, const gm_command *c);
yee_status gm_debye(gm *m, const gm_command *c);
yee_status gm_lorentz(gm *m, const gm_command *c);
yee_status gm_drude(gm *m, const gm_command *c);
/* Those that have not been written yet. */
yee_status gm_write_media(gm *m);
/* What an object is made of: the material's section, and its `average`. The words from `word`
 * on are an id, an id and y or n, or three ids; smooth: without y or n. */
typedef struct gm_stuff {
    const char *section, *average;
    bool may_be_empty; /* it may hold no cell, which is then told; false by default */
} gm_stuff;
yee_status gm_made_of(gm *m, const gm_command *c, int word, bool smooth, gm_stuff *stuff);
/* Of a plate with two ids, from `word` on. */
yee_status gm_made_of_two(gm *m, const gm_command *c, int word, int across, gm_stuff *stuff);
const gm_material *gm_material_of(gm *m, const char *id);
yee_status gm_unknown_material(gm *m, const gm_command *c, const char *id);

/* Tells what rules = gprmax3 does not do of what gprMax 3 does with these materials. */
void gm_check_rules(gm *m);
/* The `average` of objects whose surfaces take means. */
const char *gm_means(const gm *m);

/* objects.c, surfaces.c */
yee_status gm_box(gm *m, const gm_command *c);
yee_status gm_cylinder(gm *m, const gm_command *c);
yee_status gm_sphere(gm *m, const gm_command *c);
yee_status gm_ellipsoid(gm *m, const gm_command *c);
yee_status gm_cone(gm *m, const gm_command *c);
yee_status gm_sector(gm *m, const gm_command *c);
yee_status gm_triangle(gm *m, const gm_command *c);
yee_status gm_plate(gm *m, const gm_command *c);
yee_status gm_edge(gm *m, const gm_command *c);
/* Begins [shape.NAME] of a type. */
yee_status gm_begin_shape(gm *m, const gm_command *c, const char *type);
yee_status gm_end_shape(gm *m, const gm_command *c, const gm_stuff *stuff);
/* soil.c */
yee_status gm_peplinski(gm *m, const gm_command *c);
yee_status gm_material_range(gm *m, const gm_command *c);
yee_status gm_material_list(gm *m, const gm_command *c);
yee_status gm_fractal_box(gm *m, const gm_command *c);
yee_status gm_surface(gm *m, const gm_command *c);
/* voxels.c */
yee_status gm_objects_read(gm *m, const gm_command *c);

/* waves.c */
yee_status gm_waveform_add(gm *m, const gm_command *c);
yee_status gm_excitation(gm *m, const gm_command *c);
/* The section of a waveform, written where it is new: shifted by `shift` (s), and with the start
 * and stop that the words from `word` on may give. */
yee_status gm_play(gm *m, const gm_command *c, int name, int word, double shift,
                   const char **section);
/* sources.c */
yee_status gm_hertzian(gm *m, const gm_command *c);
yee_status gm_magnetic(gm *m, const gm_command *c);
yee_status gm_voltage(gm *m, const gm_command *c);
yee_status gm_line(gm *m, const gm_command *c);

/* planewaves.c */
yee_status gm_wave_angles(gm *m, const gm_command *c);
yee_status gm_wave_vector(gm *m, const gm_command *c);
yee_status gm_wave_axial(gm *m, const gm_command *c);
yee_status gm_wave_discrete(gm *m, const gm_command *c);

/* outputs.c */
yee_status gm_snapshot(gm *m, const gm_command *c);
yee_status gm_view(gm *m, const gm_command *c);
yee_status gm_objects_write(gm *m, const gm_command *c);
/* receivers.c: #rx and #rx_array, and the probes of all of them. */
yee_status gm_rx(gm *m, const gm_command *c);
yee_status gm_rx_array(gm *m, const gm_command *c);
yee_status gm_write_probes(gm *m);
/* record.c */
const char *gm_marks(gm *m, const char *section);
yee_status gm_write_record(gm *m);

#endif
