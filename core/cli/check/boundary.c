/* core/cli/check/boundary.c: a boundary closes all six faces of any grid, stretches and damps
 * within physics, and absorbs what comes to its layers. */
#include "check.h"
#include "plugin/call.h"
#include <math.h>

enum { CELLS = 64, MOST = 1 << 20 }; /* cells of a face's axis; of any layer */

/* True where a function returned YEE_OK, or another yee_status with a sentence. */
static bool answered(check *c, const char *function, yee_status status)
{
    if (status == YEE_OK)
        return true;
    if (status < YEE_OK || status > YEE_LOST)
        check_judge(c, false, "%s returned %d, which is no yee_status", function, (int)status);
    else if (!*yee_session_error(c->session))
        check_judge(c, false, "%s returned the status %d without a sentence", function,
                    (int)status);
    else
        return true;
    return false;
}

static bool check_stretch(check *c, const yee_instance *instance, const yee_face *face,
                          int64_t layer)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    const double thickness = (double)layer * face->width[0];
    if (!YEE_HAS(ops, stretch)) {
        check_judge(c, false, "asks for a layer of %lld cells but has no stretch()",
                    (long long)layer);
        return false;
    }
    for (int64_t half = 0; half <= 2 * layer; half++) {
        double depth = 0.5 * (double)half * face->width[0];
        yee_stretch s = {1, 0, 0};
        const yee_status status = YEE_CALL_RAW(instance, ops, stretch, &instance->host,
                                               instance->config, face, depth, thickness, &s);
        if (!answered(c, "stretch()", status))
            return false;
        if (status) {
            check_judge(c, false, "stretch() fails at depth %g m of %g m: %s", depth, thickness,
                        yee_session_error(c->session));
            return false;
        }
        if (isfinite(s.kappa) && isfinite(s.sigma) && isfinite(s.alpha) && s.kappa >= 1 &&
            s.sigma >= 0 && s.alpha >= 0)
            continue;
        check_judge(c, false,
                    "stretch() at depth %g m of %g m: kappa = %g, sigma = %g, alpha = %g",
                    depth, thickness, s.kappa, s.sigma, s.alpha);
        return false;
    }
    return true;
}

static bool check_damping(check *c, const yee_instance *instance, const yee_face *face,
                          int64_t damped)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    const double thickness = (double)damped * face->width[0];
    if (!YEE_HAS(ops, damping)) {
        check_judge(c, false, "asks for %lld damped cells but has no damping()",
                    (long long)damped);
        return false;
    }
    for (int64_t half = 0; half <= 2 * damped; half++) {
        const double depth = 0.5 * (double)half * face->width[0];
        double rate = 0;
        const yee_status status = YEE_CALL_RAW(instance, ops, damping, &instance->host,
                                               instance->config, face, depth, thickness, &rate);
        if (!answered(c, "damping()", status))
            return false;
        if (status) {
            check_judge(c, false, "damping() fails at depth %g m of %g m: %s", depth, thickness,
                        yee_session_error(c->session));
            return false;
        }
        if (isfinite(rate) && rate >= 0)
            continue;
        check_judge(c, false, "damping() at depth %g m of %g m: the rate is %g 1/s", depth,
                    thickness, rate);
        return false;
    }
    return true;
}

/* True when the face was closed well. */
static bool check_face(check *c, const yee_instance *instance, const yee_face *face,
                       yee_closure closure)
{
    const char side = face->side ? '+' : '-';
    const bool known = closure.rule == YEE_FACE_PEC || closure.rule == YEE_FACE_PMC ||
                       closure.rule == YEE_FACE_PERIODIC;
    const bool absorbs = closure.layer || closure.damped;
    if (!known || closure.layer < 0 || closure.damped < 0)
        check_judge(c, false,
                    "close() of face %d%c says rule %d, a layer of %lld and %lld damped cells",
                    face->axis, side, (int)closure.rule, (long long)closure.layer,
                    (long long)closure.damped);
    else if (closure.layer && closure.damped)
        check_judge(
            c, false,
            "close() of face %d%c asks for %lld damped cells and a layer of %lld; one of "
            "them is right",
            face->axis, side, (long long)closure.damped, (long long)closure.layer);
    else if (closure.symmetry && (absorbs || closure.rule == YEE_FACE_PERIODIC))
        check_judge(
            c, false,
            "close() of face %d%c says rule %d, a layer of %lld and %lld damped cells at a "
            "plane of symmetry, which is a wall of rule pec or pmc alone",
            face->axis, side, (int)closure.rule, (long long)closure.layer,
            (long long)closure.damped);
    else if (absorbs && closure.rule == YEE_FACE_PERIODIC)
        check_judge(c, false,
                    "close() of face %d%c asks for a layer of %lld and %lld damped cells at a "
                    "periodic face, which has none",
                    face->axis, side, (long long)closure.layer, (long long)closure.damped);
    else if (closure.layer > MOST || closure.damped > MOST)
        check_judge(c, false,
                    "close() of face %d%c asks for a layer of %lld and %lld damped cells; no "
                    "axis has so many",
                    face->axis, side, (long long)closure.layer, (long long)closure.damped);
    else
        return (!closure.layer || check_stretch(c, instance, face, closure.layer)) &&
               (!closure.damped || check_damping(c, instance, face, closure.damped));
    return false;
}

/* False: it refuses the face with a sentence, or something was wrong, which *good tells apart. */
static bool close_face(check *c, const yee_instance *instance, const yee_face *face,
                       yee_closure *closure, bool *good)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    *closure = (yee_closure){.size = sizeof *closure};
    const yee_status status =
        YEE_CALL_RAW(instance, ops, close, &instance->host, instance->config, face, closure);
    *good = answered(c, "close()", status);
    return *good && !status;
}

void check_faces(yee_face *face, yee_face all[6])
{
    face->faces = all;
    for (int f = 0; f < 6; f++) {
        all[f] = *face;
        all[f].axis = f / 2;
        all[f].side = f % 2;
    }
}

bool check_boundary(check *c, const yee_instance *instance)
{
    static const double eps_r[] = {1, 80};
    yee_closure first = {.size = 0};
    double width[CELLS];
    for (int i = 0; i < CELLS; i++)
        width[i] = 1e-3;
    for (int n = 0; n < 12; n++) {
        yee_closure closure[2];
        yee_face face = {.size = sizeof face,
                         .axis = n % 3,
                         .cells = CELLS,
                         .width = width,
                         .dt = 1e-3 / (2 * YEE_C0),
                         .eps_r = eps_r[n / 6],
                         .mu_r = 1};
        yee_face all[6];
        check_faces(&face, all);
        for (face.side = 0; face.side < 2; face.side++) {
            bool good;
            if (!close_face(c, instance, &face, &closure[face.side], &good))
                return !good;
            if (!check_face(c, instance, &face, closure[face.side]))
                return true;
        }
        first = n ? first : closure[0];
        if ((closure[0].rule == YEE_FACE_PERIODIC) == (closure[1].rule == YEE_FACE_PERIODIC))
            continue;
        check_judge(c, false, "close() is periodic at one face of axis %d only", face.axis);
        return true;
    }
    /* both precisions once; the other configurations in the one whose rounding is less far away */
    if (first.layer || first.damped || !*c->note)
        check_reflection(c, instance, &first, !*c->note);
    return true;
}
