//! Fuzzes RTPS: datagrams from a participant that is known, with its writers and readers.
#![no_main]

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use morse_rtps::{Content, Durability, EndpointOptions, Engine, EntityId, GuidPrefix, Qos};

fn engine(number: u8, now: Instant) -> Engine {
    let address = |port| vec![SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, number), port)];
    let mut engine = Engine::new(GuidPrefix([number; 12]), 0, address(1), address(2), Vec::new(), now);
    let qos = Qos { reliable: true, durability: Durability::TransientLocal, depth: 5, ..Qos::default() };
    let options =
        EndpointOptions { topic: "t".to_owned(), type_name: "T".to_owned(), qos, ..EndpointOptions::default() };
    engine.open_writer(now, EntityId::user_writer(1), &options);
    engine.open_reader(now, EntityId::user_reader(2), &options);
    engine.write(now, EntityId::user_writer(1), Content::new(vec![1; 20_000].into()));
    engine
}

// The input is a sequence of datagrams: two bytes of length, and the part of a message after its header.
fuzz_target!(|bytes: &[u8]| {
    let begin = Instant::now();
    let mut engines = [engine(1, begin), engine(2, begin)];
    for step in 0..4 {
        let now = begin + Duration::from_millis(20 * step);
        for from in 0..2 {
            engines[from].tick(now);
            for datagram in engines[from].take_datagrams() {
                engines[1 - from].receive(now, Ipv4Addr::new(10, 0, 0, from as u8 + 1), &datagram.bytes);
            }
        }
    }
    let [own, _] = &mut engines;
    let (mut rest, mut now) = (bytes, begin + Duration::from_millis(100));
    while let Some((&[low, high], after)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([low, high])).min(after.len());
        let (body, left) = after.split_at(length);
        let datagram = [b"RTPS\x02\x04\x00\x00", &[2; 12][..], body].concat();
        own.receive(now, Ipv4Addr::new(10, 0, 0, 2), &datagram);
        now += Duration::from_millis(30);
        own.tick(now);
        assert!(own.take_datagrams().len() < 1000);
        rest = left;
    }
});
