/* tests/cases/command.h: runs `yee` in a folder of its own, and compares what it wrote. */
#ifndef YEE_TESTS_COMMAND_H
#define YEE_TESTS_COMMAND_H

#include "short.h"
#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yee/types.h>

static char folder[64], said[8192];

static inline void enter_folder(void)
{
    strcpy(folder, "/tmp/yee-case-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

/* Takes files away whose name contains a text; folders too, with what is in them. */
static inline void clean(const char *part)
{
    DIR *dir = opendir(".");
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *e; (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || !strstr(e->d_name, part))
            continue;
        if (unlink(e->d_name) && !chdir(e->d_name)) {
            clean("");
            ck_assert_int_eq(chdir(".."), 0);
            rmdir(e->d_name);
        }
    }
    closedir(dir);
}

static inline void leave_folder(void)
{
    ck_assert_int_eq(chdir(folder), 0);
    clean("");
    ck_assert_int_eq(chdir("/"), 0);
    rmdir(folder);
}

static inline bool there(const char *name) { return access(name, F_OK) == 0; }

static inline void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* Starts the command with its standard error in a pipe, *from; prepare: in the child. */
static inline pid_t start(const char *const *argv, int *from, void (*prepare)(void))
{
    int pipes[2];
    ck_assert_int_eq(pipe(pipes), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        dup2(pipes[1], 2);
        dup2(open("/dev/null", O_WRONLY), 1);
        close(pipes[0]);
        close(pipes[1]);
        if (prepare)
            prepare();
        execv(YEE_COMMAND, (char *const *)argv);
        _exit(127);
    }
    close(pipes[1]);
    *from = pipes[0];
    return child;
}

/* The exit code, or minus the signal; what it said is in said. */
static inline int finish(pid_t child, int from)
{
    size_t n = 0;
    int status;
    for (ssize_t got; (got = read(from, said + n, sizeof said - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = 0;
    close(from);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static inline int run_with(void (*prepare)(void), const char *const *argv)
{
    int from;
    const pid_t child = start(argv, &from, prepare);
    return finish(child, from);
}

#define RUN(...) \
    run_with(NULL, (const char *const[]){"yee", "run", "--quiet", __VA_ARGS__, NULL})
#define MUST(...) \
    do { \
        const int code_ = RUN(__VA_ARGS__); \
        ck_assert_msg(code_ == YEE_OK, "exit code %d: %s", code_, said); \
    } while (0)

/* Reads until the command has said `words`; what it said is in said. */
static inline void wait_for(int from, const char *words)
{
    size_t n = 0;
    said[0] = 0;
    while (!strstr(said, words)) {
        const ssize_t got = read(from, said + n, sizeof said - 1 - n);
        ck_assert_msg(got > 0, "\"%s\" never came: %s", words, said);
        said[n += (size_t)got] = 0;
    }
}

static inline void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is not in: %s", words, said);
}

/* -- HDF5 files -- */

/* Rows of a dataset; -1: it cannot be read, or is not there. */
static inline long long rows_of(const char *name, const char *path)
{
    hsize_t dims[8] = {0};
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = file < 0 ? -1 : H5Dopen2(file, path, H5P_DEFAULT);
    const hid_t space = set < 0 ? -1 : H5Dget_space(set);
    const bool ok = space >= 0 && H5Sget_simple_extent_dims(space, dims, NULL) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    if (file >= 0)
        H5Fclose(file);
    return ok ? (long long)dims[0] : -1;
}

/* The text attribute `ended` of a main file; "": there is none. */
static inline const char *ended_of(const char *name)
{
    static char text[1024];
    text[0] = 0;
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be opened", name);
    if (H5Aexists_by_name(file, "/provenance", "ended", H5P_DEFAULT) > 0) {
        const hid_t at =
            H5Aopen_by_name(file, "/provenance", "ended", H5P_DEFAULT, H5P_DEFAULT);
        const hid_t type = H5Aget_type(at);
        ck_assert_uint_lt(H5Tget_size(type), sizeof text);
        memset(text, 0, sizeof text);
        ck_assert_int_ge(H5Aread(at, type, text), 0);
        H5Tclose(type);
        H5Aclose(at);
    }
    H5Fclose(file);
    return text;
}

static inline void *bytes_of(hid_t type, hid_t space, size_t *size)
{
    *size = H5Tget_size(type) * (size_t)H5Sget_simple_extent_npoints(space);
    return calloc(1, *size + 1);
}

static inline void same_bytes(const char *path, const char *name, const void *a, size_t na,
                              const void *b, size_t nb)
{
    ck_assert_msg(na == nb, "%s %s has %zu and %zu bytes", path, name, na, nb);
    ck_assert_msg(!memcmp(a, b, na), "%s %s has other numbers", path, name);
}

static inline void same_attribute(const char *path, const char *name, hid_t a, hid_t b)
{
    void *v[2];
    size_t n[2];
    const hid_t object[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const hid_t at = H5Aopen(object[i], name, H5P_DEFAULT);
        ck_assert_msg(at >= 0, "%s lacks the attribute %s", path, name);
        const hid_t type = H5Aget_type(at), space = H5Aget_space(at);
        v[i] = bytes_of(type, space, &n[i]);
        ck_assert_int_ge(H5Aread(at, type, v[i]), 0);
        H5Sclose(space);
        H5Tclose(type);
        H5Aclose(at);
    }
    same_bytes(path, name, v[0], n[0], v[1], n[1]);
    free(v[0]);
    free(v[1]);
}

static inline void same_data(const char *path, hid_t a, hid_t b)
{
    void *v[2];
    size_t n[2];
    const hid_t set[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const hid_t type = H5Dget_type(set[i]), space = H5Dget_space(set[i]);
        v[i] = bytes_of(type, space, &n[i]);
        ck_assert_int_ge(H5Dread(set[i], type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v[i]), 0);
        H5Sclose(space);
        H5Tclose(type);
    }
    same_bytes(path, "", v[0], n[0], v[1], n[1]);
    free(v[0]);
    free(v[1]);
}

typedef struct comparison {
    hid_t other;
    int objects;
} comparison;

static inline herr_t compare_object(hid_t file, const char *path, const H5O_info_t *info,
                                    void *user)
{
    comparison *c = user;
    if (!strncmp(path, "provenance", 10) || !strncmp(path, "rows", 4))
        return 0; /* rows: of runs that went on, which virtual datasets show */
    c->objects++;
    ck_assert_msg(!strcmp(path, ".") || H5Lexists(c->other, path, H5P_DEFAULT) > 0,
                  "%s is missing", path);
    const hid_t a = H5Oopen(file, path, H5P_DEFAULT);
    const hid_t b = H5Oopen(c->other, path, H5P_DEFAULT);
    for (hsize_t i = 0; i < info->num_attrs; i++) {
        char name[128];
        H5Aget_name_by_idx(a, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                           H5P_DEFAULT);
        same_attribute(path, name, a, b);
    }
    if (info->type == H5O_TYPE_DATASET)
        same_data(path, a, b);
    H5Oclose(a);
    H5Oclose(b);
    return 0;
}

/* Every object of one file but its provenance is in the other, bit by bit, and vice versa. */
static inline void same_files(const char *one, const char *two)
{
    const hid_t a = H5Fopen(one, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t b = H5Fopen(two, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(a >= 0 && b >= 0, "%s or %s cannot be opened", one, two);
    comparison forth = {b, 0}, back = {a, 0};
    ck_assert_int_ge(H5Ovisit(a, H5_INDEX_NAME, H5_ITER_INC, compare_object, &forth), 0);
    ck_assert_int_ge(H5Ovisit(b, H5_INDEX_NAME, H5_ITER_INC, compare_object, &back), 0);
    ck_assert_int_eq(forth.objects, back.objects);
    ck_assert_int_gt(forth.objects, 1);
    H5Fclose(a);
    H5Fclose(b);
}

#endif
