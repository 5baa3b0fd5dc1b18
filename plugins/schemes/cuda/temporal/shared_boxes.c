/* shared_boxes.c: boxes around sources and probes whose steps of a pass one launch does, a block of
 * threads each, in shared memory (kernels/shared_boxes.cu).
 *
 * Cells that a source affects in a pass are kept, and so is the cell of a probe. Around these a box has as
 * many more cells as the pass has steps. Where cells that are kept for one meet those of another, both
 * become one box. */
#include "temporal.h"
#include <string.h>

enum { MOST_POINTS = 64, LONG_EDGES = 4096 };

/* Whether all of the cells are ever updated. */
static bool all_updated(const plan *p, const regions *s)
{
    const int *end = temporal_of(p)->passes.x.end;
    bool all = true;
    for (int64_t n = 0; n < s->count; n++)
        for (int a = 0; a < 3; a++)
            all = all && s->region[n].to[a] <= end[a];
    return all;
}

/* Whether kernels know all that acts or looks within a pass. */
static bool known(const plan *p)
{
    const temporal *t = temporal_of(p);
    const between *c = &p->between;
    const bool transforms = p->transforms.frequent > 0 && !t->passes.transforms_at_ends;
    return !p->laws && c->ports == 0 && p->d.active == (1u << YEE_COMPONENTS) - 1 &&
           t->excluded_regions.count == 0 && !transforms && c->points <= LONG_LIST &&
           c->sources[0] <= LONG_LIST && c->sources[1] <= LONG_LIST &&
           c->edges[0] + c->edges[1] <= LONG_EDGES;
}

static void grow(const plan *p, const region *s, int by, region *n)
{
    const int *end = temporal_of(p)->passes.x.end;
    for (int a = 0; a < 3; a++) {
        n->from[a] = s->from[a] > by ? s->from[a] - by : 0;
        n->to[a] = s->to[a] < end[a] - by ? s->to[a] + by : end[a];
    }
}

/* The cells of a box. */
static void surround(const plan *p, shared_box *b)
{
    region kept, all;
    memcpy(kept.from, b->keep_from, sizeof kept.from);
    memcpy(kept.to, b->keep_to, sizeof kept.to);
    grow(p, &kept, temporal_of(p)->passes.x.steps, &all);
    memcpy(b->from, all.from, sizeof all.from);
    memcpy(b->to, all.to, sizeof all.to);
}

/* Whether no point of a box has words of sections, which these kernels do not know. */
static bool without_words(const plan *p, const shared_box *b)
{
    bool electric = false, magnetic = false;
    for (int c = 0; c < 3; c++) {
        electric = electric || p->d.state[c];
        magnetic = magnetic || p->d.state[3 + c];
    }
    return !magnetic && (!electric || (temporal_of(p)->needs.marked &&
                                       needs_in(p, b->from, b->to).words == 0));
}

static bool apart(const shared_box *b, const shared_box *c)
{
    bool all = false;
    for (int a = 0; a < 3; a++)
        all = all || b->keep_from[a] >= c->keep_to[a] || c->keep_from[a] >= b->keep_to[a];
    return all;
}

static void join(const plan *p, shared_box *b, const shared_box *c)
{
    for (int a = 0; a < 3; a++) {
        b->keep_from[a] = b->keep_from[a] < c->keep_from[a] ? b->keep_from[a] : c->keep_from[a];
        b->keep_to[a] = b->keep_to[a] > c->keep_to[a] ? b->keep_to[a] : c->keep_to[a];
    }
    b->first = b->first > c->first ? b->first : c->first;
    surround(p, b);
}

/* Joins two boxes that meet; false: there are none. */
static bool join_two(const plan *p, shared_box *b, int *count)
{
    for (int n = 0; n < *count; n++)
        for (int m = n + 1; m < *count; m++)
            if (!apart(&b[n], &b[m])) {
                join(p, &b[n], &b[m]);
                b[m] = b[--*count];
                return true;
            }
    return false;
}

static void add(const plan *p, shared_box *b, const region *s, int by, bool writes)
{
    region kept;
    grow(p, s, by, &kept);
    memcpy(b->keep_from, kept.from, sizeof kept.from);
    memcpy(b->keep_to, kept.to, sizeof kept.to);
    b->first = writes ? 0 : -1;
    surround(p, b);
}

/* Finds the positions of a box that have psi along an axis. */
static void find_layers(const plan *p, shared_box *b, int a)
{
    const line *node = &p->d.line[a][NODE], *half = &p->d.line[a][HALF];
    const int low = node->low > half->low ? node->low : half->low;
    const int high = node->high < half->high ? node->high : half->high;
    b->low[a] = low < b->from[a] ? b->from[a] : low < b->to[a] ? low : b->to[a];
    b->high[a] = high < b->low[a] ? b->low[a] : high < b->to[a] ? high : b->to[a];
}

/* Words of shared memory of a box, and its layers; 0: it meets an end of a periodic axis, whose copies
 * these kernels do not keep. */
static int64_t words_of(const plan *p, shared_box *b)
{
    const pass *x = &temporal_of(p)->passes.x;
    int64_t cells = 1, words, count[3];
    for (int a = 0; a < 3; a++) {
        const bool low = b->from[a] == 0, high = b->to[a] == x->end[a];
        if (x->axis[a].periodic && (low || high))
            return 0;
        count[a] = b->to[a] - b->from[a] + low + high;
        if (a == 2) { /* rows begin and end at 16 bytes */
            const int unit = 16 / (int)p->word, before = (b->from[a] - low) & (unit - 1);
            count[a] = (count[a] + before + unit - 1) / unit * unit;
        }
        cells *= count[a];
        find_layers(p, b, a);
    }
    words = 6 * cells;
    for (int a = 0; a < 3; a++)
        words += 4 * (cells / count[a]) * (b->low[a] - b->from[a] + b->to[a] - b->high[a]);
    temporal_of(p)->passes.shared.layers |= words > 6 * cells;
    return words;
}

/* Words of shared memory of the largest of the boxes; 0: some box is none for shared memory. */
static int64_t most_words(const plan *p, shared_box *b, int count)
{
    size_t most = 0;
    int64_t words = 1;
    if (shared_boxes_most(p->word, &most) != cudaSuccess)
        return 0;
    for (int n = 0; n < count && words > 0; n++) {
        const int64_t own = without_words(p, &b[n]) ? words_of(p, &b[n]) : 0;
        words = own == 0 || own > words ? own : words;
    }
    return shared_box_bytes(words, p->between.edges[1], p->word) <= most ? words : 0;
}

static int kept_cells(const shared_box *b)
{
    int cells = 1;
    for (int a = 0; a < 3; a++)
        cells *= b->keep_to[a] - b->keep_from[a];
    return cells;
}

bool shared_boxes_make(plan *p, const regions *acts, const regions *looks, int reach)
{
    passes *w = &temporal_of(p)->passes;
    shared_boxes *s = &w->shared;
    *s = (shared_boxes){.steps = w->x.steps};
    if (!known(p) || !all_updated(p, acts) || !all_updated(p, looks) ||
        acts->count + looks->count == 0 || acts->count + looks->count > MOST_POINTS)
        return true;
    shared_box *list = plan_scratch(p, MOST_POINTS, sizeof *list);
    if (!list)
        return false;
    int count = 0;
    for (int64_t n = 0; n < acts->count; n++)
        add(p, &list[count++], &acts->region[n], reach, true);
    for (int64_t n = 0; n < looks->count; n++)
        add(p, &list[count++], &looks->region[n], 0, false);
    while (join_two(p, list, &count))
        continue;
    s->words = count > MOST_SHARED_BOXES ? 0 : most_words(p, list, count);
    if (s->words == 0)
        return true;
    for (int n = 0; n < count; n++)
        if (list[n].first >= 0) {
            list[n].first = s->cells;
            s->cells += kept_cells(&list[n]);
        }
    s->count = count;
    memcpy(s->end, w->x.end, sizeof s->end);
    memcpy(s->nodes, w->x.nodes, sizeof s->nodes);
    memcpy(s->box, list, (size_t)count * sizeof *list);
    const int values = s->layers ? 6 + 12 : 6;
    return device_ask(&w->lists, &s->result, (int64_t)values * s->cells, p->word, NULL) &&
           device_ask(&w->lists, &s->done, 1, sizeof *s->done, NULL);
}
