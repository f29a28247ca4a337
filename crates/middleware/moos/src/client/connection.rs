//! One connection to a database: handshake, messages in both directions, heartbeat.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use super::{Client, now_s};
use crate::wire::{
    ASYNCHRONOUS, BANNER, DataType, HEADER_BYTES, Message, MessageKind, Packet, PacketHeader, TIMING_KEY,
    WireError,
};

/// Time limit for a database to accept a connection, and to answer the first message.
const HANDSHAKE_MAX: Duration = Duration::from_secs(2);

/// Period of timing messages (heartbeats). A database drops clients that are silent for five seconds.
const TIMING_PERIOD: Duration = Duration::from_secs(1);

/// Time without messages after which a database is considered dead. A database answers each timing message.
const SILENCE_MAX: Duration = Duration::from_secs(4);

/// Reason why a connection ended or failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("it does not use the MOOS protocol: {0}")]
    Wire(#[from] WireError),
    #[error("it did not answer for {} s", .0.as_secs())]
    Silent(Duration),
    #[error("it refused the client: {0}")]
    Refused(String),
    #[error("it answered with a message of type {0:?} instead of a welcome")]
    NoWelcome(char),
}

/// Connects and performs the handshake. Returns the socket and the name of the database's community.
pub(super) async fn connect(client: &Client) -> Result<(TcpStream, String), ConnectionError> {
    let address = client.address();
    let silent = |_| ConnectionError::Silent(HANDSHAKE_MAX);
    let connecting = TcpStream::connect((address.host.as_str(), address.port));
    let mut socket = timeout(HANDSHAKE_MAX, connecting).await.map_err(silent)??;
    socket.set_nodelay(true)?;
    let hello = Message {
        text: address.name.as_bytes().to_vec(),
        ..Message::new(MessageKind::HELLO, DataType::Text, ASYNCHRONOUS, now_s())
    };
    let mut first = BANNER.to_vec();
    first.extend(Packet::from_iter([hello]).into_bytes());
    let handshake = async {
        socket.write_all(&first).await?;
        read_packet(&mut socket).await
    };
    let answer = timeout(HANDSHAKE_MAX, handshake).await.map_err(silent)??;
    let answer = answer.into_iter().next();
    let answer = answer.ok_or_else(|| WireError("the first packet has no message".to_owned()))?;
    match answer.kind {
        MessageKind::WELCOME => Ok((socket, answer.community)),
        MessageKind::POISON => {
            Err(ConnectionError::Refused(String::from_utf8_lossy(&answer.text).into_owned()))
        }
        MessageKind(letter) => Err(ConnectionError::NoWelcome(char::from(letter))),
    }
}

/// Sends and receives until the connection ends, or the client is stopped and its queue is empty.
pub(super) async fn serve(client: &Client, socket: TcpStream) -> Result<(), ConnectionError> {
    let (mut reading, mut writing) = socket.into_split();
    tokio::select! {
        received = receive(client, &mut reading) => received,
        sent = send(client, &mut writing) => sent,
    }
}

async fn read_packet(socket: &mut (impl AsyncReadExt + Unpin)) -> Result<Vec<Message>, ConnectionError> {
    let mut header = [0; HEADER_BYTES];
    socket.read_exact(&mut header).await?;
    let header = PacketHeader::parse(header)?;
    // The buffer grows as bytes arrive: a false length allocates nothing.
    let mut body = Vec::new();
    let wanted = header.body_bytes;
    let read = socket.take(wanted as u64).read_to_end(&mut body).await?;
    if read < wanted {
        return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
    }
    Ok(header.messages(&body)?)
}

async fn receive(client: &Client, socket: &mut OwnedReadHalf) -> Result<(), ConnectionError> {
    loop {
        let packet = timeout(SILENCE_MAX, read_packet(socket)).await;
        let messages = packet.map_err(|_| ConnectionError::Silent(SILENCE_MAX))??;
        let mut subscriptions = client.subscriptions();
        for message in messages.iter().filter(|message| message.kind == MessageKind::NOTIFY) {
            subscriptions.deliver(message);
        }
    }
}

async fn send(client: &Client, socket: &mut OwnedWriteHalf) -> Result<(), ConnectionError> {
    let mut stopped = client.stop.subscribe();
    let mut next_timing = Instant::now();
    loop {
        drain(client, socket).await?;
        let stop = *stopped.borrow();
        if stop {
            return Ok(());
        }
        if Instant::now() >= next_timing {
            next_timing = Instant::now() + TIMING_PERIOD;
            let timing = Message {
                value: 0.0,
                ..Message::new(MessageKind::TIMING, DataType::Double, TIMING_KEY, now_s())
            };
            socket.write_all(&Packet::from_iter([timing]).into_bytes()).await?;
        }
        tokio::select! {
            () = client.to_send.notified() => {}
            () = tokio::time::sleep_until(next_timing.into()) => {}
            // A dropped sender means the same.
            _ = stopped.wait_for(|stop| *stop) => {}
        }
    }
}

/// Sends all queued packets.
async fn drain(client: &Client, socket: &mut OwnedWriteHalf) -> Result<(), ConnectionError> {
    loop {
        let packet = client.outbox().take();
        let Some(packet) = packet else { break };
        let written = socket.write_all(&packet.into_bytes()).await;
        client.outbox().sent();
        written?;
    }
    client.sent.notify_all();
    Ok(())
}
