/* Models that are varied, and plans that are aimed: what is shared, and that records, fields and
 * energies have the bits of a model that is read and planned by itself. */
#include "varied.h"

/* -- models -- */

static const char space[] =
    "[run]\nsteps = 60\nscheme = tiled\n[let]\nplace = 9 mm\nwide = 3 mm\n"
    "[grid]\nx = 1 mm x 16, 0.8 mm x 6\ny = 1 mm x 20\nz = 1 mm x 18\n"
    "[boundary.all]\ntype = cpml\ncells = 4\n[boundary.low]\ntype = pec\nfaces = z-\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 10 GHz\n"
    "[material.soil]\ntype = debye\neps_inf = 4\ndelta_eps = 2\ntau = 20 ps\n"
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0 mm\nto = 30, 20, 7 mm\nmaterial = soil\n"
    "[shape.ball]\ntype = sphere\ncenter = 12, 10, 5 mm\nradius = {wide}\nmaterial = pec\n"
    "[source.tx]\ntype = dipole\nposition = {place}, 10 mm, 9 mm\ndirection = y\ncurrent = 1 "
    "A\n"
    "waveform = pulse\n"
    "[source.feed]\ntype = voltage\nnegative = 6, 6, 9 mm\npositive = 6, 6, 11 mm\n"
    "resistance = 50 Ohm\nvoltage = 1 V\nwaveform = pulse\n"
    "[source.knee]\ntype = diode\npositive = 8, 14, 9 mm\nnegative = 8, 14, 10 mm\n"
    "saturation_current = 1 nA\n"
    "[output.rx]\ntype = probe\nposition = 12, 10, 9 mm\n[output.v]\ntype = probe\nports = "
    "feed\n"
    "[output.t]\ntype = flux\nplane = z\nat = 12 mm\nfrequencies = 10 GHz, 20 GHz\n"
    "[output.e]\ntype = energy\nevery = 7\n"
    "[output.cut]\ntype = snapshot\ncomponents = ez\nevery = 20\n";

static const char plane[] =
    "[run]\nsteps = 90\nscheme = tiled\nprecision = f64\n"
    "[grid]\ncells = 40, 30, 1\nspacing = 1 mm\ninvariant = z\n"
    "[boundary.y]\ntype = periodic\nfaces = y\n[boundary.x]\ntype = cpml\ncells = 6\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 12 GHz\n"
    "[material.glass]\ntype = dielectric\neps = 2.2\nsigma = 0.1 S/m\n"
    "[shape.rod]\ntype = cylinder\nfrom = 20, 14, 0 mm\nto = 20, 14, 1 mm\nradius = 4.3 mm\n"
    "material = glass\n"
    "[source.sheet]\ntype = current_sheet\nfrom = 10, 0, 0 mm\nto = 10, 30, 1 mm\ndirection = "
    "z\n"
    "current = 1 A/m\nwaveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 30, 15, 0 mm\n"
    "[output.s]\ntype = spectrum\nfrequencies = 6 GHz, 12 GHz\n";

static const char quarter[] =
    "[run]\nsteps = 90\nscheme = plain\n[grid]\ncells = 14, 14, 14\nspacing = 1 mm\n"
    "[boundary.all]\ntype = cpml\ncells = 5\n"
    "[boundary.mirror]\ntype = symmetry\nfaces = x-\nkind = magnetic\n"
    "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 0, 7, 7 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 5, 7, 7 mm\n";

static const struct {
    const char *model, *set;
    varied_shares shares;
} way[] = {
    {space, "let.place=10.5 mm", ALL},
    {space, "let.wide=4 mm", NOTHING},
    {space, "source.tx.direction=z", ALL},
    {space, "source.feed.positive=6, 6, 13 mm", ALL},
    {space, "source.feed.resistance=75 Ohm", ALL},
    {space, "source.knee.saturation_current=3 nA", ALL},
    {space, "source.knee.positive=8, 14, 8 mm", ALL},
    {space, "source.knee.type=lumped", NOTHING}, /* no links: other schemes would do */
    {space, "waveform.pulse.frequency=9 GHz", CELLS},
    {space, "waveform.pulse.delay=150 ps", CELLS}, /* media may know when sources end */
    {space, "output.rx.position=13, 10, 9 mm", ALL},
    {space, "output.t.frequencies=10 GHz, 15 GHz, 20 GHz", ALL},
    {space, "output.cut.every=30", ALL},
    {space, "output.more.type=energy", ALL},
    {space, "run.steps=75", ALL},
    {space, "run.courant=0.8", CELLS},
    {space, "run.precision=f64", CELLS},
    {space, "run.threads=2", CELLS},
    {space, "material.soil.tau=30 ps", CELLS},
    {space, "material.soil.type=dielectric", CELLS},
    {space, "shape.ball.center=12, 11, 5 mm", NOTHING},
    {space, "boundary.all.cells=5", CELLS},
    {space, "boundary.low.type=pmc", CELLS},
    {space, "grid.background=soil", NOTHING},
    {plane, "source.sheet.current=1e-3 A/m", ALL},
    {plane, "source.sheet.current=2 A/m", ALL},
    {plane, "output.s.frequencies=5 GHz", ALL},
    {plane, "material.glass.eps=3", CELLS},
    {quarter, "source.tx.current=3 A", ALL},
    {quarter, "source.tx.position=0, 8, 7 mm", ALL},
};

/* Keys of another type of plugin need no others here. */
static bool is_wrong(size_t i)
{
    return !strcmp(way[i].set, "source.knee.type=lumped") ||
           !strcmp(way[i].set, "material.soil.type=dielectric");
}

START_TEST(a_varied_model_is_the_model_that_is_read)
{
    const char *const set = way[_i].set;
    yee_model *base = read_text(way[_i].model, NULL), *model = NULL, *lone = NULL;
    yee_simulation *simulation = NULL;
    if (is_wrong((size_t)_i)) { /* its sentence is that of the model, too */
        char sentence[512];
        ck_assert_int_ne(yee_model_parse(session, "m.ini", way[_i].model, 1, &set, &lone),
                         YEE_OK);
        snprintf(sentence, sizeof sentence, "%s", yee_session_error(session));
        ck_assert_int_ne(yee_model_vary(base, 1, &set, &model), YEE_OK);
        ck_assert_str_eq(yee_session_error(session), sentence);
        yee_model_free(base);
        return;
    }
    lone = read_text(way[_i].model, set);
    MUST(yee_simulation_plan(base, &simulation));
    const uint64_t first = run(simulation, base), wanted = run_alone(lone);
    model = vary(base, set);
    ck_assert_msg(shares_of(base, model) == way[_i].shares, "%s shares %s", set,
                  shares_name(shares_of(base, model)));
    check_findings(model, lone, set);
    ck_assert_str_eq(yee_model_resolved(model), yee_model_resolved(lone));
    ck_assert_int_eq(yee_model_problem(model)->steps, yee_model_problem(lone)->steps);
    MUST(yee_simulation_aim(simulation, model));
    ck_assert_msg(run(simulation, model) == wanted, "%s: other bits", set);
    if (strcmp(set, "run.threads=2")) /* which no bit depends on */
        ck_assert_msg(first != wanted, "%s changes nothing", set);
    MUST(yee_simulation_aim(simulation, base)); /* there and back */
    ck_assert_msg(run(simulation, base) == first, "%s, and back: other bits", set);
    yee_simulation_free(simulation);
    yee_model_free(lone);
    yee_model_free(base); /* first: what is shared stays */
    ck_assert_uint_eq(run_alone(model), wanted);
    yee_model_free(model);
}
END_TEST

START_TEST(variations_of_variations_share_too)
{
    yee_model *base = read_text(space, "source.tx.current=2 A");
    yee_model *a = vary(base, "let.place=10 mm"), *b = vary(a, "source.tx.direction=z");
    yee_model *lone = read_text(space, "source.tx.current=2 A"),
              *c = vary(lone, "source.tx.direction=z"); /* overrides of `a` are not b's */
    ck_assert(yee_model_shares(base, b) && yee_model_shares(a, b));
    ck_assert(!yee_model_shares(lone, b));
    yee_model_free(base);
    yee_model_free(a);
    ck_assert_uint_eq(run_alone(b), run_alone(c));
    yee_model_free(b);
    yee_model_free(c);
    yee_model_free(lone);
}
END_TEST

static yee_status run_strictly(yee_model *base, const char *change)
{
    const char *const set[] = {change, "run.strict=yes"};
    yee_simulation *simulation;
    yee_model *model;
    MUST(yee_model_vary(base, 2, set, &model));
    ck_assert(yee_model_shares(base, model));
    MUST(yee_simulation_plan(model, &simulation));
    yee_simulation_in_memory(simulation);
    const yee_status status = yee_simulation_run(simulation, -1, NULL, NULL);
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

/* A probe of every 100th step of 90 records nothing. */
/* A thousand traces would each make the values of all thousand: every one takes those that were made once,
 * as `yee sweep` asks for them, with the name of its file. */
START_TEST(traces_have_one_sweep)
{
    static const char sweep[] = "[sweep.a]\nkeys = source.tx.current\nsample = lognormal\n"
                                "mean = 2 A\ndeviation = 1 A\ncount = 1000\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s", space, sweep);
    yee_model *base = read_text(text, "sweep.trace=0"), *m[3] = {NULL};
    const char *const set[3][2] = {{"sweep.trace=7", "run.output=m.h5"},
                                   {"run.output=m.h5", "sweep.trace=999"},
                                   {"sweep.trace=7", "source.tx.position=9, 10, 8 mm"}};
    for (int i = 0; i < 3; i++)
        MUST(yee_model_vary(base, 2, set[i], &m[i]));
    ck_assert_ptr_eq(m[0]->sweep.variable, m[1]->sweep.variable);
    ck_assert_ptr_ne(m[0]->sweep.variable, m[2]->sweep.variable); /* it may be another one */
    ck_assert_int_eq(m[0]->sweep.trace, 7);
    ck_assert_int_eq(m[1]->sweep.trace, 999);
    ck_assert_str_eq(m[0]->sweep.variable->text[7], m[2]->sweep.variable->text[7]);
    const char *wrong[] = {"sweep.trace=1000", "run.output=m.h5"};
    yee_model *none = NULL;
    ck_assert_int_eq(yee_model_vary(base, 2, wrong, &none), YEE_INPUT);
    for (int i = 0; i < 3; i++)
        yee_model_free(m[i]);
    yee_model_free(base);
}
END_TEST

START_TEST(warnings_of_outputs_are_of_their_model_alone)
{
    yee_model *base = read_text(quarter, "output.rx.every=100");
    MUST(run_strictly(base, "output.rx.every=5"));
    yee_model_free(base);
}
END_TEST

/* A plate of a lossless dielectric conducts nothing. */
START_TEST(warnings_of_shared_cells_are_of_all_their_models)
{
    char text[4096];
    snprintf(text, sizeof text,
             "%s[material.foam]\ntype = dielectric\neps = 2\n[shape.sheet]\ntype = plate\n"
             "from = 5, 5, 5 mm\nto = 9, 9, 5 mm\nmaterial = foam\n",
             quarter);
    yee_model *base = read_text(text, NULL);
    ck_assert_int_eq(run_strictly(base, "source.tx.current=3 A"), YEE_INPUT);
    ck_assert_msg(strstr(yee_session_error(session), "reading it gave 1 warning,") != NULL,
                  "%s", yee_session_error(session));
    yee_model_free(base);
}
END_TEST

START_TEST(what_fails_leaves_the_base_as_it_was)
{
    static const char *const wrong[] = {
        "source.tx.position=99, 0, 0 mm", "source.tx.waveform=nobody", "source.tx.typo=1",
        "output.rx.position=-9, 0, 0 mm", "material.soil.tau=-1 s",    "nothing"};
    yee_model *base = read_text(space, NULL), *model = NULL;
    const uint64_t before = run_alone(base);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_msg(yee_model_vary(base, 1, &wrong[i], &model) != YEE_OK, "%s", wrong[i]);
        ck_assert_str_ne(yee_session_error(session), "");
        ck_assert_ptr_null(model);
    }
    ck_assert_uint_eq(run_alone(base), before);
    yee_model_free(base);
}
END_TEST

/* -- results in memory -- */

static double *numbers(yee_simulation *simulation, const char *file, const char *path,
                       size_t *count)
{
    int rank;
    int64_t dims[8];
    const double *values;
    MUST(yee_simulation_numbers(simulation, file, path, &rank, dims, &values));
    *count = 1;
    for (int i = 0; i < rank; i++)
        *count *= (size_t)dims[i];
    double *copy = malloc(*count * sizeof *copy + 1);
    memcpy(copy, values, *count * sizeof *copy);
    return copy;
}

static int count_files(void)
{
    int n = 0;
    DIR *dir = opendir(".");
    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

static void run_to_end(yee_simulation *simulation)
{
    MUST(yee_simulation_run(simulation, -1, NULL, NULL));
    MUST(yee_simulation_finish(simulation));
}

/* Every dataset of the run on disk and of that in memory, which leaves nothing in the folder. */
START_TEST(results_in_memory_are_those_on_disk)
{
    static const struct {
        const char *file, *path;
    } result[] = {{NULL, "/probe/rx/ey"},           {NULL, "/port/feed/v"},
                  {NULL, "/flux/t/power"},          {NULL, "/energy/e/electric"},
                  {NULL, "/probe/rx/ey@time_step"}, {"the second", "/snapshot/PointData/ez"}};
    char second[64];
    yee_model *base = read_text(space, NULL), *model = vary(base, "let.place=10.5 mm");
    yee_simulation *disk = NULL, *memory = NULL;
    enter_folder();
    MUST(yee_simulation_plan(model, &disk));
    run_to_end(disk);
    MUST(yee_simulation_plan(base, &memory));
    yee_simulation_in_memory(memory);
    run_to_end(memory);
    MUST(yee_simulation_aim(memory, model));
    const int before = count_files();
    run_to_end(memory);
    ck_assert_int_eq(count_files(), before);
    ck_assert_str_eq(yee_simulation_written(memory), yee_simulation_written(disk));
    ck_assert_int_eq(sscanf(yee_simulation_written(disk), "%*s %63s", second), 1);
    for (size_t i = 0; i < sizeof result / sizeof *result; i++) {
        size_t n[2];
        const char *file = result[i].file ? second : NULL;
        double *a = numbers(disk, file, result[i].path, &n[0]);
        double *b = numbers(memory, file, result[i].path, &n[1]);
        ck_assert_msg(n[0] == n[1] && !memcmp(a, b, n[0] * sizeof *a), "%s", result[i].path);
        free(a);
        free(b);
    }
    clean("m"); /* what is in memory needs no folder */
    size_t n;
    free(numbers(memory, NULL, "/probe/rx/ey", &n));
    ck_assert_uint_eq(n, 60);
    ck_assert_str_eq(yee_simulation_place(memory, NULL), yee_simulation_place(memory, "m.h5"));
    FILE *bytes = fopen(yee_simulation_place(memory, "m.h5"), "rb");
    char signature[4] = "";
    ck_assert(bytes && fread(signature, 4, 1, bytes) == 1 && !memcmp(signature, "\x89HDF", 4));
    fclose(bytes);
    yee_simulation_free(disk);
    yee_simulation_free(memory);
    yee_model_free(model);
    yee_model_free(base);
    leave_folder();
}
END_TEST

START_TEST(numbers_that_are_not_there_are_a_sentence)
{
    int rank;
    int64_t dims[8];
    const double *values;
    yee_model *base = read_text(space, NULL);
    yee_simulation *s = NULL;
    MUST(yee_simulation_plan(base, &s));
    yee_simulation_in_memory(s);
    ck_assert_int_eq(yee_simulation_numbers(s, NULL, "/probe/rx/ey", &rank, dims, &values),
                     YEE_USAGE);
    run_to_end(s);
    ck_assert_int_eq(yee_simulation_numbers(s, NULL, "/probe/rx/ex2", &rank, dims, &values),
                     YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(yee_session_error(session), "m.h5 holds no dataset"));
    ck_assert_int_eq(yee_simulation_numbers(s, "q.h5", "/probe/rx/ey", &rank, dims, &values),
                     YEE_USAGE);
    ck_assert_ptr_nonnull(strstr(yee_session_error(session), "no file q.h5"));
    ck_assert_ptr_null(yee_simulation_place(s, "q.h5"));
    yee_simulation_free(s);
    yee_model_free(base);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("vary");
    TCase *tcase = tcase_create("vary");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, open_session, close_session);
    tcase_add_loop_test(tcase, a_varied_model_is_the_model_that_is_read, 0,
                        sizeof way / sizeof *way);
    tcase_add_test(tcase, variations_of_variations_share_too);
    tcase_add_test(tcase, traces_have_one_sweep);
    tcase_add_test(tcase, warnings_of_outputs_are_of_their_model_alone);
    tcase_add_test(tcase, warnings_of_shared_cells_are_of_all_their_models);
    tcase_add_test(tcase, results_in_memory_are_those_on_disk);
    tcase_add_test(tcase, numbers_that_are_not_there_are_a_sentence);
    tcase_add_test(tcase, what_fails_leaves_the_base_as_it_was);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
