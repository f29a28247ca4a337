//! Fuzzes MAVLink links: frames of both versions in pieces, and their commands.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mavlink::dialects::common::MavMessage;
use mavlink::{MavHeader, MavlinkVersion, Message, calculate_crc};
use morse_mavlink::Command;
use morse_mavlink::frame::{self, Frames};

fuzz_target!(|bytes: &[u8]| {
    Frames::of_datagram(bytes, check);
    let (mut frames, piece) =
        (Frames::default(), 1 + usize::from(bytes.first().copied().unwrap_or_default()));
    bytes.chunks(piece).for_each(|piece| frames.feed(piece, check));
    for framed in [framed_v1(bytes), framed_v2(bytes)].into_iter().flatten() {
        Frames::of_datagram(&framed, check);
    }
});

/// Converts a message to a command as a link does, and checks that a decoded message can be encoded.
fn check(header: MavHeader, message: MavMessage) {
    if let Some(Ok(command)) = Command::of(&message) {
        assert!(command.fields.iter().next().is_some());
    }
    frame::write(&mut Vec::new(), MavlinkVersion::V2, header, &message)
        .expect("a decoded message can be encoded");
}

/// A MAVLink 1 frame with a correct checksum, which mutations cannot find. The first byte is the message id.
fn framed_v1(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&id, payload) = bytes.split_first()?;
    let payload = &payload[..payload.len().min(255)];
    let mut frame = vec![0xfe, payload.len() as u8, 0, 1, 1, id];
    frame.extend_from_slice(payload);
    Some(with_checksum(frame, id.into()))
}

/// A MAVLink 2 frame with a correct checksum. The first two bytes are the message id.
fn framed_v2(bytes: &[u8]) -> Option<Vec<u8>> {
    let (id, payload) = bytes.split_first_chunk::<2>()?;
    let payload = &payload[..payload.len().min(255)];
    let mut frame = vec![0xfd, payload.len() as u8, 0, 0, 0, 1, 1, id[0], id[1], 0];
    frame.extend_from_slice(payload);
    Some(with_checksum(frame, u16::from_le_bytes(*id).into()))
}

fn with_checksum(mut frame: Vec<u8>, id: u32) -> Vec<u8> {
    let checksum = calculate_crc(&frame[1..], MavMessage::extra_crc(id));
    frame.extend(checksum.to_le_bytes());
    frame
}
