/* Fuzz target: bytes as a model, read by a table with every type, resolved, and read again.
 *
 * Whatever the bytes are, there is a config or a sentence, and so with its expressions; and a resolved block is a model that
 * resolves to itself. */
#include "config/let.h"
#include "config/param.h"
#include "harness.h"

typedef struct all {
    bool on;
    int64_t count;
    double tau, factor;
    yee_vec3 at;
    yee_reals spacing, weights;
    const char *title;
    yee_texts names;
    int mode;
    const char *file;
    const char *waveform;
    yee_texts materials;
} all;

static const yee_param params[] = {
    YEE_PARAM_BOOL(all, on, "yes", "A switch."),
    YEE_PARAM_INT(all, count, YEE_UNSET, -100, 1e15, "How many."),
    YEE_PARAM_REAL(all, tau, "s", "1 ps", YEE_POSITIVE, YEE_INFINITY, "Relaxation time."),
    YEE_PARAM_REAL(all, factor, NULL, YEE_UNSET, 0, 0, "Any number."),
    YEE_PARAM_VEC3(all, at, "m", YEE_UNSET, 0, 0, "Where."),
    YEE_PARAM_REALS(all, spacing, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY, "Cells."),
    YEE_PARAM_REALS(all, weights, NULL, YEE_UNSET, 0, 0, "Numbers."),
    YEE_PARAM_TEXT(all, title, YEE_UNSET, "Title."),
    YEE_PARAM_TEXTS(all, names, YEE_UNSET, "Names."),
    YEE_PARAM_CHOICE(all, mode, "gaussian", "gaussian|ricker|sine", "Which."),
    YEE_PARAM_PATH(all, file, YEE_UNSET, "A file."),
    YEE_PARAM_REF(all, waveform, "waveform", YEE_UNSET, "A waveform."),
    YEE_PARAM_REFS(all, materials, "material", YEE_UNSET, "Materials."),
    YEE_PARAM_AT_MOST_ONE("file|title"),
    YEE_PARAM_TOGETHER("factor|at"),
    YEE_PARAM_SAME_COUNT("spacing|weights|names,materials"),
    YEE_PARAM_END,
};

/* The block as resolved text; NULL when its values are refused. */
static char *resolve(yee_diag *diag, yee_arena *arena, const yee_config *config,
                     yee_block *block)
{
    all a;
    const yee_bind bind = {params, &a};
    char *text = NULL;
    yee_status status = yee_param_read(diag, arena, config, block, 1, &bind);
    must((status == YEE_OK) == !*diag->error);
    if (status)
        return NULL;
    must(yee_param_resolved(block, "thing", 1, &bind, &text));
    return text;
}

static void check_block(yee_diag *diag, const yee_config *config, yee_block *block)
{
    yee_arena *arena = yee_arena_new();
    yee_config *again;
    char *text = resolve(diag, arena, config, block), *twice = NULL;
    if (text) {
        must(!yee_config_parse(diag, arena, "again.ini", text, strlen(text), &again));
        must((twice = resolve(diag, arena, again, &again->block[0])) != NULL);
        must(!strcmp(text, twice));
    }
    free(text);
    free(twice);
    yee_arena_free(arena);
    yee_diag_clear(diag);
}

/* The first line, as an override. */
static void override(yee_diag *diag, yee_arena *arena, yee_config *config, const char *data,
                     size_t size)
{
    const char *end = memchr(data, '\n', size);
    char *line = strndup(data, end ? (size_t)(end - data) : size);
    yee_status status = yee_config_set(diag, arena, config, line + (*line == ';'));
    must((status == YEE_OK) == !*diag->error);
    free(line);
    yee_diag_clear(diag);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    yee_diag diag;
    yee_diag_init(&diag, NULL, NULL);
    yee_arena *arena = yee_arena_new();
    yee_config *config = NULL;
    yee_status status =
        yee_config_parse(&diag, arena, "fuzz.ini", (const char *)data, size, &config);
    must((status == YEE_OK) == !*diag.error && (status == YEE_OK) == (config != NULL));
    must(status != YEE_INTERNAL);
    if (!status) {
        override(&diag, arena, config, (const char *)data, size);
        status = yee_let_expand(&diag, arena, config);
        must((status == YEE_OK) == !*diag.error);
        yee_diag_clear(&diag);
        for (size_t i = 0; i < config->count; i++)
            check_block(&diag, config, &config->block[i]);
    }
    yee_arena_free(arena);
    yee_diag_end(&diag);
    return 0;
}
