#!/usr/bin/env python3
"""JAX, compiled for one thread of the processor: jax_loop.py CASE CELLS THREADS SECONDS. See loops.py."""
import os
import sys

import loops

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
try:
    import jax
    import numpy as np
except ImportError:
    sys.exit(3)


def main():
    case, cells, seconds = loops.arguments()
    scale = loops.DT / (loops.KERR[0] if case == "kerr" else 1)

    def step(_, state):
        e, h, keeps = state
        h = [h[c] - loops.DT * loops.curl_e(e, c) for c in range(3)]
        e, keeps = list(e), list(keeps)
        for c in range(3):
            old = e[c][loops.EDGES[c]]
            new = old + scale * loops.curl_h(h, c)
            if case == "kerr":
                new = loops.kerr(new, old)
            if case == "gain":
                new, *keeps[c] = loops.gain(new, old, *keeps[c])
            e[c] = e[c].at[loops.EDGES[c]].set(new)
        return e, h, keeps

    four = jax.jit(lambda state: jax.lax.fori_loop(0, 4, step, state), donate_argnums=0)

    def advance(state):
        return jax.block_until_ready(four(state))

    state = jax.tree.map(jax.numpy.asarray, loops.begin(np, case, cells))
    loops.measure(advance, state, cells, seconds, f"JAX {jax.__version__}")


main()
