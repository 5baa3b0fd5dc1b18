/* core/run/part_writer.c: a queue of boxes, and a thread that writes them. */
#include "part_writer.h"
#include "base/clock.h"
#include "base/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUEUE_BYTES ((size_t)256 << 20)

/* A piece of this process. */
typedef struct target {
    const yee_parts *array;
    const yee_piece *piece;
    yee_dataset *set;
    size_t word;  /* bytes of a number */
    size_t bytes; /* of a record */
} target;

typedef struct box {
    struct box *next;
    const target *to;
    void *record;
} box;

struct yee_part_writer {
    yee_diag *diag;
    const yee_taps *taps;
    yee_files *files;
    double flush;
    int64_t targets;
    target *target;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived, drained;
    box *head, *tail;
    size_t queued; /* bytes in the queue or being written */
    bool stop;
    char why[1024];    /* a sentence, set before status: */
    atomic_int status; /* the first failure */
};

/* ---- which boxes ---- */

static bool same_array(const yee_tap_owner *o, const yee_parts *a)
{
    return o->parted && o->output == a->output && o->array == a->number;
}

/* The boxes of the array's tap; those of its other taps are the same. */
static void find_pieces(const yee_problem *whole, int64_t tap, int64_t count,
                        const yee_local *const *local, const int64_t *first, yee_piece *piece,
                        int64_t *pieces)
{
    int process = 0;
    *pieces = 0;
    for (int64_t n = 0; n < count; n++) {
        const yee_local *l = local[n];
        while (n >= first[process + 1])
            process++;
        for (int64_t t = 0; t < l->problem.taps; t++) {
            yee_piece *p = &piece[*pieces];
            if (l->tap[t] != tap)
                continue;
            p->process = process;
            yee_local_box(whole, l, t, p->at, p->count);
            ++*pieces;
        }
    }
}

bool yee_parting_make(yee_arena *arena, const yee_problem *whole, const yee_taps *taps,
                      int64_t count, const yee_local *const *local, const int64_t *first,
                      yee_parting *parting)
{
    yee_parts *array = yee_arena_alloc(arena, (size_t)taps->count * sizeof *array + 1);
    int64_t arrays = 0;
    for (int64_t t = 0; t < taps->count && array; t++) {
        const yee_tap_owner *o = &taps->owner[t];
        const yee_tap *tap = &taps->tap[t];
        bool known = !o->parted;
        for (int64_t n = 0; n < arrays && !known; n++)
            known = same_array(o, &array[n]);
        if (known)
            continue;
        yee_parts *a = &array[arrays++];
        yee_piece *piece = yee_arena_alloc(arena, (size_t)count * sizeof *piece);
        if (!piece)
            return false;
        const bool dft = tap->kind == YEE_TAP_DFT;
        *a = (yee_parts){.output = o->output,
                         .number = o->array,
                         .turned = o->turned,
                         .type = dft                           ? YEE_NUMBER_C128
                                 : whole->precision == YEE_F32 ? YEE_NUMBER_F32
                                                               : YEE_NUMBER_F64,
                         .rows = dft ? tap->frequencies : 0,
                         .piece = piece};
        for (int axis = 0; axis < 3; axis++)
            a->whole[axis] =
                (tap->hi[axis] - tap->lo[axis] + tap->stride[axis] - 1) / tap->stride[axis];
        find_pieces(whole, t, count, local, first, piece, &a->pieces);
    }
    parting->arrays = arrays;
    parting->array = array;
    return array != NULL;
}

/* ---- the thread ---- */

/* [x, y, z] to [z, y, x]. */
static void turn(const target *t, const char *from, char *to)
{
    const int64_t *n = t->piece->count;
    for (int64_t k = 0; k < n[2]; k++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t i = 0; i < n[0]; i++, to += t->word)
                memcpy(to, from + (size_t)((i * n[1] + j) * n[2] + k) * t->word, t->word);
}

static yee_status write_box(const yee_part_writer *w, const box *b)
{
    const target *t = b->to;
    const int64_t rows = t->array->rows ? t->array->rows : 1;
    if (!t->array->turned)
        return yee_piece_append(t->set, rows, b->record);
    char *turned = malloc(t->bytes);
    if (!turned)
        return yee_diag_fail(w->diag, YEE_MEMORY, &t->array->output->place,
                             "no memory for a record of %zu bytes", t->bytes);
    const size_t row = t->bytes / (size_t)rows;
    for (int64_t n = 0; n < rows; n++)
        turn(t, (const char *)b->record + (size_t)n * row, turned + (size_t)n * row);
    const yee_status status = yee_piece_append(t->set, rows, turned);
    free(turned);
    return status;
}

static void note(yee_part_writer *w, yee_status status)
{
    pthread_mutex_lock(&w->lock);
    if (status && !w->status) {
        snprintf(w->why, sizeof w->why, "%s", yee_diag_said());
        w->status = (int)status;
    }
    pthread_mutex_unlock(&w->lock);
}

/* The next box, which stays counted until it is written; NULL: no more will come, or the time for a
 * flush has. */
static box *next_box(yee_part_writer *w, double deadline, bool *last)
{
    const struct timespec until = {(time_t)deadline,
                                   (long)(1e9 * (deadline - (double)(time_t)deadline))};
    pthread_mutex_lock(&w->lock);
    while (!w->head && !w->stop)
        if (pthread_cond_timedwait(&w->arrived, &w->lock, &until))
            break;
    box *b = w->head;
    if (b)
        w->head = b->next;
    *last = w->stop && !b;
    pthread_mutex_unlock(&w->lock);
    return b;
}

static void *serve(void *arg)
{
    yee_part_writer *w = arg;
    double flushed = yee_now();
    bool last = false, dirty = false;
    yee_process_begin_thread();
    while (!last) {
        box *b = next_box(w, (dirty ? flushed : yee_now()) + w->flush, &last);
        if (b) {
            dirty = dirty || !w->status;
            if (!w->status)
                note(w, write_box(w, b));
            pthread_mutex_lock(&w->lock);
            w->queued -= b->to->bytes;
            pthread_cond_signal(&w->drained);
            pthread_mutex_unlock(&w->lock);
            free(b->record);
            free(b);
        }
        if (dirty && (last || yee_now() - flushed >= w->flush)) {
            if (!w->status)
                note(w, yee_files_flush(w->files));
            flushed = yee_now();
            dirty = false;
        }
    }
    yee_process_end_thread();
    return NULL;
}

/* ---- for the thread of the steps ---- */

static yee_status tell(const yee_part_writer *w)
{
    const yee_status status = (yee_status)w->status;
    return status ? yee_diag_fail(w->diag, status, NULL, "%s", w->why) : YEE_OK;
}

yee_status yee_part_writer_put(yee_part_writer *w, int64_t tap, const int64_t at[3],
                               void *record)
{
    const target *to = NULL;
    for (int64_t n = 0; n < w->targets && !to; n++)
        if (same_array(&w->taps->owner[tap], w->target[n].array) &&
            !memcmp(w->target[n].piece->at, at, sizeof w->target[n].piece->at))
            to = &w->target[n];
    box *b = to ? malloc(sizeof *b) : NULL;
    if (!b) {
        free(record);
        return yee_diag_fail(w->diag, to ? YEE_MEMORY : YEE_INTERNAL, NULL,
                             "a record has no place in the part files");
    }
    *b = (box){.to = to, .record = record};
    pthread_mutex_lock(&w->lock);
    while (w->queued && w->queued + to->bytes > QUEUE_BYTES && !w->status)
        pthread_cond_wait(&w->drained, &w->lock);
    w->queued += to->bytes;
    *(w->head ? &w->tail->next : &w->head) = b;
    w->tail = b;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
    return YEE_OK;
}

yee_status yee_part_writer_status(const yee_part_writer *w) { return tell(w); }

yee_status yee_part_writer_flush(yee_part_writer *w)
{
    pthread_mutex_lock(&w->lock);
    while (w->queued)
        pthread_cond_wait(&w->drained, &w->lock);
    pthread_mutex_unlock(&w->lock);
    if (!w->status)
        note(w, yee_files_flush(w->files));
    return tell(w);
}

static void writer_free(yee_part_writer *w)
{
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->arrived);
    pthread_cond_destroy(&w->drained);
    free(w->target);
    free(w);
}

yee_status yee_part_writer_finish(yee_part_writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    const yee_status status = tell(w);
    writer_free(w);
    return status;
}

static yee_status open_targets(yee_part_writer *w, const yee_parting *parting, int process)
{
    for (int64_t a = 0; a < parting->arrays; a++)
        for (int64_t n = 0; n < parting->array[a].pieces; n++) {
            const yee_parts *array = &parting->array[a];
            const yee_piece *p = &array->piece[n];
            target *t = &w->target[w->targets];
            if (p->process != process)
                continue;
            *t = (target){.array = array, .piece = p};
            t->word = array->type == YEE_NUMBER_F32   ? sizeof(float)
                      : array->type == YEE_NUMBER_F64 ? sizeof(double)
                                                      : sizeof(yee_complex);
            t->bytes = t->word * (size_t)(p->count[0] * p->count[1] * p->count[2] *
                                          (array->rows ? array->rows : 1));
            t->set = yee_files_piece(w->files, array, p);
            if (!t->set)
                return w->diag->status ? w->diag->status : YEE_IO;
            w->targets++;
        }
    return YEE_OK;
}

yee_status yee_part_writer_start(yee_diag *diag, const yee_taps *taps, yee_files *files,
                                 const yee_parting *parting, int process, double flush,
                                 yee_part_writer **writer)
{
    int64_t most = 1;
    for (int64_t a = 0; a < parting->arrays; a++)
        most += parting->array[a].pieces;
    yee_part_writer *w = calloc(1, sizeof *w);
    target *targets = calloc((size_t)most, sizeof *targets);
    if (!w || !targets) {
        free(w);
        free(targets);
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for the outputs");
    }
    w->diag = diag;
    w->taps = taps;
    w->files = files;
    w->flush = flush;
    w->target = targets;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->arrived, &monotonic);
    pthread_cond_init(&w->drained, &monotonic);
    pthread_condattr_destroy(&monotonic);
    yee_status status = open_targets(w, parting, process);
    if (!status && yee_process_start_thread(&w->thread, serve, w))
        status = yee_diag_fail(diag, YEE_MEMORY, NULL, "cannot start the thread that writes");
    if (status) {
        writer_free(w);
        return status;
    }
    *writer = w;
    return YEE_OK;
}
