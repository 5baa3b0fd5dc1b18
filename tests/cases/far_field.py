"""far_field.py RESULT.h5 RECORD: far field of a flux record, a closed box with `fields = yes`: a second
implementation, by which cases/test_far_field holds the step of that name.

Prints for each of its frequencies the power by the far field beside that of the record, and the
directivity with its direction. The equivalent currents J = n x H, M = -n x E of the surface radiate
into the background, here vacuum (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd
ed., 2005, section 8.6):

    N = int J exp(j k r.s) dA,  L = int M exp(j k r.s) dA   (s: direction)
    r E_theta = -j k/(4 pi) (L_phi + eta N_theta),  r E_phi = j k/(4 pi) (L_theta - eta N_phi)

Images in planes of symmetry and in the grid's walls of type pec and pmc radiate, too. With a plane
of symmetry that is the whole model's field; a wall is a ground without end, and only the side where
the model is counts in the power and the directivity.
"""
import configparser
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


def boundary(model, face):
    """Type of the boundary of a face, "z-": the narrowest word of `faces` wins."""
    for word in (face, face[0], "all"):
        for name in model.sections():
            words = [w.strip() for w in model[name].get("faces", "").lower().split(",")]
            if name.lower().startswith("boundary.") and word in words:
                return model[name]["type"].strip()
    return "none"


def wall_at(grid, box, axis, side):
    """Where the wall at an end of the grid is: there the box ends, or it is the grid's corner."""
    name, numbers = "xyz"[axis], lambda key: [float(v.split()[0]) for v in grid[key].split(",")]
    if side + name not in box:
        return [f[name][0 if side == "-" else -1] for n, f in box.items()
                if n[0] in "+-" and n[1] != name][0]
    if side == "-":
        return numbers("origin")[axis]
    if "size" not in grid:
        sys.exit(f"let the box end on the wall at {name}+, whose image radiates, too")
    return numbers("origin")[axis] + numbers("size")[axis]


def mirrors(result, model, box):
    """Axis, position, parity of Ex to Hz and the sense of the wall, of each plane with an image: a
    wall has the model above it (1) or below it (-1), a plane of symmetry on both sides (0)."""
    planes = []
    for face, plane in result.get("symmetry", {}).items():
        planes.append(("xyz".index(face[0]), plane.attrs["position"], plane.attrs["parity"], 0))
    for axis in range(3):
        for side in "-+":
            face = "xyz"[axis] + side
            if face in result.get("symmetry", {}):
                continue
            kind = boundary(model, face)
            if kind == "periodic":
                sys.exit(f"the model is periodic along {face[0]}, and its images have no end")
            if kind in ("pec", "pmc"):
                if any(plane[0] == axis for plane in planes):
                    sys.exit(f"the wall at {face} is the second plane across {face[0]}: the images "
                             "of both have no end")
                normal = np.array([1 if a == axis else -1 for a in range(3)])
                parity = np.concatenate([normal, -normal]) * (1 if kind == "pec" else -1)
                planes.append((axis, wall_at(model["grid"], box, axis, side), parity,
                               1 if side == "-" else -1))
            elif side + face[0] not in box and not any(plane[0] == axis for plane in planes):
                sys.exit(f"the record has no face at {face}, where the boundary is {kind}: a far "
                         "field needs a closed box, or one that ends on a wall of type pec or pmc, "
                         "or on a plane of symmetry")
    return planes


def currents(box, planes):
    """Yields J and M of every surface and its images: kind, axis, places, values times area."""
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
            images = [([p[0] for p in parts], turn * face[key][:] * area)]
            for across, position, parity, _ in planes:
                factor = parity["eh".index(key[0]) * 3 + axis] * (-1 if across == normal else 1)
                images += [([2 * position - x if a == across else x for a, x in enumerate(place)],
                            factor * value) for place, value in images]
            for place, value in images:
                yield key[0] == "h", third, place, value


def far_field(surface, center, number, frequency, theta, phi):
    """2 |r E|^2/eta (J/Hz and steradian) at frequency number `number`."""
    k = 2 * np.pi * frequency / C0
    s = [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
    n = np.zeros((2, 3) + theta.shape, complex)
    for electric, axis, place, value in surface:
        phase = [np.exp(1j * k * np.multiply.outer(place[a] - center[a], s[a])) for a in range(3)]
        n[0 if electric else 1, axis] += np.einsum("xyz,xd,yd,zd->d", value[number], *phase,
                                                   optimize=True)
    t = [np.cos(theta) * np.cos(phi), np.cos(theta) * np.sin(phi), -np.sin(theta)]
    p = [-np.sin(phi), np.cos(phi), 0 * phi]
    along = lambda f, e: sum(f[a] * e[a] for a in range(3))
    e_theta = -1j * k / (4 * np.pi) * (along(n[1], p) + ETA * along(n[0], t))
    e_phi = 1j * k / (4 * np.pi) * (along(n[1], t) - ETA * along(n[0], p))
    return 2 * (abs(e_theta) ** 2 + abs(e_phi) ** 2) / ETA


def climb(planes, u_of, step, theta, phi, u):
    """Goes on from directions, each to the best one around it, and nearer where none is better."""
    turn, step, least = np.arange(8) * np.pi / 4, np.full(len(u), step / 2), step / 300
    every = np.arange(len(u))
    while step.max() > least:
        st, ct, sp, cp = [f(x)[:, None] for x in (theta, phi) for f in (np.sin, np.cos)]
        a, b = np.outer(np.sin(step), np.cos(turn)), np.outer(np.sin(step), np.sin(turn))
        c = np.cos(step)[:, None]
        s = [c * st * cp + a * ct * cp - b * sp, c * st * sp + a * ct * sp + b * cp, c * ct - a * st]
        at = np.arccos(np.clip(s[2], -1, 1)), np.arctan2(s[1], s[0]) % (2 * np.pi)
        around = u_of(at[0].ravel(), at[1].ravel()).reshape(at[0].shape)
        for across, _, _, wall in planes:
            around = np.where(s[across] * wall < -1e-9, 0, around)
        best = around.argmax(axis=1)
        better = around[every, best] > (1 + 1e-6) * u
        theta, phi, u = [np.where(better, new[every, best], old)
                         for new, old in zip((*at, around), (theta, phi, u))]
        step = np.where(better, step, step / 2)
    return theta, phi, u


if len(sys.argv) != 3:
    sys.exit(__doc__.split("\n")[0])
with h5py.File(sys.argv[1]) as result:
    if "flux/" + sys.argv[2] not in result:
        sys.exit(f"{sys.argv[1]} has no flux record '{sys.argv[2]}', but "
                 f"{', '.join(result.get('flux', {})) or 'none at all'}")
    record = result["flux/" + sys.argv[2]]
    if "sweep" in result:
        sys.exit(f"{sys.argv[1]} has all traces of a sweep; a far field is that of one run")
    model = configparser.ConfigParser(interpolation=None, delimiters="=", strict=False)
    model.read_string(result["provenance/resolved"][()].decode())
    grid = model["grid"]
    if not any(name[0] in "+-" for name in record):
        sys.exit("the record is no box with `fields = yes`")
    if grid["invariant"] != "none" or grid["background"] != "vacuum":
        sys.exit("far fields are those of 3-D models in vacuum; here "
                 f"invariant = {grid['invariant']}, background = {grid['background']}")
    planes = mirrors(result, model, record)
    surface = list(currents(record, planes))
    ends = [[f(x) for _, _, place, _ in surface for x in [place[a]] for f in (np.min, np.max)]
            for a in range(3)]
    center = [(max(e) + min(e)) / 2 for e in ends]
    radius = np.sqrt(sum((max(e) - min(e)) ** 2 for e in ends)) / 2
    walls = sum(bool(wall) for _, _, _, wall in planes)
    # a box that is clear of a plane of symmetry has its own power alone
    apart = sum(not wall and all(s + "xyz"[a] in record for s in "-+") for a, _, _, wall in planes)
    for number, frequency in enumerate(record["frequency"][:]):
        if frequency == 0:
            continue  # nothing radiates
        # Gauss-Legendre in cos(theta), even in phi: exact for the harmonics that the size allows
        most = max(24, int(2 * np.pi * frequency / C0 * radius) + 12) // 2 * 2
        nodes, weight = np.polynomial.legendre.leggauss(most)
        turns = np.pi * np.arange(2 * most) / most
        theta, phi = np.repeat(np.arccos(nodes), 2 * most), np.tile(turns, most)
        weight = np.repeat(weight, 2 * most) * np.pi / most
        # beside them the axis and the horizon, where beams often are, with no weight in the power
        theta = np.concatenate([theta, [0, np.pi], np.full_like(turns, np.pi / 2)])
        phi = np.concatenate([phi, [0, 0], turns])
        weight = np.append(weight, np.zeros(2 + 2 * most))
        u = far_field(surface, center, number, frequency, theta, phi)
        power = (u * weight).sum() / 2**walls
        s = [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
        for across, _, _, wall in planes:  # beyond a wall there is nothing
            u = np.where(s[across] * wall < -1e-9, 0, u)
        # lobes are as narrow as the directions are apart: all that look high are climbed
        lobes, left, step = [], u.copy(), np.pi / most
        while len(lobes) < 12 and left.max() > 0.5 * u.max():
            lobes.append(left.argmax())
            left[sum(x * x[lobes[-1]] for x in s) > np.cos(3 * step)] = 0
        theta, phi, u = climb(planes, lambda t, p: far_field(surface, center, number, frequency, t, p),
                              step, theta[lobes], phi[lobes], u[lobes])
        best = u.argmax()
        print(f"{frequency / 1e9:8.4g} GHz: power {power:.6g} J/Hz (record "
              f"{record['power'][number] * 2**apart:.6g}), "
              f"directivity {4 * np.pi * u[best] / power:.4f} at theta "
              f"{np.degrees(theta[best]):.1f}, phi {np.degrees(phi[best]):.1f} degrees")
