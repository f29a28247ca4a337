//! Times and headers, which differ between ROS 1 and ROS 2.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Nanoseconds in a second.
const SECOND_NS: i64 = 1_000_000_000;

/// A time or a duration outside of headers. ROS 1 and ROS 2 encode it as the same two 32-bit words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Time {
    /// Whole seconds, rounded down.
    pub sec: i32,
    /// Nanoseconds after the whole seconds, less than 1e9.
    pub nanosec: u32,
}

impl Time {
    /// Converts a time in nanoseconds. Times beyond the range of the type are clamped.
    #[must_use]
    pub fn from_ns(time_ns: i64) -> Self {
        let nanosec = time_ns.rem_euclid(SECOND_NS) as u32;
        match i32::try_from(time_ns.div_euclid(SECOND_NS)) {
            Ok(sec) => Self { sec, nanosec },
            Err(_) if time_ns < 0 => Self { sec: i32::MIN, nanosec: 0 },
            Err(_) => Self { sec: i32::MAX, nanosec: SECOND_NS as u32 - 1 },
        }
    }

    /// The time in nanoseconds.
    #[must_use]
    pub fn as_ns(self) -> i64 {
        i64::from(self.sec) * SECOND_NS + i64::from(self.nanosec)
    }
}

/// The time of ROS 2: `builtin_interfaces/Time`.
pub type Time2 = Time;

/// The time of ROS 1, which cannot be negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Time1 {
    /// Whole seconds.
    pub secs: u32,
    /// Nanoseconds after the whole seconds, less than 1e9.
    pub nsecs: u32,
}

impl Time1 {
    /// Converts a time in nanoseconds. Times beyond the range of the type are clamped.
    #[must_use]
    pub fn from_ns(time_ns: i64) -> Self {
        if time_ns < 0 {
            return Self::default();
        }
        let nsecs = (time_ns % SECOND_NS) as u32;
        match u32::try_from(time_ns / SECOND_NS) {
            Ok(secs) => Self { secs, nsecs },
            Err(_) => Self { secs: u32::MAX, nsecs: SECOND_NS as u32 - 1 },
        }
    }

    /// The time in nanoseconds.
    #[must_use]
    pub fn as_ns(self) -> i64 {
        i64::from(self.secs) * SECOND_NS + i64::from(self.nsecs)
    }
}

/// The header of a message: time and frame of its data.
pub trait Header: Serialize + DeserializeOwned + Clone + Send + Default + 'static {
    /// Creates a header.
    ///
    /// `sequence` is the number of the message in its stream; ROS 2 ignores it. `stamp_ns` is the time of the data in
    /// nanoseconds.
    fn new(sequence: u32, stamp_ns: i64, frame_id: &str) -> Self;

    /// The frame of the data.
    fn frame_id(&self) -> &str;

    /// The time of the data in nanoseconds.
    fn stamp_ns(&self) -> i64;
}

/// `std_msgs/Header` of ROS 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header1 {
    /// Number of the message in its stream.
    pub seq: u32,
    /// Time of the data.
    pub stamp: Time1,
    /// Frame of the data.
    pub frame_id: String,
}

impl Header for Header1 {
    fn new(sequence: u32, stamp_ns: i64, frame_id: &str) -> Self {
        Self { seq: sequence, stamp: Time1::from_ns(stamp_ns), frame_id: frame_id.to_owned() }
    }

    fn frame_id(&self) -> &str {
        &self.frame_id
    }

    fn stamp_ns(&self) -> i64 {
        self.stamp.as_ns()
    }
}

/// `std_msgs/Header` of ROS 2.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header2 {
    /// Time of the data.
    pub stamp: Time2,
    /// Frame of the data.
    pub frame_id: String,
}

impl Header for Header2 {
    fn new(_sequence: u32, stamp_ns: i64, frame_id: &str) -> Self {
        Self { stamp: Time2::from_ns(stamp_ns), frame_id: frame_id.to_owned() }
    }

    fn frame_id(&self) -> &str {
        &self.frame_id
    }

    fn stamp_ns(&self) -> i64 {
        self.stamp.as_ns()
    }
}
