//! Letting connections in: so many at once, each with its clock.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

use super::limits;
use super::patient::Patient;

/// Serves until `stop` is notified. A connection lives no longer than `life`.
pub async fn listen(listener: TcpListener, app: Router, life: Duration, stop: &Notify) {
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits::HEAD_TIME).max_buf_size(limits::HEAD);
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stop.notified() => return,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file handles, or the client is gone already: there is nobody to tell.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Answers are short and are wanted at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(Patient::new(stream)), service);
        tokio::spawn(async move {
            // A connection that fails or takes too long is closed; the client sees that.
            let _ = timeout(life, connection).await;
            drop(place);
        });
    }
}
