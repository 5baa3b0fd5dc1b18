/* law_list.h: the laws that kernels are made for, in an order that is the problem's affair no more,
 * and the forms of kernels that are made beforehand. */
#ifndef CUDA_LAW_LIST_H
#define CUDA_LAW_LIST_H

#include "law_source.h"
#include <yee/problem.h>

/* The laws of a problem, and of its ports, each once, by name. list: room for one of each law or
 * port of the problem. Return how many there are. */
int law_list_make(const yee_problem *problem, const yee_law **list);
int law_list_ports(const yee_problem *problem, const yee_port_law **list);
/* "the laws kerr and diode", for sentences. */
void law_list_name(law_order order, char *text, size_t size);

/* The form without what its laws do not ask for, so that one source serves more plans. */
law_sweep_form law_form_normal(law_order order);
/* A form of those that are prebuilt, which does what `order` has with the same bits, slower where it
 * knows sources on edges with laws, layers and periodic axes that are not there. Laws of cells are
 * kernels of their own. */
law_sweep_form law_form_general(law_order order);
/* Form n of those that are prebuilt for these laws, the first ones those of most models; false: there
 * are no more. */
enum { LAW_FORMS_COMMON = 2 };
bool law_form_prebuilt(law_order order, int n, law_sweep_form *form);

#endif
