/* yee/importer.h: an importer turns a foreign model file into INI text. */
#ifndef YEE_IMPORTER_H
#define YEE_IMPORTER_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the INI text of a model, for the duration of one convert(). Both functions return a
 * status to pass on. */
typedef struct yee_writer yee_writer;
struct yee_writer {
    uint32_t size;
    void *core;
    /* Adds text behind what was written before; pieces may end anywhere. The text is copied. A
     * status is passed on. */
    yee_status (*write)(yee_writer *writer, const char *text);
    /* The lines of text that begin from now on come from line `number` (1 is the first) of the
     * file: what is wrong with them, now or in the run, is said of that line, and so is a failure
     * of convert(). Lines before the first call count as of line 1. Without a call messages give
     * the line of the text that was made, which `yee model --text` prints. */
    yee_status (*line)(yee_writer *writer, int64_t number);
};

typedef struct yee_importer_ops {
    uint32_t size;
    /* Endings of the files that it reads, ".in|.gprmax": each a dot and more, and not .ini. The
     * longest ending that fits a file counts; of importers with the same one the first that was
     * found, and the others where `--importer NAME` asks for them. */
    const char *suffixes;
    /* Writes the model of the file at path as INI text. The keys of config are those of
     * `--set importer.NAME.KEY=VALUE`, else their defaults. What was written before a failure is
     * forgotten. */
    yee_status (*convert)(const yee_host *host, const void *config, const char *path,
                          yee_writer *writer);
} yee_importer_ops;

#ifdef __cplusplus
}
#endif
#endif
