//! Writing: an observer copies each tick, and a thread encodes the copies and writes the messages.

mod batch;
mod cdr;
mod definition;
mod encoder;
mod file;
mod inputs;
mod json_data;
mod live;
mod node;
mod poses;
mod queue;
mod readings;
mod recorder;
mod sensors;
mod tick_copy;

pub(crate) use encoder::digest_message;
pub use file::RecorderError;
pub use live::{LiveError, LiveMessages, MessageSink, NewChannel};
pub use queue::Waited;
pub use recorder::{Recorder, Settings};
