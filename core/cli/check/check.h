/* core/cli/check/check.h: `yee check`: what a plugin of each kind must satisfy. */
#ifndef YEE_CLI_CHECK_H
#define YEE_CLI_CHECK_H

#include "cli/cli.h"
#include "model/model.h"

/* The tally of one command. */
typedef struct check {
    yee_session *session;
    const yee_plugin *plugin;
    int passed, failed, skipped;
    char note[160]; /* what a kind has measured over all samples of the plugin */
    double radius, order[2];
} check;

/* Prints one line and counts it. */
void check_judge(check *c, bool pass, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_skip(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* sample.c: configurations of a plugin. Sample 0 has the defaults and, for keys without one,
 * usual values within their range; the others move every number within its range and turn the
 * choices. with[2]: keys that are optional and given all the same, -1: none. NULL: there is no
 * such configuration; yee_session_error says why. */
enum { CHECK_SAMPLES = 9 };
yee_instance *check_sample(check *c, yee_arena *arena, int number, const int with[2]);

/* One function per kind; the instance holds one sample. False: the plugin refuses it, which is
 * its right. */
bool check_material(check *c, const yee_instance *instance);
bool check_boundary(check *c, const yee_instance *instance);
bool check_waveform(check *c, const yee_instance *instance);
bool check_shape(check *c, const yee_instance *instance);
bool check_scheme(check *c, const yee_instance *instance);
/* compare.c: small models, against the scheme "reference"
 * and against itself after a restart. */
void check_runs(check *c, const yee_scheme_traits *traits);

#endif
