//! The second half of a tick in the host: robots and actuators act.

use std::collections::BTreeMap;

use crate::contract::data::Data;
use crate::contract::outcome::Completion;
use crate::engine::activity::replaying::CommandInputs;
use crate::engine::instance::{InstanceRef, Tick};
use crate::engine::simulation::Simulation;
use crate::external::component::external;
use crate::external::exchange::{Exchange, Part, values_of};

use morse_scene::value::{Map, Value};

/// The first round of external actuators.
const FIRST_ROUND: usize = 1;

impl Simulation {
    /// The due external actuators of a round take their newest command and act. In the first round, the robots act
    /// before them in scene order. The hosts do so one after the other.
    pub(crate) fn act_external(&mut self, tick: Tick, round: usize) {
        let mut due: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
        let arrivals = self.arrivals.count();
        for (external_id, (host, instance)) in
            self.host_entries(|entry| (entry.acts && !entry.failed).then_some((entry.host, entry.instance)))
        {
            let mut act =
                |part: Part| due.entry(host).or_default().push(Part { external_id, acts: true, ..part });
            match instance {
                InstanceRef::Robot(index) if round == FIRST_ROUND && !self.robots[index].external => {
                    act(Part::default());
                }
                InstanceRef::Actuator(index) if self.actuators[index].round == round => {
                    let actuator = &mut self.actuators[index];
                    let prepared = actuator.prepared.take();
                    if !actuator.active || !actuator.is_due(tick, prepared) {
                        continue;
                    }
                    let commanded = match prepared {
                        Some(commanded) => commanded,
                        None => actuator.take_commands(
                            tick,
                            CommandInputs {
                                recorder: self.recorder.as_mut(),
                                replayed: self.replayed.as_mut(),
                                arrivals,
                            },
                        ),
                    };
                    act(Part { with_data: commanded, ..Part::default() });
                }
                _ => {}
            }
        }
        for (host, due) in due {
            if let Some(reply) = self.exchange(host, Exchange::Acting, due) {
                self.take_reply(reply);
            }
        }
        self.settle_host_calls();
    }

    /// Lets the built-in part of an external actuator act with these data. Returns its data after that, and how a service
    /// of it ended.
    pub(crate) fn act_native(&mut self, instance: InstanceRef, values: &[Value]) -> Result<Value, String> {
        let InstanceRef::Actuator(index) = instance else {
            return Err(format!("{} is no actuator", self.meta(instance).name));
        };
        let Self { actuators, robots, world, devices, clock, .. } = self;
        let actuator = &mut actuators[index];
        let Some(component) = external(actuator.component_mut()) else {
            return Err(format!("{} is built in", actuator.meta.name));
        };
        for (field, value) in values.iter().enumerate() {
            component.assign(field, value).map_err(|mismatch| mismatch.to_string())?;
        }
        actuator.activate(clock.now(), robots, devices, world);
        let mut answer = Map::from([("data", Value::List(values_of(actuator.component().data())))]);
        if let Some(completion) = actuator.completion.take() {
            let (status, value) = match completion {
                Completion::Success(value) => ("SUCCESS", value),
                Completion::Failed(reason) => ("FAILED", Value::Text(reason)),
            };
            answer.insert("completion", Value::List(vec![Value::from(status), value]));
        }
        Ok(Value::Map(answer))
    }
}
