/* mend32.c: the runs of links in single precision. */
#include "mend.h"
#define real float
#define MEND mend_f32
#include "mendrows.h"
