#!/usr/bin/env python3
"""far_field.py RESULT.h5 RECORD: far field of a flux record, a closed box with `fields = yes`.

Prints for each of its frequencies the power by the far field beside that of the record, and the
directivity with its direction. The equivalent currents J = n x H, M = -n x E of the surface radiate
into the background, here vacuum (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd
ed., 2005, section 8.6):

    N = int J exp(j k r.s) dA,  L = int M exp(j k r.s) dA   (s: direction)
    r E_theta = -j k/(4 pi) (L_phi + eta N_theta),  r E_phi = j k/(4 pi) (L_theta - eta N_phi)
"""
import sys
import h5py
import numpy as np

C0, ETA = 299792458.0, 376.730313668


def weights(nodes, offset):
    """Places of a component along an axis of a face, and the lengths that they stand for."""
    width = np.diff(nodes)
    if offset:
        return (nodes[1:] + nodes[:-1]) / 2, width
    if len(nodes) == 1:
        return nodes, np.ones(1)
    return nodes, (np.append(width, 0) + np.append(0, width)) / 2


def currents(box):
    """Yields J and M of every point of the surface: kind, axis, places, values times area."""
    for name, face in box.items():
        if name[0] not in "+-":
            continue
        normal, sign = "xyz".index(name[1]), 1 if name[0] == "+" else -1
        nodes = [face[a][:] for a in "xyz"]
        for key in face:
            if len(key) != 2:
                continue
            axis = "xyz".index(key[1])
            parts = [weights(nodes[a], face[key].attrs["offset"][a]) for a in range(3)]
            place = np.meshgrid(*[p[0] for p in parts], indexing="ij")
            area = np.ones(face[key].shape[1:])
            for a in range(3):
                if a != normal:
                    shape = [1, 1, 1]
                    shape[a] = -1
                    area = area * parts[a][1].reshape(shape)
            # n x e_axis is +- the third axis
            third = 3 - normal - axis
            turn = 1 if (axis - normal) % 3 == 1 else -1
            turn *= sign * (1 if key[0] == "h" else -1)
            yield key[0] == "h", third, place, turn * face[key][:] * area


def far_field(box, number, theta, phi):
    """2 |r E|^2/eta (J/Hz and steradian) at frequency number `number`."""
    k = 2 * np.pi * box["frequency"][number] / C0
    s = [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
    n = np.zeros((2, 3) + theta.shape, complex)
    for electric, axis, place, value in currents(box):
        for i in np.ndindex(theta.shape):
            phase = np.exp(1j * k * sum(place[a] * s[a][i] for a in range(3)))
            n[(0 if electric else 1, axis) + i] += (value[number] * phase).sum()
    t = [np.cos(theta) * np.cos(phi), np.cos(theta) * np.sin(phi), -np.sin(theta)]
    p = [-np.sin(phi), np.cos(phi), 0 * phi]
    along = lambda f, e: sum(f[a] * e[a] for a in range(3))
    e_theta = -1j * k / (4 * np.pi) * (along(n[1], p) + ETA * along(n[0], t))
    e_phi = 1j * k / (4 * np.pi) * (along(n[1], t) - ETA * along(n[0], p))
    return 2 * (abs(e_theta) ** 2 + abs(e_phi) ** 2) / ETA


if len(sys.argv) != 3:
    sys.exit(__doc__.split("\n")[0])
with h5py.File(sys.argv[1]) as result:
    record = result["flux/" + sys.argv[2]]
    # Gauss-Legendre in cos(theta), even in phi: exact for the harmonics of a small source
    nodes, weight = np.polynomial.legendre.leggauss(24)
    theta, phi = np.meshgrid(np.arccos(nodes), 2 * np.pi * np.arange(48) / 48, indexing="ij")
    for number, frequency in enumerate(record["frequency"][:]):
        u = far_field(record, number, theta, phi)
        power = (u * weight[:, None]).sum() * 2 * np.pi / 48
        best = np.unravel_index(u.argmax(), u.shape)
        print(f"{frequency / 1e9:8.4g} GHz: power {power:.6g} J/Hz (record {record['power'][number]:.6g}), "
              f"directivity {4 * np.pi * u.max() / power:.4f} at theta {np.degrees(theta[best]):.1f}, "
              f"phi {np.degrees(phi[best]):.1f} degrees")
