//! The server: its API gives the documents of the command; what it must refuse is refused; it answers afterwards.
#![cfg(feature = "serve")]

mod common;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use common::run::lightsout;
use common::server::{Server, response};
use serde_json::{Value, json};

/// A document without the times in it.
fn timeless(mut document: Value) -> Value {
    if let Some(object) = document.as_object_mut() {
        object.remove("phases");
    }
    document
}

fn command(args: &[&str], stdin: &str) -> Value {
    timeless(serde_json::from_str(&lightsout(args, stdin).stdout).expect("a document"))
}

/// A board whose search takes far longer than any test: 62 x 62 on the torus, 80 quiet patterns.
fn long_board() -> String {
    let n = 62;
    let mut on = vec![vec![false; n]; n];
    for row in 0..n {
        for col in 0..n {
            // Presses as good as random, so that there is a solution.
            if (row * n + col).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60 & 1 == 1 {
                for (r, c) in [(0, 0), (0, 1), (1, 0), (0, n - 1), (n - 1, 0)] {
                    on[(row + r) % n][(col + c) % n] ^= true;
                }
            }
        }
    }
    let line = |row: &Vec<bool>| row.iter().map(|on| if *on { 'X' } else { '.' }).collect::<String>();
    on.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn solve_answers_like_the_command() {
    let server = Server::start(&[]);
    let cross = "..X..\n.XXX.\n..X..";
    let cases: [(&str, Value, Vec<&str>); 7] = [
        ("#####\n#####\n#####\n#####\n#####\n", json!({}), vec![]),
        (cross, json!({}), vec![]),
        ("bwwb/bbwb/bwwb/bwww", json!({ "goal": "either" }), vec!["--goal", "either"]),
        ("1000\n0000\n0000\n0000\n", json!({ "goal": "either" }), vec!["--goal", "either"]),
        (
            "X.~.\n..X.\n",
            json!({ "rule": "king", "topology": "torus" }),
            vec!["--rule", "king", "--topology", "torus"],
        ),
        (
            "110\n011\n101\n",
            json!({ "offsets": "0,0 0,1", "goal": "on" }),
            vec!["--offsets", "0,0 0,1", "--goal", "on"],
        ),
        (
            "110\n011\n101\n",
            json!({ "rule": "diamond:2", "no_self": true }),
            vec!["--rule", "diamond:2", "--no-self"],
        ),
    ];
    for (board, options, args) in cases {
        let mut question = json!({ "board": board });
        question.as_object_mut().expect("an object").extend(options.as_object().expect("an object").clone());
        let answer = server.solve(&question);
        assert_eq!(answer.status, 200, "{question} {answer:?}");
        assert_eq!(answer.header("content-type"), "application/json");
        let wanted = command(&[&["solve", "--json"], &args[..]].concat(), board);
        assert_eq!(timeless(answer.json()), wanted, "{question}");
    }
    // A list of rows and a matrix are boards too.
    let wanted = timeless(server.solve(&json!({ "board": cross })).json());
    let rows: Vec<&str> = cross.lines().collect();
    assert_eq!(timeless(server.solve(&json!({ "board": rows })).json()), wanted);
    let matrix = json!([[0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]);
    assert_eq!(timeless(server.solve(&json!({ "board": matrix })).json()), wanted);
    assert_eq!(wanted["presses"], 1);
    let line = json!({ "board": "0000001110010001", "size": "4x4", "goal": "0000001110010000" });
    assert_eq!(server.solve(&line).json()["goal"], "pattern");
}

#[test]
fn info_answers_like_the_command() {
    let server = Server::start(&[]);
    let answer = server.get("/api/info?rows=5&cols=5&quiet_patterns=true");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json(), command(&["info", "5x5", "--quiet-patterns", "--json"], ""));
    let answer = server.get("/api/info?rows=4&cols=6&rule=plus&no_self=true&topology=torus");
    assert_eq!(answer.json(), command(&["info", "4x6", "--no-self", "--topology", "torus", "--json"], ""));
    // With holes: a ring of eight.
    let ring = server.get("/api/info?rows=3&cols=3&quiet_patterns=true&holes=.../.~./...").json();
    assert_eq!((ring["lights"].as_u64(), ring["nullity"].as_u64()), (Some(8), Some(0)), "{ring}");
}

#[test]
fn games_past_any_search_are_answered_soon() {
    let server = Server::start(&[]);
    let begun = Instant::now();
    // No button does anything: 4096 quiet patterns.
    let board = vec![".".repeat(64); 64];
    let question = json!({ "board": board, "rule": "ring:0", "no_self": true });
    let answer = server.solve(&question).json();
    assert_eq!((&answer["status"], &answer["nullity"]), (&json!("any"), &json!(4096)), "{answer}");
    let info = server.get("/api/info?rows=64&cols=64&rule=ring:0&no_self=true&quiet_patterns=true").json();
    assert_eq!((&info["nullity"], &info["quiet_patterns"]), (&json!(4096), &Value::Null));
    // Many links: as many as are taken, and more.
    let question =
        |distance| json!({ "board": board, "rule": format!("diamond:{distance}"), "topology": "klein" });
    assert_eq!(server.solve(&question(31)).status, 200);
    assert_eq!(server.solve(&question(32)).status, 400);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn boards_of_any_format_become_rows() {
    let server = Server::start(&[]);
    let board = |bytes: &[u8]| server.post("/api/board", "application/octet-stream", bytes);
    let wanted = json!({ "rows": 2, "cols": 3, "board": ["X.X", ".~."] });
    assert_eq!(board(b"#.#\n.~.\n").json(), wanted);
    let plain = json!({ "rows": 2, "cols": 3, "board": ["X.X", "..."] });
    assert_eq!(board(b"P1\n3 2\n101000\n").json(), plain);
    assert_eq!(board(b"P4\n3 2\n\xa0\x00").json(), plain);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 3, 2);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[0x40, 0xe0]).expect("pixels");
    drop(writer);
    assert_eq!(board(&png).json(), plain);
    let wrong = board(b"#.#\n.z.\n");
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["error"].as_str().is_some_and(|e| e.starts_with("board:2:2: 'z'")), "{wrong:?}");
    // A header that promises 65535 x 65535 pixels, with its checksum wrong or not, is not unpacked.
    png[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
    assert_eq!(board(&png).status, 400);
}

#[test]
fn progress_comes_in_lines_and_the_answer_last() {
    let server = Server::start(&[]);
    // 39 x 39 has 32 quiet patterns: the search has something to tell.
    let board = ["1"; 39].join("").to_string() + "\n";
    let question = json!({ "board": board.repeat(39), "progress": true });
    let answer = server.solve(&question);
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    let lines: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    let (last, before) = lines.split_last().expect("lines");
    assert_eq!(last["result"]["status"], "optimal", "{last}");
    let presses = last["result"]["presses"].as_u64().expect("a number");
    assert!(!before.is_empty());
    for line in before {
        let number = |key: &str| line["progress"][key].as_u64().expect("a number");
        assert!(number("bound") <= presses && presses <= number("best"), "{line}");
    }
    // What is wrong is told before any line.
    assert_eq!(server.solve(&json!({ "board": "??", "progress": true })).status, 400);
}

#[test]
fn a_search_ends_with_its_time_and_tells_its_bound() {
    let server = Server::start(&["--time-limit", "0.2"]);
    let begun = Instant::now();
    let question = json!({ "board": long_board(), "topology": "torus", "time_limit": 1000 });
    let answer = server.solve(&question).json();
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?} {answer}", begun.elapsed());
    assert_eq!((&answer["status"], &answer["nullity"]), (&json!("not proved"), &json!(80)), "{answer}");
    assert!(answer["bound"].as_u64() <= answer["presses"].as_u64(), "{answer}");
}

#[test]
fn the_page_and_its_headers() {
    let server = Server::start(&[]);
    let files = ["/", "/style.css", "/icon.svg", "/app.js", "/answer.js", "/ask.js", "/board.js", "/grid.js"];
    for path in files.into_iter().chain(["/rule.js", "/share.js", "/nothing", "/api/info?rows=0&cols=0"]) {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path} {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
    }
    let page = server.get("/").body;
    for outside in ["http:", "https:", "style=", "onclick", "<script>", "<style>"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for path in
        ["/nothing", "/index.html", "/src", "/api", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let host = server.address.clone();
    for (method, path) in
        [("DELETE", "/"), ("PUT", "/api/solve"), ("GET", "/api/solve"), ("POST", "/api/info")]
    {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.raw(request.as_bytes()).status, 405, "{method} {path}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = Server::start(&[]);
    let host = server.address.clone();
    let ask = |headers: &str| {
        server.raw(format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes()).status
    };
    assert_eq!(ask(&format!("Host: {host}\r\nOrigin: http://{host}\r\n")), 200);
    assert_eq!(ask("Host: localhost\r\n"), 200);
    assert_eq!(ask("Host: puzzle.example.com\r\n"), 421);
    assert_eq!(ask(&format!("Host: {host}\r\nOrigin: http://puzzle.example.com\r\n")), 403);
    assert_eq!(ask(&format!("Host: {host}\r\nOrigin: null\r\n")), 403);
    assert_eq!(ask(""), 400);
    // A form of another site can send text, but no JSON.
    assert_eq!(server.post("/api/solve", "text/plain", b"{\"board\": \"1\"}").status, 415);
}

#[test]
fn hostile_requests_are_refused_and_the_server_answers_afterwards() {
    let server = Server::start(&[]);
    let json_of = |body: &[u8]| server.post("/api/solve", "application/json", body);
    let nested = "[".repeat(100_000);
    let wide = "1".repeat(65);
    let wrong: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\xff\xfe".to_vec(),
        nested.into_bytes(),
        json!({ "board": 7 }).to_string().into(),
        json!({ "board": [] }).to_string().into(),
        json!({ "board": "" }).to_string().into(),
        json!({ "board": "10\n1" }).to_string().into(),
        json!({ "board": wide }).to_string().into(),
        json!({ "board": "99999999999 99999999999\n1" }).to_string().into(),
        json!({ "board": "1", "size": "999999999x999999999" }).to_string().into(),
        json!({ "board": "1", "rule": "rock" }).to_string().into(),
        json!({ "board": "1", "rule": "diamond:1000000" }).to_string().into(),
        json!({ "board": "1", "offsets": "1" }).to_string().into(),
        json!({ "board": "1", "offsets": "0,0 ".repeat(5000) }).to_string().into(),
        json!({ "board": "1", "topology": "sphere" }).to_string().into(),
        json!({ "board": "1", "goal": "111\n111" }).to_string().into(),
        json!({ "board": "1", "costs": "/etc/passwd" }).to_string().into(),
        json!({ "board": "1", "solutions": -1 }).to_string().into(),
    ];
    for body in wrong {
        let answer = json_of(&body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        assert_eq!(answer.status, 400, "{shown} {answer:?}");
        let error = answer.json()["error"].as_str().expect("a line").to_owned();
        assert!(!error.contains('\n') && !error.is_empty(), "{shown} {error}");
    }
    for path in [
        "/api/info",
        "/api/info?rows=5",
        "/api/info?rows=65&cols=5",
        "/api/info?rows=99999999999999999999&cols=5",
        "/api/info?rows=-1&cols=5",
        "/api/info?rows=5&cols=5&rule=rock",
        "/api/info?rows=5&cols=5&what=else",
        "/api/info?rows=5&cols=5&holes=1",
    ] {
        assert_eq!(server.get(path).status, 400, "{path}");
    }
    // Bodies and heads past their limits, as a length and in fact.
    assert_eq!(json_of(&vec![b' '; (1 << 20) + 1]).status, 413);
    let host = server.address.clone();
    let head = format!("POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    let promised = format!("{head}Content-Length: 99999999999999\r\n\r\n");
    assert_eq!(server.raw(promised.as_bytes()).status, 413);
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(17));
    assert_eq!(server.raw(chunked.as_bytes()).status, 413);
    let long = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(100_000));
    assert!((400..500).contains(&server.raw(long.as_bytes()).status));
    for nonsense in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\n\r\n\0\0\0",
        b"PRI * HTTP/2.0\r\n\r\n",
    ] {
        assert!(server.raw(nonsense).status < 500, "{nonsense:?}");
    }
    assert_eq!(json_of(b"{\"board\": \"1\"}").json()["presses"], 1);
}

#[test]
fn slow_clients_do_not_hold_the_server() {
    let server = Server::start(&[]);
    let host = server.address.clone();
    let begun = Instant::now();
    // Heads that never end, a body that never comes, an idle connection, an answer that nobody reads.
    let mut slow = Vec::new();
    for i in 0..40 {
        let mut stream = server.connect();
        let bytes = match i % 4 {
            0 => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: "),
            1 => format!(
                "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
            ),
            2 => String::new(),
            _ => format!("GET /app.js HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        };
        stream.write_all(bytes.as_bytes()).expect("it is sent");
        slow.push(stream);
    }
    // Ten thousand answers that nobody takes, on one connection.
    let one = format!("GET /app.js HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let (all, script) = (10_000, server.get("/app.js").body.len());
    let mut deaf = server.connect();
    let mut asking = deaf.try_clone().expect("another handle");
    // The server does not read on either, so this may not come to its end.
    let asked = std::thread::spawn(move || drop(asking.write_all(one.repeat(all).as_bytes())));
    // Others are answered meanwhile.
    assert_eq!(server.solve(&json!({ "board": "1" })).json()["presses"], 1);
    assert!(begun.elapsed() < Duration::from_secs(8), "answered after {:?}", begun.elapsed());
    // And the slow ones are sent away, or cut off, when their time is up.
    let mut bytes = Vec::new();
    for (i, mut stream) in slow.into_iter().enumerate() {
        bytes.clear();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        match i % 4 {
            1 => assert!(text.starts_with("HTTP/1.1 408"), "{text}"),
            3 => assert!(text.starts_with("HTTP/1.1 200"), "{text}"),
            _ => assert!(!text.starts_with("HTTP/1.1 2"), "{text}"),
        }
    }
    std::thread::sleep(Duration::from_secs(13).saturating_sub(begun.elapsed()));
    bytes.clear();
    let _ = deaf.read_to_end(&mut bytes);
    assert!(bytes.len() < all * script / 2, "{} bytes were still sent", bytes.len());
    asked.join().expect("it is over");
    assert!(begun.elapsed() < Duration::from_secs(40), "cut off after {:?}", begun.elapsed());
}

#[test]
fn two_hundred_at_once_are_answered_or_sent_away() {
    let server = Server::start(&[]);
    let row = "10".repeat(32) + "\n";
    let board = row.repeat(64);
    let body = json!({ "board": board, "rule": "king", "time_limit": 0.02 }).to_string();
    let request = server.request("/api/solve", "application/json", body.as_bytes());
    let streams: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request).expect("it is sent");
            stream
        })
        .collect();
    let statuses: Vec<u16> = streams.into_iter().map(|stream| response(stream).status).collect();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    assert_eq!(server.solve(&json!({ "board": "1" })).json()["presses"], 1);
    #[cfg(target_os = "linux")]
    assert!(server.peak_memory() < 1 << 30, "{} bytes", server.peak_memory());
}

#[test]
fn who_leaves_stops_the_search() {
    let server = Server::start(&[]);
    let body = json!({ "board": long_board(), "topology": "torus", "time_limit": 60 }).to_string();
    for progress in [false, true] {
        let mut question: Value = serde_json::from_str(&body).expect("an object");
        question["progress"] = progress.into();
        let request = server.request("/api/solve", "application/json", question.to_string().as_bytes());
        for _ in 0..8 {
            let mut stream = server.connect();
            stream.write_all(&request).expect("it is sent");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    // All workers were taken by those who left; a minute each would be too long to wait for.
    let begun = Instant::now();
    assert_eq!(server.solve(&json!({ "board": "1" })).json()["presses"], 1);
    assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
}

#[test]
fn a_call_that_is_wrong_ends_with_one_line() {
    let server = Server::start(&[]);
    let port = server.address.split(':').nth(1).expect("a port");
    let cases = [
        (vec!["serve", "--port", port], "is in use"),
        (vec!["serve", "--port", "65536"], "--port"),
        (vec!["serve", "--host", "no such host", "--port", "0"], "--host no such host: is no address"),
        (vec!["serve", "--host", "192.0.2.1", "--port", "0"], "is no address of this machine"),
        (vec!["serve", "--time-limit", "long"], "is no time"),
    ];
    for (args, wanted) in cases {
        let run = lightsout(&args, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?} {run:?}");
        assert!(run.stderr.starts_with("error: ") && run.stderr.lines().count() == 1, "{run:?}");
        assert!(run.stderr.contains(wanted), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_the_ordinary_end() {
    let mut server = Server::start(&[]);
    let id = server.child().id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(sent.success());
    let status = server.child().wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn other_hosts_are_warned_about() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .args(["serve", "--port", "0", "--host", "0.0.0.0", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut stderr = child.stderr.take().expect("a pipe");
    let mut bytes = [0; 256];
    let length = stdout.read(&mut bytes).expect("the address");
    let document: Value = serde_json::from_slice(&bytes[..length]).expect("a document");
    assert!(document["url"].as_str().is_some_and(|url| url.starts_with("http://0.0.0.0:")), "{document}");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let mut warning = String::new();
    stderr.read_to_string(&mut warning).expect("a warning");
    assert!(warning.starts_with("warning: 0.0.0.0:") && warning.lines().count() == 1, "{warning}");
}
