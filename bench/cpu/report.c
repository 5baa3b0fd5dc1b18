/* bench/cpu/report.c: rows of the CSV file and sections of the Markdown file. */
#include "base/version.h"
#include "bench.h"
#include <stdlib.h>
#include <string.h>

static const char *processor(void)
{
    static char name[128] = "unknown";
    char line[256];
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "model name : %127[^\n]", name) == 1)
            break;
    if (info)
        fclose(info);
    return name;
}

static const char *today(void)
{
    static char date[32];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    return date;
}

static FILE *csv_open(const options *o)
{
    FILE *csv = strcmp(o->csv, "none") ? fopen(o->csv, "a") : NULL;
    if (csv && ftell(csv) == 0)
        fprintf(csv, "date,commit,cpu,threads,scheme,case,nx,ny,nz,precision,steps,mcells_s,"
                     "spread_percent,bytes_per_cell,triad_gb_s\n");
    return csv;
}

void report_row(const options *o, const row *r)
{
    char bytes[24] = ""; /* empty: not known */
    if (r->bytes > 0)
        snprintf(bytes, sizeof bytes, "%.1f", r->bytes);
    printf("%-9s %-17s %4d^%d %s %d threads: %7.1f Mcells/s, spread %4.1f %%, %s bytes\n",
           r->scheme, r->name, r->n[0], r->n[2] > 1 ? 3 : 2, r->f64 ? "f64" : "f32", r->threads,
           row_rate(r), row_spread(r), bytes);
    fflush(stdout);
    FILE *csv = csv_open(o);
    if (!csv)
        return;
    fprintf(csv, "%s,%.12s,%s,%d,%s,%s,%d,%d,%d,%s,%lld,%.1f,%.1f,%s,%.1f\n", today(),
            r->peer ? r->version : yee_revision(), processor(), r->threads, r->scheme, r->name,
            r->n[0], r->n[1], r->n[2], r->f64 ? "f64" : "f32", (long long)r->steps, row_rate(r),
            row_spread(r), bytes, o->triad);
    fclose(csv);
}

static char *whole_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return calloc(1, 1);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size)
        text[0] = 0;
    fclose(file);
    return text;
}

void report_section(const options *o, const char *heading, const char *text)
{
    printf("\n## %s\n\n%s\n", heading, text);
    if (!strcmp(o->md, "none"))
        return;
    char *old = whole_file(o->md), mark[128];
    FILE *md = old ? fopen(o->md, "w") : NULL;
    if (!md) {
        fprintf(stderr, "%s cannot be written\n", o->md);
        free(old);
        return;
    }
    snprintf(mark, sizeof mark, "## %s\n", heading);
    const char *at = strstr(old, mark), *behind = at ? strstr(at + 3, "\n## ") : NULL;
    if (*old)
        fwrite(old, 1, at ? (size_t)(at - old) : strlen(old), md);
    else
        fprintf(md, "# yee on processors\n\nWritten by `bench_cpu` (bench/cpu), whose header "
                    "says how; every figure is in cpu.csv too.\n\n");
    fprintf(md,
            "%s\n%s, revision %.12s, %s; triad of one thread %.1f GB/s; median of up to %d "
            "turns of %g s by %s, in turns.\n\n%s\n",
            mark, today(), yee_revision(), processor(), o->triad, o->rounds, o->seconds,
            o->clock == CLOCK_MONOTONIC ? "wall clock" : "CPU time", text);
    fprintf(md, "%s", behind ? behind + 1 : "");
    fclose(md);
    free(old);
}
