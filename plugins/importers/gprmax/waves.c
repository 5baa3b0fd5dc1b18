/* plugins/importers/gprmax/waves.c: waveforms, each as the one of yee's that is the same formula,
 * else as `gprmax`. */
#include "gprmax.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A waveform as amplitude*scale*(2 pi f)^power times one of yee's with its own frequency f*pitch
 * and its middle at delay/f. own NULL: `gprmax` has it. */
typedef struct kind {
    const char *name, *own;
    double scale, power, pitch, delay;
} kind;

static const double root2 = 1.4142135623730951;          /* sqrt(2) */
static const double root_e_inverse = 0.6065306597126334; /* exp(-1/2) */

/* With x = 2 pi f u: the Gaussian is exp(-x^2/2), its derivative -2 pi f x exp(-x^2/2), of peak
 * 2 pi f exp(-1/2); and with y = (pi f u)^2 the second one is -(2 pi f)^2/2 (1 - 2 y) exp(-y),
 * while gaussiandoubleprime is it at sqrt(2) f. */
static const kind *kinds(size_t *count)
{
    static kind all[] = {
        {"gaussian", "gaussian", 1, 0, 1, 1},
        {"gaussiandot", "gaussian_derivative", 0, 1, 1, 1},
        {"gaussianprime", "gaussian_derivative", 0, 1, 1, 1},
        {"gaussiandotnorm", "gaussian_derivative", 1, 0, 1, 1},
        {"gaussiandotdot", "ricker", -0.5, 2, 1, 0},
        {"gaussiandotdotnorm", "ricker", -1, 0, 1, 0},
        {"ricker", "ricker", 1, 0, 1, 0},
        {"gaussiandoubleprime", "ricker", -1, 2, 0, 1},
        {"sine", NULL, 0, 0, 0, 0},
        {"contsine", NULL, 0, 0, 0, 0},
        {"impulse", NULL, 0, 0, 0, 0},
    };
    *count = sizeof all / sizeof *all;
    all[1].scale = all[2].scale = root_e_inverse;
    all[4].delay = all[5].delay = all[6].delay = all[7].pitch = root2;
    return all;
}

static const kind *find_kind(const char *name)
{
    size_t count;
    const kind *all = kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (gm_same(all[i].name, name))
            return &all[i];
    return NULL;
}

static const gm_waveform *find(const gm *m, const char *id)
{
    for (size_t i = 0; i < m->waveform_count; i++)
        if (!strcmp(m->waveform[i].id, id))
            return &m->waveform[i];
    return NULL;
}

static yee_status add(gm *m, const gm_command *c, const gm_waveform *own)
{
    const gm_waveform *twin = find(m, own->id);
    if (twin)
        return gm_fail(m, c, "there is a waveform '%s' already, in line %lld", own->id,
                       (long long)twin->command->line);
    gm_waveform *place = GM_ADD(m, waveform);
    if (!place)
        return YEE_MEMORY;
    *place = *own;
    return YEE_OK;
}

yee_status gm_waveform_add(gm *m, const gm_command *c)
{
    gm_waveform own = {.id = c->word[3], .command = c};
    const kind *k = find_kind(c->word[0]);
    if (gm_same(c->word[0], "gauspulse") || gm_same(c->word[0], "user")) {
        const char *why = gm_format(
            m, "'%s' is not read; give an #excitation_file with its values", c->word[0]);
        return why ? gm_decline(m, c, why) : YEE_MEMORY;
    }
    if (!k)
        return gm_fail(m, c,
                       "'%s' is no waveform; gaussian, gaussiandot, gaussiandotnorm, "
                       "gaussiandotdot, gaussiandotdotnorm, gaussianprime, "
                       "gaussiandoubleprime, ricker, sine, contsine and impulse are",
                       c->word[0]);
    own.kind = k->name;
    yee_status status = gm_real(m, c, 1, "the amplitude", &own.amplitude);
    if (!status)
        status = gm_real(m, c, 2, "the frequency", &own.frequency);
    if (!status && !(own.frequency > 0))
        status = gm_fail(m, c, "the frequency = %s Hz; it must be greater than 0", c->word[2]);
    return status ? status : add(m, c, &own);
}

/* The ids are the words of the first line; a first one "time" has the times. */
yee_status gm_excitation(gm *m, const gm_command *c)
{
    char line[4096];
    const char *slash = strrchr(m->path, '/');
    const char *path = c->word[0];
    if (c->count > 1 && !gm_same(c->word[1], "linear"))
        return gm_decline(m, c,
                          "values are interpolated by straight lines here; write linear, or "
                          "a table with closer values");
    FILE *file = fopen(path, "r");
    if (!file && *path != '/' && slash) {
        path = gm_format(m, "%.*s/%s", (int)(slash - m->path), m->path, path);
        file = path ? fopen(path, "r") : NULL;
    }
    if (!file)
        return gm_fail(m, c, "%s cannot be read: %s", c->word[0], strerror(errno));
    const char *got = fgets(line, sizeof line, file);
    fclose(file);
    char *full = got ? realpath(path, NULL) : NULL;
    path = full ? gm_format(m, "%s", full) : NULL;
    free(full);
    if (!path)
        return gm_fail(m, c, "%s has no line with ids", c->word[0]);
    yee_status status = YEE_OK;
    bool times = false;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word && !status;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        const char *id = gm_format(m, "%s", word);
        if (!id)
            return YEE_MEMORY;
        if (word == line + strspn(line, " \t") && gm_same(word, "time")) {
            times = true;
            continue;
        }
        status =
            add(m, c,
                &(gm_waveform){
                    .id = id, .amplitude = 1, .file = path, .with_times = times, .command = c});
    }
    return status;
}

/* The section of one of yee's own pulses. */
static yee_status write_pulse(gm *m, const gm_waveform *w, const kind *k, const gm_played *p)
{
    const double scale = k->scale * w->amplitude * pow(2 * YEE_PI * w->frequency, k->power);
    return gm_emit(m, GM_TEXT_WAVES, w->command,
                   "[waveform.%s]\ntype = %s\nfrequency = %.12g Hz\namplitude = %.12g\n"
                   "delay = %.12g s\n",
                   p->section, k->own, w->frequency * k->pitch, scale,
                   k->delay / w->frequency + p->shift);
}

static yee_status write_other(gm *m, const gm_waveform *w, const gm_played *p)
{
    yee_status status =
        w->file ? gm_emit(m, GM_TEXT_WAVES, w->command,
                          "[waveform.%s]\ntype = gprmax\nkind = file\nfile = \"%s\"\n"
                          "column = \"%s\"\n",
                          p->section, w->file, w->id)
                : gm_emit(m, GM_TEXT_WAVES, w->command,
                          "[waveform.%s]\ntype = gprmax\nkind = %s\nfrequency = %.12g Hz\n"
                          "amplitude = %.12g\n",
                          p->section, w->kind, w->frequency, w->amplitude);
    if (!status && (w->file ? !w->with_times : !strcmp(w->kind, "impulse")))
        status = gm_emit(m, GM_TEXT_WAVES, w->command, "step = %.17g s\n", m->dt);
    if (!status && p->shift != 0)
        status = gm_emit(m, GM_TEXT_WAVES, w->command, "start = %.12g s\n", p->shift);
    if (!status && isfinite(p->stop))
        status = gm_emit(m, GM_TEXT_WAVES, w->command, "stop = %.12g s\n", p->stop);
    return status;
}

static yee_status write_waveform(gm *m, const gm_waveform *w, gm_played *p)
{
    const kind *k = w->kind ? find_kind(w->kind) : NULL;
    p->section = gm_section(m, "waveform", w->id);
    if (!p->section)
        return YEE_MEMORY;
    const yee_status status = gm_emit_comment(m, GM_TEXT_WAVES, w->command);
    if (status)
        return status;
    return k && k->own && !isfinite(p->stop) ? write_pulse(m, w, k, p) : write_other(m, w, p);
}

yee_status gm_play(gm *m, const gm_command *c, int name, int word, double shift,
                   const char **section)
{
    const gm_waveform *w = find(m, c->word[name]);
    const double end = (double)m->iterations * m->dt;
    gm_played own = {.waveform = w, .shift = shift, .stop = INFINITY};
    yee_status status = YEE_OK;
    if (!w)
        return gm_fail(m, c, "there is no waveform '%s'%s%s", c->word[name],
                       m->waveform_count ? "; there is " : "; #waveform defines one",
                       m->waveform_count ? m->waveform[0].id : "");
    if (c->count == word + 1)
        return gm_fail(m, c, "has a start without a stop; it takes %s", c->row->usage);
    if (c->count > word) {
        double start = 0;
        status = gm_real(m, c, word, "the start", &start);
        if (!status)
            status = gm_real(m, c, word + 1, "the stop", &own.stop);
        if (!status && (start < 0 || own.stop < start))
            status = gm_fail(m, c,
                             "start %s s and stop %s s; the start is 0 or more, the stop "
                             "behind it",
                             c->word[word], c->word[word + 1]);
        own.shift += start;
        own.stop = own.stop >= end ? INFINITY : own.stop + shift;
    }
    for (size_t i = 0; i < m->played_count && !status; i++) {
        const gm_played *before = &m->played[i];
        if (before->waveform->id == w->id && before->shift == own.shift &&
            before->stop == own.stop) {
            *section = before->section;
            return YEE_OK;
        }
    }
    if (!status)
        status = write_waveform(m, w, &own);
    gm_played *place = status ? NULL : GM_ADD(m, played);
    if (!place)
        return status ? status : YEE_MEMORY;
    *place = own;
    *section = own.section;
    return YEE_OK;
}
