/* nvrtc.c: a compiler that is found when it is needed. The library stays loaded for the life of the
 * process: it gives back nothing of what it takes when it is loaded. */
#include "nvrtc.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const nvrtc_options[NVRTC_OPTIONS] = {
    "--std=c++17",    "-default-device", "-fmad=false",
    "-prec-div=true", "-prec-sqrt=true", "-ftz=false",
};

/* The library's own types and functions, as its header has them. */
typedef struct program program;
typedef int nvrtc_result;

typedef struct library {
    void *handle;
    int version[2];
    nvrtc_result (*get_version)(int *major, int *minor);
    nvrtc_result (*create)(program **made, const char *source, const char *name, int headers,
                           const char *const *text, const char *const *header);
    nvrtc_result (*destroy)(program **made);
    nvrtc_result (*compile)(program *made, int options, const char *const *option);
    nvrtc_result (*log_size)(program *made, size_t *bytes);
    nvrtc_result (*log)(program *made, char *text);
    nvrtc_result (*code_size)(program *made, size_t *bytes);
    nvrtc_result (*code)(program *made, char *data);
    const char *(*error)(nvrtc_result result);
} library;

/* Where it was looked for, for the sentence. */
typedef struct search {
    library *found;
    int most; /* major version */
    int too_new;
    char places[1024];
} search;

static bool find(void *handle, const char *name, void *function)
{
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool open_file(search *s, const char *file)
{
    library *l = s->found;
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return false;
    const bool whole = find(handle, "nvrtcVersion", &l->get_version) &&
                       find(handle, "nvrtcCreateProgram", &l->create) &&
                       find(handle, "nvrtcDestroyProgram", &l->destroy) &&
                       find(handle, "nvrtcCompileProgram", &l->compile) &&
                       find(handle, "nvrtcGetProgramLogSize", &l->log_size) &&
                       find(handle, "nvrtcGetProgramLog", &l->log) &&
                       find(handle, "nvrtcGetCUBINSize", &l->code_size) &&
                       find(handle, "nvrtcGetCUBIN", &l->code) &&
                       find(handle, "nvrtcGetErrorString", &l->error) &&
                       l->get_version(&l->version[0], &l->version[1]) == 0;
    if (whole && l->version[0] <= s->most) {
        l->handle = handle;
        return true;
    }
    s->too_new = whole ? l->version[0] : s->too_new;
    dlclose(handle);
    return false;
}

/* The library of a folder, or with "" by its plain name, of the newest version that will do. */
static bool open_in(search *s, const char *folder)
{
    static const int major[] = {13, 12};
    char file[4096];
    const size_t used = strlen(s->places);
    snprintf(s->places + used, sizeof s->places - used, "%s%s", used ? ", " : "",
             *folder ? folder : "the loader's folders");
    for (size_t n = 0; n < sizeof major / sizeof *major; n++) {
        snprintf(file, sizeof file, "%s%slibnvrtc.so.%d", folder, *folder ? "/" : "", major[n]);
        if (open_file(s, file))
            return true;
    }
    return false;
}

static bool open_near(search *s, const char *root)
{
    char folder[4000];
    static const char *const below[] = {"lib64", "lib"};
    for (int n = 0; root && *root && n < 2; n++) {
        snprintf(folder, sizeof folder, "%s/%s", root, below[n]);
        if (open_in(s, folder))
            return true;
    }
    return false;
}

static yee_status open_library(const yee_host *host, const char *path, int driver,
                               const char *laws, library *l)
{
    search s = {.found = l, .most = driver / 1000};
    if (path && *path) {
        if (open_file(&s, path))
            return YEE_OK;
        return s.too_new ? host->fail(host, YEE_DECLINED,
                                      "nvrtc = %s is of CUDA %d, but this machine's driver of "
                                      "CUDA %d; an NVRTC of that version or before is wanted",
                                      path, s.too_new, s.most)
                         : host->fail(host, YEE_DECLINED,
                                      "nvrtc = %s is not NVIDIA's run-time compiler "
                                      "(libnvrtc.so.13 or libnvrtc.so.12)",
                                      path);
    }
    if (open_near(&s, getenv("CUDA_HOME")) || open_in(&s, "") ||
        open_near(&s, "/usr/local/cuda"))
        return YEE_OK;
    if (s.too_new)
        return host->fail(host, YEE_DECLINED,
                          "%s needs NVIDIA's run-time compiler: the one found is of CUDA %d, "
                          "but this machine's driver of CUDA %d; install nvidia-cuda-nvrtc of "
                          "that version, update the driver, or take scheme = tiled",
                          laws, s.too_new, s.most);
    return host->fail(host, YEE_DECLINED,
                      "%s needs NVIDIA's run-time compiler on a GPU: libnvrtc.so.13 or .12 was "
                      "not found (looked in %s); install nvidia-cuda-nvrtc, set nvrtc = FILE, "
                      "or take scheme = tiled",
                      laws, s.places);
}

/* The first error of the compiler's log, one line: it begins with the file and line. */
static void first_error(char *text)
{
    char *line = strstr(text, "error");
    if (!line)
        line = text;
    while (line > text && line[-1] != '\n')
        line--;
    memmove(text, line, strlen(line) + 1);
    text[strcspn(text, "\n")] = 0;
}

static yee_status refuse(const yee_host *host, const library *l, const nvrtc_job *job,
                         program *made, nvrtc_result result)
{
    size_t bytes = 0;
    char *text = NULL;
    if (l->log_size(made, &bytes) == 0 && (text = calloc(bytes + 1, 1)) != NULL)
        l->log(made, text);
    if (text)
        first_error(text);
    const yee_status status = host->fail(
        host, YEE_DECLINED, "%s does not compile for a GPU (NVRTC %d.%d): %s", job->laws,
        l->version[0], l->version[1], text && *text ? text : l->error(result));
    free(text);
    return status;
}

static yee_status compile(const yee_host *host, const library *l, const nvrtc_job *job,
                          nvrtc_code *code)
{
    const char **text = calloc(2 * (size_t)job->headers + 1, sizeof *text);
    const char *option[NVRTC_OPTIONS + 2];
    char architecture[32];
    program *made = NULL;
    if (!text)
        return host->fail(host, YEE_MEMORY, "no host memory to compile kernels in");
    for (int n = 0; n < job->headers; n++) {
        text[n] = job->header[n].text;
        text[job->headers + n] = job->header[n].name;
    }
    memcpy(option, nvrtc_options, sizeof nvrtc_options);
    snprintf(architecture, sizeof architecture, "-arch=sm_%d", job->architecture);
    option[NVRTC_OPTIONS] = architecture;
    option[NVRTC_OPTIONS + 1] = "-no-source-include";
    nvrtc_result result =
        l->create(&made, job->source, "kernels.cu", job->headers, text, text + job->headers);
    if (result == 0)
        result = l->compile(made, NVRTC_OPTIONS + 2, option);
    yee_status status = YEE_OK;
    if (result != 0)
        status = made ? refuse(host, l, job, made, result)
                      : host->fail(host, YEE_DECLINED, "NVRTC %d.%d: %s", l->version[0],
                                   l->version[1], l->error(result));
    *code = (nvrtc_code){.version = {l->version[0], l->version[1]}};
    if (status == YEE_OK &&
        (l->code_size(made, &code->bytes) != 0 || code->bytes == 0 ||
         !(code->data = malloc(code->bytes)) || l->code(made, code->data) != 0)) {
        free(code->data);
        code->data = NULL;
        status = host->fail(host, YEE_MEMORY, "no host memory for the code of kernels");
    }
    if (made)
        l->destroy(&made);
    free(text);
    return status;
}

yee_status nvrtc_compile(const yee_host *host, const char *path, int driver,
                         const nvrtc_job *job, nvrtc_code *code)
{
    library l = {0};
    yee_status status = open_library(host, path, driver, job->laws, &l);
    if (status == YEE_OK)
        status = compile(host, &l, job, code);
    if (l.handle)
        dlclose(l.handle);
    return status;
}
