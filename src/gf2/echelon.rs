//! Elimination of dense matrices, and all that follows from it: rank, kernel, solutions, witnesses.

use super::ple::Ple;
use super::strips::{LINE_BITS, Strips};
use super::{BitMatrix, BitRow, TooLarge};

/// A matrix `A`, eliminated: the decomposition `P A = L E` by the method of the four Russians.
///
/// The reduced row echelon form of a matrix is unique, and so are the pivots (each the first column that
/// is no combination of the columns before), the kernel basis and the solutions returned here; only a
/// witness depends on the order of elimination. Pivots stand where they are found: a column without one is
/// a free variable wherever it is. Factor once, then each right-hand side costs two passes over the bits,
/// and many at a time ([`solve_many`](Self::solve_many)) far less.
///
/// The decomposition takes the memory of one copy of `A`. It runs on the threads of the current [`rayon`]
/// pool when the matrix is large enough; the result does not depend on their number.
#[derive(Debug, Clone)]
pub struct Echelon {
    ple: Ple,
}

impl Echelon {
    /// Eliminates a copy of `a`, which may have any shape, empty ones included.
    /// Cost: O(rows · cols · rank / 512) look-ups of 512-bit lines in tables, divided by 8.
    ///
    /// # Panics
    /// When the copy does not fit in memory; [`try_new`](Self::try_new) reports that instead.
    pub fn new(a: &BitMatrix) -> Self {
        Self::try_new(a).unwrap_or_else(|too_large| panic!("{too_large}"))
    }

    /// Eliminates a copy of `a`, as [`new`](Self::new) does.
    ///
    /// # Errors
    /// [`TooLarge`] when the copy does not fit in memory.
    pub fn try_new(a: &BitMatrix) -> Result<Self, TooLarge> {
        Ple::try_new(a).map(|ple| Self { ple })
    }

    /// Bytes that eliminating a `rows × cols` matrix takes besides the matrix.
    pub fn bytes_needed(rows: usize, cols: usize) -> u128 {
        Strips::bytes_needed(rows, cols)
    }

    /// The rank of `A`.
    pub fn rank(&self) -> usize {
        self.ple.pivots().len()
    }

    /// The dimension of the kernel: columns less rank.
    pub fn nullity(&self) -> usize {
        self.ple.cols() - self.rank()
    }

    /// The pivot columns, ascending.
    pub fn pivots(&self) -> &[usize] {
        self.ple.pivots()
    }

    /// The columns without a pivot, ascending: the free variables.
    pub fn free_columns(&self) -> Vec<usize> {
        let mut is_pivot = vec![false; self.ple.cols()];
        for &p in self.pivots() {
            is_pivot[p] = true;
        }
        (0..self.ple.cols()).filter(|&c| !is_pivot[c]).collect()
    }

    /// A basis of the kernel of `A`, `nullity × cols`, one row a free column in ascending order: that
    /// column is one, the other free columns are zero. Cost: O(nullity · rank² / 512) look-ups over 8.
    pub fn kernel(&self) -> BitMatrix {
        let free = self.free_columns();
        let mut kernel = BitMatrix::zeros(free.len(), self.ple.cols());
        for (k, &f) in free.iter().enumerate() {
            kernel.set(k, f, true);
        }
        let values = self.reduced_columns(&free).transpose();
        for (k, r) in values.ones() {
            kernel.set(k, self.pivots()[r], true);
        }
        kernel
    }

    /// The entries of the reduced row echelon form in the given columns, none of them a pivot:
    /// `rank × columns`.
    fn reduced_columns(&self, columns: &[usize]) -> BitMatrix {
        let entries = BitMatrix::from_fn(self.rank(), columns.len(), |r, k| {
            self.pivots()[r] < columns[k] && self.ple.entry(r, columns[k])
        });
        let mut right = strips_of(&entries);
        self.ple.eliminate_above(&mut right);
        right.to_matrix(self.rank())
    }

    /// The reduced row echelon form, `rows × cols`: one row a pivot, in ascending order of pivot column,
    /// each pivot column a unit vector, followed by zero rows. Computed anew at each call, at the cost of
    /// [`kernel`](Self::kernel).
    pub fn reduced(&self) -> BitMatrix {
        let free = self.free_columns();
        let mut reduced = BitMatrix::zeros(self.ple.rows(), self.ple.cols());
        for (r, &p) in self.pivots().iter().enumerate() {
            reduced.set(r, p, true);
        }
        for (r, k) in self.reduced_columns(&free).ones() {
            reduced.set(r, free[k], true);
        }
        reduced
    }

    /// The invertible `rows × rows` matrix with `transform · A = reduced`. Computed anew at each call, at
    /// about the cost of the elimination.
    pub fn transform(&self) -> BitMatrix {
        let rows = self.ple.rows();
        let mut permutation = BitMatrix::zeros(rows, rows);
        for (i, &row) in self.ple.order().iter().enumerate() {
            permutation.set(i, row as usize, true);
        }
        let mut right = strips_of(&permutation);
        self.ple.eliminate_below(&mut right);
        self.ple.eliminate_above(&mut right);
        right.to_matrix(rows)
    }

    /// The solution of `A x = b` whose free variables are all zero.
    /// Cost: O(rank · (rows + cols) / 64).
    ///
    /// # Errors
    /// When there is none: a witness `q` with `q A = 0` and `q · b = 1` (Fredholm's alternative).
    ///
    /// # Panics
    /// When `b` does not have one bit a row.
    pub fn solve(&self, b: &BitRow) -> Result<BitRow, BitRow> {
        assert_eq!(b.len(), self.ple.rows(), "a right-hand side of the matrix");
        let ordered = self.ple.order().iter().map(|&row| b.get(row as usize)).collect();
        let y = self.ple.forward(ordered);
        match (self.rank()..y.len()).find(|&r| y[r]) {
            None => Ok(self.ple.backward(y)),
            Some(r) => Err(self.witness(r)),
        }
    }

    /// Solves `A x = b` for every row `b` of `boards` (`count × rows`), each as [`solve`](Self::solve) does,
    /// 512 at a time: a look-up serves eight pivots and 512 boards at once.
    /// Cost: O(rank · (rows + cols) / 8) look-ups for every 512 boards.
    ///
    /// # Errors
    /// For each board that has no solution its witness.
    ///
    /// # Panics
    /// When `boards` does not have one column a row of `A`.
    pub fn solve_many(&self, boards: &BitMatrix) -> Vec<Result<BitRow, BitRow>> {
        assert_eq!(boards.cols(), self.ple.rows(), "right-hand sides of the matrix");
        let mut answers = Vec::with_capacity(boards.rows());
        for start in (0..boards.rows()).step_by(LINE_BITS) {
            let count = LINE_BITS.min(boards.rows() - start);
            self.solve_batch(boards, start, count, &mut answers);
        }
        answers
    }

    fn solve_batch(
        &self,
        boards: &BitMatrix,
        start: usize,
        count: usize,
        answers: &mut Vec<Result<BitRow, BitRow>>,
    ) {
        let rows = self.ple.rows();
        let mut part = BitMatrix::zeros(count, rows);
        for i in 0..count {
            part.row_words_mut(i).copy_from_slice(boards.row_words(start + i));
        }
        let columns = part.transpose();
        let mut ordered = BitMatrix::zeros(rows, count);
        for (i, &row) in self.ple.order().iter().enumerate() {
            ordered.row_words_mut(i).copy_from_slice(columns.row_words(row as usize));
        }
        let mut right = strips_of(&ordered);
        self.ple.eliminate_below(&mut right);
        let mut refuted_by = vec![None; count];
        for (r, line) in right.strip(0).iter().enumerate().skip(self.rank()) {
            for board in (0..count).filter(|&board| line.get(board)) {
                refuted_by[board].get_or_insert(r);
            }
        }
        self.ple.eliminate_above(&mut right);
        let values = right.to_matrix(self.rank()).transpose();
        for (i, refuted) in refuted_by.into_iter().enumerate() {
            answers.push(match refuted {
                Some(r) => Err(self.witness(r)),
                None => {
                    let mut x = BitRow::zeros(self.ple.cols());
                    values.row_bits(i).iter_ones().for_each(|r| x.set(self.pivots()[r], true));
                    Ok(x)
                }
            });
        }
    }

    /// The combination of rows of `A` that vanishes and contains row `r >= rank` of `P A`.
    fn witness(&self, r: usize) -> BitRow {
        let mut q = BitRow::zeros(self.ple.rows());
        for (i, _) in self.ple.dependency(r).into_iter().enumerate().filter(|(_, used)| *used) {
            q.set(self.ple.order()[i] as usize, true);
        }
        q
    }
}

/// A copy in strips.
///
/// # Panics
/// When it does not fit in memory, beside the original which does.
fn strips_of(matrix: &BitMatrix) -> Strips {
    Strips::try_from_matrix(matrix).unwrap_or_else(|too_large| panic!("{too_large}"))
}
