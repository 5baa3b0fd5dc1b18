/* plugins/outputs/gprmax/edges.c: a picture of the edges, <stem>_<instance>.vtp.
 *
 * VTK's PolyData, raw and appended: the nodes of the box, a line for each edge along x, then along y
 * and z, and the number of its medium, where means of several materials count as media of their own.
 * The names behind the numbers are listed behind the closing tag. */
#include "edges.h"
#include <stdlib.h>
#include <string.h>

/* Nodes of the box, and edges along an axis. */
static int64_t nodes(const gprmax_cells *c)
{
    return (c->hi[0] - c->lo[0] + 1) * (c->hi[1] - c->lo[1] + 1) * (c->hi[2] - c->lo[2] + 1);
}

static int64_t lines(const gprmax_cells *c, int along)
{
    int64_t count = 1;
    for (int a = 0; a < 3; a++)
        count *= c->hi[a] - c->lo[a] + (a != along);
    return count;
}

/* Calls for every edge, x fastest. */
typedef void (*visitor)(void *user, int along, const int64_t at[3]);
static void visit(const gprmax_cells *c, const yee_grid *grid, visitor call, void *user)
{
    for (int along = 0; along < 3; along++) {
        int64_t end[3], at[3];
        if (!grid->active[YEE_EX + along])
            continue;
        for (int a = 0; a < 3; a++)
            end[a] = c->hi[a] + (a != along);
        for (at[2] = c->lo[2]; at[2] < end[2]; at[2]++)
            for (at[1] = c->lo[1]; at[1] < end[1]; at[1]++)
                for (at[0] = c->lo[0]; at[0] < end[0]; at[0]++)
                    call(user, along, at);
    }
}

/* The media met so far are found by their addresses: a slot has the number of one, from 1 on. */
typedef struct finder {
    const yee_host *host;
    const yee_view *view;
    gprmax_edges *e;
    const yee_medium **medium; /* shape [capacity], and names likewise */
    uint32_t *slot;            /* shape [2 capacity]; 0: empty */
    int64_t capacity, next;
    bool bad;
} finder;

/* The slot of a medium, or the empty one where it belongs. */
static uint32_t *slot_of(const finder *f, const yee_medium *medium)
{
    const uint64_t last = (uint64_t)(2 * f->capacity - 1); /* the capacity is a power of two */
    uint64_t at = ((uint64_t)(uintptr_t)medium * UINT64_C(0x9e3779b97f4a7c15) >> 32) & last;
    while (f->slot[at] && f->medium[f->slot[at] - 1] != medium)
        at = (at + 1) & last;
    return &f->slot[at];
}

static bool grow(finder *f)
{
    gprmax_edges *e = f->e;
    const size_t count = (size_t)e->media, room = f->capacity ? 2 * (size_t)f->capacity : 64;
    const yee_medium **more = f->host->alloc(f->host, room * sizeof *more);
    const char **names = f->host->alloc(f->host, room * sizeof *names);
    uint32_t *slots = f->host->alloc(f->host, 2 * room * sizeof *slots);
    if (!more || !names || !slots)
        return false;
    if (count) {
        memcpy(more, f->medium, count * sizeof *more);
        memcpy(names, e->name, count * sizeof *names);
    }
    f->medium = more;
    e->name = names;
    f->slot = slots;
    f->capacity = (int64_t)room;
    for (size_t n = 0; n < count; n++)
        *slot_of(f, more[n]) = (uint32_t)n + 1;
    return true;
}

/* Numbers the medium of an edge, anew where it was not met before. */
static void number(void *user, int along, const int64_t at[3])
{
    finder *f = user;
    gprmax_edges *e = f->e;
    const yee_grid *grid = f->view->grid;
    int64_t place[3];
    /* beyond the last edge of a periodic or invariant axis is the first one */
    for (int a = 0; a < 3; a++)
        place[a] = at[a] < grid->extent[YEE_EX + along][a] ? at[a] : 0;
    const yee_medium *medium =
        f->view->medium(f->view, YEE_EX + along,
                        yee_grid_index(grid, YEE_EX + along, place[0], place[1], place[2]));
    f->bad = f->bad || (e->media == f->capacity && !grow(f));
    if (f->bad)
        return;
    uint32_t *slot = slot_of(f, medium);
    if (!*slot) {
        f->medium[e->media] = medium;
        e->name[e->media] = medium->name ? medium->name : "";
        *slot = (uint32_t)++e->media;
    }
    e->of[f->next++] = *slot - 1;
}

yee_status gprmax_list_edges(const yee_host *host, const yee_view *view, const gprmax_cells *c,
                             gprmax_edges *e)
{
    finder f = {.host = host, .view = view, .e = e};
    *e = (gprmax_edges){.lines = 0};
    for (int along = 0; along < 3; along++)
        e->lines += view->grid->active[YEE_EX + along] ? lines(c, along) : 0;
    if (nodes(c) > UINT32_MAX / 12 || e->lines > UINT32_MAX / 8)
        return host->fail(
            host, YEE_DECLINED,
            "%lld edges are more than a file of this form holds; take a smaller box",
            (long long)e->lines);
    if (!view->material_number) /* no cell is there (yee plan --estimate) */
        return YEE_OK;
    e->of = host->alloc(host, (size_t)e->lines * sizeof *e->of);
    f.bad = !e->of;
    if (!f.bad)
        visit(c, view->grid, number, &f);
    return f.bad ? host->fail(host, YEE_MEMORY, "no memory for %lld edges", (long long)e->lines)
                 : YEE_OK;
}

/* -- the file -- */

typedef struct pen {
    FILE *file;
    const gprmax_cells *c;
} pen;

static void write_ends(void *user, int along, const int64_t at[3])
{
    const pen *p = user;
    const int64_t wide = p->c->hi[0] - p->c->lo[0] + 1, high = p->c->hi[1] - p->c->lo[1] + 1;
    const int64_t step[3] = {1, wide, wide * high};
    const int64_t first =
        ((at[2] - p->c->lo[2]) * high + at[1] - p->c->lo[1]) * wide + at[0] - p->c->lo[0];
    const uint32_t ends[2] = {(uint32_t)first, (uint32_t)(first + step[along])};
    fwrite(ends, sizeof ends, 1, p->file);
}

static void write_nodes(FILE *file, const gprmax_cells *c, const yee_grid *grid)
{
    for (int64_t k = c->lo[2]; k <= c->hi[2]; k++)
        for (int64_t j = c->lo[1]; j <= c->hi[1]; j++)
            for (int64_t i = c->lo[0]; i <= c->hi[0]; i++) {
                const float at[3] = {(float)grid->axis[0].node[i], (float)grid->axis[1].node[j],
                                     (float)grid->axis[2].node[k]};
                fwrite(at, sizeof at, 1, file);
            }
}

static void write_length(FILE *file, int64_t bytes)
{
    const uint32_t length = (uint32_t)bytes;
    fwrite(&length, sizeof length, 1, file);
}

void gprmax_write_edges(FILE *file, const gprmax_cells *c, const yee_grid *grid,
                        const gprmax_edges *e)
{
    const int64_t size[4] = {12 * nodes(c), 8 * e->lines, 4 * e->lines, 4 * e->lines};
    int64_t offset[4] = {0};
    pen p = {file, c};
    for (int n = 1; n < 4; n++)
        offset[n] = offset[n - 1] + 4 + size[n - 1];
    fprintf(file,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
            "byte_order=\"LittleEndian\">\n<PolyData>\n<Piece NumberOfPoints=\"%lld\" "
            "NumberOfVerts=\"0\" NumberOfLines=\"%lld\" NumberOfStrips=\"0\" "
            "NumberOfPolys=\"0\">\n<Points>\n<DataArray type=\"Float32\" "
            "NumberOfComponents=\"3\" format=\"appended\" offset=\"%lld\" />\n</Points>\n"
            "<Lines>\n<DataArray type=\"UInt32\" Name=\"connectivity\" format=\"appended\" "
            "offset=\"%lld\" />\n<DataArray type=\"UInt32\" Name=\"offsets\" "
            "format=\"appended\" offset=\"%lld\" />\n</Lines>\n<CellData "
            "Scalars=\"Material\">\n<DataArray type=\"UInt32\" Name=\"Material\" "
            "format=\"appended\" offset=\"%lld\" />\n</CellData>\n</Piece>\n</PolyData>\n"
            "<AppendedData encoding=\"raw\">\n_",
            (long long)nodes(c), (long long)e->lines, (long long)offset[0],
            (long long)offset[1], (long long)offset[2], (long long)offset[3]);
    write_length(file, size[0]);
    write_nodes(file, c, grid);
    write_length(file, size[1]);
    visit(c, grid, write_ends, &p);
    write_length(file, size[2]);
    for (int64_t n = 1; n <= e->lines; n++)
        write_length(file, 2 * n);
    write_length(file, size[3]);
    fwrite(e->of, sizeof *e->of, (size_t)e->lines, file);
    fprintf(file, "\n</AppendedData>\n</VTKFile>\n\n");
}
