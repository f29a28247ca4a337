//! Fuzzes the decoder: any schema and any message give an error or values, never a panic, and take little memory.
//!
//! Two line feeds separate the schema from the message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use morse_recording::decode::{Decoder, fields};
use morse_recording::read::Channel;

fuzz_target!(|bytes: &[u8]| {
    let split = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap_or(bytes.len());
    let (definition, message) = bytes.split_at(split);
    let channel = Channel {
        id: 1,
        topic: "/fuzzed".to_owned(),
        encoding: "cdr".to_owned(),
        schema: "fuzz/msg/Fuzz".to_owned(),
        schema_encoding: "ros2msg".to_owned(),
        definition: definition.into(),
    };
    let Ok(decoder) = Decoder::new(&channel) else { return };
    if let Ok(message) = decoder.decode(message.get(2..).unwrap_or_default()) {
        fields(&message);
    }
});
