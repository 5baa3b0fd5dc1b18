/* core/config/param.h: fills config structs from a block by their parameter tables. */
#ifndef YEE_CORE_PARAM_H
#define YEE_CORE_PARAM_H

#include "config.h"
#include <yee/param.h>

/* A table and the struct it describes. */
typedef struct yee_bind {
    const yee_param *params;
    void *config;
} yee_bind;

/* Fills all structs from the block: defaults, units, ranges, choices. A key that no table has
 * is an error that names the nearest one; so are missing and malformed ones. "type" is always
 * allowed. The fields of a section with a placement are placed. Marks entries and the block as
 * used. */
yee_status yee_param_read(yee_diag *diag, yee_arena *arena, const yee_config *config,
                          yee_block *block, size_t binds, const yee_bind *bind);
/* Where a sentence about a section belongs. */
yee_place yee_block_place(const yee_config *config, const yee_block *block);
/* Where a sentence about a key belongs: its line, or "override". */
yee_place yee_entry_place(const yee_config *config, const yee_block *block,
                          const yee_entry *entry);
/* Where the relative paths of a section start. */
const char *yee_block_folder(const yee_config *config, const yee_block *block);
/* Checks a parameter table of a plugin: offsets inside the struct, defaults that parse. False:
 * *reason says why. */
bool yee_param_valid(const yee_param *params, size_t config_size, const char **reason);
/* Appends the block as INI text with every default filled in. Grows *text (malloc). */
bool yee_param_resolved(const yee_block *block, const char *type, size_t binds,
                        const yee_bind *bind, char **text);

#endif
