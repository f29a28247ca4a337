//! Access to a simulation: pages of this computer's own server, and clients with the token.
//!
//! Any web page that a user visits can open connections to this computer. Browsers say in `Origin` which page it is, and
//! in `Host` under which name they found the server; a foreign page has another origin, and a name that was made to
//! lead here is not one of this computer's own.

use std::fmt::Write as _;
use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Decides who is let in.
#[derive(Debug, Clone)]
pub struct Access {
    /// Admits clients that send it.
    pub token: String,
    /// Whether the server is reached from this computer only.
    is_local: bool,
}

impl Access {
    /// With a new token.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(address: IpAddr) -> Result<Access, getrandom::Error> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().fold(String::new(), |mut token, byte| {
            // Writing to a string cannot fail.
            let _ = write!(token, "{byte:02x}");
            token
        });
        Ok(Access { token, is_local: address.is_loopback() })
    }

    /// Checks a request.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn check(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), &'static str> {
        match token {
            Some(token) if same(token, &self.token) => return Ok(()),
            Some(_) => return Err("the token is not that of this run; the command has printed it"),
            None => {}
        }
        if !self.is_local {
            return Err("a token is needed: open the address that the command has printed");
        }
        let text =
            |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or(""));
        let host = text(HOST).unwrap_or("");
        if !is_own_name(host) {
            return Err("under this name of the computer a token is needed; the command has printed it");
        }
        match text(ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => {
                Err("a page from elsewhere needs a token, which the command has printed")
            }
            _ => Ok(()),
        }
    }
}

/// Whether a host with or without port is an address or name of this computer that no other party can assign.
fn is_own_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Compares in a time that does not depend on where the difference is.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(access: &Access, host: &'static str, origin: Option<&'static str>, token: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        access.check(&headers, token).is_ok()
    }

    #[test]
    fn own_pages_are_let_in_and_others_with_the_token_only() {
        let access = Access::new([127, 0, 0, 1].into()).unwrap();
        let token = access.token.clone();
        assert!(check(&access, "127.0.0.1:8000", None, None));
        assert!(check(&access, "localhost:8000", Some("http://localhost:8000"), None));
        assert!(check(&access, "[::1]:8000", None, None));
        assert!(!check(&access, "localhost:8000", Some("http://localhost:8001"), None));
        assert!(!check(&access, "127.0.0.1:8000", Some("https://example.org"), None));
        assert!(!check(&access, "example.org:8000", None, None), "a name that leads here");
        assert!(!check(&access, "127.0.0.1.example.org", None, None));
        assert!(check(&access, "127.0.0.1:8000", Some("https://example.org"), Some(&token)));
        assert!(!check(&access, "127.0.0.1:8000", None, Some("00")));
    }

    #[test]
    fn from_other_computers_the_token_is_always_needed() {
        let access = Access::new([0, 0, 0, 0].into()).unwrap();
        assert!(!check(&access, "localhost:8000", None, None));
        assert!(check(&access, "robot.lan:8000", Some("http://robot.lan:8000"), Some(&access.token)));
        assert_ne!(access.token, Access::new([0, 0, 0, 0].into()).unwrap().token);
    }
}
