//! A request that is not answered, and why.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::body;

/// A status and one line for the client: `{"error": "..."}`.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    text: String,
}

impl Refusal {
    pub fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// The request itself is wrong.
    pub fn wrong(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// A check of the program's own failed.
    pub fn fault(text: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    }

    /// What it says.
    pub fn into_text(self) -> String {
        self.text
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = body::json(self.status, &serde_json::json!({ "error": self.text }));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
