//! Plays the sounds of Sound actuators on this machine. The simulation does not depend on it.

mod player;

use std::path::{Path, PathBuf};

use morse::{Frame, Observer, SceneFile, TRUST_HELP, may_read};
use morse_scene::document::{Document, Object};
use morse_scene::value::Value;
use morse_sim::contract::data::Field;

use player::Playing;

const SOUND: &str = "morse.actuators.sound.Sound";

/// The state that an actuator requests for its sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Play,
    Pause,
    Stop,
}

impl Mode {
    /// The mode of an actuator; `None` for an invalid value, which the actuator will reject.
    fn of(frame: &Frame<'_>, actuator: &str) -> Option<Self> {
        let data = frame.data(actuator)?;
        match data.get(data.index_of("mode")?)? {
            Field::Text("play") => Some(Self::Play),
            Field::Text("pause") => Some(Self::Pause),
            Field::Text("stop") => Some(Self::Stop),
            _ => None,
        }
    }
}

/// The sounds of a scene and their players. Dropping it stops all sounds.
pub struct Sounds(Vec<Sound>);

impl Sounds {
    /// Finds the sound files of a scene, and logs which actuators stay silent. `silent` disables all sounds.
    pub fn open(document: &Document, scene: &SceneFile, silent: bool) -> Self {
        let actuators = document.objects.iter().filter(|object| object.class.as_deref() == Some(SOUND));
        if silent {
            actuators.for_each(|object| tracing::info!("{} stays silent: --noaudio", object.name));
            return Self(Vec::new());
        }
        Self(actuators.filter_map(|actuator| Sound::of(actuator, scene)).collect())
    }
}

impl Observer for Sounds {
    /// Plays, pauses and stops sounds according to the actuators.
    fn tick(&mut self, frame: &Frame<'_>) {
        for sound in &mut self.0 {
            if let Some(mode) = Mode::of(frame, &sound.actuator) {
                sound.set_mode(mode);
            }
            sound.check_end();
        }
        self.0.retain(|sound| !sound.is_mute);
    }

    fn needs_activity(&self) -> bool {
        false
    }
}

/// The sound of one actuator.
struct Sound {
    actuator: String,
    file: PathBuf,
    mode: Mode,
    playing: Option<Playing>,
    /// Whether no installed program can play it.
    is_mute: bool,
}

impl Sound {
    /// The sound of an actuator; `None` if its file is missing or must not be read.
    fn of(object: &Object, scene: &SceneFile) -> Option<Self> {
        let actuator = object.name.clone();
        let Some(file) = object.options.get("sound_file").and_then(Value::as_str) else {
            tracing::warn!(
                "{actuator} stays silent: it has no sound file; choose one with its method open()"
            );
            return None;
        };
        if !Path::new(file).is_file() {
            tracing::warn!("{actuator} stays silent: there is no sound file {file}");
            return None;
        }
        if !may_read(scene, file) {
            tracing::warn!(
                "{actuator} stays silent: {file} is neither below the working directory nor in a resource folder; {}",
                TRUST_HELP
            );
            return None;
        }
        // The player program cannot mistake an absolute path for an option.
        let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
        Some(Self { actuator, file: path, mode: Mode::Stop, playing: None, is_mute: false })
    }

    fn set_mode(&mut self, mode: Mode) {
        if std::mem::replace(&mut self.mode, mode) == mode {
            return;
        }
        match (mode, &mut self.playing) {
            (Mode::Play, Some(playing)) => playing.resume(),
            (Mode::Play, None) => self.begin(),
            (Mode::Pause, Some(playing)) => playing.pause(),
            // Dropping the player ends it.
            (Mode::Stop, _) => self.playing = None,
            (Mode::Pause, None) => {}
        }
    }

    fn begin(&mut self) {
        match Playing::begin(&self.file) {
            Ok(playing) => {
                tracing::info!("{} plays {} with {}", self.actuator, self.file.display(), playing.program());
                self.playing = Some(playing);
            }
            Err(tried) => {
                tracing::warn!(
                    "{} stays silent: none of the programs that play {} is installed: {}",
                    self.actuator,
                    self.file.display(),
                    tried.join(", ")
                );
                self.is_mute = true;
            }
        }
    }

    /// Removes a player that has ended. The sound stays silent until the actuator stops it and plays it again.
    fn check_end(&mut self) {
        let Some(status) = self.playing.as_mut().and_then(Playing::ended) else { return };
        if let Some(playing) = self.playing.take().filter(|_| !status.success()) {
            tracing::warn!(
                "{} was not played to its end: {} ended with {status}; to see why, run: {}",
                self.file.display(),
                playing.program(),
                playing.command()
            );
        }
    }
}
