/* Input files of gprMax, through the command as a user has it: what every command becomes, and
 * what is said of those that are wrong. */
#include "gprmax.h"
#include "suite.h"

/* -- what commands become -- */

static const struct {
    const char *head, *lines;
    const char *made[4];
} becomes[] = {
    {HEAD, "#title: radar; \"one\"\n", {"title = 'radar; \"one\"'\n", "steps = 39\n"}},
    {HEAD, "", {"cells = 40, 30, 22\nspacing = 0.001, 0.001, 0.001 m\n\n"}},
    {HEAD, "#time_step_stability_factor: 0.5\n", {"time_step = 9.629166007732"}},
    {HEAD, "#messages: n\n#num_threads: 3\n", {"; A model of gprMax 3;"}},
    {HEAD, "#omp_threads: 3\n", {"; A model of gprMax 4;"}},
    {HEAD, "#output_dir: results\n", {"output = \"results/m.h5\"\n"}},
    {FLAT, "", {"invariant = z\nmode = tm\n", "faces = x, y\ncells = 10\n"}},
    /* layers */
    {HEAD,
     "#pml_cells: 6\n",
     {"type = cpml\nfaces = x, y, z\ncells = 6\norder = 4\nkappa_max = 1\nalpha_max = 0 "
      "S/m\n"}},
    {HEAD,
     "#pml_cells: 4 5 0 4 6 0\n",
     {"faces = x\ncells = 4\n", "faces = y-\ncells = 5\n", "type = pec\nfaces = z\n",
      "faces = y+\ncells = 6\n"}},
    {HEAD, THIN "#pml_formulation: MRIPML\n", {"cells = 5\n"}},
    {HEAD,
     THIN "#pml_cfs: linear reverse 0 0.05 cubic forward 1 8 quartic forward 0 None\n",
     {"order = 4\nkappa_order = 3\nkappa_max = 8\nalpha_max = 0.05 S/m\nalpha_order = 1\n"}},
    {HEAD,
     THIN "#pml_cfs: constant forward 0 0.05 constant forward 1 1 cubic forward 0 2.5\n",
     {"order = 3\nkappa_order = 0\nkappa_max = 1\nalpha_max = 0.05 S/m\nalpha_order = 0\n"
      "sigma_max = 2.5 S/m\n"}},
    /* media */
    {HEAD,
     THIN "#material: 6 0.005 1 0 sand\n",
     {"[material.sand]\ntype = dielectric\neps = 6\nsigma = 0.005 S/m\n"}},
    {HEAD, THIN "#material: 1 inf 1 0 copper\n", {"[material.copper]\ntype = pec\n"}},
    {HEAD,
     THIN "#material: 2 0 3 40 Vacuum\n",
     {"[material.Vacuum_of_file]\ntype = dielectric\neps = 2\nmu = 3\nsigma_m = 40 Ohm/m\n"}},
    {HEAD,
     THIN "#material: 2 0 1 0 a+b\n#material: 3 0 1 0 A.b\n",
     {"[material.a_b]\n", "[material.A_b_2]\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_debye: 2 4 9e-12 1 2e-10 sand\n",
     {"type = debye\neps_inf = 6\ndelta_eps = 4, 1\ntau = 9e-12, 2e-10 s\nsigma = 0.005 "
      "S/m\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_debye: 1 4 9e-12 sand\n#add_dispersion_debye: 1 2 8e-12 sand\n",
     {"delta_eps = 4, 2\ntau = 9e-12, 8e-12 s\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_lorentz: 1 2 3e9 2e9 sand\n",
     {"type = lorentz\neps_inf = 6\ndelta_eps = 2\nf0 = 3000000000 Hz\n"
      "gamma = 4000000000 rad/s\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_drude: 1 5e9 1e9 sand\n",
     {"type = drude\neps_inf = 6\nfp = 5000000000 Hz\ngamma = 1000000000 rad/s\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_drude: 1 5e9 1e9 0 sand\n",
     {"fp = 5000000000 Hz\ngamma = 1000000000 rad/s\nsigma"}},
    /* mixtures, whose plugins the text names */
    {HEAD,
     THIN "#soil_peplinski: 0.5 0.1 1.5 2.66 0.01 0.2 soil\n"
          "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 2 3 20 soil ground 7 y\n",
     {"type = peplinski\nsand = 0.5\nclay = 0.1\nbulk_density = 1.5 g/cm^3\n"
      "particle_density = 2.66 g/cm^3\nwater = 0.01, 0.2\nfrequency = 1.3 GHz\n"
      "max_error = 1\n",
      "type = fractal\nfrom = 0, 0, 0 m\nto = 0.04, 0.03, 0.01 m\nmixture = soil\nbins = 20\n"
      "exponent = 1.5\nweights = 1, 2, 3\nseed = 7\naverage = cells\n"}},
    {HEAD,
     THIN "#material_range: 2 4 0 0.01 1 1 0 0 family\n"
          "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 20 family ground\n",
     {"[material.family_2]\ntype = dielectric\neps = 4\nsigma = 0.01 S/m\n",
      "materials = family_1, family_2\nbins = 20\n", "seed = 1\naverage = own\n"}},
    {HEAD,
     THIN SAND "#material_list: free_space sand pile\n"
               "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 2 pile ground\n",
     {"materials = vacuum, sand\nbins = 2\n"}},
    /* A rough surface from 8 to 12 mm, and water in it up to 10 mm. */
    {HEAD,
     THIN SAND "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 ground 5\n"
               "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 sand ground\n"
               "#add_surface_water: 0 0 0.01 0.04 0.03 0.01 0.010 ground\n",
     {"type = box\nfrom = 0, 0, 0 m\nto = 0.04, 0.03, 0.012 m\nmaterial = sand\naverage = "
      "own\n",
      "type = rough_surface\nfrom = 0, 0, 0.008 m\nto = 0.04, 0.03, 0.012 m\naxis = z\n"
      "side = above\nlow = 0.008 m\nhigh = 0.012 m\nexponent = 1.5\nweights = 1, 2, 1\nseed = "
      "5\n"
      "material = vacuum\n",
      "to = 0.04, 0.03, 0.01 m\naxis = z\nside = above\nlow = 0.008 m\nhigh = 0.012 m\n"
      "exponent = 1.5\nweights = 1, 2, 1\nseed = 5\nmaterial = water\naverage = own\n",
      "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231e-12 s\n"}},
    /* objects */
    {HEAD,
     THIN SAND "#box: 0 0 0 0.010 0.0025 0.02 sand\n",
     {"[shape.box1]\ntype = box\nfrom = 0, 0, 0 m\nto = 0.01, 0.002, 0.02 m\n"
      "material = sand\naverage = cells\n"}},
    {HEAD, THIN SAND "#box: 0 0 0 0.010 0.005 0.02 sand n\n", {"average = own\n"}},
    {HEAD, THIN "#box: 0 0 0 0.010 0.005 0.02 pec y\n", {"material = pec\naverage = own\n"}},
    {HEAD,
     THIN "#box: 0 0 0 0.010 0.005 0.02 free_space\n",
     {"material = vacuum\naverage = cells\n"}},
    {HEAD,
     THIN SAND "#add_dispersion_debye: 1 4 9e-12 sand\n#box: 0 0 0 0.01 0.01 0.02 sand y\n",
     {"material = sand\naverage = own\n"}},
    {HEAD,
     THIN SAND "#material: 3 0 1 0 dry\n#box: 0 0 0 0.01 0.01 0.02 sand dry free_space\n"
               "#box: 0.01 0 0 0.02 0.01 0.02 sand dry free_space\n",
     {"[material.sand_dry_free_space]\ntype = dielectric\neps = 6, 3, 1\n"
      "sigma = 0.005, 0, 0 S/m\n",
      "[shape.box2]\ntype = box\nfrom = 0.01, 0, 0 m\nto = 0.02, 0.01, 0.02 m\n"
      "material = sand_dry_free_space\naverage = own\n"}},
    {HEAD,
     THIN SAND "#cylinder: 0.01 0.01 -0.001 0.01 0.01 0.1 0.0042 sand\n",
     {"type = cylinder\nfrom = 0.01, 0.01, -0.001 m\nto = 0.01, 0.01, 0.1 m\n"
      "radius = 0.0042 m\nmaterial = sand\naverage = cells\n"}},
    {HEAD,
     THIN SAND "#sphere: 0.01 0.01 0.01 0.004 sand\n",
     {"type = sphere\ncenter = 0.01, 0.01, 0.01 m\nradius = 0.004 m\n"}},
    {HEAD,
     THIN SAND "#ellipsoid: 0.01 0.01 0.01 0.004 0.003 0.002 sand\n",
     {"type = ellipsoid\ncenter = 0.01, 0.01, 0.01 m\nradii = 0.004, 0.003, 0.002 m\n"}},
    {HEAD,
     THIN SAND "#cone: 0.01 0.01 0.002 0.01 0.01 0.012 0.002 0.006 sand\n",
     {"type = cone\nfrom = 0.01, 0.01, 0.002 m\nto = 0.01, 0.01, 0.012 m\n"
      "radius_from = 0.002 m\nradius_to = 0.006 m\n"}},
    {HEAD,
     THIN SAND "#cylindrical_sector: y 0.02 0.01 0.005 0.025 0.008 30 330 sand\n",
     {"type = sector\naxis = y\ncenter = 0.02, 0.01 m\nfrom = 0.005 m\nto = 0.025 m\n"
      "radius = 0.008 m\nstart = 30 deg\nsweep = 330 deg\n"}},
    {HEAD,
     THIN SAND "#triangle: 0.01 0.01 0.01 0.02 0.01 0.01 0.01 0.02 0.01 0.002 sand\n",
     {"type = prism\naxis = z\npoints = 0.01, 0.01, 0.02, 0.01, 0.01, 0.02 m\n"
      "from = 0.01 m\nto = 0.012 m\n"}},
    {HEAD,
     THIN "#triangle: 0.01 0.01 0.01 0.02 0.01 0.01 0.01 0.01 0.02 0 pec\n",
     {"type = plate\naxis = y\npoints = 0.01, 0.01, 0.02, 0.01, 0.01, 0.02 m\n"
      "position = 0.01 m\nmaterial = pec\n"}},
    {HEAD,
     THIN "#plate: 0.01 0.01 0.01 0.02 0.02 0.01 pec\n",
     {"type = plate\nfrom = 0.01, 0.01, 0.01 m\nto = 0.02, 0.02, 0.01 m\nmaterial = pec\n"}},
    {HEAD,
     THIN "#edge: 0.01 0.01 0.01 0.01 0.02 0.01 pec\n",
     {"type = wire\npoints = 0.01, 0.01, 0.01, 0.01, 0.02, 0.01 m\nmaterial = pec\n"}},
    /* waveforms and sources */
    {HEAD,
     THIN WAVE "#hertzian_dipole: x 0.01 0.011 0.012 pulse\n",
     {"[waveform.pulse]\ntype = ricker\nfrequency = 1500000000 Hz\namplitude = 2\n"
      "delay = 9.42809041582e-10 s\n",
      "type = dipole\nposition = 0.0105, 0.011, 0.012 m\ndirection = x\ncurrent = 1 A\n"
      "waveform = pulse\n"}},
    {HEAD,
     THIN WAVE "#magnetic_dipole: Z 0.01 0.011 0.012 pulse\n",
     {"type = dipole\nposition = 0.0105, 0.0115, 0.012 m\ndirection = z\n"
      "magnetic_moment = 1 V m\n"}},
    {HEAD,
     THIN WAVE "#voltage_source: y 0.01 0.011 0.012 50 pulse\n",
     {"type = voltage\nnegative = 0.01, 0.011, 0.012 m\npositive = 0.01, 0.012, 0.012 m\n"
      "resistance = 50 Ohm\nvoltage = 1 V\nwaveform = pulse\n",
      "type = probe\nports = voltage_source\n"}},
    {HEAD,
     THIN WAVE "#transmission_line: z 0.01 0.011 0.012 73 pulse\n",
     {"type = transmission_line\nnegative = 0.01, 0.011, 0.012 m\n"
      "positive = 0.01, 0.011, 0.013 m\nimpedance = 73 Ohm\nvoltage = 1 V\n"}},
    {HEAD,
     THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 1e-11 1\n",
     {"delay = 9.52809041582e-10 s\n"}},
    {HEAD,
     THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 1e-11 2e-11\n",
     {"type = gprmax\nkind = ricker\nfrequency = 1500000000 Hz\namplitude = 2\n"
      "start = 1e-11 s\nstop = 2e-11 s\n"}},
    {HEAD,
     THIN "#waveform: gaussian 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = gaussian\nfrequency = 1000000000 Hz\namplitude = 1\ndelay = 1e-09 s\n"}},
    {HEAD,
     THIN "#waveform: gaussiandot 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = gaussian_derivative\nfrequency = 1000000000 Hz\namplitude = 3810944529.46\n"
      "delay = 1e-09 s\n"}},
    {HEAD,
     THIN "#waveform: gaussiandotnorm 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = gaussian_derivative\nfrequency = 1000000000 Hz\namplitude = 1\n"}},
    {HEAD,
     THIN "#waveform: gaussiandotdot 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = ricker\nfrequency = 1000000000 Hz\namplitude = -1.97392088022e+19\n"
      "delay = 1.41421356237e-09 s\n"}},
    {HEAD,
     THIN "#waveform: gaussiandotdotnorm 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = ricker\nfrequency = 1000000000 Hz\namplitude = -1\n"}},
    {HEAD,
     THIN "#waveform: gaussiandoubleprime 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = ricker\nfrequency = 1414213562.37 Hz\namplitude = -3.94784176044e+19\n"
      "delay = 1e-09 s\n"}},
    {HEAD,
     THIN "#waveform: ContSine 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = gprmax\nkind = contsine\n"}},
    {HEAD,
     THIN "#waveform: impulse 1 1e9 w\n#hertzian_dipole: z 0.01 0.01 0.01 w\n",
     {"type = gprmax\nkind = impulse\nfrequency = 1000000000 Hz\namplitude = 1\nstep = "
      "1.9258332015464"}},
    /* outputs */
    {HEAD,
     THIN "#rx: 0.01 0.011 0.012\n",
     {"type = probe\nposition = 0.01025, 0.01125, 0.01225 m\n"
      "components = ex, ey, ez, hx, hy, hz\n"}},
    {HEAD,
     THIN "#rx: 0.01 0.011 0.012 north Ez Hx\n",
     {"[output.north]\ntype = probe\n", "components = ez, hx\n"}},
    {HEAD,
     THIN "#rx_array: 0.01 0.011 0.012 0.012 0.011 0.014 0.002 0 0.001\n",
     {"[output.rx_array]\ntype = probe\nposition = 0.01025, 0.01125, 0.01225, 0.01025, "
      "0.01125, "
      "0.01325, ",
      "0.01225, 0.01125, 0.01425 m\ncomponents = ex, ey, ez, hx, hy, hz\n",
      "nodes = 10, 11, 12, 10, 11, 13, 10, 11, 14, 12, 11, 12, 12, 11, 13, 12, 11, 14\n"}},
    {HEAD,
     THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0.002 0.001 0.001 20 film\n",
     {"[output.film]\ntype = snapshot\nfrom = 0, 0, 0 m\nto = 0.04, 0.03, 0.02 m\n"
      "stride = 2, 1, 1\ncomponents = all\ntimes = 3.659083082938"}},
    {HEAD,
     THIN WAVE "#rx: 0.01 0.011 0.012\n#hertzian_dipole: x 0.01 0.011 0.012 pulse\n"
               "#geometry_view: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.002 look n\n",
     {"[output.look]\ntype = gprmax_view\nfrom = 0, 0, 0 m\nto = 0.04, 0.03, 0.02 m\n"
      "stride = 1, 1, 2\nsources = 10, 11, 12\nsource_types = HertzianDipole\nreceivers = 10, "
      "11, 12\n"}},
    {HEAD,
     THIN "#rx: 0.01 0.01 0.01 @{a}=b\\ Ez Iz\n#rx: 0.01 0.01 0.01 - Ez\n#rx: 0.01 0.01 0.01\n",
     {"names = __a__b_, _, -\ncurrents = __a__b_\n"}},
    {HEAD,
     THIN "#geometry_view: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.001 look.vtp F\n",
     {"[output.look]\ntype = gprmax_view\nshow = edges\nfrom = 0, 0, 0 m\n"}},
    {HEAD,
     THIN "#geometry_objects_write: 0 0 0 0.04 0.03 0.02 body\n",
     {"[output.body]\ntype = gprmax_objects\nfrom = 0, 0, 0 m\nto = 0.04, 0.03, 0.02 m\n"}},
    /* gprMax 4 */
    {HEAD,
     THIN WAVE "#plane_wave_angles: 0.008 0.008 0.008 0.02 0.02 0.012 36.7 63.4 90 pulse\n",
     {"[source.plane_wave]\ntype = plane_wave\nfrom = 0.008, 0.008, 0.008 m\nto = 0.02, 0.02, "
      "0.012 m\ntheta = 36.7 deg\nphi = 63.4 deg\npsi = 180 deg\n"}},
    {HEAD,
     THIN WAVE "#discrete_plane_wave: 0.008 0.008 0.008 0.02 0.02 0.012 90 63.4 36.7 pulse\n",
     {"theta = 36.7 deg\nphi = 63.4 deg\npsi = 180 deg\n"}},
    {HEAD,
     THIN WAVE SAND
     "#plane_wave_vector: 0.008 0.008 0.008 0.02 0.02 0.012 1 1 0 0 pulse sand\n",
     {"theta = 90 deg\nphi = 45 deg\npsi = 270 deg\n"}},
    {HEAD,
     THIN WAVE "#plane_wave_axial: 0.008 0.008 0.008 0.02 0.02 0.012 90 x pulse 1e-12 5e-12\n",
     {"theta = 90 deg\nphi = 0 deg\npsi = 180 deg\n", "stop = 5e-12 s\n"}},
    {HEAD,
     THIN WAVE "#plane_wave_axial: 0.008 0.008 0.008 0.02 0.02 0.012 z 90 pulse\n",
     {"theta = 0 deg\nphi = 0 deg\npsi = 180 deg\n"}},
    {HEAD,
     "#pml_cells: 5\n#symmetry_boundary: x0 pec\n#symmetry_boundary: ymax pmc\n",
     {"type = symmetry\nfaces = x-\nkind = electric\n",
      "type = symmetry\nfaces = y+\nkind = magnetic\n", "type = cpml\nfaces = x+, y-, z\n"}},
    {"#domain: 0.04 inf 0.03\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 20\n",
     "#domain_mode: TE\n#pml_cells: 5\n#box: 0 inf 0 0.02 inf 0.01 pec\n#rx: 0.03 inf "
     "0.02\n" WAVE "#hertzian_dipole: x 0.02 inf 0.02 pulse\n",
     {"cells = 40, 1, 30\n", "invariant = y\nmode = te\n", "components = ex, ez, hy\n",
      "from = 0, 0, 0 m\nto = 0.02, 0.001, 0.01 m\n"}},
    {HEAD,
     THIN "#box: -inf 0 0 0.01 inf inf pec\n",
     {"from = 0, 0, 0 m\nto = 0.01, 0.03, 0.022 m\n"}},
    {HEAD,
     THIN "#magnetic_averaging: harmonic\n#debye_averaging: y\n#material: 4 0 1 0 d\n"
          "#add_dispersion_debye: 1 2 1e-11 d\n#box: 0 0 0 0.01 0.01 0.01 d\n",
     {"material = d\naverage = cells\n"}},
    /* patches and covers */
    {HEAD,
     THIN "#cylindrical_sector: x 0.01 0.01 0.02 0.02 0.004 0 90 pec\n",
     {"[shape.cylindrical_sector1]\ntype = plate\naxis = x\npoints = 0.01, 0.01, 0.014, 0.01, "
      "0.01399939",
      "0.01, 0.014 m\nposition = 0.02 m\nmaterial = pec\n"}},
    {HEAD,
     THIN SAND "#material: 7 0.1 1 0 clay\n#plate: 0 0 0.005 0.01 0.01 0.005 sand clay\n",
     {"eps = 6, 7, 6\n",
      "from = 0, 0, 0.005 m\nto = 0.01, 0.01, 0.005 m\nmaterial = sand_clay_sand\n"}},
    {HEAD,
     THIN SAND
     "#fractal_box: 0.002 0.002 0 0.03 0.02 0.01 1.5 1 1 1 1 sand f 3\n"
     "#add_surface_roughness: 0.01 0.005 0.01 0.02 0.015 0.01 1.5 1 2 0.008 0.012 f 9\n"
     "#add_grass: 0.01 0.005 0.01 0.02 0.015 0.01 1.5 0.013 0.016 20 f 4\n",
     {"type = box\nfrom = 0.002, 0.002, 0 m\nto = 0.03, 0.02, 0.01 m\n",
      "type = box\nfrom = 0.01, 0.005, 0.01 m\nto = 0.02, 0.015, 0.012 m\n",
      "type = rough_surface\nfrom = 0.01, 0.005, 0.008 m\nto = 0.02, 0.015, 0.012 m\naxis = z\n"
      "side = above\nlow = 0.008 m\nhigh = 0.012 m\n",
      "type = grass\nfrom = 0.01, 0.005, 0 m\nto = 0.02, 0.015, 0.016 m\naxis = z\nblades = "
      "20\n"
      "height_min = 0.003 m\nheight_max = 0.006 m\nroots = 0.006 m\nseed = 9\n"}},
    {HEAD,
     THIN SAND "#material: 9 0 1 0 rock\n#box: 0 0 0 0.04 0.03 0.022 rock n\n"
               "#box: 0 0 0 0.04 0.03 0.004 pec\n"
               "#fractal_box: 0 0 0.01 0.04 0.03 0.02 1.5 1 1 1 1 sand f 3\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 f 9\n",
     {"low = 0.008 m\nhigh = 0.012 m\nexponent = 1.5\nweights = 1, 2, 1\nseed = 9\n"
      "material = rock\naverage = own\n"}},
    {HEAD,
     THIN SAND "#fractal_box: 0 0 0.01 0.04 0.03 0.02 1.5 1 1 1 1 sand f 3\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.004 0.008 f 9\n",
     {"type = box\nfrom = 0, 0, 0.004 m\nto = 0.04, 0.03, 0.02 m\n"}},
    {HEAD,
     THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 sand f 3\n"
               "#add_grass: 0 0 0.01 0.04 0.03 0.01 1.5 0.013 0.016 20 f 4\n",
     {"height_min = 0.003 m\nheight_max = 0.006 m\n", "seed = 4\nlevel = 0.01 m\nrms = 0 m\n",
      "eps_inf = 12.7174\ndelta_eps = 5.7913\ntau = 1.0793e-11 s\n"}},
    {HEAD,
     THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0.002 0.001 0.001 20 film.h5\n",
     {"[output.film]\n"}},
};

START_TEST(every_command_becomes_what_it_means)
{
    const int code = convert(becomes[_i].head, becomes[_i].lines, "");
    ck_assert_msg(code == YEE_OK, "\"%s\" is refused: %s", becomes[_i].lines, said);
    for (int k = 0; k < 4 && becomes[_i].made[k]; k++)
        has(becomes[_i].lines, becomes[_i].made[k]);
}
END_TEST

/* -- what is wrong -- */

#define SOURCE THIN WAVE
static const struct {
    const char *lines;
    int code;
    const char *says;
} wrong[] = {
    {"#bix: 1\n", 3, "m.in:4: [importer] #bix: gprMax has no such command; did you mean #box?"},
    {"#box\n", 3, "m.in:4: [importer] #box: there is no ':' behind the command's name"},
    {"#box 0 0 0\n", 3,
     "#box: there is no ':' behind the command's name; write #box: 0 0 0, or"},
    {"#box:0 0 0\n", 3, "m.in:4: [importer] #box: a blank must stand behind the ':'"},
    {"#domain: 1 1 1\n", 3, "m.in:4: [importer] #domain: is there twice, first in line 1"},
    {"#pml_cells: 5\n#pml_cells: 5\n", 3, "m.in:5: [importer] #pml_cells: is there twice"},
    {"#box: 0 0 0 0.01 0.01 0.01\n", 3,
     "#box: has 6 words behind it; it takes x1 y1 z1 x2 y2 z2 id [y|n], or three ids"},
    {THIN "#box: 0 0 0 0.01 0.01 a pec\n", 3,
     "m.in:5: [importer] #box: z2 'a' is not a number"},
    {THIN "#box: 0 0 0 0.01 0.01 nan pec\n", 3, "#box: z2 'nan' is not finite"},
    {THIN "#box: 0 0 0 0.01 0.01 0.023 pec\n", 3,
     "#box: z2 = 0.023 m is outside the domain, which reaches from 0 to 0.022 m"},
    {THIN "#box: 0.01 0 0 0 0.01 0.01 pec\n", 3, "the lower corner comes first"},
    {THIN "#box: 0.01 0 0 0.0104 0.01 0.01 pec\n", 3, "no cell lies between 0.01 and 0.0104 m"},
    {THIN SAND "#box: 0 0 0 0.01 0.01 0.01 snad\n", 3,
     "there is no material 'snad'; there are pec, free_space, sand"},
    {THIN
     "#soil_peplinski: 0.5 0.5 2.0 2.66 0.001 0.24 earth\n#box: 0 0 0 0.01 0.01 0.01 earth\n",
     3, "m.in:6: [importer] #box: 'earth' is a mixture, of which #fractal_box alone is made"},
    {THIN "#box: 0 0 0 0.01 0.01 0.01 pec x\n", 3, "is neither y nor n"},
    {THIN "#box: 0 0 0 0.01 0.01 0.01 pec pec free_space\n", 7, "along one axis only"},
    {THIN "#cylinder: 0 0 0 0 0 0.01 0 pec\n", 3, "the radius = 0; it must be greater than 0"},
    {THIN "#sphere: 0 0 0 -1 pec\n", 3, "the radius = -1; it must be greater than 0"},
    {THIN "#ellipsoid: 0 0 0 1 0 1 pec\n", 3, "a half-axis = 0"},
    {THIN "#cone: 0 0 0 0 0 0.01 0 0 pec\n", 3, "both radii are 0"},
    {THIN "#cylindrical_sector: w 0 0 0 0.01 0.01 0 90 pec\n", 3, "'w' is no axis"},
    {THIN "#cylindrical_sector: x 0 0 0 0.01 0.01 0 360 pec\n", 3, "both below 360 degrees"},
    {THIN "#triangle: 0 0 0 0.01 0 0.01 0 0.01 0.02 0 pec\n", 3, "in no plane across"},
    {THIN "#plate: 0 0 0 0.01 0.01 0.01 pec\n", 3, "has no extent along 0 axes"},
    {THIN "#edge: 0 0 0 0.01 0.01 0 pec\n", 3, "its ends differ along 2 axes"},
    {"#material: 0.5 0 1 0 a\n", 3, "er and mr are 1 or more"},
    {"#material: 2 0 1 0 pec\n", 3, "is a material that every model has"},
    {SAND SAND, 3,
     "m.in:5: [importer] #material: there is a material 'sand' already, in line 4"},
    {"#add_dispersion_debye: 1 4 9e-12 sand\n", 3, "there is no material 'sand'"},
    {SAND "#add_dispersion_debye: 2 4 9e-12 sand\n", 3, "2 poles need 4 numbers"},
    {SAND "#add_dispersion_debye: 1.5 4 9e-12 sand\n", 3, "'1.5' is not a whole number"},
    {SAND "#add_dispersion_debye: 1 4 -1 sand\n", 3, "tau = -1; it must be greater than 0"},
    {SAND "#add_dispersion_debye: 1 4 9e-12 sand\n#add_dispersion_lorentz: 1 2 3e9 2e9 sand\n",
     7, "a material has poles of one kind"},
    {"#soil_peplinski: 0.9 0.2 1.5 2.66 0.01 0.2 soil\n", 3, "are more than all of the soil"},
    {"#soil_peplinski: 0.5 0.2 1.5 2.66 0.3 0.2 soil\n", 3, "is above the most"},
    {"#material_range: 2 0.5 0 0.01 1 1 0 0 f\n", 3, "er2 = 0.5 is too small"},
    {"#material_list: sand l\n", 3, "there is no material 'sand'"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 2 pec g\n", 3,
     "2 bins of 'pec'; a plain material has one"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 0 1 1 pec g\n", 3, "a weight = 0"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0 1.5 1 1 1 1 pec g\n", 3, "no cell lies between"},
    {THIN "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 g\n", 3,
     "there is no #fractal_box with the id 'g'"},
    {THIN "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 pec g\n"
          "#add_surface_water: 0 0 0.01 0.04 0.03 0.01 0.010 g\n",
     3, "the face has no #add_surface_roughness"},
    {SAND "#add_dispersion_lorentz: 99999999990 2 1e9 1e8 sand\n", 3,
     "99999999990 poles need 299999999970 numbers and one id or more"},
    {"#domain_mode: TX\n", 3, "'TX' is neither TM, TE nor 3D"},
    {"#domain_mode: TE\n", 3, "#domain: #domain_mode: TE needs 'inf'"},
    {"#symmetry_boundary: x1 pec\n", 3, "'x1' is no face; x0, y0"},
    {"#symmetry_boundary: x0 pmb\n", 3, "'pmb' is neither pec nor pmc"},
    {"#magnetic_averaging: arithmetic\n", 7, "mu is averaged along the field"},
    {"#debye_averaging: maybe\n", 3, "is neither y nor n"},
    {"#ntff_far_field: 1\n", 7, "m.in:4: [importer] #ntff_far_field: far fields are not read"},
    {"#eigenmode_port: 1\n", 7, "modes of guides are not read"},
    {WAVE "#plane_wave_angles: 0 0 0 1 1 1 90 0 90\n", 3, "#plane_wave_angles: has 9 words"},
    {THIN WAVE "#plane_wave_vector: 0 0 0 0.01 0.01 0.01 0 0 0 9 pulse\n", 3,
     "mx, my and mz are 0"},
    {THIN WAVE "#plane_wave_vector: 0 0 0 0.01 0.01 0.01 1 0 0.5 9 pulse\n", 3,
     "mz '0.5' is not a whole number"},
    {THIN WAVE "#plane_wave_angles: 0 0 0 0.01 0.01 0.01 9 9 9 pulse mud\n", 3,
     "there is no material 'mud'"},
    {THIN WAVE "#plane_wave_axial: 0.01 0 0 0.01 0.01 0.01 9 x pulse\n", 3,
     "no cell lies between 0.01 and 0.01 m along x"},
    {THIN WAVE "#voltage_source: z 0.01 0.01 0.01 50 pulse 0 1e-9 feed 10\n", 7,
     "names and fits of ports"},
    {"#waveform: gauspulse 1 1e9 g\n", 7, "this waveform is not read"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0.012 0.011 f\n",
     3, "the lower limit 0.012 m is not below the upper one, 0.011 m"},
    {THIN SAND "#fractal_box: 0.01 0 0 0.03 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.03 0.03 0.01 1 1 1 0.01 0.011 f\n",
     3, "from 0 to 0.03 m along x is no part of the box's face"},
    {THIN SAND "#fractal_box: 0 0 0.002 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0 0.002 f\n",
     3, "leave nothing of the box"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1 1 1 0.009 0.011 f\n"
               "#add_grass: 0 0 0.01 0.03 0.03 0.01 1 0.01 0.012 3 f\n",
     7, "it has another part of the face"},
    {THIN SAND "#fractal_box: 0 0 0 0.04 0.03 0.01 1 1 1 1 1 sand f\n"
               "#add_grass: 0 0 0.01 0.04 0.03 0.01 1 0.005 0.01 3 f\n",
     3, "the limits are where blades end, above the face"},
    {THIN "#add_grass: 0 0 0.01 0.04 0.03 0.01 1 1 1 1 g\n", 3,
     "there is no #fractal_box with the id 'g'"},
    {THIN "#geometry_objects_read: 0 0 0 a.h5 a.txt\n", 3, "a.h5 is not there"},
    {"#pml_cells: 5 5\n", 3, "#pml_cells: has 2 words behind it"},
    {"#pml_cells: -1\n", 3, "-1 cells; 0 or more"},
    {"#pml_cells: 11\n", 3,
     "m.in:4: [importer] #pml_cells: layers of 11 and 11 cells leave nothing of the 22 cells "
     "along z"},
    {"#pml_formulation: UPML\n", 3, "'UPML' is neither HORIPML nor MRIPML"},
    {THIN "#pml_cfs: constant forward 0 0 constant forward 1 1 quartic forward 0 None\n"
          "#pml_cfs: constant forward 0 0 constant forward 1 1 quartic forward 0 None\n",
     7, "m.in:6: [importer] #pml_cfs: a second #pml_cfs makes a layer of second order"},
    {THIN "#pml_cfs: konstant forward 0 0 constant forward 1 1 quartic forward 0 None\n", 3,
     "'konstant' is no profile"},
    {THIN "#pml_cfs: linear forward 0 1 constant forward 1 1 quartic forward 0 None\n", 7,
     "the alpha of cpml falls"},
    {THIN "#pml_cfs: constant forward 0 0 constant forward 0 0 quartic forward 0 None\n", 3,
     "1 is its least value"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 plus\n", 3, "there is no waveform 'plus'"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.022 pulse\n", 3,
     "on the upper face of the domain"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 1e-9\n", 3, "a start without a stop"},
    {SOURCE "#hertzian_dipole: z 0.01 0.01 0.01 pulse 2e-9 1e-9\n", 3, "the stop behind it"},
    {SOURCE "#voltage_source: z 0.01 0.01 0.01 -5 pulse\n", 3, "it cannot be below 0"},
    {SOURCE "#transmission_line: z 0.01 0.01 0.01 400 pulse\n", 3, "below 376.73 Ohm"},
    {WAVE WAVE, 3, "there is a waveform 'pulse' already, in line 4"},
    {"#waveform: rikker 1 1e9 p\n", 3, "'rikker' is no waveform"},
    {"#waveform: ricker 1 0 p\n", 3, "the frequency = 0 Hz"},
    {THIN "#rx: 0.01 0.01 0.01 a Ez Fx\n", 3, "'Fx' is no component"},
    {THIN "#rx: 0.01 0.01\n", 3, "#rx: has 2 words behind it; it takes x y z"},
    {THIN "#rx_array: 0 0 0 0.01 0 0 0 0 0\n", 3, "a step of 0 m is no cell along x"},
    {THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.001 41 a\n", 3,
     "'41' is iteration 41; there are 1 to 40"},
    {THIN "#snapshot: 0 0 0 0.04 0.03 0.02 0 0.001 0.001 4 a\n", 3, "dx = 0 m is no cell"},
    {THIN "#geometry_view: 0 0 0 0.04 0.03 0.02 0.001 0.001 0.001 a e\n", 3,
     "is neither n nor f"},
    {THIN "#geometry_view: 0 0 0 0.04 0.03 0.02 0.002 0.001 0.001 a f\n", 3,
     "a view of edges (f) has all of them: 0.002 0.001 0.001 m are not the grid's steps"},
    {THIN "#geometry_view: 0.04 0 0 0.04 0.03 0.02 0.001 0.001 0.001 a n\n", 3,
     "no cell lies between"},
    {THIN "#geometry_objects_write: 0.04 0 0 0.04 0.03 0.02 a\n", 3, "no cell lies between"},
    {"#time_step_stability_factor: 1.1\n", 3, "the factor 1.1 is out of range"},
    {"#num_threads: 0\n", 3, "0 threads are too few"},
    {"#messages: maybe\n", 3, "is neither y nor n"},
    {"#include_file: gone.in\n", 3, "#include_file: gone.in cannot be read"},
    {"#python:\nprint('#title: x')\n#end_python:\n", 7,
     "m.in:4: [importer] #python: a block of Python can do anything"},
    {"#python:\nprint('#title: x')\n", 3,
     "m.in:4: [importer] #python: no #end_python: follows"},
    {"#end_python:\n", 7, "no #python: stands before it"},
    {"#taguchi:\n", 7, "an optimisation is a program around yee"},
    {"#magnetic_edge: 1\n", 7, "single H edges"},
};

START_TEST(what_is_wrong_is_said_with_line_and_command)
{
    const int code = convert(HEAD, wrong[_i].lines, "");
    ck_assert_msg(code == wrong[_i].code, "\"%s\": exit code %d, not %d: %s", wrong[_i].lines,
                  code, wrong[_i].code, said);
    says(wrong[_i].says);
}
END_TEST

START_TEST(what_every_model_needs_is_asked_for)
{
    ck_assert_int_eq(convert("#dx_dy_dz: 1 1 1\n#time_window: 5\n", "", ""), YEE_INPUT);
    says("has no #domain: Lx Ly Lz; every model needs one");
    ck_assert_int_eq(convert("#domain: 1 1 1\n#time_window: 5\n", "", ""), YEE_INPUT);
    says("has no #dx_dy_dz");
    ck_assert_int_eq(convert("#domain: 1 1 1\n#dx_dy_dz: 1 1 1\n", "", ""), YEE_INPUT);
    says("has no #time_window");
    ck_assert_int_eq(convert("", "", ""), YEE_INPUT);
    ck_assert_int_eq(convert("#domain: 9 9 9\n#dx_dy_dz: 1 0 1\n#time_window: 5\n", "", ""),
                     YEE_INPUT);
    says("dy = 0 m; it must be greater than 0");
    ck_assert_int_eq(convert("#domain: 9 0.4 9\n#dx_dy_dz: 1 1 1\n#time_window: 5\n", "", ""),
                     YEE_INPUT);
    says("Ly = 0.4 m is no cell of 1 m");
}
END_TEST

/* -- grammar -- */

START_TEST(only_lines_that_begin_with_one_sign_are_commands)
{
    ck_assert_int_eq(convert(HEAD, THIN "## a note\n #bix: 1\nbix: 1\n#\n#  \n\n", ""), YEE_OK);
    ck_assert_int_eq(convert(HEAD, THIN "#title: a: b\r\n", ""), YEE_OK);
    has("a second colon", "title = \"a\"\n");
    ck_assert_int_eq(convert("\xEF\xBB\xBF" HEAD, THIN, ""), YEE_OK);
}
END_TEST

START_TEST(whole_numbers_are_iterations_and_others_are_times)
{
    static const char grid[] = "#domain: 0.040 0.030 0.030\n#dx_dy_dz: 0.001 0.001 0.001\n";
    ck_assert_int_eq(convert(grid, "#time_window: 100\n", ""), YEE_OK);
    has("100", "steps = 99\n");
    ck_assert_int_eq(convert(grid, "#time_window: 1e-9\n", ""), YEE_OK);
    has("1e-9", "steps = 520\n"); /* 1e-9/1.92583e-12 = 519.25 */
    ck_assert_int_eq(convert(grid, "#time_window: 100.\n", ""), YEE_INPUT);
    says("100 s are 5.19256e+13 steps");
    ck_assert_int_eq(convert(grid, "#time_window: 1\n", ""), YEE_OK);
    has("one iteration", "steps = 1\n");
    says("one iteration sees the state before the first step; one step is done");
    ck_assert_int_eq(convert(grid, "#time_window: 0\n", ""), YEE_INPUT);
    says("0 is 0 iterations; one or more are needed");
}
END_TEST

START_TEST(halves_of_cells_go_down)
{
    ck_assert_int_eq(convert("#domain: 20 20 20\n#dx_dy_dz: 0.5 0.5 0.5\n#time_window: 9\n",
                             "#rx: 5.25 5.26 5.75\n", ""),
                     YEE_OK);
    has("halves", "position = 5.125, 5.625, 5.625 m\n"); /* nodes 10, 11, 11 */
}
END_TEST

START_TEST(what_lies_off_the_nodes_is_said)
{
    ck_assert_int_eq(convert(HEAD, THIN SAND "#box: 0 0 0 0.0104 0.01 0.02 sand\n", ""),
                     YEE_OK);
    says("line 6, #box: x2 = 0.0104 m lies 0.4 cells off a node; 0.01 m is taken");
    ck_assert_int_eq(convert(HEAD, THIN SAND "#box: 0 0 0 0.01 0.01 0.02 sand\n", ""), YEE_OK);
    ck_assert_ptr_null(strstr(said, "off a node"));
}
END_TEST

START_TEST(files_are_included_and_their_lines_are_named)
{
    write_file("part.txt", SAND "#box: 0 0 0 0.01 0.01 0.02 sand\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_OK);
    has("an included box", "[shape.box1]\n");
    write_file("part.txt", SAND "\n#box: 0 0 0 0.01 0.01 sand\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_INPUT);
    says("m.in:5: [importer] line 3 of part.txt: #box: has 6 words behind it");
    write_file("part.txt", "#include_file: m.in\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_INPUT);
    says("line 1 of part.txt: #include_file: an included file can hold neither");
}
END_TEST

/* A file of 2 x 2 x 3 cells of a width, m. */
static void write_voxels(const char *name, double width)
{
    const int number[12] = {0, 1, -1, 1, 1, 1, 0, 0, 0, 2, 2, -1};
    const double widths[3] = {width, width, width};
    const hsize_t dims[3] = {2, 2, 3}, three[1] = {3};
    const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, dims, NULL), row = H5Screate_simple(1, three, NULL);
    const hid_t set =
        H5Dcreate2(file, "data", H5T_STD_I16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t at =
        H5Acreate2(file, "dx_dy_dz", H5T_IEEE_F64LE, row, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, number), 0);
    ck_assert_int_ge(H5Awrite(at, H5T_NATIVE_DOUBLE, widths), 0);
    H5Aclose(at);
    H5Dclose(set);
    H5Sclose(row);
    H5Sclose(space);
    H5Fclose(file);
}

START_TEST(objects_come_from_files)
{
    static const char read[] =
        THIN SAND "#box: 0 0 0 0.01 0.01 0.01 sand\n"
                  "#geometry_objects_read: 0.010 0.010 0.010 body.h5 body.txt\n"
                  "#geometry_objects_read: 0.020 0.010 0.010 body.h5 body.txt\n"
                  "#box: 0 0 0 0.005 0.01 0.01 sand\n";
    write_voxels("body.h5", 1e-3);
    write_file("body.txt",
               "## list\n#material: 3 0 1 0 sand\n#material: 1 inf 1 0 pec\n"
               "#material: 2 0.1 1 0 2e3\n#add_dispersion_debye: 1 4 9e-12 2e3 sand\n");
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_OK);
    has("its own sand", "type = debye\neps_inf = 3\n");
    has("voxels", "[shape.geometry_objects_read2]\ntype = voxels\nfile = \"");
    has("voxels", "body.h5\"\nmaterials = sand_body_txt_, pec, n2e3_body_txt_\n"
                  "origin = 0.01, 0.01, 0.01 m\naverage = own\n");
    has("once more", "body.h5\"\nmaterials = sand_body_txt_, pec, n2e3_body_txt_\n"
                     "origin = 0.02, 0.01, 0.01 m\naverage = own\n");
    MUST("m.in");
    write_voxels("body.h5", 2e-3);
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_INPUT);
    says("are 0.002 m along x, those of the model 0.001 m");
    write_voxels("body.h5", 1e-3);
    write_file("body.txt", "#box: 0 0 0 1 1 1 pec\n");
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_INPUT);
    says("#box: a file of materials has #material and");
}
END_TEST

/* -- Python -- */

#define PYTHON "--set importer.gprmax.python=python3"

START_TEST(blocks_of_python_run_where_the_user_says_so)
{
    static const char blocks[] =
        "#python:\nfrom gprMax.input_cmd_funcs import *\nn = 2\nprint('no command')\n"
        "#end_python:\n#pml_cells: 5\n#python:\nfor i in range(n):\n"
        "    a, b = box(0.001*i, 0, 0, 0.01, 0.02, 0.01, 'pec')\n"
        "edge(a.x, a.y, a.z, a.x, b.y, a.z, 'pec')\nw = waveform('ricker', 1, 1.5e9, 'w')\n"
        "hertzian_dipole('z', 0.01*current_model_run, 0.02, 0.01, w)\n"
        "rx(0.01, 0.02, 0.01, 'r', ['Ez', 'Hx'])\ncylinder(0, 0, 0, 0.01, 0, 0, 0.003, 'pec', "
        "'n', "
        "rotate90origin=(0.01, 0.01))\nprint('#title: %.1f' % z0)\n#end_python:\n";
    if (system("python3 -c 1")) {
        printf("not looked at: there is no python3\n");
        return;
    }
    ck_assert_int_eq(convert(HEAD, blocks, PYTHON " --set importer.gprmax.trace=2"), YEE_OK);
    has("boxes", "[shape.box2]\ntype = box\nfrom = 0.001, 0, 0 m\nto = 0.01, 0.02, 0.01 m\n");
    has("an edge of what a box returned", "points = 0.001, 0, 0, 0.001, 0.02, 0 m\n");
    has("the number of the run", "position = 0.02, 0.02, 0.0105 m\n");
    has("components", "[output.r]\ntype = probe\nposition = 0.01025, 0.02025, 0.01025 m\n"
                      "components = ez, hx\n");
    has("turned by 90 degrees", "from = 0.02, 0, 0 m\nto = 0.02, 0.01, 0 m\n");
    has("a constant", "title = \"376.7\"\n");
    ck_assert_int_eq(convert(HEAD, "#python:\nprint('#bix: 1')\n#end_python:\n", PYTHON),
                     YEE_INPUT);
    says("m.in:4: [importer.gprmax] #bix: gprMax has no such command");
    ck_assert_int_eq(convert(HEAD, "\n#python:\n1/0\n#end_python:\n", PYTHON), YEE_INPUT);
    says("m.in\", line 6, in <module>");
    says("m.in:5: [importer.gprmax] #python: Python ended with an error");
    ck_assert_int_eq(convert(HEAD, "#python:\nexit(0)\n#end_python:\n", PYTHON), YEE_INPUT);
    says("Python ended before its last block did");
}
END_TEST

START_TEST(a_python_that_is_not_there_is_said)
{
    ck_assert_int_eq(
        convert(HEAD, "#python:\n#end_python:\n", "--set importer.gprmax.python=no_python"),
        YEE_INPUT);
    says("#python: no_python cannot be run: No such file");
}
END_TEST

/* -- keys -- */

START_TEST(a_trace_of_a_scan_is_chosen)
{
    static const char scan[] =
        THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse\n#rx: 0.02 0.01 0.01\n"
                  "#voltage_source: z 0.01 0.02 0.01 50 pulse\n"
                  "#src_steps: 0.002 0 0\n#rx_steps: 0.001 0 0\n";
    ck_assert_int_eq(convert(HEAD, scan, ""), YEE_OK);
    has("the first trace", "position = 0.01, 0.01, 0.0105 m\n");
    ck_assert_int_eq(convert(HEAD, scan, "--set importer.gprmax.trace=4"), YEE_OK);
    has("the fourth trace", "position = 0.016, 0.01, 0.0105 m\n");
    has("the fourth trace", "position = 0.02325, 0.01025, 0.01025 m\n");
    has("a voltage source stays", "negative = 0.01, 0.02, 0.01 m\n");
    has("the fourth trace", "output = \"m4.h5\"\n");
    ck_assert_int_eq(convert(HEAD, scan, "--set importer.gprmax.trace=40"), YEE_INPUT);
    says("#hertzian_dipole: trace 40 moves it out of the domain along x, to 0.088 m");
    ck_assert_int_eq(
        convert(HEAD, scan, "--set importer.gprmax.trace=4 --set importer.gprmax.traces=3"),
        YEE_INPUT);
    says("trace = 4 is above traces = 3");
}
END_TEST

START_TEST(boxes_that_a_surface_cuts_are_told)
{
    ck_assert_int_eq(
        convert(HEAD,
                THIN SAND
                "#box: 0 0 0 0.02 0.03 0.022 pec\n"
                "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 sand f 3\n"
                "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 f\n",
                ""),
        YEE_OK);
    says("line 8, #add_surface_roughness: a part of the #box in line 6 lies above the surface");
    has("air", "material = vacuum\naverage = cells\n");
}
END_TEST

START_TEST(a_folder_that_is_missing_is_made)
{
    struct stat st;
    ck_assert_int_eq(convert(HEAD, "#output_dir: all/of it\n#rx: 0.02 0.015 0.01\n", ""),
                     YEE_OK);
    has("head", "output = \"all/of it/m.h5\"\nmake_folder = yes\n");
    ck_assert(stat("all", &st));
    MUST("m.in");
    ck_assert_int_eq(stat("all/of it/m.h5", &st), 0);
    ck_assert_int_eq(stat("all/of it/m.out", &st), 0);
}
END_TEST

START_TEST(receivers_of_many_commands_share_probes)
{
    char lines[51 * 32], *end = lines;
    for (int n = 0; n < 51; n++)
        end +=
            sprintf(end, "#rx: 0.0%d 0.01 0.01%s\n", 10 + n / 2, n == 7 ? " seven Ez Hx" : "");
    ck_assert_int_eq(convert(HEAD, lines, ""), YEE_OK);
    has("51 receivers",
        "[output.receivers]\ntype = probe\nposition = 0.01025, 0.01025, 0.01025, "
        "0.01025, 0.01025, 0.01025, 0.01125");
    has("others alone", "[output.receivers_2]\ntype = probe\nposition = 0.01325, 0.01025, "
                        "0.01025 m\ncomponents = ez, hx\n");
    has("the record names them", "names = -, -, -, -, -, -, -, seven,\n    -, ");
    *strrchr(lines, '#') = 0;
    ck_assert_int_eq(convert(HEAD, lines, ""), YEE_OK);
    has("50 receivers", "[output.rx_49]\n");
    has("50 receivers", "[output.seven]\n");
}
END_TEST

START_TEST(timing_shifts_the_waveforms)
{
    static const char all[] = THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse\n"
                                        "#magnetic_dipole: z 0.02 0.01 0.01 pulse\n"
                                        "#voltage_source: z 0.01 0.02 0.01 0 pulse\n";
    /* 9.42809041582e-10 s and half a step of 1.92583320155e-12 s more or less */
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.timing=gprmax3"), YEE_OK);
    has("electric", "delay = 9.43771958183e-10 s\n");
    has("magnetic", "delay = 9.41846124981e-10 s\n");
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.timing=gprmax4"), YEE_OK);
    has("consistent", "delay = 9.42809041582e-10 s\n");
    has("a hard source", "delay = 9.44734874784e-10 s\n");
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.step=yee"), YEE_OK);
    has("the scheme's own step", "time = 7.51074948603e-11 s\ncourant = 1\n"); /* 39 steps */
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.pml=yee"), YEE_OK);
    has("yee's own layers", "faces = x, y, z\ncells = 5\n; line");
}
END_TEST

START_TEST(in_2d_only_what_exists_is_made)
{
    ck_assert_int_eq(convert(FLAT, WAVE "#hertzian_dipole: x 0.01 0.01 0 pulse\n", ""),
                     YEE_INPUT);
    says("in 2-D there is no electric field along x; the domain is one cell thick along z");
    ck_assert_int_eq(convert(FLAT, "#rx: 0.01 0.01 0\n", ""), YEE_OK);
    has("TM", "components = ez, hx, hy\n");
    ck_assert_int_eq(convert(FLAT,
                             "#plate: 0 0 0 0.01 0.01 0 pec\n#edge: 0 0 0 0.01 0 0 pec\n"
                             "#edge: 0.01 0.01 0 0.01 0.01 0.001 pec\n",
                             ""),
                     YEE_OK);
    says("line 4, #plate: it lies across z");
    says("line 5, #edge: there is no electric field along it in 2-D");
    has("an edge along z", "points = 0.01, 0.01, 0, 0.01, 0.01, 0.001 m\n");
    ck_assert_ptr_null(strstr(text, "type = plate"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_loop_test(all, every_command_becomes_what_it_means, 0,
                        sizeof becomes / sizeof *becomes);
    tcase_add_loop_test(all, what_is_wrong_is_said_with_line_and_command, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_test(all, what_every_model_needs_is_asked_for);
    tcase_add_test(all, only_lines_that_begin_with_one_sign_are_commands);
    tcase_add_test(all, whole_numbers_are_iterations_and_others_are_times);
    tcase_add_test(all, halves_of_cells_go_down);
    tcase_add_test(all, what_lies_off_the_nodes_is_said);
    tcase_add_test(all, files_are_included_and_their_lines_are_named);
    tcase_add_test(all, objects_come_from_files);
    tcase_add_test(all, blocks_of_python_run_where_the_user_says_so);
    tcase_add_test(all, a_python_that_is_not_there_is_said);
    tcase_add_test(all, a_trace_of_a_scan_is_chosen);
    tcase_add_test(all, boxes_that_a_surface_cuts_are_told);
    tcase_add_test(all, a_folder_that_is_missing_is_made);
    tcase_add_test(all, receivers_of_many_commands_share_probes);
    tcase_add_test(all, timing_shifts_the_waveforms);
    tcase_add_test(all, in_2d_only_what_exists_is_made);
    suite_add_tcase(s, all);
    return suite_run(s);
}
