//! Checks whether a server listens at an address.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Whether a program accepts connections at `host:port`. The time limit applies to each address of the host.
#[must_use]
pub fn is_reachable(address: &str, timeout: Duration) -> bool {
    let found = address.to_socket_addrs().into_iter().flatten();
    found.into_iter().any(|address| TcpStream::connect_timeout(&address, timeout).is_ok())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn only_listening_server_is_reachable() {
        let timeout = Duration::from_secs(5);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        assert!(is_reachable(&address, timeout));
        drop(listener);
        assert!(!is_reachable(&address, timeout) && !is_reachable("nonsense", timeout));
    }
}
