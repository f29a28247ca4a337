//! Resolves the short names of a scene to stream classes, managers and modifiers.
//!
//! The data is in `data/wiring.json`; this file provides look-ups by name. It does not depend on the behavior of
//! middlewares.

mod default_stream;
mod facts;

pub use crate::wiring::wiring_table::default_stream::{DefaultStream, NoDefaultStream};
pub use crate::wiring::wiring_table::facts::{Row, StreamKind};

use std::collections::BTreeMap;

use crate::wiring::Direction;
use crate::wiring::wiring_table::facts::{Facts, class_index};

const BUILT_IN: &str = include_str!("../../data/wiring.json");

/// An error for text that is not a valid wiring table.
#[derive(Debug, thiserror::Error)]
#[error("this is not a wiring table: {0}")]
pub struct WiringTableError(#[from] serde_json::Error);

/// A known class of a middleware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamClass {
    /// Short name of its middleware.
    pub middleware: String,
    /// Kind of the class: stream or overlay.
    pub kind: StreamKind,
    /// Direction of the stream, if the table defines it.
    pub direction: Option<Direction>,
    /// Type of the ROS message, for streams on ROS.
    pub ros_message: Option<String>,
}

/// The wiring table with its look-ups.
#[derive(Debug)]
pub struct WiringTable {
    facts: Facts,
    /// Index of stream classes by class path.
    classes: BTreeMap<String, StreamClass>,
}

impl WiringTable {
    /// Creates the table of all classes of the original.
    ///
    /// # Errors
    /// None in practice: the table is part of the program, and a test reads it.
    pub fn built_in() -> Result<Self, WiringTableError> {
        Self::from_json(BUILT_IN)
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// If the text is not JSON, or has unknown keys.
    pub fn from_json(text: &str) -> Result<Self, WiringTableError> {
        let facts: Facts = serde_json::from_str(text)?;
        let classes = class_index(&facts);
        Ok(Self { facts, classes })
    }

    /// Finds the stream or overlay of a class path; `None` if it is unknown.
    #[must_use]
    pub fn stream_class(&self, class: &str) -> Option<&StreamClass> {
        self.classes.get(self.resolve_alias(class))
    }

    /// Returns the class paths of all known streams and overlays, sorted.
    #[must_use]
    pub fn stream_classes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.classes.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Returns the current class path for an alias; a class path that is not an alias is returned unchanged.
    #[must_use]
    pub fn resolve_alias<'a>(&'a self, class: &'a str) -> &'a str {
        self.facts.import_alias.get(class).map_or(class, String::as_str)
    }

    /// Class path of the datastream manager of a middleware.
    #[must_use]
    pub fn manager(&self, middleware: &str) -> Option<&str> {
        self.facts.managers.get(family(middleware)).map(String::as_str)
    }

    /// Class path of the request manager of a middleware.
    #[must_use]
    pub fn request_manager(&self, middleware: &str) -> Option<&str> {
        self.facts.request_managers.get(middleware).map(String::as_str)
    }

    /// Short name of the middleware of a datastream manager.
    #[must_use]
    pub fn middleware_of_manager(&self, class: &str) -> Option<&str> {
        key_of(&self.facts.managers, class)
    }

    /// Short name of the middleware of a request manager.
    #[must_use]
    pub fn middleware_of_request_manager(&self, class: &str) -> Option<&str> {
        key_of(&self.facts.request_managers, class)
    }

    /// Whether a middleware has a stream class, either itself or through a middleware whose streams it shares.
    #[must_use]
    pub fn has_stream(&self, middleware: &str, class: &StreamClass) -> bool {
        let shared = self.facts.by_kind.get(middleware).and_then(|by_kind| by_kind.streams_of.as_deref());
        let own = family(&class.middleware);
        own == middleware || Some(own) == shared
    }

    /// Short names of the middlewares with streams.
    pub fn middlewares(&self) -> impl Iterator<Item = &str> {
        self.facts.managers.keys().map(String::as_str)
    }

    /// Short names of the middlewares with services.
    pub fn service_middlewares(&self) -> impl Iterator<Item = &str> {
        self.facts.request_managers.keys().map(String::as_str)
    }

    /// Class paths of the datastream managers.
    pub fn managers(&self) -> impl Iterator<Item = &str> {
        self.facts.managers.values().map(String::as_str)
    }

    /// Class paths of the request managers.
    pub fn request_managers(&self) -> impl Iterator<Item = &str> {
        self.facts.request_managers.values().map(String::as_str)
    }

    /// Returns all rows: the default streams by component, level and middleware.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.facts.rows
    }

    /// Whether a class path belongs to a component of the original.
    #[must_use]
    pub fn is_component(&self, class: &str) -> bool {
        self.facts.without_entry.contains_key(class)
            || self.facts.rows.iter().any(|row| row.component == class)
    }

    /// Class path of the modifier with a short name, such as `NED` or `Noise`, for a component.
    #[must_use]
    pub fn modifier(&self, alias: &str, component: &str) -> Option<&str> {
        self.facts.modifiers.get(alias)?.get(component).map(String::as_str)
    }

    /// Short names of the modifiers.
    pub fn modifier_aliases(&self) -> impl Iterator<Item = &str> {
        self.facts.modifiers.keys().map(String::as_str)
    }

    /// Class paths of the components to which the modifier with a short name applies.
    pub fn components_of_modifier(&self, alias: &str) -> impl Iterator<Item = &str> {
        self.facts.modifiers.get(alias).into_iter().flat_map(|table| table.keys().map(String::as_str))
    }

    /// Class paths that a short name of modifiers stands for, one for each component that they fit.
    pub fn classes_of_modifier(&self, alias: &str) -> impl Iterator<Item = &str> {
        self.facts.modifiers.get(alias).into_iter().flat_map(|table| table.values().map(String::as_str))
    }

    /// Whether a class path belongs to a modifier with a short name.
    #[must_use]
    pub fn is_modifier(&self, class: &str) -> bool {
        self.facts.modifiers.values().any(|table| table.values().any(|known| known == class))
    }
}

/// Returns the middleware whose manager a middleware uses: `yarp_json` is a format of `yarp`.
pub(crate) fn family(middleware: &str) -> &str {
    middleware.strip_suffix("_json").unwrap_or(middleware)
}

fn key_of<'a>(table: &'a BTreeMap<String, String>, class: &str) -> Option<&'a str> {
    table.iter().find(|(_, known)| *known == class).map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_table_resolves_every_kind_of_class() {
        let table = WiringTable::built_in().unwrap();
        let class = |path| table.stream_class(path).map(|class| (class.middleware.as_str(), class.direction));
        assert_eq!(
            class("morse.middleware.socket_datastream.SocketPublisher"),
            Some(("socket", Some(Direction::Out)))
        );
        assert_eq!(
            class("morse.middleware.ros.accelerometer.TwistPublisher"),
            Some(("ros", Some(Direction::Out)))
        );
        assert_eq!(class("morse.middleware.sockets.video_camera.Video8uPublisher"), Some(("socket", None)));
        assert_eq!(class("morse.middleware.ros.StringPublisher"), Some(("ros", None)));
        assert_eq!(class("morse.middleware.socket_datastream.SocketWriter"), None);
        assert!(table.stream_classes().is_sorted());
    }

    #[test]
    fn managers_and_middlewares_map_to_each_other() {
        let table = WiringTable::built_in().unwrap();
        for middleware in table.middlewares() {
            assert_eq!(table.middleware_of_manager(table.manager(middleware).unwrap()), Some(middleware));
        }
        for middleware in table.service_middlewares() {
            let manager = table.request_manager(middleware).unwrap();
            assert_eq!(table.middleware_of_request_manager(manager), Some(middleware));
        }
        assert_eq!(table.manager("yarp_json"), table.manager("yarp"));
        assert_eq!(table.request_manager("text"), None);
    }

    #[test]
    fn ros_2_has_the_streams_of_ros_1_but_not_vice_versa() {
        let table = WiringTable::built_in().unwrap();
        let class = |path| table.stream_class(path).unwrap();
        let transform = class("morse.middleware.ros.pose.TFPublisher");
        assert!(table.has_stream("ros", transform) && table.has_stream("ros2", transform));
        let by_kind = class("morse.middleware.ros2_datastream.ROS2Publisher");
        assert!(table.has_stream("ros2", by_kind) && !table.has_stream("ros", by_kind));
        assert!(!table.has_stream("socket", transform));
    }

    #[test]
    fn modifier_names_depend_on_the_component() {
        let table = WiringTable::built_in().unwrap();
        assert_eq!(
            table.modifier("Noise", "morse.sensors.pose.Pose"),
            Some("morse.modifiers.pose_noise.PoseNoiseModifier")
        );
        assert_eq!(
            table.modifier("Noise", "morse.sensors.gps.GPS"),
            Some("morse.modifiers.pose_noise.PositionNoiseModifier")
        );
        assert_eq!(table.modifier("IMUNoise", "morse.sensors.pose.Pose"), None);
        assert!(table.is_modifier("morse.modifiers.ned.AnglesToNED"));
    }
}
