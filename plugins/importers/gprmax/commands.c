/* plugins/importers/gprmax/commands.c: every command of gprMax 3 and 4: how many words it takes,
 * when it is handled and by whom, or why it cannot be. */
#include "gprmax.h"
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
    {"add_grass", 11, 12, false, 0, GM_GEOMETRY, NULL, "x1 y1 z1 x2 y2 z2 D lo hi blades id [seed]",
     "grass is not read; write the voxels by #geometry_objects_write in gprMax, and read them by "
     "#geometry_objects_read"},
    {"geometry_objects_read", 5, 5, false, 0, GM_GEOMETRY, gm_objects_read,
     "x y z file.h5 materials.txt", NULL},

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
    {"plane_wave_angles", 10, ANY, false, 4, GM_SOURCE, NULL, "",
     "plane waves are not read; write [source.NAME] type = plane_wave into what `yee model` makes "
     "of the rest (yee help plane_wave)"},
    {"plane_wave_vector", 11, ANY, false, 4, GM_SOURCE, NULL, "",
     "plane waves are not read; write [source.NAME] type = plane_wave into what `yee model` makes "
     "of the rest (yee help plane_wave)"},
    {"plane_wave_axial", 9, ANY, false, 4, GM_SOURCE, NULL, "",
     "plane waves are not read; write [source.NAME] type = plane_wave into what `yee model` makes "
     "of the rest (yee help plane_wave)"},
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

    {"domain_mode", 0, ANY, false, 4, GM_DOMAIN, NULL, "",
     "[grid] invariant and mode give 2-D modes; take it out, and change what `yee model` makes of "
     "the rest"},
    {"symmetry_boundary", 0, ANY, false, 4, GM_CFS, NULL, "",
     "[boundary.NAME] type = pec or pmc with faces = x-, ... is such a wall; take it out, and change "
     "what `yee model` makes of the rest"},
    {"magnetic_averaging", 0, ANY, false, 4, GM_CFS, NULL, "",
     "yee averages mu along the field, as gprMax 4 does by default; take it out"},
    {"debye_averaging", 0, ANY, false, 4, GM_CFS, NULL, "",
     "dispersive objects keep their edges; for means with poles change `average` in what `yee "
     "model` makes of the rest"},
    {"magnetic_edge", 0, ANY, false, 4, GM_GEOMETRY, NULL, "", "single H edges have no shape; use a #box"},
    {"ntff_surface", 0, ANY, false, 4, GM_VIEW, NULL, "",
     "far fields are not computed; [output.NAME] type = flux gives the power through a surface"},
};
// clang-format on

const gm_row *gm_find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
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

const char *gm_nearest_row(const char *name)
{
    const gm_row *nearest = rows;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t far = distance(name, rows[i].name);
        if (far < least && (rows[i].run || rows[i].instead)) {
            least = far;
            nearest = &rows[i];
        }
    }
    return nearest->name;
}

/* What is wrong with a command whatever its words say. */
static yee_status check(gm *m, const gm_command *c)
{
    const gm_row *row = c->row;
    if (row->dialect && m->dialect && row->dialect != m->dialect)
        gm_say(m, YEE_WARNING, c, "this command is of gprMax %d, others here are of gprMax %d",
               row->dialect, m->dialect);
    m->dialect = row->dialect && !m->dialect ? row->dialect : m->dialect;
    if (!row->run)
        return gm_decline(m, c, row->instead ? row->instead : "it stands where none may");
    if (c->count < row->least || (row->most >= 0 && c->count > row->most))
        return gm_fail(m, c, "has %d words behind it; it takes %s", c->count, row->usage);
    for (const gm_command *other = m->command; row->once && other < c; other++)
        if (other->row == row)
            return gm_fail(m, c, "is there twice, first in line %lld; once is enough",
                           (long long)other->line);
    return YEE_OK;
}

static yee_status need(gm *m, const char *name)
{
    const gm_row *row = gm_find_row(name);
    for (size_t i = 0; i < m->command_count; i++)
        if (m->command[i].row == row)
            return YEE_OK;
    return m->host->fail(m->host, YEE_INPUT, "has no #%s: %s; every model needs one", name,
                         row->usage);
}

yee_status gm_handle(gm *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; i < m->command_count && !status; i++)
        status = check(m, &m->command[i]);
    if (!status)
        status = need(m, "domain");
    if (!status)
        status = need(m, "dx_dy_dz");
    if (!status)
        status = need(m, "time_window");
    for (int phase = 0; phase < GM_PHASES && !status; phase++) {
        for (size_t i = 0; i < m->command_count && !status; i++) {
            const gm_command *c = &m->command[i];
            if (c->row->phase == (gm_phase)phase)
                status = c->row->run(m, c);
        }
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
