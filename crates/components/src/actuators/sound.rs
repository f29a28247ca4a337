//! Sound: whether a sound plays.

use morse_sim::prelude::*;

/// What is to become of the sound.
#[derive(Data, Clone)]
pub struct Playback {
    /// `play`, `pause` or `stop`.
    mode: String,
}

impl Default for Playback {
    fn default() -> Self {
        Self { mode: STOP.to_owned() }
    }
}

const STOP: &str = "stop";
const MODES: [&str; 3] = ["play", "pause", STOP];

/// Keeps whether a sound plays, pauses or has stopped. Nothing is heard: the simulator plays no sounds.
///
/// Other words than `play`, `pause` and `stop` change nothing.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.sound.Sound",
    data = Playback,
    builder(name = "Sound", properties(mode = "play"))
)]
pub struct Sound {
    mode: Playing,
}

/// One of [`MODES`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Playing(String);

impl Default for Playing {
    fn default() -> Self {
        Self(STOP.to_owned())
    }
}

impl Actuate for Sound {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Playback) -> Result<(), SetupError> {
        tracing::warn!("{}: sounds are not played; only whether it would play is kept", setup.name);
        Ok(())
    }

    fn act(&mut self, _act: &mut Act<'_>, data: &mut Playback) {
        if data.mode != self.mode.0 {
            if MODES.contains(&data.mode.as_str()) {
                self.mode.0.clone_from(&data.mode);
            } else {
                data.mode.clone_from(&self.mode.0);
            }
        }
    }
}
