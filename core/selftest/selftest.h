/* core/selftest/selftest.h: what is wrong, or nearly so, with a model before its first step. */
#ifndef YEE_CORE_SELFTEST_H
#define YEE_CORE_SELFTEST_H

#include "model/band.h"
#include "model/findings.h"

/* sources.c: warns of sources that a run is too short to see. */
yee_status yee_selftest_length(yee_model *model);
/* ports.c: warns of ports that end a cell before the conductor that they are to feed. */
yee_status yee_selftest_ports(yee_model *model);
/* outputs.c: warns of outputs in layers and of probes in perfect conductors, of frequencies that no
 * source plays, of records too far apart for those it plays, and of records that the disk cannot
 * hold. */
yee_status yee_selftest_outputs(yee_model *model);
/* media.c: warns of media that gain energy, and of those whose response the time step changes. */
yee_status yee_selftest_media(yee_model *model);
/* laws.c: refuses laws of media that grow by themselves, and tells how active ones do. */
yee_status yee_selftest_laws(yee_model *model);
/* cells.c: refuses laws of cells that grow by themselves, or whose currents a 2-D grid cannot take. */
yee_status yee_selftest_cells(yee_model *model);
/* linear.c: warns of laws at ports, and of those that are no image of themselves beyond a plane of
 * symmetry. */
yee_status yee_selftest_linear(yee_model *model);
/* layers.c: warns of layers and damped cells that are thin, of sheets that a scheme's differences
 * reach across, and of sources in layers. */
yee_status yee_selftest_layers(yee_model *model);
yee_status yee_selftest_buried(yee_model *model);
/* outline.c: tells of objects of whole cells whose faces the grid moves. */
yee_status yee_selftest_outlines(yee_model *model);
/* owned.c: tells of metals whose curved surfaces are of whole cells, and of what is lost. */
yee_status yee_selftest_owned(yee_model *model);
/* unused.c: warns of materials and waveforms that nothing uses. */
yee_status yee_selftest_unused(yee_model *model);
/* placement.c: warns of objects that lie far outside of the grid. */
yee_status yee_selftest_placement(yee_model *model);
/* idle.c: warns of sources that play nothing and of media that none is like. */
yee_status yee_selftest_idle(yee_model *model);
/* resonance.c: tells of means of media that resonate as none of their parts does. */
yee_status yee_selftest_resonances(yee_model *model);
/* backward.c: warns of media in absorbing layers whose modes a layer amplifies. */
yee_status yee_selftest_backward(yee_model *model);
/* Looks at a built model and fills model->finding: media against the grid and the sources'
 * band, discrete against analytic permittivity, layers, memory. */
yee_status yee_selftest(yee_model *model);
/* Logs the warnings, once; fails with the first error,
 * or with the first warning when strict. */
yee_status yee_selftest_enforce(const yee_model *model, bool strict);
/* Fails where the run needs more memory than there is: before a scheme asks for it. */
yee_status yee_selftest_fits(const yee_model *model);
/* Refuses, before they are taken, so many bytes a cell where the machine has not as many: a
 * system without memory ends processes, and nobody says why. */
yee_status yee_selftest_fits_memory(const yee_model *model, double bytes);
#endif
