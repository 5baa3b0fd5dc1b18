/* sources/plane_wave/incident.h: the plane wave of a waveform, in stages and along rays.
 *
 * A waveform is the sum of its frequencies, each with its own k and amplitudes (wave.h), so
 * nothing is left over but rounding. In a conductor a pulse has a tail without end and a
 * spectrum that is singular at 0: there the frequencies lie on omega - j alpha, where both are
 * tame, and e^{alpha t} in the sum undoes the damping.
 *
 * A waveform that goes on, or a tail, has no last moment. Such a wave is taken up to the end of
 * a stage; the next stage, twice as long, begins anew. So what is said of a step does not
 * depend on how many follow: a run made longer begins with the bits of the shorter one. */
#ifndef YEE_PLANE_WAVE_INCIDENT_H
#define YEE_PLANE_WAVE_INCIDENT_H

#include "wave.h"

/* One field component along the ray: value[m] at distance start + m*step behind the origin. */
struct ray {
    yee_signals signals;
    const struct wave *wave;
    double complex *amplitude[WAVE_STAGES]; /* V/m or A/m, shape [count of the stage] */
    double complex *phase[WAVE_STAGES];     /* e^{-j k step}, shape likewise */
    double start, step;                     /* m */
    double offset;                          /* time within a step, in steps */
};

/* Makes the stages of the wave up to the run's end. duration: s, of the run; transit: s, the
 * wave's time through the box. */
yee_status incident_open(const yee_host *host, struct wave *w, const yee_waveform *waveform,
                         const yee_band *band, double duration, double transit);

/* Makes the ray of a component: count values from start (m) on, step (m) apart. */
yee_status incident_ray(const yee_host *host, const struct wave *w, int component, double start,
                        double step, int64_t count, struct ray **ray);

#endif
