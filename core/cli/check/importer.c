/* core/cli/check/importer.c: an importer says what is wrong with a file that it cannot read. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <yee/importer.h>

bool check_takes(const yee_plugin *importer, const char *path)
{
    const size_t length = strlen(path);
    const char *s = ((const yee_importer_ops *)importer->ops)->suffixes;
    for (; s; s = strchr(s, '|'), s = s ? s + 1 : NULL) {
        const size_t n = strcspn(s, "|");
        if (n > 0 && n < length && !strncmp(path + length - n, s, n))
            return true;
    }
    return false;
}

/* The first bytes of a file under another name of that ending. */
static bool cut(const char *path, const char *shorter, size_t bytes)
{
    char block[4096];
    FILE *in = fopen(path, "rb"), *out = fopen(shorter, "wb");
    bool ok = in && out;
    while (ok && bytes) {
        const size_t n = fread(block, 1, bytes < sizeof block ? bytes : sizeof block, in);
        ok = n > 0 && fwrite(block, 1, n, out) == n;
        bytes -= n;
    }
    if (in)
        fclose(in);
    if (out && fclose(out))
        ok = false;
    return ok;
}

static long size_of(const char *path)
{
    FILE *in = fopen(path, "rb");
    const long size = in && !fseek(in, 0, SEEK_END) ? ftell(in) : -1;
    if (in)
        fclose(in);
    return size;
}

/* A file that is refused is refused with a sentence; one that is not there is refused. */
static bool judge_file(check *c, const char *path, const char *what, bool must_fail)
{
    yee_model *model = NULL;
    char text[600];
    snprintf(text, sizeof text, "; %s", what);
    check_trying(c, text);
    yee_diag_clear(&c->session->diag);
    const yee_status status = yee_model_read(c->session, path, 0, NULL, &model);
    yee_model_free(model);
    const char *said = yee_session_error(c->session);
    if (!status && must_fail)
        check_judge(c, false, "convert() took %s", what);
    else if (status == YEE_PLUGIN || status == YEE_INTERNAL || (status && !*said))
        check_judge(c, false, "%s: %s", what, *said ? said : "refused without a sentence");
    else
        return true;
    return false;
}

void check_importer(check *c, const char *path)
{
    const char *dot = strrchr(path, '.');
    char other[512], what[64];
    const long size = size_of(path);
    bool ok = true;
    for (int quarter = 0; ok && quarter < 4 && size >= 4; quarter++) {
        snprintf(other, sizeof other, "%s/cut%s", c->folder, dot ? dot : "");
        snprintf(what, sizeof what, "the first %ld bytes of the file", size * quarter / 4);
        if (cut(path, other, (size_t)(size * quarter / 4)))
            ok = judge_file(c, other, what, false);
    }
    snprintf(other, sizeof other, "%s/nothing%s", c->folder, dot ? dot : "");
    ok = ok && judge_file(c, other, "a file that is not there", true);
    if (ok)
        check_judge(c, true,
                    "files that were cut, and one that is not there: refused with a "
                    "sentence, or read");
    check_trying(c, NULL);
    yee_diag_clear(&c->session->diag);
}
