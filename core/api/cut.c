/* core/api/cut.c: the subdomains of a run, where [run] asks for them. */
#include "problem/cut.h"
#include "simulation.h"

enum { PART_BYTES = 4 << 20, ALWAYS = 1, NEVER = 2 /* of [run] part_files */ };

/* The cut that the ids were made for, or a new one where there are none. */
static yee_status find(yee_model *m, const int64_t wanted[3], yee_subdomains_config *config)
{
    const yee_local_ids *kept = m->problem.kept;
    const yee_place place = yee_model_run_place(m, "subdomains");
    if (!kept)
        return yee_model_cut(m, wanted, &config->cut, &config->stride);
    config->cut = kept->cut;
    config->stride = kept->steps;
    return yee_cut_check(m->diag, &place, &m->problem, &kept->cut);
}

/* Every process has a subdomain. */
static yee_status enough(const yee_model *m, const int64_t wanted[3])
{
    const int ranks = yee_ranks_of(m->session->communicator);
    const yee_place place = yee_model_run_place(m, "subdomains");
    const int64_t all = wanted[0] * (wanted[1] ? wanted[1] * wanted[2] : 1);
    if (ranks > 1 && all == 1)
        return yee_diag_fail(
            m->diag, YEE_USAGE, &place,
            "%d processes were started, and each would run the whole model and "
            "write its files; cut it, as by --set run.subdomains=%d, or start one "
            "process",
            ranks, ranks);
    if (all < ranks)
        return yee_diag_fail(m->diag, YEE_USAGE, &place,
                             "subdomains: %lld for %d processes; each needs one, so give %d or "
                             "more, or start fewer",
                             (long long)all, ranks, ranks);
    return YEE_OK;
}

void yee_simulation_part_records(yee_model *m)
{
    const int64_t least = m->run.part_files == ALWAYS ? 1 : PART_BYTES;
    const bool may = yee_ranks_of(m->session->communicator) > 1 && m->run.part_files != NEVER;
    for (int64_t t = 0; t < m->taps.count; t++) {
        const yee_tap *tap = &m->taps.tap[t];
        const bool f32 = tap->kind == YEE_TAP_BOX && m->problem.precision == YEE_F32;
        m->taps.owner[t].parted =
            may && m->taps.owner[t].array >= 0 && tap->values >= least / (f32 ? 4 : 8);
    }
}

/* The devices of this process: those that others of its host see, too, it shares with them. */
static yee_status deal(const yee_model *m, yee_subdomains_config *config)
{
    const int turn = m->session->turn, beside = m->session->beside;
    int *device, count;
    const yee_status status = yee_model_devices(m, &device, &count);
    if (status || beside < 2 || count < 2) {
        config->device = device;
        config->devices = count;
        return status;
    }
    const int first = count < beside ? turn % count : turn * count / beside;
    config->device = device + first;
    config->devices = count < beside ? 1 : (turn + 1) * count / beside - first;
    return YEE_OK;
}

yee_status yee_simulation_cut(yee_simulation *s)
{
    yee_model *m = s->model;
    const yee_instance *it = m->scheme;
    int64_t wanted[3];
    s->ops = it->plugin->ops;
    s->config = it->config;
    yee_status status = yee_model_subdomains(m, wanted);
    if (!status)
        status = enough(m, wanted);
    if (status || (wanted[0] < 2 && wanted[1] < 2 && wanted[2] < 2))
        return status;
    s->cut = (yee_subdomains_config){.scheme = it,
                                     .ops = s->ops,
                                     .config = it->config,
                                     .communicator = m->session->communicator,
                                     .taps = &m->taps,
                                     .any_stride = m->run.subdomain_steps == 0};
    yee_simulation_part_records(m);
    status = find(m, wanted, &s->cut);
    if (!status)
        status = deal(m, &s->cut);
    if (!status) {
        yee_diag_clear(m->diag); /* of cuts that were not possible */
        s->ops = &yee_subdomains_ops;
        s->config = &s->cut;
    }
    return status;
}
