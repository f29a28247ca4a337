//! Messages of `morse_msgs`. Types of MORSE.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::message::Service;

/// `morse_msgs/Call`, request: `CallRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallRequest {
    /// `string arguments`
    pub arguments: String,
}

/// `morse_msgs/Call`, response: `CallResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallResponse {
    /// `bool success`
    pub success: bool,
    /// `string result`
    pub result: String,
}

/// `morse_msgs/Call`.
pub enum Call {}
impl Service for Call {
    type Request = CallRequest;
    type Response = CallResponse;
    const PACKAGE: &'static str = "morse_msgs";
    const NAME: &'static str = "Call";
    const ROS1_MD5: &'static str = "c2e3eb35837ee2891fe688cf64b14b0b";
}
