/* core/plugin/module.c: shared objects through libltdl, with a loader of our own.
 *
 * libltdl's stock loader binds lazily, so that a module with an undefined symbol loads and
 * kills the run later, and lt_dlerror() says "file not found" for nearly everything. Ours binds
 * at once and keeps what dlerror() says. A module stays mapped until the process ends: threads
 * of its libraries may outlive the session. */
#include "base/arena.h"
#include "base/process.h"
#include "call.h"
#include "elf.h"
#include "pointers.h"
#include "registry.h"
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <libgen.h>
#include <limits.h>
#include <ltdl.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* libltdl keeps its lists in the process: one thread at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char load_error[1024]; /* what dlerror() said last */

/* -- the loader -- */

static lt_module open_now(lt_user_data data, const char *filename, lt_dladvise advise)
{
    (void)data;
    (void)advise;
    void *module = dlopen(filename, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!module) {
        const char *text = dlerror();
        snprintf(load_error, sizeof load_error, "%s", text ? text : "unknown reason");
    }
    return module;
}

static int close_module(lt_user_data data, lt_module module)
{
    (void)data;
    return dlclose(module);
}

static void *find_symbol(lt_user_data data, lt_module module, const char *name)
{
    (void)data;
    return dlsym(module, name);
}

/* Puts our loader in the place of the stock one. libltdl frees the table with free(). */
static bool install_loader(void)
{
    static const lt_dlvtable own = {
        .name = "yee_dlopen",
        .module_open = open_now,
        .module_close = close_module,
        .find_sym = find_symbol,
        .priority = LT_DLLOADER_APPEND,
    };
    if (lt_dlloader_find(own.name))
        return true;
    free(lt_dlloader_remove("lt_dlopen"));
    lt_dlvtable *table = malloc(sizeof *table);
    if (!table)
        return false;
    *table = own;
    if (lt_dlloader_add(table)) {
        free(table);
        return false;
    }
    return true;
}

yee_status yee_module_start(yee_diag *diag)
{
    yee_status status = YEE_OK;
    pthread_mutex_lock(&lock);
    if (lt_dlinit()) {
        status = yee_diag_fail(diag, YEE_INTERNAL, NULL, "libltdl does not start");
    } else if (!install_loader()) {
        lt_dlexit();
        status = yee_diag_fail(diag, YEE_MEMORY, NULL, "libltdl does not take the loader");
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void yee_module_stop(void)
{
    pthread_mutex_lock(&lock);
    lt_dlexit();
    pthread_mutex_unlock(&lock);
}

/* -- who may have written it -- */

/* True for a group that holds nobody but the user, as many systems give each user one. */
static bool is_private_group(gid_t gid)
{
    char text[2][4096];
    struct passwd user, *u = NULL;
    struct group group, *g = NULL;
    if (getpwuid_r(geteuid(), &user, text[0], sizeof text[0], &u) || !u ||
        getgrgid_r(gid, &group, text[1], sizeof text[1], &g) || !g)
        return false;
    if (u->pw_gid != gid || strcmp(u->pw_name, g->gr_name))
        return false;
    for (char **member = g->gr_mem; *member; member++)
        if (strcmp(*member, u->pw_name))
            return false;
    return true;
}

/* Whoever can write to a folder above may put another one in the place of this one, but where
 * the sticky bit keeps entries to their owners (/tmp). Groups that share a tree are trusted
 * with that: the folder itself and the file must still be closed to them. */
static yee_status check_above(yee_diag *diag, const yee_place *place, const char *path)
{
    char above[PATH_MAX];
    struct stat info;
    snprintf(above, sizeof above, "%s", path);
    for (char *slash = strrchr(above, '/'); slash; slash = strrchr(above, '/')) {
        slash[slash == above] = '\0'; /* "/" itself stays */
        if (stat(above, &info))
            return yee_diag_fail(diag, YEE_PLUGIN, place, "cannot be found: %s",
                                 strerror(errno));
        if ((info.st_mode & S_IWOTH) && !(info.st_mode & S_ISVTX))
            return yee_diag_fail(diag, YEE_PLUGIN, place,
                                 "refused: others can write to the folder %s above it (mode "
                                 "%03o); chmod o-w it",
                                 above, (unsigned)(info.st_mode & 0777));
        if (slash == above)
            break;
    }
    return YEE_OK;
}

/* Code runs with the user's rights: only the user and root may have put it there. */
static yee_status check_writers(yee_diag *diag, const yee_place *place, const char *path)
{
    struct stat info;
    if (stat(path, &info))
        return yee_diag_fail(diag, YEE_PLUGIN, place, "cannot be found: %s", strerror(errno));
    const char *what = S_ISDIR(info.st_mode) ? "folder" : "file";
    if (info.st_uid != 0 && info.st_uid != geteuid())
        return yee_diag_fail(diag, YEE_PLUGIN, place,
                             "refused: the %s %s belongs to user %ld, neither to you nor to "
                             "root",
                             what, path, (long)info.st_uid);
    if ((info.st_mode & S_IWOTH) ||
        ((info.st_mode & S_IWGRP) && !is_private_group(info.st_gid)))
        return yee_diag_fail(diag, YEE_PLUGIN, place,
                             "refused: others can write to the %s %s (mode %03o); chmod go-w "
                             "it",
                             what, path, (unsigned)(info.st_mode & 0777));
    return YEE_OK;
}

static yee_status check_place(yee_diag *diag, const yee_place *place, const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    yee_status status = check_writers(diag, place, dirname(folder));
    if (!status)
        status = check_above(diag, place, folder);
    return status ? status : check_writers(diag, place, path);
}

/* -- one file -- */

/* The symbol of "dir/my-drude.so": my_drude_LTX_yee_module, as libltdl forms it. */
static void symbol_name(const char *path, char *symbol, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    int length = dot ? (int)(dot - base) : (int)strlen(base);
    snprintf(symbol, size, "%.*s_LTX_yee_module", length, base);
    for (char *c = symbol; c < symbol + length && *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
}

/* dlerror() repeats the path in front; what follows it is the reason. */
static yee_status fail_load(yee_diag *diag, const yee_place *place)
{
    static const char undefined[] = "undefined symbol: ";
    const char *symbol = strstr(load_error, undefined);
    size_t path = strlen(place->file);
    const char *reason = load_error;
    if (symbol) {
        symbol += sizeof undefined - 1;
        return yee_diag_fail(diag, YEE_PLUGIN, place,
                             "undefined symbol %.*s: nothing it is linked with has it; add "
                             "the library or the source file",
                             (int)strcspn(symbol, " ,\n"), symbol);
    }
    if (!strncmp(reason, place->file, path) && !strncmp(reason + path, ": ", 2))
        reason += path + 2;
    return yee_diag_fail(diag, YEE_PLUGIN, place, "cannot be loaded: %s", reason);
}

static yee_status load(yee_registry *registry, yee_diag *diag, const yee_place *place)
{
    char symbol[NAME_MAX + sizeof "_LTX_yee_module"];
    symbol_name(place->file, symbol, sizeof symbol);
    if (!yee_elf_exports(place->file, symbol))
        return yee_diag_fail(diag, YEE_PLUGIN, place,
                             "no yee plugin: it does not export %s (YEE_MODULE makes it; the "
                             "file must keep the name it was built under)",
                             symbol);
    load_error[0] = '\0';
    lt_dlhandle handle = lt_dlopen(place->file);
    if (!handle)
        return fail_load(diag, place);
    const yee_module *module = lt_dlsym(handle, symbol);
    yee_status status = YEE_OK;
    if (!module) /* the file was exchanged meanwhile */
        status = yee_diag_fail(diag, YEE_PLUGIN, place,
                               "it lost its symbol %s while it was "
                               "loaded",
                               symbol);
    else if (!(status = yee_pointers_check(diag, module, place->file)))
        status = yee_registry_add(registry, diag, module, place->file);
    if (status)
        lt_dlclose(handle);
    return status;
}

yee_status yee_module_file(yee_registry *registry, yee_diag *diag, const char *path)
{
    const char *reason = NULL;
    const char *suffix = strrchr(path, '.');
    yee_place place = {.file = path};
    char *real = realpath(path, NULL);
    if (!real)
        return yee_diag_fail(diag, YEE_PLUGIN, &place, "cannot be found: %s", strerror(errno));

    place.file = real;
    yee_status status = YEE_OK;
    struct stat info;
    if (!stat(real, &info) && !S_ISREG(info.st_mode)) /* opening a FIFO would wait for ever */
        status = yee_diag_fail(diag, YEE_PLUGIN, &place, "not a regular file");
    else if (!suffix || strcmp(suffix, ".so"))
        status = yee_diag_fail(diag, YEE_PLUGIN, &place, "a plugin file is named NAME.so");
    if (!status)
        status = check_place(diag, &place, real);
    if (!status && !yee_elf_valid(real, &reason))
        status = yee_diag_fail(diag, YEE_PLUGIN, &place, "%s", reason);
    if (!status) {
        pthread_mutex_lock(&lock);
        yee_call call;
        yee_call_load(&call, real);
        status = load(registry, diag, &place);
        yee_call_end();
        pthread_mutex_unlock(&lock);
        yee_process_restore(); /* its constructors have run */
    }
    free(real);
    return status;
}

/* -- a folder -- */

static int is_module(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && !strcmp(entry->d_name + length - 3, ".so");
}

/* Bad files of one folder that are told each by its own warning. */
enum { TOLD = 8 };

/* A bad file among good ones must not stop the run that does not need it: a warning, where
 * *bad counts those of the folder so far. */
static void try_file(yee_registry *registry, yee_diag *diag, const char *path, int *bad)
{
    yee_diag own;
    yee_diag_init(&own, diag->log, diag->user);
    if (yee_module_file(registry, &own, path) && ++*bad <= TOLD)
        yee_diag_log(diag, YEE_WARNING, NULL, "%s", own.error);
    yee_diag_end(&own);
}

yee_status yee_module_folder(yee_registry *registry, yee_diag *diag, const char *folder)
{
    const yee_place place = {.file = folder};
    struct dirent **name = NULL;
    int bad = 0;
    yee_status status = check_writers(diag, &place, folder);
    char *real = status ? NULL : realpath(folder, NULL);
    if (real)
        status = check_above(diag, &place, real);
    free(real);
    if (status)
        return status;
    int count = scandir(folder, &name, is_module, alphasort);
    if (count < 0)
        return yee_diag_fail(diag, YEE_PLUGIN, &place, "cannot be read: %s", strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s", folder, name[i]->d_name);
        if (length > 0 && (size_t)length < sizeof path)
            try_file(registry, diag, path, &bad);
        free(name[i]);
    }
    free(name);
    if (bad > TOLD)
        yee_diag_log(diag, YEE_WARNING, &place,
                     "and %d more of its files could not be loaded; is it a folder of plugins?",
                     bad - TOLD);
    return YEE_OK;
}
