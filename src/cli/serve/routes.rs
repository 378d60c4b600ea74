//! Which path leads where; everything else is refused.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};

use super::gate::{self, Gate};
use super::page::FILES;
use super::refusal::Refusal;
use super::worker::Desk;
use super::{api, body, limits};

/// Nothing but the page's own files, nothing inline, nothing framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The whole server.
pub fn router(desk: Arc<Desk>, gate: Arc<Gate>) -> Router {
    let mut router = Router::new()
        .route("/api/solve", post(api::solve))
        .route("/api/info", get(api::info))
        .route("/api/board", post(api::board));
    for file in &FILES {
        let serve = || async { body::typed(StatusCode::OK, file.media_type, Body::from(file.text)) };
        router = router.route(file.path, get(serve));
    }
    router
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this path"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method")
        })
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(gate, gate::pass))
        .layer(middleware::map_response(with_headers))
        .with_state(desk)
}

async fn with_headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
