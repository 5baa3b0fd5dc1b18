/* plugins/importers/gprmax/outputs.c: snapshots, views and written objects. */
#include "gprmax.h"
#include <math.h>
#include <string.h>

/* Corners and strides of a snapshot or a view. */
static yee_status region(gm *m, const gm_command *c, int64_t lo[3], int64_t hi[3],
                         int64_t step[3])
{
    static const char *const what[3] = {"dx", "dy", "dz"};
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++) {
        if (lo[a] >= hi[a])
            status = gm_fail(m, c,
                             "no cell lies between %s and %s m along %c; the lower corner "
                             "comes first",
                             c->word[a], c->word[a + 3], "xyz"[a]);
        if (!status)
            status = gm_anywhere(m, c, 6 + a, a, what[a], &step[a]);
        if (!status && step[a] < 1)
            status = gm_fail(m, c, "%s = %s m is no cell; one or more are needed", what[a],
                             c->word[6 + a]);
    }
    return status;
}

/* "from = ...\nto = ...\n" of nodes. */
static const char *between(gm *m, const int64_t lo[3], const int64_t hi[3])
{
    const double a[3] = {(double)lo[0], (double)lo[1], (double)lo[2]};
    const double b[3] = {(double)hi[0], (double)hi[1], (double)hi[2]};
    const char *from = gm_point(m, a), *to = gm_point(m, b);
    return from && to ? gm_format(m, "from = %s\nto = %s\n", from, to) : NULL;
}

/* A file's name without the ending that it may have; the outputs give it their own. */
static const char *plain_name(gm *m, const char *file)
{
    static const char *const ending[] = {".vti", ".vtp", ".vtkhdf", ".h5", ".hdf5"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && dot > file && i < sizeof ending / sizeof *ending; i++)
        if (gm_same(dot, ending[i])) {
            const char *cut = gm_format(m, "%.*s", (int)(dot - file), file);
            return cut ? cut : file;
        }
    return file;
}

/* The state before iteration N is the one after N - 1 steps. */
yee_status gm_snapshot(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3], step[3], number;
    yee_status status = region(m, c, lo, hi, step);
    if (!status && gm_is_whole(c->word[9])) {
        status = gm_whole(m, c, 9, "the iteration", &number);
    } else if (!status) {
        double time;
        status = gm_real(m, c, 9, "the time", &time);
        if (!status && !(time >= 0 && time / m->dt < 1e15))
            status = gm_fail(m, c, "the time = %s s; 0 or more is needed", c->word[9]);
        number = status ? 0 : gm_round(time, m->dt) + 1;
    }
    if (!status && (number < 1 || number > m->iterations))
        status = gm_fail(m, c, "'%s' is iteration %lld; there are 1 to %lld", c->word[9],
                         (long long)number, (long long)m->iterations);
    if (status)
        return status;
    if (number == 1) {
        gm_say(m, YEE_WARNING, c, "before the first step all fields are 0; it is left out");
        return YEE_OK;
    }
    const char *name = gm_section(m, "output", plain_name(m, c->word[10]));
    const char *where = between(m, lo, hi);
    const char *form = m->config->snapshots == 2           ? "form = h5\n"
                       : m->config->record == GM_RECORD_V4 ? "form = vtkhdf\n"
                                                           : "";
    const char *when =
        m->config->snapshots
            ? gm_format(m, "%sstep = %lld", form, (long long)number - 1)
            : gm_format(m, "components = all\ntimes = %.17g s", (double)(number - 1) * m->dt);
    status = name && where && when ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status ? status
                  : gm_emit(m, GM_TEXT_OUTPUTS, c,
                            "[output.%s]\ntype = %s\n%sstride = %lld, %lld, %lld\n%s\n", name,
                            m->config->snapshots ? "gprmax_snapshot" : "snapshot", where,
                            (long long)step[0], (long long)step[1], (long long)step[2], when);
}

yee_status gm_view(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3], step[3];
    yee_status status = region(m, c, lo, hi, step);
    if (!status && !gm_same(c->word[10], "n") && !gm_same(c->word[10], "f"))
        status = gm_fail(m, c, "'%s' is neither n nor f", c->word[10]);
    if (status)
        return status;
    const bool edges = gm_same(c->word[10], "f");
    if (edges && step[0] * step[1] * step[2] != 1)
        return gm_fail(
            m, c, "a view of edges (f) has all of them: %s %s %s m are not the grid's steps",
            c->word[6], c->word[7], c->word[8]);
    const char *name = gm_section(m, "output", plain_name(m, c->word[9]));
    const char *where = between(m, lo, hi);
    const char *marks = name ? gm_marks(m, name) : NULL;
    status = name && where && marks ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status
               ? status
               : gm_emit(
                     m, GM_TEXT_OUTPUTS, c,
                     "[output.%s]\ntype = gprmax_view\n%s%sstride = %lld, %lld, %lld\n%s", name,
                     edges                               ? "show = edges\n"
                     : m->config->record == GM_RECORD_V4 ? "form = vtkhdf\n"
                                                         : "",
                     where, (long long)step[0], (long long)step[1], (long long)step[2], marks);
}

yee_status gm_objects_write(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3];
    yee_status status = gm_node(m, c, 0, lo);
    if (!status)
        status = gm_node(m, c, 3, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] >= hi[a])
            status = gm_fail(m, c,
                             "no cell lies between %s and %s m along %c; the lower corner "
                             "comes first",
                             c->word[a], c->word[a + 3], "xyz"[a]);
    const char *name = status ? NULL : gm_section(m, "output", plain_name(m, c->word[6]));
    const char *where = status ? NULL : between(m, lo, hi);
    if (!status)
        status = name && where ? gm_emit_comment(m, GM_TEXT_OUTPUTS, c) : YEE_MEMORY;
    return status ? status
                  : gm_emit(m, GM_TEXT_OUTPUTS, c, "[output.%s]\ntype = gprmax_objects\n%s",
                            name, where);
}
