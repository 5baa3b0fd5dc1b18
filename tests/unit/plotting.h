/* tests/unit/plotting.h: a run, and what `yee plot` makes of it. */
#ifndef YEE_TESTS_PLOTTING_H
#define YEE_TESTS_PLOTTING_H

#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yee/types.h>

static char folder[64], said[1 << 14];

static inline void setup(void)
{
    strcpy(folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static inline void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Runs `BEFORE yee WORDS`; its exit code. */
static inline int yee(const char *before, const char *words)
{
    static char command[8192];
    snprintf(command, sizeof command, "%s %s %s 2>&1", before, YEE_COMMAND, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = 0;
    const int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status), "yee %s ended by a signal", words);
    return WEXITSTATUS(status);
}

static inline void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "'%s' is not in: %s", words, said);
}

static inline void expect_picture(const char *name)
{
    unsigned char head[8] = "";
    FILE *f = fopen(name, "rb");
    ck_assert_msg(f != NULL, "%s is missing; plot said: %s", name, said);
    ck_assert_uint_eq(fread(head, 1, 8, f), 8);
    ck_assert_mem_eq(head, "\x89PNG\r\n\x1a\n", 8);
    fseek(f, 0, SEEK_END);
    ck_assert_int_gt(ftell(f), 4000); /* more than axes: an empty frame has 2 kB */
    fclose(f);
    says(name);
}

/* Every output, on a graded 2-D grid so that rasters are made, with a material to outline. */
static const char plot_model[] =
    "[grid]\nx = 1 mm x 20, 0.5 mm x 20\ny = 1 mm x 24\ninvariant = z\nmode = tm\n"
    "[run]\ntitle = A rod of glass\nsteps = 120\noutput = m.h5\n[boundary.all]\ntype = "
    "cpml\nfaces = x, y\ncells = 5\n"
    "[material.glass]\ntype = dielectric\neps = 4\n"
    "[shape.rod]\ntype = cylinder\nfrom = 20, 12, 0 mm\nto = 20, 12, 1000 mm\n"
    "radius = 4 mm\nmaterial = glass\n"
    "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
    "[source.line]\ntype = dipole\nposition = 10, 12, 0 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 14, 12, 0 mm\n"
    "[output.field]\ntype = snapshot\n"
    "[output.line]\ntype = snapshot\nfrom = 0, 12, 0 mm\nto = 30, 12, 0 mm\n"
    "[output.dft]\ntype = spectrum\nfrequencies = 8 GHz, 12 GHz\ncomponents = ez\n"
    "[output.box]\ntype = flux\nfrom = 8, 8, 0 mm\nto = 13, 16, 0 mm\n"
    "frequency_min = 2 GHz\nfrequency_max = 20 GHz\n"
    "[output.w]\ntype = energy\n";

static inline void run_model(void)
{
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(plot_model, f), 0);
    fclose(f);
    ck_assert_msg(yee("", "run m.ini --quiet --force") == YEE_OK, "%s", said);
}

/* A program gnuplot that writes what it is told into a file, and of the picture the end. */
static inline void write_stub(void)
{
    static const char stub[] =
        "#!/bin/sh\ncat > told\n"
        "f=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" told | head -n 1)\n"
        "case $f in *.gif) printf '%032d;' 0 ;; *) printf '%032dIEND\\256B`\\202' 0 ;; "
        "esac > \"$f\"\n";
    ck_assert_int_eq(system("mkdir -p stub"), 0);
    FILE *f = fopen("stub/gnuplot", "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(stub, f), 0);
    fclose(f);
    ck_assert_int_eq(chmod("stub/gnuplot", 0755), 0);
}

/* The commands that gnuplot gets when an output is drawn. */
static inline const char *commands_for(const char *options)
{
    static char told[1 << 18];
    char words[512];
    snprintf(words, sizeof words, "plot m.h5 %s", options);
    write_stub();
    ck_assert_msg(yee("PATH=$PWD/stub:$PATH", words) == YEE_OK, "%s", said);
    FILE *f = fopen("told", "rb");
    ck_assert_ptr_nonnull(f);
    const size_t size = fread(told, 1, sizeof told - 1, f);
    ck_assert_uint_lt(size, sizeof told - 1);
    told[size] = 0;
    fclose(f);
    return told;
}

#endif
