//! The streams of components: options, and what a reading or a poster becomes.

mod encode;
mod fill;
mod options;
mod points;
mod publishers;
mod readers;

pub(crate) use options::Options;
pub(crate) use publishers::open as open_publisher;
pub(crate) use readers::open as open_reader;
