/* core/api/questions.c: what one process asks about cells and points of others is answered by those
 * that have them. */
#include "clip.h"
#include "problem/paint.h"
#include "run/communicator.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static yee_communicator *together(const yee_model *m) { return m->session->communicator; }

static yee_status no_memory(yee_model *m)
{
    return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for questions about cells");
}

/* This process's answer to a question; YEE_NO_ANSWER: the place is another's. */
static uint32_t know(const yee_model *m, uint64_t key)
{
    const int64_t index = (int64_t)(key / 8);
    const int of = (int)(key % 8);
    const int64_t *n = m->voxels->n;
    if (of != YEE_OF_CELL)
        return yee_local_ids_owns(&m->problem, of, index)
                   ? yee_problem_medium(&m->problem, of, index)
                   : YEE_NO_ANSWER;
    const int64_t at[3] = {index / (n[1] * n[2]), index / n[2] % n[1], index % n[2]};
    for (size_t b = 0; b < m->clip->boxes; b++) {
        const yee_cell_box *box = &m->clip->box[b];
        bool in = true;
        for (int a = 0; a < 3; a++)
            in = in && at[a] >= box->low[a] && at[a] < box->high[a];
        if (in)
            return (uint32_t)yee_voxels_material(m->voxels, at[0], at[1], at[2]);
    }
    return YEE_NO_ANSWER;
}

/* The questions of all processes, on each of them. */
static yee_status collect(yee_model *m, char **question, int64_t *bytes)
{
    yee_communicator *c = together(m);
    yee_answers *a = &m->clip->answers;
    char **all = NULL;
    int64_t *length = NULL, size = 0;
    yee_status status =
        yee_gather_blocks(c, a->ask, (int64_t)(a->asked * sizeof *a->ask), &all, &length);
    for (int n = 0; n < c->ranks && yee_first(c) && !status; n++)
        size += length[n];
    char *block = status || !yee_first(c) ? NULL : malloc((size_t)size + 1);
    size = 0;
    for (int n = 0; n < c->ranks && block; n++) {
        memcpy(block + size, all[n], (size_t)length[n]);
        size += length[n];
    }
    for (int n = 0; n < c->ranks && all; n++)
        free(all[n]);
    free(all);
    free(length);
    status = yee_agree(c, status ? status : yee_first(c) && !block ? no_memory(m) : YEE_OK);
    if (block)
        size = (int64_t)(yee_answers_sort((uint64_t *)(void *)block,
                                          (size_t)size / sizeof(uint64_t)) *
                         sizeof(uint64_t));
    *question = block;
    *bytes = size;
    return status ? status : yee_broadcast_block(c, question, bytes);
}

/* Their answers, on each of them: what one process knows the others say nothing of. */
static yee_status answer_all(yee_model *m, size_t count, const uint64_t *key, uint32_t *value)
{
    yee_communicator *c = together(m);
    const int64_t bytes = (int64_t)(count * sizeof *value);
    yee_status status = YEE_OK;
    for (size_t n = 0; n < count; n++)
        value[n] = know(m, key[n]);
    if (c->rank) {
        status = yee_communicator_send(c, 0, value, bytes);
        status = status ? status : yee_communicator_wait(c, (double)INFINITY);
    }
    uint32_t *other = c->rank ? NULL : malloc((size_t)bytes + 1);
    if (!c->rank && !other) {
        c->lost = true; /* messages would be missed */
        return no_memory(m);
    }
    for (int rank = 1; rank < c->ranks && !c->rank && !status; rank++) {
        status = yee_communicator_receive(c, rank, other, bytes);
        status = status ? status : yee_communicator_wait(c, (double)INFINITY);
        for (size_t n = 0; n < count && !status; n++)
            value[n] = other[n] < value[n] ? other[n] : value[n];
    }
    free(other);
    return status ? status : yee_broadcast(c, value, bytes);
}

yee_status yee_questions_answer(yee_model *m)
{
    yee_answers *a = &m->clip->answers;
    char *question = NULL;
    int64_t bytes = 0;
    a->asked = yee_answers_sort(a->ask, a->asked);
    yee_status status = collect(m, &question, &bytes);
    const size_t count = (size_t)bytes / sizeof(uint64_t);
    uint64_t *key = (uint64_t *)(void *)question;
    /* a process that knows some of them already has asked for others */
    uint32_t *value = malloc(count * sizeof *value + 1);
    status = yee_agree(together(m), status ? status : value ? YEE_OK : no_memory(m));
    if (!status)
        status = answer_all(m, count, key, value);
    yee_answers_begin(a);
    if (!status && !yee_answers_add(a, count, key, value))
        status = no_memory(m);
    free(value);
    free(question);
    return status;
}

yee_status yee_questions_noted(yee_model *m, unsigned *bits)
{
    const yee_answers *a = &m->clip->answers;
    *bits = (a->asked ? 1u : 0u) | (a->more ? 2u : 0u);
    return yee_unite(together(m), bits);
}
