//! The last column of the table of crates in ARCHITECTURE.md: things that each crate must never know.

/// Things that a crate must never know, as packages and words.
pub struct Never {
    pub name: &'static str,
    pub folder: &'static str,
    /// The crates of this workspace that it may use; `None` where the floors alone decide.
    pub own: Option<&'static [&'static str]>,
    /// Packages that it must not use.
    pub packages: &'static [&'static str],
    /// Words that its code must not contain.
    pub words: &'static [&'static str],
}

const RAPIER: &[&str] = &["rapier3d", "rapier3d-f64", "parry3d", "parry3d-f64"];
const FILES: &[&str] = &["std::fs", "File::open", "std::env"];
const FILES_SOCKETS_TIME: &[&str] =
    &["std::fs", "File::open", "std::net", "std::env", "Instant", "SystemTime", "thread::sleep"];
/// Prefixes of the class paths of components.
const CLASS_PATHS: &[&str] = &["morse.robots.", "morse.sensors.", "morse.actuators.", "morse.modifiers."];
const MIDDLEWARES: &[&str] = &["morse-ros", "morse-socket", "morse-text", "tokio", "socket2"];

pub const NEVER: &[Never] = &[
    Never { name: "morse-geometry", folder: "geometry", own: Some(&[]), packages: RAPIER, words: FILES },
    Never {
        name: "morse-scene",
        folder: "scene",
        own: Some(&[]),
        packages: RAPIER,
        words: FILES_SOCKETS_TIME,
    },
    Never {
        name: "morse-assets",
        folder: "assets",
        own: Some(&["morse-geometry"]),
        packages: RAPIER,
        words: CLASS_PATHS,
    },
    Never { name: "morse-macros", folder: "macros", own: Some(&[]), packages: &[], words: CLASS_PATHS },
    Never {
        name: "morse-dynamics",
        folder: "dynamics",
        own: Some(&["morse-geometry"]),
        packages: RAPIER,
        words: FILES,
    },
    Never {
        name: "morse-kinematics",
        folder: "kinematics",
        own: Some(&["morse-geometry"]),
        packages: RAPIER,
        words: FILES,
    },
    Never {
        name: "morse-raycast",
        folder: "raycast",
        own: Some(&["morse-geometry"]),
        packages: RAPIER,
        words: FILES,
    },
    Never {
        name: "morse-world",
        folder: "world",
        own: Some(&["morse-dynamics", "morse-geometry", "morse-kinematics", "morse-raycast"]),
        packages: &[],
        words: CLASS_PATHS,
    },
    Never {
        name: "morse-render",
        folder: "render",
        own: Some(&["morse-world"]),
        packages: &[],
        words: FILES,
    },
    Never {
        name: "morse-render-gpu",
        folder: "render_gpu",
        own: Some(&["morse-raycast", "morse-render", "morse-world"]),
        packages: &["rayon", "rapier3d"],
        words: FILES,
    },
    Never { name: "morse-sim", folder: "sim", own: None, packages: MIDDLEWARES, words: CLASS_PATHS },
    Never {
        name: "morse-components",
        folder: "components",
        own: None,
        packages: MIDDLEWARES,
        words: FILES_SOCKETS_TIME,
    },
    Never {
        name: "morse-ros",
        folder: "middleware/ros",
        own: Some(&["morse-scene", "morse-sim", "morse-world"]),
        packages: &["tokio", "socket2", "mio"],
        words: &["std::net", "TcpStream", "TcpListener", "UdpSocket", "UnixStream"],
    },
    Never {
        name: "morse-host",
        folder: "host",
        own: Some(&["morse-scene", "morse-sim"]),
        packages: &["morse-components"],
        words: &["python3", "PYTHONPATH", "std::env", "std::fs"],
    },
    Never {
        name: "morse-socket",
        folder: "middleware/socket",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-text",
        folder: "middleware/text",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-ros1",
        folder: "middleware/ros1",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-ros2",
        folder: "middleware/ros2",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-json",
        folder: "middleware/json",
        own: Some(&["morse-scene", "morse-sim"]),
        packages: &["tokio", "socket2"],
        words: &["std::net", "std::fs"],
    },
    Never {
        name: "morse-network",
        folder: "middleware/network",
        own: Some(&[]),
        packages: &["morse-components"],
        words: &["morse_", "std::fs", "std::env"],
    },
    Never {
        name: "morse-rtps",
        folder: "middleware/rtps",
        own: Some(&[]),
        packages: &["morse-components", "serde", "cdr-encoding"],
        words: &["morse_components", "morse_scene", "rclpy", "rmw", "std::fs", "std::env"],
    },
    Never {
        name: "morse-yarp",
        folder: "middleware/yarp",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-mavlink",
        folder: "middleware/mavlink",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-autopilot",
        folder: "middleware/autopilot",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-pprzlink",
        folder: "middleware/pprzlink",
        own: None,
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-moos",
        folder: "middleware/moos",
        own: Some(&["morse-network", "morse-scene", "morse-sim"]),
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse-pocolibs",
        folder: "middleware/pocolibs",
        own: Some(&["morse-network", "morse-scene", "morse-sim", "morse-world"]),
        packages: &["morse-components"],
        words: &["morse_components"],
    },
    Never {
        name: "morse",
        folder: "morse",
        own: None,
        packages: &["clap", "console", "indicatif", "miette", "ctrlc", "tracing-subscriber"],
        words: &["process::exit", "println!", "print!(", "eprint", "io::stdout", "dbg!"],
    },
    Never {
        name: "morse-recording",
        folder: "recording",
        own: None,
        packages: &["clap", "console", "tokio"],
        words: &["process::exit", "println!", "io::stdout", "std::net"],
    },
    Never {
        name: "morse-campaign",
        folder: "campaign",
        own: Some(&["morse", "morse-recording", "morse-scene", "morse-sim"]),
        packages: &["clap", "console", "indicatif", "tokio"],
        words: &["process::exit", "println!", "io::stdout", "std::net", "morse_components"],
    },
    Never {
        name: "morse-foxglove",
        folder: "foxglove",
        own: Some(&["morse", "morse-network", "morse-recording"]),
        packages: &["clap", "console"],
        words: &["std::fs", "process::exit", "println!", "morse_components"],
    },
    Never {
        name: "morse-playback",
        folder: "playback",
        own: None,
        packages: &["clap", "console", "tokio"],
        words: &["process::exit", "println!", "std::net", "morse_components"],
    },
    Never {
        name: "morse-python",
        folder: "python",
        own: None,
        packages: &["clap", "console", "rapier3d", "morse-socket", "morse-ros", "morse-text", "tokio"],
        words: &["rapier", "std::net", "TcpStream", "process::exit"],
    },
    Never {
        name: "morse-viewer",
        folder: "viewer",
        own: Some(&["morse", "morse-network", "morse-geometry", "morse-scene", "morse-sim", "morse-world"]),
        packages: &["clap", "tracing-subscriber"],
        words: &["std::fs", "std::env", "println!", "eprint", "morse_components"],
    },
    Never {
        name: "morse-cli",
        folder: "cli",
        own: None,
        packages: &["rapier3d", "morse-kinematics", "morse-raycast", "morse-ros", "morse-text", "tokio"],
        words: &["rapier", "TcpStream", "UdpSocket"],
    },
];
