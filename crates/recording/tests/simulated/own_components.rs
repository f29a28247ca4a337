//! Components that users write in Python, with a process that hangs, ends, fails or is slow at one of its readings.

use std::path::PathBuf;

use morse::{Document, LoadOptions, Trust};
use morse_scene::document::{Object, ObjectKind};
use serde_json::json;

use super::chance::Chance;

/// Time limit for the process of a component that sleeps. [s]
const SHORT_LIMIT_S: f64 = 1.0;
/// Time limit for other processes, which answer on a busy computer, too. [s]
const LONG_LIMIT_S: f64 = 60.0;
/// Readings in which the process may end.
const READINGS: usize = 40;

/// Behavior of the process at one of its readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behavior {
    /// It answers.
    Answers,
    /// Its component sleeps for an hour. The process is ended when its time is over.
    Sleeps,
    /// It exits.
    Exits,
    /// Its component raises an exception.
    Raises,
    /// Some readings take 10 ms.
    IsSlow,
}

/// A sensor and an actuator of a user on the first robot of a scene.
#[derive(Clone, Copy, Debug)]
pub struct OwnComponents {
    pub behavior: Behavior,
    /// Number of the reading of this behavior, from 1.
    pub reading: i64,
}

impl OwnComponents {
    /// Components with any behavior; few of them sleep, because their time limit has to pass in each twin.
    pub fn random(chance: &mut Chance) -> Self {
        const BEHAVIORS: [Behavior; 7] = [
            Behavior::Answers,
            Behavior::Answers,
            Behavior::Exits,
            Behavior::Raises,
            Behavior::IsSlow,
            Behavior::IsSlow,
            Behavior::Sleeps,
        ];
        Self { behavior: *chance.one(&BEHAVIORS), reading: 1 + chance.below(READINGS) as i64 }
    }

    /// Folder of the module with the classes.
    pub fn python_path() -> PathBuf {
        [env!("CARGO_MANIFEST_DIR"), "tests", "simulated"].iter().collect()
    }

    /// Options of all twins, which run Python.
    pub fn options(self) -> LoadOptions {
        let limit_s = if self.behavior == Behavior::Sleeps { SHORT_LIMIT_S } else { LONG_LIMIT_S };
        LoadOptions { trust: Trust::Trusted, component_timeout_s: limit_s, ..LoadOptions::default() }
    }

    /// Adds the components to a robot of a document, with streams and services.
    ///
    /// # Errors
    /// If a stream is not one of the document's format.
    pub fn add(self, document: &mut Document, robot: &str) -> Result<(), String> {
        let ending = match self.behavior {
            Behavior::Answers => "none",
            Behavior::Sleeps => "sleep",
            Behavior::Exits => "exit",
            Behavior::Raises => "raise",
            Behavior::IsSlow => "slow",
        };
        for (name, kind, class, stream, direction) in [
            ("watcher", ObjectKind::Sensor, "Watcher", "SocketPublisher", "OUT"),
            ("pusher", ObjectKind::Actuator, "Pusher", "SocketReader", "IN"),
        ] {
            let name = format!("{robot}.{name}");
            let mut object = Object::new(&name, kind);
            object.class = Some(format!("simulated_components.{class}"));
            object.parent = Some(robot.to_owned());
            object.rate_hz = Some(60.0);
            if kind == ObjectKind::Sensor {
                object.properties.insert("EndsAt", self.reading);
                object.properties.insert("Ending", ending);
            }
            document.objects.push(object);
            let sockets = "morse.middleware.socket_datastream";
            let entry = json!([
                format!("{sockets}.SocketDatastreamManager"),
                format!("{sockets}.{stream}"),
                direction,
                {}
            ]);
            let entry = serde_json::from_value(entry).map_err(|error| error.to_string())?;
            document.component_datastream.insert(name.clone(), vec![entry]);
            let manager = "morse.middleware.socket_request_manager.SocketRequestManager";
            document.component_service.insert(name, vec![manager.to_owned()]);
        }
        Ok(())
    }
}
