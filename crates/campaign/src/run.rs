//! One run: the job of a worker, its execution and its answer.

mod execute;
mod job;
mod loaded;
mod worker;

pub use job::{Answer, Finished, Hello, Job, PreparedScene, Request};
pub use worker::serve;
