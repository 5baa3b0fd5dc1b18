/* plugins/importers/gprmax/gprmax.c: input files of gprMax, versions 3 and 4.
 *
 * C. Warren, A. Giannopoulos and I. Giannakis, Comput. Phys. Commun. 209 (2016) 163, describe the
 * program; docs/gprmax.md has the commands and what becomes of each. */
#include "gprmax.h"

static const yee_param params[] = {
    YEE_PARAM_CHOICE(gm_config, timing, "exact", "exact|gprmax3|gprmax4",
                     "When sources act. exact: at the middle of their steps; gprmax3: half a "
                     "step late, for comparison with records of gprMax 3; gprmax4: exact but "
                     "for voltage sources without resistance, a step late."),
    YEE_PARAM_CHOICE(
        gm_config, step, "gprmax", "gprmax|yee",
        "Time step. gprmax: that of gprMax; yee: that of the scheme, over the same "
        "time, for `yee compare` and for schemes of high order."),
    YEE_PARAM_CHOICE(
        gm_config, pml, "gprmax", "gprmax|yee|gprmax3",
        "Layers. gprmax: where no #pml_cfs is given its default, alpha 0, kappa 1 "
        "and quartic sigma; yee: the default of cpml, which absorbs more; gprmax3: "
        "as gprmax, but the largest sigma of all layers is that of the first one, a "
        "defect of gprMax 3, for comparison with its records."),
    YEE_PARAM_CHOICE(
        gm_config, rules, "intended", "intended|gprmax3",
        "Media and objects. intended: as gprMax's manual has them; gprmax3: with the defects "
        "of "
        "gprMax 3, for comparison with its records: mu of 1 between two media, sectors above "
        "180 degrees, poles of Drude media and of repeated commands, water of Peplinski "
        "soils."),
    YEE_PARAM_CHOICE(gm_config, record, "gprmax3", "gprmax3|gprmax4|no",
                     "Form of the record of all receivers beside the main file, <stem>.out or "
                     "<stem>_gprmax.h5; no: none."),
    YEE_PARAM_TEXT(
        gm_config, python, YEE_UNSET,
        "The Python that runs #python blocks, \"python3\"; none: files with blocks are "
        "declined, as a block can do anything."),
    YEE_PARAM_CHOICE(
        gm_config, snapshots, "yee", "yee|gprmax|h5",
        "Form of snapshots. yee: fields at their own points, <stem>_<file>.vtkhdf; "
        "gprmax: means over cells, <stem>_<file>.vti, with record = gprmax4 .vtkhdf; h5: such "
        "means in <stem>_<file>.h5, as of gprMax 4."),
    YEE_PARAM_INT(gm_config, trace, "0", 0, 1e6,
                  "Which run of a scan, from 1 on: #src_steps and #rx_steps move by trace - 1 "
                  "steps. 0: the first; with traces above 1 all of them, for `yee sweep`."),
    YEE_PARAM_INT(gm_config, traces, "1", 1, 1e6,
                  "Number of runs of the scan. Of a chosen trace the number is part of file "
                  "names."),
    YEE_PARAM_INT(
        gm_config, scan_trace, "0", 0, 1e6,
        "Trace, from 0 on, whose places the text has that is made for a sweep over all; "
        "the sweep sets it where blocks of Python make each trace anew."),
    YEE_PARAM_END,
};

static yee_status read_all(gm *m)
{
    const yee_status status = gm_read(m);
    return status ? status : gm_handle(m);
}

static yee_status convert(const yee_host *host, const void *self, const char *path,
                          yee_writer *writer)
{
    gm m = {.host = host,
            .config = self,
            .writer = writer,
            .path = path,
            .factor = 1,
            .pml = {10, 10, 10, 10, 10, 10},
            .plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (!m.plain)
        return host->fail(host, YEE_MEMORY, "no memory for a locale");
    if (m.config->traces > 1 && m.config->trace > m.config->traces) {
        freelocale(m.plain);
        return host->fail(host, YEE_INPUT, "trace = %lld is above traces = %lld",
                          (long long)m.config->trace, (long long)m.config->traces);
    }
    m.trace = m.config->trace ? m.config->trace - 1 : m.config->scan_trace;
    m.scan = m.config->traces > 1 && !m.config->trace;
    yee_status status = read_all(&m);
    if (!status)
        status = gm_flush(&m);
    freelocale(m.plain);
    return status;
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ".in",
    .convert = convert,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_IMPORTER,
    .name = "gprmax",
    .summary = "input files of gprMax 3 and 4",
    .reference = "https://doi.org/10.1016/j.cpc.2016.08.020",
    .config_size = sizeof(gm_config),
    .params = params,
    .ops = &ops,
    .example = "#title: a pipe in sand\n"
               "#domain: 0.20 0.16 0.002\n"
               "#dx_dy_dz: 0.002 0.002 0.002\n"
               "#time_window: 1e-9\n"
               "#material: 5 0.001 1 0 sand\n"
               "#box: 0 0 0 0.2 0.1 0.002 sand\n"
               "#cylinder: 0.1 0.05 0 0.1 0.05 0.002 0.012 pec\n"
               "#waveform: ricker 1 1.5e9 pulse\n"
               "#hertzian_dipole: z 0.08 0.11 0 pulse\n"
               "#rx: 0.12 0.11 0\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
