//! The sockets of a participant, and its ports (DDSI-RTPS 2.5, 9.6.2).

use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};

use mio::net::UdpSocket;
use mio::{Interest, Registry, Token};
use socket2::{Domain, Protocol, SockRef, Socket, Type};

/// The multicast group of announcements.
const GROUP: Ipv4Addr = Ipv4Addr::new(239, 255, 0, 1);

/// Largest number of participants of a domain on one machine.
const PARTICIPANTS: u16 = 120;

/// Number of participants of this machine that are found without multicast.
const KNOWN_PORTS: u16 = 16;

/// Size of the buffers of the kernel, if it allows that much. [bytes]
const BUFFER: usize = 4 * 1024 * 1024;

/// Largest size of a datagram. [bytes]
const DATAGRAM_MAX: usize = 65536;

/// Number of datagrams that are read from a socket before the next socket is read.
const READ_MAX: usize = 64;

/// Port of announcements to all participants of a domain.
const fn group_port(domain: u16) -> u16 {
    7400 + 250 * domain
}

/// Port of discovery of one participant of a machine; `None` beyond the last port. The next port is that of its samples.
fn discovery_port(domain: u16, number: u16) -> Option<u16> {
    group_port(domain).checked_add(10 + 2 * number).filter(|port| *port < u16::MAX)
}

/// The sockets: for announcements to all, for discovery, and for samples.
#[derive(Debug)]
pub struct Sockets {
    sockets: [UdpSocket; 3],
    /// Whether a socket may have datagrams.
    is_readable: [bool; 3],
    buffer: Vec<u8>,
    domain: u16,
    /// The port of discovery.
    port: u16,
    localhost_only: bool,
    /// The addresses of the interfaces.
    interfaces: Vec<Ipv4Addr>,
}

const GROUP_SOCKET: usize = 0;
const DISCOVERY_SOCKET: usize = 1;
const USER_SOCKET: usize = 2;

impl Sockets {
    /// Opens the sockets on the first free ports.
    ///
    /// # Errors
    /// When the system refuses sockets, or all ports are in use.
    pub fn open(domain: u16, localhost_only: bool) -> io::Result<Self> {
        let ip = if localhost_only { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
        // Multicast must reach the socket, so that it is not bound to the address of an interface.
        let group = socket(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, group_port(domain)), true)?;
        let mut refused = io::Error::from(io::ErrorKind::AddrInUse);
        for number in 0..PARTICIPANTS {
            let Some(port) = discovery_port(domain, number) else { break };
            let pair = socket(SocketAddrV4::new(ip, port), false)
                .and_then(|discovery| Ok((discovery, socket(SocketAddrV4::new(ip, port + 1), false)?)));
            match pair {
                Ok((discovery, user)) => {
                    let sockets = [group, discovery, user].map(|socket| UdpSocket::from_std(socket.into()));
                    let mut sockets = Self {
                        sockets,
                        is_readable: [true; 3],
                        buffer: vec![0; DATAGRAM_MAX],
                        domain,
                        port,
                        localhost_only,
                        interfaces: Vec::new(),
                    };
                    sockets.refresh()?;
                    return Ok(sockets);
                }
                Err(error) => refused = error,
            }
        }
        Err(refused)
    }

    /// Registers the sockets, with the tokens 0 to 2.
    pub fn register(&mut self, registry: &Registry) -> io::Result<()> {
        for (token, socket) in self.sockets.iter_mut().enumerate() {
            registry.register(socket, Token(token), Interest::READABLE)?;
        }
        Ok(())
    }

    /// Joins the group on interfaces that are new.
    ///
    /// # Errors
    /// When the system does not list its interfaces.
    pub fn refresh(&mut self) -> io::Result<()> {
        let all = crate::interfaces::addresses()?;
        let used = all.into_iter().filter(|ip| ip.is_loopback() || !self.localhost_only).collect::<Vec<_>>();
        for ip in used.iter().filter(|ip| !self.interfaces.contains(ip)) {
            // An interface may have several addresses, and be joined already.
            if let Err(error) = self.sockets[GROUP_SOCKET].join_multicast_v4(&GROUP, ip) {
                tracing::debug!("no multicast from {ip}: {error}");
            }
        }
        self.interfaces = used;
        Ok(())
    }

    /// The addresses of the participant: for discovery, and for samples.
    pub fn addresses(&self) -> (Vec<SocketAddrV4>, Vec<SocketAddrV4>) {
        let with = |port| self.interfaces.iter().map(|ip| SocketAddrV4::new(*ip, port)).collect();
        (with(self.port), with(self.port + 1))
    }

    /// Notes that a socket has datagrams.
    pub fn mark_readable(&mut self, token: Token) {
        if let Some(flag) = self.is_readable.get_mut(token.0) {
            *flag = true;
        }
    }

    /// Whether a socket may have datagrams that were not read yet.
    pub fn is_readable(&self) -> bool {
        self.is_readable.contains(&true)
    }

    /// Passes received datagrams with the addresses of their senders to `receive`.
    pub fn read(&mut self, mut receive: impl FnMut(Ipv4Addr, &[u8])) {
        for (socket, is_readable) in self.sockets.iter().zip(&mut self.is_readable) {
            for _ in 0..READ_MAX {
                if !*is_readable {
                    break;
                }
                match socket.recv_from(&mut self.buffer) {
                    Ok((length, SocketAddr::V4(from))) => receive(*from.ip(), &self.buffer[..length]),
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    // Other errors belong to datagrams that were sent earlier.
                    Err(error) => *is_readable = error.kind() != io::ErrorKind::WouldBlock,
                }
            }
        }
    }

    /// Sends a datagram for discovery.
    pub fn send_discovery(&self, to: SocketAddrV4, bytes: &[u8]) {
        send(&self.sockets[DISCOVERY_SOCKET], to, bytes);
    }

    /// Sends a datagram with samples of topics, or with their acknowledgments.
    pub fn send_user(&self, to: SocketAddrV4, bytes: &[u8]) {
        send(&self.sockets[USER_SOCKET], to, bytes);
    }

    /// Sends an announcement by multicast on all interfaces, and to the usual ports of this machine.
    pub fn send_to_everyone(&self, bytes: &[u8]) {
        let socket = &self.sockets[DISCOVERY_SOCKET];
        for ip in &self.interfaces {
            match SockRef::from(socket).set_multicast_if_v4(ip) {
                Ok(()) => send(socket, SocketAddrV4::new(GROUP, group_port(self.domain)), bytes),
                Err(error) => tracing::debug!("no multicast to {ip}: {error}"),
            }
        }
        let ports = (0..KNOWN_PORTS).filter_map(|number| discovery_port(self.domain, number));
        for port in ports.filter(|port| *port != self.port) {
            send(socket, SocketAddrV4::new(Ipv4Addr::LOCALHOST, port), bytes);
        }
    }
}

/// Sends a datagram. One that the system does not take is lost, as in the network: reliable samples are sent again.
fn send(socket: &UdpSocket, to: SocketAddrV4, bytes: &[u8]) {
    if let Err(error) = socket.send_to(bytes, to.into()) {
        tracing::trace!("a datagram to {to} is lost: {error}");
    }
}

fn socket(address: SocketAddrV4, is_shared: bool) -> io::Result<Socket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(is_shared)?;
    socket.set_nonblocking(true)?;
    // The system may allow less, which is enough.
    for result in [socket.set_recv_buffer_size(BUFFER), socket.set_send_buffer_size(BUFFER)] {
        result.unwrap_or_else(|error| tracing::debug!("the size of a socket's buffer is unchanged: {error}"));
    }
    socket.bind(&address.into())?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_those_of_the_standard() {
        assert_eq!(
            (group_port(0), discovery_port(0, 0), discovery_port(1, 3)),
            (7400, Some(7410), Some(7666))
        );
        assert_eq!(discovery_port(232, PARTICIPANTS - 1), None);
    }
}
