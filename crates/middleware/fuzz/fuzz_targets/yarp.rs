//! Fuzzes the parsers of YARP ports: headers, messages, datagrams, and bottles in binary and text form.
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

/// Checks that a decoded bottle survives encoding and decoding. Bytes are compared, because NaN is not equal to itself.
fn bottle(bytes: &[u8]) {
    for dialect in [Dialect::Yarp3, Dialect::Yarp4] {
        if let Ok(bottle) = decode(bytes, dialect) {
            let written = encode(&bottle, dialect);
            let again = decode(&written, dialect).expect("an encoded bottle can be decoded");
            assert_eq!(encode(&again, dialect), written);
            let _ = print(&bottle);
        }
    }
}
