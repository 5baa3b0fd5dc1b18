/* mendrows.h: a run of links.h, for one precision: real and MEND are defined by the file that
 * includes this one. The sum goes the way of a difference in ../plain/fields.h. */

enum { CHUNK = 256 };

/* q[k] = +-(inverse t + c t), c t into psi; points at, ... of a row. */
static void lay(plan *p, int c, int axis, int64_t at, int64_t count, bool look, real *q)
{
    const int64_t *e = p->grid.extent[c], row = at / e[2];
    const int64_t x[3] = {row / e[1], row % e[1], at % e[2]};
    const line *l = &p->line[axis][yee_half(c, axis)];
    const bool first = (yee_direction(c) + 1) % 3 == axis;
    const real sign = first == yee_is_electric(c) ? 1 : -1;
    for (int64_t n = 0; n < count; n++) {
        const int64_t i = x[axis] + (axis == YEE_Z ? n : 0);
        const real t = q[n];
        q[n] = sign * ((const real *)l->inverse)[i] * t;
        if (!p->psi[c][axis] || (i >= l->low && i < l->high))
            continue;
        const real more = ((const real *)l->c)[i] * t;
        int64_t y[3] = {x[0], x[1], x[2] + n}, m[3] = {e[0], e[1], e[2]};
        y[axis] = i < l->low ? i : i - l->high + l->low;
        m[axis] = l->slab;
        q[n] += sign * more;
        if (!look)
            ((real *)p->psi[c][axis])[(y[0] * m[1] + y[1]) * m[2] + y[2]] += more;
    }
}

double MEND(plan *p, const wide_links *l, const link_run *run, int c, int axis, bool look)
{
    const int source = (yee_is_electric(c) ? YEE_HX : YEE_EX) + 3 - axis - yee_direction(c);
    const link_pattern *m = &l->pattern[run->pattern];
    const real *cb = p->cb;
    double sum = 0;
    for (int64_t from = 0; from < run->count; from += CHUNK) {
        const int64_t count = run->count - from < CHUNK ? run->count - from : CHUNK;
        const int64_t at = run->to + from;
        real q[CHUNK] = {0}, *f = (real *)p->field[c] + at;
        for (int64_t t = m->first; t < m->first + m->terms; t++) {
            const real w = (real)l->term[t].weight;
            const real *s = (const real *)p->field[source] + run->from + from;
            for (int64_t n = 0; n < count; n++)
                q[n] += w * s[l->term[t].offset + n];
        }
        lay(p, c, axis, at, count, look, q);
        for (int64_t n = 0; n < count; n++) {
            const uint32_t medium = point_medium(p, c, at + n);
            const real more = cb[medium] * q[n];
            if (look)
                sum += p->medium[medium].next * (double)f[n] * (double)more;
            else
                f[n] += more;
        }
    }
    return sum;
}
