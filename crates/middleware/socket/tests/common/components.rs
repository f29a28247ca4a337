//! Components of the test robot.

use morse_sim::prelude::*;

/// A robot without parts.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(class = "test.Frame")]
pub struct Frame;

impl Robot for Frame {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}

/// Data of the test sensor.
#[derive(Data, Clone, Default)]
pub struct Reading {
    /// Number of readings.
    count: i64,
    /// A position. [m]
    place: DVec3,
    /// A rotation.
    attitude: Euler,
    /// As many numbers as the property `Ranges` sets.
    ranges: Vec<f64>,
}

/// A sensor that counts its readings.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Counter", data = Reading)]
pub struct Counter {
    /// Number of ranges in each reading.
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

/// Command of the test actuator.
#[derive(Data, Clone, Default)]
pub struct Speed {
    /// Forward speed. [m/s]
    v: f64,
    /// Turn rate. [rad/s]
    w: f64,
}

/// An actuator that only answers requests.
#[derive(Actuator, Clone, Serialize, Deserialize)]
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
    /// Returns no value.
    #[service]
    fn none(&mut self, _call: &mut Call<'_, Speed>) {}

    /// Returns a vector.
    #[service]
    fn vec(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![1.0, 2.5, 1e-5])
    }

    /// Returns a matrix.
    #[service]
    fn mat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![vec![1.0, 0.0], vec![0.0, 1.0]])
    }

    /// Returns a quaternion.
    #[service]
    fn quat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::contract::data::Field::Quaternion(DQuat::IDENTITY).to_value()
    }

    /// Returns Euler angles.
    #[service]
    fn eul(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::contract::data::Field::Euler(Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 }).to_value()
    }

    /// Returns a tuple.
    #[service]
    fn tup(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Tuple(vec![Value::Int(1), Value::from("a")])
    }

    /// Returns a text that is not ASCII.
    #[service]
    fn uni(&mut self, _call: &mut Call<'_, Speed>) -> &'static str {
        "h\u{e9}\"\n"
    }

    /// Returns its two arguments.
    #[service]
    fn two(&mut self, _call: &mut Call<'_, Speed>, a: Value, b: Value) -> Value {
        Value::List(vec![a, b])
    }

    /// Returns its argument, a number.
    #[service]
    fn typ(&mut self, _call: &mut Call<'_, Speed>, a: f64) -> f64 {
        a
    }

    /// Returns bytes, which an answer cannot hold.
    #[service]
    fn raw(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Bytes(vec![1, 2, 3])
    }

    /// Returns a text of this length.
    #[service]
    fn long(&mut self, _call: &mut Call<'_, Speed>, length: i64) -> String {
        "x".repeat(usize::try_from(length).unwrap_or(0))
    }

    /// Returns the current command.
    #[service]
    fn command(&mut self, call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![call.data.v, call.data.w])
    }

    /// Completes after this number of steps.
    #[service(asynchronous, interruptible = true)]
    fn goto(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Cannot be interrupted.
    #[service(asynchronous, interruptible = false)]
    fn insist(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Does not state whether it can be interrupted.
    #[service(asynchronous)]
    fn wander(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }
}
