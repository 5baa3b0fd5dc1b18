#!/usr/bin/env python3
"""Permittivity and depth of a layer of ground by the trace of a radar above it.

    python3 examples/fit_soil.py [soil.ini]

The trace is made with eps = 9 and a depth of 120 mm, and then forgotten. Each step of Gauss and
Newton's method (with Levenberg and Marquardt's damping) runs the model three times; the field's
energy between model and trace is what falls.
"""

import os
import sys
import time

import yee

path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "soil.ini")
model = yee.Session().read(path, "run.courant=0.6")  # one time step for all permittivities
run = yee.Run()
runs = 0


def trace(eps, depth):
    """The record of a layer of permittivity eps and so many m."""
    global runs
    runs += 1
    return run(model.vary(f"material.layer.eps={eps:.9g}", f"let.depth={depth:.9g} m")).numbers(
        "/probe/receiver/ez")


def misfit(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


begun = time.time()
measured = trace(9, 0.12)
# A coarse look first: where echoes overlap by less than half a wave, there are other minima.
least, eps, depth = min((misfit(trace(e, d), measured), e, d)
                        for e in (4, 5.5, 7.5, 10, 13.5) for d in (0.06, 0.09, 0.13, 0.16, 0.2))
damping = 1e-2
for step in range(30):
    here = trace(eps, depth)
    change = (1e-3 * eps, 1e-3 * depth)
    slope = [[(x - y) / h for x, y in zip(there, here)]
             for there, h in ((trace(eps + change[0], depth), change[0]),
                              (trace(eps, depth + change[1]), change[1]))]
    rest = [m - h for m, h in zip(measured, here)]
    a, b, d = (sum(x * y for x, y in zip(slope[i], slope[k])) for i, k in ((0, 0), (0, 1), (1, 1)))
    f, g = (sum(x * y for x, y in zip(s, rest)) for s in slope)
    while damping < 1e6:
        p, q = a * (1 + damping), d * (1 + damping)
        to = eps + (f * q - b * g) / (p * q - b * b), depth + (p * g - b * f) / (p * q - b * b)
        now = misfit(trace(*to), measured) if 1 < to[0] < 30 and 0.02 < to[1] < 0.25 else least
        if now < least:
            break
        damping *= 10
    else:
        break
    moved = abs(to[0] / eps - 1) + abs(to[1] / depth - 1)
    (eps, depth), least, damping = to, now, damping / 10
    print(f"step {step}: eps = {eps:.4f}, depth = {1e3 * depth:.3f} mm, misfit {least:.3g}")
    if moved < 1e-5:
        break
print(f"eps = {eps:.4f} (9), depth = {1e3 * depth:.3f} mm (120): {runs} runs, {time.time() - begun:.1f} s")
sys.exit(abs(eps - 9) > 0.01 or abs(depth - 0.12) > 1e-4)
