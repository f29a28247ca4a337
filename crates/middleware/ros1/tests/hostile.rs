//! Malformed input from peers: valid headers, calls and messages with random edits are either read or refused.
//!
//! The long variant makes new random edits; `MORSE_HOSTILE_CASES` sets their number:
//! `MORSE_HOSTILE_CASES=1000000 cargo test -p morse-ros1 --test hostile -- --ignored --nocapture`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use morse_ros::Header1;
use morse_ros::messages::control_msgs::JointTrajectoryActionGoal;
use morse_ros::messages::geometry_msgs::Twist;
use morse_ros::messages::std_msgs::Float32MultiArray;
use morse_ros::ros1_wire::{decode, encode};
use morse_ros1::tcpros::header::Header;
use morse_ros1::xmlrpc::{Value, read_call, read_response, write_call, write_response};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Number of cases of the short variant.
const CASES: u32 = 2000;

/// Default number of cases of the long variant.
const CASES_LONG: u32 = 1_000_000;

/// One random edit. Positions are fractions of the length, from 0 to 1.
#[derive(Debug, Clone)]
enum Edit {
    Replace(f64, u8),
    Insert(f64, Vec<u8>),
    Delete(f64, usize),
    Repeat(f64, usize),
    /// Overwrites four bytes with a number, such as a length.
    Number(f64, u32),
}

/// Bytes with a meaning in one of the parsers.
const TOKENS: [&[u8]; 16] = [
    b"=",
    b"<value>",
    b"</value>",
    b"<array><data>",
    b"<struct>",
    b"<i4>-2147483648</i4>",
    b"<double>1e999</double>",
    b"<nil/>",
    b"&amp;",
    b"&#0;",
    b"<![CDATA[",
    b"<!DOCTYPE a [<!ENTITY b \"c\">]>",
    b"<!--",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\xc3\xa9",
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = || 0.0..1.0;
    let bytes = prop_oneof![
        prop::sample::select(TOKENS.to_vec()).prop_map(<[u8]>::to_vec),
        prop::collection::vec(any::<u8>(), 1..8),
    ];
    let number = prop_oneof![any::<u32>(), 0_u32..64, Just(u32::MAX), Just(i32::MAX as u32)];
    prop::collection::vec(
        prop_oneof![
            (place(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
            (place(), bytes).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
            (place(), 1_usize..40).prop_map(|(at, count)| Edit::Delete(at, count)),
            (place(), 1_usize..200).prop_map(|(at, count)| Edit::Repeat(at, count)),
            (place(), number).prop_map(|(at, number)| Edit::Number(at, number)),
        ],
        0..12,
    )
}

fn edited(seed: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for edit in edits {
        let length = bytes.len();
        let place = |part: f64| (part * length as f64) as usize;
        let range = |part: f64, count: usize| place(part)..(place(part) + count).min(length);
        match edit {
            Edit::Replace(at, byte) => {
                if let Some(old) = bytes.get_mut(place(*at)) {
                    *old = *byte;
                }
            }
            Edit::Insert(at, new) => drop(bytes.splice(place(*at)..place(*at), new.iter().copied())),
            Edit::Delete(at, count) => drop(bytes.drain(range(*at, *count))),
            Edit::Repeat(at, count) => {
                let part = bytes[range(*at, *count)].to_vec();
                drop(bytes.splice(place(*at)..place(*at), part));
            }
            Edit::Number(at, number) => {
                let range = range(*at, 4);
                drop(bytes.splice(range, number.to_le_bytes()));
            }
        }
    }
    bytes
}

/// Valid input: headers, calls, responses and messages.
fn corpus() -> Vec<Vec<u8>> {
    let subscriber = [
        ("callerid", "/raw"),
        ("topic", "/robot/pose"),
        ("type", "geometry_msgs/PoseStamped"),
        ("md5sum", "*"),
        ("message_definition", "int32 A=1\nstring data\n"),
        ("tcp_nodelay", "1"),
    ];
    let service = [("callerid", "/raw"), ("service", "/robot/stop"), ("persistent", "1"), ("probe", "1")];
    let headers = [Header::new(subscriber), Header::new(service), Header::error("no")];
    let list = Value::from(["http://a:1/".into(), 1.into(), Value::Bool(true), Value::Double(-0.5)]);
    let record =
        Value::Struct(vec![("a".to_owned(), Value::Bytes(vec![1, 2, 3])), ("b".to_owned(), list.clone())]);
    let texts = [
        write_call("publisherUpdate", &["/master".into(), "/talk".into(), list.clone()]),
        write_call("requestTopic", &["/raw".into(), "/talk".into(), Value::from([Value::from(["TCPROS".into()])])]),
        write_response(&Value::from([1.into(), "".into(), record])),
        "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>4</int></value></member>\
         <member><name>faultString</name><value>bad</value></member></struct></value></fault></methodResponse>"
            .to_owned(),
    ];
    let mut goal = JointTrajectoryActionGoal::<Header1>::default();
    goal.goal_id.id = "goal".to_owned();
    goal.goal.trajectory.joint_names = vec!["one".to_owned(), "two".to_owned()];
    let point = morse_ros::messages::trajectory_msgs::JointTrajectoryPoint {
        positions: vec![0.5, -0.5],
        ..Default::default()
    };
    goal.goal.trajectory.points = vec![point; 3];
    let array = Float32MultiArray { data: vec![1.0; 4], ..Default::default() };
    let mut messages = [Vec::new(), Vec::new(), Vec::new()];
    encode(&goal, &mut messages[0]).unwrap();
    encode(&array, &mut messages[1]).unwrap();
    encode(&Twist::default(), &mut messages[2]).unwrap();
    let headers = headers.iter().map(|header| header.encode()[4..].to_vec());
    headers.chain(texts.map(String::into_bytes)).chain(messages).collect()
}

/// If the bytes are a message, checks that it is unchanged by a round trip.
fn check_message<M>(bytes: &[u8]) -> Result<(), TestCaseError>
where
    M: morse_ros::Message + std::fmt::Debug,
{
    if let Ok(message) = decode::<M>(bytes) {
        let mut written = Vec::new();
        encode(&message, &mut written).unwrap();
        let back = decode::<M>(&written).unwrap();
        // Compared as text, since NaN is not equal to itself.
        prop_assert_eq!(format!("{message:?}"), format!("{back:?}"));
    }
    Ok(())
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(header) = Header::parse(bytes) {
        prop_assert_eq!(&header.encode()[4..], bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok((method, params)) = read_call(text) {
            let again = read_call(&write_call(&method, &params));
            prop_assert!(again.is_ok(), "{:?}", again);
        }
        if let Ok(Ok(value)) = read_response(text) {
            let again = read_response(&write_response(&value));
            prop_assert!(matches!(again, Ok(Ok(_))), "{:?}", again);
        }
    }
    check_message::<JointTrajectoryActionGoal<Header1>>(bytes)?;
    check_message::<Float32MultiArray>(bytes)?;
    check_message::<Twist>(bytes)
}

fn run(cases: u32, rng: TestRng) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let strategy = (prop::sample::select(corpus()), edits());
    let mut runner = TestRunner::new_with_rng(config, rng);
    runner.run(&strategy, |(seed, edits)| check(&edited(&seed, &edits))).unwrap();
}

#[test]
fn edited_bytes_are_read_or_refused() {
    run(CASES, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
}

#[test]
fn corpus_is_read() {
    let corpus = corpus();
    let (headers, rest) = corpus.split_at(3);
    let (texts, messages) = rest.split_at(4);
    assert!(headers.iter().all(|bytes| Header::parse(bytes).is_ok()));
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(texts[..2].iter().all(|bytes| read_call(&text(bytes)).is_ok()));
    assert!(matches!(read_response(&text(&texts[2])), Ok(Ok(_))));
    assert!(matches!(read_response(&text(&texts[3])), Ok(Err(_))));
    assert!(decode::<JointTrajectoryActionGoal<Header1>>(&messages[0]).is_ok());
}

#[test]
#[ignore = "long; MORSE_HOSTILE_CASES sets the number of cases"]
fn edited_bytes_are_read_or_refused_many_times() {
    let cases = std::env::var("MORSE_HOSTILE_CASES").ok().map(|text| text.parse().unwrap());
    // A different seed for each run.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut seed = [0; 32];
    seed[..16].copy_from_slice(&now.as_nanos().to_le_bytes());
    run(cases.unwrap_or(CASES_LONG), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
}
