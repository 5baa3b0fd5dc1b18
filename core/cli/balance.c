/* core/cli/balance.c: a run's model read anew with cuts at other places: where its subdomains were timed
 * and one makes the others wait, or where its checkpoint was written with such cuts. */
#include "api/balance.h"
#include "cli.h"
#include "model/model.h"
#include <stdlib.h>

/* Planes that go to another subdomain may take longer there, which had one medium before. */
enum { TURNS = 2 };

static yee_balance better; /* whose keys the model is read with */

/* All was said of the model when it was read first. */
static yee_status read_anew(yee_session *session, const char *path, const cli_list *set,
                            yee_model **model, yee_simulation **simulation)
{
    yee_simulation_free(*simulation);
    yee_model_free(*model);
    *simulation = NULL;
    *model = NULL;
    void (*const log)(void *, yee_level, const char *) = session->diag.log;
    const char **v = calloc(set->count + 3, sizeof *v);
    size_t count = set->count;
    if (!v)
        return cli_fail(YEE_MEMORY, "no memory for the cuts");
    for (size_t n = 0; n < set->count; n++)
        v[n] = set->v[n];
    for (int a = 0; a < 3; a++)
        if (*better.keys[a])
            v[count++] = better.keys[a];
    session->diag.log = NULL;
    yee_status status = yee_model_read(session, path, count, v, model);
    if (!status)
        status = yee_simulation_plan(*model, simulation);
    session->diag.log = log;
    free(v);
    return status;
}

yee_status cli_balance(yee_session *session, const char *path, const cli_list *set,
                       bool restart, double spent, yee_model **model,
                       yee_simulation **simulation)
{
    yee_status status = YEE_OK;
    bool there = false;
    if (yee_simulation_cuts_given(*simulation))
        return YEE_OK;
    if (restart && yee_restart_cuts(*simulation, &better, &there))
        return read_anew(session, path, set, model, simulation);
    for (int turn = 0; turn < TURNS && !there && !status; turn++) {
        if (!yee_simulation_balance(*simulation, &better) || !better.each ||
            !yee_simulation_balance_pays(*simulation, &better, spent))
            break;
        yee_diag_log(&session->diag, YEE_INFO, NULL, "subdomains: %s: cut anew", better.text);
        status = read_anew(session, path, set, model, simulation);
    }
    return status;
}
