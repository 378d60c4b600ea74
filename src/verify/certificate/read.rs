//! From the document to the claims: everything is of the right form, or the place is named where it is not.

use num_bigint::BigUint;

use super::claim::{
    Apart, Certificate, Claim, Component, Method, Part, Proof, Side, Solved, Target, targets_of,
};
use super::document::{
    AnswerDocument, ComponentDocument, Document, FORMAT, Levels, OptimumDocument, PartDocument,
    ProofDocument, RuleDocument, SideDocument, VERSION, number,
};
use super::effort::CertificateError;
use super::locate::{Path, Step, locate};
use crate::board::Board;
use crate::game::{Costs, Game, Neighbourhood, Topology};
use crate::gf2::{BitMatrix, BitRow};

/// What is wrong with a value, and the way to it from the inside out.
struct Misfit {
    way: Vec<Step>,
    problem: String,
}

type Read<T> = Result<T, Misfit>;

fn misfit<T>(problem: impl Into<String>) -> Read<T> {
    Err(Misfit { way: Vec::new(), problem: problem.into() })
}

/// Says in which field, or at which place of a list, a value stands.
trait At {
    fn at(self, step: Step) -> Self;
    fn key(self, key: &'static str) -> Self;
}

impl<T> At for Read<T> {
    fn at(mut self, step: Step) -> Self {
        if let Err(misfit) = &mut self {
            misfit.way.push(step);
        }
        self
    }

    fn key(self, key: &'static str) -> Self {
        self.at(Step::Key(key))
    }
}

/// Reads each value of a list.
fn each<A, B>(list: &[A], read: impl Fn(&A) -> Read<B>) -> Read<Vec<B>> {
    list.iter().enumerate().map(|(i, value)| read(value).at(Step::Index(i))).collect()
}

impl Certificate {
    /// Reads a certificate. What it claims is not checked, see [`check`](Self::check).
    ///
    /// # Errors
    /// [`CertificateError::Form`] with the first place at which it is not of the right form. Memory stays within a small
    /// multiple of the text's.
    pub fn parse(text: &[u8]) -> Result<Self, CertificateError> {
        let document: Document = serde_json::from_slice(text).map_err(|error| json_error(text, &error))?;
        read(document).map_err(|mut misfit| {
            misfit.way.reverse();
            let (line, column) = locate(text, &misfit.way);
            CertificateError::Form {
                line,
                column,
                problem: format!("{}: {}", Path(&misfit.way), misfit.problem),
            }
        })
    }
}

/// The error of the library, its place first, and what would be right.
fn json_error(text: &[u8], error: &serde_json::Error) -> CertificateError {
    let (line, byte) = (error.line().max(1), error.column().max(1));
    let row = text.split(|b| *b == b'\n').nth(line - 1).unwrap_or_default();
    // The place counts bytes; a character begins at each that is no continuation.
    let column = row[..byte.min(row.len())].iter().filter(|b| **b & 0xC0 != 0x80).count().max(1);
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    // What is quoted from the text may hold anything.
    let message: String = message.chars().map(|c| if c.is_control() { '?' } else { c }).take(200).collect();
    CertificateError::Form {
        line,
        column,
        problem: format!("{message}; a certificate is one JSON document, as solve --certificate writes it"),
    }
}

fn read(document: Document) -> Read<Certificate> {
    let Document { format, version, rows, cols, rule, board, costs, goal, wanted, .. } = &document;
    if format != FORMAT {
        return misfit(format!("{format:.40?} is no certificate; the format is {FORMAT:?}")).key("format");
    }
    if *version != VERSION {
        return misfit(format!("version {version} is not known; known is {VERSION}")).key("version");
    }
    if *rows == 0 || *cols == 0 {
        return misfit("a board has at least one cell").key(if *rows == 0 { "rows" } else { "cols" });
    }
    let (lights, holes) = read_cells(board, (*rows, *cols), true).key("board")?;
    let board = Board::with_holes(lights, holes);
    let game = Game::new(*rows, *cols, read_rule(rule).key("rule")?, read_topology(rule).key("rule")?);
    let game = game.with_holes(board.holes());
    let costs = costs.as_ref().map(|costs| read_costs(costs, (*rows, *cols)).key("costs")).transpose()?;
    let game = game.with_costs(costs);
    let Some(goal) = ["off", "on", "either", "pattern"].into_iter().find(|known| known == goal) else {
        return misfit(format!("{goal:.40?} is no goal; give off, on, either or pattern")).key("goal");
    };
    let wanted = match (goal, wanted) {
        ("pattern", Some(wanted)) => Some(read_pattern(wanted, &board).key("wanted")?),
        ("pattern", None) => return misfit("the goal pattern needs the field wanted").key("goal"),
        (_, Some(_)) => return misfit("a board wanted is for the goal pattern").key("wanted"),
        (_, None) => None,
    };
    let quiet = read_quiet(&document, &board)?;
    let targets = read_targets(&document, goal, &board, quiet.len())?;
    let optimum = document.optimum.as_ref().map(|optimum| read_optimum(optimum, quiet.len()).key("optimum"));
    let optimum = optimum.transpose()?;
    let solved = targets.iter().any(|target| matches!(target.claim, Claim::Solved(_)));
    if solved != optimum.is_some() {
        let problem = "there is an optimum exactly when a target is solved";
        return misfit(problem).key(if solved { "targets" } else { "optimum" });
    }
    if solved != document.nullity.is_some() {
        let problem = "there is a nullity exactly when a target is solved";
        return misfit(problem).key(if solved { "targets" } else { "nullity" });
    }
    Ok(Certificate { game, board, goal, wanted, quiet, targets, optimum })
}

/// Rows of `X`, `.` and, where they may be, `~`: what is on, and what is a hole.
fn read_cells(rows: &[String], size: (usize, usize), may_have_holes: bool) -> Read<(BitMatrix, BitMatrix)> {
    if rows.len() != size.0 {
        return misfit(format!("it has {} rows, not {}; give one string a row", rows.len(), size.0));
    }
    // The length of every row before anything of the size is made.
    each(rows, |row| match row.len() == size.1 {
        true => Ok(()),
        false => misfit(format!("this row has {} cells, not {}", row.chars().count(), size.1)),
    })?;
    let mut on = BitMatrix::zeros(size.0, size.1);
    let mut holes = BitMatrix::zeros(size.0, size.1);
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.bytes().enumerate() {
            match cell {
                b'X' => on.set(r, c, true),
                b'.' => {}
                b'~' if may_have_holes => holes.set(r, c, true),
                _ => {
                    let problem = format!("character {} is no cell; cells are X and ., a hole is ~", c + 1);
                    return misfit(problem).at(Step::Index(r));
                }
            }
        }
    }
    Ok((on, holes))
}

/// A pattern with the board's holes.
fn read_pattern(rows: &[String], board: &Board) -> Read<BitMatrix> {
    let (on, holes) = read_cells(rows, (board.rows(), board.cols()), true)?;
    let same = board.holes().map_or(holes.is_zero(), |expected| *expected == holes);
    if same { Ok(on) } else { misfit("its holes are not the board's; write the same holes") }
}

fn read_rule(rule: &RuleDocument) -> Read<Neighbourhood> {
    let (name, with_self) = match rule.name.strip_suffix(" --no-self") {
        Some(name) => (name, false),
        None => (rule.name.as_str(), true),
    };
    let neighbourhood = match name {
        "offsets" if rule.offsets.is_empty() => Neighbourhood::from_offsets([]),
        "offsets" => match Neighbourhood::parse_offsets(&rule.offsets) {
            Ok(neighbourhood) => neighbourhood,
            Err(error) => return misfit(error.to_string()).key("offsets"),
        },
        _ => match Neighbourhood::parse_rule(name) {
            Ok(neighbourhood) => neighbourhood,
            Err(error) => return misfit(error.to_string()).key("name"),
        },
    };
    let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
    let listed =
        |list: &[(i64, i64)]| list.iter().map(|(r, c)| format!("{r},{c}")).collect::<Vec<_>>().join(" ");
    let differs = |key: &'static str| {
        misfit(format!("these are not those of the rule {:?}, in row-major order", rule.name)).key(key)
    };
    if listed(neighbourhood.offsets()) != rule.offsets {
        return differs("offsets");
    }
    if listed(neighbourhood.rays()) != rule.lines {
        return differs("lines");
    }
    Ok(neighbourhood)
}

fn read_topology(rule: &RuleDocument) -> Read<Topology> {
    Topology::parse(&rule.topology).or_else(|error| misfit(error.to_string()).key("topology"))
}

fn read_costs(rows: &[String], size: (usize, usize)) -> Read<Costs> {
    let problem = || format!("costs of {} x {} are wanted, numbers or - apart by one blank", size.0, size.1);
    if rows.len() != size.0 {
        return misfit(problem());
    }
    let read = each(rows, |row| {
        let costs: Option<Vec<Option<u32>>> = row
            .split(' ')
            .map(|cost| if cost == "-" { Some(None) } else { number(cost).map(Some) })
            .collect();
        costs.filter(|costs| costs.len() == size.1).map_or_else(|| misfit(problem()), Ok)
    })?;
    Ok(Costs::new(size.1, read.concat()))
}

/// The quiet patterns; none when the field is left out together with the nullity.
fn read_quiet(document: &Document, board: &Board) -> Read<Vec<BitMatrix>> {
    match (&document.nullity, &document.quiet_patterns) {
        (None, None) => Ok(Vec::new()),
        (Some(nullity), Some(patterns)) if *nullity == patterns.len() => {
            each(patterns, |rows| read_pattern(rows, board)).key("quiet_patterns")
        }
        _ => misfit("as many quiet patterns as the nullity says are wanted").key("quiet_patterns"),
    }
}

fn read_optimum(optimum: &OptimumDocument, k: usize) -> Read<(&'static str, u64, BigUint)> {
    let Some(goal) = ["off", "on", "pattern"].into_iter().find(|known| *known == optimum.goal) else {
        return misfit("the goal of a target is wanted").key("goal");
    };
    Ok((goal, optimum.cost, read_count(&optimum.optima, k).key("optima")?))
}

/// A number of solutions: no more than twice 2^k.
fn read_count(text: &str, k: usize) -> Read<BigUint> {
    // Digits take more than three bits, and turning many into a number takes long.
    let digits = k / 3 + 2;
    match Some(text).filter(|text| text.len() <= digits).and_then(number) {
        Some(count) => Ok(count),
        None => misfit(format!("a number of at most {digits} digits is wanted")),
    }
}

fn read_u128(text: &str) -> Read<u128> {
    number(text).map_or_else(|| misfit("a number in digits is wanted"), Ok)
}

fn read_targets(document: &Document, goal: &str, board: &Board, k: usize) -> Read<Vec<Target>> {
    let expected = targets_of(goal);
    if document.targets.len() != expected.len() {
        let problem =
            format!("the goal {goal} accepts {} of the boards off, on, pattern", expected.join(" and "));
        return misfit(problem).key("targets");
    }
    let mut targets = Vec::new();
    for (i, (target, goal)) in document.targets.iter().zip(expected).enumerate() {
        let read = || -> Read<Target> {
            if target.goal != *goal {
                return misfit(format!("the goal {goal} is wanted here")).key("goal");
            }
            let claim = match &target.answer {
                AnswerDocument::Impossible { witness } => Claim::Impossible(
                    read_pattern(witness, board).key("witness").key("impossible").key("answer")?,
                ),
                AnswerDocument::Solved { presses, cost, optima, proof } => {
                    let solved = || -> Read<Solved> {
                        Ok(Solved {
                            presses: read_pattern(presses, board).key("presses")?,
                            cost: *cost,
                            optima: read_count(optima, k).key("optima")?,
                            proof: read_proof(proof, board, k).key("proof")?,
                        })
                    };
                    Claim::Solved(solved().key("solved").key("answer")?)
                }
            };
            Ok(Target { goal, claim })
        };
        targets.push(read().at(Step::Index(i)).key("targets")?);
    }
    Ok(targets)
}

fn read_proof(proof: &ProofDocument, board: &Board, k: usize) -> Read<Proof> {
    match proof {
        ProofDocument::Enumeration { distribution: Levels(costs) } => match costs.len() {
            1..=Certificate::COSTS => Ok(Proof::Enumeration(costs.clone())),
            _ => misfit(format!("from 1 to {} costs are wanted", Certificate::COSTS))
                .key("distribution")
                .key("enumeration"),
        },
        ProofDocument::Parts { second_side, base, free, components } => {
            let apart = || -> Read<Apart> {
                Ok(Apart {
                    second_side: read_pattern(second_side, board).key("second_side")?,
                    base: *base,
                    free: each(free, |word| read_word(word, k)).key("free")?,
                    components: each(components, |component| read_component(component, k))
                        .key("components")?,
                })
            };
            Ok(Proof::Parts(apart().key("parts")?))
        }
    }
}

fn read_component(component: &ComponentDocument, k: usize) -> Read<Component> {
    let coordinates: Option<Vec<usize>> = component.coordinates.split(' ').map(number).collect();
    let ascending = |list: &Vec<usize>| {
        list.windows(2).all(|pair| pair[0] < pair[1]) && list.iter().all(|coordinate| *coordinate < k)
    };
    let Some(coordinates) = coordinates.filter(ascending) else {
        return misfit(format!("ascending numbers below {k}, apart by one blank, are wanted"))
            .key("coordinates");
    };
    let method = match (&component.split, &component.trellis) {
        (None, None) => Method::Enumeration,
        (Some([first, second]), None) => Method::Split([
            read_side(first, k).at(Step::Index(0)).key("split")?,
            read_side(second, k).at(Step::Index(1)).key("split")?,
        ]),
        (None, Some(trellis)) => Method::Trellis(trellis.states),
        (Some(_), Some(_)) => return misfit("one of split and trellis is wanted").key("trellis"),
    };
    let optima = read_count(&component.optima, k).key("optima")?;
    Ok(Component { coordinates, least: component.least, optima, method })
}

fn read_side(side: &SideDocument, k: usize) -> Read<Side> {
    let part = |part: &PartDocument| -> Read<Part> {
        let words = each(&part.words, |word| read_word(word, k)).key("words")?;
        Ok(Part { words, least: part.least, light: part.light.0.clone() })
    };
    let elements = read_u128(&side.elements).key("elements")?;
    Ok(Side { parts: each(&side.parts, part).key("parts")?, below: side.below, elements })
}

/// A vector of `k` bits as text of `0` and `1`.
fn read_word(text: &str, k: usize) -> Read<BitRow> {
    if text.len() != k || !text.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return misfit(format!("a word of {k} digits 0 and 1 is wanted"));
    }
    let bytes = text.as_bytes();
    Ok(BitRow::from_fn(k, |i| bytes[i] == b'1'))
}
