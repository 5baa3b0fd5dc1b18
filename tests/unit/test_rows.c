/* Lists in files: what a key reads of them, and every sentence about one that is wrong. */
#include "config/param.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct lists {
    yee_reals points, weights;
    yee_texts names, media;
    yee_vec3 at;
} lists;

static const yee_param params[] = {
    YEE_PARAM_REALS(lists, points, "m", YEE_UNSET, 0, 1, "Points."),
    YEE_PARAM_REALS(lists, weights, NULL, YEE_UNSET, 0, 0, "Weights."),
    YEE_PARAM_TEXTS(lists, names, YEE_UNSET, "Names."),
    YEE_PARAM_REFS(lists, media, "material", YEE_UNSET, "Materials."),
    YEE_PARAM_VEC3(lists, at, "m", YEE_UNSET, 0, 0, "Where."),
    YEE_PARAM_END,
};

static yee_diag diag;
static yee_arena *arena;
static yee_config *config;
static lists l;
static char folder[64], model[200];

static void setup(void)
{
    yee_diag_init(&diag, NULL, NULL);
    arena = yee_arena_new();
    strcpy(folder, "/tmp/yee-rows-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(model, sizeof model, "%s/m.ini", folder);
}

static void teardown(void)
{
    char command[200];
    yee_arena_free(arena);
    yee_diag_end(&diag);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void write_bytes(const char *name, const char *text, size_t length)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* A model of one key, in the folder of the files. */
static yee_status read_key(const char *key)
{
    char text[1000];
    snprintf(text, sizeof text, "[shape.s]\n%s\n", key);
    ck_assert_msg(!yee_config_parse(&diag, arena, model, text, strlen(text), &config), "%s",
                  diag.error);
    return yee_param_read(&diag, arena, config, &config->block[0], 1, &(yee_bind){params, &l});
}

/* The points of a file whose text is given. */
static void points_are(const char *text, const char *key, size_t count, const double *mm)
{
    write_bytes("p.csv", text, strlen(text));
    ck_assert_msg(!read_key(key), "%s: %s", text, diag.error);
    ck_assert_uint_eq(l.points.count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(l.points.v[i] == mm[i] / 1000, "%s: %g", text, l.points.v[i]);
}

START_TEST(numbers_stand_in_rows_of_cells)
{
    static const double six[] = {1, 2, 3, 4.5, 0, 6};
    static const char *const with_units[] = {
        "x [mm], y [mm], z [mm]\n1, 2, 3\n4.5, 0, 6\n",
        "\xEF\xBB\xBFx (mm),y (mm),z (mm)\r\n1,2,3\r\n4.5,0,6\r\n",
        "# receivers\nx [mm]; y [m]; z [um]\n\n1;0.002;3000\n4.5 mm; 0; 6000 # the last\n;;\n",
        "\"x [mm]\",\"y [mm]\",\"z [mm]\"\n\"1\",\"2\",\"3\"\n\"4.5\",0,6",
        "x [mm]\t y(mm)  z [mm]\r1 2 3\r4.5\t0 6\r",
        "1 mm, 2 mm, 3 mm\n4.5 mm, 0, 6e-3 m\n",
        "1 mm  2 mm 3 mm\n4.5 mm 0 m 6e-3 m\n",
        "1 mm\n2mm\n3 mm\n4.5 mm\n0\n6e-3 m\n",
    };
    static const char *const plain[] = {"1, 2, 3\n4.5, 0, 6\n", "x y z\n1 2 3\n4.5 0 6",
                                        " 1\n2\n 3\n4.5\n0\n6\n", "1\xC2\xA0,2,3,4.5,0,6"};
    for (size_t i = 0; i < sizeof with_units / sizeof *with_units; i++)
        points_are(with_units[i], "points = @p.csv", 6, six);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        points_are(plain[i], "points = @ p.csv in mm", 6, six);
    write_bytes("a b in c.csv", plain[0], strlen(plain[0]));
    ck_assert_msg(!read_key("points = @a b in c.csv in mm\nweights = @\"a b in c.csv\""), "%s",
                  diag.error);
    ck_assert(l.points.v[0] == 1e-3 && l.weights.v[5] == 6);
}
END_TEST

START_TEST(the_file_is_an_input_of_the_model)
{
    char path[300];
    write_bytes("p.csv", "1 mm\n", 5);
    write_bytes("n.txt", "a\n", 2);
    ck_assert_msg(!read_key("points = @p.csv\nnames = @n.txt"), "%s", diag.error);
    snprintf(path, sizeof path, "%s/../%s/p.csv", folder, strrchr(folder, '/'));
    const yee_input *input = yee_inputs_find(config->inputs, path);
    ck_assert_ptr_nonnull(input);
    ck_assert_str_eq(input->reader, "[shape.s] points");
    snprintf(path, sizeof path, "%s/n.txt", folder);
    ck_assert_ptr_nonnull(yee_inputs_find(config->inputs, path));
    ck_assert_msg(!read_key("points = 1 mm"), "%s", diag.error);
    ck_assert_ptr_null(yee_inputs_find(config->inputs, path));
}
END_TEST

START_TEST(names_stand_in_rows_too)
{
    write_bytes("n.txt", "# media\nsoil, clay\nsand , \"wet sand\"\n", 37);
    ck_assert_msg(!read_key("names = @n.txt\nmedia = @n.txt"), "%s", diag.error);
    ck_assert_uint_eq(l.names.count, 4);
    ck_assert_str_eq(l.names.v[0], "soil");
    ck_assert_str_eq(l.names.v[3], "wet sand");
    ck_assert_str_eq(l.media.v[2], "sand");
}
END_TEST

/* Columns in any order, by heading or number; those that are not asked for may hold anything. */
START_TEST(columns_are_chosen_by_heading_or_number)
{
    static const char text[] = "name; eps; x [mm]; remark\nsand; 4; 10;\nloam; 9.5; 20; wet\n";
    write_bytes("s.csv", text, strlen(text));
    ck_assert_msg(!read_key("points = @s.csv:x\nweights = @s.csv:eps:2\nnames = @s.csv:name"),
                  "%s", diag.error);
    ck_assert(l.points.count == 2 && l.points.v[0] == 0.01 && l.points.v[1] == 0.02);
    ck_assert(l.weights.count == 4 && l.weights.v[1] == 4 && l.weights.v[2] == 9.5);
    ck_assert_uint_eq(l.names.count, 2);
    ck_assert_str_eq(l.names.v[0], "sand");
    ck_assert_msg(!read_key("points = @s.csv:3"), "%s", diag.error);
    ck_assert(l.points.count == 2 && l.points.v[1] == 0.02);
    ck_assert_ptr_null(strchr(config->inputs->first->path, ':')); /* the file is the input */
    write_bytes("a:b.csv", text, strlen(text));                   /* a name with a colon */
    ck_assert_msg(!read_key("weights = @a:b.csv:eps"), "%s", diag.error);
    ck_assert(l.weights.count == 2 && l.weights.v[1] == 9.5);
}
END_TEST

/* A hundred thousand points, and what `yee model` writes of them is read without the file. */
START_TEST(what_is_resolved_needs_no_file)
{
    enum { COUNT = 100000 };
    char *text = malloc(COUNT * 16), *end = text + sprintf(text, "x [mm]\n");
    for (int i = 0; i < COUNT; i++)
        end += sprintf(end, "%d.%d\n", i % 900, i % 7);
    write_bytes("p.csv", text, (size_t)(end - text));
    free(text);
    ck_assert_msg(!read_key("points = @p.csv"), "%s", diag.error);
    const yee_reals points = l.points;
    text = NULL;
    ck_assert(yee_param_resolved(&config->block[0], NULL, 1, &(yee_bind){params, &l}, &text));
    ck_assert_ptr_null(strchr(text, '@'));
    ck_assert_msg(!yee_config_parse(&diag, arena, "/again.ini", text, strlen(text), &config),
                  "%s", diag.error);
    free(text);
    ck_assert_msg(
        !yee_param_read(&diag, arena, config, &config->block[0], 1, &(yee_bind){params, &l}),
        "%s", diag.error);
    ck_assert_uint_eq(l.points.count, COUNT);
    ck_assert_mem_eq(l.points.v, points.v, COUNT * sizeof(double));
}
END_TEST

typedef struct fault {
    const char *text, *key, *says;
    size_t length; /* of text; 0: up to its end */
} fault;

static const fault faults[] = {
    {"1, 2, 3\n4, 5\n", "points = @p.csv in mm",
     "points: p.csv:2: the line has 2 columns, and line 1 has 3", 0},
    {"x [mm]\n1\n2 mn\n", "points = @p.csv",
     "points: p.csv:3: unknown unit 'mn'; m is wanted, as in '2 mm' (case matters)", 0},
    {"x [mm], y [mm]\n1, 2\n3, fast\n", "points = @p.csv",
     "points: p.csv:3: column 2: 'fast' is not a number", 0},
    {"x [mm], y [mm]\n1, 2\n3, 5000\n", "points = @p.csv",
     "points: p.csv:3: column 2: 5000 mm is out of range; it must be at least 0 m and at most "
     "1 m",
     0},
    {"x [mm], y [s]\n1, 2\n", "points = @p.csv",
     "points: p.csv:1: column 2: unit 's' does not fit; m is wanted, as in '1 mm'", 0},
    {"1\n2\n", "points = @p.csv",
     "points: p.csv:1: '1' has no unit; write it into a heading, as in 'x [mm]', or behind the "
     "file, as in '@p.csv in mm'",
     0},
    {"x [mm]\n2\n", "points = @p.csv in mm",
     "points: 'in mm' stands behind the file, and the heading 'x [mm]' in it has a unit; one "
     "of "
     "them can go",
     0},
    {"1\n", "points = @p.csv in mn", "points: unknown unit 'mn'; m is wanted", 0},
    {"1\n", "weights = @p.csv in mm", "weights: '1 mm' has something behind the number", 0},
    {"1;2,5\n", "weights = @p.csv",
     "weights: p.csv:1: '1;2,5' has semicolons and commas; write numbers with a decimal point",
     0},
    {"1,,2\n", "weights = @p.csv", "weights: p.csv:1: column 2 is empty", 0},
    {"a,eps\n1,2\n", "weights = @p.csv:epz",
     "weights: p.csv:1: no column has the heading 'epz'; did you mean 'eps'?", 0},
    {"a,eps\n1,2\n", "weights = @p.csv:3",
     "weights: p.csv:1: there is no column 3, only 1 to 2", 0},
    {"a,eps\n1,2\n1,fast\n", "weights = @p.csv:eps",
     "weights: p.csv:3: column 2: 'fast' is not a number", 0},
    {"", "weights = @p.csv", "weights: p.csv has no numbers", 0},
    {"x\n", "weights = @p.csv", "weights: p.csv has no numbers", 0},
    {"# nothing\n", "names = @p.csv", "names: p.csv has no names", 0},
    {"a\n", "names = @p.csv in mm", "names: names have no unit; leave 'in mm' out", 0},
    {"\xFF\xFE"
     "1\0",
     "weights = @p.csv", "weights: p.csv is UTF-16 text; save it as UTF-8", 4},
    {"1\n\0\n", "weights = @p.csv", "weights: p.csv:2: byte 0x00 is not UTF-8 text", 4},
    {"1\n\xB5\n", "weights = @p.csv", "weights: p.csv:2: byte 0xB5 is not UTF-8 text", 0},
    {"1\n", "points = @", "points: '@' is followed by the name of a file, as in '@points.csv'",
     0},
    {"1\n", "at = @p.csv in mm", "at: '@p.csv in mm' is not a number", 0},
};

START_TEST(a_fault_names_file_line_and_column)
{
    const fault *f = &faults[_i];
    char says[600];
    write_bytes("p.csv", f->text, f->length ? f->length : strlen(f->text));
    ck_assert_int_eq(read_key(f->key), YEE_INPUT);
    snprintf(says, sizeof says, "%s:2: [shape.s] %s", model, f->says);
    ck_assert_msg(!strncmp(diag.error, says, strlen(says)), "%s instead of %s", diag.error,
                  says);
}
END_TEST

START_TEST(what_is_no_file_is_said)
{
    char says[600], path[200];
    ck_assert_int_eq(read_key("points = @none.csv in mm"), YEE_IO);
    snprintf(says, sizeof says,
             "%s:2: [shape.s] points: %s/none.csv cannot be opened: No such file or directory",
             model, folder);
    ck_assert_str_eq(diag.error, says);
    yee_diag_clear(&diag);
    ck_assert_int_eq(read_key("names = @."), YEE_IO);
    ck_assert_ptr_nonnull(strstr(diag.error, "/. is a folder, not a file with a list"));
    yee_diag_clear(&diag);
    ck_assert_int_eq(read_key("weights = @/dev/zero"), YEE_IO);
    ck_assert_ptr_nonnull(strstr(diag.error, "/dev/zero is a device or a pipe"));
    yee_diag_clear(&diag);
    write_bytes("p.csv", "1\n", 2);
    snprintf(path, sizeof path, "%s/p.csv", folder);
    ck_assert_int_eq(chmod(path, 0), 0);
    const yee_status status = read_key("weights = @p.csv");
    ck_assert(status == YEE_IO || geteuid() == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rows");
    TCase *tests = tcase_create("rows");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, numbers_stand_in_rows_of_cells);
    tcase_add_test(tests, the_file_is_an_input_of_the_model);
    tcase_add_test(tests, names_stand_in_rows_too);
    tcase_add_test(tests, columns_are_chosen_by_heading_or_number);
    tcase_add_test(tests, what_is_resolved_needs_no_file);
    tcase_add_loop_test(tests, a_fault_names_file_line_and_column, 0,
                        (int)(sizeof faults / sizeof *faults));
    tcase_add_test(tests, what_is_no_file_is_said);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
