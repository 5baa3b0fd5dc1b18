/* media.c: media as passes see them: three numbers of an E cell in one word, short tables. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_MEDIA = 1022, BITS = 10 };

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

/* Places of media of E in the tables of passes, from 1 on, 0 for those that E has none of; the
 * tables have room for those that most points have, others are islands. Returns how many have
 * places, -1: no host memory. */
static int place_media(plan *p)
{
    temporal *t = temporal_of(p);
    const int64_t media = p->problem->media;
    int64_t *count = plan_scratch(p, media, sizeof *count);
    portion *all = plan_scratch(p, media, sizeof *all);
    int placed = 0;
    int64_t used = 0;
    if (!count || !all)
        return -1;
    for (int c = 0; c < 3; c++)
        count_media(p, c, count);
    for (int64_t m = 0; m < media; m++) {
        if (count[m] > 0)
            all[used++] = (portion){m, count[m]};
        if (p->problem->update[m].sections > 0) {
            t->strange[m] |= ISLAND_POLES;
            t->poled += count[m];
        }
        t->points += count[m];
    }
    if (used > MOST_MEDIA)
        qsort(all, (size_t)used, sizeof *all, by_points);
    for (int64_t n = 0; n < used; n++)
        if (placed < MOST_MEDIA) {
            t->place[all[n].medium] = ++placed;
        } else {
            t->strange[all[n].medium] |= ISLAND_RARE;
            t->rare += all[n].points;
        }
    return placed;
}

/* Passes know one medium without losses and poles for each component of H, that of most points;
 * others are islands. False: no host memory. */
static bool look_at_magnetic(plan *p)
{
    temporal *t = temporal_of(p);
    const int64_t media = p->problem->media;
    int64_t *count = plan_scratch(p, media, sizeof *count);
    for (int c = 3; c < YEE_COMPONENTS && count; c++) {
        int64_t most = 0, all = 0;
        memset(count, 0, (size_t)media * sizeof *count);
        count_media(p, c, count);
        t->plain[c - 3] = NO_MEDIUM;
        for (int64_t m = 0; m < media; m++) {
            const yee_update *u = &p->problem->update[m];
            all += count[m];
            if (u->sections == 0 && u->ca == 1 && count[m] > most) {
                most = count[m];
                t->plain[c - 3] = (uint32_t)m;
            }
        }
        t->magnetic += all - most;
    }
    return count != NULL;
}

/* Perfect conductors take nothing, and what is not there they cannot lose. */
static bool loses(const yee_update *u) { return u->ca != 1 && u->cb != 0; }

static int words_of(const plan *p, int64_t medium)
{
    const yee_update *u = &p->problem->update[medium];
    int words = 0;
    for (int s = 0; s < u->sections; s++)
        words += p->problem->section[u->section + s].words;
    return words;
}

/* c0, c2 and r2 of a medium's second word: see pass.pair. */
static void second_word(const plan *p, const yee_update *u, double numbers[3])
{
    const yee_section *s = &p->problem->section[u->section];
    const bool one = u->sections == 1 && s->words == 2;
    numbers[0] = one ? s->c0 : 0;
    numbers[1] = u->sections > 1 ? s[1].c1 : 0;
    numbers[2] = u->sections > 1 ? s[1].r1 : one ? s->rd : 0;
}

/* A section of two words whose c0 rounds to 0 would be taken for two of one word. */
static bool pairs_tell(const plan *p, const yee_update *u)
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
    double *law = plan_scratch(p, 2 * media, sizeof *law);
    double *pole = plan_scratch(p, 2 * media, sizeof *pole);
    double *pair = plan_scratch(p, 4 * media, sizeof *pair);
    medium_range *range = plan_scratch(p, media, sizeof *range);
    unsigned char *words = plan_scratch(p, media, sizeof *words);
    if (!law || !pole || !pair || !range || !words)
        return false;
    for (int64_t n = 0; n < (ids ? q->media : 3); n++) {
        const int64_t m = ids ? n : p->d.uniform[n], at = ids ? place[n] : n;
        if (at == 0 && ids)
            continue;
        const yee_update *u = &q->update[m];
        law[2 * at] = u->cb;
        law[2 * at + 1] = u->cb != 0 ? 1 - u->ca : 0;
        range[at] = (medium_range){(int)u->section, u->sections};
        words[at] = (unsigned char)words_of(p, m);
        if (u->sections > 0) {
            pole[2 * at] = q->section[u->section].c1;
            pole[2 * at + 1] = q->section[u->section].r1;
            second_word(p, u, &pair[4 * at]);
        }
    }
    device_memory *m = &temporal_of(p)->memory;
    void *laws = plan_rounded(p, law, 2 * media, 2 * media);
    void *poles = plan_rounded(p, pole, 2 * media, 2 * media);
    void *pairs = plan_rounded(p, pair, 4 * media, 4 * media);
    return laws && poles && pairs && device_ask(m, &x->table, 2 * media, p->word, laws) &&
           device_ask(m, &x->pole, 2 * media, p->word, poles) &&
           device_ask(m, &x->pair, 4 * media, p->word, pairs) &&
           device_ask(m, &x->range, media, sizeof *range, range) &&
           device_ask(m, &x->words_of, media, sizeof *words, words);
}

/* Of component c, the same everywhere. */
static void set_numbers(const plan *p, pass *x, int c)
{
    const uint32_t plain = c < 3 ? NO_MEDIUM : temporal_of(p)->plain[c - 3];
    const yee_update *u = &p->problem->update[plain == NO_MEDIUM ? medium_of(p, c, 0) : plain];
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

/* Words of ids in front of the first cell's, for the copies around periodic axes. */
static int64_t guard_of(const plan *p)
{
    return p->layout.ghost_width[1] * plan_row(p) + p->layout.ghost_width[2];
}

/* What kernels of passes have to know of media: of all, or, where those with poles are islands,
 * of the others. */
static pass_way find_way(const plan *p, bool poles)
{
    const temporal *t = temporal_of(p);
    const yee_problem *q = p->problem;
    pass_way w = {.islands = ISLAND_RARE | (poles ? 0 : ISLAND_POLES)};
    int most_sections = 0;
    bool losses = false, ids = false, rows = false, pairs = true;
    for (int c = 0; c < 3; c++) { /* after the grant: states that lie by rows */
        rows = rows || p->d.row[c];
        ids = ids || (p->grid.active[c] && p->id[c]);
    }
    for (int64_t m = 0; m < q->media; m++) {
        const yee_update *u = &q->update[m];
        const int words = words_of(p, m);
        if (!t->place[m] || t->strange[m] & w.islands)
            continue;
        w.words = words > w.words ? words : w.words;
        most_sections = u->sections > most_sections ? u->sections : most_sections;
        losses = losses || loses(u);
        pairs = pairs && pairs_tell(p, u);
    }
    const bool many = most_sections > 1 || w.words > 1 || rows;
    const int words = w.words == 0                     ? 0
                      : !many                          ? FORM_POLE
                      : w.words == 2 && pairs && !rows ? FORM_POLE | FORM_PAIR
                                                       : FORM_POLES;
    ids = ids || words == FORM_POLES || (losses && w.words == 0);
    w.forms = (ids ? FORM_IDS : 0) | (ids && (losses || w.words > 0) ? FORM_LOSSES : 0) | words;
    return w;
}

bool pass_media(plan *p)
{
    enum { POLED = 2 }; /* poles in more than one of so many points are no islands */
    temporal *t = temporal_of(p);
    pass *x = &t->passes.x;
    const int64_t media = p->problem->media;
    t->place = calloc((size_t)media + 1, sizeof *t->place);
    t->strange = calloc((size_t)media + 1, sizeof *t->strange);
    const int count = t->place && t->strange ? place_media(p) : -1;
    if (count < 0 || !look_at_magnetic(p))
        return false;
    t->way[t->ways++] = find_way(p, true);
    if (t->poled > 0 && POLED * t->poled <= t->points)
        t->way[t->ways++] = find_way(p, false);
    /* pairs may be left to kernels of any poles, which know no uniform media */
    const bool ids = t->way[0].forms & (FORM_IDS | FORM_PAIR);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (p->grid.active[c])
            set_numbers(p, x, c);
    for (int c = 0; c < 3; c++) /* where media differ, there is room for the most of any */
        x->reads[c] = p->id[c] ? t->way[0].words : words_of(p, p->d.uniform[c]);
    x->media = ids ? count + 1 : 3;
    x->row = (int)plan_row(p);
    const int64_t points = (int64_t)(p->d.cells[0] + 1) * p->d.rows * x->row + guard_of(p);
    return make_tables(p, x, t->place, ids) &&
           device_ask(&t->memory, &x->ids, ids ? points : 0, sizeof *x->ids, NULL);
}

/* Copies around periodic axes, of rows and then of columns; word: of the first cell. */
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

/* The words of plane i; points that are not updated keep 0. */
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

yee_status pass_media_upload(plan *p)
{
    pass *x = &temporal_of(p)->passes.x;
    if (!x->ids)
        return YEE_OK;
    unsigned *there = (unsigned *)x->ids; /* planes from their first copies on */
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
