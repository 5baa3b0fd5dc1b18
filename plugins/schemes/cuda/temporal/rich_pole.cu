/* rich_pole.cu: rich bricks, a pole everywhere. */
#include "rich_choose.cuh"

template pass_instance rich_of<FORM_POLE>(int axes);
