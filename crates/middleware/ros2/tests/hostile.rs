//! Malformed input from peers: valid messages, requests and goals with random edits are either read or refused.
//!
//! The long variant makes new random edits; `MORSE_HOSTILE_SECONDS` sets its duration:
//! `MORSE_HOSTILE_SECONDS=180 cargo test -p morse-ros2 --test hostile -- --ignored --nocapture`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Debug;
use std::time::{Duration, Instant};

use morse_ros::Header2;
use morse_ros::messages::control_msgs::{FollowJointTrajectoryGoal2, PointHeadGoal};
use morse_ros::messages::geometry_msgs::{TransformStamped, Twist};
use morse_ros::messages::morse_msgs::CallRequest;
use morse_ros::messages::simulation_interfaces::SpawnEntitiesRequest;
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_ros::messages::trajectory_msgs::JointTrajectoryPoint;
use morse_ros2::cdr::{decode_bytes, encode};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Number of cases of one run.
const CASES: u32 = 2000;

/// One random edit.
#[derive(Debug, Clone)]
enum Edit {
    Replace(Index, u8),
    /// Overwrites four bytes with a number, such as a length. If the flag is set, the position is a multiple of four.
    Number(Index, u32, bool),
    Insert(Index, Vec<u8>),
    Delete(Index, usize),
    Cut(Index),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let number = prop_oneof![any::<u32>(), 0_u32..64, Just(u32::MAX), Just(i32::MAX as u32)];
    let edit = prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (any::<Index>(), number, any::<bool>())
            .prop_map(|(at, number, aligned)| Edit::Number(at, number, aligned)),
        (any::<Index>(), prop::collection::vec(any::<u8>(), 1..9))
            .prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        (any::<Index>(), 1_usize..40).prop_map(|(at, count)| Edit::Delete(at, count)),
        any::<Index>().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..8)
}

fn edited(seed: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for edit in edits {
        let length = bytes.len();
        let place = |at: &Index| at.index(length + 1);
        match edit {
            Edit::Replace(at, byte) => {
                if let Some(old) = bytes.get_mut(place(at)) {
                    *old = *byte;
                }
            }
            Edit::Number(at, number, aligned) => {
                let at = if *aligned { place(at) & !3 } else { place(at) };
                drop(bytes.splice(at..(at + 4).min(length), number.to_le_bytes()));
            }
            Edit::Insert(at, new) => drop(bytes.splice(place(at)..place(at), new.iter().copied())),
            Edit::Delete(at, count) => drop(bytes.drain(place(at)..(place(at) + count).min(length))),
            Edit::Cut(at) => bytes.truncate(place(at)),
        }
    }
    bytes
}

/// Checks of message types with sequences of structs, of numbers and of texts, with flags, and with fixed arrays.
type Check = fn(&[u8]) -> Result<bool, TestCaseError>;
const CHECKS: [Check; 6] = [
    check::<Twist>,
    check::<TFMessage<Header2>>,
    check::<FollowJointTrajectoryGoal2<Header2>>,
    check::<PointHeadGoal<Header2>>,
    check::<SpawnEntitiesRequest<Header2>>,
    check::<CallRequest>,
];

/// Valid messages, in the order of the checks.
fn corpus() -> Vec<Vec<u8>> {
    fn bytes<T: Serialize>(message: &T) -> Vec<u8> {
        encode(message, 0).unwrap().bytes.to_vec()
    }
    let child_frame_id = "base_link".to_owned();
    let transform = TransformStamped::<Header2> { child_frame_id, ..TransformStamped::default() };
    let mut trajectory = FollowJointTrajectoryGoal2::<Header2>::default();
    trajectory.trajectory.joint_names = vec!["one".to_owned(), "two".to_owned()];
    trajectory.trajectory.points =
        vec![JointTrajectoryPoint { positions: vec![0.5, -0.5], ..JointTrajectoryPoint::default() }; 3];
    vec![
        bytes(&Twist::default()),
        bytes(&TFMessage { transforms: vec![transform; 2] }),
        bytes(&trajectory),
        bytes(&PointHeadGoal::<Header2>::default()),
        bytes(&SpawnEntitiesRequest::<Header2> { spawn_requests: vec![Default::default(); 2] }),
        bytes(&CallRequest { arguments: "[1.0]".to_owned() }),
    ]
}

/// Returns whether the bytes are a message, after checking that it is unchanged by a round trip.
fn check<T: Serialize + DeserializeOwned + Debug>(bytes: &[u8]) -> Result<bool, TestCaseError> {
    let _ = decode_bytes::<T>(bytes, false);
    let Ok(message) = decode_bytes::<T>(bytes, true) else { return Ok(false) };
    let written = encode(&message, 0).unwrap();
    let back = decode_bytes::<T>(&written.bytes, true).unwrap();
    // Compared as text, since NaN is not equal to itself.
    prop_assert_eq!(format!("{message:?}"), format!("{back:?}"));
    Ok(true)
}

fn run(rng: TestRng) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let strategy = (prop::sample::select(corpus()), edits());
    let mut runner = TestRunner::new_with_rng(config, rng);
    let all = |bytes: &[u8]| CHECKS.iter().try_for_each(|check| check(bytes).map(drop));
    runner.run(&strategy, |(seed, edits)| all(&edited(&seed, &edits))).unwrap();
}

#[test]
fn edited_bytes_are_read_or_refused() {
    run(TestRng::deterministic_rng(RngAlgorithm::ChaCha));
}

#[test]
fn corpus_is_read() {
    for (check, bytes) in CHECKS.iter().zip(corpus()) {
        assert!(check(&bytes).unwrap());
    }
}

#[test]
#[ignore = "long; MORSE_HOSTILE_SECONDS sets the duration"]
fn edited_bytes_are_read_or_refused_for_a_long_time() {
    let seconds = std::env::var("MORSE_HOSTILE_SECONDS").ok().map(|text| text.parse().unwrap());
    let time = Duration::from_secs(seconds.unwrap_or(180));
    let begun = Instant::now();
    let mut cases = 0;
    while begun.elapsed() < time {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let mut seed = [0; 32];
        seed[..16].copy_from_slice(&now.as_nanos().to_le_bytes());
        run(TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        cases += u64::from(CASES);
    }
    println!("{cases} cases in {} s", begun.elapsed().as_secs());
}
