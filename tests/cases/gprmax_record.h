/* tests/cases/gprmax_record.h: a record in gprMax's form is read. */
#ifndef YEE_TESTS_GPRMAX_RECORD_H
#define YEE_TESTS_GPRMAX_RECORD_H

#include "command.h"

enum { ROWS = 4096 };

/* A dataset of a record as double; returns its length. */
static inline int load(const char *name, const char *path, double *v)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be opened", name);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    const hid_t space = H5Dget_space(set);
    hsize_t dims[4];
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 1);
    ck_assert_uint_le(dims[0], ROWS);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return (int)dims[0];
}

#endif
