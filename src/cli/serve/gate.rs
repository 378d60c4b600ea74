//! Who may ask: the page itself and programs on this machine, not pages of other sites open in the same browser.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// What the head of a request has to say.
pub struct Gate {
    /// The name the server was told to listen on, without brackets.
    name: String,
    loopback: bool,
}

impl Gate {
    pub fn new(name: &str, address: SocketAddr) -> Arc<Self> {
        let name = name.trim_matches(['[', ']']).to_ascii_lowercase();
        Arc::new(Self { name, loopback: address.ip().is_loopback() })
    }

    /// Whether the request names this server. A site whose name was made to lead to this machine (DNS rebinding)
    /// does not know better than to send its own.
    fn names_us(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let local = || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        !self.loopback || name == self.name || name == "localhost" || local()
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let value = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host = value(header::HOST).ok_or_else(|| Refusal::wrong("a request has to name the host"))?;
        if !self.names_us(host) {
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "this server is not that host"));
        }
        // A browser says which page asks.
        let foreign = |origin: &str| origin.strip_prefix("http://") != Some(host);
        if value(header::ORIGIN).is_some_and(foreign) {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "only its own page may ask this server"));
        }
        Ok(())
    }
}

/// `[::1]:80` and `localhost:80` without port and brackets.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Lets a request through, or refuses it.
pub async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_server() {
        let gate = |name, address: &str| Gate::new(name, address.parse().expect("an address"));
        let local = gate("127.0.0.1", "127.0.0.1:8080");
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "127.9.9.9"] {
            assert!(local.names_us(host), "{host}");
        }
        for host in
            ["", "example.com", "127.0.0.1.example.com", "10.0.0.1:8080", "[::2]", "localhost.example.com"]
        {
            assert!(!local.names_us(host), "{host}");
        }
        assert!(gate("puzzle", "127.0.1.1:80").names_us("puzzle:80"));
        assert!(gate("0.0.0.0", "0.0.0.0:80").names_us("puzzle.example.com"));
    }
}
