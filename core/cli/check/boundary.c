/* core/cli/check/boundary.c: a boundary closes all six faces of any grid, and stretches and
 * damps within physics. */
#include "check.h"
#include "plugin/call.h"
#include <math.h>

enum { CELLS = 64 };

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
        if (YEE_CALL(instance, ops, stretch, &instance->host, instance->config, face, depth,
                     thickness, &s)) {
            check_judge(c, false, "stretch() fails at depth %g m of %g m: %s", depth, thickness,
                        yee_session_error(c->session));
            return false;
        }
        if (isfinite(s.kappa) && isfinite(s.sigma) && isfinite(s.alpha) && s.kappa >= 1 &&
            s.sigma >= 0 && s.alpha >= 0)
            continue;
        check_judge(c, false, "at depth %g m of %g m kappa = %g, sigma = %g, alpha = %g", depth,
                    thickness, s.kappa, s.sigma, s.alpha);
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
        if (YEE_CALL(instance, ops, damping, &instance->host, instance->config, face, depth,
                     thickness, &rate)) {
            check_judge(c, false, "damping() fails at depth %g m of %g m: %s", depth, thickness,
                        yee_session_error(c->session));
            return false;
        }
        if (isfinite(rate) && rate >= 0)
            continue;
        check_judge(c, false, "at depth %g m of %g m the rate is %g 1/s", depth, thickness,
                    rate);
        return false;
    }
    return true;
}

static bool close_face(const yee_instance *instance, const yee_face *face, yee_closure *closure)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    *closure = (yee_closure){.size = sizeof *closure};
    return !YEE_CALL(instance, ops, close, &instance->host, instance->config, face, closure);
}

/* True when the face was closed well. */
static bool check_face(check *c, const yee_instance *instance, const yee_face *face,
                       yee_closure closure)
{
    bool known = closure.rule == YEE_FACE_PEC || closure.rule == YEE_FACE_PMC ||
                 closure.rule == YEE_FACE_PERIODIC;
    if (closure.damped < 0 || (closure.damped && closure.layer)) {
        check_judge(c, false, "closes face %d%c with %lld damped cells and a layer of %lld",
                    face->axis, face->side ? '+' : '-', (long long)closure.damped,
                    (long long)closure.layer);
        return false;
    }
    if (!known || closure.layer < 0) {
        check_judge(c, false, "closes face %d%c with rule %d and a layer of %lld cells",
                    face->axis, face->side ? '+' : '-', (int)closure.rule,
                    (long long)closure.layer);
        return false;
    }
    return (!closure.layer || check_stretch(c, instance, face, closure.layer)) &&
           (!closure.damped || check_damping(c, instance, face, closure.damped));
}

bool check_boundary(check *c, const yee_instance *instance)
{
    static const double eps_r[] = {1, 80};
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
        for (face.side = 0; face.side < 2; face.side++) {
            if (!close_face(instance, &face, &closure[face.side]))
                return false;
            if (!check_face(c, instance, &face, closure[face.side]))
                return true;
        }
        if ((closure[0].rule == YEE_FACE_PERIODIC) == (closure[1].rule == YEE_FACE_PERIODIC))
            continue;
        check_judge(c, false, "is periodic at one face of axis %d only", face.axis);
        return true;
    }
    return true;
}
