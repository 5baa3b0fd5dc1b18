/* Input files of gprMax, through the command as a user has it: what every command becomes. */
#include "gprmax.h"
#include "suite.h"

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

int main(void)
{
    Suite *s = suite_create("gprmax");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_loop_test(all, every_command_becomes_what_it_means, 0,
                        sizeof becomes / sizeof *becomes);
    suite_add_tcase(s, all);
    return suite_run(s);
}
