//! Links over UDP: one datagram per message.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::UdpSocket;

use super::{Closing, DATAGRAM_BYTES_MAX};
use crate::frame::Frames;
use crate::link::Link;

/// Serves a link. Sends to `peer`, or without one to the last sender.
pub(super) async fn serve(
    link: Arc<Link>,
    socket: UdpSocket,
    peer: Option<SocketAddr>,
    mut closing: Closing,
) {
    let mut last_sender = None;
    let mut datagram = vec![0; DATAGRAM_BYTES_MAX];
    let mut is_closing = false;
    while !is_closing {
        tokio::select! {
            () = link.wake.notified() => {}
            () = closing.begun() => is_closing = true,
            received = socket.recv_from(&mut datagram) => {
                // An error reports that an earlier datagram was not delivered.
                if let Ok((count, from)) = received {
                    last_sender = Some(from);
                    let mut messages = Vec::new();
                    let bytes = datagram.get(..count).unwrap_or_default();
                    Frames::of_datagram(bytes, |_, message| messages.push(message));
                    link.deliver(messages);
                }
                continue;
            }
        }
        let (bytes, ends) = link.take();
        if let Some(peer) = peer.or(last_sender) {
            send(&link, &socket, peer, &bytes, &ends).await;
        }
        link.note_sent();
    }
}

async fn send(link: &Link, socket: &UdpSocket, peer: SocketAddr, bytes: &[u8], ends: &[usize]) {
    let mut begin = 0;
    let mut failed = 0;
    for &end in ends {
        let frame = bytes.get(begin..end).unwrap_or_default();
        begin = end;
        // `send_to` also fails if the previous datagram found no listener: send again.
        if socket.send_to(frame, peer).await.is_err() && socket.send_to(frame, peer).await.is_err() {
            failed += 1;
        }
    }
    if failed > 0 {
        link.note_lost(failed, "the system cannot send them");
    }
}
