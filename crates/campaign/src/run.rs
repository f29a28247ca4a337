//! One run: the job of a worker, its execution and its answer.

mod accumulated;
mod conductor_watch;
mod execute;
mod job;
mod loaded;
mod reader;
mod saved;
mod worker;

pub use job::{Answer, Finished, Hello, Job, JobCheckpoints, PreparedScene, Request};
pub use worker::serve;

#[cfg(test)]
mod tests;
