/* isa.c: the rows for this machine's vectors. */
#include "cpu.h"

#ifdef HIGHORDER_X86
extern const fields avx512_f32, avx512_f64, avx2_f32, avx2_f64;
#endif

const cpu_rows *cpu_pick(int isa)
{
    static const cpu_rows portable = {"portable", &fields_f32, &fields_f64};
#ifdef HIGHORDER_X86
    static const cpu_rows avx512 = {"avx512", &avx512_f32, &avx512_f64};
    static const cpu_rows avx2 = {"avx2", &avx2_f32, &avx2_f64};
    __builtin_cpu_init();
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (wide && (isa == ISA_AUTO || isa == ISA_AVX512))
        return &avx512;
    if (__builtin_cpu_supports("avx2") && (isa == ISA_AUTO || isa == ISA_AVX2))
        return &avx2;
#endif
    return isa == ISA_AUTO || isa == ISA_PORTABLE ? &portable : NULL;
}
