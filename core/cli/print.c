/* core/cli/print.c: wrapped text and numbers for people. */
#include "base/units.h"
#include "cli.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cli_width(FILE *out)
{
    struct winsize size;
    if (isatty(fileno(out)) && !ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_col > 0)
        return size.ws_col < 60 ? 60 : size.ws_col > 120 ? 120 : size.ws_col;
    return 96;
}

void cli_wrap(FILE *out, int at, int left, const char *text)
{
    int width = cli_width(out);
    bool first = true;
    if (at < left)
        at += fprintf(out, "%*s", left - at, "");
    while (*text) {
        text += strspn(text, " \n");
        int length = (int)strcspn(text, " \n");
        if (!length)
            break;
        if (!first && at + 1 + length > width) {
            at = fprintf(out, "\n%*s", left, "") - 1;
            first = true;
        }
        at += fprintf(out, "%s%.*s", first ? "" : " ", length, text);
        first = false;
        text += length;
    }
    fputc('\n', out);
}

const char *cli_bytes(char *text, size_t size, double bytes)
{
    snprintf(text, size, "%s", yee_units_bytes(bytes).text);
    return text;
}

const char *cli_duration(char *text, size_t size, double seconds)
{
    long long s = seconds < 9e15 ? (long long)(seconds + 0.5) : 0;
    if (seconds < 9.95)
        snprintf(text, size, "%.2g s", seconds);
    else if (s >= 86400)
        snprintf(text, size, "%lldd %02lld:%02lld", s / 86400, s / 3600 % 24, s / 60 % 60);
    else if (s >= 3600)
        snprintf(text, size, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%lld:%02lld", s / 60, s % 60);
    return text;
}
