//! What is rendered: a scene that is simulated, or a recorded run that is made again.

use std::path::{Path, PathBuf};

use morse::{LoadError, LoadOptions, Options, Scene, SceneFile, SceneSource, Simulation, models};
use morse_recording::{Recorded, Replay};
use morse_scene::Document;
use morse_sim::step_rate_hz;

use crate::arguments::RenderArguments;
use crate::commands::replay::tell_state;
use crate::commands::simulation_alone;
use crate::failure::Failure;
use crate::{scene_words, signals};

/// The folder of models that are environments.
const ENVIRONMENTS: &str = "environments";
/// Ends the names of recordings.
const RECORDING_SUFFIX: &str = "mcap";

/// What is rendered.
pub enum Subject {
    /// A scene, and the seed of its runs.
    Scene(Box<Scene>, u64),
    /// A recorded run.
    Recording(PathBuf, Box<Recorded>, LoadOptions),
}

impl Subject {
    /// The one that the words mean: a recording, a scene or, if there is none of that name, the model of an environment.
    pub fn find(arguments: &RenderArguments) -> Result<Self, Failure> {
        let words = &arguments.words;
        if let [word] = words.as_slice()
            && Path::new(word).extension().is_some_and(|suffix| suffix == RECORDING_SUFFIX)
        {
            signals::watch();
            return Self::recording(Path::new(word), arguments);
        }
        let (scene, environment) = find_scene(words)?;
        let scene = scene.trusted(arguments.trust.trust())?;
        signals::watch();
        let options = scene_words::viewing_options(&arguments.python);
        let mut source = match environment {
            Some(document) => SceneSource { document, python_path: Vec::new() },
            None => SceneSource::read(&scene, &options, &mut |_| {})?,
        };
        // Rendering needs no middleware.
        source.leave_out_missing()?;
        Ok(Self::Scene(Box::new(Scene::of(scene, source, &options)?), arguments.seed))
    }

    fn recording(path: &Path, arguments: &RenderArguments) -> Result<Self, Failure> {
        let recorded = Recorded::load(path)?;
        tell_state(&recorded);
        let options =
            LoadOptions { trust: arguments.trust.trust(), ..scene_words::load_options(&arguments.python) };
        Ok(Self::Recording(path.to_owned(), Box::new(recorded), options))
    }

    /// The name of its picture in the current folder.
    pub fn own_name(&self) -> PathBuf {
        let path = match self {
            Self::Scene(scene, _) => &scene.file().path,
            Self::Recording(path, ..) => path,
        };
        Path::new(path.file_stem().unwrap_or_default()).with_extension("png")
    }

    /// When it ends, if it does. [s]
    pub fn end_s(&self) -> Option<f64> {
        match self {
            Self::Scene(..) => None,
            Self::Recording(_, recorded, _) => Some(recorded.last_tick() as f64 / recorded.info.rate_hz),
        }
    }

    /// The run from its beginning.
    pub fn run(&self) -> Result<Run, Failure> {
        let (moving, rate_hz) = match self {
            Self::Scene(scene, seed) => {
                let simulation = simulation_alone(scene, Options { seed: *seed, ..Options::default() })?;
                (
                    Moving::Scene(Box::new(simulation), Box::new(scene.document().clone())),
                    step_rate_hz(scene.document()),
                )
            }
            Self::Recording(_, recorded, options) => {
                let Recorded { info, document, inputs, .. } = recorded.as_ref();
                let replay = Replay::new(info, document.clone(), inputs.clone(), options)?;
                (Moving::Recording(Box::new(replay)), info.rate_hz)
            }
        };
        Ok(Run { moving, rate_hz, end_s: self.end_s() })
    }
}

/// The scene that words mean, and its document if it is nothing but an environment.
fn find_scene(words: &[String]) -> Result<(SceneFile, Option<Document>), Failure> {
    let missing = match scene_words::find(words) {
        Ok(scene) => return Ok((scene, None)),
        Err(missing) => missing,
    };
    let (Failure::Load(LoadError::SceneNotFound(name)), [_]) = (&missing, words) else {
        return Err(missing);
    };
    let scene = SceneFile::of_document(name);
    if models::library(Some(&scene)).load(name, ENVIRONMENTS).is_err() {
        return Err(missing);
    }
    let mut document = Document::default();
    document.environment.file.clone_from(name);
    Ok((scene, Some(document)))
}

/// A run under way.
pub struct Run {
    moving: Moving,
    rate_hz: f64,
    end_s: Option<f64>,
}

enum Moving {
    Scene(Box<Simulation>, Box<Document>),
    Recording(Box<Replay>),
}

impl Run {
    /// Makes steps until so much simulated time has passed. [s]
    ///
    /// # Errors
    /// When the recording is shorter, or the user does not want to wait.
    pub fn advance_to(&mut self, time_s: f64) -> Result<(), Failure> {
        // Half a tick of the last one: the end is a tick as it was computed, not a sum of periods.
        if let Some(end_s) = self.end_s.filter(|end_s| time_s > end_s + 0.5 / self.rate_hz) {
            let why = format!("the recording ends at {end_s:.3} s, before {time_s} s");
            return Err(Failure::Picture(why));
        }
        let ticks = (time_s * self.rate_hz - 1e-6).ceil().max(0.0) as u64;
        while self.parts().1.clock().tick() < ticks {
            match &mut self.moving {
                Moving::Scene(simulation, _) => simulation.step(),
                Moving::Recording(replay) => replay.step(),
            }
            if signals::interrupted() {
                return Err(Failure::Interrupted);
            }
        }
        Ok(())
    }

    /// The scene, and its simulation as it is now.
    pub fn parts(&mut self) -> (&Document, &mut Simulation) {
        match &mut self.moving {
            Moving::Scene(simulation, document) => (document, simulation),
            Moving::Recording(replay) => replay.parts(),
        }
    }
}
