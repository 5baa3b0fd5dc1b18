/* Records of cut cells: the lines through a cell and what covers what on them. */
#include "problem/surface/lines.h"
#include "suite.h"
#include <math.h>

#include <check.h>
#include <string.h>

enum { W = YEE_LINE_WHOLE };

static yee_cuts cuts;
static yee_cut_stock stock;
static void setup(void)
{
    ck_assert(yee_cuts_begin(&cuts, (const bool[]){false, false, false}));
    stock = yee_cut_stock_begin();
}
static void teardown(void) { yee_cuts_end(&cuts); }

static yee_cell_cut *record(uint32_t paint)
{
    const uint32_t number = yee_cuts_add(&cuts, &stock, paint, 1);
    ck_assert_uint_ne(number, UINT32_MAX);
    return yee_cuts_at(&cuts, number);
}

static void cover(yee_cell_cut *cut, int line, int from, int to, uint32_t paint)
{
    ck_assert(yee_cuts_cover(&cuts, &stock, cut, line, from, to, paint));
}

/* The paint at each unit of a line. */
static void unroll(const yee_cell_cut *record, int line, uint32_t *paint)
{
    yee_lines own;
    const yee_lines *cut = yee_cuts_lines(&cuts, record, &own);
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
static void is(const yee_cell_cut *record, int line, int parts, const int *end,
               const uint32_t *paint)
{
    yee_lines own;
    const yee_lines *cut = yee_cuts_lines(&cuts, record, &own);
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
    yee_cell_cut *c = record(5);
    PAINTS(5);
    ck_assert_uint_eq(c->middle, 5);
    for (int n = 0; n < cuts.lines; n++)
        IS(c, n, 1, W);
}
END_TEST

START_TEST(a_paint_lies_over_those_before)
{
    yee_cell_cut *c = record(0);
    cover(c, 0, 100, 300, 1);
    {
        PAINTS(0, 1, 0);
        IS(c, 0, 3, 100, 300);
    }
    cover(c, 0, 200, 1000, 2);
    {
        PAINTS(0, 1, 2, 0);
        IS(c, 0, 4, 100, 200, 1000);
    }
    cover(c, 0, 50, 2000, 3);
    {
        PAINTS(0, 3, 0);
        IS(c, 0, 3, 50, 2000);
    }
    cover(c, 0, 0, W, 4);
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
    yee_cell_cut *c = record(0);
    cover(c, 0, 0, 20000, 1);
    cover(c, 0, 20000, W, 2);
    {
        PAINTS(1, 2);
        IS(c, 0, 2, 20000);
    }
    cover(c, 1, 20000, W, 2);
    cover(c, 1, 0, 20000, 1);
    {
        PAINTS(1, 2);
        IS(c, 1, 2, 20000);
    }
}
END_TEST

START_TEST(neighbours_of_one_paint_are_one_part)
{
    yee_cell_cut *c = record(0);
    PAINTS(0, 1, 0);
    cover(c, 0, 100, 200, 1);
    cover(c, 0, 200, 300, 1);
    cover(c, 0, 150, 250, 1);
    cover(c, 0, 10, 20, 0);
    IS(c, 0, 3, 100, 300);
}
END_TEST

START_TEST(nothing_covers_nothing)
{
    yee_cell_cut *c = record(0);
    PAINTS(0);
    cover(c, 0, 100, 100, 1);
    cover(c, 0, 200, 100, 1);
    cover(c, 0, 0, 0, 1);
    cover(c, 0, W, W, 1);
    IS(c, 0, 1, W);
}
END_TEST

START_TEST(the_shortest_of_too_many_parts_joins_its_longer_neighbour)
{
    yee_cell_cut *c = record(0);
    cover(c, 0, 10000, 20000, 1);
    cover(c, 0, 30000, 30010, 2); /* 0 1 0 2 0: five; 2 goes to the last 0 */
    {
        PAINTS(0, 1, 0);
        IS(c, 0, 3, 10000, 20000);
    }
    c = record(0);
    cover(c, 0, 0, 20000, 1);
    cover(c, 0, 20000, 40000, 2);
    cover(c, 0, 40000, 60000, 3);
    cover(c, 0, 20000, 20005, 4); /* 1 4 2 3 0; before is longer by 5 */
    {
        PAINTS(1, 2, 3, 0);
        IS(c, 0, 4, 20005, 40000, 60000);
    }
    c = record(0); /* the shortest is the first one */
    cover(c, 0, 100, 20000, 1);
    cover(c, 0, 20000, 40000, 2);
    cover(c, 0, 40000, 60000, 3); /* 0 1 2 3 0 */
    {
        PAINTS(1, 2, 3, 0);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
    c = record(0); /* and the last one */
    cover(c, 0, 20000, 40000, 1);
    cover(c, 0, 40000, 60000, 2);
    cover(c, 0, 60000, W - 100, 3); /* 0 1 2 3 0 */
    {
        PAINTS(0, 1, 2, 3);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
    c = record(0); /* two more parts at once: the one inside joins, then nothing else has to */
    cover(c, 0, 20000, 40000, 1);
    cover(c, 0, 40000, 60000, 2); /* 0 1 2 0 */
    cover(c, 0, 50000, 50100, 3); /* 0 1 2 3 2 0 */
    {
        PAINTS(0, 1, 2, 0);
        IS(c, 0, 4, 20000, 40000, 60000);
    }
}
END_TEST

START_TEST(a_ninth_paint_counts_as_the_eighth)
{
    yee_cell_cut *c = record(10);
    for (uint32_t n = 1; n < 12; n++)
        cover(c, (int)n % cuts.lines, 0, 30000, 10 + n);
    const uint32_t *paint;
    ck_assert_uint_eq(yee_cuts_paints(&cuts, c, &paint), YEE_CUT_PAINTS);
    for (uint32_t n = 0; n < YEE_CUT_PAINTS; n++)
        ck_assert_uint_eq(paint[n], 10 + n);
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
        yee_cell_cut *c = record(0);
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
            cover(c, 3, end[0], end[1], paint);
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
    const uint32_t first = yee_cuts_add(&cuts, &stock, 3, 1),
                   second = yee_cuts_add(&cuts, &stock, 4, 1);
    cover(yee_cuts_at(&cuts, first), 2, 0, 100, 7);
    yee_cuts_remove(&cuts, &stock, first);
    const uint32_t third = yee_cuts_add(&cuts, &stock, 9, 2);
    ck_assert_uint_eq(third, first);
    PAINTS(9);
    for (int n = 0; n < cuts.lines; n++)
        IS(yee_cuts_at(&cuts, third), n, 1, W);
    const uint32_t *paint;
    ck_assert_uint_eq(yee_cuts_paints(&cuts, yee_cuts_at(&cuts, third), &paint), 1);
    ck_assert_uint_eq(yee_cuts_at(&cuts, second)->middle, 4);
    ck_assert_uint_eq(yee_cuts_add(&cuts, &stock, 9, 2), 2);
}
END_TEST

START_TEST(records_keep_what_they_hold_while_more_are_made)
{
    enum { N = 3 * YEE_CUT_CHUNK / 2 };
    for (uint32_t n = 0; n < N; n++)
        cover(record(n), (int)n % cuts.lines, 10, 20 + (int)n, n + 1);
    for (uint32_t n = 0; n < N; n++) {
        PAINTS(n, n + 1, n);
        IS(yee_cuts_at(&cuts, n), (int)n % cuts.lines, 3, 10, 20 + (int)n);
    }
}
END_TEST

/* Two paints that meet once on every line, whichever comes first, are kept by the record alone;
 * nothing of them is lost when they become more. */
START_TEST(two_paints_become_more_without_a_change)
{
    yee_cell_cut *c = record(5);
    for (int n = 0; n < cuts.lines; n++)
        cover(c, n, n % 2 ? 0 : 100 + n, n % 2 ? 200 + n : W, 6);
    cover(c, 2, 0, W, 5);
    cover(c, 3, 0, W, 6);
    for (int more = 0; more < 2; more++) {
        ck_assert_int_eq(c->more != YEE_NO_RECORD, more);
        for (int n = 0; n < cuts.lines; n++) {
            PAINTS(n % 2 ? 6 : 5, n % 2 ? 5 : 6);
            IS(c, n, n == 2 || n == 3 ? 1 : 2, n % 2 ? 200 + n : 100 + n);
        }
        const uint32_t *paint;
        ck_assert_uint_eq(yee_cuts_paints(&cuts, c, &paint), 2 + (uint32_t)more);
        cover(c, 0, 5, 5, 7); /* a third paint, on no line */
    }
}
END_TEST

START_TEST(lines_of_many_paints_are_used_again)
{
    for (int n = 0; n < 3; n++) {
        const uint32_t number = yee_cuts_add(&cuts, &stock, 0, 1);
        cover(yee_cuts_at(&cuts, number), 1, 10, 20, 1);
        ck_assert_uint_eq(yee_cuts_at(&cuts, number)->more, 0);
        yee_cuts_remove(&cuts, &stock, number);
    }
    cover(record(0), 1, 10, 20, 1);
    cover(record(0), 1, 10, 20, 1);
    ck_assert_uint_eq(stock.more_next, 2);
}
END_TEST

/* Every line of a cell is one of one axis at one place across. */
static void lines_of(bool x, bool y, bool z, const int *sub, int lines)
{
    yee_cuts own;
    ck_assert(yee_cuts_begin(&own, (const bool[]){x, y, z}));
    const bool invariant[3] = {x, y, z};
    bool met[64] = {false};
    int count = 0;
    ck_assert_int_eq(own.lines, lines);
    for (int a = 0; a < 3; a++) {
        ck_assert_int_eq(own.sub[a], sub[a]);
        ck_assert_int_eq(own.first[a] < 0, invariant[a]);
        for (int p = 0; p < sub[a == 0 ? 1 : 0] && !invariant[a]; p++)
            for (int q = 0; q < sub[a == 2 ? 1 : 2]; q++, count++) {
                const int line = yee_cuts_line_at(&own, a, p, q);
                ck_assert(line >= 0 && line < lines && !met[line]);
                met[line] = true;
            }
        for (int p = 0; p < sub[a]; p++) /* places divide the cell evenly */
            ck_assert(fabs(yee_cuts_place(&own, a, p) - (2 * p + 1) / (2. * sub[a])) <=
                      YEE_LINE_ASIDE * (sub[a] > 1) * (1 + 1e-9));
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
    tcase_add_test(tests, two_paints_become_more_without_a_change);
    tcase_add_test(tests, lines_of_many_paints_are_used_again);
    tcase_add_test(tests, three_dimensions_have_four_lines_along_each_axis);
    tcase_add_test(tests, two_dimensions_have_four_lines_along_either_axis);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
