/* plugins/posts/s_parameters.c: scattering parameters and input impedance of a lumped port.
 *
 * With the voltage V and the current I into the grid that a probe recorded of a port of the
 * resistance R, the power waves of a real reference are a = (V + R I)/(2 sqrt R), b = (V - R
 * I)/(2 sqrt R) (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13 (1965) 194, eq. (1)), and
 *
 *     S_11 = b_1/a_1,  S_n1 = b_n/a_1,  Z = V_1/I_1
 *
 * where port 1 is driven and a_n = 0: the others are matched to their own resistances, as a
 * port that plays no waveform is. Nothing else may play: S11 has what it sends into port 1, too.
 * Where that is meant, as of an array all of whose ports are driven, it is the active reflection
 * coefficient (D. M. Pozar, IEEE Trans. Antennas Propag. 42 (1994) 1176). */
#include "common/signal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct config {
    const char *port;
    yee_texts others, beside;
    double frequency_min, frequency_max;
    int64_t points;
    double impedance;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, port, "source", NULL,
                  "The source whose port is driven, alone: S11 and the impedance are its own."),
    YEE_PARAM_REFS(config, others, "source", YEE_UNSET,
                   "Further ports, without a signal: s_NAME is what comes out of each."),
    YEE_PARAM_REFS(config, beside, "source", YEE_UNSET,
                   "Sources that play, too, and are meant to: S11 and the impedance then have "
                   "what they send into the port (the active ones of an array)."),
    YEE_PARAM_REAL(
        config, frequency_min, "Hz", YEE_UNSET, 0, YEE_INFINITY,
        "First frequency; by default where the wave that enters and the current have 3 % of "
        "their peaks."),
    YEE_PARAM_REAL(config, frequency_max, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Last frequency; by default where the wave has so again."),
    YEE_PARAM_INT(config, points, "401", 2, 1e6, "Number of frequencies."),
    YEE_PARAM_REAL(config, impedance, "Ohm", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Reference of the port that is driven; by default its own resistance."),
    YEE_PARAM_END,
};

static const char no_reference[] =
    "the port '%s' has no resistance; give the reference, impedance";
static const char no_resistance[] =
    "the port '%s' has no resistance of its own, to which it would be matched; others are "
    "ports of type voltage or transmission_line";

/* Another source that plays is among those that are meant to. */
static yee_status judge_player(const yee_host *host, const config *c, const char *name)
{
    bool meant = !strcmp(name, c->port);
    for (size_t i = 0; i < c->beside.count; i++)
        meant = meant || !strcmp(name, c->beside.v[i]);
    return meant
               ? YEE_OK
               : host->fail(host, YEE_INPUT,
                            "the source '%s' plays, too, and S is of a run in which '%s' alone "
                            "does; where that is meant, give the key beside = %s",
                            name, c->port, name);
}

/* -- before the run -- */

/* A list "a, b, c" has a name. */
static bool lists(const char *list, const char *name)
{
    while (*list) {
        list += strspn(list, " \t,");
        const size_t length = strcspn(list, " \t,");
        if (length == strlen(name) && !strncmp(list, name, length))
            return true;
        list += length;
    }
    return false;
}

static yee_status need_port(const yee_host *host, const yee_plan *plan, const char *name,
                            const yee_port **port)
{
    const char *output;
    if (plan->view->port(plan->view, name, port) < 0)
        return host->fail(
            host, YEE_INPUT,
            "there is no source '%s' with a port; give the name of a source whose "
            "type makes one, such as voltage",
            name);
    for (int64_t n = 0; (output = plan->output(plan, n)); n++) {
        const char *ports = NULL;
        if (!plan->output_key(plan, output, "ports", &ports) && ports && lists(ports, name))
            return YEE_OK;
    }
    return host->fail(host, YEE_INPUT,
                      "no output records the port '%s'; give a probe the key ports = %s", name,
                      name);
}

/* The port plays, what else does is meant to, and what is meant to does. */
static yee_status need_players(const yee_host *host, const config *c, const yee_plan *plan)
{
    const char *name;
    bool driven = false;
    yee_status status = YEE_OK;
    for (int64_t n = 0; (name = plan->playing(plan, n)) && !status; n++) {
        driven = driven || !strcmp(name, c->port);
        status = judge_player(host, c, name);
    }
    if (!status && !driven)
        return host->fail(host, YEE_INPUT,
                          "the port '%s' plays nothing; it is the one with a waveform that is "
                          "wanted",
                          c->port);
    for (size_t i = 0; i < c->beside.count && !status; i++) {
        bool plays = false;
        for (int64_t n = 0; (name = plan->playing(plan, n)) && !plays; n++)
            plays = !strcmp(name, c->beside.v[i]);
        if (!plays || !strcmp(c->beside.v[i], c->port))
            return host->fail(host, YEE_INPUT,
                              "beside has '%s', which %s; it is for other sources that play",
                              c->beside.v[i], plays ? "is the port itself" : "plays nothing");
    }
    return status;
}

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    const config *c = config_;
    const yee_port *port;
    yee_status status = need_port(host, plan, c->port, &port);
    if (!status && isnan(c->impedance) && !(port->resistance > 0))
        return host->fail(host, YEE_INPUT, no_reference, c->port);
    if (!status && c->frequency_max <= c->frequency_min)
        return host->fail(host, YEE_INPUT,
                          "frequency_max = %g Hz is not above frequency_min = %g Hz",
                          c->frequency_max, c->frequency_min);
    for (size_t i = 0; i < c->others.count && !status; i++) {
        const char *name = c->others.v[i];
        if (!strcmp(name, c->port))
            return host->fail(host, YEE_INPUT,
                              "others has '%s', the port that is driven; its S11 is there "
                              "without",
                              name);
        for (size_t k = 0; k < i; k++)
            if (!strcmp(name, c->others.v[k]))
                return host->fail(host, YEE_INPUT, "others has '%s' twice", name);
        status = need_port(host, plan, name, &port);
        if (!status && !(port->resistance > 0))
            return host->fail(host, YEE_INPUT, no_resistance, name);
        for (size_t k = 0; k < c->beside.count; k++)
            if (!strcmp(name, c->beside.v[k]))
                return host->fail(host, YEE_INPUT,
                                  "others and beside both have '%s'; what comes out of a port "
                                  "that plays is no parameter",
                                  name);
    }
    return status ? status : need_players(host, c, plan);
}

/* -- after it -- */

typedef struct port {
    signal v, i;
    double resistance; /* Ohm */
} port;

static yee_status read_port(const yee_host *host, const yee_results *results, const char *name,
                            port *p)
{
    char path[512];
    int rank;
    int64_t dims[8];
    snprintf(path, sizeof path, "/port/%s/v", name);
    yee_status status = signal_read(host, results, path, 0, &p->v);
    snprintf(path, sizeof path, "/port/%s/i", name);
    if (!status)
        status = signal_read(host, results, path, 0, &p->i);
    snprintf(path, sizeof path, "/port/%s@resistance", name);
    const double *r = status ? NULL : results->read(results, NULL, path, &rank, dims);
    if (!r)
        return status ? status : YEE_INPUT;
    p->resistance = *r;
    if (p->i.count < p->v.count) /* a file that is still written */
        p->v.count = p->i.count;
    p->i.count = p->v.count;
    return YEE_OK;
}

/* V and I at n frequencies. */
typedef struct spectra {
    double complex *v, *i;
} spectra;

static bool transform(const yee_host *host, const port *p, int64_t n, const double *f,
                      spectra *s)
{
    s->v = host->alloc(host, (size_t)n * sizeof *s->v);
    s->i = host->alloc(host, (size_t)n * sizeof *s->i);
    if (!s->v || !s->i)
        return false;
    signal_transform(&p->v, n, f, s->v);
    signal_transform(&p->i, n, f, s->i);
    return true;
}

/* The wave that enters, V + R I, as a signal. */
static yee_status incident(const yee_host *host, const port *p, double r, signal *wave)
{
    double *v = host->alloc(host, (size_t)p->v.count * sizeof *v);
    if (!v)
        return host->fail(host, YEE_MEMORY, "no memory for a wave");
    for (int64_t n = 0; n < p->v.count; n++)
        v[n] = p->v.v[n] + r * p->i.v[n];
    *wave = p->v;
    wave->v = v;
    return YEE_OK;
}

/* At a resistor V + R I is the rounding of both. */
static bool driven(const port *p)
{
    double enters = 0, all = 0;
    for (int64_t n = 0; n < p->v.count; n++) {
        const double v = p->v.v[n], ri = p->resistance * p->i.v[n];
        enters = fmax(enters, fabs(v + ri));
        all = fmax(all, fabs(v) + fabs(ri));
    }
    return !(p->resistance > 0) || enters > 1e-4 * all;
}

/* Says how many frequencies the wave that enters has next to nothing at: up to two lines of the 512 of
 * signal_band beyond its band. */
static void tell_silence(const yee_host *host, const config *c, const signal *wave,
                         const double *f)
{
    double band[2], peak, low = INFINITY, high = 0;
    int64_t silent = 0;
    if (!signal_band(host, wave, 0.01, band, &peak))
        return;
    for (int64_t k = 0; k < c->points; k++)
        if (f[k] < band[0] - band[1] / 256 || f[k] > band[1] + band[1] / 256) {
            silent++;
            low = fmin(low, f[k]);
            high = fmax(high, f[k]);
        }
    if (silent)
        host->log(
            host, YEE_WARNING,
            "by the port '%s' less than 1 %% of its peak enters at %lld of the %lld "
            "frequencies, between %.4g and %.4g GHz, and what is written there may be far "
            "off; give a waveform that plays these frequencies, or others",
            c->port, (long long)silent, (long long)c->points, 1e-9 * low, 1e-9 * high);
}

/* peak: of the wave that enters, at any frequency. */
static yee_status frequencies(const yee_host *host, const config *c, const port *p, double r,
                              double *f, double *peak)
{
    signal wave;
    double band[2], current[2], most;
    yee_status status = incident(host, p, r, &wave);
    if (status)
        return status;
    if (!driven(p) || !signal_band(host, &wave, 0.03, band, peak))
        return host->fail(
            host, YEE_INPUT,
            "nothing enters by the port '%s'; it is the one that plays a waveform "
            "that is wanted",
            c->port);
    /* no current flows into a gap at 0 Hz: the impedance there is a quotient of roundings */
    if (signal_band(host, &p->i, 0.03, current, &most) && current[0] < band[1])
        band[0] = fmax(band[0], current[0]);
    if (!isnan(c->frequency_min))
        band[0] = c->frequency_min;
    if (!isnan(c->frequency_max))
        band[1] = c->frequency_max;
    if (band[1] <= band[0] || band[1] > 0.5 / wave.step)
        return host->fail(
            host, YEE_INPUT,
            "frequencies from %g to %g Hz; they must rise, up to %g Hz, where the "
            "record has two rows a period",
            band[0], band[1], 0.5 / wave.step);
    for (int64_t k = 0; k < c->points; k++)
        f[k] = band[0] + (band[1] - band[0]) * (double)k / (double)(c->points - 1);
    tell_silence(host, c, &wave, f);
    return YEE_OK;
}

/* Fails where another source played, which is not meant to. */
static yee_status alone(const yee_host *host, const config *c, const yee_results *results)
{
    const char *line = results->text(results, NULL, "/provenance/sources");
    yee_status status = YEE_OK;
    while (line && *line && !status) {
        const size_t length = strcspn(line, "\n");
        char *name = host->alloc(host, length + 1);
        if (!name)
            return host->fail(host, YEE_MEMORY, "no memory for a name");
        memcpy(name, line, length);
        name[length] = '\0';
        status = judge_player(host, c, name);
        line += length + (line[length] == '\n');
    }
    return status;
}

/* S of what comes out of another port; the factor sqrt(R1/Rn) sets
 * powers, not voltages, against each other. */
static yee_status write_other(const yee_host *host, const yee_results *results, const config *c,
                              const char *name, const double *f, const double complex *enters,
                              double r1, double peak)
{
    port p = {0};
    spectra s;
    char set[300], label[320];
    yee_status status = read_port(host, results, name, &p);
    if (status)
        return status;
    if (!(p.resistance > 0))
        return host->fail(host, YEE_INPUT, no_resistance, name);
    if (!transform(host, &p, c->points, f, &s))
        return host->fail(host, YEE_MEMORY, "no memory for %lld points", (long long)c->points);
    for (int64_t k = 0; k < c->points; k++)
        s.v[k] = (s.v[k] - p.resistance * s.i[k]) / enters[k] * sqrt(r1 / p.resistance);
    snprintf(set, sizeof set, "s_%s", name);
    snprintf(label, sizeof label, "S of %s", name);
    return curve_write(host, results, YEE_NUMBER_C128, c->points, s.v,
                       &(curve){.name = set,
                                .units = "1",
                                .label = label,
                                .x = "frequency",
                                .scale = "dB",
                                .share = name,
                                .whole = c->port,
                                .weight = "incident",
                                .peak = peak});
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    port p = {0};
    spectra s;
    char title[600];
    double peak;
    yee_status status = read_port(host, results, c->port, &p);
    if (status)
        return status;
    const double r = isnan(c->impedance) ? p.resistance : c->impedance;
    if (!(r > 0))
        return host->fail(host, YEE_INPUT, no_reference, c->port);
    double *f = host->alloc(host, (size_t)c->points * sizeof *f);
    double complex *enters = host->alloc(host, (size_t)c->points * sizeof *enters);
    if (!f || !enters)
        return host->fail(host, YEE_MEMORY, "no memory for %lld points", (long long)c->points);
    if ((status = frequencies(host, c, &p, r, f, &peak)) || (status = alone(host, c, results)))
        return status;
    if (!transform(host, &p, c->points, f, &s))
        return host->fail(host, YEE_MEMORY, "no memory for %lld points", (long long)c->points);
    for (int64_t k = 0; k < c->points; k++) {
        const double complex v = s.v[k], i = s.i[k];
        enters[k] = v + r * i;
        s.v[k] = (v - r * i) / enters[k];
        s.i[k] = v / i;
    }
    if ((status = curve_write(host, results, YEE_NUMBER_F64, c->points, f,
                              &(curve){.name = "frequency", .units = "Hz"})) ||
        (status = curve_write(host, results, YEE_NUMBER_C128, c->points, s.v,
                              &(curve){.name = "s11",
                                       .units = "1",
                                       .label = "S11",
                                       .x = "frequency",
                                       .scale = "dB",
                                       .share = c->port,
                                       .whole = c->port,
                                       .weight = "incident",
                                       .peak = peak})) ||
        (status = curve_write(host, results, YEE_NUMBER_C128, c->points, enters,
                              &(curve){.name = "incident", .units = "V s"})) ||
        (status = curve_write(host, results, YEE_NUMBER_C128, c->points, s.i,
                              &(curve){.name = "z_in",
                                       .units = "Ohm",
                                       .label = "Z",
                                       .x = "frequency",
                                       .parts = "real imaginary"})))
        return status;
    snprintf(title, sizeof title, "%s: port %s, %.6g Ohm", host->instance, c->port, r);
    status = title_write(host, results, title);
    for (size_t n = 0; n < c->others.count && !status; n++)
        status = write_other(host, results, c, c->others.v[n], f, enters, r, peak);
    return status;
}

/* -- what it takes -- */

#define TERM 1e-8 /* s that one term of a transform takes, at most */

/* Both records of each port are transformed, and of the first one two waves are looked through,
 * three times at 512 frequencies. */
static void cost(const yee_host *host, const void *config_, const yee_plan *plan,
                 yee_post_cost *cost)
{
    const config *c = config_;
    const double rows = (double)plan->view->steps, ports = 1 + (double)c->others.count;
    (void)host;
    cost->seconds = TERM * rows * (2 * ports * (double)c->points + 3 * 3 * 512);
    cost->bytes = (double)c->points * (8 + 16 * (2 + ports));
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
    .cost = cost,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "s_parameters",
    .summary = "scattering parameters and input impedance of a lumped port",
    .reference = "K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13 (1965) 194; "
                 "doi:10.1109/TMTT.1965.1125964",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[post.s]\n"
               "type = s_parameters\n"
               "port = feed\n\n"
               "[grid]\n"
               "spacing = 2 mm\n"
               "cells = 12, 12, 12\n\n"
               "[run]\n"
               "steps = 600\n\n"
               "[output.ports]\n"
               "type = probe\n"
               "ports = feed\n\n"
               "[source.feed]\n"
               "type = voltage\n"
               "negative = 10, 10, 10 mm\n"
               "positive = 10, 10, 12 mm\n"
               "resistance = 50 Ohm\n"
               "waveform = pulse\n\n"
               "[waveform.pulse]\n"
               "type = gaussian\n"
               "frequency = 2 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
