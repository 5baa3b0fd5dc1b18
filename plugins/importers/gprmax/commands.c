/* plugins/importers/gprmax/commands.c: every command of gprMax 3 and 4: how many words it takes,
 * when it is handled and by whom, or why it cannot be. */
#include "gprmax.h"
#include <stdio.h>
#include <string.h>

#define ANY (-1)

// clang-format off
static const gm_row rows[] = {
    /* name, words from, to, once, dialect, phase, handler, usage, instead */
    {"domain", 3, 3, true, 0, GM_DOMAIN, gm_domain, "Lx Ly Lz", NULL},
    {"dx_dy_dz", 3, 3, true, 0, GM_STEPS, gm_dx_dy_dz, "dx dy dz", NULL},
    {"time_window", 1, 1, true, 0, GM_WINDOW, gm_time_window, "T (s) or a number of iterations", NULL},
    {"title", 0, ANY, true, 0, GM_TITLE, gm_title, "text", NULL},
    {"messages", 1, 1, true, 3, GM_TITLE, gm_ignored, "y or n", NULL},
    {"num_threads", 1, 1, true, 3, GM_TITLE, gm_threads, "number", NULL},
    {"omp_threads", 1, 1, true, 4, GM_TITLE, gm_threads, "number", NULL},
    {"time_step_stability_factor", 1, 1, true, 0, GM_FACTOR, gm_stability, "factor", NULL},
    {"output_dir", 1, ANY, true, 0, GM_TITLE, gm_output_dir, "folder", NULL},
    {"include_file", 1, ANY, false, 0, GM_TITLE, NULL, "file", NULL},
    {"end_python", 0, ANY, false, 0, GM_TITLE, NULL, "", "no #python: stands before it"},
    {"taguchi", 0, ANY, false, 3, GM_TITLE, NULL, "", "an optimisation is a program around yee; "
     "take the block out and run yee in a loop with --set"},
    {"end_taguchi", 0, ANY, false, 3, GM_TITLE, NULL, "", "an optimisation is a program around yee"},
    {"src_steps", 3, 3, true, 0, GM_SHIFTS, gm_src_steps, "dx dy dz", NULL},
    {"rx_steps", 3, 3, true, 0, GM_SHIFTS, gm_rx_steps, "dx dy dz", NULL},

    {"material", 5, 5, false, 0, GM_MATERIAL, gm_material_add, "er sigma mr sigma* id", NULL},
    {"add_dispersion_debye", 4, ANY, false, 0, GM_DISPERSION, gm_debye,
     "poles, then delta_er tau for each, then ids", NULL},
    {"add_dispersion_lorentz", 5, ANY, false, 0, GM_DISPERSION, gm_lorentz,
     "poles, then delta_er f0 delta for each, then ids", NULL},
    {"add_dispersion_lorenz", 5, ANY, false, 0, GM_DISPERSION, gm_lorentz, /* as gprMax 3 writes it */
     "poles, then delta_er f0 delta for each, then ids", NULL},
    {"add_dispersion_drude", 4, ANY, false, 0, GM_DISPERSION, gm_drude,
     "poles, then fp gamma for each, then ids", NULL},
    {"soil_peplinski", 7, 7, false, 0, GM_MIXTURE, gm_peplinski,
     "sand clay rho_bulk rho_sand th_lo th_hi id", NULL},
    {"material_range", 9, 9, false, 4, GM_MIXTURE, gm_material_range, "er1 er2 s1 s2 mr1 mr2 sm1 sm2 id", NULL},
    {"material_list", 2, ANY, false, 4, GM_MIXTURE, gm_material_list, "ids of materials, then the list's id", NULL},

    {"box", 7, 9, false, 0, GM_GEOMETRY, gm_box, "x1 y1 z1 x2 y2 z2 id [y|n], or three ids", NULL},
    {"cylinder", 8, 10, false, 0, GM_GEOMETRY, gm_cylinder,
     "x1 y1 z1 x2 y2 z2 radius id [y|n], or three ids", NULL},
    {"sphere", 5, 7, false, 0, GM_GEOMETRY, gm_sphere, "x y z radius id [y|n], or three ids", NULL},
    {"ellipsoid", 7, 9, false, 4, GM_GEOMETRY, gm_ellipsoid, "x y z a b c id [y|n], or three ids", NULL},
    {"cone", 9, 11, false, 4, GM_GEOMETRY, gm_cone,
     "x1 y1 z1 x2 y2 z2 radius1 radius2 id [y|n], or three ids", NULL},
    {"cylindrical_sector", 9, 11, false, 0, GM_GEOMETRY, gm_sector,
     "axis c1 c2 from to radius start sweep id [y|n], or three ids", NULL},
    {"triangle", 11, 13, false, 0, GM_GEOMETRY, gm_triangle,
     "x1 y1 z1 x2 y2 z2 x3 y3 z3 thickness id [y|n], or three ids", NULL},
    {"plate", 7, 8, false, 0, GM_GEOMETRY, gm_plate, "x1 y1 z1 x2 y2 z2 id", NULL},
    {"edge", 7, 7, false, 0, GM_GEOMETRY, gm_edge, "x1 y1 z1 x2 y2 z2 id", NULL},
    {"fractal_box", 13, 15, false, 0, GM_GEOMETRY, gm_fractal_box,
     "x1 y1 z1 x2 y2 z2 D wx wy wz bins mixture id [seed [y|n]]", NULL},
    {"add_surface_roughness", 12, 13, false, 0, GM_GEOMETRY, gm_surface,
     "x1 y1 z1 x2 y2 z2 D w1 w2 lo hi id [seed]", NULL},
    {"add_surface_water", 8, 8, false, 0, GM_GEOMETRY, gm_surface, "x1 y1 z1 x2 y2 z2 depth id", NULL},
    {"add_grass", 11, 12, false, 0, GM_GEOMETRY, gm_surface, "x1 y1 z1 x2 y2 z2 D lo hi blades id [seed]",
     NULL},
    {"geometry_objects_read", 5, 6, false, 0, GM_GEOMETRY, gm_objects_read,
     "x y z file.h5 materials.txt [y|n]", NULL},

    {"waveform", 4, 4, false, 0, GM_WAVEFORM, gm_waveform_add, "type amplitude frequency id", NULL},
    {"excitation_file", 1, 3, false, 0, GM_EXCITE, gm_excitation, "file [kind fill]", NULL},
    {"hertzian_dipole", 5, 7, false, 0, GM_SOURCE_HERTZIAN, gm_hertzian,
     "polarisation x y z waveform [start stop]", NULL},
    {"magnetic_dipole", 5, 7, false, 0, GM_SOURCE_MAGNETIC, gm_magnetic,
     "polarisation x y z waveform [start stop]", NULL},
    {"voltage_source", 6, 8, false, 0, GM_SOURCE, gm_voltage,
     "polarisation x y z resistance waveform [start stop]", NULL},
    {"transmission_line", 6, 8, false, 0, GM_SOURCE_LINE, gm_line,
     "polarisation x y z resistance waveform [start stop]", NULL},
    {"plane_wave_angles", 10, 13, false, 4, GM_WAVE, gm_wave_angles,
     "x1 y1 z1 x2 y2 z2 theta phi psi waveform [material [start stop]]", NULL},
    {"plane_wave_vector", 11, 14, false, 4, GM_WAVE, gm_wave_vector,
     "x1 y1 z1 x2 y2 z2 mx my mz psi waveform [material [start stop]]", NULL},
    {"plane_wave_axial", 9, 11, false, 4, GM_WAVE, gm_wave_axial,
     "x1 y1 z1 x2 y2 z2 psi axis waveform [start stop]", NULL},
    {"discrete_plane_wave", 10, 12, false, 4, GM_WAVE, gm_wave_discrete,
     "x1 y1 z1 x2 y2 z2 psi phi theta waveform [start stop]", NULL},
    {"rx", 3, ANY, false, 0, GM_RECEIVER, gm_rx, "x y z [id component ...]", NULL},
    {"rx_array", 9, 9, false, 0, GM_RECEIVER, gm_rx_array, "x1 y1 z1 x2 y2 z2 dx dy dz", NULL},
    {"snapshot", 11, 11, false, 0, GM_SNAPSHOT, gm_snapshot,
     "x1 y1 z1 x2 y2 z2 dx dy dz T (s) or iteration, file", NULL},
    {"geometry_view", 11, 11, false, 0, GM_VIEW, gm_view, "x1 y1 z1 x2 y2 z2 dx dy dz file n|f", NULL},
    {"geometry_objects_write", 7, 7, false, 0, GM_VIEW, gm_objects_write, "x1 y1 z1 x2 y2 z2 file", NULL},
    {"pml_cells", 1, 6, true, 0, GM_PML_CELLS, gm_pml_cells, "n, or x0 y0 z0 xmax ymax zmax", NULL},
    {"pml_formulation", 1, 1, true, 0, GM_PML_CELLS, gm_pml_formulation, "HORIPML or MRIPML", NULL},
    {"pml_cfs", 12, 12, false, 0, GM_CFS, gm_pml_cfs,
     "profile direction min max, for alpha, kappa and sigma", NULL},

    {"domain_mode", 1, 1, true, 4, GM_STEPS, gm_domain_mode, "TM, TE or 3D", NULL},
    {"symmetry_boundary", 2, 2, false, 4, GM_PML_CELLS, gm_symmetry, "face (x0, ymax, ...) pec|pmc", NULL},
    {"magnetic_averaging", 1, 1, true, 4, GM_TITLE, gm_magnetic_averaging, "harmonic or arithmetic", NULL},
    {"debye_averaging", 1, 1, true, 4, GM_TITLE, gm_dispersive_averaging, "y or n", NULL},
    {"dispersive_averaging", 1, 1, true, 4, GM_TITLE, gm_dispersive_averaging, "y or n", NULL},
    {"magnetic_edge", 0, ANY, false, 4, GM_GEOMETRY, NULL, "", "single H edges have no shape; use a #box"},
};
// clang-format on

const gm_row *gm_find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

/* What gprMax 4 has beyond, by the beginnings of the names. */
const char *gm_beyond(const char *name)
{
    static const struct {
        const char *begins, *instead;
    } beyond[] = {
        {"ntff_",
         "far fields are not read; [output.NAME] type = flux gives the power through a "
         "surface"},
        {"ksir_",
         "far fields are not read; [output.NAME] type = flux gives the power through a "
         "surface"},
        {"flux", "fluxes are not read; [output.NAME] type = flux is one"},
        {"eigenmode_", "modes of guides are not read; [source.NAME] type = current_sheet or "
                       "voltage feeds one"},
        {"rx_port", "ports are not read; the voltage and current of every #voltage_source are "
                    "recorded without it"},
        {"study", "studies are not read; [sweep.NAME] runs many models of one file"},
        {"material_from_database", "databases are not read; give #material"},
        {"thin_wire", "thin wires are not read; #edge is a wire of a fifth of a cell"},
        {"magnetic_frill", "frills are not read; #voltage_source feeds a gap"},
        {"lumped_", "networks are not read; [source.NAME] type = lumped is R, L and C"},
        {"rational_", "networks are not read; [source.NAME] type = lumped is R, L and C"},
        {"impedance_", "sheets are not read; [boundary.NAME] type = impedance is a wall"},
        {"surface_impedance",
         "sheets are not read; [boundary.NAME] type = impedance is a wall"},
        {"pml_slab", "layers within the domain are not made"},
        {"internal_pml", "layers within the domain are not made"},
        {"subgrid",
         "finer grids within the grid are not made; [grid] refine_x = is a graded one"},
    };
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (!strncmp(name, beyond[i].begins, strlen(beyond[i].begins)))
            return beyond[i].instead;
    return NULL;
}

/* Letters to insert, take out or change (Levenshtein); names are short. */
static size_t distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    size_t row[LONGEST + 1];
    const size_t n = strnlen(a, LONGEST), k = strnlen(b, LONGEST);
    for (size_t j = 0; j <= k; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= k; j++) {
            const size_t change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = 1 + (row[j - 1] < row[j] ? row[j - 1] : row[j]);
            row[j] = change < row[j] ? change : row[j];
        }
    }
    return row[k];
}

yee_status gm_no_such(gm *m, const gm_command *c)
{
    enum { SLIPS = 3 }; /* letters; what is farther is no slip */
    const char *name = c->name;
    const gm_row *nearest = rows;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t far = distance(name, rows[i].name);
        if (far < least && (rows[i].run || rows[i].instead)) {
            least = far;
            nearest = &rows[i];
        }
    }
    if (least > SLIPS || least >= strlen(name))
        return gm_fail(m, c, "gprMax has no such command");
    return gm_fail(m, c, "gprMax has no such command; did you mean #%s?", nearest->name);
}

/* What is wrong with a command whatever its words say. */
static yee_status check(gm *m, const gm_command *c)
{
    const gm_row *row = c->row;
    if (row->dialect && m->dialect && row->dialect != m->dialect)
        gm_say(m, YEE_WARNING, c, "this command is of gprMax %d, others here are of gprMax %d",
               row->dialect, m->dialect);
    m->dialect = row->dialect && !m->dialect ? row->dialect : m->dialect;
    if (!row->run && row->phase == GM_TITLE && !strcmp(c->name, "end_python"))
        return gm_fail(m, c, "%s", row->instead);
    if (!row->run)
        return gm_decline(m, c, row->instead ? row->instead : "it stands where none may");
    if (!strcmp(c->name, "voltage_source") && c->count > row->most)
        return gm_decline(m, c,
                          "names and fits of ports, behind the stop, are not read; voltage and "
                          "current of every source are recorded without them");
    if (c->count < row->least || (row->most >= 0 && c->count > row->most))
        return gm_fail(m, c, "has %d words behind it; it takes %s", c->count, row->usage);
    for (const gm_command *other = m->command; row->once && other < c; other++)
        if (other->row == row)
            return gm_fail(m, c, "is there twice, first in line %lld; once is enough",
                           (long long)other->line);
    return YEE_OK;
}

static const char *const needed[] = {"domain", "dx_dy_dz", "time_window"};
enum { NEEDED = sizeof needed / sizeof *needed };

/* Warns of a command behind blanks, which is a comment as well and was hardly meant to be one. */
static void warn_of_indented(const gm *m, const char *text, int64_t line)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    if (*text != '#' || text[length] != ':' || length > sizeof name)
        return;
    snprintf(name, sizeof name, "%.*s", (int)length - 1, text + 1);
    if (gm_find_row(name))
        m->host->log(m->host, YEE_WARNING,
                     "line %lld, #%s: it begins with a blank, so that it is a comment and left "
                     "out; a command begins with its #",
                     (long long)line, name);
}

void gm_note_idle(gm *m, const char *text, int64_t line)
{
    text += strspn(text, " \t\r\v\f");
    warn_of_indented(m, text, line);
    text += *text == '#';
    for (int i = 0; i < NEEDED; i++) {
        const size_t n = strlen(needed[i]);
        if (!m->idle[i] && !strncmp(text, needed[i], n) && text[n] == ':')
            m->idle[i] = line;
    }
}

static yee_status need(gm *m, int number)
{
    const char *name = needed[number];
    const gm_row *row = gm_find_row(name);
    for (size_t i = 0; i < m->command_count; i++)
        if (m->command[i].row == row)
            return YEE_OK;
    if (m->idle[number])
        return m->host->fail(m->host, YEE_INPUT,
                             "has no #%s: %s; every model needs one, and line %lld has it "
                             "without a # as its first letter, so that it is a comment",
                             name, row->usage, (long long)m->idle[number]);
    return m->host->fail(m->host, YEE_INPUT, "has no #%s: %s; every model needs one", name,
                         row->usage);
}

yee_status gm_handle(gm *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; i < m->command_count && !status; i++)
        status = check(m, &m->command[i]);
    for (int i = 0; i < NEEDED && !status; i++)
        status = need(m, i);
    for (int phase = 0; phase < GM_PHASES && !status; phase++) {
        for (size_t i = 0; i < m->command_count && !status; i++) {
            const gm_command *c = &m->command[i];
            if (c->row->phase == (gm_phase)phase)
                status = c->row->run(m, c);
        }
        if (!status && phase == GM_DISPERSION)
            gm_check_rules(m);
        if (!status && phase == GM_DISPERSION)
            status = gm_write_media(m);
        if (!status && phase == GM_RECEIVER)
            status = gm_write_probes(m);
    }
    if (!status)
        status = gm_write_faces(m);
    if (!status)
        status = gm_write_record(m);
    if (!status)
        status = gm_write_scan(m);
    return status ? status : gm_write_head(m);
}
