//! Links over UDP: one datagram a message.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::UdpSocket;

use super::{Closing, DATAGRAM_BYTES_MAX};
use crate::frame::Frames;
use crate::link::Link;

/// Sends to `peer`; without one, to the program that was heard last.
pub(super) async fn serve(
    link: Arc<Link>,
    socket: UdpSocket,
    peer: Option<SocketAddr>,
    mut closing: Closing,
) {
    let mut heard = None;
    let mut datagram = vec![0; DATAGRAM_BYTES_MAX];
    let mut is_closing = false;
    while !is_closing {
        tokio::select! {
            () = link.wake.notified() => {}
            () = closing.begun() => is_closing = true,
            received = socket.recv_from(&mut datagram) => {
                // An error is that of an earlier datagram, which nobody took.
                if let Ok((count, from)) = received {
                    heard = Some(from);
                    let mut messages = Vec::new();
                    let bytes = datagram.get(..count).unwrap_or_default();
                    Frames::of_datagram(bytes, |_, message| messages.push(message));
                    link.deliver(messages);
                }
                continue;
            }
        }
        let (bytes, ends) = link.take();
        if let Some(peer) = peer.or(heard) {
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
        // A peer that does not listen makes the next datagram fail, which is then sent again.
        if socket.send_to(frame, peer).await.is_err() && socket.send_to(frame, peer).await.is_err() {
            failed += 1;
        }
    }
    if failed > 0 {
        link.note_lost(failed, "the system does not send them");
    }
}
