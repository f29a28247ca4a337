//! Fuzzes what links of MAVLink read: frames of both versions in pieces, and the commands that they are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mavlink::dialects::common::MavMessage;
use mavlink::{MavHeader, MavlinkVersion, Message, calculate_crc};
use morse_mavlink::Command;
use morse_mavlink::frame::{self, Frames};

fuzz_target!(|bytes: &[u8]| {
    Frames::of_datagram(bytes, take);
    let (mut frames, piece) =
        (Frames::default(), 1 + usize::from(bytes.first().copied().unwrap_or_default()));
    bytes.chunks(piece).for_each(|piece| frames.feed(piece, take));
    for framed in [framed_v1(bytes), framed_v2(bytes)].into_iter().flatten() {
        Frames::of_datagram(&framed, take);
    }
});

/// What a link does with a message; one that was read can be written.
fn take(header: MavHeader, message: MavMessage) {
    if let Some(Ok(command)) = Command::of(&message) {
        assert!(command.fields.iter().next().is_some());
    }
    frame::write(&mut Vec::new(), MavlinkVersion::V2, header, &message).expect("a message that was read");
}

/// A frame of MAVLink 1 with a right checksum, which no mutation finds: the id of the message is the first byte.
fn framed_v1(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&id, payload) = bytes.split_first()?;
    let payload = &payload[..payload.len().min(255)];
    let mut frame = vec![0xfe, payload.len() as u8, 0, 1, 1, id];
    frame.extend_from_slice(payload);
    Some(with_checksum(frame, id.into()))
}

/// The same of MAVLink 2, with an id of two bytes.
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
