#!/usr/bin/env python3
"""NumPy: numpy_loop.py CASE CELLS THREADS SECONDS. See loops.py."""
import sys

import loops

try:
    import numpy as np
except ImportError:
    sys.exit(3)


def main():
    case, cells, seconds = loops.arguments()
    scale = np.float32(loops.DT / (loops.KERR[0] if case == "kerr" else 1))

    def advance(state):
        e, h, keeps = state
        for _ in range(4):
            for c in range(3):
                h[c] -= np.float32(loops.DT) * loops.curl_e(e, c)
            for c in range(3):
                inner = e[c][loops.EDGES[c]]
                if case == "vacuum":
                    inner += scale * loops.curl_h(h, c)
                    continue
                lin = inner + scale * loops.curl_h(h, c)
                if case == "kerr":
                    inner[...] = loops.kerr(lin, inner)
                else:
                    inner[...], *keeps[c] = loops.gain(lin, inner, *keeps[c])
        return state

    loops.measure(advance, loops.begin(np, case, cells), cells, seconds, f"NumPy {np.__version__}")


main()
