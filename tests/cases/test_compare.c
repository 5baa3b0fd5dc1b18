/* `yee compare` as a user meets it: the rows, their figures where they are known exactly, and
 * what is refused. */
#include "suite.h"
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yee/types.h>

/* A tone that never rests: fields grow no smaller than they were. */
static const char model[] = "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n"
                            "[run]\nsteps = 40\n"
                            "[boundary.all]\ntype = pec\n"
                            "[waveform.tone]\ntype = sine\nfrequency = 15 GHz\nramp = 1\n"
                            "[source.tx]\ntype = dipole\nposition = 6, 6, 6.5 mm\n"
                            "direction = z\ncurrent = 1 A\nwaveform = tone\n"
                            "[output.rx]\ntype = probe\nposition = 9, 9, 9 mm\n";
enum { STEPS = 30 };
#define COMPARE "compare model.ini --steps 30 --repeat 2 --output out "

static char folder[64], said[1 << 16];

static void write_model(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void setup(void)
{
    strcpy(folder, "/tmp/yee-compare-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    write_model("model.ini", model);
}

static void teardown(void)
{
    char command[128];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Runs `yee WORDS` with all it prints in `said`; the exit code. */
static int yee(const char *words)
{
    char command[1024];
    snprintf(command, sizeof command, "exec %s %s 2>&1", YEE_COMMAND, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = '\0';
    const int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status), "yee %s: %s", words, said);
    return WEXITSTATUS(status);
}

static void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is not in: %s", words, said);
}

/* Fields of a line of out.csv, in its order; empty ones are NaN. */
typedef struct line {
    char scheme[32], value[32], precision[8], reason[512];
    double figure[32];
} line;
enum {
    RATE,
    SPREAD,
    BYTES,
    PART,
    ERROR_MAX,
    ERROR_RMS,
    PHASE,
    DT,
    LIMIT,
    MEMORY,
    DONE,
    REGISTERS,
    GRID,
    WHOLE
};
/* what a phase error of 1e-2 costs, then 1e-3, 1e-4 */
enum { PRICE = 14, PER_WAVE = 0, CELLS = 2, STEPS_THEN, MOVED, SECONDS, PRICES };

static int read_csv(line *v, int most)
{
    char text[2048];
    int n = 0;
    FILE *file = fopen("out.csv", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, file)); /* names */
    while (fgets(text, sizeof text, file)) {
        char *word[35], *rest = text;
        for (int i = 0; i < 35; i++) {
            word[i] = rest;
            rest = strchr(rest, ',');
            ck_assert_ptr_nonnull(rest);
            *rest++ = '\0';
        }
        ck_assert_int_lt(n, most);
        line *l = &v[n++];
        char *const to[] = {l->scheme, l->value, l->precision};
        for (int i = 0; i < 3; i++)
            sprintf(to[i], "%.*s", (int)strlen(word[i]) - 2, word[i] + 1);
        snprintf(l->reason, sizeof l->reason, "%s", rest);
        for (int i = 0; i < 32; i++)
            l->figure[i] = *word[i + 3] ? atof(word[i + 3]) : NAN;
    }
    fclose(file);
    return n;
}

static const line *find(const line *v, int n, const char *scheme, const char *value,
                        const char *precision)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(v[i].scheme, scheme) && !strcmp(v[i].value, value) &&
            !strcmp(v[i].precision, precision))
            return &v[i];
    ck_abort_msg("out.csv has no row %s %s %s", scheme, value, precision);
    return NULL;
}

START_TEST(every_scheme_has_a_row_in_every_precision)
{
    line v[64];
    ck_assert_int_eq(yee(COMPARE "--precision f32,f64"), YEE_OK);
    const int n = read_csv(v, 64);
    for (int f64 = 0; f64 < 2; f64++) {
        const char *precision = f64 ? "f64" : "f32";
        const line *truth = find(v, n, "plain", "", precision);
        const line *tiled = find(v, n, "tiled", "", precision);
        ck_assert_double_gt(truth->figure[RATE], 0);
        ck_assert_double_gt(tiled->figure[RATE], 0);
        /* Each step rounds a field some ten times by half a unit in the last place of the
         * largest value; in the worst case all add up. */
        const double bound = 10 * STEPS * (f64 ? 0x1p-53 : 0x1p-24);
        ck_assert_double_le(tiled->figure[ERROR_MAX], bound);
        ck_assert_double_le(truth->figure[ERROR_MAX], f64 ? 0 : bound);
        /* f32 cannot be right to the last bit of f64 in thousands of values */
        if (!f64)
            ck_assert_double_gt(truth->figure[ERROR_RMS], 0);
        ck_assert_double_le(tiled->figure[ERROR_RMS], tiled->figure[ERROR_MAX]);
        ck_assert_double_eq(truth->figure[DONE], STEPS);
    }
    ck_assert_int_eq(access("out.h5", R_OK), 0);
    ck_assert_int_eq(access("out_compare.png", R_OK), 0);
}
END_TEST

START_TEST(bytes_limit_and_phase_are_those_of_the_formulas)
{
    line v[4];
    ck_assert_int_eq(yee(COMPARE "--schemes plain"), YEE_OK);
    const line *row = find(v, read_csv(v, 4), "plain", "", "f32");
    /* Two passes of nine numbers each, six of which every point of a component has one of; 12
     * cells have 13 nodes: 12*13*13 points of each E, 13*12*12 of each H. */
    const double points = 3 * (12 * 13 * 13 + 13 * 12 * 12);
    ck_assert_double_eq_tol(row->figure[BYTES], 3 * 4 * points / (12 * 12 * 12), 1e-6);
    ck_assert_double_eq_tol(row->figure[MEMORY] / (4 * points), 1, 0.01); /* and a source */
    /* c dt = d/sqrt(3) in a cube; the file has nine digits */
    const double d = 1e-3, limit = d / (YEE_C0 * sqrt(3));
    ck_assert_double_eq_tol(row->figure[LIMIT] / limit, 1, 1e-8);
    /* In a cube Yee's lattice is worst along an axis: sin(k d/2)/d = sin(w dt/2)/(c dt), A.
     * Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., ch. 4. */
    const double w = 2 * YEE_PI * 15e9, dt = row->figure[DT];
    const double k = 2 / d * asin(d / (YEE_C0 * dt) * sin(0.5 * w * dt));
    ck_assert_double_eq_tol(row->figure[PHASE] / fabs(k * YEE_C0 / w - 1), 1, 1e-6);
}
END_TEST

/* In a column of single cells ckc at its limit, one cell a step, carries a wave along z without
 * any error, 1.7 times beyond Yee's limit. Plain does three steps for one of them and has
 * Yee's error with S = 1/3, (1 - S^2)(k d)^2/24 = 9.1e-4 at 40 cells a wave, over a phase of
 * 4.7 in the 30 cells that are reached: 4.3e-3. Amplitudes differ by (k d)^2/24 = 1.0e-3 at
 * most. Fields of times a step of plain apart would differ by w dt/3 = 5e-2. */
START_TEST(a_scheme_above_the_limit_of_yee_is_compared_at_its_own_step)
{
    line v[4];
    write_model("column.ini",
                "[grid]\ncells = 1, 1, 60\nspacing = 1 mm\n[run]\nsteps = 40\ncourant = 1\n"
                "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
                "[boundary.ends]\ntype = pec\nfaces = z\n"
                "[waveform.tone]\ntype = sine\nfrequency = 7.49481145 GHz\nramp = 1\n"
                "[source.tx]\ntype = current_sheet\nfrom = 0, 0, 30 mm\nto = 1, 1, 30 mm\n"
                "direction = x\ncurrent = 1 A/m\nwaveform = tone\n");
    ck_assert_int_eq(yee("compare column.ini --steps 30 --repeat 1 --output out "
                         "--schemes ckc --precision f64"),
                     YEE_OK);
    const line *row = find(v, read_csv(v, 4), "ckc", "", "f64");
    ck_assert_double_le(row->figure[ERROR_MAX], 4.3e-3 + 1.0e-3);
    ck_assert_double_gt(row->figure[ERROR_RMS], 0);
}
END_TEST

START_TEST(the_price_of_an_error_is_cells_and_steps_at_the_measured_speed)
{
    line v[4];
    ck_assert_int_eq(yee(COMPARE "--schemes plain,me44x"), YEE_OK);
    const int n = read_csv(v, 4);
    for (int e = 0; e < 3; e++) {
        const double *yees = find(v, n, "plain", "", "f32")->figure;
        const double *wide = find(v, n, "me44x", "", "f32")->figure;
        const double *const price[] = {yees + PRICE + e * PRICES, wide + PRICE + e * PRICES};
        for (int i = 0; i < 2; i++) {
            const double *own = i ? wide : yees;
            const double updates = price[i][CELLS] * price[i][STEPS_THEN];
            ck_assert_double_eq_tol(price[i][SECONDS] * 1e6 * own[RATE] / updates, 1, 1e-6);
            ck_assert_double_eq_tol(price[i][MOVED] / (own[BYTES] * updates), 1, 1e-6);
        }
        ck_assert_double_lt(price[1][MOVED], 0.1 * price[0][MOVED]);
    }
    says("What accuracy costs");
}
END_TEST

START_TEST(a_sweep_runs_once_for_each_value)
{
    line v[8];
    ck_assert_int_eq(yee(COMPARE "--schemes tiled,plain --sweep width=4,8"), YEE_OK);
    const int n = read_csv(v, 8);
    ck_assert_int_eq(n, 3);
    /* tiles move 96 bytes in as many steps as they are wide */
    const double four = find(v, n, "tiled", "4", "f32")->figure[BYTES];
    const double eight = find(v, n, "tiled", "8", "f32")->figure[BYTES];
    ck_assert_double_eq_tol(four / eight, 2, 1e-6);
    find(v, n, "plain", "", "f32");
}
END_TEST

/* Half the cell: eight times the cells (of 3-D), half the step and a quarter of the phase error,
 * which goes with the square of the cell to within its fourth power: 5 % at 20 cells a wave. */
START_TEST(a_sweep_of_the_model_shows_what_finer_cells_bring)
{
    line v[8];
    char text[1024];
    snprintf(text, sizeof text, "[grid]\nsize = 12, 12, 12 mm\n%s", strstr(model, "spacing"));
    write_model("model.ini", text);
    ck_assert_msg(
        yee(COMPARE "--schemes ' tiled, plain ' --sweep 'grid.spacing=1 mm, 0.5 mm'") == YEE_OK,
        "%s", said);
    const int n = read_csv(v, 8);
    ck_assert_int_eq(n, 4);
    for (int i = 0; i < 2; i++) {
        const char *scheme = i ? "tiled" : "plain";
        const double *a = find(v, n, scheme, "1 mm", "f32")->figure;
        const double *b = find(v, n, scheme, "0.5 mm", "f32")->figure;
        ck_assert_double_eq_tol(b[GRID] / a[GRID], 8, 1e-9);
        ck_assert_double_eq_tol(a[DT] / b[DT], 2, 1e-9);
        ck_assert_double_eq_tol(a[PHASE] / b[PHASE], 4, 0.2);
        ck_assert_double_lt(b[ERROR_MAX], 1e-3); /* of plain with the same cells */
        ck_assert_double_gt(b[RATE], 0);
    }
    ck_assert_int_eq(yee("compare model.ini --sweep grid.spacng=1mm,2mm"), YEE_INPUT);
    says("unknown key 'spacng'");
    ck_assert_int_eq(yee("compare model.ini --sweep run.scheme=plain,tiled"), YEE_USAGE);
    says("--sweep run.scheme: --schemes takes the values");
}
END_TEST

START_TEST(a_scheme_that_is_not_available_says_why)
{
    line v[8];
    ck_assert_int_eq(yee(COMPARE "--schemes plain,absent --plugin-path " MODULE_ABSENT),
                     YEE_OK);
    says("there is no abacus in this machine");
    says("the scheme absent was built without optimization");
    ck_assert_ptr_null(strstr(said, "the scheme plain was built"));
    const int n = read_csv(v, 8);
    const line *row = find(v, n, "absent", "", "f32");
    ck_assert_ptr_nonnull(strstr(row->reason, "abacus"));
    ck_assert(isnan(row->figure[RATE]));
    ck_assert(isnan(row->figure[DONE]));
    ck_assert_double_gt(find(v, n, "plain", "", "f32")->figure[RATE], 0);
    ck_assert_int_eq(yee("compare model.ini --schemes absent --plugin-path " MODULE_ABSENT),
                     YEE_DECLINED);
}
END_TEST

/* Beside metal me44x has about Yee's limit, 0.64 of its own, and its row is of that step; ckc
 * declines in both precisions for one reason, which is said once. */
START_TEST(a_scheme_with_a_lower_limit_is_compared_at_it)
{
    line v[8];
    char text[2048];
    snprintf(text, sizeof text,
             "%s[shape.s]\ntype = box\nmaterial = pec\nfrom = 3, 3, 3 mm\nto = 5, 5, 4 mm\n",
             model);
    write_model("metal.ini", text);
    ck_assert_int_eq(yee("compare metal.ini --steps 30 --repeat 1 --output out "
                         "--schemes me44x,ckc --precision f32,f64"),
                     YEE_OK);
    const int n = read_csv(v, 8);
    for (int f64 = 0; f64 < 2; f64++) {
        const line *row = find(v, n, "me44x", "", f64 ? "f64" : "f32");
        const double part = row->figure[DT] / row->figure[LIMIT];
        ck_assert_double_gt(row->figure[RATE], 0);
        ck_assert_double_gt(row->figure[PRICE + CELLS], 0);
        ck_assert_msg(part > 0.57 && part < 0.7, "%g of the limit", part);
    }
    says("me44x at courant = 0.6");
    says("\n  ckc: the perfect conductor");
    ck_assert_ptr_null(strstr(strstr(said, "ckc: "), "ckc f64: "));
}
END_TEST

/* The weights of me44x follow the step: at the first one that is named the limit is lower than
 * it was, and what is named then is taken. */
START_TEST(a_limit_that_moves_with_the_step_is_followed)
{
    line v[4];
    write_model("soil.ini",
                "[grid]\ncells = 40, 40\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
                "[run]\nsteps = 40\n[boundary.all]\ntype = cpml\n"
                "[material.m]\ntype = dielectric\neps = 6\n"
                "[shape.s]\ntype = box\nmaterial = m\nfrom = 0, 0, 0 m\nto = 0.04, 0.026, 1 m\n"
                "[waveform.w]\ntype = gaussian\nfrequency = 5 GHz\n"
                "[source.tx]\ntype = dipole\nposition = 0.02, 0.03, 0.5 m\ndirection = z\n"
                "current = 1 A\nwaveform = w\n");
    ck_assert_int_eq(yee("compare soil.ini --steps 30 --repeat 1 --output out --schemes me44x"),
                     YEE_OK);
    const line *row = find(v, read_csv(v, 4), "me44x", "", "f32");
    ck_assert_double_gt(row->figure[RATE], 0);
    ck_assert_double_lt(row->figure[DT] / row->figure[LIMIT], 0.98);
}
END_TEST

START_TEST(no_output_of_the_model_is_written)
{
    ck_assert_int_eq(yee("compare model.ini --steps 2 --repeat 1"), YEE_OK);
    int files = 0;
    DIR *dir = opendir(".");
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *e; (e = readdir(dir));)
        files += e->d_name[0] != '.';
    closedir(dir);
    ck_assert_int_eq(files, 1); /* the model */
}
END_TEST

START_TEST(files_that_exist_are_kept_unless_forced)
{
    ck_assert_int_eq(yee(COMPARE "--schemes plain"), YEE_OK);
    ck_assert_int_eq(yee(COMPARE "--schemes plain"), YEE_IO);
    says("out.csv: it exists");
    ck_assert_int_eq(yee(COMPARE "--schemes plain --force"), YEE_OK);
    ck_assert_int_eq(yee("compare model.ini --output nowhere/out"), YEE_IO);
    says("nowhere");
}
END_TEST

static const struct {
    const char *words, *sentence;
    yee_status status;
} bad[] = {
    {"--schemes tield", "there is no scheme tield; did you mean tiled?", YEE_USAGE},
    {"--schemes abc", "there is no scheme abc; `yee help scheme` lists them", YEE_USAGE},
    {"--schemes tiled,tiled", "tiled is there twice", YEE_USAGE},
    {"--schemes tiled,", "a word of the list is empty", YEE_USAGE},
    {"--sweep widht=4", "has the key widht; did you mean width?", YEE_USAGE},
    {"--schemes plain --sweep width=4", "has the key width", YEE_USAGE},
    {"--sweep width", "must read KEY=VALUE", YEE_USAGE},
    {"--sweep width=", "a word of the list is empty", YEE_USAGE},
    {"--schemes tiled --sweep width=4,-1", "-1 is out of range", YEE_INPUT},
    {"--precision f16", "f16 is neither f32 nor f64", YEE_USAGE},
    {"--precision f32,f32", "f32 is there twice", YEE_USAGE},
    {"--repeat 0", "a whole number from 1 to 1000", YEE_USAGE},
    {"--steps many", "a whole number", YEE_USAGE},
    {"--set run.stesp=3", "stesp", YEE_INPUT},
    {"--setps 3", "did you mean --steps?", YEE_USAGE},
};

START_TEST(what_is_wrong_is_named)
{
    char words[256];
    snprintf(words, sizeof words, "compare model.ini %s", bad[_i].words);
    ck_assert_int_eq(yee(words), bad[_i].status);
    says(bad[_i].sentence);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("compare");
    TCase *t = tcase_create("compare");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, every_scheme_has_a_row_in_every_precision);
    tcase_add_test(t, bytes_limit_and_phase_are_those_of_the_formulas);
    tcase_add_test(t, a_scheme_above_the_limit_of_yee_is_compared_at_its_own_step);
    tcase_add_test(t, the_price_of_an_error_is_cells_and_steps_at_the_measured_speed);
    tcase_add_test(t, a_sweep_runs_once_for_each_value);
    tcase_add_test(t, a_sweep_of_the_model_shows_what_finer_cells_bring);
    tcase_add_test(t, a_scheme_that_is_not_available_says_why);
    tcase_add_test(t, a_scheme_with_a_lower_limit_is_compared_at_it);
    tcase_add_test(t, a_limit_that_moves_with_the_step_is_followed);
    tcase_add_test(t, no_output_of_the_model_is_written);
    tcase_add_test(t, files_that_exist_are_kept_unless_forced);
    tcase_add_loop_test(t, what_is_wrong_is_named, 0, (int)(sizeof bad / sizeof *bad));
    suite_add_tcase(s, t);
    return suite_run(s);
}
