/* core/selftest/outputs.c: what outputs ask for, against layers, the band of the sources and
 * the disk. */
#include "base/units.h"
#include "cost.h"
#include "model/sample_interval.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

/* The layer that holds all of a box, -1: none. */
static int layer_of_box(const yee_grid *g, const yee_tap *tap)
{
    const int64_t last[3] = {tap->hi[0] - 1, tap->hi[1] - 1, tap->hi[2] - 1};
    for (int a = 0; a < 3; a++) {
        int64_t near[3], far[3];
        for (int b = 0; b < 3; b++) /* elsewhere in the middle, so that only this axis counts */
            near[b] = far[b] = b == a ? 0 : g->axis[b].cells / 2;
        near[a] = tap->lo[a];
        far[a] = last[a];
        const int face = yee_grid_layer(g, tap->component, near);
        if (face / 2 == a && face >= 0 && face == yee_grid_layer(g, tap->component, far))
            return face;
    }
    return -1;
}

/* How many of the points lie in layers; *face: one of these. */
static int64_t points_in_layers(const yee_grid *g, const yee_tap *tap, int *face)
{
    int64_t count = 0;
    for (int64_t i = 0; i < tap->count; i++) {
        const int64_t *e = g->extent[tap->point_component[i]], at = tap->point_index[i];
        const int64_t i3[3] = {at / (e[1] * e[2]), at / e[2] % e[1], at % e[2]};
        const int in = yee_grid_layer(g, tap->point_component[i], i3);
        *face = in >= 0 ? in : *face;
        count += in >= 0;
    }
    return count;
}

/* Fields in a layer are stretched ones that fade: no field of open space. */
static yee_status check_place(yee_model *m, const char *subject, const yee_tap *tap)
{
    const yee_grid *g = &m->problem.grid;
    int face = -1;
    int64_t in = 0, of = 0;
    if (tap->kind == YEE_TAP_POINTS) {
        in = points_in_layers(g, tap, &face);
        of = tap->count;
    } else if (tap->kind == YEE_TAP_BOX || tap->kind == YEE_TAP_DFT) {
        face = layer_of_box(g, tap);
        in = of = face >= 0;
    }
    if (!in)
        return YEE_OK;
    return yee_finding_note(m, in == of ? YEE_WARNING : YEE_INFO, subject,
                            "%s in an absorbing layer (%s), where fields fade; move it inwards",
                            in == of ? "it lies" : "some of its points lie",
                            yee_face_name[face]);
}

/* Whether E at a point stays 0: within a perfect conductor, or on a wall that is one. */
static bool stays_zero(const yee_problem *p, int c, int64_t index)
{
    const yee_grid *g = &p->grid;
    const int64_t *e = g->extent[c];
    const int64_t i[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    for (int a = 0; a < 3; a++)
        if (i[a] < g->begin[c][a] || i[a] >= g->end[c][a])
            return true;
    const uint32_t id = yee_problem_medium(p, c, index);
    return id != YEE_NO_ANSWER && p->medium[id].conductor != YEE_NOT_CONDUCTOR;
}

/* Some components of a probe at a plate are 0 as they should be: all of them are a mistake. */
static yee_status check_dead(yee_model *m, const char *subject, const yee_tap *tap)
{
    int64_t electric = 0, dead = 0;
    for (int64_t i = 0; tap->kind == YEE_TAP_POINTS && i < tap->count; i++)
        if (yee_is_electric(tap->point_component[i])) {
            electric++;
            dead += stays_zero(&m->problem, tap->point_component[i], tap->point_index[i]);
        }
    if (!dead || dead < electric)
        return YEE_OK;
    return yee_finding_note(m, YEE_WARNING, subject,
                            "every E that it records stays 0: it lies in a perfect conductor, "
                            "or along a wall that is one; move it out");
}

/* 0 Hz does not count: a transform is a sum there, which is often asked for with others. */
static yee_status check_band(yee_model *m, const char *subject, const yee_tap *tap)
{
    double begin = 0, lowest = INFINITY, highest = 0;
    const double edge = tap->kind == YEE_TAP_DFT ? yee_sample_interval_edge(m, &begin) : 0;
    for (int64_t n = 0; edge > 0 && n < tap->frequencies; n++) {
        const double f = tap->frequency[n];
        highest = fmax(highest, f);
        lowest = f > 0 ? fmin(lowest, f) : lowest;
    }
    yee_status status = YEE_OK;
    if (highest > edge)
        status =
            yee_finding_note(m, YEE_WARNING, subject,
                             "asks for frequencies up to %s; the sources have none beyond %s, "
                             "what is written there is rounding",
                             yee_units_si(highest, "Hz").text, yee_units_si(edge, "Hz").text);
    if (!status && lowest < begin)
        status =
            yee_finding_note(m, YEE_WARNING, subject,
                             "asks for frequencies down to %s; the sources have none below %s, "
                             "what is written there is rounding",
                             yee_units_si(lowest, "Hz").text, yee_units_si(begin, "Hz").text);
    return status;
}

/* A record of a probe or port is a signal: what is faster than half of its rate is folded. */
static yee_status check_interval(yee_model *m, const char *subject, const yee_tap *tap)
{
    const bool signal = tap->kind == YEE_TAP_POINTS || tap->kind == YEE_TAP_PORT;
    const double dt = m->problem.grid.dt, highest = m->band[1];
    const double half = 0.5 / ((double)tap->every * dt);
    if (!signal || tap->every < 2 || !(highest > half))
        return YEE_OK;
    char often[64] = "record every step";
    const double most = floor(0.5 / (highest * dt));
    if (most > 1)
        snprintf(often, sizeof often, "record every %g steps or more often", most);
    return yee_finding_note(
        m, YEE_WARNING, subject,
        "every %lld steps are %s between records, which tell frequencies up to %s; the sources "
        "play up to %s, and what is above is folded onto lower ones: %s",
        (long long)tap->every, yee_units_si((double)tap->every * dt, "s").text,
        yee_units_si(half, "Hz").text, yee_units_si(highest, "Hz").text, often);
}

/* A wrong unit of time may ask for a thousand disks. */
static yee_status check_disk(yee_model *m)
{
    const char *path = m->run.output ? m->run.output : "", *slash = strrchr(path, '/');
    const char *folder =
        slash ? yee_arena_format(m->arena, "%.*s", (int)(slash - path + 1), path) : ".";
    struct statvfs disk;
    yee_need need;
    yee_need_count(&m->problem, yee_voxels_points(m->voxels), &need);
    if (!folder || statvfs(folder, &disk))
        return YEE_OK; /* what is wrong with the folder is said where it is used */
    const double available = (double)disk.f_bavail * (double)disk.f_frsize;
    if (need.disk <= available)
        return YEE_OK;
    return yee_finding_note(
        m, YEE_WARNING, "disk",
        "the records take up to %s and %s are free in %s; record less often, or a part",
        yee_units_bytes(need.disk).text, yee_units_bytes(available).text, folder);
}

yee_status yee_selftest_outputs(yee_model *m)
{
    yee_status status = YEE_OK;
    for (int64_t i = 0; !status && i < m->taps.count; i++) {
        const yee_tap *tap = &m->taps.tap[i];
        const char *subject = m->taps.owner[i].output->place.block;
        if (!(status = check_place(m, subject, tap)))
            status = check_dead(m, subject, tap);
        if (!status)
            status = check_band(m, subject, tap);
        if (!status)
            status = check_interval(m, subject, tap);
    }
    return status ? status : check_disk(m);
}
