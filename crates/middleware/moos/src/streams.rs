//! The streams of components: options, encoding of readings, decoding of messages.

mod options;
mod publishers;
mod python_text;
mod readers;

pub(crate) use options::address;
pub(crate) use publishers::{MoosPublisher, variables_of as published_variables};
pub(crate) use readers::{open as open_reader, variables_of as read_variables};
