/* core/cli/plot/canvas.c: gnuplot on a pipe: pictures of panels in rows, under a title and above
 * notes. */
#include "plot.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 21        /* pixels of a line of the heading at 12 points */
#define NOTE_LINE 16   /* of a line of the notes */
#define HEAD_WIDTH 10. /* of a letter of the heading, about */
#define NOTE_WIDTH 7.5

bool plot_program_found(const char *name)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        const size_t length = strcspn(at, ":");
        char path[4096];
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, name);
        if (length && !access(path, X_OK))
            return true;
        at += length;
        at += *at == ':';
    }
    return false;
}

void plot_quote(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''", out);
        else if (*text == '\n')
            fputs("'.\"\\n\".'", out);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    fputc('\'', out);
}

void plot_note(plot *p, bool told, const char *format, ...)
{
    char line[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    const size_t used = strlen(p->note);
    snprintf(p->note + used, sizeof p->note - used, "%s%s", used ? "\n" : "", line);
    if (told)
        cli_fail(YEE_OK, "%s: %s", p->path, line);
}

/* Copies a text and breaks its lines at blanks behind which no more than `most` letters would
 * stand; returns the number of lines. */
static int wrap(char *to, size_t size, const char *text, size_t most)
{
    size_t n = 0, column = 0, blank = 0;
    int lines = *text != 0;
    for (; *text && n + 1 < size; text++) {
        const bool begins = ((unsigned char)*text & 0xc0) != 0x80; /* a letter of UTF-8 */
        to[n] = *text;
        if (*text == ' ')
            blank = n;
        column = *text == '\n' ? 0 : column + begins;
        lines += *text == '\n';
        if (*text == '\n')
            blank = 0;
        if (column > most && blank) {
            to[blank] = '\n';
            column = n - blank;
            blank = 0;
            lines++;
        }
        n++;
    }
    to[n] = 0;
    return lines;
}

static double scale_of(const plot *p) { return p->look->points / 12; }

static void write_terminal(const plot *p, const plot_canvas *c)
{
    const plot_look *look = p->look;
    char font[96];
    snprintf(font, sizeof font, "font '%s,%g'", look->font, look->points);
    switch (look->format) {
    case PLOT_PNG:
    case PLOT_MP4:
        fprintf(
            c->out,
            "set terminal pngcairo size %.0f,%.0f %s fontscale %g linewidth %g pointscale %g "
            "noenhanced rounded background '#ffffff'\n",
            c->width * look->density, c->height * look->density, font, look->density,
            look->density, look->density);
        break;
    case PLOT_PDF: /* sizes of fonts are 1/96 inch there */
        fprintf(c->out,
                "set terminal pdfcairo size %.6gin,%.6gin %s fontscale 0.75 noenhanced rounded "
                "background '#ffffff'\n",
                c->width / 96, c->height / 96, font);
        break;
    case PLOT_SVG: /* sizes of fonts are pixels there */
        fprintf(c->out,
                "set terminal svg size %.0f,%.0f %s fontscale %.6g noenhanced rounded "
                "background '#ffffff'\n",
                c->width, c->height, font, 96. / 72);
        break;
    case PLOT_GIF:
        fprintf(c->out,
                "set terminal gif animate delay %.0f loop 0 size %.0f,%.0f %s noenhanced "
                "background '#ffffff'\n",
                fmax(1, 100 / look->rate), c->width * look->density, c->height * look->density,
                font);
        break;
    }
}

/* Path of the picture; fails where --output named one file, and it is taken. */
static yee_status name_file(plot *p, plot_canvas *c, const plot_sheet *s)
{
    const bool here = !strcmp(p->folder, ".");
    if (!*p->look->file) {
        snprintf(c->path, sizeof c->path, "%s%s%s_%s%s%s.%s", here ? "" : p->folder,
                 here ? "" : "/", p->stem, s->kind, s->name && *s->name ? "_" : "",
                 s->name ? s->name : "", plot_ending(p->look->format));
        return YEE_OK;
    }
    snprintf(c->path, sizeof c->path, "%s", p->look->file);
    return p->drawn ? cli_fail(YEE_USAGE,
                               "--output %s is one file and holds the first picture; there are "
                               "more: choose one by --only NAME, or give a folder",
                               p->look->file)
                    : YEE_OK;
}

static void measure(plot *p, plot_canvas *c, const plot_sheet *s)
{
    char text[5000];
    const double f = scale_of(p);
    c->sheet = s;
    c->width = p->look->width > 0 ? p->look->width : s->width;
    const size_t head = (size_t)fmax(10, c->width / (HEAD_WIDTH * f));
    int lines = wrap(text, sizeof text, s->title, head);
    lines += *p->title ? wrap(text, sizeof text, p->title, head) : 0;
    c->heading = f * (12 + LINE * lines);
    lines = wrap(text, sizeof text, p->note, (size_t)fmax(10, c->width / (NOTE_WIDTH * f)));
    c->notes = lines ? f * (8 + NOTE_LINE * lines) : 0;
    c->height = p->look->height > 0 ? p->look->height : s->height + c->heading + c->notes;
}

yee_status plot_canvas_begin(plot *p, plot_canvas *c, const plot_sheet *s)
{
    char command[128];
    const char *temporary = getenv("TMPDIR");
    const yee_status status = name_file(p, c, s);
    if (status)
        return status;
    if (!plot_program_found("gnuplot"))
        return cli_fail(YEE_IO, "gnuplot is not installed; it draws the pictures "
                                "(apt-get install gnuplot-nox)");
    FILE *probe = fopen(c->path, "w");
    if (!probe || fclose(probe))
        return cli_fail(YEE_IO, "cannot write %s: %s", c->path, strerror(errno));
    snprintf(c->folder, sizeof c->folder, "%s/yee_plot_XXXXXX",
             temporary && *temporary == '/' && strlen(temporary) < 40 &&
                     !strpbrk(temporary, "' \t")
                 ? temporary
                 : "/tmp");
    if (!mkdtemp(c->folder))
        return cli_fail(YEE_IO, "cannot make a folder %s for the pictures' data", c->folder);
    c->data = 0;
    measure(p, c, s);
    snprintf(command, sizeof command, "gnuplot 2>'%s/said'", c->folder);
    c->out = popen(command, "w");
    if (!c->out) {
        rmdir(c->folder);
        return cli_fail(YEE_IO, "cannot start gnuplot: %s", strerror(errno));
    }
    write_terminal(p, c);
    fputs("set encoding utf8\nset locale 'C'\nset border 3 lc '#404040' lw 1\n"
          "set tics nomirror out scale 0.6\nset grid lc '#dddddd' lt 1 lw 0.8\n"
          "set key above center horizontal samplen 2\n",
          c->out);
    return YEE_OK;
}

void plot_canvas_page(plot *p, plot_canvas *c, const plot_sheet *s)
{
    char text[5000], title[1024];
    const double f = scale_of(p);
    measure(p, c, s);
    snprintf(title, sizeof title, "%s%s%s", p->title, *p->title ? "\n" : "", s->title);
    wrap(text, sizeof text, title, (size_t)fmax(10, c->width / (HEAD_WIDTH * f)));
    fputs("set multiplot\nset label 1 ", c->out);
    plot_quote(c->out, text);
    fprintf(c->out, " at screen 0.5,%.6g center font ',%g'\n", 1 - f * 18 / c->height,
            p->look->points + 2);
    if (!c->notes)
        return;
    wrap(text, sizeof text, p->note, (size_t)fmax(10, c->width / (NOTE_WIDTH * f)));
    fputs("set label 2 ", c->out);
    plot_quote(c->out, text);
    fprintf(c->out, " at screen %.6g,%.6g left font ',%g' tc rgb '#404040'\n",
            f * 12 / c->width, (c->notes - f * 12) / c->height, 0.82 * p->look->points);
}

yee_status plot_canvas_open(plot *p, plot_canvas *c, const plot_sheet *s)
{
    const yee_status status = plot_canvas_begin(p, c, s);
    if (status)
        return status;
    fputs("set output ", c->out);
    plot_quote(c->out, c->path);
    fputs("\n", c->out);
    plot_canvas_page(p, c, s);
    return YEE_OK;
}

plot_cell plot_canvas_panel(const plot_canvas *c, int n)
{
    const plot_sheet *s = c->sheet;
    plot_cell cell = {.width = c->width / s->columns,
                      .height = fmax(40, c->height - c->heading - c->notes) / s->rows};
    cell.x = cell.width * (n % s->columns);
    cell.y = c->notes + cell.height * (s->rows - 1 - n / s->columns);
    if (n)
        fputs("unset label 1\nunset label 2\n", c->out);
    fprintf(c->out, "set origin %.6g,%.6g\nset size noratio %.6g,%.6g\n", cell.x / c->width,
            cell.y / c->height, cell.width / c->width, cell.height / c->height);
    return cell;
}

const char *plot_canvas_data(plot_canvas *c, char *path, size_t size)
{
    snprintf(path, size, "%s/%d", c->folder, c->data++);
    return path;
}

/* The first line that gnuplot said. */
static void first_words(const plot_canvas *c, char *line, size_t size)
{
    char path[128];
    snprintf(path, sizeof path, "%s/said", c->folder);
    FILE *said = fopen(path, "r");
    *line = 0;
    while (said && fgets(line, (int)size, said) && strspn(line, " \t\r\n^") == strlen(line))
        *line = 0;
    line[strcspn(line, "\r\n")] = 0;
    if (said)
        fclose(said);
    unlink(path);
}

/* The file ends as its format does: on a full disk gnuplot leaves a part of it without a word. */
static bool is_whole(const plot_canvas *c, plot_format format)
{
    static const struct {
        plot_format format;
        const char *end;
    } formats[] = {{PLOT_PNG, "IEND\xAE\x42\x60\x82"},
                   {PLOT_PDF, "%%EOF"},
                   {PLOT_SVG, "</svg>"},
                   {PLOT_GIF, ";"}};
    char end[32];
    size_t size = sizeof end;
    FILE *file = fopen(c->path, "rb");
    bool whole =
        file && !fseek(file, -(long)size, SEEK_END) && fread(end, 1, size, file) == size;
    while (whole && size && (end[size - 1] == '\n' || end[size - 1] == '\r'))
        size--;
    for (size_t i = 0; i < sizeof formats / sizeof *formats && whole; i++) {
        const size_t length = strlen(formats[i].end);
        if (formats[i].format == format)
            whole = size >= length && !memcmp(end + size - length, formats[i].end, length);
    }
    if (file)
        fclose(file);
    return whole;
}

yee_status plot_canvas_end(plot *p, plot_canvas *c)
{
    char path[128], said[256];
    fputs("unset multiplot\nunset output\n", c->out);
    const int code = pclose(c->out);
    first_words(c, said, sizeof said);
    for (int i = 0; i < c->data; i++) {
        snprintf(path, sizeof path, "%s/%d", c->folder, i);
        unlink(path);
    }
    p->note[0] = 0;
    if (code)
        return cli_fail(YEE_IO, "gnuplot could not draw %s%s%s", c->path, *said ? ": " : "",
                        said);
    /* a movie's frames are not in its file yet */
    return p->look->format == PLOT_MP4 || is_whole(c, p->look->format)
               ? YEE_OK
               : cli_fail(YEE_IO, "cannot write all of %s; is the disk full?", c->path);
}

yee_status plot_canvas_tell(plot *p, plot_canvas *c, yee_status status)
{
    rmdir(c->folder);
    if (status) {
        unlink(c->path);
        return status;
    }
    printf("%s\n", c->path);
    p->drawn++;
    return YEE_OK;
}

yee_status plot_canvas_close(plot *p, plot_canvas *c)
{
    return plot_canvas_tell(p, c, plot_canvas_end(p, c));
}
