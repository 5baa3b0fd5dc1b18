/* core/api/choose.h: the scheme of a model that one process reads, or several. */
#ifndef YEE_CORE_CHOOSE_H
#define YEE_CORE_CHOOSE_H

#include "model/model.h"

/* The scheme that the model names; for "auto" the first that all processes have. Collective. */
yee_status yee_choose_scheme(yee_model *model);
/* A process that never came there. */
void yee_choose_abstain(yee_session *session);

#endif
