/* core/run/passive.c: shares of a power that no passive structure can have: more than all of it,
 * or less than nothing.
 *
 * A record says by attributes what its bounds are. How far beyond them a right record may be
 * follows from what is let pass without a word elsewhere: a field that has fallen by 40 dB
 * (ringing.c) adds the part QUIET = 0.01 of the largest amplitude to a spectrum, at any frequency;
 * a layer that sends so much back does the same. Where the source has the part w of its peak, an
 * amplitude is then right to QUIET/w of it, and a power to twice that. At w = QUIET that is all of
 * it: below, nothing can be said, and nothing is. */
#include "passive.h"

#include "base/grow.h"
#include "base/transform.h"
#include "base/units.h"
#include "files/h5.h"
#include "files/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIET 0.01

/* One record over frequency; w is the amplitude of the source over its peak. */
typedef struct share {
    char *path, *of,
        *way;       /* of: the whole that it is a share of, way: where it goes; or NULL */
    bool amplitude; /* else a power */
    size_t count;
    double *f, *v, *w;
    double low, high; /* NaN: none */
} share;

typedef struct judging {
    const char *file;
    hid_t id;
    void (*say)(void *user, const char *sentence);
    void *user;
    double ringing; /* dB below the peak at the end; NaN: it is not known */
    size_t count, capacity;
    share *share;
} judging;

static void free_share(share *s)
{
    free(s->path);
    free(s->of);
    free(s->way);
    free(s->f);
    free(s->v);
    free(s->w);
    *s = (share){.path = NULL};
}

/* -- reading -- */

static double number(const judging *j, const char *path, const char *name)
{
    double v = NAN;
    const hid_t at = H5Aexists_by_name(j->id, path, name, H5P_DEFAULT) > 0
                         ? H5Aopen_by_name(j->id, path, name, H5P_DEFAULT, H5P_DEFAULT)
                         : -1;
    const hid_t space = at < 0 ? -1 : H5Aget_space(at);
    if (space < 0 || H5Sget_simple_extent_npoints(space) != 1 ||
        H5Aread(at, H5T_NATIVE_DOUBLE, &v) < 0)
        v = NAN;
    yee_h5_close(space);
    yee_h5_close(at);
    return v;
}

static char *text(const judging *j, const char *path, const char *name)
{
    char at[1024];
    return (size_t)snprintf(at, sizeof at, "%s@%s", path, name) < sizeof at
               ? yee_h5_read_text(j->id, at)
               : NULL;
}

/* The numbers of a dataset of one axis, of complex ones their magnitude; to be freed. NULL: it is
 * none. */
static double *read_all(const judging *j, const char *path, size_t *count, bool *complex)
{
    const hid_t set = yee_h5_exists(j->id, path) ? H5Dopen2(j->id, path, H5P_DEFAULT) : -1;
    const hid_t space = set < 0 ? -1 : H5Dget_space(set),
                type = set < 0 ? -1 : H5Dget_type(set);
    const bool flat = space >= 0 && H5Sget_simple_extent_ndims(space) == 1;
    const H5T_class_t kind = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    const hssize_t n = flat ? H5Sget_simple_extent_npoints(space) : 0;
    *complex = kind == H5T_COMPOUND;
    *count = n > 0 ? (size_t)n : 0;
    const hid_t memory = *complex ? yee_h5_complex_type() : H5Tcopy(H5T_NATIVE_DOUBLE);
    double *v = n > 0 && (*complex || kind == H5T_FLOAT || kind == H5T_INTEGER)
                    ? calloc(2 * (size_t)n, sizeof *v)
                    : NULL;
    if (v && H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) < 0) {
        free(v);
        v = NULL;
    }
    for (size_t i = 0; v && *complex && i < *count; i++)
        v[i] = hypot(v[2 * i], v[2 * i + 1]);
    yee_h5_close(memory);
    yee_h5_close(type);
    yee_h5_close(space);
    yee_h5_close(set);
    return v;
}

/* The dataset that an attribute names, in the same group or from the root, of `count` numbers. */
static double *beside(const judging *j, const char *path, const char *name, size_t count)
{
    char *named = text(j, path, name), whole[1024];
    const char *slash = strrchr(path, '/');
    bool complex;
    size_t n = 0;
    if (!named)
        return NULL;
    snprintf(whole, sizeof whole, "%.*s%s",
             *named == '/' || !slash ? 0 : (int)(slash - path) + 1, path, named);
    double *v = read_all(j, whole, &n, &complex);
    free(named);
    if (v && n == count)
        return v;
    free(v);
    return NULL;
}

/* Amplitudes over their peak, which may lie at other frequencies; of what they are: `outside`, NaN
 * where it is not known. */
static void scale_weights(share *s, double outside)
{
    double peak = isfinite(outside) ? s->amplitude ? fabs(outside) : sqrt(fabs(outside)) : 0;
    for (size_t i = 0; i < s->count; i++) {
        s->w[i] = s->amplitude ? fabs(s->w[i]) : sqrt(fabs(s->w[i]));
        peak = fmax(peak, s->w[i]);
    }
    for (size_t i = 0; i < s->count; i++)
        s->w[i] = peak > 0 ? s->w[i] / peak : 0;
}

static bool add(judging *j, const share *s)
{
    if (!yee_grow(&j->share, j->count, &j->capacity, sizeof *j->share))
        return false;
    j->share[j->count++] = *s;
    return true;
}

static void read_record(judging *j, const char *path, bool alone)
{
    share s = {.low = number(j, path, "bound_low"), .high = number(j, path, "bound_high")};
    if (isnan(s.low) && isnan(s.high))
        return;
    s.v = read_all(j, path, &s.count, &s.amplitude);
    s.path = strdup(path);
    s.f = s.v ? beside(j, path, "x", s.count) : NULL;
    if (s.v && !s.f)
        s.f = beside(j, path, "bound_x", s.count);
    s.w = s.v ? beside(j, path, "bound_weight", s.count) : NULL;
    s.of = text(j, path, "share_of");
    s.way = text(j, path, "share");
    if (s.w)
        scale_weights(&s, number(j, path, "bound_peak"));
    if (!s.v || !s.path || !s.f || (s.amplitude && !alone) || !add(j, &s))
        free_share(&s);
}

/* -- ports that no step has worked out -- */

typedef struct wave {
    size_t rows;
    double step, resistance, *v, *i;
} wave;

static bool read_port(const judging *j, const char *path, wave *w)
{
    char part[1100];
    bool complex;
    size_t rows[2] = {0, 0};
    *w = (wave){.resistance = number(j, path, "resistance")};
    snprintf(part, sizeof part, "%s/v", path);
    w->step = number(j, part, "time_step");
    w->v = read_all(j, part, &rows[0], &complex);
    snprintf(part, sizeof part, "%s/i", path);
    w->i = read_all(j, part, &rows[1], &complex);
    w->rows = rows[0] < rows[1] ? rows[0] : rows[1];
    return w->v && w->i && w->rows && w->resistance > 0 && w->step > 0;
}

/* The waves V + R I and V - R I, in their place. True: something comes in, which at a resistor
 * alone is rounding. */
static bool split_waves(wave *w)
{
    double in = 0, all = 0;
    for (size_t n = 0; n < w->rows; n++) {
        const double v = w->v[n], ri = w->resistance * w->i[n];
        w->v[n] = v + ri;
        w->i[n] = v - ri;
        in = fmax(in, fabs(v + ri));
        all = fmax(all, fabs(v) + fabs(ri));
    }
    return in > 1e-4 * all;
}

/* |S11| over the band of what comes in. V and I stand for the same instants. */
static void reflect(judging *j, const char *path, const wave *w)
{
    enum { POINTS = 400 };
    double *part = malloc(4 * POINTS * sizeof *part);
    share s = {.path = strdup(path),
               .amplitude = true,
               .count = POINTS,
               .f = yee_transform_band(w->rows, w->step, w->v, POINTS),
               .v = malloc(POINTS * sizeof *s.v),
               .w = malloc(POINTS * sizeof *s.w),
               .low = NAN,
               .high = 1};
    const bool ok = part && s.path && s.f && s.v && s.w;
    for (int out = 0; ok && out < 2; out++)
        yee_transform(w->rows, 0, w->step, out ? w->i : w->v, POINTS, s.f,
                      part + 2 * out * POINTS, part + (2 * out + 1) * POINTS);
    for (size_t k = 0; ok && k < POINTS; k++) {
        s.w[k] = hypot(part[k], part[POINTS + k]);
        s.v[k] = s.w[k] > 0 ? hypot(part[2 * POINTS + k], part[3 * POINTS + k]) / s.w[k] : 0;
    }
    if (ok)
        scale_weights(&s, NAN);
    if (!ok || !add(j, &s))
        free_share(&s);
    free(part);
}

/* Sources that played something. */
static int playing(const judging *j)
{
    char *lines = yee_h5_read_text(j->id, "/provenance/sources");
    int count = 0;
    for (const char *s = lines; s && (s = strchr(s, '\n')); s++)
        count++;
    free(lines);
    return count;
}

static void read_ports(judging *j, const yee_items *items)
{
    for (size_t n = 0; n < j->count; n++)
        if (j->share[n].amplitude) /* a step has them */
            return;
    for (size_t n = 0; n < items->count; n++) {
        const char *path = items->v[n].path;
        wave w;
        if (items->v[n].dataset || strncmp(path, "/port/", 6) || strchr(path + 6, '/'))
            continue;
        if (read_port(j, path, &w) && split_waves(&w))
            reflect(j, path, &w);
        free(w.v);
        free(w.i);
    }
}

/* -- judging -- */

/* The relative error that a record may have at i; above 1 nothing can be said there. */
static double slack(const share *s, size_t i)
{
    const double w = s->w ? s->w[i] : 1;
    return w > QUIET ? (s->amplitude ? QUIET : 2 * QUIET) / w : INFINITY;
}

/* The largest violation so far. */
typedef struct worst {
    double excess, value, bound, f, w;
    size_t left_out;
} worst;

static void look(worst *x, double value, double bound, bool above, double margin, double f,
                 double w)
{
    const double excess = above ? value - bound : bound - value;
    if (excess > margin && excess > x->excess)
        *x = (worst){excess, value, bound, f, w, x->left_out};
}

static void tell(const judging *j, const char *what, const worst *x, bool amplitude,
                 size_t count)
{
    char sentence[1200], at[32], cause[400], rest[160] = "", size[48];
    yee_units_show(at, sizeof at, x->f, "Hz");
    if (amplitude)
        snprintf(size, sizeof size, "%.4g (%.3g dB)", x->value, 20 * log10(x->value));
    else
        snprintf(size, sizeof size, "%.4g", x->value);
    if (j->ringing < 40)
        snprintf(
            cause, sizeof cause,
            "the record is cut while fields ring (their energy was %.3g dB below its peak); "
            "give more steps, or end the run by stop_decay",
            j->ringing);
    else if (x->w < 0.1)
        snprintf(cause, sizeof cause,
                 "the source has %.2g %% of its peak there; give a waveform that plays these "
                 "frequencies",
                 100 * x->w);
    else
        snprintf(cause, sizeof cause,
                 "a medium with gain, a layer that sends waves back, or a source that radiates "
                 "otherwise than it did alone (a plane behind it has both waves)");
    if (x->left_out)
        snprintf(
            rest, sizeof rest,
            "; %zu of %zu frequencies are left out, where the source has less than %g %% of "
            "its peak",
            x->left_out, count, 100 * QUIET);
    snprintf(
        sentence, sizeof sentence,
        "%s: %s is %s at %s, beyond the bound %g of a passive structure; likely cause: %s%s",
        j->file, what, size, at, x->bound, cause, rest);
    j->say(j->user, sentence);
}

/* True: it is outside of its own bounds. */
static bool judge_record(const judging *j, const share *s)
{
    worst x = {.excess = 0};
    double largest = 0;
    for (size_t i = 0; i < s->count; i++)
        largest = fmax(largest, fabs(s->v[i]));
    const double scale = isnan(s->high) || s->high == 0
                             ? isnan(s->low) || s->low == 0 ? largest : fabs(s->low)
                             : fabs(s->high);
    for (size_t i = 0; i < s->count; i++) {
        const double margin = slack(s, i) * scale, w = s->w ? s->w[i] : 1;
        if (!(slack(s, i) <= 1)) {
            x.left_out++;
            continue;
        }
        if (!isnan(s->high))
            look(&x, s->v[i], s->high, true, margin, s->f[i], w);
        if (!isnan(s->low))
            look(&x, s->v[i], s->low, false, margin, s->f[i], w);
    }
    char what[1100];
    snprintf(what, sizeof what,
             s->amplitude && !strncmp(s->path, "/port/", 6) ? "|S11| of %s" : "%s", s->path);
    if (x.excess > 0)
        tell(j, what, &x, s->amplitude, s->count);
    return x.excess > 0;
}

static double power_of(const share *s, size_t i)
{
    return s->amplitude ? s->v[i] * s->v[i] : fmax(s->v[i], 0);
}

/* The shares of one whole over the same frequencies: what leaves by different ways adds up, of what
 * leaves by one way the largest counts. */
static bool together(const share *a, const share *b)
{
    return a->of && b->of && a->way && b->way && !strcmp(a->of, b->of) &&
           a->count == b->count && !memcmp(a->f, b->f, a->count * sizeof *a->f);
}

static void judge_sum(const judging *j, size_t first)
{
    const share *a = &j->share[first];
    worst x = {.excess = 0};
    char what[1100];
    size_t ways = 0;
    snprintf(what, sizeof what, "the sum of");
    for (size_t n = 0; n < first; n++)
        if (together(a, &j->share[n]))
            return;
    for (size_t i = 0; i < a->count; i++) {
        double sum = 0, margin = 0, w = 1;
        ways = 0;
        for (size_t n = first; n < j->count; n++) {
            const share *b = &j->share[n];
            double most = 0;
            bool known = !together(a, b);
            for (size_t k = first; k < n && !known; k++)
                known = together(a, &j->share[k]) && !strcmp(j->share[k].way, b->way);
            for (size_t k = n; k < j->count && !known; k++) {
                const share *c = &j->share[k];
                if (!together(a, c) || strcmp(c->way, b->way))
                    continue;
                most = fmax(most, power_of(c, i));
                w = c->w ? fmin(w, c->w[i]) : w;
            }
            if (known)
                continue;
            if (!i)
                snprintf(what + strlen(what), sizeof what - strlen(what), "%s %s",
                         ways ? " and" : "", b->path);
            ways++;
            sum += most;
        }
        margin = w > QUIET ? 2 * QUIET / w * (double)ways : INFINITY;
        if (margin <= 1)
            look(&x, sum, 1, true, margin, a->f[i], w);
        else
            x.left_out++;
    }
    if (ways > 1 && x.excess > 0)
        tell(j, what, &x, false, a->count);
}

static void judge(judging *j)
{
    yee_items items = {0};
    char *model = yee_h5_read_text(j->id, "/provenance/resolved");
    bool outside = false;
    if (model && !strstr(model, "\nunsafe = yes") && yee_items_list(j->id, "/", &items)) {
        j->ringing = number(j, "/provenance", "ringing");
        const bool alone = playing(j) == 1; /* else another source may send into a port */
        for (size_t n = 0; n < items.count; n++)
            if (items.v[n].dataset)
                read_record(j, items.v[n].path, alone);
        if (alone)
            read_ports(j, &items);
        for (size_t n = 0; n < j->count; n++)
            outside = judge_record(j, &j->share[n]) || outside;
        for (size_t n = 0; n < j->count && !outside; n++)
            if (j->share[n].of && j->share[n].way)
                judge_sum(j, n);
    }
    for (size_t n = 0; n < j->count; n++)
        free_share(&j->share[n]);
    free(j->share);
    yee_items_free(&items);
    free(model);
}

void yee_passive_judge(const char *file, void (*say)(void *user, const char *sentence),
                       void *user)
{
    judging j = {.file = file, .say = say, .user = user, .ringing = NAN};
    yee_h5_lock();
    j.id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (j.id >= 0)
        judge(&j);
    yee_h5_close(j.id);
    yee_h5_unlock();
}
