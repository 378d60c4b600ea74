//! Plain Gauss–Jordan elimination: the reference that the fast elimination is held against.

use super::{BitMatrix, BitRow};

/// A matrix `A` brought to reduced row echelon form, with the row operations that did it.
///
/// `transform · A = reduced`, where `transform` is invertible and `reduced` has one row a pivot, in
/// ascending order of pivot column, each pivot column a unit vector, followed by zero rows. Pivots stand
/// where they are found: a column without one is a free variable wherever it is. Factor once, then each
/// right-hand side costs a matrix–vector product.
#[derive(Debug, Clone)]
pub struct GaussJordan {
    reduced: BitMatrix,
    transform: BitMatrix,
    pivots: Vec<usize>,
}

impl GaussJordan {
    /// Eliminates a copy of `a`, which may have any shape, empty ones included.
    /// Cost: O(rows · (rows + cols) · rank / 64) word operations.
    pub fn new(a: &BitMatrix) -> Self {
        let mut reduced = a.clone();
        let mut transform = BitMatrix::identity(a.rows());
        let mut pivots = Vec::new();
        for col in 0..a.cols() {
            let top = pivots.len();
            let Some(found) = (top..a.rows()).find(|&r| reduced.get(r, col)) else { continue };
            reduced.swap_rows(top, found);
            transform.swap_rows(top, found);
            for r in 0..a.rows() {
                if r != top && reduced.get(r, col) {
                    reduced.add_row(top, r);
                    transform.add_row(top, r);
                }
            }
            pivots.push(col);
        }
        Self { reduced, transform, pivots }
    }

    /// The rank of `A`.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// The dimension of the kernel: columns less rank.
    pub fn nullity(&self) -> usize {
        self.reduced.cols() - self.rank()
    }

    /// The pivot columns, ascending.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// The reduced row echelon form, `rows × cols`.
    pub fn reduced(&self) -> &BitMatrix {
        &self.reduced
    }

    /// The invertible `rows × rows` matrix with `transform · A = reduced`.
    pub fn transform(&self) -> &BitMatrix {
        &self.transform
    }

    /// A basis of the kernel of `A`, `nullity × cols`, one row a free column in ascending order: that
    /// column is one, the other free columns are zero. Cost: O(nullity · rank).
    pub fn kernel(&self) -> BitMatrix {
        let cols = self.reduced.cols();
        let mut is_pivot = vec![false; cols];
        for &p in &self.pivots {
            is_pivot[p] = true;
        }
        let mut kernel = BitMatrix::zeros(self.nullity(), cols);
        for (k, free) in (0..cols).filter(|&c| !is_pivot[c]).enumerate() {
            kernel.set(k, free, true);
            for (r, &p) in self.pivots.iter().enumerate() {
                if self.reduced.get(r, free) {
                    kernel.set(k, p, true);
                }
            }
        }
        kernel
    }

    /// The solution of `A x = b` whose free variables are all zero.
    /// Cost: O(rows² / 64).
    ///
    /// # Errors
    /// When there is none: a witness `q` with `q A = 0` and `q · b = 1` (Fredholm's alternative).
    ///
    /// # Panics
    /// When `b` does not have one bit a row.
    pub fn solve(&self, b: &BitRow) -> Result<BitRow, BitRow> {
        let reduced_b = self.transform.mul_vec(b);
        if let Some(r) = reduced_b.ones().find(|&r| r >= self.rank()) {
            return Err(self.transform.row(r));
        }
        let mut x = BitRow::zeros(self.reduced.cols());
        for r in reduced_b.ones() {
            x.set(self.pivots[r], true);
        }
        Ok(x)
    }
}
