/* core/model/keys.c: the keys of [run] and [plugins]. */
#include "model.h"

const yee_param yee_run_params[] = {
    YEE_PARAM_TEXT(yee_run_config, title, YEE_UNSET, "Free text, kept in every output file."),
    YEE_PARAM_REAL(yee_run_config, time, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Time window."),
    YEE_PARAM_INT(yee_run_config, steps, YEE_UNSET, 1, 1e15, "Number of time steps."),
    YEE_PARAM_ONE_OF("time|steps"),
    YEE_PARAM_REAL(yee_run_config, courant, NULL, "0.99", YEE_POSITIVE, 10,
                   "Time step as a fraction of the scheme's stability limit; at most 1, but "
                   "where unsafe is set."),
    YEE_PARAM_REAL(yee_run_config, time_step, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "The time step itself, instead of courant; at most the scheme's limit, but "
                   "where unsafe is set."),
    YEE_PARAM_CHOICE(yee_run_config, precision, "f32", "f32|f64",
                     "Numbers of the fields: 32 or 64 bits."),
    YEE_PARAM_INT(yee_run_config, threads, "0", 0, 65536,
                  "Threads of a CPU scheme; 0: as many as the machine has."),
    YEE_PARAM_REALS(
        yee_run_config, subdomains, NULL, "1", 1, 4096,
        "Subdomains that the grid is cut into, their number or that along x, y and z, "
        "as in 2, 1, 1; no bit of the results depends on it."),
    YEE_PARAM_REALS(
        yee_run_config, cut_x, NULL, YEE_UNSET, 1, 1e9,
        "Cells before which the grid is cut along x, as in 120, 200; left out: yee "
        "finds where, if subdomains has any there. A ring is cut before cell 0, too."),
    YEE_PARAM_REALS(yee_run_config, cut_y, NULL, YEE_UNSET, 1, 1e9, "As cut_x, along y."),
    YEE_PARAM_REALS(yee_run_config, cut_z, NULL, YEE_UNSET, 1, 1e9, "As cut_x, along z."),
    YEE_PARAM_INT(yee_run_config, subdomain_steps, "0", 0, 1024,
                  "Steps between two exchanges of the halos of subdomains, which are as many "
                  "cells deep; 0: as the scheme likes."),
    YEE_PARAM_TEXT(
        yee_run_config, devices, YEE_UNSET,
        "GPUs of this process that subdomains are dealt to: all, or numbers, as in 0,2-3. "
        "Without subdomains there is one on each. Left out: one GPU has them all."),
    YEE_PARAM_TEXT(
        yee_run_config, transport, "auto",
        "What carries messages between the processes that a launcher (mpirun, srun) has "
        "started: a transport, or auto for the first that can; none: each process runs "
        "a model of its own."),
    YEE_PARAM_TEXT(
        yee_run_config, scheme, "auto",
        "Update scheme, or auto: $YEE_SCHEME if it is set, else the fastest one that "
        "this machine has."),
    YEE_PARAM_TEXT(
        yee_run_config, output, YEE_UNSET,
        "Main output file; by default <model>.h5 in the working directory, of trace 3 of a "
        "sweep <model>_trace3.h5."),
    YEE_PARAM_CHOICE(yee_run_config, part_files, "auto", "auto|always|never",
                     "Where several processes run the model, each writes its own part of "
                     "snapshots and spectra into a file of its own: auto, of records of 4 MiB "
                     "and more; never: the first process writes all."),
    YEE_PARAM_BOOL(yee_run_config, make_folder, "no",
                   "Make the folder of the output files where it is missing."),
    YEE_PARAM_BOOL(yee_run_config, force, "no", "Replace output files that exist."),
    YEE_PARAM_REAL(yee_run_config, flush, "s", "10 s", 0, 1e9,
                   "Interval at which output files are flushed to the disk."),
    YEE_PARAM_REAL(yee_run_config, checkpoint, "s", "0", 0, 1e9,
                   "Interval between checkpoints, as in 10 min; 0: none by time."),
    YEE_PARAM_INT(yee_run_config, checkpoint_steps, "0", 0, 1e15,
                  "Steps between checkpoints; 0: none by steps."),
    YEE_PARAM_BOOL(yee_run_config, checkpoint_at_end, "no",
                   "Write one after the last step, so that the run can be made longer."),
    YEE_PARAM_REAL(yee_run_config, stop_decay, "dB", "0", 0, 400,
                   "Ends the run once the energy, or stop_probe, fell so far below its largest "
                   "value; 0: never."),
    YEE_PARAM_REF(
        yee_run_config, stop_probe, "output", YEE_UNSET,
        "Output of type probe whose values stop_decay looks at; by default the energy."),
    YEE_PARAM_REAL(
        yee_run_config, stop_dft, NULL, "0", 0, 1,
        "Ends the run once no Fourier sum changes by more than this part between two "
        "looks; 0: never."),
    YEE_PARAM_INT(yee_run_config, stop_every, "500", 1, 1e9,
                  "Steps between two looks for the end."),
    YEE_PARAM_INT(yee_run_config, sentinel, "100", 0, 1e9,
                  "Steps between two looks for a diverging run; 0: never."),
    YEE_PARAM_BOOL(yee_run_config, unsafe, "no",
                   "Run what is known to be unstable, for experiments."),
    YEE_PARAM_CHOICE(yee_run_config, reference_differs, "refused", "refused|allowed",
                     "Result files that outputs read (reference, normalize) of a run that "
                     "differs from this one in more than its objects, or did not come to its "
                     "end: allowed takes them with a warning."),
    YEE_PARAM_BOOL(yee_run_config, strict, "no", "Warnings about the model refuse the run."),
    YEE_PARAM_END,
};

const yee_param yee_plugins_params[] = {
    {"path", YEE_TYPE_TEXTS, 0, NULL, YEE_UNSET, 0, 0, NULL,
     "Folders with plugins, relative to the model file."},
    YEE_PARAM_END,
};
