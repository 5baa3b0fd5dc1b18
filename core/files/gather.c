/* core/files/gather.c: datasets of many runs with the trace as their first axis. */
#include "gather.h"

#include "base/leftover.h"
#include "gather_attributes.h"
#include "gather_axes.h"
#include "gather_sweep.h"
#include "h5.h"
#include "results.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANK = 8, CHUNK = 1 << 20 /* bytes */ };

/* A dataset that all runs must have alike. */
typedef struct data {
    const char *path;
    hid_t type; /* of the first run */
    int rank;
    hsize_t dims[RANK];
    size_t bytes;  /* of a run's values */
    char *first;   /* those of the first run, of an axis; else NULL */
    bool axis;     /* it is the same in all runs so far */
    bool left_out; /* it differs in type or shape, or in its time step */
    double time[2];
    hid_t out;
} data;

typedef struct gather {
    const yee_gather *given;
    yee_items items;
    size_t count;
    data *v;
    hid_t first; /* run, while others are compared with it */
    yee_varying varying;
    hid_t into;
    char bad[4096];   /* a run's file that cannot be read; "": all can */
    size_t bad_trace; /* which it is of */
} gather;

/* -- what a run has -- */

static void read_time(hid_t set, double time[2])
{
    static const char *const name[2] = {"time_first", "time_step"};
    for (int i = 0; i < 2; i++) {
        time[i] = 0;
        if (H5Aexists(set, name[i]) <= 0)
            continue;
        const hid_t a = H5Aopen(set, name[i], H5P_DEFAULT);
        if (H5Aread(a, H5T_NATIVE_DOUBLE, &time[i]) < 0)
            time[i] = NAN;
        yee_h5_close(a);
    }
}

/* Type, shape and time of a dataset; false: it is none of numbers. */
static bool describe(hid_t set, data *d)
{
    const hid_t space = H5Dget_space(set);
    d->type = H5Dget_type(set);
    d->rank = H5Sget_simple_extent_ndims(space);
    const bool ok = d->type >= 0 && d->rank >= 0 && d->rank < RANK &&
                    H5Tget_class(d->type) != H5T_STRING &&
                    H5Tdetect_class(d->type, H5T_VLEN) <= 0 &&
                    H5Sget_simple_extent_dims(space, d->dims, NULL) >= 0;
    d->bytes = ok ? H5Tget_size(d->type) : 0;
    for (int i = 0; i < d->rank && ok; i++)
        d->bytes *= d->dims[i];
    yee_h5_close(space);
    read_time(set, d->time);
    return ok && d->bytes;
}

static bool same_shape(const data *a, const data *b)
{
    return a->rank == b->rank && !memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) &&
           H5Tequal(a->type, b->type) > 0 && a->time[0] == b->time[0] &&
           a->time[1] == b->time[1];
}

/* Whether it is an object of the runs' results. */
static bool is_result(const yee_item *item)
{
    return strcmp(item->path, "/provenance") && strncmp(item->path, "/provenance/", 12);
}

/* The datasets of the first run, without those of its provenance. */
static bool list(gather *g, hid_t file)
{
    if (!yee_items_list(file, "/", &g->items) ||
        !(g->v = calloc(g->items.count + 1, sizeof *g->v)))
        return false;
    for (size_t i = 0; i < g->items.count; i++) {
        const char *path = g->items.v[i].path;
        if (!g->items.v[i].dataset || !is_result(&g->items.v[i]))
            continue;
        const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
        data *d = &g->v[g->count];
        *d = (data){.path = path, .out = -1};
        if (set >= 0 && describe(set, d)) {
            d->axis = d->rank == 1 && yee_gather_names_axis(path);
            if (d->axis && (d->first = malloc(d->bytes)) &&
                H5Dread(set, d->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, d->first) < 0)
                d->axis = false;
            d->axis = d->axis && d->first;
            g->count++;
        } else {
            yee_h5_close(d->type);
        }
        yee_h5_close(set);
    }
    return true;
}

/* Another run: what it lacks or has otherwise is left out, axes that differ are data. */
static void compare(gather *g, hid_t file)
{
    for (size_t i = 0; i < g->count; i++) {
        data *d = &g->v[i], other = {.type = -1};
        const hid_t set =
            yee_h5_exists(file, d->path) ? H5Dopen2(file, d->path, H5P_DEFAULT) : -1;
        if (set < 0 || !describe(set, &other) || !same_shape(d, &other)) {
            d->left_out = true;
        } else if (d->axis) {
            char *values = malloc(d->bytes);
            d->axis = values &&
                      H5Dread(set, d->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 &&
                      !memcmp(values, d->first, d->bytes);
            free(values);
        }
        yee_h5_close(other.type);
        yee_h5_close(set);
    }
}

static bool compare_attributes(gather *g, hid_t file)
{
    bool ok = true;
    for (size_t i = 0; i < g->items.count && ok; i++) {
        const char *path = g->items.v[i].path;
        if (!is_result(&g->items.v[i]) || !yee_h5_exists(file, path))
            continue;
        const hid_t a = H5Oopen(g->first, path, H5P_DEFAULT);
        const hid_t b = H5Oopen(file, path, H5P_DEFAULT);
        ok = a < 0 || b < 0 || yee_varying_add(&g->varying, path, a, b);
        if (a >= 0)
            H5Oclose(a);
        if (b >= 0)
            H5Oclose(b);
    }
    return ok;
}

/* -- the one file -- */

/* Where a value is missing: NaN in every number with a fraction. */
static void missing(hid_t type, char *value)
{
    memset(value, 0, H5Tget_size(type));
    if (H5Tget_class(type) == H5T_FLOAT) {
        const double nan_value = NAN;
        char room[64];
        memcpy(room, &nan_value, sizeof nan_value);
        H5Tconvert(H5T_NATIVE_DOUBLE, type, 1, room, NULL, H5P_DEFAULT);
        memcpy(value, room, H5Tget_size(type));
    } else if (H5Tget_class(type) == H5T_COMPOUND) {
        const int members = H5Tget_nmembers(type);
        for (int m = 0; m < members; m++) {
            const hid_t of = H5Tget_member_type(type, (unsigned)m);
            missing(of, value + H5Tget_member_offset(type, (unsigned)m));
            yee_h5_close(of);
        }
    }
}

static hid_t make(gather *g, data *d)
{
    hsize_t dims[RANK + 1] = {g->given->sweep->traces}, chunk[RANK + 1] = {1};
    size_t bytes = H5Tget_size(d->type);
    char fill[256];
    for (int i = d->rank; i-- > 0;) {
        dims[i + 1] = d->dims[i];
        chunk[i + 1] = bytes * d->dims[i] <= CHUNK ? d->dims[i]
                       : bytes < CHUNK             ? CHUNK / bytes
                                                   : 1;
        bytes *= chunk[i + 1];
    }
    if (bytes < CHUNK) /* several short runs */
        chunk[0] = CHUNK / bytes < dims[0] ? CHUNK / bytes : dims[0];
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), keep = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = d->axis ? H5Screate_simple(d->rank, d->dims, NULL)
                                : H5Screate_simple(d->rank + 1, dims, NULL);
    hid_t out = -1;
    if (H5Tget_size(d->type) <= sizeof fill) {
        missing(d->type, fill);
        H5Pset_fill_value(keep, d->type, fill);
    }
    H5Pset_create_intermediate_group(links, 1);
    if (d->axis || yee_h5_ok(H5Pset_chunk(keep, d->rank + 1, chunk)))
        out = H5Dcreate2(g->into, d->path, d->type, space, links, keep, H5P_DEFAULT);
    yee_h5_ok(out);
    if (out >= 0 && d->axis &&
        !yee_h5_ok(H5Dwrite(out, d->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, d->first))) {
        yee_h5_close(out);
        out = -1;
    }
    yee_h5_close(space);
    yee_h5_close(keep);
    yee_h5_close(links);
    return out;
}

static bool copy_group_attributes(gather *g, hid_t file)
{
    bool ok = true;
    for (size_t i = 0; i < g->items.count && ok; i++) {
        const char *path = g->items.v[i].path;
        if (g->items.v[i].dataset || !yee_h5_exists(g->into, path) ||
            !is_result(&g->items.v[i]))
            continue;
        const hid_t from = H5Gopen2(file, path, H5P_DEFAULT);
        const hid_t to = H5Gopen2(g->into, path, H5P_DEFAULT);
        ok = from >= 0 && to >= 0 && yee_varying_copy_others(&g->varying, path, from, to);
        yee_h5_close(from);
        yee_h5_close(to);
    }
    return ok;
}

static bool make_all(gather *g, hid_t first)
{
    for (size_t i = 0; i < g->count; i++) {
        data *d = &g->v[i];
        if (d->left_out)
            continue;
        const hid_t set = H5Dopen2(first, d->path, H5P_DEFAULT);
        d->out = make(g, d);
        const bool ok = set >= 0 && d->out >= 0 &&
                        yee_varying_copy_others(&g->varying, d->path, set, d->out);
        yee_h5_close(set);
        if (!ok)
            return false;
    }
    return copy_group_attributes(g, first) &&
           yee_h5_ok(
               H5Ocopy(first, "/provenance", g->into, "/provenance", H5P_DEFAULT, H5P_DEFAULT));
}

static bool put_attributes(gather *g, size_t trace, hid_t file)
{
    bool ok = true;
    for (size_t i = 0; i < g->items.count && ok; i++) {
        const char *path = g->items.v[i].path;
        const hid_t object = is_result(&g->items.v[i]) && yee_h5_exists(file, path)
                                 ? H5Oopen(file, path, H5P_DEFAULT)
                                 : -1;
        if (object < 0)
            continue;
        ok =
            yee_varying_put(&g->varying, path, object, g->into, trace, g->given->sweep->traces);
        H5Oclose(object);
    }
    return ok;
}

/* false: the file of a run is to blame. */
static bool blame(gather *g, size_t trace, const char *path)
{
    snprintf(g->bad, sizeof g->bad, "%s", path);
    g->bad_trace = trace;
    return false;
}

static bool put_run(gather *g, size_t trace, const char *path, hid_t file)
{
    bool ok = true;
    for (size_t i = 0; i < g->count && ok; i++) {
        data *d = &g->v[i];
        if (d->left_out || d->axis)
            continue;
        hsize_t begin[RANK + 1] = {trace}, count[RANK + 1] = {1};
        memcpy(count + 1, d->dims, sizeof *count * (size_t)d->rank);
        const hid_t set = H5Dopen2(file, d->path, H5P_DEFAULT), space = H5Dget_space(d->out);
        const hid_t memory = H5Screate_simple(d->rank + 1, count, NULL);
        char *values = malloc(d->bytes);
        ok = values && ((yee_h5_ok(set) && yee_h5_ok(H5Dread(set, d->type, H5S_ALL, H5S_ALL,
                                                             H5P_DEFAULT, values))) ||
                        blame(g, trace, path));
        ok = ok && H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, count, NULL) >= 0 &&
             yee_h5_ok(H5Dwrite(d->out, d->type, memory, space, H5P_DEFAULT, values));
        free(values);
        yee_h5_close(memory);
        yee_h5_close(space);
        yee_h5_close(set);
    }
    return ok && put_attributes(g, trace, file);
}

static bool name_axes(gather *g)
{
    yee_gathered *all = calloc(g->count + 1, sizeof *all);
    for (size_t i = 0; all && i < g->count; i++)
        all[i] = (yee_gathered){g->v[i].path, g->v[i].rank, g->v[i].dims,
                                g->v[i].time, g->v[i].axis, g->v[i].left_out};
    const bool ok = all && yee_gather_axes(g->into, g->given->sweep, g->count, all);
    free(all);
    return ok;
}

/* -- all of it -- */

/* Visits the runs that did not fail. */
typedef struct runs {
    gather *g;
    int32_t *status;
    char **message;
} runs;

static bool visit(runs *r, bool write)
{
    const yee_gather *given = r->g->given;
    bool first = true, ok = true;
    for (size_t t = 0; t < given->sweep->traces && ok; t++) {
        char path[4096], message[2000] = "";
        yee_status status = YEE_OK;
        const bool good =
            given->trace(given->user, t, path, sizeof path, &status, message, sizeof message);
        if (!write) {
            r->status[t] = (int32_t)status;
            ok = (r->message[t] = strdup(message)) != NULL;
        }
        if (!good || !ok)
            continue;
        const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        ok = yee_h5_ok(file) || blame(r->g, t, path);
        if (ok && write)
            ok = (!first || make_all(r->g, file)) && put_run(r->g, t, path, file);
        else if (ok && first)
            ok = list(r->g, file);
        else if (ok) {
            compare(r->g, file);
            ok = compare_attributes(r->g, file);
        }
        if (ok && first && !write)
            r->g->first = file;
        else
            yee_h5_close(file);
        first = false;
    }
    yee_h5_close(r->g->first);
    r->g->first = -1;
    return ok;
}

static void free_all(gather *g, runs *r)
{
    for (size_t i = 0; i < g->count; i++) {
        yee_h5_close(g->v[i].type);
        yee_h5_close(g->v[i].out);
        free(g->v[i].first);
    }
    free(g->v);
    yee_items_free(&g->items);
    yee_varying_free(&g->varying);
    for (size_t t = 0; r->message && t < g->given->sweep->traces; t++)
        free(r->message[t]);
    free(r->message);
    free(r->status);
}

yee_status yee_gather_write(yee_diag *diag, const yee_gather *given, size_t *left)
{
    gather g = {.given = given, .first = -1, .into = -1};
    runs r = {&g, calloc(given->sweep->traces, sizeof *r.status),
              calloc(given->sweep->traces, sizeof *r.message)};
    char fresh[4096], why[256] = "";
    bool ok = r.status && r.message && yee_leftover_name(given->into, fresh, sizeof fresh);
    yee_h5_lock();
    yee_leftover_remove(given->into, unlink);
    unlink(fresh);
    ok = ok && visit(&r, false);
    if (ok)
        ok = (g.into = yee_h5_create(fresh)) >= 0;
    if (ok)
        ok = visit(&r, true) && yee_gather_put_sweep(g.into, given, r.status, r.message) &&
             name_axes(&g) && yee_h5_flush(g.into, 0);
    *left = 0;
    for (size_t i = 0; i < g.count; i++)
        *left += g.v[i].left_out;
    free_all(&g, &r);
    ok = (g.into < 0 || yee_h5_ok(H5Fclose(g.into))) && ok;
    if (!ok)
        yee_h5_why(why, sizeof why);
    if (ok && rename(fresh, given->into)) {
        ok = false;
        snprintf(why, sizeof why, "%s", strerror(errno));
    }
    if (!ok)
        unlink(fresh);
    yee_h5_unlock();
    if (!ok && *g.bad)
        return yee_diag_fail(diag, YEE_IO, NULL,
                             "%s of trace %zu cannot be read: %s; once its folder is removed, "
                             "--restart runs the trace again",
                             g.bad, g.bad_trace, why);
    return ok ? YEE_OK
              : yee_diag_fail(diag, YEE_IO, NULL, "cannot write %s: %s", given->into, why);
}
