/* Models that are drawn at random where features meet: sweeps of tables, words, places and variables, over
 * far fields, parameters of ports, powers over those of another run and transforms. Each trace is its lone
 * run, the file of all traces has every number of each, and a step done again has the numbers of the run.
 * YEE_TEST_SEEDS=A-B draws others than a few. */
#include "suite.h"
#include "sweeping.h"

static uint64_t state;

/* A number below n (P. L'Ecuyer, Math. Comput. 68 (1999) 249, table 4). */
static int draw(int n)
{
    state = state * 2862933555777941757ULL + 3037000493ULL;
    return (int)((state >> 33) % (uint64_t)n);
}

static const char *one_of(int n, const char *const *words) { return words[draw(n)]; }
#define ONE_OF(...) \
    one_of(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), \
           (const char *const[]){__VA_ARGS__})

typedef struct drawn {
    bool flat, port, far,
        ratio; /* 2-D; a port plays; a far field; a power over another run's */
    int traces;
    char text[8192], bare[8192]; /* bare: of the run without objects */
    size_t length;
} drawn;

static void say_(drawn *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say_(drawn *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->length +=
        (size_t)vsnprintf(d->text + d->length, sizeof d->text - d->length, format, args);
    va_end(args);
    ck_assert_uint_lt(d->length, sizeof d->text);
}

static void draw_space(drawn *d)
{
    d->flat = draw(4) == 0;
    d->port = draw(3) > 0;
    d->far = !d->flat && draw(3) > 0;
    say_(d, "[run]\nsteps = %d\nprecision = %s\n", 120 + draw(100),
         ONE_OF("f32", "f32", "f64"));
    if (draw(3) == 0)
        say_(d, "title = Drawn\n");
    say_(d, "[let]\nplace = %d mm\n", 7 + draw(3));
    if (d->flat)
        say_(d, "[grid]\ncells = 20, 20, 1\nspacing = 1 mm\ninvariant = z\nmode = te\n");
    else if (draw(2))
        say_(d, "[grid]\nsize = 20, 20, 20 mm\nspacing = 1 mm\n");
    else
        say_(d, "[grid]\nx = 1 mm x 13, 1.2 mm x 5, 1 mm\ny = 1 mm x 20\nz = 1 mm x 20\n");
    say_(d, "[boundary.all]\ntype = %s\ncells = 4\n", ONE_OF("cpml", "cpml", "absorber"));
    if (!d->flat && draw(3) == 0)
        say_(d, "[boundary.low]\ntype = %s\nfaces = z-\n",
             d->far ? ONE_OF("pec", "pmc") : ONE_OF("pec", "pmc", "impedance\nmatched = yes"));
    say_(d, "[waveform.w]\ntype = %s\nfrequency = 9 GHz\n",
         ONE_OF("gaussian_derivative", "ricker", "modulated_gaussian"));
}

static void draw_sources(drawn *d)
{
    const char *ohms = draw(3) ? "resistance" : "impedance";
    if (d->port)
        say_(d,
             "[source.s]\ntype = %s\nnegative = {place}, 10 mm, %s\npositive = {place}, 12 mm, "
             "%s\n"
             "%s = 50 Ohm\nwaveform = w\n",
             *ohms == 'r' ? "voltage" : "transmission_line", d->flat ? "0 m" : "10 mm",
             d->flat ? "0 m" : "10 mm", ohms);
    else
        say_(d,
             "[source.s]\ntype = dipole\nposition = {place}, 10.5 mm, %s\ndirection = y\n"
             "current = 1 A\nwaveform = w\n",
             d->flat ? "0 m" : "10 mm");
    if (draw(2))
        say_(d,
             "[source.load]\ntype = voltage\nnegative = 11, 10, %s mm\npositive = 11, 11, %s "
             "mm\n"
             "resistance = 75 Ohm\n",
             d->flat ? "0" : "10", d->flat ? "0" : "10");
}

static void draw_outputs(drawn *d)
{
    const char *z = d->flat ? "0" : "10";
    say_(d, "[output.rx]\ntype = probe\nposition = 12, 8, %s mm\n", z);
    if (d->port)
        say_(d, "[output.feed]\ntype = probe\nports = s\n");
    if (draw(2))
        say_(d,
             "[output.part]\ntype = spectrum\nfrom = 9, 8, %s mm\nto = 11, 9, %s mm\n"
             "frequencies = %s\n",
             z, z, ONE_OF("8 GHz", "6 GHz, 9 GHz"));
    if (draw(3) == 0)
        say_(d, "[output.e]\ntype = energy\nevery = %d\n", 1 + draw(9));
    if (draw(3) == 0)
        say_(d, "[output.snap]\ntype = snapshot\ncomponents = ey\nevery = 60\n");
    if (d->far || draw(2))
        say_(d, "[output.box]\ntype = flux\nfrom = 5, 5, %s mm\nto = 14.2, 14, %s mm\n%s%s",
             d->flat                                   ? "0"
             : strstr(d->text, "faces = z-") && d->far ? "0"
                                                       : "5",
             d->flat ? "1" : "15",
             ONE_OF("frequencies = 8, 9, 11 GHz\n", "frequencies = 9 GHz\n",
                    "frequency_min = 8 GHz\nfrequency_max = 10 GHz\nfrequency_count = 3\n"),
             d->far ? "fields = yes\n" : "");
}

static void draw_steps(drawn *d)
{
    if (d->far)
        say_(d, "[post.far]\ntype = far_field\nbox = box\nstep = 30 deg\n%s%s%s",
             ONE_OF("", "sphere = 45 deg\n"), ONE_OF("", "copolar = 90 deg\n"),
             ONE_OF("", "cuts = 0 deg, 45 deg, 90 deg\n"));
    if (d->port && draw(2))
        say_(d,
             "[post.match]\ntype = s_parameters\nport = s\npoints = 5\nfrequency_min = 7 GHz\n"
             "frequency_max = 11 GHz\n");
}

static void draw_matter(drawn *d)
{
    const char *z = d->flat ? "0" : "11", *up = d->flat ? "1" : "14";
    say_(
        d, "[material.soil]\ntype = %s",
        ONE_OF("dielectric\neps = 3\nsigma = 20 mS/m\n", "debye\ndelta_eps = 2\ntau = 9 ps\n"));
    say_(d, "[material.clay]\ntype = dielectric\neps = 5\n");
    say_(d, "[shape.a]\ntype = box\nfrom = 9, 6, %s mm\nto = 12, 9, %s mm\nmaterial = %s\n", z,
         up, ONE_OF("soil", "clay"));
    if (!d->flat && draw(2))
        say_(d,
             "[shape.b]\ntype = sphere\ncenter = 8, 8, 8 mm\nradius = 1.7 mm\nmaterial = %s\n",
             ONE_OF("soil", "clay", "pec"));
}

/* A variable of a kind; its number of values. */
static int draw_variable(drawn *d, int kind, int values, bool together)
{
    static const char *const name[] = {"table", "word",   "let",  "step",
                                       "ohm",   "random", "band", "row"};
    const int n = together ? values : 1 + draw(3);
    say_(d, "[sweep.%s]\n", name[kind]);
    switch (kind) {
    case 0: /* a column of a table, by its heading, whose unit counts, or its number */
        say_(d, "keys = material.clay.sigma\nvalues = @t.csv:%s\n", ONE_OF("wet", "3"));
        return 3;
    case 1:
        say_(d, "keys = shape.a.material\nvalues = %s\n",
             n == 1   ? "clay"
             : n == 2 ? "clay, vacuum"
                      : "clay, soil, vacuum");
        return n;
    case 2:
        say_(d, "keys = let.place\nfrom = 7 mm\nto = %d mm\ncount = %d\n", n == 1 ? 7 : 8, n);
        return n;
    case 3:
        say_(d, "keys = output.rx.position\nstep = 0, 1, 0 mm\ncount = %d\n", n);
        return n;
    case 4:
        say_(d, "keys = source.s.%s\nfrom = 30 Ohm\nto = 90 Ohm\nscale = log\ncount = %d\n",
             strstr(d->text, "transmission") ? "impedance" : "resistance", n + (n == 1));
        return n + (n == 1);
    case 5:
        say_(d, "keys = material.clay.eps\nsample = uniform\nfrom = 4\nto = 6\ncount = %d\n",
             n);
        return n;
    case 6:
        say_(d, "keys = output.box.frequencies\nvalues = 8, 9, 10 GHz | 8, 9, 11 GHz\n");
        return 2;
    default: /* a row is a place */
        say_(d, "keys = shape.a.from\nvalues = @t.csv:x:y:z\n");
        return 3;
    }
}

/* Objects, materials and outputs alone may change beside a power over another run's. */
static bool may_vary(const drawn *d, int kind)
{
    return !(d->ratio && (kind == 2 || kind == 4)) && !(kind == 4 && !d->port) &&
           !(kind == 6 && (d->ratio || !strstr(d->text, "frequencies = 8, 9, 11 GHz"))) &&
           !(kind == 7 && d->flat);
}

static void draw_sweep(drawn *d)
{
    const bool together = draw(4) == 0;
    bool used[8] = {false};
    d->traces = 1;
    if (together)
        say_(d, "[sweep]\ncombine = together\n");
    for (int v = 0, variables = 1 + draw(2); v < variables;) {
        const int kind = draw(8);
        if (used[kind] || !may_vary(d, kind) || (together && kind == 6))
            continue;
        used[kind] = true;
        const int n = draw_variable(d, kind, 3, together);
        d->traces = together ? 3 : d->traces * n;
        v++;
    }
}

static void draw_model(drawn *d, unsigned seed)
{
    state = seed * 0x9e3779b97f4a7c15ULL + 1;
    draw(2);
    *d = (drawn){.flat = false};
    draw_space(d);
    draw_sources(d);
    draw_outputs(d);
    d->ratio = draw(3) == 0;
    if (d->ratio)
        say_(d, "[output.t]\ntype = flux\nplane = x\nat = 13 mm\nfrequencies = 8, 9 GHz\n");
    strcpy(d->bare, d->text);
    if (d->ratio)
        say_(d, "normalize = bare.h5:/flux/t\n%s", ONE_OF("", "reference = bare.h5:/flux/t\n"));
    draw_steps(d);
    draw_matter(d);
    draw_sweep(d);
}

/* -- the file of all traces -- */

typedef struct gathered {
    hid_t all;
    hsize_t trace, traces;
    int there, left;
} gathered;

static void same_row(const char *path, hid_t one, hid_t all, const gathered *g)
{
    const hid_t type = H5Dget_type(one), space = H5Dget_space(one), whole = H5Dget_space(all);
    hsize_t own[8] = {0}, dims[8] = {0}, start[8] = {g->trace}, count[8] = {1};
    const int rank = H5Sget_simple_extent_dims(space, own, NULL);
    const int wide = H5Sget_simple_extent_dims(whole, dims, NULL);
    size_t n;
    void *a = bytes_of(type, space, &n), *b = calloc(1, n + 1);
    ck_assert_msg(wide == rank || (wide == rank + 1 && dims[0] == g->traces),
                  "%s: rank %d of %d", path, wide, rank);
    if (wide > rank) {
        memcpy(count + 1, own, (size_t)rank * sizeof *own);
        H5Sselect_hyperslab(whole, H5S_SELECT_SET, start, NULL, count, NULL);
    }
    ck_assert_int_ge(H5Dread(one, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, a), 0);
    ck_assert_int_ge(H5Dread(all, type, space, whole, H5P_DEFAULT, b), 0);
    same_bytes(path, "", a, n, b, n);
    free(a);
    free(b);
    H5Sclose(whole);
    H5Sclose(space);
    H5Tclose(type);
}

/* An attribute of one trace, as numbers; NULL: it has none. */
static double *numbers_in(hid_t object, const char *name, hsize_t *count)
{
    double *value = NULL;
    const hid_t a = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(a),
                space = H5Aget_space(a);
    const H5T_class_t kind = H5Tget_class(type);
    *count = (hsize_t)H5Sget_simple_extent_npoints(space);
    if (kind == H5T_FLOAT || kind == H5T_INTEGER) {
        value = calloc(*count + 1, sizeof *value);
        ck_assert_int_ge(H5Aread(a, H5T_NATIVE_DOUBLE, value), 0);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(a);
    return value;
}

/* Numbers of an attribute are those of all traces, or a row of a table of those that change. */
static void hold_attribute(const char *path, const char *name, hid_t one, hid_t all,
                           const gathered *g)
{
    char table[512];
    hsize_t n, m;
    double *own = numbers_in(one, name, &n), *common = NULL;
    if (own && H5Aexists(all, name) > 0) {
        common = numbers_in(all, name, &m);
        same_bytes(path, name, own, n * sizeof *own, common, m * sizeof *own);
    } else if (own) {
        snprintf(table, sizeof table, "/sweep/attributes/%s/%s", path, name);
        const hid_t rows = H5Dopen2(g->all, table, H5P_DEFAULT);
        ck_assert_msg(rows >= 0, "%s is nowhere", table);
        m = (hsize_t)H5Sget_simple_extent_npoints(H5Dget_space(rows)) / g->traces;
        common = calloc(m * g->traces, sizeof *common);
        ck_assert_int_ge(
            H5Dread(rows, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, common), 0);
        if (m == n) /* a trace that has more or fewer keeps them to itself */
            same_bytes(path, name, own, n * sizeof *own, common + g->trace * m,
                       m * sizeof *own);
        H5Dclose(rows);
    }
    free(common);
    free(own);
}

static void hold_attributes(const char *path, hid_t file, hsize_t count, const gathered *g)
{
    const hid_t one = H5Oopen(file, path, H5P_DEFAULT),
                all = H5Oopen(g->all, path, H5P_DEFAULT);
    for (hsize_t i = 0; i < count; i++) {
        char name[128];
        H5Aget_name_by_idx(one, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                           H5P_DEFAULT);
        hold_attribute(path, name, one, all, g);
    }
    H5Oclose(one);
    H5Oclose(all);
}

static herr_t hold_set(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    gathered *g = user;
    if (!strncmp(path, "provenance", 10) || info->type != H5O_TYPE_DATASET)
        return 0;
    char parent[512];
    snprintf(parent, sizeof parent, "%s", path);
    for (char *c = strchr(parent, '/'); c; c = strchr(c + 1, '/')) {
        *c = 0;
        if (H5Lexists(g->all, parent, H5P_DEFAULT) <= 0) {
            g->left++;
            return 0;
        }
        *c = '/';
    }
    if (H5Lexists(g->all, path, H5P_DEFAULT) <= 0) {
        g->left++;
        return 0;
    }
    const hid_t one = H5Dopen2(file, path, H5P_DEFAULT),
                all = H5Dopen2(g->all, path, H5P_DEFAULT);
    same_row(path, one, all, g);
    hold_attributes(path, file, info->num_attrs, g);
    g->there++;
    H5Dclose(one);
    H5Dclose(all);
    return 0;
}

static void same_trace(int trace, int traces, bool all_there)
{
    char path[64];
    snprintf(path, sizeof path, "m.sweep/%06d/m.h5", trace);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    gathered g = {.all = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT),
                  .trace = (hsize_t)trace,
                  .traces = (hsize_t)traces};
    ck_assert_int_ge(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, hold_set, &g), 0);
    ck_assert_msg(g.there > 0 && (!all_there || !g.left), "%d of %d datasets are missing",
                  g.left, g.left + g.there);
    H5Fclose(g.all);
    H5Fclose(file);
}

static herr_t look_again(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    comparison *c = user;
    if (strncmp(path, "post/", 5) || info->type != H5O_TYPE_DATASET)
        return 0;
    c->objects++;
    const hid_t a = H5Dopen2(file, path, H5P_DEFAULT),
                b = H5Dopen2(c->other, path, H5P_DEFAULT);
    same_data(path, a, b);
    H5Dclose(a);
    H5Dclose(b);
    return 0;
}

/* A step of a trace's file, computed again into a file of its own. */
static void same_step(const char *step, int trace)
{
    char path[64], other[64];
    snprintf(path, sizeof path, "m.sweep/%06d/m.h5", trace);
    snprintf(other, sizeof other, "m.sweep/%06d/m_%s.h5", trace, step);
    const char *const argv[] = {"yee", "post", "--quiet", step, path, NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    const hid_t again = H5Fopen(other, H5F_ACC_RDONLY, H5P_DEFAULT);
    comparison c = {H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), 0};
    ck_assert_int_ge(H5Ovisit(again, H5_INDEX_NAME, H5_ITER_INC, look_again, &c), 0);
    ck_assert_int_gt(c.objects, 3);
    H5Fclose(c.other);
    H5Fclose(again);
}

static void try_model(unsigned seed)
{
    static drawn d;
    char number[16];
    draw_model(&d, seed);
    write_file("t.csv",
               "x [mm],dry,wet [mS/m],y [mm],z [mm]\n9,1,10,6,11\n8,2,20,6,12\n9,3,40,5,11\n");
    write_file("bare.ini", d.bare);
    write_file("m.ini", d.text);
    if (d.ratio)
        MUST("bare.ini");
    int code = SWEEP("m.ini", draw(2) ? "--jobs=3" : "--jobs=1");
    ck_assert_msg(code == YEE_OK, "seed %u, exit code %d: %s\n%s", seed, code, said, d.text);
    for (int t = 0; t < d.traces; t++)
        same_trace(t, d.traces, true);
    const int trace = draw(d.traces);
    snprintf(number, sizeof number, "%d", trace);
    code = RUN("m.ini", "--trace", number, "--set", "run.output=one/m.h5", "--set",
               "run.make_folder=yes");
    ck_assert_msg(code == YEE_OK, "seed %u, exit code %d: %s\n%s", seed, code, said, d.text);
    snprintf(number, sizeof number, "%06d", trace);
    char path[64];
    snprintf(path, sizeof path, "m.sweep/%s/m.h5", number);
    same_files("one/m.h5", path);
    if (d.far)
        same_step("far", trace);
    if (strstr(d.text, "[post.match]"))
        same_step("match", trace);
    clean("m.");
    clean("one");
    clean("bare");
}

enum { SEEDS = 12 };
START_TEST(every_number_of_a_drawn_sweep_is_that_of_its_lone_run)
{
    unsigned first = 1, last = 0;
    const char *asked = getenv("YEE_TEST_SEEDS");
    if (asked && sscanf(asked, "%u-%u", &first, &last) == 2) {
        for (unsigned seed = first + (unsigned)_i; seed <= last; seed += SEEDS)
            try_model(seed);
        return;
    }
    try_model(1 + (unsigned)(_i * few_every(3) * short_every(2)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drawn");
    TCase *tests = tcase_create("drawn");
    tcase_set_timeout(tests, getenv("YEE_TEST_SEEDS") ? 3000 : 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, every_number_of_a_drawn_sweep_is_that_of_its_lone_run, 0,
                        SEEDS / few_every(3) / short_every(2));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
