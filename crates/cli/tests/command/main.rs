//! The real command, started as a user starts it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

mod building;
mod checking;
mod documents;
mod ending;
mod examples;
mod first_minute;
mod inspecting;
mod original_pictures;
mod python;
mod rendering;
mod running;
mod scripts;
mod sensing;
mod serving;
mod sharing;
mod starting;
mod trusting;
mod words;
