/* core/cli/new/skeletons.h: the files of examples/plugins, which cmake/skeletons.cmake makes part
 * of the program. */
#ifndef YEE_CLI_SKELETONS_H
#define YEE_CLI_SKELETONS_H

/* One file of the skeleton of a kind. The list ends with a zeroed entry. */
typedef struct cli_skeleton {
    const char *kind; /* "material" */
    const char *word; /* the plugin's name in it, "warm_metal" */
    const char *path; /* below the folder; the word in it is the plugin's name, too */
    const char *text;
} cli_skeleton;

extern const cli_skeleton cli_skeletons[];

/* The text of a skeleton with the plugin's name in the place of its word, as malloc's memory,
 * NULL: none is left. The word is a name where it is written as one: all of a string, its
 * beginning before a colon or its ending behind a point, a file without its ending, a value of
 * an INI file, any word of a CMakeLists.txt. Prose keeps it. */
char *cli_skeleton_named(const char *path, const char *text, const char *word,
                         const char *name);

#endif
