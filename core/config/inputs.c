/* core/config/inputs.c: files are the same when device and inode are. */
#include "inputs.h"

#include <sys/stat.h>

bool yee_inputs_add(yee_inputs *inputs, const char *path, const char *reader)
{
    yee_input *input = yee_arena_alloc(inputs->arena, sizeof *input);
    if (!input)
        return false;
    *input = (yee_input){yee_arena_text(inputs->arena, path),
                         yee_arena_text(inputs->arena, reader), inputs->first};
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
