/* hostile.h: HDF5 files that are valid and hold what nobody expects.
 *
 * HDF5 reads damaged files at its own risk; what these targets try is what yee makes of a sound
 * file whose datasets have any type, shape, layout and values. */
#ifndef YEE_FUZZ_HOSTILE_H
#define YEE_FUZZ_HOSTILE_H

#include "harness.h"

#include <hdf5.h>

/* A type to close, variable-length texts among them. */
static inline hid_t hostile_type(choices *c)
{
    hid_t type;
    switch (pick(c, 16)) {
    case 0:
        return H5Tcopy(H5T_STD_I8LE);
    case 1:
        return H5Tcopy(H5T_STD_U8BE);
    case 2:
        return H5Tcopy(H5T_STD_I16BE);
    case 3:
        return H5Tcopy(H5T_STD_U32LE);
    case 4:
        return H5Tcopy(H5T_STD_U64LE);
    case 5:
        return H5Tcopy(H5T_STD_I64BE);
    case 6:
        return H5Tcopy(H5T_IEEE_F32LE);
    case 7:
        return H5Tcopy(H5T_IEEE_F64LE);
    case 8:
        return H5Tcopy(H5T_STD_B16LE);
    case 9:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, 1 + pick(c, 40));
        H5Tset_strpad(type, (H5T_str_t)pick(c, 3));
        return type;
    case 10:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        H5Tset_cset(type, pick(c, 2) ? H5T_CSET_UTF8 : H5T_CSET_ASCII);
        return type;
    case 11:
        type = H5Tcreate(H5T_COMPOUND, 16);
        H5Tinsert(type, "r", 0, H5T_IEEE_F64LE);
        H5Tinsert(type, pick(c, 2) ? "i" : "other", 8, H5T_IEEE_F64LE);
        return type;
    case 12:
        return H5Tvlen_create(H5T_STD_I32LE);
    case 13:
        return H5Tarray_create2(H5T_STD_I32LE, 1, (hsize_t[]){3});
    case 14:
        return H5Tcreate(H5T_OPAQUE, 1 + pick(c, 9));
    default:
        type = H5Tenum_create(H5T_STD_I32LE);
        H5Tenum_insert(type, "none", &(int){0});
        return type;
    }
}

/* Lengths that meet, and those whose products wrap. */
static inline hsize_t hostile_length(choices *c)
{
    static const hsize_t far[] = {(hsize_t)1 << 31,
                                  ((hsize_t)1 << 31) + 1,
                                  (hsize_t)1 << 32,
                                  (hsize_t)1 << 61,
                                  768614336404564651u /* 24 of it wrap to 8 */,
                                  (hsize_t)INT64_MAX};
    const unsigned n = next(c);
    return n < 240 ? n % 7 : far[n % (sizeof far / sizeof *far)];
}

/* Values of a dataset or attribute that is small, straight from the input; large ones stay at
 * their fill value, which takes no room in a file of chunks. */
static inline void *hostile_values(choices *c, hid_t type, hsize_t count, char *text)
{
    const size_t bytes = H5Tget_size(type);
    const bool texts = H5Tis_variable_str(type) > 0;
    if (count > 512 || H5Tget_class(type) == H5T_VLEN)
        return NULL;
    unsigned char *values = calloc((size_t)count + 1, bytes);
    must(values != NULL);
    for (int i = 0; texts && i < 15; i++)
        text[i] = (char)next(c);
    for (hsize_t i = 0; i < count; i++) {
        if (texts) {
            char *one = pick(c, 4) ? text + pick(c, 16) : NULL;
            memcpy(values + i * bytes, &one, sizeof one);
        } else if (pick(c, 3)) { /* small: what readers take */
            values[i * bytes] = (unsigned char)pick(c, 4);
        } else {
            for (size_t b = 0; b < bytes; b++)
                values[i * bytes + b] = (unsigned char)next(c);
        }
    }
    return values;
}

static inline hid_t hostile_space(choices *c, hsize_t *count, int *rank, hsize_t dims[4])
{
    *count = 1;
    *rank = (int)pick(c, 5);
    if (next(c) == 255) {
        *count = 0;
        return H5Screate(H5S_NULL);
    }
    for (int a = 0; a < *rank; a++) {
        dims[a] = hostile_length(c);
        if (dims[a] && *count > UINT64_MAX / dims[a])
            *count = UINT64_MAX;
        else
            *count *= dims[a];
    }
    return *rank ? H5Screate_simple(*rank, dims, NULL) : H5Screate(H5S_SCALAR);
}

/* A dataset that the library refuses to make is not there; that is a case too. */
static inline void hostile_dataset(choices *c, hid_t file, const char *name)
{
    hsize_t dims[4] = {0}, count, chunk[4];
    int rank;
    char text[16] = "";
    if (pick(c, 16) == 15)
        return;
    const hid_t type = hostile_type(c), list = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = hostile_space(c, &count, &rank, dims);
    bool small = true;
    for (int a = 0; a < rank; a++) {
        chunk[a] = dims[a] < 1 ? 1 : dims[a] < 64 ? dims[a] : 64;
        small = small && dims[a] < 64;
    }
    if (rank && (!small || pick(c, 2)))
        H5Pset_chunk(list, rank, chunk);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    void *values = set < 0 ? NULL : hostile_values(c, type, count, text);
    if (values)
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    free(values);
    if (set >= 0)
        H5Dclose(set);
    H5Sclose(space);
    H5Pclose(list);
    H5Tclose(type);
}

static inline void hostile_attribute(choices *c, hid_t object, const char *name)
{
    hsize_t dims[4] = {0}, count;
    int rank;
    char text[16] = "";
    if (pick(c, 2))
        return;
    const hid_t type = hostile_type(c), space = hostile_space(c, &count, &rank, dims);
    const hid_t attribute =
        count > 512 ? -1 : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    void *values = attribute < 0 ? NULL : hostile_values(c, type, count, text);
    if (values)
        H5Awrite(attribute, type, values);
    free(values);
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

/* The errors of the library are cases, not news. */
static inline void hostile_quiet(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }

static inline hid_t hostile_file(void)
{
    hostile_quiet();
    const hid_t file = H5Fcreate(fuzz_file(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    must(file >= 0);
    return file;
}

#endif
