//! Interface of the engine to clients and middlewares: requests, answers, services, streams.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod describing;
mod request_managers;
mod service_calls;
mod streams;
