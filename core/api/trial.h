/* core/api/trial.h: the time, the memory and the disk that a run takes, measured on its beginning. */
#ifndef YEE_CORE_TRIAL_H
#define YEE_CORE_TRIAL_H

#include <yee/libyee.h>

/* Bounds of a trial. */
typedef struct yee_trial_bounds {
    double seconds;    /* s that its steps may take; two steps are done at least */
    double bytes;      /* of records that are written */
    double transforms; /* bytes of transforms that are written */
} yee_trial_bounds;

/* Figures of a whole run, from a trial. Seconds are those of a clock on the wall. */
typedef struct yee_trial {
    int64_t steps;     /* done by the trial */
    double step;       /* s that a step takes with all sources and taps */
    double fields;     /* of that, without sources and taps; NAN: not measured */
    double sources;    /* of that, with sources and without taps, less `fields`; NAN */
    double checks;     /* s that looks at fields and energy take between steps */
    double start;      /* s before the first step: files are made */
    double records;    /* s that records take which are too rare to be in `step` */
    double finish;     /* s after the last step: transforms are written, files closed */
    double checkpoint; /* s that one checkpoint takes */
    double posts;      /* s of steps [post.NAME] that the trial did not do, by their own word */
    double disk;       /* bytes of all files at the end, checkpoints too */
    double transforms; /* bytes of transforms that were not written: beyond the bounds */
    double unwritten;  /* bytes of records that were not written, for the same reason */
    double peak;       /* bytes: most that the process has had of the host's memory; NAN */
} yee_trial;

/* Begins the run of a simulation that has not begun, with its outputs in `folder`, an empty one,
 * does a few steps, hands over the records that the rest of the run would (zeros), as many as
 * the bounds allow, and finishes it: it is of no further use but for its scheme's lines. Nothing
 * is logged. The model is as it was, whatever comes out. What stops a trial is the session's
 * error; a model that its self-test refuses has no trial. */
yee_status yee_simulation_trial(yee_simulation *simulation, const char *folder,
                                const yee_trial_bounds *bounds, yee_trial *trial);

#endif
