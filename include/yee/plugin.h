/* yee/plugin.h: the tables that a shared object shows to yee, and the only way back.
 *
 * A plugin file reads, in this order: header comment (what, equation, source), config struct,
 * parameter table, work functions, ops, plugin, module. It exports one constant and no
 * function:
 *
 *     static const yee_plugin plugin = {
 *         .size = sizeof plugin,
 *         .kind = YEE_MATERIAL,
 *         .name = "debye",
 *         .summary = "...",
 *         .reference = "...",
 *         .config_size = sizeof(config),
 *         .params = params,
 *         .ops = &ops,
 *     };
 *     YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
 *
 * Listing plugins and printing their help runs no plugin code. */
#ifndef YEE_PLUGIN_H
#define YEE_PLUGIN_H

#include <yee/param.h>
#include <yee/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum yee_kind {
    YEE_MATERIAL,
    YEE_BOUNDARY,
    YEE_WAVEFORM,
    YEE_SOURCE,
    YEE_SHAPE,
    YEE_OUTPUT,
    YEE_SCHEME,
    YEE_IMPORTER,
    YEE_POST,
    YEE_TRANSPORT,
    YEE_KINDS
} yee_kind;

/* The only way from a plugin back into yee. One host belongs to one instance (one INI section)
 * and lives as long as it, and so do the config that the keys filled, its texts and its lists:
 * `self` may keep pointers to them. Unless a table says otherwise a plugin's functions are
 * called by one thread at a time; log, fail and alloc may be called by any thread that is in one
 * of them, by several at once. */
typedef struct yee_host yee_host;
struct yee_host {
    uint32_t size;
    void *core;           /* private to the core */
    const char *instance; /* "soil" of [material.soil] */

    /* One line for the user; the instance's name is put in front. */
    void (*log)(const yee_host *host, yee_level level, const char *format, ...)
#if defined __GNUC__
        __attribute__((format(printf, 3, 4)))
#endif
        ;
    /* Stores the sentence (what was wrong, the value, what would be right) and returns status;
     * the core adds instance, file and line. Use: return host->fail(host, YEE_INPUT, "..."). Of
     * several sentences the user reads the first, so that after a failed call of the core's own
     * functions its status is returned, or where it gave NULL or -1 any other than YEE_OK. */
    yee_status (*fail)(const yee_host *host, yee_status status, const char *format, ...)
#if defined __GNUC__
        __attribute__((format(printf, 3, 4)))
#endif
        ;
    /* Zeroed memory, aligned to 64 bytes, that dies with the instance; NULL when there is
     * none (no sentence is stored then). */
    void *(*alloc)(const yee_host *host, size_t bytes);
    /* A table by name ("yee.cuda/1"), NULL where this host has none. */
    const void *(*extension)(const yee_host *host, const char *name);
    /* A scheme that declines a problem for its time step says which one (s) it would take;
     * `yee compare` tries it. */
    void (*suggest_dt)(const yee_host *host, double dt);
};

typedef struct yee_plugin {
    uint32_t size;
    yee_kind kind;
    const char *name;      /* the word after "type =" */
    const char *summary;   /* one line */
    const char *reference; /* paper with its DOI, or NULL */
    size_t config_size;
    const yee_param *params; /* ends with YEE_PARAM_END */
    const void *ops;         /* yee_material_ops, yee_boundary_ops, ... of the kind */
    /* A section of this plugin as a user would write it, "[material.soil]\ntype = debye\n...",
     * with the further sections that it names. Help prints it. `yee check` adds what is left
     * out, plans and runs it: [grid] is 30 cells of 1 mm along each axis, and 30 x 30 of them
     * in 2-D; [run] 50 steps; faces are PEC; a waveform that is named and not there is a pulse
     * of 4 GHz, a material a dielectric; a dipole is the source, a box holds the material. A
     * file that it names is described in comments: "; pulse.csv: 1e-9, 0.5" is a line of a
     * text file, "; body.h5: data[2, 3] = 0, 1, 1, 0, 2, 0" a dataset. An importer's example is
     * the text of a file. NULL: none. */
    const char *example;
} yee_plugin;

typedef struct yee_module {
    uint32_t abi_major, abi_minor;
    uint32_t size;
    const char *name; /* name of the file, without its suffix */
    const char *version;
    const char *license;
    const yee_plugin *const *plugins; /* ends with NULL */
    uint32_t optimized; /* 1: by a compiler that was told to optimize; what `yee compare` says
                           of a speed */
} yee_module;

#if defined _WIN32
#define YEE_EXPORT __declspec(dllexport)
#else
#define YEE_EXPORT __attribute__((visibility("default")))
#endif

/* The one exported symbol, <file>_LTX_yee_module; yee_add_plugin() defines YEE_MODULE_NAME as
 * the file's name. */
#define YEE_JOIN_(a, b) a##b
#define YEE_JOIN(a, b) YEE_JOIN_(a, b)
#define YEE_TEXT_(a) #a
#define YEE_TEXT(a) YEE_TEXT_(a)
#define YEE_MODULE_SYMBOL YEE_JOIN(YEE_MODULE_NAME, _LTX_yee_module)
#ifdef __OPTIMIZE__
#define YEE_OPTIMIZED 1
#else
#define YEE_OPTIMIZED 0
#endif
// clang-format off
#define YEE_MODULE(version, license, ...) \
    static const yee_plugin *const yee_module_plugins[] = {__VA_ARGS__, NULL}; \
    extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL; \
    const yee_module YEE_MODULE_SYMBOL = { \
        YEE_ABI_MAJOR, \
        YEE_ABI_NEEDS, \
        sizeof(yee_module), \
        YEE_TEXT(YEE_MODULE_NAME), \
        version, \
        license, \
        yee_module_plugins, \
        YEE_OPTIMIZED, \
    };
// clang-format on

#ifdef __cplusplus
}
#endif
#endif
