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
    /// The name within the package, such as `LaserScan`.
    const NAME: &'static str;
    /// The MD5 sum that identifies the version of the type in ROS 1.
    const ROS1_MD5: &'static str;
    /// The definition and the definitions of all types that it uses, as sent in a connection header of ROS 1.
    const ROS1_DEFINITION: &'static str;
}

/// A ROS service type.
pub trait Service: Send + Sync + 'static {
    /// The request, which a client sends.
    type Request: Serialize + DeserializeOwned + Send + 'static;
    /// The response, which the server sends.
    type Response: Serialize + DeserializeOwned + Send + 'static;
    /// The package, such as `std_srvs`.
    const PACKAGE: &'static str;
    /// The name within the package, such as `Trigger`.
    const NAME: &'static str;
    /// The MD5 sum of request and response, which identifies the version of the type in ROS 1.
    const ROS1_MD5: &'static str;
}
