/* core/api/model.c: from blocks of text to the frozen problem. Data flows one way through the
 * stages of yee_model_* in model.h. */
#include "model/model.h"
#include "choose.h"
#include "clip.h"
#include "model/estimate.h"
#include "model/pointwise.h"
#include "plugin/call.h"
#include "problem/media/section.h"
#include "selftest/selftest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const yee_problem *yee_model_problem(const yee_model *model) { return &model->problem; }
const char *yee_model_resolved(const yee_model *model) { return model->resolved; }
size_t yee_model_findings(const yee_model *model, const yee_finding **finding)
{
    *finding = model->finding;
    return model->findings;
}
size_t yee_model_traces(const yee_model *model)
{
    return model->sweep.trace < 0 ? model->sweep.traces : 0;
}
const yee_view *yee_model_view(const yee_model *model) { return &model->view; }

void yee_model_free(yee_model *m)
{
    if (!m || --m->users)
        return;
    if (m->clip && !m->shares)
        yee_answers_free(&m->clip->answers);
    if (!m->shares)
        yee_voxels_free(m->voxels);
    yee_model_free(m->shares ? m->shares : m->painted_by);
    yee_origin_free(m->origin);
    free(m->resolved);
    yee_arena_free(m->arena);
    free(m);
}

/* A limit that is the same formula as the user's may differ from it by rounding. */
#define STEP_SLACK 1e-12

/* The time step that [run] gives itself. */
static yee_status own_step(yee_model *m, double limit)
{
    yee_run_config *run = &m->run;
    if (run->time_step > (1 + STEP_SLACK) * limit && !run->unsafe) {
        yee_block *block = yee_config_block(m->config, "run");
        const yee_place place =
            yee_entry_place(m->config, block, yee_block_entry(block, "time_step"));
        return yee_diag_fail(
            m->diag, YEE_INPUT, &place,
            "time_step: %.9g s is above %.9g s, the limit of the scheme '%s' on "
            "this grid; give at most that, or leave it to courant",
            run->time_step, limit, m->scheme->plugin->name);
    }
    run->courant = run->time_step / limit;
    m->problem.grid.dt = run->time_step;
    return YEE_OK;
}

/* The time step follows from the scheme's limit at the fastest phase velocity. */
static yee_status step_size(yee_model *m)
{
    yee_problem *p = &m->problem;
    const yee_run_config *run = &m->run;
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    const double c =
        YEE_C0 / sqrt(m->corner ? yee_estimate_slowness(m) : yee_voxels_slowness(m->voxels));
    if (m->band[1] > 0 && YEE_HAS(ops, band))
        YEE_CALL_VOID(m->scheme, ops, band, m->scheme->config, m->band[0], m->band[1]);
    const double limit = YEE_CALL(m->scheme, ops, courant, m->scheme->config, &p->grid, c);
    if (!isfinite(limit) || limit <= 0)
        return yee_diag_fail(
            m->diag, YEE_PLUGIN, &m->scheme->place,
            "scheme '%s' returned the time step limit %g s; it must be finite and above 0",
            m->scheme->plugin->name, limit);
    if (!isnan(run->time_step))
        return own_step(m, limit);
    if (run->courant > 1 && !run->unsafe) {
        yee_block *block = yee_config_block(m->config, "run");
        const yee_place place =
            yee_entry_place(m->config, block, yee_block_entry(block, "courant"));
        return yee_diag_fail(
            m->diag, YEE_INPUT, &place,
            "courant: %g is out of range; it must be at most 1, where the scheme is stable",
            run->courant);
    }
    p->grid.dt = run->courant * limit;
    return YEE_OK;
}

/* How many steps, and in which precision. */
static yee_status length(yee_model *m)
{
    yee_problem *p = &m->problem;
    const yee_run_config *run = &m->run;
    const double steps = !isnan(run->time) ? ceil(run->time / p->grid.dt) : (double)run->steps;
    if (steps > 1e15)
        return yee_diag_fail(m->diag, YEE_INPUT, &m->run_place,
                             "time = %g s is %g steps of %g s; at most 1e15 are possible",
                             run->time, steps, p->grid.dt);
    p->steps = (int64_t)steps;
    p->precision = run->precision ? YEE_F64 : YEE_F32;
    p->threads = run->threads ? (int)run->threads : m->session->threads;
    return YEE_OK;
}

yee_status yee_model_length(yee_model *m)
{
    const yee_status status = step_size(m);
    return status ? status : length(m);
}

/* Where a medium comes from: the block of its material or of the shape that made it, or the file
 * when it is a mean of several. */
static yee_place medium_place(const yee_model *m, const yee_medium *medium)
{
    const yee_instances *of = &m->of[YEE_MATERIAL], *shapes = &m->of[YEE_SHAPE];
    for (size_t i = 0; i < of->count; i++)
        if (!strcmp(of->v[i]->host.instance, medium->name))
            return of->v[i]->place;
    for (size_t i = 0; i < shapes->count; i++)
        if (yee_material_made_by(medium->name, shapes->v[i]))
            return shapes->v[i]->place;
    return (yee_place){m->config->path, 0, NULL};
}

/* Media that gain energy, or whose sections would grow at this time step, are refused. */
static yee_status stable(const yee_model *m)
{
    const yee_problem *p = &m->problem;
    for (int64_t i = 0; i < p->media; i++) {
        const yee_medium *v = &p->medium[i];
        const double base = v->magnetic ? YEE_MU0 : YEE_EPS0, nyquist = YEE_PI / p->grid.dt;
        double omega;
        if (!v->conductor &&
            !yee_response_passive(&v->response, base, 1e-6 * nyquist, nyquist, &omega)) {
            const yee_place place = medium_place(m, v);
            return yee_diag_fail(
                m->diag, YEE_INPUT, &place,
                "the medium '%s' is active: it gains energy at %g Hz (%s = %g %+gj); give "
                "losses that are not negative, or say unsafe = yes in [run]",
                v->name, omega / (2 * YEE_PI), v->magnetic ? "mu" : "eps",
                yee_response_value(&v->response, base, omega).re,
                yee_response_value(&v->response, base, omega).im);
        }
        for (int s = 0; s < p->update[i].sections; s++) {
            const double radius = yee_section_radius(&p->section[p->update[i].section + s]);
            if (!(radius <= 1 + 1e-12)) {
                const yee_place place = medium_place(m, v);
                return yee_diag_fail(
                    m->diag, YEE_INPUT, &place,
                    "the medium '%s' is unstable: pole %d has the growth factor %.15g per step "
                    "of %g s",
                    v->name, s + 1, radius, p->grid.dt);
            }
        }
    }
    return YEE_OK;
}

/* Sheets first: in damped cells they are damped with the media around. */
static yee_status copies(yee_model *m)
{
    m->first_copy = m->problem.media;
    yee_status status = yee_model_check_sheets(m);
    if (!status)
        status = yee_voxels_inner_sheets(m->voxels, m->arena, &m->problem);
    if (!status)
        status = yee_voxels_sheets(m->voxels, m->arena, &m->sheets, &m->problem);
    return status ? status : yee_voxels_damp(m->voxels, m->arena, m->rates, &m->problem);
}

yee_status yee_model_outputs(yee_model *m)
{
    m->taps = (yee_taps){.arena = m->arena, .diag = m->diag};
    for (size_t i = 0; i < m->of[YEE_OUTPUT].count; i++) {
        yee_instance *output = m->of[YEE_OUTPUT].v[i];
        const yee_view *view = yee_model_view_for(m, &output->place);
        output->judge = (yee_judge){yee_model_judge_file, m};
        const yee_status status =
            view ? yee_taps_plan(&m->taps, &m->problem, output, view, &m->output_self[i])
                 : YEE_MEMORY;
        if (status)
            return status;
    }
    m->problem.taps = m->taps.count;
    m->problem.tap = m->taps.tap;
    return YEE_OK;
}

/* Where the file says one of time and steps and the command line the other, that one counts. */
static void one_length(yee_block *run)
{
    yee_entry *time = run ? yee_block_entry(run, "time") : NULL;
    yee_entry *steps = run ? yee_block_entry(run, "steps") : NULL;
    if (time && steps && !time->line != !steps->line)
        *(time->line ? time : steps) = run->entry[--run->count];
}

/* Bytes a cell that reading the model takes: of paints; of the ids of E, at least. */
enum { CELL_BYTES = 4, ID_BYTES = 12 };

/* Bytes a cell that the fields of any scheme take in the host's memory. */
static double field_bytes(const yee_model *m)
{
    int components = 0;
    if (yee_model_on_device(m))
        return 0;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        components += m->problem.grid.active[c];
    return components * (m->run.precision ? 8.0 : 4.0);
}

/* Objects to cells, where these fit into the memory, or those of the base. */
static yee_status paint(yee_model *m, yee_model *base)
{
    bool shared;
    yee_status status = yee_model_share_painted(m, base, &shared);
    if (!status && !shared)
        status = yee_selftest_fits_memory(m, CELL_BYTES + field_bytes(m));
    if (status || shared)
        return status;
    yee_model_busy(m, "painting");
    const size_t warned = yee_diag_warnings(m->diag);
    status = yee_model_objects(m);
    m->paint_warnings = yee_diag_warnings(m->diag) - warned;
    if (!status && m->of[YEE_SHAPE].count)
        status = yee_selftest_fits_memory(m, CELL_BYTES + ID_BYTES + field_bytes(m));
    return status;
}

/* Cells to the media of all edges. */
static yee_status media(yee_model *m)
{
    const double omega = m->band[1] > 0 ? 2 * YEE_PI : 0; /* of 1 Hz, rad/s; 0: no band */
    const double band[2] = {omega > 0 ? omega * m->band[0] : 0, omega * m->band[1]};
    if (m->corner)
        return yee_estimate_media(m, band);
    yee_status status = yee_voxels_media(m->voxels, m->arena, band, &m->problem);
    return status ? status : copies(m);
}

/* The grid, and who steps it. */
static yee_status begin(yee_model *m)
{
    const yee_block *block = yee_config_block(m->config, "grid");
    const yee_place grid = {m->config->path, block ? block->line : 0, "grid"};
    yee_status status;
    return (status = yee_model_materials(m)) || (status = yee_choose_scheme(m))
               ? status
               : yee_grid_build(m->diag, &grid, m->arena, &m->grid_config, &m->problem.grid);
}

/* The cells are there: time step, faces and the media of edges. */
static yee_status edges(yee_model *m)
{
    yee_status status = yee_model_length(m);
    if (!status && !yee_model_view_set(m))
        status = YEE_MEMORY;
    if (!status)
        status = yee_model_faces(m);
    if (!status)
        status = yee_model_local_ids(m);
    return status ? status : media(m);
}

/* All that sources and outputs leave as it is: grid, cells, media. */
static yee_status cells(yee_model *m, yee_model *base)
{
    yee_status status;
    m->problem.size = sizeof m->problem;
    m->problem.grid.size = sizeof m->problem.grid;
    if ((status = yee_model_instances(m, NULL)) || (status = yee_model_band(m)))
        return status;
    const size_t warned = yee_diag_warnings(m->diag);
    status = begin(m);
    yee_clip_begin(m, status);
    if (!status)
        status = m->session->estimate ? yee_estimate_corner(m) : paint(m, base);
    if (!(status = yee_clip_cells(m, status)))
        status = edges(m);
    if ((status = yee_clip_media(m, status)) ||
        (status = m->run.unsafe || m->corner ? YEE_OK : stable(m)))
        return status;
    m->cell_warnings += yee_diag_warnings(m->diag) - warned +
                        (m->painted_by ? m->painted_by->paint_warnings : 0);
    return YEE_OK;
}

/* The media are there. */
static yee_status points(yee_model *m)
{
    yee_status status;
    if ((status = yee_model_sources(m)) || (status = yee_model_laws(m)) ||
        (status = yee_model_outputs(m)) || (status = yee_model_needs(m)) ||
        (!m->session->estimate && (status = yee_selftest(m))))
        return status;
    return YEE_OK;
}

yee_status yee_model_build(yee_model *m, yee_model *base)
{
    bool shared;
    one_length(yee_config_block(m->config, "run"));
    const yee_model before = *m;
    yee_status status = yee_model_share(m, base, &shared);
    if (!status && shared)
        status = length(m);
    if (!status && shared && !yee_model_view_set(m))
        status = YEE_MEMORY;
    if (!status && !shared) {
        *m = before;
        status = cells(m, base);
    }
    if (!status)
        status = yee_clip_stage(m, points);
    return status ? status : yee_model_resolve(m, &m->resolved) ? YEE_OK : YEE_MEMORY;
}
