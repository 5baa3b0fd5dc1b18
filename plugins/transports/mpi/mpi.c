/* plugins/transports/mpi/mpi.c: messages by MPI (MPI: A Message-Passing Interface Standard, version
 * 3.1, 2015).
 *
 * Every command of yee loads all plugins, and few of them run in many processes: this file has
 * nothing of MPI, and join() loads mpi/messages.so from beside it, which is linked with the
 * library. Its symbols are made global, as components that Open MPI loads later look for them. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <yee/transport.h>

static const yee_param params[] = {YEE_PARAM_END};

typedef struct transport {
    const yee_transport_ops *ops;
    void *self;
} transport;

/* <folder of this module>/mpi/messages.so; false: it is not known. */
static bool find_messages(char path[PATH_MAX])
{
    static const char here = 0;
    Dl_info info;
    if (!dladdr(&here, &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    const int folder = slash ? (int)(slash - info.dli_fname) + 1 : 0;
    const int length = snprintf(path, PATH_MAX, "%.*smpi/messages.so", folder, info.dli_fname);
    return length > 0 && length < PATH_MAX;
}

static yee_status available(const yee_host *host, const void *config)
{
    char path[PATH_MAX];
    (void)config;
    if (!find_messages(path) || access(path, R_OK))
        return host->fail(host, YEE_DECLINED,
                          "its file mpi/messages.so is not beside the plugin's; install yee "
                          "again");
    return YEE_OK;
}

static yee_status join(const yee_host *host, const void *config, yee_ranks *ranks, void **self)
{
    char path[PATH_MAX];
    yee_status status = available(host, config);
    if (status)
        return status;
    find_messages(path);
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        return host->fail(host, YEE_DECLINED,
                          "MPI cannot be loaded: %s; install the MPI that yee was built with",
                          dlerror());
    transport *t = host->alloc(host, sizeof *t);
    if (!t)
        return host->fail(host, YEE_MEMORY, "no memory for the transport");
    t->ops = dlsym(library, "yee_mpi_messages");
    if (!t->ops || t->ops->size != sizeof *t->ops)
        return host->fail(host, YEE_DECLINED, "%s is of another yee; install yee again", path);
    status = t->ops->join(host, config, ranks, &t->self);
    *self = t;
    return status;
}

static yee_status send(void *self, int rank, const void *data, int64_t bytes)
{
    const transport *t = self;
    return t->ops->send(t->self, rank, data, bytes);
}

static yee_status receive(void *self, int rank, void *data, int64_t bytes)
{
    const transport *t = self;
    return t->ops->receive(t->self, rank, data, bytes);
}

static yee_status wait_all(void *self, double patience, int *missing)
{
    const transport *t = self;
    return t->ops->wait(t->self, patience, missing);
}

static int print(const void *self, char *text, size_t size)
{
    const transport *t = self;
    return t->ops->print(t->self, text, size);
}

static void leave(void *self)
{
    const transport *t = self;
    t->ops->leave(t->self);
}

static void end_all(void *self, int code)
{
    const transport *t = self;
    t->ops->abort(t->self, code);
}

static const yee_transport_ops ops = {
    .size = sizeof ops,
    .available = available,
    .join = join,
    .send = send,
    .receive = receive,
    .wait = wait_all,
    .print = print,
    .leave = leave,
    .abort = end_all,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_TRANSPORT,
    .name = "mpi",
    .summary = "Messages by MPI, between the processes that mpirun or srun has started",
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
