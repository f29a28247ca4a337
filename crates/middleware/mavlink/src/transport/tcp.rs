//! Links over TCP: a client of one program, or a server for several.

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

/// Maximum number of ticks whose messages are queued for a slow peer; it loses the oldest beyond that.
const TICKS_MAX: usize = 256;
/// Maximum number of peers of one link. Further connections are closed.
const PEERS_MAX: usize = 32;
/// Delay between attempts to connect, and after `accept` has failed.
const RETRY: Duration = Duration::from_secs(1);
/// Timeout of an attempt to connect.
const CONNECT_MAX: Duration = Duration::from_secs(5);
const CHUNK_BYTES: usize = 4096;

/// Frames of a tick.
type Batch = Arc<[u8]>;

/// Accepts peers, and sends all messages to each.
pub(super) async fn listen(link: Arc<Link>, listener: TcpListener, mut closing: Closing) {
    let (batches, _) = channel(TICKS_MAX);
    let mut peers = JoinSet::new();
    loop {
        tokio::select! {
            () = link.wake.notified() => send_batch(&link, &batches),
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
                        "{}: {from} is rejected, because {PEERS_MAX} programs are connected.", link.device
                    );
                }
                Err(_) => tokio::time::sleep(RETRY).await,
            },
        }
    }
    send_batch(&link, &batches);
    drop(batches);
    while peers.join_next().await.is_some() {}
}

/// Connects, and reconnects when the connection is lost. Without a connection, messages are dropped.
pub(super) async fn connect(link: Arc<Link>, to: SocketAddr, mut closing: Closing) {
    let mut is_reported = false;
    loop {
        let connecting = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(to));
        tokio::pin!(connecting);
        let stream = loop {
            tokio::select! {
                connected = &mut connecting => break connected.ok().and_then(Result::ok),
                () = link.wake.notified() => drop_queued(&link),
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
                    () = link.wake.notified() => send_batch(&link, &batches),
                    () = closing.begun() => {
                        send_batch(&link, &batches);
                        drop(batches);
                        return exchange.await;
                    }
                }
            }
            tracing::warn!(target: log::STREAMS, "{}: the connection is lost.", link.device);
        } else if !std::mem::replace(&mut is_reported, true) {
            tracing::warn!(
                target: log::STREAMS,
                "{}: cannot connect. It retries every second; messages are dropped meanwhile.",
                link.device
            );
        }
        let retry = tokio::time::sleep(RETRY);
        tokio::pin!(retry);
        loop {
            tokio::select! {
                () = &mut retry => break,
                () = link.wake.notified() => drop_queued(&link),
                () = closing.begun() => return,
            }
        }
    }
}

fn send_batch(link: &Link, batches: &Sender<Batch>) {
    let (bytes, ends) = link.take();
    if !ends.is_empty() {
        // Fails without peers.
        let _ = batches.send(bytes.into());
    }
    link.note_sent();
}

fn drop_queued(link: &Link) {
    drop(link.take());
    link.note_sent();
}

/// Exchanges messages with one peer until it disconnects, or the sender of `batches` is dropped.
async fn exchange(link: Arc<Link>, stream: TcpStream, batches: Receiver<Batch>) {
    // Messages of a tick are already sent in one write.
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
                link.note_lost(ticks, "a program does not read them (counted in ticks)");
            }
            Err(RecvError::Closed) => return,
        }
    }
}
