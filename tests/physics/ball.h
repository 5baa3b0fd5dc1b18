/* tests/physics/ball.h: a ball of a medium in a plane wave, with closed flux boxes.
 *
 * The ball lies in a total-field box; one flux box around it in the total field, whose power is
 * what the ball absorbs, with the sign turned, and one in the scattered field around both.
 * Powers become efficiencies by the waveform's own spectrum W(f): the wave brings 2 |W|^2/eta0
 * pi a^2, J/Hz. */
#ifndef YEE_TESTS_BALL_H
#define YEE_TESTS_BALL_H

#include "interface.h"
#include <hdf5.h>
#include <unistd.h>

typedef struct ball {
    const char *material; /* the lines of [material.m] */
    int radius;           /* cells */
    double size;          /* m: the radius */
    double record;        /* s */
    int count;
    const double *frequency;      /* Hz, shape [count] */
    const char *waveform;         /* the lines of [waveform.w] */
    double (*spectrum)(double f); /* its |W|, s */
} ball;

static inline void ball_power(const char *path, const char *name, double *power)
{
    const hid_t h = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(h, name, 0);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, power), 0);
    H5Dclose(set);
    H5Fclose(h);
}

/* Efficiencies, shape [count]. */
static inline void ball_run(const ball *b, double *scattered, double *absorbed)
{
    char path[] = "/tmp/yee_ball_XXXXXX", list[1024];
    const int file = mkstemp(path), half = b->radius + 17;
    const double h = b->size / b->radius;
    int length = 0;
    ck_assert_int_ge(file, 0);
    close(file);
    for (int n = 0; n < b->count; n++)
        length += snprintf(list + length, sizeof list - (size_t)length, "%s%.17g",
                           n ? ", " : "", b->frequency[n]);
    char *box[3];
    for (int n = 0; n < 3; n++) {
        const double r = h * (b->radius + 2 * (n + 1));
        box[n] = trace_text("from = %.17g, %.17g, %.17g m\nto = %.17g, %.17g, %.17g m\n", -r,
                            -r, -r, r, r, r);
    }
    char *ini = trace_text(
        "[grid]\ncells = %d, %d, %d\nspacing = %.17g m\norigin = %.17g, %.17g, %.17g m\n"
        "[run]\ntime = %.17g s\noutput = %s\nforce = yes\n[boundary.open]\ntype = cpml\n"
        "[material.m]\n%s[shape.ball]\ntype = sphere\ncenter = 0, 0, 0 m\nradius = %.17g m\n"
        "material = m\n%s[waveform.w]\n%s"
        "[source.s]\ntype = plane_wave\n%sdirection = z\npolarization = x\nwaveform = w\n"
        "[output.in]\ntype = flux\nfields = no\n%sfrequencies = %s Hz\n"
        "[output.out]\ntype = flux\nfields = no\n%sfrequencies = %s Hz\n",
        2 * half, 2 * half, 2 * half, h, -half * h, -half * h, -half * h, b->record, path,
        b->material, b->size, interface_average(), b->waveform, box[1], box[0], list, box[2],
        list);
    yee_model *model = trace_model(ini);
    yee_simulation *simulation;
    TRACE_OK(yee_simulation_plan(model, &simulation));
    TRACE_OK(yee_simulation_run(
        simulation, short_steps(model->problem.steps, 0, pow(2 * half, 3)), NULL, NULL));
    TRACE_OK(yee_simulation_finish(simulation));
    yee_simulation_free(simulation);
    yee_model_free(model);
    ball_power(path, "/flux/in/power", absorbed);
    ball_power(path, "/flux/out/power", scattered);
    unlink(path);
    for (int n = 0; n < b->count; n++) {
        const double w = b->spectrum(b->frequency[n]);
        const double wave = 2 * w * w / YEE_ETA0 * YEE_PI * b->size * b->size;
        scattered[n] /= wave;
        absorbed[n] /= -wave;
    }
    for (int n = 0; n < 3; n++)
        free(box[n]);
    free(ini);
}

#endif
