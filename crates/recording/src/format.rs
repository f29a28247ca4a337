//! Contents of a recording beside messages of ROS 2: metadata, topics, and the messages of the simulator itself.

mod inputs;
mod run_info;
mod schemas;

pub use inputs::{AnswerMessage, CallMessage, CommandMessage, DigestMessage, EventMessage, InputPlace};
pub use run_info::RunInfo;
pub use schemas::{JsonSchema, data_schema};

/// Version of the layout of recordings that this program writes.
pub const LAYOUT: &str = "1";
/// How the digests of a recording are computed. Those of another version cannot be compared.
pub const DIGEST_VERSION: &str = "3";
/// Name of the metadata record that says what the run was.
pub const METADATA: &str = "morse";
/// Name of the attachment that holds the scene document.
pub const SCENE: &str = "scene.json";
/// Topic of the transforms of moved nodes.
pub const TRANSFORMS: &str = "/tf";
/// The fixed frame.
pub const WORLD_FRAME: &str = "map";
/// Topic of the digests.
pub const DIGESTS: &str = "/morse/digests";
/// Topic of service calls.
pub const CALLS: &str = "/morse/calls";
/// Topic of answers to service calls.
pub const ANSWERS: &str = "/morse/answers";
/// Topic of other events from outside.
pub const EVENTS: &str = "/morse/events";
/// Names of the schemas of messages that are inputs of the run.
pub const CHANNEL_INPUTS: [&str; 3] = ["morse.Command", "morse.Call", "morse.Event"];
