/* laws.h: the laws (yee/law.h, yee/port_law.h) of a plan: tables, words, kernels with the laws in
 * them. */
#ifndef CUDA_LAWS_H
#define CUDA_LAWS_H

#include "../compile/law_source.h"
#include "law_launch.h"
#include "plan.h"

/* A kernel of passes with laws that is wanted: as pass_law_name() has it. */
typedef struct pass_kernel {
    char name[192]; /* its template arguments, too */
    bool ids;
} pass_kernel;

/* One that was made. */
typedef struct law_pass {
    char name[192];
    void *library, *kernel;
    int registers, local; /* of a thread; local: bytes of local memory */
} law_pass;

/* Forms of laws of cells. */
typedef enum law_form { LAW_FORM_CELLS, LAW_FORM_FIELDS, LAW_FORM_MAGNETS, LAW_FORMS } law_form;

struct plan_laws {
    law_tables tables;
    /* Magnetic laws: what tables.field_cells and tables.fields are of E; kernels of step 2a get
     * them in place of those. */
    cell_tables magnet_cells;
    field_tables magnets;
    law_kernels kernels;
    const yee_law **text; /* the problem's laws, each once; shape [texts] */
    int texts;
    state_address state[3];
    /* law_cells.c: words of cells by form, L of edges by the plan's component. */
    state_address cell_state[LAW_FORMS], linear_state[6];
    bool with_h;         /* laws of cells are a part of the sweep of H */
    int64_t made_at;     /* the step whose words cells of law_fields_pure() have */
    bool too_many_parts; /* of edges, for their numbers */
    /* law_ports.c: ports with laws, their words, texts, each once, and signals by port. */
    int ports, port_texts;
    int64_t port_words;
    const yee_port_law **port_text;
    struct law_port_signals *port_signals;
    /* Where laws act on edges of ports after these: ports' meters before the step; else NULL. */
    port_meter *kept;
    bool metered;
    char note[160];    /* for yee plan */
    const char *nvrtc; /* the key of that name */
    law_entry *entry;  /* those of tables, shape [media][3] */
    state_row *row[3]; /* those of tables; NULL: they have none */
    law_pass *pass;    /* shape [passes] */
    int passes;
    int cached, prebuilt; /* those of them that came from the cache, and from prebuilt files */
    double seconds;       /* to compile or find them */
    char refusal[1024];   /* why some cannot be had; "": all can */
};

const yee_law *laws_of(const plan *p, uint32_t medium); /* NULL: it has none */
/* Numbers and places of a law's coefficients, for the tables of both. */
int laws_text(const plan *p, const yee_law *law);
int64_t laws_places(const yee_law *law);
void laws_give(const plan *p, law_few *few, int n, double value);
void laws_store(const plan *p, void *array, int64_t n, double value); /* a real */

/* law_words.c: makes words and maps of component c those before step 0. numbers: of a point of each
 * medium. */
yee_status law_words_begin(plan *p, int c, const int *numbers);

/* law_steps.c: whether laws of cells should be a part of the sweep of H: most cells have one. */
bool laws_join_h(const plan *p);

/* law_code.c: the sweep's template arguments; names of the laws, for sentences; the kernels, made and
 * loaded. */
law_sweep_form laws_form(const plan *p);
void laws_name(const plan *p, char *text, size_t size);
struct prebuilt_folders;
void laws_folders(const plan *p, struct prebuilt_folders *all); /* with prebuilt kernels */
yee_status laws_compile(plan *p);
/* law_pass_code.c: the kernel of passes of that name, NULL: it was not made; makes some that were
 * not. */
void *laws_pass(const plan *p, const char *name);
yee_status laws_make_passes(plan *p, const pass_kernel *wanted, int count);
/* Keeps the meters of ports, where laws_after() takes them anew. */
yee_status laws_keep_meters(plan *p);

#endif
