//! Assembles another world into a running simulation, which is empty.

use morse_scene::document::Document;

use crate::assemble::Assembly;
use crate::assemble::error::AssembleError;
use crate::contract::registry::Registry;
use crate::engine::simulation::Simulation;
use crate::models::Models;

impl Simulation {
    /// Adds the environment of a document and its objects, as at the start of a run. Streams and services open, unless
    /// the simulation was assembled without them.
    ///
    /// # Errors
    /// Lists every problem. Some of the document may then be there.
    pub(crate) fn assemble_world(
        &mut self,
        document: &Document,
        registry: &Registry,
        models: &Models,
    ) -> Result<(), AssembleError> {
        let is_alone = self.middlewares.is_empty();
        let mut assembly = Assembly::new(self, document, registry, models);
        assembly.build_scene();
        if !is_alone {
            assembly.open_streams();
            assembly.open_services();
        }
        let problems = assembly.end();
        if problems.is_empty() { Ok(()) } else { Err(AssembleError(problems)) }
    }
}
