//! Links over TCP: to one program, or from several.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::task::JoinSet;

use super::Closing;
use crate::frame::Frames;
use crate::link::Link;
use crate::log;

/// Ticks whose messages wait for a peer that does not take them; it loses older ones.
const TICKS_MAX: usize = 256;
/// Peers of one link. Further ones are turned away.
const PEERS_MAX: usize = 32;
/// Time from one attempt to connect to the next.
const RETRY: Duration = Duration::from_secs(1);
/// Time after which an attempt to connect has failed.
const CONNECT_MAX: Duration = Duration::from_secs(5);
const CHUNK_BYTES: usize = 4096;

/// The messages of a tick.
type Batch = Arc<[u8]>;

/// Accepts peers, and sends to all of them.
pub(super) async fn listen(link: Arc<Link>, listener: TcpListener, mut closing: Closing) {
    let (batches, _) = channel(TICKS_MAX);
    let mut peers = JoinSet::new();
    loop {
        tokio::select! {
            () = link.wake.notified() => pass_on(&link, &batches),
            () = closing.begun() => break,
            Some(_) = peers.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) if peers.len() < PEERS_MAX => {
                    tracing::info!(target: log::STREAMS, "{}: {from} has connected.", link.device);
                    peers.spawn(exchange(Arc::clone(&link), stream, batches.subscribe()));
                }
                Ok((_, from)) => {
                    tracing::warn!(
                        target: log::STREAMS,
                        "{}: {from} is turned away, because {PEERS_MAX} programs are connected.", link.device
                    );
                }
                Err(_) => tokio::time::sleep(RETRY).await,
            },
        }
    }
    pass_on(&link, &batches);
    drop(batches);
    while peers.join_next().await.is_some() {}
}

/// Connects, and again when the connection is lost. Meanwhile messages are dropped.
pub(super) async fn connect(link: Arc<Link>, to: SocketAddr, mut closing: Closing) {
    let mut is_reported = false;
    loop {
        let connecting = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(to));
        tokio::pin!(connecting);
        let stream = loop {
            tokio::select! {
                connected = &mut connecting => break connected.ok().and_then(Result::ok),
                () = link.wake.notified() => drop_waiting(&link),
                () = closing.begun() => return,
            }
        };
        if let Some(stream) = stream {
            tracing::info!(target: log::STREAMS, "{}: connected.", link.device);
            is_reported = false;
            let (batches, receiver) = channel(TICKS_MAX);
            let exchange = exchange(Arc::clone(&link), stream, receiver);
            tokio::pin!(exchange);
            loop {
                tokio::select! {
                    () = &mut exchange => break,
                    () = link.wake.notified() => pass_on(&link, &batches),
                    () = closing.begun() => {
                        pass_on(&link, &batches);
                        drop(batches);
                        return exchange.await;
                    }
                }
            }
            tracing::warn!(target: log::STREAMS, "{}: the connection is lost.", link.device);
        } else if !std::mem::replace(&mut is_reported, true) {
            tracing::warn!(
                target: log::STREAMS,
                "{}: nobody listens there. It is tried again each second; messages are dropped meanwhile.",
                link.device
            );
        }
        let retry = tokio::time::sleep(RETRY);
        tokio::pin!(retry);
        loop {
            tokio::select! {
                () = &mut retry => break,
                () = link.wake.notified() => drop_waiting(&link),
                () = closing.begun() => return,
            }
        }
    }
}

fn pass_on(link: &Link, batches: &Sender<Batch>) {
    let (bytes, ends) = link.take();
    if !ends.is_empty() {
        // It fails without peers.
        let _ = batches.send(bytes.into());
    }
    link.note_sent();
}

fn drop_waiting(link: &Link) {
    drop(link.take());
    link.note_sent();
}

/// Exchanges messages with one peer until it is gone, or nothing more is to be sent.
async fn exchange(link: Arc<Link>, stream: TcpStream, batches: Receiver<Batch>) {
    // Messages of a tick go out together already.
    let _ = stream.set_nodelay(true);
    let (reading, writing) = stream.into_split();
    tokio::select! {
        () = read(&link, reading) => {}
        () = write(&link, writing, batches) => {}
    }
}

async fn read(link: &Link, mut stream: tokio::net::tcp::OwnedReadHalf) {
    let mut frames = Frames::default();
    let mut chunk = [0; CHUNK_BYTES];
    while let Ok(count @ 1..) = stream.read(&mut chunk).await {
        let mut messages = Vec::new();
        frames.feed(chunk.get(..count).unwrap_or_default(), |_, message| messages.push(message));
        link.deliver(messages);
    }
}

async fn write(link: &Link, mut stream: tokio::net::tcp::OwnedWriteHalf, mut batches: Receiver<Batch>) {
    loop {
        match batches.recv().await {
            Ok(batch) => {
                if stream.write_all(&batch).await.is_err() {
                    return;
                }
            }
            Err(RecvError::Lagged(ticks)) => {
                link.note_lost(ticks, "a program does not take them (counted in ticks)");
            }
            Err(RecvError::Closed) => return,
        }
    }
}
