/* tests/abi/modules/faulty.h: plugins without keys, with one fault each, for test_check.c. */
#ifndef FAULTY_H
#define FAULTY_H

#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

// clang-format off
#define EXAMPLE_PLUGIN(plugin_kind, plugin_name, plugin_ops, plugin_example) \
    static const yee_plugin plugin_name = { \
        .size = sizeof plugin_name, \
        .kind = plugin_kind, \
        .name = #plugin_name, \
        .summary = "faulty", \
        .params = params, \
        .ops = &plugin_ops, \
        .example = plugin_example, \
    }
#define PLUGIN(plugin_kind, plugin_name, plugin_ops) \
    EXAMPLE_PLUGIN(plugin_kind, plugin_name, plugin_ops, NULL)
// clang-format on

#endif
