/* yee/types.h: the words every other header uses: status, components, axes, physical
 * constants. */
#ifndef YEE_TYPES_H
#define YEE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The plugin border. A module of another major version is refused; tables start with their size
 * and only grow at the end, so a module of an older minor version keeps working. */
#define YEE_ABI_MAJOR 1
#define YEE_ABI_MINOR 0
/* The minor version that a module asks for; a yee with an older one refuses the module. An
 * author who uses nothing newer than that of an older yee defines it before the first header,
 * `#define YEE_ABI_NEEDS 0`, and the module loads there too. */
#ifndef YEE_ABI_NEEDS
#define YEE_ABI_NEEDS YEE_ABI_MINOR
#endif
#if YEE_ABI_NEEDS > YEE_ABI_MINOR
#error "YEE_ABI_NEEDS is newer than these headers"
#endif

/* Whether a table reaches as far as a function or field, as its own size says, and has it. Nothing
 * behind the size of a table is ever read: its author knew of no more. */
#define YEE_HAS(table, member) \
    ((size_t)((const char *)(&(table)->member + 1) - (const char *)(table)) <= \
         (table)->size && \
     (table)->member)

/* The result of a call. Everything but YEE_OK carries a sentence (yee_host.fail); the values
 * are also the exit codes of the command. */
typedef enum yee_status {
    YEE_OK = 0,
    YEE_INTERNAL = 1,    /* a defect of yee or of a plugin */
    YEE_USAGE = 2,       /* the command line is wrong */
    YEE_INPUT = 3,       /* the model is wrong: key, value, unit, geometry, physics */
    YEE_PLUGIN = 4,      /* a plugin cannot be loaded or broke its contract */
    YEE_IO = 5,          /* a file cannot be read or written */
    YEE_MEMORY = 6,      /* not enough memory */
    YEE_DECLINED = 7,    /* a scheme or a plugin does not execute what the model asks for */
    YEE_DIVERGED = 8,    /* the fields left the physical range */
    YEE_INTERRUPTED = 9, /* stopped by a signal; what was written is valid */
    YEE_LOST = 10,       /* another process of the run is gone or does not answer */
} yee_status;

typedef enum yee_level { YEE_DEBUG, YEE_INFO, YEE_WARNING, YEE_ERROR } yee_level;

typedef enum yee_axis { YEE_X = 0, YEE_Y = 1, YEE_Z = 2 } yee_axis;

/* Yee's six field components. */
typedef enum yee_component {
    YEE_EX = 0,
    YEE_EY = 1,
    YEE_EZ = 2,
    YEE_HX = 3,
    YEE_HY = 4,
    YEE_HZ = 5,
    YEE_COMPONENTS = 6
} yee_component;

static inline bool yee_is_electric(int component) { return component < 3; }

/* "Ex", for sentences. */
static inline const char *yee_component_name(int component)
{
    static const char *const name[YEE_COMPONENTS] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    return name[component];
}

/* "ex", as keys and datasets are named. */
static inline const char *yee_component_key(int component)
{
    static const char *const key[YEE_COMPONENTS] = {"ex", "ey", "ez", "hx", "hy", "hz"};
    return key[component];
}

/* The direction a component points to. */
static inline int yee_direction(int component) { return component % 3; }

/* 1 where the component sits half a cell along the axis, 0 where it sits on a node: Ex at
 * (i+1/2, j, k), Hx at (i, j+1/2, k+1/2); K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966)
 * 302, fig. 1. */
static inline int yee_half(int component, int axis)
{
    return (component % 3 == axis) == (component < 3);
}

/* SI constants, CODATA 2018; eps0 follows from mu0 and the exact speed of light. */
#define YEE_C0 299792458.0
#define YEE_MU0 1.25663706212e-6
#define YEE_EPS0 (1.0 / (YEE_MU0 * YEE_C0 * YEE_C0))
#define YEE_ETA0 (YEE_MU0 * YEE_C0)
#define YEE_PI 3.14159265358979323846

/* Band and end of a waveform, by which the core judges a grid and transforms it, or of all that
 * the sources of a model play. */
typedef struct yee_band {
    uint32_t size;
    double low, high; /* Hz: the band outside which the spectrum is 40 dB below its peak */
    /* Time (s) after which |w(t)| < 1e-8 of its peak; YEE_INFINITY when it never ends. */
    double end_time;
} yee_band;

typedef struct yee_complex {
    double re, im;
} yee_complex;

#ifdef __cplusplus
}
#endif
#endif
