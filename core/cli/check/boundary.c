/* core/cli/check/boundary.c: a boundary closes all six faces of any grid, and stretches within
 * physics. */
#include "check.h"
#include <math.h>

enum { CELLS = 64 };

static bool check_stretch(check *c, const yee_instance *instance, const yee_face *face,
                          int64_t layer)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    const double thickness = (double)layer * face->width[0];
    if (!ops->stretch) {
        check_judge(c, false, "asks for a layer of %lld cells but has no stretch()",
                    (long long)layer);
        return false;
    }
    for (int64_t half = 0; half <= 2 * layer; half++) {
        double depth = 0.5 * (double)half * face->width[0];
        yee_stretch s = {1, 0, 0};
        if (ops->stretch(&instance->host, instance->config, face, depth, thickness, &s)) {
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

/* True when the face was closed well; *rule says how. */
static bool check_face(check *c, const yee_instance *instance, const yee_face *face,
                       yee_face_rule *rule)
{
    const yee_boundary_ops *ops = instance->plugin->ops;
    yee_closure closure = {.size = sizeof closure};
    if (ops->close(&instance->host, instance->config, face, &closure)) {
        check_skip(c, "refused: %s", yee_session_error(c->session));
        return false;
    }
    *rule = closure.rule;
    bool known = closure.rule == YEE_FACE_PEC || closure.rule == YEE_FACE_PMC ||
                 closure.rule == YEE_FACE_PERIODIC;
    if (!known || closure.layer < 0) {
        check_judge(c, false, "closes face %d%c with rule %d and a layer of %lld cells",
                    face->axis, face->side ? '+' : '-', (int)closure.rule,
                    (long long)closure.layer);
        return false;
    }
    return !closure.layer || check_stretch(c, instance, face, closure.layer);
}

void check_boundary(check *c, const yee_instance *instance)
{
    static const double eps_r[] = {1, 80};
    double width[CELLS];
    for (int i = 0; i < CELLS; i++)
        width[i] = 1e-3;
    for (int n = 0; n < 12; n++) {
        yee_face_rule rule[2] = {YEE_FACE_PEC, YEE_FACE_PEC};
        yee_face face = {.size = sizeof face,
                         .axis = n % 3,
                         .cells = CELLS,
                         .width = width,
                         .dt = 1e-3 / (2 * YEE_C0),
                         .eps_r = eps_r[n / 6],
                         .mu_r = 1};
        for (face.side = 0; face.side < 2; face.side++)
            if (!check_face(c, instance, &face, &rule[face.side]))
                return;
        if ((rule[0] == YEE_FACE_PERIODIC) != (rule[1] == YEE_FACE_PERIODIC)) {
            check_judge(c, false, "is periodic at one face of axis %d only", face.axis);
            return;
        }
    }
}
