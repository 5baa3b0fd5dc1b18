/* core/plugin/host.h: an instance is a plugin, its filled config and its way back. */
#ifndef YEE_CORE_HOST_H
#define YEE_CORE_HOST_H

#include "config/param.h"
#include "registry.h"

struct yee_instance;

/* Says whether a result file of another run may be read for an instance: YEE_OK, or a status with
 * its sentence. call NULL: all may. */
typedef struct yee_judge {
    yee_status (*call)(void *model, const struct yee_instance *by, const char *file);
    void *model;
} yee_judge;

typedef struct yee_instance {
    yee_host host; /* host.core points back to the instance */
    const yee_registry
        *registry; /* where it was found, and the extension that it may ask for */
    const yee_plugin *plugin;
    const char *file; /* the module's */
    void *config;     /* filled struct of the plugin */
    void *self;       /* what the open() of a waveform or shape made; NULL: the config */
    yee_place place;  /* file, line of the block, block name */
    yee_arena *arena; /* host.alloc; freed with the model */
    yee_diag *diag;
    void *context;          /* what extensions belong to: the running simulation, or NULL */
    double stable;          /* s: what host.stable said; 0: nothing */
    int order;              /* position among the instances of its kind, file order */
    const yee_block *block; /* NULL for instances without one */
    bool named;             /* a key, or a plugin that asked, names its section */
    yee_inputs *inputs;     /* files that its model reads; NULL: there is no model */
    yee_judge judge;        /* of the result files that an output reads */
    struct {
        int64_t lines, equal; /* lines said, and how often the last one */
        uint64_t hash;        /* of the last one */
        bool foretells; /* the model is planned: what is said now is not said at the end */
        int foretold;
        uint64_t before[8]; /* the first such lines */
    } said;
    int64_t interval; /* an output's, in steps, where the user left it open; 0: not */
} yee_instance;

/* Makes the instance of a block whose "type" names a plugin of the kind (default_type where the
 * key is missing, NULL: it is required). extra: the core's own keys of that kind, filled at the
 * same time. */
yee_status yee_instance_new(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                            const yee_config *config, yee_block *block, yee_kind kind,
                            const char *default_type, size_t extras, const yee_bind *extra,
                            yee_instance **instance);

/* The self that the functions of a waveform or shape get. */
static inline const void *yee_instance_self(const yee_instance *instance)
{
    return instance->self ? instance->self : instance->config;
}
/* Has a waveform or shape prepare itself; open NULL: it has nothing to prepare. */
yee_status yee_instance_open(yee_instance *instance,
                             yee_status (*open)(const yee_host *host, const void *config,
                                                void **self));

#endif
