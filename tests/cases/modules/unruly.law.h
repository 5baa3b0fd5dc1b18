/* unruly.law.h: gives energy, and its table does not say so. p[0]: what it adds to the field. */
LAW_EDGE(unruly) { return lin + p[0] * old; }
