/* core/cli/plot/movie.c: images one after the other: an MP4 by ffmpeg, or a GIF by gnuplot. */
#include "plot.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_FRAMES 9999

yee_status plot_movie_check(plot_look *look)
{
    if (look->format != PLOT_MP4 || plot_program_found("ffmpeg"))
        return YEE_OK;
    if (look->chosen)
        return cli_fail(YEE_IO, "ffmpeg is not installed; it makes MP4 movies (apt-get install "
                                "ffmpeg); --format gif needs gnuplot alone");
    look->format = PLOT_GIF;
    cli_fail(YEE_OK,
             "ffmpeg is not installed (apt-get install ffmpeg): the movie is a GIF, with "
             "fewer colours");
    return YEE_OK;
}

yee_status plot_movie_begin(plot *p, plot_movie *m, const char *kind, const char *name,
                            const char *title, const plot_image *model)
{
    *m = (plot_movie){.sheet = plot_images_sheet(p, 1, model)};
    snprintf(m->title, sizeof m->title, "%s", title);
    m->sheet.kind = kind;
    m->sheet.name = name;
    m->sheet.title = m->title;
    const yee_status status = plot_canvas_begin(p, &m->canvas, &m->sheet);
    if (status)
        return status;
    m->open = true;
    if (p->look->format == PLOT_GIF) {
        fputs("set output ", m->canvas.out);
        plot_quote(m->canvas.out, m->canvas.path);
        fputs("\n", m->canvas.out);
    }
    return YEE_OK;
}

static void frame_path(const plot_movie *m, int frame, char *path, size_t size)
{
    snprintf(path, size, "%s/frame%04d.png", m->canvas.folder, frame);
}

yee_status plot_movie_add(plot *p, plot_movie *m, const plot_image *image)
{
    char path[128];
    if (m->frames == MOST_FRAMES)
        return cli_fail(YEE_USAGE, "%s has more than %d frames; a movie has no more", p->path,
                        MOST_FRAMES);
    if (p->look->format != PLOT_GIF) {
        frame_path(m, m->frames, path, sizeof path);
        fprintf(m->canvas.out, "set output '%s'\n", path);
    }
    m->frames++;
    plot_canvas_page(p, &m->canvas, &m->sheet);
    const bool ok = plot_images_page(p, &m->canvas, 1, image);
    fputs("unset multiplot\n", m->canvas.out);
    return ok ? YEE_OK : cli_fail(YEE_IO, "cannot write the data of %s", m->canvas.path);
}

/* Frames to an MP4 with an even number of pixels along both sides, as its colours ask for. */
static yee_status encode(const plot *p, const plot_movie *m)
{
    char rate[32], frames[128];
    snprintf(rate, sizeof rate, "%g", p->look->rate);
    snprintf(frames, sizeof frames, "%s/frame%%04d.png", m->canvas.folder);
    const pid_t child = fork();
    if (child == 0) {
        const char *const words[] = {"ffmpeg",
                                     "-loglevel",
                                     "error",
                                     "-nostdin",
                                     "-y",
                                     "-framerate",
                                     rate,
                                     "-i",
                                     frames,
                                     "-vf",
                                     "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                                     "-pix_fmt",
                                     "yuv420p",
                                     "-movflags",
                                     "+faststart",
                                     "-f",
                                     "mp4",
                                     m->canvas.path,
                                     NULL};
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    int code = 1;
    if (child < 0 || waitpid(child, &code, 0) != child || code)
        return cli_fail(YEE_IO, "ffmpeg could not make %s", m->canvas.path);
    return YEE_OK;
}

yee_status plot_movie_end(plot *p, plot_movie *m, yee_status status)
{
    char path[128];
    if (!m->open)
        return status;
    const yee_status drawn = plot_canvas_end(p, &m->canvas);
    status = status ? status : drawn;
    if (!status && p->look->format == PLOT_MP4)
        status = encode(p, m);
    for (int i = 0; i < m->frames && p->look->format == PLOT_MP4; i++) {
        frame_path(m, i, path, sizeof path);
        unlink(path);
    }
    return plot_canvas_tell(p, &m->canvas, status);
}
