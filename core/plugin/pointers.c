/* core/plugin/pointers.c: the pointers of a module's tables, before anybody follows them. A
 * forgotten YEE_PARAM_END or NULL lets a reader run on into what lies behind a table, and a
 * pointer that was never set leads anywhere: both would end every command that looks at the
 * folder.
 *
 * Tables and strings lie in a segment of a file that is loaded, the module itself or a library
 * it links to, and strings end within it. Whatever else may be wrong is contract.c's. */
#include "pointers.h"
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <yee/yee.h>

enum { OWN = 16 };

typedef struct segment {
    uintptr_t from;
    size_t bytes;
    unsigned flags;
} segment;

/* A pointer, and what of the segment that it lies in is behind it. */
typedef struct search {
    uintptr_t at;
    unsigned flags; /* PF_R, PF_X: of the segment that will do */
    size_t bytes;   /* 0: in none */
    segment own[OWN];
    int owns;
} search;

static segment segment_of(const struct dl_phdr_info *object, int i)
{
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    return (segment){object->dlpi_addr + header->p_vaddr,
                     header->p_type == PT_LOAD ? header->p_memsz : 0, header->p_flags};
}

static bool holds(const segment *s, search *x)
{
    if ((s->flags & x->flags) == x->flags && x->at >= s->from && x->at - s->from < s->bytes)
        x->bytes = s->bytes - (x->at - s->from);
    return x->bytes != 0;
}

/* Stops at the object that has the pointer, and keeps its segments. */
static int look(struct dl_phdr_info *object, size_t size, void *user)
{
    search *x = user;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum && !x->bytes; i++) {
        const segment s = segment_of(object, i);
        holds(&s, x);
    }
    for (int i = 0; x->bytes && i < object->dlpi_phnum && i < OWN; i++)
        x->own[i] = segment_of(object, i);
    x->owns = object->dlpi_phnum < OWN ? object->dlpi_phnum : OWN;
    return x->bytes != 0;
}

typedef struct reading {
    yee_diag *diag;
    yee_place place;
    const yee_plugin *plugin; /* NULL: none whose name can be read */
    search own;               /* of the module */
} reading;

static size_t bytes_at(const reading *r, const void *p, unsigned flags)
{
    search x = {.at = (uintptr_t)p, .flags = flags};
    for (int i = 0; p && i < r->own.owns; i++)
        if (holds(&r->own.own[i], &x))
            return x.bytes;
    if (p)
        dl_iterate_phdr(look, &x);
    return x.bytes;
}

static bool has(const reading *r, const void *p, size_t bytes)
{
    return bytes_at(r, p, PF_R) >= bytes;
}

/* NULL is the contract's. */
static bool is_text(const reading *r, const char *text)
{
    const size_t bytes = bytes_at(r, text, PF_R);
    return !text || (bytes && memchr(text, '\0', bytes));
}

static yee_status broken(const reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static yee_status broken(const reading *r, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return yee_diag_fail(r->diag, YEE_PLUGIN, &r->place, "broken %s%s: %s",
                         r->plugin ? "plugin " : "module", r->plugin ? r->plugin->name : "",
                         what);
}

static yee_status check_params(const reading *r)
{
    const yee_param *p = r->plugin->params;
    for (int n = 1; p; p++, n++) {
        if (!has(r, p, sizeof *p))
            return broken(r, "its parameter table has no end; the last line is YEE_PARAM_END");
        if (!p->key)
            return YEE_OK;
        const char *const text[] = {p->key, p->unit, p->def, p->choices, p->help};
        static const char *const name[] = {"key", "unit", "default", "choices", "help"};
        for (int i = 0; i < 5; i++)
            if (!is_text(r, text[i]))
                return broken(r,
                              "the %s of line %d of its parameter table is no text; the "
                              "table's last line is YEE_PARAM_END",
                              name[i], n);
    }
    return YEE_OK;
}

/* The functions of each kind's table, in its order. */
static const char *const functions[YEE_KINDS] = {
    [YEE_MATERIAL] = "describe",
    [YEE_BOUNDARY] = "close stretch damping",
    [YEE_WAVEFORM] = "open value band",
    [YEE_SOURCE] = "emit waveform links",
    [YEE_SHAPE] = "open bounds inside paint spans",
    [YEE_OUTPUT] = "plan open receive close state",
    [YEE_SCHEME] = "available traits courant dispersion plan run finish read write energy "
                   "extrema save load step print destroy cost peak_estimate band stencil "
                   "time_stencil steps_per_pass",
    [YEE_IMPORTER] = "convert",
    [YEE_POST] = "needs process",
};

static yee_status check_functions(const reading *r)
{
    const void *ops = r->plugin->ops;
    const unsigned kind = r->plugin->kind;
    uint32_t size;
    size_t at = sizeof(void *); /* behind the size */
    if (!has(r, ops, sizeof size))
        return broken(r, "its table of functions lies in no file that is loaded");
    memcpy(&size, ops, sizeof size);
    if (size > sizeof(yee_scheme_ops)) /* the longest */
        return YEE_OK;
    if (!has(r, ops, size))
        return broken(r,
                      "its table of functions has the size %u and lies at the end of its "
                      "file",
                      (unsigned)size);
    if (kind == YEE_IMPORTER) {
        const char *suffixes;
        memcpy(&suffixes, (const char *)ops + at, sizeof suffixes);
        at += sizeof suffixes;
        if (!is_text(r, suffixes))
            return broken(r, "its table's suffixes are no text");
    }
    const char *name = kind < YEE_KINDS && functions[kind] ? functions[kind] : "";
    for (; at + sizeof(void *) <= size; at += sizeof(void *)) {
        const void *function;
        const int length = (int)strcspn(name, " ");
        memcpy(&function, (const char *)ops + at, sizeof function);
        if (function && !bytes_at(r, function, PF_X))
            return broken(r, "its table's %.*s() is no code of a file that is loaded",
                          length ? length : 8, length ? name : "function");
        name += length + (name[length] == ' ');
    }
    return YEE_OK;
}

static yee_status check_plugin(reading *r, const yee_plugin *plugin)
{
    if (!is_text(r, plugin->name))
        return broken(r, "the name of a plugin is no text");
    r->plugin = plugin->name ? plugin : NULL;
    if (!r->plugin)
        return YEE_OK;
    if (!is_text(r, plugin->summary) || !is_text(r, plugin->reference) ||
        !is_text(r, plugin->example))
        return broken(r, "its summary, reference or example is no text");
    yee_status status = check_params(r);
    return status || !plugin->ops ? status : check_functions(r);
}

yee_status yee_pointers_check(yee_diag *diag, const yee_module *module, const char *file)
{
    reading r = {diag, {.file = file}, NULL, {.at = (uintptr_t)module, .flags = PF_R}};
    dl_iterate_phdr(look, &r.own);
    if (r.own.bytes < sizeof module->abi_major || module->abi_major != YEE_ABI_MAJOR ||
        module->size != sizeof *module || r.own.bytes < sizeof *module)
        return YEE_OK;
    if (!is_text(&r, module->name) || !is_text(&r, module->version) ||
        !is_text(&r, module->license))
        return broken(&r, "its name, version or license is no text");
    yee_status status = YEE_OK;
    for (const yee_plugin *const *p = module->plugins; p && !status; p++) {
        r.plugin = NULL;
        if (!has(&r, p, sizeof *p) || (*p && !has(&r, *p, sizeof **p)))
            return broken(&r, "its list of plugins has no end; the last entry is NULL");
        if (!*p || (*p)->size != sizeof **p)
            break;
        status = check_plugin(&r, *p);
    }
    return status;
}
