/* plugins/posts/far_field/feed.c: the power that the ports in a box accept, and could.
 *
 * With the spectra V and I that a probe recorded of a port of the resistance R it accepts
 *
 *     P = 2 Re(V I*),   of the available   P_0 = 2 |V + R I|^2/(4 R),   P/P_0 = 1 - |S11|^2
 *
 * joules per hertz (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13 (1965) 194, eqs. (1) and (7)).
 * The V of a record is the mean of those of both ends of a step, cos(pi f dt) times the transform of
 * E at its own instants, which flux records have: by the scheme's own Poynting theorem the power that
 * leaves a port is that of the latter, so that P and P_0 are divided by the cosine. Several ports
 * that play are one feed: their powers add up, of one that takes power in, too. Ports that play
 * nothing are loads, and what they take is lost. */
#include "feed.h"
#include "../common/signal.h"
#include "kept.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char left_out[] = "gain and efficiency are left out: ";

/* -- before the run -- */

/* A list "a, b" or one by lines has a name; its number, -1. */
static int64_t number_in(const char *list, const char *name)
{
    for (int64_t n = 0; *list; n++) {
        list += strspn(list, " ,\n");
        const size_t length = strcspn(list, ",\n");
        if (length && length == strlen(name) && !strncmp(list, name, length))
            return n;
        list += length;
    }
    return -1;
}

void feed_expect(const yee_host *host, const yee_plan *plan)
{
    const yee_port *port;
    const char *name, *output;
    for (int64_t i = 0; (name = plan->playing(plan, i)); i++) {
        bool recorded = plan->view->port(plan->view, name, &port) < 0;
        for (int64_t n = 0; !recorded && (output = plan->output(plan, n)); n++) {
            const char *ports = NULL, *type = NULL;
            recorded = !plan->output_key(plan, output, "type", &type) &&
                       !plan->output_key(plan, output, "ports", &ports) && ports &&
                       number_in(ports, name) >= 0;
        }
        if (!recorded)
            host->log(host, YEE_INFO,
                      "%sno output records the port '%s', which plays; give a probe the key "
                      "ports = %s",
                      left_out, name, name);
    }
}

/* -- after it -- */

typedef struct reader {
    const yee_host *host;
    const yee_results *results;
    const char *box, *model, *ports; /* ports: their names, a line each */
    const double *corner;            /* m, of all ports, shape [ports, 6] */
    const double *from, *to;         /* m, of the box */
    const surface *s;
    double dt; /* s */
} reader;

/* A number or several of the file; NULL: it is not there, which is no fault. */
static const double *optional(const reader *r, const char *path)
{
    int rank;
    int64_t dims[8];
    return r->results->has(r->results, NULL, path)
               ? r->results->read(r->results, NULL, path, &rank, dims)
               : NULL;
}

static bool inside(const reader *r, const double *corner)
{
    for (int a = 0; a < 3; a++) {
        const double off = 1e-6 * (r->to[a] - r->from[a]);
        if (corner[a] < r->from[a] - off || corner[3 + a] > r->to[a] + off)
            return false;
    }
    return true;
}

/* Whether the terminals of a source lie along an axis, by the model that the file keeps. */
static bool is_along(const reader *r, const char *name, int axis)
{
    char head[300], text[256];
    double v[2][3] = {{0}};
    snprintf(head, sizeof head, "[source.%s]", name);
    const char *section = r->model ? strstr(r->model, head) : NULL;
    for (int i = 0; i < 2; i++) {
        if (!section || !kept_value(section, i ? "positive" : "negative", text, sizeof text))
            return false;
        char *at = text;
        for (int a = 0; a < 3; a++, at += strspn(at, ", "))
            v[i][a] = strtod(at, &at);
    }
    return v[0][axis] != v[1][axis];
}

/* Ports that a port is with its images in planes of symmetry: one that is cut by a plane is whole
 * in its record. */
static int images_of(const reader *r, const char *name, const double *corner)
{
    int ports = 1;
    for (int i = 0; i < r->s->planes; i++) {
        const plane *p = &r->s->plane[i];
        const double off = 1e-6 * (r->to[p->axis] - r->from[p->axis]);
        const bool touches =
            corner[p->axis] <= p->at + off && corner[3 + p->axis] >= p->at - off;
        const bool odd = p->parity[p->axis] < 0 && is_along(r, name, p->axis);
        ports *= p->wall || (touches && !odd) ? 1 : 2;
    }
    return ports;
}

static yee_status add_port(const reader *r, const char *name, int ports, int64_t n,
                           const double *f, feed *out)
{
    const yee_host *host = r->host;
    signal v, i;
    char path[512];
    double complex *both = host->alloc(host, 2 * (size_t)n * sizeof *both);
    snprintf(path, sizeof path, "/port/%s/v", name);
    yee_status status = signal_read(host, r->results, path, 0, &v);
    snprintf(path, sizeof path, "/port/%s/i", name);
    if (!status)
        status = signal_read(host, r->results, path, 0, &i);
    if (status || !both)
        return status ? status : host->fail(host, YEE_MEMORY, "no memory for a port");
    v.count = i.count = v.count < i.count ? v.count : i.count; /* a file still written */
    signal_transform(&v, n, f, both);
    signal_transform(&i, n, f, both + n);
    snprintf(path, sizeof path, "/port/%s@resistance", name);
    const double *resistance = optional(r, path);
    if (!resistance || !(*resistance > 0)) {
        host->log(host, YEE_INFO,
                  "realized gain and total efficiency are left out: the port '%s' has no "
                  "resistance, and what it could give no bound",
                  name);
        out->available = NULL;
    }
    for (int64_t k = 0; k < n; k++) {
        const bool seen = f[k] > 0 && f[k] < 0.5 / v.step;
        const double whole = seen ? 2 * ports / cos(YEE_PI * f[k] * r->dt) : NAN;
        out->accepted[k] += whole * creal(both[k] * conj(both[n + k]));
        if (out->available)
            out->available[k] +=
                whole * pow(cabs(both[k] + *resistance * both[n + k]), 2) / (4 * *resistance);
    }
    return YEE_OK;
}

/* The number of a source's port, -1 after a sentence where it is none or not known. */
static int64_t port_of(const reader *r, const char *name, bool ports)
{
    char path[512];
    const yee_host *host = r->host;
    const int64_t number = r->ports ? number_in(r->ports, name) : -1;
    if (number < 0) {
        if (ports)
            host->log(host, YEE_INFO, "%sthe source '%s', which plays, too, is no port",
                      left_out, name);
        return -1;
    }
    snprintf(path, sizeof path, "/port/%s/v", name);
    if (!r->results->has(r->results, NULL, path)) {
        host->log(host, YEE_INFO, "%sno output recorded the port '%s'", left_out, name);
        return -1;
    }
    if (inside(r, r->corner + 6 * number))
        return number;
    host->log(host, YEE_INFO, "%sthe port '%s' does not lie within the box of [output.%s]",
              left_out, name, r->box);
    return -1;
}

static yee_status read_players(const reader *r, const char *players, int64_t n, const double *f,
                               feed *out)
{
    const yee_host *host = r->host;
    const size_t size = 2 * strlen(players) + 1;
    char *names = host->alloc(host, size), name[256];
    bool any = false;
    yee_status status = YEE_OK;
    if (!names)
        return host->fail(host, YEE_MEMORY, "no memory for names");
    names[0] = 0;
    for (int pass = 0; pass < 2; pass++)
        for (const char *at = players; *at && !status; at += strspn(at, "\n")) {
            const int length = (int)strcspn(at, "\n");
            snprintf(name, sizeof name, "%.*s", length, at);
            at += length;
            if (!pass) {
                any = any || (r->ports && number_in(r->ports, name) >= 0);
                continue;
            }
            const int64_t number = port_of(r, name, any);
            if (number < 0)
                return YEE_OK;
            status = add_port(r, name, images_of(r, name, r->corner + 6 * number), n, f, out);
            const size_t used = strlen(names);
            snprintf(names + used, size - used, "%s%s", used ? ", " : "", name);
        }
    out->names = *names && !status ? names : NULL;
    return status;
}

yee_status feed_read(const yee_host *host, const yee_results *results, const char *box,
                     const surface *s, int64_t n, const double *f, feed *out)
{
    char path[300];
    reader r = {.host = host, .results = results, .box = box, .s = s};
    const char *players = results->text(results, NULL, "/provenance/sources");
    r.model = results->text(results, NULL, "/provenance/resolved");
    r.ports = results->text(results, NULL, "/provenance/port_names");
    r.corner = optional(&r, "/provenance/ports");
    snprintf(path, sizeof path, "/flux/%s@from", box);
    r.from = optional(&r, path);
    snprintf(path, sizeof path, "/flux/%s@to", box);
    r.to = optional(&r, path);
    const double *dt = optional(&r, "/provenance@time_step");
    *out = (feed){0};
    if (!players || !r.from || !r.to || !dt || (r.ports && !r.corner))
        return YEE_OK;
    r.dt = *dt;
    out->accepted = host->alloc(host, (size_t)n * sizeof(double));
    out->available = host->alloc(host, (size_t)n * sizeof(double));
    if (!out->accepted || !out->available)
        return host->fail(host, YEE_MEMORY, "no memory for %lld frequencies", (long long)n);
    return read_players(&r, players, n, f, out);
}
