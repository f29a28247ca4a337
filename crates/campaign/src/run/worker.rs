//! A worker: reads jobs, does them one after the other, and writes answers, each on a line.

use std::any::Any;
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

use morse::python::Interpreter;
use morse::{Document, Format, LoadOptions, Scene, SceneFile, SceneSource, Trust};

use super::execute::execute;
use super::job::{Answer, Finished, Hello, Job, Request, SCENE_FAILED};
use super::loaded::Loaded;

/// How many scenes a worker keeps. Runs of one scene follow one another.
const SCENES_KEPT: usize = 4;

/// Does jobs until there are no more.
///
/// # Errors
/// If a job cannot be read or an answer cannot be written: then the conductor is gone.
pub fn serve(jobs: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    send(&mut answers, &Hello::Ready { workers: 1, queue: 0 })?;
    let mut scenes: Vec<(u64, Loaded)> = Vec::new();
    for line in jobs.lines() {
        // A run that has ended cannot be given up.
        let Request::Do(job) = serde_json::from_str(&line?)? else { continue };
        let run = job.run;
        let done = panic::catch_unwind(AssertUnwindSafe(|| run_one(&job, &mut scenes)));
        let result = match done {
            Ok(Ok(finished)) => finished,
            Ok(Err(error)) => Finished::Failed(error),
            Err(panic) => {
                send(&mut answers, &Answer { run, result: Finished::Lost(panicked(&*panic)) })?;
                return Ok(());
            }
        };
        send(&mut answers, &Answer { run, result })?;
    }
    Ok(())
}

fn send(answers: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *answers, message)?;
    answers.write_all(b"\n")?;
    answers.flush()
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it gave no reason");
    format!("the simulator itself failed: {text}")
}

fn run_one(job: &Job, scenes: &mut Vec<(u64, Loaded)>) -> Result<Finished, String> {
    let begun = Instant::now();
    scenes.iter_mut().filter(|(key, _)| *key != job.scene.key).for_each(|(_, loaded)| loaded.forget());
    let place = match scenes.iter().position(|(key, _)| *key == job.scene.key) {
        Some(place) => place,
        None => {
            let scene = Loaded::new(load(job)?);
            if scenes.len() == SCENES_KEPT {
                scenes.remove(0);
            }
            scenes.push((job.scene.key, scene));
            scenes.len() - 1
        }
    };
    execute(&mut scenes[place].1, job, begun)
}

fn load(job: &Job) -> Result<Scene, String> {
    let failure = |error: &dyn std::fmt::Display| format!("{SCENE_FAILED}: {error}");
    let scene = &job.scene;
    let document = Document::from_json(&scene.document).map_err(|error| failure(&error))?;
    let file = SceneFile {
        format: if scene.is_trusted { Format::Script } else { Format::Document },
        is_trusted: scene.is_trusted,
        ..SceneFile::of_document(&scene.path)
    };
    let mut source = SceneSource { document, python_path: scene.python_path.clone() };
    // A run of a campaign serves no clients, so that missing middlewares do not matter.
    source.leave_out_missing().map_err(|error| failure(&error))?;
    let options = LoadOptions {
        interpreter: Interpreter::choose(job.python.as_deref()),
        keep_stdout: true,
        trust: if scene.is_trusted { Trust::Trusted } else { Trust::ScriptsOnly },
        ..LoadOptions::default()
    };
    Scene::of(file, source, &options).map_err(|error| failure(&error))
}
