/* sources/common/terminals.h: lumped elements between two nodes of a grid line.
 *
 * The edges from the negative to the positive terminal are in series, the columns across them
 * in parallel. The voltage is V = -sum E dl, averaged over the columns by their areas, and the
 * current, positive when it leaves the positive terminal, is spread evenly over their area. */
#ifndef YEE_SOURCES_TERMINALS_H
#define YEE_SOURCES_TERMINALS_H

#include <yee/yee.h>

/* The keys of all lumped elements, for a config struct with the fields negative, positive, across
 * and gap. */
#define SOURCE_TERMINALS(config, low, high) \
    YEE_PARAM_VEC3(config, negative, "m", NULL, 0, 0, low), \
        YEE_PARAM_VEC3(config, positive, "m", NULL, 0, 0, high), \
        YEE_PARAM_VEC3( \
            config, across, "m", "0, 0, 0", 0, 0, \
            "How far the terminals reach sideways: all columns between are in parallel."), \
        YEE_PARAM_BOOL(config, gap, "no", \
                       "A terminal that ends a cell before the conductor there, a capacitor " \
                       "in series, is " \
                       "meant: there is no warning."), \
        YEE_PARAM_POINTS("negative|positive"), YEE_PARAM_VECTORS("across")

typedef struct source_terminals {
    int axis;             /* that joins the terminals, and the component of the edges */
    double up;            /* 1: the positive terminal is the upper one, -1: the lower one */
    bool gap;             /* one may end a cell before its conductor */
    int64_t lo[3], hi[3]; /* edges [lo, hi): cells between the terminals, nodes sideways */
} source_terminals;

/* Finds the edges, and says which terminals were moved to a node. */
yee_status source_terminals_find(const yee_host *host, const yee_grid *grid,
                                 const yee_vec3 *negative, const yee_vec3 *positive,
                                 const yee_vec3 *across, bool gap, source_terminals *found);
/* Opens a port with a law between terminals and names its edges. */
yee_status source_terminals_law(const yee_host *host, const yee_view *view,
                                yee_emitter *emitter, const yee_vec3 *negative,
                                const yee_vec3 *positive, const yee_vec3 *across, bool gap,
                                const yee_port_law *law, const void *self);
/* Names the edges of the port or link that was opened last. */
yee_status source_terminals_connect(const source_terminals *at, const yee_grid *grid,
                                    yee_emitter *emitter);

#endif
