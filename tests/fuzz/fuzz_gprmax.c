/* Fuzz target: bytes as an input file of gprMax.
 *
 * The first byte chooses the importer's keys. Whatever the others are, there is INI text or a
 * sentence; and text that was made of printable characters is read by the front end, but for lines
 * that are too long for it. */
#include "config/config.h"
#include "config/scan.h"
#include "harness.h"

#include <yee/importer.h>

extern const yee_module importer_gprmax_LTX_yee_module;

typedef struct page {
    char *text;
    size_t length, capacity;
    int64_t line;
} page;

static yee_status fuzz_write(yee_writer *writer, const char *text)
{
    page *p = writer->core;
    const size_t n = strlen(text);
    if (p->length + n + 1 > p->capacity) {
        p->capacity = 2 * (p->length + n + 1);
        p->text = realloc(p->text, p->capacity);
        must(p->text != NULL);
    }
    memcpy(p->text + p->length, text, n + 1);
    p->length += n;
    return YEE_OK;
}

static yee_status fuzz_line(yee_writer *writer, int64_t number)
{
    page *p = writer->core;
    must(number >= 1);
    p->line = number;
    return YEE_OK;
}

/* The importer's own config, in the order of its parameter table. */
static void configure(char *config, const yee_param *param, choices *c)
{
    for (; param->key; param++) {
        if (!yee_param_is_key(param))
            continue;
        void *field = config + param->offset;
        if (param->type == YEE_TYPE_CHOICE)
            *(int *)field = (int)pick(c, 2);
        else if (param->type == YEE_TYPE_INT)
            *(int64_t *)field = (int64_t)param->min + pick(c, 3);
        else if (param->type == YEE_TYPE_TEXT)
            *(const char **)field = NULL; /* no Python */
        else
            abort();
    }
}

static bool printable(const choices *c)
{
    for (const unsigned char *s = c->at; s < c->end; s++)
        if ((*s < ' ' && *s != '\n' && *s != '\t') || *s > '~')
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const yee_plugin *plugin = importer_gprmax_LTX_yee_module.plugins[0];
    const yee_importer_ops *ops = plugin->ops;
    choices keys = {data, data + (size < 1 ? size : 1)}, c = {keys.end, data + size};
    fuzz_host h;
    page p = {0};
    yee_writer writer = {sizeof writer, &p, fuzz_write, fuzz_line};
    char *config = calloc(1, plugin->config_size);
    must(config != NULL);
    configure(config, plugin->params, &keys);
    fuzz_file_write(c.at, (size_t)(c.end - c.at));
    fuzz_host_open(&h);
    const yee_status status = ops->convert(&h.host, config, fuzz_file(), &writer);
    if (!status) {
        yee_diag diag = {0};
        yee_config *parsed = NULL;
        must(p.text != NULL);
        const yee_status read =
            yee_config_parse(&diag, h.arena, "made", p.text, p.length, &parsed);
        if (printable(&c) && read) {
            fprintf(stderr, "%s\n%s\n", diag.error, p.text);
            broken("the text is read", __LINE__);
        }
        yee_diag_clear(&diag);
    }
    fuzz_host_close(&h, status);
    free(p.text);
    free(config);
    return 0;
}
