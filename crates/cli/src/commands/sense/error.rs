//! Errors of `morse sense`.

use std::path::PathBuf;

/// Why a sensor cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum SenseError {
    /// No component of that name.
    #[error("there is no sensor {name:?} in the scene{}{}", near(nearest.as_deref()), sensors(known))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All sensors of the scene.
        known: Vec<String>,
    },
    /// The name of a component that is no sensor.
    #[error("{name} is {what}, not a sensor{}", sensors(known))]
    NoSensor {
        /// The name that was given.
        name: String,
        /// What it is: `a robot`, `an actuator, which takes commands and reads nothing`.
        what: &'static str,
        /// The possible sensors: those attached to it, or all.
        known: Vec<String>,
    },
    /// A sensor without data, which only carries others.
    #[error("{name} has no data of its own{}", sensors(on_it))]
    Empty {
        /// The sensor.
        name: String,
        /// The sensors attached to it.
        on_it: Vec<String>,
    },
    /// An unknown file extension.
    #[error("{}: the suffix says what is written: .png a picture, .ply points, .csv numbers", .0.display())]
    Suffix(PathBuf),
    /// Readings were to be merged in a format without points.
    #[error("{}: --join joins points; it writes .ply and .png", .0.display())]
    Join(PathBuf),
    /// The sensor has no data of this kind.
    #[error("{sensor} gives no {asked}; what it gives fits {fitting}{}", sensors(on_it))]
    Unfit {
        /// The sensor.
        sensor: String,
        /// The requested kind.
        asked: &'static str,
        /// The suffixes that fit.
        fitting: String,
        /// The sensors attached to it.
        on_it: Vec<String>,
    },
    /// The sensor has produced no reading.
    #[error("{sensor} has read nothing in {now_s:.3} s; there is nothing to be shown")]
    Silent {
        /// The sensor.
        sensor: String,
        /// Simulated time at the end.
        now_s: f64,
    },
}

fn near(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

fn sensors(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("\n  sensors: {}", names.join(", ")) }
}
