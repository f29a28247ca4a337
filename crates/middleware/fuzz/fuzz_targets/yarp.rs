//! Fuzzes what ports of YARP read: headers, messages, datagrams, bottles as bytes and as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use morse_yarp::bottle::{Dialect, decode, encode, parse, print};
use morse_yarp::wire::{Carrier, datagram, message};

fuzz_target!(|bytes: &[u8]| {
    if let Some(header) = bytes.first_chunk() {
        let _ = Carrier::of_header(*header);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut rest = bytes;
    while let Ok(found) = runtime.block_on(message::receive(&mut rest)) {
        bottle(&found.payload);
    }
    bottle(bytes);
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(bottle) = parse(text)
    {
        let printed = print(&bottle);
        assert!(parse(&printed).is_ok(), "{printed}");
    }
    let mut joiner = datagram::Joiner::default();
    for datagram in bytes.chunks(64) {
        let _ = joiner.add(datagram);
    }
});

/// A bottle that was read is written and read again. Bytes are compared, as not every number equals itself.
fn bottle(bytes: &[u8]) {
    for dialect in [Dialect::Yarp3, Dialect::Yarp4] {
        if let Ok(bottle) = decode(bytes, dialect) {
            let written = encode(&bottle, dialect);
            let again = decode(&written, dialect).expect("our own bytes");
            assert_eq!(encode(&again, dialect), written);
            let _ = print(&bottle);
        }
    }
}
