//! The page: built from `viewer/` by `cargo xtask viewer`, and carried inside the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

/// The files of the page: path, type, content.
const FILES: [(&str, &str, &[u8]); 3] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/viewer.js", "text/javascript; charset=utf-8", include_bytes!("../page/viewer.js")),
    ("/viewer.css", "text/css; charset=utf-8", include_bytes!("../page/viewer.css")),
];

/// The page runs its own script only, talks to its own server only, and is shown in no other page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; connect-src 'self' blob: data: ws: wss:; worker-src blob:; frame-ancestors 'none'";

/// Paths of the files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _, _)| *path)
}

/// One of the files.
pub fn file(path: &str) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|(known, _, _)| *known == path) else {
        return axum::http::StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        // Another program may serve another version under the same address.
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, *content).into_response()
}
