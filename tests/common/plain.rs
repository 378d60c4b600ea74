//! Solving by sets of up to 256 numbers, for boards too large for the oracle's: shares no code with the crate.

/// The columns of σ⁺ on a plane: `columns[b]` has a bit for each light that button `b` toggles.
pub fn plus_columns(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let mut columns = Vec::new();
    for r in 0..rows as i64 {
        for c in 0..cols as i64 {
            let cells = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)];
            let inside =
                |&(y, x): &(i64, i64)| (0..rows as i64).contains(&y) && (0..cols as i64).contains(&x);
            columns.push(
                cells.into_iter().filter(inside).map(|(y, x)| y as usize * cols + x as usize).collect(),
            );
        }
    }
    columns
}

/// A set of up to 256 numbers as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Set([u128; 2]);

impl Set {
    pub fn of(items: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::default();
        for i in items {
            set.flip(i);
        }
        set
    }
    pub fn flip(&mut self, i: usize) {
        self.0[i / 128] ^= 1 << (i % 128);
    }
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 128] >> (i % 128) & 1 == 1
    }
    pub fn plus(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
    pub fn size(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }
    pub fn first(&self) -> Option<usize> {
        match self.0 {
            [0, 0] => None,
            [0, high] => Some(128 + high.trailing_zeros() as usize),
            [low, _] => Some(low.trailing_zeros() as usize),
        }
    }
    /// Whether `self` comes before `other` as a string of bits from 0 up.
    pub fn before(&self, other: &Self) -> bool {
        let differ = self.plus(*other);
        differ.first().is_some_and(|i| !self.has(i))
    }
}

/// One solution of the system and a basis of the kernel; no solution is `None`.
pub fn solve(columns: &[Set], target: Set) -> (Option<Set>, Vec<Set>) {
    let mut pivots: Vec<(usize, Set, Set)> = Vec::new();
    let mut kernel = Vec::new();
    let reduce = |pivots: &[(usize, Set, Set)], mut v: Set, mut combo: Set| {
        for (p, vector, combination) in pivots {
            if v.has(*p) {
                v = v.plus(*vector);
                combo = combo.plus(*combination);
            }
        }
        (v, combo)
    };
    for (b, column) in columns.iter().enumerate() {
        let (v, combo) = reduce(&pivots, *column, Set::of([b]));
        match v.first() {
            None => kernel.push(combo),
            Some(p) => pivots.push((p, v, combo)),
        }
    }
    let (left, solution) = reduce(&pivots, target, Set::default());
    (left.first().is_none().then_some(solution), kernel)
}

/// The least size over the coset, the lexicographically least set of that size, and how many there are.
pub fn minimum(solution: Set, kernel: &[Set]) -> (usize, Set, usize) {
    let mut current = solution;
    let (mut size, mut least, mut count) = (current.size(), current, 1);
    for i in 1..1usize << kernel.len() {
        current = current.plus(kernel[i.trailing_zeros() as usize]);
        match current.size().cmp(&size) {
            std::cmp::Ordering::Less => (size, least, count) = (current.size(), current, 1),
            std::cmp::Ordering::Equal => {
                count += 1;
                if current.before(&least) {
                    least = current;
                }
            }
            std::cmp::Ordering::Greater => {}
        }
    }
    (size, least, count)
}
