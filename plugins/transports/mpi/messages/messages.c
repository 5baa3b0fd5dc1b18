/* plugins/transports/mpi/messages/messages.c: non-blocking messages of MPI, and the wait for them.
 *
 * MPI counts in int: a message goes in pieces of at most 1 GB. Those between two processes do not
 * overtake each other (MPI 3.1, section 3.5), so that one tag will do. */
#include <math.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yee/transport.h>

enum { TAG = 7, PIECE = 1 << 30 };

typedef struct messages {
    const yee_host *host;
    MPI_Comm all; /* of these messages alone */
    int rank, ranks;
    MPI_Request *request;
    int *partner;  /* rank at the other end of each */
    int *expected; /* bytes of each that comes in; -1: it goes out */
    int count, capacity;
} messages;

static messages joined;

static yee_status failed(const messages *m, const char *function, int error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(error, text, &length);
    return m->host->fail(m->host, YEE_LOST, "%s: %s", function, text);
}

static yee_status join(const yee_host *host, const void *config, yee_ranks *ranks, void **self)
{
    messages *m = &joined;
    int done = 0, provided = 0;
    (void)config;
    m->host = host;
    MPI_Initialized(&done);
    if (done)
        return host->fail(host, YEE_DECLINED, "MPI has been started by something else");
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided))
        return host->fail(host, YEE_DECLINED, "MPI does not start");
    if (provided < MPI_THREAD_FUNNELED)
        return host->fail(host, YEE_DECLINED,
                          "this MPI lets no thread run beside the one that calls it "
                          "(MPI_THREAD_FUNNELED)");
    MPI_Comm_dup(MPI_COMM_WORLD, &m->all);
    MPI_Comm_set_errhandler(m->all, MPI_ERRORS_RETURN);
    MPI_Comm_rank(m->all, &m->rank);
    MPI_Comm_size(m->all, &m->ranks);
    ranks->rank = m->rank;
    ranks->ranks = m->ranks;
    *self = m;
    return YEE_OK;
}

/* A place for one more request; NULL: no memory. */
static MPI_Request *next(messages *m, int rank, int expected)
{
    if (m->count == m->capacity) {
        const int capacity = 2 * m->capacity + 64;
        MPI_Request *request = realloc(m->request, (size_t)capacity * sizeof *request);
        m->request = request ? request : m->request;
        int *partner = realloc(m->partner, (size_t)capacity * sizeof *partner);
        m->partner = partner ? partner : m->partner;
        int *lengths = realloc(m->expected, (size_t)capacity * sizeof *lengths);
        m->expected = lengths ? lengths : m->expected;
        if (!request || !partner || !lengths)
            return NULL;
        m->capacity = capacity;
    }
    m->partner[m->count] = rank;
    m->expected[m->count] = expected;
    return &m->request[m->count];
}

static int piece_of(int64_t left) { return left < PIECE ? (int)left : PIECE; }

static yee_status send(void *self, int rank, const void *data, int64_t bytes)
{
    messages *m = self;
    const char *from = data;
    for (int64_t at = 0; at < bytes; at += PIECE) {
        MPI_Request *request = next(m, rank, -1);
        if (!request)
            return m->host->fail(m->host, YEE_MEMORY, "no memory for messages");
        const int error =
            MPI_Isend(from + at, piece_of(bytes - at), MPI_BYTE, rank, TAG, m->all, request);
        if (error)
            return failed(m, "MPI_Isend", error);
        m->count++;
    }
    return YEE_OK;
}

static yee_status receive(void *self, int rank, void *data, int64_t bytes)
{
    messages *m = self;
    char *to = data;
    for (int64_t at = 0; at < bytes; at += PIECE) {
        MPI_Request *request = next(m, rank, piece_of(bytes - at));
        if (!request)
            return m->host->fail(m->host, YEE_MEMORY, "no memory for messages");
        const int error =
            MPI_Irecv(to + at, piece_of(bytes - at), MPI_BYTE, rank, TAG, m->all, request);
        if (error)
            return failed(m, "MPI_Irecv", error);
        m->count++;
    }
    return YEE_OK;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether request n is done; one that comes in has to have its length (a longer one is an error of
 * MPI's own). */
static yee_status look_at(messages *m, int n, int *done)
{
    MPI_Status status;
    int bytes = -1;
    const int error = MPI_Test(&m->request[n], done, &status);
    if (error)
        return failed(m, "MPI_Test", error);
    if (*done && m->expected[n] >= 0)
        MPI_Get_count(&status, MPI_BYTE, &bytes);
    return bytes < 0 || bytes == m->expected[n]
               ? YEE_OK
               : m->host->fail(m->host, YEE_LOST,
                               "process %d of %d sent %d bytes where %d were expected",
                               m->partner[n] + 1, m->ranks, bytes, m->expected[n]);
}

/* Sleeps for a sixteenth of what was waited so far, so that no wait gets longer by more, and one of
 * seconds, while another process is at its files, takes no processor from others. */
static void rest(double waited)
{
    const double least = 20e-6, most = 1e-3; /* s */
    const double time = fmin(fmax(waited / 16, least), most);
    nanosleep(&(struct timespec){0, (long)(1e9 * time)}, NULL);
}

/* A process that was stopped for a while and goes on has not waited: no look counts more than a
 * second. The processor is yielded first, then slept away from. */
static yee_status wait_all(void *self, double patience, int *missing)
{
    enum { YIELDS = 100 };
    messages *m = self;
    double waited = 0, last = now();
    int left = m->count;
    for (int64_t look = 0; left; look++) {
        int some = 0, done = 0;
        yee_status status = YEE_OK;
        for (int n = 0; n < m->count && !status; n++)
            if (m->request[n] != MPI_REQUEST_NULL) {
                status = look_at(m, n, &some);
                done += some;
            }
        if (status)
            return status;
        left -= done;
        const double time = now();
        waited = done ? 0 : waited + fmin(time - last, 1);
        last = time;
        if (left && waited > patience) {
            for (int n = 0; n < m->count; n++)
                if (m->request[n] != MPI_REQUEST_NULL)
                    *missing = m->partner[n];
            return YEE_LOST;
        }
        if (left && look < YIELDS)
            sched_yield();
        else if (left)
            rest(waited);
    }
    m->count = 0;
    return YEE_OK;
}

/* The first line of the library's version, to its first comma: "Open MPI v4.1.4". */
static int print(const void *self, char *text, size_t size)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    (void)self;
    MPI_Get_library_version(version, &length);
    for (char *c = version; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    return snprintf(text, size, "%.*s", (int)strcspn(version, ",\n"), version);
}

static void drop(messages *m)
{
    free(m->request);
    free(m->partner);
    free(m->expected);
    m->request = NULL;
    m->partner = m->expected = NULL;
    m->count = m->capacity = 0;
}

static void leave(void *self)
{
    messages *m = self;
    drop(m);
    MPI_Comm_free(&m->all);
    MPI_Finalize();
}

static void end_all(void *self, int code)
{
    messages *m = self;
    MPI_Abort(m->all, code);
}

extern YEE_EXPORT const yee_transport_ops yee_mpi_messages;
const yee_transport_ops yee_mpi_messages = {
    .size = sizeof yee_mpi_messages,
    .join = join,
    .send = send,
    .receive = receive,
    .wait = wait_all,
    .print = print,
    .leave = leave,
    .abort = end_all,
};
