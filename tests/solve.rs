//! `solve`: the fewest presses against brute force over the whole kernel, the published cases, the contract.

mod common;

use common::plain::{Set, minimum, plus_columns, solve};
use common::run::lightsout;
use common::{Rng, case, cases};
use lightsout::answer::{Answerer, Goal, Status, Verdict};
use lightsout::board::Board;
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::solve::Solver;
use serde_json::Value;

fn columns(rows: usize, cols: usize) -> Vec<Set> {
    plus_columns(rows, cols).into_iter().map(Set::of).collect()
}

fn answerer(rows: usize, cols: usize) -> Answerer {
    Answerer::new(Solver::new(Game::plus(rows, cols)).expect("it fits"))
}

fn fewest(answerer: &Answerer, board: &Board, goal: &Goal) -> Verdict {
    answerer.fewest(board, goal, &Limits::default()).expect("its checks hold")
}

fn board(rows: usize, cols: usize, on: Set) -> Board {
    Board::new(BitMatrix::from_fn(rows, cols, |r, c| on.has(r * cols + c)))
}

/// The answer of brute force for one or two targets: size, least pattern, count.
fn brute(columns: &[Set], targets: &[Set]) -> Option<(usize, Set, usize)> {
    let mut best: Option<(usize, Set, usize)> = None;
    for target in targets {
        let (solution, kernel) = solve(columns, *target);
        let Some(solution) = solution else { continue };
        let (size, least, count) = minimum(solution, &kernel);
        best = Some(match best {
            Some((s, l, n)) if s < size => (s, l, n),
            Some((s, l, n)) if s == size => (s, if least.before(&l) { least } else { l }, n + count),
            _ => (size, least, count),
        });
    }
    best
}

#[test]
fn random_boards_up_to_12_by_12_equal_brute_force() {
    let mut random = Rng::new(2026);
    for trial in 0..160 {
        let (rows, cols) = match trial {
            0..12 => (trial + 1, trial + 1),
            12..24 => (1, trial - 11),
            24..36 => (trial - 23, 1),
            _ => (1 + random.below(12), 1 + random.below(12)),
        };
        let n = rows * cols;
        let columns = columns(rows, cols);
        let full = Set::of(0..n);
        let answerer = answerer(rows, cols);
        for planted in [true, true, false] {
            let mut lights = Set::of((0..n).filter(|_| random.chance(50)));
            if planted {
                lights =
                    (0..n).filter(|&b| lights.has(b)).fold(Set::default(), |acc, b| acc.plus(columns[b]));
            }
            let start = board(rows, cols, lights);
            let cases = [
                (Goal::Off, vec![lights]),
                (Goal::On, vec![lights.plus(full)]),
                (Goal::Either, vec![lights, lights.plus(full)]),
            ];
            for (goal, targets) in cases {
                let verdict = fewest(&answerer, &start, &goal);
                let wanted = brute(&columns, &targets);
                match (verdict, wanted) {
                    (Verdict::Impossible(proofs), None) => assert_eq!(proofs.len(), targets.len()),
                    (Verdict::Solved(answer), Some((size, least, count))) => {
                        assert_eq!(answer.status, Status::Optimal);
                        assert_eq!((answer.cost, answer.bound), (size as u64, size as u64));
                        assert_eq!(answer.presses, *board(rows, cols, least).lights(), "{rows} x {cols}");
                        assert_eq!(answer.optima, Some(count.into()), "{rows} x {cols} {goal:?}");
                    }
                    (verdict, wanted) => panic!("{rows} x {cols} {goal:?}: {verdict:?}, not {wanted:?}"),
                }
            }
        }
    }
}

#[test]
fn nullities_and_all_on_minima_of_the_tables() {
    let nullity = case("own-rect-nullity").expected;
    let minima = case("own-rect-allon-min").expected;
    for rows in 1..=12 {
        for cols in 1..=12 {
            let answerer = answerer(rows, cols);
            assert_eq!(answerer.solver().nullity() as u64, nullity[rows - 1][cols - 1]);
            if let Some(wanted) = minima[rows - 1][cols - 1].as_u64() {
                let start = board(rows, cols, Set::of(0..rows * cols));
                let Verdict::Solved(answer) = fewest(&answerer, &start, &Goal::Off) else {
                    panic!("all on is always solvable (Sutner 1989)")
                };
                assert_eq!(answer.cost, wanted, "{rows} x {cols}");
            }
        }
    }
    let published: Vec<usize> = serde_json::from_value(case("oeis-A159257").expected).expect("a table");
    for (i, wanted) in published.into_iter().take(40).enumerate() {
        let solver = Solver::new(Game::plus(i + 1, i + 1)).expect("it fits");
        assert_eq!(solver.nullity(), wanted, "n = {}", i + 1);
    }
}

#[test]
fn published_flip_cases_through_the_command() {
    let mut seen = 0;
    for case in cases() {
        if case.kind != "flip" || case.rule != "plus" || case.topology != "grid" {
            continue;
        }
        seen += 1;
        let rows: Vec<String> = serde_json::from_value(case.board.clone()).expect("rows");
        let mut text: Vec<Vec<u8>> = rows.into_iter().map(String::into_bytes).collect();
        for &(r, c) in &case.holes {
            text[r][c] = b'~';
        }
        let run = lightsout(&["solve", "--goal", &case.goal, "--json"], text.join(&b'\n'));
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["nullity"], case.nullity.expect("known"), "{}", case.id);
        if case.expected == "Impossible" {
            assert_eq!((run.code, &answer["status"]), (1, &Value::from("impossible")), "{}", case.id);
            continue;
        }
        assert_eq!((run.code, &answer["status"]), (0, &Value::from("optimal")), "{}", case.id);
        assert_eq!(answer["presses"], case.expected, "{}", case.id);
        // For `either` the data counts the optima of one goal, the answer those of both.
        let optima = case.optimal_solutions.expect("known") + usize::from(case.id == "flip-poj1753-1");
        assert_eq!(answer["optima"], optima, "{}", case.id);
        let cell = |c: char| match c {
            '1' => 'X',
            '.' => '~',
            _ => '.',
        };
        let lexmin: Vec<String> =
            case.lexmin_solution.expect("known").iter().map(|row| row.chars().map(cell).collect()).collect();
        assert_eq!(answer["pattern"], Value::from(lexmin), "{}", case.id);
    }
    assert!(seen >= 29, "only {seen} cases");
}

#[test]
fn what_the_command_prints() {
    let run = lightsout(&["solve", "examples/5x5.txt"], "");
    assert_eq!((run.code, run.stdout.as_str()), (0, "...XX\nXX.XX\nXXX..\n.XXX.\nX.XX.\n"));
    assert_eq!(run.stderr, "15 presses, optimal; goal off; 4 as good\n");
    let run = lightsout(&["solve", "--quiet", "examples/5x5.txt"], "");
    assert_eq!(run.stderr, "");
    let run = lightsout(&["solve", "--any", "--size", "3x3", "--all-on"], "");
    assert_eq!(run.stdout, "X.X\n.X.\nX.X\n");
    assert!(run.stderr.contains("5 presses, any solution"), "{}", run.stderr);
    let run = lightsout(&["solve", "--goal", "on", "--size", "2x2"], "0000");
    assert_eq!(run.stdout, "XX\nXX\n");
    let run = lightsout(&["solve", "--goal", "examples/classic.txt", "examples/classic.txt"], "");
    assert_eq!(run.stdout, "....\n".repeat(4));
    // Both goals tie at 0 and 4 presses: the fewer.
    let run = lightsout(&["solve", "--goal", "either", "--json"], "1111 1111 1111 1111".replace(' ', "\n"));
    assert!(run.stdout.contains("\"goal\": \"on\""), "{}", run.stdout);
    let run = lightsout(&["solve"], "10\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
    let run = lightsout(&["solve", "--no-answer", "no way"], "10\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, "no way\n"));
}

#[test]
fn random_boards_are_reproducible() {
    let first = lightsout(&["solve", "--size", "7x9", "--random", "5"], "");
    assert_eq!(first.stdout, lightsout(&["solve", "--size", "7x9", "--random", "5"], "").stdout);
    assert_ne!(first.stdout, lightsout(&["solve", "--size", "7x9", "--random", "6"], "").stdout);
}

#[test]
fn threads_do_not_change_the_answer() {
    let runs: Vec<String> = ["1", "2", "8"]
        .iter()
        .map(|n| lightsout(&["solve", "--size", "16x16", "--all-on", "--threads", n], "").stdout)
        .collect();
    assert!(runs[0].lines().count() == 16 && runs.iter().all(|run| *run == runs[0]));
}
