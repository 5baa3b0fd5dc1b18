/* core/api/balance.c: cuts by measured times.
 *
 * Media are not known when a model is cut, nor how fast each machine is: a plan's subdomains are timed,
 * and where one makes the others wait the model is read once more with the cuts at other places. */
#include "balance.h"
#include "run/checkpoint.h"
#include "simulation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The slowest subdomain takes so much longer than the mean one; cuts that are moved gain so much. */
static const double UNEVEN = 1.05, GAIN = 0.97;

bool yee_simulation_cuts_given(const yee_simulation *s)
{
    const yee_model *m = s->model;
    return m->run.cut_x.count || m->run.cut_y.count || m->run.cut_z.count;
}

void yee_cut_write(const yee_cut *cut, int axis, FILE *out)
{
    fprintf(out, "run.cut_%c=", "xyz"[axis]);
    for (int64_t n = 1; n < cut->count[axis]; n++)
        fprintf(out, "%s%lld", n > 1 ? "," : "", (long long)cut->at[axis][n]);
}

/* The cuts along an axis as a key; false: they do not go in there, or there is no memory. */
static bool write_key(const yee_cut *cut, int axis, char *key, size_t size)
{
    *key = '\0';
    if (cut->count[axis] < 2)
        return true;
    FILE *out = fmemopen(key, size, "w");
    if (!out)
        return false;
    yee_cut_write(cut, axis, out);
    const bool fits = !fflush(out) && ftell(out) < (long)size - 1;
    return !fclose(out) && fits;
}

/* The keys of cuts, with a comma between two. */
static void join(const yee_balance *better, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int a = 0; a < 3 && used < size; a++)
        if (*better->keys[a])
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     better->keys[a] + 4);
}

static bool find(yee_simulation *s, const double *seconds, double mean, yee_balance *better)
{
    yee_model *m = s->model;
    const yee_scheme_cuts weights = yee_model_scheme_cuts(m);
    char keys[sizeof better->keys];
    yee_cut cut;
    if (yee_cut_balance(m->diag, m->arena, &m->problem, &weights, &s->cut.cut, seconds, &cut,
                        &better->then)) {
        yee_diag_clear(m->diag);
        return false;
    }
    bool fits = better->then < GAIN * better->now;
    for (int a = 0; a < 3; a++)
        fits = write_key(&cut, a, better->keys[a], sizeof better->keys[a]) && fits;
    join(better, keys, sizeof keys);
    snprintf(better->text, sizeof better->text,
             "the slowest subdomain takes %.1f %% longer for a step than the mean; with %s it "
             "would take %.1f %% less (measured)",
             100 * (better->now / mean - 1), keys, 100 * (1 - better->then / better->now));
    return fits;
}

bool yee_simulation_balance(yee_simulation *s, yee_balance *better)
{
    *better = (yee_balance){0};
    if (s->ops != &yee_subdomains_ops)
        return false;
    const yee_subdomain_pace *pace = yee_subdomains_pace(s->plan);
    const int64_t count = yee_cut_count(&s->cut.cut);
    double mean = 0;
    for (int64_t n = 0; n < count && pace->seconds; n++) {
        mean += pace->seconds[n] / (double)count;
        better->now = fmax(better->now, pace->seconds[n]);
    }
    better->each = pace->devices == count;
    bool found = better->now > UNEVEN * mean && find(s, pace->seconds, mean, better);
    yee_communicator *together = s->model->session->communicator;
    return !yee_broadcast(together, &found, sizeof found) && found &&
           !yee_broadcast(together, better, sizeof *better);
}

bool yee_simulation_balance_pays(yee_simulation *s, const yee_balance *better, double spent)
{
    const double steps = (double)(s->model->problem.steps - yee_simulation_step(s));
    bool pays = steps * (better->now - better->then) > spent;
    return !yee_broadcast(s->model->session->communicator, &pays, sizeof pays) && pays;
}

/* The line of a key in a text, without its end; NULL: there is none. */
static const char *line_of(const char *text, const char *key, int *length)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (!strncmp(text, key, strlen(key))) {
            *length = (int)strcspn(text, "\n");
            return text;
        }
    return NULL;
}

static size_t commas(const char *text, int length)
{
    size_t count = 0;
    for (int n = 0; n < length; n++)
        count += text[n] == ',';
    return count;
}

/* The keys of cuts in a checkpoint's text; false: their numbers are others than the run's, or all are
 * alike. */
static bool read_keys(const yee_simulation *s, const char *text, yee_balance *better)
{
    bool differ = false;
    for (int a = 0; a < 3; a++) {
        char own[sizeof better->keys[a]], key[16];
        int length;
        write_key(&s->cut.cut, a, own, sizeof own);
        snprintf(key, sizeof key, "run.cut_%c=", "xyz"[a]);
        const char *line = line_of(text, key, &length);
        if (!line != !*own || (line && (size_t)length >= sizeof better->keys[a]) ||
            (line && commas(line, length) != commas(own, (int)strlen(own))))
            return false;
        snprintf(better->keys[a], sizeof better->keys[a], "%.*s", line ? length : 0,
                 line ? line : "");
        differ = differ || strcmp(own, better->keys[a]);
    }
    return differ;
}

bool yee_restart_cuts(yee_simulation *s, yee_balance *better, bool *there)
{
    yee_communicator *together = s->model->session->communicator;
    const char *path;
    *better = (yee_balance){0};
    *there = true;
    if (s->ops != &yee_subdomains_ops)
        return false;
    yee_checkpoint *c = yee_first(together) ? yee_restart_find(s, &path) : NULL;
    *there = c || *s->model->diag->error; /* or one that cannot be read */
    char *identity = NULL, *text = NULL;
    if (c && yee_checkpoint_text(c, "identity", &identity) == YEE_OK &&
        yee_checkpoint_text(c, "intervals", &text) != YEE_OK)
        text = NULL;
    if (!text && yee_first(together))
        text = calloc(1, 1); /* what is wrong with it the restart says */
    yee_diag_clear(s->model->diag);
    const bool known = !yee_broadcast(together, there, sizeof *there) &&
                       !yee_broadcast_text(together, &text) && text;
    const bool differ = known && read_keys(s, text, better);
    yee_checkpoint_close(c);
    free(identity);
    free(text);
    return differ;
}
