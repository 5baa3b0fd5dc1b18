/* plugins/importers/gprmax/general.c: title, grid, time step, time window, traces. */
#include "gprmax.h"
#include <math.h>
#include <string.h>

/* Whether bytes above 127 are those of UTF-8, two to four that belong together. */
static bool is_utf8(const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int more = *s < 0x80 ? 0 : *s >= 0xC2 && *s < 0xE0 ? 1 : *s < 0xF0 ? 2 : 3;
        if ((*s >= 0x80 && *s < 0xC2) || *s > 0xF4)
            return false;
        for (s++; more; more--, s++)
            if ((*s & 0xC0) != 0x80)
                return false;
    }
    return true;
}

/* A title is read whatever its bytes: others than UTF-8 are mostly Latin-1. */
yee_status gm_title(gm *m, const gm_command *c)
{
    enum { LONGEST = 3900 }; /* bytes, as a value of a key can have */
    const bool utf8 = is_utf8(c->text), quotes = strchr(c->text, '"') && strchr(c->text, '\'');
    char *text = m->host->alloc(m->host, 2 * strlen(c->text) + 1), *to = text;
    if (!text)
        return gm_no_memory(m);
    for (const char *s = c->text; *s; s++) {
        const unsigned char byte = (unsigned char)*s;
        if (!utf8 && byte >= 0x80)
            *to++ = (char)(0xC0 | byte >> 6);
        *to++ = (char)(!utf8 && byte >= 0x80 ? 0x80 | (byte & 0x3F)
                       : quotes && *s == '"' ? '\''
                                             : byte);
    }
    *to = 0;
    if (!utf8)
        gm_say(m, YEE_WARNING, c, "it is no UTF-8 text; it is taken as Latin-1");
    if (to - text > LONGEST) {
        gm_say(m, YEE_WARNING, c, "it has %td bytes, of which the first %d are kept", to - text,
               LONGEST);
        for (to = text + LONGEST; ((unsigned char)*to & 0xC0) == 0x80; to--)
            ;
        *to = 0;
    }
    m->title = text;
    m->title_command = c;
    return YEE_OK;
}

/* #messages: yee has --quiet. */
yee_status gm_ignored(gm *m, const gm_command *c)
{
    return gm_same(c->word[0], "y") || gm_same(c->word[0], "n")
               ? YEE_OK
               : gm_fail(m, c, "'%s' is neither y nor n", c->word[0]);
}

/* Threads follow from the machine in yee; [run] threads says how many where it matters. */
yee_status gm_threads(gm *m, const gm_command *c)
{
    int64_t threads;
    const yee_status status = gm_whole(m, c, 0, "the number of threads", &threads);
    if (!status && threads < 1)
        return gm_fail(m, c, "%lld threads are too few; 1 or more are needed",
                       (long long)threads);
    return status;
}

yee_status gm_output_dir(gm *m, const gm_command *c)
{
    m->output_dir = c->text;
    return YEE_OK;
}

yee_status gm_dx_dy_dz(gm *m, const gm_command *c)
{
    static const char *const what[3] = {"dx", "dy", "dz"};
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        status = gm_real(m, c, a, what[a], &m->d[a]);
        if (!status && !(m->d[a] > 0))
            status = gm_fail(m, c, "%s = %g m; it must be greater than 0", what[a], m->d[a]);
    }
    return status;
}

enum { MOST_CELLS = 1000000000 }; /* along an axis: products of two indices are in range */

/* #domain_mode; the axis is that of "inf" in #domain. */
yee_status gm_domain_mode(gm *m, const gm_command *c)
{
    m->mode = gm_same(c->word[0], "3D") ? NULL : c;
    m->te = gm_same(c->word[0], "TE");
    return m->mode && !m->te && !gm_same(c->word[0], "TM")
               ? gm_fail(m, c, "'%s' is neither TM, TE nor 3D", c->word[0])
               : YEE_OK;
}

/* The axis of "inf" is one cell, and so may be another by its length: the first one is that along
 * which nothing varies. */
static yee_status find_invariant(gm *m, const gm_command *c, int endless)
{
    m->invariant = -1;
    for (int a = 2; a >= 0; a--)
        m->invariant = m->n[a] == 1 ? a : m->invariant;
    m->invariant = endless >= 0 ? endless : m->invariant;
    if (m->mode && endless < 0)
        return gm_fail(m, c, "#domain_mode: %s needs 'inf' along the axis where nothing varies",
                       m->mode->word[0]);
    return YEE_OK;
}

yee_status gm_domain(gm *m, const gm_command *c)
{
    static const char *const what[3] = {"Lx", "Ly", "Lz"};
    double inverse = 0;
    int endless = -1;
    for (int a = 0; a < 3; a++) {
        if (gm_same(c->word[a], "inf") && endless >= 0)
            return gm_fail(m, c, "is 'inf' along %c and %c; nothing varies along one axis",
                           "xyz"[endless], "xyz"[a]);
        if (gm_same(c->word[a], "inf")) {
            endless = a;
            m->n[a] = 1;
            continue;
        }
        const yee_status status = gm_anywhere(m, c, a, a, what[a], &m->n[a]);
        if (status)
            return status;
        if (m->n[a] < 1)
            return gm_fail(m, c, "%s = %s m is no cell of %g m; one or more are needed",
                           what[a], c->word[a], m->d[a]);
        if (m->n[a] > MOST_CELLS)
            return gm_fail(m, c, "%s = %s m is %lld cells of %g m; at most %d are possible",
                           what[a], c->word[a], (long long)m->n[a], m->d[a], MOST_CELLS);
    }
    const yee_status status = find_invariant(m, c, endless);
    for (int a = 0; a < 3; a++)
        inverse += a == m->invariant ? 0 : 1 / (m->d[a] * m->d[a]);
    m->dt = 1 / (YEE_C0 * sqrt(inverse));
    return status;
}

/* yee has the means along the field, 1/mu. */
yee_status gm_magnetic_averaging(gm *m, const gm_command *c)
{
    if (gm_same(c->word[0], "harmonic"))
        return YEE_OK;
    return gm_same(c->word[0], "arithmetic")
               ? gm_decline(
                     m, c,
                     "mu is averaged along the field, as gprMax 4 does by default; take it "
                     "out")
               : gm_fail(m, c, "'%s' is neither harmonic nor arithmetic", c->word[0]);
}

yee_status gm_dispersive_averaging(gm *m, const gm_command *c)
{
    m->dispersive_means = gm_same(c->word[0], "y");
    return m->dispersive_means || gm_same(c->word[0], "n")
               ? YEE_OK
               : gm_fail(m, c, "'%s' is neither y nor n", c->word[0]);
}

yee_status gm_stability(gm *m, const gm_command *c)
{
    yee_status status = gm_real(m, c, 0, "the factor", &m->factor);
    if (!status && !(m->factor > 0 && m->factor <= 1))
        status = gm_fail(m, c, "the factor %g is out of range; it is above 0 and at most 1",
                         m->factor);
    return status;
}

static const double MOST_STEPS = 1e10; /* of a time in s, which more rarely is */

/* gprMax stores the state before each iteration: N of them see N - 1 steps. */
yee_status gm_time_window(gm *m, const gm_command *c)
{
    yee_status status = YEE_OK;
    m->dt *= m->factor;
    m->window = c;
    if (gm_is_whole(c->word[0])) {
        status = gm_whole(m, c, 0, "the number of iterations", &m->iterations);
    } else {
        double time;
        status = gm_real(m, c, 0, "the time", &time);
        if (!status && !(time > 0 && time / m->dt < MOST_STEPS))
            return gm_fail(m, c,
                           "%g s are %g steps of %g s; a time above 0, of fewer than %g steps, "
                           "is needed (a whole number without a point or an exponent counts "
                           "iterations)",
                           time, time / m->dt, m->dt, MOST_STEPS);
        m->iterations = status ? 0 : (int64_t)ceil(time / m->dt) + 1;
    }
    if (!status && m->iterations == 1) {
        gm_say(m, YEE_WARNING, c,
               "one iteration sees the state before the first step; one step is done");
        m->iterations = 2;
    }
    if (!status && m->iterations < 2)
        status = gm_fail(m, c,
                         "%s is %lld iterations; one or more are needed (a whole number "
                         "counts iterations, one with a point or an exponent is a time "
                         "in s)",
                         c->word[0], (long long)m->iterations);
    return status;
}

static yee_status steps(gm *m, const gm_command *c, int64_t cells[3])
{
    static const char *const what[3] = {"dx", "dy", "dz"};
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++)
        status = gm_anywhere(m, c, a, a, what[a], &cells[a]);
    if (!status && !m->config->trace && m->config->traces == 1)
        gm_say(m, YEE_INFO, c,
               "this is the first trace; `yee sweep --traces N` runs N of them, and "
               "--set importer.gprmax.trace=N takes the Nth");
    return status;
}

yee_status gm_src_steps(gm *m, const gm_command *c) { return steps(m, c, m->source_step); }

yee_status gm_rx_steps(gm *m, const gm_command *c) { return steps(m, c, m->receiver_step); }

/* The main file where it is not what yee takes by default: <folder>/<input><trace>.h5. */
static const char *output(gm *m)
{
    const char *slash = strrchr(m->path, '/'), *name = slash ? slash + 1 : m->path;
    const char *dot = strrchr(name, '.');
    const int length = (int)(dot ? dot - name : (long)strlen(name));
    const char *folder = "";
    const bool numbered = m->config->trace > 1 || (m->config->trace && m->config->traces > 1);
    if (!m->output_dir && !numbered)
        return "";
    if (m->output_dir && (*m->output_dir == '/' || !slash))
        folder = gm_format(m, "%s/", m->output_dir);
    else if (m->output_dir)
        folder = gm_format(m, "%.*s/%s/", (int)(slash - m->path), m->path, m->output_dir);
    const char *number = numbered ? gm_format(m, "%lld", (long long)m->config->trace) : "";
    return folder && number ? gm_format(m, "output = \"%s%.*s%s.h5\"\n%s", folder, length, name,
                                        number, m->output_dir ? "make_folder = yes\n" : "")
                            : NULL;
}

yee_status gm_write_head(gm *m)
{
    static const char *const timing[] = {
        "sources at the middle of their steps (timing = exact)",
        "sources half a step late, as in gprMax 3 (timing = gprmax3)",
        "sources as in gprMax 4 (timing = gprmax4)"};
    static const char *const dialect[] = {"gprMax 3 or 4", "", "", "gprMax 3", "gprMax 4"};
    const char *title = m->title && *m->title ? gm_quoted(m, m->title_command, m->title) : "";
    const char *file = output(m);
    const char *step = m->config->step == GM_STEP_YEE
                           ? gm_format(m, "time = %.12g s\ncourant = %.12g\n",
                                       (double)(m->iterations - 1) * m->dt, m->factor)
                           : gm_format(m, "steps = %lld\ntime_step = %.17g s\n",
                                       (long long)m->iterations - 1, m->dt);
    const char *mode = m->invariant < 0 ? ""
                                        : gm_format(m, "invariant = %c\nmode = %s\n",
                                                    "xyz"[m->invariant], m -> te ? "te" : "tm");
    if (!title || !file || !mode || !step)
        return YEE_INPUT;
    if (m->magnetic && m->config->rules == GM_RULES_INTENDED)
        m->host->log(m->host, YEE_INFO,
                     "mu of smoothed objects is averaged along the field, as in gprMax 4; in "
                     "gprMax 3 such means have no effect");
    m->host->log(m->host, YEE_INFO, "read as input of %s", dialect[m->dialect]);
    return gm_emit(m, GM_TEXT_HEAD, m->window,
                   "; A model of %s; %s.\n"
                   "; Stored sample 0 of gprMax is the state before the first step.\n"
                   "[grid]\ncells = %lld, %lld, %lld\nspacing = %.12g, %.12g, %.12g m\n%s"
                   "\n[run]\n%s%s%s%s%s",
                   dialect[m->dialect], timing[m->config->timing], (long long)m->n[0],
                   (long long)m->n[1], (long long)m->n[2], m->d[0], m->d[1], m->d[2], mode,
                   *title ? "title = " : "", title, *title ? "\n" : "", step, file);
}
