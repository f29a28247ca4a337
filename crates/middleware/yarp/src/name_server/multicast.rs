//! Discovers a name server by multicast, as `yarp detect` does: the server answers a query for its own name.

use std::io::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::UdpSocket;

use super::registration;
use crate::settings::ServerAddress;
use crate::wire::datagram::{Joiner, split};

/// Multicast group of name servers.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 2, 1, 1);

/// UDP port of the group.
const PORT: u16 = 10_000;

/// Time limit for the answer of a server.
const ANSWER_MAX: Duration = Duration::from_millis(750);

/// Maximum size of a datagram. [bytes]
const DATAGRAM_BYTES_MAX: usize = 65_536;

/// Finds the address of the name server with this name; `None` if it does not answer.
///
/// # Errors
/// When the system does not support multicast.
pub(crate) async fn discover(name: &str) -> Result<Option<ServerAddress>, Error> {
    discover_on(name, PORT, Ipv4Addr::UNSPECIFIED).await
}

/// Like [`discover`], on a port and a network interface, given by its address. The system chooses an unspecified interface.
async fn discover_on(name: &str, port: u16, interface: Ipv4Addr) -> Result<Option<ServerAddress>, Error> {
    let socket = join(port, interface)?;
    for datagram in split(format!("NAME_SERVER query {name}\n").as_bytes()) {
        socket.send_to(&datagram, (GROUP, port)).await?;
    }
    let answer = async {
        let mut joiner = Joiner::default();
        let mut datagram = vec![0; DATAGRAM_BYTES_MAX];
        loop {
            let (count, _) = socket.recv_from(&mut datagram).await?;
            // Queries of this and other programs are received, too.
            let joined = joiner.add(datagram.get(..count).unwrap_or_default()).unwrap_or_default();
            let lines: Vec<String> = String::from_utf8_lossy(joined).lines().map(str::to_owned).collect();
            if let Ok(Some(contact)) = registration(&lines)
                && contact.name == name
            {
                return Ok::<_, Error>(ServerAddress { host: contact.host, port: contact.port });
            }
        }
    };
    tokio::time::timeout(ANSWER_MAX, answer).await.map_or(Ok(None), |answer| answer.map(Some))
}

/// Opens a socket in the group. Other programs may share its port.
fn join(port: u16, interface: Ipv4Addr) -> Result<UdpSocket, Error> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)).into())?;
    socket.join_multicast_v4(&GROUP, &interface)?;
    if !interface.is_unspecified() {
        socket.set_multicast_if_v4(&interface)?;
    }
    UdpSocket::from_std(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A port that no other program uses.
    fn free_port() -> u16 {
        std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
    }

    fn run<T>(task: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(task)
    }

    #[test]
    fn answer_is_found_among_garbage() {
        let port = free_port();
        run(async {
            let server = join(port, Ipv4Addr::LOCALHOST).unwrap();
            let answering = tokio::spawn(async move {
                let mut bytes = vec![0; 2000];
                let (count, _) = server.recv_from(&mut bytes).await.unwrap();
                let mut joiner = Joiner::default();
                let question = joiner.add(&bytes[..count]).unwrap().to_vec();
                assert_eq!(question, b"NAME_SERVER query /root\n");
                let answer =
                    b"registration name /root ip 192.0.2.7 port 10001 type tcp\r\n*** end of message\r\n";
                for datagram in [&b"garbage"[..], b"\0\0\0\0\0\0\0\0", &split(answer)[0]] {
                    server.send_to(datagram, (GROUP, port)).await.unwrap();
                }
            });
            let found = discover_on("/root", port, Ipv4Addr::LOCALHOST).await.unwrap();
            assert_eq!(found, Some(ServerAddress { host: "192.0.2.7".to_owned(), port: 10_001 }));
            answering.await.unwrap();
        });
    }

    #[test]
    fn missing_answer_is_none() {
        let found = run(discover_on("/root", free_port(), Ipv4Addr::LOCALHOST)).unwrap();
        assert_eq!(found, None);
    }
}
