/* core/api/choose.c: the scheme of a model. `auto` takes the first that all processes have, and says
 * who lacks the faster ones. */
#include "choose.h"
#include "run/communicator.h"
#include <stdlib.h>

static const unsigned failed = 1u << 31; /* this process takes no part in the choice */

void yee_choose_abstain(yee_session *session)
{
    unsigned all = failed;
    if (session->communicator && !session->chosen)
        yee_unite(session->communicator, &all);
    session->chosen = false;
    session->lacks = 0;
}

/* The first process says what each of them lacks that others have. */
static void say_lacks(yee_model *m, unsigned own)
{
    yee_communicator *c = m->session->communicator;
    unsigned somebody_has = ~own;
    char **why = NULL;
    const char *text = "";
    if (yee_unite(c, &somebody_has))
        return;
    for (int n = YEE_PREFERRED - 1; n >= 0; n--)
        if (own & somebody_has & 1u << n)
            text = m->lack[n] ? m->lack[n] : "its plugin is not there";
    const yee_status status = yee_gather_texts(c, text, &why);
    for (int n = 0; n < c->ranks && why && yee_first(c); n++) {
        char name[128];
        yee_communicator_name(c, n, name, sizeof name);
        if (!status && *why[n])
            yee_diag_log(m->diag, YEE_INFO, NULL, "scheme = auto takes what all have: %s: %s",
                         name, why[n]);
        free(why[n]);
    }
    free(why);
}

/* One round more than bits may come, at most. */
static yee_status choose_together(yee_model *m, yee_status status)
{
    yee_session *session = m->session;
    const unsigned own = m->lacks;
    unsigned last = 0;
    session->chosen = true;
    for (bool more = true; more;) {
        unsigned all = status ? failed : m->lacks;
        const yee_status told = yee_unite(session->communicator, &all);
        if (told)
            return told;
        more = all != last && !(all & failed);
        if (more && all != m->lacks) {
            m->lacks = all;
            status = yee_model_choose(m);
        }
        last = all;
    }
    session->lacks = m->lacks;
    if (last && !(last & failed))
        say_lacks(m, own);
    return status;
}

yee_status yee_choose_scheme(yee_model *m)
{
    m->lacks = m->session->lacks;
    const yee_status status = yee_model_choose(m);
    return m->session->communicator && !m->session->chosen ? choose_together(m, status)
                                                           : status;
}
