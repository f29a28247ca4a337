//! Messages of `std_srvs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::message::Service;

/// `std_srvs/Empty`, request: `EmptyRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmptyRequest {}

/// `std_srvs/Empty`, response: `EmptyResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmptyResponse {}

/// `std_srvs/Empty`.
pub enum Empty {}
impl Service for Empty {
    type Request = EmptyRequest;
    type Response = EmptyResponse;
    const PACKAGE: &'static str = "std_srvs";
    const NAME: &'static str = "Empty";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
}

/// `std_srvs/SetBool`, request: `SetBoolRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetBoolRequest {
    /// `bool data`
    pub data: bool,
}

/// `std_srvs/SetBool`, response: `SetBoolResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetBoolResponse {
    /// `bool success`
    pub success: bool,
    /// `string message`
    pub message: String,
}

/// `std_srvs/SetBool`.
pub enum SetBool {}
impl Service for SetBool {
    type Request = SetBoolRequest;
    type Response = SetBoolResponse;
    const PACKAGE: &'static str = "std_srvs";
    const NAME: &'static str = "SetBool";
    const ROS1_MD5: &'static str = "09fb03525b03e7ea1fd3992bafd87e16";
}

/// `std_srvs/Trigger`, request: `TriggerRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TriggerRequest {}

/// `std_srvs/Trigger`, response: `TriggerResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TriggerResponse {
    /// `bool success`
    pub success: bool,
    /// `string message`
    pub message: String,
}

/// `std_srvs/Trigger`.
pub enum Trigger {}
impl Service for Trigger {
    type Request = TriggerRequest;
    type Response = TriggerResponse;
    const PACKAGE: &'static str = "std_srvs";
    const NAME: &'static str = "Trigger";
    const ROS1_MD5: &'static str = "937c9679a518e3a18d831e57125ea522";
}
