/* tests/cases/modules/other_libc.c: preloaded into one process of several, which then says that its
 * C library is another. */
__attribute__((visibility("default"))) const char *gnu_get_libc_version(void);
const char *gnu_get_libc_version(void) { return "1.99"; }
