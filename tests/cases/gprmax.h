/* gprmax.h: the text that the importer makes of input files of gprMax. */
#ifndef YEE_TESTS_GPRMAX_H
#define YEE_TESTS_GPRMAX_H

#include "command.h"

/* 40 mm x 30 mm x 22 mm of cells of 1 mm; line 4 is the first that a test adds. */
#define HEAD "#domain: 0.040 0.030 0.022\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 40\n"
#define FLAT "#domain: 0.040 0.030 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 40\n"
#define THIN "#pml_cells: 5\n"
#define SAND "#material: 6 0.005 1 0 sand\n"
#define WAVE "#waveform: ricker 2 1.5e9 pulse\n"

static char text[1 << 16];

/* The text that the importer makes of a file. */
static inline int convert(const char *head, const char *lines, const char *more)
{
    char command[2000];
    FILE *file = fopen("m.in", "w");
    ck_assert_ptr_nonnull(file);
    fputs(head, file);
    fputs(lines, file);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(command, sizeof command, "exec %s model --text m.in %s > made.txt 2> said.txt",
             YEE_COMMAND, more);
    const int status = system(command);
    ck_assert(WIFEXITED(status));
    file = fopen("said.txt", "r");
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
    file = fopen("made.txt", "r");
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return WEXITSTATUS(status);
}

static inline void has(const char *lines, const char *piece)
{
    ck_assert_msg(strstr(text, piece) != NULL, "\"%s\" does not become \"%s\" but: %s", lines,
                  piece, text);
}

#endif
