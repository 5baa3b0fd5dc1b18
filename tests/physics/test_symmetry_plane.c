/* tests/physics/test_symmetry_plane.c: sources of every kind on planes of symmetry, and what a file
 * says of its planes. */
#include "mirrored.h"

enum { STEPS = 300 };

/* ---- models ---- */

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

/* A model whose part has planes of symmetry at x-, y-, z-. */
typedef struct plane_case {
    const char *name;
    /* At x-, y-, z-: 'e', 'm', or '.' none; 'E' and 'M': at both ends, the whole is periodic. */
    const char *planes;
    const char *whole, *part; /* sections of one of the two */
    const char *both;
    int records; /* at least */
} plane_case;

static void compare_case(const plane_case *c, const char *keys)
{
    double energy[2];
    for (int part = 0; part < 2; part++) {
        char text[8192];
        begin(text, c->planes, part, NULL, keys);
        furnish(text, c->planes, part);
        add(text, "%s%s", c->both, part ? c->part : c->whole);
        energy[part] = run_text(part ? "part" : "whole", text);
    }
    ck_assert_double_eq_tol(energy[0], energy[1], 1e-6 * energy[0]); /* of libyee, at the end */
    hold(c->name, rounding_of(STEPS), c->records);
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
    {"sheet with profiles", "em.",
     SHEET("-4, -3.3, 2", "4, 3.3, 2", "x", "1") "half_waves = 0, 3, 0\nwaist = 2, 0, 0 mm\n",
     SHEET("0, 0, 2", "4, 3.3, 2", "x", "1") "half_waves = 0, 3, 0\nwaist = 2, 0, 0 mm\n", "",
     11},
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
    const char *scheme = getenv("YEE_SCHEME"), *both = sources[_i].whole;
    /* elements between terminals are stepped by schemes for processors alone */
    const bool plain = scheme && !strncmp(scheme, "cuda.", 5) &&
                       (strstr(both, "type = lumped") || strstr(both, "type = diode"));
    compare_case(&sources[_i],
                 plain ? "precision = f64\nscheme = plain\n" : "precision = f64\n");
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
    hold(te ? "TE" : "TM", f32 ? 2.0 * STEPS * 12 * 0x1p-24 : rounding_of(STEPS), 7);
}
END_TEST

/* ---- what a file says of its planes ---- */

/* Components at the image are the part's by the parities in its file. */
START_TEST(a_file_says_how_its_fields_are_mirrored)
{
    const char *const planes = "em.", *const face[2] = {"x-", "y-"};
    enum { HALF = 12 };
    cells = EQUAL;
    for (int part = 0; part < 2; part++) {
        char text[8192];
        begin(text, planes, part, NULL, "precision = f64\n");
        furnish(text, planes, part);
        add(text, "[output.s]\ntype = spectrum\nfrequencies = 10 GHz\nevery = 1\n");
        /* half of the current on each side of x = 0, and the image at y = -2 mm */
        add(text, "%s",
            part ? DIPOLE("s", "0, 2, 3", "x", "current = 1 A")
                 : DIPOLE("a", "0.5, 2, 3", "x", "current = 0.5 A")
                       DIPOLE("b", "-0.5, 2, 3", "x", "current = 0.5 A")
                           DIPOLE("c", "0.5, -2, 3", "x", "current = 0.5 A")
                               DIPOLE("d", "-0.5, -2, 3", "x", "current = 0.5 A"));
        run_text(part ? "part" : "whole", text);
    }
    int parity[2][YEE_COMPONENTS];
    const hid_t file = H5Fopen("part.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int a = 0; a < 2; a++) {
        char path[32], kind[64];
        double position = NAN;
        snprintf(path, sizeof path, "/symmetry/%s", face[a]);
        snprintf(kind, sizeof kind, "%s@kind", path);
        const hid_t at = H5Aopen_by_name(file, path, "parity", H5P_DEFAULT, H5P_DEFAULT),
                    where = H5Aopen_by_name(file, path, "position", H5P_DEFAULT, H5P_DEFAULT);
        ck_assert_int_ge(H5Aread(at, H5T_NATIVE_INT, parity[a]), 0);
        ck_assert_int_ge(H5Aread(where, H5T_NATIVE_DOUBLE, &position), 0);
        ck_assert_double_eq(position, 0);
        char *word = yee_h5_read_text(file, kind);
        ck_assert_str_eq(word, planes[a] == 'e' ? "electric" : "magnetic");
        free(word);
        H5Aclose(at);
        H5Aclose(where);
    }
    H5Fclose(file);
    ck_assert(!yee_results_has("part.h5", "/symmetry/z-"));
    ck_assert(!yee_results_has("whole.h5", "/symmetry"));
    records whole = read_records("whole"), part = read_records("part");
    double worst = 0, most = 0;
    int compared = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        char path[64];
        const double *w = NULL, *p = NULL;
        const double unit = yee_is_electric(c) ? 1 : YEE_ETA0;
        snprintf(path, sizeof path, "spectrum/s/%s", yee_component_key(c));
        for (int n = 0; n < whole.count; n++) {
            w = !strcmp(whole.of[n].path, path) ? whole.of[n].v : w;
            p = !strcmp(part.of[n].path, path) ? part.of[n].v : p;
        }
        ck_assert_ptr_nonnull(w);
        ck_assert_ptr_nonnull(p);
        for (int n = 0; n < 8 * HALF * HALF * HALF; n++) {
            const int z = n % (2 * HALF);
            int at[2] = {n / (4 * HALF * HALF) - HALF, n / (2 * HALF) % (2 * HALF) - HALF};
            double sign = unit;
            for (int a = 0; a < 2; a++)
                if (at[a] < 0) {
                    at[a] = -at[a] - yee_half(c, a);
                    sign *= parity[a][c];
                }
            for (int r = 0; r < 2 && at[0] < HALF && at[1] < HALF; r++, compared++) {
                const double image = p[2 * ((at[0] * HALF + at[1]) * 2 * HALF + z) + r];
                most = fmax(most, fabs(unit * w[2 * n + r]));
                worst = fmax(worst, fabs(unit * w[2 * n + r] - sign * image));
            }
        }
    }
    ck_assert_int_gt(compared, YEE_COMPONENTS * HALF * HALF * HALF);
    ck_assert_double_gt(most, 0);
    ck_assert_msg(worst <= rounding_of(STEPS) * most, "differs by %g of %g", worst, most);
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
    tcase_add_test(t, a_file_says_how_its_fields_are_mirrored);
    suite_add_tcase(s, t);
    return suite_run(s);
}
