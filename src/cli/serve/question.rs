//! From a request to a game, a board and a goal, nothing of it larger than allowed.

use serde::Deserialize;
use serde_json::Value;

use super::limits;
use super::refusal::Refusal;
use crate::cli::args::Size;
use lightsout::answer::Goal;
use lightsout::board::text::{TextOptions, parse_one};
use lightsout::board::{Board, Format, ReadOptions, read_one};
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;

/// The body of `POST /api/solve`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveQuestion {
    /// A text in any form the command reads, or a list of rows, or a matrix.
    board: Value,
    /// `RxC`, for a board on one line.
    size: Option<String>,
    #[serde(default = "off")]
    goal: Value,
    #[serde(default = "plus")]
    rule: String,
    #[serde(default)]
    no_self: bool,
    offsets: Option<String>,
    #[serde(default = "plane")]
    topology: String,
    /// Any solution will do.
    #[serde(default)]
    pub any: bool,
    /// How many optima to list.
    pub solutions: Option<u32>,
    /// Seconds for the search.
    pub time_limit: Option<f64>,
    /// Whether lines of progress are wanted before the answer.
    #[serde(default)]
    pub progress: bool,
}

/// The query of `GET /api/info`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfoQuestion {
    rows: usize,
    cols: usize,
    #[serde(default = "plus")]
    rule: String,
    #[serde(default)]
    no_self: bool,
    offsets: Option<String>,
    #[serde(default = "plane")]
    topology: String,
    /// A board whose holes the game has.
    holes: Option<String>,
    #[serde(default)]
    pub quiet_patterns: bool,
}

fn off() -> Value {
    "off".into()
}

fn plus() -> String {
    "plus".to_owned()
}

fn plane() -> String {
    "plane".to_owned()
}

impl SolveQuestion {
    pub fn read(body: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(body).map_err(|e| Refusal::wrong(format!("the body: {e}")))
    }

    /// What is asked.
    pub fn prepare(&self) -> Result<(Game, Board, Goal), Refusal> {
        let size =
            self.size.as_deref().map(|text| text.parse::<Size>().map_err(Refusal::wrong)).transpose()?;
        if let Some(size) = size {
            check_size(size.rows, size.cols)?;
        }
        let board = board_of("board", &self.board, size)?;
        let goal = match self.goal.as_str() {
            Some("off") => Goal::Off,
            Some("on") => Goal::On,
            Some("either") => Goal::Either,
            _ => {
                let wanted = board_of("goal", &self.goal, size)?;
                if (wanted.rows(), wanted.cols()) != (board.rows(), board.cols())
                    || (wanted.holes().is_some() && wanted.holes() != board.holes())
                {
                    return Err(Refusal::wrong("goal: has not the size and the holes of the board"));
                }
                Goal::Pattern(wanted.into_lights())
            }
        };
        let (rows, cols) = (board.rows(), board.cols());
        let rule = rule_of(&self.rule, self.no_self, self.offsets.as_deref(), &self.topology)?;
        let game = game_of(rows, cols, rule)?.with_holes(board.holes());
        Ok((game, board, goal))
    }
}

impl InfoQuestion {
    /// The game asked about.
    pub fn game(&self) -> Result<Game, Refusal> {
        check_size(self.rows, self.cols)?;
        let rule = rule_of(&self.rule, self.no_self, self.offsets.as_deref(), &self.topology)?;
        let size = Some(Size { rows: self.rows, cols: self.cols });
        let holes = self.holes.as_deref().map(|text| parse("holes", text, size)).transpose()?;
        let game = game_of(self.rows, self.cols, rule)?;
        Ok(game.with_holes(holes.as_ref().and_then(Board::holes)))
    }
}

/// The board of a file in any format.
pub fn board_of_file(bytes: &[u8]) -> Result<Board, Refusal> {
    let wrong = |e: lightsout::board::ParseError| Refusal::wrong(format!("board:{e}"));
    let options = ReadOptions::default();
    if Format::of(bytes) == Format::Png {
        // Signature, then the header's length and name, width and height: what is drawn small may be huge unpacked.
        let pixels =
            |at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes);
        if [16, 20].into_iter().filter_map(pixels).any(|side| side > limits::PIXELS) {
            let most = limits::PIXELS;
            return Err(Refusal::wrong(format!("board: a picture of more than {most} x {most} pixels")));
        }
    }
    let board = read_one(bytes, &options).map_err(wrong)?;
    check_size(board.rows(), board.cols())?;
    Ok(board)
}

/// A board as JSON gives it.
fn board_of(name: &str, value: &Value, size: Option<Size>) -> Result<Board, Refusal> {
    let rows = |rows: &[Value]| -> Option<String> {
        rows.iter().map(Value::as_str).collect::<Option<Vec<_>>>().map(|rows| rows.join("\n"))
    };
    match value {
        Value::String(text) => parse(name, text, size),
        Value::Array(list) => parse(name, &rows(list).unwrap_or_else(|| value.to_string()), size),
        _ => Err(Refusal::wrong(format!("{name}: is no board; give its text, or a list of rows"))),
    }
}

fn parse(name: &str, text: &str, size: Option<Size>) -> Result<Board, Refusal> {
    let options = TextOptions { size: size.map(|s| (s.rows, s.cols)), ..TextOptions::default() };
    let board = parse_one(text.as_bytes(), &options).map_err(|e| Refusal::wrong(format!("{name}:{e}")))?;
    check_size(board.rows(), board.cols())?;
    Ok(board)
}

fn check_size(rows: usize, cols: usize) -> Result<(), Refusal> {
    let most = limits::SIDE;
    if (1..=most).contains(&rows) && (1..=most).contains(&cols) {
        return Ok(());
    }
    Err(Refusal::wrong(format!("a board of {rows} x {cols}; the page takes 1 x 1 to {most} x {most}")))
}

fn game_of(rows: usize, cols: usize, rule: (Neighbourhood, Topology)) -> Result<Game, Refusal> {
    let (neighbourhood, topology) = rule;
    let offsets = neighbourhood.offsets().len();
    if offsets * rows * cols > limits::LINKS {
        let text = format!(
            "rule: {offsets} offsets on {rows} x {cols} cells are too many here; give fewer of either"
        );
        return Err(Refusal::wrong(text));
    }
    Ok(Game::new(rows, cols, neighbourhood, topology))
}

fn rule_of(
    rule: &str,
    no_self: bool,
    offsets: Option<&str>,
    topology: &str,
) -> Result<(Neighbourhood, Topology), Refusal> {
    let wrong = |e: lightsout::game::RuleError| Refusal::wrong(e.to_string());
    let distance = rule.split_once(':').and_then(|(_, distance)| distance.parse::<i64>().ok());
    if distance.is_some_and(|d| d > limits::DISTANCE) {
        return Err(Refusal::wrong(format!(
            "rule: a distance of at most {} is taken here",
            limits::DISTANCE
        )));
    }
    let neighbourhood = match offsets {
        Some(text) if text.split_whitespace().nth(limits::OFFSETS).is_some() => {
            return Err(Refusal::wrong(format!("offsets: at most {} are taken here", limits::OFFSETS)));
        }
        Some(text) => Neighbourhood::parse_offsets(text).map_err(wrong)?,
        None => Neighbourhood::parse_rule(rule).map_err(wrong)?,
    };
    let neighbourhood = if no_self { neighbourhood.without_self() } else { neighbourhood };
    Ok((neighbourhood, Topology::parse(topology).map_err(wrong)?))
}

/// A board as the page takes it: rows of `.`, `X` and `~`.
pub fn rows_of(board: &Board) -> Vec<String> {
    let lights: &BitMatrix = board.lights();
    crate::cli::report::pattern_rows(lights, board.holes())
}
