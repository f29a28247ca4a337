//! Why a sensor cannot be shown.

use std::path::PathBuf;

/// Why there is nothing to be seen of a sensor.
#[derive(Debug, thiserror::Error)]
pub enum SenseError {
    /// No component of that name.
    #[error("there is no sensor {name:?} in the scene{}{}", near(nearest.as_deref()), sensors(known))]
    Unknown {
        /// As given.
        name: String,
        /// The one that may be meant.
        nearest: Option<String>,
        /// All sensors of the scene.
        known: Vec<String>,
    },
    /// A name of something else.
    #[error("{name} is {what}, not a sensor{}", sensors(known))]
    NoSensor {
        /// As given.
        name: String,
        /// `a robot`, `an actuator, which takes commands and reads nothing`
        what: &'static str,
        /// The sensors that may be meant: those on it, or all.
        known: Vec<String>,
    },
    /// A sensor that only holds others.
    #[error("{name} has no data of its own{}", sensors(on_it))]
    Empty {
        /// The sensor.
        name: String,
        /// The sensors on it.
        on_it: Vec<String>,
    },
    /// Nothing is known to be written into such a file.
    #[error("{}: the suffix says what is written: .png a picture, .ply points, .csv numbers", .0.display())]
    Suffix(PathBuf),
    /// Points are joined, and there are none in such a file.
    #[error("{}: --join joins points; it writes .ply and .png", .0.display())]
    Join(PathBuf),
    /// The sensor has nothing of that kind.
    #[error("{sensor} gives no {asked}; what it gives fits {fitting}{}", sensors(on_it))]
    Unfit {
        /// The sensor.
        sensor: String,
        /// What was asked for.
        asked: &'static str,
        /// The suffixes that fit.
        fitting: String,
        /// The sensors on it.
        on_it: Vec<String>,
    },
    /// It has read nothing.
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
