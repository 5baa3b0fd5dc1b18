/* yee/source.h: a source is a current. */
#ifndef YEE_SOURCE_H
#define YEE_SOURCE_H

#include <yee/port_law.h>
#include <yee/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the currents that a source emits. The core multiplies by the edge's coefficients,
 * checks that every point lies inside the grid and outside perfect conductors, and sorts. */
typedef struct yee_emitter yee_emitter;
struct yee_emitter {
    uint32_t size;
    void *core;

    /* Opens a group: the following points are currents of one component that play these
     * signals. *signals is copied; its self must live as long as the instance. */
    yee_status (*group)(yee_emitter *emitter, int component, bool cubic,
                        const yee_signals *signals);
    /* Current density at a point: A/m^2 on an E component, V/m^2 on an H component; v of the
     * signal times density. (dF/dt = (curl - J)/eps: a positive electric current lowers E.) The
     * density is that of the whole model: a current I along an edge that lies on a plane of
     * symmetry is I over yee_grid_whole_width() of both axes across. Currents beside the plane have
     * their images; one on it whose image cancels it is an error. */
    yee_status (*current)(yee_emitter *emitter, int64_t i, int64_t j, int64_t k, double density,
                          int64_t signal, double fraction);
    /* Opens a lumped port; signals holds one value, the source voltage. */
    yee_status (*port)(yee_emitter *emitter, int component, double resistance,
                       const yee_signals *signals);
    /* Edge of the port: voltage (m) its weight in V = sum voltage*E, density (1/m^2) the
     * current density that 1 A through the port makes on the edge, in the direction of the
     * component. I leaves the positive terminal, so that with V = -sum E dx voltage is -dx and
     * density 1/area: they have opposite signs on an edge. Both are those of the edges within the
     * grid, the area that of yee_grid_width(); the core adds what lies beyond planes of symmetry:
     * a port with an edge on a magnetic plane is as wide again, one that ends on an electric plane
     * as long again, so that V and I are those of the whole port. */
    yee_status (*edge)(yee_emitter *emitter, int64_t i, int64_t j, int64_t k, double voltage,
                       double density);
    /* Opens a lumped port whose law is link->current(); edge() names its edges. The table is
     * copied; link->self must live as long as the instance. Only sources whose links() says so
     * may open any. */
    yee_status (*link)(yee_emitter *emitter, int component, const yee_link *link);
    /* Opens a lumped port with a law that is text (yee/port_law.h): what an element should be, where
     * link() is for what only a library on the host can work out. edge() names its edges; self lives
     * as long as the instance. It counts as one of links(). */
    yee_status (*port_law)(yee_emitter *emitter, int component, const yee_port_law *law,
                           const void *self);
    /* Says of the port or link that was opened last that a terminal which ends a cell before a
     * conductor is meant to: the self-test does not warn of it. */
    yee_status (*gap_meant)(yee_emitter *emitter);
};

typedef struct yee_source_ops {
    uint32_t size;
    /* Called once, when grid and media are known. What signals play from (their self) is
     * allocated from the host. */
    yee_status (*emit)(const yee_host *host, const void *config, const yee_view *view,
                       yee_emitter *emitter);
    /* The waveform it plays, for the checks of band and grid; NULL: none. */
    const char *(*waveform)(const void *config);
    /* Links that emit() opens at most, >= 0. Called once, before there is a grid: the choice of
     * the scheme depends on it. NULL: none. */
    int64_t (*links)(const void *config);
} yee_source_ops;

#ifdef __cplusplus
}
#endif
#endif
