//! Writing: an observer copies each tick into a batch, and a thread writes the batches.

mod batch;
mod cdr;
mod definition;
mod file;
mod inputs;
mod json_data;
mod live;
mod node;
mod poses;
mod queue;
mod recorder;
mod sensors;

pub use file::RecorderError;
pub use live::{LiveMessages, MessageSink, NewChannel};
pub(crate) use recorder::digest;
pub use recorder::{Recorder, Settings};
