//! The fewest presses against brute force: cost, least optimum, number of optima, on planted structures.

use lightsout::gf2::{BitMatrix, BitRow};
use lightsout::optimize::{Cosets, Limits, Minimizer, Optimum, Route, minimize};
use num_bigint::BigUint;

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 20) as usize % n
    }

    fn bit(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    fn row(&mut self, len: usize) -> BitRow {
        BitRow::from_fn(len, |_| self.bit())
    }
}

/// The oracle: every element of every coset, from the definition.
struct Brute {
    cost: u64,
    /// The optima with the first coset that holds them, in lexicographic order.
    optima: Vec<(usize, BitRow)>,
}

fn brute(kernel: &BitMatrix, offsets: &[BitRow], costs: Option<&[u32]>) -> Brute {
    let column = |c: usize| (0..kernel.rows()).fold(0_u32, |h, r| h | u32::from(kernel.get(r, c)) << r);
    let columns: Vec<u32> = (0..kernel.cols()).map(column).collect();
    let mut elements: Vec<(Vec<bool>, usize)> = Vec::new();
    let mut cost = u64::MAX;
    for (coset, offset) in offsets.iter().enumerate() {
        let offset: Vec<bool> = (0..columns.len()).map(|c| offset.get(c)).collect();
        for u in 0_u32..1 << kernel.rows() {
            let press = |c: usize| (columns[c] & u).count_ones() % 2 != u32::from(offset[c]);
            let here =
                (0..columns.len()).filter(|&c| press(c)).map(|c| costs.map_or(1, |w| u64::from(w[c]))).sum();
            if here < cost {
                elements.clear();
                cost = here;
            }
            if here == cost {
                elements.push(((0..columns.len()).map(press).collect(), coset));
            }
        }
    }
    elements.sort();
    elements.dedup_by(|a, b| a.0 == b.0);
    let optima = elements.into_iter().map(|e| (e.1, BitRow::from_fn(kernel.cols(), |c| e.0[c]))).collect();
    Brute { cost, optima }
}

/// Independent rows: the given ones reduced, dependent ones left out.
fn independent(rows: Vec<BitRow>, cols: usize) -> BitMatrix {
    let mut kept: Vec<BitRow> = Vec::new();
    let mut reduced: Vec<BitRow> = Vec::new();
    for row in rows {
        let mut rest = row.clone();
        for other in &reduced {
            let lead = other.ones().next().unwrap();
            if rest.get(lead) {
                rest.add(other);
            }
        }
        if !rest.is_zero() {
            reduced.push(rest);
            kept.push(row);
        }
    }
    BitMatrix::from_rows(cols, &kept)
}

/// A random instance with planted structure of the given kind.
struct Instance {
    kernel: BitMatrix,
    offsets: Vec<BitRow>,
    costs: Option<Vec<u32>>,
    sides: Vec<BitRow>,
}

fn instance(random: &mut Random, kind: usize) -> Instance {
    let max_k = [14, 9, 8, 10, 9, 11, 10][kind % 7];
    let k = random.below(max_k + 1);
    let longest = [24, 70, 140][random.below(3)];
    let cols = 1 + random.below(longest);
    let mut sides = Vec::new();
    let mut rows: Vec<BitRow> = match kind % 7 {
        // Anything.
        0 | 1 => (0..k).map(|_| random.row(cols)).collect(),
        // A direct sum of two or three codes, its columns shuffled, its basis mixed.
        2 | 3 => {
            let parts = 2 + random.below(2);
            let part_of_col: Vec<usize> = (0..cols).map(|_| random.below(parts)).collect();
            let plain: Vec<BitRow> = (0..k)
                .map(|_| {
                    let part = random.below(parts);
                    BitRow::from_fn(cols, |c| part_of_col[c] == part && random.bit())
                })
                .collect();
            mixed(random, plain)
        }
        // A two-sided split: on each side a direct sum of two codes, in bases that mix the other's.
        4 | 5 => {
            let k = (k / 2 * 2).max(2);
            let half = k / 2;
            let left: Vec<BitRow> = (0..k).map(|_| random.row(cols)).collect();
            // Columns: 0 and 1 the parts of the first side, 2 and 3 those of the second.
            let part_of_col: Vec<usize> = (0..cols).map(|_| random.below(4)).collect();
            let mix: Vec<BitRow> = (0..k).map(|_| random.row(k)).collect();
            sides.push(BitRow::from_fn(cols, |c| part_of_col[c] >= 2));
            (0..k)
                .map(|r| {
                    BitRow::from_fn(cols, |c| {
                        let part = part_of_col[c];
                        let own = |i: usize| (i < half) == part.is_multiple_of(2) && left[i].get(c);
                        if part < 2 {
                            own(r)
                        } else {
                            (0..k).fold(false, |x, i| x ^ (mix[r].get(i) && own(i)))
                        }
                    })
                })
                .collect()
        }
        // Few different columns, many of them zero.
        _ => {
            let kinds = 1 + random.below(6);
            let of_col: Vec<usize> = (0..cols).map(|_| random.below(kinds + 2)).collect();
            (0..k)
                .map(|_| {
                    let bits = random.next();
                    BitRow::from_fn(cols, |c| of_col[c] < kinds && bits >> of_col[c] & 1 == 1)
                })
                .collect()
        }
    };
    rows.truncate(14);
    let kernel = independent(rows, cols);
    let mut offsets = vec![random.row(cols)];
    if random.below(3) == 0 {
        // Another coset, or the same one again.
        let mut other = if random.bit() { random.row(cols) } else { offsets[0].clone() };
        for r in 0..kernel.rows() {
            if random.bit() {
                other.add(&kernel.row(r));
            }
        }
        offsets.push(other);
    }
    let costs = match random.below(5) {
        0 => Some((0..cols).map(|_| random.below(4) as u32).collect()),
        1 => Some((0..cols).map(|_| random.below(1000) as u32).collect()),
        2 => Some(
            (0..cols).map(|_| if random.bit() { u32::MAX - random.below(3) as u32 } else { 0 }).collect(),
        ),
        _ => None,
    };
    sides.push(random.row(cols));
    Instance { kernel, offsets, costs, sides }
}

/// Another basis of the same space.
fn mixed(random: &mut Random, mut rows: Vec<BitRow>) -> Vec<BitRow> {
    for _ in 0..3 * rows.len() {
        let (a, b) = (random.below(rows.len()), random.below(rows.len()));
        if a != b {
            let row = rows[a].clone();
            rows[b].add(&row);
        }
    }
    rows
}

fn agree(found: &Optimum, brute: &Brute, wanted: usize, what: &str) {
    assert!(found.proved, "{what}: proved");
    assert_eq!(found.cost, brute.cost, "{what}: cost");
    assert_eq!(found.bound, brute.cost, "{what}: bound");
    assert_eq!(found.count, Some(BigUint::from(brute.optima.len())), "{what}: number of optima");
    let mut listed = vec![(found.coset, found.presses.clone())];
    listed.extend(found.further.iter().cloned());
    assert_eq!(listed, brute.optima[..wanted.min(brute.optima.len())], "{what}: least optima");
}

#[test]
fn ten_thousand_instances_agree_with_brute_force() {
    let mut random = Random(2024);
    let mut taken = std::collections::HashMap::new();
    for number in 0..10_000 {
        let Instance { kernel, offsets, costs, sides } = instance(&mut random, number);
        let costs = costs.as_deref();
        let oracle = brute(&kernel, &offsets, costs);
        let wanted = 1 + random.below(3) * random.below(20);
        for route in [
            None,
            Some(Route::Gray),
            Some(Route::Walsh),
            Some(Route::Split),
            Some(Route::Streamed),
            Some(Route::Trellis),
        ] {
            // Without memory the lists stay short, and the words past their end are enumerated again.
            let memory = if route == Some(Route::Streamed) { 0 } else { 1 << 30 };
            let limits = Limits { solutions: wanted, route, memory, ..Limits::default() };
            let question = Cosets { kernel: &kernel, offsets: &offsets, costs };
            let found = minimize(&question, &sides, &limits);
            agree(&found, &oracle, wanted, &format!("instance {number}, {route:?}"));
            for route in found.routes {
                *taken.entry(route).or_insert(0) += 1;
            }
        }
        let prepared = Minimizer::new(&kernel, costs, &sides);
        agree(
            &prepared.minimize(&offsets, &Limits::default()),
            &oracle,
            1,
            &format!("instance {number}, prepared"),
        );
    }
    println!("components by route: {taken:?}");
    for (route, least) in [
        (Route::Gray, 1000),
        (Route::Walsh, 1000),
        (Route::Split, 1000),
        (Route::Streamed, 100),
        (Route::Trellis, 1000),
    ] {
        assert!(taken.get(&route).is_some_and(|n| *n > least), "{route:?} taken: {taken:?}");
    }
}
