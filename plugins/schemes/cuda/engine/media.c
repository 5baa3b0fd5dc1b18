/* media.c: coefficients, ids of as few bytes as will do, and state of sections only where they
 * are. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

/* PAIR: words of a point that lie as fields do at most. MANY: points of more words are as few as
 * one of so many for such words to lie by rows behind the first two. */
enum { SECTOR = 8, PAIR = 2, MANY = 16 };

int media_words(const yee_problem *q, int64_t medium)
{
    const yee_update *u = &q->update[medium];
    int words = 0;
    for (int s = 0; s < u->sections; s++)
        words += q->section[u->section + s].words;
    return words;
}

static uint32_t medium_of(const plan *p, int c, int64_t index)
{
    return p->id[c] ? p->id[c][index] : p->d.uniform[c];
}

static bool make_coefficients(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t media = q->media, sections = q->sections;
    double *coefficient = plan_scratch(p, 2 * media, sizeof *coefficient);
    double *section = plan_scratch(p, 4 * sections, sizeof *section);
    double *energy = plan_scratch(p, media, sizeof *energy);
    double *square = plan_scratch(p, media, sizeof *square);
    double *held = plan_scratch(p, 5 * sections, sizeof *held);
    medium_range *range = plan_scratch(p, media, sizeof *range);
    unsigned char *words = plan_scratch(p, sections, sizeof *words);
    if (!coefficient || !section || !energy || !square || !held || !range || !words)
        return false;
    for (int64_t m = 0; m < media; m++) {
        const yee_medium *x = &q->medium[m];
        coefficient[2 * m] = q->update[m].cb;
        /* 1 - ca is small where ca is nearly 1: rounding it keeps the damping right */
        coefficient[2 * m + 1] = 1 - q->update[m].ca;
        if (x->conductor == YEE_NOT_CONDUCTOR && x->magnetic && p->options->point_scale)
            energy[m] = 0.5 * YEE_MU0 * x->response.inf; /* not leapfrog's step in time */
        else if (x->conductor == YEE_NOT_CONDUCTOR) {
            energy[m] = q->update[m].energy[x->magnetic];
            square[m] = x->magnetic ? q->update[m].energy[0] : 0;
        }
        if (square[m] != 0 || q->update[m].sections > 0)
            p->d.holds[!x->magnetic] = 1;
        range[m] = (medium_range){(int)q->update[m].section, q->update[m].sections};
    }
    for (int64_t s = 0; s < sections; s++) {
        const yee_section *x = &q->section[s];
        words[s] = (unsigned char)x->words;
        memcpy(held + 5 * s, x->energy, sizeof x->energy);
        memcpy(section + 4 * s, (double[]){x->c1, x->c0, x->r1, x->rd}, 4 * sizeof *section);
    }
    void *coefficients = plan_rounded(p, coefficient, 2 * media, 2 * media);
    void *rounded = plan_rounded(p, section, 4 * sections, 4 * sections);
    device_memory *m = &p->memory;
    return coefficients && rounded &&
           device_ask(m, &p->d.coefficient, 2 * media, p->word, coefficients) &&
           device_ask(m, &p->d.section, 4 * sections, p->word, rounded) &&
           device_ask(m, &p->d.energy, media, sizeof *energy, energy) &&
           device_ask(m, &p->d.square, media, sizeof *square, square) &&
           device_ask(m, &p->d.held, 5 * sections, sizeof *held, held) &&
           device_ask(m, &p->d.range, media, sizeof *range, range) &&
           device_ask(m, &p->d.words, sections, sizeof *words, words);
}

/* Words of the sections of the medium that has most. */
static int most_words(const plan *p)
{
    int most = 0;
    for (int64_t m = 0; m < p->problem->media; m++)
        most = most > media_words(p->problem, m) ? most : media_words(p->problem, m);
    return most;
}

/* Points of a component with some words; *more: those with more than two. */
static int64_t count_words(const plan *p, int c, const int *words, int64_t *more)
{
    const int64_t points = yee_grid_points(&p->grid, c);
    int64_t any = 0;
    *more = 0;
    for (int64_t n = 0, run; n < points; n += run) { /* media lie in stretches */
        const uint32_t medium = medium_of(p, c, n);
        run = p->id[c] ? 1 : points;
        while (n + run < points && medium_of(p, c, n + run) == medium)
            run++;
        any += words[medium] > 0 ? run : 0;
        *more += words[medium] > PAIR ? run : 0;
    }
    return any;
}

/* domain.words_as_fields: two where points of E with more are few. Subdomains have all words of such
 * components by rows: each sees its own points alone, and halos of two are alike. */
static int words_before_rows(const plan *p, const int *words)
{
    const yee_problem *q = p->problem;
    int64_t any = 0, more = 0;
    bool fit = p->layout.interleaved && !q->subdomain;
    for (int64_t m = 0; m < q->media && fit; m++)
        fit = !q->medium[m].magnetic || words[m] == 0;
    for (int c = 0; c < 3 && fit; c++) {
        int64_t own_more = 0;
        if (!p->grid.active[c])
            continue;
        any += count_words(p, c, words, &own_more);
        more += own_more;
        fit = p->id[c] || own_more == 0;
    }
    return fit && more > 0 && MANY * more <= any ? PAIR : 0;
}

/* Whether second words of E may lie where first ones of H would: no medium of H has any, and none
 * of E has a third one that does not lie elsewhere. */
static bool paired(const plan *p)
{
    bool two = p->layout.interleaved;
    for (int64_t m = 0; m < p->problem->media; m++) {
        const bool magnetic = p->problem->medium[m].magnetic;
        const bool apart = p->d.words_as_fields > 0 && !magnetic;
        two = two && (apart || media_words(p->problem, m) <= (magnetic ? 0 : PAIR));
    }
    return two;
}

/* Whether state lies as a field does, without rows to look up, although media differ. */
static bool few_words(const plan *p)
{
    return p->layout.interleaved && (most_words(p) <= 1 || paired(p));
}

/* Whether words of a component lie as its field does. Halos of subdomains are alike, whether one has
 * a single medium or not: there that depends on the media of all. */
static bool lies_as_field(const plan *p, int c)
{
    return few_words(p) || (!p->id[c] && !p->problem->subdomain);
}

/* Rows of the words behind those that lie as fields do: they follow a block of those. *total: words
 * of the array so far. False: no host memory. */
static bool make_rows_behind(plan *p, const int *words, int64_t *total)
{
    const int64_t rows = (int64_t)p->d.rows * (p->d.cells[0] + 1);
    int *behind = plan_scratch(p, p->problem->media, sizeof *behind);
    int64_t widest;
    for (int64_t m = 0; m < p->problem->media && behind; m++)
        behind[m] = words[m] > p->d.words_as_fields ? words[m] - p->d.words_as_fields : 0;
    for (int c = 0; c < 3 && p->d.words_as_fields > 0; c++) {
        if (!p->grid.active[c] || !p->id[c])
            continue;
        state_row *row = p->section_row[c] = calloc((size_t)rows, sizeof *row);
        if (!row || !behind)
            return false;
        const int64_t own = media_rows(p, c, behind, row, &widest);
        for (int64_t n = 0; n < rows; n++) /* from where the component's own words begin */
            row[n].first += *total - plan_guard(p) - c * plan_row(p);
        *total += own;
        if (own > 0 && !device_ask(&p->memory, &p->d.row[c], rows, sizeof *row, row))
            return false;
    }
    return behind != NULL;
}

/* State of one medium everywhere, or of few words: it lies as a field does, word by word. */
static bool make_dense(plan *p, int c, const int *words)
{
    const int64_t block = (p->d.cells[0] + 1) * p->d.plane;
    const bool two = paired(p);
    p->d.state_words = two ? 3 * plan_row(p) : block;
    const bool one = p->id[c] || two || p->problem->subdomain;
    int most = one ? 1 : words[p->d.uniform[c]]; /* blocks */
    for (int n = 0; n < c && p->layout.interleaved; n++)
        if (p->state.section[n].n > 0 &&
            lies_as_field(p, n)) { /* it lies beside the state of component n */
            p->state.section[c] =
                (state_address){p->state.section[n].n, plan_guard(p) + c * plan_row(p)};
            return true;
        }
    for (int n = c; n < YEE_COMPONENTS && p->layout.interleaved && !two; n++)
        if (!p->id[n] && p->grid.active[n] && words[p->d.uniform[n]] > most)
            most = words[p->d.uniform[n]];
    int64_t total = plan_guard(p) + block * most;
    if (!make_rows_behind(p, words, &total))
        return false;
    p->use.sections += (size_t)(total * p->state.buffers) * p->word;
    if (!plan_add_state(p, &p->state.section[c], total, "sections_%d", c))
        return false;
    p->state.section[c].from = plan_guard(p) + (p->layout.interleaved ? c * plan_row(p) : 0);
    return true;
}

int64_t media_rows(const plan *p, int c, const int *words, state_row *row, int64_t *widest)
{
    const int64_t *e = p->grid.extent[c], *b = p->grid.begin[c], *end = p->grid.end[c];
    int64_t total = 0;
    *widest = 0;
    for (int64_t i = b[0]; i < end[0]; i++)
        for (int64_t j = b[1]; j < end[1]; j++) {
            int64_t first = -1, last = -1, at = (i * e[1] + j) * e[2];
            int most = 0;
            for (int64_t k = b[2]; k < end[2]; k++) {
                int w = words[medium_of(p, c, at + k)];
                if (w == 0)
                    continue;
                first = first < 0 ? k : first;
                last = k;
                most = most > w ? most : w;
            }
            if (most == 0)
                continue;
            first -= first % SECTOR;
            int64_t width = (last + SECTOR - first) / SECTOR * SECTOR;
            row[i * p->d.rows + j] = (state_row){total, (int)first, (int)width};
            total += width * most;
            *widest = *widest > width ? *widest : width;
        }
    return total;
}

/* Whether any subdomain may have words of a component. */
static bool neighbours_have(const plan *p, int c, const int *words)
{
    bool any = false;
    for (int64_t m = 0; m < p->problem->media; m++)
        any = any || (words[m] > 0 && !p->problem->medium[m].magnetic == yee_is_electric(c));
    return any;
}

static bool make_states(plan *p, int c, const int *words)
{
    int64_t widest;
    const int64_t rows = (int64_t)p->d.rows * (p->d.cells[0] + 1);
    state_row *row = p->problem->subdomain ? calloc((size_t)rows, sizeof *row)
                                           : plan_scratch(p, rows, sizeof *row);
    if (!row)
        return false;
    if (p->problem->subdomain)
        p->section_row[c] = row;
    int64_t total = media_rows(p, c, words, row, &widest);
    const bool dense = lies_as_field(p, c);
    if (total == 0 && !(dense && p->problem->subdomain && neighbours_have(p, c, words)))
        return true;
    if (dense)
        return make_dense(p, c, words);
    if (p->layout.interleaved) /* passes read as many words of a row as any medium has */
        total += widest * most_words(p);
    p->use.sections += (size_t)(total * p->state.buffers) * p->word;
    return device_ask(&p->memory, &p->d.row[c], rows, sizeof *row, row) &&
           plan_add_state(p, &p->state.section[c], total, "sections_%d", c);
}

/* Asks for memory for the ids of a component, which lie as its field does. */
static bool ask_ids(plan *p, int c, int bytes)
{
    int64_t points = (p->d.cells[0] + 1) * p->d.plane;
    for (int n = 0; n < c && p->layout.interleaved; n++)
        if (p->id[n] && p->grid.active[n])
            return true; /* they lie beside those of component n: media_upload() */
    p->use.ids += (size_t)(points * bytes);
    return device_ask(&p->memory, &p->d.id[c], points, (size_t)bytes, NULL);
}

/* NO_SECTIONS; ONE_WORD where every point of every active component has one section of one
 * word; else ANY_SECTIONS. A component none of whose points is updated has no state. */
static int sections_of(const plan *p, int electric)
{
    const yee_problem *q = p->problem;
    int found = NO_SECTIONS;
    bool one = true;
    for (int c = electric ? YEE_EX : YEE_HX, n = 0; n < 3; c++, n++) {
        const yee_update *u = p->id[c] ? NULL : &q->update[p->d.uniform[c]];
        if (p->state.section[c].n > 0 && (!u || u->sections > 0))
            found = ANY_SECTIONS;
        if (p->grid.active[c])
            one = one && p->state.section[c].n > 0 && lies_as_field(p, c) && u &&
                  u->sections == 1 && q->section[u->section].words == 1;
    }
    return found && one ? ONE_WORD : found;
}

bool media_make(plan *p)
{
    const yee_problem *q = p->problem;
    int *words = plan_scratch(p, q->media, sizeof *words);
    bool any = false, ok = words && make_coefficients(p);
    for (int64_t m = 0; ok && m < q->media; m++) {
        words[m] = media_words(q, m);
        any = any || words[m] > 0;
    }
    int bytes = q->media <= 256 ? 1 : q->media <= 65536 ? 2 : 4;
    p->d.words_as_fields = any && ok ? words_before_rows(p, words) : 0;
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        if (!p->grid.active[c])
            continue;
        if (any)
            ok = make_states(p, c, words);
        if (p->id[c]) {
            p->d.id_bytes[yee_is_electric(c)] = bytes;
            ok = ok && ask_ids(p, c, bytes);
        }
    }
    for (int electric = 0; electric < 2; electric++)
        p->d.sections[electric] = sections_of(p, electric);
    return ok;
}

static void store_id(void *to, int64_t at, uint32_t id, int bytes)
{
    if (bytes == 1)
        ((uint8_t *)to)[at] = (uint8_t)id;
    else if (bytes == 2)
        ((uint16_t *)to)[at] = (uint16_t)id;
    else
        ((uint32_t *)to)[at] = id;
}

/* Plane by plane, so that no second copy of all ids is made. */
static yee_status upload_ids(plan *p, int c)
{
    const int64_t *e = p->grid.extent[c];
    int bytes = p->d.id_bytes[yee_is_electric(c)];
    const size_t row = (size_t)plan_row(p) * (size_t)bytes, rows = (size_t)p->d.rows;
    const size_t pitch = (size_t)p->d.pitch * (size_t)bytes;
    char *buffer = calloc(rows, row);
    if (!buffer)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a plane of ids");
    yee_status status = YEE_OK;
    for (int64_t i = 0; i < e[0] && status == YEE_OK; i++) {
        for (int64_t j = 0; j < e[1]; j++)
            for (int64_t k = 0; k < e[2]; k++)
                store_id(buffer, j * plan_row(p) + k, p->id[c][(i * e[1] + j) * e[2] + k],
                         bytes);
        char *to = (char *)p->d.id[c] + (size_t)i * rows * pitch;
        status = DEVICE_CALL(
            p->host, cudaMemcpy2D(to, pitch, buffer, row, row, rows, cudaMemcpyHostToDevice));
    }
    free(buffer);
    return status;
}

yee_status media_upload(plan *p)
{
    yee_status status = YEE_OK;
    const char *shared = NULL;
    for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++) {
        if (!p->id[c] || !p->grid.active[c])
            continue;
        if (p->layout.interleaved) {
            shared = shared ? shared : p->d.id[c];
            const int bytes = p->d.id_bytes[yee_is_electric(c)];
            p->d.id[c] = shared + (size_t)(c * plan_row(p)) * (size_t)bytes;
        }
        status = upload_ids(p, c);
    }
    return status;
}
