//! The checker's moving of whole rows against pressing one button at a time, for every way to glue the edges.

use lightsout::board::Board;
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::verify::toggled_by;

#[test]
fn rows_moved_whole_toggle_what_single_presses_do() {
    let sets: [&[(i64, i64)]; 5] = [
        &[(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)],
        &[(0, 1), (2, -1), (-2, -1)],
        &[(0, 64), (1, -63), (-3, 65), (5, 5), (0, -1)],
        &[(0, 0), (0, 200), (0, -130), (7, -257), (-9, 1)],
        &[],
    ];
    let sizes = [(1, 1), (1, 9), (9, 1), (2, 2), (3, 64), (5, 63), (4, 65), (7, 130), (33, 193)];
    for (i, (rows, cols)) in sizes.into_iter().enumerate() {
        for (_, topology) in Topology::NAMED {
            for offsets in sets {
                let rule = Neighbourhood::from_offsets(offsets.iter().copied());
                let game = Game::new(rows, cols, rule, topology);
                let presses = Board::random(rows, cols, i as u64).expect("memory").into_lights();
                let toggled = toggled_by(&game, &presses);
                toggled.validate();
                assert_eq!(toggled, game.apply(&presses), "{} {rows} x {cols} {offsets:?}", topology.name());
                let holes = Board::random(rows, cols, 99).expect("memory").into_lights();
                let game = game.with_holes(Some(&holes));
                assert_eq!(toggled_by(&game, &presses), game.apply(&presses));
                let mut few = BitMatrix::zeros(rows, cols);
                few.set(rows / 2, cols / 2, true);
                assert_eq!(toggled_by(&game, &few), game.apply(&few));
            }
        }
    }
}
