/* choose.cuh: which kernel does a pass of T steps, by forms. Each T and precision has a source
 * of its own, so that they are compiled side by side. */
#ifndef CUDA_PASS_CHOOSE_CUH
#define CUDA_PASS_CHOOSE_CUH

#include "general_pass.cuh"
#include "instance.cuh"

/* Rows of a thread and warps of a block. Registers bound both: a cell takes some six words a
 * step; shared memory bounds what has layers or poles. */
struct pass_tile {
    int rows, warps;
};

constexpr pass_tile tile_of(int bytes, int steps, int form)
{
    const bool poles = form & (FORM_POLE | FORM_POLES);
    if (bytes == 8)
        return poles || form & (FORM_ENDS | FORM_SIDES) ? pass_tile{1, 12}
               : steps < 3                              ? pass_tile{2, 12}
               : steps == 3                             ? pass_tile{1, 20}
                                                        : pass_tile{1, 16};
    if (form & FORM_ENDS && form & FORM_SIDES)
        return {2, poles ? 8 : 9};
    if (form & FORM_SIDES)
        return {2, poles ? 10 : 12};
    if (form & FORM_ENDS)
        return {2, poles ? 12 : 14};
    if (steps > 4)
        return {2, 16};
    return form & FORM_POLES ? pass_tile{2, 16} : pass_tile{3, 12};
}

/* One step, and more than four, are for bricks without layers and poles. */
constexpr bool plain_only(int steps) { return steps == 1 || steps > 4; }

/* A kernel that does more serves where one that does just this is not worth its place. */
constexpr int serving(int steps, int form)
{
    if (form & FORM_IDS && (steps < 3 || plain_only(steps)))
        form |= FORM_LOSSES;
    if (form & (FORM_POLE | FORM_POLES) && form & FORM_EDGE)
        form |= FORM_SIDES;
    if (form & FORM_ENDS && (steps < 3 || form & FORM_POLES))
        form |= FORM_EDGE | FORM_SIDES;
    return form;
}

/* With many words a cell, few steps fit a processor. */
constexpr int most_steps(int bytes, int form)
{
    return form & FORM_POLES                 ? 2
           : form & FORM_POLE                ? 3 - (bytes > 4)
           : form & (FORM_ENDS | FORM_SIDES) ? 4 - (bytes > 4)
                                             : MOST_PASS;
}

template <class real, int T, int FORM> static pass_instance instance()
{
    if constexpr (T <= most_steps(int(sizeof(real)), FORM)) {
        constexpr pass_tile t = tile_of(int(sizeof(real)), T, FORM);
        return {pass_kernel<real, T, t.rows, t.warps, FORM>,
                FORM,
                t.rows * t.warps - 2 * T,
                columns<real, T, FORM, LANES>::WRITTEN,
                LANES * t.warps,
                sizeof(shared<real, T, t.rows, t.warps, FORM>),
                LANES,
                columns<real, T, FORM, LANES>::BEFORE,
                72,
                false,
                0,
                0,
                0};
    } else {
        return {};
    }
}

template <class real, int T> pass_instance choose_pass(int form)
{
    switch (serving(T, form)) {
#define CASE(form) \
    case serving(T, form): \
        return instance<real, T, serving(T, form)>();
#define CASES(media) \
    CASE(media) \
    CASE(media | FORM_EDGE | FORM_SIDES) \
    CASE(media | FORM_EDGE | FORM_SIDES | FORM_ENDS)
        CASE(0)
        CASE(FORM_EDGE)
        CASE(FORM_IDS | FORM_LOSSES)
        CASE(FORM_IDS | FORM_LOSSES | FORM_EDGE)
    default:
        break;
    }
    if constexpr (!plain_only(T))
        switch (serving(T, form)) {
            CASE(FORM_EDGE | FORM_SIDES)
            CASE(FORM_EDGE | FORM_SIDES | FORM_ENDS)
            CASE(FORM_IDS | FORM_LOSSES | FORM_EDGE | FORM_SIDES)
            CASE(FORM_IDS | FORM_LOSSES | FORM_EDGE | FORM_SIDES | FORM_ENDS)
            CASES(FORM_POLE)
            CASES(FORM_POLE | FORM_IDS | FORM_LOSSES)
            CASES(FORM_POLES | FORM_IDS | FORM_LOSSES)
        default:
            break;
        }
    if constexpr (T >= 3 && !plain_only(T))
        switch (form) {
            CASES(FORM_IDS)
            CASE(FORM_IDS | FORM_EDGE)
            CASE(FORM_IDS | FORM_ENDS)
            CASE(FORM_IDS | FORM_LOSSES | FORM_ENDS)
            CASE(FORM_ENDS)
            CASE(FORM_POLE | FORM_ENDS)
            CASE(FORM_POLE | FORM_IDS | FORM_LOSSES | FORM_ENDS)
        default:
            break;
        }
#undef CASES
#undef CASE
    return {};
}

#endif
