//! Fuzzes the decoders of a MOOSDB client: packet headers and messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use morse_moos::wire::{HEADER_BYTES, Message, PacketHeader};

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    while let Some((header, body)) = rest.split_first_chunk::<HEADER_BYTES>() {
        let Ok(header) = PacketHeader::parse(*header) else { break };
        let Some((body, after)) = body.split_at_checked(header.body_bytes) else { break };
        if let Ok(messages) = header.messages(body) {
            assert_eq!(messages.len(), header.count);
        }
        rest = after;
    }
    if let Ok((message, _)) = Message::decode(bytes) {
        let _ = message.number();
        let mut written = Vec::new();
        if message.encode(&mut written).is_ok() {
            let (again, rest) = Message::decode(&written).expect("an encoded message can be decoded");
            assert!(rest.is_empty());
            let mut twice = Vec::new();
            again.encode(&mut twice).expect("the message was encoded before");
            assert_eq!(twice, written);
        }
    }
});
