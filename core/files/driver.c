/* core/files/driver.c: an HDF5 file driver that keeps what is on disk readable.
 *
 * Nothing on disk refers to a block that was never committed, so those go first; then the
 * superblock, which says how long the file is; then what is changed in place: names, trees from
 * the root down (a parent names a new child before the old child gives its entries away), and
 * last the object headers, which say how much of a dataset is good. Of a changed block only
 * what differs is written, page by page from behind: entries before their count. A page is what
 * a killed process writes whole. */
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_ADDRESS (((haddr_t)1 << 62) - 1)

#define PAGE ((haddr_t)4096)

/* Metadata that waits. */
typedef struct block {
    haddr_t address;
    size_t size;
    H5FD_mem_t type;
    char *data;
    int rank; /* order of writing */
} block;

typedef struct driver_file {
    H5FD_t base; /* HDF5's, first */
    int fd;
    haddr_t allocated, written; /* end of what HDF5 gave away; end of the file */
    bool cut;
    haddr_t old_end; /* of the file when it was opened: all before may be in use */
    size_t blocks, block_capacity;
    block *block;
    size_t known, known_capacity;
    haddr_t *address; /* of all metadata on disk, sorted */
} driver_file;

static hid_t driver_id; /* under the lock of h5.c */
static int last_error;
static long writes_left = -1; /* of a test, -1: no end, -2: stopped */

long yee_driver_stop_after(long writes)
{
    const long before = writes_left < 0 ? -1 : writes_left;
    writes_left = writes;
    return before;
}

static herr_t refuse(void)
{
    last_error = errno;
    return -1;
}

int yee_driver_error(void)
{
    const int error = last_error;
    last_error = 0;
    return error;
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    (void)access, (void)most;
    struct stat st;
    int mode = flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY;
    mode |= flags & H5F_ACC_TRUNC ? O_TRUNC : 0;
    mode |= flags & H5F_ACC_CREAT ? O_CREAT : 0;
    mode |= flags & H5F_ACC_EXCL ? O_EXCL : 0;
    driver_file *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->fd = open(name, mode | O_CLOEXEC, 0666);
    if (d->fd < 0 || fstat(d->fd, &st)) {
        refuse();
        if (d->fd >= 0)
            close(d->fd);
        free(d);
        return NULL;
    }
    d->written = (haddr_t)st.st_size;
    d->old_end = d->written;
    last_error = 0; /* HDF5 looks first whether the file is there */
    return &d->base;
}

static int driver_compare(const H5FD_t *a, const H5FD_t *b)
{
    struct stat x = {0}, y = {0};
    fstat(((const driver_file *)a)->fd, &x);
    fstat(((const driver_file *)b)->fd, &y);
    if (x.st_dev != y.st_dev)
        return x.st_dev < y.st_dev ? -1 : 1;
    return (x.st_ino > y.st_ino) - (x.st_ino < y.st_ino);
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t driver_allocated(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver_file *)file)->allocated;
}

static herr_t driver_allocate(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((driver_file *)file)->allocated = end;
    return 0;
}

static haddr_t driver_written(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver_file *)file)->written;
}

/* The handle of a file is its disk. */
static herr_t driver_handle(H5FD_t *file, hid_t access, void **handle)
{
    (void)access;
    *handle = file;
    return 0;
}

static bool read_file(const driver_file *d, haddr_t address, size_t size, char *to)
{
    while (size) {
        const ssize_t n = pread(d->fd, to, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (!n) { /* space that was given away and never written */
            memset(to, 0, size);
            return true;
        }
        to += n;
        address += (haddr_t)n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_file(driver_file *d, haddr_t address, size_t size, const char *from)
{
    if (writes_left >= 0 && --writes_left < 0)
        writes_left = -2;
    if (writes_left == -2)
        d->cut = true;
    while (size && !d->cut) {
        const ssize_t n = pwrite(d->fd, from, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        from += n;
        address += (haddr_t)n;
        size -= (size_t)n;
        d->written = address > d->written ? address : d->written;
    }
    return true;
}

static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t address,
                          size_t size, void *buffer)
{
    (void)type, (void)list;
    const driver_file *d = (const driver_file *)file;
    if (!read_file(d, address, size, buffer))
        return refuse();
    for (size_t i = 0; i < d->blocks; i++) {
        const block *b = &d->block[i];
        const haddr_t from = b->address > address ? b->address : address;
        const haddr_t end =
            b->address + b->size < address + size ? b->address + b->size : address + size;
        if (from < end)
            memcpy((char *)buffer + (from - address), b->data + (from - b->address),
                   (size_t)(end - from));
    }
    return 0;
}

/* Room for one more in an array. */
static bool grow(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*array, more * size);
    if (grown) {
        *array = grown;
        *capacity = more;
    }
    return grown != NULL;
}

static bool keep(driver_file *d, H5FD_mem_t type, haddr_t address, size_t size,
                 const void *data)
{
    char *copy = malloc(size);
    size_t i = 0;
    if (!copy || !grow((void **)&d->block, d->blocks, &d->block_capacity, sizeof *d->block)) {
        free(copy);
        errno = ENOMEM;
        return false;
    }
    memcpy(copy, data, size);
    while (i < d->blocks && d->block[i].address != address)
        i++;
    if (i < d->blocks)
        free(d->block[i].data);
    else
        d->blocks++;
    d->block[i] = (block){.address = address, .size = size, .type = type, .data = copy};
    return true;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t address,
                           size_t size, const void *buffer)
{
    (void)list;
    driver_file *d = (driver_file *)file;
    if (d->cut)
        return 0;
    return (type == H5FD_MEM_DRAW ? write_file(d, address, size, buffer)
                                  : keep(d, type, address, size, buffer))
               ? 0
               : refuse();
}

/* Committing. */

static int by_address(const void *a, const void *b)
{
    const haddr_t x = *(const haddr_t *)a, y = *(const haddr_t *)b;
    return (x > y) - (x < y);
}

static int by_rank(const void *a, const void *b)
{
    return ((const block *)a)->rank - ((const block *)b)->rank;
}

static bool on_disk(const driver_file *d, haddr_t address)
{
    return address < d->old_end ||
           (d->known && bsearch(&address, d->address, d->known, sizeof address, by_address));
}

enum { FRESH, SUPERBLOCK, NAMES, HEAP, TREE, LEAF = TREE + 256, HEADER };

static int rank_of(const driver_file *d, const block *b)
{
    if (!b->address)
        return SUPERBLOCK;
    if (!on_disk(d, b->address))
        return FRESH;
    if (b->type == H5FD_MEM_LHEAP)
        return b->size > 4 && !memcmp(b->data, "HEAP", 4) ? HEAP : NAMES;
    if (b->size > 5 && !memcmp(b->data, "TREE", 4))
        return TREE + 255 - (unsigned char)b->data[5];
    return b->type == H5FD_MEM_BTREE ? LEAF : HEADER;
}

/* Writes the bytes of a block that differ from the disk, the last page first. */
static bool write_change(driver_file *d, const block *b)
{
    char *old = malloc(b->size);
    bool ok = old && read_file(d, b->address, b->size, old);
    size_t first = 0, end = b->size;
    while (ok && first < end && old[first] == b->data[first])
        first++;
    while (ok && end > first && old[end - 1] == b->data[end - 1])
        end--;
    while (ok && end > first) {
        const haddr_t page = (b->address + end - 1) / PAGE * PAGE;
        const size_t from = page > b->address + first ? (size_t)(page - b->address) : first;
        ok = write_file(d, b->address + from, end - from, b->data + from);
        end = from;
    }
    free(old);
    return ok;
}

static bool add_known(driver_file *d, haddr_t address)
{
    if (!grow((void **)&d->address, d->known, &d->known_capacity, sizeof *d->address))
        return false;
    d->address[d->known++] = address;
    return true;
}

static bool commit(driver_file *d)
{
    bool ok = true;
    const size_t known = d->known;
    for (size_t i = 0; i < d->blocks; i++)
        d->block[i].rank = rank_of(d, &d->block[i]);
    if (d->blocks)
        qsort(d->block, d->blocks, sizeof *d->block, by_rank);
    if (d->blocks && d->written < d->allocated && !d->cut) {
        ok = !ftruncate(d->fd, (off_t)d->allocated);
        d->written = d->allocated;
    }
    for (size_t i = 0; i < d->blocks; i++) {
        block *b = &d->block[i];
        ok = ok && (b->rank == FRESH ? write_file(d, b->address, b->size, b->data)
                                     : write_change(d, b));
        if (b->rank == FRESH)
            ok = ok && add_known(d, b->address);
        free(b->data);
    }
    d->blocks = 0;
    if (d->known > known)
        qsort(d->address, d->known, sizeof *d->address, by_address);
    return ok;
}

/* The file may not be shorter than HDF5 says it is; it only gets shorter once
 * that is on disk. */
static herr_t driver_truncate(H5FD_t *file, hid_t list, hbool_t closing)
{
    (void)list, (void)closing;
    driver_file *d = (driver_file *)file;
    if (d->cut || d->written >= d->allocated)
        return 0;
    if (ftruncate(d->fd, (off_t)d->allocated))
        return refuse();
    d->written = d->allocated;
    return 0;
}

/* Shortening also frees what was reserved. */
static herr_t driver_close(H5FD_t *file)
{
    driver_file *d = (driver_file *)file;
    bool ok = commit(d);
    if (ok && !d->cut)
        ok = !ftruncate(d->fd, (off_t)d->allocated);
    ok = (!close(d->fd) || d->cut) && ok;
    free(d->block);
    free(d->address);
    free(d);
    return ok ? 0 : refuse();
}

static herr_t driver_terminate(void)
{
    driver_id = 0;
    return 0;
}

static const H5FD_class_t driver_class = {
    .name = "yee_disk",
    .maxaddr = MOST_ADDRESS,
    .fc_degree = H5F_CLOSE_STRONG,
    .terminate = driver_terminate,
    .open = driver_open,
    .close = driver_close,
    .cmp = driver_compare,
    .query = driver_query,
    .get_eoa = driver_allocated,
    .set_eoa = driver_allocate,
    .get_eof = driver_written,
    .get_handle = driver_handle,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

bool yee_driver_use(hid_t access)
{
    if (driver_id <= 0)
        driver_id = H5FDregister(&driver_class);
    return driver_id > 0 && H5Pset_driver(access, driver_id, NULL) >= 0;
}

static driver_file *driver_of(hid_t file)
{
    void *handle = NULL;
    return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ? NULL : handle;
}

int yee_driver_reserve(hid_t file, size_t bytes)
{
    const driver_file *d = driver_of(file);
    struct rlimit limit;
    if (!d)
        return EBADF;
    const haddr_t end = d->allocated + bytes;
    if (!getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < end)
        return EFBIG;
    if (fallocate(d->fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)end) && errno != EOPNOTSUPP &&
        errno != ENOSYS)
        return errno;
    return 0;
}

int yee_driver_commit(hid_t file)
{
    driver_file *d = driver_of(file);
    if (!d)
        return EBADF;
    errno = 0;
    return commit(d) ? 0 : errno ? errno : EIO;
}

void yee_driver_cut(hid_t file)
{
    driver_file *d = driver_of(file);
    if (d)
        d->cut = true;
}
