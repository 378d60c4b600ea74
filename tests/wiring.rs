//! Puzzles given as lists: the fewest presses against trying everything, witnesses, and what the parsers refuse.

mod common;

use common::{Rng, cases};
use lightsout::gf2::BitRow;
use lightsout::optimize::Limits;
use lightsout::wiring::{Verdict, Wiring, WiringError, WiringReader};

fn read(text: &str) -> Result<Vec<Wiring>, WiringError> {
    let mut reader = WiringReader::new(text.as_bytes())?;
    let mut puzzles = Vec::new();
    while let Some(wiring) = reader.next_wiring()? {
        puzzles.push(wiring);
    }
    Ok(puzzles)
}

/// Cost, buttons and count of the lightest, lexicographically least set of buttons, by trying all.
fn brute_force(lights: u32, buttons: &[Vec<usize>]) -> Option<(u64, Vec<usize>, u64)> {
    let masks: Vec<u32> = buttons.iter().map(|b| b.iter().fold(0, |m, l| m ^ 1 << l)).collect();
    let solutions: Vec<u32> = (0..1u32 << buttons.len())
        .filter(|x| (0..buttons.len()).filter(|b| x >> b & 1 == 1).fold(0, |l, b| l ^ masks[b]) == lights)
        .collect();
    let least = solutions.iter().map(|x| x.count_ones()).min()?;
    let optima: Vec<u32> = solutions.into_iter().filter(|x| x.count_ones() == least).collect();
    let first = optima.iter().min_by_key(|x| x.reverse_bits())?;
    let pressed = (0..buttons.len()).filter(|b| first >> b & 1 == 1).collect();
    Some((u64::from(least), pressed, optima.len() as u64))
}

fn random_puzzle(random: &mut Rng, lights: usize, buttons: usize) -> (u32, Vec<Vec<usize>>) {
    let wiring: Vec<Vec<usize>> = (0..buttons)
        .map(|_| {
            let share = 10 + random.below(60);
            (0..lights).filter(|_| random.chance(share)).collect()
        })
        .collect();
    let mut wanted = if random.chance(30) { random.next() as u32 & ((1 << lights) - 1) } else { 0 };
    for button in wiring.iter().filter(|_| random.chance(50)) {
        button.iter().for_each(|light| wanted ^= 1 << light);
    }
    (wanted, wiring)
}

#[test]
fn published_cases() {
    let mut seen = 0;
    for case in cases().iter().filter(|case| case.kind == "graph") {
        let modulus = case.params["modulus"].as_u64().expect("a modulus");
        let read = read(&case.params.to_string());
        if modulus != 2 {
            let error = read.expect_err("not lights").to_string();
            assert!(error.contains(&format!("modulus {modulus}: lights")), "{}: {error}", case.id);
            continue;
        }
        let wiring = &read.expect("a puzzle")[0];
        let Ok(Verdict::Solved { optimum, nullity }) = wiring.fewest(&Limits::default()) else {
            panic!("{}: no answer", case.id)
        };
        assert!(wiring.is_solution(&optimum.presses) && optimum.proved);
        assert_eq!(Some(optimum.cost), case.expected.as_u64(), "{}", case.id);
        let _ = nullity;
        seen += 1;
    }
    assert_eq!(seen, 4);
}

#[test]
fn fewest_is_the_best_of_all() {
    let mut random = Rng::new(9);
    let mut impossible = 0;
    for _ in 0..1500 {
        let (lights, buttons) = (1 + random.below(11), random.below(13));
        let (wanted, list) = random_puzzle(&mut random, lights, buttons);
        let small = Wiring::new(BitRow::from_fn(lights, |i| wanted >> i & 1 == 1), &list);
        // The same with lights that nothing toggles, so many that it goes the way of large ones.
        let large = Wiring::new(BitRow::from_fn(lights + 64, |i| i < lights && wanted >> i & 1 == 1), &list);
        let best = brute_force(wanted, &list);
        for wiring in [small, large] {
            match (wiring.fewest(&Limits::default()).expect("fits"), &best) {
                (Verdict::Solved { optimum, nullity }, Some((cost, pressed, count))) => {
                    assert!(wiring.is_solution(&optimum.presses));
                    assert_eq!((optimum.cost, optimum.bound, optimum.proved), (*cost, *cost, true));
                    assert_eq!(&optimum.presses.ones().collect::<Vec<_>>(), pressed);
                    assert_eq!(optimum.count, Some((*count).into()));
                    assert!(nullity <= buttons);
                }
                (Verdict::Impossible { witness }, None) => {
                    assert!(wiring.is_witness(&witness));
                    impossible += 1;
                }
                (verdict, best) => panic!("{verdict:?}, but {best:?}"),
            }
        }
    }
    assert!(impossible > 100, "{impossible} impossible");
}

#[test]
fn large_puzzles_have_their_planted_answers() {
    // Ring of n lights, each button toggles a light and the next: the kernel is {nothing, everything}.
    for n in [63, 64, 65, 127, 128, 129, 500] {
        let list: Vec<Vec<usize>> = (0..n).map(|i| vec![i, (i + 1) % n]).collect();
        let planted: Vec<usize> = (0..n).filter(|i| i % 3 == 0).collect();
        let mut wanted = BitRow::zeros(n);
        planted.iter().for_each(|&b| list[b].iter().for_each(|&l| wanted.flip(l)));
        let wiring = Wiring::new(wanted.clone(), &list);
        let Ok(Verdict::Solved { optimum, nullity }) = wiring.fewest(&Limits::default()) else {
            panic!("{n}: no answer")
        };
        assert_eq!((nullity, optimum.cost), (1, planted.len() as u64));
        assert_eq!(optimum.presses.ones().collect::<Vec<_>>(), planted);
        // One light more cannot change alone: every button toggles two.
        wanted.flip(n / 2);
        let wiring = Wiring::new(wanted, &list);
        let Ok(Verdict::Impossible { witness }) = wiring.fewest(&Limits::default()) else {
            panic!("{n}: parity")
        };
        assert!(wiring.is_witness(&witness));
        let mut damaged = witness.clone();
        damaged.flip(0);
        assert!(!wiring.is_witness(&damaged));
    }
    // Forty pairs of equal buttons: 2^40 solutions, all with one of each pair.
    let list: Vec<Vec<usize>> = (0..80).map(|b| vec![b / 2]).collect();
    let wiring = Wiring::new(BitRow::from_fn(40, |_| true), &list);
    let Ok(Verdict::Solved { optimum, nullity }) = wiring.fewest(&Limits::default()) else { panic!("pairs") };
    assert_eq!((nullity, optimum.cost, optimum.count), (40, 40, Some((1u64 << 40).into())));
    assert!(optimum.presses.ones().eq((0..80).filter(|b| b % 2 == 1)), "no press before press");
}

/// For each set of lights: the fewest of the buttons from `first` on that toggle it and the number of ways; all tables
/// from the one for no buttons to the one for all.
fn tables(lights: usize, buttons: &[Vec<usize>]) -> Vec<Vec<(u64, u128)>> {
    let mut none = vec![(u64::MAX, 0); 1 << lights];
    none[0] = (0, 1);
    let mut tables = vec![none];
    for button in buttons.iter().rev() {
        let mask = button.iter().fold(0, |mask, light| mask ^ 1usize << light);
        let last = &tables[tables.len() - 1];
        let entry = |set: usize| {
            let (leave, press) = (last[set], last[set ^ mask]);
            let press = (press.0.saturating_add(1), press.1);
            match leave.0.cmp(&press.0) {
                std::cmp::Ordering::Less => leave,
                std::cmp::Ordering::Greater => press,
                std::cmp::Ordering::Equal if leave.0 == u64::MAX => leave,
                std::cmp::Ordering::Equal => (leave.0, leave.1 + press.1),
            }
        };
        let next = (0..1 << lights).map(entry).collect();
        tables.push(next);
    }
    tables.reverse();
    tables
}

#[test]
fn many_buttons_for_few_lights() {
    let mut random = Rng::new(11);
    let mut proved = 0;
    for number in 0..60 {
        let lights = 1 + random.below(10);
        let count = [80, 30 + random.below(100), 300][number % 3];
        let (wanted, buttons) = random_puzzle(&mut random, lights, count);
        let tables = tables(lights, &buttons);
        let (cost, ways) = tables[0][wanted as usize];
        let wiring = Wiring::new(BitRow::from_fn(lights, |i| wanted >> i & 1 == 1), &buttons);
        match wiring.fewest(&Limits::default()).expect("it fits") {
            Verdict::Impossible { witness } => assert!(wiring.is_witness(&witness) && cost == u64::MAX),
            Verdict::Solved { optimum, .. } => {
                assert!(optimum.proved, "{lights} lights, {count} buttons");
                assert_eq!((optimum.cost, optimum.count), (cost, Some(ways.into())));
                // The least: each button is left where that costs no more.
                let (mut set, mut least) = (wanted as usize, Vec::new());
                for (button, table) in tables.iter().skip(1).enumerate() {
                    let left = cost - least.len() as u64;
                    if table[set].0 != left {
                        set = buttons[button].iter().fold(set, |set, light| set ^ 1 << light);
                        least.push(button);
                    }
                }
                assert_eq!(optimum.presses.ones().collect::<Vec<_>>(), least);
                proved += 1;
            }
        }
    }
    assert!(proved > 30, "{proved}");
}

#[test]
fn equal_buttons_are_as_good_as_one() {
    // Thousands of solutions are as cheap, in a code of dimension 999 with one state bit.
    let wiring = Wiring::new(BitRow::from_fn(1, |_| true), &vec![vec![0]; 1000]);
    let Verdict::Solved { optimum, nullity } = wiring.fewest(&Limits::default()).expect("it fits") else {
        panic!("one press does it")
    };
    assert_eq!((optimum.cost, optimum.proved, nullity), (1, true, 999));
    assert_eq!(optimum.count, Some(1000u32.into()));
    assert_eq!(optimum.presses.ones().collect::<Vec<_>>(), [999]);
}

#[test]
fn forms_agree() {
    let line = "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\r\n";
    let json = r#"{"lights":4,"buttons":[[3],[1,3],[2],[2,3],[0,2],[0,1]],"goal":".##."}"#;
    let started = r#" [ {"lights":4,"start":[0,1,true,false],"buttons":[[3],[1,3],[2],[2,3],[0,2],[0,1]],"goal":"0000"} ] "#;
    let same: Vec<Wiring> = [line, json, started, "\u{feff}\n\n [0110](3)( 1 , 3 )(2)(2,3)(0,2)(0,1)"]
        .iter()
        .map(|text| read(text).expect("a puzzle").remove(0))
        .collect();
    for wiring in &same {
        assert_eq!((wiring.lights(), wiring.buttons()), (4, 6));
        assert_eq!(wiring.wanted(), same[0].wanted());
        for button in 0..6 {
            assert!(wiring.toggled(button).eq(same[0].toggled(button)), "button {button}");
        }
    }
    assert_eq!((same[0].line(), same[1].line(), same[3].line()), (Some(1), None, Some(3)));
    assert_eq!(read(&format!("{json}\n{json}{json}")).expect("three").len(), 3);
    assert_eq!(read(&format!("{line}\n\n{line}")).expect("two").len(), 2);

    // A triangle with a tail; the doubled edge and the loop add nothing.
    let graph = &read("4 6\n1 2 2 3\n3 1\n3 4\n2 1\n4 4\n").expect("a graph")[0];
    assert_eq!(graph.first_number(), 1);
    let toggled: Vec<Vec<usize>> = (0..4).map(|b| graph.toggled(b).collect()).collect();
    assert_eq!(toggled, [vec![0, 1, 2], vec![0, 1, 2], vec![0, 1, 2, 3], vec![2, 3]]);
    assert_eq!(graph.wanted().count_ones(), 4);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("", "1:1: there is no puzzle here"),
        ("\n \r\n", "1:1: there is no puzzle here"),
        ("[]", "1:1: there is no puzzle here"),
        ("hello", "1:1: 'h' where '[' belongs"),
        ("[.#", "1:4: the end of the line where '.' or '#' or ']' belongs"),
        ("[.x] (0)", "1:3: 'x' where"),
        ("[.1] (0)", "1:3: '1' where"),
        ("[] (0)", "1:2: there are no lights"),
        ("[.#] (0  \n[.#] (0)", "1:8: the end of the line where ',' or ')' belongs"),
        ("[.#] (0)\n\n[.#] (0,2)", "3:9: there is no light 2; the lights are 0 to 1"),
        ("[.#] (99999999999999999999999)", "1:7: there is no light 99999999999999999999…; the"),
        ("[.#] (1,1)", "1:9: light 1 stands twice"),
        ("[.#] (1,)", "1:9: ')' where the number of a light belongs"),
        ("[.#] (-1)", "1:7: '-' where the number"),
        ("[.#] 1", "1:6: '1' where '(' or '{' or the end of the line belongs"),
        ("[.#] (1) {1,2} (0)", "1:16: '(' where the end of the line belongs"),
        ("[.#] (1) {1,2", "1:14: the end of the line where ',' or '}' belongs"),
        ("[.#] (1) {}", "1:11: '}' where the number of a counter belongs"),
        ("[é#] (1)", "1:2: 'é' (U+00E9) where"),
        ("\n{\"lights\":2,\n\"buttons\":[[0],[2]]}", "3:20: there is no light 2; the lights are 0 to 1"),
        ("{\"lights\":2,\"buttons\":[[1,1]]}", "1:30: light 1 stands twice"),
        ("{\"lights\":2,\"buttons\":[[0]],\"start\":\"101\"}", "cells in start: 3; give 2, one a light"),
        ("{\"lights\":2,\"buttons\":[[0]],\"start\":\"1x\"}", "'x' is not a light"),
        ("{\"lights\":2,\"buttons\":[[0]],\"goal\":[1,2]}", "2 in goal is not a light"),
        ("{\"lights\":2,\"buttons\":[[0]],\"start\":7}", "lights such as"),
        ("{\"lights\":2}", "1:12: missing field `buttons`"),
        ("{\"lights\":2,\"buttons\":[[-1]]}", "-1"),
        ("{\"lights\":2,\"buttons\":[[0]],\"lamps\":3}", "unknown field `lamps`"),
        ("{\"lights\":0,\"buttons\":[]}", "there are no lights"),
        ("{\"lights\":99999999999,\"buttons\":[]}", "99999999999 lights are more than fit"),
        ("{\"lights\":2,\"buttons\":[[0]],\"modulus\":3}", "modulus 3: lights here are on or off"),
        ("{\"lights\":2,\"buttons\":[[0]],\"press_delta\":2}", "press_delta"),
        ("{\"lights\":2,\"buttons\":[[0]]", "1:27: EOF"),
        ("{\"lights\":2,\"buttons\":[[0]]} x", "expected value"),
        ("[{\"lights\":2,\"buttons\":[[0]]}, 7]", "1:32: invalid type: integer `7`, expected a puzzle"),
        ("[[0,1],[1,1]]", "expected a puzzle"),
        ("3", "1:2: the end where the number of edges belongs"),
        ("3 2\n1 2\n", "3:1: the end where edge 2 of 2 belongs"),
        ("3 1\n1 4\n", "2:3: there is no light 4; the lights are 1 to 3"),
        ("3 1\n0 1\n", "2:1: there is no light 0"),
        ("3 1\n1 2\n3 1\n", "3:1: '3' where the end belongs"),
        ("3 1\n1 b\n", "2:3: 'b' where edge 1 of 1 belongs"),
        ("3x 1\n", "1:2: 'x' where the number of vertices belongs"),
        ("0 0\n", "1:1: there are no lights"),
        ("4294967295 4294967295\n", "1:1: 4294967295 lights are more than fit"),
    ];
    for (text, wanted) in cases {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(wanted) && !error.contains('\n'), "{text:?}: {error}");
    }
}

#[test]
fn nothing_to_press_and_nothing_to_press_with() {
    let fewest = |text: &str| read(text).expect("a puzzle")[0].fewest(&Limits::default()).expect("fits");
    assert!(matches!(fewest("[..] (0)"), Verdict::Solved { optimum, nullity: 0 } if optimum.cost == 0));
    assert!(matches!(fewest("[..]"), Verdict::Solved { optimum, nullity: 0 } if optimum.presses.is_empty()));
    assert!(matches!(fewest("[#.]"), Verdict::Impossible { witness } if witness.ones().eq([0])));
    assert!(matches!(fewest("[#.] ()"), Verdict::Impossible { .. }));
    assert!(matches!(fewest("[#.] () (0)"), Verdict::Solved { optimum, nullity: 1 } if optimum.cost == 1));
}
