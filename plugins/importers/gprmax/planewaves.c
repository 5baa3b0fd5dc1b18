/* plugins/importers/gprmax/planewaves.c: plane waves in a total-field box.
 *
 * The wave goes to (sin t cos p, sin t sin p, cos t) with E along (cos s sin p - sin s cos t cos p,
 * -cos s cos p - sin s cos t sin p, sin s sin t), for theta t, phi p and psi s (A. Taflove and
 * S. Hagness, Computational Electrodynamics, 3rd ed., section 5.8.1): -cos s phi' - sin s theta' of
 * the unit vectors, which `plane_wave` calls psi = 270 degrees - s. Its medium is that of the box. */
#include "gprmax.h"
#include <math.h>

/* Writes the source, with angles in degrees; the waveform is the word `name`. */
static yee_status wave(gm *m, const gm_command *c, const double angle[3], int name, int start)
{
    int64_t lo[3], hi[3];
    const char *played, *section = gm_section(m, "source", "plane_wave");
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] >= hi[a])
            status =
                gm_fail(m, c,
                        "no cell lies between %s and %s m along %c; the lower corner comes "
                        "first",
                        c->word[a], c->word[a + 3], "xyz"[a]);
    if (!status)
        status = gm_play(m, c, name, start, 0, &played);
    const double from[3] = {(double)lo[0], (double)lo[1], (double)lo[2]};
    const double to[3] = {(double)hi[0], (double)hi[1], (double)hi[2]};
    const char *a = status ? NULL : gm_point(m, from), *b = a ? gm_point(m, to) : NULL;
    if (status || !section || !b)
        return status ? status : YEE_MEMORY;
    status = gm_emit_comment(m, GM_TEXT_SOURCES, c);
    return status
               ? status
               : gm_emit(
                     m, GM_TEXT_SOURCES, c,
                     "[source.%s]\ntype = plane_wave\nfrom = %s\nto = %s\ntheta = %.12g deg\n"
                     "phi = %.12g deg\npsi = %.12g deg\namplitude = 1 V/m\nwaveform = %s\n",
                     section, a, b, angle[0], angle[1], 270 - angle[2], played);
}

/* The medium is told by what is painted; its name must be one all the same. */
static yee_status check_medium(gm *m, const gm_command *c, int word)
{
    return c->count <= word || gm_material_of(m, c->word[word])
               ? YEE_OK
               : gm_unknown_material(m, c, c->word[word]);
}

static yee_status angles(gm *m, const gm_command *c, int theta, int phi, int psi,
                         double angle[3])
{
    yee_status status = gm_real(m, c, theta, "theta", &angle[0]);
    if (!status)
        status = gm_real(m, c, phi, "phi", &angle[1]);
    return status ? status : gm_real(m, c, psi, "psi", &angle[2]);
}

yee_status gm_wave_angles(gm *m, const gm_command *c)
{
    double angle[3];
    yee_status status = angles(m, c, 6, 7, 8, angle);
    if (!status)
        status = check_medium(m, c, 10);
    return status ? status : wave(m, c, angle, 9, 11);
}

yee_status gm_wave_discrete(gm *m, const gm_command *c)
{
    double angle[3];
    const yee_status status = angles(m, c, 8, 7, 6, angle);
    return status ? status : wave(m, c, angle, 9, 10);
}

/* Whole numbers of cells along each axis, across which the phase is one: k is along m/d. */
yee_status gm_wave_vector(gm *m, const gm_command *c)
{
    static const char *const what[3] = {"mx", "my", "mz"};
    double angle[3], k[3];
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        int64_t whole = 0;
        status = gm_whole(m, c, 6 + a, what[a], &whole);
        k[a] = (double)whole / m->d[a];
    }
    if (!status)
        status = gm_real(m, c, 9, "psi", &angle[2]);
    if (!status)
        status = check_medium(m, c, 11);
    if (status)
        return status;
    if (k[0] == 0 && k[1] == 0 && k[2] == 0)
        return gm_fail(m, c, "mx, my and mz are 0; one must not be");
    angle[0] = atan2(hypot(k[0], k[1]), k[2]) * 180 / YEE_PI;
    angle[1] = atan2(k[1], k[0]) * 180 / YEE_PI;
    return wave(m, c, angle, 10, 12);
}

/* psi and axis stand in this order in what gprMax 4 reads, in the other one in some of its pages. */
yee_status gm_wave_axial(gm *m, const gm_command *c)
{
    static const double along[3][2] = {{90, 0}, {90, 90}, {0, 0}};
    const bool turned = c->word[6][0] && !c->word[6][1] && !gm_is_whole(c->word[6]);
    double angle[3];
    int axis;
    yee_status status = gm_axis(m, c, turned ? 6 : 7, &axis);
    if (!status)
        status = gm_real(m, c, turned ? 7 : 6, "psi", &angle[2]);
    if (status)
        return status;
    angle[0] = along[axis][0];
    angle[1] = along[axis][1];
    return wave(m, c, angle, 8, 9);
}
