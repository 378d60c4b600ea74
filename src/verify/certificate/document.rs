//! The JSON document of a certificate: `docs/formats.md` says what its fields mean.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::claim::{Apart, Certificate, Claim, Component, Method, Part, Proof, Side, Solved, Target};
use crate::board::text::{Symbols, write_pattern};
use crate::game::{Costs, Neighbourhood};
use crate::gf2::{BitMatrix, BitRow};

pub(super) const FORMAT: &str = "lightsout certificate";
pub(super) const VERSION: u64 = 1;

/// Rows of `X` and `.`, holes as `~`.
pub(super) type Rows = Vec<String>;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) format: String,
    pub(super) version: u64,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) rule: RuleDocument,
    pub(super) board: Rows,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) costs: Option<Rows>,
    pub(super) goal: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) wanted: Option<Rows>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) optimum: Option<OptimumDocument>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nullity: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) quiet_patterns: Option<Vec<Rows>>,
    pub(super) targets: Vec<TargetDocument>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleDocument {
    pub(super) name: String,
    pub(super) offsets: String,
    pub(super) lines: String,
    pub(super) topology: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptimumDocument {
    pub(super) goal: String,
    pub(super) cost: u64,
    pub(super) optima: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetDocument {
    pub(super) goal: String,
    pub(super) answer: AnswerDocument,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum AnswerDocument {
    Solved { presses: Rows, cost: u64, optima: String, proof: ProofDocument },
    Impossible { witness: Rows },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum ProofDocument {
    Enumeration { distribution: Levels },
    Parts { second_side: Rows, base: u64, free: Vec<String>, components: Vec<ComponentDocument> },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComponentDocument {
    pub(super) coordinates: String,
    pub(super) least: u64,
    pub(super) optima: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) split: Option<[SideDocument; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) trellis: Option<TrellisDocument>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrellisDocument {
    pub(super) states: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideDocument {
    pub(super) below: u64,
    pub(super) elements: String,
    pub(super) parts: Vec<PartDocument>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartDocument {
    pub(super) words: Vec<String>,
    pub(super) least: u64,
    pub(super) light: Levels,
}

/// Numbers with how often each occurs, ascending: an object whose keys are numbers.
#[derive(Debug, Clone)]
pub(super) struct Levels(pub(super) Vec<(u64, u64)>);

impl Serialize for Levels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Levels;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a count for each number")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Levels, A::Error> {
                let mut levels: Vec<(u64, u64)> = Vec::new();
                while let Some((key, count)) = map.next_entry::<String, u64>()? {
                    let number = number(&key).ok_or_else(|| A::Error::custom(not_a_number(&key)))?;
                    if levels.last().is_some_and(|(last, _)| *last >= number) || count == 0 {
                        return Err(A::Error::custom(
                            "numbers have to ascend, each with a count of at least 1",
                        ));
                    }
                    levels.push((number, count));
                }
                Ok(Levels(levels))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

fn not_a_number(text: &str) -> String {
    format!("{text:.40?} is no number; give digits")
}

/// A number in digits, without a sign or leading zeros.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

impl Certificate {
    /// The document, as indented text with a line end. The same certificate always gives the same bytes.
    pub fn to_json(&self) -> String {
        // What is serialized is plain text and numbers, which cannot fail.
        serde_json::to_string_pretty(&Document::new(self)).unwrap_or_default() + "\n"
    }
}

impl Document {
    fn new(certificate: &Certificate) -> Self {
        let Certificate { game, board, goal, wanted, quiet, targets, optimum } = certificate;
        let rows = |pattern: &BitMatrix| pattern_rows(pattern, board.holes());
        let neighbourhood = game.neighbourhood();
        let solved = targets.iter().any(|target| matches!(target.claim, Claim::Solved(_)));
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            rows: board.rows(),
            cols: board.cols(),
            rule: RuleDocument {
                name: rule_name(neighbourhood),
                offsets: pairs(neighbourhood.offsets()),
                lines: pairs(neighbourhood.rays()),
                topology: game.topology().name().to_owned(),
            },
            board: rows(board.lights()),
            costs: game.costs().map(cost_rows),
            goal: (*goal).to_owned(),
            wanted: wanted.as_ref().map(rows),
            optimum: optimum.as_ref().map(|(goal, cost, optima)| OptimumDocument {
                goal: (*goal).to_owned(),
                cost: *cost,
                optima: optima.to_string(),
            }),
            nullity: solved.then_some(quiet.len()),
            quiet_patterns: solved.then(|| quiet.iter().map(rows).collect()),
            targets: targets.iter().map(|target| target_document(target, &rows)).collect(),
        }
    }
}

/// The rule's name where it is one that can be read again, else `offsets`.
fn rule_name(neighbourhood: &Neighbourhood) -> String {
    let name = neighbourhood.to_string();
    let known = match name.strip_suffix(" --no-self") {
        Some(plain) => Neighbourhood::parse_rule(plain).map(Neighbourhood::without_self),
        None => Neighbourhood::parse_rule(&name),
    };
    if known.is_ok_and(|known| known == *neighbourhood) { name } else { "offsets".to_owned() }
}

fn target_document(target: &Target, rows: &dyn Fn(&BitMatrix) -> Rows) -> TargetDocument {
    let answer = match &target.claim {
        Claim::Impossible(witness) => AnswerDocument::Impossible { witness: rows(witness) },
        Claim::Solved(Solved { presses, cost, optima, proof }) => AnswerDocument::Solved {
            presses: rows(presses),
            cost: *cost,
            optima: optima.to_string(),
            proof: match proof {
                Proof::Enumeration(costs) => {
                    ProofDocument::Enumeration { distribution: Levels(costs.clone()) }
                }
                Proof::Parts(Apart { second_side, base, free, components }) => ProofDocument::Parts {
                    second_side: rows(second_side),
                    base: *base,
                    free: free.iter().map(bits).collect(),
                    components: components.iter().map(component_document).collect(),
                },
            },
        },
    };
    TargetDocument { goal: target.goal.to_owned(), answer }
}

fn component_document(component: &Component) -> ComponentDocument {
    let part = |part: &Part| PartDocument {
        words: part.words.iter().map(bits).collect(),
        least: part.least,
        light: Levels(part.light.clone()),
    };
    let side = |side: &Side| SideDocument {
        below: side.below,
        elements: side.elements.to_string(),
        parts: side.parts.iter().map(part).collect(),
    };
    let coordinates: Vec<String> = component.coordinates.iter().map(ToString::to_string).collect();
    let (split, trellis) = match &component.method {
        Method::Enumeration => (None, None),
        Method::Split([first, second]) => (Some([side(first), side(second)]), None),
        Method::Trellis(states) => (None, Some(TrellisDocument { states: *states })),
    };
    ComponentDocument {
        coordinates: coordinates.join(" "),
        least: component.least,
        optima: component.optima.to_string(),
        split,
        trellis,
    }
}

/// A pattern as rows of text.
fn pattern_rows(pattern: &BitMatrix, holes: Option<&BitMatrix>) -> Rows {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write_pattern(&mut text, pattern, holes, Symbols::PATTERN);
    text.split(|byte| *byte == b'\n')
        .filter(|row| !row.is_empty())
        .map(|row| row.iter().copied().map(char::from).collect())
        .collect()
}

/// A vector as text of `0` and `1`.
fn bits(row: &BitRow) -> String {
    (0..row.len()).map(|i| if row.get(i) { '1' } else { '0' }).collect()
}

fn pairs(list: &[(i64, i64)]) -> String {
    list.iter().map(|(r, c)| format!("{r},{c}")).collect::<Vec<_>>().join(" ")
}

/// A row of costs a line, `-` for a button that may not be pressed.
fn cost_rows(costs: &Costs) -> Rows {
    let cost = |r: usize, c: usize| costs.get(r, c).map_or("-".to_owned(), |cost| cost.to_string());
    let row = |r: usize| (0..costs.cols()).map(|c| cost(r, c)).collect::<Vec<_>>().join(" ");
    (0..costs.rows()).map(row).collect()
}
