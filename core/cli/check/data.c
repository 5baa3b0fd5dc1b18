/* core/cli/check/data.c: files that an example names, from its comments. */
#include "check.h"
#include "files/h5.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS = 4096, RANK = 8 };

/* "NAME[2, 3] = 1, 2, ..." */
typedef struct table {
    char name[64];
    int rank;
    hsize_t dims[RANK];
    size_t count;
    double value[NUMBERS];
    bool whole;
} table;

static bool read_table(const char *line, table *t)
{
    const size_t length = strcspn(line, "[");
    char *end;
    size_t wanted = 1;
    *t = (table){.whole = true};
    if (!line[length] || length >= sizeof t->name)
        return false;
    memcpy(t->name, line, length);
    t->name[length] = '\0';
    for (line += length + 1; t->rank < RANK; line = end + 1) {
        t->dims[t->rank] = strtoull(line, &end, 10);
        wanted *= t->dims[t->rank++];
        if (*end != ',')
            break;
    }
    line = *end == ']' ? strchr(end, '=') : NULL;
    while (line && t->count < NUMBERS) {
        const double v = strtod(line + 1, &end);
        if (end == line + 1)
            return false;
        t->whole = t->whole && v == (double)(int64_t)v;
        t->value[t->count++] = v;
        line = *end == ',' ? end : NULL;
    }
    return wanted && t->count == wanted;
}

static bool write_table(const char *path, const table *t)
{
    const hid_t type = t->whole ? H5T_NATIVE_INT32 : H5T_NATIVE_DOUBLE;
    yee_h5_lock();
    const hid_t file = access(path, F_OK)
                           ? H5Fcreate(path, H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT)
                           : H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(t->rank, t->dims, NULL);
    const hid_t set =
        H5Dcreate2(file, t->name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                         t->value) >= 0;
    yee_h5_close(set);
    yee_h5_close(space);
    yee_h5_close(file);
    yee_h5_unlock();
    return ok;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

/* One comment; those that describe no file are for people. */
static bool write_line(yee_diag *diag, const char *comment, const char *folder)
{
    char path[512], name[64];
    const size_t length = strcspn(comment, ": ");
    if (comment[length] != ':' || comment[length + 1] != ' ' || length >= sizeof name ||
        !memchr(comment, '.', length) || memchr(comment, '/', length))
        return true;
    memcpy(name, comment, length);
    name[length] = '\0';
    const char *line = comment + length + 2;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (ends_with(name, ".h5")) {
        static table t;
        if (read_table(line, &t) && write_table(path, &t))
            return true;
        yee_diag_fail(diag, YEE_PLUGIN, NULL,
                      "its example describes %s by '%.60s'; a dataset is NAME[2, 3] = and as "
                      "many numbers",
                      name, line);
        return false;
    }
    FILE *out = fopen(path, "a");
    const bool ok = out && fprintf(out, "%s\n", line) > 0;
    if (!out || fclose(out) || !ok)
        yee_diag_fail(diag, YEE_IO, NULL, "cannot write %s: %s", path, strerror(errno));
    return ok;
}

bool check_write_data(yee_diag *diag, const char *example, const char *folder)
{
    char line[1024];
    while (example && *example) {
        const size_t length = strcspn(example, "\n");
        if (*example == ';' && length < sizeof line) {
            memcpy(line, example, length);
            line[length] = '\0';
            if (!write_line(diag, line + 1 + strspn(line + 1, " "), folder))
                return false;
        }
        example += length + (example[length] == '\n');
    }
    return true;
}
