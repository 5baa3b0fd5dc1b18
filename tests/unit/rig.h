/* tests/unit/rig.h: a host without a model, for suites of what outputs use. */
#ifndef YEE_TESTS_RIG_H
#define YEE_TESTS_RIG_H

#include "files/record.h"
#include "plugin/host.h"
#include "suite.h"
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef fail /* Check's, not a host's */

typedef struct rig {
    yee_diag diag;
    yee_arena *arena;
    yee_instance instance;
    yee_files *files;
    char folder[64];
} rig;

static inline void rig_log(const yee_host *host, yee_level level, const char *format, ...)
{
    const yee_instance *instance = host->core;
    va_list args;
    va_start(args, format);
    yee_diag_vlog(instance->diag, level, &instance->place, format, args);
    va_end(args);
}

static inline yee_status rig_fail(const yee_host *host, yee_status status, const char *format,
                                  ...)
{
    const yee_instance *instance = host->core;
    va_list args;
    va_start(args, format);
    yee_diag_vfail(instance->diag, status, &instance->place, format, args);
    va_end(args);
    return status;
}

static inline void *rig_alloc(const yee_host *host, size_t bytes)
{
    const yee_instance *instance = host->core;
    return yee_arena_alloc(instance->arena, bytes);
}

static inline const void *rig_extension(const yee_host *host, const char *name)
{
    (void)host;
    return strcmp(name, YEE_RECORD) ? NULL : &yee_record_table;
}

/* An instance "rx" in a fresh folder. */
static inline void rig_open(rig *r)
{
    memset(r, 0, sizeof *r);
    yee_diag_init(&r->diag, NULL, NULL);
    r->arena = yee_arena_new();
    r->instance.host = (yee_host){.size = sizeof(yee_host),
                                  .core = &r->instance,
                                  .instance = "rx",
                                  .log = rig_log,
                                  .fail = rig_fail,
                                  .alloc = rig_alloc,
                                  .extension = rig_extension};
    r->instance.arena = r->arena;
    r->instance.diag = &r->diag;
    snprintf(r->folder, sizeof r->folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(r->folder));
}

static inline const char *rig_path(rig *r, const char *name)
{
    return yee_arena_format(r->arena, "%s/%s", r->folder, name);
}

static inline void rig_files(rig *r, const char *name, bool force)
{
    const yee_provenance provenance = {.model = "m.ini",
                                       .resolved = "[grid]\n",
                                       .plugins = "probe 1.0\n",
                                       .scheme = "plain loops",
                                       .command = "",
                                       .inputs = "m.ini (the model itself)\n"};
    r->files = yee_files_new(&r->diag, rig_path(r, name), force, NULL, &provenance);
    ck_assert_ptr_nonnull(r->files);
    r->instance.context = r->files;
}

static inline yee_status rig_close_files(rig *r)
{
    const yee_status flushed = yee_files_flush(r->files);
    const yee_status closed = yee_files_close(r->files);
    r->files = NULL;
    r->instance.context = NULL;
    return flushed ? flushed : closed;
}

static inline void rig_end(rig *r)
{
    if (r->files)
        rig_close_files(r);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", r->folder);
    ck_assert_int_eq(system(command), 0);
    yee_arena_free(r->arena);
    yee_diag_end(&r->diag);
}

static inline int rig_main(Suite *suite) { return suite_run(suite); }

#endif
