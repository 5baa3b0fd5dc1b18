/* warmup.c: fields for the timing of passes: zeros would take less power than the card has at
 * work. */
#include "warmup.h"
#include <stdlib.h>

enum { COUNT = 1000003 }; /* words from the host; a prime: rows and planes differ */

/* A linear congruence will do: nobody looks at the values. */
static void draw_values(double *word)
{
    uint32_t state = 1;
    for (int n = 0; n < COUNT; n++) {
        state = 1664525 * state + 1013904223;
        word[n] = 0x1p-31 * (double)state - 1;
    }
}

/* Copies some words from the host, then those that are there behind themselves, again and
 * again. */
static yee_status fill(plan *p, const state_array *k, const void *values)
{
    char *array = k->buffer[p->state.current];
    int64_t done = COUNT < k->words ? COUNT : k->words;
    yee_status status = DEVICE_CALL(
        p->host, cudaMemcpy(array, values, (size_t)done * p->word, cudaMemcpyHostToDevice));
    for (int64_t more; done < k->words && status == YEE_OK; done += more) {
        more = done < k->words - done ? done : k->words - done;
        status =
            DEVICE_CALL(p->host, cudaMemcpy(array + (size_t)done * p->word, array,
                                            (size_t)more * p->word, cudaMemcpyDeviceToDevice));
    }
    return status == YEE_OK ? DEVICE_CALL(p->host, cudaDeviceSynchronize()) : status;
}

yee_status warmup_fill(plan *p)
{
    double *word = malloc(COUNT * sizeof *word);
    if (!word)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for fields to be timed with");
    draw_values(word);
    const void *values = plan_rounded(p, word, COUNT, COUNT);
    free(word);
    if (!values)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for fields to be timed with");
    return fill(p, &p->state.array[p->state.field[0].n - 1],
                values); /* components lie side by side */
}

/* Edges beside sources have advanced with the fields. */
yee_status warmup_clear(plan *p)
{
    const yee_status status = plan_clear(p);
    return status == YEE_OK && p->between.edges[1] > 0
               ? DEVICE_CALL(p->host, between_reset_edges(&p->d, &p->between, p->word, p->work))
               : status;
}
