//! The edges of the library that no command reaches: readers that fail, empty boards, names, the smallest of everything.

mod common;

use std::io::{self, ErrorKind, Read};
use std::sync::atomic::AtomicBool;

use common::Rng;
use lightsout::answer::Answerer;
use lightsout::board::text::Symbols;
use lightsout::board::{Board, Fault, pbm};
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::generate::{Search, hardest, solvable, with_optimum};
use lightsout::gf2::{BitMatrix, BitRow, GaussJordan};
use lightsout::optimize::{Cosets, Limits, Minimizer, Route, minimize};
use lightsout::render::{Picture, svg};
use lightsout::solve::spectral::{Discard, PlaneStream, RandomRows, Streamed};
use lightsout::solve::{EngineKind, Solver};
use lightsout::swap::{Adjacency, swap_distance};
use lightsout::verify::{refutes, wrong_lights};
use lightsout::wiring::{WiringFault, WiringReader};

/// Gives its bytes one at a time, interrupted before each, and fails at the end.
struct Failing<'a>(&'a [u8], bool);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        match (self.1, self.0.split_first()) {
            (true, _) => Err(ErrorKind::Interrupted.into()),
            (false, None) => Err(io::Error::other("the cable is out")),
            (false, Some((first, rest))) => {
                (buffer[0], self.0) = (*first, rest);
                Ok(1)
            }
        }
    }
}

#[test]
fn readers_that_fail_are_told_with_the_systems_words() {
    for bytes in [&b"P4\n9 2\n\xff"[..], b"P4\n9 2\n\xff\x80\xff\x80", b"P1\n2 2\n1 0 1 0", b"P"] {
        let error = pbm::read_one(Failing(bytes, false), None).unwrap_err();
        assert!(matches!(error.fault(), Fault::Read { kind: ErrorKind::Other, .. }), "{error}");
        assert!(error.to_string().ends_with("reading failed: the cable is out; check the file"), "{error}");
    }
    for text in ["", "[.#] (0)", "{\"lights\": 2", "3 1\n1"] {
        let read = WiringReader::new(Failing(text.as_bytes(), false)).and_then(|mut reader| {
            while reader.next_wiring()?.is_some() {}
            Ok(())
        });
        let error = read.unwrap_err();
        assert!(error.to_string().contains("the cable is out"), "{text}: {error}");
    }
}

#[test]
fn pictures_that_are_none() {
    let fault = |bytes: &[u8]| pbm::parse_one(bytes).unwrap_err();
    assert!(matches!(fault(b"").fault(), Fault::PictureHeader { expected: "P", .. }));
    assert!(matches!(fault(b"X1 1 1 1").fault(), Fault::PictureHeader { expected: "P", .. }));
    assert!(matches!(fault(b"P9 1 1 1").fault(), Fault::PictureHeader { expected: "1 or 4", .. }));
    let mut reader = pbm::Reader::new(&b"P4\n1 1\n\x80x"[..], None);
    assert!(reader.next_board().is_ok_and(|board| board.is_some()));
    assert!(matches!(reader.next_board().unwrap_err().fault(), Fault::AfterPicture { .. }));
    let mut empty = Vec::new();
    pbm::write(&mut empty, &BitMatrix::zeros(3, 0)).expect("written");
    assert_eq!(empty, b"P4\n0 3\n");
}

#[test]
fn lines_longer_than_any_puzzle() {
    let lights = format!("[{}]", ".".repeat((1 << 20) + 1));
    let buttons = format!("[.]{}", " (0)".repeat((1 << 20) + 1));
    for (line, what) in [(lights, "lights"), (buttons, "buttons")] {
        let error = WiringReader::new(line.as_bytes()).and_then(|mut reader| reader.next_wiring());
        let fault = error.unwrap_err().fault;
        assert!(matches!(fault, WiringFault::TooMany { what: told, .. } if told == what), "{fault}");
    }
}

#[test]
fn generated_boards_spare_holes_and_forbidden_buttons() {
    let mut random = Rng::new(4);
    for seed in 0..50 {
        let holes = BitMatrix::from_fn(5, 6, |_, _| random.chance(20));
        let costs = (0..30).map(|_| random.chance(70).then(|| random.below(4) as u32)).collect();
        let game = Game::plus(5, 6).with_holes(Some(&holes)).with_costs(Some(Costs::new(6, costs)));
        let board = solvable(&game, seed).expect("fits");
        assert_eq!(board.holes(), game.holes());
        let solver = Solver::new(game.clone()).expect("fits");
        let presses = solver.solve(board.lights()).expect("made by presses");
        assert_eq!(wrong_lights(&game, &presses, board.lights()), 0);
        assert_eq!(hardest(&game), Ok(None), "costs are not counted in presses");
        let wanted = 3 + seed % 4;
        let found = with_optimum(&Answerer::new(solver), wanted, seed, 20, &Limits::default());
        if let Search::Found(_, answer) = found.expect("no failure") {
            let total: u64 = answer
                .presses
                .ones()
                .map(|(r, c)| game.costs().map_or(1, |all| all.get(r, c).map_or(99, u64::from)))
                .sum();
            assert_eq!((answer.cost, total), (wanted, wanted));
        }
    }
    // Nothing to press: no board takes a press.
    let bare = Game::plus(1, 1).with_costs(Some(Costs::new(1, vec![None])));
    let none = with_optimum(&Answerer::new(Solver::new(bare).expect("fits")), 1, 0, 9, &Limits::default());
    assert!(matches!(none, Ok(Search::NoneFound { dearest: 0 })));
}

#[test]
fn nothing_at_all() {
    for (rows, cols) in [(0, 0), (0, 5), (5, 0)] {
        let stream = PlaneStream::new(rows, cols, true).expect("fits");
        let ended = stream.solve(&RandomRows { cols, seed: 1 }, &Discard, &|_, _| true);
        assert!(matches!(ended, Ok(Streamed::Solved { presses: 0, .. })), "{rows} x {cols}");
        for engine in [EngineKind::Dense, EngineKind::Chase, EngineKind::Spectral] {
            let Ok(Some(solver)) = Solver::with_engine(Game::plus(rows, cols), engine) else { continue };
            assert_eq!(solver.solve(&BitMatrix::zeros(rows, cols)).map(|x| x.count_ones()), Ok(0));
            assert_eq!((solver.nullity(), solver.quiet_patterns().len()), (0, 0), "{}", engine.name());
        }
    }
    assert!(Board::all_off(3, 4).expect("fits").lights().is_zero());
    assert_eq!(Board::all_on(3, 4).expect("fits").lights().count_ones(), 12);
    assert_eq!(Symbols::default(), Symbols::PATTERN);
}

#[test]
fn names_are_what_the_command_takes() {
    assert_eq!(
        [EngineKind::Dense, EngineKind::Chase, EngineKind::Spectral].map(EngineKind::name),
        ["dense", "chase", "spectral"]
    );
    for (name, adjacency) in Adjacency::NAMED {
        assert_eq!(adjacency.name(), name);
    }
    for (name, topology) in Topology::NAMED {
        assert_eq!((topology.name(), Topology::parse(name)), (name, Ok(topology)));
    }
    for name in Neighbourhood::NAMES {
        assert_eq!(Neighbourhood::parse_rule(name).expect("a rule").to_string(), name);
    }
}

#[test]
fn a_small_code_heeds_the_flag_as_well() {
    let mut random = Rng::new(8);
    let kernel = BitMatrix::from_fn(40, 120, |r, c| if c < 40 { r == c } else { random.chance(50) });
    let offset = BitRow::from_fn(120, |_| random.chance(50));
    let stop = AtomicBool::new(true);
    let question = Cosets { kernel: &kernel, offsets: std::slice::from_ref(&offset), costs: None };
    let limits = Limits { stop: Some(&stop), route: Some(Route::Gray), ..Limits::default() };
    let optimum = minimize(&question, &[], &limits);
    assert!(!optimum.proved && optimum.bound <= optimum.cost && optimum.count.is_none());
    // What was found is an element of the coset all the same.
    let mut difference = optimum.presses.clone();
    difference.add(&offset);
    let word = kernel.vec_mul(&BitRow::from_fn(40, |i| difference.get(i)));
    assert_eq!(word, difference);
    assert_eq!(Minimizer::new(&kernel, None, &[]).dimension(), 40);
}

#[test]
fn small_views_of_large_things() {
    let a = BitMatrix::from_fn(3, 3, |r, c| r >= c);
    let eliminated = GaussJordan::new(&a);
    assert_eq!(eliminated.transform().mul(&a), BitMatrix::identity(3));
    assert_eq!(a.row(1).as_bits().count_ones(), 2);
    let board = |text: &str| text.parse::<Board>().expect("a board");
    let plan = swap_distance(&board("X..\n"), &board("..X\n"), Adjacency::King).expect("two swaps");
    let mut moves = plan.moves();
    for left in (0..=2).rev() {
        assert_eq!(moves.size_hint(), (left, Some(left)));
        assert_eq!(moves.next().is_some(), left > 0);
    }
    let picture = svg::to_string(&Picture::of_board(&board("X~\n")), &svg::SvgOptions::default());
    assert_eq!(picture.matches("<rect").count(), 1);
}

/// Rows far outnumber columns: the polynomials come by repeated squaring, the answers are the chase's.
#[test]
fn long_narrow_boards() {
    for (rows, cols, own) in
        [(4200, 4, true), (4201, 4, true), (4200, 5, true), (4200, 4, false), (4300, 8, true)]
    {
        let neighbourhood = Neighbourhood::plus();
        let neighbourhood = if own { neighbourhood } else { neighbourhood.without_self() };
        let game = Game::new(rows, cols, neighbourhood, Topology::Plane);
        let with = |engine| Solver::with_engine(game.clone(), engine).expect("fits").expect("takes it");
        let (spectral, chase) = (with(EngineKind::Spectral), with(EngineKind::Chase));
        assert_eq!(spectral.nullity(), chase.nullity());
        for seed in 0..4 {
            let board = if seed < 2 { Board::random(rows, cols, seed) } else { solvable(&game, seed) };
            let board = board.expect("fits");
            match (spectral.solve(board.lights()), chase.solve(board.lights())) {
                (Ok(one), Ok(_)) => assert_eq!(wrong_lights(&game, &one, board.lights()), 0),
                (Err(one), Err(_)) => assert!(refutes(&game, &one.lights, board.lights())),
                (one, other) => panic!("{rows} x {cols}: {} {}", one.is_ok(), other.is_ok()),
            }
        }
    }
}
