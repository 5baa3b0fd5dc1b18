/* core/api/join.h: processes that run one model together, as the stages of a model and of a run see
 * them. */
#ifndef YEE_CORE_JOIN_H
#define YEE_CORE_JOIN_H

#include "run/communicator.h"
#include "simulation.h"

/* After a model was read, or was not: what the processes make of it together. Those whose models
 * all say transport = none part; a launch whose processes were not joined is refused. */
yee_status yee_join_model(yee_session *session, const yee_model *model, yee_status status);
/* Before it is planned: whether all processes have the same model, cut, modules and library. */
yee_status yee_join_compare(const yee_simulation *simulation);

#endif
