//! Frames: recorded bytes of MORSE 1.4, and malformed bytes.
#![allow(clippy::unwrap_used, clippy::panic)]

use mavlink::dialects::common::{
    ATTITUDE_DATA, HEARTBEAT_DATA, LOCAL_POSITION_NED_DATA, MavAutopilot, MavMessage, MavModeFlag, MavState,
    MavType,
};
use mavlink::{MavHeader, MavlinkVersion};
use morse_mavlink::frame::{self, Frames};
use proptest::prelude::*;

/// Encoded with pymavlink 2.4.50, in the same way as in MORSE 1.4.
const HEARTBEAT: &str = "fe0900000000000000000000c204031d83";
const ATTITUDE: &str = "fe1c0000001edc050000cdcccc3dcdcc4cbe9a9999be0ad7233c0ad7a3bc8fc2f5bc0da0";
const LOCAL_POSITION: &str = "fe1c00000020dc0500000000803f000000c0000040c0cdcccc3dcdcc4cbe9a9999bebb28";
const POSITION_TARGET: &str = concat!(
    "fe3500000054000000000000803f00000040000040c00000000000000000",
    "0000000000000000000000000000000000000000000000000000010101b5bc"
);
const ATTITUDE_TARGET: &str =
    "fe2700000052000000000000803f0000000000000000000000000000000000000000000000000000003f010100ca61";

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        hex.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn read(bytes: &[u8]) -> Vec<MavMessage> {
    let mut messages = Vec::new();
    Frames::of_datagram(bytes, |_, message| messages.push(message));
    messages
}

fn written(version: MavlinkVersion, message: &MavMessage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = MavHeader { system_id: 0, component_id: 0, sequence: 0 };
    frame::write(&mut bytes, version, header, message).unwrap();
    bytes
}

#[test]
fn encoded_messages_match_the_original() {
    let heartbeat = MavMessage::HEARTBEAT(HEARTBEAT_DATA {
        custom_mode: 0,
        mavtype: MavType::MAV_TYPE_GENERIC,
        autopilot: MavAutopilot::MAV_AUTOPILOT_GENERIC,
        base_mode: MavModeFlag::from_bits_retain(194),
        system_status: MavState::MAV_STATE_ACTIVE,
        mavlink_version: 3,
    });
    let attitude = MavMessage::ATTITUDE(ATTITUDE_DATA {
        time_boot_ms: 1500,
        roll: 0.1,
        pitch: -0.2,
        yaw: -0.3,
        rollspeed: 0.01,
        pitchspeed: -0.02,
        yawspeed: -0.03,
    });
    let position = MavMessage::LOCAL_POSITION_NED(LOCAL_POSITION_NED_DATA {
        time_boot_ms: 1500,
        x: 1.0,
        y: -2.0,
        z: -3.0,
        vx: 0.1,
        vy: -0.2,
        vz: -0.3,
    });
    for (message, hex) in [(heartbeat, HEARTBEAT), (attitude, ATTITUDE), (position, LOCAL_POSITION)] {
        assert_eq!(written(MavlinkVersion::V1, &message), bytes(hex), "{message:?}");
        assert_eq!(read(&bytes(hex)), std::slice::from_ref(&message));
        assert_eq!(read(&written(MavlinkVersion::V2, &message)), [message]);
    }
}

#[test]
fn pymavlink_targets_are_decoded() {
    let both = [bytes(POSITION_TARGET), bytes(ATTITUDE_TARGET)].concat();
    let messages = read(&both);
    let [MavMessage::SET_POSITION_TARGET_LOCAL_NED(position), MavMessage::SET_ATTITUDE_TARGET(attitude)] =
        &*messages
    else {
        panic!("{messages:?}");
    };
    assert_eq!([position.x, position.y, position.z], [1.0, 2.0, -3.0]);
    assert_eq!((attitude.q, attitude.thrust), ([1.0, 0.0, 0.0, 0.0], 0.5));
}

#[test]
fn wrong_checksum_drops_only_one_frame() {
    let mut bad = bytes(POSITION_TARGET);
    *bad.last_mut().unwrap() ^= 1;
    bad.extend(bytes(ATTITUDE_TARGET));
    assert!(matches!(&*read(&bad), [MavMessage::SET_ATTITUDE_TARGET(_)]));
}

#[test]
fn frames_split_at_any_byte_are_decoded() {
    let stream =
        [bytes(POSITION_TARGET), b"garbage \xfe".to_vec(), bytes(ATTITUDE_TARGET), bytes(HEARTBEAT)].concat();
    for size in 1..stream.len() {
        let (mut frames, mut count) = (Frames::default(), 0);
        for piece in stream.chunks(size) {
            frames.feed(piece, |_, _| count += 1);
        }
        // A start marker in garbage may wait for further bytes.
        frames.feed(&[0; 600], |_, _| count += 1);
        assert_eq!(count, 3, "pieces of {size} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..1200)) {
        let _ = read(&bytes);
    }

    #[test]
    fn frame_after_a_changed_frame_is_decoded(
        which in 0..5_usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut frame = bytes([HEARTBEAT, ATTITUDE, LOCAL_POSITION, POSITION_TARGET, ATTITUDE_TARGET][which]);
        for (place, byte) in changes {
            let place = place.index(frame.len());
            frame[place] = byte;
        }
        frame.truncate(cut.index(frame.len()) + 1);
        // More bytes than the longest frame, without a start marker.
        frame.extend([0; 600]);
        let count = read(&frame).len();
        frame.extend(bytes(ATTITUDE_TARGET));
        prop_assert_eq!(read(&frame).len(), count + 1);
    }
}
