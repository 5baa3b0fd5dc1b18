/* core/model/import.c: a foreign model file becomes INI text by the importer that takes its
 * ending.
 */
#include "model.h"
#include "plugin/call.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static yee_status append(yee_writer *writer, const char *text)
{
    return fputs(text, writer->core) < 0 ? YEE_MEMORY : YEE_OK;
}

/* suffixes: ".in|.gprmax" */
static bool accepts(const char *suffixes, const char *path)
{
    const size_t length = strlen(path);
    for (const char *s = suffixes; s; s = strchr(s, '|'), s = s ? s + 1 : NULL) {
        const size_t n = strcspn(s, "|");
        if (n > 0 && n < length && !strncmp(path + length - n, s, n))
            return true;
    }
    return false;
}

static const yee_plugin *importer_of(const yee_session *session, const char *path)
{
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_plugin *plugin = session->registry.entry[i].plugin;
        if (plugin->kind == YEE_IMPORTER &&
            accepts(((const yee_importer_ops *)plugin->ops)->suffixes, path))
            return plugin;
    }
    return NULL;
}

yee_status yee_model_import(yee_session *session, yee_arena *arena, const char *path,
                            yee_config **config)
{
    const yee_plugin *plugin = importer_of(session, path);
    yee_instance *it;
    char *text = NULL;
    size_t length = 0;
    *config = NULL;
    if (!plugin)
        return YEE_OK;
    const yee_importer_ops *ops = plugin->ops;
    yee_status status = yee_instance_new(&session->registry, &session->diag, arena, NULL, NULL,
                                         YEE_IMPORTER, plugin->name, 0, NULL, &it);
    if (status)
        return status;
    it->place.file = path;
    /* what is wrong is in a line of the importer's text, not of the file */
    const char *name = yee_arena_format(arena, "%s (as %s reads it)", path, plugin->name);
    FILE *out = name ? open_memstream(&text, &length) : NULL;
    if (!out)
        return yee_diag_fail(&session->diag, YEE_MEMORY, &it->place, "no memory for the model");
    yee_writer writer = {sizeof writer, out, append};
    status = YEE_CALL(it, ops, convert, &it->host, it->config, path, &writer);
    if (fclose(out) && !status)
        status = YEE_MEMORY;
    if (!status)
        status = yee_config_parse(&session->diag, arena, name, text, length, config);
    free(text);
    return status;
}
