//! Fuzzes messages of autopilots: packets of ArduPilot, and messages of PX4 at once and in pieces. Commands stay in range.
#![no_main]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::LazyLock;
use std::sync::mpsc::Receiver;
use std::task::{Context, Poll};

use libfuzzer_sys::fuzz_target;
use mavlink::dialects::common::MavMessage;
use mavlink::{Message, calculate_crc};
use morse_autopilot::in_memory::InMemoryVehicle;
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::contract::command::CommandSchema;
use morse_sim::contract::data::FieldInfo;
use morse_sim::transport::request::{Event, Gateway};
use morse_sim::transport::stream::{Inbox, StreamSpec, UnknownOptions};
use morse_world::Pose;
use tokio::io::{AsyncRead, ReadBuf};

/// Message id of HIL_ACTUATOR_CONTROLS.
const CONTROLS: u8 = 93;
/// Payload size of HIL_ACTUATOR_CONTROLS. [bytes]
const CONTROLS_BYTES: usize = 81;

/// The actuators: kind of data, names of the fields, and maximum absolute value of the fields.
const ACTUATORS: [(DataKind, &[&str], f64); 4] = [
    (DataKind::RotorSpeeds, &["engines"], 1100.0),
    (DataKind::Steering, &["steer", "force", "brake"], 1000.0),
    (DataKind::BoatThrust, &["left", "right", "steer"], 200.0),
    (DataKind::UnicycleVelocity, &["v", "w"], 1.0),
];

/// Descriptions of the actuators' fields, by kind.
static FIELDS: LazyLock<BTreeMap<String, Vec<FieldInfo>>> = LazyLock::new(|| {
    let fits: fn(&Value) -> bool =
        |value| value.as_f64().is_some_and(f64::is_finite) || value.as_list().is_some();
    let field = |name: &&'static str| FieldInfo { name, type_name: "test", unit: None, doc: "", fits };
    ACTUATORS.map(|(kind, names, _)| (kind.to_string(), names.iter().map(field).collect())).into()
});

fuzz_target!(|bytes: &[u8]| {
    ardupilot(bytes);
    let whole = px4(bytes, usize::MAX);
    let piece = 1 + usize::from(bytes.first().copied().unwrap_or_default());
    assert_eq!(px4(bytes, piece), whole, "in pieces of {piece}");
    let framed: Vec<u8> = bytes.chunks(CONTROLS_BYTES).flat_map(framed).collect();
    px4(&framed, piece);
});

/// Passes datagrams to a vehicle. The input has a byte with the size before each datagram.
fn ardupilot(bytes: &[u8]) {
    let (gateway, events) = Gateway::new();
    let (mut vehicle, inboxes) = vehicle(gateway, InMemoryVehicle::ardupilot);
    let mut rest = bytes;
    while let Some((&size, after)) = rest.split_first() {
        let (datagram, after) = after.split_at(after.len().min(size.into()));
        vehicle.readings_sent();
        // Two peers: the size selects the sender.
        let _ = vehicle.take_ardupilot(datagram, SocketAddr::from(([127, 0, 0, 1], 1 + u16::from(size & 1))));
        check(&inboxes);
        rest = after;
    }
    check_events(&events);
}

/// Passes a PX4 stream to a vehicle, `piece` bytes per read. Returns the last commands.
fn px4(bytes: &[u8], piece: usize) -> Vec<Option<Map>> {
    let (gateway, events) = Gateway::new();
    let (vehicle, inboxes) = vehicle(gateway, InMemoryVehicle::px4);
    vehicle.readings_sent();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(vehicle.read_px4(Pieces { bytes, piece }));
    check_events(&events);
    check(&inboxes)
}

fn vehicle(
    gateway: Gateway,
    new: fn(Gateway, &[(StreamSpec<'_>, Inbox)]) -> Result<InMemoryVehicle, String>,
) -> (InMemoryVehicle, Vec<Inbox>) {
    let (options, properties) = (Map::new(), Map::new());
    let actuators = ACTUATORS.map(|(kind, ..)| {
        let fields: &'static [FieldInfo] = FIELDS[&kind.to_string()].as_slice();
        let spec = StreamSpec {
            component: "robot.actuator",
            robot: "robot",
            parent: "robot",
            component_class: "test.Actuator",
            builder: None,
            level: "default",
            rate_hz: 400.0,
            properties: &properties,
            class: "test.Reader",
            options: &options,
            encoded: false,
            fields,
            kind,
            layout: None,
            turns: false,
            robot_from_component: Pose::IDENTITY,
            world_from_robot: Pose::IDENTITY,
            enu_from_world: None,
            unknown: UnknownOptions::default(),
        };
        (spec, Inbox::new("robot.actuator", CommandSchema { fields, open: Vec::new() }))
    });
    let inboxes = actuators.iter().map(|(_, inbox)| inbox.clone()).collect();
    (new(gateway, &actuators).expect("a vehicle"), inboxes)
}

/// Takes the commands of all actuators. Either all or none have one, and each is in range.
fn check(inboxes: &[Inbox]) -> Vec<Option<Map>> {
    let commands: Vec<Option<Map>> = inboxes.iter().map(Inbox::take).collect();
    for ((command, first), (kind, names, limit)) in
        commands.iter().zip(std::iter::repeat(&commands[0])).zip(ACTUATORS)
    {
        assert_eq!(command.is_some(), first.is_some());
        let Some(command) = command else { continue };
        for name in names {
            let value = command.get(name).unwrap_or_else(|| panic!("{kind}: no {name}"));
            let numbers = match value {
                Value::List(list) => list.clone(),
                single => vec![single.clone()],
            };
            let is_in_range = |value: &Value| value.as_f64().is_some_and(|number| number.abs() <= limit);
            assert!(numbers.iter().all(is_in_range), "{kind}: {name} is {numbers:?}");
        }
    }
    commands
}

/// Checks that a vehicle attaches once, before it is ready.
fn check_events(events: &Receiver<Event>) {
    let mut is_attached = false;
    for event in events.try_iter() {
        match event {
            Event::LockstepAttached(_) => {
                assert!(!std::mem::replace(&mut is_attached, true), "attached twice")
            }
            Event::LockstepReady(_) => assert!(is_attached, "ready, but not attached"),
            _ => panic!("an event that an autopilot must not cause"),
        }
    }
}

/// A MAVLink 1 message with a correct checksum, which mutations cannot find.
fn framed(payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0xfe, CONTROLS_BYTES as u8, 0, 1, 1, CONTROLS];
    frame.extend_from_slice(payload);
    frame.resize(6 + CONTROLS_BYTES, 0);
    let checksum = calculate_crc(&frame[1..], MavMessage::extra_crc(CONTROLS.into()));
    frame.extend(checksum.to_le_bytes());
    frame
}

/// A connection that yields `piece` bytes per read.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let count = self.bytes.len().min(self.piece).min(out.remaining());
        let (now, later) = self.bytes.split_at(count);
        out.put_slice(now);
        self.bytes = later;
        Poll::Ready(Ok(()))
    }
}
