/* bench/cpu/neighbour.c: what is left of the speed while other programs use the processors.
 *
 * A neighbour is a process that only counts. With p processors, t threads and n neighbours a
 * fair scheduler leaves the run p t/(t + n) of them, t at most; what a program loses beyond
 * that it loses by waiting for a thread that is not running. */
#include "bench.h"
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CELLS = 100, MOST = 2, MOST_ROWS = 12 };

static pid_t start(void)
{
    const pid_t own = getpid(), child = fork();
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile unsigned long n = 0; getppid() == own;)
        for (int m = 0; m < 1000000; m++)
            n++;
    _exit(0);
}

static double fair(int threads, int neighbours)
{
    cpu_set_t set;
    const int own = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    const double share = (double)own / (threads + neighbours);
    return share < 1 ? share : 1;
}

/* Turns of all rows with so many neighbours; rate: their medians. */
static yee_status turns(const options *o, row *rows, int count, int neighbours, double *rate)
{
    pid_t child[MOST];
    yee_status status = YEE_OK;
    for (int n = 0; n < neighbours; n++)
        child[n] = start();
    for (int n = 0; n < count; n++)
        rows[n].turns = 0;
    for (int round = 0; round < o->rounds && !status; round++)
        for (int n = 0; n < count && !status; n++)
            if (!rows[n].peer || round < (o->rounds + 1) / 2)
                status = row_turn(o, &rows[n]);
    for (int n = 0; n < count; n++)
        rate[n] = row_rate(&rows[n]);
    for (int n = 0; n < neighbours; n++)
        if (child[n] > 0) {
            kill(child[n], SIGKILL);
            waitpid(child[n], NULL, 0);
        }
    return status;
}

yee_status part_neighbour(options *o)
{
    static words scheme, threads, peer;
    static row rows[MOST_ROWS];
    static double rate[MOST + 1][MOST_ROWS];
    int count = 0;
    scheme = split(o->scheme);
    threads = split(o->threads);
    peer = split(o->peers);
    yee_status status = YEE_OK;
    for (int t = 0; t < threads.count && count < MOST_ROWS && !status; t++) {
        rows[count] = row_of(scheme.word[0], "vacuum", CELLS, atoi(threads.word[t]));
        status = row_open(o, &rows[count++]);
    }
    for (int p = 0; p < peer.count && !status; p++)
        for (int t = 0; t < threads.count && count < MOST_ROWS; t++) {
            rows[count] = row_of(peer.word[p], "vacuum", CELLS, atoi(threads.word[t]));
            count += peer_open(o, &rows[count]);
        }
    for (int n = 0; n <= MOST && !status; n++)
        status = turns(o, rows, count, n, rate[n]);
    char *text = NULL;
    size_t size = 0;
    FILE *to = status ? NULL : open_memstream(&text, &size);
    if (to) {
        fprintf(to,
                "Vacuum, %d^3 cells. In brackets: the part of the speed alone, and of what a "
                "fair share of the\nprocessors would leave.\n\n| program | threads | alone |",
                CELLS);
        for (int n = 1; n <= MOST; n++)
            fprintf(to, " %d busy neighbour%s |", n, n > 1 ? "s" : "");
        fprintf(to, "\n|---|---|---|---|---|\n");
        for (int m = 0; m < count; m++) {
            fprintf(to, "| %s | %d | %.0f |", rows[m].scheme, rows[m].threads, rate[0][m]);
            for (int n = 1; n <= MOST; n++) {
                const double left = rate[n][m] / rate[0][m];
                fprintf(to, " %.0f (%.2f; %.2f) |", rate[n][m], left,
                        left / fair(rows[m].threads, n));
            }
            fprintf(to, "\n");
        }
        fclose(to);
        report_section(o, "Beside busy neighbours", text);
        free(text);
    }
    for (int m = 0; m < count; m++)
        row_close(&rows[m]);
    return status ? status : to ? YEE_OK : YEE_MEMORY;
}
