/* core/model/share.c: models that differ in sources and outputs alone have one grid, one set of
 * cells and one of media; models that have their shapes alike have one set of painted cells.
 *
 * Which keys made a difference is not asked: the sections that grid, cells and media are made of
 * are compared as they stand once variables and included files are in them. From the sources
 * media know the band and its end, and the choice of a scheme their links.
 *
 * Cells are numbers of materials: only where shapes asked for laws while they were painted, as
 * graded and fractal ones do, these laws count. */
#include "band.h"
#include "model.h"
#include "problem/paint.h"

#include <string.h>

bool yee_kind_is_cells(yee_kind kind)
{
    switch (kind) {
    case YEE_WAVEFORM:
    case YEE_SOURCE:
    case YEE_OUTPUT:
    case YEE_POST:
    case YEE_TRANSPORT:
        return false;
    default:
        return true;
    }
}

/* Blocks that are compared as a whole; [let] and [include.NAME] are where they were used. */
static bool makes_cells(const yee_block *b)
{
    const int kind = yee_kind_find(b->kind);
    return !strcmp(b->name, "grid") || !strcmp(b->name, "plugins") ||
           (kind >= 0 && yee_kind_is_cells((yee_kind)kind));
}

/* Those of them that cells are painted by. */
static bool paints_cells(const yee_block *b)
{
    return makes_cells(b) &&
           (yee_kind_find(b->kind) < 0 || yee_kind_find(b->kind) == YEE_SHAPE);
}

static const yee_block *next_of(const yee_config *config, bool (*is)(const yee_block *),
                                size_t *i)
{
    while (*i < config->count && !is(&config->block[*i]))
        ++*i;
    return *i < config->count ? &config->block[(*i)++] : NULL;
}

/* Whether the blocks of a kind say the same. */
static bool same_blocks(const yee_config *a, const yee_config *b, bool (*is)(const yee_block *))
{
    for (size_t i = 0, k = 0;;) {
        const yee_block *x = next_of(a, is, &i), *y = next_of(b, is, &k);
        if (!x && !y)
            return true;
        if (!x || !y || !yee_block_same(x, y))
            return false;
    }
}

/* Keys of [run] that neither media nor a plan of them depend on. */
static bool is_free(const char *key)
{
    static const char *const name[] = {"title",
                                       "time",
                                       "steps",
                                       "output",
                                       "make_folder",
                                       "force",
                                       "flush",
                                       "checkpoint_steps",
                                       "checkpoint",
                                       "sentinel",
                                       "stop_dft",
                                       "checkpoint_at_end",
                                       "strict",
                                       "stop_every",
                                       "stop_decay",
                                       "stop_probe",
                                       "reference_differs"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (!strcmp(key, name[i]))
            return true;
    return false;
}

/* Every other key that a has, b has too. */
static bool has_keys(const yee_block *a, const yee_block *b)
{
    for (size_t k = 0; k < a->count; k++) {
        const yee_entry *own = &a->entry[k], *other = yee_block_entry(b, own->key);
        if (!is_free(own->key) && !(other && !strcmp(own->value, other->value)))
            return false;
    }
    return true;
}

static bool same_cells(yee_config *a, yee_config *b)
{
    const yee_block *run[2] = {yee_config_block(a, "run"), yee_config_block(b, "run")};
    return run[0] && run[1] && has_keys(run[0], run[1]) && has_keys(run[1], run[0]) &&
           same_blocks(a, b, makes_cells);
}

/* The files that the shared sections were made of; of: the beginning of their readers. */
static bool take_inputs(yee_model *m, const yee_model *base, const char *of)
{
    bool ok = true;
    for (const yee_input *i = base->config->inputs->first; i && ok; i = i->next) {
        bool known = strncmp(i->reader, of, strlen(of)) != 0;
        for (const yee_input *own = m->config->inputs->first; own; own = own->next)
            known = known || (!strcmp(own->path, i->path) && !strcmp(own->reader, i->reader));
        ok = known || yee_inputs_add(m->config->inputs, i->path, i->reader);
    }
    return ok;
}

/* All that the stages up to the media have made. */
static void take(yee_model *m, yee_model *base)
{
    memcpy(m->closed_by, base->closed_by, sizeof m->closed_by);
    memcpy(m->rates, base->rates, sizeof m->rates);
    m->sheets = base->sheets;
    m->first_copy = base->first_copy;
    m->materials = base->materials;
    m->material = base->material;
    m->material_name = base->material_name;
    m->voxels = base->voxels;
    m->problem = base->problem;
    m->problem.groups = m->problem.ports = m->problem.taps = 0;
    m->problem.laws = m->problem.cell_runs = 0;
    m->problem.field_cells = m->problem.field_runs = 0;
    m->problem.magnetic_cells = m->problem.magnetic_runs = 0;
    m->ids_sum = base->ids_sum;
    m->ids_summed = base->ids_summed;
    m->scheme = base->scheme;
    m->passed_over = base->passed_over;
    m->run.courant = base->run.courant; /* of a time step that is given, it is found */
    m->shares = base->shares ? base->shares : base;
    m->shares->users++;
}

static bool same_band(const yee_model *a, const yee_model *b)
{
    return !memcmp(a->band, b->band, sizeof a->band) && a->quiet == b->quiet;
}

yee_status yee_model_share(yee_model *m, yee_model *base, bool *shared)
{
    int64_t links, own_links;
    *shared = false;
    if (!base || base->corner || base->problem.kept || m->session->estimate ||
        !same_cells(m->config, base->config))
        return YEE_OK;
    yee_status status = yee_model_instances(m, base);
    if (!status)
        status = yee_model_links(base, &links);
    if (!status)
        status = yee_model_links(m, &own_links);
    if (!status)
        status = yee_model_band(m);
    if (status || links != own_links || !same_band(m, base))
        return status;
    if (!take_inputs(m, base, ""))
        return YEE_MEMORY;
    take(m, base);
    *shared = true;
    return YEE_OK;
}

/* Whether a material paints the same cells, and shapes that asked for it would get the same
 * answers. painted: what they asked for. */
static bool same_paint(const yee_model *m, const yee_model *base,
                       const yee_voxel_material *painted, size_t i)
{
    const yee_instance *own = m->of[YEE_MATERIAL].v[i], *other = base->of[YEE_MATERIAL].v[i];
    const size_t number = m->materials - m->of[YEE_MATERIAL].count + i;
    if (painted->divided && !(yee_block_same(own->block, other->block) && same_band(m, base) &&
                              !m->material_config[i].add.count)) /* what it adds may differ */
        return false;
    const yee_material *law = m->material[number], *before = base->material[number];
    return law->conductor == before->conductor && /* conductors are of whole cells */
           yee_material_is_sheet(law) == yee_material_is_sheet(before) && /* of faces alone */
           (!painted->read || yee_material_same(law, before));
}

/* Whether the materials have the numbers that they have in the base, and shapes that asked for
 * them would have painted the same. painted: cells of the base. */
static bool same_materials(const yee_model *m, const yee_model *base, const yee_voxels *painted)
{
    const yee_instances *own = &m->of[YEE_MATERIAL], *other = &base->of[YEE_MATERIAL];
    const size_t built_in = m->materials - own->count;
    bool same = own->count == other->count;
    for (size_t i = 0; same && i < own->count; i++)
        same = !strcmp(own->v[i]->host.instance, other->v[i]->host.instance) &&
               same_paint(m, base, &painted->own[built_in + i], i);
    return same;
}

yee_status yee_model_share_painted(yee_model *m, yee_model *base, bool *shared)
{
    yee_model *root = base && base->shares ? base->shares : base;
    *shared = false;
    root = root && root->painted_by ? root->painted_by : root;
    if (!root || root->corner || root->wants_all ||
        !same_blocks(m->config, base->config, paints_cells) ||
        !same_materials(m, base, root->voxels))
        return YEE_OK;
    yee_status status =
        yee_voxels_borrow(root->voxels, &m->problem.grid, m->material, &m->voxels);
    if (status)
        return status;
    m->painted_by = root;
    root->users++;
    for (size_t i = 0, built_in = m->materials - m->of[YEE_MATERIAL].count;
         i < m->of[YEE_MATERIAL].count; i++) {
        const yee_voxel_material *painted = &root->voxels->own[built_in + i];
        m->of[YEE_MATERIAL].v[i]->named |= painted->read || painted->divided;
    }
    m->of[YEE_SHAPE] = root->of[YEE_SHAPE];
    m->shape_config = root->shape_config;
    m->materials = root->materials; /* with those that shapes made */
    m->material = m->voxels->material;
    m->material_name = root->material_name;
    *shared = true;
    return take_inputs(m, base, "[shape.") ? YEE_OK : YEE_MEMORY;
}
