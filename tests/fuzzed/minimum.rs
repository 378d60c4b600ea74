//! The search for the cheapest element of a union of cosets against enumeration, by every route.

use super::bytes::Bytes;
use lightsout::gf2::{BitMatrix, BitRow};
use lightsout::optimize::{Cosets, Limits, Minimizer, Optimum, Route, minimize};

const ROUTES: [Option<Route>; 6] = [
    None,
    Some(Route::Gray),
    Some(Route::Walsh),
    Some(Route::Split),
    Some(Route::Streamed),
    Some(Route::Trellis),
];

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let buttons = bytes.number(1, 90);
    let rows = bytes.number(0, 11);
    let kernel = kernel(&mut bytes, rows, buttons);
    let cosets = bytes.number(1, 3);
    let offsets: Vec<BitRow> = (0..cosets).map(|_| bytes.bits(buttons)).collect();
    let costs: Option<Vec<u32>> = match bytes.byte() % 4 {
        0 => Some((0..buttons).map(|_| u32::from(bytes.byte() % 8)).collect()),
        1 => Some((0..buttons).map(|_| bytes.u32()).collect()),
        _ => None,
    };
    let sides: Vec<BitRow> = (0..bytes.number(0, 2)).map(|_| bytes.bits(buttons)).collect();
    let solutions = bytes.number(1, 5);
    let memory = bytes.one_of(&[0, 1 << 10, 2 << 30]);

    let expected = by_enumeration(&kernel, &offsets, costs.as_deref(), solutions);
    for route in ROUTES {
        let limits = Limits { memory, solutions, route, ..Limits::default() };
        let minimizer = Minimizer::new(&kernel, costs.as_deref(), &sides);
        assert_same(&minimizer.minimize(&offsets, &limits), &expected, route);
    }
    let question = Cosets { kernel: &kernel, offsets: &offsets, costs: costs.as_deref() };
    assert_same(&minimize(&question, &sides, &Limits { solutions, ..Limits::default() }), &expected, None);
}

/// Independent rows: what of the bytes depends on the rows before is left out.
fn kernel(bytes: &mut Bytes<'_>, rows: usize, buttons: usize) -> BitMatrix {
    let mut kept: Vec<BitRow> = Vec::new();
    let mut reduced: Vec<(usize, BitRow)> = Vec::new();
    // Sparse rows fall apart into components; a period makes columns equal.
    let sparse = bytes.byte();
    for _ in 0..rows {
        let row = match sparse % 4 {
            0 => bytes.bits(buttons),
            1 => {
                let ones: Vec<usize> = (0..3).map(|_| bytes.number(0, buttons - 1)).collect();
                BitRow::from_fn(buttons, |i| ones.contains(&i))
            }
            2 => {
                let period = bytes.bits(11);
                BitRow::from_fn(buttons, |i| period.get(i % 11))
            }
            _ => {
                let mask = bytes.bits(buttons);
                let other = bytes.bits(buttons);
                BitRow::from_fn(buttons, |i| mask.get(i) && other.get(i))
            }
        };
        let mut rest = row.clone();
        for (pivot, other) in &reduced {
            if rest.get(*pivot) {
                rest.add(other);
            }
        }
        let pivot = rest.ones().next();
        if let Some(pivot) = pivot {
            reduced.push((pivot, rest));
            kept.push(row);
        }
    }
    BitMatrix::from_rows(buttons, &kept)
}

struct Expected {
    cost: u64,
    count: u64,
    /// The least optima in lexicographic order.
    least: Vec<BitRow>,
    offsets: Vec<BitRow>,
    kernel: BitMatrix,
}

fn by_enumeration(
    kernel: &BitMatrix,
    offsets: &[BitRow],
    costs: Option<&[u32]>,
    solutions: usize,
) -> Expected {
    let price = |x: &BitRow| x.ones().map(|i| costs.map_or(1, |costs| u64::from(costs[i]))).sum::<u64>();
    let mut best = u64::MAX;
    let mut optima: Vec<BitRow> = Vec::new();
    for offset in offsets {
        let mut x = offset.clone();
        for i in 0..1u64 << kernel.rows() {
            if i > 0 {
                x.add(&kernel.row(i.trailing_zeros() as usize));
            }
            let cost = price(&x);
            if cost < best {
                best = cost;
                optima.clear();
            }
            if cost == best {
                optima.push(x.clone());
            }
        }
    }
    optima.sort_by(BitRow::cmp_lexicographic);
    // Two offsets may belong to one coset.
    optima.dedup();
    let count = optima.len() as u64;
    optima.truncate(solutions);
    Expected { cost: best, count, least: optima, offsets: offsets.to_vec(), kernel: kernel.clone() }
}

fn assert_same(found: &Optimum, expected: &Expected, route: Option<Route>) {
    assert!(found.proved, "{route:?}");
    assert_eq!((found.cost, found.bound), (expected.cost, expected.cost), "{route:?}");
    assert_eq!(found.count, Some(expected.count.into()), "{route:?}");
    let optima: Vec<(usize, &BitRow)> = std::iter::once((found.coset, &found.presses))
        .chain(found.further.iter().map(|(coset, presses)| (*coset, presses)))
        .collect();
    assert!(optima.iter().map(|(_, presses)| *presses).eq(&expected.least), "{route:?}");
    for (coset, presses) in optima {
        let mut difference = presses.clone();
        difference.add(&expected.offsets[coset]);
        assert!(in_span(&expected.kernel, difference), "{route:?}");
    }
}

fn in_span(kernel: &BitMatrix, mut row: BitRow) -> bool {
    let mut reduced: Vec<(usize, BitRow)> = Vec::new();
    for r in 0..kernel.rows() {
        let mut rest = kernel.row(r);
        for (pivot, other) in &reduced {
            if rest.get(*pivot) {
                rest.add(other);
            }
        }
        let pivot = rest.ones().next().expect("independent rows");
        reduced.push((pivot, rest));
    }
    for (pivot, other) in &reduced {
        if row.get(*pivot) {
            row.add(other);
        }
    }
    row.is_zero()
}
