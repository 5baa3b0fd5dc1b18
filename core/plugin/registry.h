/* core/plugin/registry.h: the modules and plugins that were found. */
#ifndef YEE_CORE_REGISTRY_H
#define YEE_CORE_REGISTRY_H

#include "base/diag.h"
#include <yee/plugin.h>

typedef struct yee_registered {
    const yee_plugin *plugin;
    const yee_module *module;
    const char *file;
} yee_registered;

typedef struct yee_registry {
    size_t count, capacity;
    yee_registered *entry;
    struct yee_arena *arena;
    /* A table that instances get by name from host.extension(); the session sets it. */
    struct {
        const char *name;
        const void *table;
    } extension;
} yee_registry;

extern const char *const yee_kind_name[YEE_KINDS]; /* "material", ... */
/* -1: no such kind. */
int yee_kind_find(const char *name);

/* Checks a module's tables and adds its plugins; YEE_PLUGIN with a sentence for what is wrong.
 * A name that is already there is kept and the later one reported. */
yee_status yee_registry_add(yee_registry *registry, yee_diag *diag, const yee_module *module,
                            const char *file);
const yee_registered *yee_registry_find(const yee_registry *registry, yee_kind kind,
                                        const char *name);
/* Nearest name of that kind for a message, NULL: none. */
const char *yee_registry_nearest(const yee_registry *registry, yee_kind kind, const char *name);

/* contract.c: a module of this ABI whose tables have the right sizes, sound parameters and
 * every function its kinds need. */
yee_status yee_contract_check(yee_diag *diag, const yee_module *module, const char *file);

/* module.c: loads all modules of a folder, or one file, through libltdl. A single bad file of a
 * folder is a warning, a bad file that was named is an error. Modules stay mapped until the
 * process ends. start() comes before the first, each with its stop(). */
yee_status yee_module_start(yee_diag *diag);
void yee_module_stop(void);
yee_status yee_module_folder(yee_registry *registry, yee_diag *diag, const char *folder);
yee_status yee_module_file(yee_registry *registry, yee_diag *diag, const char *path);

#endif
