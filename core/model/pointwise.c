/* core/model/pointwise.c: the laws of materials (yee/law.h): their tables, which forms a scheme
 * has to execute, and what the problem says of them. */
#include "pointwise.h"
#include "findings.h"
#include "plugin/call.h"
#include "problem/fields.h"
#include "problem/port_laws.h"
#include <math.h>
#include <string.h>

static const uint32_t forms = YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
enum { MAGNETIC_FIELD = YEE_LAW_FIELD | YEE_LAW_MAGNETIC };

/* The fault of a law's table; NULL: it has none. */
static const char *fault_of(const yee_law *law)
{
    const uint32_t form = law->has & forms;
    const uint32_t known = forms | YEE_LAW_ACTIVE | YEE_LAW_STEADY;
    if (law->size < sizeof *law)
        return "a table that is too small; begin it with YEE_LAW()";
    if (!yee_is_law_name(law->name))
        return "no name of letters, digits and '_'";
    if (law->has & ~known)
        return "bits in has that this yee does not know";
    if (form != YEE_LAW_EDGE && form != YEE_LAW_CELL && form != YEE_LAW_FIELD &&
        form != MAGNETIC_FIELD)
        return "bits in has that are no form or several; YEE_LAW_EDGE, YEE_LAW_CELL, "
               "YEE_LAW_FIELD or YEE_LAW_FIELD | YEE_LAW_MAGNETIC would be right";
    if (form == YEE_LAW_EDGE && (!law->edge_row[0] || !law->edge_row[1]))
        return "no rows for edges; edge_row must hold two functions";
    if (form != YEE_LAW_EDGE && (!law->cell_row[0] || !law->cell_row[1]))
        return "no rows for cells; cell_row must hold two functions";
    if (form != YEE_LAW_EDGE && (law->cell_words < 3 || law->cell_words > YEE_LAW_MOST_WORDS ||
                                 law->cell_maps < 0 || law->cell_maps > YEE_LAW_MOST_WORDS))
        return "a number of words beyond 3 to 32, the first three of which are the current or "
               "the field of a cell, or of maps beyond 0 to 32";
    if (!law->prepare || !law->least || !law->reach)
        return "no prepare(), least() or reach(); it needs all three";
    if (law->params < 0 || law->params > YEE_LAW_MOST_PARAMS)
        return "a number of params beyond 0 to 256";
    if (law->edge_words < 0 || law->edge_words > YEE_LAW_MOST_WORDS || law->edge_maps < 0 ||
        law->edge_maps > YEE_LAW_MOST_WORDS)
        return "a number of words or maps beyond 0 to 32";
    if (law->signals < 0 || law->signals > YEE_LAW_MOST_SIGNALS || (law->signals && !law->play))
        return "a number of signals beyond 0 to 64, or signals and no play()";
    return NULL;
}

yee_status yee_model_check_law(const yee_model *m, const yee_instance *it,
                               const yee_material *material)
{
    const yee_law *law = material->law;
    const char *plugin = it->plugin->name, *fault = law ? fault_of(law) : NULL;
    if (fault)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &it->place,
                             "plugin '%s' returned a law with %s", plugin, fault);
    if (!law)
        return YEE_OK;
    if (material->conductor != YEE_NOT_CONDUCTOR)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &it->place,
                             "plugin '%s' returned the law '%s' of a perfect conductor, whose "
                             "edges have no field",
                             plugin, law->name);
    const bool magnetic = law->has & YEE_LAW_MAGNETIC;
    for (int a = 0; a < 3 && law->has & YEE_LAW_FIELD; a++) {
        const yee_response *r = magnetic ? &material->magnetic[a] : &material->electric[a];
        if (r->pole_count || r->sigma != 0)
            return yee_diag_fail(m->diag, YEE_PLUGIN, &it->place,
                                 "plugin '%s' returned the law of fields '%s' and beside it "
                                 "poles or a %s along %c, which such a law "
                                 "does not go with; %s_inf alone would be right",
                                 plugin, law->name,
                                 magnetic ? "loss of mu" : "conductivity of eps", ("xyz"[a]),
                                 magnetic ? "mu" : "eps");
    }
    const double least = YEE_CALL(it, law, least, material->law_self);
    const double reach = YEE_CALL(it, law, reach, material->law_self);
    if (!(least > 0) || !isfinite(least))
        return yee_diag_fail(m->diag, YEE_INPUT, &it->place,
                             "%s falls to %g %s within the reach of its law '%s' (%g "
                             "%s); it must stay above 0: a smaller nonlinearity or a smaller "
                             "reach would be right",
                             magnetic ? "dB/dH" : "dD/dE", least, magnetic ? "mu0" : "eps0",
                             law->name, reach, magnetic ? "A/m" : "V/m");
    if (!(reach > 0))
        return yee_diag_fail(m->diag, YEE_PLUGIN, &it->place,
                             "plugin '%s' says the reach %g %s of its law '%s'; it must be "
                             "above 0",
                             plugin, reach, magnetic ? "A/m" : "V/m", law->name);
    return YEE_OK;
}

/* Whether some two components of E are in the grid: all but 2-D TM. */
static bool has_two_components(const yee_model *m)
{
    return m->grid_config.invariant == 0 || m->grid_config.mode != 0;
}

uint32_t yee_law_form(const yee_law *law)
{
    return law->has & YEE_LAW_MAGNETIC ? YEE_LAW_MAGNETIC : law->has & forms;
}

uint32_t yee_model_law_forms(const yee_model *m, const char **name)
{
    uint32_t own = 0;
    *name = NULL;
    for (size_t i = 0; i < m->of[YEE_SHAPE].count && has_two_components(m); i++)
        if (m->shape_config[i].average == YEE_AVERAGE_TENSOR) {
            own |= YEE_LAW_FIELD;
            *name = yee_arena_format(m->arena, "average = tensor of shape '%s'",
                                     m->of[YEE_SHAPE].v[i]->host.instance);
        }
    for (size_t i = 0; i < m->materials; i++)
        if (m->material[i]->law) {
            own |= yee_law_form(m->material[i]->law);
            *name = yee_arena_format(m->arena, "material '%s'", m->material_name[i]);
        }
    *name = own && !*name ? "the model" : *name;
    return own;
}

const yee_instance *yee_model_law_owner(const yee_model *m, const yee_law *law,
                                        const void *self)
{
    for (size_t i = 0; i < m->of[YEE_MATERIAL].count; i++) {
        const yee_instance *it = m->of[YEE_MATERIAL].v[i];
        const yee_material *own = m->material[yee_model_material(m, it->host.instance)];
        if (own->law == law && own->law_self == self)
            return it;
    }
    return NULL;
}

/* A law's play() as signals. */
typedef struct player {
    yee_signals signals;
    const yee_law_use *use;
    double dt;
} player;

static void play(void *self, int64_t step, double *value)
{
    const player *p = self;
    p->use->law->play(p->use->self, p->dt, step, value);
}

/* The signals of a law, with a guard; false: no memory. */
static bool make_signals(yee_model *m, yee_law_use *use, const yee_instance *owner)
{
    if (!use->law->signals)
        return true;
    player *p = yee_arena_alloc(m->arena, sizeof *p);
    if (!p)
        return false;
    *p = (player){{sizeof p->signals, use->law->signals, p, play}, use, m->problem.grid.dt};
    use->signals = yee_points_guarded(m->points, &p->signals, owner);
    return use->signals != NULL;
}

/* The number of a law among those in use, added where it is new. */
static int64_t number_of(yee_problem *p, yee_law_use *use, const yee_law *law, const void *self)
{
    for (int64_t n = 0; n < p->laws; n++)
        if (use[n].law == law && use[n].self == self)
            return n;
    use[p->laws] = (yee_law_use){law, self, NULL, NULL};
    return p->laws++;
}

/* Parameters of one component of a medium, or of cells. */
static yee_status prepare(yee_model *m, const yee_instance *owner, const yee_law_use *use,
                          const yee_law_place *place, const double **param)
{
    double *own = yee_arena_alloc(m->arena, ((size_t)use->law->params + 1) * sizeof *own);
    if (!own)
        return YEE_MEMORY;
    const yee_status status =
        YEE_CALL(owner, use->law, prepare, &owner->host, use->self, place, own);
    for (int32_t n = 0; n < use->law->params && !status; n++)
        if (!isfinite(own[n]))
            return yee_diag_fail(m->diag, YEE_PLUGIN, &owner->place,
                                 "plugin '%s' prepared the number %g as parameter %d of its "
                                 "law '%s'; it must be finite",
                                 owner->plugin->name, own[n], (int)n, use->law->name);
    *param = own;
    return status;
}

/* Edges between two laws have the one with the larger share. */
static yee_status say_dropped(yee_model *m)
{
    const int64_t *points = yee_voxels_points(m->voxels);
    int64_t edges = 0;
    for (int64_t n = 0; n < m->problem.media; n++) {
        const void *self;
        double share;
        bool dropped;
        if (yee_voxels_law(m->voxels, n, &self, &share, &dropped) && dropped)
            edges += points[n];
    }
    return edges ? yee_finding_note(m, YEE_INFO, "laws",
                                    "%lld edges lie between materials with two laws and have "
                                    "that of the larger part alone: first order there",
                                    (long long)edges)
                 : YEE_OK;
}

/* The law of the cells that surfaces of average = tensor cut, if there are such cells. */
static yee_status join_surfaces(yee_model *m, yee_law_use *use, yee_oblique *oblique,
                                int64_t *number)
{
    static const double none;
    yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    bool wanted = false;
    for (size_t i = 0; i < m->of[YEE_SHAPE].count && !m->corner; i++)
        wanted = wanted || m->shape_config[i].average == YEE_AVERAGE_TENSOR;
    if (wanted && has_two_components(m))
        status = yee_oblique_find(m->voxels, m->arena, &p->grid, oblique);
    if (oblique->cells) {
        *number = number_of(p, use, &yee_oblique_law, oblique);
        use[*number].cell_param = &none;
    }
    if (status || !oblique->left)
        return status;
    return yee_finding_note(
        m, YEE_INFO, "average = tensor",
        "%lld of the cells at its surfaces lie in an absorbing layer or have a conductor, "
        "a loss, poles, a law or a diagonal eps in them, and keep the mean by normal there: "
        "first order where these are oblique",
        (long long)oblique->left);
}

/* Laws of cells, of fields or magnetic ones, their parameters, signals and cells. */
static yee_status cell_laws(yee_model *m, yee_law_use *use, uint32_t form)
{
    yee_problem *p = &m->problem;
    int64_t *law = yee_arena_alloc(m->arena, m->materials * sizeof *law);
    double *inf = yee_arena_alloc(m->arena, (3 * m->materials + 3) * sizeof *inf);
    yee_oblique *oblique = yee_arena_alloc(m->arena, sizeof *oblique);
    const bool magnetic = form == MAGNETIC_FIELD;
    int64_t joint = -1;
    yee_status status = YEE_OK;
    bool any = false;
    if (!law || !inf || !oblique)
        return YEE_MEMORY;
    for (size_t i = 0; i < m->materials && !status; i++) {
        const yee_material *own = m->material[i];
        const yee_law_place place = {sizeof place, -1, p->grid.dt, 0, 0};
        law[i] = -1;
        if (!own->law || (own->law->has & forms) != form ||
            !yee_voxels_paints(m->voxels, (int)i))
            continue;
        const yee_instance *owner = yee_model_law_owner(m, own->law, own->law_self);
        any = true;
        law[i] = number_of(p, use, own->law, own->law_self);
        if (!use[law[i]].signals && !make_signals(m, &use[law[i]], owner))
            return YEE_MEMORY;
        for (int a = 0; a < 3; a++)
            inf[3 * law[i] + a] = magnetic ? own->magnetic[a].inf : own->electric[a].inf;
        status = prepare(m, owner, &use[law[i]], &place, &use[law[i]].cell_param);
    }
    *oblique = (yee_oblique){.grid = &p->grid};
    if (form == YEE_LAW_FIELD && !status)
        status = join_surfaces(m, use, oblique, &joint);
    if (status || !(any || oblique->cells))
        return status;
    yee_problem *to = m->corner ? m->corner : p;
    if (form == YEE_LAW_CELL)
        return yee_voxels_cell_runs(m->voxels, m->arena, law, oblique, joint, &to->cell_run,
                                    &to->cell_runs);
    status = yee_voxels_cell_runs(m->voxels, m->arena, law, oblique, joint,
                                  magnetic ? &to->magnetic_cell : &to->field_cell,
                                  magnetic ? &to->magnetic_cells : &to->field_cells);
    return status || m->corner
               ? status
               : yee_field_edges(m->diag, m->arena, m->rates, inf, oblique, magnetic, p);
}

yee_status yee_model_laws(yee_model *m)
{
    yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    const char *name;
    if (!yee_model_law_forms(m, &name))
        return YEE_OK;
    yee_law_use *use = yee_arena_alloc(m->arena, (m->materials + 1) * sizeof *use);
    yee_law_medium *medium = yee_arena_alloc(m->arena, (size_t)p->media * sizeof *medium);
    if (!use || !medium)
        return YEE_MEMORY;
    p->law = use;
    p->law_medium = medium;
    p->laws = 0;
    for (int64_t n = 0; n < p->media && !status; n++) {
        const void *self;
        bool dropped;
        const yee_law *law = yee_voxels_law(m->voxels, n, &self, &medium[n].share, &dropped);
        medium[n].law = law ? number_of(p, use, law, self) : -1;
        if (!law)
            continue;
        const yee_instance *owner = yee_model_law_owner(m, law, self);
        yee_law_use *own = &use[medium[n].law];
        if (!own->signals && !make_signals(m, own, owner))
            return YEE_MEMORY;
        for (int c = 0; c < 3 && !status; c++) {
            const yee_law_place place = yee_problem_law_place(p, (uint32_t)n, c);
            status = prepare(m, owner, own, &place, &medium[n].param[c]);
        }
    }
    if (!status)
        status = cell_laws(m, use, YEE_LAW_CELL);
    if (!status)
        status = cell_laws(m, use, YEE_LAW_FIELD);
    if (!status)
        status = cell_laws(m, use, MAGNETIC_FIELD);
    if (m->corner) {
        m->corner->laws = p->laws;
        m->corner->law = use;
        m->corner->law_medium = medium;
    }
    return status || !p->laws || m->corner ? status : say_dropped(m);
}

const char *yee_model_makes_frequencies(const yee_model *m)
{
    for (int64_t n = 0; n < m->problem.laws; n++) {
        const yee_law_use *use = &m->problem.law[n];
        const yee_instance *owner = yee_model_law_owner(m, use->law, use->self);
        if (!(use->law->has & YEE_LAW_STEADY))
            return yee_arena_format(m->arena,
                                    "the law '%s' of '%s' makes frequencies that no source "
                                    "plays",
                                    use->law->name, owner->host.instance);
    }
    return NULL;
}
