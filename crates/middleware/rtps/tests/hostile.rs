//! Malformed input from peers: valid datagrams with random edits neither panic nor use memory without limit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use morse_rtps::{Content, Destination, Durability, EndpointOptions, Engine, EntityId, GuidPrefix, Qos};
use proptest::prelude::*;
use proptest::sample::Index;

fn engine(number: u8, now: Instant) -> Engine {
    let address = |port| vec![SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, number), port)];
    let mut engine = Engine::new(GuidPrefix([number; 12]), 0, address(1), address(2), Vec::new(), now);
    let qos = Qos { reliable: true, durability: Durability::TransientLocal, depth: 5, ..Qos::default() };
    let options = EndpointOptions {
        topic: "t".to_owned(),
        type_name: "T".to_owned(),
        qos,
        ..EndpointOptions::default()
    };
    engine.open_writer(now, EntityId::user_writer(1), &options);
    engine.open_reader(now, EntityId::user_reader(2), &options);
    engine.write(now, EntityId::user_writer(1), Content::new(vec![1; 100].into()));
    engine.write(now, EntityId::user_writer(1), Content::new(vec![2; 40_000].into()));
    engine
}

/// The datagrams between two engines, each with the engine that receives it.
fn conversation() -> Vec<(usize, Vec<u8>)> {
    let now = Instant::now();
    let mut engines = [engine(1, now), engine(2, now)];
    let mut datagrams = Vec::new();
    for step in 0..40 {
        let now = now + Duration::from_millis(10 * step);
        for from in 0..2 {
            engines[from].tick(now);
            for datagram in engines[from].take_datagrams() {
                engines[1 - from].receive(now, Ipv4Addr::new(10, 0, 0, from as u8 + 1), &datagram.bytes);
                datagrams.push((1 - from, datagram.bytes));
            }
        }
    }
    datagrams
}

#[derive(Debug, Clone)]
enum Edit {
    Replace(Index, u8),
    Number(Index, u32),
    Delete(Index, usize),
    Cut(Index),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let number = prop_oneof![any::<u32>(), 0_u32..64, Just(u32::MAX), Just(i32::MAX as u32)];
    let edit = prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (any::<Index>(), number).prop_map(|(at, number)| Edit::Number(at, number)),
        (any::<Index>(), 1_usize..40).prop_map(|(at, count)| Edit::Delete(at, count)),
        any::<Index>().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(datagram: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = datagram.to_vec();
    for edit in edits {
        // The header stays, so that most edits concern what follows it.
        let place = |at: &Index, length: usize| 20.min(length) + at.index(length.saturating_sub(20) + 1);
        let length = bytes.len();
        match edit {
            Edit::Replace(at, byte) => {
                if let Some(old) = bytes.get_mut(place(at, length)) {
                    *old = *byte;
                }
            }
            Edit::Number(at, number) => {
                let at = (place(at, length) & !3).min(length);
                drop(bytes.splice(at..(at + 4).min(length), number.to_le_bytes()));
            }
            Edit::Delete(at, count) => {
                let at = place(at, length);
                drop(bytes.drain(at..(at + count).min(length)));
            }
            Edit::Cut(at) => bytes.truncate(place(at, length)),
        }
    }
    bytes
}

#[test]
fn edited_datagrams_are_processed_or_ignored() {
    let datagrams = conversation();
    assert!(datagrams.len() > 20, "{} datagrams", datagrams.len());
    let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
    let strategy = prop::collection::vec(edits(), datagrams.len());
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let check = |all_edits: Vec<Vec<Edit>>| {
        let now = Instant::now();
        let mut engines = [engine(1, now), engine(2, now)];
        for (step, ((to, datagram), edits)) in datagrams.iter().zip(&all_edits).enumerate() {
            let now = now + Duration::from_millis(10 * step as u64);
            engines[*to].receive(now, Ipv4Addr::new(10, 0, 0, 9), &edited(datagram, edits));
            engines[*to].tick(now);
            let sent = engines[*to].take_datagrams();
            prop_assert!(sent.len() < 1000, "{} datagrams answer one", sent.len());
            prop_assert!(
                sent.iter().all(|sent| sent.to == Destination::Everyone || sent.bytes.len() < 65_000)
            );
        }
        Ok(())
    };
    runner.run(&strategy, check).unwrap();
}
