/* core/base/installed.c: a build tree has examples/ beside its program, an installation
 * share/yee/examples beside its folders of programs and libraries. */
#include "installed.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *yee_installed_beside(void)
{
    static const char anchor = 0;
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1(&anchor, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    char *real =
        realpath(*map->l_name ? map->l_name : "/proc/self/exe", NULL); /* "": program */
    char *folder = real ? strdup(dirname(real)) : NULL;
    free(real);
    return folder;
}

/* The path, where a file can be read there. */
static char *readable(const char *folder, const char *place, const char *name)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s%s/%s", folder, place, name);
    return length > 0 && (size_t)length < sizeof path && !access(path, R_OK)
               ? realpath(path, NULL)
               : NULL;
}

char *yee_installed_example(const char *name)
{
    static const char *const place[] = {"/examples", "/../" YEE_DATADIR_NAME "/yee/examples"};
    char *own = yee_installed_beside(), *found = NULL;
    for (size_t n = 0; own && !found && n < sizeof place / sizeof *place; n++)
        found = readable(own, place[n], name);
    free(own);
    return found ? found : readable(YEE_DATADIR, "/yee/examples", name);
}
