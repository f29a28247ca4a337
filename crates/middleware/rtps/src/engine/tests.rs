//! Several engines that exchange datagrams in memory.

use std::net::SocketAddrV4;

use bytes::Bytes;

use super::*;
use crate::messages::Submessage;
use crate::messages::parse::Message;

const TOPIC: &str = "rt/chatter";

/// Engines with the addresses 10.0.0.1, 10.0.0.2, …, and a clock.
struct Network {
    engines: Vec<Engine>,
    now: Instant,
    /// Whether a datagram is lost, by its number.
    is_lost: fn(usize) -> bool,
    sent: usize,
}

fn address(engine: usize, port: u16) -> SocketAddrV4 {
    SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, engine as u8 + 1), port)
}

impl Network {
    fn new(count: usize) -> Self {
        let now = Instant::now();
        let engine = |index: usize| {
            let prefix = GuidPrefix([index as u8 + 1; 12]);
            Engine::new(prefix, 0, vec![address(index, 1)], vec![address(index, 2)], Vec::new(), now)
        };
        Self { engines: (0..count).map(engine).collect(), now, is_lost: |_| false, sent: 0 }
    }

    /// Delivers all datagrams until none is left.
    fn exchange(&mut self) {
        loop {
            let mut is_quiet = true;
            for from in 0..self.engines.len() {
                for datagram in self.engines[from].take_datagrams() {
                    is_quiet = false;
                    self.sent += 1;
                    if (self.is_lost)(self.sent) {
                        continue;
                    }
                    let targets: Vec<usize> = match datagram.to {
                        Destination::Everyone => (0..self.engines.len()).collect(),
                        Destination::Metatraffic(to) | Destination::User(to) => {
                            vec![usize::from(to.ip().octets()[3]) - 1]
                        }
                    };
                    for to in targets {
                        self.engines[to].receive(self.now, *address(from, 0).ip(), &datagram.bytes);
                    }
                }
            }
            if is_quiet {
                return;
            }
        }
    }

    /// Lets time pass in steps of 10 ms.
    fn run(&mut self, duration: Duration) {
        let end = self.now + duration;
        while self.now < end {
            self.now += Duration::from_millis(10);
            self.engines.iter_mut().for_each(|engine| engine.tick(self.now));
            self.exchange();
        }
    }

    fn writer(&mut self, engine: usize, qos: Qos) -> EntityId {
        let id = EntityId::user_writer(1);
        self.engines[engine].open_writer(self.now, id, &options(qos));
        id
    }

    fn reader(&mut self, engine: usize, qos: Qos) -> EntityId {
        let id = EntityId::user_reader(2);
        self.engines[engine].open_reader(self.now, id, &options(qos));
        id
    }

    fn write(&mut self, engine: usize, payload: Vec<u8>) {
        self.engines[engine].write(self.now, EntityId::user_writer(1), Content::new(payload.into()));
        self.engines[engine].transmit(self.now);
    }

    fn samples(&mut self, engine: usize) -> Vec<Bytes> {
        let is_sample =
            |event| if let Event::Sample { sample, .. } = event { Some(sample.payload) } else { None };
        self.engines[engine].take_events().into_iter().filter_map(is_sample).collect()
    }
}

fn options(qos: Qos) -> EndpointOptions {
    EndpointOptions { topic: TOPIC.to_owned(), type_name: "T".to_owned(), qos, ..EndpointOptions::default() }
}

fn reliable() -> Qos {
    Qos { reliable: true, depth: 10, ..Qos::default() }
}

fn latched() -> Qos {
    Qos { durability: Durability::TransientLocal, ..reliable() }
}

/// Whether a number is one of every `part`, in no regular order.
fn scattered(number: usize, part: usize) -> bool {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(part)
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn reader_is_discovered_and_receives_samples() {
    let mut network = Network::new(2);
    let (writer, reader) = (network.writer(0, reliable()), network.reader(1, reliable()));
    network.run(SECOND);
    let guid = network.engines[1].guid_of(reader);
    let events = network.engines[0].take_events();
    assert_eq!(
        events,
        [Event::ReaderMatched { writer, reader: guid }, Event::ReaderReady { writer, reader: guid }]
    );
    network.write(0, vec![1]);
    network.exchange();
    assert_eq!(network.samples(1), [vec![1]]);
}

#[test]
fn endpoints_that_are_opened_after_discovery_match_too() {
    let mut network = Network::new(2);
    network.run(SECOND);
    network.reader(1, reliable());
    network.engines[1].transmit(network.now);
    network.writer(0, reliable());
    network.engines[0].transmit(network.now);
    network.exchange();
    network.write(0, vec![7]);
    network.exchange();
    assert_eq!(network.samples(1), [vec![7]]);
}

#[test]
fn lost_datagrams_are_repaired() {
    let mut network = Network::new(2);
    network.is_lost = |number| scattered(number, 3);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND * 5);
    for number in 0..50 {
        network.write(0, vec![number]);
        network.run(Duration::from_millis(20));
    }
    network.run(SECOND * 5);
    let expected: Vec<Vec<u8>> = (0..50).map(|number| vec![number]).collect();
    assert_eq!(network.samples(1), expected);
}

#[test]
fn lost_fragments_are_repaired() {
    let mut network = Network::new(2);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND);
    network.is_lost = |number| scattered(number, 5);
    let picture: Vec<u8> = (0..300_000_u32).map(|index| (index % 251) as u8).collect();
    network.write(0, picture.clone());
    network.run(SECOND * 3);
    assert!(network.samples(1) == [picture], "the picture arrives unchanged");
}

#[test]
fn late_reader_receives_kept_samples_if_both_ends_want_it() {
    let mut network = Network::new(3);
    network.writer(0, Qos { depth: 2, ..latched() });
    (1..=3).for_each(|number| network.write(0, vec![number]));
    network.reader(1, latched());
    network.reader(2, reliable());
    network.run(SECOND);
    assert_eq!(network.samples(1), [vec![2], vec![3]]);
    assert!(network.samples(2).is_empty());
}

#[test]
fn reader_of_the_same_participant_receives_samples_unless_it_ignores_them() {
    let mut network = Network::new(1);
    network.writer(0, reliable());
    let ignoring = EndpointOptions { ignores_own: true, ..options(reliable()) };
    network.engines[0].open_reader(network.now, EntityId::user_reader(5), &ignoring);
    network.write(0, vec![1]);
    assert!(network.engines[0].take_events().is_empty());
    let reader = network.reader(0, reliable());
    network.write(0, vec![2]);
    assert_eq!(network.samples(0), [vec![2]]);
    network.engines[0].close_reader(network.now, reader);
    assert!(matches!(network.engines[0].take_events()[..], [Event::ReaderLost { .. }]));
}

#[test]
fn closed_endpoint_and_leaving_participant_are_lost_at_once() {
    let mut network = Network::new(2);
    let writer = network.writer(0, reliable());
    let reader = network.reader(1, reliable());
    network.run(SECOND);
    network.engines[0].take_events();
    network.engines[1].close_reader(network.now, reader);
    network.engines[1].transmit(network.now);
    network.exchange();
    let guid = network.engines[1].guid_of(reader);
    assert_eq!(network.engines[0].take_events(), [Event::ReaderLost { writer, reader: guid }]);
    network.engines[1].leave(network.now);
    network.exchange();
    assert_eq!(network.engines[0].take_events(), [Event::ParticipantLost(guid.prefix)]);
}

#[test]
fn silent_participant_is_lost_when_its_lease_ends() {
    let mut network = Network::new(2);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND);
    network.engines[0].take_events();
    let silent = network.engines.pop().unwrap();
    network.is_lost = |_| true;
    network.run(SECOND * 9);
    assert!(network.engines[0].take_events().is_empty());
    network.run(SECOND * 2);
    let events = network.engines[0].take_events();
    assert_eq!(events.last(), Some(&Event::ParticipantLost(silent.own.prefix)));
    assert!(!network.engines[0].is_transmitting());
}

#[test]
fn participant_with_announcements_is_kept() {
    let mut network = Network::new(2);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND * 60);
    let is_loss = |event: &Event| matches!(event, Event::ParticipantLost(_) | Event::ReaderLost { .. });
    assert!(!network.engines[0].take_events().iter().any(is_loss));
}

#[test]
fn quiet_network_sends_announcements_only() {
    let mut network = Network::new(2);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND);
    network.write(0, vec![1]);
    network.run(SECOND);
    let sent = network.sent;
    network.run(SECOND * 30);
    assert!(network.sent - sent <= 22, "{} datagrams", network.sent - sent);
}

#[test]
fn mismatch_is_reported_with_its_policies() {
    let mut network = Network::new(2);
    network.writer(0, Qos::default());
    network.reader(1, latched());
    network.run(SECOND);
    let [Event::Incompatible(found)] = &network.engines[0].take_events()[..] else { panic!("no report") };
    assert_eq!(found.mismatches, [Mismatch::Reliability, Mismatch::Durability]);
    assert_eq!((found.own_writes, found.own.topic.as_str()), (true, TOPIC));
    assert_eq!(found.address, Ipv4Addr::new(10, 0, 0, 2));
    let [Event::Incompatible(found)] = &network.engines[1].take_events()[..] else { panic!("no report") };
    assert!(!found.own_writes);
}

#[test]
fn reader_that_never_answers_loses_old_samples_and_others_receive_all() {
    let mut network = Network::new(3);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.reader(2, reliable());
    network.run(SECOND);
    let stopped = network.engines[2].own.prefix;
    // The stopped program receives nothing, and so sends nothing.
    network.engines.truncate(2);
    network.engines.push(Network::new(3).engines.pop().unwrap());
    for number in 0..60_u8 {
        network.write(0, vec![number; 60_000]);
        network.run(Duration::from_millis(100));
    }
    assert_eq!(network.samples(1).len(), 60);
    let writer = &network.engines[0].writers[&EntityId::user_writer(1)];
    assert!(writer.readers.keys().any(|guid| guid.prefix == stopped));
    assert!(writer.history.next() - writer.history.first() <= 10);
}

#[test]
fn response_names_its_request() {
    let mut network = Network::new(2);
    network.writer(0, reliable());
    network.reader(1, reliable());
    network.run(SECOND);
    network.engines[1].take_events();
    let related = crate::parameters::SampleIdentity { writer: Guid::from_bytes([8; 16]), sequence: 4 };
    let inline = crate::parameters::InlineParameters { related: Some(related), ..Default::default() };
    for length in [3, 20_000] {
        let content = Content { inline, ..Content::new(vec![0; length].into()) };
        network.engines[0].write(network.now, EntityId::user_writer(1), content);
        network.engines[0].transmit(network.now);
        network.exchange();
        let [Event::Sample { sample, .. }] = &network.engines[1].take_events()[..] else {
            panic!("no sample")
        };
        assert_eq!((sample.related, sample.payload.len()), (Some(related), length));
    }
}

#[test]
fn message_to_another_participant_is_ignored() {
    let mut network = Network::new(2);
    network.run(SECOND);
    let mut message = crate::messages::write::MessageBuilder::new(GuidPrefix([1; 12]), 0);
    message.destination(GuidPrefix([9; 12]));
    message.heartbeat(&crate::messages::Heartbeat {
        reader: EntityId::UNKNOWN,
        writer: EntityId::PUBLICATIONS_WRITER,
        first: 1,
        last: 5,
        count: 100,
        is_final: false,
    });
    network.engines[1].receive(network.now, Ipv4Addr::LOCALHOST, &message.finish());
    let answers = network.engines[1].take_datagrams();
    let is_answer = |datagram: &Datagram| {
        Message::parse(&datagram.bytes).unwrap().any(|part| matches!(part, Submessage::Acknowledgment(_)))
    };
    assert!(!answers.iter().any(is_answer));
}
