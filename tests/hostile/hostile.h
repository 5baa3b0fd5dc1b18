/* tests/hostile/hostile.h: runs a model of hostile plugins, one of which misbehaves. */
#ifndef YEE_TESTS_HOSTILE_H
#define YEE_TESTS_HOSTILE_H

#include "command.h"
#include "suite.h"
#include <sys/resource.h>

static const char model[] =
    "[run]\nsteps = 200\ncheckpoint_steps = 150\nstop_decay = 300 dB\nflush = 0 s\n"
    "[grid]\ncells = 16, 16, 16\nspacing = 1 mm\n"
    "[material.m]\ntype = hostile\n"
    "[material.last]\ntype = hostile\n"
    "[boundary.b]\ntype = hostile\nfaces = x-, x+, y\n"
    "[boundary.d]\ntype = hostile\nfaces = z\ndamps = yes\n"
    "[waveform.w]\ntype = hostile\n"
    "[source.tx]\ntype = hostile\nwaveform = w\n"
    "[shape.p]\ntype = hostile_painter\nmaterial = last\n"
    "[shape.s]\ntype = hostile\nmaterial = m\n"
    "[output.e]\ntype = hostile\n"
    "[output.rx]\ntype = probe\nposition = 8, 8, 8 mm\n"
    "[output.f]\ntype = spectrum\nfrom = 8, 8, 8 mm\nto = 8, 8, 8 mm\ncomponents = ez\n"
    "frequencies = 5 GHz\nevery = 1\n";

static const char *hostile_at, *hostile_way;

static inline void be_hostile(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (hostile_at)
        setenv("HOSTILE_AT", hostile_at, 1);
    setenv("HOSTILE_WAY", hostile_way ? hostile_way : "", 1);
}

/* `yee run` of the model while the function at ("source.emit") misbehaves; the exit code or
 * minus the signal. */
static inline int run_hostile(const char *at, const char *way, bool restart)
{
    const bool scheme = at && !strncmp(at, "scheme.", 7);
    const char *const argv[] = {"yee",
                                "run",
                                "--quiet",
                                at && !strncmp(at, "importer.", 9) ? "m.hostile" : "m.ini",
                                "--plugin-path",
                                MODULES,
                                "--set",
                                scheme ? "run.scheme=hostile" : "run.scheme=plain",
                                restart ? "--restart" : NULL,
                                NULL};
    hostile_at = at;
    hostile_way = way;
    return run_with(be_hostile, argv);
}

static inline void write_model(void)
{
    write_file("m.ini", model);
    write_file("m.hostile", "");
}

/* Crashes that a sanitizer or valgrind would tell of themselves. */
static inline bool tools_tell(void)
{
#if defined __SANITIZE_ADDRESS__
    return true;
#else
    return getenv("YEE_VALGRIND") != NULL;
#endif
}

/* A file under its final name reads; one of a run that did not come to its end does not say that
 * it did. */
static inline void files_are_whole(bool began, bool ended)
{
    ck_assert_msg(began || !there("m.h5"), "there is an m.h5: %s", said);
    if (!there("m.h5"))
        return;
    ck_assert_int_ge(rows_of("m.h5", "/hostile"), 0);
    ck_assert_msg(ended == (*ended_of("m.h5") != 0), "ended is \"%s\": %s", ended_of("m.h5"),
                  said);
}

#endif
