/* The INI file: what is read, and every sentence about what cannot be. */
#include "config/config.h"
#include "suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static yee_diag diag;
static yee_arena *arena;
static yee_config *config;

static void setup(void)
{
    yee_diag_init(&diag, NULL, NULL);
    arena = yee_arena_new();
    config = NULL;
}

static void teardown(void)
{
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

static void parse(const char *text)
{
    yee_status status = yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config);
    ck_assert_msg(status == YEE_OK, "%s", diag.error);
    ck_assert_ptr_nonnull(config);
}

static const char *value(const char *block, const char *key)
{
    yee_block *b = yee_config_block(config, block);
    ck_assert_ptr_nonnull(b);
    yee_entry *e = yee_block_entry(b, key);
    ck_assert_msg(e != NULL, "no %s in [%s]", key, block);
    return e->value;
}

static yee_status set(const char *assignment)
{
    return yee_config_set(&diag, arena, config, assignment);
}

static void refused_bytes(const char *text, size_t length, const char *sentence)
{
    ck_assert_int_eq(yee_config_parse(&diag, arena, "m.ini", text, length, &config), YEE_INPUT);
    ck_assert_ptr_null(config); /* untouched */
    ck_assert_str_eq(diag.error, sentence);
    yee_diag_clear(&diag);
}

static void refused(const char *text, const char *sentence)
{
    refused_bytes(text, strlen(text), sentence);
}

START_TEST(blocks_and_keys_come_in_file_order_with_their_lines)
{
    parse("; a model\n\n[Run]\nTime = 3 ns\n\n[material.Soil]\n# wet\ntype=debye\nTau = 9 ps\n"
          "[grid]\n");
    ck_assert_uint_eq(config->count, 3);
    const yee_block *run = &config->block[0], *soil = &config->block[1],
                    *grid = &config->block[2];
    ck_assert_str_eq(run->name, "run");
    ck_assert_str_eq(run->kind, "run");
    ck_assert_str_eq(run->instance, "");
    ck_assert_int_eq(run->line, 3);
    ck_assert_str_eq(soil->name, "material.Soil");
    ck_assert_str_eq(soil->kind, "material");
    ck_assert_str_eq(soil->instance, "Soil");
    ck_assert_int_eq(soil->line, 6);
    ck_assert_uint_eq(soil->count, 2);
    ck_assert_str_eq(soil->entry[0].key, "type");
    ck_assert_str_eq(soil->entry[1].key, "tau");
    ck_assert_int_eq(soil->entry[1].line, 9);
    ck_assert(!soil->used && !soil->entry[1].used);
    ck_assert_uint_eq(grid->count, 0);
    ck_assert_str_eq(config->path, "m.ini");
    ck_assert_ptr_null(yee_config_block(config, "soil"));
    ck_assert_ptr_null(yee_block_entry(&config->block[0], "steps"));
}
END_TEST

START_TEST(values_keep_their_case_and_lose_blanks_and_comments)
{
    parse("[run]\n"
          "a = Some Text \t ; comment\n"
          "b=run#3.h5; b;\n"
          "\t c\t=\t1, 2, 3 mm\t\n"
          "d = \"a; b # c\" ; comment with a backslash \\\n"
          "e = 'say \"hi\"'\n"
          "f =\n"
          "g = ; nothing\n"
          "h = \"\"\n"
          "i = it's = fine [really]\n"
          "j = \"C:\\\"\n"
          "k = \xC2\xB5m\n"
          "l =;\n"
          "m = \"a\" ;c\n"
          "n = a \"b\";c");
    ck_assert_str_eq(value("run", "a"), "Some Text");
    ck_assert_str_eq(value("run", "b"), "run#3.h5; b;");
    ck_assert_str_eq(value("run", "c"), "1, 2, 3 mm");
    ck_assert_str_eq(value("run", "d"), "a; b # c");
    ck_assert_str_eq(value("run", "e"), "say \"hi\"");
    ck_assert_str_eq(value("run", "f"), "");
    ck_assert_str_eq(value("run", "g"), "");
    ck_assert_str_eq(value("run", "h"), "");
    ck_assert_str_eq(value("run", "i"), "it's = fine [really]");
    ck_assert_str_eq(value("run", "j"), "C:\\");
    ck_assert_str_eq(value("run", "k"), "\xC2\xB5m");
    ck_assert_str_eq(value("run", "l"), "");
    ck_assert_str_eq(value("run", "m"), "a");
    ck_assert_str_eq(value("run", "n"), "a \"b\";c");
}
END_TEST

START_TEST(windows_line_ends_a_byte_order_mark_and_a_missing_last_newline_are_fine)
{
    parse("\xEF\xBB\xBF[run]\r\ntime = 3 ns\r\n\r\n[ output.a ] ; probe\r\nb = 2");
    ck_assert_str_eq(value("run", "time"), "3 ns");
    ck_assert_str_eq(value("output.a", "b"), "2");
    ck_assert_int_eq(config->block[1].line, 4);
}
END_TEST

START_TEST(section_names_may_hold_digits_underscores_hyphens_and_dots)
{
    parse("[shape.rebar-12_b]\n[shape.left.rebar]\n");
    ck_assert_str_eq(config->block[0].instance, "rebar-12_b");
    ck_assert_str_eq(config->block[1].kind, "shape");
    ck_assert_str_eq(config->block[1].instance, "left.rebar");
}
END_TEST

START_TEST(an_empty_file_is_refused)
{
    const char *sentence =
        "m.ini: the model is empty: there is no [section] in it; files of another "
        "form than INI need an importer (`yee help importer`)";
    refused("", sentence);
    refused("\n\n", sentence);
    refused("; nothing\n# at all", sentence);
    refused("\xEF\xBB\xBF", sentence);
}
END_TEST

START_TEST(duplicates_name_both_lines)
{
    refused("[run]\ntime = 1\n\nTIME = 2\n",
            "m.ini:4: [run] key 'time' is there twice, first in line 2");
    refused(
        "[run]\n[grid]\n[Run]\n",
        "m.ini:3: [run] is there twice, first in line 1; a section is written in one piece");
}
END_TEST

START_TEST(keys_belong_into_sections)
{
    refused("\ntime = 1\n[run]\n", "m.ini:2: key 'time' stands before the first [section]");
}
END_TEST

START_TEST(broken_section_lines_are_refused)
{
    refused("[run\n", "m.ini:1: '[run' lacks its closing ']'");
    refused("[run] x\n", "m.ini:1: 'x' stands behind the ']' of a section's name");
    refused("[run]]\n", "m.ini:1: ']' stands behind the ']' of a section's name");
    refused("[]\n", "m.ini:1: [] has no name");
    refused("[ ]\n", "m.ini:1: [] has no name");
    refused("[runs]\n", "m.ini:1: unknown section [runs]; did you mean [run]?");
    refused("[gird]\n", "m.ini:1: unknown section [gird]; did you mean [grid]?");
    refused("[material]\n",
            "m.ini:1: [material] lacks a name of its own, as in [material.first]");
    refused("[material.]\n", "m.ini:1: [material.] must be a kind, a dot and a name, as in "
                             "[material.soil]");
    refused("[.soil]\n", "m.ini:1: [.soil] must be a kind, a dot and a name, as in "
                         "[material.soil]");
    refused("[a.b..c]\n", "m.ini:1: [a.b..c] must be a kind, a dot and a name, as in "
                          "[material.soil]");
    refused("[material.wet soil]\n", "m.ini:1: 'material.wet soil' cannot be the name of a "
                                     "section; letters, digits, _ and - can");
    refused("[material.s\xC3\xB6il]\n", "m.ini:1: 'material.s\xC3\xB6il' cannot be the name of "
                                        "a section; letters, digits, _ and - can");
    refused("[run]\n[grid\n", "m.ini:2: '[grid' lacks its closing ']'");
    refused("[run:x]\n",
            "m.ini:1: 'run:x' cannot be the name of a section; letters, digits, _ and - can");
}
END_TEST

START_TEST(broken_key_lines_are_refused)
{
    refused("[run]\ntime\n", "m.ini:2: [run] 'time' is neither [section] nor key = value");
    refused("[run]\n= 3\n", "m.ini:2: [run] there is no key before '='");
    refused("[run]\nti me = 3\n",
            "m.ini:2: [run] 'ti me' cannot be the name of a key; letters, "
            "digits, _ and - can");
    refused("[run]\na.b = 3\n", "m.ini:2: [run] 'a.b' cannot be the name of a key; letters, "
                                "digits, _ and - can");
    refused("[run]\nt = \"x\n", "m.ini:2: [run] the quote of \"x is never closed");
    refused("[run]\nt = \"\n", "m.ini:2: [run] the quote of \" is never closed");
    refused("[run]\nt = 'x\"\n", "m.ini:2: [run] the quote of 'x\" is never closed");
    refused("[run]\nt = 'x' y\n", "m.ini:2: [run] 'y' stands behind a quoted value");
    refused(
        "[run]\nt = 1, \\\n 2\n",
        "m.ini:2: [run] a backslash does not continue a line; indent the lines that continue "
        "a value, or write it in quotes if the backslash belongs to it");
    refused("[run]\ntime = 1,\n2\n",
            "m.ini:3: [run] '2' is neither [section] nor key = value; a line that goes on with "
            "the value of 'time' is indented more than its key");
}
END_TEST

START_TEST(binary_files_are_refused)
{
    refused_bytes(
        "[run]\na\0b = 3\n", 14,
        "m.ini:2: [run] byte 0x00 in column 2 is a control character; is this an INI file?");
    refused("[run]\nt = \xB5m\n",
            "m.ini:2: [run] byte 0xB5 in column 5 is not UTF-8 text; save the file as UTF-8");
    refused("\x7F"
            "ELF\x02",
            "m.ini:1: byte 0x7F in column 1 is a control character; is this an INI file?");
    const char *wide = "m.ini: the file is UTF-16 text, two bytes a letter; save it as UTF-8";
    refused("\xFF\xFE[", wide);
    refused_bytes("\0[\0r", 4, wide);
    refused_bytes("[\0r\0", 4, wide);
}
END_TEST

/* Longer than a piece, a batch and a line of iniparser, with every sign that has a meaning. */
START_TEST(a_value_may_be_as_long_as_it_likes)
{
    enum { LENGTH = 23 * 130000 };
    static const char signs[] = "abc\"d'e;f#g=[h]\\ \xC2\xB5";
    char *text = malloc(LENGTH + 100), *end = text + sprintf(text, "[run]\na = 1\nt=");
    for (int i = 0; i < LENGTH; i++)
        *end++ = i % 23 < 19 ? signs[i % 23] : 'x';
    strcpy(end, "x\nb = 2\n[grid]\nc = 3");
    parse(text);
    ck_assert_uint_eq(strlen(value("run", "t")), LENGTH + 1);
    ck_assert(!strncmp(value("run", "t"), strstr(text, "t=") + 2, LENGTH + 1));
    ck_assert_str_eq(value("run", "a"), "1");
    ck_assert_str_eq(value("run", "b"), "2");
    ck_assert_str_eq(value("grid", "c"), "3");
    free(text);
}
END_TEST

START_TEST(indented_lines_without_an_equals_sign_continue_a_value)
{
    parse("[run]\n"
          "a = 1, 2, ; the first = two\n"
          "    3,\n"
          "; a comment, and a blank line\n"
          "   # another\n"
          "\n"
          "  4 mm ; = the last\n"
          "b =\n"
          "\t1 mm,\r\n"
          "\t2 mm\n"
          "  c = 5\n"
          "   6\n"
          "d = \n"
          "  \"quoted; = text\"\n"
          "  e = not a part of d\n"
          "f =\n");
    ck_assert_str_eq(value("run", "a"), "1, 2, 3, 4 mm");
    ck_assert_str_eq(value("run", "b"), "1 mm, 2 mm");
    ck_assert_str_eq(value("run", "c"), "5 6");
    ck_assert_str_eq(value("run", "d"), "quoted; = text");
    ck_assert_str_eq(value("run", "e"), "not a part of d");
    ck_assert_str_eq(value("run", "f"), "");
    const yee_entry *e = yee_block_entry(&config->block[0], "a");
    ck_assert_int_eq(e->line, 2);
    ck_assert_uint_eq(e->joins, 2);
    ck_assert_int_eq(e->join[0].line, 3);
    ck_assert_uint_eq(e->join[0].offset, strlen("1, 2,"));
    ck_assert_int_eq(e->join[1].line, 7);
}
END_TEST

/* Whatever was a key or a section before values could go on is one still. */
START_TEST(an_indented_key_or_section_is_one)
{
    parse("[run]\ntitle = a,\n  steps = 3\n    [grid]\n   cells = 1\n");
    ck_assert_str_eq(value("run", "title"), "a,");
    ck_assert_str_eq(value("run", "steps"), "3");
    ck_assert_str_eq(value("grid", "cells"), "1");
    config = NULL;
    refused("[run]\n  a = 1\n  2\n",
            "m.ini:3: [run] '2' is neither [section] nor key = value; a line that goes on with "
            "the value of 'a' is indented more than its key");
    refused("[run]\n  2\n", "m.ini:2: [run] '2' is neither [section] nor key = value");
    refused("[run]\na = \"1\"\n  2\n",
            "m.ini:3: [run] '2' stands behind the quoted value of 'a'");
    refused("[run]\na = 1\n  2 \\\n",
            "m.ini:3: [run] a backslash does not continue a line; indent the lines that "
            "continue a value, or write it in quotes if the backslash belongs to it");
}
END_TEST

START_TEST(lines_may_end_as_on_any_computer)
{
    parse("[run]\rt = 3\r\r[grid]\ra = 1,\r  2\r");
    ck_assert_str_eq(value("run", "t"), "3");
    ck_assert_str_eq(value("grid", "a"), "1, 2");
    ck_assert_int_eq(config->block[1].line, 4);
}
END_TEST

START_TEST(blanks_of_web_pages_are_blanks)
{
    parse("[run]\n\xC2\xA0t\xE2\x80\xAF=\xC2\xA0 3\xC2\xA0\n[\xC2\xA0grid\xC2\xA0]\n"
          "u = a\xC2\xA0z\n");
    ck_assert_str_eq(value("run", "t"), "3");
    ck_assert_str_eq(value("grid", "u"), "a\xC2\xA0z");
    ck_assert_int_eq(set("run.t=\xC2\xA0"
                         "4\xE3\x80\x80"),
                     YEE_OK);
    ck_assert_str_eq(value("run", "t"), "4");
}
END_TEST

START_TEST(names_have_a_limit)
{
    char text[300] = "[run]\n";
    memset(text + 6, 'k', 101);
    strcpy(text + 6 + 101, " = 1\n");
    refused(text,
            "m.ini:2: [run] the name of a key has 101 characters; at most 100 are allowed");
    text[6 + 100] = ' ';
    parse(text);
    ck_assert_uint_eq(strlen(config->block[0].entry[0].key), 100);
}
END_TEST

START_TEST(many_blocks_and_keys_keep_their_values)
{
    enum { BLOCKS = 3000 };
    char *text = malloc(BLOCKS * 64), *end = text;
    for (int i = 0; i < BLOCKS; i++)
        end += sprintf(end, "[shape.s%d]\na = %d\nb = %d\n", i, i, -i);
    parse(text);
    free(text);
    ck_assert_uint_eq(config->count, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        ck_assert_int_eq(atoi(config->block[i].entry[0].value), i);
        ck_assert_int_eq(atoi(config->block[i].entry[1].value), -i);
        ck_assert_int_eq(config->block[i].line, 3 * i + 1);
    }
}
END_TEST

START_TEST(a_section_has_at_most_a_thousand_keys)
{
    char *text = malloc(20000), *end = text + sprintf(text, "[run]\n");
    for (int i = 0; i < 1001; i++)
        end += sprintf(end, "k%d=%d\n", i, i);
    refused(text, "m.ini:1002: [run] the section has more than 1000 keys");
    free(text);
}
END_TEST

static char folder[64];
static const char *write_file(const char *name, const char *text)
{
    static char path[200];
    strcpy(folder, "/tmp/yee-config-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    return path;
}

START_TEST(a_file_is_read_and_its_folder_is_known)
{
    const char *path = write_file("m.ini", "[run]\ntime = 1 ns\n");
    ck_assert_int_eq(yee_config_read(&diag, arena, path, &config), YEE_OK);
    ck_assert_str_eq(value("run", "time"), "1 ns");
    ck_assert_str_eq(config->path, path);
    ck_assert_str_eq(config->folder, folder);
    char here[200];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(yee_config_read(&diag, arena, "m.ini", &config), YEE_OK);
    ck_assert_str_eq(config->folder, folder);
    ck_assert_int_eq(chdir(here), 0);
    unlink(path);
    rmdir(folder);
}
END_TEST

START_TEST(files_that_cannot_be_read_say_why)
{
    ck_assert_int_eq(yee_config_read(&diag, arena, "/nowhere/m.ini", &config), YEE_IO);
    ck_assert_str_eq(diag.error, "/nowhere/m.ini: cannot be opened: No such file or directory");
    yee_diag_clear(&diag);
    ck_assert_int_eq(yee_config_read(&diag, arena, "/tmp", &config), YEE_IO);
    ck_assert_str_eq(diag.error, "/tmp: is a folder, not an INI file");
    yee_diag_clear(&diag);
    ck_assert_int_eq(yee_config_read(&diag, arena, "/dev/zero", &config), YEE_INPUT);
    ck_assert_str_eq(diag.error, "/dev/zero: has more than 64 MiB; is this an INI file?");
    yee_diag_clear(&diag);
    const char *path = write_file("m.ini", "[run]\n");
    chmod(path, 0);
    if (geteuid()) { /* root reads it all the same */
        ck_assert_int_eq(yee_config_read(&diag, arena, path, &config), YEE_IO);
        ck_assert_ptr_nonnull(strstr(diag.error, "Permission denied"));
    }
    unlink(path);
    rmdir(folder);
    ck_assert(geteuid() == 0 || !config);
}
END_TEST

START_TEST(nothing_is_printed)
{
    static const char *const row[] = {"[run\n", "[run]\nx\n", "", "[run]\na=\"b\n",
                                      "[run]\na=1\n"};
    fflush(NULL);
    int out = dup(1), err = dup(2);
    FILE *caught = tmpfile();
    dup2(fileno(caught), 1);
    dup2(fileno(caught), 2);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        yee_config_parse(&diag, arena, "m.ini", row[i], strlen(row[i]), &config);
    fflush(NULL);
    dup2(out, 1);
    dup2(err, 2);
    ck_assert_int_eq((int)lseek(fileno(caught), 0, SEEK_END), 0);
    fclose(caught);
    close(out);
    close(err);
}
END_TEST

START_TEST(names_keep_their_capitals_and_are_found_without)
{
    parse("[Material.FR4]\nType = dielectric\n[run]\n");
    ck_assert_str_eq(config->block[0].name, "material.FR4");
    ck_assert_ptr_eq(yee_config_block(config, "material.fr4"), &config->block[0]);
    ck_assert_int_eq(set("material.Fr4.eps_r=4"), YEE_OK);
    ck_assert_uint_eq(config->count, 2);
    config = NULL;
    refused(
        "[output.RX]\n[output.Rx]\n",
        "m.ini:2: [output.Rx] is there twice, first in line 1 (capitals make no other name); "
        "a section is written in one piece");
}
END_TEST

START_TEST(overrides_replace_and_add)
{
    parse("[run]\ntime = 1 ns\nsteps = 3\n[material.soil]\ntau = 1 ps\n");
    ck_assert_int_eq(set("run.time=2 ns"), YEE_OK);
    ck_assert_int_eq(set("Material.Soil.TAU = 3 ps "), YEE_OK);
    ck_assert_int_eq(set("run.courant=0.5"), YEE_OK);
    ck_assert_int_eq(set("output.rx.at=\"1, 2, 3 mm\""), YEE_OK);
    ck_assert_int_eq(set("run.title=a=b; c"), YEE_OK);
    ck_assert_int_eq(set("run.steps="), YEE_OK);
    ck_assert_str_eq(value("run", "time"), "2 ns");
    ck_assert_str_eq(value("run", "steps"), "");
    ck_assert_str_eq(value("run", "courant"), "0.5");
    ck_assert_str_eq(value("run", "title"), "a=b; c");
    ck_assert_str_eq(value("material.soil", "tau"), "3 ps");
    ck_assert_str_eq(value("output.rx", "at"), "1, 2, 3 mm");
    ck_assert_uint_eq(config->count, 3);
    ck_assert_str_eq(config->block[2].kind, "output");
    ck_assert_int_eq(config->block[2].line, 0);
    ck_assert_int_eq(yee_block_entry(&config->block[0], "time")->line, 0);
}
END_TEST

START_TEST(overrides_that_are_none_are_refused)
{
    static const struct {
        const char *assignment;
        yee_status status;
        const char *sentence;
    } row[] = {
        {"time", YEE_USAGE,
         "override: 'time' is not section.key=value, as in grid.spacing=1 mm"},
        {"", YEE_USAGE, "override: '' is not section.key=value, as in grid.spacing=1 mm"},
        {"=", YEE_USAGE, "override: '=' is not section.key=value, as in grid.spacing=1 mm"},
        {"time=1.5", YEE_USAGE,
         "override: 'time=1.5' is not section.key=value, as in grid.spacing=1 mm"},
        {"run.=1", YEE_USAGE,
         "override: 'run.=1' is not section.key=value, as in grid.spacing=1 mm"},
        {".time=1", YEE_USAGE,
         "override: '.time=1' is not section.key=value, as in grid.spacing=1 mm"},
        {"material.tau=1", YEE_INPUT,
         "override: [material] lacks a name of its own, as in [material.first]"},
        {"a.b..c.d=1", YEE_INPUT,
         "override: [a.b..c] must be a kind, a dot and a name, as in [material.soil]"},
        {"run.ti me=1", YEE_INPUT,
         "override: 'ti me' cannot be the name of a key; letters, digits, _ and - can"},
        {"run.title=\"a\" 'b'", YEE_INPUT,
         "override: the value holds both kinds of quotes; one value can hold one of them"},
        {"run.title=a\nb", YEE_INPUT,
         "override: the value 'a' goes on behind a line end; write it in one line"},
        {"run.title=a\tb\x1b", YEE_INPUT,
         "override: byte 0x1B in column 4 of the value is a control character"},
        {"run.title=\xB5", YEE_INPUT,
         "override: byte 0xB5 in column 1 of the value is not UTF-8 text"},
    };
    parse("[run]\ntime = 1 ns\n");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(set(row[i].assignment), row[i].status);
        ck_assert_str_eq(diag.error, row[i].sentence);
        yee_diag_clear(&diag);
    }
    ck_assert_uint_eq(config->count, 1);
    ck_assert_uint_eq(config->block[0].count, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("config");
    TCase *tests = tcase_create("config");
    tcase_set_timeout(tests, 30); /* sanitizers are slow */
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, blocks_and_keys_come_in_file_order_with_their_lines);
    tcase_add_test(tests, values_keep_their_case_and_lose_blanks_and_comments);
    tcase_add_test(tests, names_keep_their_capitals_and_are_found_without);
    tcase_add_test(tests,
                   windows_line_ends_a_byte_order_mark_and_a_missing_last_newline_are_fine);
    tcase_add_test(tests, section_names_may_hold_digits_underscores_hyphens_and_dots);
    tcase_add_test(tests, an_empty_file_is_refused);
    tcase_add_test(tests, duplicates_name_both_lines);
    tcase_add_test(tests, keys_belong_into_sections);
    tcase_add_test(tests, broken_section_lines_are_refused);
    tcase_add_test(tests, broken_key_lines_are_refused);
    tcase_add_test(tests, binary_files_are_refused);
    tcase_add_test(tests, a_value_may_be_as_long_as_it_likes);
    tcase_add_test(tests, indented_lines_without_an_equals_sign_continue_a_value);
    tcase_add_test(tests, an_indented_key_or_section_is_one);
    tcase_add_test(tests, lines_may_end_as_on_any_computer);
    tcase_add_test(tests, blanks_of_web_pages_are_blanks);
    tcase_add_test(tests, names_have_a_limit);
    tcase_add_test(tests, many_blocks_and_keys_keep_their_values);
    tcase_add_test(tests, a_section_has_at_most_a_thousand_keys);
    tcase_add_test(tests, a_file_is_read_and_its_folder_is_known);
    tcase_add_test(tests, files_that_cannot_be_read_say_why);
    tcase_add_test(tests, nothing_is_printed);
    tcase_add_test(tests, overrides_replace_and_add);
    tcase_add_test(tests, overrides_that_are_none_are_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
