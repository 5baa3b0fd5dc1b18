/* conformance_hashes [SCHEME ...]: a line "scheme form precision hash" for each case of the
 * battery that the scheme accepts. Two builds with equal lines execute the battery bit for bit
 * alike:
 *
 *     diff <(old/conformance_hashes tiled) <(new/conformance_hashes tiled) */
#include "base/hash.h"
#include "session.h"

enum { STEPS = 24, SEEDS = 4, MOST = 64 };

/* Fields, deliveries, energies and all that a checkpoint keeps. */
static uint64_t hash_of(const outcome *o)
{
    const yee_problem *p = &o->of->problem;
    uint64_t hash = yee_hash_bytes(YEE_HASH_START, o->energy, sizeof o->energy);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        hash = yee_hash_bytes(hash, o->field[c],
                              (size_t)yee_grid_points(&p->grid, c) * sizeof(double));
    for (int64_t n = 0; n < p->taps; n++) {
        const size_t count = (size_t)o->deliveries[n];
        if (count == 0)
            continue;
        hash = yee_hash_bytes(hash, o->when[n], count * sizeof **o->when);
        hash = yee_hash_bytes(hash, o->value[n],
                              count * (size_t)p->tap[n].values * sizeof **o->value);
    }
    return yee_hash_bytes(hash, &o->state, sizeof o->state);
}

static void print_hashes(const char *name)
{
    const runner scheme = configured(name, "");
    for (uint64_t at = 0; scheme.ops && at < SEEDS * (CASE_FORMS + 10); at++) {
        const unsigned form = (unsigned)(at / SEEDS);
        unsigned forms =
            form < CASE_FORMS ? 1u << form : (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
        if (forms & CASE_MAGNETIC)
            forms |= CASE_MEDIA | CASE_SECTIONS;
        test_case *t = case_new(at, forms, at % 2 ? YEE_F32 : YEE_F64, STEPS);
        outcome *o = t ? battery_run(&scheme, t, 1, ROUTE_STRAIGHT) : NULL;
        if (o && o->status == YEE_OK)
            printf("%s %02u:%03x %s %016llx\n", name, (unsigned)at, forms,
                   at % 2 ? "f32" : "f64", (unsigned long long)hash_of(o));
        outcome_free(o);
        case_free(t);
    }
}

static const char *names[MOST];
static int schemes;

static bool collect(void *user, const yee_plugin *plugin, const yee_module *module,
                    const char *file)
{
    (void)user;
    (void)module;
    (void)file;
    if (plugin->kind == YEE_SCHEME && schemes < MOST)
        names[schemes++] = plugin->name;
    return true;
}

/* A Check test, because opening a scheme is asserted. */
START_TEST(hashes)
{
    for (int n = 0; n < schemes; n++)
        print_hashes(names[n]);
}
END_TEST

int main(int argc, char **argv)
{
    if (!open_session())
        return 1;
    for (int n = 1; n < argc && schemes < MOST; n++)
        names[schemes++] = argv[n];
    if (argc == 1)
        yee_session_plugins(session, collect, NULL);
    Suite *suite = suite_create("hashes");
    TCase *all = tcase_create("hashes");
    tcase_add_test(all, hashes);
    suite_add_tcase(suite, all);
    SRunner *play = srunner_create(suite);
    srunner_set_fork_status(play, CK_NOFORK); /* a CUDA context survives no fork */
    srunner_run_all(play, CK_ENV);
    const int failed = srunner_ntests_failed(play);
    srunner_free(play);
    yee_session_close(session);
    yee_arena_free(arena);
    return failed != 0;
}
