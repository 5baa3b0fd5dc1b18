#!/usr/bin/env python3
"""A thousand radar traces of random layers of ground, for machine learning.

    python3 examples/training_set.py [traces] [processes]

Writes training_x.npy, float32 [traces, samples], and training_y.npy, float32 [traces, 3]: eps, sigma
(S/m) and depth (m) of each layer. Every process reads the model once and keeps its plan; a trace
follows from its number alone, whoever runs it.
"""

import array
import multiprocessing
import os
import random
import sys
import time

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "soil.ini")
model = run = None


def begin():
    """In each process: no model is read before, for threads are not there after a fork."""
    global model, run
    import yee

    # one time step and one thread for all
    model = yee.Session().read(PATH, "run.courant=0.6", "run.threads=1")
    run = yee.Run()


def trace(number):
    draw = random.Random(number)
    eps, sigma, depth = draw.uniform(4, 16), draw.uniform(0, 0.03), draw.uniform(0.05, 0.2)
    record = run(
        model.vary(f"material.layer.eps={eps:.9g}", f"material.layer.sigma={sigma:.9g} S/m",
                   f"let.depth={depth:.9g} m")).numbers("/probe/receiver/ez")
    return array.array("f", record), array.array("f", (eps, sigma, depth))


def write(name, rows):
    """As numpy writes it: format 1.0 of NPY."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little"))
        file.write(text.ljust(117).encode() + b"\n")
        for row in rows:
            file.write(row.tobytes())


if __name__ == "__main__":
    traces = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()
    begun = time.time()
    with multiprocessing.Pool(processes, begin) as pool:
        rows = pool.map(trace, range(traces), chunksize=8)
    write("training_x.npy", [x for x, _ in rows])
    write("training_y.npy", [y for _, y in rows])
    print(f"{traces} traces of {len(rows[0][0])} samples in {time.time() - begun:.1f} s")
