/* tests/unit/findings.h: a small model, and what the self-test says of it. */
#ifndef YEE_TESTS_FINDINGS_H
#define YEE_TESTS_FINDINGS_H

#include "selftest/selftest.h"
#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/libyee.h>

typedef struct bench {
    yee_session *session;
    yee_model *model;
    const yee_finding *finding;
    size_t findings;
} bench;

/* A dipole in a grid of 1 mm cells; extra sections at the end. */
static inline void open_model(bench *b, const char *frequency, const char *cells,
                              const char *extra, size_t sets, const char *const *set)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        "[grid]\ncells = 30, 30, 30\nspacing = 1 mm\n[run]\nsteps = 40\n"
        "[boundary.all]\ntype = cpml\ncells = %s\n[waveform.w]\ntype = sine\nfrequency = %s\n"
        "[source.s]\ntype = dipole\nposition = 15, 15, 15.5 mm\ndirection = z\ncurrent = 1 "
        "A\nwaveform = w\n%s",
        cells, frequency, extra);
    ck_assert_int_eq(yee_session_open(NULL, &b->session), YEE_OK);
    ck_assert_msg(!yee_model_parse(b->session, "test.ini", text, sets, set, &b->model), "%s",
                  yee_session_error(b->session));
    b->findings = yee_model_findings(b->model, &b->finding);
}

static inline void close_model(bench *b)
{
    yee_model_free(b->model);
    yee_session_close(b->session);
}

/* The finding on a subject whose text holds a word. */
static inline const yee_finding *find(const bench *b, const char *subject, const char *word)
{
    for (size_t i = 0; i < b->findings; i++)
        if (!strcmp(b->finding[i].subject, subject) && strstr(b->finding[i].text, word))
            return &b->finding[i];
    return NULL;
}

#endif
