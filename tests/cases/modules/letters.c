/* tests/cases/modules/letters.c: a transport over sockets that its launcher, a suite, has made
 * (letters.h), which delays, loses or doubles messages where it is told to.
 *
 * A letter is the count of its bytes and these. LETTERS_FAULT of a process: "lose 12", its twelfth
 * letter is never sent; "double 12", it is sent twice; "delay 3", every one waits for up to three
 * ms. LETTERS_PATIENCE: what patience is multiplied by, and how many s it is at most, if it is finite. */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <yee/transport.h>

enum { MOST = 8, HEAD = sizeof(int64_t) };

typedef struct letter {
    char *data;
    int64_t bytes, done; /* done: of the head, too */
    int64_t head;
    double from; /* s: not sent before */
    int rank;
    bool out;
} letter;

typedef struct letters {
    const yee_host *host;
    int rank, ranks, socket[MOST];
    letter *letter;
    int count, capacity, sent;
    int lose, twice; /* numbers of letters, from 1; 0: none */
    double delay, patience, most;
} letters;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return getenv("LETTERS") ? YEE_OK : host->fail(host, YEE_DECLINED, "there are no sockets");
}

static yee_status join(const yee_host *host, const void *config, yee_ranks *ranks, void **self)
{
    letters *l = host->alloc(host, sizeof *l);
    const char *fault = getenv("LETTERS_FAULT"), *patience = getenv("LETTERS_PATIENCE");
    char *text = getenv("LETTERS"), kind[16] = "";
    double number = 0;
    (void)config;
    if (!l)
        return YEE_MEMORY;
    l->host = host;
    l->rank = (int)strtol(text, &text, 10);
    l->ranks = (int)strtol(text, &text, 10);
    for (int n = 0; n < l->ranks && n < MOST; n++)
        l->socket[n] = (int)strtol(text, &text, 10);
    l->patience = 1;
    l->most = INFINITY;
    if (patience)
        sscanf(patience, "%lf %lf", &l->patience, &l->most);
    if (fault && sscanf(fault, "%15s %lf", kind, &number) == 2) {
        l->lose = !strcmp(kind, "lose") ? (int)number : 0;
        l->twice = !strcmp(kind, "double") ? (int)number : 0;
        l->delay = !strcmp(kind, "delay") ? 1e-3 * number : 0;
    }
    srand((unsigned)l->rank + 1);
    ranks->rank = l->rank;
    ranks->ranks = l->ranks;
    *self = l;
    return YEE_OK;
}

static yee_status add(letters *l, int rank, char *data, int64_t bytes, bool out)
{
    if (l->count == l->capacity) {
        const int capacity = 2 * l->capacity + 64;
        letter *more = realloc(l->letter, (size_t)capacity * sizeof *more);
        if (!more)
            return l->host->fail(l->host, YEE_MEMORY, "no memory for letters");
        l->letter = more;
        l->capacity = capacity;
    }
    l->letter[l->count++] =
        (letter){.data = data,
                 .bytes = bytes,
                 .head = bytes,
                 .from = l->delay > 0 ? now() + l->delay * rand() / RAND_MAX : 0,
                 .rank = rank,
                 .out = out};
    return YEE_OK;
}

static yee_status send_letter(void *self, int rank, const void *data, int64_t bytes)
{
    letters *l = self;
    char *from = (char *)(uintptr_t)data;
    l->sent++;
    if (l->sent == l->lose)
        return YEE_OK;
    const yee_status status = l->sent == l->twice ? add(l, rank, from, bytes, true) : YEE_OK;
    return status ? status : add(l, rank, from, bytes, true);
}

static yee_status receive(void *self, int rank, void *data, int64_t bytes)
{
    return add(self, rank, data, bytes, false);
}

/* As much of one as goes without waiting; *some: anything did. */
static yee_status move(const letters *l, letter *x, bool *some)
{
    while (x->done < x->bytes + HEAD) {
        const bool head = x->done < HEAD;
        char *at = head ? (char *)&x->head + x->done : x->data + (x->done - HEAD);
        const size_t left = (size_t)(head ? HEAD - x->done : x->bytes + HEAD - x->done);
        const int fd = l->socket[x->rank];
        const ssize_t n = x->out ? send(fd, at, left, MSG_DONTWAIT | MSG_NOSIGNAL)
                                 : recv(fd, at, left, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return YEE_OK;
        if (n <= 0)
            return l->host->fail(l->host, YEE_LOST, "process %d of %d is gone", x->rank + 1,
                                 l->ranks);
        *some = true;
        x->done += n;
        if (!x->out && x->done == HEAD && x->head != x->bytes)
            return l->host->fail(
                l->host, YEE_LOST, "process %d of %d sent %lld bytes where %lld were expected",
                x->rank + 1, l->ranks, (long long)x->head, (long long)x->bytes);
    }
    return YEE_OK;
}

static yee_status wait_all(void *self, double patience, int *missing)
{
    letters *l = self;
    double waited = 0, last = now();
    for (int left = 1; left;) {
        bool some = false, busy[2][MOST] = {{false}};
        struct pollfd ready[MOST];
        left = 0;
        for (int n = 0; n < l->ranks; n++)
            ready[n] = (struct pollfd){.fd = -1};
        for (int n = 0; n < l->count; n++) {
            letter *x = &l->letter[n];
            if (x->done == x->bytes + HEAD)
                continue;
            left++;
            *missing = x->rank;
            if (busy[x->out][x->rank])
                continue; /* in order */
            busy[x->out][x->rank] = true;
            if (x->out && x->from > last)
                continue;
            const yee_status status = move(l, x, &some);
            if (status)
                return status;
            ready[x->rank].fd = l->socket[x->rank];
            ready[x->rank].events |= x->out ? POLLOUT : POLLIN;
        }
        if (left && !some)
            poll(ready, (nfds_t)l->ranks, 1);
        const double time = now();
        waited = some ? 0 : waited + fmin(time - last, 1);
        last = time;
        const double bound = patience * l->patience;
        if (left && waited > (isfinite(bound) ? fmin(bound, l->most) : bound))
            return YEE_LOST;
    }
    l->count = 0;
    return YEE_OK;
}

static int print(const void *self, char *text, size_t size)
{
    (void)self;
    return snprintf(text, size, "letters");
}

static void leave(void *self)
{
    letters *l = self;
    for (int n = 0; n < l->ranks; n++)
        if (n != l->rank)
            close(l->socket[n]);
    free(l->letter);
    l->letter = NULL;
}

/* The others find their sockets closed. */
static void end_all(void *self, int code)
{
    (void)code;
    leave(self);
}

static const yee_transport_ops ops = {
    .size = sizeof ops,
    .available = available,
    .join = join,
    .send = send_letter,
    .receive = receive,
    .wait = wait_all,
    .print = print,
    .leave = leave,
    .abort = end_all,
};
static const yee_param params[] = {YEE_PARAM_END};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_TRANSPORT,
    .name = "letters",
    .summary = "Messages over sockets, for tests",
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
