/* core/run/ringing.c: a transform of a record that was cut while fields ring has ripples, and
 * says nothing of them.
 *
 * The magnetic energy is taken at 16, 32, 64, ... steps and at the last one: a pulse lives as long
 * as it took to come, so that a power of two falls into it. It is the magnetic one because charges
 * that a current with a mean leaves keep their electric field for ever, which is no ringing. A
 * record that is cut where the field has the part a of its largest value is off by about a, as
 * ripples 1/(end of the run) apart.
 *
 * Charges that stay are said by a sentence of their own, for more steps are no remedy: their field
 * E has the transform E/(j w) of what has come and stays, and the cut adds as much, -E/(j w) exp(-j
 * w T). Near a source that is as large as the field itself, and the power through a surface around it
 * may be off by 1/(k r)^3. They are there where the electric energy is far above the magnetic one; of
 * magnetic currents it is the other way round. */
#include "ringing.h"

#include "energy.h"
#include "model/band.h"
#include "plugin/call.h"

#include <math.h>
#include <stdio.h>

struct yee_ringing {
    const yee_model *model;
    const yee_scheme_ops *ops;
    void *plan;
    bool wanted;     /* an output transforms, and the sources end */
    double peak;     /* J, the largest magnetic energy of those taken */
    double electric; /* J, the largest electric one */
};

enum { FIRST = 16 };            /* steps */
static const double quiet = 40; /* dB below the peak: the field is at 1 % */
static const double apart = 20; /* dB that the energy of charges is above the magnetic one */

static bool transforms(const yee_tap *tap)
{
    return tap->kind == YEE_TAP_DFT || tap->kind == YEE_TAP_PORT;
}

/* Whether everything that sources play has an end. */
static bool sources_end(yee_model *m)
{
    const char *name;
    yee_waveform w;
    yee_band band;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++)
        if (yee_model_played(m, m->of[YEE_SOURCE].v[i], &name, &w, &band) ||
            (name && !(band.end_time < YEE_INFINITY)))
            return false;
    return true;
}

yee_ringing *yee_ringing_new(yee_model *m, const yee_scheme_ops *ops, void *plan)
{
    bool any = false;
    for (int64_t t = 0; t < m->taps.count; t++)
        any = any || transforms(&m->taps.tap[t]);
    yee_ringing *r = yee_arena_alloc(m->arena, sizeof *r);
    if (r)
        *r = (yee_ringing){m, ops, plan, any && sources_end(m), 0, 0};
    return r;
}

int64_t yee_ringing_steps_until_check(const yee_ringing *r, int64_t step)
{
    int64_t next = FIRST;
    if (!r->wanted)
        return INT64_MAX;
    while (next <= step)
        next *= 2;
    return next - step;
}

/* The electric and the magnetic energy now, J; false: they are not known. */
static bool energy_now(const yee_ringing *r, double energy[2])
{
    const yee_status status = yee_energy_now(r->model, r->ops, r->plan, energy);
    energy[0] = fabs(energy[0]);
    energy[1] = fabs(energy[1]);
    if (!status)
        return true;
    if (status == YEE_PLUGIN)
        yee_diag_log(r->model->diag, YEE_WARNING, NULL,
                     "%s; whether fields still ring at the last step is not known",
                     r->model->diag->error);
    yee_diag_clear(r->model->diag); /* a scheme may decline; the run goes on */
    return false;
}

void yee_ringing_check(yee_ringing *r)
{
    const int64_t step = YEE_CALL(r->model->scheme, r->ops, step, r->plan);
    if (!r->wanted || step < FIRST || (step & (step - 1)))
        return;
    double now[2] = {0, 0};
    r->wanted = energy_now(r, now);
    r->electric = fmax(r->electric, now[0]);
    r->peak = fmax(r->peak, now[1]);
}

enum { ELECTRIC, MAGNETIC, ANY };

/* The names of the outputs that transform E, H, or any of them, "[output.a], [output.b]". */
static void list_outputs(const yee_model *m, int field, char *text, size_t size)
{
    const yee_instance *last = NULL;
    size_t length = 0;
    *text = '\0';
    for (int64_t t = 0; t < m->taps.count && length < size; t++) {
        const yee_instance *it = m->taps.owner[t].output;
        const yee_tap *tap = &m->taps.tap[t];
        if (!transforms(tap) || it == last ||
            (field != ANY && tap->kind == YEE_TAP_DFT &&
             yee_is_electric(tap->component) != (field == ELECTRIC)))
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s[%s]", length ? ", " : "",
                                   it->place.block);
        last = it;
    }
}

double yee_ringing_left(yee_ringing *r)
{
    double now[2] = {0, 0};
    return r->wanted && energy_now(r, now) && now[1] > 0
               ? 10 * log10(fmax(r->peak, now[1]) / now[1])
               : NAN;
}

/* Says which transforms are cut where charges stay, magnetic ones where H is all that is left. True:
 * the magnetic energy is theirs, and no ringing. */
static bool warn_of_charges(const yee_ringing *r)
{
    double now[2] = {0, 0};
    char outputs[256];
    if (!r->wanted || !energy_now(r, now))
        return false;
    const bool magnetic = now[1] > now[0];
    const double most = fmax(now[0], now[1]), least = fmin(now[0], now[1]);
    if (!(most > 0) || most < pow(10, apart / 10) * least)
        return false;
    const double fallen = 10 * log10(fmax(magnetic ? r->peak : r->electric, most) / most);
    const double left = fallen > 0.01 ? fallen : 0;
    list_outputs(r->model, magnetic ? MAGNETIC : ELECTRIC, outputs, sizeof outputs);
    if (left <= quiet && *outputs)
        yee_diag_log(
            r->model->diag, YEE_WARNING, &r->model->run_place,
            "%scharges are left at the last step, as a %scurrent with a mean leaves them: "
            "the %s energy is %.3g dB below its peak; spectra and powers of %s "
            "are cut there and wrong near the charges, however long the run is; play a "
            "waveform without a mean, such as ricker, gaussian_derivative or "
            "modulated_gaussian, or give %s",
            magnetic ? "magnetic " : "", magnetic ? "magnetic " : "",
            magnetic ? "magnetic" : "electric", left, outputs,
            magnetic ? "a loop_moment" : "the charge itself (charge_moment)");
    return magnetic && left <= quiet;
}

void yee_ringing_warn(yee_ringing *r)
{
    const double left = yee_ringing_left(r);
    const yee_problem *p = &r->model->problem;
    char outputs[256];
    if (warn_of_charges(r) || !(left <= quiet))
        return;
    list_outputs(r->model, ANY, outputs, sizeof outputs);
    yee_diag_log(
        r->model->diag, YEE_WARNING, &r->model->run_place,
        "the fields still ring at the last step: their magnetic energy is %.3g dB below "
        "its peak; spectra of %s are cut there and off by about %.2g %% of the largest "
        "field, as ripples %.3g Hz apart; give more steps, or end the run by stop_decay",
        left, outputs, 100 * pow(10, -left / 20), 1 / ((double)p->steps * p->grid.dt));
}

yee_status yee_ringing_state(yee_ringing *r, yee_state *state)
{
    const yee_status status = state->piece(state, "peak", &r->peak, sizeof r->peak);
    return status ? status : state->piece(state, "electric", &r->electric, sizeof r->electric);
}
