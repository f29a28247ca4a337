//! The engine's part of a modifier that a host computes. The host has all of its state.

use morse_scene::value::Value;

use crate::contract::component::erased::{AnyComponent, AnyModifier, ServiceContext};
use crate::contract::component::{ModifyContext, ModifyError, Setup};
use crate::contract::data::{Data, Mismatch};
use crate::contract::outcome::{Outcome, ServiceError};
use crate::contract::service::Arguments;
use crate::contract::uncertainty::Covariance;
use crate::engine::state::StateError;
use crate::external::component::NOT_RESTORED;

/// A modifier that a host computes.
#[derive(Clone, Default)]
pub(crate) struct ExternalModifier {
    /// Its data: none.
    no_data: (),
}

impl AnyComponent for ExternalModifier {
    fn data(&self) -> &dyn Data {
        &self.no_data
    }
    fn data_mut(&mut self) -> &mut dyn Data {
        &mut self.no_data
    }
    fn property(&self, _index: usize) -> Value {
        Value::Null
    }
    fn set_property(&mut self, _index: usize, _value: &Value) -> Result<(), Mismatch> {
        Ok(())
    }
    fn serve(
        &mut self,
        _index: usize,
        _arguments: &Arguments<'_>,
        _context: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError> {
        // Calls are sent to the host before they reach this function.
        Err(ServiceError::Refused("the modifier is not computed here".to_owned()))
    }
    fn save(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn save_without_data(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError(NOT_RESTORED.to_owned()))
    }
}

impl AnyModifier for ExternalModifier {
    fn boxed_clone(&self) -> Box<dyn AnyModifier> {
        Box::new(self.clone())
    }
    fn start(&mut self, _setup: &Setup<'_>, _data: &dyn Data) -> Result<(), ModifyError> {
        Ok(())
    }
    fn modify(&mut self, _moment: &mut ModifyContext<'_>, _data: &mut dyn Data) {}
    fn propagate_errors(&self, _errors: &mut Covariance) {}
}
