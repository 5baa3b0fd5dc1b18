/* Materials with laws through the command: which schemes execute them, what the self-test and the
 * sentinel say, restarts, and outputs that would else look too seldom. */
#include "command.h"
#include "suite.h"

static const char base[] =
    "[grid]\ncells = 1, 1, 60\nspacing = 1 mm\n[run]\nsteps = 500\n"
    "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
    "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 8\n"
    "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 10 GHz\nbandwidth = 10 GHz\n"
    "[source.wave]\ntype = current_sheet\nfrom = 0, 0, 15 mm\nto = 1, 1, 15 mm\n"
    "direction = x\ncurrent = 1 A/m\nwaveform = pulse\n"
    "[shape.slab]\ntype = box\nfrom = 0, 0, 25 mm\nto = 1, 1, 45 mm\nmaterial = core\n"
    "[output.p]\ntype = probe\nposition = 0, 0, 35 mm\ncomponents = ex\n";
static const char kerr[] = "[material.core]\ntype = kerr\neps = 2\nchi3 = 1e-6 m^2/V^2\n";
static const char raman[] = "[material.core]\ntype = raman\neps = 2\nchi3 = 1e-6 m^2/V^2\n"
                            "t1 = 20 ps\nt2 = 50 ps\n";

static void write_model(const char *material, const char *more)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", base, material, more);
    write_file("m.ini", text);
}

START_TEST(a_scheme_without_laws_is_declined_for_by_name)
{
    write_model(kerr, "");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.scheme=fang24"), YEE_DECLINED);
    says(
        "scheme 'fang24' executes no laws of edges (nonlinear or changing media), and material "
        "'core' has one; these schemes execute them: ");
    says("plain, reference, tiled");
}
END_TEST

static const char plasma[] = "[material.core]\ntype = magnetised_plasma\nfp = 5 GHz\n"
                             "magnetic_field = 0.1, 0, 0.2 T\n";

START_TEST(a_scheme_without_laws_of_cells_is_declined_for_by_name)
{
    write_model(plasma, "");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.scheme=fang24"), YEE_DECLINED);
    says("scheme 'fang24' executes no laws of cells (media whose currents join the components "
         "of "
         "the field), and material 'core' has one; these schemes execute them: ");
    says("plain, reference, tiled");
}
END_TEST

/* Currents of cells cross a cut within the slab. */
START_TEST(a_cut_run_with_a_law_of_cells_has_the_bits_of_one)
{
    static const char *const scheme[] = {"run.scheme=plain", "run.scheme=reference"};
    write_model(plasma, "");
    MUST("m.ini", "--set", scheme[_i], "--set", "run.output=a.h5");
    MUST("m.ini", "--set", scheme[_i], "--set", "run.output=b.h5", "--set",
         "run.subdomains=1, 1, 2", "--set", "run.subdomain_steps=4");
    same_files("a.h5", "b.h5");
}
END_TEST

static const char four_level[] =
    "[material.core]\ntype = four_level\nwavelength = 30 mm\nlinewidth = 1 GHz\n"
    "cross_section = 1e-18 m^2\ndensity = 1e19 1/m^3\npump = 1e9 1/s\n"
    "lifetime_32 = 0.2 ns\nlifetime_21 = 2 ns\nlifetime_10 = 0.1 ns\n";

/* Words of state, and the probe's rows, in both precisions and schemes. */
START_TEST(a_restarted_run_with_a_law_has_the_bits_of_one_run)
{
    static const char *const scheme[] = {"run.scheme=plain", "run.scheme=tiled"};
    static const char *const precision[] = {"run.precision=f32", "run.precision=f64"};
    static const char *const material[] = {raman, plasma, four_level};
    const int i = few_index(_i, 2), n = i % 4;
    write_model(material[i / 4], "");
    MUST("m.ini", "--set", scheme[n % 2], "--set", precision[n / 2], "--set",
         "run.output=a.h5");
    MUST("m.ini", "--set", scheme[n % 2], "--set", precision[n / 2], "--set", "run.output=b.h5",
         "--set", "run.steps=301", "--set", "run.checkpoint_at_end=yes");
    MUST("m.ini", "--set", scheme[n % 2], "--set", precision[n / 2], "--set", "run.output=b.h5",
         "--restart");
    same_files("a.h5", "b.h5");
}
END_TEST

/* Laws of edges, of cells, of fields and of a port, of which a build has another version, more words,
 * more parameters or another text than the one that wrote the checkpoint: all else is the same. */
START_TEST(a_checkpoint_of_another_law_is_refused_with_the_difference)
{
    static const struct {
        const char *name, *model;
        int words;
    } form[] = {
        {"altered_edge", "[material.core]\ntype = altered\nform = edge\n", 1},
        {"altered_cell", "[material.core]\ntype = altered\nform = cell\n", 3},
        {"altered_field", "[material.core]\ntype = altered\nform = field\n", 3},
        {"altered_port",
         "[material.core]\ntype = dielectric\neps = 2\n[source.r]\ntype = altered_port\n"
         "position = 0.5, 0, 20 mm\n",
         1}};
    const int words = form[_i].words;
    char part[128];
    const struct {
        int version, words, params;
    } is[4] = {{2, words, 2}, {1, words + 1, 2}, {1, words, 3}, {1, words, 2}};
    write_model(form[_i].model, "");
    setenv("ALTERED", "0", 1);
#define ALTERED "m.ini", "--plugin-path", MODULE_ALTERED, "--set"
    MUST(ALTERED, "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    for (int n = 0; n < 4; n++) {
        const char number[2] = {(char)('1' + n), 0};
        setenv("ALTERED", number, 1);
        ck_assert_int_eq(RUN(ALTERED, "run.steps=40", "--restart"), YEE_INPUT);
        says("m.checkpoint: a law is another one than when it was written; the plugin has ");
        snprintf(part, sizeof part,
                 "\"law %s of version %d, %d parameters, %d words, 0 maps, text ",
                 form[_i].name, is[n].version, is[n].params, is[n].words);
        says(part);
        snprintf(part, sizeof part,
                 "the checkpoint has \"law %s of version 1, 2 parameters, %d words, 0 maps, ",
                 form[_i].name, words);
        says(part);
        says("go on with the plugin that wrote it, or begin anew");
    }
    setenv("ALTERED", "0", 1); /* nothing is lost */
    MUST(ALTERED, "run.steps=40", "--restart");
}
END_TEST

START_TEST(a_field_beyond_the_reach_of_its_law_is_warned_of_once)
{
    write_model(kerr, "reach = 50 V/m\n");
    MUST("m.ini", "--set", "run.sentinel=10");
    says("[material.core] after step ");
    says("beyond the 50 V/m that its law 'kerr' is meant for");
    ck_assert_ptr_null(strstr(strstr(said, "beyond the") + 1, "beyond the"));
    MUST("m.ini", "--force", "--set", "material.core.reach=5 kV/m");
    ck_assert_ptr_null(strstr(said, "beyond the"));
}
END_TEST

static void set_fault(int number)
{
    const char text[2] = {(char)('0' + number), 0};
    setenv("UNRULY", text, 1);
}

START_TEST(a_law_that_grows_by_itself_is_refused)
{
    set_fault(1);
    write_model("[material.core]\ntype = unruly\n", "");
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_UNRULY), YEE_INPUT);
    says("m.ini:");
    says("with its law 'unruly' weak fields along x grow 1.0");
    MUST("m.ini", "--plugin-path", MODULE_UNRULY, "--set", "material.core.gain=0");
    set_fault(0);
    MUST("m.ini", "--plugin-path", MODULE_UNRULY, "--force");
}
END_TEST

START_TEST(a_law_of_cells_that_grows_by_itself_is_refused)
{
    static const char unruly[] = "[material.core]\ntype = unruly_cell\n";
    set_fault(1);
    write_model(unruly, "");
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_UNRULY_CELL), YEE_INPUT);
    says("[material.core] with its law 'unruly_cell' weak fields grow 1.");
    set_fault(7);
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_UNRULY_CELL), YEE_PLUGIN);
    says("returned a law with a number of words beyond 3 to 32, the first three of which are");
    set_fault(0);
    MUST("m.ini", "--plugin-path", MODULE_UNRULY_CELL);
}
END_TEST

/* Without the curl P and E swing with w^2 = w0^2 + sigma N c dw/n, and w dt < 2 is what a step
 * carries: w is 1.4e12 rad/s here and dt 1.9 ps. */
START_TEST(an_absorber_that_the_time_step_does_not_carry_is_refused)
{
    write_model("[material.core]\ntype = two_level\nwavelength = 30 mm\nlinewidth = 1 GHz\n"
                "cross_section = 1e-18 m^2\ndensity = 1e24 1/m^3\n",
                "");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("with its law 'two_level' weak fields along x grow ");
    MUST("m.ini", "--set", "material.core.density=1e18 1/m^3");
}
END_TEST

START_TEST(keys_that_do_not_go_together_are_refused)
{
    static const struct {
        const char *material, *sentence;
    } row[] = {
        {"type = kerr\nchi3 = 0 m^2/V^2\n",
         "chi3: 0 is no Kerr effect; give another number, or"},
        {"type = kerr\nchi3 = 0\ncarrier_density = 1e24 1/m^3\n",
         "chi3: 0 is no Kerr effect; give another number, or beta"},
        {"type = kerr\nchi3 = 1e-22 m^2/V^2\ncarrier_lifetime = 1 ns\n",
         "carrier_lifetime: carriers do nothing without carrier_cross_section or"},
        {"type = kerr\nchi3 = 0\nbeta = 1e-12 m/W\ncarrier_index = 1e-27 m^3\n",
         "carrier_index: it belongs to one wavelength; give wavelength, too"},
        {"type = kerr\nchi3 = 1e-22 m^2/V^2\ncarrier_index = 1e-27 m^3\nwavelength = 1 um\n",
         "carrier_density: there are no carriers, and none are made"},
        {"type = kerr\nchi3 = 0\nbeta = 1e-12 m/W\n",
         "the reach, 1.9e+02 is absorbed in a step"},
        {"pump = 0\n", "pump: with 0 all atoms stay in level 0 and the line is not there"},
        {"pump = 1e8 1/s\npopulations = 0.5, 0.5, 0\n", "populations has 3 numbers; give four"},
        {"pump = 1e8 1/s\npopulations = 0.5, 0.5, 0.1, 0\n",
         "populations: their sum is 1.1; they are parts of all atoms, and their sum is 1"},
        {"pump = 1e8 1/s\nwavelength = 1 um\n",
         "the line's period divided by 2 pi, and does not"},
    };
    static const char line[] =
        "type = four_level\nlinewidth = 1 GHz\ncross_section = 1e-18 m^2\n"
        "density = 1e18 1/m^3\nlifetime_32 = 1 ns\nlifetime_10 = 1 ns\n";
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        const bool atoms = !strstr(row[n].material, "kerr");
        char text[512];
        snprintf(text, sizeof text, "[material.core]\n%s%s%s", atoms ? line : "",
                 row[n].material,
                 atoms && !strstr(row[n].material, "wavelength") ? "wavelength = 30 mm\n" : "");
        write_model(text, "");
        ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
        says("m.ini:");
        says(row[n].sentence);
    }
}
END_TEST

static void to_file(void) { dup2(open("plan.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1); }

/* Ex is odd about an electric plane across z, and even about a magnetic one. */
START_TEST(a_law_that_is_no_image_of_itself_is_warned_of)
{
    static const struct {
        const char *material, *kind;
        bool warned;
    } row[] = {
        {"type = kerr\neps = 2\nchi3 = 1e-6 m^2/V^2\n", "electric", false},
        {"type = raman\neps = 2\nchi3 = 1e-6 m^2/V^2\nt1 = 20 ps\nt2 = 50 ps\n", "electric",
         false},
        {"type = chi2\neps = 2\nchi2 = 1e-4 m/V\naxis = x\n", "electric", true},
        {"type = chi2\neps = 2\nchi2 = 1e-4 m/V\naxis = x\n", "magnetic", false},
        {"type = chi2\neps = 2\nchi2 = 1e-4 m/V\naxis = z\n", "electric", false},
        {"type = modulated\ndepth = 0.4\nfrequency = 20 GHz\n", "electric", false},
        {"type = modulated\ndepth = 0.4\nfrequency = 20 GHz\nwave_vector = 0, 0, 300 rad/m\n",
         "electric", true},
        {"type = modulated\ndepth = 0.4\nfrequency = 20 GHz\nwave_vector = 0, 0, 300 rad/m\n",
         "magnetic", true},
        {"type = modulated\ndepth = 0.4\nfrequency = 20 GHz\nwave_vector = 300, 0, 0 rad/m\n",
         "electric", false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int side = 0; side < 2; side++) {
            char text[4096];
            snprintf(text, sizeof text,
                     "%s[boundary.half]\ntype = symmetry\nkind = %s\nfaces = z%c\n"
                     "[material.core]\n%s",
                     base, row[i].kind, side ? '+' : '-', row[i].material);
            char *at = strstr(text, "faces = z\ncells");
            ck_assert_ptr_nonnull(at);
            at[strlen("faces = ")] = 'z';
            memmove(at + strlen("faces = z") + 1, at + strlen("faces = z"),
                    strlen(at + strlen("faces = z")) + 1);
            at[strlen("faces = z")] = side ? '-' : '+';
            write_file("m.ini", text);
            MUST("m.ini", "--force", "--set", "run.steps=2");
            const bool warned =
                strstr(said, "is no image of itself beyond the plane of symmetry at z") != NULL;
            ck_assert_msg(warned == row[i].warned, "%zu, z%c: %s", i, side ? '+' : '-', said);
        }
}
END_TEST

/* E turns about B: a plane is an image of the medium where B is along its normal. */
START_TEST(a_plasma_is_no_image_of_itself_where_b_lies_in_the_plane)
{
    static const char *const field[] = {"0, 0, 0.2 T", "0.2, 0, 0 T"};
    for (int n = 0; n < 4; n++) {
        char text[4096];
        snprintf(text, sizeof text,
                 "[grid]\ncells = 4, 4, 12\nspacing = 1 mm\n[run]\nsteps = 2\n"
                 "[boundary.half]\ntype = symmetry\nkind = %s\nfaces = z-\n"
                 "[boundary.more]\ntype = pec\nfaces = x, y, z+\n"
                 "[material.core]\ntype = magnetised_plasma\nfp = 5 GHz\n"
                 "magnetic_field = %s\n"
                 "[shape.slab]\ntype = box\nfrom = 0, 0, 0 m\nto = 4, 4, 6 mm\n"
                 "material = core\n",
                 n / 2 ? "magnetic" : "electric", field[n % 2]);
        write_file("m.ini", text);
        MUST("m.ini", "--force");
        ck_assert_msg(!strstr(said, "[material.core] is no image of itself") == !(n % 2),
                      "%d: %s", n, said);
    }
}
END_TEST

/* Ez, and a B in the plane: J turns out of the fields of the mode. */
START_TEST(a_current_that_a_2d_mode_has_no_field_for_is_refused)
{
    static const char flat[] =
        "[grid]\ncells = 12, 12, 1\nspacing = 1 mm\ninvariant = z\nmode = tm\nbackground = p\n"
        "[run]\nsteps = 2\n[boundary.all]\ntype = pec\n[material.p]\ntype = "
        "magnetised_plasma\nfp = 5 GHz\n"
        "magnetic_field = 0, 0, 0.2 T\n";
    write_file("m.ini", flat);
    MUST("m.ini");
    ck_assert_int_eq(RUN("m.ini", "--set", "material.p.magnetic_field=0.1, 0, 0 T"), YEE_INPUT);
    says("its law 'magnetised_plasma' makes a current along y, where a 2-D grid of this mode "
         "has "
         "no field");
    MUST("m.ini", "--force", "--set", "grid.mode=te");
}
END_TEST

START_TEST(a_port_in_a_medium_with_a_law_is_warned_of)
{
    static const char port[] = "[source.port]\ntype = voltage\nnegative = 0, 0, 30 mm\n"
                               "positive = 1, 0, 30 mm\nwaveform = pulse\n";
    write_model(kerr, port);
    MUST("m.ini", "--force", "--set", "run.steps=2");
    says("[material.core] has a law, 'kerr', at an edge of port 'port'");
    write_model("[material.core]\ntype = dielectric\neps = 2\n", port);
    MUST("m.ini", "--force", "--set", "run.steps=2");
    ck_assert_ptr_null(strstr(said, "has a law"));
}
END_TEST

/* The output of `yee plan m.ini` without the breaks of its lines. */
static const char *plan(void)
{
    static char text[1 << 16];
    const char *const argv[] = {"yee", "plan", "m.ini", NULL};
    ck_assert_int_eq(run_with(to_file, argv), YEE_OK);
    FILE *file = fopen("plan.txt", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    size_t n = 0;
    for (const char *at = text; *at; at++)
        if (*at != '\n' && (*at != ' ' || (n && text[n - 1] != ' ')))
            text[n++] = *at;
        else if (*at == '\n' && n && text[n - 1] != ' ')
            text[n++] = ' ';
    text[n] = 0;
    return text;
}

static void plans(const char *words, bool yes)
{
    const char *text = plan();
    ck_assert_msg(!strstr(text, words) == !yes, "\"%s\" is %s in: %s", words,
                  yes ? "not" : "still", text);
}

/* Beyond the sources' band there is a third harmonic, which must not be folded onto it. */
START_TEST(transforms_look_at_every_step_where_a_law_makes_frequencies)
{
    static const char spectrum[] = "[output.s]\ntype = spectrum\nfrequencies = 5 GHz\n";
    write_model(kerr, spectrum);
    plans("summed every step: the law 'kerr' of 'core' makes frequencies that no source plays",
          true);
    plans("core: eps 2, law kerr ", true);
    plans("core: eps 1.5, law kerr in 50 %", true);
    write_model(plasma, "");
    plans("core: law magnetised_plasma in 20 cells", true);
    write_model("[material.core]\ntype = dielectric\neps = 2\n", spectrum);
    plans("summed every step", false);
    write_model("[material.core]\ntype = modulated\ndepth = 0.4\nfrequency = 20 GHz\n", "");
    plans("its law 'modulated' gives energy: weak fields along x grow 1.0", true);
}
END_TEST

START_TEST(two_laws_are_not_added)
{
    write_model(kerr,
                "add = other\n[material.other]\ntype = chi2\nchi2 = 1e-3 m/V\naxis = x\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("add: 'other' has the law 'chi2', which cannot be added");
    write_model(kerr,
                "add = other\n[material.other]\ntype = debye\ndelta_eps = 1\ntau = 9 ps\n");
    MUST("m.ini");
}
END_TEST

/* `yee check MODULE` fails and says this. */
static void check_says(const char *module, const char *what)
{
    const char *const argv[] = {"yee", "check", module, NULL};
    ck_assert_int_ne(run_with(to_file, argv), YEE_OK);
    char printed[1 << 16];
    FILE *file = fopen("plan.txt", "r");
    ck_assert_ptr_nonnull(file);
    printed[fread(printed, 1, sizeof printed - 1, file)] = 0;
    fclose(file);
    ck_assert_msg(strstr(printed, what), "\"%s\" is not in: %s", what, printed);
}

START_TEST(a_fault_of_a_law_of_cells_is_found_by_check)
{
    static const char *const fault[] = {
        "it gives ",
        "rest does not stay rest: a current comes from no field",
        "a row writes to E, which it is to read",
        "a row writes beyond its cells or words",
        "rows of other lengths have other bits",
        "a parameter that is not finite",
    };
    set_fault(_i + 1);
    check_says(MODULE_UNRULY_CELL, fault[_i]);
}
END_TEST

/* `yee check` finds each fault by itself. */
START_TEST(a_fault_of_a_law_is_found_by_check)
{
    static const char *const fault[] = {
        "it gives ",
        "rest does not stay rest",
        "least() says 1, but dD/(eps0 dE) falls to 0.",
        "a row writes beyond its points or words",
        "rows of other lengths have other bits",
        "a parameter that is not finite",
    };
    set_fault(_i + 1);
    check_says(MODULE_UNRULY, fault[_i]);
}
END_TEST

START_TEST(a_fault_of_a_port_law_is_found_by_check)
{
    static const char *const fault[] = {
        "it gives ",
        "current() writes beyond its words",
        "the voltage falls where the drive rises",
        "current() is no number",
    };
    const char text[2] = {(char)('1' + _i), 0};
    setenv("UNFIT", text, 1);
    check_says(MODULE_UNFIT, fault[_i]);
}
END_TEST

/* examples/laws: the laws of docs/writing-a-law.md. */
START_TEST(the_laws_of_the_page_pass_their_check)
{
    static const char *const module[] = {MODULE_TWO_PHOTON, MODULE_HEATER};
    const char *const argv[] = {"yee", "check", module[_i], NULL};
    ck_assert_int_eq(run_with(NULL, argv), YEE_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("laws");
    TCase *tcase = tcase_create("laws");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_add_test(tcase, a_scheme_without_laws_is_declined_for_by_name);
    tcase_add_loop_test(tcase, a_restarted_run_with_a_law_has_the_bits_of_one_run, 0,
                        12 / few_every(2));
    tcase_add_loop_test(tcase, a_checkpoint_of_another_law_is_refused_with_the_difference, 0,
                        4);
    tcase_add_test(tcase, keys_that_do_not_go_together_are_refused);
    tcase_add_test(tcase, a_scheme_without_laws_of_cells_is_declined_for_by_name);
    tcase_add_loop_test(tcase, a_cut_run_with_a_law_of_cells_has_the_bits_of_one, 0, 2);
    tcase_add_test(tcase, a_plasma_is_no_image_of_itself_where_b_lies_in_the_plane);
    tcase_add_test(tcase, a_current_that_a_2d_mode_has_no_field_for_is_refused);
    tcase_add_test(tcase, a_field_beyond_the_reach_of_its_law_is_warned_of_once);
    tcase_add_test(tcase, a_law_that_grows_by_itself_is_refused);
    tcase_add_test(tcase, transforms_look_at_every_step_where_a_law_makes_frequencies);
    tcase_add_test(tcase, a_law_that_is_no_image_of_itself_is_warned_of);
    tcase_add_test(tcase, a_port_in_a_medium_with_a_law_is_warned_of);
    tcase_add_test(tcase, an_absorber_that_the_time_step_does_not_carry_is_refused);
    tcase_add_test(tcase, two_laws_are_not_added);
    tcase_add_loop_test(tcase, a_fault_of_a_law_is_found_by_check, 0, 6);
    tcase_add_test(tcase, a_law_of_cells_that_grows_by_itself_is_refused);
    tcase_add_loop_test(tcase, a_fault_of_a_law_of_cells_is_found_by_check, 0, 6);
    tcase_add_loop_test(tcase, a_fault_of_a_port_law_is_found_by_check, 0, 4);
    tcase_add_loop_test(tcase, the_laws_of_the_page_pass_their_check, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
