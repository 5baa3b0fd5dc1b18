/* yee/port_law.h: a law between two terminals as C text: a diode, a network, a nonlinear resistor.
 *
 * A source opens a port with it (yee_emitter.port_law) and names the port's edges. At (n+1/2) dt
 * the grid gives the port the voltage
 *
 *     V = drive + load*I,   load > 0, Ohm
 *
 * and the law answers with I, A, that leaves the positive terminal (what an element takes in at V is
 * -I). `before` is V at n dt, so that V at (n+1) dt is 2 V - before and a capacitor needs no word.
 * Laws that hold between V and I at (n+1/2) dt, with (next - old)/dt for d/dt and (next + old)/2 for
 * a word that stands at n dt, are of second order, and passive where the law is (the trapezoidal
 * rule).
 *
 * The text is a file of its own, <name>.law.h beside <name>.c, which holds one function:
 *
 *     LAW_PORT(heater) { ... return I; }     sees p t before drive load s, changes s
 *
 * with p[params], t[signals] and s[words], in double alone. It is arithmetic: `real` for every
 * number, LAW(0.5) for constants, + - * /, law_fma(a, b, c), law_sqrt(a), law_exp(a), law_log(a),
 * law_abs(a), law_min(a, b), law_max(a, b); no library, no data of its own, loops with an end. The
 * plugin makes the function of it by
 *
 *     #define LAW_NAME heater
 *     #define LAW_FILE "heater.law.h"
 *     #define LAW_WORDS 1             words of state, which come as 0
 *     #include <yee/port_law.h>
 *
 *     static const yee_port_law law = {YEE_PORT_LAW(heater, 1), .params = 4, .prepare = prepare};
 *
 * and carries the text along, for schemes that compile it for another processor. */
#ifndef YEE_PORT_LAW_H
#define YEE_PORT_LAW_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits of a port law's counts. */
enum { YEE_PORT_LAW_MOST_PARAMS = 256, YEE_PORT_LAW_MOST_SIGNALS = 16 };

/* A port law is a constant of its module; `self` is the source's, lives as long as its instance
 * and is only read. name, current and prepare must be there. current() and play() are pure but
 * for the state, and may be called for any step and from several threads. */
typedef struct yee_port_law {
    uint32_t size;
    const char *name; /* a word of letters, digits and '_' */
    int32_t version;  /* of the text and its words */
    bool active;      /* it may give energy; without it that is a fault */
    const char *text; /* its C text; NULL: schemes that compile it decline */
    int32_t params;   /* numbers that prepare() makes */
    int32_t signals;  /* numbers that play() gives for a step */
    int32_t words;    /* numbers that the port keeps, 0 before step 0; checkpoints save them */
    /* I (A) of the step, finite; takes state[words] from n dt to (n+1) dt. */
    double (*current)(const double *param, const double *signal, double before, double drive,
                      double load, double *state);
    /* The parameters for the run's time step, s. A failure is a sentence of host->fail(). */
    yee_status (*prepare)(const yee_host *host, const void *self, double dt, double *param);
    /* Signals of the step from `step` dt to (step + 1) dt. NULL: there are none. */
    void (*play)(const void *self, double dt, int64_t step, double *signal);
} yee_port_law;

#ifdef __cplusplus
}
#endif

/* The members that the text makes. */
#define YEE_PORT_LAW(id, number) \
    .size = sizeof(yee_port_law), .name = #id, .version = (number), .text = LAW_PORT_TEXT, \
    .words = id##_port_words, .current = id##_port
#define LAW_PORT_JOIN_(a, b) a##b
#define LAW_PORT_JOIN(a, b) LAW_PORT_JOIN_(a, b)
#ifdef __GNUC__
#define LAW_PORT_MAY __attribute__((unused)) /* a text need not read all that it sees */
#else
#define LAW_PORT_MAY
#endif
#define LAW_PORT(name) \
    static double LAW_PORT_JOIN(name, _port)( \
        LAW_PORT_MAY const real *p, LAW_PORT_MAY const real *t, LAW_PORT_MAY real before, \
        LAW_PORT_MAY real drive, LAW_PORT_MAY real load, LAW_PORT_MAY real *s)
#endif

#if defined LAW_NAME && defined LAW_FILE && !defined LAW_EDGE
#include <math.h>
#ifdef YEE_LAW_TEXT
static const char law_port_text[] = {
#include YEE_LAW_TEXT
};
#define LAW_PORT_TEXT law_port_text
#else
#define LAW_PORT_TEXT NULL
#endif
#define LAW_PORT_COUNT enum { LAW_PORT_JOIN(LAW_NAME, _port_words) = LAW_WORDS };
LAW_PORT_COUNT
#undef LAW_PORT_COUNT
#define real double
#define LAW(number) ((real)(number))
#define law_fma(a, b, c) fma(a, b, c)
#define law_sqrt(a) sqrt(a)
#define law_inverse(a) (LAW(1) / (a))
#define law_exp(a) exp(a)
#define law_log(a) log(a)
#define law_abs(a) fabs(a)
#define law_min(a, b) fmin(a, b)
#define law_max(a, b) fmax(a, b)
#include LAW_FILE
#undef real
#undef LAW
#undef law_fma
#undef law_sqrt
#undef law_inverse
#undef law_exp
#undef law_log
#undef law_abs
#undef law_min
#undef law_max
#endif
