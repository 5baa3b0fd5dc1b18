/* prebuild.c: the program yee-prebuild: compiles the kernels of models with laws beforehand, for GPUs
 * that are named, so that they run where there is no NVRTC. It takes NVRTC here, and no GPU.
 *
 * Of a model it takes the laws. What is made of them are the forms that law_list.h has, in float and
 * in double: for all laws of the model together, as a plan compiles them, or with --each for each
 * by itself. */
#include "code_cache.h"
#include "kept.h"
#include "law_list.h"
#include "prebuilt.h"
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yee/libyee.h>

enum { MOST_ARCHITECTURES = 16, ANY_DRIVER = 999000, MOST_THREADS = 64 };

static const char maker[] = "yee " YEE_VERSION " (" YEE_REVISION ")";

/* ---- the command line ---- */

static struct {
    int architecture[MOST_ARCHITECTURES], architectures, jobs;
    const char *nvrtc, *plugin_path;
    char folder[PREBUILT_PATH];
    bool each, common, list;
} given;

static const char usage[] =
    "usage: yee-prebuild --architecture 90 [option ...] MODEL.ini ...\n\n"
    "Compiles what GPUs run of the laws of these models (kerr, magnetised_plasma, diode, ...)\n"
    "beforehand, so that a machine without NVRTC runs them. It takes NVRTC here, and no "
    "GPU.\n\n"
    "  --architecture N      90: of GPUs of compute capability 9.0; may be given again\n"
    "  --each                each law by itself, in place of all laws of a model together\n"
    "  --common              only what most models take: 3-D, up to 256 media, none with "
    "poles\n"
    "  --output FOLDER       where the files go; ~/.local/lib/yee/%d/laws, which yee searches\n"
    "  --nvrtc FILE          libnvrtc.so.13 or .12; without, it is looked for\n"
    "  --plugin-path FOLDERS searched for plugins before yee's own\n"
    "  --jobs N              so many at a time; without, as many as there are processors\n"
    "  --list                prints the laws of the models, and compiles nothing\n";

static int fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("yee-prebuild: error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return status;
}

static int number(const char *option, const char *text, int least, int most, int *value)
{
    char *end;
    const long n = strtol(text, &end, 10);
    if (*end || end == text || n < least || n > most)
        return fail(YEE_USAGE, "--%s %s: a whole number from %d to %d is wanted%s", option,
                    text, least, most,
                    strcmp(option, "jobs") ? " (90 of compute capability 9.0)" : "");
    *value = (int)n;
    return 0;
}

static int read_options(int argc, char **argv)
{
    static const struct option option[] = {
        {"architecture", required_argument, NULL, 'a'},
        {"each", no_argument, NULL, 'e'},
        {"common", no_argument, NULL, 'c'},
        {"output", required_argument, NULL, 'o'},
        {"nvrtc", required_argument, NULL, 'n'},
        {"plugin-path", required_argument, NULL, 'p'},
        {"jobs", required_argument, NULL, 'j'},
        {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *home = getenv("HOME");
    snprintf(given.folder, sizeof given.folder, "%s/.local/lib/yee/%d/laws", home ? home : "",
             YEE_ABI_MAJOR);
    for (int c, status = 0; (c = getopt_long(argc, argv, "", option, NULL)) != -1;) {
        if (c == 'a' && given.architectures < MOST_ARCHITECTURES)
            status = number("architecture", optarg, 50, 999,
                            &given.architecture[given.architectures++]);
        else if (c == 'j')
            status = number("jobs", optarg, 1, MOST_THREADS, &given.jobs);
        else if (c == 'o')
            snprintf(given.folder, sizeof given.folder, "%s", optarg);
        else if (c == 'n')
            given.nvrtc = optarg;
        else if (c == 'p')
            given.plugin_path = optarg;
        else if (c == 'e')
            given.each = true;
        else if (c == 'c')
            given.common = true;
        else if (c == 'l')
            given.list = true;
        else if (c == 'h' && printf(usage, YEE_ABI_MAJOR) > 0)
            exit(0);
        else
            status = YEE_USAGE; /* getopt has said it */
        if (status)
            return status;
    }
    if (optind == argc)
        return fail(YEE_USAGE, "a model is wanted; yee-prebuild --help says more");
    if (given.architectures == 0 && !given.list)
        return fail(YEE_USAGE,
                    "--architecture is wanted: 90 for GPUs of compute capability 9.0");
    return 0;
}

/* ---- files ---- */

/* All that is to be made of one order of laws. */
typedef struct works {
    law_order order;
    const char *names;
    prebuilt_folders folders;
    kept_host host;
    pthread_mutex_t lock; /* of what is below */
    int forms, next;      /* of forms for each precision and architecture */
    int made, there;
    yee_status status;
    char sentence[1024];
} works;

static yee_status make(const works *w, kept_host *host, int number, bool *there)
{
    law_source source;
    nvrtc_code code = {0};
    law_order order = w->order;
    size_t bytes;
    char why[1024];
    order.form.single = number & 1;
    law_form_prebuilt(order, number / 2 % w->forms, &order.form);
    yee_status status = law_source_make(&host->host, order, &source);
    const nvrtc_job job = {w->names, source.text, source.header, source.headers,
                           given.architecture[number / 2 / w->forms]};
    void *key = status == YEE_OK ? code_cache_key(&job, &bytes) : NULL;
    if (status == YEE_OK && !key)
        status = host->host.fail(&host->host, YEE_MEMORY, "no memory for the text of kernels");
    *there = status == YEE_OK &&
             prebuilt_find(&w->folders, &job, key, bytes, ANY_DRIVER, &code, why, sizeof why);
    if (status == YEE_OK && !*there) {
        status = nvrtc_compile(&host->host, given.nvrtc, ANY_DRIVER, &job, &code);
        if (status == YEE_OK && !prebuilt_store(given.folder, &job, key, bytes, &code, maker))
            status = host->host.fail(&host->host, YEE_IO, "cannot write into %s: %s",
                                     given.folder, strerror(errno));
    }
    free(code.data);
    free(key);
    law_source_free(&source);
    return status;
}

static void *work(void *all)
{
    works *w = all;
    const int count = 2 * w->forms * given.architectures;
    pthread_mutex_lock(&w->lock);
    while (w->next < count && w->status == YEE_OK) {
        kept_host host = w->host;
        const int n = w->next++;
        bool there;
        pthread_mutex_unlock(&w->lock);
        const yee_status status = make(w, &host, n, &there);
        pthread_mutex_lock(&w->lock);
        if (status != YEE_OK && w->status == YEE_OK) {
            w->status = status;
            memcpy(w->sentence, host.sentence, sizeof w->sentence);
        }
        w->there += there;
        w->made += status == YEE_OK && !there;
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static int prebuild(law_order order)
{
    static const yee_host none = {.size = sizeof none};
    char names[256];
    law_list_name(order, names, sizeof names);
    works w = {.order = order, .names = names, .host = kept_of(&none)};
    pthread_t thread[MOST_THREADS];
    int begun = 0, most = given.jobs ? given.jobs : (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (given.list)
        return printf("%s\n", names) < 0 ? YEE_IO : 0;
    prebuilt_add(&w.folders, given.folder);
    pthread_mutex_init(&w.lock, NULL);
    law_sweep_form form;
    while (law_form_prebuilt(order, w.forms, &form) &&
           !(given.common && w.forms == LAW_FORMS_COMMON))
        w.forms++;
    most = most < MOST_THREADS ? most : MOST_THREADS;
    while (begun < most - 1 && pthread_create(&thread[begun], NULL, work, &w) == 0)
        begun++;
    work(&w);
    while (begun > 0)
        pthread_join(thread[--begun], NULL);
    pthread_mutex_destroy(&w.lock);
    if (w.status != YEE_OK)
        return fail((int)w.status, "%s", w.sentence);
    printf("%s: %d files made, %d were there\n", names, w.made, w.there);
    return 0;
}

/* ---- models ---- */

static void log_line(void *user, yee_level level, const char *line)
{
    (void)user;
    if (level != YEE_INFO)
        fprintf(stderr, "%s\n", line);
}

/* The laws of a problem, each by itself or all together. */
static int prebuild_laws(const char *path, const yee_problem *q)
{
    const yee_law **law = calloc((size_t)q->laws + 1, sizeof(const yee_law *));
    const yee_port_law **port = calloc((size_t)q->ports + 1, sizeof(const yee_port_law *));
    int status = 0;
    if (!law || !port) {
        status = fail(YEE_MEMORY, "no memory for the laws of a model");
    } else {
        law_order all = {.law = law, .port = port};
        all.laws = law_list_make(q, law);
        all.ports = law_list_ports(q, port);
        if (all.laws + all.ports == 0)
            status = fail(YEE_INPUT, "%s has no law: there is nothing to compile", path);
        else if (!given.each)
            status = prebuild(all);
        for (int n = 0; given.each && n < all.laws && !status; n++)
            status = prebuild((law_order){.law = law + n, .laws = 1});
        for (int n = 0; given.each && n < all.ports && !status; n++)
            status = prebuild((law_order){.port = port + n, .ports = 1});
    }
    free(law);
    free(port);
    return status;
}

static int prebuild_model(yee_session *session, const char *path)
{
    /* A scheme that is always there and has all laws: which one runs the model is not asked. */
    static const char *const set[] = {"run.scheme=plain"};
    yee_model *model = NULL;
    const yee_status read = yee_model_read(session, path, 1, set, &model);
    const int status = read == YEE_OK ? prebuild_laws(path, yee_model_problem(model))
                                      : fail((int)read, "%s", yee_session_error(session));
    yee_model_free(model);
    return status;
}

/* The folder and those it is in. */
static int make_folder(void)
{
    char path[PREBUILT_PATH];
    snprintf(path, sizeof path, "%s", given.folder);
    for (char *c = strchr(path + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = 0;
        mkdir(path, 0755);
        *c = '/';
    }
    if (mkdir(path, 0755) == 0 || errno == EEXIST)
        return 0;
    return fail(YEE_IO, "cannot make the folder %s: %s", path, strerror(errno));
}

int main(int argc, char **argv)
{
    int status = read_options(argc, argv);
    yee_session *session = NULL;
    const yee_session_options options = {
        .size = sizeof options, .plugin_path = given.plugin_path, .log = log_line};
    if (!status && !given.list)
        status = make_folder();
    if (!status && yee_session_open(&options, &session) != YEE_OK)
        status = fail(YEE_PLUGIN, "%s", session ? yee_session_error(session) : "no plugins");
    for (int n = optind; n < argc && !status; n++)
        status = prebuild_model(session, argv[n]);
    yee_session_close(session);
    return status;
}
