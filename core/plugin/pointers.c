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

/* A function of a kind's table. */
typedef struct function {
    yee_kind kind;
    size_t at;
    const char *name;
} function;

#define IN_MATERIAL(name) \
    { \
        YEE_MATERIAL, offsetof(yee_material_ops, name), #name \
    }
#define IN_BOUNDARY(name) \
    { \
        YEE_BOUNDARY, offsetof(yee_boundary_ops, name), #name \
    }
#define IN_WAVEFORM(name) \
    { \
        YEE_WAVEFORM, offsetof(yee_waveform_ops, name), #name \
    }
#define IN_SOURCE(name) \
    { \
        YEE_SOURCE, offsetof(yee_source_ops, name), #name \
    }
#define IN_SHAPE(name) \
    { \
        YEE_SHAPE, offsetof(yee_shape_ops, name), #name \
    }
#define IN_OUTPUT(name) \
    { \
        YEE_OUTPUT, offsetof(yee_output_ops, name), #name \
    }
#define IN_SCHEME(name) \
    { \
        YEE_SCHEME, offsetof(yee_scheme_ops, name), #name \
    }
#define IN_IMPORTER(name) \
    { \
        YEE_IMPORTER, offsetof(yee_importer_ops, name), #name \
    }
#define IN_POST(name) \
    { \
        YEE_POST, offsetof(yee_post_ops, name), #name \
    }
#define IN_TRANSPORT(name) \
    { \
        YEE_TRANSPORT, offsetof(yee_transport_ops, name), #name \
    }
static const function functions[] = {
    IN_MATERIAL(describe),
    IN_MATERIAL(range),
    IN_BOUNDARY(close),
    IN_BOUNDARY(stretch),
    IN_BOUNDARY(damping),
    IN_WAVEFORM(open),
    IN_WAVEFORM(value),
    IN_WAVEFORM(band),
    IN_SOURCE(emit),
    IN_SOURCE(waveform),
    IN_SOURCE(links),
    IN_SHAPE(open),
    IN_SHAPE(bounds),
    IN_SHAPE(inside),
    IN_SHAPE(paint),
    IN_SHAPE(spans),
    IN_SHAPE(fit),
    IN_OUTPUT(plan),
    IN_OUTPUT(open),
    IN_OUTPUT(receive),
    IN_OUTPUT(close),
    IN_OUTPUT(state),
    IN_OUTPUT(gather),
    IN_SCHEME(available),
    IN_SCHEME(traits),
    IN_SCHEME(courant),
    IN_SCHEME(dispersion),
    IN_SCHEME(plan),
    IN_SCHEME(run),
    IN_SCHEME(finish),
    IN_SCHEME(read),
    IN_SCHEME(write),
    IN_SCHEME(energy),
    IN_SCHEME(extrema),
    IN_SCHEME(save),
    IN_SCHEME(load),
    IN_SCHEME(step),
    IN_SCHEME(print),
    IN_SCHEME(destroy),
    IN_SCHEME(cost),
    IN_SCHEME(peak_estimate),
    IN_SCHEME(band),
    IN_SCHEME(stencil),
    IN_SCHEME(time_stencil),
    IN_SCHEME(steps_per_pass),
    IN_SCHEME(aim),
    IN_SCHEME(enqueue),
    IN_SCHEME(spans),
    IN_SCHEME(cuts),
    IN_SCHEME(sum_energy),
    IN_SCHEME(connect),
    IN_SCHEME(transfer),
    IN_SCHEME(transfer_all),
    IN_SCHEME(pack),
    IN_SCHEME(stride_seconds),
    IN_SCHEME(set_stride),
    IN_IMPORTER(convert),
    IN_POST(needs),
    IN_POST(process),
    IN_POST(cost),
    IN_TRANSPORT(available),
    IN_TRANSPORT(join),
    IN_TRANSPORT(send),
    IN_TRANSPORT(receive),
    IN_TRANSPORT(wait),
    IN_TRANSPORT(print),
    IN_TRANSPORT(leave),
    IN_TRANSPORT(abort),
};

/* A table is read as far as it reaches by its own size; sizes that no compiler makes are the
 * contract's. */
enum { LARGEST = 4096 };

static yee_status check_functions(const reading *r)
{
    const char *ops = r->plugin->ops;
    uint32_t size;
    if (!has(r, ops, sizeof size))
        return broken(r, "its table of functions lies in no file that is loaded");
    memcpy(&size, ops, sizeof size);
    if (size > LARGEST)
        return YEE_OK;
    if (!has(r, ops, size))
        return broken(r,
                      "its table of functions has the size %u and lies at the end of its "
                      "file",
                      (unsigned)size);
    const char *suffixes = NULL;
    if (r->plugin->kind == YEE_IMPORTER &&
        size >= offsetof(yee_importer_ops, suffixes) + sizeof suffixes)
        memcpy(&suffixes, ops + offsetof(yee_importer_ops, suffixes), sizeof suffixes);
    if (!is_text(r, suffixes))
        return broken(r, "its table's suffixes are no text");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];
        const void *code = NULL;
        if (f->kind == r->plugin->kind && f->at + sizeof code <= size)
            memcpy(&code, ops + f->at, sizeof code);
        if (code && !bytes_at(r, code, PF_X))
            return broken(r, "its table's %s() is no code of a file that is loaded", f->name);
    }
    return YEE_OK;
}

static yee_status check_plugin(reading *r, const yee_plugin *plugin)
{
    const bool shows = plugin->size > offsetof(yee_plugin, example);
    if (!is_text(r, plugin->name))
        return broken(r, "the name of a plugin is no text");
    r->plugin = plugin->name ? plugin : NULL;
    if (!r->plugin)
        return YEE_OK;
    if (!is_text(r, plugin->summary) || !is_text(r, plugin->reference) ||
        (shows && !is_text(r, plugin->example)))
        return broken(r, "its summary, reference or example is no text");
    yee_status status = check_params(r);
    return status || !plugin->ops ? status : check_functions(r);
}

/* Whether a table that can be read reaches to `least` at least, by its own size. */
static bool is_table(const reading *r, const void *table, uint32_t size, size_t least)
{
    return size >= least && size <= LARGEST && has(r, table, size);
}

yee_status yee_pointers_check(yee_diag *diag, const yee_module *module, const char *file)
{
    reading r = {diag, {.file = file}, NULL, {.at = (uintptr_t)module, .flags = PF_R}};
    const size_t module_least = offsetof(yee_module, plugins) + sizeof module->plugins;
    const size_t plugin_least = offsetof(yee_plugin, ops) + sizeof(const void *);
    dl_iterate_phdr(look, &r.own);
    if (r.own.bytes < module_least || module->abi_major != YEE_ABI_MAJOR ||
        !is_table(&r, module, module->size, module_least))
        return YEE_OK;
    if (!is_text(&r, module->name) || !is_text(&r, module->version) ||
        !is_text(&r, module->license))
        return broken(&r, "its name, version or license is no text");
    yee_status status = YEE_OK;
    for (const yee_plugin *const *p = module->plugins; p && !status; p++) {
        r.plugin = NULL;
        if (!has(&r, p, sizeof *p) || (*p && !has(&r, *p, plugin_least)))
            return broken(&r, "its list of plugins has no end; the last entry is NULL");
        if (!*p || !is_table(&r, *p, (*p)->size, plugin_least))
            break;
        status = check_plugin(&r, *p);
    }
    return status;
}
