/* Kernels with laws as NVIDIA's run-time compiler makes them, without a GPU: every law of the
 * tree in both precisions, an author's mistakes with file and line, and the cache. Without the
 * compiler its tests are skipped, and say so. */
#include "short.h"
#include "suite.h"
#include <check.h>
#include <compile/code_cache.h>
#include <compile/law_source.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DRIVER = 13000, ARCHITECTURE = 90 };

#ifdef __SANITIZE_ADDRESS__
/* The library keeps some memory until the process ends; it is none of yee's. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif

/* ---- a host that keeps the last sentence ---- */

static char sentence[4096];

static yee_status refuse(const yee_host *own, yee_status status, const char *format, ...)
{
    va_list args;
    (void)own;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return status;
}

static const yee_host host = {.size = sizeof host, .fail = refuse};

/* ---- laws ---- */

static double held(const double *param, double e, const double *state)
{
    (void)param;
    (void)e;
    (void)state;
    return 0;
}

static const char *text_of(const char *path)
{
    char file[1024];
    snprintf(file, sizeof file, "%s/%s", SOURCE_FOLDER, path);
    FILE *f = fopen(file, "r");
    ck_assert_msg(f != NULL, "%s cannot be read", file);
    char *text = calloc(1, 1 << 14);
    ck_assert_uint_gt(fread(text, 1, (1 << 14) - 1, f), 0);
    fclose(f);
    return text;
}

static nvrtc_code made(law_order order, yee_status wanted)
{
    law_source source;
    nvrtc_code code = {0};
    order.form.e.points = order.form.h.points = order.form.single ? 4 : 2;
    yee_status status = law_source_make(&host, order, &source);
    if (status == YEE_OK) {
        const nvrtc_job job = {"the law", source.text, source.header, source.headers,
                               ARCHITECTURE};
        status = nvrtc_compile(&host, NULL, DRIVER, &job, &code);
    }
    law_source_free(&source);
    ck_assert_msg(status == wanted, "status %d: %s", status, sentence);
    return code;
}

static nvrtc_code compiled(const yee_law *const *law, int laws, bool single, yee_status wanted)
{
    const law_sweep_form form = {.single = single, .boxes = true, .late = true};
    return made((law_order){law, laws, NULL, 0, form, false}, wanted);
}

static bool there_is_nvrtc(void)
{
    const nvrtc_job job = {"the law", "extern \"C\" __global__ void none() {}", NULL, 0,
                           ARCHITECTURE};
    nvrtc_code code = {0};
    const bool yes = nvrtc_compile(&host, NULL, DRIVER, &job, &code) == YEE_OK;
    if (!yes)
        printf("SKIPPED: %s\n", sentence);
    free(code.data);
    return yes;
}

START_TEST(every_law_of_the_tree_compiles)
{
    if (!there_is_nvrtc())
        return;
    const yee_law kerr = {.has = YEE_LAW_EDGE,
                          .name = "kerr",
                          .text = text_of("materials/kerr/kerr.law.h"),
                          .params = 3,
                          .energy = held};
    const yee_law chi2 = {.has = YEE_LAW_EDGE,
                          .name = "chi2",
                          .text = text_of("materials/chi2.law.h"),
                          .params = 2,
                          .energy = held};
    const yee_law raman = {.has = YEE_LAW_EDGE,
                           .name = "raman",
                           .text = text_of("materials/raman.law.h"),
                           .params = 8,
                           .edge_words = 2,
                           .energy = held};
    const yee_law modulated = {.has = YEE_LAW_EDGE,
                               .name = "modulated",
                               .text = text_of("materials/modulated.law.h"),
                               .params = 1,
                               .signals = 4,
                               .edge_maps = 2};
    const yee_law absorbing = {.has = YEE_LAW_EDGE,
                               .name = "kerr_two_photon",
                               .text = text_of("materials/kerr/two_photon.law.h"),
                               .params = 4,
                               .energy = held};
    const yee_law carriers = {.has = YEE_LAW_EDGE,
                              .name = "kerr_carriers",
                              .text = text_of("materials/kerr/carriers.law.h"),
                              .params = 13,
                              .edge_words = 3,
                              .energy = held};
    const yee_law two_level = {.has = YEE_LAW_EDGE,
                               .name = "two_level",
                               .text = text_of("materials/two_level.law.h"),
                               .params = 8,
                               .edge_words = 4,
                               .energy = held};
    const yee_law four_level = {.has = YEE_LAW_EDGE,
                                .name = "four_level",
                                .text = text_of("materials/four_level.law.h"),
                                .params = 19,
                                .edge_words = 8,
                                .energy = held};
    const yee_law photons = {.has = YEE_LAW_EDGE,
                             .name = "two_photon",
                             .params = 1,
                             .text = text_of("examples/laws/two_photon/two_photon.law.h")};
    const yee_law *const all[] = {&kerr,     &chi2,      &raman,      &modulated, &absorbing,
                                  &carriers, &two_level, &four_level, &photons,   &kerr};
    const int count = sizeof all / sizeof *all;
    for (int single = 0; single < 2; single++) {
        nvrtc_code code = compiled(all, count, single, YEE_OK);
        ck_assert_uint_gt(code.bytes, 4096);
        ck_assert_mem_eq(code.data, "\177ELF", 4);
        ck_assert_ptr_nonnull(memmem(code.data, code.bytes, "law_sweep", 9));
        ck_assert_ptr_nonnull(memmem(code.data, code.bytes, "law_late", 8));
        ck_assert_ptr_nonnull(memmem(code.data, code.bytes, "law_energy_of", 13));
        free(code.data);
    }
    for (int n = 0; n < count - 1; n++)
        free((void *)all[n]->text);
}
END_TEST

static double cell_held(const double *param, const double e[3], const double *state)
{
    (void)param, (void)e, (void)state;
    return 0;
}

/* Laws of cells, of fields and of ports, alone and in one source. */
START_TEST(laws_of_cells_fields_and_ports_compile)
{
    static const char *const kernel[] = {
        "law_sweep",  "law_cell_energy_of", "law_join", "law_keep",           "law_field_cells",
        "law_guests", "law_ports",          "law_late", "law_field_energy_of"};
    const yee_law plasma = {.name = "magnetised_plasma",
                            .has = YEE_LAW_CELL,
                            .text = text_of("materials/magnetised_plasma.law.h"),
                            .params = 8,
                            .cell_words = 3,
                            .cell_energy = cell_held};
    const yee_law tensor = {.name = "tensor",
                            .has = YEE_LAW_FIELD,
                            .text = text_of("materials/tensor.law.h"),
                            .params = 3,
                            .cell_words = 3};
    const yee_port_law diode = {
        .name = "diode", .text = text_of("sources/diode.law.h"), .params = 4, .words = 1};
    const yee_port_law lumped = {
        .name = "lumped", .text = text_of("sources/lumped.law.h"), .params = 5, .words = 2};
    const yee_port_law resistor = {.name = "nonlinear_resistor",
                                   .text = text_of("sources/nonlinear_resistor.law.h"),
                                   .params = 16};
    const yee_law *const law[] = {&plasma, &tensor};
    const yee_port_law *const port[] = {&diode, &lumped, &resistor};
    if (!there_is_nvrtc())
        return;
    /* of few one of either precision, with ids and with rotation, where H has laws and where not */
    for (int n = few_on() ? 2 : 0; n < 8; n += few_every(5)) {
        law_order order = {law, 2, port, 3, {.single = n & 1, .late = true}, false};
        order.form.cells = order.form.fields = true;
        order.form.e.ids = n & 2 ? 1 : 0;
        order.form.e.borders = n & 2 ? 2 : 0;
        order.form.with_h = n == 2 || n == 5;
        order.form.rotation = n >> 2;
        nvrtc_code code = made(order, YEE_OK);
        for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++)
            ck_assert_ptr_nonnull(
                memmem(code.data, code.bytes, kernel[k], strlen(kernel[k]) + 1));
        const char *cells = order.form.with_h ? "law_sweep_h" : "law_cells";
        ck_assert_ptr_nonnull(memmem(code.data, code.bytes, cells, strlen(cells) + 1));
        free(code.data);
    }
    law_order alone = {NULL, 0, port, 3, {.single = true}, false};
    nvrtc_code code = made(alone, YEE_OK);
    ck_assert_ptr_null(memmem(code.data, code.bytes, "law_sweep", 9));
    free(code.data);
    free((void *)plasma.text);
    free((void *)tensor.text);
    for (int n = 0; n < 3; n++)
        free((void *)port[n]->text);
}
END_TEST

/* Lines begin with the text's first: the second one has the mistake. */
START_TEST(a_mistake_has_its_own_file_and_line)
{
    const yee_law broken = {.has = YEE_LAW_EDGE,
                            .name = "broken",
                            .text = "LAW_EDGE(broken)\n{ return lin + dq; }\n"};
    const yee_law *const law[] = {&broken};
    if (!there_is_nvrtc())
        return;
    compiled(law, 1, true, YEE_DECLINED);
    ck_assert_msg(strstr(sentence, "broken.law.h(2)") && strstr(sentence, "\"dq\""),
                  "the sentence is: %s", sentence);
}
END_TEST

START_TEST(a_law_that_no_gpu_can_have_is_declined)
{
    const yee_law bare = {.has = YEE_LAW_EDGE, .name = "bare"};
    const yee_law own = {.has = YEE_LAW_EDGE,
                         .name = "own",
                         .text = "LAW_EDGE(own) { return lin; }",
                         .energy = held};
    const yee_law *const without[] = {&bare}, *const with[] = {&own};
    compiled(without, 1, true, YEE_DECLINED);
    ck_assert_msg(strstr(sentence, "bare came without its text") != NULL, "%s", sentence);
    compiled(with, 1, true, YEE_DECLINED);
    ck_assert_msg(strstr(sentence, "LAW_ENERGY(own)") != NULL, "%s", sentence);
}
END_TEST

START_TEST(a_file_that_is_no_compiler_is_named)
{
    const nvrtc_job job = {"the law kerr", "", NULL, 0, ARCHITECTURE};
    nvrtc_code code = {0};
    ck_assert_int_eq(nvrtc_compile(&host, "/nowhere/libnvrtc.so.13", DRIVER, &job, &code),
                     YEE_DECLINED);
    ck_assert_msg(strstr(sentence, "/nowhere/libnvrtc.so.13") != NULL, "%s", sentence);
}
END_TEST

/* The driver of CUDA 11 loads no code that either version makes. */
START_TEST(a_compiler_above_the_driver_is_declined)
{
    const nvrtc_job job = {"the law kerr", "", NULL, 0, ARCHITECTURE};
    nvrtc_code code = {0};
    ck_assert_int_eq(nvrtc_compile(&host, NULL, 11080, &job, &code), YEE_DECLINED);
    ck_assert_msg(strstr(sentence, "nvidia-cuda-nvrtc") != NULL, "%s", sentence);
}
END_TEST

/* ---- the cache ---- */

static char folder[64];
static char key[200000], other[200000]; /* as long as that of a problem */
static char data[100000];

static void open_cache(void)
{
    strcpy(folder, "/tmp/yee-cache-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    for (size_t n = 0; n < sizeof key; n++)
        key[n] = other[n] = (char)(n * 7 % 251);
    other[sizeof other / 2] ^= 1;
    for (size_t n = 0; n < sizeof data; n++)
        data[n] = (char)(n * 13 % 241);
    ck_assert_ptr_null(code_cache_refused());
    const nvrtc_code code = {data, sizeof data, {13, 0}};
    code_cache_store(key, sizeof key, &code);
}

static void close_cache(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static bool found(const char *of)
{
    nvrtc_code code = {0};
    const bool yes = code_cache_find(of, sizeof key, &code);
    if (yes) {
        ck_assert_uint_eq(code.bytes, sizeof data);
        ck_assert_mem_eq(code.data, data, sizeof data);
        ck_assert_int_eq(code.version[0], 13);
    }
    free(code.data);
    return yes;
}

/* Its only file. */
static void file_of(char path[512])
{
    char command[256];
    snprintf(command, sizeof command, "ls %s/yee/laws", folder);
    FILE *list = popen(command, "r");
    char name[256] = "";
    ck_assert_ptr_nonnull(list);
    ck_assert_int_eq(fscanf(list, "%255s", name), 1);
    pclose(list);
    snprintf(path, 512, "%s/yee/laws/%s", folder, name);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The bound is what a plan may take from the cache. The best of ten, since others work here. */
START_TEST(code_is_found_at_once_and_by_its_key_alone)
{
    double best = 1;
    for (int n = 0; n < 10; n++) {
        const double start = now();
        ck_assert(found(key));
        best = now() - start < best ? now() - start : best;
    }
    ck_assert_msg(best < 0.05, "%g s", best);
    ck_assert(!found(other));
}
END_TEST

/* One bit of the head, of the key, of the code; and a file cut short. */
START_TEST(a_file_that_is_not_whole_is_not_used)
{
    static const long at[] = {0, 9, 30, 1000, sizeof key + 5000};
    char path[512];
    file_of(path);
    for (size_t n = 0; n < sizeof at / sizeof *at; n++) {
        for (int twice = 0; twice < 2; twice++) {
            FILE *f = fopen(path, "r+");
            fseek(f, at[n], SEEK_SET);
            const int c = fgetc(f);
            fseek(f, at[n], SEEK_SET);
            fputc(c ^ 1, f);
            fclose(f);
            ck_assert_msg(found(key) == twice, "byte %ld", at[n]);
        }
    }
    ck_assert_int_eq(truncate(path, sizeof key), 0);
    ck_assert(!found(key));
    const nvrtc_code code = {data, sizeof data, {13, 0}};
    code_cache_store(key, sizeof key, &code);
    ck_assert(found(key));
}
END_TEST

START_TEST(what_others_may_write_to_is_not_used)
{
    char path[512], laws[128];
    file_of(path);
    snprintf(laws, sizeof laws, "%s/yee/laws", folder);
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert(!found(key));
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert(found(key));
    ck_assert_int_eq(chmod(laws, 0777), 0);
    ck_assert(!found(key));
    ck_assert_ptr_nonnull(code_cache_refused());
    ck_assert_int_eq(chmod(laws, 0700), 0);
    ck_assert(found(key));
    if (geteuid() == 0) { /* only root can give a file away */
        ck_assert_int_eq(chown(path, 65534, 65534), 0);
        ck_assert(!found(key));
    }
}
END_TEST

/* Another name in front of each key makes files of 300 kB each, 230 of which are above 64 MB. */
START_TEST(the_folder_stays_small)
{
    const nvrtc_code code = {data, sizeof data, {13, 0}};
    char command[256], number[32] = "";
    for (int n = 0; n < 230; n++) {
        memcpy(other, &n, sizeof n);
        code_cache_store(other, sizeof other, &code);
    }
    snprintf(command, sizeof command, "du -sb %s/yee/laws", folder);
    FILE *list = popen(command, "r");
    ck_assert_ptr_nonnull(list);
    ck_assert_int_eq(fscanf(list, "%31s", number), 1);
    pclose(list);
    ck_assert_int_le(atol(number), CODE_CACHE_BYTES + 8192); /* and the folder itself */
    ck_assert_int_gt(atol(number), CODE_CACHE_BYTES / 2);
    ck_assert(found(other)); /* the latest */
    ck_assert(!found(key));  /* the first */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nvrtc");
    TCase *compiler = tcase_create("compiler"), *cache = tcase_create("cache");
    tcase_set_timeout(compiler, 120);
    tcase_add_test(compiler, every_law_of_the_tree_compiles);
    tcase_add_test(compiler, laws_of_cells_fields_and_ports_compile);
    tcase_add_test(compiler, a_mistake_has_its_own_file_and_line);
    tcase_add_test(compiler, a_law_that_no_gpu_can_have_is_declined);
    tcase_add_test(compiler, a_file_that_is_no_compiler_is_named);
    tcase_add_test(compiler, a_compiler_above_the_driver_is_declined);
    suite_add_tcase(suite, compiler);
    tcase_set_timeout(cache, 60);
    tcase_add_checked_fixture(cache, open_cache, close_cache);
    tcase_add_test(cache, code_is_found_at_once_and_by_its_key_alone);
    tcase_add_test(cache, a_file_that_is_not_whole_is_not_used);
    tcase_add_test(cache, what_others_may_write_to_is_not_used);
    tcase_add_test(cache, the_folder_stays_small);
    suite_add_tcase(suite, cache);
    return suite_run(suite);
}
