//! Message types and settings for the tests of the transports.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use morse_ros::{Header2, Message, Service};
use morse_ros2::Settings;
use serde::{Deserialize, Serialize};

macro_rules! message {
    ($type:ty, $package:literal, $name:literal) => {
        impl Message for $type {
            const PACKAGE: &'static str = $package;
            const NAME: &'static str = $name;
            const ROS1_MD5: &'static str = "";
            const ROS1_DEFINITION: &'static str = "";
        }
    };
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Vector3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Twist {
    pub linear: Vector3,
    pub angular: Vector3,
}
message!(Twist, "geometry_msgs", "Twist");

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Vector3Stamped {
    pub header: Header2,
    pub vector: Vector3,
}
message!(Vector3Stamped, "geometry_msgs", "Vector3Stamped");

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bytes {
    #[serde(with = "bytes")]
    pub data: Vec<u8>,
}
message!(Bytes, "morse_msgs", "Bytes");

mod bytes {
    use serde::{Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(data: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(data)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        struct Data;
        impl de::Visitor<'_> for Data {
            type Value = Vec<u8>;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("bytes")
            }
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }
        }
        deserializer.deserialize_bytes(Data)
    }
}

pub struct Trigger;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Empty {
    pub structure_needs_at_least_one_member: u8,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TriggerResponse {
    pub success: bool,
    pub message: String,
}

impl Service for Trigger {
    type Request = Empty;
    type Response = TriggerResponse;
    const PACKAGE: &'static str = "std_srvs";
    const NAME: &'static str = "Trigger";
    const ROS1_MD5: &'static str = "";
}

/// Settings of a test: a domain of its own, so that tests do not communicate, on the loopback interface only.
pub fn settings(domain: u16) -> Settings {
    Settings { domain, localhost_only: true, ..Settings::default() }
}

/// Waits up to 10 s until a condition holds. Returns whether it holds.
pub fn wait_until(mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}
