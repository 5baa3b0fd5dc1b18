/* media.c: media as kernels of passes see them, by tables and by the numbers of the three media
 * of E in a cell, which share a word; and the variants of passes by the media that they
 * exclude. */
#include "../engine/laws.h"
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

/* SHARE: a variant excludes media with poles, or laws, in one of so many points at most; FEW: those
 * of more than one word in one of so many with poles. PAIR_MEDIA: the media for which kernels of two
 * words have room where they meet layers. */
enum { MOST_MEDIA = 1022, BITS = 10, SHARE = 2, FEW = 16, PAIR_MEDIA = 80 };

static uint32_t medium_of(const plan *p, int c, int64_t index)
{
    return p->id[c] ? p->id[c][index] : p->d.uniform[c];
}

/* Points of a component that have each medium; shape [media]. */
static void count_media(const plan *p, int c, int64_t *count)
{
    if (!p->grid.active[c])
        return;
    const int64_t points = yee_grid_points(&p->grid, c);
    if (!p->id[c])
        count[p->d.uniform[c]] += points;
    for (int64_t n = 0, run; p->id[c] && n < points; n += run) { /* media lie in stretches */
        const uint32_t *id = p->id[c] + n;
        for (run = 1; n + run < points && id[run] == id[0]; run++)
            ;
        count[id[0]] += run;
    }
}

/* A medium and its points. */
typedef struct portion {
    int64_t medium, points;
} portion;

static int by_points(const void *a, const void *b)
{
    const portion *p = a, *q = b;
    return p->points != q->points ? (p->points > q->points ? -1 : 1)
                                  : (p->medium > q->medium) - (p->medium < q->medium);
}

static int words_of(const plan *p, int64_t medium)
{
    const yee_update *u = &p->problem->update[medium];
    int words = 0;
    for (int s = 0; s < u->sections; s++)
        words += p->problem->section[u->section + s].words;
    return words;
}

/* Whether kernels find the words of E's sections as fields lie; else they lie by rows. */
static bool words_lie_as_fields(const plan *p)
{
    bool as_fields = true;
    for (int c = 0; c < 3; c++)
        as_fields = as_fields && (!p->d.row[c] || p->d.words_as_fields > 0);
    return as_fields;
}

/* Counts points of E by the media that they have, and lists media that kernels of passes may know;
 * returns how many. */
static int64_t list_media(plan *p, const int64_t *count, portion *all)
{
    temporal *t = temporal_of(p);
    int64_t used = 0;
    for (int64_t m = 0; m < p->problem->media; m++) {
        t->points += count[m];
        const int64_t law = yee_problem_law(p->problem, (uint32_t)m);
        if (law >= 0 && !law_is_bare(p->problem->law[law].law)) {
            t->excluded[m].with_law = true;
            t->law_points += count[m];
            continue;
        }
        const int words = words_of(p, m);
        t->excluded[m].with_bare_law = law >= 0;
        t->excluded[m].words = words;
        if (count[m] == 0)
            continue;
        t->bare_law_points += law >= 0 ? count[m] : 0;
        t->points_with_poles += words > 0 ? count[m] : 0;
        t->points_with_pairs += words > 1 ? count[m] : 0;
        t->most_words = words > t->most_words ? words : t->most_words;
        if (p->d.words_as_fields == 0 || words <= p->d.words_as_fields)
            all[used++] = (portion){m, count[m]};
    }
    return used;
}

/* Whether points of more than one word are few, and words of one lie as fields do: then a variant
 * excludes them. */
static bool pairs_are_few(const plan *p)
{
    const temporal *t = temporal_of(p);
    return words_lie_as_fields(p) && t->points_with_pairs > 0 &&
           FEW * t->points_with_pairs <= t->points_with_poles;
}

/* Finds places of media of E in the tables of passes, from 1 on, 0 for those that E has none
 * of; the tables hold those that most points have, others are excluded. Where points of two words are
 * few, and the tables too large for the kernels that know them, these media have no place either.
 * Returns how many have places, -1: no host memory. */
static int place_media(plan *p)
{
    temporal *t = temporal_of(p);
    const int64_t media = p->problem->media;
    int64_t *count = plan_scratch(p, media, sizeof *count);
    portion *all = plan_scratch(p, media, sizeof *all);
    int placed = 0;
    if (!count || !all)
        return -1;
    for (int c = 0; c < 3; c++)
        count_media(p, c, count);
    const int64_t used = list_media(p, count, all);
    const bool single = used >= PAIR_MEDIA && pairs_are_few(p);
    if (used > MOST_MEDIA)
        qsort(all, (size_t)used, sizeof *all, by_points);
    for (int64_t n = 0; n < used; n++)
        if (placed < MOST_MEDIA && !(single && t->excluded[all[n].medium].words > 1)) {
            t->place[all[n].medium] = ++placed;
        } else {
            t->excluded[all[n].medium].rare = true;
            t->rare_points += all[n].points;
        }
    return placed;
}

/* Finds the medium of most points for each component of H, of those without losses and poles:
 * passes know this one, others are excluded. False: no host memory. */
static bool find_common_h(plan *p)
{
    temporal *t = temporal_of(p);
    const int64_t media = p->problem->media;
    int64_t *count = plan_scratch(p, media, sizeof *count);
    for (int c = 3; c < YEE_COMPONENTS && count; c++) {
        int64_t most = 0, all = 0;
        memset(count, 0, (size_t)media * sizeof *count);
        count_media(p, c, count);
        t->common_h[c - 3] = NO_MEDIUM;
        for (int64_t m = 0; m < media; m++) {
            const yee_update *u = &p->problem->update[m];
            all += count[m];
            if (u->sections == 0 && u->ca == 1 && count[m] > most) {
                most = count[m];
                t->common_h[c - 3] = (uint32_t)m;
            }
        }
        t->excluded_h_points += all - most;
    }
    return count != NULL;
}

/* Whether E decays in a medium; in perfect conductors there is none that could. */
static bool loses(const yee_update *u) { return u->ca != 1 && u->cb != 0; }

/* c0, c2 and r2 of a medium's second word: see pass.second_words. */
static void second_word(const plan *p, const yee_update *u, double numbers[3])
{
    const yee_section *s = &p->problem->section[u->section];
    const bool one = u->sections == 1 && s->words == 2;
    numbers[0] = one ? s->c0 : 0;
    numbers[1] = u->sections > 1 ? s[1].c1 : 0;
    numbers[2] = u->sections > 1 ? s[1].r1 : one ? s->rd : 0;
}

/* Whether kernels of two words know the sections of a medium: one of two words whose c0 rounds
 * to 0 would be taken for two of one word. */
static bool two_words_known(const plan *p, const yee_update *u)
{
    const yee_section *s = &p->problem->section[u->section];
    return u->sections != 1 || s->words == 1 ||
           (p->word == sizeof(float) ? (float)s->c0 != 0 : s->c0 != 0);
}

/* Tables by place; uniform media have places 0, 1, 2 for Ex, Ey, Ez. */
static bool make_tables(plan *p, pass *x, const int *place, bool ids)
{
    const yee_problem *q = p->problem;
    const int64_t media = x->media;
    double *coefficient = plan_scratch(p, 2 * media, sizeof *coefficient);
    double *pole = plan_scratch(p, 2 * media, sizeof *pole);
    double *pair = plan_scratch(p, 4 * media, sizeof *pair);
    medium_range *range = plan_scratch(p, media, sizeof *range);
    unsigned char *words = plan_scratch(p, media, sizeof *words);
    if (!coefficient || !pole || !pair || !range || !words)
        return false;
    for (int64_t n = 0; n < (ids ? q->media : 3); n++) {
        const int64_t m = ids ? n : p->d.uniform[n], at = ids ? place[n] : n;
        if (at == 0 && ids)
            continue;
        const yee_update *u = &q->update[m];
        coefficient[2 * at] = u->cb;
        coefficient[2 * at + 1] = u->cb != 0 ? 1 - u->ca : 0;
        range[at] = (medium_range){(int)u->section, u->sections};
        words[at] = (unsigned char)words_of(p, m);
        if (u->sections > 0) {
            pole[2 * at] = q->section[u->section].c1;
            pole[2 * at + 1] = q->section[u->section].r1;
            second_word(p, u, &pair[4 * at]);
        }
    }
    device_memory *m = &temporal_of(p)->memory;
    void *coefficients = plan_rounded(p, coefficient, 2 * media, 2 * media);
    void *poles = plan_rounded(p, pole, 2 * media, 2 * media);
    void *pairs = plan_rounded(p, pair, 4 * media, 4 * media);
    return coefficients && poles && pairs &&
           device_ask(m, &x->table, 2 * media, p->word, coefficients) &&
           device_ask(m, &x->pole, 2 * media, p->word, poles) &&
           device_ask(m, &x->second_words, 4 * media, p->word, pairs) &&
           device_ask(m, &x->range, media, sizeof *range, range) &&
           device_ask(m, &x->words_of, media, sizeof *words, words);
}

/* The numbers of component c where media are uniform. */
static void set_numbers(const plan *p, pass *x, int c)
{
    const uint32_t common = c < 3 ? NO_MEDIUM : temporal_of(p)->common_h[c - 3];
    const yee_update *u =
        &p->problem->update[common == NO_MEDIUM ? medium_of(p, c, 0) : common];
    double second[3];
    x->f64.cb[c] = u->cb;
    x->f32.cb[c] = (float)u->cb;
    if (c >= 3)
        return;
    x->f64.loss[c] = 1 - u->ca;
    x->f32.loss[c] = (float)(1 - u->ca);
    if (u->sections == 0)
        return;
    second_word(p, u, second);
    x->f64.c1[c] = p->problem->section[u->section].c1;
    x->f64.r1[c] = p->problem->section[u->section].r1;
    x->f64.c0[c] = second[0];
    x->f64.c2[c] = second[1];
    x->f64.r2[c] = second[2];
    x->f32.c1[c] = (float)x->f64.c1[c];
    x->f32.r1[c] = (float)x->f64.r1[c];
    x->f32.c0[c] = (float)second[0];
    x->f32.c2[c] = (float)second[1];
    x->f32.r2[c] = (float)second[2];
}

/* Words of ids in front of that of the first cell: the copies around periodic axes. */
static int64_t guard_of(const plan *p)
{
    return p->layout.ghost_width[1] * plan_row(p) + p->layout.ghost_width[2];
}

/* The variant of passes that knows media of so many words at most; after the grant, which says how
 * words lie. */
static variant find_variant(const plan *p, int most_words, bool excludes_laws)
{
    const temporal *t = temporal_of(p);
    const yee_problem *q = p->problem;
    variant v = {.most_words = most_words, .excludes_laws = excludes_laws};
    const bool as_fields = words_lie_as_fields(p);
    int most_sections = 0;
    bool losses = false, ids = false, two_words = true;
    for (int c = 0; c < 3; c++)
        ids = ids || (p->grid.active[c] && p->id[c]);
    for (int64_t m = 0; m < q->media; m++) {
        const yee_update *u = &q->update[m];
        const int words = words_of(p, m);
        if (!t->place[m] || excludes(t, &v, m))
            continue;
        v.words = words > v.words ? words : v.words;
        most_sections = u->sections > most_sections ? u->sections : most_sections;
        losses = losses || loses(u);
        v.need.laws = v.need.laws || t->excluded[m].with_bare_law;
        two_words = two_words && two_words_known(p, u);
    }
    v.need.words = v.words == 0                                      ? 0
                   : v.words == 1 && most_sections == 1 && as_fields ? 1
                   : v.words == 2 && two_words && as_fields          ? 2
                                                                     : MANY_WORDS;
    v.need.ids = ids || v.need.words == MANY_WORDS || (losses && v.words == 0);
    v.need.losses = v.need.ids && (losses || v.words > 0);
    return v;
}

/* The words of media that variants know, from the most on; returns how many such numbers there are.
 */
static int limits_of_words(const plan *p, int limit[3])
{
    const temporal *t = temporal_of(p);
    int limits = 0, placed = 0; /* placed: words of media with a place */
    for (int64_t m = 0; m < p->problem->media; m++)
        if (t->place[m] && t->excluded[m].words > placed)
            placed = t->excluded[m].words;
    limit[limits++] = placed;
    if (placed > 1 && pairs_are_few(p))
        limit[limits++] = 1;
    if (placed > 0 && t->points_with_poles > 0 && SHARE * t->points_with_poles <= t->points)
        limit[limits++] = 0;
    return limits;
}

bool media_make_tables(plan *p)
{
    temporal *t = temporal_of(p);
    pass *x = &t->passes.x;
    const int64_t media = p->problem->media;
    t->place = calloc((size_t)media + 1, sizeof *t->place);
    t->excluded = calloc((size_t)media + 1, sizeof *t->excluded);
    const int count = t->place && t->excluded ? place_media(p) : -1;
    if (count < 0 || !find_common_h(p))
        return false;
    int limit[MOST_VARIANTS / 2];
    const int limits = limits_of_words(p, limit);
    const bool laws = t->bare_law_points > 0 && SHARE * t->bare_law_points <= t->points;
    for (int without_laws = 0; without_laws <= laws; without_laws++)
        for (int n = 0; n < limits; n++)
            t->variant[t->variants++] = find_variant(p, limit[n], without_laws);
    /* two words may be left to kernels of many, which know no uniform media */
    const bool ids = t->variant[0].need.ids || t->variant[0].need.words == 2;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (p->grid.active[c])
            set_numbers(p, x, c);
    for (int c = 0; c < 3; c++) /* where media differ, slots hold the most of any */
        x->words_read[c] = p->id[c] ? t->variant[0].words : words_of(p, p->d.uniform[c]);
    x->media = ids ? count + 1 : 3;
    x->row = (int)plan_row(p);
    const int64_t points = (int64_t)(p->d.cells[0] + 1) * p->d.rows * x->row + guard_of(p);
    return make_tables(p, x, t->place, ids) && pass_laws_make(p, ids) &&
           device_ask(&t->memory, &x->ids, ids ? points : 0, sizeof *x->ids, NULL);
}

/* Makes copies around periodic axes, of rows and then of columns. word: that of the first cell.
 */
static void pack_around(const plan *p, unsigned *word)
{
    const int64_t row = plan_row(p), rows = p->d.cells[1], columns = p->d.cells[2];
    const int64_t down = p->layout.ghost_width[1], across = p->layout.ghost_width[2];
    const size_t bytes = (size_t)(row - 2 * across) * sizeof *word;
    for (int64_t n = 1; n <= down; n++) {
        const int64_t last = (rows - n % rows) % rows, first = (n - 1) % rows;
        memcpy(word - n * row, word + last * row, bytes);
        memcpy(word + (rows + n - 1) * row, word + first * row, bytes);
    }
    for (int64_t j = -down; across > 0 && j < p->d.rows - down; j++)
        for (int64_t n = 1; n <= across; n++) {
            unsigned *own = word + j * row;
            own[-n] = own[(columns - n % columns) % columns];
            own[columns + n - 1] = own[(n - 1) % columns];
        }
}

/* Packs the words of plane i; points that are not updated keep 0. */
static void pack_plane(const plan *p, int64_t i, unsigned *plane)
{
    const int *place = temporal_of(p)->place;
    const int64_t row = plan_row(p);
    unsigned *word = plane + guard_of(p);
    memset(plane, 0, (size_t)(p->d.rows * row) * sizeof *plane);
    for (int c = 0; c < 3; c++) {
        const int64_t *b = p->grid.begin[c], *e = p->grid.end[c], *n = p->grid.extent[c];
        if (!p->grid.active[c] || i < b[0] || i >= e[0])
            continue;
        for (int64_t j = b[1]; j < e[1]; j++)
            for (int64_t k = b[2]; k < e[2]; k++) {
                const int at = place[medium_of(p, c, (i * n[1] + j) * n[2] + k)];
                word[j * row + k] |= (unsigned)at << BITS * c;
            }
    }
    pack_around(p, word);
}

yee_status media_upload_ids(plan *p)
{
    pass *x = &temporal_of(p)->passes.x;
    if (!x->ids)
        return YEE_OK;
    unsigned *there = (unsigned *)x->ids; /* planes begin with their copies */
    x->ids += guard_of(p);
    const size_t words = (size_t)(p->d.rows * plan_row(p));
    unsigned *plane = malloc(words * sizeof *plane);
    if (!plane)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a plane of ids");
    yee_status status = YEE_OK;
    for (int64_t i = 0; i <= p->d.cells[0] && status == YEE_OK; i++) {
        pack_plane(p, i, plane);
        status =
            DEVICE_CALL(p->host, cudaMemcpy(there + (size_t)i * words, plane,
                                            words * sizeof *plane, cudaMemcpyHostToDevice));
    }
    free(plane);
    return status;
}
