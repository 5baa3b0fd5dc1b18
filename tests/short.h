/* tests/short.h: suites under a tool that makes programs fifty times as slow.
 *
 * With $YEE_TEST_SHORT set a test opens, plans, writes and reads all that it does otherwise,
 * but a run ends after a few steps (short_steps) and of many cases of one kind a part is taken
 * (short_every). What a test says of the numbers of a run that was cut short cannot hold:
 * short_asserts.h. */
#ifndef YEE_TESTS_SHORT_H
#define YEE_TESTS_SHORT_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Cells times steps of a run, and its steps at least. */
enum { SHORT_WORK = 100000, SHORT_STEPS = 5 };

static bool short_was_cut; /* a run of this test, which is a process of its own */

static inline bool short_on(void)
{
    const char *set = getenv("YEE_TEST_SHORT");
    return set && *set && *set != '0';
}

/* The step through many cases of a kind, of which a short suite takes every n-th. */
static inline int short_every(int n) { return short_on() ? n : 1; }

/* With $YEE_TEST_FEW a suite of many cases takes a part of them, each of its whole length. */
static inline bool few_on(void)
{
    const char *set = getenv("YEE_TEST_FEW");
    return set && *set && *set != '0';
}

/* The step through many cases of a kind, of which few are taken; times short_every. */
static inline int few_every(int n) { return few_on() ? n : 1; }

/* Where a short suite takes every n-th case, of few it takes every m-th: one prime to what cases are
 * drawn by, so that all kinds come in turn. */
static inline int short_every_few(int n, int m)
{
    return short_on() && few_on() ? m : short_every(n);
}

/* The number of a loop test of cases with n variants each: of few every case with one of them, so that
 * the loop is few_every(n) times as short. */
static inline int few_index(int i, int n) { return few_on() ? n * i + i % n : i; }

/* The case after case i of random ones, most of which are drawn by small divisors of their number: of a
 * short suite the many-th, of few every n-th on the average, each time another of n neighbours. Of n =
 * 3 those are 0, 4, 8, 9, 13, ...: even and odd, of all remainders by 3, 4 and 5. */
static inline uint64_t case_after(uint64_t i, int many, int n)
{
    const uint64_t step = (uint64_t)n;
    if (short_on() || !few_on())
        return i + (uint64_t)short_every(many);
    return i % step < step - 1 ? i + step + 1 : i + 1;
}

/* The number of a loop test of cases with n variants each: every case with one of them, so that
 * the loop is short_every(n) times as short. */
static inline int short_index(int i, int n) { return short_on() ? n * i + i % n : i; }

/* How many of `steps` more steps a run does that is after step `done`. */
static inline int64_t short_steps(int64_t steps, int64_t done, double cells)
{
    const int64_t work = (int64_t)(SHORT_WORK / (cells + 1));
    const int64_t most = work > SHORT_STEPS ? work : SHORT_STEPS;
    if (!short_on() || done + steps <= most)
        return steps;
    short_was_cut = true;
    return done < most ? most - done : 0;
}

#endif
