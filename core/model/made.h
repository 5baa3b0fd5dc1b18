/* core/model/made.h: the INI text that an importer made of a file. */
#ifndef YEE_CORE_MADE_H
#define YEE_CORE_MADE_H

#include "config/config.h"
#include "plugin/host.h"
#include <yee/importer.h>

typedef struct yee_made {
    const yee_instance *importer; /* NULL: none takes the file, and there is no text */
    const char *path;             /* of the file */
    size_t length;                /* of text */
    char *text;
    yee_origins lines; /* where the lines of the text come from; count 0: nobody said it */
} yee_made;

/* Makes the text by the importer that the overrides "importer.NAME.KEY=VALUE" name, else by the
 * one that takes the file's ending. All of it belongs to the arena. */
yee_status yee_made_new(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                        const char *path, size_t sets, const char *const *set, yee_made *made);
/* Whether an override is one of an importer's keys. */
bool yee_made_by_override(const char *assignment);
/* The importer and its keys as comments of an INI file; NULL: no memory. */
const char *yee_made_preface(yee_arena *arena, const yee_registry *registry,
                             const yee_made *made);

#endif
