//! What `swap` prints: the number, the moves, or one JSON document.

use std::io::{self, Write};

use anyhow::Result;
use serde::{Serialize, Serializer};

use crate::cli::args::Common;
use crate::cli::output;
use lightsout::board::Board;
use lightsout::swap::{Adjacency, Imbalance, Swap, SwapPlan};

/// The number, and the moves on lines of their own.
pub fn text(out: &mut impl Write, plan: &SwapPlan, moves: bool) -> io::Result<()> {
    writeln!(out, "{}", plan.distance())?;
    if moves {
        let mut line = Vec::new();
        for swap in plan.moves() {
            line.clear();
            push_place(&mut line, swap.from);
            line.push(b' ');
            push_place(&mut line, swap.to);
            line.push(b'\n');
            out.write_all(&line)?;
        }
    }
    Ok(())
}

/// `row,col`, from 1. There may be hundreds of millions of them: written by hand.
fn push_place(line: &mut Vec<u8>, (row, col): (usize, usize)) {
    push_number(line, row + 1);
    line.push(b',');
    push_number(line, col + 1);
}

fn push_number(line: &mut Vec<u8>, mut number: usize) {
    let begin = line.len();
    loop {
        line.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line[begin..].reverse();
}

/// `swap --json`.
#[derive(Serialize)]
struct SwapReport<'a> {
    rows: usize,
    cols: usize,
    adjacency: &'static str,
    solvable: Option<bool>,
    distance: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "each_move")]
    moves: Option<&'a SwapPlan>,
}

impl SwapReport<'_> {
    fn of(rows: usize, cols: usize, adjacency: Adjacency) -> Self {
        let adjacency = adjacency.name();
        Self { rows, cols, adjacency, solvable: None, distance: None, bound: None, reason: None, moves: None }
    }
}

/// The moves as they come, without holding them.
fn each_move<S: Serializer>(plan: &Option<&SwapPlan>, serializer: S) -> Result<S::Ok, S::Error> {
    let from_one = |(row, col): (usize, usize)| [row + 1, col + 1];
    let moves = plan.iter().flat_map(|plan| plan.moves());
    serializer.collect_seq(moves.map(|Swap { from, to }| [from_one(from), from_one(to)]))
}

/// One document for a plan.
pub fn json(out: &mut impl Write, plan: &SwapPlan, moves: bool) -> io::Result<()> {
    let report = SwapReport {
        solvable: Some(true),
        distance: Some(plan.distance()),
        moves: moves.then_some(plan),
        ..SwapReport::of(plan.rows(), plan.cols(), plan.adjacency())
    };
    serde_json::to_writer(&mut *out, &report)?;
    out.write_all(b"\n")
}

/// The word for boards that no swaps join.
pub fn impossible(
    start: &Board,
    adjacency: Adjacency,
    why: &Imbalance,
    word: &str,
    common: &Common,
) -> Result<()> {
    let report = SwapReport {
        solvable: Some(false),
        reason: Some(why.to_string()),
        ..SwapReport::of(start.rows(), start.cols(), adjacency)
    };
    let text = if common.json { serde_json::to_string(&report)? } else { word.to_owned() };
    output::write(common.output.as_deref(), (text + "\n").as_bytes())
}

/// What is known when the search was stopped; in words it has been said on standard error.
pub fn stopped(start: &Board, adjacency: Adjacency, bound: u64, common: &Common) -> Result<()> {
    if !common.json {
        return Ok(());
    }
    let report = SwapReport { bound: Some(bound), ..SwapReport::of(start.rows(), start.cols(), adjacency) };
    output::write(common.output.as_deref(), (serde_json::to_string(&report)? + "\n").as_bytes())
}
