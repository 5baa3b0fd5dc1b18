/* core/model/import.c: a foreign model file becomes a configuration by the text that an importer
 * makes of it. */
#include "made.h"
#include "model.h"
#include <stdio.h>

/* A fault in the form of the text is said with the line of the text, too: an importer wrote it. */
static yee_status parse(yee_session *session, yee_arena *arena, yee_made *made,
                        yee_config **config)
{
    yee_diag *diag = &session->diag;
    const char *by = made->importer->plugin->name;
    const bool known = made->lines.count > 0;
    const char *name =
        known ? made->path : yee_arena_format(arena, "%s (as %s reads it)", made->path, by);
    const yee_status status = name ? yee_config_parse_made(diag, arena, name, &made->lines,
                                                           made->text, made->length, config)
                                   : YEE_MEMORY;
    if (!status || status == YEE_MEMORY)
        return status;
    const char *said = yee_arena_text(arena, diag->error);
    const char *where =
        made->lines.at ? yee_arena_format(arena, "line %d of ", made->lines.at) : "";
    yee_diag_clear(diag);
    return yee_diag_fail(
        diag, status, NULL,
        "%s (%sthe text that importer '%s' made; `yee model --text` prints it)",
        said ? said : "", where ? where : "", by);
}

yee_status yee_model_import(yee_session *session, yee_arena *arena, const char *path,
                            size_t sets, const char *const *set, yee_config **config)
{
    yee_made made;
    *config = NULL;
    yee_status status =
        yee_made_new(&session->registry, &session->diag, arena, path, sets, set, &made);
    if (status || !made.importer)
        return status;
    if (!made.length)
        return yee_diag_fail(&session->diag, YEE_PLUGIN, &made.importer->place,
                             "importer '%s' made no text of the file",
                             made.importer->plugin->name);
    if ((status = parse(session, arena, &made, config)))
        return status;
    yee_config *c = *config;
    if (!(c->preface = yee_made_preface(arena, &session->registry, &made)))
        return YEE_MEMORY;
    for (size_t i = 0; made.lines.count && i < c->count; i++) {
        yee_block *b = &c->block[i];
        if (!(b->origin = yee_arena_format(arena, "line %d of %s", b->line, path)))
            return YEE_MEMORY;
    }
    return YEE_OK;
}
