// one variant per program: -DVAR=T,R,W,V,NS,MAT,AR,U,MB ; argv: list of n,mode,chunks,kind
#include "bench.cuh"
int main(int argc, char **argv) {
  run<VAR>(93, 2, 3, 0, true); run<VAR>(150, 0, 1, 2, true);
  for (int i = 1; i + 3 < argc; i += 4) run<VAR>(atoi(argv[i]), atoi(argv[i + 1]), atoi(argv[i + 2]), atoi(argv[i + 3]), false);
  return 0; }
