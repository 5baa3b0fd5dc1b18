/* core/model/share.c: models that differ in sources and outputs alone have one grid, one set of
 * cells and one of media.
 *
 * Which keys made a difference is not asked: the sections that grid, cells and media are made of
 * are compared as they stand once variables and included files are in them. From the sources
 * media know the band and its end, and the choice of a scheme their links. */
#include "band.h"
#include "model.h"

#include <string.h>

bool yee_kind_is_cells(yee_kind kind)
{
    switch (kind) {
    case YEE_WAVEFORM:
    case YEE_SOURCE:
    case YEE_OUTPUT:
    case YEE_POST:
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

static const yee_block *next_of_cells(const yee_config *config, size_t *i)
{
    while (*i < config->count && !makes_cells(&config->block[*i]))
        ++*i;
    return *i < config->count ? &config->block[(*i)++] : NULL;
}

/* Keys of [run] that neither media nor a plan of them depend on. */
static bool is_free(const char *key)
{
    static const char *const name[] = {"title",
                                       "time",
                                       "steps",
                                       "output",
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
    if (!run[0] || !run[1] || !has_keys(run[0], run[1]) || !has_keys(run[1], run[0]))
        return false;
    for (size_t i = 0, k = 0;;) {
        const yee_block *x = next_of_cells(a, &i), *y = next_of_cells(b, &k);
        if (!x && !y)
            return true;
        if (!x || !y || !yee_block_same(x, y))
            return false;
    }
}

/* The files that the shared sections were made of. */
static bool take_inputs(yee_model *m, const yee_model *base)
{
    bool ok = true;
    for (const yee_input *i = base->config->inputs->first; i && ok; i = i->next) {
        bool known = false;
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
    m->problem.groups = m->problem.ports = m->problem.taps = m->problem.laws = 0;
    m->ids_sum = base->ids_sum;
    m->ids_summed = base->ids_summed;
    m->scheme = base->scheme;
    m->passed_over = base->passed_over;
    m->run.courant = base->run.courant; /* of a time step that is given, it is found */
    m->shares = base->shares ? base->shares : base;
    m->shares->users++;
}

yee_status yee_model_share(yee_model *m, yee_model *base, bool *shared)
{
    int64_t links, own_links;
    *shared = false;
    if (!base || base->corner || m->session->estimate || !same_cells(m->config, base->config))
        return YEE_OK;
    yee_status status = yee_model_instances(m, base);
    if (!status)
        status = yee_model_links(base, &links);
    if (!status)
        status = yee_model_links(m, &own_links);
    if (!status)
        status = yee_model_band(m);
    if (status || links != own_links || memcmp(m->band, base->band, sizeof m->band) ||
        m->quiet != base->quiet)
        return status;
    if (!take_inputs(m, base))
        return YEE_MEMORY;
    take(m, base);
    *shared = true;
    return YEE_OK;
}
