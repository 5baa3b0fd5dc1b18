#!/usr/bin/env python3
"""openEMS on N^3 cells: openems.py CASE CELLS THREADS SECONDS.

Prints "Mcells/s steps f32 version" of its own time loop; operators are built before and not counted. Exit status 3:
it is not installed or has no such case. A model for openEMS is an XML file; the number of steps is fixed beforehand,
so SECONDS is turned into steps by a guess of the speed."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GUESS = {"vacuum": 250, "cpml": 90, "drude": 70, "lorentz": 60}  # Mcells/s of one thread
FMAX = 30e9  # Hz: 10 cells of 1 mm


def lines(cells):
    return ",".join(str(i) for i in range(cells + 1))


def medium(case, cells):
    if case not in ("drude", "lorentz"):
        return ""
    resonance = f' EpsilonLorPoleFrequency_1="{FMAX / 3}"' if case == "lorentz" else ""
    return (f'<LorentzMaterial ID="1" Name="m"><Property Epsilon="1" EpsilonPlasmaFrequency_1="{FMAX / 10}"{resonance} '
            f'EpsilonRelaxTime_1="1e-9"/><Primitives><Box Priority="1"><P1 X="0" Y="0" Z="0"/>'
            f'<P2 X="{cells}" Y="{cells}" Z="{cells}"/></Box></Primitives></LorentzMaterial>')


def model(case, cells, steps):
    face = "PML_10" if case == "cpml" else "PEC"
    faces = " ".join(f'{a}{side}="{face}"' for a in "xyz" for side in ("min", "max"))
    middle = cells // 2
    grid = "".join(f"<{a}Lines>{lines(cells)}</{a}Lines>" for a in "XYZ")
    return (f'<openEMS><FDTD NumberOfTimesteps="{steps}" endCriteria="0" f_max="{FMAX}">'
            f'<Excitation Type="0" f0="{FMAX / 2}" fc="{FMAX / 2}"/><BoundaryCond {faces}/></FDTD>'
            f'<ContinuousStructure CoordSystem="0"><Properties>'
            f'<Excitation ID="0" Name="e" Type="0" Excite="0,0,1"><Primitives><Box Priority="2">'
            f'<P1 X="{middle}" Y="{middle}" Z="{middle}"/><P2 X="{middle}" Y="{middle}" Z="{middle + 1}"/>'
            f'</Box></Primitives></Excitation>{medium(case, cells)}</Properties>'
            f'<RectilinearGrid DeltaUnit="1e-3" CoordSystem="0">{grid}</RectilinearGrid></ContinuousStructure></openEMS>')


def main():
    case, cells, threads, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    program = shutil.which("openEMS")
    if not program or case not in GUESS:
        sys.exit(3)
    steps = max(10, round(seconds * threads * GUESS[case] * 1e6 / cells**3))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.xml").write_text(model(case, cells, steps))
        said = subprocess.run([program, "model.xml", "--engine=multithreaded", f"--numThreads={threads}"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    took = re.search(r"Time for (\d+) iterations with .*?: ([0-9.e+-]+) sec", said)
    version = re.search(r"version (\S+)", said)
    if not took:
        sys.exit(said)
    done = int(took[1])
    print(f"{1e-6 * cells**3 * done / float(took[2]):.2f} {done} f32 openEMS {version[1] if version else ''}")


main()
