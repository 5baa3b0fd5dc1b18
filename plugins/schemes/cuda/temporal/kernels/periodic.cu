/* periodic.cu: copies around periodic axes.
 *
 * A pass through bricks that reach walls reads T cells around those it writes. Along a periodic
 * x planes come again by their number. Along y and z arrays have space for copies of some rows
 * and columns on either side, which are made anew once a pass has written what they are copies
 * of. Single steps keep those next to the grid themselves (domain.h), and along x they read
 * planes -1 and n, so these are copied, too. */
#include "../../engine/launch.cuh"
#include "../../engine/sweep.cuh"
#include "kernel_table.cuh"
#include "periodic.h"

enum { MOST_BANDS = 4 + 6, WARPS = 8 };

/* An array in rows of `parts` parts, one a component. down, across: copies of rows and columns
 * on either side; 0 along an axis that is not periodic. */
struct band {
    void *first; /* real, of part 0 of cell (0, 0, 0) */
    int64_t plane, row, part;
    int parts, planes, rows, columns, down, across;
    int blocks; /* blocks of a plane */
};

struct bands {
    band band[MOST_BANDS];
    int count;
};

/* Copies rows and columns. A warp makes a line: a part of a row of copies, or the copies on
 * both sides of a row. */
template <class real>
__global__ void __launch_bounds__(LANES *WARPS) wrap_around(const __grid_constant__ bands all)
{
    int n = 0, block = int(blockIdx.x);
    while (block >= all.band[n].blocks * all.band[n].planes) {
        block -= all.band[n].blocks * all.band[n].planes;
        n++;
    }
    const band &b = all.band[n];
    const int line = block % b.blocks * WARPS + int(threadIdx.y), lane = int(threadIdx.x);
    real *plane = static_cast<real *>(b.first) + block / b.blocks * b.plane;
    const int copied = 2 * b.down * b.parts;
    if (line < copied) {
        const int m = line / b.parts, part = line % b.parts;
        const int j = m < b.down ? m - b.down : b.rows + m - b.down;
        real *to = plane + j * b.row + part * b.part;
        const real *from = plane + wrap(j, b.rows) * b.row + part * b.part;
        for (int k = lane - b.across; k < b.columns + b.across; k += LANES)
            to[k] = from[k < 0 || k >= b.columns ? wrap(k, b.columns) : k];
    } else if (line - copied < b.rows) {
        real *own = plane + (line - copied) * b.row;
        for (int m = lane; m < 2 * b.across * b.parts; m += LANES) {
            const int at = m % (2 * b.across), part = m / (2 * b.across);
            const int k = at < b.across ? at - b.across : b.columns + at - b.across;
            own[part * b.part + k] = own[part * b.part + wrap(k, b.columns)];
        }
    }
}

/* Copies the last plane before the first and the first one behind the last; a warp a line. */
template <class real>
__global__ void __launch_bounds__(LANES *WARPS) wrap_planes(const __grid_constant__ band b)
{
    const int line = int(blockIdx.x) * WARPS + int(threadIdx.y), row = line / b.parts;
    if (row >= b.rows)
        return;
    real *own = static_cast<real *>(b.first) + row * b.row + line % b.parts * b.part;
    const int64_t all = b.planes * b.plane;
    for (int k = int(threadIdx.x); k < b.columns; k += LANES) {
        own[all + k] = own[k];
        own[k - b.plane] = own[all - b.plane + k];
    }
}

static void add(bands *all, band b)
{
    if (!b.first || b.planes == 0 || b.down + b.across == 0)
        return;
    const int lines = 2 * b.down * b.parts + (b.across ? b.rows : 0);
    b.blocks = (lines + WARPS - 1) / WARPS;
    all->band[all->count++] = b;
}

/* The address of part 0 of rows whose part c starts here. */
static void *first_part(void *part, int c, const pass *x, size_t word)
{
    return part ? static_cast<char *>(part) - size_t(c) * size_t(x->row) * word : nullptr;
}

/* Whether states lie in rows as fields do; kernels that take others wrap places themselves. */
static bool like_fields(const domain *d)
{
    return d->words_as_fields > 0 || (!d->row[0] && !d->row[1] && !d->row[2]);
}

/* Copies planes for single steps, which read no states of neighbours. */
static cudaError_t launch_planes(band fields, int planes, size_t word, cudaStream_t stream)
{
    const dim3 block(LANES, WARPS);
    const unsigned blocks = unsigned((fields.rows * fields.parts + WARPS - 1) / WARPS);
    fields.planes = planes;
    return launch_kernel(word == sizeof(float) ? wrap_planes<float> : wrap_planes<double>,
                         blocks, block, 0, stream, fields);
}

cudaError_t periodic_launch(const domain *d, const pass *x, size_t word, bool words,
                            cudaStream_t stream)
{
    const int down = x->ghost_width[1], across = x->ghost_width[2];
    const int columns = across ? x->end[2] : x->nodes[2], rows = down ? x->end[1] : x->nodes[1];
    band fields = {d->field[0], d->plane, d->pitch, x->row, 6, x->nodes[0],
                   rows,        columns,  down,     across, 0};
    bands all = {};
    const cudaError_t error =
        d->periodic & 1 ? launch_planes(fields, x->end[0], word, stream) : cudaSuccess;
    add(&all, fields);
    band other = fields;
    for (int c = 0; c < 3 && words && like_fields(d); c++)
        if (d->state[c]) {
            other.first = first_part(d->state[c], c, x, word);
            add(&all, other);
            break;
        }
    other = fields; /* psi along x: its planes are positions in layers */
    other.first = first_part(d->psi[1][0], 1, x, word);
    other.planes = d->line[0][NODE].slab;
    add(&all, other);
    other = fields;
    other.first = first_part(d->psi[0][1], 0, x, word);
    other.rows = d->line[1][NODE].slab;
    other.plane = int64_t(other.rows) * d->pitch;
    other.down = 0;
    add(&all, other);
    for (int c = 0; c < 6; c++) { /* psi along z has rows of another length */
        const int slab = d->line[2][(c % 3 == 2) == (c < 3) ? HALF : NODE].slab;
        add(&all, {d->psi[c][2], int64_t(d->rows) * slab, slab, 0, 1, x->nodes[0], rows, slab,
                   down, 0, 0});
    }
    if (error != cudaSuccess || all.count == 0)
        return error;
    int64_t blocks = 0;
    for (int n = 0; n < all.count; n++)
        blocks += int64_t(all.band[n].blocks) * all.band[n].planes;
    const dim3 block(LANES, WARPS);
    return launch_kernel(word == sizeof(float) ? wrap_around<float> : wrap_around<double>,
                         unsigned(blocks), block, 0, stream, all);
}
