/* The peer of `cargo bench --bench dense`: the M4RI library (Debian: libm4ri-dev) on the same matrix.
 *
 *   cc -O2 -o m4ri benches/peers/m4ri.c -lm4ri && ./m4ri 16384 1 3
 *
 * Arguments: size, seed, runs. Prints the rank and the least time in seconds of each way to eliminate.
 */
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static uint64_t state;

/* SplitMix64, as the benchmark has it. */
static uint64_t next(void) {
  uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int n = atoi(argv[1]);
  state = strtoull(argv[2], NULL, 10);
  const int runs = atoi(argv[3]);
  mzd_t *a = mzd_init(n, n);
  /* Word w of row r holds columns 64 w to 64 w + 63, lowest bit first: the layout both share. */
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c += 64) {
      const uint64_t word = next();
      for (int b = 0; b < 64 && c + b < n; b++) mzd_write_bit(a, r, c + b, word >> b & 1);
    }
  double echelon = 1e9, ple = 1e9;
  rci_t rank = 0, ple_rank = 0;
  for (int i = 0; i < runs; i++) {
    mzd_t *copy = mzd_copy(NULL, a);
    double start = now();
    rank = mzd_echelonize(copy, 0);
    double took = now() - start;
    if (took < echelon) echelon = took;
    mzd_copy(copy, a);
    mzp_t *p = mzp_init(n), *q = mzp_init(n);
    start = now();
    ple_rank = mzd_ple(copy, p, q, 0);
    took = now() - start;
    if (took < ple) ple = took;
    mzp_free(p);
    mzp_free(q);
    mzd_free(copy);
  }
  if (rank != ple_rank) return 3;
  printf("%d %.6f %.6f\n", rank, echelon, ple);
  return 0;
}
