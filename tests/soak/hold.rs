//! One game and its boards: every engine held against the independent route.

use lightsout::answer::{Answerer, Count, Goal, Rounds, Status, Verdict};
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::{Limits, Route};
use lightsout::solve::{EngineKind, Solver, Witness, nullity_by_polynomials};
use lightsout::verify;

use super::common::Rng;
use super::draw::{self, Drawn, RULES};
use super::system::{Cells, System, add, flip, has, size};
use super::tally::Tally;

/// The largest nullity for which all solutions are written out.
const MOST_QUIET: usize = 17;
/// About how many solutions of a game are written out in all.
const SOLUTIONS: usize = 1 << 15;
/// The fewest presses take some microseconds a board: at most so many boards of a game are asked for them.
const MOST_ASKED: usize = 48;

/// The cells of a pattern, after a look at its padding.
fn cells(pattern: &BitMatrix) -> Cells {
    let (rows, cols) = (pattern.rows(), pattern.cols());
    let mut cells = vec![0; (rows * cols).div_ceil(64)];
    for row in 0..rows {
        for (i, word) in pattern.row_words(row).iter().enumerate() {
            let width = (cols - 64 * i).min(64);
            assert!(width == 64 || word >> width == 0, "padding of row {row}");
            let at = row * cols + 64 * i;
            cells[at / 64] |= word << (at % 64);
            if at % 64 != 0 && at % 64 + width > 64 {
                cells[at / 64 + 1] |= word >> (64 - at % 64);
            }
        }
    }
    cells
}

fn pattern(rows: usize, cols: usize, cells: &[u64]) -> BitMatrix {
    BitMatrix::from_fn(rows, cols, |r, c| has(cells, r * cols + c))
}

pub(crate) struct Held<'a> {
    drawn: &'a Drawn,
    system: System,
    /// One for each engine that takes the game.
    answerers: Vec<Answerer>,
    pub(crate) tally: Tally,
}

impl<'a> Held<'a> {
    pub(crate) fn new(drawn: &'a Drawn) -> Self {
        let system = System::new(&drawn.plain);
        let k = system.quiet.len();
        let mut answerers = Vec::new();
        for kind in EngineKind::ALL {
            let Some(solver) = Solver::with_engine(drawn.game.clone(), kind).expect("it fits") else {
                assert_eq!(kind, EngineKind::Spectral, "the others take any game");
                continue;
            };
            assert_eq!(solver.nullity(), k, "nullity, {}", kind.name());
            if k <= 40 {
                let quiet: Vec<Cells> = solver.quiet_patterns().iter().map(cells).collect();
                assert_eq!(quiet, system.quiet, "quiet patterns, {}", kind.name());
            }
            answerers.push(Answerer::new(solver));
        }
        if let Some(nullity) = nullity_by_polynomials(&drawn.game).expect("it fits") {
            assert_eq!(nullity, k, "nullity by polynomials");
        }
        Self { drawn, system, answerers, tally: Tally::default() }
    }

    /// Solves all boards with all engines, and asks for the fewest presses of some.
    pub(crate) fn run(&mut self, random: &mut Rng) {
        let (rows, cols) = (self.drawn.game.rows(), self.drawn.game.cols());
        let wanted: Vec<Cells> = (0..self.drawn.boards).map(|_| draw::wanted(random, &self.system)).collect();
        let lights: Vec<BitMatrix> = wanted.iter().map(|cells| pattern(rows, cols, cells)).collect();
        let solvable: Vec<bool> = wanted.iter().map(|wanted| self.system.solve(wanted).is_some()).collect();
        let at_once = random.chance(50);
        for answerer in &self.answerers {
            let engine = answerer.solver().engine();
            let answers = if at_once {
                engine.solve_many(&lights)
            } else {
                lights.iter().map(|lights| engine.solve(lights)).collect()
            };
            assert_eq!(answers.len(), wanted.len());
            for (i, answer) in answers.iter().enumerate() {
                self.check(answer, &wanted[i], solvable[i], engine.name());
            }
            self.check_the_checkers(random, &answers, &wanted, &lights);
            self.tally.add("boards solved or refuted, by engine", engine.name(), wanted.len());
        }
        let solved = solvable.iter().filter(|solvable| **solvable).count();
        self.tally.add("boards, by verdict", "solved", solved);
        self.tally.add("boards, by verdict", "impossible", wanted.len() - solved);
        self.tally.add("boards, by rule", RULES[self.drawn.rule], wanted.len());
        self.tally.add("boards, by topology", self.drawn.game.topology().name(), wanted.len());
        self.tally.add("boards, by nullity", nullity_class(self.system.quiet.len()), wanted.len());
        let class = match rows * cols {
            0..=16 => "up to 16",
            17..=64 => "17 to 64",
            65..=144 => "65 to 144",
            _ => "145 or more",
        };
        self.tally.add("boards, by cells", class, wanted.len());
        let special = match (self.drawn.game.holes().is_some(), self.drawn.costs.is_some()) {
            (false, false) => "neither",
            (true, false) => "holes",
            (false, true) => "costs",
            (true, true) => "holes and costs",
        };
        self.tally.add("boards, by holes and costs", special, wanted.len());
        self.tally.add("games", "all", 1);
        self.fewest(random, &wanted);
    }

    fn check(&self, answer: &Result<BitMatrix, Witness>, wanted: &[u64], solvable: bool, engine: &str) {
        match answer {
            Ok(presses) => {
                assert!(solvable, "{engine} solves a board that has no solution");
                assert!(self.system.is_solution(&cells(presses), wanted), "{engine}: presses {presses:?}");
            }
            Err(witness) => {
                assert!(!solvable, "{engine} refutes a board that has a solution");
                assert!(self.system.is_witness(&cells(&witness.lights), wanted), "{engine}: {witness:?}");
            }
        }
    }

    /// What is right passes the crate's checker, and passes neither it nor this test's once a bit is wrong.
    fn check_the_checkers(
        &self,
        random: &mut Rng,
        answers: &[Result<BitMatrix, Witness>],
        wanted: &[Cells],
        lights: &[BitMatrix],
    ) {
        let (game, system) = (&self.drawn.game, &self.system);
        for _ in 0..2 {
            let i = random.below(wanted.len());
            let cell = random.below(system.columns.len());
            let (r, c) = (cell / game.cols(), cell % game.cols());
            match &answers[i] {
                Ok(presses) => {
                    assert_eq!(verify::wrong_lights(game, presses, &lights[i]), 0);
                    let mut wrong = presses.clone();
                    wrong.flip(r, c);
                    let is_quiet =
                        system.buttons.binary_search(&cell).is_ok() && size(&system.columns[cell]) == 0;
                    assert_eq!(system.is_solution(&cells(&wrong), &wanted[i]), is_quiet);
                    assert_eq!(verify::wrong_lights(game, &wrong, &lights[i]) == 0, is_quiet);
                }
                Err(witness) => {
                    assert!(verify::refutes(game, &witness.lights, &lights[i]));
                    let mut wrong = witness.lights.clone();
                    wrong.flip(r, c);
                    let passes = system.is_witness(&cells(&wrong), &wanted[i]);
                    // The other half of the proof is lost, or an unwanted light that no button toggles came in.
                    let idle = system.columns.iter().all(|column| !has(column, cell));
                    assert_eq!(passes, has(&system.lights, cell) && idle && !has(&wanted[i], cell));
                    if has(&system.lights, cell) {
                        assert_eq!(verify::refutes(game, &wrong, &lights[i]), passes);
                    }
                }
            }
        }
    }

    fn fewest(&mut self, random: &mut Rng, wanted: &[Cells]) {
        let (k, costs) = (self.system.quiet.len(), self.drawn.costs.as_deref());
        if k > MOST_QUIET {
            return;
        }
        let (rows, cols) = (self.drawn.game.rows(), self.drawn.game.cols());
        let goal = random.below(4);
        let budget = (if costs.is_some() { SOLUTIONS / 8 } else { SOLUTIONS }) >> k;
        let asked = budget.clamp(1, MOST_ASKED);
        let all_on = |cells: &Cells| {
            let mut cells = cells.clone();
            add(&mut cells, &self.system.lights);
            cells
        };
        let mut rounds: Option<(Goal, Rounds)> = None;
        for wanted in wanted.iter().take(asked) {
            // The board, and what has to change for each goal.
            let any = draw::any_lights(random, &self.system);
            let (board, goal, targets) = match goal {
                0 => (wanted.clone(), Goal::Off, vec![("off", wanted.clone())]),
                1 => (all_on(wanted), Goal::On, vec![("on", wanted.clone())]),
                2 => (wanted.clone(), Goal::Either, vec![("off", wanted.clone()), ("on", all_on(wanted))]),
                _ => {
                    let mut end = any.clone();
                    add(&mut end, wanted);
                    (any, Goal::Pattern(pattern(rows, cols, &end)), vec![("pattern", wanted.clone())])
                }
            };
            let lights = pattern(rows, cols, &board);
            let board = match self.drawn.game.holes() {
                Some(holes) => Board::with_holes(lights, holes.clone()),
                None => Board::new(lights),
            };
            let solutions: Vec<Cells> =
                targets.iter().filter_map(|(_, lights)| self.system.solve(lights)).collect();
            let wanted_optima = if k <= 8 && random.chance(20) { 1 + random.below(6) } else { 1 };
            let best =
                (!solutions.is_empty()).then(|| self.system.cheapest(&solutions, costs, wanted_optima > 1));
            let routes = [
                None,
                None,
                Some(Route::Gray),
                Some(Route::Walsh),
                Some(Route::Split),
                Some(Route::Streamed),
                Some(Route::Trellis),
            ];
            let route = routes[random.below(routes.len())];
            // Room for the quiet patterns and no more: lists are short, and words past their end are found again.
            let room = 2 * k as u64 * BitMatrix::bytes_needed(rows, cols) as u64;
            let memory = if route == Some(Route::Streamed) { room } else { 1 << 30 };
            let limits = Limits { route, memory, solutions: wanted_optima, ..Limits::default() };
            let answerer = &self.answerers[random.below(self.answerers.len())];
            let verdict = answerer.fewest(&board, &goal, &limits).expect("its checks hold");
            match (verdict, &best) {
                (Verdict::Solved(answer), Some(best)) => {
                    assert_eq!((answer.cost, answer.bound), (best.cost, best.cost), "least cost, {route:?}");
                    assert_eq!(answer.status, Status::Optimal, "{route:?}");
                    assert_eq!(answer.optima, Some(best.count.into()), "number of optima, {route:?}");
                    assert_eq!(cells(&answer.presses), best.least, "least optimum, {route:?}");
                    let target = targets.iter().find(|(name, _)| *name == answer.goal).expect("a goal");
                    assert!(self.system.is_solution(&best.least, &target.1), "goal {}", answer.goal);
                    if wanted_optima > 1 {
                        let further: Vec<Cells> = answer.further.iter().map(cells).collect();
                        let most = wanted_optima.min(best.all.len());
                        assert_eq!(further, best.all[1..most], "further optima, {route:?}");
                    }
                }
                (Verdict::Impossible(proofs), None) => {
                    assert_eq!(proofs.len(), targets.len());
                    for (proof, (name, lights)) in proofs.iter().zip(&targets) {
                        assert_eq!(proof.goal, *name);
                        assert!(self.system.is_witness(&cells(&proof.witness.lights), lights));
                    }
                }
                (verdict, best) => panic!("{verdict:?}, not {best:?}"),
            }
            if costs.is_none() {
                let fresh =
                    |goal: &Goal| Rounds::new(self.drawn.game.clone(), goal.clone()).expect("it fits");
                if rounds.as_ref().is_none_or(|(last, _)| *last != goal) {
                    rounds = Some((goal.clone(), fresh(&goal)));
                }
                let count = rounds.as_mut().map(|(_, rounds)| rounds.fewest(&board, &Limits::default()));
                let count = count.expect("set above").expect("its checks hold");
                assert_eq!(count, best.as_ref().map_or(Count::Impossible, |best| Count::Fewest(best.cost)));
            }
            self.tally.add("fewest presses held, by route asked", route.map_or("any", Route::name), 1);
            self.tally.add("fewest presses held, by goal", goal.name(), 1);
            self.tally.add("fewest presses held, by nullity", nullity_class(k), 1);
        }
    }
}

fn nullity_class(k: usize) -> String {
    match k {
        0..=9 => format!(" {k}"),
        10..=17 => format!("{k}"),
        18..=40 => "18 to 40".to_owned(),
        _ => "41 or more".to_owned(),
    }
}

/// A board that changes in one cell is another board: the packing of cells is not a constant.
#[test]
fn patterns_are_packed_as_numbered() {
    let mut random = Rng::new(8);
    for (rows, cols) in [(1, 1), (5, 7), (3, 64), (9, 65), (2, 130), (140, 3)] {
        let matrix = random.matrix(rows, cols);
        let mut packed = vec![0; (rows * cols).div_ceil(64)];
        matrix.ones().for_each(|(r, c)| flip(&mut packed, r * cols + c));
        assert_eq!(cells(&matrix), packed, "{rows} x {cols}");
        assert_eq!(pattern(rows, cols, &packed), matrix);
    }
}
