/* tests/cases/numbers.h: numbers of the file m.h5. */
#ifndef YEE_TESTS_NUMBERS_H
#define YEE_TESTS_NUMBERS_H

#include "command.h"
#include <complex.h>

/* `count` numbers of a type of a dataset or, with its name, of an attribute of an object. */
static inline void read_type(const char *path, const char *attribute, hid_t type, int count,
                             void *v)
{
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t object = H5Oopen(file, path, H5P_DEFAULT);
    ck_assert_msg(object >= 0, "there is no %s", path);
    const hid_t of = attribute ? H5Aopen(object, attribute, H5P_DEFAULT) : object;
    const hid_t space = attribute ? H5Aget_space(of) : H5Dget_space(of);
    ck_assert_int_eq((int)H5Sget_simple_extent_npoints(space), count);
    ck_assert_int_ge(attribute ? H5Aread(of, type, v)
                               : H5Dread(of, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v),
                     0);
    H5Sclose(space);
    if (attribute)
        H5Aclose(of);
    H5Oclose(object);
    H5Fclose(file);
}

static inline void read_numbers(const char *path, const char *attribute, int count, double *v)
{
    read_type(path, attribute, H5T_NATIVE_DOUBLE, count, v);
}

static inline double read_number(const char *path)
{
    double v;
    read_numbers(path, NULL, 1, &v);
    return v;
}

static inline void read_complex(const char *path, int count, double complex *v)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof *v);
    H5Tinsert(type, "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "i", sizeof(double), H5T_NATIVE_DOUBLE);
    read_type(path, NULL, type, count, v);
    H5Tclose(type);
}

#endif
