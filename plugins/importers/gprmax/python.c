/* plugins/importers/gprmax/python.c: Python blocks, by an external Python that the user names. */
#include "gprmax.h"

yee_status gm_python(gm *m, size_t blocks, const char **source, const int64_t *line)
{
    const gm_command c = {.name = "python", .line = line[0]};
    (void)blocks, (void)source;
    return gm_decline(m, &c,
                      "a block of Python can do anything with your files, and is not run; "
                      "gprMax --write-processed writes the file without it");
}
