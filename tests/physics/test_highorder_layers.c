/* tests/physics/test_highorder_layers.c: layers take the waves of high-order schemes as they
 * take Yee's: normal incidence in a strip, and a wave between sheets of metal that go on into
 * the layer, where links have psi. At ten cells a wave, ten cells of layer. */
#include "highorder.h"

/* A packet of ten cells a wave that goes both ways from the middle of n cells along x. */
typedef struct strip {
    int across, low, high; /* cells along y; where the packet is */
    int component;
    const char *mode, *y;
    bool sheets; /* metal at low and high */
} strip;

static const strip normal = {4, 0, 4, YEE_EZ, "tm", "periodic", false};
static const strip guide = {11, 3, 8, YEE_EY, "te", "pec", true};

/* The field in the middle, each step; to be freed. scheme NULL: Yee's. */
static double *packet(const strip *p, const wide_scheme *s, double step, int n, int steps)
{
    const double limit = s ? limit_of(s, 2) : sqrt(0.5);
    double *trace = malloc((size_t)steps * sizeof *trace);
    char name[64], sheets[512] = "";
    lab l;
    ck_assert_ptr_nonnull(trace);
    if (p->sheets)
        snprintf(sheets, sizeof sheets,
                 "[shape.a]\ntype = plate\nmaterial = pec\nfrom = 0, %d, 0 m\n"
                 "to = %d, %d, 1 m\n[shape.b]\ntype = plate\nmaterial = pec\n"
                 "from = 0, %d, 0 m\nto = %d, %d, 1 m\n",
                 p->low, n, p->low, p->high, n, p->high);
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = %d, %d\ninvariant = z\nmode = %s\n[run]\n"
             "scheme = %s\nsteps = 100\nprecision = f64\nthreads = 1\ncourant = %.17g\n"
             "[boundary.x]\ntype = cpml\ncells = 10\nfaces = x\n"
             "[boundary.y]\ntype = %s\nfaces = y\n%s",
             n, p->across, p->mode, s ? full_name(s, name) : "plain", step / limit, p->y,
             sheets);
    const int64_t *e = l.grid->extent[p->component];
    for (int64_t i = 0; i < e[0]; i++)
        for (int64_t j = p->low; j < p->high; j++) {
            const double x = (double)(i - n / 2);
            l.field[p->component][i * e[1] + j] = exp(-x * x / 200) * cos(2 * YEE_PI * x / 10);
        }
    ck_assert_int_eq(yee_simulation_write(l.simulation, p->component, l.field[p->component]),
                     YEE_OK);
    for (int k = 0; k < steps; k++) {
        lab_run(&l, 1);
        trace[k] = lab_read(&l, p->component)[n / 2 * e[1] + (p->low + p->high) / 2];
    }
    lab_close(&l);
    return trace;
}

/* The packet is back from 60 cells after 120 cells of travel, from 160 after 320. */
static double reflected(const strip *p, const wide_scheme *s)
{
    const double step = s && s->time == WIDE_BACKWARD ? 0.2 : 0.4; /* half the limit */
    const int steps = (int)(240 / step);
    double *near = packet(p, s, step, 140, steps), *far = packet(p, s, step, 340, steps);
    double worst = 0;
    for (int k = 0; k < steps; k++)
        worst = fmax(worst, fabs(near[k] - far[k]));
    free(near);
    free(far);
    return 2 * worst; /* half of it went each way */
}

/* 1.5 is chosen, not derived: the profiles are made for Yee's difference, and 3.5 dB more is
 * what a wider one is allowed to return. 1e-6: there must be something to compare with. */
static void check(const strip *p, const wide_scheme *s)
{
    const double own = reflected(p, s), yee = reflected(p, NULL);
    ck_assert_msg(yee > 1e-6 && own <= 1.5 * yee, "%s: %g, Yee %g", s->name, own, yee);
}

START_TEST(a_layer_returns_at_most_half_again_what_it_returns_of_yees_waves)
{
    check(&normal, scheme_list[_i]);
}
END_TEST

START_TEST(a_layer_takes_a_guided_wave_as_it_takes_yees) { check(&guide, scheme_list[_i]); }
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder layers");
    TCase *t = tcase_create("highorder layers");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_layer_returns_at_most_half_again_what_it_returns_of_yees_waves, 0,
                        SCHEMES);
    tcase_add_loop_test(t, a_layer_takes_a_guided_wave_as_it_takes_yees, 0, INSIDE);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
