/* core/problem/laws.c: materials by number: those of the model, and those that shapes make. */
#include "base/grow.h"
#include "base/nearest.h"
#include "paint.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_POLES = 1 << 20 }; /* of one entry of a tensor */
enum { RESPONSES = 9 };        /* of a material: eps, mu and sheet along three axes */

static const yee_response *response(const yee_material *law, int q)
{
    return q < 3 ? &law->electric[q] : q < 6 ? &law->magnetic[q - 3] : &law->sheet[q - 6];
}

yee_status yee_material_check(yee_diag *diag, const yee_instance *it, const char *what,
                              const yee_material *law)
{
    const char *plugin = it->plugin->name;
    if (law->conductor < YEE_NOT_CONDUCTOR || law->conductor > YEE_PERFECT_MAGNETIC)
        return yee_diag_fail(diag, YEE_PLUGIN, &it->place,
                             "%splugin '%s' returned the unknown conductor %d", what, plugin,
                             (int)law->conductor);
    for (int q = 0; q < RESPONSES; q++) {
        const yee_response *r = response(law, q);
        const char *word = q < 3 ? "eps" : q < 6 ? "mu" : "sheet";
        const bool low = q < 6 ? r->inf <= 0 : r->inf < 0;
        if (!isfinite(r->inf) || low || !isfinite(r->sigma))
            return yee_diag_fail(
                diag, YEE_PLUGIN, &it->place,
                "%splugin '%s' returned %s_inf = %g, sigma = %g along %c; %s_inf must be "
                "finite and %s 0, sigma finite",
                what, plugin, word, r->inf, r->sigma, ("xyz"[q % 3]), word,
                q < 6 ? "above" : "at least");
        if (r->pole_count && !r->poles)
            return yee_diag_fail(diag, YEE_PLUGIN, &it->place,
                                 "%splugin '%s' returned %zu poles and no array of them", what,
                                 plugin, r->pole_count);
        if (r->pole_count > MOST_POLES)
            return yee_diag_fail(diag, YEE_PLUGIN, &it->place,
                                 "%splugin '%s' returned %zu poles of %s; %d are the most",
                                 what, plugin, r->pole_count, word, MOST_POLES);
        for (size_t p = 0; p < r->pole_count; p++) {
            const yee_pole *v = &r->poles[p];
            if (!isfinite(v->b0) || !isfinite(v->b1) || !isfinite(v->d0) || !isfinite(v->d1) ||
                !isfinite(v->d2) || (v->d1 == 0 && v->d2 == 0))
                return yee_diag_fail(
                    diag, YEE_PLUGIN, &it->place,
                    "%splugin '%s' returned pole %zu of %s as (%g s + %g)/(%g s^2 + %g s + "
                    "%g); every number must be finite and d1 or d2 above 0",
                    what, plugin, p + 1, word, v->b1, v->b0, v->d2, v->d1, v->d0);
        }
    }
    return YEE_OK;
}

/* Capitals do not count. */
static uint64_t hash_name(const char *name)
{
    uint64_t hash = YEE_HASH_START;
    for (; *name; name++)
        hash = yee_hash_word(hash, (uint64_t)tolower((unsigned char)*name));
    return hash;
}

int64_t yee_voxels_named(const yee_voxels *v, const char *name)
{
    const uint64_t hash = hash_name(name);
    if (!v->by_name.slots)
        return -1;
    size_t at = yee_hash_probe(&v->by_name, hash, YEE_HASH_FIRST);
    for (; v->by_name.slot[at]; at = yee_hash_probe(&v->by_name, hash, at))
        if (yee_text_same(v->name[v->by_name.slot[at] - 1], name))
            return v->by_name.slot[at] - 1;
    return -1;
}

const char *yee_voxels_name(const yee_voxels *v, int material) { return v->name[material]; }

bool yee_voxels_add_material(yee_voxels *v, const yee_material *law, const char *name,
                             uint32_t object)
{
    size_t capacity[3] = {v->material_capacity, v->material_capacity, v->material_capacity};
    if (v->materials >= INT_MAX || !yee_hash_grow(&v->by_name) ||
        !yee_grow(&v->own, v->materials, &capacity[0], sizeof *v->own) ||
        !yee_grow(&v->material, v->materials, &capacity[1], sizeof *v->material) ||
        !yee_grow(&v->name, v->materials, &capacity[2], sizeof *v->name))
        return false;
    v->material_capacity = capacity[0];
    const uint64_t hash = hash_name(name);
    size_t at = yee_hash_probe(&v->by_name, hash, YEE_HASH_FIRST);
    while (v->by_name.slot[at] && strcmp(v->name[v->by_name.slot[at] - 1], name) != 0)
        at = yee_hash_probe(&v->by_name, hash, at);
    /* The background is one of the others, which comes later and counts. */
    if (v->materials && !v->by_name.slot[at])
        yee_hash_put(&v->by_name, at, hash, (uint32_t)v->materials);
    v->own[v->materials] = (yee_voxel_material){.object = object};
    v->material[v->materials] = law;
    v->name[v->materials++] = name;
    return true;
}

/* -- what shapes make -- */

static uint64_t hash_law(const yee_material *law, uint32_t object)
{
    const uint32_t kind[2] = {object, (uint32_t)law->conductor};
    uint64_t h = yee_hash_bytes(YEE_HASH_START, kind, sizeof kind);
    for (int q = 0; q < RESPONSES; q++) {
        const yee_response *r = response(law, q);
        h = yee_hash_bytes(h, &r->inf, sizeof r->inf);
        h = yee_hash_bytes(h, &r->sigma, sizeof r->sigma);
        h = yee_hash_bytes(h, r->poles, r->pole_count * sizeof *r->poles);
    }
    return h;
}

bool yee_material_same(const yee_material *a, const yee_material *b)
{
    bool same = a->conductor == b->conductor && a->law == b->law && a->law_self == b->law_self;
    for (int q = 0; same && q < RESPONSES; q++) {
        const yee_response *r = response(a, q), *s = response(b, q);
        same =
            r->inf == s->inf && r->sigma == s->sigma && r->pole_count == s->pole_count &&
            (!r->pole_count || !memcmp(r->poles, s->poles, r->pole_count * sizeof *r->poles));
    }
    return same;
}

/* "lens/core", or "lens/17" of what has no name of its own; NULL: no memory. */
static const char *full_name(const yee_voxels *v, const yee_instance *it, const char *name)
{
    if (name)
        return yee_arena_format(it->arena, "%s/%s", it->host.instance, name);
    return yee_arena_format(it->arena, "%s/%zu", it->host.instance,
                            v->materials - v->first_made + 1);
}

/* The law with poles of its own; NULL: no memory. */
static yee_material *copy_law(yee_arena *arena, const yee_material *law)
{
    yee_material *own = yee_arena_copy(arena, law, sizeof *own);
    for (int q = 0; own && q < RESPONSES; q++) {
        yee_response *r = (yee_response *)response(own, q);
        if (r->pole_count)
            r->poles = yee_arena_copy(arena, r->poles, r->pole_count * sizeof *r->poles);
        else
            r->poles = NULL;
        if (r->pole_count && !r->poles)
            return NULL;
    }
    return own;
}

bool yee_material_made_by(const char *name, const yee_instance *shape)
{
    const size_t length = strlen(shape->host.instance);
    return !strncmp(name, shape->host.instance, length) && name[length] == '/';
}

size_t yee_voxels_made_by(const yee_voxels *v, const yee_instance *shape)
{
    size_t made = 0;
    for (size_t n = v->named; n < v->materials; n++)
        made += v->object[v->own[n].object] == shape;
    return made;
}

/* Whether material n has the name that a shape gives one; NULL: none. */
static bool same_name(const yee_voxels *v, const yee_instance *it, size_t n, const char *name)
{
    return v->own[n].counted
               ? !name
               : name && !strcmp(v->name[n] + strlen(it->host.instance) + 1, name);
}

int64_t yee_voxels_make(yee_voxels *v, const char *name, const yee_material *law)
{
    const uint32_t object = (uint32_t)(v->objects - 1);
    const yee_instance *it = v->object[object];
    char what[128];
    snprintf(what, sizeof what, "material '%s': ", name ? name : "");
    if (law->size != sizeof *law) {
        yee_diag_fail(
            v->diag, YEE_PLUGIN, &it->place,
            "%splugin '%s' made a table of size %u, this yee's has %zu; begin it with "
            "yee_material_vacuum()",
            name ? what : "", it->plugin->name, (unsigned)law->size, sizeof *law);
        return -1;
    }
    if (yee_material_check(v->diag, it, name ? what : "", law))
        return -1;
    if (law->law) {
        yee_diag_fail(
            v->diag, YEE_PLUGIN, &it->place,
            "%splugin '%s' made a material with the law '%s'; such a material needs a "
            "section [material.NAME] of its own",
            name ? what : "", it->plugin->name, law->law->name);
        return -1;
    }
    if (v->materials == v->named || v->own[v->materials - 1].object != object)
        v->first_made = v->materials;
    const uint64_t hash = hash_law(law, object);
    if (!yee_hash_grow(&v->by_law)) {
        yee_voxels_no_memory(v);
        return -1;
    }
    size_t at = yee_hash_probe(&v->by_law, hash, YEE_HASH_FIRST);
    for (; v->by_law.slot[at]; at = yee_hash_probe(&v->by_law, hash, at)) {
        const size_t n = v->by_law.slot[at] - 1;
        if (v->own[n].object == object && yee_material_same(v->material[n], law) &&
            same_name(v, it, n, name))
            return (int64_t)n;
    }
    const yee_material *own = copy_law(it->arena, law);
    const char *full = own ? full_name(v, it, name) : NULL;
    if (!full || !yee_voxels_add_material(v, own, full, object)) {
        yee_voxels_no_memory(v);
        return -1;
    }
    v->own[v->materials - 1].counted = !name;
    yee_hash_put(&v->by_law, at, hash, (uint32_t)v->materials - 1);
    return (int64_t)v->materials - 1;
}
