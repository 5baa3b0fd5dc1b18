/* core/cli/compare/files.c: NAME.csv and NAME.h5, a column for every figure. */
#include "compare.h"
#include "files/file.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A column of numbers; NaN where a figure is not known. */
typedef struct column {
    const char *name, *unit;
    double (*value)(const compare_row *row);
} column;

/* A column of the cost of a phase error, one for each bound: phase_1e-2_cells, ... */
typedef struct price {
    const char *name, *unit;
    double (*value)(const compare_row *row, int target);
} price;

static double rate(const compare_row *r) { return r->median; }
static double spread(const compare_row *r) { return r->spread; }
static double bytes(const compare_row *r) { return r->bytes; }
static double part(const compare_row *r) { return r->part; }
static double error_max(const compare_row *r) { return r->error[0]; }
static double error_rms(const compare_row *r) { return r->error[1]; }
static double phase(const compare_row *r) { return r->phase; }
static double dt(const compare_row *r) { return r->dt; }
static double limit(const compare_row *r) { return r->limit; }
static double memory(const compare_row *r) { return r->memory; }
static double steps(const compare_row *r) { return r->steps ? (double)r->steps : NAN; }
static double registers(const compare_row *r)
{
    return r->cost.registers > 0 ? (double)r->cost.registers : (double)NAN;
}
static double grid_cells(const compare_row *r) { return r->cells; }
static double run_steps(const compare_row *r) { return r->most ? (double)r->most : NAN; }

static const column columns[] = {
    {"mcells_s", "1e6/s", rate},     {"spread", "1", spread},
    {"bytes_per_cell", "B", bytes},  {"part_of_copy", "1", part},
    {"error_max", "1", error_max},   {"error_rms", "1", error_rms},
    {"phase_error", "1", phase},     {"dt", "s", dt},
    {"dt_limit", "s", limit},        {"memory", "B", memory},
    {"steps", "1", steps},           {"registers", "1", registers},
    {"grid_cells", "1", grid_cells}, {"run_steps", "1", run_steps},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static double per_wave(const compare_row *r, int t) { return r->price[t].per_wave; }
static double courant(const compare_row *r, int t) { return r->price[t].courant; }
static double cells(const compare_row *r, int t) { return r->price[t].cells; }
static double whole_steps(const compare_row *r, int t) { return r->price[t].steps; }

static const price prices[] = {
    {"cells_per_wave", "1", per_wave},
    {"courant", "1", courant},
    {"cells", "1", cells},
    {"steps", "1", whole_steps},
    {"bytes", "B", compare_moved},
    {"seconds", "s", compare_seconds},
};
enum { PRICES = sizeof prices / sizeof *prices };

static void price_name(char *name, size_t size, int target, const price *p)
{
    snprintf(name, size, "phase_1e%d_%s", (int)lround(log10(compare_target[target])), p->name);
}

static const char *scheme(const compare_row *r) { return r->plugin->name; }
static const char *value(const compare_row *r) { return r->value ? r->value : ""; }
static const char *precision(const compare_row *r) { return r->f64 ? "f64" : "f32"; }
static const char *reason(const compare_row *r) { return r->reason; }

static const struct {
    const char *name;
    const char *(*text)(const compare_row *row);
} words[] = {
    {"scheme", scheme}, {"value", value}, {"precision", precision}, {"reason", reason}};
enum { WORDS = sizeof words / sizeof *words };

static void path_of(char *path, size_t size, const char *name, const char *suffix)
{
    snprintf(path, size, "%s%s", name, suffix);
}

yee_status compare_may_write(const char *name, bool force)
{
    static const char *const suffix[] = {".csv", ".h5"};
    char path[4096];
    struct stat st;
    const char *slash = strrchr(name, '/');
    snprintf(path, sizeof path, "%.*s", slash ? (int)(slash - name) + 1 : 1,
             slash ? name : ".");
    if (access(path, W_OK))
        return cli_fail(YEE_IO, "cannot write into %s: %s", path, strerror(errno));
    for (int i = 0; i < 2; i++) {
        path_of(path, sizeof path, name, suffix[i]);
        if (!force && !lstat(path, &st))
            return cli_fail(YEE_IO,
                            "cannot write %s: it exists; choose another output name, or say "
                            "--force to replace it",
                            path);
    }
    return YEE_OK;
}

/* -- CSV -- */

/* Quoted as RFC 4180 says. */
static void quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

/* Nothing where it is not known. */
static void number(FILE *out, double value)
{
    if (!isnan(value))
        fprintf(out, "%.9g", value);
}

static yee_status write_csv(const compare *c, const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return cli_fail(YEE_IO, "cannot write %s: %s", path, strerror(errno));
    for (int w = 0; w < WORDS - 1; w++)
        fprintf(out, "%s,", words[w].name);
    for (int k = 0; k < COLUMNS; k++)
        fprintf(out, "%s,", columns[k].name);
    for (int t = 0; t < COMPARE_TARGETS; t++)
        for (int k = 0; k < PRICES; k++) {
            char name[64];
            price_name(name, sizeof name, t, &prices[k]);
            fprintf(out, "%s,", name);
        }
    fprintf(out, "%s\n", words[WORDS - 1].name);
    for (size_t i = 0; i < c->rows; i++) {
        for (int w = 0; w < WORDS - 1; w++) {
            quote(out, words[w].text(&c->row[i]));
            fputc(',', out);
        }
        for (int k = 0; k < COLUMNS; k++) {
            number(out, columns[k].value(&c->row[i]));
            fputc(',', out);
        }
        for (int t = 0; t < COMPARE_TARGETS; t++)
            for (int k = 0; k < PRICES; k++) {
                number(out, prices[k].value(&c->row[i], t));
                fputc(',', out);
            }
        quote(out, words[WORDS - 1].text(&c->row[i]));
        fputc('\n', out);
    }
    const bool bad = ferror(out) != 0;
    if (fclose(out) || bad)
        return cli_fail(YEE_IO, "cannot write %s: %s", path, strerror(errno));
    return YEE_OK;
}

/* -- HDF5 -- */

/* Strings of one length, shape [rows]. */
static bool write_words(const compare *c, hid_t file, const char *path,
                        const char *(*text)(const compare_row *))
{
    size_t length = 1;
    for (size_t i = 0; i < c->rows; i++)
        length = strlen(text(&c->row[i])) > length ? strlen(text(&c->row[i])) : length;
    char *data = calloc(c->rows, length);
    for (size_t i = 0; data && i < c->rows; i++)
        memcpy(data + i * length, text(&c->row[i]), strlen(text(&c->row[i])));
    const hsize_t dims[1] = {c->rows};
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, dims, NULL);
    hid_t set = -1;
    bool ok = data && yee_h5_ok(type) && yee_h5_ok(space) &&
              yee_h5_ok(H5Tset_size(type, length)) &&
              yee_h5_ok(H5Tset_strpad(type, H5T_STR_NULLPAD)) &&
              yee_h5_ok(H5Tset_cset(type, H5T_CSET_UTF8));
    if (ok)
        set = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ok = ok && yee_h5_ok(set) &&
         yee_h5_ok(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    if (set >= 0)
        H5Dclose(set);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    free(data);
    return ok;
}

/* The file functions complain through a host; there is no plugin here. */
static yee_status complain(const yee_host *host, yee_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static yee_status complain(const yee_host *host, yee_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    yee_diag_vfail(host->core, status, NULL, format, args);
    va_end(args);
    return status;
}

static yee_status write_numbers(const yee_host *host, yee_file *file, const char *name,
                                const char *unit, int64_t rows, int64_t wide, const double *v)
{
    char path[96];
    const int64_t dims[2] = {rows, wide};
    snprintf(path, sizeof path, "/compare/%s", name);
    yee_dataset *set =
        yee_file_dataset(host, file, path, YEE_NUMBER_F64, wide > 1 ? 2 : 1, dims);
    yee_status status = set ? yee_file_append(host, set, rows, v) : YEE_IO;
    return status ? status : yee_file_text(host, file, path, "unit", unit);
}

static yee_status write_columns(const compare *c, const yee_host *host, yee_file *file)
{
    const size_t repeats = (size_t)c->repeats;
    double *v = calloc(c->rows * repeats, sizeof *v);
    yee_status status = v ? yee_file_group(host, file, "/compare") : YEE_MEMORY;
    for (int w = 0; w < WORDS && !status; w++) {
        char path[64];
        snprintf(path, sizeof path, "/compare/%s", words[w].name);
        status = write_words(c, file->id, path, words[w].text)
                     ? YEE_OK
                     : yee_file_fail(NULL, file, path);
    }
    for (int k = 0; k < COLUMNS && !status; k++) {
        for (size_t i = 0; i < c->rows; i++)
            v[i] = columns[k].value(&c->row[i]);
        status =
            write_numbers(host, file, columns[k].name, columns[k].unit, (int64_t)c->rows, 1, v);
    }
    for (int t = 0; t < COMPARE_TARGETS * PRICES && !status; t++) {
        char name[64];
        price_name(name, sizeof name, t / PRICES, &prices[t % PRICES]);
        for (size_t i = 0; i < c->rows; i++)
            v[i] = prices[t % PRICES].value(&c->row[i], t / PRICES);
        status =
            write_numbers(host, file, name, prices[t % PRICES].unit, (int64_t)c->rows, 1, v);
    }
    for (size_t i = 0; i < c->rows && !status; i++)
        for (size_t n = 0; n < repeats; n++)
            v[i * repeats + n] = isnan(c->row[i].median) ? NAN : c->row[i].rate[n];
    if (!status)
        status = write_numbers(host, file, "repeats", "1e6/s", (int64_t)c->rows, c->repeats, v);
    free(v);
    if (!status && c->key)
        status = yee_file_text(host, file, "/compare", "sweep", c->key);
    if (!status)
        status =
            yee_file_numbers(host, file, "/compare", "cells", YEE_NUMBER_F64, 1, &c->cells);
    if (!status)
        status = yee_file_numbers(host, file, "/compare", "error_step", YEE_NUMBER_I64, 1,
                                  &c->first);
    if (!status)
        status = yee_file_numbers(host, file, "/compare", "host_copy", YEE_NUMBER_F64, 1,
                                  &c->bandwidth);
    return status;
}

/* The texts of the plans, one after the other; to be freed. */
static char *lines_of(const compare *c)
{
    enum { LINES = 4096 };
    char *text = calloc(c->rows + 1, LINES);
    size_t at = 0;
    for (size_t i = 0; text && i < c->rows; i++) {
        if (!c->row[i].simulation)
            continue;
        yee_simulation_print(c->row[i].simulation, text + at, LINES - 1);
        at += strlen(text + at);
        text[at++] = '\n';
    }
    return text;
}

static yee_status write_h5(const compare *c, const yee_model *base, const char *path,
                           bool force)
{
    yee_diag *diag = &c->session->diag;
    char *lines = lines_of(c);
    const yee_provenance from = {.model = c->path,
                                 .resolved = base->resolved,
                                 .plugins = "",
                                 .scheme = lines ? lines : "",
                                 .command = c->session->command ? c->session->command : ""};
    const yee_host host = {
        .size = sizeof host, .core = diag, .instance = "compare", .fail = complain};
    yee_diag_clear(diag);
    yee_h5_lock();
    yee_file *file = yee_file_new(&host, diag, strdup(path), force, NULL, &from);
    yee_status status = file ? write_columns(c, &host, file) : YEE_IO;
    if (!status)
        status = yee_file_flush(file);
    if (!status)
        status = yee_file_settle(file);
    const yee_status closed = file ? yee_file_close(file, !status) : YEE_OK;
    yee_h5_unlock();
    free(lines);
    status = status ? status : closed;
    return status ? cli_fail_session(status, c->session) : YEE_OK;
}

yee_status compare_write(const compare *c, const yee_model *base, const char *name, bool force)
{
    char csv[4096], h5[4096];
    path_of(csv, sizeof csv, name, ".csv");
    path_of(h5, sizeof h5, name, ".h5");
    yee_status status = write_csv(c, csv);
    if (!status)
        status = write_h5(c, base, h5, force);
    if (!status)
        printf("\n%s\n%s\n", csv, h5);
    return status;
}
