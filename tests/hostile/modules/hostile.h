/* tests/hostile/modules/hostile.h: plugins that are right until one of their functions, named by
 * $HOSTILE_AT, is called: it then ends in the way that $HOSTILE_WAY names. */
#ifndef YEE_TESTS_HOSTILE_MODULE_H
#define YEE_TESTS_HOSTILE_MODULE_H

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yee/yee.h>

/* Whether a function is the one that misbehaves, and does it so. $HOSTILE_AT names the kind too:
 * "source.emit". */
static inline bool hostile_way(const char *function, const char *way)
{
    const char *at = getenv("HOSTILE_AT"), *asked = getenv("HOSTILE_WAY");
    const size_t kind = sizeof HOSTILE_KIND - 1;
    return at && asked && !strncmp(at, HOSTILE_KIND ".", kind + 1) &&
           !strcmp(at + kind + 1, function) && !strcmp(asked, way);
}

static inline int hostile_deep(const volatile char *above)
{
    volatile char frame[4096];
    frame[0] = *above;
    return *above == 77 ? 0 : hostile_deep(frame) + frame[0];
}

static inline void hostile_call(uintptr_t nowhere)
{
    void (*function)(void);
    memcpy(&function, &nowhere, sizeof function);
    function();
}

static inline void *hostile_thread_exit(void *user)
{
    exit(0);
    return user;
}

static inline void *hostile_thread_null(void *user)
{
    *(volatile int *)user = 1;
    return user;
}

/* On a thread of the plugin's own. */
static inline void hostile_thread(void *(*work)(void *))
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, work, NULL))
        pthread_join(thread, NULL);
}

/* Ends the call in the way that is asked for, where the function is the one; else, or where the
 * way is none of these, returns. */
static inline void hostile_end(const char *function)
{
    static volatile int *const null = NULL;
    static const char words[] = "\nhostile: waits for ever\n";
    if (hostile_way(function, "exit"))
        exit(0);
    if (hostile_way(function, "quick_exit"))
        quick_exit(0);
    if (hostile_way(function, "_exit"))
        _exit(0);
    if (hostile_way(function, "kill"))
        raise(SIGKILL);
    if (hostile_way(function, "abort"))
        abort();
    if (hostile_way(function, "null"))
        *null = 1;
    if (hostile_way(function, "wild"))
        hostile_call(0x10);
    if (hostile_way(function, "deep"))
        hostile_deep("a");
    if (hostile_way(function, "thread_exit"))
        hostile_thread(hostile_thread_exit);
    if (hostile_way(function, "thread_null"))
        hostile_thread(hostile_thread_null);
    while (hostile_way(function, "hang")) {
        static bool said;
        if (!said && write(STDERR_FILENO, words, sizeof words - 1) > 0)
            said = true;
        pause();
    }
}

/* Status functions end with `return hostile(host, "emit", status)`; host NULL: it has none. */
static inline yee_status hostile(const yee_host *host, const char *function, yee_status status)
{
    hostile_end(function);
    if (hostile_way(function, "42"))
        return (yee_status)42;
    if (hostile_way(function, "-1"))
        return (yee_status)-1;
    if (hostile_way(function, "256"))
        return (yee_status)256;
    if (hostile_way(function, "silent"))
        return YEE_INPUT;
    if (host && hostile_way(function, "lucky"))
        host->fail(host, YEE_INPUT, "all is lost");
    return status;
}

__attribute__((constructor)) static void hostile_load(void) { hostile_end("constructor"); }

#define HOSTILE_EMPTY \
    { \
        YEE_PARAM_END \
    }
#define HOSTILE_PLUGIN(plugin_kind, plugin_config, plugin_params) \
    { \
        .size = sizeof(yee_plugin), .kind = plugin_kind, .name = "hostile", \
        .summary = "right until it is asked for more", .config_size = plugin_config, \
        .params = plugin_params, .ops = &ops, \
    }

#endif
