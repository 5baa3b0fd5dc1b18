/* core/cli/plot/look.c: options that say how a picture looks and where it goes. */
#include "base/nearest.h"
#include "plot.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const ending[] = {[PLOT_PNG] = "png",
                                     [PLOT_PDF] = "pdf",
                                     [PLOT_SVG] = "svg",
                                     [PLOT_GIF] = "gif",
                                     [PLOT_MP4] = "mp4"};
enum { FORMATS = sizeof ending / sizeof *ending };

const char *plot_ending(plot_format format) { return ending[format]; }

/* -1: none has that name. */
static int find_format(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (!strcasecmp(name, ending[i]))
            return i;
    return -1;
}

/* The formats there are: of movies, or of pictures. */
static const char *formats(bool movie) { return movie ? "mp4 or gif" : "png, pdf or svg"; }

static yee_status choose_format(const char *option, const char *given, const char *name,
                                bool movie, plot_look *look)
{
    const int f = find_format(name);
    if (f < 0)
        return cli_fail(YEE_USAGE, "%s %s: '%s' is no format; %s is %s", option, given, name,
                        movie ? "a movie" : "a picture", formats(movie));
    if ((f == PLOT_GIF || f == PLOT_MP4) != movie)
        return cli_fail(YEE_USAGE, "%s %s: %s is %s", option, given,
                        movie ? "a movie" : "a single picture", formats(movie));
    if (look->chosen && look->format != (plot_format)f)
        return cli_fail(YEE_USAGE, "--format %s and %s %s do not agree", ending[look->format],
                        option, given);
    look->format = (plot_format)f;
    look->chosen = true;
    return YEE_OK;
}

/* Endings by which a word is meant as a picture. */
static bool names_picture(const char *dot)
{
    static const char *const other[] = {"jpg", "jpeg", "eps",  "ps",  "tif", "tiff",
                                        "bmp", "webp", "webm", "avi", "mov"};
    if (find_format(dot) >= 0)
        return true;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (!strcasecmp(dot, other[i]))
            return true;
    return false;
}

static yee_status make_folder(const char *path)
{
    char part[4096];
    struct stat st;
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1; *part; at++) {
        const char end = *at;
        if (end && end != '/')
            continue;
        *at = 0;
        if (mkdir(part, 0777) && errno != EEXIST)
            return cli_fail(YEE_IO, "cannot make the folder %s: %s", part, strerror(errno));
        if (!end)
            break;
        *at = end;
    }
    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return cli_fail(YEE_USAGE,
                        "--output %s: that is a file and no folder; a picture's name ends in "
                        ".png, .pdf or .svg",
                        path);
    return YEE_OK;
}

/* A file by its ending, or a folder. */
static yee_status read_output(const char *word, bool movie, plot_look *look, char folder[4096])
{
    struct stat st;
    const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;
    const char *dot = strrchr(name, '.');
    if (!*word || strlen(word) >= 4000)
        return cli_fail(YEE_USAGE, "--output takes a folder, or a file for a single picture");
    if ((stat(word, &st) || !S_ISDIR(st.st_mode)) && dot && names_picture(dot + 1)) {
        const yee_status status = choose_format("--output", word, dot + 1, movie, look);
        if (status)
            return status;
        snprintf(look->file, sizeof look->file, "%s", word);
        snprintf(folder, 4096, "%.*s", slash ? (int)(slash - word) + (slash == word) : 0, word);
        return *folder ? make_folder(folder) : YEE_OK;
    }
    snprintf(folder, 4096, "%s", word);
    return make_folder(folder);
}

/* "160x100mm", "1200 x 800". Dots of a PNG: 300 in an inch where the size is in mm, cm or in. */
static yee_status read_size(const char *word, plot_look *look)
{
    static const struct {
        const char *name;
        double pixels;
    } unit[] = {{"", 1}, {"px", 1}, {"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}};
    double side[2] = {0, 0}, pixels = 0;
    char *at = NULL;
    side[0] = strtod(word, &at);
    bool ok = at != word;
    at += strspn(at, " ");
    ok = ok && (*at == 'x' || *at == 'X');
    if (ok) {
        const char *second = ++at;
        side[1] = strtod(second, &at);
        ok = at != second;
        at += strspn(at, " ");
        for (size_t i = 0; i < sizeof unit / sizeof *unit; i++)
            if (!strcmp(at, unit[i].name))
                pixels = unit[i].pixels;
    }
    if (!ok || pixels == 0)
        return cli_fail(YEE_USAGE,
                        "--size %s is not of the form 160x100mm (mm, cm or in) or "
                        "1200x800 (pixels)",
                        word);
    look->width = side[0] * pixels;
    look->height = side[1] * pixels;
    look->density = pixels > 1 ? 300.0 / 96 : 1;
    if (!(look->width >= 120 && look->width <= 10000 && look->height >= 120 &&
          look->height <= 10000))
        return cli_fail(YEE_USAGE,
                        "--size %s: a side of a picture has 120 to 10000 pixels, 32 to 2640 mm",
                        word);
    return YEE_OK;
}

/* "Helvetica,11", "Helvetica" or "11". */
static yee_status read_font(const char *word, plot_look *look)
{
    const char *comma = strrchr(word, ',');
    const char *digits = comma                                                   ? comma + 1
                         : word + strspn(word, "0123456789.") == strchr(word, 0) ? word
                                                                                 : NULL;
    const size_t length = comma ? (size_t)(comma - word) : digits ? 0 : strlen(word);
    if (digits) {
        char *end;
        look->points = strtod(digits, &end);
        if (end == digits || *end || !(look->points >= 4 && look->points <= 72))
            return cli_fail(YEE_USAGE,
                            "--font %s: the size is 4 to 72 points, as in Helvetica,11", word);
    }
    if (length >= sizeof look->font)
        return cli_fail(YEE_USAGE, "--font %.20s...: the name of a font is shorter", word);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)word[i]) && !strchr(" -_.", word[i]) && word[i] > 0)
            return cli_fail(YEE_USAGE, "--font %s: '%c' is not of a font's name", word,
                            word[i]);
    if (length)
        snprintf(look->font, sizeof look->font, "%.*s", (int)length, word);
    return YEE_OK;
}

static yee_status read_range(const char *word, plot_look *look)
{
    char *end;
    if (!strcmp(word, "full")) {
        look->full = true;
        return YEE_OK;
    }
    look->low = strtod(word, &end);
    const bool first = end != word && *end == ':';
    const char *second = first ? end + 1 : word;
    look->high = strtod(second, &end);
    if (!first || end == second || *end || !isfinite(look->low) || !isfinite(look->high) ||
        !(look->low < look->high))
        return cli_fail(
            YEE_USAGE,
            "--range %s is not of the form LOW:HIGH, as in -5:5 (SI units), nor full", word);
    return YEE_OK;
}

static yee_status read_rate(const char *word, plot_look *look)
{
    char *end;
    look->rate = strtod(word, &end);
    if (end == word || *end || !(look->rate >= 0.1 && look->rate <= 100))
        return cli_fail(YEE_USAGE, "--rate %s: a movie has 0.1 to 100 frames in a second",
                        word);
    return YEE_OK;
}

plot_look plot_look_plain(void)
{
    return (plot_look){.format = PLOT_PNG,
                       .density = 1,
                       .font = "DejaVu Sans",
                       .points = 12,
                       .low = NAN,
                       .high = NAN,
                       .rate = 10};
}

yee_status plot_look_read(const plot_look_words *words, bool movie, plot_look *look,
                          char folder[4096])
{
    *look = plot_look_plain();
    look->format = movie ? PLOT_MP4 : PLOT_PNG;
    yee_status status = YEE_OK;
    if (words->format)
        status = choose_format("--format", words->format, words->format, movie, look);
    if (!status && words->size)
        status = read_size(words->size, look);
    if (!status && words->font)
        status = read_font(words->font, look);
    if (!status && words->range)
        status = read_range(words->range, look);
    if (!status && words->rate)
        status = movie ? read_rate(words->rate, look)
                       : cli_fail(YEE_USAGE, "--rate %s is of movies; give --movie with it",
                                  words->rate);
    if (!status && words->output)
        status = read_output(words->output, movie, look, folder);
    return status;
}
