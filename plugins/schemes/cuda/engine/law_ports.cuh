/* law_ports.cuh: step 5 of yee/problem.h where ports have laws (yee/port_law.h). */
#ifndef CUDA_LAW_PORTS_CUH
#define CUDA_LAW_PORTS_CUH

#include "law_tables.h"
#include "ports.cuh"

/* The relations of all ports. One thread asks a law, which takes its words along. */
struct port_laws {
    const law_tables &t;
    linear_port linear;

    __device__ inline double current(int n, const port_relation &p, double before,
                                     double mean) const
    {
        const port_entry own = t.port[n];
        double current = 0;
        if (own.law.text < 0)
            return linear.current(n, p, before, mean);
        if (threadIdx.x == 0)
            current = law_port(own.law.text, t.port_param + own.law.param,
                               linear.signals + own.law.signal, before, mean, p.resistance,
                               t.port_state + own.state);
        return __shfl_sync(0xffffffffu, current, 0);
    }
};

extern "C" __global__ void __launch_bounds__(32)
    law_ports(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ between c)
{
    apply_ports<run_real>(d, c, port_laws{t, {signals_now(c)}});
}

#endif
