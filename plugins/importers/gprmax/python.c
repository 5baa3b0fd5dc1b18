/* plugins/importers/gprmax/python.c: Python blocks, run by an external Python that the user names.
 */
#include "gprmax.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 28 };

/* The blocks as gm_shim reads them: the number of lines in front, the lines, a zero byte. */
static bool write_blocks(FILE *in, size_t blocks, const char *const *source,
                         const int64_t *line)
{
    for (size_t i = 0; i < blocks; i++) {
        fprintf(in, "%lld\n%s", (long long)line[i], source[i]);
        fputc(0, in);
    }
    return !fflush(in) && !fseek(in, 0, SEEK_SET);
}

static int run(gm *m, FILE *in, FILE *out, int *code)
{
    char trace[32], traces[32], path[4096], python[1024], flag[] = "-c";
    posix_spawn_file_actions_t files;
    pid_t child;
    snprintf(trace, sizeof trace, "%lld", (long long)m->trace + 1);
    snprintf(traces, sizeof traces, "%lld", (long long)m->config->traces);
    snprintf(path, sizeof path, "%s", m->path);
    snprintf(python, sizeof python, "%s", m->config->python);
    char *program = gm_format(m, "%s%s%s", gm_shim[0], gm_shim[1], gm_shim[2]);
    char *const argv[] = {python, flag, program, path, trace, traces, NULL};
    int error = program ? posix_spawn_file_actions_init(&files) : ENOMEM;
    if (error)
        return error;
    posix_spawn_file_actions_adddup2(&files, fileno(in), 0);
    posix_spawn_file_actions_adddup2(&files, fileno(out), 1);
    error = posix_spawnp(&child, python, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    while (!error && waitpid(child, code, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    return error;
}

/* What each block printed takes its place. */
static yee_status read_blocks(gm *m, FILE *out, size_t blocks, const char **source)
{
    const long length = fseek(out, 0, SEEK_END) ? -1 : ftell(out);
    if (length < 0 || length > MOST_OUTPUT)
        return m->host->fail(m->host, YEE_INPUT,
                             "Python blocks print %ld bytes; at most 256 MiB are read", length);
    char *text = m->host->alloc(m->host, (size_t)length + 1), *s = text;
    if (!text)
        return gm_no_memory(m);
    rewind(out);
    const size_t got = fread(text, 1, (size_t)length, out);
    text[got] = 0;
    for (size_t i = 0; i < blocks; i++) {
        source[i] = s;
        s += strlen(s) + 1;
        if (s > text + got)
            return m->host->fail(m->host, YEE_INPUT, "Python ended before its last block did");
    }
    return YEE_OK;
}

yee_status gm_python(gm *m, size_t blocks, const char **source, const int64_t *line)
{
    const gm_command c = {.name = "python", .line = line[0]};
    if (!m->config->python || !*m->config->python)
        return gm_decline(
            m, &c,
            "a block of Python can do anything with your files, so that it is run "
            "only with --set importer.gprmax.python=python3; or let gprMax "
            "--write-processed write the file without blocks");
    FILE *in = tmpfile(), *out = tmpfile();
    int code = 0;
    yee_status status = YEE_OK;
    int error = !in || !out || !write_blocks(in, blocks, source, line) ? errno : 0;
    if (!error)
        error = run(m, in, out, &code);
    if (error)
        status = gm_fail(m, &c, "%s cannot be run: %s", m->config->python, strerror(error));
    else if (WIFEXITED(code) && WEXITSTATUS(code) == 127)
        status = gm_fail(m, &c, "there is no program '%s'", m->config->python);
    else if (code)
        status = gm_fail(m, &c,
                         "Python ended with an error, which it says above; modules are found "
                         "beside the file and where PYTHONPATH leads");
    else
        status = read_blocks(m, out, blocks, source);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return status;
}
