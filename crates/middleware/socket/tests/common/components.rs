//! The components of the tests' robot.

use morse_sim::prelude::*;

/// A robot that is nothing but a frame.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "test.Frame")]
pub struct Frame;

impl Robot for Frame {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}

/// What the sensor of the tests reads.
#[derive(Data, Clone, Default)]
pub struct Reading {
    /// Readings so far.
    count: i64,
    /// A place. [m]
    place: DVec3,
    /// A rotation.
    attitude: Euler,
    /// Many numbers, when asked for.
    ranges: Vec<f64>,
}

/// Counts its readings.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "test.Counter", data = Reading)]
pub struct Counter {
    /// How many numbers each reading has.
    #[property(name = "Ranges", default = 0, min = 0)]
    ranges: i64,
}

impl Sensor for Counter {
    fn sense(&mut self, _view: &mut SenseContext<'_>, data: &mut Reading) {
        data.count += 1;
        data.place = DVec3::new(1.0, 2.5, 1e-5);
        data.attitude = Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 };
        data.ranges = (0..self.ranges).map(|nth| nth as f64 + 0.5).collect();
    }
}

/// The command.
#[derive(Data, Clone, Default)]
pub struct Speed {
    /// Forward speed. [m/s]
    v: f64,
    /// Turn rate. [rad/s]
    w: f64,
}

/// Does nothing but answer.
#[derive(Actuator, Serialize, Deserialize)]
#[component(class = "test.Actuator", data = Speed, services)]
pub struct Tester {
    steps_left: i64,
}

impl Actuator for Tester {
    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut Speed) {
        self.steps_left -= 1;
        if self.steps_left == 0 {
            act.complete("Arrived");
        }
    }
}

#[services]
impl Tester {
    /// Nothing.
    #[service]
    fn none(&mut self, _call: &mut Call<'_, Speed>) {}

    /// A vector.
    #[service]
    fn vec(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![1.0, 2.5, 1e-5])
    }

    /// A matrix.
    #[service]
    fn mat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![vec![1.0, 0.0], vec![0.0, 1.0]])
    }

    /// A quaternion.
    #[service]
    fn quat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::contract::data::Field::Quaternion(DQuat::IDENTITY).to_value()
    }

    /// Angles.
    #[service]
    fn eul(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::contract::data::Field::Euler(Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 }).to_value()
    }

    /// A tuple.
    #[service]
    fn tup(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Tuple(vec![Value::Int(1), Value::from("a")])
    }

    /// Text beyond ASCII.
    #[service]
    fn uni(&mut self, _call: &mut Call<'_, Speed>) -> &'static str {
        "h\u{e9}\"\n"
    }

    /// Two arguments.
    #[service]
    fn two(&mut self, _call: &mut Call<'_, Speed>, a: Value, b: Value) -> Value {
        Value::List(vec![a, b])
    }

    /// A number.
    #[service]
    fn typ(&mut self, _call: &mut Call<'_, Speed>, a: f64) -> f64 {
        a
    }

    /// Bytes, which no answer can hold.
    #[service]
    fn raw(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Bytes(vec![1, 2, 3])
    }

    /// A long text.
    #[service]
    fn long(&mut self, _call: &mut Call<'_, Speed>, length: i64) -> String {
        "x".repeat(usize::try_from(length).unwrap_or(0))
    }

    /// The present command.
    #[service]
    fn command(&mut self, call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![call.data.v, call.data.w])
    }

    /// Arrives after so many steps.
    #[service(asynchronous, interruptible = true)]
    fn goto(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Does not let itself be interrupted.
    #[service(asynchronous, interruptible = false)]
    fn insist(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Does not say whether it may be interrupted.
    #[service(asynchronous)]
    fn wander(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }
}
