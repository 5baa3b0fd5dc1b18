/* core/cli/check/complete.c: the example of a plugin says what is special; the rest of a small
 * model is added. */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const check_grid_name[CHECK_GRIDS] = {
    [CHECK_3D] = "3-D",           [CHECK_GRADED] = "3-D graded with layers",
    [CHECK_TM] = "2-D TM",        [CHECK_TE] = "2-D TE",
    [CHECK_OWN] = "its own grid",
};

/* 30 mm along each axis; with cells of 1 mm a step of Yee's scheme is 1.9 ps in 3-D, 2.4 ps in
 * 2-D. */
static const char *const grid_text[CHECK_GRIDS] = {
    [CHECK_3D] = "[grid]\nspacing = 1 mm\ncells = 30, 30, 30\n",
    [CHECK_GRADED] = "[grid]\nx = 1 mm x 12, 0.8 mm x 10, 1.25 mm x 8\n"
                     "y = 0.75 mm x 20, 1 mm x 15\nz = 1 mm x 30\n",
    [CHECK_TM] = "[grid]\nspacing = 1 mm\nsize = 30, 30 mm\ninvariant = z\nmode = tm\n",
    [CHECK_TE] = "[grid]\nspacing = 1 mm\nsize = 30, 30 mm\ninvariant = z\nmode = te\n",
    [CHECK_OWN] = "",
};

static bool has_section(const yee_config *config, const char *name)
{
    for (size_t i = 0; i < config->count; i++)
        if (!strcmp(config->block[i].name, name))
            return true;
    return false;
}

static size_t count_kind(const yee_config *config, yee_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < config->count; i++)
        count += !strcmp(config->block[i].kind, yee_kind_name[kind]);
    return count;
}

bool check_has_grid(const yee_config *config) { return has_section(config, "grid"); }

/* -- what there is of the grid, without building it -- */

/* A part of the text that was written so far; the model is planned with it alone. */
typedef struct extent {
    bool known;
    double low[3], high[3]; /* m */
    double widest;          /* m, of all cells */
    bool active[3];         /* components of E */
} extent;

static extent measure(const check *c, const char *grid)
{
    extent e = {.known = false};
    yee_model *model = NULL;
    yee_arena *arena = yee_arena_new();
    const char *text = arena ? yee_arena_format(arena,
                                                "%s[run]\nsteps = 1\nscheme = reference\n"
                                                "[boundary.all]\ntype = pec\n",
                                                grid)
                             : NULL;
    if (text && !yee_model_parse(c->session, "check.ini", text, 0, NULL, &model)) {
        const yee_grid *g = &yee_model_problem(model)->grid;
        e.known = true;
        for (int a = 0; a < 3; a++) {
            for (int64_t i = 0; i < g->axis[a].cells; i++)
                e.widest = fmax(e.widest, g->axis[a].node[i + 1] - g->axis[a].node[i]);
            e.low[a] = g->axis[a].node[0];
            e.high[a] = g->axis[a].node[g->axis[a].cells];
            e.active[a] = g->active[a];
        }
    }
    yee_model_free(model);
    yee_arena_free(arena);
    yee_diag_clear(&c->session->diag);
    return e;
}

/* -- the parts -- */

typedef struct writing {
    FILE *out;
    const check *c;
    const yee_config *config;
    extent extent;
    check_grid grid;
} writing;

static void write_block(FILE *out, yee_arena *arena, const yee_block *block)
{
    const char *text = check_block_text(arena, block);
    fputs(text ? text : "", out);
}

/* A name that a section gives and no section has: it is asked for. */
static const char *missing(const yee_config *config, const yee_block *block, const char *key,
                           yee_kind kind)
{
    const yee_entry *entry = NULL;
    char name[128];
    for (size_t i = 0; i < block->count; i++)
        if (!strcmp(block->entry[i].key, key))
            entry = &block->entry[i];
    if (!entry)
        return NULL;
    snprintf(name, sizeof name, "%s.%s", yee_kind_name[kind], entry->value);
    return has_section(config, name) ? NULL : entry->value;
}

/* A wave of this frequency has 75 of the widest cells in vacuum. The spectrum of a ricker is 40
 * dB down at 2.8 of its frequencies, where it has 27: enough for an index of 9. */
static void write_waveform(const writing *w, const char *name)
{
    const double width = w->extent.known ? w->extent.widest : 1e-3;
    fprintf(w->out, "[waveform.%s]\ntype = ricker\nfrequency = %.4g Hz\n", name,
            YEE_C0 / (75 * width));
}

static void write_named(const writing *w)
{
    static const char *const built_in[] = {"vacuum", "pec", "pmc"};
    const char *done = "";
    for (size_t i = 0; i < w->config->count; i++) {
        const yee_block *b = &w->config->block[i];
        const char *waveform = missing(w->config, b, "waveform", YEE_WAVEFORM);
        const char *material =
            strcmp(b->kind, "shape") ? NULL : missing(w->config, b, "material", YEE_MATERIAL);
        for (size_t n = 0; material && n < sizeof built_in / sizeof *built_in; n++)
            if (!strcmp(material, built_in[n]))
                material = NULL;
        if (waveform && strcmp(waveform, done))
            write_waveform(w, done = waveform);
        if (material)
            fprintf(w->out, "[material.%s]\ntype = dielectric\neps = 4\n", material);
    }
}

/* Whether a section closes a face: faces = all, x, x-, ... */
static bool closes(const yee_block *boundary, int axis, int side)
{
    const char *faces = "all";
    for (size_t n = 0; n < boundary->count; n++)
        if (!strcmp(boundary->entry[n].key, "faces"))
            faces = boundary->entry[n].value;
    const char *at = strchr(faces, "xyz"[axis]);
    for (; at; at = strchr(at + 1, "xyz"[axis]))
        if ((at[1] != '-' && at[1] != '+') || at[1] == "-+"[side])
            return true;
    return !strcmp(faces, "all");
}

/* Faces that no section closes. */
static void write_faces(const writing *w)
{
    const bool flat = w->grid == CHECK_TM || w->grid == CHECK_TE;
    const char *between = w->grid == CHECK_GRADED
                              ? "[boundary.rest]\ntype = cpml\ncells = 4\nfaces = "
                              : "[boundary.rest]\ntype = pec\nfaces = ";
    const char *end = "";
    for (int f = 0; f < (flat ? 4 : 6); f++) {
        bool closed = false;
        for (size_t i = 0; i < w->config->count; i++)
            closed = closed || (!strcmp(w->config->block[i].kind, "boundary") &&
                                closes(&w->config->block[i], f / 2, f % 2));
        if (closed)
            continue;
        fprintf(w->out, "%s%c%c", between, "xyz"[f / 2], "-+"[f % 2]);
        between = ", ";
        end = "\n";
    }
    fputs(end, w->out);
}

/* A dipole off the middle, where neither symmetry nor a layer swallows what it sends. */
static void write_source(const writing *w)
{
    const bool *e = w->extent.active;
    double at[3];
    for (int a = 0; a < 3; a++)
        at[a] = w->extent.low[a] + (0.4 + 0.05 * a) * (w->extent.high[a] - w->extent.low[a]);
    fprintf(w->out,
            "[source.background]\ntype = dipole\nposition = %.6g, %.6g, %.6g m\n"
            "direction = %d, %d, %d\ncurrent = 1 A\nwaveform = ",
            at[0], at[1], at[2], e[0] ? 1 : 0, e[1] ? 2 : 0, e[2] ? 3 : 0);
}

/* Whether a source plays a waveform; a load or a diode waits for what others send. */
static bool plays(const yee_config *config)
{
    for (size_t i = 0; i < config->count; i++) {
        const yee_block *b = &config->block[i];
        for (size_t n = 0; n < b->count; n++)
            if (!strcmp(b->kind, "source") && !strcmp(b->entry[n].key, "waveform"))
                return true;
    }
    return false;
}

/* The waveform under test is played, the material under test fills a part of the grid. */
static void write_users(const writing *w)
{
    const yee_block *waveform = NULL, *material = NULL;
    for (size_t i = 0; i < w->config->count; i++) {
        const yee_block *b = &w->config->block[i];
        waveform = strcmp(b->kind, "waveform") ? waveform : b;
        material = strcmp(b->kind, "material") ? material : b;
    }
    const double at = 0.4 * w->extent.low[0] + 0.6 * w->extent.high[0];
    if (w->c->plugin->kind == YEE_MATERIAL && material && !count_kind(w->config, YEE_SHAPE))
        fprintf(w->out,
                "[shape.background]\ntype = %s\nfrom = %.6g, %.6g, %.6g m\n"
                "to = %.6g, %.6g, %.6g m\nmaterial = %s\n",
                w->c->sheet ? "plate" : "box", at, w->extent.low[1], w->extent.low[2],
                w->c->sheet ? at : w->extent.high[0], w->extent.high[1], w->extent.high[2],
                material->instance);
    if (plays(w->config))
        return;
    write_source(w);
    fprintf(w->out, "%s\n", waveform ? waveform->instance : "background");
    if (!waveform)
        write_waveform(w, "background");
}

const char *check_complete(const check *c, yee_arena *arena, const yee_config *config,
                           const yee_block *base, const yee_block *varied, check_grid grid)
{
    char *text = NULL;
    const char *own = NULL;
    size_t length = 0;
    writing w = {open_memstream(&text, &length), c, config, {.known = false}, grid};
    if (!w.out)
        return NULL;
    for (size_t i = 0; i < config->count; i++)
        if (!strcmp(config->block[i].name, "grid"))
            own = check_block_text(arena, &config->block[i]);
    w.extent = measure(c, own ? own : grid_text[grid]);
    fputs(grid_text[grid], w.out);
    if (!has_section(config, "run"))
        fprintf(w.out, "[run]\nsteps = %d\n", CHECK_STEPS);
    for (size_t i = 0; i < config->count; i++)
        write_block(w.out, arena, base == &config->block[i] ? varied : &config->block[i]);
    write_faces(&w);
    write_named(&w);
    write_users(&w);
    const char *kept = fclose(w.out) ? NULL : yee_arena_text(arena, text);
    free(text);
    return kept;
}
