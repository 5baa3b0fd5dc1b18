"""Yee's scheme as a loop over whole arrays, for numpy_loop.py and jax_loop.py: N^3 cells between metal walls, float32,
Courant number 0.5, c = eps0 = d = 1; vacuum, `kerr` (the chord of kerr.law.h) and `gain` (the equations of
four_level.law.h, on each edge, without its sums of what float32 drops).

Prints "Mcells/s steps f32 version" by CPU time of the process, which is held to one processor. Exit status 3: the library
is not there, or it has no such case."""
import os
import sys
import time

DT = 0.5
KERR = (2.25, 1e-3)  # eps, chi3
W0, WIDTH, STRENGTH = 0.2, 0.02, 1e-4
PUMP, D32, D21, D10 = 1e-3, 1e-2, 1e-3, 2e-2
WORK = 1e-2  # 1/(hbar w0 N)


def kerr(lin, old):
    g = KERR[1] / KERR[0]
    rise = lin - old
    b = 1 + 3 * g * old * old
    d = rise
    chord = 1 / (b + rise * (6 * g * old + 3 * g * rise))
    for _ in range(3):
        d = d - chord * (d * (b + d * (3 * g * old + g * d)) - rise)
    return old + d


def gain(lin, old, p, rise, n1, n2, n3):
    k = 1 + WIDTH * DT / 2
    rise = ((2 - k) * rise - (W0 * DT) ** 2 * p - STRENGTH * DT * DT * (n2 - n1) * old) / k
    x = lin - rise
    work = WORK / 2 * rise * (x + old)
    n0 = 1 - n1 - n2 - n3
    down = D21 * n2
    return (x, p + rise, rise, n1 + DT * (down - D10 * n1) - work, n2 + DT * (D32 * n3 - down) + work,
            n3 + DT * (PUMP * n0 - D32 * n3))


INNER = slice(1, -1)
ALL = slice(None)
# Of each component of E its edges off the walls, and the two components of H whose differences make its curl.
EDGES = ((ALL, INNER, INNER), (INNER, ALL, INNER), (INNER, INNER, ALL))


def shape(n, component, electric):
    return tuple(n if (axis == component) == electric else n + 1 for axis in range(3))


def difference(field, axis, trim):
    """Of neighbours along an axis; the axis `trim` loses its ends."""
    cut = [ALL] * 3
    if trim is not None:
        cut[trim] = INNER
    field = field[tuple(cut)]
    low, high = [ALL] * 3, [ALL] * 3
    low[axis], high[axis] = slice(None, -1), slice(1, None)
    return field[tuple(high)] - field[tuple(low)]


def curl_e(e, c):
    a, b = (c + 1) % 3, (c + 2) % 3
    return difference(e[b], a, None) - difference(e[a], b, None)


def curl_h(h, c):
    a, b = (c + 1) % 3, (c + 2) % 3
    return difference(h[b], a, b) - difference(h[a], b, a)


def measure(advance, state, cells, seconds, version):
    """advance(state) makes four steps."""
    state = advance(state)
    steps, start = 0, time.process_time()
    while steps < 4 or time.process_time() - start < seconds:
        state = advance(state)
        steps += 4
    took = time.process_time() - start
    print(f"{1e-6 * cells**3 * steps / took:.2f} {steps} f32 {version}", flush=True)


def arguments():
    case, cells, threads, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    if case not in ("vacuum", "kerr", "gain") or threads != 1:
        sys.exit(3)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return case, cells, seconds


def begin(np, case, n):
    """E, H and what each edge off the walls keeps."""
    noise = np.random.default_rng(1)
    e = [np.zeros(shape(n, c, True), np.float32) for c in range(3)]
    for c in range(3):
        e[c][EDGES[c]] = 1e-2 * noise.standard_normal(e[c][EDGES[c]].shape)
    h = [np.zeros(shape(n, c, False), np.float32) for c in range(3)]
    keeps = [[np.full(e[c][EDGES[c]].shape, first, np.float32) for first in (0, 0, 0.05, 0.3, 0.05)]
             for c in range(3)] if case == "gain" else [[], [], []]
    return e, h, keeps
