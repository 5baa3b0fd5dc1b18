/* core/cli/check/check.h: `yee check`: what a plugin of each kind must satisfy. */
#ifndef YEE_CLI_CHECK_H
#define YEE_CLI_CHECK_H

#include "../../model.h"
#include "../cli.h"

/* The tally of one command. */
typedef struct check {
    yee_session *session;
    const yee_plugin *plugin;
    int passed, failed, skipped;
} check;

/* Prints one line and counts it. */
void check_judge(check *c, bool pass, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_skip(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* sample.c: configurations of a plugin. Sample 0 has the defaults and, for keys without one,
 * values from the middle of their range; the others move every number within its range and turn
 * the choices. NULL: there is none (a key asks for a file or a name, or the plugin refuses it;
 * *refusal then says why). */
enum { CHECK_SAMPLES = 9 };
yee_instance *check_sample(check *c, yee_arena *arena, int number, const char **refusal);

/* One function per kind; the instance holds one sample. */
void check_material(check *c, const yee_instance *instance);
void check_boundary(check *c, const yee_instance *instance);
void check_waveform(check *c, const yee_instance *instance);
void check_shape(check *c, const yee_instance *instance);
void check_scheme(check *c, const yee_instance *instance);

#endif
