//! A command on which a lagging host works. Meanwhile the actuator acts with the data before the command.

use morse_scene::value::{Map, Value};

use crate::contract::data::{Data, Mismatch};

/// A copy of data.
#[derive(Clone)]
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

/// The command on which a host works, if any.
#[derive(Clone, Default)]
pub(crate) struct HeldCommand {
    /// Whether the actuator is built in, and the host of its modifiers and streams has a lag.
    pub(crate) lags: bool,
    /// Whether there is a new command from other sources than the streams of the host.
    pub(crate) is_commanded: bool,
    /// The data with the new command, while the actuator has the data before the command.
    with_command: Option<Copy>,
    /// The data before the new command, while the actuator has the data with the command.
    before: Option<Copy>,
}

impl HeldCommand {
    /// Swaps the data with the new command into the actuator, so that the host can change it.
    pub(crate) fn take_up(&mut self, data: &mut dyn Data) -> Result<(), Mismatch> {
        if self.before.is_none() {
            self.before = Some(Copy::of(data));
            if let Some(with_command) = self.with_command.take() {
                return with_command.put_into(data);
            }
        }
        Ok(())
    }

    /// Swaps the data before the new command into the actuator if the host still works on the command. Otherwise the
    /// actuator keeps its data.
    pub(crate) fn put_aside(&mut self, data: &mut dyn Data, is_worked_on: bool) -> Result<(), Mismatch> {
        let Some(before) = self.before.take() else { return Ok(()) };
        if !is_worked_on {
            return Ok(());
        }
        self.with_command = Some(Copy::of(data));
        before.put_into(data)
    }

    /// Discards the new command.
    pub(crate) fn drop_command(&mut self) {
        (self.with_command, self.before) = (None, None);
    }
}
