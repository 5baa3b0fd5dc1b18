/* core/cli/check/files.c: what outputs wrote is opened again and read. */
#include "check.h"
#include "files/h5.h"
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* -- a dataset or an attribute, with its bytes as the file has them -- */

typedef struct values {
    size_t count, bytes; /* elements; of each */
    hid_t type;
    void *data; /* NULL: none, or of variable length */
} values;

static void drop(values *v)
{
    free(v->data);
    yee_h5_close(v->type);
}

static values read_values(hid_t object, bool attribute)
{
    values v = {.type = attribute ? H5Aget_type(object) : H5Dget_type(object)};
    const hid_t space = attribute ? H5Aget_space(object) : H5Dget_space(object);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    yee_h5_close(space);
    v.count = count > 0 ? (size_t)count : 0;
    v.bytes = H5Tget_size(v.type);
    const bool variable = H5Tis_variable_str(v.type) > 0 ||
                          H5Tdetect_class(v.type, H5T_VLEN) > 0 ||
                          H5Tdetect_class(v.type, H5T_REFERENCE) > 0;
    if (!v.count || variable || !(v.data = malloc(v.count * v.bytes)))
        return v;
    if ((attribute ? H5Aread(object, v.type, v.data)
                   : H5Dread(object, v.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v.data)) < 0) {
        free(v.data);
        v.data = NULL;
        v.count = SIZE_MAX; /* cannot be read */
    }
    return v;
}

/* The first element that is no number, of floats and of compounds of doubles; count: none. */
static size_t not_finite(const values *v)
{
    const bool pair = H5Tget_class(v->type) == H5T_COMPOUND && v->bytes == 2 * sizeof(double);
    const bool real = H5Tget_class(v->type) == H5T_FLOAT;
    if (!v->data || (!pair && !real))
        return v->count;
    for (size_t i = 0; i < v->count; i++) {
        const char *at = (const char *)v->data + i * v->bytes;
        double d[2] = {0, 0};
        float f;
        if (pair)
            memcpy(d, at, sizeof d);
        else if (v->bytes == sizeof(double))
            memcpy(d, at, sizeof *d);
        else if (v->bytes == sizeof f)
            memcpy(&f, at, sizeof f), d[0] = (double)f;
        if (!isfinite(d[0]) || !isfinite(d[1]))
            return i;
    }
    return v->count;
}

static bool equal(const values *a, const values *b)
{
    return a->count == b->count && H5Tequal(a->type, b->type) > 0 && !a->data == !b->data &&
           (!a->data || !memcmp(a->data, b->data, a->count * a->bytes));
}

/* -- a file, and another one that it is compared with -- */

typedef struct visit {
    check *c;
    const char *name; /* of the file */
    bool varied;
    hid_t other;      /* negative: none */
    const char *what; /* "after a restart" */
    size_t datasets;
    hid_t object; /* at work */
    const char *path;
    bool ok;
} visit;

static bool wrong(visit *v, const char *attribute, const char *why)
{
    if (v->ok)
        check_judge(v->c, false, "%s:/%s%s%s %s", v->name, strcmp(v->path, ".") ? v->path : "",
                    attribute ? "@" : "", attribute ? attribute : "", why);
    v->ok = false;
    return false;
}

static bool judge_values(visit *v, const char *attribute, const values *own)
{
    char why[96];
    if (own->count == SIZE_MAX)
        return wrong(v, attribute, "cannot be read");
    if (!own->count && !attribute && !v->varied)
        return wrong(v, attribute, "is empty");
    const size_t i = not_finite(own);
    if (i == own->count)
        return true;
    snprintf(why, sizeof why, "element %zu of %zu is no finite number", i, own->count);
    return wrong(v, attribute, why);
}

static bool compare_values(visit *v, const char *attribute, const values *own,
                           const values *other)
{
    char why[96];
    snprintf(why, sizeof why, "differs %s", v->what);
    return equal(own, other) || wrong(v, attribute, why);
}

static herr_t each_attribute(hid_t object, const char *name, const H5A_info_t *info, void *user)
{
    visit *v = user;
    (void)info;
    const hid_t own = H5Aopen(object, name, H5P_DEFAULT);
    values a = read_values(own, true);
    bool ok = own >= 0 && judge_values(v, name, &a);
    if (ok && v->other >= 0) {
        const hid_t other =
            H5Aexists_by_name(v->other, v->path, name, H5P_DEFAULT) > 0
                ? H5Aopen_by_name(v->other, v->path, name, H5P_DEFAULT, H5P_DEFAULT)
                : -1;
        values b = {.type = -1};
        if (other >= 0)
            b = read_values(other, true);
        ok = other >= 0 ? compare_values(v, name, &a, &b)
                        : wrong(v, name, "is in one of two files only");
        drop(&b);
        yee_h5_close(other);
    }
    drop(&a);
    yee_h5_close(own);
    return ok ? 0 : -1;
}

static bool has_path(hid_t file, const char *path)
{
    return !strcmp(path, ".") || H5Lexists(file, path, H5P_DEFAULT) > 0;
}

/* The provenance says when and where, which differs. */
static herr_t each_object(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    visit *v = user;
    if (!strncmp(path, "provenance", strlen("provenance")))
        return 0;
    v->path = path;
    if (v->other >= 0 && !has_path(v->other, path))
        return wrong(v, NULL, "is in one of two files only") - 1;
    const hid_t object = H5Oopen(file, path, H5P_DEFAULT);
    bool ok = object >= 0;
    if (ok && info->type == H5O_TYPE_DATASET) {
        values a = read_values(object, false);
        v->datasets++;
        ok = judge_values(v, NULL, &a);
        if (ok && v->other >= 0) {
            const hid_t other = H5Dopen2(v->other, path, H5P_DEFAULT);
            values b = read_values(other, false);
            ok = compare_values(v, NULL, &a, &b);
            drop(&b);
            yee_h5_close(other);
        }
        drop(&a);
    }
    hsize_t at = 0;
    if (ok)
        H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &at, each_attribute, v);
    yee_h5_close(object);
    v->path = ".";
    return v->ok ? 0 : -1;
}

/* other: NULL, or the file that must be the same. */
static bool judge_h5(check *c, const char *path, const char *other, const char *name,
                     bool varied, const char *what, size_t *datasets)
{
    yee_h5_lock();
    visit v = {.c = c, .name = name, .varied = varied, .other = -1, .what = what, .ok = true};
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (other)
        v.other = H5Fopen(other, H5F_ACC_RDONLY, H5P_DEFAULT);
    v.path = ".";
    if (file < 0 || (other && v.other < 0))
        wrong(&v, NULL, "cannot be opened");
    else
        H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, each_object, &v, H5O_INFO_BASIC);
    yee_h5_close(v.other);
    yee_h5_close(file);
    yee_h5_unlock();
    *datasets += v.datasets;
    return v.ok;
}

/* -- other files -- */

static char *read_file(const char *path, size_t *size)
{
    struct stat info;
    FILE *in = fopen(path, "rb");
    if (!in || fstat(fileno(in), &info)) {
        if (in)
            fclose(in);
        return NULL;
    }
    *size = (size_t)info.st_size;
    char *text = malloc(*size + 1);
    if (text && fread(text, 1, *size, in) != *size) {
        free(text);
        text = NULL;
    }
    fclose(in);
    return text;
}

static bool judge_other(check *c, const char *path, const char *other, const char *name,
                        bool varied, const char *what, size_t *datasets)
{
    size_t size[2] = {0, 0};
    char *text[2] = {read_file(path, &size[0]), other ? read_file(other, &size[1]) : NULL};
    const bool same =
        other && text[0] && text[1] && size[0] == size[1] && !memcmp(text[0], text[1], size[0]);
    const bool empty = text[0] && !size[0] && !varied;
    if (!text[0] || (other && !text[1]))
        check_judge(c, false, "%s cannot be read", name);
    else if (other && !same)
        check_judge(c, false, "%s differs %s", name, what);
    else if (empty)
        check_judge(c, false, "%s is empty", name);
    const bool ok = text[0] && (!other || same) && !empty;
    *datasets += size[0] > 0;
    free(text[0]);
    free(text[1]);
    return ok;
}

/* -- folders -- */

static bool is_h5(const char *path)
{
    unsigned char head[8] = {0};
    FILE *in = fopen(path, "rb");
    const size_t n = in ? fread(head, 1, sizeof head, in) : 0;
    if (in)
        fclose(in);
    return n == sizeof head && !memcmp(head, "\x89HDF\r\n\x1a\n", sizeof head);
}

/* Files of a run: no checkpoints, nothing hidden, nothing that was there before it. */
static bool is_result(const char *name) { return *name != '.' && !strstr(name, ".checkpoint"); }

/* Judges every file; other: the folder that it must be as. Returns how many there are, -1: one
 * is wrong. *found: datasets in them, and files of other forms that hold something. */
static int each_file(check *c, const char *folder, const char *other, bool varied,
                     const char *what, size_t *found)
{
    int files = 0;
    DIR *list = opendir(folder);
    for (const struct dirent *e; list && files >= 0 && (e = readdir(list));) {
        char path[1024], twin[1024];
        if (!is_result(e->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        snprintf(twin, sizeof twin, "%s/%s", other ? other : "", e->d_name);
        const bool ok = (is_h5(path) ? judge_h5 : judge_other)(c, path, other ? twin : NULL,
                                                               e->d_name, varied, what, found);
        files = ok ? files + 1 : -1;
    }
    if (list)
        closedir(list);
    return files;
}

bool check_files(check *c, const char *folder, bool varied)
{
    size_t found = 0;
    const int files = each_file(c, folder, NULL, varied, "", &found);
    if (files >= 0 && !found && !varied)
        check_judge(c, false, "a run wrote %d file%s and no dataset", files,
                    files == 1 ? "" : "s");
    return files >= 0 && (found || varied);
}

bool check_same_files(check *c, const char *one, const char *two, const char *what)
{
    char a[512], b[512];
    size_t found = 0;
    check_folder(c, one, a, sizeof a);
    check_folder(c, two, b, sizeof b);
    const int there = each_file(c, a, b, true, what, &found);
    const int back = there < 0 ? -1 : each_file(c, b, NULL, true, what, &found);
    if (there >= 0 && back >= 0 && there != back)
        check_judge(c, false, "a run wrote %d files, and %d %s", there, back, what);
    return there >= 0 && back == there;
}
