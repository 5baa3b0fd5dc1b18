/* law_steps.c: what laws do in a step, and what of them is asked for between steps. */
#include "../../common/law_names.h"
#include "law_cells.h"
#include <stdio.h>

bool laws_act(const plan *p) { return p->laws && p->laws->texts > 0; }
bool laws_late(const plan *p) { return p->laws && p->laws->tables.lates > 0; }
bool laws_ports(const plan *p) { return p->laws && p->laws->ports > 0; }
bool laws_act_after(const plan *p)
{
    return laws_late(p) || laws_ports(p) || law_fields_any(p);
}

yee_status laws_keep_meters(plan *p)
{
    const plan_laws *l = p->laws;
    return l->metered ? DEVICE_CALL(p->host,
                                    cudaMemcpyAsync(l->kept, p->between.meter,
                                                    (size_t)p->problem->ports * sizeof *l->kept,
                                                    cudaMemcpyDeviceToDevice, p->work))
                      : YEE_OK;
}

/* A sweep with laws. */
static yee_status launch_sweep(plan *p, int electric)
{
    const law_sweep_form form = laws_form(p);
    const plan_laws *l = p->laws;
    const int planes = p->tiling.planes[electric];
    part all = p->tiling.all[electric];
    part_tile(&all, electric ? form.e.points : form.h.points, planes);
    return DEVICE_CALL(p->host, law_part_launch(&l->kernels,
                                                electric ? LAW_KERNEL_SWEEP : LAW_KERNEL_WITH_H,
                                                &p->d, &l->tables, &all, planes, p->work));
}

yee_status laws_sweep(plan *p)
{
    const yee_status status = laws_keep_meters(p);
    return status == YEE_OK ? launch_sweep(p, 1) : status;
}

bool laws_join_h(const plan *p)
{
    enum { SHARE = 2 }; /* where one of so many of the sweep's cells has a law */
    int64_t swept = 1, own = 1;
    bool within = law_cells_any(p);
    for (int a = 0; a < 3 && within; a++) {
        const part *all = &p->tiling.all[0];
        const cell_tables *x = &p->laws->tables.cells;
        swept *= all->to[a] - all->from[a];
        own *= x->to[a] - x->from[a];
        within = x->from[a] >= all->from[a] && x->to[a] <= all->to[a];
    }
    return within && SHARE * own >= swept;
}

/* The cells of some tables, or with `edges` the edges about them, for threads of so many. */
static part part_of(const plan *p, const cell_tables *x, int points, int planes, bool edges)
{
    part all = {.blocks = 0};
    for (int a = 0; a < 3; a++) {
        const int nodes = p->grid.axis[a].invariant ? 1 : p->d.cells[a] + 1;
        all.from[a] = x->from[a];
        all.to[a] = x->to[a] + edges < nodes ? x->to[a] + edges : nodes;
    }
    all.from[2] -= all.from[2] % points;
    part_tile(&all, points, planes);
    return all;
}

/* Cells of a thread: as many points as it reads at once. */
static int cell_points(const plan *p) { return (int)(16 / p->word); }

static yee_status launch_cells(plan *p, law_kernel which, const cell_tables *x, bool edges)
{
    const plan_laws *l = p->laws;
    const bool twice = which == LAW_KERNEL_JOIN_PURE; /* threads make a plane more */
    const int planes = p->tiling.planes[1] * (twice ? 2 : 1);
    const part all = part_of(p, x, cell_points(p), planes, edges);
    return DEVICE_CALL(
        p->host, law_part_launch(&l->kernels, which, &p->d, &l->tables, &all, planes, p->work));
}

/* The tables of a kernel of magnetic laws. */
static law_tables magnetic_tables(const plan *p)
{
    law_tables t = p->laws->tables;
    t.field_cells = p->laws->magnet_cells;
    t.fields = p->laws->magnets;
    return t;
}

static yee_status launch_magnets(plan *p, law_kernel which, bool edges)
{
    const law_tables t = magnetic_tables(p);
    const int planes = p->tiling.planes[1];
    const part all = part_of(p, &t.field_cells, 1, planes, edges);
    return DEVICE_CALL(
        p->host, law_part_launch(&p->laws->kernels, which, &p->d, &t, &all, planes, p->work));
}

/* L of some components of H, bits of them, becomes what their field has, which becomes H. */
static yee_status join_magnets(plan *p, int components)
{
    const law_tables t = magnetic_tables(p);
    const int planes = p->tiling.planes[1];
    const part all = part_of(p, &t.field_cells, 1, planes, true);
    return DEVICE_CALL(p->host, law_keep_launch(&p->laws->kernels, LAW_KERNEL_MAGNET_JOIN,
                                                &p->d, &t, &all, planes, components, p->work));
}

bool laws_act_after_h(const plan *p) { return law_magnets_any(p); }

yee_status laws_after_h(plan *p)
{
    const yee_status status = launch_magnets(p, LAW_KERNEL_MAGNET_CELLS, false);
    return status == YEE_OK ? join_magnets(p, 7) : status;
}

yee_status laws_sweep_h(plan *p)
{
    yee_status status = YEE_OK;
    if (law_magnets_any(p))
        status = launch_magnets(p, LAW_KERNEL_MAGNET_PART, true);
    if (status != YEE_OK || p->laws->with_h)
        return status == YEE_OK ? launch_sweep(p, 0) : status;
    if (law_cells_any(p))
        status = launch_cells(p, LAW_KERNEL_CELLS, &p->laws->tables.cells, false);
    return status == YEE_OK
               ? DEVICE_CALL(p->host, sweep_launch(&p->d, &p->tiling, p->word, 0, p->work))
               : status;
}

static yee_status make_fields(plan *p)
{
    return launch_cells(p, LAW_KERNEL_FIELD_CELLS, &p->laws->tables.field_cells, false);
}

/* What laws that keep nothing have made is stored where somebody asks for it: as of this step. */
static yee_status store_pure(plan *p)
{
    plan_laws *l = p->laws;
    if (!l || !law_fields_pure(p) || l->made_at == p->step)
        return YEE_OK;
    l->made_at = p->step;
    return make_fields(p);
}

static yee_status join_fields(plan *p)
{
    return launch_cells(p, LAW_KERNEL_JOIN, &p->laws->tables.field_cells, true);
}

static yee_status turn_guests(plan *p, bool enter)
{
    const plan_laws *l = p->laws;
    return l->tables.guests > 0
               ? DEVICE_CALL(p->host,
                             law_guests_launch(&l->kernels, &p->d, &l->tables, enter, p->work))
               : YEE_OK;
}

bool laws_have_guests(const plan *p) { return p->laws && p->laws->tables.guests > 0; }
yee_status laws_before(plan *p) { return turn_guests(p, true); }

yee_status laws_after(plan *p)
{
    const plan_laws *l = p->laws;
    yee_status status = YEE_OK;
    if (l->ports > 0)
        status = DEVICE_CALL(
            p->host, law_ports_launch(&l->kernels, &p->d, &l->tables, &p->between, p->work));
    if (status == YEE_OK && l->tables.lates > 0)
        status = DEVICE_CALL(p->host, law_late_launch(&l->kernels, &p->d, &l->tables, p->work));
    if (status == YEE_OK)
        status = turn_guests(p, false);
    if (status == YEE_OK && law_fields_pure(p))
        status = launch_cells(p, LAW_KERNEL_JOIN_PURE, &l->tables.field_cells, true);
    else if (status == YEE_OK && law_fields_any(p))
        status = make_fields(p);
    if (status == YEE_OK && law_fields_any(p) && !law_fields_pure(p))
        status = join_fields(p);
    return status == YEE_OK && l->metered
               ? DEVICE_CALL(p->host,
                             between_meter(&p->d, &p->between, p->word, l->kept, p->work))
               : status;
}

yee_status laws_written(plan *p, int c)
{
    const plan_laws *l = p->laws;
    if (!l || l->linear_state[c].n == 0)
        return YEE_OK;
    if (c >= 3)
        return join_magnets(p, 1 << (c - 3));
    const int planes = p->tiling.planes[1];
    const part all = part_of(p, &l->tables.field_cells, 1, planes, true);
    yee_status status = store_pure(p);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, law_keep_launch(&l->kernels, LAW_KERNEL_KEEP, &p->d,
                                                      &l->tables, &all, planes, c, p->work));
    return status == YEE_OK ? join_fields(p) : status;
}

bool laws_held(const plan *p)
{
    bool held = false;
    for (int n = 0; p->laws && n < p->laws->texts; n++)
        held = held || p->laws->text[n]->energy || p->laws->text[n]->cell_energy;
    return held || law_fields_any(p);
}

static yee_status add_energy(plan *p, law_kernel which, const domain *d, const law_tables *t,
                             const part *all, yee_sum *slots)
{
    const law_kernels *k = &p->laws->kernels;
    return k->kernel[which]
               ? DEVICE_CALL(p->host, law_energy_launch(k, which, d, t, all, slots, p->work))
               : YEE_OK;
}

/* Of cells those that the problem's subdomain owns. */
static void take_own(const plan *p, cell_tables *x)
{
    const yee_subdomain *s = p->problem->subdomain;
    for (int n = 0; s && n < 3; n++) {
        const int a = (n + p->rotation) % 3;
        x->from[a] = x->from[a] > s->low[n] ? x->from[a] : (int)s->low[n];
        x->to[a] = x->to[a] < s->high[n] ? x->to[a] : (int)s->high[n];
    }
}

yee_status laws_energy(plan *p, const domain *d, yee_sum *slots)
{
    law_tables t = p->laws->tables;
    const part fields = part_of(p, &t.field_cells, 1, ENERGY_PLANES, true);
    part edges;
    take_own(p, &t.cells);
    take_own(p, &t.field_cells);
    const part cells = part_of(p, &t.cells, 1, ENERGY_PLANES, false);
    energy_tile(d, 1, &edges);
    yee_status status = add_energy(p, LAW_KERNEL_ENERGY, d, &t, &edges, slots);
    if (status == YEE_OK)
        status = add_energy(p, LAW_KERNEL_CELL_ENERGY, d, &t, &cells, slots);
    return status == YEE_OK ? add_energy(p, LAW_KERNEL_FIELD_ENERGY, d, &t, &fields, slots)
                            : status;
}

yee_status laws_energy_h(plan *p, const domain *d, yee_sum *slots)
{
    law_tables t = magnetic_tables(p);
    const part all = part_of(p, &t.field_cells, 1, ENERGY_PLANES, true);
    take_own(p, &t.field_cells);
    return add_energy(p, LAW_KERNEL_MAGNET_ENERGY, d, &t, &all, slots);
}

yee_status laws_pieces(plan *p, yee_state *state, bool load)
{
    plan_laws *l = p->laws;
    yee_status status = load ? YEE_OK : store_pure(p);
    if (status == YEE_OK && l && !load)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    if (l && load)
        l->made_at = p->step;
    if (status == YEE_OK)
        status = law_names(p->problem, state);
    if (status == YEE_OK)
        status = law_ports_names(p, state);
    return status == YEE_OK && l && l->port_words > 0
               ? fields_piece(p, state, load, "law_ports", l->tables.port_state,
                              (size_t)l->port_words * sizeof *l->tables.port_state)
               : status;
}

int laws_print(const plan *p, char *text, size_t size)
{
    char names[256];
    if (!p->laws)
        return 0;
    laws_name(p, names, sizeof names);
    const plan_laws *l = p->laws;
    const int lates = l->tables.lates;
    char passes[160] = "";
    int registers = 0, local = 0;
    for (int n = 0; n < l->passes; n++) {
        registers = registers > l->pass[n].registers ? registers : l->pass[n].registers;
        local = local > l->pass[n].local ? local : l->pass[n].local;
    }
    if (l->passes > 0 && !l->refusal[0])
        snprintf(
            passes, sizeof passes,
            "; %d of passes in %.1f s, %d from the cache, %d prebuilt (%d registers, %d bytes "
            "spilled at most)",
            l->passes, l->seconds, l->cached, l->prebuilt, registers, local);
    if (!laws_act(p))
        return snprintf(text, size, "\nkernels with %s %s%s", names, l->note, passes);
    return snprintf(text, size, "\nkernels with %s %s%s, %d edge%s with sources or ports",
                    names, l->note, passes, lates, lates == 1 ? "" : "s");
}
