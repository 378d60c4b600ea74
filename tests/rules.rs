//! The rules: every neighbourhood on every topology against the plain definition, and what is refused.

mod common;

use std::collections::BTreeSet;

use common::oracle::{self, Plain};
use common::{Rng, case, cases};
use lightsout::game::{Costs, CostsProblem, Game, Neighbourhood, RuleError, Topology};
use lightsout::gf2::BitMatrix;

const RULES: [&str; 10] =
    ["plus", "x", "king", "knight", "diamond:2", "diamond:3", "ring:0", "ring:1", "ring:2", "ring:4"];
const TOPOLOGIES: [&str; 6] = ["plane", "cylinder", "mobius", "torus", "klein", "projective"];

fn game(rows: usize, cols: usize, rule: &str, with_self: bool, topology: &str) -> Game {
    let neighbourhood = Neighbourhood::parse_rule(rule).expect(rule);
    let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
    Game::new(rows, cols, neighbourhood, Topology::parse(topology).expect(topology))
}

fn assert_same(game: &Game, plain: &Plain) {
    for r in 0..game.rows() {
        for c in 0..game.cols() {
            let want: Vec<_> = if plain.holes.contains(&(r as i64, c as i64)) {
                Vec::new()
            } else {
                plain
                    .toggled((r as i64, c as i64))
                    .into_iter()
                    .map(|(r, c)| (r as usize, c as usize))
                    .collect()
            };
            assert_eq!(game.toggled(r, c), want, "{plain:?} at {r}, {c}");
        }
    }
}

#[test]
fn every_rule_on_every_topology_follows_the_definition() {
    let mut rng = Rng::new(1);
    for rule in RULES {
        for topology in TOPOLOGIES {
            for rows in 1..=6 {
                for cols in 1..=6 {
                    let with_self = rng.chance(60);
                    let mut plain = Plain::new(rows, cols, rule, with_self, topology);
                    assert_same(&game(rows, cols, rule, with_self, topology), &plain);
                    let holes = BitMatrix::from_fn(rows, cols, |_, _| rng.chance(20));
                    plain.holes = holes.ones().map(|(r, c)| (r as i64, c as i64)).collect();
                    assert_same(
                        &game(rows, cols, rule, with_self, topology).with_holes(Some(&holes)),
                        &plain,
                    );
                }
            }
        }
    }
}

#[test]
fn lines_reach_to_the_edge_and_stop_at_holes() {
    let mut rng = Rng::new(2);
    for rule in ["rook", "bishop", "queen"] {
        for (rows, cols) in [(1, 1), (1, 5), (4, 4), (5, 7), (8, 3)] {
            for with_self in [true, false] {
                let mut plain = Plain::new(rows, cols, rule, with_self, "plane");
                assert_same(&game(rows, cols, rule, with_self, "plane"), &plain);
                let holes = BitMatrix::from_fn(rows, cols, |_, _| rng.chance(20));
                plain.holes = holes.ones().map(|(r, c)| (r as i64, c as i64)).collect();
                assert_same(&game(rows, cols, rule, with_self, "plane").with_holes(Some(&holes)), &plain);
            }
        }
    }
}

#[test]
fn lines_that_come_round_toggle_each_light_once() {
    // A rook on a torus: its row and its column, each light once.
    let torus = game(3, 4, "rook", true, "torus");
    assert_eq!(torus.toggled(1, 2), [(0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (2, 2)]);
    // A bishop on a 2 x 3 torus comes to every cell: its diagonals close after six steps.
    assert_eq!(game(2, 3, "bishop", true, "torus").toggled(0, 0).len(), 6);
    // A rook on a Möbius band goes on in the mirrored row.
    let mobius = game(3, 2, "rook", false, "mobius").toggled(0, 0);
    assert_eq!(mobius, [(0, 1), (1, 0), (2, 0), (2, 1)]);
}

#[test]
fn offsets_are_directed_and_the_matrix_has_lights_as_rows() {
    let neighbourhood = Neighbourhood::parse_offsets("0,0 0,1 -1,0").unwrap();
    let game = Game::new(3, 3, neighbourhood, Topology::Plane);
    assert_eq!(game.toggled(1, 1), [(0, 1), (1, 1), (1, 2)]);
    let a = game.coefficient_matrix().unwrap();
    assert_eq!(a.transpose().row(4).ones().collect::<Vec<_>>(), [1, 4, 5]);
    let presses = BitMatrix::from_fn(3, 3, |r, c| (r, c) == (1, 1) || (r, c) == (1, 2));
    assert_eq!(game.apply(&presses).ones().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 1)]);
}

#[test]
fn links_of_a_small_torus_cancel() {
    // On a torus of side 2 up and down are the same light; the published nullities count this way.
    assert_eq!(game(2, 2, "plus", true, "torus").toggled(0, 0), [(0, 0)]);
    assert_eq!(game(1, 1, "plus", true, "torus").toggled(0, 0), [(0, 0)]);
    assert_eq!(game(1, 3, "plus", true, "torus").toggled(0, 1), [(0, 0), (0, 1), (0, 2)]);
}

#[test]
fn wide_neighbourhoods_are_clipped_by_the_board() {
    let all = game(9, 9, "diamond:1000", true, "plane");
    assert_eq!(all.toggled(8, 0).len(), 81);
    assert!(game(9, 9, "ring:1000", false, "plane").toggled(4, 4).is_empty());
}

#[test]
fn quiet_patterns_of_the_literature_are_quiet() {
    let known: Vec<_> = cases().into_iter().filter(|case| case.kind == "nullity").collect();
    assert_eq!(known.len(), 2);
    for case in known {
        assert!(Game::plus(case.rows, case.cols).apply(&case.lights()).is_zero(), "{}", case.id);
    }
}

#[test]
fn named_rules_of_the_cases_are_known() {
    for case in cases().iter().filter(|case| case.kind == "flip" && !case.rule.contains(',')) {
        let (rule, _) = case.rule_name();
        assert!(Neighbourhood::parse_rule(&rule).is_ok(), "{}: {rule}", case.id);
        assert!(Topology::parse(case.topology_name()).is_ok());
    }
    assert_eq!(case("manhattan-aoj1308-8").rule_name(), ("ring:3".to_owned(), true));
}

#[test]
fn names_come_back() {
    for (name, topology) in Topology::NAMED {
        assert_eq!(Topology::parse(name), Ok(topology));
        assert_eq!(topology.name(), name);
    }
    for name in Neighbourhood::NAMES.into_iter().chain(["diamond:0", "ring:1000"]) {
        assert_eq!(Neighbourhood::parse_rule(name).unwrap().to_string(), name);
    }
    assert!(Neighbourhood::parse_rule("plus").unwrap().is_plus());
    assert!(Neighbourhood::parse_rule("diamond:1").unwrap().is_plus());
    assert!(Neighbourhood::parse_offsets("0,0 1,0 -1,0 0,1 0,-1 0,0").unwrap().is_plus());
    assert!(Neighbourhood::parse_rule("plus").unwrap().without_self().is_plus_without_self());
    let offsets: BTreeSet<_> = oracle::offsets("knight").into_iter().collect();
    let knight = Neighbourhood::parse_rule("knight").unwrap();
    assert_eq!(knight.offsets().iter().copied().collect::<BTreeSet<_>>(), offsets);
}

#[test]
fn wrong_rules_say_what_would_be_right() {
    let rule = |name: &str| Neighbourhood::parse_rule(name).unwrap_err();
    assert_eq!(rule("pawn"), RuleError::UnknownRule { name: "pawn".into() });
    assert_eq!(
        rule("Plus").to_string(),
        "unknown rule \"Plus\"; known are plus, x, king, knight, rook, bishop, queen, diamond:D and ring:D"
    );
    for (name, shape, found) in [
        ("ring", "ring", ""),
        ("ring:", "ring", ""),
        ("diamond:x", "diamond", "x"),
        ("diamond:-1", "diamond", "-1"),
        ("ring:1001", "ring", "1001"),
        ("ring:99999999999999999999", "ring", "99999999999999999999"),
    ] {
        assert_eq!(rule(name), RuleError::Distance { shape, found: found.into() }, "{name}");
    }
    assert!(matches!(rule("square:3"), RuleError::UnknownRule { .. }));
    assert!(rule("ring:x").to_string().contains("whole number D from 0 to 1000"));

    let offsets = |text: &str| Neighbourhood::parse_offsets(text).unwrap_err();
    assert_eq!(offsets("  "), RuleError::NoOffset);
    assert_eq!(offsets("0,0 1"), RuleError::Offset { number: 2, found: "1".into() });
    assert_eq!(offsets("0,0,0"), RuleError::Offset { number: 1, found: "0,0,0".into() });
    assert_eq!(
        offsets("0,0 0,1 a,1").to_string(),
        "offset 3 is \"a,1\"; an offset is two whole numbers ROW,COL, such as -1,0"
    );
    for far in ["0,1048577", "-9223372036854775808,0", "0,99999999999999999999"] {
        assert_eq!(offsets(far), RuleError::OffsetReach { number: 1, found: far.into() });
    }
    let topology = Topology::parse("ball").unwrap_err();
    assert_eq!(
        topology.to_string(),
        "unknown topology \"ball\"; known are plane, cylinder, mobius, torus, klein, projective"
    );
}

#[test]
fn costs_are_read_from_blanks_and_commas() {
    let costs = Costs::parse("\u{feff}1 2\t3\r\n\r\n4,5, -\r\n").unwrap();
    assert_eq!((costs.rows(), costs.cols()), (2, 3));
    assert_eq!(
        [costs.get(0, 0), costs.get(0, 2), costs.get(1, 1), costs.get(1, 2)],
        [Some(1), Some(3), Some(5), None]
    );
    assert_eq!(Costs::parse("4294967295").unwrap().get(0, 0), Some(u32::MAX));
    let game = Game::plus(2, 3).with_costs(Some(costs));
    assert!(!game.has_button(1, 2));
    assert_eq!(game.button_index().len(), 5);
    assert_eq!(game.lights(), 6);
}

#[test]
fn wrong_costs_are_placed() {
    let wrong = |text: &str| {
        let error = Costs::parse(text).unwrap_err();
        (error.line, error.column, error.problem)
    };
    let found = |text: &str| text.to_owned();
    assert_eq!(wrong(""), (1, 1, CostsProblem::Empty));
    assert_eq!(wrong("\n \n"), (1, 1, CostsProblem::Empty));
    assert_eq!(wrong("1 2\n3 -4\n"), (2, 3, CostsProblem::Negative { found: found("-4") }));
    assert_eq!(wrong("1 4294967296"), (1, 3, CostsProblem::TooLarge { found: found("4294967296") }));
    assert_eq!(wrong("é 1"), (1, 1, CostsProblem::NotANumber { found: found("é") }));
    assert_eq!(wrong("1 2\n\n  3\n"), (3, 3, CostsProblem::Ragged { found: 1, expected: 2 }));
    assert_eq!(wrong("1 2\n3 4 5\n"), (2, 1, CostsProblem::Ragged { found: 3, expected: 2 }));
    assert_eq!(wrong("1,,2"), (1, 3, CostsProblem::Missing));
    assert_eq!(wrong(",1"), (1, 1, CostsProblem::Missing));
    assert_eq!(wrong("1, "), (1, 2, CostsProblem::Missing));
    for word in ["1.5", "--", "-x", "+1", "0x3", "~"] {
        assert_eq!(wrong(word), (1, 1, CostsProblem::NotANumber { found: found(word) }), "{word}");
    }
    assert_eq!(
        Costs::parse("1 2\n3 4 5\n").unwrap_err().to_string(),
        "2:1: costs in this row: 3; every row must have 2, as the first has"
    );
}
