//! Tests with bytes recorded from ROS programs, and with malformed bytes.

use super::*;
use crate::header::{Header, Header1, Time, Time1};
use crate::messages::std_srvs::{SetBoolRequest, SetBoolResponse};
use crate::messages::{geometry_msgs, rosgraph_msgs, sensor_msgs, std_msgs, tf2_msgs};

type LaserScan = sensor_msgs::LaserScan<Header1>;
type Image = sensor_msgs::Image<Header1>;

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn encoded<M: Serialize>(message: &M) -> Vec<u8> {
    let mut out = Vec::new();
    encode(message, &mut out).unwrap();
    out
}

/// Checks that `message` is serialized to these bytes, and that they are deserialized to `message`.
fn assert_round_trip<M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &M, hex: &str) {
    assert_eq!(encoded(message), bytes(hex));
    assert_eq!(decode::<M>(&bytes(hex)).as_ref(), Ok(message));
}

fn scan() -> LaserScan {
    LaserScan {
        header: Header1::new(0, 12_500_000_000, "/base_laser_link"),
        angle_min: -std::f32::consts::FRAC_PI_2,
        angle_max: std::f32::consts::FRAC_PI_2,
        angle_increment: 1f32.to_radians(),
        time_increment: f32::from_bits(0x3911_a2b5),
        scan_time: 1.0,
        range_min: 0.3,
        range_max: 30.0,
        ranges: vec![1.0, 2.5, 30.0],
        intensities: vec![],
    }
}

#[test]
fn laser_scan_has_the_bytes_that_rospy_reads() {
    assert_round_trip(
        &scan(),
        "00000000 0c000000 0065cd1d 10000000 2f626173655f6c617365725f6c696e6b db0fc9bf db0fc93f 35fa8e3c b5a21139
         0000803f 9a99993e 0000f041 03000000 0000803f 00002040 0000f041 00000000",
    );
}

#[test]
fn transform_has_the_bytes_that_tf_reads() {
    let transform = geometry_msgs::TransformStamped {
        header: Header1::new(0, 12_500_000_000, "/odom"),
        child_frame_id: "/base_footprint".to_owned(),
        transform: geometry_msgs::Transform {
            translation: geometry_msgs::Vector3 { x: 1.0, y: 2.0, z: 0.0 },
            rotation: geometry_msgs::Quaternion { w: 1.0, ..Default::default() },
        },
    };
    assert_round_trip(
        &tf2_msgs::TFMessage { transforms: vec![transform] },
        "01000000 00000000 0c000000 0065cd1d 05000000 2f6f646f6d 0f000000 2f626173655f666f6f747072696e74
         000000000000f03f 0000000000000040 0000000000000000 0000000000000000 0000000000000000 0000000000000000
         000000000000f03f",
    );
}

#[test]
fn twist_of_rospy_is_read() {
    let linear = geometry_msgs::Vector3 { x: 0.5, ..Default::default() };
    let angular = geometry_msgs::Vector3 { z: -0.25, ..Default::default() };
    assert_round_trip(
        &geometry_msgs::Twist { linear, angular },
        "000000000000e03f 0000000000000000 0000000000000000 0000000000000000 0000000000000000 000000000000d0bf",
    );
}

#[test]
fn service_messages_have_the_bytes_of_rosservice() {
    assert_round_trip(&SetBoolRequest { data: true }, "01");
    assert_round_trip(&SetBoolResponse { success: true, message: "ok".to_owned() }, "01 02000000 6f6b");
}

#[test]
fn times_are_two_words_and_are_clamped() {
    assert_round_trip(&rosgraph_msgs::Clock { clock: Time::from_ns(1_500_000_000) }, "01000000 0065cd1d");
    assert_eq!(Time1::from_ns(-1), Time1::default());
    assert_eq!(Time::from_ns(-1), Time { sec: -1, nanosec: 999_999_999 });
    assert_eq!(Time::from_ns(i64::MAX).sec, i32::MAX);
    assert_eq!(Time::from_ns(i64::MIN), Time { sec: i32::MIN, nanosec: 0 });
    assert_eq!(Time1::from_ns(i64::MAX).secs, u32::MAX);
    assert_eq!(Time1::from_ns(1_700_000_000_000_000_001).as_ns(), 1_700_000_000_000_000_001);
}

#[test]
fn arrays_of_fixed_length_have_no_length_prefix() {
    let pose = geometry_msgs::PoseWithCovariance::default();
    assert_eq!(encoded(&pose).len(), 7 * 8 + 36 * 8);
    assert_eq!(decode::<geometry_msgs::PoseWithCovariance>(&encoded(&pose)), Ok(pose));
}

#[test]
fn image_is_unchanged_by_a_round_trip() {
    let data: Vec<u8> = (0..=255).collect();
    let image = Image { header: Header1::new(3, 1, "/cam"), height: 8, width: 8, data, ..Default::default() };
    assert_eq!(decode::<Image>(&encoded(&image)), Ok(image));
}

#[test]
fn truncated_messages_are_refused() {
    let whole = encoded(&scan());
    for length in 0..whole.len() {
        assert!(decode::<LaserScan>(&whole[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn message_with_trailing_bytes_is_refused() {
    let mut long = encoded(&scan());
    long.push(0);
    assert!(matches!(decode::<LaserScan>(&long), Err(WireError::Malformed(_))));
}

#[test]
fn false_lengths_allocate_nothing() {
    // A sequence of 4 billion numbers, a text of 4 GiB and an image of 4 GiB.
    assert!(decode::<std_msgs::Float32MultiArray>(&bytes("ffffffff")).is_err());
    assert!(decode::<std_msgs::String>(&bytes("ffffffff 6869")).is_err());
    let mut image = encoded(&Image::default());
    let end = image.len();
    image[end - 4..].copy_from_slice(&[0xff; 4]);
    assert!(decode::<Image>(&image).is_err());
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    assert!(decode::<std_msgs::String>(&bytes("02000000 ff41")).is_err());
}

#[test]
fn message_beyond_the_limit_is_not_serialized() {
    let data = vec![0; MESSAGE_LENGTH_MAX];
    let image = Image { data, ..Default::default() };
    assert!(matches!(encode(&image, &mut Vec::new()), Err(WireError::TooLong { .. })));
}
