/* core/plugin/pointers.h: do the pointers of a module's tables lead anywhere? */
#ifndef YEE_CORE_POINTERS_H
#define YEE_CORE_POINTERS_H

#include "base/diag.h"
#include <yee/plugin.h>

/* YEE_OK where every table and string of a module that was loaded can be read and every function
 * be called, as far as sizes and version are this yee's (the contract refuses others); else
 * YEE_PLUGIN with a sentence. */
yee_status yee_pointers_check(yee_diag *diag, const yee_module *module, const char *file);

#endif
