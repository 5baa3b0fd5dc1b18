/* core/config/inputs.c: the files that a model is made of: those of one device and inode are one, and a
 * sum over the bytes of each tells whether it has changed. */
#include "inputs.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool yee_inputs_add(yee_inputs *inputs, const char *path, const char *reader)
{
    yee_input *input = yee_arena_alloc(inputs->arena, sizeof *input);
    if (!input)
        return false;
    *input = (yee_input){.path = yee_arena_text(inputs->arena, path),
                         .reader = yee_arena_text(inputs->arena, reader),
                         .next = inputs->first};
    inputs->first = input;
    return input->path && input->reader;
}

const yee_input *yee_inputs_find(const yee_inputs *inputs, const char *path)
{
    struct stat there, read;
    if (!inputs || stat(path, &there))
        return NULL;
    for (const yee_input *i = inputs->first; i; i = i->next)
        if (!stat(i->path, &read) && read.st_dev == there.st_dev && read.st_ino == there.st_ino)
            return i;
    return NULL;
}

static uint64_t sum_of(yee_input *input)
{
    static const size_t piece = 1 << 16;
    FILE *file = input->summed ? NULL : fopen(input->path, "rbe");
    char *bytes = file ? malloc(piece) : NULL;
    uint64_t sum = YEE_HASH_START;
    for (size_t n; bytes && (n = fread(bytes, 1, piece, file)) > 0;)
        sum = yee_hash_bytes(sum, bytes, n);
    if (!input->summed)
        input->sum = sum;
    input->summed = true;
    free(bytes);
    if (file)
        fclose(file);
    return input->sum;
}

/* Whether a file is a part of what is computed; those of outputs are results of other runs. */
static bool makes_model(const yee_input *input)
{
    static const char *const kind[] = {"[waveform.", "[material.", "[shape.", "[source."};
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
        if (!strncmp(input->reader, kind[i], strlen(kind[i])))
            return true;
    return false;
}

static const char *name_of(const yee_input *input)
{
    const char *slash = strrchr(input->path, '/');
    return slash ? slash + 1 : input->path;
}

static int by_name(const void *a, const void *b)
{
    yee_input *const x = *(yee_input *const *)a, *const y = *(yee_input *const *)b;
    const int order = strcmp(name_of(x), name_of(y));
    return order ? order : strcmp(x->reader, y->reader);
}

bool yee_inputs_write_sums(const yee_inputs *inputs, const char *before, FILE *out)
{
    size_t count = 0;
    for (yee_input *i = inputs->first; i; i = i->next)
        count += makes_model(i);
    yee_input **file = malloc((count + 1) * sizeof *file);
    if (!file)
        return false;
    count = 0;
    for (yee_input *i = inputs->first; i; i = i->next)
        if (makes_model(i))
            file[count++] = i;
    qsort(file, count, sizeof *file, by_name);
    for (size_t n = 0; n < count; n++)
        if (!n || by_name(&file[n - 1], &file[n]))
            fprintf(out, "%sfile %s of %s with the sum %016llx\n", before, name_of(file[n]),
                    file[n]->reader, (unsigned long long)sum_of(file[n]));
    free(file);
    return true;
}
