//! The page: built from `viewer/` by `cargo xtask viewer`, and carried inside the program.

use std::io::Read as _;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
    VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;

/// The files of the page: path, type, content.
const FILES: [(&str, &str, Content); 3] = [
    ("/", "text/html; charset=utf-8", Content::Plain(include_bytes!("../page/index.html"))),
    (
        "/viewer.js",
        "text/javascript; charset=utf-8",
        Content::Gzip(include_bytes!(concat!(env!("OUT_DIR"), "/viewer.js.gz"))),
    ),
    ("/viewer.css", "text/css; charset=utf-8", Content::Plain(include_bytes!("../page/viewer.css"))),
];

#[derive(Clone, Copy)]
enum Content {
    Plain(&'static [u8]),
    /// Unpacked for clients that do not take it as it is.
    Gzip(&'static [u8]),
}

/// The page runs its own script only, talks to its own server only, and is shown in no other page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; connect-src 'self' blob: data: ws: wss:; worker-src blob:; frame-ancestors 'none'";

/// Paths of the files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _, _)| *path)
}

/// One of the files, for a request with these headers.
pub fn file(path: &str, request: &HeaderMap) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|(known, _, _)| *known == path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        // Another program may serve another version under the same address.
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    let packed = match *content {
        Content::Plain(bytes) => return (headers, bytes).into_response(),
        Content::Gzip(bytes) => bytes,
    };
    let varies = (VARY, HeaderValue::from_static("accept-encoding"));
    if accepts_gzip(request) {
        let encoding = (CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return (headers, [varies, encoding], packed).into_response();
    }
    let mut plain = Vec::new();
    match GzDecoder::new(packed).read_to_end(&mut plain) {
        Ok(_) => (headers, [varies], plain).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Whether a client takes gzip (RFC 9110, 12.5.3); a coding with the weight 0 is refused.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let fields = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    fields.flat_map(|field| field.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoding(accepted: Option<&str>) -> Option<String> {
        let mut request = HeaderMap::new();
        if let Some(accepted) = accepted {
            request.insert(ACCEPT_ENCODING, accepted.parse().unwrap());
        }
        let response = file("/viewer.js", &request);
        response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn the_script_is_sent_compressed_if_the_browser_accepts_it() {
        assert_eq!(encoding(Some("gzip, deflate, br")).as_deref(), Some("gzip"));
        assert_eq!(encoding(Some("br;q=1.0, GZIP;q=0.5")).as_deref(), Some("gzip"));
        assert_eq!(encoding(None), None);
        assert_eq!(encoding(Some("br, gzip;q=0")), None);
    }
}
