/* tests/physics/mirrored.h: a half, a quarter and an eighth of a model against all of it.
 *
 * The grid of the part is the upper half of the whole one's along every axis with a plane of
 * symmetry. Its fields are those of the whole, so that all records must agree but for rounding:
 * each of the 2 n sweeps of n steps rounds a field at most a dozen times, which leapfrog adds up,
 * 2*n*12*epsilon/2 of the largest. A record is held against its largest value, of which the fields
 * that make it may be MIRRORED_TIMES as large (a port's voltage is the sum of few edges, its current
 * what is left of them and the source; an impedance is divided by a current of 1/10 of the largest;
 * measured are 3e-13 and below). That is less than the 1e-6 that would satisfy a user. */
#ifndef YEE_TESTS_MIRRORED_H
#define YEE_TESTS_MIRRORED_H

#include "files/results.h"
#include "short.h"
#include "suite.h"
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yee/libyee.h>

enum { MIRRORED_TIMES = 100 };

/* The allowed difference of records in float64 after so many steps. */
static inline double rounding_of(int steps)
{
    return MIRRORED_TIMES * 2.0 * steps * 12 * 0x1p-53;
}

static char folder[64];

static inline void setup(void)
{
    strcpy(folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static inline void teardown(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Runs a model with files of that name; returns the energy that libyee then says, J. */
static inline double run_text(const char *name, const char *text)
{
    char set[64];
    const char *const sets[] = {set};
    yee_session *session = NULL;
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    snprintf(set, sizeof set, "run.output=%s.h5", name);
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 1, sets, &model) &&
                      !yee_simulation_plan(model, &simulation),
                  "%s", yee_session_error(session));
    const yee_problem *p = yee_model_problem(model);
    const yee_axis_data *axis = p->grid.axis;
    const double count = (double)axis[0].cells * (double)axis[1].cells * (double)axis[2].cells;
    ck_assert_msg(
        !yee_simulation_run(simulation, short_steps(p->steps, 0, count), NULL, NULL) &&
            !yee_simulation_finish(simulation),
        "%s", yee_session_error(session));
    double energy[2];
    ck_assert_int_eq(yee_simulation_energy(simulation, energy), YEE_OK);
    yee_simulation_free(simulation);
    yee_model_free(model);
    yee_session_close(session);
    return energy[0] + energy[1];
}

/* ---- records of both files ---- */

typedef struct record {
    char path[128];
    double *v; /* pairs as two */
    int count;
} record;

typedef struct records {
    int count;
    record of[64];
} records;

/* Whether a dataset depends on the fields. */
static inline bool wanted(const yee_item *item)
{
    static const char *const kind[] = {"/probe/", "/port/", "/energy/",
                                       "/flux/",  "/post/", "/spectrum/"};
    bool known = false;
    for (size_t n = 0; n < sizeof kind / sizeof *kind; n++)
        known = known || !strncmp(item->path, kind[n], strlen(kind[n]));
    return known && item->dataset && !strstr(item->path, "/frequency");
}

static inline records read_records(const char *name)
{
    char path[64];
    yee_items items;
    records r = {.count = 0};
    snprintf(path, sizeof path, "%s.h5", name);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    ck_assert(yee_items_list(file, "/", &items));
    for (size_t n = 0; n < items.count; n++) {
        if (!wanted(&items.v[n]))
            continue;
        ck_assert_int_lt(r.count, 64);
        record *own = &r.of[r.count++];
        const hid_t set = H5Dopen2(file, items.v[n].path, H5P_DEFAULT),
                    space = H5Dget_space(set), type = H5Dget_type(set);
        const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
        snprintf(own->path, sizeof own->path, "%s", items.v[n].path + 1);
        own->count = (int)H5Sget_simple_extent_npoints(space) * (pairs ? 2 : 1);
        own->v = calloc((size_t)own->count + 1, sizeof *own->v);
        ck_assert_int_ge(H5Dread(set, pairs ? type : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                 H5P_DEFAULT, own->v),
                         0);
        H5Tclose(type);
        H5Sclose(space);
        H5Dclose(set);
    }
    yee_items_free(&items);
    H5Fclose(file);
    return r;
}

static inline void free_records(records *r)
{
    for (int n = 0; n < r->count; n++)
        free(r->of[n].v);
}

static inline double largest(const record *r)
{
    double most = 0;
    for (int n = 0; n < r->count; n++)
        most = fmax(most, fabs(r->v[n]));
    return most;
}

/* "probe/p/ez" to the largest of all E that the probe has: one component may be 0. */
static inline double scale(const records *all, const record *r)
{
    const char *tail = strrchr(r->path, '/') + 1;
    double most = 0;
    if (strncmp(r->path, "probe/", 6) != 0)
        return largest(r);
    for (int n = 0; n < all->count; n++)
        if (!strncmp(all->of[n].path, r->path, (size_t)(tail - r->path) + 1))
            most = fmax(most, largest(&all->of[n]));
    return most;
}

/* All records of the whole are those of the part times `factor`; at least so many of them. */
static inline void hold(const char *what, double tolerance, int least)
{
    records whole = read_records("whole"), part = read_records("part");
    double worst = 0;
    const char *where = "";
    ck_assert_int_eq(whole.count, part.count);
    ck_assert_int_ge(whole.count, least);
    for (int n = 0; n < whole.count; n++) {
        const record *a = &whole.of[n], *b = &part.of[n];
        const double unit = scale(&whole, a);
        ck_assert_str_eq(a->path, b->path);
        ck_assert_int_eq(a->count, b->count);
        ck_assert_msg(unit > 0, "%s: %s is 0", what, a->path);
        for (int i = 0; i < a->count; i++)
            if (!(fabs(a->v[i] - b->v[i]) <= worst * unit)) {
                worst = fabs(a->v[i] - b->v[i]) / unit;
                where = a->path;
            }
        ck_assert_msg(worst <= tolerance, "%s: %s differs by %g", what, where, worst);
    }
    printf("%s: the parts' records differ by %.2g (%s) at most, %g is allowed\n", what, worst,
           where, tolerance);
    free_records(&whole);
    free_records(&part);
}

/* Writes more of a model. */
static inline void add(char text[8192], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    ck_assert_int_lt(vsnprintf(text + used, 8192 - used, format, args), (int)(8192 - used));
    va_end(args);
}

#include "short_asserts.h"

#endif
