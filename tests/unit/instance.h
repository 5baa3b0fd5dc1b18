/* tests/unit/instance.h: instances of plugins made from INI text, as a model makes them. */
#ifndef YEE_TESTS_INSTANCE_H
#define YEE_TESTS_INSTANCE_H

#include "model/model.h"
#include "plugin/host.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static yee_session *session;
static char logged[1024]; /* the last line that was logged */

static void instance_log(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)level;
    snprintf(logged, sizeof logged, "%s", line);
}

static void instance_setup(void)
{
    yee_session_options options = {.size = sizeof options, .log = instance_log};
    logged[0] = '\0';
    ck_assert_msg(yee_session_open(&options, &session) == YEE_OK, "%s",
                  yee_session_error(NULL));
}

static void instance_teardown(void) { yee_session_close(session); }

/* The status of making an instance of a block whose lines are given. */
static yee_status instance_try(yee_kind kind, const char *lines, yee_instance **instance)
{
    yee_config *config;
    char *text = yee_arena_format(session->arena, "[%s.it]\n%s", yee_kind_name[kind], lines);
    yee_diag_clear(&session->diag);
    yee_status status = yee_config_parse(&session->diag, session->arena, "test.ini", text,
                                         strlen(text), &config);
    return status ? status
                  : yee_instance_new(&session->registry, &session->diag, session->arena, config,
                                     &config->block[0], kind, NULL, 0, NULL, instance);
}

static inline yee_instance *instance_make(yee_kind kind, const char *lines)
{
    yee_instance *instance = NULL;
    ck_assert_msg(instance_try(kind, lines, &instance) == YEE_OK, "%s",
                  yee_session_error(session));
    return instance;
}

/* The stored sentence holds the words. */
static inline void instance_says(const char *words)
{
    ck_assert_msg(strstr(yee_session_error(session), words) != NULL, "'%s' is not in '%s'",
                  words, yee_session_error(session));
}

#endif
