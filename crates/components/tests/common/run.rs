//! A running scene: steps, commands and readings by field name.

use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use super::{HZ, Run, to_map};

impl Run {
    pub fn step(&mut self, ticks: u32) -> &mut Self {
        for _ in 0..ticks {
            self.simulation.step();
            self.simulation.send_answers();
        }
        self
    }

    /// Steps a scene with a rate of [`HZ`] by simulated seconds.
    pub fn seconds(&mut self, seconds: f64) -> &mut Self {
        self.step((seconds * f64::from(HZ)).round() as u32)
    }

    /// Sends a command through the actuator's stream, with its modifiers.
    pub fn publish(&mut self, command: &[(&str, f64)]) -> &mut Self {
        self.inbox.as_ref().expect("no actuator has a stream").put(to_map(command));
        self
    }

    /// Returns the samples that sensors with a stream have published since the last call.
    pub fn received(&self) -> Vec<Map> {
        self.received.try_iter().collect()
    }

    /// Applies a command directly to an actuator. Returns whether it was accepted.
    pub fn command(&mut self, actuator: &str, command: &[(&str, f64)]) -> bool {
        self.simulation.command(&format!("robot.{actuator}"), &to_map(command)).is_ok()
    }

    /// Applies a command of vectors directly to an actuator. Returns whether it was accepted.
    pub fn command_vectors(&mut self, actuator: &str, command: &[(&str, &[f64])]) -> bool {
        let list = |numbers: &[f64]| Value::List(numbers.iter().copied().map(Value::Float).collect());
        let command = command.iter().map(|&(name, numbers)| (name.to_owned(), list(numbers))).collect();
        self.simulation.command(&format!("robot.{actuator}"), &command).is_ok()
    }

    /// Calls a service that answers at once, and returns its result.
    pub fn call(&mut self, component: &str, service: &str, arguments: &[Value]) -> Value {
        match self.simulation.call(&format!("robot.{component}"), service, arguments) {
            Some(Answer::Success(value)) => value,
            other => panic!("{service} answered {other:?}"),
        }
    }

    /// Starts a service; its answer arrives on the channel.
    pub fn start(
        &mut self,
        component: &str,
        service: &str,
        arguments: &[f64],
    ) -> (morse_sim::transport::request::RequestId, std::sync::mpsc::Receiver<Answer>) {
        let arguments: Vec<Value> = arguments.iter().map(|&number| Value::Float(number)).collect();
        self.start_with(component, service, &arguments)
    }

    /// Starts a service with arguments of any type; its answer arrives on the channel.
    pub fn start_with(
        &mut self,
        component: &str,
        service: &str,
        arguments: &[Value],
    ) -> (morse_sim::transport::request::RequestId, std::sync::mpsc::Receiver<Answer>) {
        let (sender, receiver) = std::sync::mpsc::channel();
        let id = self.simulation.gateway().next_id();
        let respond = Box::new(move |answer| drop(sender.send(answer)));
        self.simulation.call_with(id, &format!("robot.{component}"), service, arguments, respond);
        (id, receiver)
    }

    /// A number of a component's data. Components of vectors and angles have names such as `rotation.yaw` and
    /// `linear_velocity.0`.
    pub fn read(&self, component: &str, field: &str) -> f64 {
        let data = self.simulation.data(&format!("robot.{component}")).unwrap().to_map();
        let (name, part) = field.split_once('.').map_or((field, None), |(name, part)| (name, Some(part)));
        let value = data.get(name).unwrap_or_else(|| panic!("{component} has no field {name}"));
        let value = match (value, part) {
            (Value::Map(parts), Some(part)) => parts.get(part).unwrap(),
            (Value::List(parts), Some(part)) => &parts[part.parse::<usize>().unwrap()],
            (value, _) => value,
        };
        value.as_f64().unwrap()
    }

    /// A string of a component's data.
    pub fn text(&self, component: &str, field: &str) -> String {
        let data = self.simulation.data(&format!("robot.{component}")).unwrap().to_map();
        data.get(field).unwrap().as_str().unwrap().to_owned()
    }

    /// A vector of a component's data.
    pub fn vector(&self, component: &str, field: &str) -> [f64; 3] {
        ["0", "1", "2"].map(|axis| self.read(component, &format!("{field}.{axis}")))
    }

    /// Several numbers of a component's data.
    pub fn reads<const N: usize>(&self, component: &str, fields: [&str; N]) -> [f64; N] {
        fields.map(|field| self.read(component, field))
    }

    pub fn digest(&self) -> u64 {
        self.simulation.digest().unwrap()
    }
}
