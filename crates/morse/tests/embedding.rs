//! The embedded library: the example, several simulations in one process, observers, ends of runs.
#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, clippy::print_stdout, clippy::print_stderr)]
#[path = "../examples/embed.rs"]
mod embed;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use morse::middlewares::{self, Serving};
use morse::{
    Background, Code, DefaultScene, Document, Ending, Frame, Interrupt, LoadError, LoadOptions, Map, Options,
    Runner, Scene, SceneFile, Simulation, Trust, Value,
};
use morse_sim::engine::control::LogLevel;
use morse_sim::transport::request::Event;
use morse_world::Pose;
use tempfile::TempDir;

/// Writes a scene with a robot, a motion actuator and a pose sensor.
fn scene(folder: &TempDir, name: &str) -> PathBuf {
    let text = r#"{"morse_scene": 1, "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
        {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot",
         "rate_hz": 60.0},
        {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0}]}"#;
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Digest and final pose of a run of `ticks` ticks, with clients served on free ports if `serves`.
fn run(path: &Path, speed_m_s: f64, ticks: u64, serves: bool) -> (u64, Pose) {
    let scene = Scene::load(path, &LoadOptions::default()).unwrap();
    let mut simulation = if serves {
        let bind = [127, 0, 0, 1].into();
        let (middlewares, port) = middlewares::all(Serving {
            bind,
            service_port: 0,
            stream_port: 0,
            fast: true,
            limits: Default::default(),
        });
        let mut simulation = scene.serving_simulation(middlewares, &Options::default()).unwrap();
        simulation.start().unwrap();
        assert!(port.get().is_some_and(|&port| port > 0));
        simulation
    } else {
        scene.simulation(&Options::default()).unwrap()
    };
    simulation.command("robot.motion", &[("v", speed_m_s), ("w", 0.0)].into()).unwrap();
    let mut poses = Vec::new();
    let record = |frame: &Frame<'_>| poses.push(frame.world_from("robot").unwrap());
    let mut runner = Runner::new(simulation).observe(record).stop_after_ticks(ticks);
    assert_eq!(runner.run(), Ending::Stopped);
    let mut simulation = runner.into_simulation();
    let digest = simulation.digest().unwrap();
    simulation.finish();
    assert_eq!(poses.len() as u64, ticks);
    (digest, *poses.last().unwrap())
}

#[test]
fn example_drives_and_records_robot() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/embed.py");
    let records = embed::drive(&path).unwrap();
    assert_eq!(records.len(), 120);
    let (time_s, x) = *records.last().unwrap();
    assert!((time_s - 2.0).abs() < 1e-9, "{time_s}");
    // On a circle of 5 m, the final x is 5 sin(0.4); the sensor reads one or two ticks earlier.
    assert!((1.85..1.96).contains(&x), "{x}");
}

#[test]
fn example_equals_its_page() {
    let (page, example) = (include_str!("../../../docs/rust.md"), include_str!("../examples/embed.rs"));
    let code = &example[example.find("use std::path").unwrap()..];
    assert!(page.contains(&format!("```rust\n{code}```\n")));
}

#[test]
fn simulations_in_one_process_share_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(&folder, "scene.json");
    let (slow_alone, fast_alone) = (run(&path, 0.5, 180, false), run(&path, 1.0, 180, false));
    assert_ne!(slow_alone, fast_alone);
    let (slow, fast) = thread::scope(|scope| {
        let slow = scope.spawn(|| run(&path, 0.5, 180, true));
        let fast = scope.spawn(|| run(&path, 1.0, 180, true));
        (slow.join().unwrap(), fast.join().unwrap())
    });
    assert_eq!((slow, fast), (slow_alone, fast_alone));
}

/// A scene whose sensor is written in Python and counts its readings.
const COUNTING_SCENE: &str = "
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from morse.builder import *
from morse.builder.creator import SensorCreator
class Counter(SensorCreator):
    _classpath = 'counting.Counter'
robot = ATRV()
counter = Counter()
robot.append(counter)
env = Environment('empty', fastmode=True)
";
const COUNTING_SENSOR: &str = "
from morse.core.sensor import Sensor
from morse.helpers.components import add_data
class Counter(Sensor):
    add_data('count', 0, 'int', 'Number of readings.')
    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
    def default_action(self):
        self.local_data['count'] += 1
";

#[test]
fn simulations_of_one_scene_have_separate_python_processes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.py");
    std::fs::write(&path, COUNTING_SCENE).unwrap();
    std::fs::write(folder.path().join("counting.py"), COUNTING_SENSOR).unwrap();
    let scene = Scene::load(&path, &LoadOptions::default()).unwrap();
    let [mut one, mut other] = [(); 2].map(|()| scene.simulation(&Options::default()).unwrap());
    // The simulations do not need the scene.
    drop(scene);
    let count = |simulation: &mut Simulation| {
        simulation.step();
        simulation.data("robot.counter").unwrap().to_map().get("count").cloned().unwrap()
    };
    assert_eq!((count(&mut one), count(&mut other)), (Value::Int(1), Value::Int(1)));
    assert_eq!(
        (count(&mut one), count(&mut one), count(&mut other)),
        (Value::Int(2), Value::Int(3), Value::Int(2))
    );
    one.finish();
    assert_eq!(count(&mut other), Value::Int(3));
}

#[test]
fn interrupt_ends_only_its_own_run() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let start = || Runner::new(scene.simulation(&Options::default()).unwrap());
    let interrupt = Interrupt::default();
    let requester = interrupt.clone();
    let ask = move |frame: &Frame<'_>| {
        if frame.tick() == 3 {
            requester.request();
        }
    };
    let mut ended = start().interrupt(interrupt).observe(ask);
    assert_eq!(ended.run(), Ending::Interrupted);
    assert_eq!(ended.simulation().clock().tick(), 3);
    let mut other = start().interrupt(Interrupt::default()).stop_after_ticks(7);
    other.run();
    assert_eq!(other.simulation().clock().tick(), 7);
}

#[test]
fn frame_shows_readings_activity_and_moved_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let mut shown = Vec::new();
    let show = |frame: &Frame<'_>| {
        if frame.tick() == 2 {
            frame.command("robot.motion", &[("v", 1.0), ("w", 0.0)].into()).unwrap();
            assert!(frame.command("robot.motion", &Map::default()).is_err());
            assert!(frame.command("robot.pose", &Map::default()).is_err());
            frame.call("time", "now", Vec::new(), |_| {});
        }
        let readings: Vec<&str> = frame.readings().map(|(sensor, _)| sensor).collect();
        let moved = frame.moved_since(frame.tick() - 1);
        let moves = moved.iter().any(|&(node, _)| frame.name(node) == "robot.pose");
        let activity = frame.activity();
        let calls: Vec<_> = activity.calls.iter().map(|call| call.service.clone()).collect();
        let (commands, answers) = (activity.commands.clone(), activity.answers.len());
        shown.push((readings == ["robot.pose"], moves, commands.len(), calls, answers));
    };
    let simulation = scene.simulation(&Options::default()).unwrap();
    let runner = Runner::new(simulation).keep_reading("robot.pose").unwrap();
    assert_eq!(runner.observe(show).stop_when(|frame| frame.tick() == 3).run(), Ending::Stopped);
    let third = (true, true, 1, vec!["now".to_owned()], 1);
    assert_eq!(shown, [(true, true, 0, vec![], 0), (true, shown[1].1, 0, vec![], 0), third]);
}

#[test]
fn background_work_drops_ticks_and_does_not_delay_run() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let (go, wait) = mpsc::channel::<()>();
    let (done, worked) = mpsc::channel();
    let work = move |tick: u64| {
        // It waits until the run has ended, so that a run that waited for it would never end.
        let _ = wait.recv();
        let _ = done.send(tick);
    };
    let capture = |frame: &Frame<'_>| (frame.tick() > 1).then(|| frame.tick());
    let background = Background::new(2, capture, work).unwrap();
    let dropped = background.dropped();
    let mut runner =
        Runner::new(scene.simulation(&Options::default()).unwrap()).observe(background).stop_after_ticks(21);
    runner.run();
    drop(go);
    drop(runner.into_simulation());
    let worked: Vec<u64> = worked.iter().collect();
    // Two are queued, and the thread may have taken one more.
    assert!((2..=3).contains(&worked.len()) && worked[0] == 2, "{worked:?}");
    assert_eq!(dropped.load(Ordering::Relaxed) + worked.len() as u64, 20);
}

#[test]
fn events_of_observers_apply_before_next_tick() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let attach = |frame: &Frame<'_>| {
        if frame.tick() == 2 {
            frame.send(Event::ClockTriggered);
            frame.send(Event::ClockTriggered);
        }
    };
    let mut runner =
        Runner::new(scene.simulation(&Options::default()).unwrap()).observe(attach).stop_after_ticks(2);
    runner.run();
    assert_eq!(runner.simulation_mut().controls().clock_triggers, 2);
}

#[test]
fn log_levels_are_passed_to_handler() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let mut simulation = scene.simulation(&Options::default()).unwrap();
    simulation.controls().log_levels.push(("sensors.pose".to_owned(), LogLevel::Debug));
    let mut changes = Vec::new();
    let handler = |logger: &str, level| changes.push((logger.to_owned(), level));
    Runner::new(simulation).on_log_level(handler).stop_after_ticks(1).run();
    assert_eq!(changes, [("sensors.pose".to_owned(), LogLevel::Debug)]);
}

#[test]
fn sensor_is_read_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::load(&scene(&folder, "scene.json"), &LoadOptions::default()).unwrap();
    let start = || Runner::new(scene.simulation(&Options::default()).unwrap()).stop_after_ticks(1);
    assert!(start().keep_reading("robot.gps").is_err());
    let mut seen = Vec::new();
    let read = |frame: &Frame<'_>| {
        seen.push((frame.read("robot.pose", "z"), frame.read("robot.pose", "no"), frame.read("no", "z")));
    };
    start().keep_reading("robot.pose").unwrap().observe(read).run();
    assert!(matches!(seen.as_slice(), [(Some(Value::Float(_)), None, None)]), "{seen:?}");
}

#[test]
fn scene_with_mistakes_loads_with_diagnostics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(
        &path,
        r#"{"morse_scene": 1, "objects": [{"name": "robot", "kind": "robot", "class": "morse.robots.atrvv.ATRV"}]}"#,
    )
    .unwrap();
    let scene = Scene::load(&path, &LoadOptions::default()).unwrap();
    assert!(!scene.can_run() && scene.diagnostics().iter().any(|found| found.is_error()));
    let Err(error) = scene.simulation(&Options::default()) else { panic!("it runs") };
    assert!(error.path == path && error.to_string().contains("atrvv"), "{error}");
}

#[test]
fn diagnostics_are_ignored_on_request() {
    let load = |ignored| {
        let options = LoadOptions { ignored, ..LoadOptions::default() };
        Scene::from_document("no robot", Document::default(), &options).unwrap()
    };
    let scene = load(Vec::new());
    assert!(
        !scene.can_run() && scene.diagnostics()[0].code == Code::SceneNoRobot,
        "{:?}",
        scene.diagnostics()
    );
    let scene = load(vec![Code::SceneNoRobot]);
    assert!(scene.can_run(), "{:?}", scene.diagnostics());
}

#[test]
fn untrusted_scripts_and_missing_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none.py");
    assert!(matches!(Scene::load(&missing, &LoadOptions::default()), Err(LoadError::SceneNotFound(_))));
    let script = folder.path().join("scene.py");
    std::fs::write(&script, "").unwrap();
    let options = LoadOptions { trust: Trust::Untrusted, ..LoadOptions::default() };
    assert!(matches!(Scene::load(&script, &options), Err(LoadError::UntrustedScript(_))));
    let interrupt = Interrupt::default();
    interrupt.request();
    std::fs::write(&script, "import time\ntime.sleep(3600)\n").unwrap();
    let options = LoadOptions { interrupt, ..LoadOptions::default() };
    assert!(matches!(Scene::load(&script, &options), Err(LoadError::Interrupted)));
    assert_eq!(SceneFile::at(&script, &[]).unwrap().default, None::<DefaultScene>);
}
