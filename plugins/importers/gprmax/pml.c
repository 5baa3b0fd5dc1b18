/* plugins/importers/gprmax/pml.c: absorbing layers, per slab.
 *
 * gprMax stretches by kappa + sigma/(alpha + j omega eps0), as cpml does; a first-order layer of
 * either formulation is the same stretch. Its profiles are min + (max - min) depth^m, and the
 * largest sigma that it chooses itself, 0.8 (m + 1)/(eta0 d sqrt(er mr)), is that of cpml. */
#include "gprmax.h"
#include <string.h>

enum { CELLS = 10 };

yee_status gm_pml_cells(gm *m, const gm_command *c)
{
    yee_status status = YEE_OK;
    if (c->count != 1 && c->count != 6)
        return gm_fail(m, c, "has %d words behind it; it takes %s", c->count, c->row->usage);
    m->pml_command = c;
    for (int f = 0; f < 6 && !status; f++) {
        status = gm_whole(m, c, c->count == 1 ? 0 : f, "the number of cells", &m->pml[f]);
        if (!status && m->pml[f] < 0)
            status = gm_fail(m, c, "%lld cells; 0 or more are needed", (long long)m->pml[f]);
    }
    return status;
}

yee_status gm_pml_formulation(gm *m, const gm_command *c)
{
    if (gm_same(c->word[0], "HORIPML") || gm_same(c->word[0], "MRIPML"))
        return YEE_OK; /* which are one at first order */
    return gm_fail(m, c, "'%s' is neither HORIPML nor MRIPML", c->word[0]);
}

/* A face of symmetry has no layer. */
yee_status gm_symmetry(gm *m, const gm_command *c)
{
    static const char *const face[6] = {"x0", "y0", "z0", "xmax", "ymax", "zmax"};
    int f = 0;
    while (f < 6 && !gm_same(c->word[0], face[f]))
        f++;
    if (f == 6)
        return gm_fail(m, c, "'%s' is no face; x0, y0, z0, xmax, ymax and zmax are",
                       c->word[0]);
    if (f % 3 == m->invariant)
        return gm_fail(m, c, "nothing varies along %c", "xyz"[f % 3]);
    if (m->symmetry[f])
        return gm_fail(m, c, "%s has a plane of symmetry already", face[f]);
    m->symmetry[f] = gm_same(c->word[1], "pec")   ? "electric"
                     : gm_same(c->word[1], "pmc") ? "magnetic"
                                                  : NULL;
    return m->symmetry[f] ? YEE_OK : gm_fail(m, c, "'%s' is neither pec nor pmc", c->word[1]);
}

/* Faces of symmetry take no part in what #pml_cells says. */
static yee_status write_symmetry(gm *m)
{
    static const char *const face[6] = {"x-", "y-", "z-", "x+", "y+", "z+"};
    yee_status status = YEE_OK;
    for (int f = 0; f < 6 && !status; f++) {
        const char *name = m->symmetry[f] ? gm_section(m, "boundary", "symmetry") : NULL;
        if (!m->symmetry[f])
            continue;
        m->pml[f] = -1;
        status = name ? gm_emit(m, GM_TEXT_FACES, NULL,
                                "\n[boundary.%s]\ntype = symmetry\nfaces = %s\nkind = %s\n",
                                name, face[f], m->symmetry[f])
                      : YEE_MEMORY;
    }
    return status;
}

yee_status gm_pml_cfs(gm *m, const gm_command *c)
{
    if (m->cfs_count++)
        return gm_decline(m, c,
                          "a second #pml_cfs makes a layer of second order, which cpml is "
                          "not; give one, with alpha, which at first order absorbs as well");
    m->cfs = c;
    return YEE_OK;
}

/* One of the three profiles of #pml_cfs. */
typedef struct profile {
    int order;
    bool reverse, automatic;
    double min, max;
} profile;

static yee_status read_profile(gm *m, int word, const char *what, profile *p)
{
    static const char *const name[] = {"constant", "linear", "quadratic", "cubic", "quartic",
                                       "quintic",  "sextic", "septic",    "octic"};
    const gm_command *c = m->cfs;
    for (p->order = 0; p->order < 9 && !gm_same(c->word[word], name[p->order]);)
        p->order++;
    if (p->order == 9)
        return gm_fail(m, c,
                       "%s: '%s' is no profile; constant, linear, quadratic, cubic, "
                       "quartic, quintic, sextic, septic and octic are",
                       what, c->word[word]);
    p->reverse = gm_same(c->word[word + 1], "reverse");
    if (!p->reverse && !gm_same(c->word[word + 1], "forward"))
        return gm_fail(m, c, "%s: '%s' is neither forward nor reverse", what,
                       c->word[word + 1]);
    yee_status status = gm_real(m, c, word + 2, what, &p->min);
    p->automatic = gm_same(c->word[word + 3], "None");
    p->max = 0;
    if (!status && !p->automatic)
        status = gm_real(m, c, word + 3, what, &p->max);
    if (!status && (p->min < 0 || p->max < 0))
        status = gm_fail(m, c, "%s: %g to %g; it cannot be below 0", what, p->min, p->max);
    if (!status && !p->automatic && p->min == p->max)
        p->order = 0;
    if (!p->order)
        p->reverse = false; /* "constant" is the largest value everywhere */
    return status;
}

/* The keys of cpml for the profiles. */
static yee_status graded(gm *m, const char **keys)
{
    const gm_command *c = m->cfs;
    profile alpha, kappa, sigma;
    yee_status status = read_profile(m, 0, "alpha", &alpha);
    if (!status)
        status = read_profile(m, 4, "kappa", &kappa);
    if (!status)
        status = read_profile(m, 8, "sigma", &sigma);
    if (status)
        return status;
    if (alpha.automatic || kappa.automatic)
        return gm_fail(m, c, "None as the largest value is of sigma only");
    if (kappa.max < 1 || (kappa.order && kappa.min < 1))
        return gm_fail(m, c, "kappa: %g to %g; 1 is its least value", kappa.min, kappa.max);
    if (sigma.reverse || (sigma.order && sigma.min > 0))
        return gm_decline(m, c,
                          "sigma that does not grow from 0 at the inner edge reflects there, "
                          "and cpml has none such; take forward and 0 as the least value");
    if (kappa.reverse || (kappa.order && kappa.min > 1))
        return gm_decline(m, c,
                          "kappa that does not grow from 1 at the inner edge reflects there, "
                          "and cpml has none such; take forward and 1 as the least value");
    if (alpha.order && (!alpha.reverse || alpha.min > 0))
        return gm_decline(m, c,
                          "the alpha of cpml falls from the inner edge to 0 at the wall; take "
                          "reverse and 0 as the least value, or constant");
    const char *most = sigma.automatic || !(sigma.max > 0)
                           ? ""
                           : gm_format(m, "sigma_max = %.12g S/m\n", sigma.max);
    *keys = most ? gm_format(m,
                             "order = %d\nkappa_order = %d\nkappa_max = %.12g\n"
                             "alpha_max = %.12g S/m\nalpha_order = %d\n%s",
                             sigma.order, kappa.order, kappa.max, alpha.max, alpha.order, most)
                 : NULL;
    return *keys ? YEE_OK : YEE_MEMORY;
}

/* "sigma_of = x-\n" of the first layer in gprMax's order, where it serves all. */
static const char *shared_sigma(gm *m)
{
    static const char *const face[6] = {"x-", "y-", "z-", "x+", "y+", "z+"};
    if (m->config->pml == GM_PML_GPRMAX3)
        for (int f = 0; f < 6; f++)
            if (m->pml[f] > 0 && f % 3 != m->invariant)
                return gm_format(m, "sigma_of = %s\n", face[f]);
    return "";
}

static yee_status check_room(gm *m)
{
    for (int a = 0; a < 3; a++)
        if (a != m->invariant &&
            (m->pml[a] > 0 ? m->pml[a] : 0) + (m->pml[a + 3] > 0 ? m->pml[a + 3] : 0) >=
                m->n[a]) {
            const char *text = gm_format(
                m,
                "layers of %lld and %lld cells leave nothing of the %lld cell%s along %c; %s",
                (long long)m->pml[a], (long long)m->pml[a + 3], (long long)m->n[a],
                m->n[a] == 1 ? "" : "s", ("xyz"[a]),
                m->pml_command ? "fewer are needed"
                               : "#pml_cells: gives fewer, or 0 for none; a domain that is one "
                                 "cell thick along one axis is 2-D and has none there");
            if (!text)
                return YEE_MEMORY;
            return m->pml_command ? gm_fail(m, m->pml_command, "%s", text)
                                  : m->host->fail(m->host, YEE_INPUT, "%s", text);
        }
    return YEE_OK;
}

/* "x, y-" of the faces with layers of so many cells. */
static const char *faces(gm *m, int64_t cells)
{
    const char *text = "";
    for (int a = 0; a < 3 && text; a++) {
        const bool low = m->pml[a] == cells, high = m->pml[a + 3] == cells;
        if (a != m->invariant && (low || high))
            text = gm_format(m, "%s%s%c%s", text, *text ? ", " : "", "xyz"[a],
                             low && high ? ""
                             : low       ? "-"
                                         : "+");
    }
    return text;
}

yee_status gm_write_faces(gm *m)
{
    const gm_command *by = m->cfs ? m->cfs : m->pml_command;
    const char *keys = "order = 4\nkappa_max = 1\nalpha_max = 0 S/m\n";
    yee_status status = write_symmetry(m);
    if (!status)
        status = check_room(m);
    if (!status && m->cfs)
        status = graded(m, &keys);
    if (m->config->pml == GM_PML_YEE && !m->cfs)
        keys = "";
    const char *shared = shared_sigma(m);
    if (!status && !shared)
        return YEE_MEMORY;
    for (int f = 0; f < 6 && !status; f++) {
        bool before = f % 3 == m->invariant || m->pml[f] < 0;
        for (int g = 0; g < f; g++)
            before = before || (g % 3 != m->invariant && m->pml[g] == m->pml[f]);
        if (before)
            continue;
        const char *name = gm_section(m, "boundary", m->pml[f] ? "pml" : "wall");
        const char *where = faces(m, m->pml[f]);
        if (!name || !where)
            return YEE_MEMORY;
        if (m->pml[f])
            status = gm_emit(m, GM_TEXT_FACES, by,
                             "\n[boundary.%s]\ntype = cpml\nfaces = %s\ncells = %lld\n%s%s",
                             name, where, (long long)m->pml[f], keys, shared);
        else
            status = gm_emit(m, GM_TEXT_FACES, by, "\n[boundary.%s]\ntype = pec\nfaces = %s\n",
                             name, where);
    }
    return status;
}
