/* Post-processing steps, at the end of a run and of a file alone, and files that outputs write by
 * themselves, through the command as a user has it. */
#include "command.h"
#include "suite.h"
#include <math.h>

static const char model[] =
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n[run]\nsteps = 40\nprecision = f64\n"
    "scheme = reference\n[boundary.all]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 30 GHz\n"
    "[source.s]\ntype = dipole\nposition = 6, 6, 6 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n[output.e]\ntype = energy\nevery = 1\n";
#define STEP "[post.sum]\ntype = later\n"

static void write_model(const char *more)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s", model, more);
    write_file("m.ini", text);
}

#define RUN_M(...) RUN("m.ini", "--plugin-path", MODULE_LATER, __VA_ARGS__)
#define YEE_POST(...) \
    run_with(NULL, (const char *const[]){"yee", "post", "--quiet", "--plugin-path", \
                                         MODULE_LATER, __VA_ARGS__, NULL})

static double number(const char *file, const char *path)
{
    double v = NAN;
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(id, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", file, path);
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &v);
    H5Dclose(set);
    H5Fclose(id);
    return v;
}

/* The sum as it is to be, from the records. */
static double sum_of(const char *file)
{
    static double v[1000];
    double sum = 0;
    const long long rows = rows_of(file, "/energy/e/total");
    ck_assert_int_gt(rows, 0);
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(id, "/energy/e/total", H5P_DEFAULT);
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v);
    H5Dclose(set);
    H5Fclose(id);
    for (long long i = 0; i < rows; i++)
        sum += v[i];
    return sum;
}

/* A long record and a wide band are more than the step takes; what it proposes it then does. */
START_TEST(resonances_say_which_end_would_do)
{
    char end[64];
    double at = NAN;
    write_model("[output.p]\ntype = probe\nposition = 3, 4, 5 mm\ncomponents = ez\n"
                "[post.m]\ntype = resonances\nprobe = p\nbegin = 0.1 ns\n"
                "frequency_min = 5 GHz\nfrequency_max = 100 GHz\n");
    ck_assert_int_eq(RUN_M("--set", "run.steps=1500"), YEE_INPUT);
    const char *words = strstr(said, "give end = ");
    ck_assert_msg(words && sscanf(words, "give end = %lf s", &at) == 1, "%s", said);
    snprintf(end, sizeof end, "post.m.end=%.3g s", at);
    ck_assert_msg(YEE_POST("m", "m.h5", "--set", end) == YEE_OK, "%s", said);
}
END_TEST

static double attribute(const char *file, const char *name)
{
    double v = NAN;
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen_by_name(id, "/provenance", name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(a >= 0, "%s has no /provenance@%s", file, name);
    H5Aread(a, H5T_NATIVE_DOUBLE, &v);
    H5Aclose(a);
    H5Fclose(id);
    return v;
}

/* A Gaussian of 30 GHz is over at its delay, 1/f, and sqrt(2 ln 1e8)/(2 pi f) behind it (where
 * 1e-8 of its peak is left); a plane wave takes the way across its box from corner to corner more. */
START_TEST(resonances_begin_when_all_sources_have_ended)
{
    static const double pulse = (1 + 6.0697128 / (2 * YEE_PI)) / 30e9;
    static const char wave[] = "[source.wave]\ntype = plane_wave\nfrom = 3, 3, 3 mm\n"
                               "to = 9, 9, 9 mm\ndirection = x\npolarization = z\n"
                               "waveform = w\n";
    static const char step[] =
        "[output.p]\ntype = probe\nposition = 3, 4, 5 mm\ncomponents = ez\n"
        "[post.m]\ntype = resonances\nprobe = p\n"
        "frequency_min = 16 GHz\nfrequency_max = 19 GHz\n"; /* TM110 of the cube: 17.7 */
    char begin[64];
    write_model(step);
    ck_assert_int_eq(RUN_M("--set", "run.steps=20"), YEE_INPUT);
    says("the sources end at ");
    says("make the run longer");
    ck_assert_int_eq(RUN_M("--set", "run.steps=600", "--set", "waveform.w.type=sine"),
                     YEE_INPUT);
    says("plays on and never ends");
    ck_assert_msg(RUN_M("--set", "run.steps=600") == YEE_OK, "%s", said);
    const double end = attribute("m.h5", "sources_end"),
                 mode = number("m.h5", "/post/m/frequency");
    ck_assert_double_eq_tol(end, pulse, 1e-6 * pulse);
    snprintf(begin, sizeof begin, "post.m.begin=%.17g s", end);
    ck_assert_msg(YEE_POST("m", "m.h5", "--set", begin) == YEE_OK, "%s", said);
    ck_assert_double_eq(number("m_m.h5", "/post/m/frequency"), mode);
    write_model(wave);
    ck_assert_msg(RUN_M("--force") == YEE_OK, "%s", said);
    /* its currents lie between nodes 3 and 9 mm and half a cell outside */
    ck_assert_double_ge(attribute("m.h5", "sources_end") - pulse, 6e-3 * sqrt(3) / YEE_C0);
    ck_assert_double_le(attribute("m.h5", "sources_end") - pulse, 7e-3 * sqrt(3) / YEE_C0);
}
END_TEST

static bool no_leftovers(void)
{
    return !there("m.h5.post") && !there("m.h5.post.new") && !there("m_sum.h5.new");
}

START_TEST(the_end_of_a_run_processes_its_records)
{
    write_model(STEP);
    ck_assert_msg(RUN_M(NULL) == YEE_OK, "%s", said);
    ck_assert_double_eq(number("m.h5", "/post/sum/sum"), sum_of("m.h5"));
    ck_assert(no_leftovers() && !there("m_sum.h5"));
}
END_TEST

START_TEST(a_step_that_fails_leaves_the_records_whole)
{
    static const struct {
        const char *keys, *words;
        int code;
    } way[] = {
        {"way = fail\n", "[post.sum] does not want to", YEE_DECLINED},
        {"way = outside\n", "writes to /provenance; all its results lie in /post/sum",
         YEE_PLUGIN},
        {"way = root\n", "writes to /sum; all its results lie in /post/sum", YEE_IO},
        {"path = /energy/e/totl\n",
         "m.h5 holds no dataset /energy/e/totl; did you mean /energy/e/total?", YEE_INPUT},
    };
    char more[256];
    snprintf(more, sizeof more, STEP "%s[post.other]\ntype = later\n", way[_i].keys);
    write_model(more);
    ck_assert_int_eq(RUN_M(NULL), way[_i].code);
    says(way[_i].words);
    says("the run's own records are whole, and `yee post sum m.h5` tries again");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 40);
    ck_assert_str_eq(ended_of("m.h5"), "after the last step");
    ck_assert_double_eq(number("m.h5", "/post/other/sum"), sum_of("m.h5"));
    ck_assert_int_eq(rows_of("m.h5", "/post/sum/sum"), -1);
    ck_assert(no_leftovers());
}
END_TEST

START_TEST(a_run_that_a_criterion_ended_has_come_to_its_end)
{
    write_model(STEP);
    const int code = RUN_M("--set", "run.steps=4000", "--set", "run.stop_decay=3 dB", "--set",
                           "run.stop_every=10", "--set", "boundary.all.type=impedance", "--set",
                           "boundary.all.matched=yes", "--set", "waveform.w.type=ricker");
    ck_assert_msg(code == YEE_OK, "%d: %s", code, said);
    ck_assert_str_eq(ended_of("m.h5"), "the energy fell by 3 dB");
    ck_assert_int_eq(YEE_POST("sum", "m.h5"), YEE_OK);
    ck_assert_ptr_null(strstr(said, "its records are short"));
}
END_TEST

START_TEST(what_a_step_needs_is_looked_for_before_the_run)
{
    static const struct {
        const char *set, *words;
    } way[] = {
        {"post.sum.factor=2e9", "[post.sum] too large"},
        {"post.e.type=later", "[post.e] an output has this name"},
        {"post.sum.typ=x", "typ"},
    };
    write_model(STEP);
    ck_assert_int_eq(RUN_M("--set", way[_i].set), YEE_INPUT);
    says(way[_i].words);
    ck_assert(!there("m.h5"));
}
END_TEST

START_TEST(a_step_is_done_again_without_a_run)
{
    write_model(STEP "factor = 3\n");
    ck_assert_msg(RUN_M(NULL) == YEE_OK, "%s", said);
    const double sum = number("m.h5", "/post/sum/sum");
    ck_assert_int_eq(YEE_POST("sum", "m.h5"), YEE_OK);
    ck_assert_double_eq(number("m_sum.h5", "/post/sum/sum"), sum);
    /* nothing that is there is replaced unless somebody says so */
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--set", "post.sum.factor=6"), YEE_IO);
    says("m_sum.h5: it exists; --force replaces it, --into puts the result into m.h5");
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--into", "--set", "post.sum.factor=6"), YEE_IO);
    says("m.h5: it holds a result /post/sum; --force replaces it");
    ck_assert_double_eq(number("m_sum.h5", "/post/sum/sum"), sum);
    ck_assert_double_eq(number("m.h5", "/post/sum/sum"), sum);
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--force", "--set", "post.sum.factor=6"), YEE_OK);
    ck_assert_double_eq_tol(number("m_sum.h5", "/post/sum/sum"), 2 * sum, 1e-12 * fabs(sum));
    ck_assert_double_eq(number("m.h5", "/post/sum/sum"), sum);
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--force", "--into", "--set", "post.sum.factor=6"),
                     YEE_OK);
    ck_assert_double_eq_tol(number("m.h5", "/post/sum/sum"), 2 * sum, 1e-12 * fabs(sum));
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 40);
    /* a file that is no result of this step stays, with --force too */
    write_file("m_sum.h5", "precious");
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--force"), YEE_IO);
    says("it exists and holds no /post/sum; remove it by hand");
    ck_assert(no_leftovers());
}
END_TEST

START_TEST(a_step_that_the_model_does_not_have_is_named_by_its_type)
{
    write_model("");
    ck_assert_msg(RUN_M(NULL) == YEE_OK, "%s", said);
    ck_assert_int_eq(YEE_POST("sum", "m.h5"), YEE_USAGE);
    says("the model of m.h5 has no [post.sum]; --type PLUGIN makes one");
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--type", "latr"), YEE_INPUT);
    says("type = latr is no post plugin; did you mean later?");
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--type", "later", "--set", "run.steps=4"),
                     YEE_USAGE);
    says("only keys of this step can be set");
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--type", "later"), YEE_OK);
    ck_assert_double_eq(number("m_sum.h5", "/post/sum/sum"), sum_of("m.h5"));
    ck_assert_int_eq(YEE_POST("sum", "m.ini", "--type", "later"), YEE_INPUT);
    says("m.ini is no main file of a run of yee");
    ck_assert_int_eq(YEE_POST("sum", "gone.h5", "--type", "later"), YEE_IO);
}
END_TEST

START_TEST(a_restart_computes_results_of_all_records)
{
    write_model(STEP "[output.l]\ntype = lines\n");
    ck_assert_msg(RUN_M("--set", "run.checkpoint_at_end=yes", "--set", "run.steps=25") ==
                      YEE_OK,
                  "%s", said);
    ck_assert_double_eq(number("m.h5", "/post/sum/sum"), sum_of("m.h5"));
    const double before = sum_of("m.h5");
    ck_assert_msg(RUN_M("--restart") == YEE_OK, "%s", said);
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 40);
    ck_assert_double_eq(number("m.h5", "/post/sum/sum"), sum_of("m.h5"));
    ck_assert_double_ne(sum_of("m.h5"), before);
    /* as of one run, own file included */
    ck_assert_msg(RUN_M("--set", "run.output=one.h5") == YEE_OK, "%s", said);
    same_files("m.h5", "one.h5");
    ck_assert_int_eq(system("cmp m_l.txt one_l.txt"), 0);
}
END_TEST

START_TEST(a_restart_takes_old_results_away_and_may_change_its_steps)
{
    write_model(STEP);
    ck_assert_msg(RUN_M("--set", "run.checkpoint_at_end=yes", "--set", "run.steps=25") ==
                      YEE_OK,
                  "%s", said);
    ck_assert_int_eq(rows_of("m.h5", "/post/sum/sum"), 1);
    ck_assert_int_eq(RUN_M("--restart", "--set", "post.sum.way=fail"), YEE_DECLINED);
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 40);
    ck_assert_int_eq(rows_of("m.h5", "/post/sum/sum"), -1);
}
END_TEST

START_TEST(a_file_of_a_step_is_its_own_and_is_written_again_at_a_restart)
{
    write_model(STEP "way = text\n");
    ck_assert_msg(RUN_M("--set", "run.checkpoint_at_end=yes", "--set", "run.steps=25") ==
                      YEE_OK,
                  "%s", said);
    ck_assert_int_eq(system("cp m_sum.txt before.txt"), 0);
    ck_assert_msg(RUN_M("--restart") == YEE_OK, "%s", said);
    ck_assert_int_ne(system("cmp -s m_sum.txt before.txt"), 0);
    ck_assert(!there("m_sum.txt.old"));
    /* without a run it is replaced with --force only */
    ck_assert_int_eq(YEE_POST("sum", "m.h5"), YEE_IO);
    says("m_sum.txt: it exists");
    ck_assert(!there("m_sum.h5") && no_leftovers());
    ck_assert_int_eq(YEE_POST("sum", "m.h5", "--force"), YEE_OK);
}
END_TEST

START_TEST(a_run_that_is_not_at_its_end_has_no_results)
{
    write_model(STEP);
    ck_assert_int_ne(
        RUN_M("--set", "run.courant=1.5", "--set", "run.unsafe=yes", "--set", "run.steps=4000"),
        YEE_OK); /* it diverges */
    ck_assert_int_eq(rows_of("m.h5", "/post/sum/sum"), -1);
    ck_assert_int_eq(YEE_POST("sum", "m.h5"), YEE_OK);
    says("m.h5 is of a run that did not come to its end: its records are short");
}
END_TEST

START_TEST(an_own_file_of_an_output_is_replaced_with_force_only)
{
    write_model("[output.l]\ntype = lines\n");
    write_file("m_l.txt", "precious");
    ck_assert_int_eq(RUN_M(NULL), YEE_IO);
    says("cannot write m_l.txt: it exists");
    ck_assert(!there("m.h5"));
    ck_assert_int_eq(system("grep -q precious m_l.txt"), 0);
    ck_assert_msg(RUN_M("--force") == YEE_OK, "%s", said);
    ck_assert_int_ne(system("grep -q precious m_l.txt"), 0);
    ck_assert(!there("m_l.txt.old"));
}
END_TEST

START_TEST(a_plan_names_the_steps_and_a_step_that_wrote_nothing_is_told)
{
    write_model(STEP "way = nothing\n");
    FILE *pipe = popen(YEE_COMMAND " plan m.ini --plugin-path " MODULE_LATER, "r");
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    says("posts        sum: later");
    ck_assert_int_eq(RUN_M(NULL), YEE_OK);
    says("[post.sum] wrote nothing");
}
END_TEST

/* Runs `yee plan` with a key of the step; its words are in said. */
static void plan_with(const char *set)
{
    char line[512];
    snprintf(line, sizeof line,
             YEE_COMMAND " plan m.ini --plugin-path " MODULE_LATER " --set 'post.sum.%s'", set);
    FILE *pipe = popen(line, "r");
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
}

/* The trial does all 40 steps of the run. A step that says that it takes a moment works on
 * their records, and its failure is told; one that takes long, or does not say, is left to the
 * run. */
START_TEST(a_plan_does_a_step_where_that_takes_a_moment)
{
    write_model(STEP "way = fail\n");
    plan_with("seconds=0.1 s");
    says("not measured: m.ini:22: [post.sum] does not want to");
    plan_with("seconds=100 s");
    ck_assert_ptr_null(strstr(said, "not measured"));
    says("posts      1:40, 100 %");
    says("disk         931.3 GiB at most");
    plan_with("factor=1"); /* it does not say */
    ck_assert_ptr_null(strstr(said, "not measured"));
    ck_assert_ptr_null(strstr(said, "\n  posts "));
}
END_TEST

START_TEST(an_interrupted_step_leaves_nothing_behind)
{
    const char *const argv[] = {
        "yee", "post", "--plugin-path",      MODULE_LATER, "--set", "post.sum.way=wait",
        "sum", "m.h5", _i ? "--into" : NULL, NULL};
    int from;
    write_model(STEP);
    ck_assert_int_eq(RUN_M("--set", "post.sum.way=nothing"), YEE_OK);
    const pid_t child = start(argv, &from, NULL);
    wait_for(from, "waits");
    kill(child, SIGINT);
    ck_assert_int_eq(finish(child, from), YEE_INTERRUPTED);
    ck_assert_msg(no_leftovers() && !there("m_sum.h5"), "%s", said);
    ck_assert(there("m.h5"));
}
END_TEST

/* The model without its dipole, which would play beside a port. */
static void write_silent(const char *more)
{
    const char *end = strstr(model, "[source.s]");
    char text[4096];
    snprintf(text, sizeof text, "%.*s%s", (int)(end - model), model, more);
    write_file("m.ini", text);
}

/* Ports that S is not of are told before the run, and so is what plays beside the port. */
START_TEST(parameters_are_of_one_driven_port_and_others_that_are_matched)
{
    static const char ports[] =
        "[source.a]\ntype = voltage\nnegative = 3, 6, 6 mm\npositive = 3, 6, 7 mm\n"
        "waveform = w\n"
        "[source.b]\ntype = voltage\nnegative = 9, 6, 6 mm\npositive = 9, 6, 7 mm\n"
        "[source.l]\ntype = lumped\nnegative = 6, 3, 6 mm\npositive = 6, 3, 7 mm\n"
        "inductance = 1 nH\n"
        "[source.c]\ntype = voltage\nnegative = 6, 9, 6 mm\npositive = 6, 9, 7 mm\n"
        "[output.ports]\ntype = probe\nports = a, b, l, c\n"
        "[post.s]\ntype = s_parameters\nport = a\nothers = b\n";
    static const struct {
        const char *set, *words;
        bool before;
    } way[] = {
        {"post.s.others=b, a", "others has 'a', the port that is driven", true},
        {"post.s.others=b, b", "others has 'b' twice", true},
        {"post.s.others=l", "the port 'l' has no resistance of its own", true},
        {"post.s.port=l", "the port 'l' has no resistance; give the reference", true},
        {"source.b.waveform=w", "the source 'b' plays, too", true},
        {"source.c.waveform=w", "the source 'c' plays, too", true},
        {"source.a.voltage=0 V", "the port 'a' plays nothing", true},
        {"post.s.beside=c", "beside has 'c', which plays nothing", true},
        {"post.s.beside=a", "beside has 'a', which is the port itself", true},
        {"post.s.beside=b", "others and beside both have 'b'", true},
    };
    write_silent(ports);
    MUST("m.ini");
    ck_assert_int_eq(rows_of("m.h5", "/post/s/s_b"), 401);
    ck_assert_ptr_null(strstr(said, "less than 1 % of its peak enters"));
    ck_assert_int_eq(remove("m.h5"), 0);
    /* a gaussian of 30 GHz has 1e-4 of its peak at 130 GHz: no parameter, and no bound of one */
    MUST("m.ini", "--set", "post.s.frequency_min=130 GHz", "--set",
         "post.s.frequency_max=200 GHz");
    says("less than 1 % of its peak enters at 401 of the 401 frequencies, between 130 and 200");
    ck_assert_ptr_null(strstr(said, "beyond the bound"));
    ck_assert_int_eq(remove("m.h5"), 0);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        ck_assert_msg(RUN("m.ini", "--set", way[i].set) == YEE_INPUT, "%s", way[i].set);
        says(way[i].words);
        ck_assert(there("m.h5") == !way[i].before);
        remove("m.h5");
    }
}
END_TEST

/* A source that plays is seen, recorded or not, before the run, and again in the file. */
START_TEST(parameters_are_not_of_a_run_in_which_something_else_plays)
{
    static const char port[] =
        "[source.a]\ntype = voltage\nnegative = 3, 6, 6 mm\npositive = 3, 6, 7 mm\n"
        "waveform = w\n[output.ports]\ntype = probe\nports = a\n"
        "[post.s]\ntype = s_parameters\nport = a\n";
    static const char *const other[] = {
        "[source.o]\ntype = voltage\nnegative = 9, 6, 6 mm\npositive = 9, 6, 7 mm\n"
        "waveform = w\n",
        "[source.o]\ntype = dipole\nposition = 6, 6, 6 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n",
        "[source.o]\ntype = plane_wave\ndirection = 1, 0, 0\npolarization = 0, 0, 1\n"
        "from = 4, 4, 4 mm\nto = 8, 8, 8 mm\nwaveform = w\n",
    };
    static const char *const silent[] = {"source.o.voltage=0 V", "source.o.current=0 A"};
    char text[2048];
    snprintf(text, sizeof text, "%s%s", port, other[_i]);
    write_silent(text);
    ck_assert_int_eq(RUN("m.ini", NULL), YEE_INPUT);
    says("[post.s] the source 'o' plays, too, and S is of a run in which 'a' alone does");
    ck_assert(!there("m.h5"));
    /* a source that is there and plays nothing is none */
    if (_i < 2) {
        MUST("m.ini", "--set", silent[_i], "--set", "run.output=silent.h5");
        ck_assert_int_eq(rows_of("silent.h5", "/post/s/s11"), 401);
    }
    MUST("m.ini", "--set", "post.s.beside=o");
    ck_assert_int_eq(rows_of("m.h5", "/post/s/s11"), 401);
    ck_assert_int_eq(YEE_POST("s", "m.h5", "--set", "post.s.beside="), YEE_INPUT);
    says("[post.s] the source 'o' plays, too");
    ck_assert(!there("m_s.h5"));
    const char *const argv[] = {"yee", "plot", "m.h5", "--only", "a", NULL};
    ck_assert_int_eq(run_with(NULL, argv), YEE_OK);
    says("beside a these sources play: o; |S| has what they send, too");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("post");
    TCase *tests = tcase_create("post");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, resonances_say_which_end_would_do);
    tcase_add_test(tests, resonances_begin_when_all_sources_have_ended);
    tcase_add_test(tests, a_run_that_a_criterion_ended_has_come_to_its_end);
    tcase_add_test(tests, the_end_of_a_run_processes_its_records);
    tcase_add_loop_test(tests, a_step_that_fails_leaves_the_records_whole, 0, 4);
    tcase_add_loop_test(tests, what_a_step_needs_is_looked_for_before_the_run, 0, 3);
    tcase_add_test(tests, a_step_is_done_again_without_a_run);
    tcase_add_test(tests, a_step_that_the_model_does_not_have_is_named_by_its_type);
    tcase_add_test(tests, a_restart_computes_results_of_all_records);
    tcase_add_test(tests, a_restart_takes_old_results_away_and_may_change_its_steps);
    tcase_add_test(tests, a_file_of_a_step_is_its_own_and_is_written_again_at_a_restart);
    tcase_add_test(tests, a_run_that_is_not_at_its_end_has_no_results);
    tcase_add_test(tests, an_own_file_of_an_output_is_replaced_with_force_only);
    tcase_add_test(tests, a_plan_names_the_steps_and_a_step_that_wrote_nothing_is_told);
    tcase_add_test(tests, a_plan_does_a_step_where_that_takes_a_moment);
    tcase_add_loop_test(tests, an_interrupted_step_leaves_nothing_behind, 0, 2);
    tcase_add_test(tests, parameters_are_of_one_driven_port_and_others_that_are_matched);
    tcase_add_loop_test(tests, parameters_are_not_of_a_run_in_which_something_else_plays, 0, 3);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
