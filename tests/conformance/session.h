/* session.h: what suites share that find schemes by name and may run them on a GPU. */
#ifndef CONFORMANCE_SESSION_H
#define CONFORMANCE_SESSION_H

#include "battery.h"
#include "model/model.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>

enum { SKIPPED = 77 };

static yee_session *session;
static yee_arena *arena;

static inline bool open_session(void)
{
    arena = yee_arena_new();
    const bool ok = arena && yee_session_open(NULL, &session) == YEE_OK;
    if (!ok)
        printf("%s\n", yee_session_error(NULL));
    return ok;
}

/* The suite's exit status; closes the session. */
static inline int play_suite(Suite *suite)
{
    const int result = suite_run_as(suite, CK_NOFORK); /* a CUDA context survives no fork */
    yee_session_close(session);
    yee_arena_free(arena);
    return result;
}

/* A scheme with these lines of its section; without a name where there is none. */
static inline runner configured(const char *name, const char *keys)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text, "[scheme.battery]\ntype = %s\n%s\n", name, keys);
    const yee_plugin *plugin = yee_session_plugin(session, YEE_SCHEME, name);
    yee_config *config = NULL;
    yee_instance *instance = NULL;
    if (!plugin)
        return (runner){NULL, NULL, NULL};
    yee_status status =
        yee_config_parse(&session->diag, arena, "battery", text, (size_t)length, &config);
    if (status == YEE_OK)
        status = yee_instance_new(&session->registry, &session->diag, arena, config,
                                  yee_config_block(config, "scheme.battery"), YEE_SCHEME, NULL,
                                  0, NULL, &instance);
    ck_assert_msg(status == YEE_OK, "%s", yee_session_error(session));
    return (runner){plugin->name, plugin->ops, instance->config};
}

/* A scheme may decline, with a sentence. */
static inline outcome *execute(const runner *r, const test_case *t, route way)
{
    ck_assert_ptr_nonnull(r->ops);
    outcome *o = battery_run(r, t, 1, way);
    ck_assert_ptr_nonnull(o);
    ck_assert_msg(o->status == YEE_OK || (o->status == YEE_DECLINED && o->sentence[0]),
                  "%s, %s: status %d, %s", r->name, t->text, o->status, o->sentence);
    return o;
}

#endif
