/* schemes/common/law_names.h: what a checkpoint says of a problem's laws: a piece for every law,
 * which has its version in its name, so that words of another one are refused. */
#ifndef YEE_SCHEMES_LAW_NAMES_H
#define YEE_SCHEMES_LAW_NAMES_H

#include <stdio.h>
#include <yee/scheme.h>

static inline yee_status law_names(const yee_problem *p, yee_state *state)
{
    yee_status status = YEE_OK;
    char name[128];
    const bool apart = YEE_HAS(state, apart); /* then the core knows them */
    for (int64_t n = 0; n < p->laws && !apart && !status; n++) {
        const yee_law *law = p->law[n].law;
        int64_t words = p->law[n].cell_param ? law->cell_words : law->edge_words;
        snprintf(name, sizeof name, "law%lld_%.64s_%d", (long long)n, law->name,
                 (int)law->version);
        status = state->piece(state, name, &words, sizeof words);
    }
    return status;
}

#endif
