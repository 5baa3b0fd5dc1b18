/* core/cli/plot/scene.c: outlines of materials, conductors and ports in a plane of the grid. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

plot_scene plot_scene_new(void)
{
    return (plot_scene){.interior = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}}};
}

void plot_scene_free(plot_scene *s)
{
    free(s->media.v);
    free(s->metal.v);
    free(s->ports.v);
    *s = plot_scene_new();
}

void plot_lines_add(plot_lines *l, const double line[4])
{
    if (l->count == l->capacity) {
        const size_t capacity = 2 * l->capacity + 64;
        void *v = realloc(l->v, capacity * sizeof *l->v);
        if (!v)
            return;
        l->v = v;
        l->capacity = capacity;
    }
    memcpy(l->v[l->count++], line, sizeof *l->v);
}

static void add(plot_lines *l, double x0, double y0, double x1, double y1)
{
    plot_lines_add(l, (double[4]){x0, y0, x1, y1});
}

/* The node behind the last one is as far from it as the one before. */
static double node(const double *x, size_t n, size_t i)
{
    return i < n ? x[i] : n > 1 ? 2 * x[n - 1] - x[n - 2] : x[n - 1];
}

static void add_media(plot_scene *s, const plot_plane *p)
{
    const double *m = p->material;
    for (size_t j = 0; j < p->nv; j++)
        for (size_t i = 0; i < p->nu; i++) {
            const double here = m[j * p->nu + i];
            const double x[2] = {p->u[i], node(p->u, p->nu, i + 1)};
            const double y[2] = {p->v[j], node(p->v, p->nv, j + 1)};
            if (i && m[j * p->nu + i - 1] != here)
                add(&s->media, x[0], y[0], x[0], y[1]);
            if (j && m[(j - 1) * p->nu + i] != here)
                add(&s->media, x[0], y[0], x[1], y[0]);
        }
}

/* Whether the edge from a node along an axis of the plane (0: u, 1: v) conducts, or, with
 * 2, the one along the normal. */
static bool conducts(const plot_plane *p, size_t i, size_t j, int along)
{
    return i < p->nu && j < p->nv &&
           ((int)p->conductor[j * p->nu + i] >> p->axis[along] & 1) != 0;
}

/* Whether all four edges of the face above a node conduct. */
static bool sheet(const plot_plane *p, size_t i, size_t j)
{
    return conducts(p, i, j, 0) && conducts(p, i, j, 1) && conducts(p, i, j + 1, 0) &&
           conducts(p, i + 1, j, 1);
}

/* Edges that are wires, cuts of sheets through the plane, or the rim of a sheet in it; points
 * where a wire goes through the plane. */
static void add_metal(plot_scene *s, const plot_plane *p)
{
    for (size_t j = 0; j < p->nv; j++)
        for (size_t i = 0; i < p->nu; i++) {
            const double x = p->u[i], y = p->v[j];
            const bool u = conducts(p, i, j, 0), v = conducts(p, i, j, 1);
            const bool here = sheet(p, i, j);
            if (u && !(here && j && sheet(p, i, j - 1)))
                add(&s->metal, x, y, node(p->u, p->nu, i + 1), y);
            if (v && !(here && i && sheet(p, i - 1, j)))
                add(&s->metal, x, y, x, node(p->v, p->nv, j + 1));
            if (conducts(p, i, j, 2) && !u && !v && !(i && conducts(p, i - 1, j, 0)) &&
                !(j && conducts(p, i, j - 1, 1)))
                add(&s->metal, x, y, x, y);
        }
}

void plot_scene_add(plot_scene *s, const plot_plane *p)
{
    if (p->material)
        add_media(s, p);
    if (p->conductor)
        add_metal(s, p);
}

void plot_scene_add_port(plot_scene *s, const plot_plane *p, const double from[3],
                         const double to[3])
{
    const int n = p->axis[2], a = p->axis[0], b = p->axis[1];
    const double slack = p->thickness;
    if (fmin(from[n], to[n]) > p->normal + slack || fmax(from[n], to[n]) < p->normal - slack)
        return;
    const double x[2] = {from[a], to[a]}, y[2] = {from[b], to[b]};
    if (x[0] != x[1] || y[0] == y[1])
        add(&s->ports, x[0], y[0], x[1], y[0]);
    if (y[0] != y[1])
        add(&s->ports, x[0], y[0], x[0], y[1]);
    if (x[0] != x[1] && y[0] != y[1]) {
        add(&s->ports, x[1], y[0], x[1], y[1]);
        add(&s->ports, x[0], y[1], x[1], y[1]);
    }
}
