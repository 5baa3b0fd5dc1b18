/* Input files of gprMax that are wrong, and what is said of them. */
#include "gprmax.h"
#include "suite.h"

#define SOURCE THIN WAVE
static const struct {
    const char *lines;
    int code;
    const char *says;
} wrong[] = {
    {"#bix: 1\n", 3, "m.in:4: [importer] #bix: gprMax has no such command; did you mean #box?"},
    {"#nosuch: 1\n", 3, "m.in:4: [importer] #nosuch: gprMax has no such command"},
    {"#material: 4 -1 1 0 q\n", 3, "these are er = 4, sigma = -1, mr = 1 and sigma* = 0"},
    {"#box\n", 3, "m.in:4: [importer] #box: there is no ':' behind the command's name"},
    {"#box 0 0 0\n", 3,
     "#box: there is no ':' behind the command's name; write #box: 0 0 0, or"},
    {"#box:0 0 0\n", 3, "m.in:4: [importer] #box: a blank must stand behind the ':'"},
    {"#domain: 1 1 1\n", 3, "m.in:4: [importer] #domain: is there twice, first in line 1"},
    {"#pml_cells: 5\n#pml_cells: 5\n", 3, "m.in:5: [importer] #pml_cells: is there twice"},
    {"#box: 0 0 0 0.01 0.01 0.01\n", 3,
     "#box: has 6 words behind it; it takes x1 y1 z1 x2 y2 z2 id [y|n], or three ids"},
    {THIN "#box: 0 0 0 0.01 0.01 a pec\n", 3,
     "m.in:5: [importer] #box: z2 'a' is not a number"},
    {THIN "#box: 0 0 0 0.01 0.01 nan pec\n", 3, "#box: z2 'nan' is not finite"},
    {THIN "#box: 0 0 0 0.01 0.01 0.023 pec\n", 3,
     "#box: z2 = 0.023 m is outside the domain, which reaches from 0 to 0.022 m"},
    {THIN "#box: 0.01 0 0 0 0.01 0.01 pec\n", 3, "the lower corner comes first"},
    {THIN "#box: 0.01 0 0 0.0104 0.01 0.01 pec\n", 3, "no cell lies between 0.01 and 0.0104 m"},
    {THIN SAND "#box: 0 0 0 0.01 0.01 0.01 snad\n", 3,
     "there is no material 'snad'; there are pec, free_space, sand"},
    {THIN
     "#soil_peplinski: 0.5 0.5 2.0 2.66 0.001 0.24 earth\n#box: 0 0 0 0.01 0.01 0.01 earth\n",
     3, "m.in:6: [importer] #box: 'earth' is a mixture, of which #fractal_box alone is made"},
    {THIN "#box: 0 0 0 0.01 0.01 0.01 pec x\n", 3, "is neither y nor n"},
    {THIN "#box: 0 0 0 0.01 0.01 0.01 pec pec free_space\n", 7, "along one axis only"},
    {THIN "#cylinder: 0 0 0 0 0 0.01 0 pec\n", 3, "the radius = 0; it must be greater than 0"},
    {THIN "#sphere: 0 0 0 -1 pec\n", 3, "the radius = -1; it must be greater than 0"},
    {THIN "#ellipsoid: 0 0 0 1 0 1 pec\n", 3, "a half-axis = 0"},
    {THIN "#cone: 0 0 0 0 0 0.01 0 0 pec\n", 3, "both radii are 0"},
    {THIN "#cylindrical_sector: w 0 0 0 0.01 0.01 0 90 pec\n", 3, "'w' is no axis"},
    {THIN "#cylindrical_sector: x 0 0 0 0.01 0.01 0 360 pec\n", 3, "both below 360 degrees"},
    {THIN "#triangle: 0 0 0 0.01 0 0.01 0 0.01 0.02 0 pec\n", 3, "in no plane across"},
    {THIN "#plate: 0 0 0 0.01 0.01 0.01 pec\n", 3, "has no extent along 0 axes"},
    {THIN "#edge: 0 0 0 0.01 0.01 0 pec\n", 3, "its ends differ along 2 axes"},
    {"#material: 0.5 0 1 0 a\n", 3, "er and mr are 1 or more"},
    {"#material: 2 0 1 0 pec\n", 3, "is a material that every model has"},
    {SAND SAND, 3,
     "m.in:5: [importer] #material: there is a material 'sand' already, in line 4"},
    {"#add_dispersion_debye: 1 4 9e-12 sand\n", 3, "there is no material 'sand'"},
    {SAND "#add_dispersion_debye: 2 4 9e-12 sand\n", 3, "2 poles need 4 numbers"},
    {SAND "#add_dispersion_debye: 1.5 4 9e-12 sand\n", 3, "'1.5' is not a whole number"},
    {SAND "#add_dispersion_debye: 1 4 -1 sand\n", 3, "tau = -1; it must be greater than 0"},
    {SAND "#add_dispersion_debye: 1 4 9e-12 sand\n#add_dispersion_lorentz: 1 2 3e9 2e9 sand\n",
     7, "a material has poles of one kind"},
    {"#soil_peplinski: 0.9 0.2 1.5 2.66 0.01 0.2 soil\n", 3, "are more than all of the soil"},
    {"#soil_peplinski: 0.5 0.2 1.5 2.66 0.3 0.2 soil\n", 3, "is above the most"},
    {"#material_range: 2 0.5 0 0.01 1 1 0 0 f\n", 3, "er2 = 0.5 is too small"},
    {"#material_list: sand l\n", 3, "there is no material 'sand'"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 2 pec g\n", 3,
     "2 bins of 'pec'; a plain material has one"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 0 1 1 pec g\n", 3, "a weight = 0"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0 1.5 1 1 1 1 pec g\n", 3, "no cell lies between"},
    {THIN "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 g\n", 3,
     "there is no #fractal_box with the id 'g'"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 pec g\n"
          "#add_surface_water: 0 0 0.01 0.04 0.03 0.01 0.010 g\n",
     3, "the face has no #add_surface_roughness"},
    {SAND "#add_dispersion_lorentz: 99999999990 2 1e9 1e8 sand\n", 3,
     "99999999990 poles need 299999999970 numbers and one id or more"},
    {"#domain_mode: TX\n", 3, "'TX' is neither TM, TE nor 3D"},
    {"#domain_mode: TE\n", 3, "#domain: #domain_mode: TE needs 'inf'"},
    {"#symmetry_boundary: x1 pec\n", 3, "'x1' is no face; x0, y0"},
    {"#symmetry_boundary: x0 pmb\n", 3, "'pmb' is neither pec nor pmc"},
    {"#magnetic_averaging: arithmetic\n", 7, "mu is averaged along the field"},
    {"#debye_averaging: maybe\n", 3, "is neither y nor n"},
    {"#ntff_far_field: 1\n", 7, "m.in:4: [importer] #ntff_far_field: far fields are not read"},
    {"#eigenmode_port: 1\n", 7, "modes of guides are not read"},
    {WAVE "#plane_wave_angles: 0 0 0 1 1 1 90 0 90\n", 3, "#plane_wave_angles: has 9 words"},
    {THIN WAVE "#plane_wave_vector: 0 0 0 0.01 0.01 0.01 0 0 0 9 pulse\n", 3,
     "mx, my and mz are 0"},
    {THIN WAVE "#plane_wave_vector: 0 0 0 0.01 0.01 0.01 1 0 0.5 9 pulse\n", 3,
     "mz '0.5' is not a whole number"},
    {THIN WAVE "#plane_wave_angles: 0 0 0 0.01 0.01 0.01 9 9 9 pulse mud\n", 3,
     "there is no material 'mud'"},
    {THIN WAVE "#plane_wave_axial: 0.01 0 0 0.01 0.01 0.01 9 x pulse\n", 3,
     "no cell lies between 0.01 and 0.01 m along x"},
    {THIN WAVE "#voltage_source: z 0.01 0.01 0.01 50 pulse 0 1e-9 feed 10\n", 7,
     "names and fits of ports"},
    {"#waveform: gauspulse 1 1e9 g\n", 7, "'gauspulse' is not read; give an #excitation_file"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0.012 0.011 f\n",
     3, "the lower limit 0.012 m is not below the upper one, 0.011 m"},
    {THIN SAND "#fractal_box: 0.01 0 0 0.03 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.03 0.03 0.01 1 1 1 0.01 0.011 f\n",
     3, "from 0 to 0.03 m along x is no part of the box's face"},
    {THIN SAND "#fractal_box: 0 0 0.002 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0 0.002 f\n",
     3, "leave nothing of the box"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0.009 0.011 f\n"
               "#add_grass: 0 0 0.01 0.03 0.03 0.01 1 0.01 0.012 3 f\n",
     7, "it has another part of the face"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_grass: 0 0 0.01 0.04 0.03 0.01 1 0.005 0.01 3 f\n",
     3, "the limits are where blades end, above the face"},
    {THIN "#add_grass: 0 0 0.01 0.04 0.03 0.01 1 1 1 1 g\n", 3,
     "there is no #fractal_box with the id 'g'"},
    {THIN "#geometry_objects_read: 0 0 0 a.h5 a.txt\n", 3, "a.h5 is not there"},
    {"#pml_cells: 5 5\n", 3, "#pml_cells: has 2 words behind it"},
    {"#pml_cells: -1\n", 3, "-1 cells; 0 or more"},
    {"#pml_cells: 11\n", 3,
     "m.in:4: [importer] #pml_cells: layers of 11 and 11 cells leave nothing of the 22 cells "
     "along z; fewer are needed"},
    {"#pml_formulation: UPML\n", 3, "'UPML' is neither HORIPML nor MRIPML"},
    {THIN "#pml_cfs: constant forward 0 0 constant forward 1 1 quartic forward 0 None\n"
          "#pml_cfs: constant forward 0 0 constant forward 1 1 quartic forward 0 None\n",
     7, "m.in:6: [importer] #pml_cfs: a second #pml_cfs makes a layer of second order"},
    {THIN "#pml_cfs: konstant forward 0 0 constant forward 1 1 quartic forward 0 None\n", 3,
     "'konstant' is no profile"},
    {THIN "#pml_cfs: linear forward 0 1 constant forward 1 1 quartic forward 0 None\n", 7,
     "the alpha of cpml falls"},
    {THIN "#pml_cfs: constant forward 0 0 constant forward 0 0 quartic forward 0 None\n", 3,
     "1 is its least value"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 plus\n", 3, "there is no waveform 'plus'"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.022 pulse\n", 3,
     "on the upper face of the domain"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 1e-9\n", 3, "a start without a stop"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 2e-9 1e-9\n", 3, "the stop behind it"},
    {SOURCE "#voltage_source: z 0.01 0.01 0.01 -5 pulse\n", 3, "it cannot be below 0"},
    {SOURCE "#transmission_line: z 0.01 0.01 0.01 400 pulse\n", 3, "below 376.73 Ohm"},
    {WAVE WAVE, 3, "there is a waveform 'pulse' already, in line 4"},
    {"#waveform: rikker 1 1e9 p\n", 3, "'rikker' is no waveform"},
    {"#waveform: ricker 1 0 p\n", 3, "the frequency = 0 Hz"},
    {THIN "#rx: 0.01 0.01 0.01 a Ez Fx\n", 3, "'Fx' is no component"},
    {THIN "#rx: 0.01 0.01\n", 3, "#rx: has 2 words behind it; it takes x y z"},
    {THIN "#rx_array: 0 0 0 0.01 0 0 0 0 0\n", 3, "a step of 0 m is no cell along x"},
    {THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.001 41 a\n", 3,
     "'41' is iteration 41; there are 1 to 40"},
    {THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0 0.001 0.001 4 a\n", 3, "dx = 0 m is no cell"},
    {THIN "#geometry_view: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.001 a e\n", 3,
     "is neither n nor f"},
    {THIN "#geometry_view: 0 0 0 0.04 0.03 0.02 0.002 0.001 0.001 a f\n", 3,
     "a view of edges (f) has all of them: 0.002 0.001 0.001 m are not the grid's steps"},
    {THIN "#geometry_view: 0.04 0 0 0.04 0.03 0.02 0.001 0.001 0.001 a n\n", 3,
     "no cell lies between"},
    {THIN "#geometry_objects_write: 0.04 0 0 0.04 0.03 0.02 a\n", 3, "no cell lies between"},
    {"#time_step_stability_factor: 1.1\n", 3, "the factor 1.1 is out of range"},
    {"#num_threads: 0\n", 3, "0 threads are too few"},
    {"#messages: maybe\n", 3, "is neither y nor n"},
    {"#include_file: gone.in\n", 3, "#include_file: gone.in cannot be read"},
    {"#python:\nprint('#title: x')\n#end_python:\n", 7,
     "m.in:4: [importer] #python: a block of Python can do anything"},
    {"#python:\nprint('#title: x')\n", 3,
     "m.in:4: [importer] #python: no #end_python: follows"},
    {"#end_python:\n", 3, "no #python: stands before it"},
    {"#taguchi:\n", 7, "an optimisation is a program around yee"},
    {"#magnetic_edge: 1\n", 7, "single H edges"},
};

START_TEST(what_is_wrong_is_said_with_line_and_command)
{
    const int code = convert(HEAD, wrong[_i].lines, "");
    ck_assert_msg(code == wrong[_i].code, "\"%s\": exit code %d, not %d: %s", wrong[_i].lines,
                  code, wrong[_i].code, said);
    says(wrong[_i].says);
}
END_TEST

START_TEST(what_every_model_needs_is_asked_for)
{
    ck_assert_int_eq(convert("#dx_dy_dz: 1 1 1\n#time_window: 5\n", "", ""), YEE_INPUT);
    says("has no #domain: Lx Ly Lz; every model needs one");
    ck_assert_int_eq(convert("\n #domain: 1 1 1\n#dx_dy_dz: 1 1 1\n", "", ""), YEE_INPUT);
    says("every model needs one, and line 2 has it without a # as its first letter");
    ck_assert_int_eq(convert("#domain: 30 1 1\n#dx_dy_dz: 1 1 1\n#time_window: 5\n", "", ""),
                     YEE_INPUT);
    says("leave nothing of the 1 cell along z; #pml_cells: gives fewer");
    ck_assert_int_eq(convert("#domain: 1 1 1\n#time_window: 5\n", "", ""), YEE_INPUT);
    says("has no #dx_dy_dz");
    ck_assert_int_eq(convert("#domain: 1 1 1\n#dx_dy_dz: 1 1 1\n", "", ""), YEE_INPUT);
    says("has no #time_window");
    ck_assert_int_eq(convert("", "", ""), YEE_INPUT);
    ck_assert_int_eq(convert("#domain: 9 9 9\n#dx_dy_dz: 1 0 1\n#time_window: 5\n", "", ""),
                     YEE_INPUT);
    says("dy = 0 m; it must be greater than 0");
    ck_assert_int_eq(convert("#domain: 9 0.4 9\n#dx_dy_dz: 1 1 1\n#time_window: 5\n", "", ""),
                     YEE_INPUT);
    says("Ly = 0.4 m is no cell of 1 m");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_wrong");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_loop_test(all, what_is_wrong_is_said_with_line_and_command, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_test(all, what_every_model_needs_is_asked_for);
    suite_add_tcase(s, all);
    return suite_run(s);
}
