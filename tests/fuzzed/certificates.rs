//! Certificates: any bytes are one or an error; what is certified is verified; and what is verified after a change
//! somewhere in it is true of the question that it then asks.

use super::assert_one_line;
use super::bytes::Bytes;
use super::games;
use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::optimize::Limits;
use lightsout::solve::Solver;
use lightsout::verify::certificate::{Certificate, CertificateError, Checked, Effort};

/// Quiet patterns of the games whose certificates are changed: each changed one may be searched again.
const MOST_NULLITY: usize = 12;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.flag() {
        made(&mut bytes);
    } else {
        read(bytes.rest());
    }
}

fn effort() -> Effort<'static> {
    Effort { memory: 1 << 24, steps: 1 << 18, ..Effort::default() }
}

/// What is read is written and read the same; a check ends.
fn read(text: &[u8]) {
    let certificate = match Certificate::parse(text) {
        Ok(certificate) => certificate,
        Err(error) => return assert_one_line(&error.to_string()),
    };
    let written = certificate.to_json();
    assert_eq!(Certificate::parse(written.as_bytes()).as_ref(), Ok(&certificate), "{written}");
    match certificate.check(&effort()) {
        Ok(checked) if certificate.game.lights() <= 200 => holds(&certificate, &checked),
        Ok(_) => {}
        Err(error) => assert_one_line(&error.to_string()),
    }
}

fn made(bytes: &mut Bytes<'_>) {
    let (game, plain) = games::game(bytes);
    let mut lights = bytes.matrix(game.rows(), game.cols());
    let goal = match bytes.number(0, 3) {
        0 => Goal::Off,
        1 => Goal::On,
        2 => Goal::Either,
        _ => Goal::Pattern(bytes.matrix(game.rows(), game.cols())),
    };
    if bytes.flag() {
        lights = games::press(&plain, &lights);
    }
    let board = match game.holes() {
        Some(holes) => Board::with_holes(lights, holes.clone()),
        None => Board::new(lights),
    };
    let answerer = Answerer::new(Solver::new(game).expect("a small game"));
    if answerer.solver().nullity() > MOST_NULLITY {
        return;
    }
    let (verdict, certificate) = answerer.certify(&board, &goal, &Limits::default()).expect("checks hold");
    let certificate = certificate.expect("nothing stopped it");
    let mut text = certificate.to_json().into_bytes();
    let again = Certificate::parse(&text).expect("what is written is read");
    assert_eq!(again, certificate);
    let checked = again.check(&Effort::default()).expect("what is certified is verified");
    same(&verdict, &checked);

    // The rest of the bytes changes it here and there.
    while !bytes.is_empty() && !text.is_empty() {
        let place = bytes.u32() as usize % text.len();
        match bytes.number(0, 3) {
            0 => text[place] = bytes.byte(),
            1 => drop(text.remove(place)),
            2 => text.insert(place, bytes.byte()),
            _ => text[place] = bytes.one_of(b"0123456789.X~-\",[]{}"),
        }
    }
    match Certificate::parse(&text)
        .and_then(|changed| changed.check(&effort()).map(|checked| (changed, checked)))
    {
        Ok((changed, checked)) => holds(&changed, &checked),
        Err(CertificateError::Stopped) => panic!("nobody stopped it"),
        Err(error) => assert_one_line(&error.to_string()),
    }
}

/// What was verified is what a search finds.
fn holds(certificate: &Certificate, checked: &Checked) {
    let goal = match (certificate.goal, &certificate.wanted) {
        ("off", _) => Goal::Off,
        ("on", _) => Goal::On,
        ("either", _) => Goal::Either,
        (_, wanted) => Goal::Pattern(wanted.clone().expect("a pattern goal names its pattern")),
    };
    let answerer = Answerer::new(Solver::new(certificate.game.clone()).expect("a small game"));
    let limits = Limits::default();
    same(&answerer.fewest(&certificate.board, &goal, &limits).expect("checks hold"), checked);
}

fn same(verdict: &Verdict, checked: &Checked) {
    match (verdict, &checked.optimum) {
        (Verdict::Impossible(_), None) => {}
        (Verdict::Solved(answer), Some(optimum)) => {
            assert_eq!((answer.goal, answer.cost), (optimum.goal, optimum.cost));
            assert_eq!(answer.presses.count_ones(), optimum.presses);
            assert_eq!(answer.optima.as_ref(), Some(&optimum.optima));
        }
        _ => panic!("{verdict:?} and {checked:?}"),
    }
}
