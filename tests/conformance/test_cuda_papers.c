/* The schemes that map Yee's leapfrog to threads after a paper, against "cuda.split": whatever
 * both accept has the same bits, whatever the blocks. Skipped, and it says so,
 * without a GPU. */
#include "session.h"
#include <string.h>

enum { STEPS = 20, SEEDS = 60 };

typedef struct variant {
    const char *scheme, *keys;
    unsigned with, without; /* forms that it must have, cannot have */
} variant;

#define PLAIN (CASE_LAYERS | CASE_SECTIONS | CASE_MAGNETIC)
static const variant variants[] = {
    {"cuda.livesey", "approach = 1\nblock_x = 8\nblock_y = 3", 0, PLAIN},
    {"cuda.livesey", "approach = 2", 0, PLAIN},
    {"cuda.livesey", "approach = 3", 0, PLAIN},
    {"cuda.livesey", "approach = chunked\nthreads = 5", 0, PLAIN},
    {"cuda.livesey", "approach = interleaved\nthreads = 7", 0, PLAIN},
    {"cuda.takada", "shared = yes", CASE_PLANAR, PLAIN},
    {"cuda.takada", "shared = no\nblock_x = 3\nblock_y = 5", CASE_PLANAR, PLAIN},
    {"cuda.takada", "shared = yes\nblock_x = 4\nblock_y = 8", CASE_PLANAR, PLAIN},
    {"cuda.gprmax", "", 0, CASE_LAYERS},
    {"cuda.gprmax", "memory = global\nthreads = 33", 0, CASE_LAYERS},
    {"cuda.demir", "threads = 48", 0, PLAIN},
    {"cuda.hadi", "block_x = 4\nblock_y = 2\nblock_z = 3", 0, PLAIN},
};

/* Every form alone, then random combinations; every third one large. */
static test_case *draw(uint64_t seed, const variant *v)
{
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    forms = (forms | v->with) & ~v->without;
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3 == 2)
        forms |= CASE_LARGE;
    test_case *t = case_new(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, STEPS);
    ck_assert_ptr_nonnull(t);
    return t;
}

START_TEST(every_mapping_has_the_bits_of_cuda_split)
{
    const variant *v = &variants[_i];
    const runner split = configured("cuda.split", ""), other = configured(v->scheme, v->keys);
    const int every = short_every(5);
    int taken = 0, compared = 0;
    for (uint64_t seed = (uint64_t)(_i % every); seed < SEEDS; seed += (uint64_t)every) {
        test_case *t = draw(seed, v);
        taken++;
        const route way = seed % 4 == 3 ? ROUTE_RELOADED : ROUTE_STRAIGHT;
        outcome *o = execute(&other, t, way);
        outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
        if (o->status == YEE_OK && truth->status == YEE_OK) {
            char where[256] = "";
            const double error = outcome_difference(truth, o, where, sizeof where);
            ck_assert_msg(outcome_same(truth, o), "%s with %s, %s: other bits (%g, %s)",
                          v->scheme, v->keys, t->text, error, where);
            compared++;
        }
        outcome_free(truth);
        outcome_free(o);
        case_free(t);
    }
    /* what a variant may decline of these: for cuda.takada TE modes and one plane of three */
    ck_assert_msg(compared >= taken / 6, "%s with %s took only %d of %d problems", v->scheme,
                  v->keys, compared, taken);
}
END_TEST

/* A mapping says no in a sentence, and names what it does not do. */
START_TEST(mappings_decline_layers_and_poles)
{
    for (size_t n = 0; n < sizeof variants / sizeof *variants; n++) {
        const runner other = configured(variants[n].scheme, variants[n].keys);
        for (int form = 0; form < 2; form++) {
            if (!(variants[n].without & (form ? CASE_SECTIONS : CASE_LAYERS)))
                continue;
            test_case *t =
                case_new(1, (form ? CASE_SECTIONS | CASE_MEDIA : CASE_LAYERS), YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            outcome *o = execute(&other, t, ROUTE_STRAIGHT);
            ck_assert_msg(o->status == YEE_DECLINED, "%s takes %s", other.name, t->text);
            outcome_free(o);
            case_free(t);
        }
    }
}
END_TEST

int main(void)
{
    if (!open_session())
        return EXIT_FAILURE;
    if (!battery_there(session, "cuda.split"))
        return SKIPPED;
    Suite *suite = suite_create("cuda_papers");
    TCase *tcase = tcase_create("cuda_papers");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, every_mapping_has_the_bits_of_cuda_split, 0,
                        (int)(sizeof variants / sizeof *variants));
    tcase_add_test(tcase, mappings_decline_layers_and_poles);
    suite_add_tcase(suite, tcase);
    return play_suite(suite);
}
