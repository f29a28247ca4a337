//! Cost of a tick with wheeled robots: 50 and 1,000 robots with four driven wheels each, on a floor, at 60 Hz, on one
//! thread.
//!
//! The baseline, measured in the same run, is the same world with boxes that get velocity commands instead. After the
//! criterion report, the last lines give simulated seconds per second and the ratio. Both are measured in alternating
//! batches, and the fastest batch of each is used.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, WheelSpec, World};

const ROW: usize = 32;
const SPACING_M: f64 = 4.0;
const TICK_S: f64 = 1.0 / 60.0;
const RADIUS_M: f64 = 0.25;
const TRACK_M: f64 = 1.09;

struct Robots {
    world: World,
    robots: Vec<NodeId>,
    wheeled: bool,
}

impl Robots {
    fn new(count: usize, wheeled: bool) -> Robots {
        let mut world = World::new(PhysicsSettings { tick_s: TICK_S, ..PhysicsSettings::default() });
        let ground = BodySpec { shapes: vec![(Pose::IDENTITY, Shape::HalfSpace)], ..BodySpec::default() };
        world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
        let half_extents = DVec3::new(0.45, 0.2, 0.17);
        // Boxes stand on their lower face, wheeled robots on their wheels.
        let height = if wheeled { 0.25 } else { half_extents.z };
        let robots = (0..count).map(|robot| {
            let place = DVec3::new((robot / ROW) as f64, (robot % ROW) as f64, 0.0) * SPACING_M;
            let body = BodySpec {
                physics: PhysicsType::RigidBody,
                shapes: vec![(Pose::IDENTITY, Shape::Box { half_extents })],
                mass: 90.0,
                allow_sleep: false,
                ..BodySpec::default()
            };
            let pose = Pose::from_translation(place + DVec3::new(0.0, 0.0, height));
            let robot =
                world.add_node(NodeSpec::new(format!("robot{robot}")).at(pose).with_body(body)).unwrap();
            if wheeled {
                let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
                let wheels = corners.map(|(x, y)| wheel(&mut world, robot, x * 0.27, y * 0.312));
                world.add_wheels(robot, wheels.to_vec()).unwrap();
            }
            robot
        });
        let robots = robots.collect();
        Robots { world, robots, wheeled }
    }

    fn tick(&mut self) {
        for (number, &robot) in self.robots.iter().enumerate() {
            // The circles are small enough that robots never meet.
            let (forward, turn) = (0.2 + 0.05 * (number % 7) as f64, 0.5 + 0.1 * (number % 5) as f64);
            if self.wheeled {
                for wheel in 0..4 {
                    let side = if wheel % 2 == 0 { -1.0 } else { 1.0 };
                    let rate = (forward + side * TRACK_M * turn / 2.0) / RADIUS_M;
                    self.world.drive_wheel(robot, wheel, rate, 300.0).unwrap();
                }
            } else {
                let linear = self.world.world_from(robot).rotation * (DVec3::X * forward);
                self.world.set_linear_velocity(robot, linear);
                self.world.set_angular_velocity(robot, DVec3::Z * turn);
            }
        }
        self.world.advance();
    }
}

/// Adds a wheel and a node that shows it.
fn wheel(world: &mut World, robot: NodeId, x: f64, y: f64) -> WheelSpec {
    let mount = DVec3::new(x, y, 0.0);
    let name = format!("{}.wheel{x}{y}", world.name(robot));
    let node = world.add_node(NodeSpec::new(name).on(robot).at(Pose::from_translation(mount))).unwrap();
    WheelSpec { node: Some(node), mass: 5.5, ..WheelSpec::new(mount, RADIUS_M) }
}

/// Mean time of a tick over a batch.
fn batch(robots: &mut Robots) -> Duration {
    const TICKS: u32 = 60;
    let start = Instant::now();
    (0..TICKS).for_each(|_| robots.tick());
    start.elapsed() / TICKS
}

fn compare(criterion: &mut Criterion, count: usize) {
    let (mut wheeled, mut boxes) = (Robots::new(count, true), Robots::new(count, false));
    let mut group = criterion.benchmark_group(format!("{count} robots, one tick"));
    group.bench_function("on wheels", |b| b.iter(|| black_box(&mut wheeled).tick()));
    group.bench_function("sliding boxes", |b| b.iter(|| black_box(&mut boxes).tick()));
    group.finish();

    let mut fastest = [Duration::MAX; 2];
    for _ in 0..10 {
        fastest[0] = fastest[0].min(batch(&mut wheeled));
        fastest[1] = fastest[1].min(batch(&mut boxes));
    }
    let [wheeled_s, boxes_s] = fastest.map(|tick| tick.as_secs_f64());
    println!("{count} on wheels: {:.3} ms a tick, {:.1} simulated s/s", wheeled_s * 1e3, TICK_S / wheeled_s);
    println!("{count} boxes:     {:.3} ms a tick, {:.1} simulated s/s", boxes_s * 1e3, TICK_S / boxes_s);
    println!("ratio: {:.2}", wheeled_s / boxes_s);
}

fn main() {
    // One thread on every machine: the benchmark measures cost, not scaling.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut criterion = Criterion::default()
            .sample_size(20)
            .measurement_time(Duration::from_secs(3))
            .configure_from_args();
        compare(&mut criterion, 50);
        compare(&mut criterion, 1000);
        criterion.final_summary();
    });
}
