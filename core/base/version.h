/* core/base/version.h: which yee this is. */
#ifndef YEE_CORE_VERSION_H
#define YEE_CORE_VERSION_H

const char *yee_version(void);  /* "0.1.0" */
const char *yee_revision(void); /* git revision at configure time, "unknown" without git */

#endif
