/* wobble.c: media with a law, for random problems. */
#include "builder.h"
#include "drawn_law.h"
#include <math.h>

#define LAW_NAME wobble
#define LAW_FILE "wobble.law.h"
#define LAW_WORDS 2
#define LAW_MAPS 1
#include <yee/law_rows.h>

/* An edge that the place tells from its neighbours. */
static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    (void)self;
    const double phase = 1e3 * (at[0] + 2 * at[1] + 3 * at[2]) + place->component;
    state[0] = 0.25 + 0.25 * sin(phase);
    state[1] = 0.5 * cos(phase);
    map[0] = 0.5 + 0.5 * cos(2 * phase);
}

static void play(void *self, int64_t step, double *value)
{
    (void)self;
    value[0] = 0.5 * sin(0.3 * (double)step);
}

static const yee_law wobble = {
    YEE_LAW(wobble, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(wobble),
    .params = 5,
    .signals = 1,
    .prepare = prepare,
    .begin = begin,
    .least = one,
    .reach = one,
};
static const yee_signals signals = {.size = sizeof signals, .count = 1, .fill = play};

/* The numbers of one component of a medium. */
static const double *numbers(builder *b, double share)
{
    double *p = builder_alloc(b, 5, sizeof *p);
    if (!p)
        return NULL;
    p[0] = real(&b->r, 0.01, 0.1);
    p[1] = real(&b->r, 0.01, 0.1);
    p[2] = share * real(&b->r, 0.05, 0.3);
    p[3] = share * real(&b->r, 0.01, 0.05);
    p[4] = YEE_EPS0 * real(&b->r, 0.1, 1);
    return p;
}

/* Two instances of the law, among the electric media; where there is but one medium, it. */
void make_laws(builder *b)
{
    yee_problem *p = b->p;
    yee_law_use *use = builder_alloc(b, 2, sizeof *use);
    yee_law_medium *medium = builder_alloc(b, p->media, sizeof *medium);
    if (!b->ok)
        return;
    use[0] = use[1] = (yee_law_use){&wobble, NULL, &signals, NULL};
    p->laws = 2;
    p->law = use;
    p->law_medium = medium;
    for (int64_t m = 0; m < p->media; m++) {
        const bool may = !p->medium[m].magnetic && p->medium[m].conductor == YEE_NOT_CONDUCTOR;
        medium[m].law = -1;
        if (!may || (m > 0 && coin(&b->r)))
            continue;
        medium[m] = (yee_law_medium){.law = whole(&b->r, 0, 1), .share = real(&b->r, 0.2, 1)};
        for (int c = 0; c < 3; c++)
            medium[m].param[c] = numbers(b, medium[m].share);
    }
}
