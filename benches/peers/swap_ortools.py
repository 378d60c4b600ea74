"""The fewest swaps by OR-tools' SimpleMinCostFlow (PyPI: ortools, numpy), for comparison with
`cargo bench --bench swap -- write 300 target/swap.txt`.

    python3 benches/peers/swap_ortools.py target/swap.txt

Reads two boards of 0 and 1 without holes; prints the cost and the processor time of the solution alone.
"""

import sys
import time

import numpy as np
from ortools.graph.python import min_cost_flow

start, target = (np.array([list(row) for row in board.split()]).astype(int) for board in open(sys.argv[1]).read().split("\n\n"))
cells = np.arange(start.size).reshape(start.shape)
pairs = [(cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:])]
tails = np.concatenate([end.ravel() for a, b in pairs for end in (a, b)])
heads = np.concatenate([end.ravel() for a, b in pairs for end in (b, a)])
flow = min_cost_flow.SimpleMinCostFlow()
flow.add_arcs_with_capacity_and_unit_cost(tails, heads, np.full(tails.size, start.size), np.ones(tails.size, int))
flow.set_nodes_supplies(cells.ravel(), (start - target).ravel())
begin = time.process_time()
flow.solve()
print(f"OR-tools SimpleMinCostFlow: {flow.optimal_cost()} swaps, {time.process_time() - begin:.2f} s")
