//! Plays the sounds of Sound actuators on this machine. The simulation does not depend on it.

mod player;

use std::path::{Path, PathBuf};

use morse::{Frame, Observer, SceneFile, TRUST_HELP, may_read};
use morse_scene::document::{Document, Object};
use morse_scene::value::Value;
use morse_sim::contract::data::Field;

use player::Playing;

const SOUND: &str = "morse.actuators.sound.Sound";

/// What an actuator wants of its sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Play,
    Pause,
    Stop,
}

impl Mode {
    /// What an actuator has for its mode; `None` for a word that it has not refused yet.
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

/// The sounds of a scene, and the players of those that are heard now. They fall silent when it is dropped.
pub struct Sounds(Vec<Sound>);

impl Sounds {
    /// Finds the sound files of a scene, and says which actuators stay silent. `silent` plays none.
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
    /// Plays, pauses and stops what the actuators of a simulation say now.
    fn tick(&mut self, frame: &Frame<'_>) {
        for sound in &mut self.0 {
            if let Some(mode) = Mode::of(frame, &sound.actuator) {
                sound.become_(mode);
            }
            sound.see_whether_it_ended();
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
    /// Whether nothing can play it.
    is_mute: bool,
}

impl Sound {
    /// The sound of an actuator, if its file is there.
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
        // An absolute name cannot be mistaken for an option by the program that plays it.
        let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
        Some(Self { actuator, file: path, mode: Mode::Stop, playing: None, is_mute: false })
    }

    fn become_(&mut self, mode: Mode) {
        if std::mem::replace(&mut self.mode, mode) == mode {
            return;
        }
        match (mode, &mut self.playing) {
            (Mode::Play, Some(playing)) => playing.resume(),
            (Mode::Play, None) => self.begin(),
            (Mode::Pause, Some(playing)) => playing.pause(),
            // What is dropped is ended.
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

    /// A sound that was played to its end is silent until it is told to stop and to play again.
    fn see_whether_it_ended(&mut self) {
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
