/* bench/cpu/speed.c: cases by schemes, threads and other programs, and the targets. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 512,
    MOST_GROUP = 24,
    SMALL = 200, /* cells; larger grids are for the first scheme alone, in half the turns */
    TINY = 64,   /* cells; up to here no other programs */
    PLANE = 1000 /* cells; from here on a square */
};
static const double PATIENCE = 40; /* s, of a peer's turn */

static row rows[MOST_ROWS];
static int used;

static const row *find(const char *scheme, const char *name, int cells, int threads)
{
    for (int n = 0; n < used; n++)
        if (!strcmp(rows[n].scheme, scheme) && !strcmp(rows[n].name, name) &&
            rows[n].n[0] == cells && rows[n].threads == threads && rows[n].turns)
            return &rows[n];
    return NULL;
}

static double rate(const char *scheme, const char *name, int cells, int threads)
{
    const row *r = find(scheme, name, cells, threads);
    return r ? row_rate(r) : 0;
}

static row *add(const char *scheme, const char *name, int cells, int threads)
{
    if (used == MOST_ROWS)
        return NULL;
    rows[used] = row_of(scheme, name, cells, threads);
    return &rows[used++];
}

/* Plans the rows of one case: every scheme with every number of threads (those after the first
 * one only with one, on grids that take them seconds), and the other programs. */
static yee_status gather(const options *o, const char *name, int cells, row **of, int *count)
{
    static words scheme, threads, peer; /* rows keep pointers to the names */
    scheme = split(o->scheme);
    threads = split(o->threads);
    peer = split(o->peers);
    const bool others = cells > TINY && cells <= SMALL;
    for (int s = 0; s < scheme.count; s++)
        for (int t = 0; t < threads.count; t++) {
            if (s > 0 && (t > 0 || cells > SMALL))
                continue;
            row *r = add(scheme.word[s], name, cells, atoi(threads.word[t]));
            if (!r || *count == MOST_GROUP)
                return YEE_INTERNAL;
            of[(*count)++] = r;
            const yee_status status = row_open(o, r);
            if (status)
                return status;
        }
    for (int p = 0; p < peer.count && others; p++)
        for (int t = 0; t < threads.count && *count < MOST_GROUP; t++) {
            row *r = add(peer.word[p], name, cells, atoi(threads.word[t]));
            if (r && peer_open(o, r))
                of[(*count)++] = r;
        }
    return YEE_OK;
}

/* Peers take every fourth turn, and no second one, nor one with more threads, where a turn
 * takes them long. */
static bool takes_turn(row *const *of, int n, int round)
{
    const row *r = of[n];
    if (!r->peer)
        return true;
    const bool slow = n > 0 && of[n - 1]->scheme == r->scheme && of[n - 1]->took > PATIENCE;
    return round % 4 == 0 && !slow && (!r->turns || r->took < PATIENCE);
}

/* All rows of one case, in turns. base: one that stays open and takes part, so that what is
 * compared with it was measured in the same minutes. */
static yee_status group(const options *o, const char *name, int cells, row *base)
{
    row *of[MOST_GROUP];
    int count = 0;
    yee_status status = gather(o, name, cells, of, &count);
    const int rounds = cells > SMALL ? (o->rounds + 1) / 2 : o->rounds;
    base->turns = 0;
    for (int round = 0; round < rounds && !status; round++) {
        if (base->simulation)
            status = row_turn(o, base);
        for (int n = 0; n < count && !status; n++)
            if (takes_turn(of, n, round))
                status = row_turn(o, of[n]);
    }
    for (int n = 0; n < count; n++) {
        of[n]->base = row_rate(base->turns ? base : of[0]);
        if (!status && of[n]->turns)
            report_row(o, of[n]);
        row_close(of[n]);
    }
    return status;
}

/* "123", or a dash where there is no figure. */
static void figure(FILE *to, const char *format, double value)
{
    if (value > 0)
        fprintf(to, format, value);
    else
        fprintf(to, " - |");
}

/* The first scheme of the list beside all others, one row a case. */
static void table(const options *o, FILE *to, int cells, const words *cases)
{
    const words scheme = split(o->scheme), threads = split(o->threads), peer = split(o->peers);
    const char *own = scheme.word[0];
    const int one = atoi(threads.word[0]);
    if (cells < PLANE)
        fprintf(to, "### %d^3\n\n", cells);
    else
        fprintf(to, "### %d^2\n\n", cells);
    fprintf(to, "| case | %s, %d | of vacuum | spread %% | bytes |", own, one);
    for (int t = 1; t < threads.count; t++)
        fprintf(to, " %s threads | x one |", threads.word[t]);
    for (int s = 1; s < scheme.count; s++)
        fprintf(to, " %s | x |", scheme.word[s]);
    for (int p = 0; p < peer.count; p++)
        for (int t = 0; t < threads.count; t++)
            fprintf(to, " %s, %s | x |", peer.word[p], threads.word[t]);
    fprintf(to, "\n|---|---|---|---|---|");
    for (int c = 2 * (threads.count + scheme.count - 2 + peer.count * threads.count); c > 0;
         c--)
        fprintf(to, "---|");
    for (int c = 0; c < cases->count; c++) {
        const char *name = cases->word[c];
        const row *r = find(own, name, cells, one);
        if (!r)
            continue;
        const double v = row_rate(r);
        fprintf(to, "\n| %s | %.0f | %.2f | %.1f | %.1f |", name, v, v / r->base, row_spread(r),
                r->bytes);
        for (int t = 1; t < threads.count; t++) {
            const double w = rate(own, name, cells, atoi(threads.word[t]));
            figure(to, " %.0f |", w);
            figure(to, " %.2f |", w / v);
        }
        for (int s = 1; s < scheme.count; s++) {
            const double w = rate(scheme.word[s], name, cells, one);
            figure(to, " %.0f |", w);
            figure(to, " %.1f |", w > 0 ? v / w : 0);
        }
        for (int p = 0; p < peer.count; p++)
            for (int t = 0; t < threads.count; t++) {
                const int with = atoi(threads.word[t]);
                const double w = rate(peer.word[p], name, cells, with);
                figure(to, " %.1f |", w);
                figure(to, " %.1f |", w > 0 ? rate(own, name, cells, with) / w : 0);
            }
    }
    fprintf(to, "\n\n");
}

/* One line of the targets, all of them for N = 200. */
static void target(FILE *to, const char *what, double value, double must, double aim)
{
    if (value > 0)
        fprintf(to, "| %s | %.*f | %g | %g | %s |\n", what, must > 100 ? 0 : 2, value, must,
                aim,
                value >= aim    ? "aim reached"
                : value >= must ? "reached"
                                : "**missed**");
}

static void targets(const options *o, FILE *to)
{
    static const struct {
        const char *name;
        double must, aim;
    } ratio[] = {{"ids", 0.8, 0.9},   {"cpml", 0.72, 0.85},    {"debye", 0.7, 0.8},
                 {"drude", 0.7, 0.8}, {"lorentz", 0.53, 0.65}, {"f64", 0.45, 0.5}};
    const words scheme = split(o->scheme);
    const char *own = scheme.word[0];
    const row *vacuum = find(own, "vacuum", 200, 1), *cpml = find(own, "cpml", 200, 1);
    if (!vacuum)
        return;
    const double v = row_rate(vacuum), two = rate(own, "vacuum", 200, 2);
    const double openems = rate("openems", "vacuum", 200, 1);
    const double meep = rate("meep", "vacuum", 200, 1);
    const double absorbing = rate("openems", "cpml", 200, 1);
    fprintf(to, "### Targets, N = 200, one thread, FP32\n\n"
                "| what | measured | must | aim | |\n|---|---|---|---|---|\n");
    target(to, "vacuum, Mcells/s", v, 1000, 1500);
    target(to, "vacuum, times openEMS", openems > 0 ? v / openems : 0, 5, 5);
    target(to, "vacuum, times Meep (double)", meep > 0 ? v / meep : 0, 18, 18);
    for (size_t n = 0; n < sizeof ratio / sizeof *ratio; n++) {
        char what[64];
        const row *r = find(own, ratio[n].name, 200, 1);
        snprintf(what, sizeof what, "%s, of vacuum", ratio[n].name);
        target(to, what, r ? row_rate(r) / r->base : 0, ratio[n].must, ratio[n].aim);
    }
    target(to, "cpml, times openEMS", cpml && absorbing > 0 ? row_rate(cpml) / absorbing : 0, 8,
           8);
    target(to, "two threads, times one", two / v, 1.85, 1.95);
    fprintf(to, "\n");
}

/* Writes which programs the peers are and which figures are not compared. */
static void peers(const options *o, FILE *to)
{
    const words peer = split(o->peers);
    fprintf(to,
            "Mcells/s; the whole loop with a dipole and a probe. `x`: times as fast as that "
            "program with as many threads. ");
    for (int p = 0; p < peer.count; p++) {
        const row *r = NULL;
        for (int n = 0; n < used && !r; n++)
            r = rows[n].turns && !strcmp(rows[n].scheme, peer.word[p]) ? &rows[n] : NULL;
        if (r)
            fprintf(to, "%s is %s, %s. ", peer.word[p], r->version,
                    r->f64 ? "in double precision, as it is packaged" : "in single precision");
        else
            fprintf(to, "%s is not installed here. ", peer.word[p]);
    }
    fprintf(to, "%sBytes are counted, not measured.\n\n",
            peer.count ? "Their loops have a source and no probe. " : "");
}

yee_status part_speed(options *o)
{
    static words cells, cases, plane;
    cells = split(o->cells);
    cases = split(o->cases);
    plane = split("2d");
    static words own;
    own = split(o->scheme);
    const words threads = split(o->threads);
    yee_status status = YEE_OK;
    for (int c = 0; c < cells.count && !status; c++) {
        const int n = atoi(cells.word[c]);
        const words *of = n < PLANE ? &cases : &plane;
        row base = row_of(own.word[0], n < PLANE ? "vacuum" : "2d", n, atoi(threads.word[0]));
        if (of->count > 1)
            status = row_open(o, &base);
        for (int k = 0; k < of->count && !status; k++)
            status = group(o, of->word[k], n, &base);
        row_close(&base);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *to = status ? NULL : open_memstream(&text, &size);
    if (!to)
        return status ? status : YEE_MEMORY;
    peers(o, to);
    targets(o, to);
    for (int c = 0; c < cells.count; c++)
        table(o, to, atoi(cells.word[c]), atoi(cells.word[c]) < PLANE ? &cases : &plane);
    fclose(to);
    report_section(o, "Speed", text);
    free(text);
    return YEE_OK;
}
