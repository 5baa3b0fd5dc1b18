/* core/run/placed.c: the state of the own cells of a subdomain, by the points that it is of.
 *
 * Boxes of a plan are sorted by array and first point, so that those that a box of a checkpoint
 * touches are found by a search; arrays whose boxes are rows may have one for every row. */
#include "placed.h"
#include "plugin/call.h"
#include "spans.h"
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((int64_t)16 << 20)

void yee_placed_free(yee_placed *p)
{
    free(p->v);
    free(p->array);
    *p = (yee_placed){0};
}

int64_t yee_kept_bytes(const yee_kept_box *b)
{
    return b->bytes * b->count[0] * b->count[1] * b->count[2];
}

static yee_status put(yee_placed *p, const yee_placed_box *box)
{
    if (p->count == p->capacity) {
        const int64_t capacity = 2 * p->capacity + 64;
        yee_placed_box *more = realloc(p->v, (size_t)capacity * sizeof *more);
        if (!more)
            return YEE_MEMORY;
        p->v = more;
        p->capacity = capacity;
    }
    p->v[p->count++] = *box;
    return YEE_OK;
}

/* ---- the plan's boxes ---- */

typedef struct collector {
    yee_state_spans spans;
    yee_placed *to;
    bool writing;
} collector;

/* Points [first, first + count) along an axis, of a box that goes on. */
static yee_placed_box part_of(const yee_placed_box *of, int axis, int64_t first, int64_t count)
{
    yee_placed_box part = *of;
    part.box.point[axis] += first;
    part.box.count[axis] = count;
    part.base += first * of->pitch[axis];
    return part;
}

/* Around a periodic axis that is not cut, schemes may have copies of points at the other end. */
static void leave_copies(const yee_placed *p, yee_placed_box *b)
{
    for (int a = 0; a < 3; a++) {
        const int64_t cells = p->whole->axis[a].cells, point = b->box.point[a];
        const int64_t first = point < 0 ? -point : 0, end = cells - point;
        if (p->whole->axis[a].periodic && (first || b->box.count[a] > end))
            *b = part_of(b, a, first, (b->box.count[a] < end ? b->box.count[a] : end) - first);
    }
}

static void note_copies(yee_placed *p, const yee_kept_box *b)
{
    for (int a = 0; a < 3; a++)
        if (p->whole->axis[a].periodic &&
            (b->point[a] < 0 || b->point[a] + b->count[a] > p->whole->axis[a].cells))
            p->around[a] = true;
}

/* In pieces along its outer axes. */
static yee_status put_pieces(yee_placed *p, const yee_placed_box *b, int level)
{
    const int axis = (int)b->box.order[level];
    const int64_t bytes = yee_kept_bytes(&b->box), count = b->box.count[axis];
    yee_status status = YEE_OK;
    if (bytes <= MOST_BYTES || level == 2)
        return put(p, b);
    int64_t step = MOST_BYTES / (bytes / count);
    step = step < 1 ? 1 : step;
    for (int64_t n = 0; n < count && !status; n += step) {
        const yee_placed_box part = part_of(b, axis, n, count - n < step ? count - n : step);
        status = put_pieces(p, &part, level + 1);
    }
    return status;
}

static yee_status add_at(yee_state_spans *spans, const yee_state_span *span,
                         const yee_state_place *place)
{
    const collector *c = spans->core;
    const int64_t count[3] = {span->count[0], span->count[1],
                              place->bytes > 0 ? span->bytes / place->bytes : 0};
    const int64_t pitch[3] = {span->pitch[0], span->pitch[1], place->bytes};
    yee_placed_box b = {.box = {.array = place->array, .bytes = place->bytes},
                        .base = span->base};
    int seen = 0;
    for (int n = 0; n < 3; n++) {
        const int a = place->axis[n];
        if (a < 0 || a > 2)
            break;
        seen |= 1 << a;
        b.box.order[n] = a;
        b.box.point[a] = c->to->at[a] + place->point[a];
        b.box.count[a] = count[n];
        b.pitch[a] = pitch[n];
    }
    if (seen != 7 || count[2] * place->bytes != span->bytes)
        return yee_diag_fail(c->to->diag, YEE_PLUGIN, &c->to->scheme->place,
                             "scheme '%s' names a span of %lld bytes, %lld a point, along the "
                             "axes %d, %d, %d; each of 0, 1 and 2 once, and whole points, "
                             "would be right",
                             c->to->scheme->plugin->name, (long long)span->bytes,
                             (long long)place->bytes, place->axis[0], place->axis[1],
                             place->axis[2]);
    if (c->writing)
        leave_copies(c->to, &b);
    note_copies(c->to, &b.box);
    return c->writing ? put_pieces(c->to, &b, 0) : put(c->to, &b);
}

static yee_status add(yee_state_spans *spans, const yee_state_span *span)
{
    const collector *c = spans->core;
    (void)span;
    c->to->known = false;
    return YEE_OK;
}

static int by_place(const void *a, const void *b)
{
    const yee_kept_box *x = &((const yee_placed_box *)a)->box,
                       *y = &((const yee_placed_box *)b)->box;
    if (x->array != y->array)
        return x->array < y->array ? -1 : 1;
    for (int n = 0; n < 3; n++)
        if (x->point[n] != y->point[n])
            return x->point[n] < y->point[n] ? -1 : 1;
    return 0;
}

static yee_status sort(yee_placed *p)
{
    if (!p->count)
        return YEE_OK;
    qsort(p->v, (size_t)p->count, sizeof *p->v, by_place);
    for (int64_t n = 0; n < p->count; n++)
        p->arrays += !n || p->v[n].box.array != p->v[n - 1].box.array;
    if (!(p->array = calloc((size_t)p->arrays, sizeof *p->array)))
        return YEE_MEMORY;
    yee_placed_array *own = p->array;
    *own = (yee_placed_array){.array = p->v[0].box.array};
    for (int64_t n = 0; n < p->count; n++) {
        const yee_kept_box *b = &p->v[n].box;
        if (b->array != own->array)
            *++own = (yee_placed_array){.array = b->array, .begin = n};
        own->end = n + 1;
        own->bytes += yee_kept_bytes(b);
        for (int a = 0; a < 2; a++)
            own->most[a] = b->count[a] > own->most[a] ? b->count[a] : own->most[a];
    }
    return YEE_OK;
}

yee_status yee_placed_collect(yee_diag *diag, const yee_instance *scheme,
                              const yee_scheme_ops *ops, const yee_planned *s, bool writing,
                              yee_placed *p)
{
    const yee_subdomain *own = &s->local.subdomain;
    collector c = {.to = p, .writing = writing};
    *p = (yee_placed){.diag = diag,
                      .scheme = scheme,
                      .ops = ops,
                      .plan = s->plan,
                      .whole = own->whole,
                      .at = {own->at[0], own->at[1], own->at[2]},
                      .known = true};
    c.spans = (yee_state_spans){
        .size = sizeof c.spans, .core = &c, .add = add, .places = true, .add_at = add_at};
    const yee_status status =
        YEE_CALL(scheme, ops, spans, s->plan, own->low, own->high, &c.spans);
    return status ? status : sort(p);
}

/* ---- values ---- */

static yee_state_span span_of(const yee_placed_box *b)
{
    const int64_t *o = b->box.order, *n = b->box.count;
    return (yee_state_span){.base = b->base,
                            .bytes = n[o[2]] * b->box.bytes,
                            .count = {n[o[0]], n[o[1]]},
                            .pitch = {b->pitch[o[0]], b->pitch[o[1]]}};
}

/* Between spans of the plan and a message. */
static yee_status pack(const yee_placed *p, const yee_state_span *span, int64_t count,
                       char *message, bool load)
{
    if (YEE_HAS(p->ops, connect) && YEE_HAS(p->ops, pack))
        return YEE_CALL(p->scheme, p->ops, pack, p->plan, span, count, message, load);
    yee_spans_pack(span, count, message, !load);
    return YEE_OK;
}

yee_status yee_placed_give(const yee_placed *p, int64_t first, int64_t count, char *message)
{
    yee_state_span *span = malloc((size_t)count * sizeof *span + 1);
    if (!span)
        return YEE_MEMORY;
    for (int64_t n = 0; n < count; n++)
        span[n] = span_of(&p->v[first + n]);
    const yee_status status = pack(p, span, count, message, false);
    free(span);
    return status;
}

/* Those parts of boxes of the plan that are in a message. */
typedef struct taking {
    yee_placed *p;
    yee_state_span *span;
    int64_t spans, capacity;
    char *message;
    int64_t bytes, capacity_bytes;
} taking;

static bool grow(taking *t, int64_t bytes)
{
    if (t->spans == t->capacity) {
        const int64_t capacity = 2 * t->capacity + 64;
        yee_state_span *more = realloc(t->span, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        t->span = more;
        t->capacity = capacity;
    }
    if (t->bytes + bytes > t->capacity_bytes) {
        const int64_t most = 2 * t->capacity_bytes + bytes;
        char *more = realloc(t->message, (size_t)most);
        if (!more)
            return false;
        t->message = more;
        t->capacity_bytes = most;
    }
    return true;
}

/* Values of a box that lie in a message, in the order of another one, `to`, that is part of it. */
static void copy_part(const yee_kept_box *from, const char *message, const yee_kept_box *to,
                      char *out)
{
    const int64_t *o = to->order, *n = to->count;
    int64_t pitch[3], at = 0, next = from->bytes;
    for (int k = 2; k >= 0; k--) {
        const int64_t a = from->order[k];
        pitch[a] = next;
        next *= from->count[a];
        at += (to->point[a] - from->point[a]) * pitch[a];
    }
    for (int64_t i = 0; i < n[o[0]]; i++)
        for (int64_t j = 0; j < n[o[1]]; j++) {
            const char *row = message + at + i * pitch[o[0]] + j * pitch[o[1]];
            if (pitch[o[2]] == to->bytes) {
                memcpy(out, row, (size_t)(n[o[2]] * to->bytes));
                out += n[o[2]] * to->bytes;
                continue;
            }
            for (int64_t k = 0; k < n[o[2]]; k++, out += to->bytes)
                memcpy(out, row + k * pitch[o[2]], (size_t)to->bytes);
        }
}

static yee_status take_part(taking *t, const yee_kept_box *from, const char *message,
                            const yee_placed_box *own)
{
    yee_placed_box part = *own;
    for (int a = 0; a < 3; a++) {
        const int64_t low = from->point[a] - own->box.point[a];
        const int64_t first = low > 0 ? low : 0, end = low + from->count[a];
        const int64_t count = (end < own->box.count[a] ? end : own->box.count[a]) - first;
        if (count <= 0)
            return YEE_OK;
        part = part_of(&part, a, first, count);
    }
    const int64_t bytes = yee_kept_bytes(&part.box);
    if (own->box.bytes != from->bytes)
        return yee_diag_fail(t->p->diag, YEE_INPUT, NULL,
                             "cannot use the checkpoint: scheme '%s' has %lld bytes of state "
                             "where the checkpoint has %lld; go on with the machine and the "
                             "build that wrote it, or begin anew",
                             t->p->scheme->plugin->name, (long long)own->box.bytes,
                             (long long)from->bytes);
    if (!grow(t, bytes))
        return YEE_MEMORY;
    copy_part(from, message, &part.box, t->message + t->bytes);
    t->span[t->spans++] = span_of(&part);
    t->bytes += bytes;
    t->p->filled += bytes;
    return YEE_OK;
}

/* The first box of an array whose first point comes at x, y or later. */
static int64_t search(const yee_placed *p, const yee_placed_array *in, int64_t x, int64_t y)
{
    int64_t low = in->begin, high = in->end;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2, *at = p->v[middle].box.point;
        if (at[0] < x || (at[0] == x && at[1] < y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Looks, plane by plane, at the boxes that begin so near that they can reach this one. */
static yee_status take_box(taking *t, const yee_kept_box *from, const char *message)
{
    const yee_placed *p = t->p;
    yee_placed_array *in = p->array;
    const int64_t end[2] = {from->point[0] + from->count[0], from->point[1] + from->count[1]};
    yee_status status = YEE_OK;
    while (in < p->array + p->arrays && in->array != from->array)
        in++;
    if (in == p->array + p->arrays)
        return YEE_OK;
    in->seen = true;
    int64_t n = search(p, in, from->point[0] - in->most[0] + 1, INT64_MIN);
    while (n < in->end && p->v[n].box.point[0] < end[0] && !status) {
        const int64_t x = p->v[n].box.point[0];
        n = search(p, in, x, from->point[1] - in->most[1] + 1);
        for (; n < in->end && p->v[n].box.point[0] == x && p->v[n].box.point[1] < end[1]; n++)
            status = status ? status : take_part(t, from, message, &p->v[n]);
        n = search(p, in, x + 1, INT64_MIN);
    }
    return status;
}

/* A box also where it lies seen around periodic axes. */
static yee_status take_around(taking *t, const yee_kept_box *box, const char *message)
{
    const yee_placed *p = t->p;
    yee_status status = YEE_OK;
    for (int turn = 0; turn < 27 && !status; turn++) {
        const int way[3] = {turn % 3 - 1, turn / 3 % 3 - 1, turn / 9 - 1};
        yee_kept_box b = *box;
        bool there = true;
        for (int a = 0; a < 3; a++) {
            there = there && (!way[a] || p->around[a]);
            b.point[a] += way[a] * p->whole->axis[a].cells;
        }
        status = there ? take_box(t, &b, message) : YEE_OK;
    }
    return status;
}

yee_status yee_placed_take(yee_placed *p, const yee_kept_box *box, int64_t count,
                           const char *message)
{
    taking t = {.p = p};
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < count && !status; n++) {
        status = take_around(&t, &box[n], message);
        message += yee_kept_bytes(&box[n]);
    }
    if (!status)
        status = pack(p, t.span, t.spans, t.message, true);
    free(t.span);
    free(t.message);
    return status;
}

int64_t yee_placed_wanted(const yee_placed *p)
{
    int64_t bytes = 0;
    for (const yee_placed_array *a = p->array; a < p->array + p->arrays; a++)
        bytes += a->seen ? a->bytes : 0;
    return bytes;
}
