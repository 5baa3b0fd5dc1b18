/* mend64.c: the runs of links in double precision. */
#include "mend.h"
#define real double
#define MEND mend_f64
#include "mendrows.h"
