/* core/run/post.h: a post-processing step on the files of a finished run. */
#ifndef YEE_CORE_POST_H
#define YEE_CORE_POST_H

#include "files/results.h"

typedef struct yee_post_job {
    yee_instance *step;
    const char *path;    /* of the run's main file */
    const char *section; /* of the step, with every default */
    const char *version; /* of its module */
    const char *source;  /* the path, where provenance is to name it; NULL */
    bool into;           /* results go into the main file, else into one beside it */
    bool force;          /* results that exist are replaced */
    const yee_provenance *provenance;
    yee_waveform_finder waveforms; /* of the model that the run followed */
} yee_post_job;

/* Processes the records and puts the results in their place; what fails leaves all as it was.
 * *written: the paths of what was written, a line each; malloc, NULL: nothing. */
yee_status yee_post_run(yee_diag *diag, const yee_post_job *job, char **written);

#endif
