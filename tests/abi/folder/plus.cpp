/* plus.cpp: a material in C++: keys, memory of the standard library, exceptions that stay inside. */
#include <exception>
#include <vector>
#include <yee/yee.h>

#if !defined __OPTIMIZE__ && !defined UNOPTIMISED
#error "compiled without optimisation"
#endif

namespace
{

struct config {
    double eps;
    int64_t layers;
    const char *note;
    bool lossy;
    yee_vec3 along;
};

const yee_param params[] = {
    YEE_PARAM_REAL(config, eps, nullptr, "2", 1, 100, "Relative permittivity."),
    YEE_PARAM_INT(config, layers, "3", 1, 10, "Number of layers."),
    YEE_PARAM_TEXT(config, note, YEE_UNSET, "Free text."),
    YEE_PARAM_BOOL(config, lossy, "no", "Whether it has a conductivity."),
    YEE_PARAM_VEC3(config, along, nullptr, "1, 1, 1", 0, 1, "Weight of each axis."),
    YEE_PARAM_END,
};

yee_status describe(const yee_host *host, const void *self, const yee_band *,
                    yee_material *material)
{
    const config *c = static_cast<const config *>(self);
    try {
        const std::vector<double> layer(static_cast<std::size_t>(c->layers), c->eps);
        for (int a = 0; a < 3; a++) {
            material->electric[a].inf = layer.at(0);
            material->electric[a].sigma = c->lossy ? c->along.v[a] : 0;
        }
    } catch (const std::exception &e) {
        return host->fail(host, YEE_MEMORY, "%s", e.what());
    }
    return YEE_OK;
}

const yee_material_ops ops = {
    sizeof(yee_material_ops), /* size */
    describe,
    nullptr, /* range: it has one law */
};
const yee_plugin plugin = {
    sizeof(yee_plugin), /* size */
    YEE_MATERIAL,
    "plus",
    "a material in C++",
    nullptr, /* reference */
    sizeof(config),
    params,
    &ops,
    nullptr, /* example */
};

} // namespace

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
