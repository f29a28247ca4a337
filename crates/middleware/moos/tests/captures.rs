//! Recorded exchanges with a MOOSDB 10.5.0: every packet is decoded, and encoded to the same bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use morse_moos::wire::{BANNER, DataType, HEADER_BYTES, Message, MessageKind, Packet, PacketHeader};

const RAW_CLIENT: &str = include_str!("captures/moos_rawclient.hex");
const LIBRARY: &str = include_str!("captures/moos_pymoos.hex");

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// Direction and bytes of each line of a capture.
fn lines(capture: &str) -> Vec<(String, Vec<u8>)> {
    let lines = capture.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let direction = words.iter().find(|word| word.contains('>')).unwrap();
            ((*direction).to_owned(), bytes(words.last().unwrap()))
        })
        .collect()
}

/// The packets of a capture line, without the banner.
fn packets(mut bytes: &[u8]) -> Vec<(PacketHeader, Vec<u8>)> {
    bytes = bytes.strip_prefix(BANNER.as_slice()).unwrap_or(bytes);
    let mut packets = Vec::new();
    while !bytes.is_empty() {
        let (header, rest) = bytes.split_at(HEADER_BYTES);
        let header = PacketHeader::parse(header.try_into().unwrap()).unwrap();
        let (body, rest) = rest.split_at(header.body_bytes);
        packets.push((header, body.to_vec()));
        bytes = rest;
    }
    packets
}

fn all_packets() -> Vec<(PacketHeader, Vec<u8>)> {
    let lines = [RAW_CLIENT, LIBRARY].into_iter().flat_map(lines);
    lines.flat_map(|(_, bytes)| packets(&bytes)).collect()
}

fn messages(direction: &str, capture: &str) -> Vec<Message> {
    let lines = lines(capture).into_iter().filter(|(to, _)| to == direction);
    lines
        .flat_map(|(_, bytes)| packets(&bytes))
        .flat_map(|(header, body)| header.messages(&body).unwrap())
        .collect()
}

#[test]
fn every_packet_encodes_to_the_same_bytes() {
    let packets = all_packets();
    assert!(packets.len() > 20, "only {} packets", packets.len());
    for (header, body) in packets {
        let read = header.messages(&body).unwrap();
        assert_eq!(read.len(), header.count);
        let written = Packet::from_iter(read).into_bytes();
        assert_eq!(written[HEADER_BYTES..], body);
        assert_eq!(PacketHeader::parse(written[..HEADER_BYTES].try_into().unwrap()).unwrap(), header);
    }
}

#[test]
fn banner_matches_the_recording() {
    for capture in [RAW_CLIENT, LIBRARY] {
        assert!(lines(capture)[0].1.starts_with(&BANNER));
    }
}

#[test]
fn recorded_messages_have_the_expected_fields() {
    let sent = messages("C>S", LIBRARY);
    let hello = &sent[0];
    assert_eq!((hello.kind, hello.key.as_str()), (MessageKind::HELLO, "asynchronous"));
    assert_eq!(hello.text, b"iMorse");
    let position = sent.iter().find(|message| message.key == "MORSE_SIM_X").unwrap();
    assert_eq!(
        (position.kind, position.number(), position.source.as_str()),
        (MessageKind::NOTIFY, Some(1.5), "iMorse")
    );
    let scan = sent.iter().find(|message| message.key == "MORSE_LIDAR_DIST").unwrap();
    assert_eq!((scan.data, scan.text.as_slice()), (DataType::Text, b"[1x3]{1.0, 2.0, 30.0}".as_slice()));
    let registration = sent.iter().find(|message| message.kind == MessageKind::REGISTER).unwrap();
    assert_eq!((registration.key.as_str(), registration.value), ("MORSE_MOTION_VELOCITY", 0.0));
    let received = messages("S>C", LIBRARY);
    assert_eq!((received[0].kind, received[0].community.as_str()), (MessageKind::WELCOME, "sim"));
    let refused = messages("S>C", RAW_CLIENT).pop().unwrap();
    assert_eq!(refused.kind, MessageKind::POISON);
    assert!(String::from_utf8(refused.text).unwrap().contains("already exists"));
}

mod mutated {
    use proptest::prelude::*;

    use std::sync::LazyLock;

    use super::*;

    static PACKETS: LazyLock<Vec<(PacketHeader, Vec<u8>)>> = LazyLock::new(all_packets);

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn damaged_packets_do_not_panic(
            which in any::<prop::sample::Index>(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            cut in any::<prop::sample::Index>(),
            is_cut in any::<bool>(),
        ) {
            let (header, body) = which.get(&PACKETS);
            let mut body = body.clone();
            for (place, value) in changes {
                let place = place.index(body.len());
                body[place] = value;
            }
            if is_cut {
                body.truncate(cut.index(body.len()));
            }
            if let Ok(messages) = header.messages(&body) {
                prop_assert_eq!(messages.len(), header.count);
            }
        }

        #[test]
        fn any_header_is_bounded(bytes in any::<[u8; HEADER_BYTES]>()) {
            if let Ok(header) = PacketHeader::parse(bytes) {
                prop_assert!(header.body_bytes <= morse_moos::wire::PACKET_BYTES_MAX);
                prop_assert!(header.count * 54 <= header.body_bytes);
            }
        }

        #[test]
        fn any_bytes_are_a_message_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Message::decode(&bytes);
        }
    }
}
