//! The scene as a host sees it during an exchange.

use morse_scene::value::Value;

use crate::engine::simulation::Simulation;
use crate::external::host::SceneAccess;
use crate::external::message::query::Query;
use crate::external::message::world_command::WorldCommand;

/// The scene during an exchange.
pub(crate) struct HostSession<'a> {
    pub(crate) simulation: &'a mut Simulation,
    /// The number of the host.
    pub(crate) host: usize,
    /// Commands that are executed after all sensors have read the world; with `None`, commands are executed at once.
    pub(crate) later: Option<Vec<WorldCommand>>,
}

impl SceneAccess for HostSession<'_> {
    fn answer(&mut self, query: &Query) -> Result<Value, String> {
        (self.simulation.scene_functions.answer)(self.simulation, self.host, query)
    }

    fn execute(&mut self, command: WorldCommand) -> Result<(), String> {
        match &mut self.later {
            Some(later) => {
                later.push(command);
                Ok(())
            }
            None => (self.simulation.scene_functions.execute)(self.simulation, command),
        }
    }
}
