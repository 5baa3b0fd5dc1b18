/* core/cli/new.c: `yee new KIND NAME`: the folder of a new plugin, with its test. */
#include "base/nearest.h"
#include "cli.h"
#include "cli/new/skeletons.h"
#include "model/model.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *into;
static const cli_option options[] = {
    {"into", "FOLDER",
     "The folder that is made; by default NAME. No file in it is overwritten.", NULL, &into,
     NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* -- the name -- */

/* Names of files, targets and symbols are made of it. */
static yee_status check_name(const char *name)
{
    static const char *const taken[] = {"all",     "clean",   "edit_cache",    "help",
                                        "install", "package", "rebuild_cache", "test"};
    const size_t length = strlen(name);
    if (!(*name >= 'a' && *name <= 'z') || length > 48 ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        return cli_fail(YEE_USAGE,
                        "\"%s\" is no name for a plugin; it begins with a letter and has "
                        "lower-case letters, digits and _, at most 48",
                        name);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i]))
            return cli_fail(YEE_USAGE, "CMake has a target %s of its own; take another name",
                            name);
    return YEE_OK;
}

/* Where two plugins of a kind have one name, only the first that is found can be used. */
typedef struct search {
    int kind;
    const char *name, *file;
} search;

static bool compare(void *user, const yee_plugin *plugin, const yee_module *module,
                    const char *file)
{
    search *s = user;
    (void)module;
    if ((int)plugin->kind == s->kind && !strcmp(plugin->name, s->name))
        s->file = file;
    return !s->file;
}

static yee_status check_new(int kind, const char *name)
{
    yee_session *session = NULL;
    search s = {kind, name, NULL};
    yee_status status = cli_session_open(NULL, true, &session);
    if (status)
        return status;
    yee_session_plugins(session, compare, &s);
    if (s.file)
        status = cli_fail(YEE_USAGE, "there is a %s %s already, in %s; take another name",
                          yee_kind_name[kind], name, s.file);
    yee_session_close(session);
    return status;
}

static yee_status find_kind(const char *word, int *kind)
{
    *kind = yee_kind_find(word);
    if (*kind >= 0)
        return YEE_OK;
    const char *nearest = yee_text_nearest(word, YEE_KINDS, (const char **)yee_kind_name);
    char list[256] = "";
    for (int k = 0; k < YEE_KINDS; k++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k ? ", " : "",
                 yee_kind_name[k]);
    if (nearest)
        return cli_fail(YEE_USAGE, "%s is no kind of plugin; did you mean %s?", word, nearest);
    return cli_fail(YEE_USAGE, "%s is no kind of plugin; there are %s", word, list);
}

/* -- the files -- */

static const char readme[] =
    "# %s\n\n"
    "A %s for yee. Its files were an example of that kind, and work as they are: put your own\n"
    "keys, functions, summary and reference into the C file, and your own model into the INI\n"
    "file. \"Writing a plugin\", among yee's pages, says of every function when it is "
    "called.\n\n"
    "```sh\n"
    "cmake -B build          # -DCMAKE_PREFIX_PATH=DIR where yee is installed in DIR\n"
    "cmake --build build && ctest --test-dir build --output-on-failure\n"
    "yee check build/%s.so\n"
    "yee help %s --plugin-path build\n"
    "cmake --install build   # --prefix DIR; or configure with -DYEE_INSTALL_USER=ON\n"
    "```\n\n"
    "The tests are `yee check`, which holds the plugin against its contract, and a short run.\n"
    "`yee` finds it by `--plugin-path`, by `$YEE_PLUGIN_PATH`, in `~/.local/lib/yee/%d` and "
    "in\n"
    "`lib/yee/%d` of its own prefix.\n";

static char *make_readme(const char *kind, const char *name)
{
    const size_t size = sizeof readme + strlen(kind) + 3 * strlen(name) + 16;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, readme, name, kind, name, name, YEE_ABI_MAJOR, YEE_ABI_MAJOR);
    return text;
}

static yee_status make_folder(const char *path)
{
    if (mkdir(path, 0777) && errno != EEXIST)
        return cli_fail(YEE_IO, "the folder %s cannot be made: %s", path, strerror(errno));
    return YEE_OK;
}

/* Makes the folders of a file that lie below the plugin's. */
static yee_status make_parents(char *path, size_t below)
{
    yee_status status = YEE_OK;
    for (char *slash = strchr(path + below, '/'); slash && !status;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        status = make_folder(path);
        *slash = '/';
    }
    return status;
}

/* Writes text into a file that must not be there. */
static yee_status write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return cli_fail(YEE_IO, "%s cannot be made: %s", path, strerror(errno));
    const bool written = fputs(text, file) >= 0;
    if (fclose(file) || !written)
        return cli_fail(YEE_IO, "%s cannot be written: %s", path, strerror(errno));
    printf("  %s\n", path);
    return YEE_OK;
}

/* A function that for_files() calls with every file of the folder. */
typedef yee_status step(char *path, size_t below, const char *text);

static yee_status refuse_existing(char *path, size_t below, const char *text)
{
    struct stat info;
    (void)below;
    (void)text;
    if (!lstat(path, &info))
        return cli_fail(YEE_IO, "%s is there already; nothing was written", path);
    return YEE_OK;
}

static yee_status make_file(char *path, size_t below, const char *text)
{
    const yee_status status = make_parents(path, below);
    return status ? status : write_file(path, text);
}

static yee_status do_file(const char *folder, const char *file, const char *text, step *what)
{
    char path[PATH_MAX];
    if (!file || !text)
        return cli_fail(YEE_MEMORY, "no memory for the files of a plugin");
    const int length = snprintf(path, sizeof path, "%s/%s", folder, file);
    if (length < 0 || (size_t)length >= sizeof path)
        return cli_fail(YEE_USAGE, "the path %s is too long", folder);
    return what(path, strlen(folder) + 1, text);
}

static yee_status for_files(const char *kind, const char *name, const char *folder, step *what)
{
    char *text = make_readme(kind, name);
    yee_status status = do_file(folder, "README.md", text, what);
    free(text);
    for (const cli_skeleton *s = cli_skeletons; s->kind && !status; s++) {
        if (strcmp(s->kind, kind))
            continue;
        char *file = cli_skeleton_named(s->path, s->path, s->word, name);
        text = cli_skeleton_named(s->path, s->text, s->word, name);
        status = do_file(folder, file, text, what);
        free(file);
        free(text);
    }
    return status;
}

static bool has_skeleton(const char *kind)
{
    const cli_skeleton *s = cli_skeletons;
    while (s->kind && strcmp(s->kind, kind))
        s++;
    return s->kind;
}

static yee_status run(int argc, char **argv)
{
    int kind = 0;
    (void)argc;
    const char *name = argv[1], *folder = into ? into : name;
    yee_status status = find_kind(argv[0], &kind);
    if (!status && !has_skeleton(argv[0]))
        status = cli_fail(YEE_DECLINED, "there is no example of a %s to begin with", argv[0]);
    if (!status)
        status = check_name(name);
    if (!status)
        status = check_new(kind, name);
    if (!status)
        status = for_files(yee_kind_name[kind], name, folder, refuse_existing);
    if (!status)
        status = make_folder(folder);
    if (!status)
        status = for_files(yee_kind_name[kind], name, folder, make_file);
    if (!status)
        printf(
            "cmake -S %s -B %s/build && cmake --build %s/build && ctest --test-dir %s/build\n",
            folder, folder, folder, folder);
    return status;
}

const cli_command cli_new = {
    .name = "new",
    .arguments = "KIND NAME",
    .summary = "Writes the folder of a new plugin of a kind: source, CMakeLists.txt, tests, a "
               "small model. It builds and passes as it is.",
    .options = options,
    .least = 2,
    .most = 2,
    .run = run,
};
