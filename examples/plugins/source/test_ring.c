/* test_ring.c: what the source emits, through libyee: test_ring PLUGIN.so MODEL.ini
 *
 * The ring is a chain of edges. Its points lie in the frozen problem, so that no step is needed:
 * the current that flows through an edge is -amplitude/cb times the area that belongs to it, and
 * the moment m = 1/2 sum r x (I dl) of the chain is I times the area of the cells inside. */
#include <math.h>
#include <stdio.h>
#include <yee/libyee.h>

enum { CENTER = 20, RADIUS = 6 }; /* mm, of model.ini */
static const double cell = 1e-3;  /* m */

/* The moment (A m^2) along z of the points of a group, for a signal of 1. */
static double moment(const yee_problem *p, const yee_point_group *group)
{
    const yee_grid *g = &p->grid;
    const int c = group->component;
    double sum = 0;
    for (int64_t n = 0; n < group->count; n++) {
        const int64_t index = group->point[n].index;
        const int64_t j = index / g->extent[c][2] % g->extent[c][1];
        const int64_t i = index / g->extent[c][2] / g->extent[c][1];
        const double x = yee_grid_position(g, c, 0, i) - CENTER * cell;
        const double y = yee_grid_position(g, c, 1, j) - CENTER * cell;
        const double cb = p->update[yee_problem_medium(p, c, index)].cb;
        const double current = -group->point[n].amplitude / cb * cell * cell;
        sum += 0.5 * (c == YEE_EX ? -y : x) * current * cell;
    }
    return sum;
}

/* The area (m^2) of the cells whose middles the circle encloses. */
static double area(void)
{
    int count = 0;
    for (int i = 0; i < 2 * CENTER; i++)
        for (int j = 0; j < 2 * CENTER; j++) {
            const double x = i + 0.5 - CENTER, y = j + 0.5 - CENTER;
            count += x * x + y * y < RADIUS * RADIUS;
        }
    return count * cell * cell;
}

static int judge(const yee_problem *p)
{
    double sum = 0;
    for (int64_t n = 0; n < p->groups; n++)
        sum += moment(p, &p->group[n]);
    printf("moment %.12g A m^2 of %lld groups, area %.12g m^2\n", sum, (long long)p->groups,
           area());
    /* some fifty terms in double precision, of 1 A */
    return !(p->groups == 2 && fabs(sum - area()) <= 1e-12 * area());
}

int main(int argc, char **argv)
{
    yee_session_options options = {.size = sizeof options};
    yee_session *session = NULL;
    yee_model *model = NULL;
    int wrong = 1;
    if (argc == 3)
        options.plugin_path = argv[1];
    if (argc != 3 || yee_session_open(&options, &session))
        printf("%s\n", argc == 3 ? yee_session_error(NULL) : "PLUGIN.so MODEL.ini");
    else if (yee_model_read(session, argv[2], 0, NULL, &model))
        printf("%s\n", yee_session_error(session));
    else
        wrong = judge(yee_model_problem(model));
    yee_model_free(model);
    yee_session_close(session);
    return wrong;
}
