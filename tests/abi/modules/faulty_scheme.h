/* tests/abi/modules/faulty_scheme.h: the ways in which the schemes of faulty_scheme.c are wrong,
 * and words of the sentence that `yee check` has for each: the function's name is among them. */
#ifndef TESTS_FAULTY_SCHEME_H
#define TESTS_FAULTY_SCHEME_H

#define FAULTY_SCHEMES(X) \
    X(available_status, "available() returned 42") \
    X(available_mute, "available() returned 7") \
    X(traits_radius, "traits(): radius 0") \
    X(traits_f64, "traits() says that there is f64, and plan() declines it") \
    X(traits_none, "f32 no, f64 no") \
    X(traits_device, "cost() says that the fields are in the host's memory, traits() that") \
    X(traits_links, \
      "traits(): radius 1, f32 yes, f64 yes, 72 bytes per cell and step, -1 links") \
    X(traits_lazy, "2-D TE, f64: run(): ") \
    X(courant_high, "courant() gives a limit of") \
    X(courant_nan, "courant(): nan s") \
    X(courant_fixed, "courant() grows with the cell (1)") \
    X(dispersion_slow, "dispersion(): the residual") \
    X(dispersion_other, "dispersion() says omega dt") \
    X(plan_none, "plan() returned YEE_OK and no plan") \
    X(plan_status, "plan() returned 42, which is no yee_status") \
    X(plan_mute, "plan() returned the status 3 without a sentence") \
    X(plan_declines, "plan() accepts no problem") \
    X(plan_field, "plan() leaves a field of 1") \
    X(run_status, "run() returned -5, which is no yee_status") \
    X(run_wrong, "run(): ") \
    X(run_short, "step() is 39 after run() of 40 steps") \
    X(run_twice, "run() of the same problem, twice") \
    X(run_cut, "run() step by step and in one go") \
    X(run_sums, "run() without a sink for the first steps") \
    X(run_deaf, "run() goes on to reserve() after commit() returned 5") \
    X(reserve_foreign, "run() calls reserve() for tap 99") \
    X(reserve_early, "at step 2, due is 1") \
    X(reserve_only, "calls reserve() while the record of tap 0 is not committed") \
    X(reserve_never, "run() has not delivered tap 0 (box) when it was due") \
    X(commit_foreign, "run() calls commit() for tap 99") \
    X(commit_twice, "run() calls commit() for tap 0 (box) twice") \
    X(commit_other, "memory that reserve() did not lend") \
    X(record_before, "run() writes in front of the record of tap 0") \
    X(record_behind, "run() writes behind the record of tap 0") \
    X(record_unset, "run() leaves number 0 of the record of tap 0") \
    X(record_after, "run() has written into the sink's memory after commit()") \
    X(box_value, "run() delivers") \
    X(port_current, "A of port 'feed'") \
    X(energy_tap, "run() delivers an energy of") \
    X(finish_never, "finish() has not delivered tap") \
    X(finish_twice, "finish() delivers the DFT tap 7 twice") \
    X(finish_value, "save() and finish() differ in the sums") \
    X(read_short, "read() of ex leaves number") \
    X(read_long, "read() of ex writes outside") \
    X(read_wrong, "from the reference") \
    X(write_deaf, "where write() put") \
    X(write_walls, "that is not updated and stays 0") \
    X(energy_declines, "energy() returned the status 7") \
    X(energy_electric, "energy() says") \
    X(energy_magnetic, "J in H") \
    X(energy_moves, "energy() says") \
    X(energy_zero, "energy() says 0 J in E") \
    X(energy_zero_own, "energy() says 0 J in E") \
    X(extrema_low, "extrema() says") \
    X(extrema_index, "extrema() has the largest value at number") \
    X(extrema_nan, "extrema() says finite") \
    X(extrema_still, "extrema() says 1 V/m, 1 A/m and finite; read() has") \
    X(save_twice, "save() uses the name step twice") \
    X(save_sums, "save() has no piece dft_7") \
    X(save_moves, "run() after save()") \
    X(save_nothing, "save() has no piece dft_7") \
    X(save_fields, "load() into a new plan: ") \
    X(save_deaf, "save() returned 0 where piece() returned 5") \
    X(load_nothing, "load() leaves the piece step") \
    X(load_size, "load() asks for the piece fields of") \
    X(load_field, "load() into a new plan") \
    X(load_deaf, "load() returned 0 where piece() returned 5") \
    X(step_begin, "step() is 1 after plan()") \
    X(print_long, "print() writes beyond") \
    X(print_length, "print() returned -1") \
    X(destroy_leaks, "destroy() leaves") \
    X(cost_nan, "cost() says nan") \
    X(peak_zero, "peak_estimate() says 0") \
    X(band_nan, "after band() of 1 to 20 GHz courant() is nan") \
    X(stencil_pairs, "stencil() has 7 pairs") \
    X(stencil_sum, "stencil() makes a difference of 2") \
    X(time_stencil_mean, "time_stencil() has rates") \
    X(steps_per_pass_zero, "steps_per_pass() says 0") \
    X(aim_step, "after aim(), not 0") \
    X(aim_keeps, "after aim() a run has")

#endif
