/* core/cli/plot/box.c: fields in a box of a result file, and cuts through it. */
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void box_free(box *b)
{
    for (int a = 0; a < 3; a++)
        plot_array_free(&b->axis[a]);
}

bool box_read_axes(hid_t file, const char *group, box *b)
{
    bool ok = true;
    for (int a = 0; a < 3; a++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%c", group, 'x' + a);
        ok = plot_read(file, path, &b->axis[a]) && b->axis[a].count && ok;
        b->stride[a] = plot_number(file, path, "stride", 1);
        b->interior[a][0] = -INFINITY;
        b->interior[a][1] = INFINITY;
        plot_numbers(file, path, "interior", 2, b->interior[a]);
    }
    return ok;
}

double *box_read_cut(const box *b, const char *name, size_t frame, const cut *c, double *peak)
{
    static const int order[2][3] = {{0, 1, 2}, {2, 1, 0}};
    plot_array a;
    char path[600];
    hsize_t start[8] = {frame}, count[8] = {1};
    snprintf(path, sizeof path, "%s/%s", b->root, name);
    const int rank = plot_rank(b->file, path);
    int n = 1;
    for (int i = 0; i < 3 && n < 8; i++) {
        const int axis = order[b->z_slowest][i];
        if (rank < 4 && b->axis[axis].count == 1)
            continue; /* flat axes of an image are left out */
        start[n] = axis == c->normal ? c->at : 0;
        count[n++] = axis == c->normal ? 1 : b->axis[axis].count;
    }
    if (n != rank || !plot_read_box(b->file, path, start, count, &a))
        return NULL;
    const size_t nu = b->axis[c->u].count, nv = b->axis[c->v].count;
    double *v = malloc(nu * nv * sizeof *v);
    *peak = 0;
    for (size_t j = 0; v && j < nv; j++)
        for (size_t i = 0; i < nu; i++) {
            const size_t at = b->z_slowest ? j * nu + i : i * nv + j;
            v[j * nu + i] = a.complex ? hypot(a.v[2 * at], a.v[2 * at + 1]) : a.v[at];
            *peak = fmax(*peak, fabs(v[j * nu + i]));
        }
    plot_array_free(&a);
    return v;
}

double *box_positions(const box *b, const char *name, int a)
{
    char path[600];
    double offset[3] = {0, 0, 0};
    snprintf(path, sizeof path, "%s/%s", b->root, name);
    plot_numbers(b->file, path, "offset", 3, offset);
    const plot_array *axis = &b->axis[a];
    double *x = malloc((axis->count + 1) * sizeof *x);
    for (size_t i = 0; x && i < axis->count; i++) {
        const size_t n = axis->count;
        const double gap = n < 2       ? 0
                           : i + 1 < n ? axis->v[i + 1] - axis->v[i]
                                       : axis->v[n - 1] - axis->v[n - 2];
        x[i] = axis->v[i] + offset[a] * gap / b->stride[a];
    }
    return x;
}

/* Materials that a shape made, "SHAPE/name", by the first of their numbers, which follow each
 * other and come behind those of the model. */
typedef struct made {
    size_t count;
    struct {
        double first;
        const char *shape;
        size_t length;
    } * group;
} made;

static void add_made(made *m, double number, const char *name, size_t length)
{
    size_t n = 0;
    while (n < m->count &&
           (m->group[n].length != length || strncmp(m->group[n].shape, name, length) != 0))
        n++;
    if (n < m->count) {
        m->group[n].first = fmin(m->group[n].first, number);
        return;
    }
    void *more = realloc(m->group, (n + 1) * sizeof *m->group);
    if (!more)
        return;
    m->group = more;
    m->group[n].first = number;
    m->group[n].shape = name;
    m->group[n].length = length;
    m->count++;
}

/* One number for all materials that a shape made: outlines are of objects. */
static void join_made(const char *names, double *m, size_t count)
{
    made all = {.count = 0};
    for (const char *line = names; line && *line; line += strcspn(line, "\n") + 1) {
        char *name;
        const double number = (double)strtol(line, &name, 10);
        const size_t length = strcspn(name, "/\n");
        if (name[length] == '/')
            add_made(&all, number, name, length);
        if (!line[strcspn(line, "\n")])
            break;
    }
    for (size_t i = 0; i < count; i++) {
        double first = -1;
        for (size_t n = 0; n < all.count; n++)
            if (all.group[n].first <= m[i] && all.group[n].first > first)
                first = all.group[n].first;
        m[i] = first < 0 ? m[i] : first;
    }
    free(all.group);
}

/* Ports that the file names, where they meet the plane. */
static void add_ports(const box *b, const plot_plane *plane, plot_scene *scene)
{
    plot_array port;
    if (!plot_read(b->file, "/provenance/ports", &port))
        return;
    for (size_t n = 0; port.rank == 2 && port.dims[1] == 6 && n < port.dims[0]; n++)
        plot_scene_add_port(scene, plane, port.v + 6 * n, port.v + 6 * n + 3);
    plot_array_free(&port);
}

/* Half of the least gap between nodes of the plane. */
static double half_cell(const plot_array *u, const plot_array *v)
{
    double least = INFINITY;
    for (size_t i = 1; i < u->count; i++)
        least = fmin(least, u->v[i] - u->v[i - 1]);
    for (size_t i = 1; i < v->count; i++)
        least = fmin(least, v->v[i] - v->v[i - 1]);
    return isfinite(least) ? 0.5 * least : 0;
}

/* Where layers begin along an axis of a cut. At an end of the box none does: beyond it there is a layer
 * that the box does not show, or a wall. */
static void find_interior(const box *b, int a, double interior[2])
{
    const plot_array *x = &b->axis[a];
    interior[0] = b->interior[a][0] > x->v[0] ? b->interior[a][0] : -INFINITY;
    interior[1] = b->interior[a][1] < x->v[x->count - 1] ? b->interior[a][1] : INFINITY;
}

plot_scene box_scene(const box *b, const cut *c)
{
    char path[600];
    double peak;
    double *material = box_read_cut(b, "material", 0, c, &peak);
    double *conductor = box_read_cut(b, "conductor", 0, c, &peak);
    const plot_plane plane = {.axis = {c->u, c->v, c->normal},
                              .nu = b->axis[c->u].count,
                              .nv = b->axis[c->v].count,
                              .u = b->axis[c->u].v,
                              .v = b->axis[c->v].v,
                              .material = material,
                              .conductor = conductor,
                              .normal = b->axis[c->normal].v[c->at],
                              .thickness = half_cell(&b->axis[c->u], &b->axis[c->v])};
    plot_scene scene = plot_scene_new();
    snprintf(path, sizeof path, "%s/material", b->root);
    char *names = plot_text(b->file, path, "names");
    if (material)
        join_made(names, material, plane.nu * plane.nv);
    plot_scene_add(&scene, &plane);
    add_ports(b, &plane, &scene);
    find_interior(b, c->u, scene.interior[0]);
    find_interior(b, c->v, scene.interior[1]);
    free(names);
    free(material);
    free(conductor);
    return scene;
}
