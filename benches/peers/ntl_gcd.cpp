// The gcds behind the nullities, by the NTL library (Debian: libntl-dev), for comparison with `cargo bench --bench
// spectral -- nullity polynomials`.
//
//     g++ -O3 -march=native benches/peers/ntl_gcd.cpp -lntl -lgmp -lpthread -o /tmp/ntl_gcd && /tmp/ntl_gcd
//
// The polynomials P_n(x) and P_n(x + 1) are made by doubling and are not part of the times of single sizes; the table
// counts all.
#include <NTL/GF2X.h>
#include <chrono>
#include <cstdio>
#include <utility>
using namespace NTL;

// F_n and F_{n+1} at the argument t, F_0 = 0, F_1 = 1.
static std::pair<GF2X, GF2X> fibonacci(long n, const GF2X &t) {
    if (n == 0) return {GF2X(), GF2X(0, 1)};
    auto [a, b] = fibonacci(n / 2, t);
    GF2X odd = sqr(a) + sqr(b);
    if (n % 2 == 0) return {t * sqr(a), odd};
    return {odd, t * sqr(b)};
}

static double now() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

int main() {
    GF2X x, y;
    SetCoeff(x, 1);
    y = x + 1;
    for (long n : {10000L, 100000L, 99999L, 1000000L}) {
        GF2X p = fibonacci(n + 1, x).first, q = fibonacci(n + 1, y).first;
        double best = 1e9;
        long degree = 0;
        for (int run = 0; run < 3; run++) {
            double start = now();
            degree = deg(GCD(p, q));
            best = std::min(best, now() - start);
        }
        printf("NTL gcd, n = %ld: %.3f ms, nullity %ld\n", n, best, degree);
    }
    for (long bits : {100000L, 1000000L}) {
        GF2X a = random_GF2X(bits), b = random_GF2X(bits), c, g, s, t;
        double mul = 1e9, gcd = 1e9, inverse = 1e9;
        for (int run = 0; run < 3; run++) {
            double start = now();
            c = a * b;
            mul = std::min(mul, now() - start);
            start = now();
            g = GCD(a, b);
            gcd = std::min(gcd, now() - start);
            start = now();
            XGCD(g, s, t, a, b);
            inverse = std::min(inverse, now() - start);
        }
        printf("NTL, random of degree %ld: product %.3f ms, gcd %.3f ms, extended gcd %.3f ms\n", bits, mul, gcd, inverse);
    }
    double best = 1e9;
    long sum = 0;
    for (int run = 0; run < 3; run++) {
        double start = now();
        sum = 0;
        for (long n = 1; n <= 1000; n++) sum += deg(GCD(fibonacci(n + 1, x).first, fibonacci(n + 1, y).first));
        best = std::min(best, now() - start);
    }
    printf("NTL, table 1..1000: %.3f ms, sum %ld\n", best, sum);
}
