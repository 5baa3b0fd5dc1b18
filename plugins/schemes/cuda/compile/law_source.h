/* law_source.h: the source of kernels with laws: the laws' texts and those of the engine's
 * kernels. */
#ifndef CUDA_LAW_SOURCE_H
#define CUDA_LAW_SOURCE_H

#include "nvrtc.h"
#include <yee/law.h>
#include <yee/port_law.h>

/* The template arguments of a sweep, as engine/sweep_choose.cuh has them. */
typedef struct sweep_form {
    int points, ids, sections, borders;
} sweep_form;

/* What kernels of a plan are made for. */
typedef struct law_sweep_form {
    sweep_form e, h;
    bool with_h;                 /* laws of cells are a part of the sweep of H */
    bool single;                 /* float, else double */
    bool boxes;                  /* a kernel of boxes, too */
    bool late;                   /* some edges have a source or a port */
    bool cells, fields, magnets; /* some cells have laws of cells, of fields, magnetic ones */
    bool pure;                   /* those of fields law_is_pure() */
    int rotation;                /* the plan's axis that x of the problem is */
} law_sweep_form;

/* The laws that a source is made for, each once. */
typedef struct law_order {
    const yee_law *const *law;
    int laws;
    const yee_port_law *const *port;
    int ports;
    law_sweep_form form;
    bool bare; /* laws that are not law_is_bare() are left out */
} law_order;

/* A kernel of passes with laws (temporal/kernels/law_passes.cuh). */
typedef struct law_pass_form {
    const char *kernel; /* its name and template arguments */
    bool single;        /* float, else double */
    bool ids;           /* media differ from point to point */
} law_pass_form;

/* A source and all that it includes. */
typedef struct law_source {
    char *text;
    nvrtc_header *header;
    int headers;
    char (*name)[96]; /* of the laws' texts */
} law_source;

/* The source for these laws. YEE_DECLINED where one cannot be compiled; law_source_free() in any
 * case. */
yee_status law_source_make(const yee_host *host, law_order order, law_source *source);
/* The source for a kernel of passes, for those of the laws that law_is_bare(). Likewise. */
yee_status law_source_make_pass(const yee_host *host, const yee_law *const *law, int laws,
                                law_pass_form pass, law_source *source);
void law_source_free(law_source *source);

/* Whether an edge's law has no words and no maps: then kernels of passes may do it. */
static inline bool law_is_bare(const yee_law *law)
{
    return law->has & YEE_LAW_EDGE && law->edge_words + law->edge_maps == 0;
}

/* Whether a law of fields keeps nothing, so that each edge may have it made anew. */
static inline bool law_is_pure(const yee_law *law)
{
    return law->has & YEE_LAW_FIELD && !(law->has & YEE_LAW_MAGNETIC) && law->cell_words == 3 &&
           law->cell_maps == 0 && !law->cell_energy;
}

#endif
