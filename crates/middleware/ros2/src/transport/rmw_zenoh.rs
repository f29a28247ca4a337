//! Transport over zenoh, compatible with `rmw_zenoh_cpp`: ROS 2 nodes since Jazzy can use it.

pub mod attachment;
pub mod config;
pub mod encapsulation;
pub mod graph;
pub mod handlers;
pub mod keys;
pub mod publisher;
pub mod session;
pub mod zenoh_transport;

/// The message of an error of zenoh without the source locations at its end, which do not help users.
pub(crate) fn reason(error: &dyn std::fmt::Display) -> String {
    let mut text = error.to_string();
    while let Some((reason, _)) = text.rsplit_once(" at ").filter(|(_, location)| location.contains(".rs:")) {
        text = reason.trim_end().to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn source_locations_are_removed() {
        let text = "no route at home! at /a/runtime/orchestrator.rs:447. at /a/session.rs:3.";
        assert_eq!(super::reason(&text), "no route at home!");
    }
}
