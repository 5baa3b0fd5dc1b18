/* yee/importer.h: an importer turns a foreign model file into INI text. */
#ifndef YEE_IMPORTER_H
#define YEE_IMPORTER_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the INI text, piece by piece. */
typedef struct yee_writer yee_writer;
struct yee_writer {
    uint32_t size;
    void *core;
    yee_status (*write)(yee_writer *writer, const char *text);
};

typedef struct yee_importer_ops {
    uint32_t size;
    const char *suffixes; /* suffixes of the files that it reads: ".in|.gprmax" */
    /* Writes the model of the file at path as INI text. The keys of config have their
     * defaults. */
    yee_status (*convert)(const yee_host *host, const void *config, const char *path,
                          yee_writer *writer);
} yee_importer_ops;

#ifdef __cplusplus
}
#endif
#endif
