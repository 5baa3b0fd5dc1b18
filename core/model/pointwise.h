/* core/model/pointwise.h: the laws of materials, yee/law.h. */
#ifndef YEE_CORE_POINTWISE_H
#define YEE_CORE_POINTWISE_H

#include "model.h"

/* Fails with what is wrong with the law that a plugin gave a material. */
yee_status yee_model_check_law(const yee_model *model, const yee_instance *instance,
                               const yee_material *material);
/* The form of a law (a bit of yee_law.has): of a magnetic one YEE_LAW_MAGNETIC alone. */
uint32_t yee_law_form(const yee_law *law);
/* The forms of all materials' laws and of surfaces; name: who has one, as "material 'core'"; NULL:
 * nobody. */
uint32_t yee_model_law_forms(const yee_model *model, const char **name);
/* The instance whose law it is; NULL: none, it is that of surfaces (surface/oblique.h). */
const yee_instance *yee_model_law_owner(const yee_model *model, const yee_law *law,
                                        const void *self);
/* "the law 'kerr' of ... makes frequencies that no source plays"; NULL: no law in use does. */
const char *yee_model_makes_frequencies(const yee_model *model);
/* Laws, their parameters and signals, of the problem's media. Once the sources have emitted. */
yee_status yee_model_laws(yee_model *model);

#endif
