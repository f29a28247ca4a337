//! Fuzzes the reader of recordings: any bytes give an error or items whose messages can be decoded or not, never a panic.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use morse_recording::decode::{Decoder, fields};
use morse_recording::read::{Item, ReadError, read_from};

fuzz_target!(|bytes: &[u8]| {
    let _ = read_from(bytes, Path::new("fuzzed"), |item| {
        if let Item::Message { channel, data, .. } = item
            && let Ok(decoder) = Decoder::new(channel)
            && let Ok(message) = decoder.decode(data)
        {
            fields(&message);
        }
        Ok::<(), ReadError>(())
    });
});
