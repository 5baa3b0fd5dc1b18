/* Every scheme that runs on a GPU: restarts, longer runs, stop criteria and the sentinel
 * through the scheme's table alone. Skipped, and it says so, without a GPU. */
#include "schemes.h"

enum { SKIPPED = 77 };

/* cuda.split takes everything; others may decline, with a sentence. */
static bool must(const char *name, int model)
{
    return (void)model, strstr(name, "cuda.split") != NULL;
}

static int resumed(int i) { return i; }

/* Whether a GPU runs the first of them. */
static bool runs(void)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    const bool ok = schemes &&
                    !yee_model_parse(session, "m.ini", open_model, 1, scheme, &model) &&
                    !yee_simulation_plan(model, &simulation);
    if (!ok)
        printf("SKIPPED: %s\n", schemes ? yee_session_error(session)
                                        : "the CUDA schemes are not part of this build");
    yee_simulation_free(simulation);
    yee_model_free(model);
    return ok;
}

int main(void)
{
    if (!open_schemes(true))
        return EXIT_FAILURE;
    if (!runs()) {
        yee_session_close(session);
        return SKIPPED;
    }
    return play_suite("device", SHEET, 12, 300, false);
}
