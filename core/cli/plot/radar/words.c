/* core/cli/plot/radar/words.c: the options of `yee plot --radargram`. */
#include "base/units.h"
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANY, FROM_ZERO, POSITIVE };

/* A number with a unit. */
static yee_status quantity(const char *option, const char *text, const char *unit, int sign,
                           const char *wants, double *value)
{
    const char *reason;
    if (!yee_units_read(text, unit, value, &reason))
        return cli_fail(YEE_USAGE, "--%s %s: %s; it takes %s", option, text, reason, wants);
    if ((sign == POSITIVE && !(*value > 0)) || (sign == FROM_ZERO && !(*value >= 0)))
        return cli_fail(YEE_USAGE, "--%s %s must %s; it takes %s", option, text,
                        sign == POSITIVE ? "be greater than 0" : "not be negative", wants);
    return YEE_OK;
}

/* Cuts a copy of the text at a sign; the number of parts, most + 1 where there are more. */
static int cut(const char *text, char sign, char *copy, size_t size, char **part, int most)
{
    int count = 0;
    snprintf(copy, size, "%s", text);
    for (char *at = copy; at && count <= most;) {
        char *end = strchr(at, sign);
        if (end)
            *end++ = 0;
        at += strspn(at, " \t");
        if (count < most)
            part[count] = at;
        count++;
        at = end;
    }
    return count;
}

/* "5, 20 ns": a number without a unit has that of the last part. */
static void lend_unit(char **part, int count, char (*whole)[64])
{
    const char *last = yee_units_suffix(part[count - 1]);
    for (int n = 0; n < count; n++) {
        const char *own = yee_units_suffix(part[n]);
        const bool lends = own && !*own && last;
        snprintf(whole[n], sizeof *whole, "%s%s%s", part[n], lends ? " " : "",
                 lends ? last : "");
    }
}

static yee_status read_zero(const char *text, radar_want *w)
{
    if (!strcmp(text, "peak") || !strcmp(text, "break")) {
        w->zero = *text == 'p' ? ZERO_PEAK : ZERO_BREAK;
        return YEE_OK;
    }
    w->zero = ZERO_TIME;
    return quantity("time-zero", text, "s", ANY,
                    "a time, as in 0.9ns, or peak or break, of the mean of all traces",
                    &w->zero_time);
}

static yee_status read_window(const char *text, radar_want *w)
{
    static const char wants[] = "two times, as in 0:20ns";
    char copy[128], *part[2], whole[2][64];
    yee_status status = YEE_OK;
    if (cut(text, ':', copy, sizeof copy, part, 2) != 2)
        return cli_fail(YEE_USAGE, "--window %s: it takes %s", text, wants);
    lend_unit(part, 2, whole);
    for (int n = 0; n < 2 && !status; n++)
        status = quantity("window", whole[n], "s", ANY, wants, &w->window[n]);
    if (!status && !(w->window[0] < w->window[1]))
        return cli_fail(YEE_USAGE, "--window %s ends before it begins", text);
    return status;
}

static yee_status read_band(const char *text, radar_want *w)
{
    static const char wants[] =
        "two rising frequencies, as in 200,900MHz, or the four corners of a trapezoid";
    char copy[256], *part[4], whole[4][64];
    yee_status status = YEE_OK;
    w->corners = cut(text, ',', copy, sizeof copy, part, 4);
    if (w->corners != 2 && w->corners != 4)
        return cli_fail(YEE_USAGE, "--band %s: it takes %s", text, wants);
    lend_unit(part, w->corners, whole);
    for (int n = 0; n < w->corners && !status; n++)
        status = quantity("band", whole[n], "Hz", FROM_ZERO, wants, &w->band[n]);
    for (int n = 1; n < w->corners && !status; n++)
        if (!(w->band[n] > w->band[n - 1]))
            status = cli_fail(YEE_USAGE, "--band %s: it takes %s", text, wants);
    return status;
}

static yee_status read_background(const char *text, radar_want *w)
{
    static const char wants[] = "mean (of the line), area (of all lines), or a window: an odd "
                                "number of traces from 3 on, or "
                                "a length, as in 0.5m";
    char *end;
    const long count = strtol(text, &end, 10);
    if (!strcmp(text, "mean") || !strcmp(text, "area")) {
        w->background = *text == 'm' ? RADAR_MEAN : RADAR_AREA;
        return YEE_OK;
    }
    if (end != text && !*end) {
        if (count < 3 || count % 2 == 0 || count > 1000000000)
            return cli_fail(YEE_USAGE, "--background %s: it takes %s", text, wants);
        w->background = (int)count;
        return YEE_OK;
    }
    return quantity("background", text, "m", POSITIVE, wants, &w->background_length);
}

/* A rate of growth in 1/s; dB/s are of amplitudes. */
static bool read_rate(const char *text, double *rate)
{
    const char *reason, *suffix = yee_units_suffix(text);
    char whole[64];
    if (suffix && *suffix == '/') { /* "0.5/ns" */
        snprintf(whole, sizeof whole, "%.*s 1%s", (int)(suffix - text), text, suffix);
        text = whole;
    }
    if (yee_units_read(text, "1/s", rate, &reason))
        return true;
    if (!yee_units_read(text, "dB/s", rate, &reason))
        return false;
    *rate *= log(10) / 20;
    return true;
}

static yee_status read_gain(const char *text, radar_want *w)
{
    static const char wants[] =
        "agc:WINDOW (a time), spherical, power:NUMBER or exp:RATE (in 1/ns "
        "or dB/ns)";
    radar_gain *g = &w->gain[w->gains];
    const char *reason, *colon = strchr(text, ':'), *value = colon ? colon + 1 : "";
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (w->gains++ == RADAR_GAINS)
        return cli_fail(YEE_USAGE, "there are more than %d gains", RADAR_GAINS);
    if (!strcmp(text, "spherical")) {
        *g = (radar_gain){.kind = GAIN_POWER, .number = 1};
        return YEE_OK;
    }
    if (colon && length == 3 && !strncmp(text, "agc", length)) {
        g->kind = GAIN_AGC;
        return quantity("gain agc:", value, "s", POSITIVE, wants, &g->number);
    }
    if (colon && length == 5 && !strncmp(text, "power", length)) {
        g->kind = GAIN_POWER;
        if (yee_units_read(value, NULL, &g->number, &reason) && g->number > 0)
            return YEE_OK;
    }
    if (colon && length == 3 && !strncmp(text, "exp", length)) {
        g->kind = GAIN_EXPONENTIAL;
        if (read_rate(value, &g->number))
            return YEE_OK;
    }
    return cli_fail(YEE_USAGE, "--gain %s: it takes %s", text, wants);
}

static yee_status read_target(const char *text, radar_want *w)
{
    static const char wants[] =
        "X,DEPTH[,VELOCITY[,RADIUS]], as in 0.24m,13cm,0.12m/ns, with --velocity X,DEPTH";
    char copy[256], *part[4], length[2][64];
    if (w->targets == RADAR_HYPERBOLAS)
        return cli_fail(YEE_USAGE, "there are more than %d hyperbolas", RADAR_HYPERBOLAS);
    radar_target *t = &w->target[w->targets++];
    *t = (radar_target){.radius = 0};
    const int count = cut(text, ',', copy, sizeof copy, part, 4);
    if (count < 2 || count > 4)
        return cli_fail(YEE_USAGE, "--hyperbola %s: it takes %s", text, wants);
    lend_unit(part, 2, length);
    yee_status status = quantity("hyperbola", length[0], "m", ANY, wants, &t->x);
    if (!status)
        status = quantity("hyperbola", length[1], "m", POSITIVE, wants, &t->depth);
    if (!status && count > 2)
        status = quantity("hyperbola", part[2], "m/s", POSITIVE, wants, &t->velocity);
    if (!status && count > 3)
        status = quantity("hyperbola", part[3], "m", FROM_ZERO, wants, &t->radius);
    return status;
}

static yee_status read_slice(const char *text, radar_want *w)
{
    static const char wants[] = "time=6ns or depth=20cm; a range, time=5:7ns, is its root mean "
                                "square";
    char copy[128], *part[2], whole[2][64];
    yee_status status = YEE_OK;
    w->slice_depth = !strncmp(text, "depth=", 6);
    w->slice = w->slice_depth || !strncmp(text, "time=", 5);
    const int count =
        w->slice ? cut(strchr(text, '=') + 1, ':', copy, sizeof copy, part, 2) : 0;
    if (count < 1 || count > 2)
        return cli_fail(YEE_USAGE, "--slice %s: a radargram takes %s", text, wants);
    lend_unit(part, count, whole);
    for (int n = 0; n < count && !status; n++)
        status = quantity("slice", whole[n], w->slice_depth ? "m" : "s",
                          w->slice_depth ? FROM_ZERO : ANY, wants, &w->slice_at[n]);
    if (count == 1)
        w->slice_at[1] = w->slice_at[0];
    if (!status && w->slice_at[0] > w->slice_at[1])
        return cli_fail(YEE_USAGE, "--slice %s ends before it begins", text);
    if (!status && w->slice_depth && !(w->velocity > 0))
        return cli_fail(YEE_USAGE, "--slice %s needs --velocity or --eps", text);
    return status;
}

static yee_status read_style(const char *text, radar_want *w)
{
    static const char *const name[] = {
        [STYLE_IMAGE] = "image", [STYLE_WIGGLE] = "wiggle", [STYLE_BOTH] = "both"};
    for (int n = 0; n < 3; n++)
        if (!strcmp(text, name[n])) {
            w->style = (radar_style)n;
            return YEE_OK;
        }
    return cli_fail(YEE_USAGE, "--style %s: it takes image, wiggle or both", text);
}

static yee_status read_velocity(const radar_words *words, radar_want *w)
{
    double eps = 1;
    if (words->velocity && words->eps)
        return cli_fail(YEE_USAGE, "--velocity and --eps say the same; give one of the two");
    if (words->velocity) {
        const yee_status status = quantity("velocity", words->velocity, "m/s", POSITIVE,
                                           "a velocity, as in 0.1m/ns", &w->velocity);
        if (!status && w->velocity > 1.000001 * YEE_C0)
            return cli_fail(YEE_USAGE, "--velocity %s is faster than light, 0.2998 m/ns",
                            words->velocity);
        return status;
    }
    if (!words->eps)
        return YEE_OK;
    const yee_status status =
        quantity("eps", words->eps, NULL, POSITIVE, "a number from 1 on", &eps);
    if (!status && eps < 1)
        return cli_fail(YEE_USAGE, "--eps %s: it takes a number from 1 on", words->eps);
    w->velocity = YEE_C0 / sqrt(eps);
    return status;
}

bool radar_asked(const radar_words *w)
{
    return w->radargram || w->time_zero || w->window || w->dewow || w->background || w->band ||
           w->gain.count || w->velocity || w->eps || w->hyperbola.count || w->separation ||
           w->spacing || w->style || w->trace || w->write;
}

yee_status radar_words_read(const radar_words *words, const char *slice, const radar_want **to)
{
    static radar_want w;
    w = (radar_want){.window = {NAN, NAN},
                     .dewow = NAN,
                     .background_length = NAN,
                     .separation = NAN,
                     .spacing = NAN,
                     .trace = words->trace,
                     .write = words->write};
    yee_status status = read_velocity(words, &w);
    if (!status && words->time_zero)
        status = read_zero(words->time_zero, &w);
    if (!status && words->window)
        status = read_window(words->window, &w);
    if (!status && words->dewow)
        status = quantity("dewow", words->dewow, "s", POSITIVE, "a time, as in 5ns", &w.dewow);
    if (!status && words->background)
        status = read_background(words->background, &w);
    if (!status && words->band)
        status = read_band(words->band, &w);
    for (size_t n = 0; n < words->gain.count && !status; n++)
        status = read_gain(words->gain.v[n], &w);
    for (size_t n = 0; n < words->hyperbola.count && !status; n++)
        status = read_target(words->hyperbola.v[n], &w);
    for (int n = 0; n < w.targets && !status; n++)
        if (!(w.target[n].velocity > 0) && !(w.velocity > 0))
            status = cli_fail(YEE_USAGE,
                              "--hyperbola %s needs a velocity: a third number, --velocity or "
                              "--eps",
                              words->hyperbola.v[n]);
    if (!status && words->separation)
        status = quantity("separation", words->separation, "m", FROM_ZERO,
                          "a length, as in 10cm", &w.separation);
    if (!status && words->spacing)
        status = quantity("spacing", words->spacing, "m", POSITIVE, "a length, as in 2cm",
                          &w.spacing);
    if (!status && words->style)
        status = read_style(words->style, &w);
    if (!status && slice)
        status = read_slice(slice, &w);
    *to = &w;
    return status;
}
