/* Records of cut cells: the lines through a cell and what covers what on them. */
#include "problem/surface/lines.h"
#include "suite.h"

#include <check.h>
#include <string.h>

enum { W = YEE_LINE_WHOLE };

static yee_cuts cuts;
static void setup(void) { yee_cuts_begin(&cuts, (const bool[]){false, false, false}); }
static void teardown(void) { yee_cuts_end(&cuts); }

static yee_cut *record(uint32_t paint)
{
    const uint32_t number = yee_cuts_add(&cuts, paint, 1);
    ck_assert_uint_ne(number, UINT32_MAX);
    return yee_cuts_at(&cuts, number);
}

/* The paint at each unit of a line. */
static void unroll(const yee_cut *cut, int line, uint32_t *paint)
{
    const yee_line *l = &cut->line[line];
    int from = 0;
    ck_assert_int_ge(l->parts, 1);
    ck_assert_int_le(l->parts, YEE_LINE_PARTS);
    for (int p = 0; p < l->parts; p++) {
        const int to = p + 1 < l->parts ? l->cut[p] : W;
        ck_assert_int_lt(from, to);
        ck_assert_uint_lt(l->paint[p], cut->paints);
        for (; from < to; from++)
            paint[from] = cut->paint[l->paint[p]];
    }
}

/* Parts of a line: their ends and paints. */
static void is(const yee_cut *cut, int line, int parts, const int *end, const uint32_t *paint)
{
    const yee_line *l = &cut->line[line];
    ck_assert_int_eq(l->parts, parts);
    for (int p = 0; p < parts; p++) {
        ck_assert_uint_eq(cut->paint[l->paint[p]], paint[p]);
        if (p + 1 < parts)
            ck_assert_int_eq(l->cut[p], end[p]);
    }
}
#define IS(cut, line, parts, ...) is(cut, line, parts, (const int[]){__VA_ARGS__}, paint_of)
#define PAINTS(...) const uint32_t paint_of[] = {__VA_ARGS__}

START_TEST(a_new_record_is_all_of_its_paint)
{
    yee_cut *c = record(5);
    PAINTS(5);
    ck_assert_uint_eq(c->middle, 5);
    for (int n = 0; n < cuts.lines; n++)
        IS(c, n, 1, W);
}
END_TEST

START_TEST(a_paint_lies_over_those_before)
{
    yee_cut *c = record(0);
    yee_cut_cover(c, 0, 100, 300, 1);
    {
        PAINTS(0, 1, 0);
        IS(c, 0, 3, 100, 300);
    }
    yee_cut_cover(c, 0, 200, 1000, 2);
    {
        PAINTS(0, 1, 2, 0);
        IS(c, 0, 4, 100, 200, 1000);
    }
    yee_cut_cover(c, 0, 50, 2000, 3);
    {
        PAINTS(0, 3, 0);
        IS(c, 0, 3, 50, 2000);
    }
    yee_cut_cover(c, 0, 0, W, 4);
    {
        PAINTS(4);
        IS(c, 0, 1, W);
    }
    PAINTS(0);
    for (int n = 1; n < cuts.lines; n++) /* the other lines know nothing of it */
        IS(c, n, 1, W);
}
END_TEST

START_TEST(paints_that_touch_leave_nothing_between_them)
{
    yee_cut *c = record(0);
    yee_cut_cover(c, 0, 0, 20000, 1);
    yee_cut_cover(c, 0, 20000, W, 2);
    {
        PAINTS(1, 2);
        IS(c, 0, 2, 20000);
    }
    yee_cut_cover(c, 1, 20000, W, 2);
    yee_cut_cover(c, 1, 0, 20000, 1);
    {
        PAINTS(1, 2);
        IS(c, 1, 2, 20000);
    }
}
END_TEST

START_TEST(neighbours_of_one_paint_are_one_part)
{
    yee_cut *c = record(0);
    PAINTS(0, 1, 0);
    yee_cut_cover(c, 0, 100, 200, 1);
    yee_cut_cover(c, 0, 200, 300, 1);
    yee_cut_cover(c, 0, 150, 250, 1);
    yee_cut_cover(c, 0, 10, 20, 0);
    IS(c, 0, 3, 100, 300);
}
END_TEST

START_TEST(nothing_covers_nothing)
{
    yee_cut *c = record(0);
    PAINTS(0);
    yee_cut_cover(c, 0, 100, 100, 1);
    yee_cut_cover(c, 0, 200, 100, 1);
    yee_cut_cover(c, 0, 0, 0, 1);
    yee_cut_cover(c, 0, W, W, 1);
    IS(c, 0, 1, W);
}
END_TEST

START_TEST(the_shortest_of_too_many_parts_joins_its_longer_neighbour)
{
    yee_cut *c = record(0);
    yee_cut_cover(c, 0, 10000, 20000, 1);
    yee_cut_cover(c, 0, 30000, 30010, 2); /* 0 1 0 2 0: five; 2 goes to the last 0 */
    {
        PAINTS(0, 1, 0);
        IS(c, 0, 3, 10000, 20000);
    }
    c = record(0);
    yee_cut_cover(c, 0, 0, 20000, 1);
    yee_cut_cover(c, 0, 20000, 40000, 2);
    yee_cut_cover(c, 0, 40000, 60000, 3);
    yee_cut_cover(c, 0, 20000, 20005, 4); /* 1 4 2 3 0; before is longer by 5 */
    {
        PAINTS(1, 2, 3, 0);
        IS(c, 0, 4, 20005, 40000, 60000);
    }
    c = record(0); /* the shortest is the first one */
    yee_cut_cover(c, 0, 100, 20000, 1);
    yee_cut_cover(c, 0, 20000, 40000, 2);
    yee_cut_cover(c, 0, 40000, 60000, 3); /* 0 1 2 3 0 */
    {
        PAINTS(1, 2, 3, 0);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
    c = record(0); /* and the last one */
    yee_cut_cover(c, 0, 20000, 40000, 1);
    yee_cut_cover(c, 0, 40000, 60000, 2);
    yee_cut_cover(c, 0, 60000, W - 100, 3); /* 0 1 2 3 0 */
    {
        PAINTS(0, 1, 2, 3);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
    c = record(0); /* two more parts at once: the one inside joins, then nothing else has to */
    yee_cut_cover(c, 0, 20000, 40000, 1);
    yee_cut_cover(c, 0, 40000, 60000, 2); /* 0 1 2 0 */
    yee_cut_cover(c, 0, 50000, 50100, 3); /* 0 1 2 3 2 0 */
    {
        PAINTS(0, 1, 2, 0);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
}
END_TEST

START_TEST(a_ninth_paint_counts_as_the_eighth)
{
    yee_cut *c = record(10);
    for (uint32_t n = 1; n < 12; n++)
        yee_cut_cover(c, (int)n % cuts.lines, 0, 30000, 10 + n);
    ck_assert_uint_eq(c->paints, YEE_CUT_PAINTS);
    for (uint32_t n = 0; n < YEE_CUT_PAINTS; n++)
        ck_assert_uint_eq(c->paint[n], 10 + n);
    for (uint32_t n = 1; n < 12; n++) {
        PAINTS(n < YEE_CUT_PAINTS ? 10 + n : 10 + YEE_CUT_PAINTS - 1, 10);
        IS(c, (int)n % cuts.lines, 2, 30000);
    }
}
END_TEST

/* As long as no line has had more than four parts every unit has its latest paint. */
START_TEST(every_unit_has_its_latest_paint)
{
    static uint32_t due[W], found[W];
    uint32_t state = 1;
    int compared = 0;
    for (int set = 0; set < 200; set++) {
        yee_cut *c = record(0);
        memset(due, 0, sizeof due);
        for (int n = 0; n < 6; n++) {
            int end[2];
            for (int e = 0; e < 2; e++) {
                state = state * 1664525u + 1013904223u;
                end[e] = (int)((uint64_t)(state >> 8) * (W + 1) >> 24);
                end[e] = end[e] < W / 8 ? 0 : end[e] > W - W / 8 ? W : end[e];
            }
            const uint32_t paint = 1 + (uint32_t)n % 5;
            int parts = 1;
            for (int i = end[0]; i < end[1]; i++)
                due[i] = paint;
            for (int i = 1; i < W; i++)
                parts += due[i] != due[i - 1];
            if (parts > YEE_LINE_PARTS)
                break;
            yee_cut_cover(c, 3, end[0], end[1], paint);
            unroll(c, 3, found);
            ck_assert(!memcmp(found, due, sizeof due));
            compared++;
        }
    }
    ck_assert_int_gt(compared, 600);
}
END_TEST

START_TEST(a_removed_record_is_used_again)
{
    const uint32_t first = yee_cuts_add(&cuts, 3, 1), second = yee_cuts_add(&cuts, 4, 1);
    yee_cut_cover(yee_cuts_at(&cuts, first), 2, 0, 100, 7);
    yee_cuts_remove(&cuts, first);
    const uint32_t third = yee_cuts_add(&cuts, 9, 2);
    ck_assert_uint_eq(third, first);
    PAINTS(9);
    for (int n = 0; n < cuts.lines; n++)
        IS(yee_cuts_at(&cuts, third), n, 1, W);
    ck_assert_uint_eq(yee_cuts_at(&cuts, third)->paints, 1);
    ck_assert_uint_eq(yee_cuts_at(&cuts, second)->middle, 4);
    ck_assert_uint_eq(yee_cuts_add(&cuts, 9, 2), 2);
}
END_TEST

START_TEST(records_keep_what_they_hold_while_more_are_made)
{
    enum { N = 1000 };
    for (uint32_t n = 0; n < N; n++)
        yee_cut_cover(record(n), (int)n % cuts.lines, 10, 20 + (int)n, n + 1);
    for (uint32_t n = 0; n < N; n++) {
        PAINTS(n, n + 1, n);
        IS(yee_cuts_at(&cuts, n), (int)n % cuts.lines, 3, 10, 20 + (int)n);
    }
}
END_TEST

/* Every line of a cell is one of one axis at one place across. */
static void lines_of(bool x, bool y, bool z, const int *sub, int lines)
{
    yee_cuts own;
    yee_cuts_begin(&own, (const bool[]){x, y, z});
    const bool invariant[3] = {x, y, z};
    const uint32_t number = yee_cuts_add(&own, 0, 1);
    const yee_cut *c = yee_cuts_at(&own, number);
    bool met[64] = {false};
    int count = 0;
    ck_assert_int_eq(own.lines, lines);
    for (int a = 0; a < 3; a++) {
        ck_assert_int_eq(own.sub[a], sub[a]);
        ck_assert_int_eq(own.first[a] < 0, invariant[a]);
        for (int p = 0; p < sub[a == 0 ? 1 : 0] && !invariant[a]; p++)
            for (int q = 0; q < sub[a == 2 ? 1 : 2]; q++, count++) {
                const ptrdiff_t line = yee_cut_line(&own, c, a, p, q) - c->line;
                ck_assert(line >= 0 && line < lines && !met[line]);
                met[line] = true;
            }
        for (int p = 0; p < sub[a]; p++) /* places divide the cell evenly */
            ck_assert(yee_cuts_place(&own, a, p) == (2 * p + 1) / (2. * sub[a]));
    }
    ck_assert_int_eq(count, lines);
    yee_cuts_end(&own);
}

START_TEST(three_dimensions_have_four_lines_along_each_axis)
{
    lines_of(false, false, false, (const int[]){2, 2, 2}, 12);
}
END_TEST

START_TEST(two_dimensions_have_four_lines_along_either_axis)
{
    lines_of(true, false, false, (const int[]){1, 4, 4}, 8);
    lines_of(false, true, false, (const int[]){4, 1, 4}, 8);
    lines_of(false, false, true, (const int[]){4, 4, 1}, 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lines");
    TCase *tests = tcase_create("lines");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_new_record_is_all_of_its_paint);
    tcase_add_test(tests, a_paint_lies_over_those_before);
    tcase_add_test(tests, paints_that_touch_leave_nothing_between_them);
    tcase_add_test(tests, neighbours_of_one_paint_are_one_part);
    tcase_add_test(tests, nothing_covers_nothing);
    tcase_add_test(tests, the_shortest_of_too_many_parts_joins_its_longer_neighbour);
    tcase_add_test(tests, a_ninth_paint_counts_as_the_eighth);
    tcase_add_test(tests, every_unit_has_its_latest_paint);
    tcase_add_test(tests, a_removed_record_is_used_again);
    tcase_add_test(tests, records_keep_what_they_hold_while_more_are_made);
    tcase_add_test(tests, three_dimensions_have_four_lines_along_each_axis);
    tcase_add_test(tests, two_dimensions_have_four_lines_along_either_axis);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
