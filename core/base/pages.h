/* core/base/pages.h: pages of large arrays. */
#ifndef YEE_CORE_PAGES_H
#define YEE_CORE_PAGES_H

#include <stddef.h>

/* Asks the system for huge pages (2 MiB) where an array has room for them: its first writing or
 * reading then takes one fault for 512 pages, and a page is backed as a whole, which an array that
 * is written only here and there pays for. Nothing changes but speed and, of such arrays, memory. */
void yee_pages_huge(void *memory, size_t bytes);
/* Takes that back for pages that are not there yet. */
void yee_pages_small(void *memory, size_t bytes);

#endif
