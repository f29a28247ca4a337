//! The subject of a picture: a scene, or a recorded run that is simulated again.

use std::path::{Path, PathBuf};

use morse::{LoadOptions, Options, Scene, SceneFile, SceneSource, Simulation, Trust};
use morse_recording::{Recorded, Replay};
use morse_scene::Document;
use morse_sim::step_rate_hz;

use crate::arguments::{PythonArguments, RenderArguments, RobotFileArguments, RobotPlaceArguments};
use crate::commands::recordings::replay::report_state;
use crate::failure::Failure;
use crate::output::findings::simulation_alone;
use crate::{robot_file, scene_loading, signals};

/// File extension of recordings.
const RECORDING_SUFFIX: &str = "mcap";

/// The subject of a picture.
pub enum Subject {
    /// A scene, and the seed of its simulation.
    Scene(Box<Scene>, u64),
    /// A recorded run.
    Recording(PathBuf, Box<Recorded>, LoadOptions),
}

impl Subject {
    /// Finds the subject that the command line names: a recording, a scene or, if there is no such scene, the model of an
    /// environment.
    pub fn find(arguments: &RenderArguments) -> Result<Self, Failure> {
        let words = &arguments.scene;
        if let [word] = words.as_slice()
            && Path::new(word).extension().is_some_and(|suffix| suffix == RECORDING_SUFFIX)
        {
            signals::watch();
            return Self::recording(Path::new(word), arguments);
        }
        let scene = load_scene(words, arguments.trust.trust(), &arguments.robot_file, &arguments.python)?;
        Ok(Self::Scene(Box::new(scene), arguments.seed))
    }

    fn recording(path: &Path, arguments: &RenderArguments) -> Result<Self, Failure> {
        let recorded = Recorded::load(path)?;
        report_state(&recorded);
        let options =
            LoadOptions { trust: arguments.trust.trust(), ..scene_loading::load_options(&arguments.python) };
        Ok(Self::Recording(path.to_owned(), Box::new(recorded), options))
    }

    /// Default path of the picture, in the current folder.
    pub fn default_output(&self) -> PathBuf {
        let path = match self {
            Self::Scene(scene, _) => &scene.file().path,
            Self::Recording(path, ..) => path,
        };
        Path::new(path.file_stem().unwrap_or_default()).with_extension("png")
    }

    /// Simulated time of the end of a recording; `None` for a scene. [s]
    pub fn end_s(&self) -> Option<f64> {
        match self {
            Self::Scene(..) => None,
            Self::Recording(_, recorded, _) => Some(recorded.last_tick() as f64 / recorded.info.rate_hz),
        }
    }

    /// Starts a run of the subject.
    pub fn run(&self) -> Result<Run, Failure> {
        let (source, rate_hz) = match self {
            Self::Scene(scene, seed) => {
                let simulation = simulation_alone(scene, Options { seed: *seed, ..Options::default() })?;
                (
                    RunSource::Scene(Box::new(simulation), Box::new(scene.document().clone())),
                    step_rate_hz(scene.document()),
                )
            }
            Self::Recording(_, recorded, options) => {
                let Recorded { info, document, inputs, .. } = recorded.as_ref();
                let replay = Replay::new(info, document.clone(), inputs.clone(), options)?;
                (RunSource::Recording(Box::new(replay)), info.rate_hz)
            }
        };
        Ok(Run { source, rate_hz, end_s: self.end_s() })
    }
}

/// Loads the scene that the command line names or, if there is no such scene, the model of an environment or of a robot. Missing
/// middlewares are left out, since no client is served.
///
/// # Errors
/// If the scene cannot be found or loaded.
pub fn load_scene(
    words: &[String],
    trust: Trust,
    options: &RobotFileArguments,
    python: &PythonArguments,
) -> Result<Scene, Failure> {
    let (scene, source) = read_scene(words, trust, options, python)?;
    Ok(Scene::of(scene, source, &scene_loading::viewing_options(python))?)
}

/// Reads the document of such a scene.
///
/// # Errors
/// If the scene cannot be found or read.
pub fn read_scene(
    words: &[String],
    trust: Trust,
    options: &RobotFileArguments,
    python: &PythonArguments,
) -> Result<(SceneFile, SceneSource), Failure> {
    let (scene, document) = match robot_file::scene(words, &RobotPlaceArguments::default(), options, python)?
    {
        Some((scene, document)) => (scene, Some(document)),
        None => {
            let (scene, environment) = scene_loading::find_or_environment(words)?;
            (scene.trusted(trust)?, environment)
        }
    };
    signals::watch();
    let mut source = match document {
        Some(document) => SceneSource { document, python_path: Vec::new() },
        None => SceneSource::read(&scene, &scene_loading::viewing_options(python), &mut |_| {})?,
    };
    source.leave_out_missing()?;
    Ok((scene, source))
}

/// A simulation of the subject.
pub struct Run {
    source: RunSource,
    rate_hz: f64,
    end_s: Option<f64>,
}

enum RunSource {
    Scene(Box<Simulation>, Box<Document>),
    Recording(Box<Replay>),
}

impl Run {
    /// Steps until the simulated time `time_s` [s].
    ///
    /// # Errors
    /// If the recording is shorter, or the user interrupts.
    pub fn advance_to(&mut self, time_s: f64) -> Result<(), Failure> {
        // Tolerates half a tick, because times are rounded.
        if let Some(end_s) = self.end_s.filter(|end_s| time_s > end_s + 0.5 / self.rate_hz) {
            let why = format!("the recording ends at {end_s:.3} s, before {time_s} s");
            return Err(Failure::Picture(why));
        }
        let ticks = (time_s * self.rate_hz - 1e-6).ceil().max(0.0) as u64;
        while self.parts().1.clock().tick() < ticks {
            match &mut self.source {
                RunSource::Scene(simulation, _) => simulation.step(),
                RunSource::Recording(replay) => replay.step(),
            }
            if signals::interrupted() {
                return Err(Failure::Interrupted);
            }
        }
        Ok(())
    }

    /// The scene and its simulation.
    pub fn parts(&mut self) -> (&Document, &mut Simulation) {
        match &mut self.source {
            RunSource::Scene(simulation, document) => (document, simulation),
            RunSource::Recording(replay) => replay.parts(),
        }
    }
}
