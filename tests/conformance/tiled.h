/* tiled.h: the scheme "tiled" for suites that set its keys. */
#ifndef CONFORMANCE_TILED_H
#define CONFORMANCE_TILED_H

#include "battery.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The scheme's config, as its parameter table has it. */
typedef struct tiled_config {
    int64_t width;
    int isa, sweep;
} tiled_config;
enum { AUTO, AVX512, AVX2, PORTABLE };
enum { TILED, PLAIN };

static inline const yee_scheme_ops *scheme_ops(const char *name)
{
    const char *reason;
    const yee_module *module = battery_module(PLUGIN_DIR, name, &reason);
    ck_assert_msg(module != NULL, "%s: %s", name, reason);
    return module->plugins[0]->ops;
}

#endif
