//! Answers as text and as JSON.

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::progress::Phase;
use lightsout::answer::{Answer, Goal, Refutation, Status, Verdict};
use lightsout::board::text::{Symbols, write_pattern};
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::solve::Solver;

/// A press pattern or a set of lights as rows of `.` and `X`, holes as `~`.
pub fn pattern_rows(pattern: &BitMatrix, holes: Option<&BitMatrix>) -> Vec<String> {
    pattern_text(pattern, holes).lines().map(str::to_owned).collect()
}

/// The same as one text, a row a line.
pub fn pattern_text(pattern: &BitMatrix, holes: Option<&BitMatrix>) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write_pattern(&mut text, pattern, holes, Symbols::PATTERN);
    text.into_iter().map(char::from).collect()
}

/// The rule of a game as the report names it.
#[derive(Debug, Serialize)]
pub struct Rules {
    rows: usize,
    cols: usize,
    rule: String,
    topology: &'static str,
}

impl Rules {
    pub fn of(game: &Game) -> Self {
        let rule = game.neighbourhood().to_string();
        Self { rows: game.rows(), cols: game.cols(), rule, topology: game.topology().name() }
    }
}

/// `solve --json`.
#[derive(Debug, Serialize)]
pub struct SolveReport {
    #[serde(flatten)]
    pub rules: Rules,
    pub goal: &'static str,
    pub solvable: bool,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub optima: Option<BigUint>,
    pub nullity: usize,
    pub engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Vec<String>>,
    /// The optima after `pattern`, as many as `--solutions` asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<WitnessReport>,
    pub phases: Vec<Phase>,
}

impl SolveReport {
    /// What became of a board of the prepared game.
    pub fn new(verdict: &Verdict, solver: &Solver, goal: &Goal, phases: &[Phase]) -> Self {
        let game = solver.game();
        let report = Self {
            rules: Rules::of(game),
            goal: goal.name(),
            solvable: false,
            status: "impossible",
            presses: None,
            cost: None,
            bound: None,
            optima: None,
            nullity: solver.nullity(),
            engine: solver.engine().name(),
            pattern: None,
            further: Vec::new(),
            witnesses: Vec::new(),
            phases: phases.to_vec(),
        };
        match verdict {
            Verdict::Solved(answer) => Self {
                goal: answer.goal,
                solvable: true,
                status: status_name(answer.status),
                presses: Some(answer.presses.count_ones()),
                cost: Some(answer.cost),
                bound: (answer.status != Status::Any).then_some(answer.bound),
                optima: answer.optima.clone(),
                pattern: Some(pattern_rows(&answer.presses, game.holes())),
                further: answer.further.iter().map(|p| pattern_rows(p, game.holes())).collect(),
                ..report
            },
            Verdict::Impossible(refutations) => {
                Self { witnesses: refutations.iter().map(|r| WitnessReport::of(r, game)).collect(), ..report }
            }
        }
    }
}

/// The proof that one goal cannot be reached.
#[derive(Debug, Serialize)]
pub struct WitnessReport {
    pub goal: &'static str,
    pub lights: Vec<String>,
}

impl WitnessReport {
    fn of(refutation: &Refutation, game: &Game) -> Self {
        let lights = pattern_rows(&refutation.witness.lights, game.holes());
        Self { goal: refutation.goal, lights }
    }
}

/// The name of a status in JSON.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::Optimal => "optimal",
        Status::Bounded => "not proved",
        Status::Any => "any",
    }
}

/// A count as a number, or as a string of digits when it exceeds 64 bits.
pub fn count<S: Serializer>(count: &Option<BigUint>, serializer: S) -> Result<S::Ok, S::Error> {
    match count.as_ref().map(|c| (c, u64::try_from(c))) {
        None => serializer.serialize_none(),
        Some((_, Ok(number))) => serializer.serialize_u64(number),
        Some((big, Err(_))) => serializer.serialize_str(&big.to_string()),
    }
}

/// The line about an answer: how many presses, how sure, which goal, how many optima.
pub fn summary(answer: &Answer, has_costs: bool) -> String {
    let presses = plural(answer.presses.count_ones() as u64, "press", "presses");
    let what = if has_costs { format!("cost {} with {presses}", answer.cost) } else { presses };
    let sure = match answer.status {
        Status::Optimal => "optimal".to_owned(),
        Status::Bounded => format!("not proved (at least {})", answer.bound),
        Status::Any => "any solution".to_owned(),
    };
    let optima = match &answer.optima {
        Some(count) if *count == BigUint::from(1u8) => "; the only one".to_owned(),
        Some(count) => format!("; {count} as good"),
        None => String::new(),
    };
    format!("{what}, {sure}; goal {}{optima}", answer.goal)
}

/// A number with its noun.
pub fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
