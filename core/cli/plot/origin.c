/* core/cli/plot/origin.c: what the model that a file keeps says of its pictures. */
#include "config/config.h"
#include "files/results.h"
#include "plot.h"
#include <stdlib.h>
#include <string.h>

static const char *value_of(yee_config *config, const char *block, const char *key)
{
    const yee_block *b = yee_config_block(config, block);
    const yee_entry *e = b ? yee_block_entry(b, key) : NULL;
    return e && e->value ? e->value : "";
}

void plot_origin_read(plot *p)
{
    yee_diag diag;
    yee_config *config = NULL;
    yee_arena *arena = yee_arena_new();
    char *text = yee_h5_read_text(p->file, "/provenance/resolved");
    yee_diag_init(&diag, NULL, NULL);
    p->title[0] = 0;
    p->invariant = -1;
    if (arena && text &&
        !yee_config_parse(&diag, arena, p->path, text, strlen(text), &config)) {
        snprintf(p->title, sizeof p->title, "%s", value_of(config, "run", "title"));
        const char axis = *value_of(config, "grid", "invariant");
        p->invariant = axis >= 'x' && axis <= 'z' ? axis - 'x' : -1;
    }
    yee_diag_end(&diag);
    free(text);
    yee_arena_free(arena);
}
