"""Opens records in gprMax's form with h5py, and asserts the names, shapes and types that its own
plotters and scripts read.

usage: gprmax_read.py record RECORD, or gprmax_read.py merged MERGED TRACES FIRST LAST, where FIRST and
LAST are the records of the first trace and of the last."""
import sys

import h5py
import numpy as np

FIELDS = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]


def scalar(attributes, name, kind):
    value = attributes[name]
    assert type(value) is kind, f"{name} is {type(value)}"
    return value


def vector(attributes, name, kind):
    value = attributes[name]
    assert value.shape == (3,) and value.dtype == kind, f"{name}: {value.shape} {value.dtype}"
    return value


def read_record(path):
    with h5py.File(path, "r") as f:
        assert scalar(f.attrs, "gprMax", str).startswith("3.")
        scalar(f.attrs, "Title", str)
        rows = scalar(f.attrs, "Iterations", np.int64)
        assert scalar(f.attrs, "dt", np.float64) > 0
        vector(f.attrs, "nx_ny_nz", np.int64)
        vector(f.attrs, "dx_dy_dz", np.float64)
        vector(f.attrs, "srcsteps", np.int64)
        vector(f.attrs, "rxsteps", np.int64)
        assert len(f.attrs) == 10
        receivers, sources = scalar(f.attrs, "nrx", np.int64), scalar(f.attrs, "nsrc", np.int64)
        assert sorted(f.get("rxs", {})) == sorted(f"rx{n + 1}" for n in range(receivers))
        for rx in f.get("rxs", {}).values():
            scalar(rx.attrs, "Name", str)
            vector(rx.attrs, "Position", np.float64)
            assert [name for name in rx if name[0] != "I"] == FIELDS
            for field in rx.values():
                assert field.shape == (rows,) and field.dtype == np.float32
                assert field.chunks is None and field[0] == 0
        assert sorted(f.get("srcs", {})) == sorted(f"src{n + 1}" for n in range(sources))
        for source in f.get("srcs", {}).values():
            assert scalar(source.attrs, "Type", str) in (
                "VoltageSource", "HertzianDipole", "MagneticDipole")
            vector(source.attrs, "Position", np.float64)
        for line in f.get("tls", {}).values():
            vector(line.attrs, "Position", np.float64)
            scalar(line.attrs, "Resistance", np.float64)
            scalar(line.attrs, "dl", np.float64)
            assert sorted(line) == ["Iinc", "Itotal", "Vinc", "Vtotal"]
            assert all(v.shape == (rows,) and v.dtype == np.float32 for v in line.values())


def read_merged(path, traces, first, last):
    with h5py.File(path, "r") as f, h5py.File(first, "r") as a, h5py.File(last, "r") as z:
        assert sorted(f.attrs) == ["Iterations", "Title", "dt", "gprMax", "nrx"]
        for name in f.attrs:
            assert type(f.attrs[name]) is type(a.attrs[name]) and f.attrs[name] == a.attrs[name]
        assert list(f) == ["rxs"] and sorted(f["rxs"]) == sorted(a["rxs"])
        for path in [f"rxs/{rx}/{field}" for rx in a["rxs"] for field in a["rxs"][rx]]:
            assert f[path].shape == (a.attrs["Iterations"], traces)
            assert f[path].dtype == a[path].dtype and f[path].chunks is None
            assert np.array_equal(f[path][:, 0], a[path][:])
            assert np.array_equal(f[path][:, -1], z[path][:])
        assert not len(f["rxs/rx1"].attrs)
        ez = f["rxs/rx1/Ez"][:]
        assert np.isfinite(ez).all() and (abs(ez).max(axis=0) > 0).all()


if sys.argv[1] == "record":
    read_record(sys.argv[2])
else:
    read_merged(sys.argv[2], int(sys.argv[3]), *sys.argv[4:6])
