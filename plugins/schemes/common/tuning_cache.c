/* schemes/common/tuning_cache.c: the file of tuning_cache.h. */
#include "tuning_cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 16, LINE = TUNING_CACHE_KEY + 32 };

bool tuning_cache_path(const char *name, char path[TUNING_CACHE_PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[2048];
    if (cache && *cache == '/')
        snprintf(folder, sizeof folder, "%s", cache);
    else if (home && *home == '/')
        snprintf(folder, sizeof folder, "%s/.cache", home);
    else
        return false;
    mkdir(folder, 0700);
    strncat(folder, "/yee", sizeof folder - strlen(folder) - 1);
    mkdir(folder, 0700);
    return snprintf(path, TUNING_CACHE_PATH, "%s/%s", folder, name) < TUNING_CACHE_PATH;
}

bool tuning_cache_find(const char *path, const char *key, long *value)
{
    char line[LINE];
    const size_t length = strlen(key);
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, length) && !strncmp(line + length, " = ", 3)) {
            *value = strtol(line + length + 3, NULL, 10);
            found = true;
        }
    if (file)
        fclose(file);
    return found;
}

void tuning_cache_store(const char *path, const char *key, long value)
{
    char fresh[TUNING_CACHE_PATH + 8], line[LINE];
    const size_t length = strlen(key);
    snprintf(fresh, sizeof fresh, "%s.XXXXXX", path);
    const int handle = mkstemp(fresh);
    if (handle < 0)
        return;
    FILE *old = fopen(path, "r"), *file = fdopen(handle, "w");
    bool whole = file && fprintf(file, "%s = %ld\n", key, value) > 0;
    while (whole && old && ftell(file) < FILE_MOST && fgets(line, sizeof line, old))
        if (strchr(line, '\n') && strncmp(line, key, length) != 0)
            whole = fputs(line, file) >= 0;
    if (old)
        fclose(old);
    whole = (file ? fclose(file) : close(handle)) == 0 && whole;
    if (!whole || rename(fresh, path) != 0)
        unlink(fresh);
}
