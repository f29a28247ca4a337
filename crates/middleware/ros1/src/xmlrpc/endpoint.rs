//! Addresses of XML-RPC servers: `http://host:port/path`.

use std::fmt;

use hyper::Uri;

/// The address of an XML-RPC server.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// Host name or address. IPv6 addresses have no brackets.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Path, with leading slash.
    pub path: String,
}

/// The text is not the address of an XML-RPC server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a ROS master or node; it must be http://HOST:PORT")]
pub struct EndpointError(String);

impl Endpoint {
    /// Parses an address. The default port is 80, as in HTTP.
    ///
    /// # Errors
    /// When the text is not an address, or its scheme is not `http`.
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        let error = || EndpointError(text.chars().take(200).collect());
        let uri: Uri = text.parse().map_err(|_| error())?;
        let authority = uri.authority().filter(|_| uri.scheme_str() == Some("http")).ok_or_else(error)?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        // For an invalid port, `port_u16` returns `None`.
        let port = match authority.port_u16() {
            Some(port) => port,
            None if authority.as_str().ends_with(authority.host()) => 80,
            None => return Err(error()),
        };
        if host.is_empty() {
            return Err(error());
        }
        Ok(Self { host: host.to_owned(), port, path: uri.path().to_owned() })
    }

    /// `host:port`, with brackets around an IPv6 address.
    #[must_use]
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.authority(), self.path)
    }
}
