//! Capture control: decides when a camera captures images.

use morse_sim::engine::devices::CAPTURING;
use morse_sim::prelude::*;
use morse_world::PropertyValue;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// Captures images without end.
    #[default]
    Endless,
    /// Captures this number of images.
    Left(i64),
    /// Captures no images until a client requests them.
    Closed,
}

/// Decides when a camera captures images.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaptureControl {
    phase: Phase,
    /// Whether the scene uses fast mode, without images.
    dark: bool,
}

impl CaptureControl {
    pub(crate) fn new(setup: &Setup<'_>) -> Self {
        if setup.fastmode {
            tracing::warn!(
                "{}: cannot render, because the environment is in fastmode. It takes no pictures; leave \
                 fastmode=True out of Environment(…) to have some.",
                setup.name
            );
        }
        Self { phase: Phase::Endless, dark: setup.fastmode }
    }

    /// Whether an image is due. Otherwise the reading is withheld.
    pub(crate) fn opens(&self, view: &mut SenseContext<'_>) -> bool {
        let switch = view.world.property(view.node, CAPTURING);
        let is_on = switch.is_none_or(PropertyValue::is_truthy);
        let opens = is_on && !self.dark && self.phase != Phase::Closed;
        if !opens {
            view.withhold();
        }
        opens
    }

    /// Counts a captured image, and completes the service after the last one.
    pub(crate) fn count(&mut self, view: &mut SenseContext<'_>) {
        match self.phase {
            Phase::Left(left) if left > 1 => self.phase = Phase::Left(left - 1),
            Phase::Left(_) => {
                self.phase = Phase::Closed;
                view.complete(Completion::Success(Value::Null));
            }
            Phase::Endless | Phase::Closed => {}
        }
    }

    /// Starts capturing a number of images; without end if the number is negative.
    pub(crate) fn capture(&mut self, n: i64) -> Result<(), ServiceError> {
        if self.dark {
            let reason = "the environment is in fastmode, in which cameras take no pictures";
            return Err(ServiceError::Refused(reason.to_owned()));
        }
        self.phase = match n {
            0 => {
                let reason = "n is 0; give a number of pictures, or -1 for pictures without end";
                return Err(ServiceError::Refused(reason.to_owned()));
            }
            n if n < 0 => Phase::Endless,
            n => Phase::Left(n),
        };
        Ok(())
    }

    /// Stops capturing until the next request of a client.
    pub(crate) fn close(&mut self) {
        self.phase = Phase::Closed;
    }
}
