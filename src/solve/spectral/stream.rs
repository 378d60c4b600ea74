//! σ⁺ and σ on boards that are not in memory: rows are read twice and written once, in any order of blocks, and
//! nothing is kept but a few rows a thread.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::blocks::Blocks;
use super::chase::Chase;
use super::first_row::FirstRow;
use super::nullity::check_memory;
use crate::board::random_row;
use crate::gf2::{BitMatrix, BitRow, TooLarge, count_ones, tail_mask, words_for};

/// Where rows of lights come from. Rows are read from several threads, each twice, and have to be the same both
/// times.
pub trait RowSource: Sync {
    /// Fills `rows` with whole rows from row `first` on, `words_for(cols)` words each, padding zero.
    ///
    /// # Errors
    /// Whatever keeps the rows from being read.
    fn read(&self, first: usize, rows: &mut [u64]) -> io::Result<()>;
}

/// Where rows of presses go. Each row is written once, from several threads.
pub trait RowSink: Sync {
    /// Takes whole rows from row `first` on, laid out as by [`RowSource::read`].
    ///
    /// # Errors
    /// Whatever keeps the rows from being written.
    fn write(&self, first: usize, rows: &[u64]) -> io::Result<()>;
}

/// The lights of a board in memory.
impl RowSource for BitMatrix {
    fn read(&self, first: usize, rows: &mut [u64]) -> io::Result<()> {
        rows.copy_from_slice(&self.words()[first * self.stride()..][..rows.len()]);
        Ok(())
    }
}

/// Every light on, or every light off.
#[derive(Debug, Clone, Copy)]
pub struct ConstantRows {
    /// Columns.
    pub cols: usize,
    /// Whether the lights are on.
    pub on: bool,
}

impl RowSource for ConstantRows {
    fn read(&self, _first: usize, rows: &mut [u64]) -> io::Result<()> {
        rows.fill(if self.on { u64::MAX } else { 0 });
        for row in rows.chunks_exact_mut(words_for(self.cols).max(1)) {
            if let Some(last) = row.last_mut() {
                *last &= tail_mask(self.cols);
            }
        }
        Ok(())
    }
}

/// The random board of a seed, see [`random_row`].
#[derive(Debug, Clone, Copy)]
pub struct RandomRows {
    /// Columns.
    pub cols: usize,
    /// The seed.
    pub seed: u64,
}

impl RowSource for RandomRows {
    fn read(&self, first: usize, rows: &mut [u64]) -> io::Result<()> {
        for (i, row) in rows.chunks_exact_mut(words_for(self.cols).max(1)).enumerate() {
            random_row(self.seed, first + i, self.cols, row);
        }
        Ok(())
    }
}

/// A sink for those who want the first row and the number of presses only.
#[derive(Debug, Clone, Copy)]
pub struct Discard;

impl RowSink for Discard {
    fn write(&self, _first: usize, _rows: &[u64]) -> io::Result<()> {
        Ok(())
    }
}

/// What a stream came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Streamed {
    /// The presses went to the sink.
    Solved {
        /// The first row of presses.
        first_row: BitRow,
        /// The number of presses.
        presses: u64,
    },
    /// Nothing toggles these lights, and nothing was written.
    Impossible {
        /// The first row of a [witness](crate::solve::Witness), for [`PlaneStream::write_witness`].
        witness: BitRow,
    },
}

/// Why a stream ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The source failed.
    #[error("reading failed: {0}")]
    Read(#[source] io::Error),
    /// The sink failed.
    #[error("writing failed: {0}")]
    Write(#[source] io::Error),
    /// The second reading gave other lights than the first, so that what was written is no answer.
    #[error("the board changed while it was read; give it again and leave it alone")]
    Changed,
    /// The watcher said stop.
    #[error("stopped")]
    Stopped,
    /// The polynomials do not fit in memory.
    #[error("{0}, more than there is; give a smaller board")]
    TooLarge(#[from] TooLarge),
}

/// Told the rows done so far and the rows to do in all (each board counts twice), from several threads; says
/// whether to go on.
pub type Watch<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// Fills whole rows from a given one on.
type ReadRows<'a> = &'a (dyn Fn(usize, &mut [u64]) -> Result<(), StreamError> + Sync);

/// A `rows × cols` plane under σ⁺ or σ, ready to stream boards from row to row.
#[derive(Debug)]
pub struct PlaneStream {
    rows: usize,
    cols: usize,
    with_self: bool,
    first_row: FirstRow,
}

impl PlaneStream {
    /// For σ⁺ (`with_self`) or σ. Memory: O(cols) bits for each thread and for the polynomials.
    ///
    /// # Errors
    /// [`TooLarge`] when the polynomials do not fit in memory.
    pub fn new(rows: usize, cols: usize, with_self: bool) -> Result<Self, TooLarge> {
        check_memory(rows, cols)?;
        let degree_of_rows = cols.saturating_mul(2);
        check_memory(degree_of_rows, degree_of_rows)?;
        Ok(Self { rows, cols, with_self, first_row: FirstRow::new(rows, cols, with_self) })
    }

    /// The number of independent quiet patterns.
    pub fn nullity(&self) -> usize {
        self.first_row.nullity()
    }

    /// Reads the lights twice and writes presses that toggle them. What was written is the answer only when
    /// this says solved: the end of the chase proves it, without another reading.
    /// Cost: two chases; O(n²/64²) products of words at most for n = cols.
    ///
    /// # Errors
    /// See [`StreamError`].
    pub fn solve(
        &self,
        source: &dyn RowSource,
        sink: &dyn RowSink,
        watch: Watch,
    ) -> Result<Streamed, StreamError> {
        if self.rows == 0 || self.cols == 0 {
            return Ok(Streamed::Solved { first_row: BitRow::zeros(self.cols), presses: 0 });
        }
        let done = AtomicU64::new(0);
        let total = 2 * self.rows as u64;
        let read = |first: usize, rows: &mut [u64]| {
            source.read(first, rows).map_err(StreamError::Read)?;
            let new = (rows.len() / words_for(self.cols)) as u64;
            let now = done.fetch_add(new, Ordering::Relaxed) + new;
            if watch(now, total) { Ok(()) } else { Err(StreamError::Stopped) }
        };
        let blocks = Blocks::new(self.rows, self.cols, self.with_self);
        let ends = blocks.chase_from_nothing(|range, chase| {
            self.for_each_part(range, |first, rows| {
                read(first, rows)?;
                chase.advance(rows);
                Ok(())
            })
        })?;
        let first = match self.first_row.solve(&blocks.residue(&self.first_row, &ends)) {
            Ok(first) => first,
            Err(row) => return Ok(Streamed::Impossible { witness: self.witness_first_row(&row) }),
        };
        let beginnings = blocks.beginnings(&self.first_row, &ends, &first);
        let presses = self.second_chase(&blocks, beginnings, &read, sink)?;
        Ok(Streamed::Solved { first_row: BitRow::from_words(self.cols, first), presses })
    }

    /// Writes the lights of the witness with the given first row; returns their number.
    ///
    /// # Errors
    /// [`StreamError::Write`], or [`StreamError::Changed`] when that is no first row of a witness.
    ///
    /// # Panics
    /// When the row has another length than those of the board.
    pub fn write_witness(&self, first_row: &BitRow, sink: &dyn RowSink) -> Result<u64, StreamError> {
        assert_eq!(first_row.len(), self.cols, "first row of the witness");
        let blocks = Blocks::new(self.rows, self.cols, self.with_self);
        let quiet = |_: usize, rows: &mut [u64]| {
            rows.fill(0);
            Ok(())
        };
        let ends = blocks.chase_from_nothing(|_, _| Ok::<(), StreamError>(()))?;
        let beginnings = blocks.beginnings(&self.first_row, &ends, first_row.words());
        self.second_chase(&blocks, beginnings, &quiet, sink)
    }

    /// Chases from known beginnings, writes what comes, and counts it.
    fn second_chase(
        &self,
        blocks: &Blocks,
        beginnings: Vec<Chase>,
        read: ReadRows,
        sink: &dyn RowSink,
    ) -> Result<u64, StreamError> {
        let parts = vec![(); beginnings.len()];
        let (presses, fits) = blocks.run(beginnings, parts, |range, (), chase| {
            let mut presses = 0;
            self.for_each_part(range, |first, rows| {
                read(first, rows)?;
                chase.advance_in_place(rows);
                presses += count_ones(rows) as u64;
                sink.write(first, rows).map_err(StreamError::Write)
            })?;
            Ok::<u64, StreamError>(presses)
        })?;
        if fits { Ok(presses.iter().sum()) } else { Err(StreamError::Changed) }
    }

    /// Visits a range of rows by parts that fit in the cache.
    fn for_each_part(
        &self,
        range: Range<usize>,
        mut visit: impl FnMut(usize, &mut [u64]) -> Result<(), StreamError>,
    ) -> Result<(), StreamError> {
        let stride = words_for(self.cols);
        let height = (PART_WORDS / stride).clamp(1, range.len().max(1));
        let mut buffer = vec![0; height * stride];
        for first in range.clone().step_by(height) {
            let count = height.min(range.end - first);
            visit(first, &mut buffer[..count * stride])?;
        }
        Ok(())
    }

    /// The quiet pattern whose last row is given is the one with that first row upside down: its first row is
    /// the last row of that one.
    fn witness_first_row(&self, last: &[u64]) -> BitRow {
        let steps = self.first_row.free_steps(self.rows - 1);
        let zero = vec![0; last.len()];
        BitRow::from_words(self.cols, steps.apply(&zero, last).1)
    }
}

/// Words read, chased and written together.
const PART_WORDS: usize = 1 << 14;
