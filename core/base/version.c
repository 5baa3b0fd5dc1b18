/* core/base/version.c: the only file that is built anew when the revision changes. */
#include "version.h"

const char *yee_version(void) { return YEE_VERSION; }
const char *yee_revision(void) { return YEE_REVISION; }
