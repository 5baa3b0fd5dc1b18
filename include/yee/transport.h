/* yee/transport.h: a transport carries messages between the processes that run one model together,
 * each of them some of its subdomains (yee/subdomain.h).
 *
 * A launcher (mpirun, srun) has started the processes. Bytes go from one of them to another; those
 * from one to another arrive in the order in which they were sent. What more there is, sums,
 * messages to all, agreement on a status, the core makes of that. */
#ifndef YEE_TRANSPORT_H
#define YEE_TRANSPORT_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The processes that were joined; numbers are 0 to ranks - 1, and process 0 has the files. */
typedef struct yee_ranks {
    uint32_t size;
    int rank, ranks;
} yee_ranks;

/* All functions are called by the thread that called join(). A status other than YEE_OK has its
 * sentence by the host of available() or join(). */
typedef struct yee_transport_ops {
    uint32_t size;
    /* YEE_OK: join() may be tried here. YEE_DECLINED: a library or a file is missing. */
    yee_status (*available)(const yee_host *host, const void *config);
    /* Joins the processes of the launch, once in the life of this one. YEE_DECLINED: they cannot
     * be joined. *self has the host's life. */
    yee_status (*join)(const yee_host *host, const void *config, yee_ranks *ranks, void **self);
    /* Begins to send or to receive so many bytes, of any count; the memory is the transport's
     * until the next wait() has returned YEE_OK. The process at the other end names as many. */
    yee_status (*send)(void *self, int rank, const void *data, int64_t bytes);
    yee_status (*receive)(void *self, int rank, void *data, int64_t bytes);
    /* Waits until all that was begun is done; a wait yields the processor. Where nothing has come
     * for `patience` seconds of this process's waiting (infinite: no bound) it returns YEE_LOST
     * without a sentence, and *missing is a process that it waited for. YEE_LOST with a sentence:
     * the transport knows that one is gone. */
    yee_status (*wait)(void *self, double patience, int *missing);
    /* One line about what carries the messages; the length, as snprintf. */
    int (*print)(const void *self, char *text, size_t size);
    /* The last call, by all processes. */
    void (*leave)(void *self);
    /* The last call where the others are to end as well, whatever they do: may not return. */
    void (*abort)(void *self, int code);
} yee_transport_ops;

#ifdef __cplusplus
}
#endif
#endif
