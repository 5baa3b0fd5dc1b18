/* plugins/importers/gprmax/sources.c: dipoles, voltage sources and transmission lines.
 *
 * gprMax 3 plays an electric current as it is at the beginning of a step, half a step before the
 * middle where it acts, and a magnetic one half a step late; timing = gprmax3 shifts waveforms
 * so. */
#include "gprmax.h"
#include <math.h>

/* Cells of the line between where a wave is put into it and the antenna; each is sqrt(3) c dt
 * long, through which a wave takes sqrt(3) steps. */
enum { LINE_CELLS = 5 };
static const double line_cell = 1.7320508075688772; /* sqrt(3) */

/* Polarisation and node; electric ones sit on the edge behind the node. */
static yee_status placed(gm *m, const gm_command *c, bool electric, const int64_t step[3],
                         int *axis, int64_t node[3])
{
    yee_status status = gm_axis(m, c, 0, axis);
    if (!status)
        status = gm_node(m, c, 1, node);
    if (status)
        return status;
    if (!gm_active(m, (electric ? YEE_EX : YEE_HX) + *axis))
        return gm_fail(m, c,
                       "in 2-D there is no %s field along %s; the domain is one cell thick "
                       "along %c",
                       electric ? "electric" : "magnetic", c->word[0], "xyz"[m->invariant]);
    if (step && (status = gm_moved(m, c, step, node)))
        return status;
    for (int a = 0; a < 3; a++)
        if (a != m->invariant && (a == *axis) == electric && node[a] == m->n[a])
            return gm_fail(m, c,
                           "it lies on the upper face of the domain along %c, behind which "
                           "there is no edge; move it down by a cell",
                           "xyz"[a]);
    return YEE_OK;
}

/* For the record, with the node of the first trace. */
static yee_status note(gm *m, const char *type, const char *section, const int64_t node[3],
                       const int64_t *step)
{
    gm_source *own = GM_ADD(m, source);
    if (!own)
        return YEE_MEMORY;
    *own = (gm_source){type, section, {node[0], node[1], node[2]}, step};
    for (int a = 0; a < 3 && step; a++)
        own->node[a] -= m->trace * step[a];
    return YEE_OK;
}

static yee_status dipole(gm *m, const gm_command *c, bool electric)
{
    static const double early[3] = {[GM_GPRMAX3] = 0.5};
    int64_t node[3];
    int axis;
    const char *wave, *name = gm_section(m, "source", c->name), *where;
    yee_status status = placed(m, c, electric, m->source_step, &axis, node);
    if (status || !name)
        return status ? status : YEE_MEMORY;
    const double shift = (electric ? 1 : -1) * early[m->config->timing] * m->dt;
    status = gm_play(m, c, 4, 5, shift, &wave);
    double at[3];
    for (int a = 0; a < 3; a++)
        at[a] = (double)node[a] + ((a == axis) == electric ? 0.5 : 0);
    if (status || !(where = gm_point(m, at)))
        return status ? status : YEE_MEMORY;
    status = gm_emit_comment(m, GM_TEXT_SOURCES, c);
    if (!status)
        status = gm_emit(m, GM_TEXT_SOURCES, c,
                         "[source.%s]\ntype = dipole\nposition = %s\ndirection = %c\n%s\n"
                         "waveform = %s\n",
                         name, where, "xyz"[axis],
                         electric ? "current = 1 A" : "magnetic_moment = 1 V m", wave);
    return status ? status
                  : note(m, electric ? "HertzianDipole" : "MagneticDipole", name, node,
                         m->source_step);
}

yee_status gm_hertzian(gm *m, const gm_command *c) { return dipole(m, c, true); }

/* M = f/(dx dy dz): a moment of 1 V m. */
yee_status gm_magnetic(gm *m, const gm_command *c) { return dipole(m, c, false); }

/* A port on the edge behind a node. */
static yee_status port(gm *m, const gm_command *c, bool line, double resistance, double shift)
{
    int64_t node[3];
    int axis;
    const char *wave;
    yee_status status = placed(m, c, true, NULL, &axis, node);
    const char *name = gm_section(m, "source", c->name);
    if (status || !name)
        return status ? status : YEE_MEMORY;
    if ((status = gm_play(m, c, 5, 6, shift, &wave)))
        return status;
    double from[3], to[3];
    for (int a = 0; a < 3; a++) {
        from[a] = (double)node[a];
        to[a] = from[a] + (a == axis ? 1 : 0);
    }
    const char *negative = gm_point(m, from), *positive = gm_point(m, to);
    if (!negative || !positive)
        return YEE_MEMORY;
    status = gm_emit_comment(m, GM_TEXT_SOURCES, c);
    if (!status)
        status = gm_emit(m, GM_TEXT_SOURCES, c,
                         "[source.%s]\ntype = %s\nnegative = %s\npositive = %s\n"
                         "%s = %.12g Ohm\nvoltage = 1 V\nwaveform = %s\n",
                         name, line ? "transmission_line" : "voltage", negative, positive,
                         line ? "impedance" : "resistance", resistance, wave);
    if (!status)
        status = gm_emit(m, GM_TEXT_OUTPUTS, c, "\n[output.%s]\ntype = probe\nports = %s\n",
                         gm_section(m, "output", c->name), name);
    return status ? status
                  : note(m, line ? "TransmissionLine" : "VoltageSource", name, node, NULL);
}

/* Half a step late in gprMax 3; without a resistance a whole one in gprMax 4. */
yee_status gm_voltage(gm *m, const gm_command *c)
{
    double resistance;
    yee_status status = gm_real(m, c, 4, "the resistance", &resistance);
    if (!status && resistance < 0)
        status = gm_fail(m, c, "the resistance = %s Ohm; it cannot be below 0", c->word[4]);
    if (status)
        return status;
    const double late = m->config->timing == GM_GPRMAX3                      ? 0.5
                        : m->config->timing == GM_GPRMAX4 && resistance == 0 ? 1
                                                                             : 0;
    return port(m, c, false, resistance, late * m->dt);
}

/* The wave comes as late as from a line of cells. */
yee_status gm_line(gm *m, const gm_command *c)
{
    double resistance;
    yee_status status = gm_real(m, c, 4, "the resistance", &resistance);
    if (!status && !(resistance > 0 && resistance < 376.73))
        status = gm_fail(m, c, "the resistance = %s Ohm; it lies above 0 and below 376.73 Ohm",
                         c->word[4]);
    return status ? status : port(m, c, true, resistance, LINE_CELLS * line_cell * m->dt);
}
