/* poles.h: sections() of ../plain/fields.h for rows of one medium, in loops that vectorise.
 */

/* old: scratch. Two loops: where a section's two words are written together, gcc 12 fuses the
 * products with the sum of one and the difference of the other, whatever it is told. */
INLINE void pole_row(const real *x, const real *restrict f, real *restrict q, real *restrict s,
                     real *restrict old, int64_t count, int64_t stride, int words)
{
    const real c1 = x[0], c0 = x[1], r1 = x[2], rd = x[3];
    for (int64_t k = 0; k < count; k++) {
        const real s1 = s[k * stride], s2 = words == 2 ? s[k * stride + 1] : 0;
        old[k] = s1;
        q[k] -= s1;
        s[k * stride] = s1 + (s2 - c1 * s1 + r1 * f[k]);
    }
    for (int64_t k = 0; k < count && words == 2; k++)
        s[k * stride + 1] += rd * f[k] - c0 * old[k];
}

static void poles(const plan *p, const row *r)
{
    if (p->id[r->c]) {
        sections(p, r);
        return;
    }
    const medium_data *m = &p->medium[p->uniform[r->c]];
    const int64_t number = r->i * p->grid.extent[r->c][1] + r->j, count = r->k1 - r->k0;
    const real *f = (const real *)p->field[r->c] + r->at + r->k0;
    const real *x = (const real *)p->section + 4 * m->section;
    const int *words = p->words + m->section;
    real *s = (real *)p->state[r->c] + p->first[r->c][number], *q = r->q + r->k0;
    for (int n = 0; n < m->sections; s += words[n++], x += 4) {
        if (m->words == 1)
            pole_row(x, f, q, s, r->t, count, 1, 1);
        else if (m->words == 2 && words[n] == 2)
            pole_row(x, f, q, s, r->t, count, 2, 2);
        else if (words[n] == 1)
            pole_row(x, f, q, s, r->t, count, m->words, 1);
        else
            pole_row(x, f, q, s, r->t, count, m->words, 2);
    }
}
