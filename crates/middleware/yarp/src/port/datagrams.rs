//! Incoming connections with datagrams.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpStream, UdpSocket};

use super::{Incoming, Port};
use crate::bottle;
use crate::wire::carrier::number;
use crate::wire::datagram::Joiner;
use crate::wire::{Command, message};

/// Maximum size of a datagram. [bytes]
const DATAGRAM_BYTES_MAX: usize = 65_536;

/// Sends the peer the port for its datagrams, and receives them until the connection is removed. The end of a sender cannot
/// be detected, so the sender requests the removal.
pub(super) async fn receive(
    port: &Arc<Port>,
    mut stream: TcpStream,
    peer: SocketAddr,
    from: &str,
) -> Result<(), Error> {
    let socket = UdpSocket::bind((stream.local_addr()?.ip(), 0)).await?;
    stream.write_all(&number(socket.local_addr()?.port().into())).await?;
    drop(stream);
    let mut joiner = Joiner::default();
    let mut sender = None;
    let mut datagram = vec![0; DATAGRAM_BYTES_MAX];
    loop {
        let (count, address) = socket.recv_from(&mut datagram).await?;
        // The first datagram determines the peer's port. Datagrams from other addresses are ignored.
        if address.ip() != peer.ip() || *sender.get_or_insert(address) != address {
            continue;
        }
        let Some(mut joined) = joiner.add(datagram.get(..count).unwrap_or_default()) else { continue };
        let received = match message::receive(&mut joined).await {
            Ok(received) => received,
            // More datagrams of the message follow.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => continue,
            Err(error) => return Err(error),
        };
        match received.command {
            Command::Data { .. } => {
                let bottle = bottle::decode(&received.payload, port.dialect)
                    .map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
                port.receive(Incoming { from: from.to_owned(), bottle, reply: None });
            }
            Command::Quit => return Ok(()),
            Command::Admin | Command::Other(_) => {}
        }
    }
}
