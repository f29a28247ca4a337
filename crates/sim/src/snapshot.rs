//! The whole state of a simulation as bytes and as one number.

use std::hash::Hasher;

use morse_world::WorldError;
use xxhash_rust::xxh3::Xxh3;

use crate::hosted::NOT_RESTORED;
use crate::simulation::Simulation;
use crate::state::{self, StateError};

impl From<WorldError> for StateError {
    fn from(error: WorldError) -> Self {
        Self(error.to_string())
    }
}

impl Simulation {
    /// A number that two simulations share if, and for all practical purposes only if, their whole state is the same bit
    /// for bit: time, world, devices, and the data and inner state of every component.
    ///
    /// # Errors
    /// When a component's state cannot be written.
    pub fn digest(&self) -> Result<u64, StateError> {
        let mut hasher = Xxh3::new();
        self.world.hash_into(&mut hasher);
        hasher.update(&self.save_components()?);
        Ok(hasher.finish())
    }

    /// The whole state, for [`Simulation::restore`]. Services that are under way and connections belong to the outside
    /// and are not part of it.
    ///
    /// # Errors
    /// When the state cannot be written, or is not all here: components that a host computes keep their own.
    pub fn save(&self) -> Result<Vec<u8>, StateError> {
        if self.company.is_some() {
            return Err(StateError(NOT_RESTORED.to_owned()));
        }
        let mut out = Vec::new();
        state::write(&self.world.save()?, &mut out)?;
        out.extend(self.save_components()?);
        Ok(out)
    }

    /// Puts the simulation into the state that [`Simulation::save`] gave, of the same scene.
    ///
    /// # Errors
    /// When the snapshot is damaged or of another scene. The simulation is then in no defined state: discard it.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), StateError> {
        let mut input = snapshot;
        let world: Vec<u8> = state::read(&mut input)?;
        self.world.restore(&world)?;
        (self.clock, self.devices) = state::read(&mut input)?;
        let names: Vec<String> = state::read(&mut input)?;
        if names != self.unit_names() {
            return Err(StateError("it is of a scene with other components".to_owned()));
        }
        self.robots.iter_mut().try_for_each(|robot| robot.cell.restore(&mut input))?;
        self.sensors.iter_mut().try_for_each(|sensor| sensor.restore(&mut input))?;
        self.actuators.iter_mut().try_for_each(|actuator| actuator.restore(&mut input))?;
        if input.is_empty() {
            Ok(())
        } else {
            Err(StateError(format!("{} bytes are left over", input.len())))
        }
    }

    fn save_components(&self) -> Result<Vec<u8>, StateError> {
        let mut out = Vec::new();
        state::write(&(&self.clock, &self.devices), &mut out)?;
        state::write(&self.unit_names(), &mut out)?;
        self.robots.iter().try_for_each(|robot| robot.cell.save(&mut out))?;
        self.sensors.iter().try_for_each(|sensor| sensor.save(&mut out))?;
        self.actuators.iter().try_for_each(|actuator| actuator.save(&mut out))?;
        Ok(out)
    }

    fn unit_names(&self) -> Vec<&str> {
        self.units.keys().map(String::as_str).collect()
    }
}
