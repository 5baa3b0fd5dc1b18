/* tiled/extras.h: what happens to single rows besides the update: points, ports, taps.
 *
 * A run goes in blocks of steps. Before a block the signals of its steps are played into
 * tables; within it every row adds and records what is its own, at its own place in the order
 * of tiles; after it the records are handed over in the order of steps. A tap that is too large
 * to be recorded, or that needs all rows at one step, is a fence: the block ends there. */
#ifndef YEE_TILED_EXTRAS_H
#define YEE_TILED_EXTRAS_H

#include "../common/cell_laws.h"
#include "../common/edge_laws.h"
#include "plan.h"

enum {
    X_CELL,
    X_NEAR_H,
    X_SPOT_H,
    X_PROBE_H,
    X_CURRENT,
    X_NEAR_E,
    X_SPOT_E,
    X_PORT,
    X_LAW,
    X_FIELD,
    X_JOIN,
    X_MAGNET,
    X_JOIN_H,
    X_PROBE_E,
    X_KINDS
};

/* One thing that a row does; taps' POINTS are probes with count 1. */
typedef struct tiled_item {
    int64_t row;
    int32_t kind;
    int32_t owner; /* player, tap, port, run of edges with a law, of cells or edges beside */
    int64_t at;    /* reals from the row's start */
    int64_t slot;  /* signal of a spot; first place in a tap's record or sum; near point */
    union {
        struct {
            double amplitude, fraction;
            int64_t near; /* number of the near point it is, -1: none */
            bool cubic;
        };
        struct {
            int64_t count, stride; /* points, reals between two */
            int64_t slots;         /* places between two in the record */
        };
    };
} tiled_item;

/* A run of edges with a law. */
typedef struct tiled_law {
    int64_t at, n; /* reals from the row's start; edges */
    int64_t kind;  /* 3 medium + component of the problem */
    int64_t old;   /* where its old field is kept: reals from the start of a thread's */
    int64_t line, line_old, bytes; /* whole lines that hold it: from, to, how many bytes */
    char *state;
    const char *map;
} tiled_law;

/* Runs of one medium and component. */
typedef struct tiled_law_kind {
    yee_law_points *points;
    const char *param;
    int64_t law;
} tiled_law_kind;

/* Bytes of E that change and have no law: from a row's start. */
typedef struct tiled_gap {
    int64_t at, bytes;
} tiled_gap;

typedef struct tiled_extra {
    int64_t first[X_KINDS + 1];
    tiled_law *law; /* shape [laws] */
    int64_t laws;
    tiled_gap *gap; /* shape [gaps]: of rows whose E goes aside */
    int64_t gaps;
    bool only_laws; /* nothing else happens to the row */
    bool aside;     /* nor has much of its E no law: E^ goes aside, the old field stays */
} tiled_extra;

typedef struct tiled_player {
    const yee_signals *signals;
    double *value; /* shape [block][count] */
} tiled_player;

typedef struct tiled_tap {
    bool fence;
    int32_t *due;  /* shape [block]: number of the record, -1: none */
    char *record;  /* shape [records][values] */
    double *phase; /* DFT, shape [block][frequencies][2] */
    double *sum;   /* DFT, shape [values] */
} tiled_tap;

typedef struct tiled_near tiled_near;

struct tiled_extras {
    int64_t block; /* most steps of a block */
    tiled_item *item;
    tiled_extra *extra;
    int64_t players;
    tiled_player *player;
    int64_t *port_player;
    double *port;        /* shape [ports][block][2]: V, I */
    double *port_before; /* shape [ports] */
    double *link;        /* words of the ports' links, one port behind the other */
    int64_t *link_first; /* where those of a port start, shape [ports + 1] */
    tiled_tap *tap;
    int64_t fences;
    tiled_near *near;
    edge_laws laws;           /* runs along the rows' z */
    cell_laws cells;          /* likewise */
    cell_laws tensors;        /* the laws of fields, likewise */
    cell_laws magnets;        /* the magnetic ones, likewise */
    int64_t *law_player;      /* shape [laws], -1: the law has no signals */
    tiled_law *law;           /* runs, row after row */
    tiled_gap *gap;           /* likewise */
    tiled_law_kind *law_kind; /* shape [media][3] */
    char *old;                /* old fields of a unit's runs, shape [threads][old_bytes] */
    int64_t old_bytes;
};

yee_status tiled_extras_new(tiled_plan *t);
/* Steps from t->step on that one block may do, at most `steps`. */
int64_t tiled_block(const tiled_plan *t, int64_t steps);
void tiled_block_begin(tiled_plan *t, int64_t steps);
/* t->step is the end of the block. */
yee_status tiled_block_end(tiled_plan *t, int64_t steps, const yee_sink *sink);
yee_status tiled_extras_finish(tiled_plan *t, const yee_sink *sink);

/* near.c: float32: points next to small sources are done in double, by their number. */
bool tiled_near_new(tiled_plan *t);
void tiled_near_free(tiled_plan *t);
int64_t tiled_near_count(const tiled_plan *t);
bool tiled_near_item(const tiled_plan *t, int64_t n, int64_t *row); /* whether it is an E */
int64_t tiled_near_find(const tiled_plan *t, int component, int64_t index); /* -1: not near */
void tiled_near_keep(const tiled_plan *t, int64_t n);   /* H: before its row */
void tiled_near_update(const tiled_plan *t, int64_t n); /* after its row */
void tiled_near_add(const tiled_plan *t, int64_t n, double value);
void tiled_near_reset(const tiled_plan *t); /* after the fields were written */
yee_status tiled_near_piece(const tiled_plan *t, yee_state *state);
/* yee_scheme_ops.spans: what of it is in a box of cells. */
yee_status tiled_near_spans(const tiled_plan *t, const int64_t low[3], const int64_t high[3],
                            yee_state_spans *to);

/* The extras of row r at step n of the block: before and after H; before E changes; after E
 * its currents, then its ports once all rows of its unit are there, then its records. */
void tiled_before_h(const tiled_plan *t, const tiled_row *r);
void tiled_after_h(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_probe_h(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_before(const tiled_plan *t, const tiled_row *r);
void tiled_add_e(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_ports(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_meters(const tiled_plan *t, const tiled_row *r, int64_t n); /* after laws */
void tiled_probe_e(const tiled_plan *t, const tiled_row *r, int64_t n);

/* laws.c: what follows the items of rows; false: no memory. The laws of row r take their old
 * fields before E changes, and act after ports; old: of the thread's unit. tiled_laws_aside: of a
 * row whose old field is in place, and its E^ so many reals behind. */
bool tiled_laws_new(tiled_plan *t);
void tiled_keep_laws(const tiled_plan *t, const tiled_row *r, char *old);
void tiled_laws(const tiled_plan *t, const tiled_row *r, int64_t n, const char *old);
void tiled_laws_aside(const tiled_plan *t, const tiled_row *r, int64_t n, int64_t aside);
/* The signals of a law at step n of a block, real, shape [YEE_LAW_MOST_SIGNALS]. */
void tiled_law_signals(const tiled_plan *t, int64_t law, int64_t n, double *signal);
/* A thread's old fields; NULL: there are none. */
static inline char *tiled_old(const tiled_plan *t, int thread)
{
    return t->extras && t->extras->old ? t->extras->old + thread * t->extras->old_bytes : NULL;
}

/* cells.c: what rows of cells and edges do, as items of their rows, of all forms; false: no
 * memory. The cells of row (i, j), before any E of rows (i, j) to (i + 1, j + 1) changes; their
 * currents, once E is updated and before its own points. */
bool tiled_cells_new(tiled_plan *t, bool (*push)(void *to, const tiled_item *item), void *to);
void tiled_step_runs(const tiled_plan *t, cell_laws *laws, const tiled_row *r, int kind,
                     int64_t n);
void tiled_step_cells(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_take_currents(const tiled_plan *t, const tiled_row *r);

/* fields.c: the laws of fields of a row (edges: X_JOIN), or magnetic ones (X_JOIN_H, H for E): L
 * in place of E, once nobody needs E; once the laws of its edges are done, L goes aside and E is
 * what cells see; then E of L and of the cells' words. */
void tiled_part_fields(const tiled_plan *t, const tiled_row *r, int edges);
void tiled_keep_fields(const tiled_plan *t, const tiled_row *r, int edges);
void tiled_join_fields(const tiled_plan *t, const tiled_row *r, int edges);
/* All edges are L; then E of what they are, and of the words that cells have. */
void tiled_part_all(const tiled_plan *t, int edges);
void tiled_join_all(const tiled_plan *t, int edges);
/* The last pass over unit (i, j), as visit.h says: h, its cells; e, its E, ports and records. */
void tiled_join(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e);

/* Magnetic currents of step n of a block, added to a row elsewhere (energy). */
void tiled_spots(const tiled_plan *t, const tiled_item *from, const tiled_item *to, void *f,
                 int64_t n);

#endif
