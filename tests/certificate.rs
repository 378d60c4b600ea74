//! Certificates: what `solve` proves, two independent checkers find right, and damaged certificates neither of them.

mod common;

use common::Rng;
use common::run::lightsout;
use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::solve::Solver;
use lightsout::verify::certificate::{Certificate, CertificateError, Claim, Effort, Method, Proof, Solved};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A question, and the certificate of its answer.
struct Proved {
    name: String,
    certificate: Certificate,
    text: String,
}

/// The board of random presses, which can be solved, or of random lights, which often cannot.
fn board(game: &Game, random: &mut Rng, solvable: bool) -> Board {
    let pattern = random.matrix(game.rows(), game.cols());
    let presses =
        BitMatrix::from_fn(game.rows(), game.cols(), |r, c| pattern.get(r, c) && game.has_button(r, c));
    let lights = if solvable { game.apply(&presses) } else { pattern };
    match game.holes() {
        Some(holes) => Board::with_holes(lights, holes.clone()),
        None => Board::new(lights),
    }
}

/// A board that can be solved.
fn solvable(game: &Game, random: &mut Rng) -> Board {
    board(game, random, true)
}

/// Solves with and without a certificate; both have to agree.
fn prove(name: &str, game: Game, board: &Board, goal: &Goal) -> Proved {
    let answerer = Answerer::new(Solver::new(game).expect("it fits"));
    let limits = Limits { solutions: 3, ..Limits::default() };
    let (verdict, certificate) = answerer.certify(board, goal, &limits).expect("no fault");
    let plain = answerer.fewest(board, goal, &limits).expect("no fault");
    let certificate = certificate.expect("nothing stopped the search");
    match (&verdict, &plain) {
        (Verdict::Solved(a), Verdict::Solved(b)) => {
            assert_eq!(
                (a.goal, &a.presses, a.cost, a.bound),
                (b.goal, &b.presses, b.cost, b.bound),
                "{name}"
            );
            assert_eq!((&a.optima, &a.further, a.status), (&b.optima, &b.further, b.status), "{name}");
            let total = (b.goal, b.cost, b.optima.clone().expect("proved"));
            assert_eq!(certificate.optimum.as_ref(), Some(&total), "{name}");
        }
        (Verdict::Impossible(a), Verdict::Impossible(b)) => {
            assert_eq!(a.len(), b.len(), "{name}");
            assert_eq!(certificate.optimum, None, "{name}");
        }
        _ => panic!("{name}: {verdict:?} and {plain:?}"),
    }
    let text = certificate.to_json();
    Proved { name: name.to_owned(), certificate, text }
}

const RULES: &[&str] = &["plus", "x", "king", "knight", "rook", "bishop", "queen", "diamond:2", "ring:3"];

fn neighbourhood(rule: &str, with_self: bool) -> Neighbourhood {
    let rule = Neighbourhood::parse_rule(rule).expect("a rule");
    if with_self { rule } else { rule.without_self() }
}

/// Small games of every rule and topology, with and without holes and costs, under every goal.
fn small_games() -> Vec<Proved> {
    let mut random = Rng::new(5);
    let mut proved = Vec::new();
    for (i, rule) in RULES.iter().enumerate() {
        for (j, (name, topology)) in Topology::NAMED.into_iter().enumerate() {
            let (rows, cols) = [(4, 4), (5, 5), (3, 6), (6, 2), (1, 7), (5, 7)][random.below(6)];
            let mut game = Game::new(rows, cols, neighbourhood(rule, random.chance(60)), topology);
            if random.chance(40) {
                let pattern = random.matrix(rows, cols);
                let holes = BitMatrix::from_fn(rows, cols, |r, c| pattern.get(r, c) && random.chance(40));
                game = game.with_holes(Some(&holes));
            }
            if random.chance(40) {
                let cost = |_| Some(random.below(5) as u32).filter(|cost| *cost < 4);
                game = game.with_costs(Some(Costs::new(cols, (0..rows * cols).map(cost).collect())));
            }
            let board = board(&game, &mut random, (i + j) % 2 == 0);
            let goal = match (i * 7 + j) % 4 {
                0 => Goal::Off,
                1 => Goal::On,
                2 => Goal::Either,
                _ => Goal::Pattern(random.matrix(rows, cols)),
            };
            proved.push(prove(&format!("{rule} {name} {rows}x{cols} {}", goal.name()), game, &board, &goal));
        }
    }
    let offsets = Neighbourhood::from_offsets([(0, 0), (0, 1), (-1, 2), (2, -2)]);
    let game = Game::new(5, 6, offsets, Topology::Torus);
    let board = board(&game, &mut random, true);
    proved.push(prove("offsets", game, &board, &Goal::Either));
    // A rule without a name is its offsets.
    let game = Game::new(5, 4, neighbourhood("knight", true).reversed(), Topology::Mobius);
    proved.push(prove("turned round", game.clone(), &solvable(&game, &mut random), &Goal::On));
    // Nothing but holes: both goals are the same question.
    let holes = BitMatrix::from_fn(2, 2, |_, _| true);
    let game = Game::plus(2, 2).with_holes(Some(&holes));
    proved.push(prove("holes", game, &Board::with_holes(BitMatrix::zeros(2, 2), holes), &Goal::Either));
    proved
}

/// Games of more than 24 dimensions: the two-sided split, several components, directions that cost nothing.
fn large_games() -> Vec<Proved> {
    let mut random = Rng::new(6);
    let mut proved = Vec::new();
    let mut all_on = |name: &str, game: Game| {
        let lights = BitMatrix::from_fn(game.rows(), game.cols(), |_, _| true);
        proved.push(prove(name, game, &Board::new(lights), &Goal::Off));
    };
    all_on("39x39, k = 32, by the split", Game::plus(39, 39));
    let knight = Game::new(20, 20, neighbourhood("knight", true), Topology::Torus);
    all_on("knight on the 20x20 torus, k = 32", knight.clone());
    let mut solvable = |name: &str, game: Game| {
        let start = board(&game, &mut random, true);
        proved.push(prove(name, game, &start, &Goal::Off));
    };
    solvable("a random board of 39x39", Game::plus(39, 39));
    solvable("a random board of the knight", knight);
    let costs = |rows: usize, cols: usize, random: &mut Rng, most: usize| {
        let cost = |_| Some(random.below(most) as u32);
        Some(Costs::new(cols, (0..rows * cols).map(cost).collect()))
    };
    let mut seeds = Rng::new(8);
    solvable("39x39 with costs", Game::plus(39, 39).with_costs(costs(39, 39, &mut seeds, 4)));
    // Each column is a game of its own, and half of the columns cost nothing.
    let vertical = Game::new(25, 30, Neighbourhood::from_offsets([(-1, 0), (1, 0)]), Topology::Plane);
    solvable("thirty components", vertical.clone());
    let halves = Costs::new(30, (0..25 * 30).map(|i| Some((i % 30 % 2) as u32 * 3)).collect());
    solvable("fifteen components and fifteen free directions", vertical.with_costs(Some(halves)));
    // Lines and columns alone: few equations, and a trellis.
    let rook = |rows, cols| Game::new(rows, cols, neighbourhood("rook", false), Topology::Plane);
    solvable("a rook on 7x6", rook(7, 6));
    let mut seeds = Rng::new(12);
    solvable("a rook on 6x6 with costs", rook(6, 6).with_costs(costs(6, 6, &mut seeds, 9)));
    proved
}

fn check(text: &str) -> Result<(), CertificateError> {
    let effort = Effort { steps: 1 << 22, ..Effort::default() };
    Certificate::parse(text.as_bytes())?.check(&effort).map(drop)
}

/// What the checker in Python says of each text, in order; `None` when there is no Python on this machine.
fn python(texts: &[String], steps: &str) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<PathBuf> = (0..texts.len()).map(|i| folder.path().join(format!("{i:06}.json"))).collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(name, text).expect("written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_certificate.py");
    let run = Command::new("python3").arg(script).args(["--steps", steps]).args(&names).output();
    let Ok(run) = run else {
        eprintln!("no python3 on this machine: tests/check_certificate.py is left out");
        return None;
    };
    let (stdout, stderr) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(stderr, "", "{stdout}");
    let lines: Vec<String> = match texts.len() {
        1 => vec![stdout.trim().to_owned()],
        _ => stdout.lines().filter_map(|line| Some(line.split_once(".json: ")?.1.to_owned())).collect(),
    };
    assert_eq!(lines.len(), texts.len(), "{stdout}");
    Some(lines)
}

#[test]
fn two_checkers_find_every_answer_proved() {
    let mut games = small_games();
    games.extend(large_games());
    let (mut impossible, mut parts, mut split, mut trellis) = (0, 0, 0, 0);
    for Proved { name, certificate, text } in &games {
        let read = Certificate::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read.to_json(), *text, "{name}");
        assert!(read == *certificate || name == "turned round", "{name}");
        let checked = read.check(&Effort::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let told = checked.optimum.map(|optimum| (optimum.goal, optimum.cost, optimum.optima));
        assert_eq!(told, certificate.optimum, "{name}");
        for target in &certificate.targets {
            match &target.claim {
                Claim::Impossible(_) => impossible += 1,
                Claim::Solved(solved) => {
                    if let Proof::Parts(apart) = &solved.proof {
                        parts += 1;
                        for component in &apart.components {
                            split += usize::from(matches!(component.method, Method::Split(_)));
                            trellis += usize::from(matches!(component.method, Method::Trellis(_)));
                        }
                    }
                }
            }
        }
    }
    assert!(impossible >= 10 && parts >= 9, "{impossible} {parts}");
    assert!(split >= 5 && trellis >= 2, "{split} {trellis}");
    let texts: Vec<String> = games.iter().map(|game| game.text.clone()).collect();
    for (game, said) in games.iter().zip(python(&texts, "4194304").unwrap_or_default()) {
        assert!(said.starts_with("verified: "), "{}: {said}", game.name);
    }
}

/// Every value of a document, by its JSON pointer.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| pointers(value, &format!("{pointer}/{key}"), found));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| pointers(value, &format!("{pointer}/{i}"), found));
        }
        _ => {}
    }
    found.push(pointer.to_owned());
}

/// The values that a value may be damaged to.
fn damages(pointer: &str, value: &Value, random: &mut Rng) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().expect("a whole number");
            let mut damages =
                vec![Value::from(number + 1), Value::from(u64::MAX), Value::from("1"), Value::Null];
            damages.extend(number.checked_sub(1).map(Value::from));
            damages
        }
        Value::String(text) => {
            let mut damages =
                vec![Value::from(format!("{text}0")), Value::from(format!("{text}é")), Value::from(7)];
            if !text.is_empty() {
                let at = random.below(text.len());
                let other = match text.as_bytes()[at] {
                    b'X' => '.',
                    b'.' => 'X',
                    b'0' => '1',
                    b'1' => '0',
                    b'9' => '8',
                    byte => char::from(byte + 1),
                };
                damages.push(Value::from(format!("{}{other}{}", &text[..at], &text[at + 1..])));
                damages.push(Value::from(&text[1..]));
            }
            damages
        }
        Value::Array(list) => {
            let (mut shorter, mut longer) = (list.clone(), list.clone());
            shorter.pop();
            longer.extend(list.last().cloned());
            let mut damages = vec![Value::Null];
            damages.extend([shorter, longer].map(Value::from).into_iter().filter(|other| other != value));
            // The order of these means nothing.
            let a_set = ["/components", "/parts", "/words"].iter().any(|key| pointer.ends_with(key));
            if list.len() > 1 && list[0] != list[list.len() - 1] && !a_set {
                let mut turned = list.clone();
                turned.reverse();
                damages.push(Value::from(turned));
            }
            damages
        }
        Value::Object(map) => {
            let mut damages = vec![Value::Null];
            let (mut more, mut keys) = (map.clone(), map.keys());
            more.insert("1000000".to_owned(), Value::from(1));
            damages.push(Value::Object(more));
            if let Some(key) = keys.next() {
                let mut fewer = map.clone();
                fewer.remove(key);
                damages.push(Value::Object(fewer));
            }
            damages
        }
        _ => vec![Value::from(1)],
    }
}

#[test]
fn damaged_certificates_are_refused_by_both() {
    let mut random = Rng::new(9);
    let wanted = ["plus plane 5x5", "knight", "rook", "offsets", "holes", "fifteen components"];
    let mut games = small_games();
    games.retain(|game| game.text.len() < 6000 && wanted.iter().any(|name| game.name.starts_with(name)));
    // A split, a trellis and many components as well.
    let mut large = large_games();
    large
        .retain(|game| ["fifteen", "knight", "a rook on 6x6"].iter().any(|name| game.name.starts_with(name)));
    games.extend(large);
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for game in &games {
        let document: Value = serde_json::from_str(&game.text).expect("JSON");
        let mut all = Vec::new();
        pointers(&document, "", &mut all);
        let large = all.len() > 400;
        for pointer in &all {
            // Of a large document the fields, and a few of the rows and words.
            let inner = pointer.rsplit('/').next().is_some_and(|key| key.parse::<usize>().is_ok());
            if large && inner && !random.chance(3) {
                continue;
            }
            let value = document.pointer(pointer).expect("a value of it");
            for damage in damages(pointer, value, &mut random) {
                let mut damaged = document.clone();
                *damaged.pointer_mut(pointer).expect("a value of it") = damage;
                texts.push(serde_json::to_string_pretty(&damaged).expect("JSON"));
                names.push(format!("{} at {pointer}", game.name));
            }
        }
    }
    assert!(texts.len() > 1000, "only {}", texts.len());
    let said = python(&texts, "4194304");
    let mut another = 0;
    for (i, (name, text)) in names.iter().zip(&texts).enumerate() {
        let result = check(text);
        let second = said.as_ref().map(|said| said[i].as_str());
        if result.is_ok() {
            // Another question may have the same answer; an answer that is changed is wrong.
            // Where nothing is split, the sides only keep equal columns apart, which proves as much.
            let question = ["/board", "/costs", "/wanted"].iter().any(|key| name.contains(key));
            let sides = name.contains("/second_side") && !text.contains("\"split\"");
            assert!(question || sides, "{name}");
            assert!(second.is_none_or(|said| said.starts_with("verified: ")), "{name}: {second:?}");
            another += 1;
            continue;
        }
        let refused = second.is_none_or(|said| !said.starts_with("verified: "));
        assert!(refused, "{name}: {result:?}, {second:?}");
    }
    assert!(another * 20 < texts.len(), "{another} of {}", texts.len());
}

/// Whatever the bytes, there is an answer: no panic, and no memory on the word of a number.
#[test]
fn no_bytes_are_too_bad() {
    let mut random = Rng::new(10);
    let games = small_games();
    for _ in 0..3000 {
        let mut bytes = games[random.below(games.len())].text.clone().into_bytes();
        match random.below(4) {
            0 => bytes.truncate(random.below(bytes.len())),
            1 => {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            2 => {
                let at = random.below(bytes.len());
                let digits: Vec<u8> = (0..random.below(30)).map(|_| b'0' + random.below(10) as u8).collect();
                bytes.splice(at..at, digits);
            }
            _ => {
                let (a, b) = (random.below(bytes.len()), random.below(bytes.len()));
                bytes.drain(a.min(b)..a.max(b));
            }
        }
        if let Ok(certificate) = Certificate::parse(&bytes) {
            let _ = certificate.check(&Effort::default());
        }
    }
    let text = games.iter().find(|game| game.name.starts_with("plus plane")).expect("there").text.clone();
    for (key, number) in
        [("rows", "18446744073709551615"), ("cols", "4294967296"), ("nullity", "999999999999")]
    {
        let at = text.find(&format!("\"{key}\": ")).expect("there") + key.len() + 4;
        let end = at + text[at..].find(',').expect("a comma");
        let result = check(&format!("{}{number}{}", &text[..at], &text[end..]));
        assert!(matches!(result, Err(CertificateError::Form { .. })), "{key}: {result:?}");
    }
    let deep = "[".repeat(100_000);
    assert!(matches!(check(&deep), Err(CertificateError::Form { .. })));
}

#[test]
fn errors_name_the_place() {
    let game = Game::plus(3, 3);
    let board: Board = "XXX/XXX/XXX".parse().expect("a board");
    let text = prove("3x3", game, &board, &Goal::Off).text;
    let place = |from: &str, to: &str| match check(&text.replacen(from, to, 1)) {
        Err(CertificateError::Form { line, column, problem }) => (line, column, problem),
        other => panic!("{from} -> {to}: {other:?}"),
    };
    let (line, column, problem) = place("\"XXX\",\n    \"XXX\",", "\"XXX\",\n    \"XX\",");
    assert_eq!((line, column), (14, 5), "{problem}");
    assert!(problem.starts_with("board[1]: this row has 2 cells, not 3"), "{problem}");
    let (line, column, problem) = place("\"plus\"", "\"rock\"");
    assert_eq!((line, column), (7, 13), "{problem}");
    let (line, column, problem) = place("\"goal\"", "\"gaol\"");
    assert_eq!(line, 17, "{column} {problem}");
    assert!(problem.contains("unknown field `gaol`"), "{problem}");
    // Cost and nullity are claims: of the right form, and wrong.
    let wrong = |from: &str, to: &str| match check(&text.replace(from, to)) {
        Err(CertificateError::Wrong(what)) => what,
        other => panic!("{from} -> {to}: {other:?}"),
    };
    assert_eq!(wrong("\"cost\": 5", "\"cost\": 4"), "the presses for goal off cost 5, not 4");
}

#[test]
fn a_quiet_pattern_left_out_is_missed() {
    for (rows, cols, topology) in
        [(5, 5, Topology::Plane), (6, 9, Topology::Torus), (9, 6, Topology::Klein), (4, 7, Topology::Mobius)]
    {
        let game = Game::new(rows, cols, Neighbourhood::plus(), topology);
        let k = Solver::new(game.clone()).expect("it fits").nullity();
        let all_on = Board::new(BitMatrix::from_fn(rows, cols, |_, _| true));
        let mut certificate = prove("left out", game, &all_on, &Goal::Off).certificate;
        assert_eq!(certificate.quiet.len(), k);
        assert!(certificate.check(&Effort::default()).is_ok());
        if certificate.quiet.pop().is_some() {
            let error = certificate.check(&Effort::default()).expect_err("one is left out").to_string();
            assert_eq!(error, format!("the nullity is {k}, not {}", k - 1));
        }
    }
}

#[test]
fn what_takes_too_much_is_neither_verified_nor_refuted() {
    let game = Game::plus(39, 39);
    let all_on = Board::new(BitMatrix::from_fn(39, 39, |_, _| true));
    let certificate = prove("39x39", game, &all_on, &Goal::Off).certificate;
    let effort = Effort::default();
    for effort in [Effort { steps: 1000, ..effort }, Effort { memory: 10_000, ..effort }] {
        let error = certificate.check(&effort).expect_err("it takes more");
        assert!(matches!(error, CertificateError::TooMuch { .. }), "{error}");
        assert!(error.to_string().starts_with("neither verified nor refuted: "), "{error}");
    }
    let stop = std::sync::atomic::AtomicBool::new(true);
    let stopped = certificate.check(&Effort { stop: Some(&stop), ..effort });
    assert_eq!(stopped, Err(CertificateError::Stopped));
    // A stopped search proves nothing.
    let answerer = Answerer::new(Solver::new(Game::plus(39, 39)).expect("it fits"));
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    let (_, none) = answerer.certify(&all_on, &Goal::Off, &limits).expect("no fault");
    assert_eq!(none, None);
}

/// The checker and the engines share nothing but bits, boards and the definition of the rule.
#[test]
fn the_checker_imports_no_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = vec![root.join("verify.rs")];
    for folder in ["verify", "verify/certificate"] {
        sources.extend(fs::read_dir(root.join(folder)).expect("there").flatten().map(|entry| entry.path()));
    }
    let sources: Vec<PathBuf> = sources.into_iter().filter(|path| path.is_file()).collect();
    assert!(sources.len() > 8);
    for path in sources {
        let text = fs::read_to_string(&path).expect("there");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let foreign = [
                "solve::",
                "optimize::",
                "answer::",
                "Echelon",
                "GaussJordan",
                "polynomial",
                "four_russians",
            ];
            assert!(!foreign.iter().any(|name| line.contains(name)), "{}: {line}", path.display());
        }
    }
}

#[test]
fn the_command_writes_and_checks_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let proof = path("proof.json");
    let solve = |args: &[&str]| lightsout(&[&["solve"], args].concat(), "");
    let verify = |args: &[&str]| lightsout(&[&["verify", "--certificate", &proof], args].concat(), "");

    let run = solve(&["examples/5x5.txt", "--certificate", &proof]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "...XX\nXX.XX\nXXX..\n.XXX.\nX.XX.\n"));
    let run = verify(&[]);
    let wanted =
        "verified: 5x5, rule plus, plane: 15 presses, the fewest of 2^2 solutions, goal off, 4 optima\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, wanted, ""));
    assert_eq!(verify(&["examples/5x5.txt"]).code, 0);
    let run = verify(&["--json"]);
    assert!(run.code == 0 && run.stdout.contains("\"verified\": true"), "{run:?}");

    // A true certificate about another question.
    for (args, what) in [
        (vec!["examples/9x9.txt"], "another board"),
        (vec!["examples/5x5.txt", "--rule", "x"], "another rule"),
        (vec!["examples/5x5.txt", "--topology", "torus"], "another topology"),
        (vec!["examples/5x5.txt", "--goal", "either"], "another goal"),
        (vec!["examples/5x5.txt", "--goal", "examples/5x5.txt"], "another goal"),
    ] {
        let run = verify(&args);
        let wanted = format!("wrong: the certificate is about {what}\n");
        assert_eq!((run.code, run.stdout), (1, wanted), "{args:?}");
    }
    let run = verify(&["--rule", "x"]);
    assert!(run.code == 2 && run.stderr.contains("give BOARD"), "{run:?}");

    // A lie, and what is no certificate.
    let text = fs::read_to_string(&proof).expect("there");
    fs::write(&proof, text.replace("\"optima\": \"4\"", "\"optima\": \"5\"")).expect("written");
    let run = verify(&[]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "wrong: goal off has 4 optima, not 5\n"));
    fs::write(&proof, text.replace("\"version\": 1", "\"version\": 2")).expect("written");
    let run = verify(&[]);
    let wanted = format!("error: {proof}:3:14: version: version 2 is not known; known is 1\n");
    assert_eq!((run.code, run.stderr), (2, wanted));
    fs::write(&proof, "XXX\n").expect("written");
    let run = verify(&[]);
    assert!(run.code == 2 && run.stderr.starts_with(&format!("error: {proof}:1:1: ")), "{run:?}");

    // Impossible, a goal with a file, costs, another topology: from the command to the checker.
    let costs = path("costs.txt");
    fs::write(&costs, "1 2 3\n- 1 0\n3 2 1\n").expect("written");
    let goal = path("goal.txt");
    fs::write(&goal, "X.X\n...\nX.X\n").expect("written");
    for (args, code, wanted) in [
        (vec!["examples/impossible.txt", "--goal", "either"], 1, "no presses reach goal either"),
        (vec!["--size", "3x3", "--all-on", "--costs", &costs], 0, "cost 9 with 5 presses, the least"),
        (
            vec!["--size", "3x3", "--all-on", "--goal", &goal],
            0,
            "1 press, the fewest of 2^0 solutions, goal pattern, 1 optimum",
        ),
        (
            vec!["--size", "4x6", "--all-on", "--topology", "klein", "--no-self", "--goal", "either"],
            0,
            "goal on",
        ),
    ] {
        let run = solve(&[&args[..], &["--certificate", &proof]].concat());
        assert_eq!(run.code, code, "{args:?} {run:?}");
        let run = verify(&[]);
        assert!(run.code == 0 && run.stdout.contains(wanted), "{args:?} {run:?}");
    }
}

#[test]
fn a_certificate_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let names = || fs::read_dir(folder.path()).expect("there").count();
    let proof = path("proof.json");
    let large = ["solve", "--size", "79x79", "--all-on", "--time-limit", "0", "--certificate", &proof];
    let run = lightsout(&large, "");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("proof.json: not written"), "{run:?}");
    assert_eq!(names(), 0);
    fs::write(&proof, "before").expect("written");
    assert_eq!(lightsout(&large, "").code, 0);
    assert_eq!(fs::read_to_string(&proof).expect("there"), "before");

    let small = |place: &str| lightsout(&["solve", "--size", "3x3", "--all-on", "--certificate", place], "");
    let run = small(&path("no/proof.json"));
    assert!(run.code == 2 && run.stdout.is_empty(), "{run:?}");
    assert!(run.stderr.contains("no/proof.json: cannot be written"), "{run:?}");
    let run = small(&path(""));
    assert!(run.code == 2 && run.stderr.contains("is a directory"), "{run:?}");
    let run = small("-");
    assert!(run.code == 2 && run.stderr.contains("the answer goes there too"), "{run:?}");
    let run = lightsout(&["solve", "--size", "3x3", "--all-on", "--any", "--certificate", &proof], "");
    assert!(run.code == 2 && run.stderr.contains("--any"), "{run:?}");
    #[cfg(unix)]
    {
        let run = small("/dev/full");
        assert!(run.code == 2 && run.stderr.contains("/dev/full: cannot be written"), "{run:?}");
        assert_eq!(run.stdout, "");
    }
    assert_eq!(small(&proof).code, 0);
    assert!(
        fs::read_to_string(&proof).expect("there").starts_with("{\n  \"format\": \"lightsout certificate\"")
    );
    assert_eq!(names(), 1);
}

#[test]
fn quiet_patterns_are_checked() {
    let check = |pattern: &str, args: &[&str]| {
        let run = lightsout(&[&["verify", "--quiet-pattern", "-"], args].concat(), pattern);
        (run.code, run.stdout)
    };
    let quiet = "X.X.X\nX.X.X\n.....\nX.X.X\nX.X.X\n";
    assert_eq!(check(quiet, &[]), (0, "verified: a quiet pattern of 12 presses\n".into()));
    assert_eq!(check(quiet, &["--rule", "x"]).0, 1);
    assert_eq!(check("X..\n...\n...\n", &[]), (1, "wrong: 1 press toggles 3 lights\n".into()));
    assert_eq!(check("X.\n.~\n", &["--topology", "torus"]).0, 1);
    let run = lightsout(&["verify", "--quiet-pattern", "-", "examples/5x5.txt"], quiet);
    assert_eq!(run.code, 2, "{run:?}");
    let run = lightsout(&["verify", "--quiet-pattern", "-", "--json"], quiet);
    assert!(run.code == 0 && !run.stdout.contains("goal"), "{run:?}");
}

/// Ctrl-C: neither verified nor refuted, and said so.
#[cfg(unix)]
#[test]
fn a_check_can_be_interrupted() {
    use std::process::Stdio;
    let game = Game::plus(39, 39);
    let all_on = Board::new(BitMatrix::from_fn(39, 39, |_, _| true));
    let mut certificate = prove("39x39", game, &all_on, &Goal::Off).certificate;
    // All 2^32 elements in place of the light ones: as true, and it takes a while.
    if let Claim::Solved(Solved { proof: Proof::Parts(apart), .. }) = &mut certificate.targets[0].claim {
        apart.components.iter_mut().for_each(|component| component.method = Method::Enumeration);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.json");
    fs::write(&path, certificate.to_json()).expect("written");
    let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .args(["verify", "--certificate"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let run = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!((run.status.code(), run.stdout.len()), (Some(130), 0), "{stderr}");
    assert!(stderr.ends_with("long.json: stopped before it was verified or refuted\n"), "{stderr}");
}
