/* nudge.c: a law without words and maps in place of that of wobble.c, with the coefficients and the
 * signal of that one. */
#include "drawn_law.h"
#include "reshape.h"
#include "session.h"

#define LAW_NAME nudge
#define LAW_FILE "nudge.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

/* Laws that are equal but for their place in memory: two texts. */
#define NUDGE \
    { \
        YEE_LAW(nudge, 1, YEE_LAW_EDGE), YEE_LAW_HELD(nudge), \
            .params = 5, .signals = 1, .prepare = prepare, .least = one, .reach = one, \
    }
static const yee_law nudge[2] = {NUDGE, NUDGE};

void take_bare_laws(test_case *t, int texts)
{
    yee_problem *q = &t->problem;
    yee_law_use *use = yee_arena_alloc(t->arena, ((size_t)q->laws + 1) * sizeof *use);
    ck_assert_ptr_nonnull(use);
    for (int64_t n = 0; n < q->laws; n++) {
        use[n] = q->law[n];
        if (texts > 0 || n == 0) /* else the others keep theirs */
            use[n].law = &nudge[texts == 2 ? n % 2 : 0];
    }
    q->law = use;
}
