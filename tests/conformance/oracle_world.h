/* oracle_world.h: all that a step of oracle.c and the laws of random problems, oracle_laws.c, change. */
#ifndef CONFORMANCE_ORACLE_WORLD_H
#define CONFORMANCE_ORACLE_WORLD_H

#include "battery.h"

typedef long double num;

/* Every state has room at every point, whether it is used or not. */
typedef struct world {
    const yee_problem *p;
    int64_t step;
    num *f[6];
    num *psi[6][3];
    num (*s[6])[3][2]; /* [point][section][word] */
    /* Energies are counted without them: polarisation and its rate, [point][pole], by the
     * trapezoidal rule from the fields; then: the field that they go with */
    num (*pole[6])[3][2], *then[6];
    num before[2], current[2];
    double link[2][2];            /* words of the ports' links */
    num *dft[16];                 /* shape of the tap's values */
    num *old[3], (*wobble[3])[3]; /* E at n dt; of the law: two words and the map */
    num (*swirl)[5]; /* of the law of cells, shape [cells]: four words and the map */
    /* For edges and cells with laws of fields: L, and to_cell and to_edge, 0 elsewhere, of every E
     * point; words and map */
    num *linear[3], *part[3][2], (*twist)[5];
    bool *parted[3]; /* the edges */
} world;

typedef struct place {
    int64_t x[3];
} place;

static inline place moved(place at, int axis, int64_t by)
{
    at.x[axis] += by;
    return at;
}

/* A field anywhere: periodic axes wrap, and beyond other faces there is nothing. */
static inline num field(const world *w, int c, place at)
{
    const yee_grid *g = &w->p->grid;
    for (int a = 0; a < 3; a++) {
        int64_t n = g->extent[c][a];
        if (g->axis[a].periodic)
            at.x[a] = (at.x[a] + n) % n;
        if (at.x[a] < 0 || at.x[a] >= n)
            return 0;
    }
    return w->f[c][yee_grid_index(g, c, at.x[0], at.x[1], at.x[2])];
}

/* Calls visit for every point of a component that is updated. */
static inline void each(world *w, int c, void (*visit)(world *, int, place))
{
    const int64_t *b = w->p->grid.begin[c], *e = w->p->grid.end[c];
    place at;
    for (at.x[0] = b[0]; at.x[0] < e[0]; at.x[0]++)
        for (at.x[1] = b[1]; at.x[1] < e[1]; at.x[1]++)
            for (at.x[2] = b[2]; at.x[2] < e[2]; at.x[2]++)
                visit(w, c, at);
}

/* oracle_laws.c: the laws of random problems, wobble.law.h of edges, swirl.law.h of cells and
 * twist.law.h of fields. Where their edges lie, before all else. */
void oracle_mark_fields(world *w);
/* Their words, before the first step, and what fields hold then. */
void oracle_begin_laws(world *w);
/* Step 1a, from E at n dt. */
void oracle_swirl(world *w);
/* Within step 3: edges of laws of fields go on from their linear part; then currents of cells. */
void oracle_take_linear(world *w);
void oracle_lose(world *w);
/* Steps 5a and 5b. */
void oracle_wobble(world *w);
void oracle_twist(world *w);
/* Parameters of the law of edges at a point of component c; NULL: it has none. */
const double *oracle_law_numbers(const world *w, int c, int64_t index);
/* J: what laws of cells hold. */
num oracle_cell_energy(const world *w);

#endif
