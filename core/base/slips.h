/* core/base/slips.h: what people write who mean a number with a unit. */
#ifndef YEE_CORE_SLIPS_H
#define YEE_CORE_SLIPS_H

/* The end of a sentence that refuses a number: "; digits are not grouped". */
typedef struct yee_slip {
    char text[120];
} yee_slip;

/* The fault of a text that is no number; "" where nobody knows it. */
yee_slip yee_slip_number(const char *text);
/* The fault of the text behind a number. */
yee_slip yee_slip_suffix(const char *suffix);

#endif
