//! Where the viewer of a simulator elsewhere is served: host, port and token.

use axum::http::Uri;

use crate::remote::RemoteError;

/// Where the viewer of a simulator is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteAddress {
    /// Host and port.
    pub host: String,
    /// The token, if one is known.
    pub token: Option<String>,
}

impl RemoteAddress {
    /// Reads `HOST:PORT`, or the address of a page.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse(text: &str) -> Result<RemoteAddress, RemoteError> {
        let wrong = || RemoteError::Address(text.to_owned());
        let with_scheme = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = with_scheme.parse().map_err(|_| wrong())?;
        let authority = uri.authority().filter(|_| uri.scheme_str() == Some("http")).ok_or_else(wrong)?;
        let has_user = authority.as_str().contains('@');
        let port = authority.port_u16().filter(|_| !has_user).ok_or_else(wrong)?;
        let pairs = uri.query().into_iter().flat_map(|query| query.split('&'));
        let token = pairs.filter_map(|pair| pair.strip_prefix("token=")).next();
        if token.is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            return Err(wrong());
        }
        Ok(RemoteAddress { host: format!("{}:{port}", authority.host()), token: token.map(str::to_owned) })
    }

    /// Path and query with the token.
    pub(super) fn target(&self, path_and_query: &str) -> String {
        match &self.token {
            None => path_and_query.to_owned(),
            Some(token) => {
                let separator = if path_and_query.contains('?') { '&' } else { '?' };
                format!("{path_and_query}{separator}token={token}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_their_token() {
        let parse = |text: &str| RemoteAddress::parse(text).map(|it| (it.host, it.token)).ok();
        assert_eq!(parse("robot.lan:8000"), Some(("robot.lan:8000".to_owned(), None)));
        let token = Some("0af".to_owned());
        assert_eq!(parse("http://10.0.0.5:8000/?token=0af"), Some(("10.0.0.5:8000".to_owned(), token)));
        assert_eq!(parse("[::1]:8001"), Some(("[::1]:8001".to_owned(), None)));
        for wrong in
            ["", "robot", "https://robot:8000", "a b:80", "me@robot:80", "robot:80/?token=a%20b", "x:99999"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_token_is_added() {
        let remote = RemoteAddress { host: "h:1".to_owned(), token: Some("t".to_owned()) };
        assert_eq!(remote.target("/scene.glb?since=2"), "/scene.glb?since=2&token=t");
        assert_eq!(remote.target("/ws"), "/ws?token=t");
    }
}
