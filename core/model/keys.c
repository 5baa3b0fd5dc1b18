/* core/model/keys.c: the keys that belong to the core: [run], and those every material, shape
 * and boundary has. */
#include "model.h"

const yee_param yee_run_params[] = {
    YEE_PARAM_TEXT(yee_run_config, title, YEE_UNSET, "Free text, kept in every output file."),
    YEE_PARAM_REAL(yee_run_config, time, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Time window; this or steps is given."),
    YEE_PARAM_INT(yee_run_config, steps, YEE_UNSET, 1, 1e15,
                  "Number of time steps; this or time is given."),
    YEE_PARAM_REAL(yee_run_config, courant, NULL, "0.99", YEE_POSITIVE, 10,
                   "Time step as a fraction of the scheme's stability limit; at most 1, but "
                   "where unsafe is set."),
    YEE_PARAM_CHOICE(yee_run_config, precision, "f32", "f32|f64",
                     "Numbers of the fields: 32 or 64 bits."),
    YEE_PARAM_INT(yee_run_config, threads, "0", 0, 65536,
                  "Threads of a CPU scheme; 0: as many as the machine has."),
    YEE_PARAM_TEXT(
        yee_run_config, scheme, "auto",
        "Update scheme, or auto: $YEE_SCHEME if it is set, else the fastest one that "
        "this machine has."),
    YEE_PARAM_TEXT(yee_run_config, output, YEE_UNSET,
                   "Main output file; by default <model>.h5 in the working directory."),
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
    YEE_PARAM_TEXT(
        yee_run_config, stop_probe, YEE_UNSET,
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
    YEE_PARAM_BOOL(yee_run_config, strict, "no", "Warnings of the self-test refuse the run."),
    YEE_PARAM_END,
};

const yee_param yee_material_params[] = {
    YEE_PARAM_TEXTS(yee_material_config, add, YEE_UNSET,
                    "Other materials whose poles and conductivities are added to this one."),
    YEE_PARAM_END,
};

const yee_param yee_shape_params[] = {
    YEE_PARAM_TEXT(
        yee_shape_config, material, YEE_UNSET,
        "What the object is made of: a [material.NAME], or vacuum, pec, pmc. Required "
        "unless the shape brings its materials along."),
    YEE_PARAM_CHOICE(
        yee_shape_config, average, "normal", "normal|lines|cells|no",
        "Medium of the edges around its surface. normal: the surface lies where it is within "
        "cells, 1/eps = n^2 <1/eps> + (1 - n^2)/<eps> by fill and the normal's component n "
        "along the edge; lines: there too, media in series along the edge and in parallel "
        "across it; cells: whole cells, those whose middles it holds; no: such cells, and its "
        "own material on every edge they touch. Perfect conductors are of whole cells always."),
    YEE_PARAM_END,
};

const yee_param yee_boundary_params[] = {
    YEE_PARAM_TEXTS(yee_boundary_config, faces, "all",
                    "Faces it closes: all, x, y, z, x-, x+, ...; the narrower word wins."),
    YEE_PARAM_END,
};

const yee_param *yee_kind_params(yee_kind kind)
{
    switch (kind) {
    case YEE_MATERIAL:
        return yee_material_params;
    case YEE_SHAPE:
        return yee_shape_params;
    case YEE_BOUNDARY:
        return yee_boundary_params;
    default:
        return NULL;
    }
}
