/* nvrtc.h: NVIDIA's compiler as a library, found and loaded when it is needed; yee is not linked
 * with it. No other part of CUDA is needed to call these functions. */
#ifndef CUDA_NVRTC_H
#define CUDA_NVRTC_H

#include <stddef.h>
#include <yee/plugin.h>

/* A text and the name by which others include it. */
typedef struct nvrtc_header {
    const char *name, *text;
} nvrtc_header;

/* A source to compile. */
typedef struct nvrtc_job {
    const char *laws;   /* names of the laws in it, for sentences */
    const char *source; /* includes headers, and no files */
    const nvrtc_header *header;
    int headers;
    int architecture; /* 90 of compute capability 9.0 */
} nvrtc_job;

/* Machine code of a job. */
typedef struct nvrtc_code {
    void *data; /* of malloc() */
    size_t bytes;
    int version[2]; /* of the compiler: major, minor */
} nvrtc_code;

/* Options of every job: they are a part of what a cache knows code by. Products are fused where
 * the source says so and nowhere else, and quotients and roots are rounded as C has it: the bits
 * are those of a processor. */
extern const char *const nvrtc_options[];
enum { NVRTC_OPTIONS = 6 };

/* Compiles a job. path: the library's file, NULL: it is looked for. driver: version of the
 * machine's driver as CUDA counts, 13000 for 13.0, whose major version the compiler's may not be
 * above. YEE_DECLINED with a sentence: no library, too new a library (code->version, 0 before, stays
 * 0), or the compiler's own first error with the file and line of a law's text. */
yee_status nvrtc_compile(const yee_host *host, const char *path, int driver,
                         const nvrtc_job *job, nvrtc_code *code);

#endif
