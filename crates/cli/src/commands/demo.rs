//! `morse demo`: a robot that drives among obstacles, in a page of the browser and as text in the terminal.

mod floor_plan;

use std::io::IsTerminal;

use console::Term;
use morse::{Frame, LoadOptions, Options, Pace, Runner, Scene, SceneBuilder, WiringTable};
use morse_scene::document::{Physics, Shape};
use morse_sim::contract::data::Field;
use morse_viewer::{Settings, Viewer};

use crate::arguments::DemoArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::output::png;
use crate::output::standard_output::print;
use crate::{browser, signals};
use floor_plan::FloorPlan;

/// Half the side of the square room. [m]
const ROOM_M: f64 = 7.0;
/// The robot turns away from obstacles that are nearer. [m]
const CLOSE_M: f64 = 1.6;
/// Ticks between two drawings.
const TICKS_PER_DRAWING: u64 = 15;

/// Runs the scene, and draws it while it runs.
pub fn demo(arguments: &DemoArguments) -> Result<(), Failure> {
    if let Some(picture) = &arguments.picture {
        png::find_folder(picture)?;
    }
    signals::watch();
    let scene = scene()?;
    let simulation =
        scene.simulation(&Options::default()).map_err(|error| Failure::Demo(error.to_string()))?;
    let settings = Settings { address: arguments.page.view_address, port: arguments.page.view_port };
    let viewer = Viewer::start(settings, "demo", scene.document(), &simulation)
        .map_err(|error| Failure::Serving(error.to_string()))?;
    let is_terminal = std::io::stdout().is_terminal();
    let opened = (is_terminal || arguments.page.open) && browser::open(&viewer.url());
    log::notice(&format!("To view{}: {}", if opened { ", if no page opens" } else { "" }, viewer.url()));
    log::notice("The same room as a floor plan, as the laser scanner of the robot sees it:");
    log::notice("# hits of its rays   > the robot   @ a walking person   Ctrl-C ends it");
    let mut screen = is_terminal.then(|| Screen { terminal: Term::stdout(), lines: 0 });
    let pace = if arguments.fast { Pace::FAST } else { Pace::of(scene.document(), false) };
    let mut last = String::new();
    let draw = |frame: &Frame<'_>| {
        drive(frame);
        if frame.tick().is_multiple_of(TICKS_PER_DRAWING) {
            last = FloorPlan::of(frame, ROOM_M).text();
            if let Some(screen) = &mut screen {
                screen.show(&last);
            }
        }
    };
    let mut runner = Runner::new(simulation)
        .keep_reading("robot.scan")
        .map_err(|error| Failure::Demo(error.to_string()))?
        .pace(pace)
        .interrupt(signals::interrupt())
        .observe(draw)
        .observe(viewer)
        .stop_after_seconds(arguments.duration);
    runner.run();
    let simulation = runner.into_simulation();
    if !is_terminal {
        print(&last)?;
    }
    if let Some(path) = &arguments.picture {
        let robot = simulation.world().find("robot");
        let camera =
            simulation.sensor_id("robot.camera").zip(simulation.component_properties("robot.camera"));
        let picture = robot.zip(camera).and_then(|(robot, (camera, properties))| {
            let pose = simulation.world_from_component(camera);
            morse_components::render_image(simulation.world(), robot, pose, &properties)
        });
        png::write(path, &picture.ok_or_else(|| Failure::Picture("the camera sees nothing".to_owned()))?)?;
        log::notice(&format!("{}: the image of the robot's camera", path.display()));
    }
    log::notice(
        "To write your own scene in ten lines of Python: morse create my_sim, then morse run my_sim.",
    );
    Ok(())
}

/// A room with boxes, a robot with a laser scanner and a camera, and a person who walks in a circle.
fn scene() -> Result<Scene, Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::Demo(error.to_string());
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let mut robot = builder.robot("robot", "ATRV");
    robot.translate([-3.0, 0.0, 0.1]);
    robot.actuator("motion", "MotionVW");
    robot.sensor("scan", "Sick").translate([0.3, 0.0, 0.9]).frequency(10.0);
    robot.sensor("camera", "VideoCamera").translate([0.5, 0.0, 1.2]);
    let mut person = builder.robot("person", "Human");
    person.translate([2.0, -3.0, 0.0]);
    person.actuator("motion", "MotionVW");
    let walls = [(ROOM_M, 0.0), (-ROOM_M, 0.0), (0.0, ROOM_M), (0.0, -ROOM_M)];
    let walls = walls.map(|(x, y)| ([x, y], if y == 0.0 { [0.1, ROOM_M, 0.8] } else { [ROOM_M, 0.1, 0.8] }));
    let boxes =
        [([0.5, 2.5], [0.6, 0.6, 0.8]), ([-1.0, -2.5], [0.5, 1.0, 0.8]), ([4.0, 3.0], [0.8, 0.4, 0.8])];
    for (number, ([x, y], half_extents)) in walls.into_iter().chain(boxes).enumerate() {
        let name = format!("box{number}");
        let mut solid = builder.primitive(&name, Shape::Cube { half_extents });
        solid.translate([x, y, half_extents[2]]).color([0.7, 0.45, 0.25]).physics(Physics::Static);
    }
    builder.environment("empty");
    let document = builder.build().map_err(|error| failure(&error))?;
    Ok(Scene::from_document("the demonstration", document, &LoadOptions::default())?)
}

/// Drives the robot around near obstacles, and the person in a circle.
fn drive(frame: &Frame<'_>) {
    let ranges = ranges(frame);
    let nearest = |part: &[f64]| part.iter().copied().fold(f64::INFINITY, f64::min);
    let (v, w) = match ranges {
        // The rays go from the right to the left.
        ranges if ranges.len() > 120 => {
            let (right, ahead, left) =
                (nearest(&ranges[20..70]), nearest(&ranges[60..121]), nearest(&ranges[111..161]));
            let turn = if left > right { 0.9 } else { -0.9 };
            if ahead < CLOSE_M { (0.1, turn) } else { (0.8, 0.0) }
        }
        _ => (0.0, 0.0),
    };
    // The scene has both actuators.
    let _ = frame.command("robot.motion", &[("v", v), ("w", w)].into());
    let _ = frame.command("person.motion", &[("v", 0.6), ("w", 0.3)].into());
}

/// The ranges of the newest scan. [m]
fn ranges<'a>(frame: &Frame<'a>) -> &'a [f64] {
    let data = frame.data("robot.scan");
    let field = data.and_then(|data| data.get(data.index_of("range_list")?));
    match field {
        Some(Field::Floats(ranges)) => ranges,
        _ => &[],
    }
}

/// A redrawn part of a terminal.
struct Screen {
    terminal: Term,
    lines: usize,
}

impl Screen {
    /// Draws over the previous drawing. Errors of a closed terminal are ignored.
    fn show(&mut self, text: &str) {
        let _ = self.terminal.move_cursor_up(self.lines);
        self.lines = text.lines().count();
        for line in text.lines() {
            let _ = self.terminal.clear_line().and_then(|()| self.terminal.write_line(line));
        }
    }
}
