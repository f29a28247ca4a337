//! Cost of a tick with many robots: 1,000 boxes on a floor, each given a velocity command in every tick at 60 Hz, on
//! one thread.
//!
//! The baseline, measured in the same run, is rapier alone with the same settings and the same commands, without nodes,
//! double-precision poses or any other code of this crate. After the criterion report, the last lines give the ratio and the
//! simulated seconds per second. Both are measured in alternating batches, and the fastest batch of each is used, which
//! reduces the influence of other load on the machine.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};
use rapier3d::prelude::*;

const ROBOTS: usize = 1000;
const ROW: usize = 32;
const SPACING_M: f64 = 4.0;
const HALF_EXTENTS_M: [f64; 3] = [0.57, 0.335, 0.365];
const TICK_S: f64 = 1.0 / 60.0;

fn place(robot: usize) -> DVec3 {
    let (row, column) = (robot / ROW, robot % ROW);
    DVec3::new(row as f64, column as f64, 0.0) * SPACING_M
}

/// Forward speed [m/s] and turn rate [rad/s] of a robot. The circles are small enough that robots never meet.
fn command(robot: usize) -> (f64, f64) {
    (0.2 + 0.05 * (robot % 7) as f64, 0.5 + 0.1 * (robot % 5) as f64)
}

struct Ours {
    world: World,
    robots: Vec<NodeId>,
}

impl Ours {
    fn new() -> Ours {
        let mut world = World::new(PhysicsSettings { tick_s: TICK_S, ..PhysicsSettings::default() });
        let ground = BodySpec { shapes: vec![(Pose::IDENTITY, Shape::HalfSpace)], ..BodySpec::default() };
        world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
        let half_extents = DVec3::from_array(HALF_EXTENTS_M);
        let robots = (0..ROBOTS).map(|robot| {
            let body = BodySpec {
                physics: PhysicsType::RigidBody,
                shapes: vec![(
                    Pose::from_translation(DVec3::new(0.0, 0.0, half_extents.z)),
                    Shape::Box { half_extents },
                )],
                mass: 20.0,
                allow_sleep: false,
                ..BodySpec::default()
            };
            let spec = NodeSpec::new(format!("robot{robot}")).at(Pose::from_translation(place(robot)));
            world.add_node(spec.with_body(body)).unwrap()
        });
        let robots = robots.collect();
        Ours { world, robots }
    }

    fn tick(&mut self) {
        for (robot, &id) in self.robots.iter().enumerate() {
            let (forward, turn) = command(robot);
            let mut linear = self.world.world_from(id).rotation * (DVec3::X * forward);
            linear.z = self.world.linear_velocity(id).z;
            let mut angular = self.world.angular_velocity(id);
            angular.z = turn;
            self.world.set_linear_velocity(id, linear);
            self.world.set_angular_velocity(id, angular);
        }
        self.world.advance();
    }
}

struct Bare {
    engine: PhysicsWorld,
    robots: Vec<RigidBodyHandle>,
}

impl Bare {
    fn new() -> Bare {
        let mut engine = PhysicsWorld::new();
        engine.gravity = Vector::new(0.0, 0.0, -9.81);
        engine.integration_parameters.dt = TICK_S as f32;
        engine.integration_parameters.num_solver_iterations = 2;
        engine.integration_parameters.num_internal_pgs_iterations = 2;
        engine.insert(
            RigidBodyBuilder::fixed(),
            ColliderBuilder::new(SharedShape::halfspace(Vector::Z)).friction(0.5),
        );
        let [x, y, z] = HALF_EXTENTS_M.map(|half| half as f32);
        let moment = |a: f32, b: f32| 0.4 * 20.0 / 3.0 * (a * a + b * b);
        let mass =
            MassProperties::new(Vector::ZERO, 20.0, Vector::new(moment(y, z), moment(x, z), moment(x, y)));
        let robots = (0..ROBOTS).map(|robot| {
            let place = place(robot);
            let body = RigidBodyBuilder::dynamic()
                .translation(Vector::new(place.x as f32, place.y as f32, 0.0))
                .additional_mass_properties(mass)
                // Set the velocity like a drive: the boxes then move like those of this crate and never meet.
                .locked_axes(LockedAxes::ROTATION_LOCKED_Z)
                .can_sleep(false);
            let shape = ColliderBuilder::cuboid(x, y, z)
                .translation(Vector::new(0.0, 0.0, z))
                .density(0.0)
                .friction(0.5);
            engine.insert(body, shape).0
        });
        let robots = robots.collect();
        Bare { engine, robots }
    }

    fn tick(&mut self) {
        for (robot, &handle) in self.robots.iter().enumerate() {
            let (forward, turn) = command(robot);
            let body = &mut self.engine.bodies[handle];
            let mut linear = *body.rotation() * (Vector::X * forward as f32);
            linear.z = body.linvel().z;
            let mut angular = body.angvel();
            angular.z = turn as f32;
            body.set_linvel(linear, true);
            body.set_angvel(angular, true);
        }
        self.engine.step();
    }
}

/// Mean time of a tick over a batch.
fn batch(mut tick: impl FnMut()) -> Duration {
    const TICKS: u32 = 60;
    let start = Instant::now();
    (0..TICKS).for_each(|_| tick());
    start.elapsed() / TICKS
}

fn compare(criterion: &mut Criterion) {
    let (mut ours, mut bare) = (Ours::new(), Bare::new());
    let mut group = criterion.benchmark_group("1000 driven boxes, one tick");
    group.bench_function("world", |b| b.iter(|| black_box(&mut ours).tick()));
    group.bench_function("bare rapier", |b| b.iter(|| black_box(&mut bare).tick()));
    group.finish();

    let mut fastest = [Duration::MAX; 2];
    for _ in 0..10 {
        fastest[0] = fastest[0].min(batch(|| ours.tick()));
        fastest[1] = fastest[1].min(batch(|| bare.tick()));
    }
    let [ours_s, bare_s] = fastest.map(|tick| tick.as_secs_f64());
    println!("world:       {:.3} ms a tick, {:.1} simulated s/s", ours_s * 1e3, TICK_S / ours_s);
    println!("bare rapier: {:.3} ms a tick, {:.1} simulated s/s", bare_s * 1e3, TICK_S / bare_s);
    println!("ratio to bare rapier: {:.2}", ours_s / bare_s);
}

fn main() {
    // One thread on every machine: the benchmark measures cost, not scaling.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut criterion = Criterion::default()
            .sample_size(20)
            .measurement_time(Duration::from_secs(3))
            .configure_from_args();
        compare(&mut criterion);
        criterion.final_summary();
    });
}
