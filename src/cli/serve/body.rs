//! Bodies: read within their limits, written as JSON.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::time::timeout;

use super::limits;
use super::refusal::Refusal;

/// The whole body of a request of the given media type.
pub async fn read(request: Request, media_type: &str) -> Result<Bytes, Refusal> {
    let given = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = given.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(media_type) {
        let text = format!("a body of type {media_type} is wanted, not '{essence}'");
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
    }
    let too_large =
        || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body exceeds {} bytes", limits::BODY));
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|value| value.parse().ok()).is_some_and(|length: u64| length > limits::BODY as u64) {
        return Err(too_large());
    }
    match timeout(limits::BODY_TIME, Bytes::from_request(request, &())).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(rejection)) => match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Err(too_large()),
            status => Err(Refusal::new(status, "the body cannot be read")),
        },
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long")),
    }
}

/// A document as a response.
pub fn json(status: StatusCode, document: &impl Serialize) -> Response {
    match serde_json::to_vec(document) {
        Ok(bytes) => typed(status, "application/json", Body::from(bytes)),
        // No document of ours has keys that are no strings, so this is a bug.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A body with its media type.
pub fn typed(status: StatusCode, media_type: &'static str, body: Body) -> Response {
    let mut response = (status, body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
