/* Memory that dies together. */
#include "base/arena.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static yee_arena *arena;
static void setup(void)
{
    arena = yee_arena_new();
    ck_assert_ptr_nonnull(arena);
}
static void teardown(void) { yee_arena_free(arena); }

START_TEST(pieces_are_zeroed_and_aligned_to_64_bytes)
{
    for (size_t bytes = 0; bytes < 300; bytes += 7) {
        unsigned char *p = yee_arena_alloc(arena, bytes);
        ck_assert_ptr_nonnull(p);
        ck_assert_uint_eq((uintptr_t)p % 64, 0);
        for (size_t i = 0; i < bytes; i++)
            ck_assert_uint_eq(p[i], 0);
        memset(p, 0xFF, bytes); /* the next piece must be zero all the same */
    }
}
END_TEST

START_TEST(pieces_do_not_overlap)
{
    enum { N = 64, SIZE = 100 };
    unsigned char *p[N];
    for (int n = 0; n < N; n++)
        memset(p[n] = yee_arena_alloc(arena, SIZE), n, SIZE);
    for (int n = 0; n < N; n++)
        for (int i = 0; i < SIZE; i++)
            ck_assert_int_eq(p[n][i], n);
}
END_TEST

START_TEST(more_than_there_is_gives_null)
{
    ck_assert_ptr_null(yee_arena_alloc(arena, SIZE_MAX));
    ck_assert_ptr_null(yee_arena_alloc(arena, SIZE_MAX - 64));
    ck_assert_ptr_nonnull(yee_arena_alloc(arena, 1));
}
END_TEST

START_TEST(copies_are_equal_and_independent)
{
    char text[] = "soil";
    char *copy = yee_arena_text(arena, text);
    char *bytes = yee_arena_copy(arena, text, 2);
    text[0] = 'x';
    ck_assert_str_eq(copy, "soil");
    ck_assert_mem_eq(bytes, "so", 2);
    ck_assert_ptr_nonnull(yee_arena_copy(arena, NULL, 0));
}
END_TEST

START_TEST(formatted_text_has_no_fixed_length)
{
    char *text = yee_arena_format(arena, "%5000d|%s", 7, "end");
    ck_assert_uint_eq(strlen(text), 5004);
    ck_assert_str_eq(text + 4999, "7|end");
}
END_TEST

START_TEST(freeing_nothing_is_allowed) { yee_arena_free(NULL); }
END_TEST

enum { PIECES = 2000 };
static void *allocate(void *list)
{
    for (int i = 0; i < PIECES; i++)
        memset(((char **)list)[i] = yee_arena_alloc(arena, 16), i % 100, 16);
    return NULL;
}

START_TEST(several_threads_take_from_one_arena)
{
    static char *list[3][PIECES];
    pthread_t thread[3];
    for (int t = 0; t < 3; t++)
        ck_assert_int_eq(pthread_create(&thread[t], NULL, allocate, list[t]), 0);
    for (int t = 0; t < 3; t++)
        pthread_join(thread[t], NULL);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < PIECES; i++)
            for (int k = 0; k < 16; k++)
                ck_assert_int_eq(list[t][i][k], i % 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("arena");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, pieces_are_zeroed_and_aligned_to_64_bytes);
    tcase_add_test(tests, pieces_do_not_overlap);
    tcase_add_test(tests, more_than_there_is_gives_null);
    tcase_add_test(tests, copies_are_equal_and_independent);
    tcase_add_test(tests, formatted_text_has_no_fixed_length);
    tcase_add_test(tests, freeing_nothing_is_allowed);
    tcase_add_test(tests, several_threads_take_from_one_arena);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
