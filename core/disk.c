/* core/disk.c: an HDF5 file driver that can be cut off from the disk. */
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_ADDRESS (((haddr_t)1 << 62) - 1)

typedef struct disk {
    H5FD_t base; /* HDF5's, first */
    int fd;
    haddr_t allocated, written; /* end of what HDF5 gave away; end of the file */
    bool cut;
} disk;

static hid_t driver; /* under the lock of h5.c */
static int last_error;

static herr_t refuse(void)
{
    last_error = errno;
    return -1;
}

int yee_disk_error(void)
{
    const int error = last_error;
    last_error = 0;
    return error;
}

static H5FD_t *disk_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    (void)access, (void)most;
    struct stat st;
    int mode = flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY;
    mode |= flags & H5F_ACC_TRUNC ? O_TRUNC : 0;
    mode |= flags & H5F_ACC_CREAT ? O_CREAT : 0;
    mode |= flags & H5F_ACC_EXCL ? O_EXCL : 0;
    disk *d = calloc(1, sizeof *d);
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
    last_error = 0; /* HDF5 looks first whether the file is there */
    return &d->base;
}

static herr_t disk_close(H5FD_t *file)
{
    disk *d = (disk *)file;
    const int failed = close(d->fd) && !d->cut;
    free(d);
    return failed ? refuse() : 0;
}

static int disk_compare(const H5FD_t *a, const H5FD_t *b)
{
    struct stat x = {0}, y = {0};
    fstat(((const disk *)a)->fd, &x);
    fstat(((const disk *)b)->fd, &y);
    if (x.st_dev != y.st_dev)
        return x.st_dev < y.st_dev ? -1 : 1;
    return (x.st_ino > y.st_ino) - (x.st_ino < y.st_ino);
}

static herr_t disk_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
             H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
             H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t disk_allocated(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const disk *)file)->allocated;
}

static herr_t disk_allocate(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((disk *)file)->allocated = end;
    return 0;
}

static haddr_t disk_written(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const disk *)file)->written;
}

/* The handle of a file is its disk. */
static herr_t disk_handle(H5FD_t *file, hid_t access, void **handle)
{
    (void)access;
    *handle = file;
    return 0;
}

static herr_t disk_read(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t address, size_t size,
                        void *buffer)
{
    (void)type, (void)list;
    char *to = buffer;
    while (size) {
        const ssize_t n = pread(((disk *)file)->fd, to, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return refuse();
        if (!n) { /* space that was given away and never written */
            memset(to, 0, size);
            return 0;
        }
        to += n;
        address += (haddr_t)n;
        size -= (size_t)n;
    }
    return 0;
}

static herr_t disk_write(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t address,
                         size_t size, const void *buffer)
{
    (void)type, (void)list;
    disk *d = (disk *)file;
    const char *from = buffer;
    while (size && !d->cut) {
        const ssize_t n = pwrite(d->fd, from, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return refuse();
        from += n;
        address += (haddr_t)n;
        size -= (size_t)n;
        d->written = address > d->written ? address : d->written;
    }
    return 0;
}

/* The file ends where HDF5 thinks it does; at the end that also frees what was reserved. */
static herr_t disk_truncate(H5FD_t *file, hid_t list, hbool_t closing)
{
    (void)list;
    disk *d = (disk *)file;
    if (d->cut || (!closing && d->written == d->allocated))
        return 0;
    if (ftruncate(d->fd, (off_t)d->allocated))
        return refuse();
    d->written = d->allocated;
    return 0;
}

static herr_t disk_terminate(void)
{
    driver = 0;
    return 0;
}

static const H5FD_class_t disk_class = {
    .name = "yee_disk",
    .maxaddr = MOST_ADDRESS,
    .fc_degree = H5F_CLOSE_STRONG,
    .terminate = disk_terminate,
    .open = disk_open,
    .close = disk_close,
    .cmp = disk_compare,
    .query = disk_query,
    .get_eoa = disk_allocated,
    .set_eoa = disk_allocate,
    .get_eof = disk_written,
    .get_handle = disk_handle,
    .read = disk_read,
    .write = disk_write,
    .truncate = disk_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

bool yee_disk_use(hid_t access)
{
    if (driver <= 0)
        driver = H5FDregister(&disk_class);
    return driver > 0 && H5Pset_driver(access, driver, NULL) >= 0;
}

static disk *disk_of(hid_t file)
{
    void *handle = NULL;
    return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ? NULL : handle;
}

int yee_disk_reserve(hid_t file, size_t bytes)
{
    const disk *d = disk_of(file);
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

void yee_disk_cut(hid_t file)
{
    disk *d = disk_of(file);
    if (d)
        d->cut = true;
}
