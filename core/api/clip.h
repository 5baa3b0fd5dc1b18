/* core/api/clip.h: processes that run one model together each paint the cells of their own
 * subdomains.
 *
 * All functions are collective, where the model has a clip or the session processes: who has failed
 * calls them, too. What cannot be had so is painted whole by every process, which
 * model->clip->whole then says why: the model is of no use, and is built anew. */
#ifndef YEE_CORE_CLIP_H
#define YEE_CORE_CLIP_H

#include "model/model.h"

/* Before anything is painted: where all processes can, the model gets its clip. */
void yee_clip_begin(yee_model *model, yee_status status);
/* A process that never came there. */
void yee_clip_abstain(yee_session *session);
/* The cells are painted: what is said of all of them is agreed on. */
yee_status yee_clip_cells(yee_model *model, yee_status status);
/* The media are made: all processes have the same list of them. */
yee_status yee_clip_media(yee_model *model, yee_status status);
/* A stage that asks about cells and points: done again until all that it asks is known. */
yee_status yee_clip_stage(yee_model *model, yee_status (*stage)(yee_model *));
/* A sum over the cells of this process becomes that of all. */
yee_status yee_clip_sum(const yee_model *model, uint64_t *sum);
/* questions.c: whether any process has noted a question, 1, or more than can be answered, 2. */
yee_status yee_questions_noted(yee_model *model, unsigned *bits);
/* Answers those that all processes have noted. */
yee_status yee_questions_answer(yee_model *model);
/* Not collective. model.c: time step and number of steps, by the cells that are there. */
yee_status yee_model_length(yee_model *model);

#endif
