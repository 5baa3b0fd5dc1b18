/* tests/cases/modules/still.c: a scheme in which nothing ever moves, built as several versions
 * (VERSION) with several layouts of its state (PIECE, WORDS). */
#include "still.h"

static const yee_param params[] = {YEE_PARAM_END};

static const yee_scheme_ops ops = STILL_OPS;

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = "still",
    .summary = "Nothing ever moves",
    .params = params,
    .ops = &ops,
};

YEE_MODULE(VERSION, "BSD-3-Clause", &plugin)
