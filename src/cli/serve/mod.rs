//! `serve`: one page in the browser with the whole program behind it.
//!
//! The page paints boards and plays them; what it wants to know it asks `/api/`, which answers with the documents of
//! `solve --json` and `info --json`. Nobody who reaches the server can make it hold more than `limits.rs` allows.

mod api;
mod body;
mod gate;
mod limits;
mod listen;
mod page;
mod patient;
mod question;
mod refusal;
mod routes;
mod worker;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use tokio::sync::Notify;

use super::args::Common;
use super::exit::Exit;
use super::solve::seconds;
use super::{interrupt, out_of_memory, output, tell};

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to listen on; any but this machine's own (loopback) lets others in, and is warned about
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port to listen on; 0 for any free one
    #[arg(long, value_name = "P", default_value_t = 8080)]
    port: u16,
    /// The longest a search may take, in seconds; then it tells the best found and a proved bound
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: f64,
}

/// How long what still runs may take to end after Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);

pub fn run(args: &ServeArgs, common: &Common) -> Result<Exit> {
    out_of_memory::is_told_to_the_asker();
    let listener = bind(&args.host, args.port)?;
    let address = listener.local_addr()?;
    let desk = worker::Desk::new(args.time_limit, common.threads)?;
    let gate = gate::Gate::new(&args.host, address);
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    interrupt::ends(move || stopped.notify_one());
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| {
            anyhow!("the server cannot be started ({e}); give this process room for a few threads")
        })?;
    if !address.ip().is_loopback() && !common.quiet {
        tell!("warning: {address} can be reached from other machines; anyone there can use this server");
    }
    announce(address, common)?;
    let life = Duration::from_secs_f64(args.time_limit) + limits::CONNECTION;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        listen::listen(listener, routes::router(desk, gate), life, &stop).await;
        Ok::<(), anyhow::Error>(())
    })?;
    runtime.shutdown_timeout(GRACE);
    Ok(Exit::Answered)
}

/// Listens at the first address of the host that can be had.
fn bind(host: &str, port: u16) -> Result<TcpListener> {
    let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
    let addresses: Vec<SocketAddr> = (bare, port)
        .to_socket_addrs()
        .map(Iterator::collect)
        .map_err(|e| anyhow!("--host {host}: is no address ({e}); give one such as 127.0.0.1"))?;
    TcpListener::bind(addresses.as_slice()).map_err(|e| match e.kind() {
        ErrorKind::AddrInUse => {
            anyhow!("--port {port}: is in use; give another, or --port 0 for any free one")
        }
        ErrorKind::AddrNotAvailable => {
            anyhow!("--host {host}: is no address of this machine; give one such as 127.0.0.1")
        }
        ErrorKind::PermissionDenied => {
            anyhow!("--port {port}: needs more rights than this user has; give one from 1024 on")
        }
        _ => anyhow!("--host {host} --port {port}: cannot be listened on ({e}); give others"),
    })
}

/// Tells where the page is.
fn announce(address: SocketAddr, common: &Common) -> Result<()> {
    let url = format!("http://{address}/");
    let text = if common.json { serde_json::json!({ "url": url }).to_string() } else { url };
    output::write(common.output.as_deref(), format!("{text}\n").as_bytes())
}
