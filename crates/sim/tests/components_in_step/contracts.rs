//! A debug run finds components that do something else than they declare.

use crate::common::Frame;
use crate::common::TestScene;
use morse_sim::contract::registry;
use morse_sim::prelude::*;
use morse_sim::{Models, Options, Simulation};

/// Data of the sensors.
#[derive(Data, Clone, Default)]
pub struct Count {
    /// A number. [-]
    count: i64,
}

/// Declares that it settles, and counts its readings.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Restless", data = Count)]
pub struct Restless;

impl Sensor for Restless {
    fn access(&self) -> WorldAccess {
        WorldAccess::own_motion(2)
    }

    fn sense(&mut self, _: &mut SenseContext<'_>, data: &mut Count) {
        data.count += 1;
    }
}

/// Declares that its readings are independent of each other, and keeps a number between them.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Remembering", data = Count)]
pub struct Remembering {
    /// Number of readings. State.
    readings: i64,
}

impl Sensor for Remembering {
    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, _: &mut SenseContext<'_>, data: &mut Count) {
        self.readings += 1;
        data.count = 7;
    }
}

/// Declares that it leaves the world as it is, and moves its robot.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Meddling", data = Count)]
pub struct Meddling;

impl Sensor for Meddling {
    fn sense(&mut self, _: &mut SenseContext<'_>, data: &mut Count) {
        data.count = 1;
    }

    fn follow_up(&mut self, call: &mut Call<'_, Count>) {
        call.world.set_world_pose(call.robot, Pose::from_translation(DVec3::X));
    }
}

/// Declares a velocity, and applies another one.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Straying")]
pub struct Straying;

impl Actuator for Straying {
    fn commanded_twist(&self, _: &()) -> Option<Twist> {
        Some(Twist { linear: DVec3::X, angular: DVec3::ZERO })
    }

    fn act(&mut self, act: &mut ActContext<'_>, _: &mut ()) {
        act.apply_speed(ControlType::Velocity, DVec3::Y, DVec3::ZERO);
    }
}

/// All declarations are true.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Honest", data = Count)]
pub struct Honest;

impl Sensor for Honest {
    fn on_demand(&self) -> bool {
        true
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::own_motion(1)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Count) {
        data.count = view.world_from_robot().translation.x as i64;
    }
}

fn simulation(scene: TestScene) -> Simulation {
    let registry = [
        registry::robot::<Frame>(),
        registry::sensor::<Restless>(),
        registry::sensor::<Remembering>(),
        registry::sensor::<Meddling>(),
        registry::sensor::<Honest>(),
        registry::actuator::<Straying>(),
    ];
    let registry = registry.into_iter().collect();
    Simulation::assemble_alone(&scene.0, &registry, &Models::default(), Options::default()).unwrap()
}

/// The violations of a component of a class after some ticks, as text.
fn violations(scene: TestScene) -> Vec<String> {
    let mut simulation = simulation(scene);
    simulation.keep_all_reading(true);
    simulation.check_contracts();
    for _ in 0..5 {
        simulation.step();
    }
    simulation.contract_violations().iter().map(ToString::to_string).collect()
}

#[test]
fn false_declarations_are_reported_by_name_and_once() {
    for (class, expected) in [
        (
            "test.Restless",
            "`access` settles after too few readings: a further one of a robot at rest changes the sensor",
        ),
        ("test.Remembering", "`on_demand` is true, and its readings depend on earlier readings"),
        ("test.Meddling", "`access` names no changes, and `follow_up` changes the world"),
    ] {
        let found = violations(TestScene::default().robot("robot").sensor("robot.liar", class));
        assert_eq!(found, [format!("robot.liar ({class}) breaks its contract: {expected}")]);
    }
    let found = violations(TestScene::default().robot("robot").actuator("robot.liar", "test.Straying"));
    let expected = "`commanded_twist` is not the velocity that `act` applies";
    assert_eq!(found, [format!("robot.liar (test.Straying) breaks its contract: {expected}")]);
}

#[test]
fn true_declarations_pass_and_the_checks_change_no_state() {
    let scene = TestScene::default().robot("robot").sensor("robot.eye", "test.Honest");
    assert_eq!(violations(scene.clone()), [""; 0]);
    let digests = |checks: bool| {
        let mut simulation = simulation(scene.clone());
        simulation.keep_all_reading(true);
        if checks {
            simulation.check_contracts();
        }
        (0..5)
            .map(|_| {
                simulation.step();
                simulation.digest().unwrap()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(digests(true), digests(false));
}
