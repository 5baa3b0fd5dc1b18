/* nccl.c: halos carried by NCCL: one rank a GPU of this process, sends and receives in groups. The
 * library stays loaded, and its communicators are there for all plans of the process, until GPUs
 * join that they lack.
 *
 * Nothing here takes a multicast or a collective: NCCL_NVLS_ENABLE=0 is set where nobody says
 * otherwise, and NCCL_MAX_CTAS=8, as more of them take processors from the steps and send no
 * faster (sends of large messages between two GPUs of a host). */
#include "nccl.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, BYTES = 0 /* ncclInt8 */ };

/* The library's own types and functions, as its header has them. */
typedef struct communicator communicator;
typedef int nccl_result;

static struct {
    void *handle;
    nccl_result (*init_all)(communicator **made, int count, const int *device);
    nccl_result (*destroy)(communicator *c);
    nccl_result (*group_start)(void);
    nccl_result (*group_end)(void);
    nccl_result (*send)(const void *data, size_t count, int type, int peer, communicator *c,
                        cudaStream_t stream);
    nccl_result (*receive)(void *data, size_t count, int type, int peer, communicator *c,
                           cudaStream_t stream);
    nccl_result (*async_error)(communicator *c, nccl_result *error);
    const char *(*error)(nccl_result result);
    int device[MOST];  /* that take part: rank n is device[n] */
    int devices, made; /* `made` of them have communicators */
    communicator *rank[MOST];
} nccl;

static bool find(const char *name, void *function)
{
    void *symbol = dlsym(nccl.handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static yee_status load(const yee_host *host, const char *file)
{
    if (nccl.handle)
        return YEE_OK;
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    setenv("NCCL_MAX_CTAS", "8", 0);
    nccl.handle = dlopen(file ? file : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!nccl.handle)
        return host->fail(
            host, YEE_DECLINED,
            "halos: nccl takes NVIDIA's NCCL, and it cannot be loaded: %s; install it "
            "(the package libnccl2, or the wheel nvidia-nccl-cu13, and give "
            "nccl = its file libnccl.so.2), or take halos = auto",
            dlerror());
    if (find("ncclCommInitAll", &nccl.init_all) && find("ncclCommDestroy", &nccl.destroy) &&
        find("ncclGroupStart", &nccl.group_start) && find("ncclGroupEnd", &nccl.group_end) &&
        find("ncclSend", &nccl.send) && find("ncclRecv", &nccl.receive) &&
        find("ncclCommGetAsyncError", &nccl.async_error) &&
        find("ncclGetErrorString", &nccl.error))
        return YEE_OK;
    nccl.handle = NULL;
    return host->fail(host, YEE_DECLINED,
                      "halos: %s is no NCCL that sends and receives; 2.7 or later is wanted",
                      file ? file : "libnccl.so.2");
}

static yee_status check(const yee_host *host, nccl_result result, const char *call)
{
    return result == 0 ? YEE_OK
                       : host->fail(host, YEE_INTERNAL, "NCCL's %s: %s (error %d)", call,
                                    nccl.error(result), result);
}

static int rank_of(int device)
{
    int n = 0;
    while (n < nccl.devices && nccl.device[n] != device)
        n++;
    return n;
}

yee_status nccl_join(const yee_host *host, const char *file, int device)
{
    const yee_status status = load(host, file);
    if (status != YEE_OK || rank_of(device) < nccl.devices)
        return status;
    if (nccl.devices == MOST)
        return host->fail(host, YEE_DECLINED, "halos: nccl takes %d GPUs at most", MOST);
    nccl.device[nccl.devices++] = device;
    return YEE_OK;
}

/* Communicators of all that take part; those of fewer are gone. */
static yee_status make(const yee_host *host)
{
    if (nccl.made == nccl.devices)
        return YEE_OK;
    for (; nccl.made > 0; nccl.made--)
        nccl.destroy(nccl.rank[nccl.made - 1]);
    const yee_status status =
        check(host, nccl.init_all(nccl.rank, nccl.devices, nccl.device), "ncclCommInitAll");
    nccl.made = status == YEE_OK ? nccl.devices : 0;
    return status;
}

yee_status nccl_begin(const yee_host *host)
{
    yee_status status = make(host);
    for (int n = 0; n < nccl.made && status == YEE_OK; n++) {
        nccl_result error = 0;
        status = check(host, nccl.async_error(nccl.rank[n], &error), "ncclCommGetAsyncError");
        if (status == YEE_OK)
            status = check(host, error, "halos");
    }
    return status == YEE_OK ? check(host, nccl.group_start(), "ncclGroupStart") : status;
}

yee_status nccl_end(const yee_host *host)
{
    return check(host, nccl.group_end(), "ncclGroupEnd");
}

yee_status nccl_send(const yee_host *host, const void *from, int from_device,
                     cudaStream_t from_stream, void *to, int to_device, cudaStream_t to_stream,
                     size_t bytes)
{
    const int sender = rank_of(from_device), receiver = rank_of(to_device);
    cudaSetDevice(from_device);
    yee_status status =
        check(host, nccl.send(from, bytes, BYTES, receiver, nccl.rank[sender], from_stream),
              "ncclSend");
    cudaSetDevice(to_device);
    if (status == YEE_OK)
        status =
            check(host, nccl.receive(to, bytes, BYTES, sender, nccl.rank[receiver], to_stream),
                  "ncclRecv");
    return status;
}
