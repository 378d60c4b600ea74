//! Costs, forbidden buttons, holes and any goal, from the game to the optimum, against brute force.

mod common;

use common::Rng;
use common::oracle::{Plain, eliminate};
use common::run::lightsout;
use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::solve::{EngineKind, Solver};
use lightsout::verify::refutes;

/// The least cost over a coset, the lexicographically least pattern of that cost, and how many there are.
fn cheapest(x: u128, kernel: &[u128], costs: &[u64]) -> (u64, u128, u64) {
    let cost_of = |x: u128| (0..costs.len()).filter(|b| x >> b & 1 == 1).map(|b| costs[b]).sum::<u64>();
    let mut best: Option<(u64, u128, u64)> = None;
    let mut solution = x;
    for i in 0..1u64 << kernel.len() {
        if i > 0 {
            solution ^= kernel[i.trailing_zeros() as usize];
        }
        let cost = cost_of(solution);
        best = Some(match best {
            Some((least, pattern, count)) if least == cost => {
                let first = if solution.reverse_bits() < pattern.reverse_bits() { solution } else { pattern };
                (least, first, count + 1)
            }
            Some(better) if better.0 < cost => better,
            _ => (cost, solution, 1),
        });
    }
    best.expect("a coset is not empty")
}

#[test]
fn random_games_with_costs_equal_brute_force() {
    let mut random = Rng::new(77);
    let (mut solved, mut impossible) = (0, 0);
    while solved + impossible < 800 {
        let (rows, cols) = (1 + random.below(7), 1 + random.below(7));
        let rule = ["plus", "x", "king", "knight", "ring:2", "diamond:2"][random.below(6)];
        let (name, topology) = Topology::NAMED[random.below(6)];
        let with_self = random.chance(75);
        let mut plain = Plain::new(rows, cols, rule, with_self, name);
        let mut cells = Vec::new();
        let zero_costs = random.chance(30);
        for r in 0..rows as i64 {
            for c in 0..cols as i64 {
                if random.chance(8) {
                    plain.holes.insert((r, c));
                }
                let forbidden = random.chance(12);
                if forbidden {
                    plain.forbidden.insert((r, c));
                }
                let cost = if zero_costs { random.below(2) } else { 1 + random.below(9) };
                cells.push((!forbidden).then_some(cost as u32));
            }
        }
        let (lights, buttons) = (plain.lights(), plain.buttons());
        let columns = plain.columns();
        let target: u128 = if random.chance(60) {
            columns.iter().filter(|_| random.chance(50)).fold(0, |acc, column| acc ^ column)
        } else {
            (0..lights.len()).filter(|_| random.chance(50)).map(|l| 1 << l).sum()
        };
        let (solution, kernel) = eliminate(&columns, target);
        if kernel.len() > 12 || lights.is_empty() {
            continue;
        }
        let at = |(r, c): (i64, i64)| (r as usize, c as usize);
        let mut wanted = BitMatrix::zeros(rows, cols);
        for (l, cell) in lights.iter().enumerate() {
            wanted.set(at(*cell).0, at(*cell).1, target >> l & 1 == 1);
        }
        let holes = BitMatrix::from_fn(rows, cols, |r, c| plain.holes.contains(&(r as i64, c as i64)));
        let neighbourhood = Neighbourhood::parse_rule(rule).expect("known");
        let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
        let game = Game::new(rows, cols, neighbourhood, topology)
            .with_holes(Some(&holes))
            .with_costs(Some(Costs::new(cols, cells.clone())));
        // From a random start to the goal that makes exactly the wanted lights change.
        let start = Board::with_holes(random.matrix(rows, cols), holes.clone());
        let mut goal = start.lights().clone();
        goal.add(&wanted);
        let engine = [EngineKind::Chase, EngineKind::Dense][random.below(2)];
        let solver = Solver::with_engine(game.clone(), engine).expect("it fits").expect("it takes any game");
        assert_eq!(solver.nullity(), kernel.len());
        let verdict = Answerer::new(solver)
            .fewest(&start, &Goal::Pattern(goal), &Limits::default())
            .expect("its checks hold");
        match (verdict, solution) {
            (Verdict::Solved(answer), Some(x)) => {
                solved += 1;
                let of_button = |cell: &(i64, i64)| cells[at(*cell).0 * cols + at(*cell).1].unwrap_or(0);
                let costs: Vec<u64> = buttons.iter().map(|b| u64::from(of_button(b))).collect();
                let (cost, pattern, count) = cheapest(x, &kernel, &costs);
                assert_eq!((answer.cost, answer.optima), (cost, Some(count.into())), "{game:?}");
                let mut presses = BitMatrix::zeros(rows, cols);
                for (b, cell) in buttons.iter().enumerate() {
                    presses.set(at(*cell).0, at(*cell).1, pattern >> b & 1 == 1);
                }
                assert_eq!(answer.presses, presses, "{game:?}");
            }
            (Verdict::Impossible(proofs), None) => {
                impossible += 1;
                let q = &proofs[0].witness.lights;
                assert!(refutes(&game, q, &wanted));
                // By the definition: every button toggles an even number of its lights, an odd number changes.
                let among = |r: i64, c: i64| q.get(r as usize, c as usize);
                let odd =
                    |button| plain.toggled(button).iter().filter(|(r, c)| among(*r, *c)).count() % 2 == 1;
                assert!(buttons.iter().all(|button| !odd(*button)), "{game:?}");
                assert_eq!(wanted.ones().filter(|&(r, c)| q.get(r, c)).count() % 2, 1);
                // Any other set of lights passes only when it is a witness too.
                let mut other = random.matrix(rows, cols);
                for (r, c) in holes.ones() {
                    other.set(r, c, false);
                }
                let among = |r: i64, c: i64| other.get(r as usize, c as usize);
                let odd =
                    |button| plain.toggled(button).iter().filter(|(r, c)| among(*r, *c)).count() % 2 == 1;
                let proves = !buttons.iter().any(|button| odd(*button))
                    && wanted.ones().filter(|&(r, c)| other.get(r, c)).count() % 2 == 1;
                assert_eq!(refutes(&game, &other, &wanted), proves, "{game:?}");
            }
            (verdict, solution) => panic!("{game:?}: {verdict:?}, not {solution:?}"),
        }
    }
    assert!(solved > 300 && impossible > 100, "{solved} solved, {impossible} impossible");
}

#[test]
fn costs_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let costs = folder.path().join("costs.txt");
    let path = costs.to_str().expect("a name");
    // The 5 x 5 all-on board has four optima of 15 presses; a dear corner leaves those that spare it.
    let mut matrix = vec![vec!["1"; 5]; 5];
    matrix[0][4] = "100";
    let write = |matrix: &[Vec<&str>]| {
        std::fs::write(&costs, matrix.iter().map(|row| row.join(" ") + "\n").collect::<String>())
            .expect("written");
    };
    write(&matrix);
    let run = lightsout(&["solve", "--costs", path, "examples/5x5.txt"], "");
    assert_eq!(run.code, 0);
    assert!(
        run.stderr.starts_with("cost 15 with 15 presses, optimal; goal off; 2 as good"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stdout.lines().next().map(|row| row.ends_with('.')), Some(true));
    matrix[0][0] = "-";
    write(&matrix);
    let run = lightsout(&["solve", "--costs", path, "examples/5x5.txt"], "");
    assert!(run.code == 0 && run.stdout.starts_with('.'), "{run:?}");
    let bad = lightsout(&["solve", "--costs", path], "11\n11\n");
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains("costs of 5 x 5 for a board of 2 x 2"), "{}", bad.stderr);
}
