/* law_boxes.c: half steps in boxes where media have laws. */
#include "laws.h"

yee_status laws_sweep_boxes(plan *p, const stepwise_boxes *where)
{
    const plan_laws *l = p->laws;
    const yee_status status = laws_keep_meters(p);
    return status == YEE_OK && where->blocks > 0
               ? DEVICE_CALL(p->host,
                             law_boxes_launch(&l->kernels, &p->d, &l->tables, where, p->work))
               : status;
}
