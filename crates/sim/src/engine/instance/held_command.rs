//! The command of an actuator that a host with a lag works on. The actuator acts with its data before it meanwhile.

use morse_scene::value::{Map, Value};

use crate::contract::data::{Data, Mismatch};

/// A copy of data.
struct Copy {
    values: Vec<Value>,
    open: Option<Map>,
}

impl Copy {
    fn of(data: &dyn Data) -> Self {
        let values = (0..).map_while(|index| Some(data.get(index)?.to_value())).collect();
        Self { values, open: data.open().cloned() }
    }

    fn put_into(self, data: &mut dyn Data) -> Result<(), Mismatch> {
        if let Some((open, values)) = data.open_mut().zip(self.open) {
            *open = values;
        }
        self.values.iter().enumerate().try_for_each(|(index, value)| data.assign(index, value))
    }
}

/// The command that a host works on, if there is one.
#[derive(Default)]
pub(crate) struct HeldCommand {
    /// Whether the simulator computes the actuator, and the host of its modifiers and streams has a lag.
    pub(crate) lags: bool,
    /// Whether there is a new command, apart from what streams of the host read.
    pub(crate) is_commanded: bool,
    /// The data with the new command, while the actuator has those before it.
    with_command: Option<Copy>,
    /// The data before the new command, while the actuator has those with it.
    before: Option<Copy>,
}

impl HeldCommand {
    /// Gives the actuator the data with the new command, which change.
    pub(crate) fn take_up(&mut self, data: &mut dyn Data) -> Result<(), Mismatch> {
        if self.before.is_none() {
            self.before = Some(Copy::of(data));
            if let Some(with_command) = self.with_command.take() {
                return with_command.put_into(data);
            }
        }
        Ok(())
    }

    /// Gives the actuator the data before the new command if that is still worked on. Otherwise it keeps those that it has.
    pub(crate) fn put_aside(&mut self, data: &mut dyn Data, is_worked_on: bool) -> Result<(), Mismatch> {
        let Some(before) = self.before.take() else { return Ok(()) };
        if !is_worked_on {
            return Ok(());
        }
        self.with_command = Some(Copy::of(data));
        before.put_into(data)
    }

    /// Forgets the new command.
    pub(crate) fn drop_command(&mut self) {
        (self.with_command, self.before) = (None, None);
    }
}
