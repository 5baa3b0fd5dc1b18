/* core/config/config.h: the INI file as blocks and entries in file order, with their lines.
 *
 * iniparser reads the values; an own pass over the text keeps what it loses: order, line
 * numbers, duplicate keys, values of several lines, binary files. Kinds and keys are lower-cased;
 * names of instances and values keep their case, and names are found whatever the case. */
#ifndef YEE_CORE_CONFIG_H
#define YEE_CORE_CONFIG_H

#include "base/arena.h"
#include "base/diag.h"
#include "inputs.h"

/* Where in a value a line begins that continues it. */
typedef struct yee_join {
    size_t offset;
    int line;
} yee_join;

typedef struct yee_entry {
    const char *key, *value;
    const char *source; /* the value before its expressions were evaluated; NULL: it has none */
    const char *file;   /* as messages show it; NULL: that of the block */
    int line;           /* 0: set from the command line */
    bool used;
    size_t joins;
    yee_join *join; /* shape [joins], rising */
} yee_entry;

/* [kind.instance], or [grid] with instance "" */
typedef struct yee_block {
    const char *name, *kind, *instance;
    const char *origin; /* a comment for the resolved text: where it comes from; NULL: none */
    /* A section of an included model has these; others NULL. */
    const char *file;   /* its file, as messages show it, with the line that includes it */
    const char *folder; /* where its relative paths start */
    const char *scope;  /* "left": what it names is looked for in [kind.left.NAME] first */
    const struct yee_placement *placement; /* of its file in the model; NULL: as it is */
    int line;
    bool used;
    bool sourced; /* its resolved text has expressions as they were written, not their values */
    size_t count;
    yee_entry *entry;
} yee_block;

typedef struct yee_config {
    const char *path;    /* as messages show it */
    const char *folder;  /* relative paths in values start here */
    yee_inputs *inputs;  /* files that the model reads */
    const char *preface; /* comments in front of the resolved text, lines; NULL: none */
    size_t count;
    yee_block *block; /* file order */
} yee_config;

/* Where the lines of a text come from that was made of another file. */
typedef struct yee_origins {
    size_t count;    /* of the text's lines; 0: messages give those of the text itself */
    const int *line; /* of the file, shape [count] */
    int at;          /* the line of the text that was read last */
} yee_origins;

/* A configuration without blocks; NULL: no memory. */
yee_config *yee_config_new(yee_arena *arena, const char *name);
yee_status yee_config_read(yee_diag *diag, yee_arena *arena, const char *path,
                           yee_config **config);
yee_status yee_config_parse(yee_diag *diag, yee_arena *arena, const char *name,
                            const char *text, size_t length, yee_config **config);
/* yee_config_parse() of a text whose entries and messages have the lines of the file that it was
 * made of. */
yee_status yee_config_parse_made(yee_diag *diag, yee_arena *arena, const char *name,
                                 yee_origins *lines, const char *text, size_t length,
                                 yee_config **config);
/* Applies "block.key=value"; adds the key, or the block, where it is missing.
 * "material.soil.tau=1 ps": the key is what follows the last dot before '='. */
yee_status yee_config_set(yee_diag *diag, yee_arena *arena, yee_config *config,
                          const char *assignment);
/* copy.c: a configuration that can be set and expanded by itself; its texts are those of `from`.
 * NULL: no memory. */
yee_config *yee_config_copy(yee_arena *arena, const yee_config *from);
/* Whether two blocks have one name and the same keys and values. */
bool yee_block_same(const yee_block *a, const yee_block *b);
yee_block *yee_config_block(yee_config *config, const char *name);   /* NULL: none */
yee_entry *yee_block_entry(const yee_block *block, const char *key); /* NULL: none */

#endif
