/* A model, its image in a mirror and the model with its axes exchanged have one result: no order
 * of axes, and neither end of one, is told from another by what is painted. Sums are made in
 * another order then, so that numbers differ by rounding: some 1e2 steps of 1e-16 of the peak. */
#include "command.h"
#include "suite.h"

#include <math.h>

#define LIMIT 1e-12

typedef struct block {
    double from[3], to[3]; /* mm */
    const char *material;
} block;

/* A face at a quarter of a cell, on a sample line of cells that surfaces cut, beside another one;
 * a dielectric painted over metal, whose edges have both on their lines; and bodies that end within
 * the last cell before a magnetic wall, or fill a part of it. */
static const struct {
    const char *name, *walls;
    block block[2];
} odd[] = {
    {"quarter", "pec", {{{3.3, 3.25, 2}, {6, 6, 6}, "glass"}, {{7, 7, 2}, {8, 8, 4}, "glass"}}},
    {"metal",
     "pec",
     {{{5, 1, 6.63}, {9, 7.63, 9}, "pec"}, {{6.17, 2.63, 6.81}, {9, 7.81, 8.81}, "glass"}}},
    {"wall", "pmc", {{{3.3, 3.4, 3.4}, {6.2, 9.8, 6.7}, "glass"}}},
    {"corner", "pmc", {{{0.2, 3.4, 3.4}, {6.2, 9.8, 9.7}, "glass"}}},
    {"film", "pmc", {{{-1, 9.7, -1}, {11, 9.9, 11}, "glass"}}},
};

enum { CELLS = 10, STEPS = 100 };

/* Where axis a of the model lies, and which axis is mirrored (-1: none). */
static void put(char *text, const char *key, const double at[3], int turn, int mirror)
{
    double new[3];
    for (int a = 0; a < 3; a++)
        new[(a + turn) % 3] = a == mirror ? CELLS - at[a] : at[a];
    sprintf(text + strlen(text), "%s = %.10g, %.10g, %.10g mm\n", key, new[0], new[1], new[2]);
}

/* Ez of the model at one point, which lies along another axis once it is turned. */
static void trace(int n, int turn, int mirror, double ez[STEPS])
{
    char text[2048] = "[grid]\ncells = 10, 10, 10\nspacing = 1 mm\n[run]\nsteps = 100\n"
                      "precision = f64\nscheme = reference\nforce = yes\n"
                      "[material.glass]\ntype = dielectric\n"
                      "eps = 4\n[waveform.w]\ntype = gaussian\nfrequency = 11 GHz\n";
    sprintf(text + strlen(text), "[boundary.all]\ntype = %s\n", odd[n].walls);
    for (int i = 0; i < 2 && odd[n].block[i].material; i++) {
        const block *b = &odd[n].block[i];
        sprintf(text + strlen(text), "[shape.s%d]\ntype = box\nmaterial = %s\n", i,
                b->material);
        put(text, "from", b->from, turn, mirror);
        put(text, "to", b->to, turn, mirror);
    }
    const char axis = "zxy"[turn];
    sprintf(text + strlen(text),
            "[source.s]\ntype = dipole\ndirection = %s%c\ncurrent = 1 mA\nwaveform = w\n",
            mirror == 2 ? "-" : "", axis);
    put(text, "position", (const double[3]){3.2, 2.2, 7.4}, turn, mirror);
    sprintf(text + strlen(text), "[output.rx]\ntype = probe\ncomponents = e%c\n", axis);
    put(text, "position", (const double[3]){5.8, 1.8, 5.2}, turn, mirror);
    write_file("m.ini", text);
    MUST("m.ini", "--quiet");
    char path[] = "/probe/rx/ez";
    path[sizeof path - 2] = axis;
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_int_eq(rows_of("m.h5", path), STEPS);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, ez), 0);
    H5Dclose(set);
    H5Fclose(file);
    for (int i = 0; i < STEPS && mirror == 2; i++)
        ez[i] = -ez[i];
}

START_TEST(a_model_is_its_image_and_itself_turned)
{
    double whole[STEPS], other[STEPS], peak = 0;
    trace(_i, 0, -1, whole);
    for (int i = 0; i < STEPS; i++)
        peak = fmax(peak, fabs(whole[i]));
    ck_assert(peak > 0);
    for (int way = 0; way < 5; way++) {
        double error = 0;
        trace(_i, way < 2 ? way + 1 : 0, way < 2 ? -1 : way - 2, other);
        for (int i = 0; i < STEPS; i++)
            error = fmax(error, fabs(other[i] - whole[i]) / peak);
        printf("%s, way %d: %.2g (limit %.0e)\n", odd[_i].name, way, error, LIMIT);
        ck_assert_double_le(error, LIMIT);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("turned");
    TCase *tests = tcase_create("turned");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, a_model_is_its_image_and_itself_turned, 0,
                        (int)(sizeof odd / sizeof *odd));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
