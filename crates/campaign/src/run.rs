//! One run: what a worker is told, what it does and what it answers.

mod execute;
mod job;
mod loaded;
mod worker;

pub use job::{Answer, Finished, Hello, Job, PreparedScene, Request};
pub use worker::serve;
