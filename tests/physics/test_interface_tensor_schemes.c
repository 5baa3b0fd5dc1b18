/* tests/physics/test_interface_tensor_schemes.c: random models with average = tensor, by several
 * schemes and numbers of threads.
 *
 * Which cells are joined does not depend on the scheme, and no bit of the fields on the threads.
 * Schemes may sum in another order: 120 steps of some ten roundings of 1.1e-16 are 1.3e-13 of the
 * largest field, and 1e-12 where it was ten times as large in between. */
#include "tensors.h"

enum { STEPS = 120, MODELS = 24 };

/* A copy of E after all steps, V/m, the largest of it, and the cells that are joined. */
static double *fields_of(int seed, const char *scheme, int threads, int64_t *count,
                         double *most, int64_t *joined)
{
    writer w = {.length = 0};
    lab l;
    random_model(&w, seed, STEPS, scheme, threads);
    lab_open(&l, "%s", w.text);
    lab_run(&l, STEPS);
    *most = strongest(&l);
    *count = *joined = 0;
    for (int64_t n = 0; n < l.problem->field_cells; n++)
        *joined += l.problem->field_cell[n].n;
    for (int c = 0; c < 3; c++)
        *count += yee_grid_points(l.grid, c);
    double *all = calloc((size_t)*count, sizeof *all), *to = all;
    ck_assert_ptr_nonnull(all);
    for (int c = 0; c < 3; c++) {
        const int64_t points = yee_grid_points(l.grid, c);
        if (l.grid->active[c])
            memcpy(to, lab_read(&l, c), (size_t)points * sizeof *to);
        to += points;
    }
    lab_close(&l);
    return all;
}

START_TEST(all_schemes_have_the_fields_of_the_reference)
{
    static const struct {
        const char *scheme;
        int threads;
    } runs[] = {{"plain", 1}, {"plain", 3}, {"tiled", 1}, {"tiled", 3}};
    int64_t count, cells, other_count, other_cells;
    double most, other_most;
    int seed = few_index(_i, 3);
    double *e = fields_of(seed, "reference", 1, &count, &most, &cells), *before = NULL;
    while (!cells && seed < 8 * MODELS) { /* a body covers the others, or all lie in layers */
        free(e);
        e = fields_of(seed += MODELS, "reference", 1, &count, &most, &cells);
    }
    ck_assert_double_gt(most, 0);
    ck_assert_int_gt(cells, 0);
    for (size_t n = 0; n < sizeof runs / sizeof *runs; n++) {
        double *f = fields_of(seed, runs[n].scheme, runs[n].threads, &other_count, &other_most,
                              &other_cells);
        double off = 0;
        ck_assert_int_eq(other_count, count);
        ck_assert_int_eq(other_cells, cells);
        for (int64_t p = 0; p < count; p++)
            off = fmax(off, fabs(f[p] - e[p]));
        fprintf(stderr, "model %d, %s by %d: off by %.1e\n", seed, runs[n].scheme,
                runs[n].threads, off / most);
        ck_assert_double_le(off, 1e-12 * most);
        if (runs[n].threads > 1)
            ck_assert(!memcmp(f, before, (size_t)count * sizeof *f));
        free(before);
        before = f;
    }
    free(before);
    free(e);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("interface_tensor_schemes");
    TCase *t = tcase_create("schemes");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, all_schemes_have_the_fields_of_the_reference, 0,
                        MODELS / few_every(3));
    suite_add_tcase(s, t);
    return lab_main(s);
}
