/* yee/law_rows.h: makes the rows of a law from its text, in the plugin that has the law.
 *
 *     #define LAW_NAME kerr
 *     #define LAW_FILE "kerr.law.h"
 *     #define LAW_WORDS 0             words of state of an edge
 *     #define LAW_MAPS 0              numbers that an edge has for good
 *     #include <yee/law_rows.h>
 *
 *     static const yee_law law = {YEE_LAW(kerr, 1, YEE_LAW_EDGE), .params = 1, ...};
 *
 * The text is read once for float and once for double. It defines
 *
 *     LAW_EDGE(kerr) { ... return x; }      sees p t old lin s m, changes s
 *     LAW_ENERGY(kerr) { ... return u; }    sees p e s; a text may do without
 *
 * A law of cells has LAW_CELL_WORDS in place of LAW_WORDS, YEE_CELL_LAW(plasma, 1, YEE_LAW_CELL)
 * in its table, and in its text
 *
 *     LAW_CELL(plasma) { ... }                    sees p t e[3] s m, changes s: s[0..2] is J
 *     LAW_CELL_ENERGY(plasma) { ... return u; }   sees p e[3] s
 *
 * and one of fields LAW_FIELD(tensor) in place of LAW_CELL(tensor), which sees D/eps0, V/m, as d[3]
 * and makes s[0..2], what E is beyond d/inf; its table says YEE_LAW_FIELD, and all else is as of
 * cells. Of a magnetic one (YEE_LAW_FIELD | YEE_LAW_MAGNETIC) d[3] is B/mu0, A/m, and s[0..2] what H
 * is beyond d/inf;
 *
 * with p[params], t[signals], s[words], m[maps]. It is bare arithmetic: `real` for every
 * number, LAW(0.5) for constants, + - * /, law_fma(a, b, c) = a*b + c rounded once, law_sqrt(a),
 * and law_inverse(a) = 1/a, which GPUs do faster than a quotient; no library, no data of its own,
 * loops of constant length behind LAW_UNROLL, and no store that a branch may leave out. Compiled
 * without contraction (yee_add_plugin() sees to it) its results have the same bits on every
 * processor, in rows of any length. */
#include <yee/law.h>

#ifndef YEE_LAW_ROWS_H
#define YEE_LAW_ROWS_H
#define LAW_JOIN_(a, b, c) a##b##c
#define LAW_JOIN(a, b, c) LAW_JOIN_(a, b, c)
#ifdef __GNUC__
#define LAW_MAY __attribute__((unused)) /* a text need not read all that it sees */
#define LAW_INLINE static inline __attribute__((always_inline, unused))
#define LAW_UNROLL _Pragma("GCC unroll 8")
#else
#define LAW_MAY
#define LAW_INLINE static inline
#define LAW_UNROLL
#endif
/* Points of a row know nothing of each other. */
#ifdef __clang__
#define LAW_APART _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LAW_APART _Pragma("GCC ivdep")
#else
#define LAW_APART
#endif
/* One row for each set of vector instructions, chosen when the module is loaded. A sanitizer
 * cannot run at that time. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__x86_64__) && \
    defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LAW_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LAW_CLONES
#endif
#define LAW(number) ((real)(number))
#define LAW_EDGE(name) \
    LAW_INLINE real LAW_JOIN(name, _edge, LAW_SUFFIX)( \
        LAW_MAY const real *p, LAW_MAY const real *t, LAW_MAY real old, real lin, \
        LAW_MAY real *s, LAW_MAY const real *m)
#define LAW_ENERGY(name) \
    LAW_INLINE real LAW_JOIN(name, _energy, LAW_SUFFIX)(LAW_MAY const real *p, LAW_MAY real e, \
                                                        LAW_MAY const real *s)
#define LAW_CELL(name) \
    LAW_INLINE void LAW_JOIN(name, _cell, LAW_SUFFIX)( \
        LAW_MAY const real *p, LAW_MAY const real *t, LAW_MAY const real *e, LAW_MAY real *s, \
        LAW_MAY const real *m)
#define LAW_FIELD(name) \
    LAW_INLINE void LAW_JOIN(name, _cell, LAW_SUFFIX)( \
        LAW_MAY const real *p, LAW_MAY const real *t, LAW_MAY const real *d, LAW_MAY real *s, \
        LAW_MAY const real *m)
#define LAW_CELL_ENERGY(name) \
    LAW_INLINE real LAW_JOIN(name, _cell_energy, LAW_SUFFIX)( \
        LAW_MAY const real *p, LAW_MAY const real *e, LAW_MAY const real *s)
/* The members of a yee_law that the text makes. */
#define YEE_LAW(id, number, bits) \
    .size = sizeof(yee_law), .name = #id, .version = (number), .has = (bits), \
    .text = LAW_TEXT, .edge_words = id##_words, .edge_maps = id##_maps, \
    .edge_row = {id##_row_f32, id##_row_f64}
#define YEE_CELL_LAW(id, number, bits) \
    .size = sizeof(yee_law), .name = #id, .version = (number), .has = (bits), \
    .text = LAW_TEXT, .cell_words = id##_words, .cell_maps = id##_maps, \
    .cell_row = {id##_row_f32, id##_row_f64}
/* .energy of a law whose text has LAW_ENERGY, .cell_energy of one with LAW_CELL_ENERGY. */
#define YEE_LAW_HELD(id) .energy = id##_energy_f64
#define YEE_CELL_LAW_HELD(id) .cell_energy = id##_cell_energy_f64
#endif

#ifdef LAW_NAME
#ifdef __clang__ /* a set of instructions that has no vectors of the text's operations will do */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
/* The text as the plugin carries it; yee_add_plugin() makes the file. */
#ifdef YEE_LAW_TEXT
static const char law_text[] = {
#include YEE_LAW_TEXT
};
#define LAW_TEXT law_text
#else
#define LAW_TEXT NULL
#endif

#ifdef LAW_CELL_WORDS
#define LAW_WORDS LAW_CELL_WORDS
#endif
#define LAW_COUNTS \
    enum { LAW_JOIN(LAW_NAME, _words, ) = LAW_WORDS, LAW_JOIN(LAW_NAME, _maps, ) = LAW_MAPS };
LAW_COUNTS
#undef LAW_COUNTS

#ifdef LAW_CELL_WORDS
#define LAW_ROW(suffix) \
    LAW_CLONES static void LAW_JOIN(LAW_NAME, _row, suffix)(const yee_law_row *row) \
    { \
        const int64_t n = row->n, pitch = row->pitch, apart = row->e_pitch; \
        const real *param = (const real *)row->param, *signal = (const real *)row->signal; \
        const real *__restrict map = (const real *)row->map; \
        const real *__restrict e = (const real *)row->e; \
        real *__restrict state = (real *)row->state; \
        (void)map; \
        LAW_APART for (int64_t i = 0; i < n; i++) \
        { \
            const real in[3] = {e[i], e[apart + i], e[2 * apart + i]}; \
            real s[LAW_WORDS + 1] = {0}, m[LAW_MAPS + 1] = {0}; \
            for (int w = 0; w < LAW_WORDS; w++) \
                s[w] = state[w * pitch + i]; \
            for (int w = 0; w < LAW_MAPS; w++) \
                m[w] = map[w * pitch + i]; \
            LAW_JOIN(LAW_NAME, _cell, suffix)(param, signal, in, s, m); \
            for (int w = 0; w < LAW_WORDS; w++) \
                state[w * pitch + i] = s[w]; \
        } \
    }
#else
/* A row seldom begins on a line of the cache or ends with a whole vector; stores across lines and
 * points one by one would take as long as all else. So its first and its last LAW_BLOCK points
 * are done first, aside, then whole blocks in place, then those aside are put over the row's ends:
 * points that were done twice have the same bits both times. */
#define LAW_BLOCK 16
#define LAW_POINT(suffix, at) \
    real s[LAW_WORDS + 1] = {0}, m[LAW_MAPS + 1] = {0}; \
    for (int w = 0; w < LAW_WORDS; w++) \
        s[w] = state[w * pitch + (at)]; \
    for (int w = 0; w < LAW_MAPS; w++) \
        m[w] = map[w * pitch + (at)]; \
    const real x = LAW_JOIN(LAW_NAME, _edge, suffix)(param, signal, old[at], linear[at], s, m)
#define LAW_ROW(suffix) \
    LAW_INLINE void LAW_JOIN(LAW_NAME, _points, suffix)( \
        const real *__restrict param, const real *__restrict signal, const real *old, \
        const real *linear, const real *__restrict map, int64_t pitch, int64_t n, real *e, \
        real *__restrict state) \
    { \
        (void)map, (void)state, (void)pitch; \
        LAW_APART for (int64_t i = 0; i < n; i++) \
        { \
            LAW_POINT(suffix, i); \
            e[i] = x; \
            for (int w = 0; w < LAW_WORDS; w++) \
                state[w * pitch + i] = s[w]; \
        } \
    } \
    LAW_INLINE void LAW_JOIN(LAW_NAME, _block, suffix)( \
        const real *__restrict param, const real *__restrict signal, const real *old, \
        const real *linear, const real *__restrict map, int64_t pitch, \
        const real *__restrict state, real *__restrict aside) \
    { \
        (void)map, (void)state, (void)pitch; \
        for (int i = 0; i < LAW_BLOCK; i++) { \
            LAW_POINT(suffix, i); \
            aside[i] = x; \
            for (int w = 0; w < LAW_WORDS; w++) \
                aside[(w + 1) * LAW_BLOCK + i] = s[w]; \
        } \
    } \
    LAW_INLINE void LAW_JOIN(LAW_NAME, _put, suffix)(const real *aside, int64_t pitch, \
                                                     real *e, real *state) \
    { \
        (void)state, (void)pitch; \
        for (int i = 0; i < LAW_BLOCK; i++) { \
            e[i] = aside[i]; \
            for (int w = 0; w < LAW_WORDS; w++) \
                state[w * pitch + i] = aside[(w + 1) * LAW_BLOCK + i]; \
        } \
    } \
    LAW_CLONES static void LAW_JOIN(LAW_NAME, _row, suffix)(const yee_law_row *row) \
    { \
        const int64_t n = row->n, pitch = row->pitch, last = n - LAW_BLOCK; \
        const real *param = (const real *)row->param, *signal = (const real *)row->signal; \
        const real *old = (const real *)row->old, *map = (const real *)row->map; \
        real *e = (real *)row->e, *state = (real *)row->state; \
        const real *linear = row->linear ? (const real *)row->linear : e; \
        const uintptr_t places = (uintptr_t)e / sizeof(real) % LAW_BLOCK; \
        const int64_t from = n < 2 * LAW_BLOCK || !places ? 0 : LAW_BLOCK - (int64_t)places; \
        const int64_t whole = n < LAW_BLOCK ? n : (n - from) / LAW_BLOCK * LAW_BLOCK; \
        real head[(LAW_WORDS + 1) * LAW_BLOCK], tail[(LAW_WORDS + 1) * LAW_BLOCK]; \
        if (from > 0) \
            LAW_JOIN(LAW_NAME, _block, suffix) \
        (param, signal, old, linear, map, pitch, state, head); \
        if (from + whole < n) \
            LAW_JOIN(LAW_NAME, _block, suffix) \
        (param, signal, old + last, linear + last, LAW_FROM(LAW_MAPS, map, last), pitch, \
         LAW_FROM(LAW_WORDS, state, last), tail); \
        LAW_JOIN(LAW_NAME, _points, suffix) \
        (param, signal, old + from, linear + from, LAW_FROM(LAW_MAPS, map, from), pitch, \
         whole, e + from, LAW_FROM(LAW_WORDS, state, from)); \
        if (from > 0) \
            LAW_JOIN(LAW_NAME, _put, suffix)(head, pitch, e, state); \
        if (from + whole < n) \
            LAW_JOIN(LAW_NAME, _put, suffix) \
        (tail, pitch, e + last, LAW_FROM(LAW_WORDS, state, last)); \
    }
/* There is no array where no point has a number in it. */
#define LAW_FROM(count, array, at) ((count) ? (array) + (at) : (array))
#endif

#define real float
#define LAW_SUFFIX _f32
#define law_fma(a, b, c) __builtin_fmaf(a, b, c)
#define law_sqrt(a) __builtin_sqrtf(a)
#define law_inverse(a) (LAW(1) / (a))
#include LAW_FILE
LAW_ROW(_f32)
#undef real
#undef LAW_SUFFIX
#undef law_fma
#undef law_sqrt
#undef law_inverse
#define real double
#define LAW_SUFFIX _f64
#define law_fma(a, b, c) __builtin_fma(a, b, c)
#define law_sqrt(a) __builtin_sqrt(a)
#define law_inverse(a) (LAW(1) / (a))
#include LAW_FILE
LAW_ROW(_f64)
#undef real
#undef LAW_SUFFIX
#undef law_fma
#undef law_sqrt
#undef law_inverse
#undef LAW_ROW
#undef LAW_FROM
#undef LAW_POINT
#undef LAW_BLOCK
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif
