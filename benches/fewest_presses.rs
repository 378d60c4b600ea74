//! The fewest presses.

#[path = "../tests/common/plus_board.rs"]
mod plus_board;

use std::time::Instant;

use lightsout::gf2::BitRow;
use lightsout::optimize::{Limits, Minimizer, Route};
use plus_board::{chase, checkerboard, toggled};

fn main() {
    for n in [30, 39, 47] {
        let begin = Instant::now();
        let all_on = BitRow::from_fn(n * n, |_| true);
        let (kernel, solutions) = chase(n, std::slice::from_ref(&all_on));
        let x = solutions[0].clone().unwrap();
        assert_eq!(toggled(n, &x), all_on);
        println!("{n}: k = {} chase {:?}", kernel.rows(), begin.elapsed());
        let mut distinct = std::collections::HashMap::new();
        let columns = kernel.transpose();
        for c in 0..n * n {
            *distinct.entry(columns.row(c)).or_insert(0_usize) += 1;
        }
        let mut sizes = std::collections::BTreeMap::new();
        for (h, s) in &distinct {
            *sizes.entry((h.is_zero(), *s)).or_insert(0) += 1;
        }
        println!("  {} cells, {} distinct {:?}", n * n, distinct.len(), sizes);
        for (name, pick) in [("EE", (0, 0)), ("EO", (0, 1)), ("OE", (1, 0)), ("OO", (1, 1))] {
            let cells: Vec<usize> = (0..n * n).filter(|i| ((i / n) % 2, (i % n) % 2) == pick).collect();
            let part = lightsout::gf2::BitMatrix::from_fn(kernel.rows(), cells.len(), |r, c| {
                kernel.get(r, cells[c])
            });
            let e = lightsout::gf2::Echelon::new(&part);
            let mut distinct = std::collections::HashSet::new();
            let cols = e.reduced().transpose();
            for c in 0..cells.len() {
                distinct.insert(cols.row(c));
            }
            println!("  {name}: rank {} of {} cells, {} distinct", e.rank(), cells.len(), distinct.len());
        }
        if kernel.rows() <= 32 {
            let begin = Instant::now();
            let minimizer = Minimizer::new(&kernel, None, &[checkerboard(n)]);
            let found = minimizer.minimize(&[x], &Limits { route: Some(Route::Walsh), ..Limits::default() });
            let t = begin.elapsed();
            println!(
                "  cost {} proved {} count {:?} {t:?} {:.3} ns/word",
                found.cost,
                found.proved,
                found.count,
                t.as_nanos() as f64 / (kernel.rows() as f64).exp2()
            );
        }
    }
}
