# models.sh: models small enough for a sanitizer, sourced by tests/gpu/run. model NAME writes NAME.ini; every form of a
# problem is in one of them.

# grid CELLS STEPS SCHEME PRECISION: the head of a model
grid() {
    printf '[grid]\nspacing = 1 mm\ncells = %s\n%s' "$1" "${5:-}"
    printf '[run]\nsteps = %s\nscheme = %s\nprecision = %s\nforce = yes\noutput = %s.h5\n' "$2" "$3" "$4" "$6"
    printf '[waveform.w]\ntype = ricker\nfrequency = 1 GHz\n'
}
water='[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n'
glass='[material.glass]\ntype = dielectric\neps = 4\n'
dipole() { printf '[source.d]\ntype = dipole\nposition = %s mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n' "$1"; }
probe() { printf '[output.p]\ntype = probe\nposition = %s mm\n[output.e]\ntype = energy\n' "$1"; }
walls() { printf '[boundary.all]\ntype = %s\n%s' "$1" "${2:-}"; }

model() {
    local scheme=${2:-cuda.split} precision=${3:-f32}
    case $1 in
    everything*) # CPML, a Debye sphere, a port, TF/SF, a dipole, all outputs
        grid '30, 28, 33' 24 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf "$water"'[shape.s]\ntype = sphere\ncenter = 14, 14, 14 mm\nradius = 5 mm\nmaterial = water\n'
        printf '[source.t]\ntype = plane_wave\nfrom = 8, 8, 8 mm\nto = 22, 20, 24 mm\ntheta = 30 deg\nphi = 40 deg\npsi = 20 deg\nwaveform = w\n'
        printf '[source.v]\ntype = voltage\nnegative = 24, 14, 12 mm\npositive = 24, 14, 15 mm\nresistance = 50 Ohm\nwaveform = w\n'
        dipole '6, 14, 26'
        probe '10, 10, 10'
        printf '[output.f]\ntype = snapshot\nevery = 5\n[output.q]\ntype = probe\nports = v\n'
        printf '[output.s]\ntype = spectrum\nfrequency_min = 1 GHz\nfrequency_max = 9 GHz\nfrequency_count = 3\nfrom = 9, 9, 9 mm\nto = 12, 12, 12 mm\nevery = 1\n'
        printf '[output.u]\ntype = flux\nfrom = 10, 10, 10 mm\nto = 18, 18, 18 mm\nfrequency_min = 1 GHz\nfrequency_max = 9 GHz\nfrequency_count = 2\nevery = 10\n'
        ;;
    boxes*) # sources and probes alone, in glass, in a layer and at its corner, in boxes in shared memory
        grid '44, 40, 42' 24 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 6\n'
        printf "$glass"'[shape.g]\ntype = box\nfrom = 0, 0, 0 mm\nto = 44, 40, 20 mm\nmaterial = glass\n'
        dipole '9, 9, 30'
        printf '[source.e]\ntype = dipole\nposition = 30, 28, 19 mm\ndirection = x\ncurrent = 1 A\nwaveform = w\n'
        probe '30, 12, 12'
        printf '[output.o]\ntype = probe\nposition = 11, 9, 30 mm\n'
        ;;
    soaked*) # one pole in every cell, layers that meet
        grid '21, 18, 19' 20 "$scheme" "$precision" $'background = water\n' "$1"
        walls cpml $'cells = 8\n'
        printf "$water"
        dipole '10, 9, 9'
        probe '11, 9, 9'
        printf '[output.s]\ntype = spectrum\nfrequencies = 2 GHz\nevery = 3\n' # due between passes
        ;;
    steeped*) # two words a point, in every cell and where a sphere is
        grid '26, 23, 37' 20 "$scheme" "$precision" $'background = wet\n' "$1"
        walls cpml $'cells = 5\n'
        printf "$water"'[material.wet]\ntype = debye\neps_inf = 3\ndelta_eps = 2\ntau = 20 ps\nadd = water\n'
        printf '[material.ring]\ntype = lorentz\neps_inf = 2\ndelta_eps = 1\nf0 = 5 GHz\ngamma_hz = 1 GHz\n'
        # averaged points of a surface between two such media have the words of both: no kernels of their own
        [[ $1 == *bare* ]] || printf '[shape.s]\ntype = sphere\ncenter = 13, 11, 18 mm\nradius = 6 mm\nmaterial = ring\naverage = %s\n' "$([[ $1 == *mixed* ]] && echo yes || echo no)"
        dipole '6, 11, 18'
        probe '13, 11, 18'
        ;;
    excluded*) # media that passes do not know, in layers and across a periodic axis
        grid '36, 34, 60' 16 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y\n'
        printf '[material.gold]\ntype = drude\nfp = 40 GHz\ngamma_hz = 1 GHz\nadd = ring\n'
        printf '[material.ring]\ntype = lorentz\ndelta_eps = 1, 0.5\nf0 = 5 GHz, 8 GHz\ngamma_hz = 1 GHz, 2 GHz\n'
        printf '[material.ferrite]\ntype = dielectric\nmu = 4\nsigma_m = 100 Ohm/m\n'
        printf '[shape.g]\ntype = sphere\ncenter = 26, 17, 45 mm\nradius = 2 mm\nmaterial = gold\n'
        printf '[shape.f]\ntype = box\nfrom = 0, 30, 0 mm\nto = 3, 34, 4 mm\nmaterial = ferrite\n'
        dipole '21, 17, 45'
        probe '8, 30, 9'
        ;;
    ring*) # periodic along y and z
        grid '20, 17, 35' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 4\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y, z\n'
        printf "$glass"'[shape.b]\ntype = box\nfrom = 8, 0, 0 mm\nto = 12, 9, 35 mm\nmaterial = glass\n'
        dipole '6, 0, 0'
        probe '10, 16, 34'
        ;;
    lattice*) # a unit cell: periodic along x and y, layers along z, poles of two words
        grid '18, 21, 40' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = x, y\n'
        printf "$water"'[material.wet]\ntype = debye\neps_inf = 3\ndelta_eps = 2\ntau = 20 ps\nadd = water\n'
        printf '[shape.b]\ntype = box\nfrom = 4, 3, 15 mm\nto = 18, 12, 24 mm\nmaterial = wet\n'
        dipole '1, 20, 8'
        probe '17, 1, 30'
        ;;
    uniform*) # rows that bricks send each other; the last letter: steps of a pass
        grid '24, 100, 70' 24 skewed "$precision" '' "$1"
        printf '[scheme.skewed]\ntype = %s\nsteps_per_pass = %s\n' "$scheme" "${1: -1}"
        walls pec
        [[ $1 == *round* ]] && printf '[boundary.round]\ntype = periodic\nfaces = y\n'
        [[ $1 == *glass* ]] && printf "$glass"'[shape.b]\ntype = box\nfrom = 8, 0, 8 mm\nto = 12, 75, 50 mm\nmaterial = glass\n'
        dipole '12, 50, 30'
        probe '14, 20, 35'
        ;;
    graded*) # spacings that differ, a wall of PMC, layers, glass
        grid '30, 28, 33' 20 "$scheme" "$precision" $'y = 1 mm x 14, 2 mm x 14\nz = 1 mm x 20, 2 mm x 13\n' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.mirror]\ntype = pmc\nfaces = y-\n'
        printf "$glass"'[shape.b]\ntype = box\nfrom = 8, 0, 8 mm\nto = 12, 19, 30 mm\nmaterial = glass\n'
        dipole '16, 14, 16'
        probe '20, 12, 12'
        ;;
    flat*) # two dimensions
        grid '41, 38, 1' 24 "$scheme" "$precision" $'invariant = z\n' "$1"
        case $scheme in cuda.split | cuda.temporal) walls cpml $'cells = 5\n' ;; *) walls pec ;; esac
        printf "$glass"'[shape.c]\ntype = cylinder\nfrom = 20, 19, 0 mm\nto = 20, 19, 1 mm\nradius = 6 mm\nmaterial = glass\n'
        dipole '12, 19, 0.5'
        probe '30, 19, 0.5'
        ;;
    plain*) # what the mappings of the literature take
        grid '26, 23, 37' 20 "$scheme" "$precision" '' "$1"
        walls pec
        printf "$glass"'[shape.b]\ntype = box\nfrom = 5, 5, 5 mm\nto = 15, 20, 30 mm\nmaterial = glass\n'
        dipole '12, 11, 18'
        probe '20, 11, 18'
        ;;
    nonlinear*) # laws with words, signals and maps, a source and a port in them, layers, a periodic axis
        grid '30, 28, 33' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y\n'
        printf '[material.k]\ntype = kerr\neps = 2\nchi3 = 1e-8 m^2/V^2\nreach = 1 kV/m\n[shape.k]\ntype = sphere\ncenter = 14, 14, 14 mm\nradius = 6 mm\nmaterial = k\n'
        printf '[material.m]\ntype = modulated\neps = 3\ndepth = 0.1\nfrequency = 3 GHz\n[shape.m]\ntype = box\nfrom = 6, 0, 22 mm\nto = 20, 28, 27 mm\nmaterial = m\n'
        printf '[source.v]\ntype = voltage\nnegative = 10, 14, 12 mm\npositive = 10, 14, 15 mm\nresistance = 50 Ohm\nwaveform = w\n'
        dipole '14, 14, 14'
        probe '10, 10, 10'
        printf '[output.q]\ntype = probe\nports = v\n'
        ;;
    joined*) # laws of cells and of fields with sources in them, one of a port, layers, a periodic axis
        grid '30, 28, 33' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y\n'
        printf '[material.p]\ntype = magnetised_plasma\nfp = 10 GHz\ngamma_hz = 1 GHz\nmagnetic_field = 0.1, 0.2, 0.3 T\n[shape.p]\ntype = sphere\ncenter = 14, 14, 14 mm\nradius = 6 mm\nmaterial = p\n'
        printf '[material.t]\ntype = tensor\nn = 2.2, 1.6\naxis = 1, 2, 3\n[shape.t]\ntype = box\nfrom = 6, 0, 22 mm\nto = 20, 28, 27 mm\nmaterial = t\n'
        printf '[source.v]\ntype = diode\nnegative = 10, 14, 12 mm\npositive = 10, 14, 15 mm\n'
        dipole '14, 14, 24'
        probe '10, 10, 10'
        printf '[output.q]\ntype = probe\nports = v\n'
        ;;
    magnetic*) # magnetic laws with sources of H in them, poles beside them, layers, a periodic axis
        grid '30, 28, 33' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y\n'
        printf '[material.f]\ntype = ferrite\nsaturation_magnetization = 140 kA/m\nbias = 20, 40, 80 kA/m\ndamping = 0.02\neps = 14\n[shape.f]\ntype = sphere\ncenter = 14, 14, 14 mm\nradius = 6 mm\nmaterial = f\n'
        printf '[material.g]\ntype = ferrite\nmodel = full\nsaturation_magnetization = 140 kA/m\nbias = 0, 100, 0 kA/m\n[shape.g]\ntype = box\nfrom = 6, 0, 22 mm\nto = 20, 28, 27 mm\nmaterial = g\n'
        dipole '14, 14, 14'
        probe '10, 10, 10'
        ;;
    inside*) # metal and a dielectric in the way of high-order schemes, at a time step that is stable beside them
        grid '26, 23, 37' 4 "$scheme" "$precision" '' "$1" | sed 's/^steps/courant = 0.6\nsteps/'
        walls cpml $'cells = 5\n'
        printf "$glass"'[material.metal]\ntype = pec\n[shape.b]\ntype = sphere\ncenter = 13, 11, 18 mm\nradius = 4 mm\nmaterial = glass\n'
        printf '[shape.m]\ntype = box\nfrom = 5, 5, 5 mm\nto = 20, 6, 30 mm\nmaterial = metal\n'
        dipole '12, 16, 18'
        probe '20, 16, 18'
        ;;
    crossed*) # a wave through a surface around glass, in two dimensions
        grid '41, 38, 1' 12 "$scheme" "$precision" $'invariant = z\n' "$1" | sed 's/^steps/courant = 0.9\nsteps/'
        walls cpml $'cells = 5\n'
        printf "$glass"'[shape.c]\ntype = cylinder\nfrom = 20, 19, 0 mm\nto = 20, 19, 1 mm\nradius = 4 mm\nmaterial = glass\n'
        printf '[source.t]\ntype = plane_wave\nfrom = 10, 10, 0 mm\nto = 31, 28, 1 mm\ndirection = 3, 2, 0\npolarization = z\nwaveform = w\n'
        probe '20, 19, 0.5'
        ;;
    wide*) # what the high-order schemes take: walls of every kind, layers, a dipole, TF/SF
        grid '26, 23, 37' 20 "$scheme" "$precision" '' "$1"
        walls cpml $'cells = 5\n'
        printf '[boundary.round]\ntype = periodic\nfaces = y\n[boundary.mirror]\ntype = pmc\nfaces = z-\n'
        printf '[source.t]\ntype = plane_wave\nfrom = 9, 0, 9 mm\nto = 17, 23, 28 mm\ntheta = 30 deg\nphi = 0 deg\npsi = 20 deg\nwaveform = w\n'
        dipole '12, 11, 18'
        probe '20, 11, 18'
        ;;
    esac >"$1.ini"
}

# law_model NAME SCHEME: writes NAME.ini, 512^3 cells in float32 for rates: vacuum, a law everywhere, NAME_block in 128^3.
# plasma is a magnetised one, tensor a uniaxial crystal with its axis along no edge.
law_model() {
    {
        printf '[grid]\nspacing = 20 nm\ncells = 512, 512, 512\n'
        case $1 in vacuum | *_block) ;; *) printf 'background = m\n' ;; esac
        printf '[run]\nsteps = 400\nscheme = %s\nprecision = f32\n[boundary.all]\ntype = pec\n' "$2"
        printf '[waveform.w]\ntype = ricker\nfrequency = 150 THz\n'
        printf '[source.d]\ntype = dipole\nposition = 2, 2, 2 um\ndirection = z\ncurrent = 1 mA\nwaveform = w\n'
        case $1 in
        kerr*) printf '[material.m]\ntype = kerr\neps = 2.25\nchi3 = 1e-18 m^2/V^2\nreach = 1e8 V/m\n' ;;
        plasma*) printf '[material.m]\ntype = magnetised_plasma\nfp = 60 THz\ngamma_hz = 1 THz\nmagnetic_field = 500, 300, 800 T\n' ;;
        ferrite*) printf '[material.m]\ntype = ferrite\nsaturation_magnetization = 140 kA/m\nbias = 30 kA/m, 20 kA/m, 80 kA/m\ndamping = 0.01\neps = 14\n' ;;
        tensor*) printf '[material.m]\ntype = tensor\nn = 2.211, 2.138\naxis = 1, 2, 3\n' ;;
        raman*) printf '[material.m]\ntype = raman\neps = 2.25\nchi3 = 1e-18 m^2/V^2\nfraction = 0.18\nt1 = 12.2 fs\nt2 = 32 fs\nreach = 1e8 V/m\n' ;;
        esac
        case $1 in *_block) printf '[shape.b]\ntype = box\nfrom = 3.84, 3.84, 3.84 um\nto = 6.4, 6.4, 6.4 um\nmaterial = m\n' ;; esac
    } >"$1.ini"
}
