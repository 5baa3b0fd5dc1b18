/* tests/physics/test_highorder_inside.c: metal and several media inside the grid of the
 * high-order schemes; plugins/schemes/highorder/links.h. */
#include "highorder_inside.h"

/* m^3 */
static double volume(const yee_grid *g, int c, int64_t index)
{
    const int64_t *n = g->extent[c],
                  x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    double v = 1;
    for (int a = 0; a < 3; a++)
        if (!yee_half(c, a) && !g->axis[a].periodic && (x[a] == 0 || x[a] == n[a] - 1))
            v *= 0.5;
    return v;
}

/* The curls that update H from e and E from h are each other's transposes: with E = e, H =
 * 0 a step makes H = -dt/mu C e, with E = 0, H = h it makes E = dt/eps C' h, and sum mu H.h
 * V + sum eps E.e V = 0, V the cell of a point, halved on walls. Sums of some 1000 products
 * of numbers of order 1 round by 1e-13. */
START_TEST(the_two_curls_are_transposes_beside_metal)
{
    static const int n[3] = {7, 6, 5};
    const wide_scheme *s = scheme_list[_i % INSIDE];
    char shapes[8192];
    if (s->inside == WIDE_LINKS || s->time != WIDE_LEAPFROG)
        return; /* its own product; more levels */
    scatter(shapes, sizeof shapes, n, only_metal, 5, 6, 17u + (uint32_t)_i);
    double *start[YEE_COMPONENTS], *made[YEE_COMPONENTS], sum = 0, size = 0;
    lab l;
    open_inside(&l, s, n, "", courant_of(s, 3), _i < INSIDE ? periodic_z : pmc_walls, shapes);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t points = (size_t)yee_grid_points(l.grid, c);
        start[c] = malloc(points * sizeof *start[c]);
        made[c] = malloc(points * sizeof *made[c]);
        ck_assert(start[c] && made[c]);
    }
    for (int pass = 0; pass < 2; pass++) { /* E makes H, H makes E */
        fill(&l, 5, pass == 0, pass == 1);
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (yee_is_electric(c) == (pass == 0))
                memcpy(start[c], lab_read(&l, c),
                       (size_t)yee_grid_points(l.grid, c) * sizeof *start[c]);
        lab_run(&l, 1);
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (yee_is_electric(c) == (pass == 1))
                memcpy(made[c], lab_read(&l, c),
                       (size_t)yee_grid_points(l.grid, c) * sizeof *made[c]);
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double unit = yee_is_electric(c) ? YEE_EPS0 : YEE_MU0;
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            const double part = unit * start[c][i] * made[c][i] * volume(l.grid, c, i);
            sum += part;
            size += fabs(part);
        }
        free(start[c]);
        free(made[c]);
    }
    lab_close(&l);
    ck_assert_msg(size > 0 && fabs(sum) <= 1e-13 * size, "%s: %g of %g", s->name, sum, size);
}
END_TEST

/* A sheet of no thickness across the grid lets nothing through: behind it is what the sums
 * round to, a dozen terms of 1 that cancel, each step anew. */
START_TEST(nothing_passes_a_sheet)
{
    static const int n[3] = {12, 4, 4};
    const wide_scheme *s = scheme_list[_i];
    enum { STEPS = 200 };
    double before = 0, behind = 0;
    lab l;
    open_inside(&l, s, n, "", courant_of(s, 3),
                "[boundary.all]\ntype = periodic\n[boundary.x]\ntype = pec\nfaces = x\n",
                "[shape.s]\ntype = plate\nmaterial = pec\nfrom = 6, 0, 0 m\nto = 6, 4, 4 m\n");
    fill(&l, 3, true, true);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = l.grid->extent[c];
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++)
            l.field[c][i] *= i / e[1] / e[2] < 6;
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    lab_run(&l, STEPS);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = l.grid->extent[c];
        const double *f = lab_read(&l, c), unit = yee_is_electric(c) ? 1 : YEE_ETA0;
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            double *most = i / e[1] / e[2] < 6 ? &before : &behind;
            *most = fmax(*most, unit * fabs(f[i]));
        }
    }
    lab_close(&l);
    ck_assert_msg(before > 0.1 && behind <= 12 * STEPS * 0x1p-53 * before, "%s: %g behind %g",
                  s->name, behind, before);
}
END_TEST

enum { MOST = 40 };

/* The least eigenvalue of a matrix of rows of MOST whose eigenvalues are real and positive, by
 * inverse iteration. */
static double least(double m[MOST][MOST], int n)
{
    double lu[MOST][MOST], x[MOST], value = 0;
    memcpy(lu, m, sizeof lu);
    for (int k = 0; k < n; k++) /* diagonally dominant enough: pivots stay positive */
        for (int i = k + 1; i < n; i++) {
            lu[i][k] /= lu[k][k];
            for (int j = k + 1; j < n; j++)
                lu[i][j] -= lu[i][k] * lu[k][j];
        }
    for (int i = 0; i < n; i++)
        x[i] = sin(YEE_PI * (i + 1) / (n + 1));
    for (int pass = 0; pass < 40; pass++) {
        double norm = 0;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < i; k++)
                x[i] -= lu[i][k] * x[k];
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                x[i] -= lu[i][k] * x[k];
            x[i] /= lu[i][i];
        }
        for (int i = 0; i < n; i++)
            norm = fmax(norm, fabs(x[i]));
        for (int i = 0; i < n; i++)
            x[i] /= norm;
        value = 1 / norm;
    }
    return value;
}

/* Relative error of the lowest frequency between two sheets of metal n cells apart, from the
 * matrix of a step, E(1) = (1 - A) E(0) with H(0) = 0: no error of time. */
static double cavity(const char *scheme, int n)
{
    enum { ROOM = 3 };
    static double m[MOST][MOST];
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = %d, 1\ninvariant = z\nmode = tm\n[run]\n"
             "scheme = %s\nsteps = 100\nprecision = f64\ncourant = 0.01\n"
             "[boundary.all]\ntype = pec\n[boundary.y]\ntype = periodic\nfaces = y\n"
             "[shape.a]\ntype = box\nmaterial = pec\nfrom = 0, 0, 0 m\nto = %d, 1, 1 m\n"
             "[shape.b]\ntype = box\nmaterial = pec\nfrom = %d, 0, 0 m\nto = %d, 1, 1 m\n",
             n + 2 * ROOM, scheme, ROOM, n + ROOM, n + 2 * ROOM);
    for (int j = 1; j < n; j++) {
        for (int c = 0; c < YEE_COMPONENTS; c++)
            if (l.grid->active[c]) {
                memset(l.field[c], 0, (size_t)yee_grid_points(l.grid, c) * sizeof(double));
                l.field[c][c == YEE_EZ ? ROOM + j : 0] = c == YEE_EZ;
                ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
            }
        lab_run(&l, 1);
        const double *e = lab_read(&l, YEE_EZ);
        for (int i = 1; i < n; i++)
            m[i - 1][j - 1] = (i == j) - e[ROOM + i];
    }
    const double step = YEE_C0 * l.grid->dt;
    lab_close(&l);
    return sqrt(least(m, n - 1)) / step / (YEE_PI / n) - 1;
}

/* Figures from a program of its own that has the same matrices, two digits; c dt is 0.7 % of a
 * cell here and 0 there, which changes weights by 5e-5 of themselves. Yee's error is
 * -(pi/n)^2/24 by its relation. */
START_TEST(a_cavity_of_metal_has_its_frequency)
{
    static const struct {
        const wide_scheme *scheme;
        double coarse, fine;
    } known[] = {{&wide_fang24, -1.2e-4, -1.4e-5},
                 {&wide_me44, -1.2e-4, -1.4e-5},
                 {&wide_hodge44, -1.1e-4, -1.4e-5}};
    char name[64];
    full_name(known[_i].scheme, name);
    const double coarse = cavity(name, 20), fine = cavity(name, 40);
    const double yee = cavity("plain", 20);
    ck_assert_msg(fabs(coarse - known[_i].coarse) <= 0.06e-4, "%s: %g", name, coarse);
    ck_assert_msg(fabs(fine - known[_i].fine) <= 0.06e-5, "%s: %g", name, fine);
    ck_assert_msg(fabs(yee / (-YEE_PI * YEE_PI / 24 / 400) - 1) < 0.01, "Yee: %g", yee);
}
END_TEST

/* Half of a periodic box is glass of index 2. From E = ez cos(k.r), H = 0 a step makes E(1) =
 * (1
 * - 4 (c dt)^2 Q(k)) E(0), in four levels (17/22 - 4 (24/22 c dt)^2 Q) E(0), c and Q those of
 * the medium, at all points but those within reach of the other medium: twice three cells, and
 * one for the mean at the interface. 2-D: TM. */
START_TEST(each_of_two_media_has_its_own_weights)
{
    enum { N = 40 };
    const wide_scheme *s = scheme_list[_i % INSIDE];
    const bool flat = _i >= INSIDE, levels = s->time == WIDE_BACKWARD;
    const int n[3] = {N, 8, flat ? 0 : 4};
    const double k[3] = {2 * YEE_PI / 10, 2 * YEE_PI / 8, 0};
    double worst[2] = {0, 0}, want[2];
    lab l;
    open_inside(&l, s, n, "tm", 0.9, "[boundary.all]\ntype = periodic\n",
                "[shape.a]\ntype = box\nmaterial = glass\nfrom = 0, 0, 0 m\nto = 20, 8, 4 m\n");
    for (int m = 0; m < 2; m++) { /* glass, vacuum */
        const wide_wave wave = {{1, 1, !flat}, YEE_C0 * l.grid->dt / (m ? 1 : 2), m ? 10 : 5};
        const double curl = 4 * wave.travel * wave.travel * wide_symbol(s, &wave, k);
        want[m] = levels ? 17.0 / 22 - 24.0 * 24 / 22 / 22 * curl : 1 - curl;
    }
    const int64_t *e = l.grid->extent[YEE_EZ], points = yee_grid_points(l.grid, YEE_EZ);
    double *start = malloc((size_t)points * sizeof *start);
    ck_assert_ptr_nonnull(start);
    for (int64_t i = 0; i < points; i++)
        l.field[YEE_EZ][i] = start[i] =
            cos(k[0] * (double)(i / e[2] / e[1]) + k[1] * (double)(i / e[2] % e[1]) + 0.3);
    ck_assert_int_eq(yee_simulation_write(l.simulation, YEE_EZ, start), YEE_OK);
    lab_run(&l, 1);
    const double *f = lab_read(&l, YEE_EZ);
    for (int64_t i = 0; i < points; i++) {
        const int64_t x = i / e[2] / e[1], half = x % (N / 2);
        if (half > 7 && half < N / 2 - 7)
            worst[x >= N / 2] =
                fmax(worst[x >= N / 2], fabs(f[i] - want[x >= N / 2] * start[i]));
    }
    free(start);
    lab_close(&l);
    ck_assert_msg(worst[0] <= 1e-14 && worst[1] <= 1e-14, "%s: %g in glass, %g in vacuum",
                  s->name, worst[0], worst[1]);
}
END_TEST

/* The worth of these weights: the largest error of the phase velocity at ten cells a wave
 * in a medium of index 2 over directions, with the weights of vacuum and with its own;
 * figures of a program of its own, two digits. */
START_TEST(own_weights_take_the_error_of_time_away)
{
    static const struct {
        const wide_scheme *scheme;
        double step, bulk, own;
    } known[] = {{&wide_fv24wb, 0.45, 3.1e-3, 6.7e-4},
                 {&wide_me44, 0.55, 4.2e-3, 6.6e-4},
                 {&wide_me44x, 0.85, 9.1e-3, 5.8e-4}};
    double error[2] = {0, 0};
    for (int n = 0; n < 2; n++)
        for (int p = 0; p <= 12; p++)
            for (int t = 0; t <= 12; t++) {
                const double phi = YEE_PI / 4 * p / 12, theta = YEE_PI / 2 * t / 12;
                const double q = 2 * YEE_PI / 10, step = known[_i].step / 2;
                const double k[3] = {q * sin(theta) * cos(phi), q * sin(theta) * sin(phi),
                                     q * cos(theta)};
                const wide_wave wave = {{1, 1, 1}, n ? step : known[_i].step, INFINITY};
                const double symbol = wide_symbol(known[_i].scheme, &wave, k);
                const double v = 2 / step * asin(step * sqrt(symbol)) / q - 1;
                error[n] = fmax(error[n], fabs(v));
            }
    ck_assert_msg(fabs(error[0] / known[_i].bulk - 1) < 0.02, "%g", error[0]);
    ck_assert_msg(fabs(error[1] / known[_i].own - 1) < 0.02, "%g", error[1]);
}
END_TEST

/* Whether a model is planned; what was wrong is in the session. */
static yee_status plan_of(yee_session *session, const char *text)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = yee_model_parse(session, "test.ini", text, 0, NULL, &model);
    if (status == YEE_OK)
        status = yee_simulation_plan(model, &simulation);
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

/* A plan that is refused says what to try; where that is Yee's limit, as here, it is taken. */
START_TEST(a_refusal_names_a_time_step_that_is_taken)
{
    static const wide_scheme *const wide[] = {&wide_ztc, &wide_me44x};
    char text[1024], name[64];
    yee_session *session;
    double courant = 0.99;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    for (int pass = 0; pass < 2; pass++) {
        snprintf(text, sizeof text,
                 "[grid]\nspacing = 1 m\ncells = 12, 12, 12\n[run]\nscheme = %s\nsteps = 9\n"
                 "courant = %g\n[boundary.all]\ntype = pec\n[shape.a]\ntype = box\n"
                 "material = pec\nfrom = 4, 4, 4 m\nto = 6, 7, 5 m\n",
                 full_name(wide[_i], name), courant);
        const yee_status status = plan_of(session, text);
        if (pass == 0) {
            const char *said = strstr(yee_session_error(session), "courant = ");
            ck_assert_int_eq(status, YEE_DECLINED);
            ck_assert_msg(said && sscanf(said, "courant = %lf", &courant) == 1, "%s",
                          yee_session_error(session));
        } else {
            ck_assert_msg(status == YEE_OK, "%g: %s", courant, yee_session_error(session));
        }
    }
    yee_session_close(session);
}
END_TEST

/* With a box that lies too near a layer for wide differences, or none: the cells are what it is
 * about. */
START_TEST(cells_that_differ_are_declined_whatever_the_model_holds)
{
    static const char *const wave = "[waveform.w]\ntype = gaussian\nfrequency = 10 MHz\n"
                                    "[source.s]\ntype = plane_wave\nwaveform = w\n"
                                    "direction = x\npolarization = z\nfrom = 4, 4, 4 m\n"
                                    "to = 9, 9, 9 m\n";
    char text[1024], name[64];
    yee_session *session;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    for (int with = 0; with < 2; with++) {
        snprintf(text, sizeof text,
                 "[grid]\nx = 1 m x 13\ny = 1.5 m x 2, 1 m x 11\nz = 1 m x 13\n[run]\n"
                 "scheme = %s\nsteps = 9\n[boundary.all]\ntype = cpml\ncells = 3\n%s",
                 full_name(scheme_list[_i], name), with ? wave : "");
        const yee_status status = plan_of(session, text);
        ck_assert_msg(status == YEE_DECLINED &&
                          strstr(yee_session_error(session), "equal cells"),
                      "%d: %s", (int)status, yee_session_error(session));
    }
    yee_session_close(session);
}
END_TEST

/* The text of a plan names what it searched for; one medium between flat walls has nothing
 * to look for. */
START_TEST(a_plan_says_what_its_limit_rests_on)
{
    static const int n[3] = {8, 8, 8};
    const wide_scheme *s = scheme_list[_i];
    static const char block[] = "[shape.a]\ntype = box\nmaterial = pec\n"
                                "from = 2, 2, 2 m\nto = 4, 5, 6 m\n";
    for (int inside = 0; inside < 2; inside++) {
        char text[2048];
        lab l;
        open_inside(&l, s, n, "", courant_of(s, 3), pec_walls, inside ? block : "");
        ck_assert_int_lt(l.ops->print(l.plan, text, sizeof text), (int)sizeof text);
        lab_close(&l);
        ck_assert_msg((strstr(text, "found no eigenvalue above") != NULL) == inside, "%s",
                      text);
        ck_assert_msg((strstr(text, "limit: by its relation") != NULL) != inside, "%s", text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder inside");
    TCase *t = tcase_create("highorder inside");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, the_two_curls_are_transposes_beside_metal, 0, 2 * INSIDE);
    tcase_add_loop_test(t, nothing_passes_a_sheet, 0, INSIDE);
    tcase_add_loop_test(t, a_cavity_of_metal_has_its_frequency, 0, 3);
    tcase_add_loop_test(t, each_of_two_media_has_its_own_weights, 0, 2 * INSIDE);
    tcase_add_loop_test(t, own_weights_take_the_error_of_time_away, 0, 3);
    tcase_add_loop_test(t, a_refusal_names_a_time_step_that_is_taken, 0, 2);
    tcase_add_loop_test(t, a_plan_says_what_its_limit_rests_on, 0, INSIDE);
    tcase_add_loop_test(t, cells_that_differ_are_declined_whatever_the_model_holds, 0, SCHEMES);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
