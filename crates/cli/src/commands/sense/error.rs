//! Errors of `morse sense`.

use std::path::PathBuf;

/// Why a sensor cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum SenseError {
    /// There is no component of that name.
    #[error("there is no sensor {name:?} in the scene{}{}", near(nearest.as_deref()), sensors(known))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All sensors of the scene.
        known: Vec<String>,
    },
    /// The name of a component that is not a sensor.
    #[error("{name} is {description}, not a sensor{}", sensors(known))]
    NoSensor {
        /// The name that was given.
        name: String,
        /// Description of the component: `a robot`, `an actuator, which takes commands and reads nothing`.
        description: &'static str,
        /// The possible sensors: those attached to it, or all.
        known: Vec<String>,
    },
    /// A sensor without data, which only carries other sensors.
    #[error("{name} has no data of its own{}", sensors(on_it))]
    Empty {
        /// The sensor.
        name: String,
        /// The sensors attached to it.
        on_it: Vec<String>,
    },
    /// An unknown file extension.
    #[error("{}: the suffix selects the format: .png for a picture, .ply for points, .csv for numbers", .0.display())]
    Suffix(PathBuf),
    /// Readings were to be merged in a format without points.
    #[error("{}: --join joins points and writes only .ply and .png", .0.display())]
    Join(PathBuf),
    /// The sensor has no data of this kind.
    #[error("{sensor} gives no {asked}; its readings fit {fitting}{}", sensors(on_it))]
    Unfit {
        /// The sensor.
        sensor: String,
        /// The requested kind of data.
        asked: &'static str,
        /// The suitable file extensions.
        fitting: String,
        /// The sensors attached to it.
        on_it: Vec<String>,
    },
    /// The sensor has produced no reading.
    #[error("{sensor} has no reading after {now_s:.3} s; there is nothing to show")]
    Silent {
        /// The sensor.
        sensor: String,
        /// Simulated time at the end of the run. [s]
        now_s: f64,
    },
}

fn near(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

fn sensors(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("\n  sensors: {}", names.join(", ")) }
}
