/* Models that differ in materials, boundaries, band or time step and have their painted cells in
 * common: media and ids are made anew, with the bits of a model that is read by itself. */
#include "varied.h"

/* Two media fill all of the grid, so that the time step follows them; surfaces of spheres between
 * media with and without poles; layers; metals of whole cells; a graded slab. */
static const char garden[] =
    "[run]\nsteps = 24\nscheme = tiled\nthreads = 1\n"
    "[grid]\nx = 1 mm x 16, 0.8 mm x 6\ny = 1 mm x 20\nz = 1 mm x 18\n"
    "background = air\n"
    "[boundary.all]\ntype = cpml\ncells = 4\n[boundary.low]\ntype = pec\nfaces = z-\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 10 GHz\n"
    "[material.air]\ntype = dielectric\neps = 2\n"
    "[material.salt]\ntype = dielectric\nsigma = 10 mS/m\n"
    "[material.water]\ntype = debye\neps_inf = 1\ndelta_eps = 2\ntau = 20 ps\n"
    "[material.soil]\ntype = dielectric\neps = 4\nadd = salt, water\n"
    "[material.clay]\ntype = cole_cole\neps_inf = 4\ndelta_eps = 3\ntau = 15 ps\nalpha = 0.3\n"
    "poles = 3\nmax_error = 0.1\nmax_loss_error = 1\n"
    "[material.glass]\ntype = dielectric\neps = 6\n[material.quartz]\ntype = dielectric\neps = "
    "3\n"
    "[material.metal]\ntype = pec\n"
    "[material.crust]\ntype = dielectric\neps = 3\nsigma = 1 S/m\n"
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0 mm\nto = 30, 20, 7 mm\nmaterial = soil\n"
    "[shape.slab]\ntype = graded\nprofile = linear\nfrom = 4, 4, 11 mm\nto = 4, 4, 14 mm\n"
    "radius = 2 mm\nmaterials = quartz, glass\n"
    "[shape.a]\ntype = sphere\ncenter = 12, 10, 5 mm\nradius = 3.3 mm\nmaterial = clay\n"
    "[shape.b]\ntype = sphere\ncenter = 6, 12, 7 mm\nradius = 2.7 mm\nmaterial = glass\n"
    "[shape.c]\ntype = sphere\ncenter = 14, 8, 9 mm\nradius = 2.1 mm\nmaterial = metal\n"
    "[shape.film]\ntype = plate\nfrom = 10, 14, 10 mm\nto = 14, 17, 10 mm\nmaterial = crust\n"
    "[source.tx]\ntype = dipole\nposition = 9, 10, 11 mm\ndirection = y\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 12, 10, 11 mm\n"
    "[output.e]\ntype = energy\nevery = 7\n";

static const char fibre[] =
    "[run]\nsteps = 60\nscheme = tiled\nprecision = f64\nthreads = 1\n"
    "[grid]\ncells = 30, 24, 1\nspacing = 1 um\ninvariant = z\n"
    "[boundary.y]\ntype = periodic\nfaces = y\n[boundary.x]\ntype = cpml\ncells = 5\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 12 THz\n"
    "[material.core]\ntype = kerr\neps = 2.25\nchi3 = 1e-6 m^2/V^2\n"
    "[material.sheath]\ntype = dielectric\neps = 2.1\n"
    "[shape.rod]\ntype = cylinder\nfrom = 16, 12, 0 um\nto = 16, 12, 1 um\nradius = 4.3 um\n"
    "material = core\n"
    "[shape.skin]\ntype = cylinder\nfrom = 16, 12, 0 um\nto = 16, 12, 1 um\nradius = 2 um\n"
    "material = sheath\n"
    "[source.sheet]\ntype = current_sheet\nfrom = 9, 0, 0 um\nto = 9, 24, 1 um\ndirection = z\n"
    "current = 3 A/m\nwaveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 24, 12, 0 um\n";

static const char walls[] =
    "[run]\nsteps = 60\nscheme = plain\n[grid]\ncells = 14, 14, 14\nspacing = 1 mm\n"
    "[boundary.all]\ntype = impedance\nmatched = yes\n"
    "[boundary.mirror]\ntype = symmetry\nfaces = x-\nkind = magnetic\n"
    "[boundary.far]\ntype = absorber\nfaces = x+\ncells = 4\n"
    "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
    "[material.glass]\ntype = dielectric\neps = 3\n"
    "[shape.b]\ntype = sphere\ncenter = 8, 7, 7 mm\nradius = 3.7 mm\nmaterial = glass\n"
    "[source.tx]\ntype = dipole\nposition = 0, 7, 7 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 5, 7, 7 mm\n";

enum { SETS = 4 };

static const struct {
    const char *model;
    varied_shares shares;
    const char *set[SETS];
} way[] = {
    {garden, CELLS, {"material.water.tau=30 ps"}},
    {garden, CELLS, {"material.water.delta_eps=2, 1", "material.water.tau=20 ps, 5 ps"}},
    {garden, CELLS, {"material.water.delta_eps=0"}},  /* a pole vanishes */
    {garden, CELLS, {"material.salt.sigma=0.1 S/m"}}, /* what another adds */
    {garden, CELLS, {"material.soil.add=water"}},
    {garden, CELLS, {"material.soil.eps=2"}},  /* that of the air: media become one */
    {garden, CELLS, {"material.air.eps=1.5"}}, /* and another time step */
    {garden, NOTHING, {"material.metal.type=dielectric", "material.metal.eps=5"}},
    {garden,
     NOTHING,
     {"material.metal.type=drude", "material.metal.fp=60 GHz",
      "material.metal.gamma_hz=1 GHz"}},
    {garden, CELLS, {"waveform.pulse.frequency=8 GHz"}}, /* cole_cole is fitted anew */
    {garden, CELLS, {"boundary.all.cells=5", "run.courant=0.7"}},
    {garden, CELLS, {"run.precision=f64", "material.soil.eps=5"}},
    {garden, CELLS, {"run.scheme=reference", "material.soil.eps=5"}},
    {garden, CELLS, {"run.subdomains=2", "material.soil.eps=5"}},
    {garden, NOTHING, {"material.glass.eps=7"}},       /* the slab asks for it */
    {garden, NOTHING, {"material.crust.sigma=2 S/m"}}, /* and the plate, which may warn */
    {garden, NOTHING, {"material.crust.add=salt"}},
    {garden, NOTHING, {"shape.a.material=glass"}},
    {garden, NOTHING, {"material.more.type=pmc", "run.steps=41"}},
    {fibre, CELLS, {"material.core.chi3=2e-6 m^2/V^2"}},
    {fibre, CELLS, {"material.core.eps=2.1"}},
    {fibre, CELLS, {"material.sheath.eps=2.3"}},
    {walls, CELLS, {"material.glass.eps=5"}},
    {walls, CELLS, {"material.glass.sigma=0.3 S/m"}},
    {walls, CELLS, {"boundary.all.matched=no", "boundary.all.impedance=200 Ohm"}},
};

static size_t count(const char *const *set)
{
    size_t n = 0;
    while (n < SETS && set[n])
        n++;
    return n;
}

static yee_model *vary_by(yee_model *base, const char *const *set)
{
    yee_model *model = NULL;
    MUST(yee_model_vary(base, count(set), set, &model));
    return model;
}

START_TEST(media_that_are_made_anew_are_those_of_the_model_that_is_read)
{
    const char *const *set = way[_i].set;
    yee_model *base = read_text(way[_i].model, NULL), *lone = NULL;
    MUST(yee_model_parse(session, "m.ini", way[_i].model, count(set), set, &lone));
    const uint64_t first = run_alone(base), wanted = run_alone(lone);
    ck_assert_msg(first != wanted, "%s changes nothing", set[0]);
    yee_model *model = vary_by(base, set);
    ck_assert_msg(shares_of(base, model) == way[_i].shares, "%s shares %s", set[0],
                  shares_name(shares_of(base, model)));
    ck_assert_str_eq(yee_model_resolved(model), yee_model_resolved(lone));
    check_findings(model, lone, set[0]);
    ck_assert_msg(run_alone(model) == wanted, "%s: other bits", set[0]);
    yee_model_free(base);
    yee_model_free(model);
    yee_model_free(lone);
}
END_TEST

/* Cells are those of the first model, however often they are handed on. */
START_TEST(cells_are_handed_on)
{
    static const char soil[] = "material.soil.eps=5", source[] = "source.tx.current=2 A";
    yee_model *base = read_text(garden, NULL), *a = vary(base, soil), *b = NULL, *lone = NULL;
    const char *const both[] = {soil, source};
    const uint64_t wanted = run_alone(base);
    MUST(yee_model_parse(session, "m.ini", garden, 2, both, &lone));
    MUST(yee_model_vary(a, 2, both, &b));
    yee_model *c = vary(b, source);
    ck_assert_int_eq(shares_of(a, b), ALL);
    ck_assert(shares_of(b, c) == CELLS && c->painted_by == base);
    ck_assert_int_eq(shares_of(base, c), CELLS);
    ck_assert_uint_eq(run_alone(base), wanted); /* as it was */
    yee_model_free(base);
    yee_model_free(a);
    ck_assert_uint_eq(run_alone(b), run_alone(lone));
    yee_model_free(b);
    yee_model_free(lone);
    lone = read_text(garden, source);
    ck_assert_uint_eq(run_alone(c), run_alone(lone));
    yee_model_free(c);
    yee_model_free(lone);
}
END_TEST

/* Volumes are of no sheet, whichever of the two a material was while they were painted. */
START_TEST(a_sheet_does_not_borrow_the_cells_of_a_volume)
{
    static const char film[] = "[material.film]\ntype = poles\nb0 = 0.01\nd0 = 1\nd1 = 1e-11\n"
                               "[shape.film]\ntype = box\nfrom = 1, 1, 1 mm\n"
                               "to = 4, 4, 4 mm\nmaterial = film\n";
    static const char *const set = "material.film.type=impedance_sheet";
    char text[8192];
    snprintf(text, sizeof text, "%s%s", walls, film);
    yee_model *base = read_text(text, NULL), *model = NULL;
    ck_assert_int_eq(yee_model_vary(base, 1, &set, &model), YEE_INPUT);
    ck_assert_ptr_nonnull(
        strstr(yee_session_error(session), "film is a sheet without thickness"));
    yee_model_free(base);
}
END_TEST

/* A warning of painting is said once and counts for all that have the cells. */
START_TEST(warnings_of_painting_are_of_all_that_have_the_cells)
{
    char text[8192];
    snprintf(text, sizeof text,
             "%s[material.foam]\ntype = dielectric\neps = 2\n"
             "[shape.sheet]\ntype = plate\nfrom = 10, 4, 14 mm\nto = 12, 8, 14 mm\n"
             "material = foam\n",
             garden);
    yee_model *lone = read_text(text, "material.soil.eps=5"), *base = read_text(text, NULL);
    yee_model *model = vary(base, "material.soil.eps=5"), *next = NULL;
    MUST(yee_model_vary(model, 2, (const char *[]){"material.soil.eps=5", "run.steps=30"},
                        &next));
    ck_assert_uint_gt(lone->warnings, 0);
    ck_assert_int_eq(shares_of(base, model), CELLS);
    ck_assert_uint_eq(model->warnings, lone->warnings);
    ck_assert_uint_eq(next->warnings, lone->warnings);
    yee_model_free(base);
    yee_model_free(model);
    yee_model_free(next);
    yee_model_free(lone);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("vary_media");
    TCase *tcase = tcase_create("vary_media");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, open_session, close_session);
    tcase_add_loop_test(tcase, media_that_are_made_anew_are_those_of_the_model_that_is_read, 0,
                        sizeof way / sizeof *way);
    tcase_add_test(tcase, cells_are_handed_on);
    tcase_add_test(tcase, a_sheet_does_not_borrow_the_cells_of_a_volume);
    tcase_add_test(tcase, warnings_of_painting_are_of_all_that_have_the_cells);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
