//! Sensors that join the readings of others: finding those by name.

use morse_scene::document::{Object, ObjectKind};

use super::Assembly;
use crate::unit::UnitRef;

impl Assembly<'_> {
    /// Connects a sensor that has started with the sensors that it joins.
    pub(super) fn connect_sources(&mut self, object: &Object, index: usize) {
        let mut sources = Vec::new();
        for name in self.simulation.sensors[index].cell.sources() {
            match self.simulation.units.get(&name) {
                Some(&UnitRef::Sensor(source)) if source != index => sources.push(source),
                // What keeps that sensor from running has been told already.
                None if self.is_sensor(&name) => {}
                _ => {
                    let text = format!("it joins {name:?}, which is no other sensor of the scene");
                    self.problem("run::joined-sensor", object, text);
                }
            }
        }
        self.simulation.sensors[index].sources = sources;
    }

    fn is_sensor(&self, name: &str) -> bool {
        self.objects.get(name).is_some_and(|object| object.kind == ObjectKind::Sensor)
    }
}
