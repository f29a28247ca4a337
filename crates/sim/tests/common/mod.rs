//! A small scene with test components, which show the behavior of the engine without real components.
#![allow(dead_code, unused_imports)]

mod recorder;
mod scene;

use std::sync::mpsc::{Receiver, channel};

pub use recorder::Recorder;
pub use scene::TestScene;

use morse_sim::contract::registry;
use morse_sim::contract::registry::Registry;
use morse_sim::contract::service::Answer;
use morse_sim::prelude::*;
use morse_sim::transport::request::{Event, Request, RequestId};
use morse_sim::{Models, Options, Simulation};

/// A robot that is only a frame.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(class = "test.Frame")]
pub struct Frame;

impl Robot for Frame {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}

/// Number of readings of a sensor.
#[derive(Data, Clone, Default)]
pub struct Count {
    /// Number of readings.
    count: i64,
    /// Position of the robot along x. [m]
    x: f64,
}

/// A sensor that counts its readings.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Counter", data = Count, services)]
pub struct Counter {
    /// Remaining readings until `after` is answered.
    left: i64,
    /// Increment of each reading.
    #[property(name = "Step", default = 1, min = 1, max = 10)]
    step: i64,
}

impl Sensor for Counter {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Count) {
        data.count += self.step;
        data.x = view.world_from_robot().translation.x;
        self.left -= 1;
        if self.left == 0 {
            view.complete(Completion::Success(Value::Int(data.count)));
        }
    }
}

#[services]
impl Counter {
    /// Ends after `readings` further readings.
    #[service(asynchronous)]
    fn after(&mut self, _call: &mut Call<'_, Count>, readings: i64) {
        self.left = readings;
    }
}

/// Commanded speed.
#[derive(Data, Clone, Default)]
pub struct Speed {
    /// Forward speed. [m/s]
    v: f64,
    /// Sideways speed. [m/s]
    u: f64,
}

/// An actuator that displaces its robot along x.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Drive", data = Speed, services)]
pub struct Drive {
    goal_m: f64,
}

impl Actuator for Drive {
    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Speed) {
        act.apply_speed(ControlType::Position, DVec3::new(data.v, data.u, 0.0), DVec3::ZERO);
        if act.world_from_robot().translation.x >= self.goal_m {
            act.complete("Arrived");
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, Speed>) {
        call.data.v = 0.0;
    }
}

#[services]
impl Drive {
    /// Sets the speed.
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, #[default(0.0)] u: f64) -> f64 {
        *call.data = Speed { v, u };
        v + u
    }

    /// Moves to x at a speed.
    #[service(asynchronous, interruptible = true)]
    fn goto(
        &mut self,
        call: &mut Call<'_, Speed>,
        x: f64,
        #[default(1.0)] speed: f64,
    ) -> Result<(), ServiceError> {
        if speed <= 0.0 {
            return Err(ServiceError::Refused("the speed must be greater than 0".to_owned()));
        }
        self.goal_m = x;
        call.data.v = speed;
        Ok(())
    }

    /// Moves to x and cannot be interrupted.
    #[service(asynchronous, interruptible = false)]
    fn insist(&mut self, call: &mut Call<'_, Speed>, x: f64) {
        self.goal_m = x;
        call.data.v = 1.0;
    }
}

/// A modifier that multiplies the first number of the data.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(class = "test.Double")]
pub struct Double {
    /// Factor of the first number.
    #[property(name = "factor", default = 2.0)]
    factor: f64,
}

impl morse_sim::contract::component::Modifier for Double {
    fn start(&mut self, _setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        data.index_of("v")
            .map(drop)
            .ok_or_else(|| ModifyError::NothingToModify("it needs the field v".to_owned()))
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        if let FieldMut::Float(v) = data.get_mut(0) {
            *v *= self.factor;
        }
    }
}

pub fn registry() -> Registry {
    [
        registry::robot::<Frame>(),
        registry::sensor::<Counter>(),
        registry::actuator::<Drive>(),
        registry::modifier::<Double>(),
    ]
    .into_iter()
    .collect()
}

pub const MANAGER: &str = "test.Manager";

pub fn simulation(scene: &TestScene) -> Simulation {
    simulation_with(scene, Options::default())
}

pub fn simulation_with(scene: &TestScene, options: Options) -> Simulation {
    Simulation::assemble(&scene.0, &registry(), &Models::default(), Vec::new(), options).unwrap()
}

/// A client that sends requests through the event queue, as a transport does.
pub struct Client {
    answers: Receiver<(u64, Answer)>,
    sender: std::sync::mpsc::Sender<(u64, Answer)>,
}

impl Client {
    pub fn new() -> Self {
        let (sender, answers) = channel();
        Self { answers, sender }
    }

    pub fn send(
        &self,
        simulation: &Simulation,
        component: &str,
        service: &str,
        arguments: &[Value],
    ) -> RequestId {
        let id = simulation.gateway().next_id();
        let sender = self.sender.clone();
        let request = Request {
            id,
            manager: MANAGER,
            component: component.to_owned(),
            service: service.to_owned(),
            arguments: arguments.to_vec(),
            respond: Box::new(move |answer| drop(sender.send((id.0, answer)))),
        };
        assert!(simulation.gateway().try_send(Event::Request(request)).is_ok());
        id
    }

    /// As [`Client::send`], but handled between two ticks, as by a waiting driver.
    pub fn send_now(
        &self,
        simulation: &mut Simulation,
        component: &str,
        service: &str,
        arguments: &[Value],
    ) -> RequestId {
        let id = self.send(simulation, component, service, arguments);
        let event = simulation.events().try_recv().unwrap();
        simulation.handle(event);
        id
    }

    pub fn cancel(&self, simulation: &Simulation, id: RequestId) {
        assert!(simulation.gateway().try_send(Event::Cancel(id)).is_ok());
    }

    /// All answers since the last call, with the request identifiers.
    pub fn answers(&self) -> Vec<(u64, Answer)> {
        self.answers.try_iter().collect()
    }
}
