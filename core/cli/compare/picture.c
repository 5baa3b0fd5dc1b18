/* core/cli/compare/picture.c: bars of the speeds, and beside them the errors and what bounds on
 * the phase error cost. */
#include "cli/plot/plot.h"
#include "compare.h"
#include <math.h>
#include <string.h>

static void send_rows(const compare *c, FILE *out)
{
    int number = 0;
    fputs("$rows << EOD\n", out);
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        double low = INFINITY, high = 0;
        if (*r->reason)
            continue;
        for (int64_t n = 0; n < c->repeats; n++) {
            low = fmin(low, r->rate[n]);
            high = fmax(high, r->rate[n]);
        }
        fprintf(out, "%d \"%s %s\" %.9g %.9g %.9g %.9g %.9g %.9g", number++, r->label,
                r->f64 ? "f64" : "f32", r->median, low, high,
                r->error[0] > 0 ? r->error[0] : NAN, r->error[1] > 0 ? r->error[1] : NAN,
                r->phase > 0 && isfinite(r->phase) ? r->phase : NAN);
        for (int t = 0; t < COMPARE_TARGETS; t++)
            fprintf(out, " %.9g", compare_seconds(r, t));
        fputc('\n', out);
    }
    fputs("EOD\n", out);
}

static int ran(const compare *c)
{
    int n = 0;
    for (size_t i = 0; i < c->rows; i++)
        n += !*c->row[i].reason;
    return n;
}

/* A logarithmic axis without a point is an error of gnuplot. */
static bool any_error(const compare *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        if (!*r->reason && (r->error[0] > 0 || (r->phase > 0 && isfinite(r->phase))))
            return true;
    }
    return false;
}

static bool any_price(const compare *c)
{
    for (size_t i = 0; i < c->rows; i++)
        for (int t = 0; t < COMPARE_TARGETS; t++)
            if (!*c->row[i].reason && isfinite(compare_seconds(&c->row[i], t)))
                return true;
    return false;
}

static void plot_prices(FILE *out)
{
    static const char *const style[COMPARE_TARGETS] = {"pt 7 ps 1.5 lc rgb '#0072B2'",
                                                       "pt 5 ps 1.5 lc rgb '#E69F00'",
                                                       "pt 9 ps 1.8 lc rgb '#CC79A7'"};
    fputs("set ylabel 'time of the model (s)'\nset logscale y\nset yrange [*:*]\n"
          "set format y '%.0e'\nplot ",
          out);
    for (int t = 0; t < COMPARE_TARGETS; t++)
        fprintf(out, "%s$rows using 1:%d:xtic(2) with points %s title '%g %% of phase'",
                t ? ", " : "", 9 + t, style[t], 100 * compare_target[t]);
    fputc('\n', out);
}

/* Panels below each other, so that the picture fits a page however many rows there are. */
yee_status compare_draw(const compare *c, const char *name)
{
    const plot_look look = plot_look_plain();
    plot p = {.path = name, .look = &look};
    plot_canvas canvas;
    const char *slash = strrchr(name, '/');
    const int rows = ran(c);
    snprintf(p.stem, sizeof p.stem, "%s", slash ? slash + 1 : name);
    snprintf(p.folder, sizeof p.folder, "%.*s", slash ? (int)(slash - name) : 1,
             slash ? name : ".");
    const bool errors = any_error(c), prices = any_price(c);
    const char *model = strrchr(c->path, '/');
    const plot_sheet sheet = {.kind = "compare",
                              .title = model ? model + 1 : c->path,
                              .rows = 1 + errors + prices,
                              .columns = 1,
                              .width = 900,
                              .height = (1 + errors + prices) * 390};
    int panel = 0;
    const yee_status opened = plot_canvas_open(&p, &canvas, &sheet);
    if (opened)
        return opened;
    send_rows(c, canvas.out);
    plot_canvas_panel(&canvas, panel++);
    fprintf(canvas.out,
            "set lmargin 12\nset rmargin 3\n"
            "set xtics rotate by -40\nset xrange [-0.6:%g]\nset boxwidth 0.7\n"
            "set style fill solid 0.8\nset ylabel 'speed (Mcells/s)'\nset yrange [0:*]\n"
            "plot $rows using 1:3:xtic(2) with boxes lc rgb '#0072B2' notitle, "
            "$rows using 1:4:(0):($5-$4) with vectors heads size graph 0.008,90 lw 2 lc rgb "
            "'#000000' "
            "title 'slowest to fastest'\n",
            rows - 0.4);
    if (errors) {
        plot_canvas_panel(&canvas, panel++);
        fputs("set ylabel 'relative error'\nset logscale y\nset yrange [*:*]\n"
              "set format y '%.0e'\n"
              "plot $rows using 1:6:xtic(2) with points pt 7 ps 1.5 lc rgb '#D55E00' "
              "title 'largest', $rows using 1:7 with points pt 5 ps 1.5 lc rgb '#009E73' "
              "title 'rms', $rows using 1:8 with points pt 9 ps 1.8 lc rgb '#CC79A7' "
              "title 'phase velocity'\n",
              canvas.out);
    }
    if (prices) {
        plot_canvas_panel(&canvas, panel);
        plot_prices(canvas.out);
    }
    return plot_canvas_close(&p, &canvas);
}
