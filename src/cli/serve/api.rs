//! What the page, or any program on this machine, can ask.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use http_body::Frame;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

use super::question::{InfoQuestion, SolveQuestion, board_of_file, rows_of};
use super::refusal::Refusal;
use super::worker::{Desk, StopOnDrop};
use super::{body, limits};
use crate::cli::game;
use crate::cli::info::InfoReport;
use crate::cli::progress::Follower;
use crate::cli::report::SolveReport;
use lightsout::answer::{AnswerError, Answerer};
use lightsout::optimize::{Limits, Progress};

/// `POST /api/board`: a board file in any format becomes rows of `.`, `X` and `~`.
pub async fn board(State(desk): State<Arc<Desk>>, request: Request) -> Result<Response, Refusal> {
    let bytes = body::read(request, "application/octet-stream").await?;
    let stop = Arc::new(AtomicBool::new(false));
    let reading = desk.begin(desk.time(None), stop, move || board_of_file(&bytes)).await?;
    let board = outcome(reading).await??;
    let document = json!({ "rows": board.rows(), "cols": board.cols(), "board": rows_of(&board) });
    Ok(body::json(StatusCode::OK, &document))
}

/// `GET /api/info`: the document of `info --json`.
pub async fn info(
    State(desk): State<Arc<Desk>>,
    question: Result<Query<InfoQuestion>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(question) = question.map_err(|e| Refusal::wrong(format!("the query: {}", e.body_text())))?;
    let game = question.game()?;
    let stop = Arc::new(AtomicBool::new(false));
    let look = move || {
        let report = InfoReport::new(&game, false)?;
        let listed = question.quiet_patterns && report.nullity <= limits::NULLITY;
        if listed { InfoReport::new(&game, true) } else { Ok(report) }
    };
    let looking = desk.begin(desk.time(None), stop, look).await?;
    let report = outcome(looking).await?.map_err(|e| unavailable(&e))?;
    Ok(body::json(StatusCode::OK, &report))
}

/// `POST /api/solve`: the document of `solve --json`, after lines of progress when they are asked for. The search stops
/// when the client is gone.
pub async fn solve(State(desk): State<Arc<Desk>>, request: Request) -> Result<Response, Refusal> {
    let bytes = body::read(request, "application/json").await?;
    let question = SolveQuestion::read(&bytes)?;
    drop(bytes);
    let time = desk.time(question.time_limit);
    let memory = desk.memory;
    let stop = Arc::new(AtomicBool::new(false));
    let heard = StopOnDrop(Arc::clone(&stop));
    let watched = Arc::clone(&stop);
    if question.progress {
        // What is wrong with the question is told by the status, before any line.
        question.prepare()?;
        let (sender, lines) = channel(16);
        let work = move || {
            let told = Told { sender, last: Mutex::new(None) };
            match search(&question, memory, &watched, Some(&told)) {
                Ok(report) => told.line(&Line::Result(&report)),
                Err(refusal) => told.line(&Line::Error(refusal.into_text())),
            }
        };
        desk.begin(time, stop, work).await?;
        let body = Body::new(Lines { lines, _heard: heard });
        return Ok(body::typed(StatusCode::OK, "application/x-ndjson", body));
    }
    let searching = desk.begin(time, stop, move || search(&question, memory, &watched, None)).await?;
    let report = outcome(searching).await??;
    drop(heard);
    Ok(body::json(StatusCode::OK, &report))
}

/// What came of a worker's work.
async fn outcome<T>(work: JoinHandle<T>) -> Result<T, Refusal> {
    work.await.map_err(|_| Refusal::fault("internal check failed: the search broke off; this is a bug"))
}

fn unavailable(error: &anyhow::Error) -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, format!("{error:#}"))
}

/// Answers the question, telling what is known on the way.
fn search(
    question: &SolveQuestion,
    memory: u64,
    stop: &AtomicBool,
    told: Option<&Told>,
) -> Result<SolveReport, Refusal> {
    let (game, board, goal) = question.prepare()?;
    let answerer = Answerer::new(game::prepare(game, None).map_err(|e| unavailable(&e))?.solver);
    let follower = Follower::new(true);
    let note = |progress: &Progress<'_>| {
        follower.note(progress);
        if let Some(told) = told {
            told.note(progress);
        }
    };
    let solutions = question.solutions.unwrap_or(1).clamp(1, limits::SOLUTIONS) as usize;
    let allowed = Limits { stop: Some(stop), memory, progress: Some(&note), solutions, ..Limits::default() };
    let any = question.any || answerer.solver().nullity() > limits::NULLITY;
    let verdict = match any {
        true => answerer.any(&board, &goal),
        false => answerer.fewest(&board, &goal, &allowed),
    };
    let phases = follower.finish();
    match verdict {
        Ok(verdict) => Ok(SolveReport::new(&verdict, answerer.solver(), &goal, &phases)),
        Err(AnswerError::TooLarge(too_large)) => Err(unavailable(&too_large.into())),
        Err(fault) => Err(Refusal::fault(format!("internal check failed: {fault}; this is a bug"))),
    }
}

/// A line of an answer that tells its progress; the last one is no [`Line::Progress`].
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Line<'a> {
    Progress { phase: &'a str, done: u64, total: u64, best: u64, bound: u64 },
    Result(&'a SolveReport),
    Error(String),
}

/// Where lines for the client go.
struct Told {
    sender: Sender<Bytes>,
    last: Mutex<Option<Instant>>,
}

impl Told {
    /// Tells where the search stands, now and then. A client that does not keep up misses some.
    fn note(&self, progress: &Progress<'_>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| last.elapsed() >= limits::PROGRESS_EVERY);
        // The last place is kept for the last line.
        if !due || self.sender.capacity() < 2 {
            return;
        }
        *last = Some(Instant::now());
        let Progress { phase, done, total, best, bound, .. } = *progress;
        self.line(&Line::Progress { phase, done, total, best, bound });
    }

    /// Sends a line; nobody may be listening any more.
    fn line(&self, line: &Line<'_>) {
        // A line has no keys but strings, so it can be written.
        let mut text = serde_json::to_vec(line).unwrap_or_default();
        text.push(b'\n');
        let _ = self.sender.try_send(text.into());
    }
}

/// Lines as they come, as a body; the search stops when it is dropped.
struct Lines {
    lines: Receiver<Bytes>,
    _heard: StopOnDrop,
}

impl http_body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
