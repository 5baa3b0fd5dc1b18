/* bench/cpu/peers.c: other programs, each behind bench/peers/NAME.py, called as
 *
 *     NAME.py CASE CELLS THREADS SECONDS
 *
 * It does the case on CELLS^3 cells for about SECONDS of its own time loop and prints
 * "Mcells/s steps f32|f64 version". Exit status 3: not installed, or it has no such case. */
#include "bench.h"
#include <string.h>
#include <sys/wait.h>

static bool call(const options *o, row *r, double seconds)
{
    char command[512], precision[8] = "";
    double rate = 0;
    long long steps = 0;
    snprintf(command, sizeof command, "%s %s/%s.py %s %d %d %g 2>/dev/null", o->python,
             BENCH_PEERS, r->scheme, r->name, r->n[0], r->threads, seconds);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    FILE *from = popen(command, "r");
    if (!from)
        return false;
    const int fields =
        fscanf(from, "%lf %lld %7s %47[^\n]", &rate, &steps, precision, r->version);
    while (fgetc(from) != EOF)
        ; /* or it would be ended by what it says last */
    const int status = pclose(from);
    clock_gettime(CLOCK_MONOTONIC, &b);
    r->took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    if (fields != 4 || !WIFEXITED(status) || WEXITSTATUS(status))
        return false;
    r->f64 = !strcmp(precision, "f64");
    r->steps = steps;
    r->rate[r->turns] = rate;
    return true;
}

/* A turn on few cells shows whether it is there. */
bool peer_open(const options *o, row *r)
{
    const int cells = r->n[0];
    r->n[0] = 24;
    r->peer = call(o, r, 0.01);
    r->n[0] = cells;
    return r->peer;
}

yee_status peer_turn(const options *o, row *r)
{
    if (call(o, r, o->seconds))
        r->turns++;
    else
        fprintf(stderr, "%s: no figure for %s at %d cells\n", r->scheme, r->name, r->n[0]);
    return YEE_OK;
}
