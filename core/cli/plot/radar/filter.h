/* core/cli/plot/radar/filter.h: the arithmetic of the processing steps of radargrams.
 *
 * A trace is v[rows], row r at time first + r step; a line is v[traces][rows]. Traces of runs that
 * failed hold NaN; no step takes them into a mean, and they stay as they are. */
#ifndef YEE_CLI_PLOT_FILTER_H
#define YEE_CLI_PLOT_FILTER_H

#include <stdbool.h>
#include <stddef.h>

/* Takes from every sample the value there of the straight line that fits the 2 half + 1 samples
 * around it best, of the fewer at the ends: inside a trace that is the mean of the window. false: no
 * memory, as of the next ones. */
bool radar_dewow(size_t rows, double *v, size_t half);
/* Takes from every trace the mean of the 2 half + 1 traces around it, of the fewer at the ends of
 * the line. half >= traces: the mean of the line. */
bool radar_background(size_t traces, size_t rows, double *v, size_t half);
/* The gain of a band-pass at a frequency f >= 0. Of two corners f0 < f1, that of Butterworth
 * filters of fourth order, 1/sqrt((1 + (f0/f)^8) (1 + (f/f1)^8)), -3 dB at the corners; f0 = 0: a
 * low-pass. Of four: 1 between f1 and f2, 0 outside of f0 to f3, half a period of a cosine between. */
double radar_band_gain(int corners, const double *corner, double f);
/* Multiplies the spectrum of a trace by that gain, without a phase. Beyond its ends the trace is 0. */
bool radar_band(size_t rows, double *v, double step, int corners, const double *corner);
/* Root mean square of the 2 half + 1 samples around each, of the fewer at the ends. */
bool radar_level(size_t rows, const double *v, size_t half, double *level);
/* Automatic gain control: every sample over the level around it, or over `least` where that is
 * larger. */
bool radar_agc(size_t rows, double *v, size_t half, double least);
/* Multiplies by (t/end)^power; by 0 up to time zero. */
void radar_power_gain(size_t rows, double *v, double first, double step, double power,
                      double end);
/* Multiplies by exp(rate t). */
void radar_exponential_gain(size_t rows, double *v, double first, double step, double rate);

/* Where the antennas of a trace are, m: `along` the line and `across` it from one to the other. */
typedef struct radar_antennas {
    double along, across;
} radar_antennas;
/* Time of an echo from a plane at a depth (m) below the antennas: sqrt(4 d^2 + s^2)/v, with s the
 * distance of the antennas; 2 d/v of a single one. */
double radar_time(double depth, double velocity, radar_antennas a);
/* The depth from which an echo has that time; NaN: from none. */
double radar_depth(double time, double velocity, radar_antennas a);
/* Time of the echo of a cylinder across the line, or of a point (radius 0), whose top is at a depth,
 * so far along the line from the middle of the antennas: (R1 + R2 - 2 r)/v with the ways R1 and R2 to
 * its axis, which is 2 sqrt(d^2 + x^2)/v of a point and a single antenna. Of one antenna that is exact
 * for a cylinder (S. Shihab and W. Al-Nuaimy, Subsurf. Sens. Technol. Appl. 6 (2005) 17); with two,
 * s apart, it takes the ray to the axis for that by the surface, which above the cylinder is longer
 * by r s^2/(4 d (d + r)). */
double radar_hyperbola(double x, double depth, double radius, double velocity,
                       radar_antennas a);

#endif
