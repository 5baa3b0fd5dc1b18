/* tests/unit/test_surfaces.c: what the self-test says of surfaces that the grid moves, of
 * metals that own their edges, and of means that resonate; and where it says nothing. */
#include "findings.h"

static void open_text(bench *b, const char *text)
{
    ck_assert_int_eq(yee_session_open(NULL, &b->session), YEE_OK);
    ck_assert_msg(!yee_model_parse(b->session, "test.ini", text, 0, NULL, &b->model), "%s",
                  yee_session_error(b->session));
    b->findings = yee_model_findings(b->model, &b->finding);
}

/* Cells of 1 mm from 0 to 30; a cell belongs to what holds its middle. words NULL: nothing is
 * to be said of faces. */
static const struct object {
    const char *shape;
    yee_level level;
    const char *words;
} objects[] = {
    /* 13.4 holds the middle 12.5, and not 13.5 */
    {"type = box\nmaterial = pec\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 mm\n", YEE_INFO,
     "its face x+ at 13.4 mm is at 13 mm in the grid (cells of 1 mm)"},
    {"type = box\nmaterial = pec\nfrom = 8.6, 10, 10 mm\nto = 13.4, 15, 15.2 mm\n", YEE_INFO,
     "its faces: x- at 8.6 mm is at 9 mm, x+ at 13.4 mm is at 13 mm, z+ at 15.2 mm is at 15 mm "
     "in the grid (cells of 1 mm)"},
    {"type = box\nmaterial = pec\nfrom = 8, 10, 10 mm\nto = 13, 15, 15 mm\n", YEE_INFO, NULL},
    /* 3.4 cells thick, and 0.4 of a cell; 3.2 and 0.2 */
    {"type = box\nmaterial = pec\nfrom = 10, 10, 10 mm\nto = 13.4, 15, 15 mm\n", YEE_WARNING,
     "its face x+ at 13.4 mm is at 13 mm in the grid (cells of 1 mm): much for so few cells"},
    {"type = box\nmaterial = pec\nfrom = 10, 10, 10 mm\nto = 13.2, 15, 15 mm\n", YEE_INFO,
     "its face x+ at 13.2 mm is at 13 mm in the grid (cells of 1 mm)"},
    /* what lies at or beyond the grid's own faces is none of its */
    {"type = box\nmaterial = pec\nfrom = -1.4, 0, 10 mm\nto = 30, 31.3, 15 mm\n", YEE_INFO,
     NULL},
    {"type = box\nmaterial = pec\nfrom = -1.4, 0, 10 mm\nto = 30, 31.3, 15.3 mm\n", YEE_INFO,
     "its face z+ at 15.3 mm is at 15 mm in the grid"},
    /* middles 5.5 to 12.5 are within 4.4 of 9 */
    {"type = sphere\nmaterial = pec\ncenter = 9, 9, 9 mm\nradius = 4.4 mm\n", YEE_INFO,
     "it reaches to 5 mm at x- instead of 4.6 mm, to 13 mm at x+ instead of 13.4 mm, to 5 mm "
     "at y- instead of 4.6 mm"},
    {"type = sphere\nmaterial = pec\ncenter = 9, 9, 9 mm\nradius = 4 mm\n", YEE_INFO, NULL},
    {"type = box\nmaterial = pmc\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 mm\n", YEE_INFO,
     "its face x+ at 13.4 mm is at 13 mm"},
    {"type = box\nmaterial = sand\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 mm\n", YEE_INFO,
     NULL},
    {"type = box\nmaterial = sand\naverage = lines\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 "
     "mm\n",
     YEE_INFO, NULL},
    {"type = box\nmaterial = sand\naverage = cells\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 "
     "mm\n",
     YEE_INFO, "its face x+ at 13.4 mm is at 13 mm"},
    {"type = sphere\nmaterial = sand\naverage = no\ncenter = 9, 9, 9 mm\nradius = 4.4 mm\n",
     YEE_INFO, "it reaches to 5 mm at x-"},
    /* later objects do not change what the grid made of this one */
    {"type = box\nmaterial = pec\nfrom = 8, 10, 10 mm\nto = 13.4, 15, 15 mm\n[shape.p]\ntype = "
     "box\nmaterial = sand\nfrom = 11, 9, 9 mm\nto = 20, 20, 20 mm\n",
     YEE_INFO, "its face x+ at 13.4 mm is at 13 mm"},
    /* a sheet is put on edges, not into cells */
    {"type = plate\nmaterial = pec\nfrom = 8, 10, 12 mm\nto = 13, 15, 12 mm\n", YEE_INFO, NULL},
};
enum { OBJECTS = sizeof objects / sizeof *objects };

START_TEST(faces_of_whole_cells_that_move_are_told)
{
    const struct object *o = &objects[_i];
    bench b;
    char extra[640];
    snprintf(extra, sizeof extra, "[material.sand]\ntype = dielectric\neps = 3\n[shape.o]\n%s",
             o->shape);
    open_model(&b, "15 GHz", "8", extra, 0, NULL);
    const yee_finding *f = find(&b, "shape.o", "in the grid");
    ck_assert_msg((f != NULL) == (o->words != NULL), "%s", f ? f->text : "nothing is said");
    if (f) {
        ck_assert_msg(strstr(f->text, o->words) != NULL, "'%s' is not in '%s'", o->words,
                      f->text);
        ck_assert_int_eq(f->level, o->level);
    }
    ck_assert_ptr_null(find(&b, "shape.p", ""));
    close_model(&b);
}
END_TEST

/* Cells of 1 and 2 mm along x; nothing along z, where the grid has one cell of its own. */
START_TEST(faces_move_by_the_cells_where_they_are_and_not_along_an_invariant_axis)
{
    bench b;
    open_text(&b, "[grid]\nx = 1 mm x 20, 2 mm x 20\ny = 1 mm x 40\n"
                  "invariant = z\nmode = te\n[run]\nsteps = 4\n[boundary.all]\ntype = pec\n"
                  "[shape.o]\ntype = cylinder\nmaterial = pec\nradius = 8 mm\n"
                  "from = 20.4, 20, 0.2 mm\nto = 20.4, 20, 0.9 mm\n"
                  "[shape.q]\ntype = box\nmaterial = pec\nfrom = 9.7, 30, 0.2 mm\nto = 30.6, "
                  "35, 0.9 mm\n");
    const yee_finding *f = find(&b, "shape.o", "it reaches to ");
    ck_assert_ptr_nonnull(f);
    ck_assert_str_eq(f->text, "it reaches to 12 mm at x- instead of 12.4 mm, to 28 mm at x+ "
                              "instead of 28.4 mm in the grid (cells of 1 mm to 2 mm)");
    f = find(&b, "shape.q", "");
    ck_assert_ptr_nonnull(f);
    ck_assert_str_eq(f->text, "its faces: x- at 9.7 mm is at 10 mm, x+ at 30.6 mm is at 30 mm "
                              "in the grid (cells of 1 mm to 2 mm)");
    close_model(&b);
}
END_TEST

#define SPACE "[grid]\ncells = 24, 24, 24\nspacing = 5 nm\n"
#define PLANE "[grid]\ncells = 24, 24\nspacing = 5 nm\ninvariant = z\nmode = te\n"
#define REST \
    "[run]\nsteps = 4\nscheme = plain\n[boundary.all]\ntype = pec\n" \
    "[waveform.w]\ntype = modulated_gaussian\nfrequency = 500 THz\nbandwidth = 600 THz\n" \
    "[source.s]\ntype = dipole\nposition = 10, 10, 10 nm\ndirection = y\ncurrent = 1 A\n" \
    "waveform = w\n"
#define GOLD "[material.m]\ntype = drude\nfp = 1200 THz\ngamma_hz = 4 THz\n"
#define BALL(r) \
    "[shape.o]\ntype = sphere\nmaterial = m\ncenter = 60, 60, 60 nm\nradius = " r "\n"
#define BOX(to) \
    "[shape.o]\ntype = box\nmaterial = m\nfrom = 30, 30, -1e9 nm\nto = 90, " to " nm\n"

/* The sentences on a material and on an object of it. */
static const struct metal {
    const char *name, *text;
    bool owns, lost;
} metals[] = {
    {"a ball", SPACE REST GOLD BALL("30 nm"), true, false},
    {"a rod in 2-D",
     PLANE REST GOLD "[shape.o]\ntype = cylinder\nmaterial = m\nradius = 30 nm\n"
                     "from = 60, 60, 0 nm\nto = 60, 60, 1 nm\n",
     false, false},
    {"a box on nodes", SPACE REST GOLD BOX("90, 1e9"), false, false},
    {"a box within cells has edges", SPACE REST GOLD BOX("92, 90"), true, false},
    {"a film within cells",
     SPACE REST GOLD
     "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, -9, 31 nm\nto = 999, 999, "
     "52 nm\n",
     false, false},
    {"a ball by lines", SPACE REST GOLD BALL("30 nm\naverage = lines"), false, false},
    {"a ball of whole cells", SPACE REST GOLD BALL("30 nm\naverage = cells"), false, false},
    {"a ball of glass",
     SPACE REST "[material.m]\ntype = lorentz\neps_inf = 2\ndelta_eps = 1\nf0 = 2000 THz\n"
                "gamma_hz = 10 THz\n" BALL("30 nm"),
     false, false},
    {"a ball smaller than a cell, 2.6 nm from the nearest middle",
     SPACE REST GOLD "[shape.o]\ntype = sphere\nmaterial = m\ncenter = 61, 61.2, 60.9 nm\n"
                     "radius = 2 nm\n",
     true, true},
};
enum { METALS = sizeof metals / sizeof *metals };

START_TEST(metals_that_own_their_edges_are_told)
{
    const struct metal *s = &metals[_i];
    bench b;
    open_text(&b, s->text);
    const yee_finding *f = find(&b, "m", "it is of whole cells");
    ck_assert_msg((f != NULL) == s->owns, "%s", s->name);
    ck_assert(!f || f->level == YEE_INFO);
    f = find(&b, "shape.o", "it holds no cell's middle");
    ck_assert_msg((f != NULL) == s->lost, "%s", s->name);
    ck_assert(!f || (f->level == YEE_WARNING && strstr(f->text, "(m)")));
    close_model(&b);
}
END_TEST

/* A film whose surface lies within cells: f of the cell of gold in series with 1 - f of vacuum.
 * eps = 1/(f/eps_m + 1 - f) has its pole at eps_m = -f/(1 - f), with eps_m = 1 - fp^2/f^2 at
 * fp sqrt(1 - f); its width is gamma there too. 0: nothing is to be said. */
static const struct film {
    const char *name, *text;
    double part; /* f */
} films[] = {
    {"0.8 of a cell",
     PLANE REST GOLD
     "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\nto = 999, 54, 1 "
     "nm\n",
     0.8},
    {"above the band: 0.4 of a cell, 930 THz",
     PLANE REST GOLD
     "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\nto = 999, 52, 1 "
     "nm\n",
     0},
    {"on nodes",
     PLANE REST GOLD
     "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\nto = 999, 55, 1 "
     "nm\n",
     0},
    {"too much loss: Q = 540/20",
     PLANE REST "[material.m]\ntype = drude\nfp = 1200 THz\ngamma_hz = 20 THz\n"
                "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\nto = 999, 54, 1 "
                "nm\n",
     0},
    {"whole cells",
     PLANE REST GOLD "[shape.o]\ntype = box\nmaterial = m\naverage = cells\nfrom = -9, 30, -1 "
                     "nm\nto = 999, 54, 1 nm\n",
     0},
    {"a medium with a resonance of its own, beside which its part is nothing",
     PLANE REST "[material.m]\ntype = lorentz\neps_inf = 2\ndelta_eps = 0.001\nf0 = 500 "
                "THz\ngamma_hz = 1 THz\n"
                "[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\nto = 999, 54, 1 "
                "nm\n",
     0},
    {"a medium with a resonance of its own, E along its surface",
     "[grid]\ncells = 24, 24\nspacing = 5 nm\ninvariant = z\nmode = tm\n[run]\nsteps = 4\n"
     "scheme = plain\n[boundary.all]\ntype = pec\n[waveform.w]\n"
     "type = modulated_gaussian\nfrequency = 500 THz\nbandwidth = 600 THz\n[source.s]\n"
     "type = dipole\nposition = 10, 10, 0 nm\ndirection = z\ncurrent = 1 A\nwaveform = w\n"
     "[material.m]\ntype = lorentz\neps_inf = 2\ndelta_eps = 0.5\nf0 = 500 THz\n"
     "gamma_hz = 1 THz\n[shape.o]\ntype = box\nmaterial = m\nfrom = -9, 30, -1 nm\n"
     "to = 999, 54, 1 nm\n",
     0},
};
enum { FILMS = sizeof films / sizeof *films };

START_TEST(means_that_ring_as_no_medium_does_are_told)
{
    const struct film *s = &films[_i];
    bench b;
    open_text(&b, s->text);
    const yee_finding *f = find(&b, "vacuum + m", "that rings at ");
    f = f ? f : find(&b, "m + vacuum", "that rings at ");
    ck_assert_msg((f != NULL) == (s->part > 0), "%s: %s", s->name,
                  f ? f->text : "nothing is said");
    if (f) {
        double frequency, q;
        ck_assert_int_eq(f->level, YEE_INFO);
        ck_assert_msg(sscanf(f->text,
                             "in series within a cell they have a mean eps that rings at %lf "
                             "THz with Q = %lf",
                             &frequency, &q) == 2,
                      "%s", f->text);
        /* 4 digits and 3; lines are cut in parts of 1/65532 */
        ck_assert_double_eq_tol(frequency, 1200 * sqrt(1 - s->part), 0.06);
        ck_assert_double_eq_tol(q, frequency / 4, 0.6);
    }
    ck_assert_ptr_null(find(&b, "media", ""));
    close_model(&b);
}
END_TEST

/* A rod of gold has means of many fills and normals: three are named and the others counted. */
START_TEST(of_many_means_the_strongest_are_told)
{
    bench b;
    open_text(&b, PLANE REST GOLD "[shape.o]\ntype = cylinder\nmaterial = m\nradius = 30 nm\n"
                                  "from = 60, 60, 0 nm\nto = 60, 60, 1 nm\n");
    int told = 0;
    for (size_t i = 0; i < b.findings; i++)
        told += strstr(b.finding[i].text, "that rings at ") != NULL;
    ck_assert_int_eq(told, 3);
    const yee_finding *f = find(&b, "media", "more means of media in series ring like that");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->level, YEE_INFO);
    close_model(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("surfaces");
    TCase *tcase = tcase_create("surfaces");
    tcase_add_loop_test(tcase, faces_of_whole_cells_that_move_are_told, 0, OBJECTS);
    tcase_add_test(tcase,
                   faces_move_by_the_cells_where_they_are_and_not_along_an_invariant_axis);
    tcase_add_loop_test(tcase, metals_that_own_their_edges_are_told, 0, METALS);
    tcase_add_loop_test(tcase, means_that_ring_as_no_medium_does_are_told, 0, FILMS);
    tcase_add_test(tcase, of_many_means_the_strongest_are_told);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
