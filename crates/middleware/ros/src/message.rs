//! The traits of message and service types.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A ROS message type. The structs are generated; messages with a header are generic over it.
///
/// Fields are serialized in the order of the definition, without names. Fixed-size arrays are serialized as tuples,
/// sequences with their length, bytes as bytes.
pub trait Message: Serialize + DeserializeOwned + Send + 'static {
    /// The package, such as `sensor_msgs`.
    const PACKAGE: &'static str;
    /// The name inside of its package, such as `LaserScan`.
    const NAME: &'static str;
    /// The md5sum by which ROS 1 tells types apart.
    const ROS1_MD5: &'static str;
    /// The definition with those of all types that it uses, as ROS 1 sends it in a connection header.
    const ROS1_DEFINITION: &'static str;
}

/// A ROS service type.
pub trait Service: Send + Sync + 'static {
    /// What a client sends.
    type Request: Serialize + DeserializeOwned + Send + 'static;
    /// What the server answers.
    type Response: Serialize + DeserializeOwned + Send + 'static;
    /// The package, such as `std_srvs`.
    const PACKAGE: &'static str;
    /// The name inside of its package, such as `Trigger`.
    const NAME: &'static str;
    /// The md5sum of request and response, by which ROS 1 tells types apart.
    const ROS1_MD5: &'static str;
}
