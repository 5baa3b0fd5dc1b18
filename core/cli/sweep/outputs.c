/* core/cli/sweep/outputs.c: files that outputs make of those of all traces. */
#include "model/model.h"
#include "plugin/call.h"
#include "trace.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A path without the ending of its last part; at least one sign is left of that. */
static void cut_ending(char *path)
{
    char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = 0;
}

/* The stem of a trace's files; malloc, NULL: there are none, or no memory. */
static char *stem_of(const sweep_plan *p, int64_t trace)
{
    char path[PATH_MAX];
    if (sweep_trace_state(&p->folder, trace) != TRACE_DONE)
        return NULL;
    sweep_trace_path(&p->folder, trace, "", p->folder.main_file, path);
    cut_ending(path);
    return strdup(path);
}

bool sweep_outputs_gather(const yee_model *model)
{
    const yee_instances *of = &model->of[YEE_OUTPUT];
    bool any = false;
    for (size_t i = 0; i < of->count; i++) {
        const yee_output_ops *ops = of->v[i]->plugin->ops;
        any = any || YEE_HAS(ops, gather);
    }
    return any;
}

/* A file in the folder, which says that outputs have made their files of all traces: those may be
 * made anew. */
static void name_mark(const sweep_plan *p, char *path, size_t size)
{
    snprintf(path, size, "%s/.gathered", p->folder.path);
}

static void set_mark(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0)
        close(file);
}

yee_status sweep_gather_outputs(const sweep_plan *p, yee_model *model)
{
    const yee_instances *of = &model->of[YEE_OUTPUT];
    char stem[PATH_MAX], mark[PATH_MAX + 16], **stems = NULL;
    yee_status status = YEE_OK;
    if (!sweep_outputs_gather(model))
        return YEE_OK;
    if (!(stems = calloc((size_t)p->traces, sizeof *stems)))
        return yee_diag_fail(&p->session->diag, YEE_MEMORY, NULL, "no memory for the traces");
    for (int64_t n = 0; n < p->traces; n++)
        stems[n] = stem_of(p, n);
    snprintf(stem, sizeof stem, "%s", p->main_file);
    cut_ending(stem);
    name_mark(p, mark, sizeof mark);
    const yee_gathering gathering = {.size = sizeof gathering,
                                     .force = p->force || !access(mark, F_OK),
                                     .stem = stem,
                                     .traces = p->traces,
                                     .trace_stem = (const char *const *)stems};
    for (size_t i = 0; i < of->count && !status; i++) {
        const yee_instance *it = of->v[i];
        const yee_output_ops *ops = it->plugin->ops;
        if (YEE_HAS(ops, gather))
            status = YEE_CALL(it, ops, gather, &it->host, model->output_self[i], &gathering);
    }
    if (!status)
        set_mark(mark);
    for (int64_t n = 0; n < p->traces; n++)
        free(stems[n]);
    free(stems);
    return status;
}
