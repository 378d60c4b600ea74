//! `query`: the classic question, for any number of boards one after the other.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};

use super::args::{BoardFormat, Common, NoAnswer, RuleArgs, Size};
use super::exit::Exit;
use super::game::Rule;
use super::input::{self, Source};
use super::output::Output;
use super::solve::as_fault;
use super::{interrupt, reader};
use lightsout::answer::{Count, Goal, Rounds};
use lightsout::board::text::BoardStream;
use lightsout::board::{Board, Format, ParseError, read_from};
use lightsout::optimize::Limits;

#[derive(Debug, Args)]
pub struct QueryArgs {
    /// Files with boards, one after the other, separated by anything or nothing; - or nothing for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The size of every board
    #[arg(long, value_name = "RxC", default_value = "4x4")]
    size: Size,
    /// What counts as done
    #[arg(long, value_enum, default_value_t = QueryGoal::Either)]
    goal: QueryGoal,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    format: BoardFormat,
    #[command(flatten)]
    no_answer: NoAnswer,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum QueryGoal {
    /// All lights off (white)
    Off,
    /// All lights on (black)
    On,
    /// All off or all on
    Either,
}

pub fn run(args: &QueryArgs, common: &Common) -> Result<Exit> {
    let Size { rows, cols } = args.size;
    let game = Rule::new(&args.rule)?.game(rows, cols, None)?;
    let goal = match args.goal {
        QueryGoal::Off => Goal::Off,
        QueryGoal::On => Goal::On,
        QueryGoal::Either => Goal::Either,
    };
    let mut rounds = Rounds::new(game, goal).map_err(as_fault)?;
    let answers = Answers::new(common, &args.no_answer)?;
    for path in input::or_stdin(&args.files) {
        let source = input::open(path)?;
        // What was answered before a fault stands: each board is answered as it comes.
        if let Err(error) = answer_all(source, &mut rounds, &answers, args) {
            answers.flush()?;
            return Err(error);
        }
    }
    answers.finish()
}

/// Answers every board of one input: a stream of cells, or a picture.
fn answer_all(source: Source, rounds: &mut Rounds, answers: &Answers, args: &QueryArgs) -> Result<()> {
    let Source { name, reader, size: length } = source;
    let mut input = FlushBeforeRead { inner: reader, answers };
    let mut first = Vec::new();
    input
        .by_ref()
        .take(4)
        .read_to_end(&mut first)
        .map_err(|e| anyhow!("{name}: cannot be read, {e}; check the file"))?;
    let is_text = Format::of(&first) == Format::Text;
    let input = first.as_slice().chain(input);
    if is_text {
        from_stream(input, &name, rounds, answers, args)
    } else {
        from_picture(input, length, &name, rounds, answers, args)
    }
}

fn from_stream(
    input: impl Read,
    name: &str,
    rounds: &mut Rounds,
    answers: &Answers,
    args: &QueryArgs,
) -> Result<()> {
    let size = Some((args.size.rows, args.size.cols));
    let wrong = |e: ParseError| reader::parse_error(name, &e);
    let mut stream = BoardStream::new(input, &reader::text_options(&args.format, size)).map_err(wrong)?;
    if rounds.takes_words() {
        while let Some(board) = stream.next_small().map_err(wrong)? {
            answers.give(rounds.fewest_of_word(board))?;
        }
        return Ok(());
    }
    while let Some(board) = stream.next_board().map_err(wrong)? {
        answer_one(&board, rounds, answers)?;
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(())
}

fn from_picture(
    input: impl Read,
    length: Option<u64>,
    name: &str,
    rounds: &mut Rounds,
    answers: &Answers,
    args: &QueryArgs,
) -> Result<()> {
    let options = reader::read_options(&args.format, Some((args.size.rows, args.size.cols)));
    let board = read_from(input, length, &options).map_err(|e| reader::parse_error(name, &e))?;
    answer_one(&board, rounds, answers)
}

fn answer_one(board: &Board, rounds: &mut Rounds, answers: &Answers) -> Result<()> {
    let limits = Limits { stop: Some(interrupt::stop_flag()), ..Limits::default() };
    let count = interrupt::searching(|| rounds.fewest(board, &limits));
    answers.give(count.map_err(as_fault)?)
}

/// Writes one answer after the other, as lines or as one JSON document.
struct Answers {
    state: RefCell<State>,
    json: bool,
    no_answer: Vec<u8>,
}

struct State {
    out: Output,
    any: bool,
}

impl Answers {
    fn new(common: &Common, no_answer: &NoAnswer) -> Result<Self> {
        let mut out = Output::create(common.output.as_deref())?;
        if common.json {
            out.write_all(b"{\"answers\": [")?;
        }
        let no_answer = format!("{}\n", no_answer.no_answer).into_bytes();
        Ok(Self { state: RefCell::new(State { out, any: false }), json: common.json, no_answer })
    }

    /// Writes the answer of the next board.
    #[inline]
    fn give(&self, count: Count) -> Result<()> {
        let State { out, any } = &mut *self.state.borrow_mut();
        if self.json {
            let separator = if *any { ", " } else { "" };
            match count {
                Count::Fewest(count) => write!(out, "{separator}{count}")?,
                Count::Impossible => write!(out, "{separator}null")?,
                Count::Between { bound, best } => {
                    write!(out, "{separator}{{\"bound\": {bound}, \"best\": {best}}}")?;
                }
            }
            *any = true;
            return Ok(());
        }
        match count {
            Count::Fewest(count @ 0..10) => out.write_all(&[b'0' + count as u8, b'\n'])?,
            Count::Fewest(count) => writeln!(out, "{count}")?,
            Count::Impossible => out.write_all(&self.no_answer)?,
            Count::Between { bound, best } => writeln!(out, "{bound}..{best} not proved")?,
        }
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        self.state.borrow_mut().out.flush()
    }

    fn finish(self) -> Result<Exit> {
        let mut out = self.state.into_inner().out;
        if self.json {
            out.write_all(b"]}\n")?;
        }
        out.finish()?;
        Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Answered })
    }
}

/// Shows what is answered before it waits for more input: at a terminal each board is answered as it comes.
struct FlushBeforeRead<'a> {
    inner: Box<dyn Read>,
    answers: &'a Answers,
}

impl Read for FlushBeforeRead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.answers.flush()?;
        self.inner.read(buffer)
    }
}
