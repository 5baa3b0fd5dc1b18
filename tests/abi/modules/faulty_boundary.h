/* tests/abi/modules/faulty_boundary.h: the ways in which the boundaries of faulty_boundary.c are
 * wrong, and words of the sentence that `yee check` has for each. */
#ifndef TESTS_FAULTY_BOUNDARY_H
#define TESTS_FAULTY_BOUNDARY_H

#define FAULTY_BOUNDARIES(X) \
    X(close_status, "close() returned 42, which is no yee_status") \
    X(close_mute, "close() returned the status 3 without a sentence") \
    X(close_rule, "close() of face 0- says rule 77") \
    X(close_open, "close() of face 0- says rule 3") \
    X(close_negative, "a layer of -5") \
    X(close_endless, "asks for a layer of 9223372036854775807") \
    X(close_both, "8 damped cells and a layer of 8") \
    X(close_around, "at a periodic face, which has none") \
    X(close_half, "close() is periodic at one face of axis 0 only") \
    X(stretch_status, "stretch() returned -1, which is no yee_status") \
    X(stretch_fails, "stretch() fails at depth 0 m") \
    X(stretch_nan, "stretch() at depth 0 m of 0.01 m: kappa = nan") \
    X(stretch_feeds, "sigma = -1") \
    X(stretch_nothing, "stretch(): of 10 cells") \
    X(stretch_wall, "stretch(): of 10 cells") \
    X(damping_status, "damping() returned 43, which is no yee_status") \
    X(damping_nan, "the rate is nan") \
    X(damping_feeds, "the rate is -1") \
    X(damping_nothing, "damping(): of 40 cells") \
    X(damping_wall, "damping(): of 40 cells")

#endif
