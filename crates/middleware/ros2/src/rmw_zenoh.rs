//! zenoh as transport, with the names and bytes of `rmw_zenoh_cpp`: nodes of ROS 2 since Jazzy that use it are peers.

pub mod attachment;
pub mod config;
pub mod encapsulation;
pub mod graph;
pub mod handlers;
pub mod keys;
pub mod publisher;
pub mod session;
pub mod transport;

/// Why zenoh refuses something. Its errors end with the places in its source that they come from, which say nothing to
/// users.
pub(crate) fn reason(error: &dyn std::fmt::Display) -> String {
    let mut text = error.to_string();
    while let Some((reason, _)) = text.rsplit_once(" at ").filter(|(_, place)| place.contains(".rs:")) {
        text = reason.trim_end().to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_in_the_source_of_zenoh_are_left_out() {
        let text = "no route at home! at /a/runtime/orchestrator.rs:447. at /a/session.rs:3.";
        assert_eq!(super::reason(&text), "no route at home!");
    }
}
