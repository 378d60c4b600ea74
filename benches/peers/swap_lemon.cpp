// The fewest swaps by the network simplex and the cost scaling of the LEMON library (Debian: liblemon-dev), for
// comparison with `cargo bench --bench swap -- write 300 target/swap.txt`.
//
//     g++ -O3 -o target/swap_lemon benches/peers/swap_lemon.cpp && target/swap_lemon target/swap.txt
//
// Reads two boards of 0 and 1 without holes; prints the cost and the processor time in seconds of each method. The
// graph is built beforehand.
#include <lemon/cost_scaling.h>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using namespace lemon;

template <typename Method> static void run(const char *name, const SmartDigraph &g, const SmartDigraph::NodeMap<int> &supply) {
    ConstMap<SmartDigraph::Arc, int> one(1);
    const std::clock_t start = std::clock();
    Method method(g);
    method.costMap(one).supplyMap(supply);
    method.run();
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::cout << name << ": " << method.totalCost() << " swaps, " << seconds << " s" << std::endl;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1]);
    std::vector<std::string> rows;
    for (std::string row; std::getline(file, row);)
        if (!row.empty()) rows.push_back(row);
    const int n = rows.size() / 2, m = rows[0].size();
    SmartDigraph g;
    g.reserveNode(n * m);
    g.reserveArc(4 * n * m);
    for (int i = 0; i < n * m; i++) g.addNode();
    auto link = [&](int a, int b) {
        g.addArc(g.nodeFromId(a), g.nodeFromId(b));
        g.addArc(g.nodeFromId(b), g.nodeFromId(a));
    };
    SmartDigraph::NodeMap<int> supply(g);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (j + 1 < m) link(i * m + j, i * m + j + 1);
            if (i + 1 < n) link(i * m + j, i * m + m + j);
            supply[g.nodeFromId(i * m + j)] = rows[i][j] - rows[n + i][j];
        }
    run<NetworkSimplex<SmartDigraph, int, int>>("LEMON network simplex", g, supply);
    run<CostScaling<SmartDigraph, int, int>>("LEMON cost scaling", g, supply);
}
