/* choose.cuh: which kernel does a pass of T steps, by forms. Each T and precision has a source
 * of its own, so that they are compiled side by side. */
#ifndef CUDA_PASS_CHOOSE_CUH
#define CUDA_PASS_CHOOSE_CUH

#include "pass.cuh"

typedef void (*pass_function)(const domain, const domain, const pass, const stage_maps,
                              const brick *);

struct pass_instance {
    pass_function function;
    int rows, columns, threads; /* rows, columns: written */
    size_t shared;
};

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
                                                        : pass_tile{1, 20};
    if (form & FORM_ENDS && form & FORM_SIDES)
        return {2, poles ? 8 : 9};
    if (form & FORM_SIDES)
        return {2, poles ? 10 : 12};
    if (form & FORM_ENDS)
        return {2, poles ? 12 : 14};
    return form & FORM_POLES ? pass_tile{2, 16} : pass_tile{3, 12};
}

/* A kernel that does more serves where one that does just this is not worth its place. */
constexpr int serving(int steps, int form)
{
    if (form & FORM_IDS && steps < 3)
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
    return form & FORM_POLES ? 2 : (form & FORM_POLE ? 3 : 4) - (bytes > 4);
}

template <class real, int T, int FORM> static pass_instance instance()
{
    if constexpr (T <= most_steps(int(sizeof(real)), FORM)) {
        constexpr pass_tile t = tile_of(int(sizeof(real)), T, FORM);
        return {pass_kernel<real, T, t.rows, t.warps, FORM>, t.rows * t.warps - 2 * T,
                columns<real, T>::WRITTEN, LANES * t.warps,
                sizeof(shared<real, T, t.rows, t.warps, FORM>)};
    } else {
        return {};
    }
}

/* No function: there is no such kernel. */
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
        CASES(0)
        CASE(FORM_EDGE)
        CASES(FORM_IDS | FORM_LOSSES)
        CASE(FORM_IDS | FORM_LOSSES | FORM_EDGE)
        CASES(FORM_POLE)
        CASES(FORM_POLE | FORM_IDS | FORM_LOSSES)
        CASES(FORM_POLES | FORM_IDS | FORM_LOSSES)
    default:
        break;
    }
    if constexpr (T >= 3)
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
