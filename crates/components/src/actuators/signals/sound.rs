//! Sound: playback state of a sound file. The command `morse run` plays it.

use morse_sim::prelude::*;

/// Playback command.
#[derive(Data, Clone)]
pub struct Playback {
    /// `play`, `pause` or `stop`; other values are ignored. The initial value is the property `mode`.
    mode: String,
}

impl Default for Playback {
    fn default() -> Self {
        Self { mode: STOP.to_owned() }
    }
}

const STOP: &str = "stop";
const MODES: [&str; 3] = ["play", "pause", STOP];

/// Plays, pauses and stops a sound file. `open(path)` selects the file in the script.
///
/// `morse run` plays the sound on its own machine, with the first of these programs that is installed and supports the
/// file: pw-play, paplay, aplay, afplay, mpg123, ffplay, mpv. The volume does not depend on the robot's position. The
/// sound plays at its own speed, even if simulated time does not follow real time. To play a sound again after its
/// end, send `stop` and then `play`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
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

impl Actuator for Sound {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Playback) -> Result<(), SetupError> {
        if let Some(mode) = setup.object.properties.get("mode").and_then(Value::as_str) {
            data.mode = mode.to_owned();
        }
        Ok(())
    }

    fn act(&mut self, _act: &mut ActContext<'_>, data: &mut Playback) {
        if data.mode != self.mode.0 {
            if MODES.contains(&data.mode.as_str()) {
                self.mode.0.clone_from(&data.mode);
            } else {
                data.mode.clone_from(&self.mode.0);
            }
        }
    }
}
