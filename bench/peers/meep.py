#!/usr/bin/env python3
"""Meep on N^3 cells: meep.py CASE CELLS THREADS SECONDS.

Prints "Mcells/s steps f32|f64 version" of its step() calls. Exit status 3: it is not installed, has no such case, or no
threads: the packaged module runs with one. Unit cells, Courant number 0.5."""
import sys
import time

sys.path.pop(0)  # this folder, whose meep.py is not the module
try:
    import meep as mp
except ImportError:
    sys.exit(3)


def main():
    case, cells, threads, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    if case not in ("vacuum", "cpml", "drude", "lorentz", "kerr") or threads != 1:
        sys.exit(3)
    mp.verbosity(0)
    model = {}
    if case == "cpml":
        model["boundary_layers"] = [mp.PML(10)]
    pole = {"drude": mp.DrudeSusceptibility(frequency=0.01, gamma=0.003, sigma=1),
            "lorentz": mp.LorentzianSusceptibility(frequency=0.03, gamma=0.003, sigma=1.5)}.get(case)
    if pole:
        model["default_material"] = mp.Medium(epsilon=1, E_susceptibilities=[pole])
    if case == "kerr":
        model["default_material"] = mp.Medium(epsilon=2.25, chi3=1e-3)
    source = mp.Source(mp.GaussianSource(0.05, fwidth=0.05), component=mp.Ez, center=mp.Vector3())
    run = mp.Simulation(cell_size=mp.Vector3(cells, cells, cells), resolution=1, eps_averaging=False, Courant=0.5,
                        sources=[source], **model)
    run.init_sim()
    for _ in range(4):
        run.fields.step()
    steps, start = 0, time.perf_counter()
    while steps < 4 or time.perf_counter() - start < seconds:
        run.fields.step()
        steps += 1
    took = time.perf_counter() - start
    bits = "f32" if mp.is_single_precision() else "f64"
    print(f"{1e-6 * cells**3 * steps / took:.2f} {steps} {bits} Meep {mp.__version__}", flush=True)


main()
