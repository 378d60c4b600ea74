//! A server of our own on a free port, and a plain client: one connection a request, no library between.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The running command; killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

/// A response, taken apart.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The value of a header, or nothing.
    pub fn header(&self, name: &str) -> &str {
        let value = self.head.lines().filter_map(|line| line.split_once(": "));
        value.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }
}

impl Server {
    /// Starts `serve --port 0` with further arguments, and waits for its address.
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("the address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line:?}");
        Self { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        stream
    }

    /// Sends bytes as they are and reads all that comes back. A server that refuses does not read to the end.
    pub fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        response(stream)
    }

    pub fn get(&self, path: &str) -> Response {
        let host = &self.address;
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// Posts a body of a type.
    pub fn post(&self, path: &str, media_type: &str, body: &[u8]) -> Response {
        self.raw(&self.request(path, media_type, body))
    }

    /// The bytes of such a request.
    pub fn request(&self, path: &str, media_type: &str, body: &[u8]) -> Vec<u8> {
        let (host, length) = (&self.address, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        [head.as_bytes(), body].concat()
    }

    pub fn solve(&self, question: &Value) -> Response {
        self.post("/api/solve", "application/json", question.to_string().as_bytes())
    }

    /// The process, to look at or to signal.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Bytes of memory that were in use at most.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a response to the end of the connection.
pub fn response(mut stream: TcpStream) -> Response {
    let mut bytes = Vec::new();
    // A connection that is reset after the answer has given the answer.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunk(body) } else { body.to_owned() };
    Response { status, head: head.to_owned(), body }
}

/// The body without the sizes of its chunks.
fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || size > after.len() {
            break;
        }
        body.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}
