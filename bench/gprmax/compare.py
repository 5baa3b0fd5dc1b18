#!/usr/bin/env python3
"""Errors of yee's physics against closed forms, beside those of gprMax 3.1.7: compare.py [YEE].

Runs line.ini and dipole.ini and prints the table of bench/results/gprmax-physics.md: the largest
error of a trace over the largest exact value. Needs numpy, scipy and h5py."""
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.constants import c, epsilon_0 as eps0, mu_0 as mu0
from scipy.special import kv

HERE = os.path.dirname(os.path.abspath(__file__))
DEBYE = {"type": "debye", "eps_inf": "4", "delta_eps": "6", "tau": "30 ps", "sigma": "5 mS/m"}
LORENTZ = {"type": "lorentz", "eps_inf": "2", "delta_eps": "2", "f0": "3 GHz", "gamma": "4e9 rad/s"}


def vacuum(s):
    return 1 + 0 * s


def six(s):
    return 6 + 0 * s


def debye(s):
    return 4 + 6 / (1 + 30e-12 * s) + 5e-3 / (s * eps0)


def lorentz(s):
    """gprMax writes 2 j delta omega with delta = 2e9 1/s: gamma is twice that."""
    w = 2 * np.pi * 3e9
    return 2 + 2 * w**2 / (w**2 + 4e9 * s + s**2)


def run(yee, model, settings):
    """The records of a run: component or probe to (times, positions, values)."""
    with tempfile.TemporaryDirectory() as folder:
        command = [yee, "run", os.path.join(HERE, model + ".ini"), "--quiet",
                   "--set", "run.scheme=tiled"]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        subprocess.run(command, cwd=folder, check=True, stderr=subprocess.PIPE)
        records = {}
        with h5py.File(os.path.join(folder, model + ".h5")) as f:
            for name, probe in f["probe"].items():
                for component, data in probe.items():
                    t = data.attrs["time_first"] + data.attrs["time_step"] * np.arange(len(data))
                    records[name, component] = t, data.attrs["position"], data[:].astype(float)
        return records


def of_ricker(s, frequency):
    """The transform of (1 - 2 z u^2) exp(-z u^2), z = (pi f)^2, u = t - 1.5/f."""
    z = (np.pi * frequency) ** 2
    return -np.sqrt(np.pi / z) * s**2 / (2 * z) * np.exp(s**2 / (4 * z) - 1.5 * s / frequency)


def trace(t, transform, frequency):
    """The field of a pulse at times t, from that of an impulse over s = sigma + j omega. What comes
    a period later is folded back with exp(-20); beyond six times its frequency the pulse's
    spectrum is below 1e-13."""
    period = 2 * t[-1]
    omega = np.arange(0, 6 * 2 * np.pi * frequency, 2 * np.pi / period)
    s = 20 / period + 1j * omega
    part = of_ricker(s, frequency) * np.array([transform(v) for v in s]) / period * 2
    part[0] /= 2
    return np.real(np.exp(np.outer(t, s)) @ part)


def line(law, distance):
    """E of a line current of 1 A within a medium: -(s mu0/2 pi) K0(gamma r), which is
    -(omega mu0/4) H0^(2)(k r) at s = j omega."""
    return lambda s: -s * mu0 / (2 * np.pi) * kv(0, s / c * np.sqrt(law(s)) * distance)


def half_space(law, height, x, y):
    """E of a line current at a height above the plane y = 0 of a medium. Sommerfeld's integral,
    along the real axis, where s with a real part leaves nothing singular; its step puts the next
    of the lines that a sum stands for 4 m away, farther than light goes."""
    k = np.arange(0, 40 / abs(y - (height if y < 0 else -height)), 2 * np.pi / 4)
    weight = np.where(k > 0, 2, 1) * np.cos(k * x) * k[1]

    def field(s):
        p, q = np.sqrt(k**2 + (s / c) ** 2), np.sqrt(k**2 + law(s) * (s / c) ** 2)
        if y < 0:
            return -s * mu0 / (2 * np.pi) * np.sum(weight * np.exp(-p * height + q * y) / (p + q))
        back = np.sum(weight * (p - q) / (p + q) * np.exp(-p * (y + height)) / (2 * p))
        return line(vacuum, np.hypot(x, y - height))(s) - s * mu0 / (2 * np.pi) * back

    return field


def dipole(component, t, at):
    """A Hertzian dipole of 1 A and 1 mm along z at (50, 50, 50.5) mm; J. D. Jackson, Classical
    Electrodynamics, 3rd ed. (1999), sec. 9.2, in the time domain."""
    n = at - np.array([50e-3, 50e-3, 50.5e-3])
    r = np.linalg.norm(n)
    n /= r
    w = 2 * np.pi * 1e9
    x = w * (t - r / c - 1e-9)
    g = 1e-3 * np.exp(0.5 * (1 - x**2))
    p = g / w, -x * g, -w * (1 - x**2) * g  # p, p', p''
    d = "xyz".index(component[1])
    if component[0] == "h":
        around = (-n[1], n[0], 0)[d]
        return around / (4 * np.pi) * (p[1] / r**2 + p[2] / (c * r))
    z = d == 2
    near, far = 3 * n[2] * n[d] - z, n[2] * n[d] - z
    return (near * (p[0] / r**3 + p[1] / (c * r**2)) + far * p[2] / (c**2 * r)) / (4 * np.pi * eps0)


def error(record, exact):
    return np.max(np.abs(record - exact)) / np.max(np.abs(exact))


def in_medium(yee, material, law, h):
    settings = {f"material.medium.{k}": v for k, v in material.items()}
    records = run(yee, "line", settings | {"let.h": h, "let.top": "1 m"})
    t, at, ez = records["beside", "ez"]
    return error(ez, trace(t, line(law, at[0]), 1.5e9))


def above_half_space(yee, material, law, more):
    settings = {f"material.medium.{k}": v for k, v in material.items()}
    records = run(yee, "line", settings | {"let.frequency": "1 GHz", "run.time": "6 ns"} | more)
    top = 1e-3 * float(more.get("let.top", "0 mm").split()[0])
    errors = []
    for name in "above", "below":
        t, at, ez = records[name, "ez"]
        exact = trace(t, half_space(law, 50e-3 - top, at[0], at[1] - top), 1e9)
        errors.append(error(ez, exact))
    return errors


def number(x):
    return f"{x:.1e}".replace("e-0", "e-")


def main():
    yee = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "yee"
    print("| model | where | yee | gprMax 3.1.7 |\n|---|---|---|---|")

    def row(model, where, own, other):
        print(f"| {model} | {where} | {number(own)} | {other} |", flush=True)

    row("line, free space, 1 mm", "50 mm", in_medium(yee, {}, vacuum, "1 mm"), "1.2e-4")
    row("line in a Debye medium, 1 mm", "50 mm", in_medium(yee, DEBYE, debye, "1 mm"), "3.0e-3")
    row("0.5 mm", "50 mm", in_medium(yee, DEBYE, debye, "0.5 mm"), "7.4e-4")
    row("line in a Lorentz medium, 1 mm", "50 mm", in_medium(yee, LORENTZ, lorentz, "1 mm"), "1.4e-2")
    row("0.5 mm", "50 mm", in_medium(yee, LORENTZ, lorentz, "0.5 mm"), "7.3e-3")
    halves = (
        ("line above eps 6", {"eps": "6"}, six, {}, ("1.9e-4", "7.7e-4")),
        ("line above the Debye medium", DEBYE, debye, {}, ("1.3e-2", "3.0e-2")),
        ("with edges as gprMax gives them", DEBYE, debye, {"shape.ground.average": "own"},
         ("1.3e-2", "3.0e-2")),
        ("its surface 0.3 mm above a node", DEBYE, debye, {"let.top": "0.3 mm"}, ("", "")),
    )
    for model, material, law, more, other in halves:
        errors = above_half_space(yee, material, law, more)
        for where, own, theirs in zip(("above", "below"), errors, other):
            row(model, where, own, theirs)
    theirs = {"ex": "1.6e-3", "ey": "1.7e-3", "ez": "4.4e-3", "hx": "2.5e-3", "hy": "3.0e-3"}
    for precision, others in ("f32", theirs), ("f64", {}):
        records = run(yee, "dipole", {"run.precision": precision})
        for component, other in theirs.items():
            t, at, value = records["receiver", component]
            own = error(value, dipole(component, t, at))
            row(f"Hertzian dipole, 1 mm, {precision}", component, own, others.get(component, ""))


if __name__ == "__main__":
    main()
