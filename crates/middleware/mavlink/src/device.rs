//! Devices: connection strings of pymavlink, set as options of streams.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};

/// Endpoint of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Device {
    /// `udpout:host:port`: sends to this address from a free port, and receives on that port.
    UdpOut(SocketAddr),
    /// `udpin:host:port`, `udp:host:port` or `host:port`: listens, and sends to the last sender.
    UdpIn(SocketAddr),
    /// `tcp:host:port`: connects to this address, and reconnects when the connection is lost.
    TcpClient(SocketAddr),
    /// `tcpin:host:port`: listens, and sends to all connected programs.
    TcpServer(SocketAddr),
}

/// A text is not a supported device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device type is not supported.
    #[error(
        "`{0}` is not a supported device; there are udpout:host:port to send to, udpin:host:port to listen, \
        tcp:host:port to connect to and tcpin:host:port to listen for connections. Serial devices can be reached \
        through a MAVLink router"
    )]
    Unsupported(String),
    /// The address does not have the form `host:port`.
    #[error("`{0}` has no address of the form host:port")]
    NoAddress(String),
    /// The host name does not resolve.
    #[error("`{host}` of `{device}` does not resolve: {problem}")]
    UnknownHost {
        /// The whole text.
        device: String,
        /// The host name.
        host: String,
        /// Error of the operating system.
        problem: String,
    },
}

impl Device {
    /// Parses a connection string.
    ///
    /// # Errors
    /// When the device type is not supported, or the address is invalid or does not resolve.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let unsupported = || DeviceError::Unsupported(text.to_owned());
        let (kind, address) = match text.split(':').count() {
            2 => ("udpin", text),
            _ => text.split_once(':').ok_or_else(unsupported)?,
        };
        let kind: fn(SocketAddr) -> Self = match kind {
            "udpout" => Self::UdpOut,
            "udpin" | "udp" => Self::UdpIn,
            "tcp" => Self::TcpClient,
            "tcpin" => Self::TcpServer,
            _ => return Err(unsupported()),
        };
        resolve(text, address).map(kind)
    }

    /// The address in the scene.
    #[must_use]
    pub fn address(self) -> SocketAddr {
        match self {
            Self::UdpOut(address)
            | Self::UdpIn(address)
            | Self::TcpClient(address)
            | Self::TcpServer(address) => address,
        }
    }
}

/// Resolves an address. IPv4 addresses are preferred, because MAVLink programs listen there.
fn resolve(device: &str, address: &str) -> Result<SocketAddr, DeviceError> {
    let no_address = || DeviceError::NoAddress(device.to_owned());
    let (host, port) = address.rsplit_once(':').ok_or_else(no_address)?;
    let port: u16 = port.parse().map_err(|_| no_address())?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(SocketAddr::new(ip, port));
    }
    match host {
        "" => return Err(no_address()),
        "localhost" => return Ok(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)),
        _ => {}
    }
    let unknown = |problem: String| DeviceError::UnknownHost {
        device: device.to_owned(),
        host: host.to_owned(),
        problem,
    };
    let found = (host, port).to_socket_addrs().map_err(|error| unknown(error.to_string()))?;
    let all: Vec<SocketAddr> = found.collect();
    let first = all.iter().find(|address| address.is_ipv4()).or(all.first());
    first.copied().ok_or_else(|| unknown("it has no address".to_owned()))
}

impl fmt::Display for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::UdpOut(_) => "udpout",
            Self::UdpIn(_) => "udpin",
            Self::TcpClient(_) => "tcp",
            Self::TcpServer(_) => "tcpin",
        };
        write!(formatter, "{kind}:{}", self.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(port: u16) -> SocketAddr {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)
    }

    #[test]
    fn pymavlink_strings_are_parsed() {
        for (text, device) in [
            ("udpout:localhost:14550", Device::UdpOut(local(14550))),
            ("udpin:127.0.0.1:14550", Device::UdpIn(local(14550))),
            ("udp:127.0.0.1:1", Device::UdpIn(local(1))),
            ("127.0.0.1:14550", Device::UdpIn(local(14550))),
            ("tcp:127.0.0.1:5760", Device::TcpClient(local(5760))),
            ("tcpin:127.0.0.1:5760", Device::TcpServer(local(5760))),
            ("udpout:[::1]:9", Device::UdpOut(SocketAddr::new(std::net::Ipv6Addr::LOCALHOST.into(), 9))),
        ] {
            assert_eq!(Device::parse(text), Ok(device), "{text}");
        }
        assert_eq!(Device::UdpOut(local(9)).to_string(), "udpout:127.0.0.1:9");
    }

    #[test]
    fn unsupported_devices_are_rejected_with_the_supported_ones() {
        for text in ["/dev/ttyUSB0", "COM3", "", "wsserver:0.0.0.0:1", "mcast:239.255.145.50:1"] {
            let problem = Device::parse(text).unwrap_err();
            assert!(matches!(problem, DeviceError::Unsupported(_)), "{text}: {problem}");
            assert!(problem.to_string().contains("udpout:host:port"));
        }
        for text in ["udpout:localhost:99999", "udpin::14550", "udpout:localhost:", "tcp:x:y:z"] {
            assert!(Device::parse(text).is_err(), "{text}");
        }
    }
}
