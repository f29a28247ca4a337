//! Connects sensors to the sensors whose readings they combine.

use morse_scene::diagnostic::Code;
use morse_scene::document::{Object, ObjectKind};

use crate::assemble::Assembly;
use crate::engine::instance::InstanceRef;

impl Assembly<'_> {
    /// Connects a started sensor to its input sensors.
    pub(in crate::assemble) fn connect_inputs(&mut self, object: &Object, index: usize) {
        let mut inputs = Vec::new();
        for name in self.simulation.state.sensors[index].component.inputs() {
            match self.simulation.model.instances.get(&name) {
                Some(&InstanceRef::Sensor(source)) if source != index => inputs.push(source),
                // If the input sensor was not created, its own problem has already been reported.
                None if self.is_sensor(&name) => {}
                _ => {
                    let text = format!("its input {name:?} is not another sensor of the scene");
                    self.problem(Code::RunJoinedSensor, object, text);
                }
            }
        }
        self.simulation.state.sensors[index].inputs = inputs;
    }

    fn is_sensor(&self, name: &str) -> bool {
        self.objects.get(name).is_some_and(|object| object.kind == ObjectKind::Sensor)
    }
}
