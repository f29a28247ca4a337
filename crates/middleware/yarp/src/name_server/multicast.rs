//! Finds a name server by multicast, as `yarp detect` does: a question to all, of which the server answers its own name.

use std::io::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::UdpSocket;

use super::registration;
use crate::settings::ServerAddress;
use crate::wire::datagram::{Joiner, split};

/// The group in which name servers listen.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 2, 1, 1);

/// The port of the group.
const PORT: u16 = 10_000;

/// Time that a server has to answer.
const ANSWER_MAX: Duration = Duration::from_millis(750);

/// Maximum size of a datagram. [bytes]
const DATAGRAM_BYTES_MAX: usize = 65_536;

/// Where the name server of a name is, if one answers.
///
/// # Errors
/// When the system refuses multicast.
pub(crate) async fn seek(name: &str) -> Result<Option<ServerAddress>, Error> {
    seek_on(name, PORT, Ipv4Addr::UNSPECIFIED).await
}

/// The same on a port and a network interface, by its address; the system chooses the interface if it is unspecified.
async fn seek_on(name: &str, port: u16, interface: Ipv4Addr) -> Result<Option<ServerAddress>, Error> {
    let socket = join(port, interface)?;
    for datagram in split(format!("NAME_SERVER query {name}\n").as_bytes()) {
        socket.send_to(&datagram, (GROUP, port)).await?;
    }
    let answer = async {
        let mut joiner = Joiner::default();
        let mut datagram = vec![0; DATAGRAM_BYTES_MAX];
        loop {
            let (count, _) = socket.recv_from(&mut datagram).await?;
            // The own question comes back, and so do those of others.
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

/// A socket in the group. Others of this computer may share its port.
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

    /// A port of the group that nobody else uses.
    fn free_port() -> u16 {
        std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
    }

    fn run<T>(task: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(task)
    }

    #[test]
    fn a_server_answers_among_rubbish() {
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
                for datagram in [&b"rubbish"[..], b"\0\0\0\0\0\0\0\0", &split(answer)[0]] {
                    server.send_to(datagram, (GROUP, port)).await.unwrap();
                }
            });
            let found = seek_on("/root", port, Ipv4Addr::LOCALHOST).await.unwrap();
            assert_eq!(found, Some(ServerAddress { host: "192.0.2.7".to_owned(), port: 10_001 }));
            answering.await.unwrap();
        });
    }

    #[test]
    fn nobody_answers() {
        let found = run(seek_on("/root", free_port(), Ipv4Addr::LOCALHOST)).unwrap();
        assert_eq!(found, None);
    }
}
