/* test_warm_metal.c: the material against its closed form, through libyee:
 * test_warm_metal PLUGIN.so MODEL.ini */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yee/libyee.h>

/* The medium of the model's material "block", NULL: there is none. */
static const yee_medium *find_block(const yee_problem *problem)
{
    for (int64_t i = 0; i < problem->media; i++)
        if (!problem->medium[i].magnetic && !strcmp(problem->medium[i].name, "block"))
            return &problem->medium[i];
    return NULL;
}

/* sigma(350 K) = 2 S/m/(1 + 0.00393 (350 - 293.15)), and eps = 1 - j sigma/(omega eps0). */
static int judge(const yee_medium *block)
{
    const double sigma = 2 / (1 + 0.00393 * (350 - 293.15));
    int wrong = 0;
    for (double f = 1e9; f < 1e11; f *= 10) {
        const double omega = 2 * YEE_PI * f;
        const yee_complex eps = yee_response_value(&block->response, YEE_EPS0, omega);
        const double wanted = -sigma / (omega * YEE_EPS0);
        /* a few operations in double precision */
        if (!(fabs(eps.im - wanted) <= 1e-14 * fabs(wanted) && eps.re == 1)) {
            printf("%g Hz: eps = %.17g %+.17gj, not 1 %+.17gj\n", f, eps.re, eps.im, wanted);
            wrong = 1;
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    yee_session_options options = {.size = sizeof options};
    yee_session *session = NULL;
    yee_model *model = NULL;
    int wrong = 1;
    if (argc == 3)
        options.plugin_path = argv[1];
    if (argc != 3 || yee_session_open(&options, &session))
        printf("%s\n", argc == 3 ? yee_session_error(NULL) : "PLUGIN.so MODEL.ini");
    else if (yee_model_read(session, argv[2], 0, NULL, &model))
        printf("%s\n", yee_session_error(session));
    else if (!find_block(yee_model_problem(model)))
        printf("no medium is named block\n");
    else
        wrong = judge(find_block(yee_model_problem(model)));
    yee_model_free(model);
    yee_session_close(session);
    return wrong;
}
