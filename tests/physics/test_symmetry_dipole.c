/* tests/physics/test_symmetry_dipole.c: a half-wave dipole whose wire lies in planes of symmetry, and
 * walls at their places. */
#include "mirrored.h"

enum { STEPS = 800 };

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
        STEPS, 24 - low[0], 24 - low[1], 40 - low[2], low[0], low[1], low[2]);
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

/* The whole is run once for all its parts. */
static void run_part(int planes, bool wall, double resistance)
{
    unlink("part.h5");
    run_antenna("part", planes, wall, resistance);
}

START_TEST(a_part_of_a_dipole_has_its_impedance_power_and_energy)
{
    static const int planes[] = {1, 3, 4, 7};
    run_antenna("whole", 0, false, 50);
    for (size_t n = 0; n < sizeof planes / sizeof *planes; n++) {
        char what[64];
        snprintf(what, sizeof what, "half-wave dipole, planes %d", planes[n]);
        run_part(planes[n], false, 50);
        hold(what, rounding_of(STEPS), 15);
    }
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
    run_antenna("whole", 0, false, 50);
    records whole = read_records("whole");
    for (size_t n = 0; n < sizeof want / sizeof *want; n++) {
        const double ratio = want[n].ratio;
        double worst = 0, most = 0;
        int found = 0;
        run_part(want[n].planes, true, 50 * ratio);
        records part = read_records("part");
        ck_assert_int_eq(whole.count, part.count);
        for (int r = 0; r < whole.count; r++)
            for (int i = 0;
                 !strcmp(whole.of[r].path, "post/match/z_in") && i < whole.of[r].count;
                 i++, found++) {
                const double z = whole.of[r].v[i];
                most = fmax(most, fabs(z));
                worst = fmax(worst, fabs(part.of[r].v[i] / ratio - z));
            }
        ck_assert_int_gt(found, 0);
        ck_assert_msg(worst <= rounding_of(STEPS) * most,
                      "planes %d: Z differs by %g of %g Ohm", want[n].planes, worst, most);
        free_records(&part);
    }
    free_records(&whole);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("symmetry_dipole");
    TCase *t = tcase_create("symmetry_dipole");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_part_of_a_dipole_has_its_impedance_power_and_energy);
    tcase_add_test(t, a_port_at_a_wall_is_not_mirrored);
    suite_add_tcase(s, t);
    return suite_run(s);
}
