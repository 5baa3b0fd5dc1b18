/* core/cli/plot/radar/gprmax.c: records of gprMax as traces: /rxs/rxN/Ez of the shape [rows], or of
 * a scan that its outputfiles_merge made, [rows, traces]. Row n has E at n dt and H at
 * (n - 1/2) dt. */
#include "radar.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool radar_is_gprmax(const plot *p)
{
    return H5Aexists(p->file, "gprMax") > 0 && plot_number(p->file, "/", "dt", 0) > 0 &&
           plot_exists(p->file, "/rxs");
}

/* "ez" of "Ez"; false: it is no component of a field. */
static bool field_name(const char *set, char what[32])
{
    snprintf(what, 32, "%s", set);
    for (char *c = what; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (!strcmp(what, yee_component_key(c)))
            return true;
    return false;
}

/* The wanted component of a receiver, or its strongest of E. */
static bool choose(plot *p, const char *receiver, char path[600], char what[32])
{
    char **sets = plot_names(p->file, receiver), one[32];
    double most = -1;
    for (char **set = sets; set && *set; set++) {
        char at[600];
        plot_array a = {0};
        snprintf(at, sizeof at, "%s/%s", receiver, *set);
        if (!field_name(*set, one) || (p->component && strcmp(one, p->component)) ||
            (!p->component && *one != 'e') || !plot_read(p->file, at, &a))
            continue;
        for (size_t i = 0; i < a.count; i++)
            if (fabs(a.v[i]) > most) {
                most = fabs(a.v[i]);
                memcpy(path, at, sizeof at);
                memcpy(what, one, sizeof one);
            }
        plot_array_free(&a);
    }
    plot_names_free(sets);
    return most >= 0;
}

/* Traces are so far from each other as --spacing says, or the steps of the receivers. */
static void place(plot *p, const radar_want *want, radargram *g)
{
    double steps[3], widths[3], spacing = want->spacing;
    int64_t cells[3] = {0, 0, 0};
    strcpy(g->x_name, "trace");
    if (isnan(spacing) && H5Aexists(p->file, "rxsteps") > 0 &&
        plot_numbers(p->file, "/", "dx_dy_dz", 3, widths)) {
        const hid_t a = H5Aopen(p->file, "rxsteps", H5P_DEFAULT);
        if (H5Aget_storage_size(a) == sizeof cells &&
            H5Aread(a, H5T_NATIVE_INT64, cells) >= 0) {
            for (int i = 0; i < 3; i++)
                steps[i] = (double)cells[i] * widths[i];
            spacing = sqrt(steps[0] * steps[0] + steps[1] * steps[1] + steps[2] * steps[2]);
        }
        H5Aclose(a);
    }
    if (!(spacing > 0))
        return;
    for (size_t t = 0; t < g->traces; t++)
        g->x[t] = spacing * (double)t;
    strcpy(g->x_name, "distance");
    strcpy(g->x_unit, "m");
}

static yee_status read_receiver(plot *p, const radar_want *want, const char *receiver,
                                radar_take take)
{
    char path[600], group[300];
    radargram g = {.lines = 1};
    plot_array a = {0};
    snprintf(group, sizeof group, "/rxs/%s", receiver);
    if (!choose(p, group, path, g.what))
        return YEE_OK;
    if (!plot_read(p->file, path, &a) || a.complex || a.rank < 1 || a.rank > 2 || !a.count) {
        plot_array_free(&a);
        return YEE_OK;
    }
    g.rows = a.dims[0];
    g.traces = a.count / a.dims[0];
    g.step = plot_number(p->file, "/", "dt", 0);
    g.first = *g.what == 'h' ? -0.5 * g.step : 0;
    snprintf(g.output, sizeof g.output, "%s", receiver);
    g.unit = strdup(*g.what == 'h' ? "A/m" : "V/m");
    yee_status status = YEE_MEMORY;
    if (radar_new(&g)) {
        for (size_t t = 0; t < g.traces; t++)
            for (size_t r = 0; r < g.rows; r++)
                g.v[t * g.rows + r] = a.v[r * g.traces + t];
        place(p, want, &g);
        g.placed = plot_numbers(p->file, group, "Position", 3, g.rx);
        g.sent = g.placed && (plot_numbers(p->file, "/srcs/src1", "Position", 3, g.tx) ||
                              plot_numbers(p->file, "/tls/tl1", "Position", 3, g.tx));
        status = take(p, want, &g);
        p->components |= p->component != NULL;
    }
    plot_array_free(&a);
    radar_free(&g);
    return status;
}

yee_status radar_read_gprmax(plot *p, const radar_want *want, radar_take take)
{
    yee_status status = YEE_OK;
    char *title = plot_text(p->file, "/", "Title");
    if (title)
        snprintf(p->title, sizeof p->title, "%s", title);
    free(title);
    char **receivers = plot_names(p->file, "/rxs");
    for (char **r = receivers; r && *r && !status; r++)
        if (plot_wanted(p, *r))
            status = read_receiver(p, want, *r, take);
    plot_names_free(receivers);
    return status;
}
