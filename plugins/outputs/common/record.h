/* plugins/outputs/common/record.h: datasets and attributes that several outputs write. */
#ifndef YEE_OUTPUTS_RECORD_H
#define YEE_OUTPUTS_RECORD_H

#include <yee/yee.h>

/* The functions that write files, which every output needs; NULL after a sentence. */
const yee_record *record_of(const yee_host *host);

/* Attributes of a growing dataset: when row r was taken, time_first + r*time_step (s). offset:
 * in steps. */
yee_status describe_time(const yee_record *record, const yee_host *host, yee_file *file,
                         const char *path, const yee_grid *grid, int64_t every, double offset);

/* The type in a file of numbers of a precision. */
yee_number number_of(yee_precision precision);

/* A fixed dataset written at once, with its unit. */
yee_status write_array(const yee_record *record, const yee_host *host, yee_file *file,
                       const char *path, yee_number type, int rank, const int64_t *dims,
                       const void *data, const char *units);

#endif
