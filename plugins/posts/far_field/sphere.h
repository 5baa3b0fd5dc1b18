/* plugins/posts/far_field/sphere.h: directions and weights of an integral over all angles. */
#ifndef YEE_POSTS_SPHERE_H
#define YEE_POSTS_SPHERE_H

#include <yee/yee.h>

typedef struct sphere {
    int64_t n, of_integral; /* the first of them have a weight in the integral */
    double step;            /* rad, between neighbours */
    double *theta, *phi, *weight;
} sphere;

/* Makes the directions for a ball of so many radians; the axis and the horizon, where beams often
 * are, are among them. Neighbours are as far apart as the narrowest lobes are wide, and the
 * largest U is between them. False: no memory. */
bool sphere_new(const yee_host *host, double kr, sphere *s);
/* Makes those in the plane theta = pi/2 alone, for a disc of so many radians. */
bool circle_new(const yee_host *host, double kr, sphere *s);
/* The number of directions that either makes. */
double sphere_count(double kr, bool circle);

#endif
