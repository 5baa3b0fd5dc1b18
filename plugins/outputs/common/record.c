/* plugins/outputs/common/record.c: datasets and attributes that several outputs write. */
#include "record.h"

const yee_record *record_of(const yee_host *host)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    if (!record)
        host->fail(host, YEE_PLUGIN, "needs the extension %s, which this host has not",
                   YEE_RECORD);
    return record;
}

yee_status describe_time(const yee_record *record, const yee_host *host, yee_file *file,
                         const char *path, const yee_grid *grid, int64_t every, double offset)
{
    const double first = ((double)every + offset) * grid->dt, step = (double)every * grid->dt;
    yee_status status =
        record->numbers(host, file, path, "time_first", YEE_NUMBER_F64, 1, &first);
    if (!status)
        status = record->numbers(host, file, path, "time_step", YEE_NUMBER_F64, 1, &step);
    return status;
}

yee_number number_of(yee_precision precision)
{
    return precision == YEE_F32 ? YEE_NUMBER_F32 : YEE_NUMBER_F64;
}

yee_status write_array(const yee_record *record, const yee_host *host, yee_file *file,
                       const char *path, yee_number type, int rank, const int64_t *dims,
                       const void *data, const char *units)
{
    yee_dataset *set = record->dataset(host, file, path, type, rank, dims);
    if (!set)
        return YEE_IO;
    const yee_status status = record->append(host, set, dims[0], data);
    return status || !units ? status : record->text(host, file, path, "units", units);
}
