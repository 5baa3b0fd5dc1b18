/* Every scheme that runs on the processor, the high-order ones and third parties' too:
 * restarts, longer runs, stop criteria and the sentinel through the scheme's table alone. */
#include "schemes.h"

/* test_restart plays the other models on the schemes that take them all. Yee's own take
 * everything, the others at least an empty box. */
static bool must(const char *name, int model)
{
    return model == PLAIN || !strcmp(name, "run.scheme=reference") ||
           !strcmp(name, "run.scheme=plain") || !strcmp(name, "run.scheme=tiled");
}

static int resumed(int i) { return (const int[]){0, PLAIN, SHEET}[i]; }

int main(void)
{
    if (!open_schemes(false))
        return EXIT_FAILURE;
    return play_suite("schemes", 3, 6, 120, true);
}
