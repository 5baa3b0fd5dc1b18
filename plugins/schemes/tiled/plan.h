/* tiled/plan.h: what the files of the scheme share.
 *
 * Storage. The six components of one z-row lie together, with the row's auxiliary state behind
 * them: a row group. Row groups follow each other in [x][y] order; every part starts on 64
 * bytes. Axes are permuted cyclically (x' = user axis perm, ...), which leaves Yee's equations
 * as they are; in this folder x, y, z mean the permuted axes. An invariant axis is always x.
 *
 * Segments. A row is cut along z where its physics changes; each segment names the kernels that
 * do it. A kernel is a pure function of the row and its neighbours at a step, so every order of
 * rows that respects the data dependencies gives the same bits. */
#ifndef YEE_TILED_PLAN_H
#define YEE_TILED_PLAN_H

#include "pool.h"
#include <yee/yee.h>

typedef struct tiled_config {
    int64_t width; /* rows of a diamond; 0: by the cache */
    int isa;       /* auto avx512 avx2 portable */
    int sweep;     /* tiled plain */
} tiled_config;

enum { TILED_LINE = 64 }; /* bytes of a chunk: the unit of masks, segments and padding */
enum { TILED_ASIDE = 2 }; /* rows of E that are written aside before their laws */

/* Numbers of a uniform segment, as reals in this order: loss and cb of six components, then of
 * E's one section, whose state is kept in units of `unit` = r1 (one word) or rd (two words):
 * cb unit, c1, c0, r1/unit, and what the bare kinds take. loss = 1 - ca is rounded, not ca:
 * where ca is nearly 1 that keeps the damping right in float32. */
enum { U_LOSS = 0, U_CB = 6, U_POLE = 12, U_C1, U_C0, U_R1, U_MIX, U_REST, U_COUNT };
/* Numbers of a position along an axis, and of a z table. */
enum { A_HALF, A_HALF_B, A_HALF_C, A_NODE, A_NODE_B, A_NODE_C, A_COUNT };
/* Numbers of a medium in palettes and coefficient arrays: loss, cb, then c1, c0,
 * r1, rd a slot. */
enum { M_LOSS, M_CB, M_C1, M_C0, M_R1, M_RD, M_SLOT = 4 };

/* How E and H of a segment are done. */
enum {
    E_VACUUM,   /* uniform, isotropic, lossless */
    E_UNIFORM,  /* one medium a component */
    E_PALETTE,  /* medium by a byte, tables in registers */
    E_LOSSLESS, /* the same, no loss and no pole among them */
    E_ARRAY,    /* coefficient arrays */
    E_ONE,      /* one medium, one section of one word */
    E_TWO,      /* one medium, one section of two words */
    E_ONE_BARE, /* the same two, and nothing besides: no conductivity */
    E_TWO_BARE,
    E_PALETTE_ANY, /* any sections */
    E_ARRAY_ANY,
    E_KINDS
};
enum { H_VACUUM, H_UNIFORM, H_ARRAY, H_ARRAY_ANY, H_KINDS, H_NONE };
enum { DIM_3D, DIM_TM, DIM_TE, DIMS }; /* TM: Ex, Hy, Hz; TE: Ey, Ez, Hx */

/* Rows of like physics, and neighbours of the first, at one moment. */
typedef struct tiled_at {
    void *f;                       /* row (i, j) */
    const void *jp, *ip, *jm, *im; /* rows (i, j+1), (i+1, j), (i, j-1), (i-1, j) */
    const void *x, *y;             /* A_COUNT reals of i and of j */
    int64_t aside;                 /* reals from where E is read to where it is written */
    int64_t rows, stride;          /* (i, j) to (i, j + rows), reals between two */
    const char *prefetch;          /* what to fetch beside: so many lines a row */
    int64_t lines;
} tiled_at;

typedef struct tiled_seg tiled_seg;
typedef void tiled_kernel(const tiled_seg *s, const tiled_at *at);

/* Offsets are in reals from the row's start, places along z in reals. */
struct tiled_seg {
    tiled_kernel *both, *h, *e; /* both NULL: h, then e; h or e NULL: nothing to do */
    int64_t n;                  /* reals from a component to the next */
    int64_t from, to;           /* places, multiples of a chunk */
    int64_t plain, plains;      /* chunks outside [plain, plain + plains) need masks or psi */
    int64_t last;               /* place of the last chunk of the row */
    const void *mask;           /* shape [first, inner, last][component][chunk] */
    int64_t low, high;          /* z psi at places < low and >= high */
    int64_t psi_z, psi_zn;      /* 4 terms of psi_zn reals: Ex, Ey, Hx, Hy */
    int64_t psi_x, psi_y;       /* 4 terms of n reals: Ey Ez Hy Hz; Ex Ez Hx Hz; 0: none */
    const void *z;              /* A_COUNT tables of zn reals */
    int64_t zn;
    const void *ze, *zh; /* A_NODE and A_HALF tables times cb (kinds of one medium) */
    const void *u;       /* U_COUNT reals */
    const void *palette; /* shape [M_...][entries] */
    int64_t id;          /* bytes, shape [3][to - from] */
    int64_t coef[2];     /* E, H arrays: shape [3][M_...][to - from] */
    int64_t pole[2];     /* shape [(to - from) / chunk][3][slots][words][chunk] */
    int32_t slots[2], words[2];
    double unit; /* that the words of E are kept in */
};

typedef struct tiled_row {
    char *f;
    const tiled_seg *seg;
    int64_t state; /* bytes that change; constants lie behind them */
    int64_t bytes; /* all of it */
    int64_t run;   /* rows from here on that one call may do: alike, at even distances */
    int32_t segs;
    int32_t extra; /* -1: none */
} tiled_row;

/* The kernels of one instruction set and precision. */
typedef struct tiled_isa {
    const char *name;
    int entries;                          /* of a palette; 0: there are none */
    tiled_kernel *both[DIMS][2][E_KINDS]; /* with H_VACUUM; [1]: with x or y layers */
    tiled_kernel *h[DIMS][2][H_KINDS];
    tiled_kernel *e[DIMS][2][E_KINDS];
    /* Largest |f| of n reals; *bad != 0 when one is not finite. */
    double (*peak)(const void *f, int64_t n, bool *bad);
} tiled_isa;
extern const tiled_isa tiled_avx512_f32, tiled_avx512_f64, tiled_avx2_f32, tiled_avx2_f64,
    tiled_portable_f32, tiled_portable_f64;

typedef struct tiled_extras tiled_extras;

typedef struct tiled_plan {
    const yee_host *host;
    const yee_problem *p;
    tiled_config config;
    const tiled_isa *isa;
    bool f64;
    int64_t real;  /* bytes */
    int64_t chunk; /* reals */
    int perm, dim;
    /* By this folder's components and axes. */
    int64_t stride[6][3];                         /* of a component's user array */
    int64_t extent[6][3], begin[6][3], end[6][3]; /* end = begin where not active */
    int64_t slot[6];     /* component's place in a row group; -1: not kept */
    int64_t slots;       /* components in a row group */
    int64_t nx, ny, np;  /* rows along x and y; points along z */
    int64_t ux, uy;      /* units.c: planes and rows that schedules put in order */
    int64_t *xs, *ys;    /* first one of each unit, shape [ux + 1], [uy + 1] */
    int64_t n;           /* reals from a component to the next in a row group */
    int64_t to;          /* places a kernel visits: [0, to) */
    int64_t low, high;   /* z layers: places < low and >= high */
    bool wrap[3];        /* periodic axes */
    double *width[3][2]; /* m, shape [extent]: length of a point on a node [0], a half [1] */
    char *x, *y, *z;     /* A_COUNT reals a position; A_COUNT tables of zn */
    int64_t zn;
    tiled_row *row; /* shape [nx+2, ny+2]: a ghost row around */
    char *memory, *end_memory, *mapped;
    size_t mapped_bytes;
    char *aside; /* rows of E whose laws follow, shape [threads][aside_bytes]; NULL: no laws */
    int64_t aside_bytes;
    int64_t widest; /* bytes of the longest row group */
    tiled_extras *extras;
    tiled_pool *pool;
    int64_t tile; /* rows of a diamond */
    int64_t
        passes;   /* over the rows in a step: H and E, then laws of fields if there are any; */
    bool magnets; /* with magnetic ones H comes in a pass of its own, before E */
    int64_t step, until; /* until: where the run() that does steps ends */
    bool tiled;          /* else plain sweeps */
    const char *why;     /* not tiled */
    const char *origin;  /* of the tile's width */
    double seconds; /* of a step of a subdomain, without laws, sources and records; 0: none */
    int64_t count[E_KINDS]; /* chunks of a kind, for people */
    void **block;           /* small memory, freed with the plan */
    size_t blocks, capacity;
    size_t kept; /* blocks of the layout: later ones are of points, ports and taps */
} tiled_plan;

static inline tiled_row *tiled_row_at(const tiled_plan *t, int64_t i, int64_t j)
{
    return t->row + (i + 1) * (t->ny + 2) + j + 1;
}

/* The first line of the unit that line i is in. */
static inline int64_t tiled_first(const int64_t *first, int64_t i)
{
    int64_t u = 0;
    while (first[u + 1] <= i)
        u++;
    return first[u];
}

/* i on a ring of n, once around at most. */
static inline int64_t tiled_wrap(int64_t i, int64_t n)
{
    return i < 0 ? i + n : i >= n ? i - n : i;
}

static inline int tiled_axis(const tiled_plan *t, int a) { return (a + t->perm) % 3; }
static inline int tiled_component(const tiled_plan *t, int c)
{
    return c - c % 3 + (c % 3 + t->perm) % 3;
}

static inline void tiled_store_real(const tiled_plan *t, void *base, int64_t at, double v)
{
    if (t->f64)
        ((double *)base)[at] = v;
    else
        ((float *)base)[at] = (float)v;
}

static inline double tiled_load_real(const tiled_plan *t, const void *base, int64_t at)
{
    return t->f64 ? ((const double *)base)[at] : (double)((const float *)base)[at];
}

static inline int64_t tiled_round_up(int64_t n, int64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

static inline void tiled_neighbours(const tiled_plan *t, int64_t i, int64_t j, tiled_at *at)
{
    const tiled_row *r = tiled_row_at(t, i, j);
    *at = (tiled_at){.f = r->f,
                     .jp = r[1].f,
                     .ip = r[t->ny + 2].f,
                     .jm = r[-1].f,
                     .im = r[-(t->ny + 2)].f,
                     .x = t->x + i * A_COUNT * t->real,
                     .y = t->y + j * A_COUNT * t->real,
                     .rows = 1,
                     .stride = t->f64 ? r->bytes / 8 : r->bytes / 4};
}

/* layout.c: axes, tables, rows and their memory. */
void *tiled_alloc(tiled_plan *t, int64_t bytes); /* zeroed, 64-byte aligned; NULL: none left */
void tiled_turn(tiled_plan *t, int perm);        /* numbers of the permuted grid */
yee_status tiled_build_layout(tiled_plan *t);
void tiled_free_layout(tiled_plan *t);
/* Frees what is of points, ports and taps, and sets all fields and state to zero. */
void tiled_clear_layout(tiled_plan *t);
void tiled_find_runs(tiled_plan *t); /* when it is known what rows do besides */
/* Position of a user's index: row and real from the row's start. */
void tiled_locate(const tiled_plan *t, int user_component, int64_t index, int *c,
                  int64_t at[3]);

/* units.c: rows that a port joins are visited together. */
yee_status tiled_units(tiled_plan *t);

/* tune.c: sets tiled, tile, why and origin; while all fields are zero. */
void tiled_tune(tiled_plan *t);
/* Seconds of a step where so many go together, while all fields are zero and there are no points. */
double tiled_time_steps(const tiled_plan *t, int64_t steps);

/* state.c */
yee_status tiled_read(void *plan, int component, double *values);
yee_status tiled_write(void *plan, int component, const double *values);
yee_status tiled_energy(void *plan, double energy[2]);
yee_status tiled_sum_energy(void *plan, yee_sum sum[2]);
yee_status tiled_spans(void *plan, const int64_t low[3], const int64_t high[3],
                       yee_state_spans *to);
yee_status tiled_extrema(void *plan, yee_extrema *extrema);
yee_status tiled_peak_estimate(void *plan, double *electric);
yee_status tiled_save(void *plan, yee_state *state);
yee_status tiled_load(void *plan, yee_state *state);

/* segment.h: the physics of a row. tiled_cut: its segments, and the bytes it needs, with what was
 * seen of its plane; tiled_fill: ids and coefficient arrays into its memory. */
typedef struct tiled_cutter tiled_cutter;
typedef struct tiled_seen tiled_seen;
tiled_cutter *tiled_cutter_new(tiled_plan *t); /* NULL: no memory */
bool tiled_cut(tiled_cutter *c, const tiled_seen *seen, int64_t i, int64_t j, int64_t *bytes);
void tiled_fill(tiled_cutter *c, int64_t i, int64_t j);

#endif
