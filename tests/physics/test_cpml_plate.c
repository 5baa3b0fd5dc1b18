/* tests/physics/test_cpml_plate.c: the layer in the near field of a long plate. */
#include "reflection.h"

/* An elongated plate of 25 x 100 mm, a dipole above one corner, the field beside the opposite
 * one: a common benchmark. The layer is three cells from the plate, the grid has 51 x 126 x 26
 * cells. The near field there is far from a plane wave, and it rings for long. */
static trace run_plate(int margin, int layer, const char *run)
{
    int o = margin + layer;
    char *ini = trace_text(
        "[grid]\ncells = %d, %d, %d\nspacing = 1 mm\n"
        "[run]\nsteps = 2100\nprecision = f64\n%s"
        "[boundary.all]\ntype = cpml\ncells = %d\n"
        "[waveform.w]\ntype = gaussian_derivative\nfrequency = 9.42 GHz\n"
        "[shape.plate]\ntype = plate\nmaterial = pec\nfrom = %d, %d, %d mm\nto = %d, %d, %d "
        "mm\n"
        "[source.s]\ntype = dipole\nposition = %d, %d, %d.5 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n",
        25 + 2 * o, 100 + 2 * o, 2 * o, run, layer, o, o, o, o + 25, o + 100, o, o, o, o + 1);
    const trace_point point = {YEE_EY, o + 25, o + 101, o};
    trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

/* The reference has its layer, of 12 cells, 8 cells from the plate; it is within -97 dB of one
 * with 20 cells, 30 cells from it. That is 6 % of what is asked for here. */
START_TEST(ten_cells_return_less_than_70_db_of_a_plate_they_almost_touch)
{
    trace near = run_plate(3, 10, ""), far = run_plate(8, 12, trace_quick());
    double r = reflection(&near, &far, 0, 210);
    ck_assert_double_le(r, -70);
    free(near.value);
    free(far.value);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        ten_cells_return_less_than_70_db_of_a_plate_they_almost_touch};
    return trace_main("plate", 300, 1, tests);
}
