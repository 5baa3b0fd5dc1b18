/* core/base/installed.h: what lies beside the code of libyee, in a build tree and where it is
 * installed, moved or not. */
#ifndef YEE_CORE_INSTALLED_H
#define YEE_CORE_INSTALLED_H

/* The folder of libyee, or of the program that holds its code; malloc. NULL: not known. */
char *yee_installed_beside(void);
/* The path of a model of the examples by its name, "antennas/horn.ini"; malloc. NULL: there is
 * none. */
char *yee_installed_example(const char *name);

#endif
