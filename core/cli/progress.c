/* core/cli/progress.c: the last line of a terminal: how far a run is, or what is being done before
 * it. A terminal that knows no escape sequences has no such line. */
#include "base/clock.h"
#include "cli.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 0.3 /* s that something must take to be worth a line */
#define INTERVAL 0.1 /* s between two updates: more often is noise, and slow over a network */

static struct {
    pthread_mutex_t lock;
    char text[256];
    bool active, shown, fresh; /* fresh: text is newer than the screen */
    double begun, drawn;       /* s */
    const char *stage;         /* what the ticker tells; NULL: it has ended */
    bool ticking;
    pthread_t ticker;
    pthread_cond_t over;
} bar = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool cli_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(fileno(stderr)) && term && *term && strcmp(term, "dumb") != 0;
}

/* Columns that the terminal has now: it may have been made narrower since the last update, and a
 * line that wraps cannot be redrawn. */
static int columns(void)
{
    struct winsize size;
    const bool known = !ioctl(fileno(stderr), TIOCGWINSZ, &size) && size.ws_col > 1;
    return known && size.ws_col < 120 ? size.ws_col : 120;
}

/* All that follows is called with the lock. */

static void draw(void)
{
    fprintf(stderr, "\r%.*s\033[K", columns() - 1, bar.text);
    fflush(stderr);
    bar.shown = true;
    bar.fresh = false;
    bar.drawn = yee_now();
}

static void update(const char *text)
{
    const double t = yee_now();
    if (!bar.active) {
        bar.active = true;
        bar.begun = t;
    }
    snprintf(bar.text, sizeof bar.text, "%s", text);
    bar.fresh = true;
    if (bar.shown ? t - bar.drawn >= INTERVAL : t - bar.begun >= PATIENCE)
        draw();
}

static void forget(void)
{
    if (bar.shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    bar.active = bar.shown = bar.fresh = false;
}

void cli_bar_show(const char *text)
{
    pthread_mutex_lock(&bar.lock);
    update(text);
    pthread_mutex_unlock(&bar.lock);
}

void cli_bar_hide(void)
{
    pthread_mutex_lock(&bar.lock);
    if (bar.shown && bar.fresh)
        draw(); /* the last word */
    if (bar.shown)
        fputs("\n", stderr);
    bar.active = bar.shown = bar.fresh = false;
    pthread_mutex_unlock(&bar.lock);
}

void cli_bar_line(const char *word, const char *line)
{
    pthread_mutex_lock(&bar.lock);
    fprintf(stderr, "%s%s%s\n", bar.shown ? "\r\033[K" : "", word, line);
    if (bar.shown)
        draw();
    pthread_mutex_unlock(&bar.lock);
}

/* -- stages -- */

static void *tick(void *unused)
{
    const double begun = yee_now();
    char text[sizeof bar.text], took[32];
    (void)unused;
    pthread_mutex_lock(&bar.lock);
    while (bar.stage) {
        snprintf(text, sizeof text, "%s: %s", bar.stage,
                 cli_duration(took, sizeof took, yee_now() - begun));
        update(text);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&bar.over, &bar.lock, &until);
    }
    pthread_mutex_unlock(&bar.lock);
    return NULL;
}

void cli_stage_show(const char *stage)
{
    sigset_t all, before;
    cli_stage_hide();
    if (!cli_terminal())
        return;
    bar.stage = stage;
    pthread_cond_init(&bar.over, NULL);
    sigfillset(&all); /* signals are for the thread that works */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bar.ticking = !pthread_create(&bar.ticker, NULL, tick, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void cli_stage_hide(void)
{
    if (!bar.ticking)
        return;
    pthread_mutex_lock(&bar.lock);
    bar.stage = NULL;
    pthread_cond_signal(&bar.over);
    pthread_mutex_unlock(&bar.lock);
    pthread_join(bar.ticker, NULL);
    pthread_cond_destroy(&bar.over);
    pthread_mutex_lock(&bar.lock);
    forget();
    pthread_mutex_unlock(&bar.lock);
    bar.ticking = false;
}
