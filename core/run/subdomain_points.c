/* core/run/subdomain_points.c: the state of points in a checkpoint: a list of boxes for every
 * subdomain, then their values, in messages of some megabytes. */
#include "subdomain_points.h"
#include "placed.h"
#include <stdio.h>
#include <stdlib.h>

typedef yee_subdomain_plan plan;

#define MESSAGE ((int64_t)16 << 20)

static yee_status no_memory(const plan *p)
{
    return yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a checkpoint's state");
}

/* Boxes from `first` on whose values fit into a message. */
static int64_t run_of(const yee_kept_box *box, int64_t stride, int64_t left, int64_t *bytes)
{
    int64_t n = 0;
    *bytes = 0;
    for (; n < left; n++) {
        const yee_kept_box *b = (const yee_kept_box *)((const char *)box + n * stride);
        if (n && *bytes + yee_kept_bytes(b) > MESSAGE)
            break;
        *bytes += yee_kept_bytes(b);
    }
    return n;
}

static yee_status put_values(const plan *p, const yee_placed *placed, yee_state *to)
{
    char name[32];
    char *message = NULL;
    yee_status status = YEE_OK;
    for (int64_t first = 0, n, bytes; first < placed->count && !status; first += n) {
        n = run_of(&placed->v[first].box, sizeof *placed->v, placed->count - first, &bytes);
        char *more = realloc(message, (size_t)bytes);
        if (!more) {
            status = no_memory(p);
            break;
        }
        message = more;
        status = yee_placed_give(placed, first, n, message);
        snprintf(name, sizeof name, "values_%lld", (long long)first);
        if (!status)
            status = to->piece(to, name, message, bytes);
    }
    free(message);
    return status;
}

yee_status yee_subdomain_put_points(const plan *p, int64_t part, yee_state *to)
{
    yee_placed placed;
    yee_kept_box *box = NULL;
    yee_status status =
        yee_placed_collect(p->diag, p->scheme, p->ops, &p->part[part], true, &placed);
    int64_t count = placed.count;
    if (!status && !(box = malloc((size_t)count * sizeof *box + 1)))
        status = YEE_MEMORY;
    for (int64_t n = 0; n < count && !status; n++)
        box[n] = placed.v[n].box;
    if (!status)
        status = to->piece(to, "count", &count, sizeof count);
    if (!status)
        status = to->piece(to, "boxes", box, count * (int64_t)sizeof *box);
    if (!status)
        status = put_values(p, &placed, to);
    free(box);
    yee_placed_free(&placed);
    return status == YEE_MEMORY ? no_memory(p) : status;
}

/* Shows some boxes of the checkpoint to all plans of this process. */
static yee_status take(const plan *p, yee_placed *placed, const yee_kept_box *box,
                       int64_t count, const char *message)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++)
        if (p->part[n].plan)
            status = yee_placed_take(&placed[n], box, count, message);
    return status == YEE_MEMORY ? no_memory(p) : status;
}

/* The boxes of a subdomain of the checkpoint. *failed: this process's own status, which ends no
 * message. */
static yee_status get_part(const plan *p, yee_state *shared, int64_t part, yee_placed *placed,
                           yee_status *failed)
{
    char name[64], *message = NULL;
    int64_t count = 0;
    yee_kept_box *box = NULL;
    snprintf(name, sizeof name, "subdomain_%lld_count", (long long)part);
    yee_status status = shared->piece(shared, name, &count, sizeof count);
    if (!status)
        box = malloc((size_t)count * sizeof *box + 1);
    status = yee_agree(p->communicator, status ? status : box ? YEE_OK : no_memory(p));
    snprintf(name, sizeof name, "subdomain_%lld_boxes", (long long)part);
    if (!status)
        status = shared->piece(shared, name, box, count * (int64_t)sizeof *box);
    for (int64_t first = 0, n, bytes; !status && first < count; first += n) {
        n = run_of(&box[first], sizeof *box, count - first, &bytes);
        free(message);
        message = malloc((size_t)bytes + 1);
        status = yee_agree(p->communicator, message ? YEE_OK : no_memory(p));
        snprintf(name, sizeof name, "subdomain_%lld_values_%lld", (long long)part,
                 (long long)first);
        if (!status)
            status = shared->piece(shared, name, message, bytes);
        if (!status && !*failed)
            *failed = take(p, placed, &box[first], n, message);
    }
    free(message);
    free(box);
    return status;
}

static yee_status check_filled(const plan *p, const yee_placed *placed)
{
    for (int64_t n = 0; n < p->count; n++)
        if (p->part[n].plan && placed[n].filled != yee_placed_wanted(&placed[n]))
            return yee_diag_fail(p->diag, YEE_INPUT, NULL,
                                 "cannot use the checkpoint: it has %lld of the %lld bytes of "
                                 "state that scheme '%s' has in subdomain %lld",
                                 (long long)placed[n].filled,
                                 (long long)yee_placed_wanted(&placed[n]),
                                 p->scheme->plugin->name, (long long)n);
    return YEE_OK;
}

yee_status yee_subdomain_get_points(const plan *p, yee_state *shared, int64_t parts)
{
    yee_placed *placed = calloc((size_t)p->count, sizeof *placed);
    yee_status status = placed ? YEE_OK : no_memory(p), failed = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++)
        if (p->part[n].plan)
            status =
                yee_placed_collect(p->diag, p->scheme, p->ops, &p->part[n], false, &placed[n]);
    status = yee_agree(p->communicator, status == YEE_MEMORY ? no_memory(p) : status);
    for (int64_t n = 0; n < parts && !status; n++)
        status = get_part(p, shared, n, placed, &failed);
    if (!status)
        status = yee_agree(p->communicator, failed ? failed : check_filled(p, placed));
    for (int64_t n = 0; placed && n < p->count; n++)
        yee_placed_free(&placed[n]);
    free(placed);
    return status;
}
