/* plugins/outputs/gprmax/objects.c: cells and their materials as #geometry_objects_read takes them:
 * <stem>_<instance>.h5 with the numbers of the materials, and <stem>_<instance>_materials.txt, the
 * commands of the materials in the order of their numbers. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "../common/record.h"
#include "cells.h"
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct config {
    yee_vec3 from, to;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Low corner; the grid's by default."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner; the grid's by default."),
    YEE_PARAM_TOGETHER("from|to"),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    const char *title, *path;
    gprmax_cells cells;
    gprmax_materials materials;
    char *text;
} self;

/* -- materials as commands -- */

/* The kind of pole of gprMax that a pole is, and its numbers; NULL: gprMax has none such. */
static const char *pole_as(const yee_pole *p, double v[3], int *count)
{
    if (p->b1 != 0)
        return NULL;
    if (p->d2 == 0 && p->d1 > 0 && p->d0 > 0) { /* b0/(d0 + d1 s) */
        v[0] = p->b0 / p->d0;
        v[1] = p->d1 / p->d0;
        *count = 2;
        return "debye";
    }
    if (p->d2 > 0 && p->d0 > 0 && p->d1 * p->d1 < 4 * p->d0 * p->d2) {
        v[0] = p->b0 / p->d0;
        v[1] = sqrt(p->d0 / p->d2) / (2 * YEE_PI);
        v[2] = 0.5 * p->d1 / p->d2;
        *count = 3;
        return "lorentz";
    }
    if (p->d2 > 0 && p->d0 == 0) {
        v[0] = sqrt(p->b0 / p->d2) / (2 * YEE_PI);
        v[1] = p->d1 / p->d2;
        *count = 2;
        return "drude";
    }
    return NULL;
}

static bool alike(const yee_response r[3])
{
    bool yes = true;
    for (int a = 1; a < 3; a++) {
        yes = yes && r[a].inf == r[0].inf && r[a].sigma == r[0].sigma &&
              r[a].pole_count == r[0].pole_count;
        for (size_t p = 0; yes && p < r[0].pole_count; p++)
            yes = !memcmp(&r[a].poles[p], &r[0].poles[p], sizeof *r[0].poles);
    }
    return yes;
}

/* Names there have no blanks and commas. */
static void print_name(FILE *out, const char *name)
{
    for (; *name; name++)
        fputc(strchr(" \t,#:+", *name) ? '_' : *name, out);
}

static yee_status print_poles(const yee_host *host, FILE *out, const char *name,
                              const yee_response *r)
{
    const char *first = NULL;
    double v[3];
    int count = 0;
    for (size_t p = 0; p < r->pole_count; p++) {
        const char *kind = pole_as(&r->poles[p], v, &count);
        if (!kind || (first && strcmp(kind, first)))
            return host->fail(
                host, YEE_DECLINED,
                "material '%s' has poles that are not all of Debye's, Lorentz' or "
                "Drude's form, which gprMax has only",
                name);
        if (!first)
            fprintf(out, "#add_dispersion_%s: %zu", kind, r->pole_count);
        first = kind;
        for (int k = 0; k < count; k++)
            fprintf(out, " %.12g", v[k]);
    }
    if (first) {
        fputc(' ', out);
        print_name(out, name);
        fputc('\n', out);
    }
    return YEE_OK;
}

static yee_status print_material(const yee_host *host, FILE *out, const char *name,
                                 const yee_material *law)
{
    const yee_response *e = &law->electric[0], *h = &law->magnetic[0];
    if (law->conductor == YEE_PERFECT_ELECTRIC || !strcmp(name, "vacuum")) {
        fprintf(out, "#material: 1 %s 1 0 %s\n",
                law->conductor == YEE_PERFECT_ELECTRIC ? "inf" : "0",
                law->conductor == YEE_PERFECT_ELECTRIC ? "pec" : "free_space");
        return YEE_OK;
    }
    if (law->conductor != YEE_NOT_CONDUCTOR || !alike(law->electric) || !alike(law->magnetic) ||
        h->pole_count)
        return host->fail(host, YEE_DECLINED,
                          "material '%s' is a magnetic conductor, anisotropic, or has magnetic "
                          "poles, which gprMax has no command for",
                          name);
    fprintf(out, "#material: %.12g %.12g %.12g %.12g ", e->inf, e->sigma, h->inf, h->sigma);
    print_name(out, name);
    fputc('\n', out);
    return print_poles(host, out, name, e);
}

static yee_status print_all(const yee_host *host, const yee_view *view, self *s)
{
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    yee_status status = YEE_OK;
    if (!out)
        return host->fail(host, YEE_MEMORY, "no memory for the materials");
    for (int64_t n = 0; n < s->materials.count && !status; n++) {
        const yee_material *law;
        status = view->material_of(view, s->materials.name[n], &law);
        if (!status)
            status = print_material(host, out, s->materials.name[n], law);
    }
    fclose(out);
    s->text = status || !text ? NULL : host->alloc(host, size + 1);
    if (s->text)
        memcpy(s->text, text, size + 1);
    else if (!status)
        status = host->fail(host, YEE_MEMORY, "no memory for the materials");
    free(text);
    return status;
}

/* -- the output -- */

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    (void)tap_list;
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for the objects");
    *out = s;
    s->grid = view->grid;
    s->title = view->title ? view->title : "";
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    yee_status status = gprmax_choose(host, view->grid, &c->from, &c->to, NULL, &s->cells);
    if (!status)
        status = gprmax_list(host, view, &s->cells, &s->materials);
    if (!status && s->materials.count > INT16_MAX)
        status =
            host->fail(host, YEE_DECLINED, "%lld materials are more than the form holds, %d",
                       (long long)s->materials.count, INT16_MAX);
    return status ? status : print_all(host, view, s);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    if (!(s->path = s->record->path_for(host, ".h5")))
        return YEE_IO;
    FILE *file = opening->restart ? NULL : fopen(s->path, "a");
    if (!opening->restart && (!file || fclose(file)))
        return host->fail(host, YEE_IO, "%s cannot be written", s->path);
    return s->record->sidecar(host, "_materials.txt", s->text);
}

static void text(hid_t at, const char *name, const char *value, bool *bad)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    *bad = *bad || H5Awrite(a, type, &value) < 0;
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

static bool write_file(const self *s, const char *path)
{
    const hsize_t dims[3] = {(hsize_t)s->cells.count[0], (hsize_t)s->cells.count[1],
                             (hsize_t)s->cells.count[2]};
    const hsize_t three[1] = {3};
    double width[3];
    bool bad = false;
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0)
        return false;
    for (int a = 0; a < 3; a++)
        width[a] = s->grid->axis[a].node[1] - s->grid->axis[a].node[0];
    text(file, "gprMax", "3.1.7", &bad);
    text(file, "Title", s->title, &bad);
    const hid_t row = H5Screate_simple(1, three, NULL), space = H5Screate_simple(3, dims, NULL);
    const hid_t at =
        H5Acreate2(file, "dx_dy_dz", H5T_IEEE_F64LE, row, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t set =
        H5Dcreate2(file, "data", H5T_STD_I16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bad = bad || H5Awrite(at, H5T_NATIVE_DOUBLE, width) < 0 ||
          H5Dwrite(set, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, s->materials.of) < 0;
    H5Aclose(at);
    H5Dclose(set);
    H5Sclose(row);
    H5Sclose(space);
    return H5Fclose(file) >= 0 && !bad;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    (void)host, (void)self_, (void)d;
    return YEE_OK;
}

static yee_status close_files(const yee_host *host, void *self_, yee_status run)
{
    self *s = self_;
    char *fresh = malloc(strlen(s->path) + sizeof ".new");
    bool done = false;
    (void)run;
    if (!fresh)
        return host->fail(host, YEE_MEMORY, "no memory for a file name");
    sprintf(fresh, "%s.new", s->path);
    H5E_BEGIN_TRY { done = write_file(s, fresh); }
    H5E_END_TRY
    done = done && !rename(fresh, s->path);
    if (!done)
        unlink(fresh);
    free(fresh);
    return done ? YEE_OK : host->fail(host, YEE_IO, "%s cannot be written", s->path);
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_files,
    .receive = receive,
    .close = close_files,
};
const yee_plugin gprmax_objects = {
    .size = sizeof gprmax_objects,
    .kind = YEE_OUTPUT,
    .name = "gprmax_objects",
    .summary = "cells and materials as gprMax reads them",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.body]\n"
               "type = gprmax_objects\n"
               "from = 5, 5, 5 mm\n"
               "to = 25, 25, 20 mm\n",
};
