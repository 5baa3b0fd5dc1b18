/* ports.cuh: ports between the half steps: their voltages, and what their currents do to E. */
#ifndef CUDA_PORTS_CUH
#define CUDA_PORTS_CUH

#include "access.cuh"
#include "source_terms.cuh"

template <class real>
__device__ inline void store_value(const domain &d, int c, int64_t at, double value)
{
    field_of<real>(d, c)[at] = real(value);
    if (!d.periodic)
        return;
    const int64_t row = at / d.pitch;
    const int x[3] = {int(row / d.rows), int(row % d.rows), int(at % d.pitch)};
    mirror(d, c, x, at, real(value));
}

/* The voltage (V) of a port, in every lane of the first warp. */
template <class real>
__device__ inline double voltage(const domain &d, const between &c, const port_relation &p)
{
    double sum = 0;
    for (int64_t n = threadIdx.x; n < p.count; n += 32) {
        const port_edge e = c.port_edge[p.first + n];
        sum += e.voltage * double(field_of<real>(d, p.component)[e.at]);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    return sum;
}

/* Adds to a point of E; where that is an edge in double, there. */
template <class real>
__device__ inline void drive(const domain &d, const between &c, int component,
                             const port_edge &e, double value)
{
    double sum = value;
    if (e.edge >= 0)
        sum = c.edge[1][e.edge].value += value;
    else
        sum += double(field_of<real>(d, component)[e.at]);
    store_value<real>(d, component, e.at, sum);
}

/* A port with a resistance and a source. */
struct linear_port {
    const double *signals; /* of this step */

    __device__ inline double current(int, const port_relation &p, double, double mean) const
    {
        return (signals[p.signal] - mean) / p.resistance;
    }
};

/* Step 5 by one warp. relation.current(n, port, before, mean) is the current (A) of port n, asked
 * for in every lane. */
template <class real, class relations>
__device__ inline void apply_ports(const domain &d, const between &c, const relations &relation)
{
    if (threadIdx.x >= 32)
        return;
    for (int n = 0; n < c.ports; n++) {
        const port_relation p = c.port[n];
        const double before = c.meter[n].before;
        const double mean = 0.5 * (voltage<real>(d, c, p) + before);
        const double current = relation.current(n, p, before, mean);
        /* Edges may share a point: one after the other. */
        if (threadIdx.x == 0)
            for (int64_t i = 0; i < p.count; i++) {
                const port_edge e = c.port_edge[p.first + i];
                drive<real>(d, c, p.component, e, e.current * current);
            }
        __syncwarp();
        c.meter[n].current = current;
    }
    /* A later port may have changed an earlier one's edges. */
    for (int n = 0; n < c.ports; n++) {
        const double after = voltage<real>(d, c, c.port[n]);
        const double before = c.meter[n].before;
        __syncwarp();
        if (threadIdx.x == 0) {
            c.meter[n].mean = 0.5 * (before + after);
            c.meter[n].before = after;
        }
    }
}

#endif
