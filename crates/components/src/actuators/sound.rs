//! Sound: whether a sound plays. It is made heard by the command.

use morse_sim::prelude::*;

/// What is to become of the sound.
#[derive(Data, Clone)]
pub struct Playback {
    /// `play`, `pause` or `stop`. Starts as the property `mode` says.
    mode: String,
}

impl Default for Playback {
    fn default() -> Self {
        Self { mode: STOP.to_owned() }
    }
}

const STOP: &str = "stop";
const MODES: [&str; 3] = ["play", "pause", STOP];

/// Plays, pauses and stops a sound file, the one that `open(path)` chooses in the script.
///
/// `morse run` plays it with a program of the system, on the machine on which it runs: pw-play, paplay, aplay, afplay, mpg123,
/// ffplay or mpv, whichever is found first and plays such files. It sounds as in the file, wherever the robot is, and at its own
/// speed, also where simulated time does not follow real time. A sound that came to its end is played again after `stop` and
/// `play`. Other words change nothing.
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
    fn start(&mut self, setup: &Setup<'_>, data: &mut Playback) -> Result<(), SetupError> {
        if let Some(mode) = setup.object.properties.get("mode").and_then(Value::as_str) {
            data.mode = mode.to_owned();
        }
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
