/* law_words.c: words and maps of edges with laws before step 0. */
#include "../../common/places.h"
#include "laws.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static uint32_t medium_of(const plan *p, int c, int64_t index)
{
    return p->id[c] ? p->id[c][index] : p->d.uniform[c];
}

/* The problem's component that is the plan's component c. */
static int problems(const plan *p, int c)
{
    int n = 0;
    while (p->component_of[n] != c)
        n++;
    return n;
}

/* Threads take planes of a component one by one: a law's begin() may be called from several. */
typedef struct begun {
    const plan *p;
    int component; /* the plan's */
    void *numbers;
    const state_row *row;
    const int *of_media; /* words and maps of a point, shape [media] */
    atomic_int plane;    /* the next one */
} begun;

/* Words before step 0 and maps of the edge at x. */
static void begin_edge(const begun *b, const int64_t x[3], uint32_t medium)
{
    const plan *p = b->p;
    const yee_law *law = laws_of(p, medium);
    const int c = problems(p, b->component);
    const yee_law_place place = yee_problem_law_place(p->problem, medium, c);
    double at[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
    const int64_t index[3] = {x[p->rotation % 3], x[(1 + p->rotation) % 3],
                              x[(2 + p->rotation) % 3]};
    places_point(p->problem, c, index, at);
    law->begin(p->problem->law[yee_problem_law(p->problem, medium)].self, &place, at, state,
               map);
    int64_t first = plan_offset(p, x), pitch = p->laws->tables.state_words;
    if (b->row) {
        const state_row r = b->row[x[0] * p->d.rows + x[1]];
        first = r.first + x[2] - r.begin;
        pitch = r.width;
    }
    for (int w = 0; w < law->edge_words; w++)
        laws_store(p, b->numbers, first + w * pitch, state[w]);
    for (int w = 0; w < law->edge_maps; w++)
        laws_store(p, b->numbers, first + (law->edge_words + w) * pitch, map[w]);
}

static void *begin_planes(void *all)
{
    begun *o = all;
    const plan *p = o->p;
    const int c = o->component;
    const int64_t *b = p->grid.begin[c], *e = p->grid.end[c], *n = p->grid.extent[c];
    for (int64_t x[3]; (x[0] = atomic_fetch_add(&o->plane, 1)) < e[0];)
        for (x[1] = b[1]; x[1] < e[1]; x[1]++)
            for (x[2] = b[2]; x[2] < e[2]; x[2]++) {
                const uint32_t medium = medium_of(p, c, (x[0] * n[1] + x[1]) * n[2] + x[2]);
                const yee_law *law = laws_of(p, medium);
                if (law && law->begin && o->of_media[medium] > 0)
                    begin_edge(o, x, medium);
            }
    return NULL;
}

/* Threads that cannot be begun are none: this one works, too. */
static void begin_component(begun *o)
{
    enum { MOST = 32 };
    pthread_t thread[MOST];
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int most = processors < MOST ? (int)processors : MOST;
    int running = 0;
    atomic_init(&o->plane, (int)o->p->grid.begin[o->component][0]);
    while (running < most - 1 && pthread_create(&thread[running], NULL, begin_planes, o) == 0)
        running++;
    begin_planes(o);
    while (running > 0)
        pthread_join(thread[--running], NULL);
}

yee_status law_words_begin(plan *p, int c, const int *numbers)
{
    plan_laws *l = p->laws;
    state_array *array = &p->state.array[l->state[c].n - 1];
    const size_t bytes = (size_t)array->words * p->word;
    begun o = {.p = p, .component = c, .numbers = calloc(bytes + 1, 1), .of_media = numbers};
    state_row *row = calloc((size_t)(p->d.rows * (p->d.cells[0] + 1)), sizeof *row);
    int64_t widest;
    yee_status status = YEE_OK;
    if (!o.numbers || !row)
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the words of laws");
    else if (p->id[c]) {
        media_rows(p, c, numbers, row, &widest);
        o.row = row;
    }
    if (status == YEE_OK)
        begin_component(&o);
    l->tables.state[c] = array->buffer[1] = array->buffer[0];
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host, cudaMemcpy(array->buffer[0], o.numbers, bytes, cudaMemcpyHostToDevice));
    free(o.numbers);
    free(row);
    return status;
}
