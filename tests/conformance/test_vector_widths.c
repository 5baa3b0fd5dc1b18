/* The scheme "tiled" and the widths it remembers: whatever the cache folder holds, or whether
 * there is one at all, a run gives the bits of the plain sweep. */
#include "base/hash.h"
#include "suite.h"
#include "tiled.h"
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS = 7, FEW_STEPS = 2 /* of a short suite */, NO_WIDTH = 0 };

static const yee_scheme_ops *tiled;
static test_case *large; /* 17 second-level caches: widths are measured from 16 on */
static uint64_t truth;
static char folder[64], file[96];

/* A hash of whole values: a slow tool takes most of its time for bytes. */
static uint64_t hash(uint64_t h, const double *v, size_t count)
{
    for (uint64_t bits; count; count--) {
        memcpy(&bits, v++, sizeof bits);
        h = yee_hash_word(h, bits);
    }
    return h;
}

/* How a plan was made, and what it does to the fields. */
typedef struct measurement {
    int64_t width;
    char origin[32];
    uint64_t bits;
} measurement;

static measurement measure(int64_t width, int sweep)
{
    const tiled_config config = {width, AUTO, sweep};
    const yee_sink sink = {.size = sizeof sink};
    measurement found = {.bits = 0xcbf29ce484222325u};
    char text[1024];
    void *plan = NULL;
    test_host h;
    ck_assert(test_host_open(&h));
    ck_assert_int_eq(tiled->plan(&h.host, &config, &large->problem, &plan), YEE_OK);
    tiled->print(plan, text, sizeof text);
    long long rows = 0;
    const char *at = strstr(text, "on tiles of ");
    if (at)
        ck_assert_int_eq(
            sscanf(at, "on tiles of %lld rows by %*d steps (%31[^)])", &rows, found.origin), 2);
    found.width = rows;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        ck_assert_int_eq(tiled->write(plan, c, large->initial[c]), YEE_OK);
    ck_assert_int_eq(tiled->run(plan, short_on() ? FEW_STEPS : STEPS, &sink), YEE_OK);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t points = (size_t)yee_grid_points(&large->problem.grid, c);
        double *f = malloc(points * sizeof *f);
        ck_assert_ptr_nonnull(f);
        ck_assert_int_eq(tiled->read(plan, c, f), YEE_OK);
        found.bits = hash(found.bits, f, points);
        free(f);
    }
    tiled->destroy(plan);
    test_host_close(&h);
    return found;
}

static void put(const char *text, size_t bytes)
{
    FILE *f = fopen(file, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, bytes, f), bytes);
    ck_assert_int_eq(fclose(f), 0);
}

/* The file as a string. */
static char *get(void)
{
    static char text[1 << 17];
    FILE *f = fopen(file, "r");
    ck_assert_msg(f != NULL, "there is no %s", file);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void ck_measured(measurement l)
{
    ck_assert_str_eq(l.origin, "measured now");
    ck_assert_int_ge(l.width, 4);
    ck_assert_int_le(l.width, 64);
    ck_assert_uint_eq(l.bits, truth);
}

/* No temporary file is left beside the file. */
static void ck_tidy(void)
{
    char path[80];
    snprintf(path, sizeof path, "%s/yee", folder);
    DIR *d = opendir(path);
    ck_assert_ptr_nonnull(d);
    for (const struct dirent *e; (e = readdir(d));)
        ck_assert_msg(e->d_name[0] == '.' || !strcmp(e->d_name, "tiled-widths"), "%s",
                      e->d_name);
    closedir(d);
}

static void open_all(void)
{
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    int64_t n = 64;
    while (n * n * n * 24 < 17 * (cache > 0 ? cache : 1 << 20))
        n++;
    tiled = scheme_ops("scheme_tiled");
    large = case_sized(1, 0, YEE_F32, STEPS, (int64_t[3]){n, n, n});
    ck_assert_ptr_nonnull(large);
    truth = measure(0, PLAIN).bits;
}

static void close_all(void) { case_free(large); }

/* A cache folder of this test's own, empty. */
static void open_folder(void)
{
    char path[80];
    strcpy(folder, "/tmp/yee-widths-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", folder, 1), 0);
    snprintf(path, sizeof path, "%s/yee", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(file, sizeof file, "%s/yee/tiled-widths", folder);
}

static void close_folder(void)
{
    char path[80];
    snprintf(path, sizeof path, "%s/yee", folder);
    if (unlink(file) != 0)
        rmdir(file);
    rmdir(path);
    rmdir(folder);
}

START_TEST(a_width_is_measured_once_and_remembered)
{
    const measurement first = measure(NO_WIDTH, TILED);
    ck_measured(first);
    ck_tidy();
    const measurement again = measure(NO_WIDTH, TILED);
    ck_assert_str_eq(again.origin, "measured earlier");
    ck_assert_int_eq(again.width, first.width);
    ck_assert_uint_eq(again.bits, truth);
}
END_TEST

START_TEST(a_width_that_makes_no_sense_is_measured_again)
{
    static const char *const wrong[] = {
        "0", "3", "65", "-8", "wide", "", "99999999999999999999", "1e1", "0x10", "nan"};
    char text[512];
    measure(NO_WIDTH, TILED);
    const size_t length = (size_t)(strstr(get(), " = ") - get());
    char *key = strndup(get(), length);
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        put(text, (size_t)snprintf(text, sizeof text, "%s = %s\n", key, wrong[n]));
        const measurement l = measure(NO_WIDTH, TILED);
        ck_measured(l);
        /* One line of this key, the new one, is in the file now. */
        snprintf(text, sizeof text, "%s = %lld\n", key, (long long)l.width);
        ck_assert_str_eq(get(), text);
    }
    free(key);
}
END_TEST

START_TEST(a_broken_file_does_no_harm)
{
    static char noise[100000];
    uint64_t r = 1;
    for (size_t n = 0; n < sizeof noise; n++)
        noise[n] = (char)((r = r * 6364136223846793005u + 1442695040888963407u) >> 56);
    const struct {
        const char *text;
        size_t bytes;
    } broken[] = {{"", 0}, {"\n = \n=\n", 7}, {"half a li", 9}, {noise, sizeof noise}};
    for (size_t n = short_on() ? 3 : 0; n < sizeof broken / sizeof *broken; n++) {
        put(broken[n].text, broken[n].bytes);
        const measurement l = measure(NO_WIDTH, TILED);
        ck_measured(l);
        ck_assert_str_eq(measure(NO_WIDTH, TILED).origin, "measured earlier");
        ck_tidy();
    }
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(mkdir(file, 0700), 0);
    ck_measured(measure(NO_WIDTH, TILED));
    ck_tidy();
}
END_TEST

START_TEST(another_processors_width_is_left_alone)
{
    char *other;
    measure(NO_WIDTH, TILED);
    ck_assert_int_gt(asprintf(&other, "another %s", get()), 0);
    put(other, strlen(other));
    ck_measured(measure(NO_WIDTH, TILED));
    ck_assert_ptr_nonnull(strstr(get(), other));
    ck_assert_str_eq(measure(NO_WIDTH, TILED).origin, "measured earlier");
    free(other);
}
END_TEST

START_TEST(a_remembered_width_is_taken_and_the_key_overrides_it)
{
    char text[512];
    measure(NO_WIDTH, TILED);
    const int length = (int)(strstr(get(), " = ") - get());
    snprintf(text, sizeof text, "%.*s = 40\n", length, get());
    put(text, strlen(text));
    const measurement taken = measure(NO_WIDTH, TILED);
    ck_assert_str_eq(taken.origin, "measured earlier");
    ck_assert_int_eq(taken.width, 40);
    ck_assert_uint_eq(taken.bits, truth);
    const measurement forced = measure(6, TILED);
    ck_assert_str_eq(forced.origin, "as asked");
    ck_assert_int_eq(forced.width, 6);
    ck_assert_uint_eq(forced.bits, truth);
    ck_assert_str_eq(get(), text);
}
END_TEST

START_TEST(without_a_folder_to_write_to_widths_are_measured)
{
    char path[80];
    snprintf(path, sizeof path, "%s/yee", folder);
    ck_assert_int_eq(chmod(path, 0500), 0); /* no bar for root; the next ones are */
    ck_measured(measure(NO_WIDTH, TILED));
    ck_assert_int_eq(chmod(path, 0700), 0);
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    ck_measured(measure(NO_WIDTH, TILED));
    setenv("XDG_CACHE_HOME", "/proc/none/such", 1);
    ck_measured(measure(NO_WIDTH, TILED));
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/dev/null", 1);
    ck_measured(measure(NO_WIDTH, TILED));
    unsetenv("HOME");
    ck_measured(measure(NO_WIDTH, TILED));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vector_widths");
    TCase *tcase = tcase_create("vector_widths");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, open_all, close_all);
    tcase_add_checked_fixture(tcase, open_folder, close_folder);
    tcase_add_test(tcase, a_broken_file_does_no_harm);
    if (!short_on()) { /* every measurement sets the large grid up anew */
        tcase_add_test(tcase, a_width_is_measured_once_and_remembered);
        tcase_add_test(tcase, a_width_that_makes_no_sense_is_measured_again);
        tcase_add_test(tcase, another_processors_width_is_left_alone);
        tcase_add_test(tcase, a_remembered_width_is_taken_and_the_key_overrides_it);
        tcase_add_test(tcase, without_a_folder_to_write_to_widths_are_measured);
    }
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
