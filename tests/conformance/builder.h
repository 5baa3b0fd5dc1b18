/* builder.h: what the makers of random cases share: chance and memory. */
#ifndef CONFORMANCE_BUILDER_H
#define CONFORMANCE_BUILDER_H

#include "cases.h"

/* splitmix64 */
typedef struct chance {
    uint64_t state;
} chance;

static inline uint64_t draw(chance *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static inline double real(chance *r, double low, double high)
{
    return low + (high - low) * (double)(draw(r) >> 11) * 0x1p-53;
}
static inline int64_t whole(chance *r, int64_t low, int64_t high)
{
    return low + (int64_t)(draw(r) % (uint64_t)(high - low + 1));
}
static inline bool coin(chance *r) { return draw(r) & 1; }

typedef struct builder {
    test_case *t;
    yee_problem *p;
    chance r;
    bool ok;              /* false: an allocation failed */
    const int64_t *cells; /* shape [3]; NULL: drawn */
} builder;

/* Room for count things; NULL, and not ok any more, where there is no memory. */
static inline void *builder_alloc(builder *b, int64_t count, size_t size)
{
    void *block = yee_arena_alloc(b->t->arena, ((size_t)count + 1) * size);
    b->ok = b->ok && block;
    return block;
}
static inline bool has(const builder *b, unsigned form) { return b->t->forms & form; }

/* stimuli.c: what acts on fields and what looks at them. */
void make_points(builder *b);
void make_ports(builder *b);
void make_taps(builder *b);

/* circuit.c: ports with a law; behind make_ports(), which calls it. */
void make_port_laws(builder *b, yee_port *port);

/* wobble.c: media with a law; once there are media. */
void make_laws(builder *b);
/* swirl.c: cells with a law; behind make_laws(), if that. */
void make_cell_laws(builder *b);
/* twist.c: cells with a law of fields; behind both. */
void make_field_laws(builder *b);
/* Cells with a magnetic one; behind them. */
void make_magnetic_laws(builder *b);

#endif
