/* tests/physics/test_symmetry_plane.c: a half, a quarter and an eighth of a model against all of it.
 *
 * The grid of the part is the upper half of the whole one's along every axis with a plane of
 * symmetry. Its fields are those of the whole, so that all records must agree but for rounding:
 * each of the 2 n sweeps of n steps rounds a field at most a dozen times, which leapfrog adds up,
 * 2*n*12*epsilon/2 of the largest. A record is held against its largest value, of which the fields
 * that make it may be TIMES as large (a port's voltage is the sum of few edges, its current what is
 * left of them and the source; an impedance is divided by a current of 1/10 of the largest; measured
 * are 3e-13 and below). That is less than the 1e-6 that would satisfy a user. */
#include "files/results.h"
#include "short.h"
#include "suite.h"
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yee/libyee.h>

enum { STEPS = 300, ANTENNA = 800, TIMES = 100 }; /* ANTENNA: steps of a dipole */

static char folder[64];

static void setup(void)
{
    strcpy(folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void teardown(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void run_text(const char *name, const char *text)
{
    char set[64];
    const char *const sets[] = {set};
    yee_session *session = NULL;
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    snprintf(set, sizeof set, "run.output=%s.h5", name);
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 1, sets, &model) &&
                      !yee_simulation_plan(model, &simulation),
                  "%s", yee_session_error(session));
    const yee_problem *p = yee_model_problem(model);
    const yee_axis_data *axis = p->grid.axis;
    const double count = (double)axis[0].cells * (double)axis[1].cells * (double)axis[2].cells;
    ck_assert_msg(
        !yee_simulation_run(simulation, short_steps(p->steps, 0, count), NULL, NULL) &&
            !yee_simulation_finish(simulation),
        "%s", yee_session_error(session));
    yee_simulation_free(simulation);
    yee_model_free(model);
    yee_session_close(session);
}

/* ---- records of both files ---- */

typedef struct record {
    char path[128];
    double *v; /* pairs as two */
    int count;
} record;

typedef struct records {
    int count;
    record of[64];
} records;

/* Whether a dataset depends on the fields. */
static bool wanted(const yee_item *item)
{
    static const char *const kind[] = {"/probe/", "/port/", "/energy/", "/flux/", "/post/"};
    bool known = false;
    for (size_t n = 0; n < sizeof kind / sizeof *kind; n++)
        known = known || !strncmp(item->path, kind[n], strlen(kind[n]));
    return known && item->dataset && !strstr(item->path, "/frequency");
}

static records read_records(const char *name)
{
    char path[64];
    yee_items items;
    records r = {.count = 0};
    snprintf(path, sizeof path, "%s.h5", name);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    ck_assert(yee_items_list(file, "/", &items));
    for (size_t n = 0; n < items.count; n++) {
        if (!wanted(&items.v[n]))
            continue;
        ck_assert_int_lt(r.count, 64);
        record *own = &r.of[r.count++];
        const hid_t set = H5Dopen2(file, items.v[n].path, H5P_DEFAULT),
                    space = H5Dget_space(set), type = H5Dget_type(set);
        const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
        snprintf(own->path, sizeof own->path, "%s", items.v[n].path + 1);
        own->count = (int)H5Sget_simple_extent_npoints(space) * (pairs ? 2 : 1);
        own->v = calloc((size_t)own->count + 1, sizeof *own->v);
        ck_assert_int_ge(H5Dread(set, pairs ? type : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                 H5P_DEFAULT, own->v),
                         0);
        H5Tclose(type);
        H5Sclose(space);
        H5Dclose(set);
    }
    yee_items_free(&items);
    H5Fclose(file);
    return r;
}

static void free_records(records *r)
{
    for (int n = 0; n < r->count; n++)
        free(r->of[n].v);
}

#include "short_asserts.h"

static double largest(const record *r)
{
    double most = 0;
    for (int n = 0; n < r->count; n++)
        most = fmax(most, fabs(r->v[n]));
    return most;
}

/* "probe/p/ez" to the largest of all E that the probe has: one component may be 0. */
static double scale(const records *all, const record *r)
{
    const char *tail = strrchr(r->path, '/') + 1;
    double most = 0;
    if (strncmp(r->path, "probe/", 6) != 0)
        return largest(r);
    for (int n = 0; n < all->count; n++)
        if (!strncmp(all->of[n].path, r->path, (size_t)(tail - r->path) + 1))
            most = fmax(most, largest(&all->of[n]));
    return most;
}

/* All records of the whole are those of the part times `factor`; at least so many of them. */
static void hold(const char *what, double tolerance, int least)
{
    records whole = read_records("whole"), part = read_records("part");
    double worst = 0;
    const char *where = "";
    ck_assert_int_eq(whole.count, part.count);
    ck_assert_int_ge(whole.count, least);
    for (int n = 0; n < whole.count; n++) {
        const record *a = &whole.of[n], *b = &part.of[n];
        const double unit = scale(&whole, a);
        ck_assert_str_eq(a->path, b->path);
        ck_assert_int_eq(a->count, b->count);
        ck_assert_msg(unit > 0, "%s: %s is 0", what, a->path);
        for (int i = 0; i < a->count; i++)
            if (!(fabs(a->v[i] - b->v[i]) <= worst * unit)) {
                worst = fabs(a->v[i] - b->v[i]) / unit;
                where = a->path;
            }
        ck_assert_msg(worst <= tolerance, "%s: %s differs by %g", what, where, worst);
    }
    printf("%s: the parts' records differ by %.2g (%s) at most, %g is allowed\n", what, worst,
           where, tolerance);
    free_records(&whole);
    free_records(&part);
}

/* ---- models ---- */

/* A model whose part has planes of symmetry at x-, y-, z-. */
typedef struct plane_case {
    const char *name;
    /* At x-, y-, z-: 'e', 'm', or '.' none; 'E' and 'M': at both ends, the whole is periodic. */
    const char *planes;
    const char *whole, *part; /* sections of one of the two */
    const char *both;
    int records; /* at least */
} plane_case;

/* Cells from the plane on, four of them a layer. */
static const struct {
    const char *half, *whole;
    double end; /* mm */
} widths[] = {{"1 mm x 5, 1.2 mm x 2, 1.25 mm x 4",
               "1.25 mm x 4, 1.2 mm x 2, 1 mm x 10, 1.2 mm x 2, 1.25 mm x 4", 12.4},
              {"1 mm x 12", "1 mm x 24", 12}};
enum { GRADED, EQUAL };
static int cells = GRADED;
static bool objects = true; /* a ball in a box; false: a small ball */

static void add(char text[8192], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    ck_assert_int_lt(vsnprintf(text + used, 8192 - used, format, args), (int)(8192 - used));
    va_end(args);
}

/* Grid and boundaries of the part or the whole; mode: of a 2-D one, invariant along z, or NULL. */
static void begin(char text[8192], const char *planes, bool part, const char *mode,
                  const char *keys)
{
    const int flat = mode ? 2 : -1;
    double origin[3];
    *text = 0;
    add(text, "[run]\nsteps = %d\n%s[grid]\n", STEPS, keys);
    for (int a = 0; a < 3; a++) {
        const bool half = part && planes[a] != '.';
        origin[a] = half || a == flat ? 0 : -widths[cells].end;
        if (a != flat)
            add(text, "%c = %s\n", "xyz"[a], half ? widths[cells].half : widths[cells].whole);
    }
    if (flat >= 0)
        add(text, "invariant = z\nmode = %s\n", mode);
    add(text, "origin = %g, %g, %g mm\n", origin[0], origin[1], origin[2]);
    add(text, "[boundary.all]\ntype = cpml\ncells = 4\n");
    for (int a = 0; a < 3; a++)
        if (part && planes[a] != '.')
            add(text, "[boundary.%c]\ntype = symmetry\nkind = %s\nfaces = %c%s\n", "xyz"[a],
                strchr("eE", planes[a]) ? "electric" : "magnetic", "xyz"[a],
                strchr("EM", planes[a]) ? "" : "-");
        else if (strchr("EM", planes[a]))
            add(text, "[boundary.%c]\ntype = periodic\nfaces = %c\n", "xyz"[a], "xyz"[a]);
    add(text, "[waveform.pulse]\ntype = gaussian_derivative\nfrequency = 12 GHz\n");
}

/* A ball, in a dispersive box, around the origin; a probe, energies, a box and a plane of flux. */
static void furnish(char text[8192], const char *planes, bool part)
{
    double low[3], high[3]; /* of the box of flux */
    for (int a = 0; a < 3; a++) {
        high[a] = strchr("EM", planes[a]) ? widths[cells].end : 5;
        low[a] = part && planes[a] != '.' ? 0 : -high[a];
    }
    if (!objects)
        add(text, "[material.clay]\ntype = dielectric\neps = 2.5\nsigma = 0.2 S/m\n"
                  "[shape.ball]\ntype = sphere\ncenter = 0, 0, 0 mm\nradius = 0.9 mm\n"
                  "material = clay\n");
    else
        add(text, "[material.soil]\ntype = debye\neps_inf = 3\ndelta_eps = 4\ntau = 20 ps\n"
                  "[material.clay]\ntype = dielectric\neps = 2.5\nsigma = 0.2 S/m\n"
                  "[shape.box]\ntype = box\nfrom = -3, -3, -3 mm\nto = 3, 3, 3 mm\n"
                  "material = soil\n"
                  "[shape.ball]\ntype = sphere\ncenter = 0, 0, 0 mm\nradius = 2.6 mm\n"
                  "material = clay\n");
    add(text, "[output.p]\ntype = probe\nposition = 2, 1.5, 3, 0, 0, 1, 4, 0, 2 mm\n"
              "[output.w]\ntype = energy\nevery = 10\n");
    add(text,
        "[output.f]\ntype = flux\nfrom = %g, %g, %g mm\nto = %g, %g, %g mm\n"
        "frequencies = 5, 10, 15 GHz\nevery = 1\nfields = no\n",
        low[0], low[1], low[2], high[0], high[1], high[2]);
    add(text, "[output.up]\ntype = flux\nplane = z\nat = 6.2 mm\nfrequencies = 5, 10, 15 GHz\n"
              "every = 1\nfields = no\n");
}

static void compare_case(const plane_case *c, const char *keys)
{
    const double rounding = 2.0 * STEPS * 12 * 0x1p-53;
    for (int part = 0; part < 2; part++) {
        char text[8192];
        begin(text, c->planes, part, NULL, keys);
        furnish(text, c->planes, part);
        add(text, "%s%s", c->both, part ? c->part : c->whole);
        run_text(part ? "part" : "whole", text);
    }
    hold(c->name, TIMES * rounding, c->records);
}

/* ---- sources on planes ---- */

#define DIPOLE(name, at, direction, strength) \
    "[source." name "]\ntype = dipole\nposition = " at " mm\ndirection = " direction \
    "\n" strength "\nwaveform = pulse\n"
#define SHEET(from, to, direction, current) \
    "[source.s]\ntype = current_sheet\nfrom = " from " mm\nto = " to \
    " mm\ndirection = " direction "\ncurrent = " current " A/m\nwaveform = pulse\n"
#define WAVE(from, direction, polarization) \
    "[source.s]\ntype = plane_wave\nfrom = " from \
    " mm\nto = 4, 4, 4 mm\ndirection = " direction "\npolarization = " polarization \
    "\nwaveform = pulse\n"
#define TERMINALS(name, type, from, to, keys) \
    "[source." name "]\ntype = " type "\nnegative = " from " mm\npositive = " to " mm\n" keys
#define SERIES "kind = series\nresistance = 20 Ohm\ninductance = 1 nH\ncapacitance = 0.5 pF\n"
#define PARALLEL "kind = parallel\nresistance = 200 Ohm\ninductance = 1 nH\n"
#define DIODE "saturation_current = 1e-9 A\ncapacitance = 0.1 pF\nresistance = 1 Ohm\n"
#define PLATE(name, from, to) \
    "[shape." name "]\ntype = plate\nfrom = " from " mm\nto = " to " mm\nmaterial = pec\n"
#define RECORD(names) "[output.v]\ntype = probe\nports = " names "\n"

static const plane_case sources[] = {
    {"current along two magnetic planes", "mm.", "", "",
     DIPOLE("s", "0, 0, 1.5", "z", "current = 1 A"), 11},
    {"moment along a magnetic plane", "m..", "", "",
     DIPOLE("s", "0, 2, 1.5", "0, 1, 2", "moment = 1 A m"), 11},
    {"current through an electric plane", "..e",
     DIPOLE("s", "1, 2, 0.5", "z", "current = 0.5 A")
         DIPOLE("t", "1, 2, -0.5", "z", "current = 0.5 A"),
     DIPOLE("s", "1, 2, 0", "z", "current = 1 A"), "", 11},
    {"charges at an electric plane", "m.e",
     DIPOLE("s", "0, 2, 0.5", "z", "charge_moment = 0.5e-12 C m")
         DIPOLE("t", "0, 2, -0.5", "z", "charge_moment = 0.5e-12 C m"),
     DIPOLE("s", "0, 2, 0", "z", "charge_moment = 1e-12 C m"), "", 11},
    {"magnetic current through a magnetic plane", "m..", "", "",
     DIPOLE("s", "0, 1.5, 2.5", "x", "magnetic_current = 1 V"), 11},
    {"loop along an electric plane", "..e",
     DIPOLE("s", "1, 1.5, 0.5", "x", "loop_moment = 0.5 A m^2")
         DIPOLE("t", "1, 1.5, -0.5", "x", "loop_moment = 0.5 A m^2"),
     DIPOLE("s", "1, 1.5, 0", "x", "loop_moment = 1 A m^2"), "", 11},
    {"images of what is beside the planes", "me.",
     DIPOLE("a", "2.5, 1, 3", "x", "current = 1 A")
         DIPOLE("b", "-2.5, 1, 3", "x", "current = -1 A")
             DIPOLE("c", "2.5, -1, 3", "x", "current = -1 A")
                 DIPOLE("d", "-2.5, -1, 3", "x", "current = 1 A"),
     DIPOLE("a", "2.5, 1, 3", "x", "current = 1 A"), "", 11},
    {"sheet across both kinds", "em.", SHEET("-4, -3.3, 2", "4, 3.3, 2", "x", "1"),
     SHEET("0, 0, 2", "4, 3.3, 2", "x", "1"), "", 11},
    {"sheet in a magnetic plane", "m.e", SHEET("0, -3, -2", "0, 2, 2", "z", "1"),
     SHEET("0, -3, 0", "0, 2, 2", "z", "1"), "", 11},
    {"sheet in an electric plane", "..e",
     SHEET(
         "-3, -3, 0.5", "2, 2, 0.5", "z",
         "0.5") "[source.t]\ntype = current_sheet\nfrom = -3, -3, -0.5 mm\nto = 2, 2, -0.5 mm\n"
                "direction = z\ncurrent = 0.5 A/m\nwaveform = pulse\n",
     SHEET("-3, -3, 0", "2, 2, 0", "z", "1"), "", 11},
    {"plane wave along both kinds", "em.", WAVE("-4, -4, -4", "z", "x"),
     WAVE("0, 0, -4", "z", "x"), "", 11},
    {"oblique plane wave along an electric plane", "e..", WAVE("-4, -4, -4", "0, 1, 2", "x"),
     WAVE("0, -4, -4", "0, 1, 2", "x"), "", 11},
    {"oblique plane wave along a magnetic plane", ".m.",
     WAVE("-4, -4, -4", "-1, 0, 2", "2, 0, 1"), WAVE("-4, 0, -4", "-1, 0, 2", "2, 0, 1"), "",
     11},
    {"port of several columns on two planes", "mm.",
     TERMINALS("feed", "voltage", "-2, -1, 4", "-2, -1, 5",
               "across = 4, 2, 0 mm\nwaveform = pulse\n"),
     TERMINALS("feed", "voltage", "0, 0, 4", "0, 0, 5",
               "across = 2, 1, 0 mm\nwaveform = pulse\n"),
     RECORD("feed"), 13},
    {"port through an electric plane", "mme",
     TERMINALS("feed", "voltage", "-1, 0, -2", "-1, 0, 2",
               "across = 2, 0, 0 mm\nwaveform = pulse\n"),
     TERMINALS("feed", "voltage", "0, 0, 0", "0, 0, 2",
               "across = 1, 0, 0 mm\nwaveform = pulse\n"),
     RECORD("feed"), 13},
    {"upside down", "m.e",
     TERMINALS("feed", "voltage", "0, 1, 2", "0, 1, -2", "waveform = pulse\n"),
     TERMINALS("feed", "voltage", "0, 1, 2", "0, 1, 0", "waveform = pulse\n"), RECORD("feed"),
     13},
    {"elements on planes", "mme",
     TERMINALS("r", "lumped", "0, 0, -1", "0, 0, 1", SERIES)
         TERMINALS("p2", "lumped", "0, 0, -4", "0, 0, -3", PARALLEL)
             TERMINALS("d2", "voltage", "0, 0, -5", "0, 0, -4", "waveform = pulse\n"),
     TERMINALS("r", "lumped", "0, 0, 0", "0, 0, 1", SERIES),
     TERMINALS("p", "lumped", "0, 0, 3", "0, 0, 4", PARALLEL) TERMINALS(
         "drive", "voltage", "0, 0, 4", "0, 0, 5", "waveform = pulse\n") RECORD("r, p, drive"),
     17},
    {"diodes on planes", "mme",
     TERMINALS("d", "diode", "0, 0, -1", "0, 0, 1", DIODE)
         TERMINALS("q2", "diode", "0, 0, -4", "0, 0, -3", DIODE) TERMINALS(
             "d2", "voltage", "0, 0, -5", "0, 0, -4", "voltage = 20 V\nwaveform = pulse\n"),
     TERMINALS("d", "diode", "0, 0, 0", "0, 0, 1", DIODE),
     TERMINALS("q", "diode", "0, 0, 3", "0, 0, 4", DIODE)
         TERMINALS("drive", "voltage", "0, 0, 4", "0, 0, 5",
                   "voltage = 20 V\nwaveform = pulse\n") RECORD("d, q, drive"),
     17},
    {"conductors in the planes", "mm.",
     PLATE("patch", "-3, -2, 4", "3, 2, 4") PLATE("fin", "0, -2, 1", "0, 2, 3")
         TERMINALS("feed", "voltage", "0, 0, 3", "0, 0, 4", "waveform = pulse\n"),
     PLATE("patch", "0, 0, 4", "3, 2, 4") PLATE("fin", "0, 0, 1", "0, 2, 3")
         TERMINALS("feed", "voltage", "0, 0, 3", "0, 0, 4", "waveform = pulse\n"),
     RECORD("feed"), 13},
    {"a period between planes", "EM.",
     SHEET("-12.4, -12.4, 5", "12.4, 12.4, 5", "x", "1")
         TERMINALS("load", "voltage", "-2, 0, 4", "2, 0, 4", ""),
     SHEET("0, 0, 5", "12.4, 12.4, 5", "x", "1")
         TERMINALS("load", "voltage", "0, 0, 4", "2, 0, 4", ""),
     RECORD("load"), 13},
    {"a port off the plane has an image", "m..",
     TERMINALS("feed", "voltage", "2, 1, 3", "2, 1, 4", "waveform = pulse\n")
         TERMINALS("image", "voltage", "-2, 1, 3", "-2, 1, 4", "waveform = pulse\n"),
     TERMINALS("feed", "voltage", "2, 1, 3", "2, 1, 4", "waveform = pulse\n"), RECORD("feed"),
     13},
};

START_TEST(a_source_on_a_plane_is_that_of_the_whole)
{
    compare_case(&sources[_i], "precision = f64\n");
}
END_TEST

/* Schemes whose differences reach over more than a cell mirror the fields at a wall themselves. */
START_TEST(wide_differences_see_the_images)
{
    static const struct {
        const char *keys, *name;
        bool objects; /* false: a ball alone, beyond the reach of a total-field surface */
    } want[] = {
        {"precision = f64\nscheme = hodge44\ncourant = 0.5\n", "plane wave along both kinds",
         false},
        {"precision = f64\nscheme = t26\ncourant = 0.5\n", "plane wave along both kinds",
         false},
        {"precision = f64\nscheme = t26\ncourant = 0.5\n", "port through an electric plane",
         true},
        {"precision = f64\nscheme = reference\n", "port through an electric plane", true}};
    cells = EQUAL;
    objects = want[_i].objects;
    for (size_t n = 0; n < sizeof sources / sizeof *sources; n++)
        if (!strcmp(sources[n].name, want[_i].name))
            compare_case(&sources[n], want[_i].keys);
}
END_TEST

/* ---- two dimensions, precisions ---- */

START_TEST(half_a_plane_is_the_whole_one)
{
    /* TM: a line current in two magnetic planes. TE: a magnetic one in two electric planes, where
     * its H is half a cell beside them and the whole has four of a quarter. */
    static const char *const quarter[4] = {"0.5, 0.5", "-0.5, 0.5", "0.5, -0.5", "-0.5, -0.5"};
    const bool te = _i % 2, f32 = _i / 2;
    const char *planes = te ? "ee." : "mm.";
    for (int part = 0; part < 2; part++) {
        char text[8192];
        begin(text, planes, part, te ? "te" : "tm",
              f32 ? "precision = f32\n" : "precision = f64\n");
        add(text, "[material.soil]\ntype = debye\neps_inf = 3\ndelta_eps = 4\ntau = 20 ps\n"
                  "[shape.pipe]\ntype = cylinder\nfrom = 0, 0, 0 m\nto = 0, 0, 1 m\n"
                  "radius = 3.3 mm\nmaterial = soil\n"
                  "[output.p]\ntype = probe\nposition = 2, 1.5, 0, 4, 0, 0 mm\n"
                  "[output.w]\ntype = energy\nevery = 10\n");
        for (int n = 0; n < (te && !part ? 4 : 1); n++)
            add(text,
                "[source.s%d]\ntype = dipole\nposition = %s, 500 mm\ndirection = z\n"
                "%s = %g %s\nwaveform = pulse\n",
                n, te && !part ? quarter[n] : "0, 0", te ? "magnetic_current" : "current",
                te && !part ? 0.25 : 1, te ? "V" : "A");
        add(text,
            "[output.f]\ntype = flux\nfrom = %g, %g, 0 mm\nto = 5, 5, 1000 mm\n"
            "frequencies = 5, 10 GHz\nevery = 1\nfields = no\n",
            part ? 0.0 : -5.0, part ? 0.0 : -5.0);
        run_text(part ? "part" : "whole", text);
    }
    /* float32: fields are not summed up as in a port, the largest is near the probe */
    hold(te ? "TE" : "TM",
         f32 ? 2.0 * STEPS * 12 * 0x1p-24 : TIMES * 2.0 * STEPS * 12 * 0x1p-53, 7);
}
END_TEST

/* ---- half-wave dipole ---- */

/* The dipole's arms are wires on the planes; its gap has two cells. planes: bits of x, y, z; wall:
 * walls instead. */
static void run_antenna(const char *name, int planes, bool wall, double resistance)
{
    char text[8192] = "";
    double low[3], box[3];
    for (int a = 0; a < 3; a++) {
        low[a] = planes >> a & 1 ? 0 : a == 2 ? -40 : -24;
        box[a] = planes >> a & 1 ? 0 : a == 2 ? -28 : -10;
    }
    add(text,
        "[run]\nsteps = %d\nprecision = f64\n[grid]\nspacing = 2 mm\nsize = %g, %g, %g mm\n"
        "origin = %g, %g, %g mm\n[boundary.all]\ntype = cpml\ncells = 6\n",
        ANTENNA, 24 - low[0], 24 - low[1], 40 - low[2], low[0], low[1], low[2]);
    for (int a = 0; a < 3; a++)
        if (planes >> a & 1 && wall)
            add(text, "[boundary.%c]\ntype = %s\nfaces = %c-\n", "xyz"[a],
                a == 2 ? "pec" : "pmc", "xyz"[a]);
        else if (planes >> a & 1)
            add(text, "[boundary.%c]\ntype = symmetry\nkind = %s\nfaces = %c-\n", "xyz"[a],
                a == 2 ? "electric" : "magnetic", "xyz"[a]);
    add(text, "[shape.up]\ntype = wire\npoints = 0, 0, 2, 0, 0, 24 mm\nmaterial = pec\n");
    if (!(planes & 4))
        add(text,
            "[shape.down]\ntype = wire\npoints = 0, 0, -24, 0, 0, -2 mm\nmaterial = pec\n");
    add(text,
        "[waveform.w]\ntype = gaussian_derivative\nfrequency = 2.5 GHz\n"
        "[source.feed]\ntype = voltage\nnegative = 0, 0, %g mm\npositive = 0, 0, 2 mm\n"
        "resistance = %g Ohm\nwaveform = w\n",
        planes & 4 ? 0.0 : -2.0, resistance);
    add(text,
        "[output.v]\ntype = probe\nports = feed\nposition = 6, 4, 3 mm\n"
        "[output.w]\ntype = energy\nevery = 5\n"
        "[output.f]\ntype = flux\nfrom = %g, %g, %g mm\nto = 10, 10, 28 mm\n"
        "frequency_min = 1.5 GHz\nfrequency_max = 4 GHz\nfrequency_count = 6\nevery = 1\n"
        "fields = no\n"
        "[output.x]\ntype = flux\nplane = x\nat = 8 mm\nfrequencies = 2, 3 GHz\nevery = 1\n"
        "fields = no\n"
        "[post.match]\ntype = s_parameters\nport = feed\nfrequency_min = 1.5 GHz\n"
        "frequency_max = 4 GHz\npoints = 51\n",
        box[0], box[1], box[2]);
    run_text(name, text);
}

START_TEST(a_part_of_a_dipole_has_its_impedance_power_and_energy)
{
    static const int planes[] = {1, 3, 4, 7};
    run_antenna("whole", 0, false, 50);
    run_antenna("part", planes[_i], false, 50);
    hold("half-wave dipole", TIMES * 2.0 * ANTENNA * 12 * 0x1p-53, 15);
}
END_TEST

/* Walls are walls. Behind pmc there is nothing: a port on it has half of the area and of the
 * current, and the impedance is twice as large; pec is a ground, on which the half of a dipole has
 * half the impedance. */
START_TEST(a_port_at_a_wall_is_not_mirrored)
{
    static const struct {
        int planes;
        double ratio;
    } want[] = {{1, 2}, {4, 0.5}, {7, 2}};
    double worst = 0, most = 0;
    int found = 0;
    run_antenna("whole", 0, false, 50);
    run_antenna("part", want[_i].planes, true, 50 * want[_i].ratio);
    records whole = read_records("whole"), part = read_records("part");
    ck_assert_int_eq(whole.count, part.count);
    for (int r = 0; r < whole.count; r++)
        for (int i = 0; !strcmp(whole.of[r].path, "post/match/z_in") && i < whole.of[r].count;
             i++, found++) {
            const double z = whole.of[r].v[i];
            most = fmax(most, fabs(z));
            worst = fmax(worst, fabs(part.of[r].v[i] / want[_i].ratio - z));
        }
    ck_assert_int_gt(found, 0);
    ck_assert_msg(worst <= TIMES * 2.0 * ANTENNA * 12 * 0x1p-53 * most,
                  "planes %d: Z differs by %g of %g Ohm", want[_i].planes, worst, most);
    free_records(&whole);
    free_records(&part);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("symmetry_plane");
    TCase *t = tcase_create("symmetry_plane");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_source_on_a_plane_is_that_of_the_whole, 0,
                        (int)(sizeof sources / sizeof *sources));
    tcase_add_loop_test(t, wide_differences_see_the_images, 0, 4);
    tcase_add_loop_test(t, half_a_plane_is_the_whole_one, 0, 4);
    tcase_add_loop_test(t, a_part_of_a_dipole_has_its_impedance_power_and_energy, 0, 4);
    tcase_add_loop_test(t, a_port_at_a_wall_is_not_mirrored, 0, 3);
    suite_add_tcase(s, t);
    return suite_run(s);
}
