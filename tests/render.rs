//! Pictures, read back: SVG parsed and counted, PNG decoded, terminal art interpreted; two of them golden.

use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::render::svg::SvgOptions;
use lightsout::render::{Cell, Picture, Rgb, ansi, svg, theme};
use lightsout::solve::Solver;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use roxmltree::{Document, Node};

fn random(rows: usize, cols: usize, seed: u64) -> BitMatrix {
    let mut state = seed | 1;
    BitMatrix::from_fn(rows, cols, |_, _| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 40 & 1 == 1
    })
}

/// The fewest presses of the all-on n × n board.
fn fewest_all_on(n: usize) -> (Board, BitMatrix) {
    let board = Board::new(BitMatrix::from_fn(n, n, |_, _| true));
    let game = Answerer::new(Solver::new(Game::plus(n, n)).unwrap());
    match game.fewest(&board, &Goal::Off, &Limits::default()).unwrap() {
        Verdict::Solved(answer) => (board, answer.presses),
        Verdict::Impossible(_) => panic!("all on is solvable"),
    }
}

/// The drawn shapes of a group, by the centre of each in cells; drawing units come from the format's description.
fn shapes<'a>(document: &'a Document, class: &str, element: &str) -> Vec<((usize, usize), Node<'a, 'a>)> {
    let Some(group) = document.descendants().find(|n| n.attribute("class") == Some(class)) else {
        return Vec::new();
    };
    let nodes = group.children().filter(|n| n.is_element());
    nodes
        .map(|node| {
            assert_eq!(node.tag_name().name(), element);
            let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
            let (x, y) = match element {
                "rect" => (number("x") + number("width") / 2.0, number("y") + number("height") / 2.0),
                "circle" => (number("cx"), number("cy")),
                _ => (number("x"), number("y")),
            };
            (((y / 34.0) as usize, (x / 34.0) as usize), node)
        })
        .collect()
}

/// The cells of the ones, in reading order.
fn ones(bits: &BitMatrix) -> Vec<(usize, usize)> {
    bits.ones().collect()
}

#[test]
fn svg_shows_every_cell_once() {
    for (rows, cols, holed) in [(1, 1, false), (5, 5, true), (3, 70, true), (30, 40, false)] {
        let (lights, presses) = (random(rows, cols, 3), random(rows, cols, 4));
        let holes = if holed { random(rows, cols, 5) } else { BitMatrix::zeros(rows, cols) };
        let board = Board::with_holes(lights, holes.clone());
        let clear = |bits: &BitMatrix, keep: bool| {
            BitMatrix::from_fn(rows, cols, |r, c| !holes.get(r, c) && bits.get(r, c) == keep)
        };
        let picture = Picture::of_board(&board).with_presses(&presses);
        let text = svg::to_string(&picture, &SvgOptions { hints: true, title: None });
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
        let places = |class, element| {
            shapes(&document, class, element).into_iter().map(|(place, _)| place).collect::<Vec<_>>()
        };
        assert_eq!(places("on", "rect"), ones(&clear(board.lights(), true)));
        assert_eq!(places("off", "rect"), ones(&clear(board.lights(), false)));
        assert_eq!(places("presses", "circle"), ones(&clear(&presses, true)));
        let hints = shapes(&document, "hints", "text");
        assert_eq!(hints.iter().map(|(place, _)| *place).collect::<Vec<_>>(), ones(&clear(&presses, true)));
        assert!(
            hints.iter().enumerate().all(|(i, (_, node))| node.text() == Some(&(i + 1).to_string())),
            "numbered from 1"
        );
        // What it is called, and that labels point to it.
        let by_id = |id: &str| {
            document.descendants().find(|n| n.attribute("id") == Some(id)).unwrap().text().unwrap().to_owned()
        };
        let labels: Vec<String> = root.attribute("aria-labelledby").unwrap().split(' ').map(by_id).collect();
        assert!(labels[0].starts_with(&format!("Lights Out, {rows} x {cols}: ")), "{}", labels[0]);
        if rows * cols <= 400 {
            assert!(board.to_string().lines().all(|row| labels[1].contains(row)), "{}", labels[1]);
        }
    }
}

#[test]
fn svg_layers_and_titles() {
    let (lights, presses) = (random(4, 4, 1), random(4, 4, 2));
    let board = Board::new(lights);
    let alone = svg::to_string(
        &Picture::of_board(&board),
        &SvgOptions { hints: true, title: Some("a<b> & \"c\"\u{7}".into()) },
    );
    let document = Document::parse(&alone).unwrap();
    assert!(!alone.contains("circle") && !alone.contains("hints"), "no presses, no marks");
    assert_eq!(
        document.descendants().find(|n| n.has_tag_name("title")),
        document.root_element().children().find(|n| n.is_element())
    );
    let title = document.descendants().find(|n| n.attribute("id") == Some("lightsout-title")).unwrap();
    assert_eq!(title.text(), Some("a<b> & \"c\""));
    let pattern = svg::to_string(&Picture::of_presses(&presses, None), &SvgOptions::default());
    let document = Document::parse(&pattern).unwrap();
    assert_eq!(shapes(&document, "off", "rect").len(), 16);
    assert_eq!(shapes(&document, "presses", "circle").len(), presses.count_ones());
    assert!(pattern.contains(" presses</title>") && !pattern.contains("Lights on"));
}

/// What a terminal would show: the colours of each square, read from the art.
fn squares(art: &str) -> Vec<Vec<Option<Rgb>>> {
    let mut rows = Vec::new();
    for line in art.lines() {
        let (mut ink, mut paper) = (None, None);
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\x1b' => {
                    let (code, after) = rest.strip_prefix('[').unwrap().split_once('m').unwrap();
                    rest = after;
                    let numbers: Vec<u8> = code.split(';').map(|n| n.parse().unwrap()).collect();
                    match numbers[..] {
                        [38, 2, r, g, b] => ink = Some([r, g, b]),
                        [48, 2, r, g, b] => paper = Some([r, g, b]),
                        [39] => ink = None,
                        [49] => paper = None,
                        _ => panic!("an unknown code {code}"),
                    }
                }
                '▀' => (upper.push(ink), lower.push(paper)).0,
                '▄' => (upper.push(paper), lower.push(ink)).0,
                ' ' => (upper.push(paper), lower.push(paper)).0,
                _ => panic!("an unknown character {c}"),
            }
        }
        assert_eq!((ink, paper), (None, None), "colours end with the line");
        rows.push(upper);
        rows.push(lower);
    }
    rows
}

#[test]
fn terminal_art_shows_every_cell() {
    for (rows, cols) in [(1, 1), (2, 3), (5, 5), (8, 70)] {
        let board = Board::with_holes(random(rows, cols, 7), random(rows, cols, 8));
        let presses = random(rows, cols, 9);
        let picture = Picture::of_board(&board).with_presses(&presses);
        let shown = squares(&ansi::to_string(&picture));
        assert_eq!(shown.len(), rows.div_ceil(2) * 2);
        for (r, row) in shown.iter().enumerate() {
            assert_eq!(row.len(), cols);
            for (c, color) in row.iter().enumerate() {
                if r == rows || board.is_hole(r, c) {
                    assert_eq!(*color, None, "nothing at {r},{c}");
                    continue;
                }
                match (board.lights().get(r, c), presses.get(r, c)) {
                    (true, false) => assert_eq!(*color, Some(theme::ON)),
                    (false, false) => assert_eq!(*color, Some(theme::OFF)),
                    (false, true) => assert_eq!(*color, Some(theme::PRESS)),
                    (true, true) => assert!(![theme::ON, theme::OFF, theme::PRESS].contains(&color.unwrap())),
                }
            }
        }
    }
}

#[test]
fn colours_are_kept_while_they_last() {
    let board = Board::new(BitMatrix::zeros(2, 50));
    let art = ansi::to_string(&Picture::of_board(&board));
    assert_eq!(art.matches('\x1b').count(), 4, "set once, reset once: {art:?}");
}

#[test]
fn cells_of_pictures() {
    let board =
        Board::with_holes(BitMatrix::from_fn(1, 2, |_, _| true), BitMatrix::from_fn(1, 2, |_, c| c == 1));
    let presses = BitMatrix::from_fn(1, 2, |_, _| true);
    let picture = Picture::of_board(&board).with_presses(&presses);
    assert_eq!(picture.cell(0, 0), Cell::Button { on: true, press: true });
    assert_eq!(picture.cell(0, 1), Cell::Hole);
    assert_eq!(Picture::of_board(&board).title(), "Lights Out, 1 x 2: 1 light on");
    assert_eq!(Picture::of_presses(&presses, None).title(), "Lights Out, 1 x 2: 2 presses");
}

/// Writes what a golden file should be when asked by `UPDATE_PICTURES`, and compares.
fn golden(name: &str, bytes: &[u8]) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, bytes).unwrap();
    }
    let kept = std::fs::read(&path).unwrap();
    assert!(kept == bytes, "docs/pictures/{name} differs; run with UPDATE_PICTURES=1 and look at it");
}

#[test]
fn golden_svg() {
    let (board, presses) = fewest_all_on(5);
    assert_eq!(presses.count_ones(), 15);
    let title = "All lights of 5 x 5 on, and the fewest presses that put them out: 15".to_owned();
    let options = SvgOptions { hints: true, title: Some(title) };
    golden(
        "all-on-5x5.svg",
        svg::to_string(&Picture::of_board(&board).with_presses(&presses), &options).as_bytes(),
    );
}

#[cfg(feature = "png")]
mod png_pictures {
    use super::*;
    use lightsout::board::picture::PictureOptions;
    use lightsout::board::{ReadOptions, read_one};
    use lightsout::render::png;

    fn written(picture: &Picture<'_>, scale: Option<usize>) -> Vec<u8> {
        let mut file = Vec::new();
        png::write(&mut file, picture, scale).unwrap();
        file
    }

    /// The colour of every pixel, with its opacity.
    fn decoded(file: &[u8]) -> (usize, Vec<[u8; 4]>) {
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(::png::Transformations::EXPAND | ::png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, ::png::ColorType::Rgba);
        (info.width as usize, bytes.as_chunks().0.to_vec())
    }

    #[test]
    fn lights_are_read_back() {
        for (rows, cols) in [(1, 2), (5, 5), (7, 33), (64, 65)] {
            let board = Board::new(random(rows, cols, (rows + cols) as u64));
            let picture = Picture::of_board(&board);
            for scale in [None, Some(1), Some(4), Some(5), Some(6), Some(7), Some(10), Some(31)] {
                let read = read_one(&written(&picture, scale), &ReadOptions::default());
                assert_eq!(read.as_ref(), Ok(&board), "{rows} x {cols} at {scale:?}");
            }
            let pattern = Picture::of_presses(board.lights(), None);
            assert_eq!(read_one(&written(&pattern, Some(1)), &ReadOptions::default()).as_ref(), Ok(&board));
        }
        // Too many for more than a pixel each.
        let large = Board::new(random(700, 1100, 6));
        assert_eq!(read_one(&written(&Picture::of_board(&large), None), &ReadOptions::default()), Ok(large));
        // Presses over lights are for people: no board is read from them.
        let board = Board::new(random(5, 5, 3));
        let both = Picture::of_board(&board).with_presses(board.lights());
        assert!(read_one(&written(&both, Some(24)), &ReadOptions::default()).is_err());
        let bright = ReadOptions {
            picture: PictureOptions { invert: true, ..Default::default() },
            ..Default::default()
        };
        let mut inverse = board.lights().clone();
        inverse.complement();
        assert_eq!(read_one(&written(&Picture::of_board(&board), None), &bright).unwrap().lights(), &inverse);
    }

    #[test]
    fn middles_of_cells_have_the_colour_of_what_they_show() {
        let board = Board::with_holes(random(6, 9, 1), random(6, 9, 2));
        let presses = random(6, 9, 3);
        let picture = Picture::of_board(&board).with_presses(&presses);
        for scale in [1, 2, 5, 6, 9, 20, 48] {
            let (width, pixels) = decoded(&written(&picture, Some(scale)));
            let line = usize::from(scale >= 6);
            assert_eq!(width, 9 * scale + line);
            assert_eq!(pixels.len(), width * (6 * scale + line));
            for r in 0..6 {
                for c in 0..9 {
                    let middle =
                        pixels[(r * scale + (scale + line) / 2) * width + c * scale + (scale + line) / 2];
                    let corner = pixels[(r * scale + line) * width + c * scale + line];
                    let light = if board.lights().get(r, c) { theme::ON } else { theme::OFF };
                    match picture.cell(r, c) {
                        Cell::Hole => assert!(middle[3] == 0 && corner[3] == 0),
                        Cell::Button { press: false, .. } => {
                            assert!(middle[..3] == light && corner[..3] == light)
                        }
                        Cell::Button { press: true, on } => {
                            assert_eq!(middle[..3] == theme::PRESS, scale >= 6 || !on);
                            assert!(scale < 6 || corner[..3] == light, "the light shows around the press");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_checked() {
        let board = Board::new(BitMatrix::zeros(1, 1000));
        let error =
            |scale| png::write(std::io::sink(), &Picture::of_board(&board), Some(scale)).unwrap_err().kind();
        for scale in [0, 4097, 1 << 22, usize::MAX] {
            assert_eq!(error(scale), std::io::ErrorKind::InvalidInput);
        }
        assert_eq!(
            [png::default_scale(5, 5), png::default_scale(100, 20), png::default_scale(9, 5000)],
            [48, 10, 1]
        );
    }

    #[test]
    fn golden_png() {
        let (_, presses) = fewest_all_on(60);
        golden("all-on-60x60-presses.png", &written(&Picture::of_board(&Board::new(presses)), Some(8)));
    }
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn any_picture_is_well_formed(rows in 0..9usize, cols in 0..9usize, seed in any::<u64>(), hints in any::<bool>(), title in ".{0,20}") {
        let board = Board::with_holes(random(rows, cols, seed), random(rows, cols, seed / 3));
        let presses = random(rows, cols, seed / 7);
        for picture in [Picture::of_board(&board), Picture::of_board(&board).with_presses(&presses), Picture::of_presses(&presses, board.holes())] {
            let text = svg::to_string(&picture, &SvgOptions { hints, title: Some(title.clone()) });
            prop_assert!(Document::parse(&text).is_ok(), "{}", text);
            prop_assert_eq!(squares(&ansi::to_string(&picture)).len(), rows.div_ceil(2) * 2);
        }
    }
}
