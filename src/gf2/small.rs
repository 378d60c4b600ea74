//! Systems of at most 64 equations in at most 64 unknowns, without the heap: a puzzle a line, many lines.
//!
//! ```
//! use lightsout::gf2::small::SmallSystem;
//!
//! // Three buttons on three lights: 0 and 1, 1 and 2, 0 and 2.
//! let system = SmallSystem::new(&[0b011, 0b110, 0b101]);
//! assert_eq!(system.nullity(), 1);
//! assert_eq!(system.lightest(0b101).map(|l| (l.solution, l.weight, l.count)), Some((0b100, 1, 1)));
//! assert_eq!(system.lightest(0b001), None);
//! ```

/// An eliminated system, given by columns: column `j` is the set of equations in which unknown `j` stands.
///
/// Sets of equations and of unknowns are words: equation or unknown `i` is bit `i`. The columns are reduced
/// against each other by their highest bits, each with the combination of columns that it is.
#[derive(Debug, Clone)]
pub struct SmallSystem {
    /// For each bit the reduced column whose highest bit it is; zero when there is none.
    reduced: [u64; 64],
    /// For each reduced column the set of columns whose sum it is.
    combination: [u64; 64],
    /// Basis of the kernel.
    kernel: [u64; 64],
    nullity: usize,
}

/// The lightest solutions of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lightest {
    /// The lexicographically least of them: unknown 0 first, zero before one.
    pub solution: u64,
    /// Its number of ones.
    pub weight: u32,
    /// How many solutions have that weight.
    pub count: u64,
}

impl SmallSystem {
    /// Eliminates. Cost: O(columns · rank), no allocation.
    ///
    /// # Panics
    /// When there are more than 64 columns.
    pub fn new(columns: &[u64]) -> Self {
        assert!(columns.len() <= 64, "{} unknowns in a word", columns.len());
        let mut this = Self { reduced: [0; 64], combination: [0; 64], kernel: [0; 64], nullity: 0 };
        for (j, &column) in columns.iter().enumerate() {
            let (rest, combination) = this.reduce(column, 1 << j);
            if rest == 0 {
                this.kernel[this.nullity] = combination;
                this.nullity += 1;
            } else {
                let top = rest.ilog2() as usize;
                (this.reduced[top], this.combination[top]) = (rest, combination);
            }
        }
        this
    }

    /// Subtracts reduced columns from `rest` until its highest bit is none of theirs.
    fn reduce(&self, mut rest: u64, mut combination: u64) -> (u64, u64) {
        while rest != 0 {
            let top = rest.ilog2() as usize;
            if self.reduced[top] == 0 {
                break;
            }
            rest ^= self.reduced[top];
            combination ^= self.combination[top];
        }
        (rest, combination)
    }

    /// The dimension of the kernel.
    pub fn nullity(&self) -> usize {
        self.nullity
    }

    /// A basis of the kernel: sets of unknowns whose columns add up to zero.
    pub fn kernel(&self) -> &[u64] {
        &self.kernel[..self.nullity]
    }

    /// A set of unknowns whose columns add up to `target`. Cost: O(rank).
    pub fn solve(&self, target: u64) -> Option<u64> {
        let (rest, combination) = self.reduce(target, 0);
        (rest == 0).then_some(combination)
    }

    /// When `target` is no sum of columns: a set of equations that every column meets evenly and `target`
    /// oddly (Fredholm's alternative). Cost: O(rank).
    pub fn witness(&self, target: u64) -> Option<u64> {
        let (rest, _) = self.reduce(target, 0);
        if rest == 0 {
            return None;
        }
        // The bit is no column's highest: let it count. Then each reduced column, lowest first, says whether
        // its own highest bit has to. None below is set, none above is in the rest of the target, and the
        // rest differs from the target by columns.
        let mut witness = 1 << rest.ilog2();
        for (top, column) in self.reduced.iter().enumerate() {
            if (column & witness).count_ones() % 2 == 1 {
                witness ^= 1 << top;
            }
        }
        Some(witness)
    }

    /// The solutions with the fewest ones, by going through all of them in Gray code.
    /// Cost: O(2^nullity); `None` when there is no solution.
    ///
    /// # Panics
    /// When the nullity is 64.
    pub fn lightest(&self, target: u64) -> Option<Lightest> {
        assert!(self.nullity < 64, "2^64 solutions");
        let mut solution = self.solve(target)?;
        let mut best = Lightest { solution, weight: u32::MAX, count: 0 };
        for step in 0..1u64 << self.nullity {
            if step > 0 {
                solution ^= self.kernel[step.trailing_zeros() as usize];
            }
            let weight = solution.count_ones();
            if weight < best.weight {
                best = Lightest { solution, weight, count: 1 };
            } else if weight == best.weight {
                best.count += 1;
                if solution.reverse_bits() < best.solution.reverse_bits() {
                    best.solution = solution;
                }
            }
        }
        Some(best)
    }
}
