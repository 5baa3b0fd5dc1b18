/* core/base/pages.c: pages of large arrays. */
#include "pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

/* Whole small pages of an array that a huge one fits in. */
static void advise(void *memory, size_t bytes, int advice)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)memory;
    const uintptr_t begin = (from + page - 1) / page * page;
    const uintptr_t end = (from + bytes) / page * page;
    if (bytes >= HUGE_PAGE && end > begin)
        (void)madvise((char *)memory + (begin - from), end - begin, advice);
}

void yee_pages_huge(void *memory, size_t bytes) { advise(memory, bytes, MADV_HUGEPAGE); }

void yee_pages_small(void *memory, size_t bytes) { advise(memory, bytes, MADV_NOHUGEPAGE); }
