//! Capture control: decides when a camera captures images.

use morse_sim::engine::devices::CAPTURING;
use morse_sim::prelude::*;
use morse_world::PropertyValue;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// Captures an image at each activation.
    #[default]
    Endless,
    /// Captures this number of images, then closes.
    Left(i64),
    /// Captures no image until a client requests images.
    Closed,
}

/// Decides when a camera captures images.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaptureControl {
    phase: Phase,
    /// Whether the scene uses fast mode, in which cameras capture no images.
    is_disabled: bool,
}

impl CaptureControl {
    pub(crate) fn new(setup: &Setup<'_>) -> Self {
        if setup.fastmode {
            tracing::warn!(
                "{}: the camera captures no images, because the environment is in fastmode; remove fastmode=True \
                 from Environment(…) to enable rendering",
                setup.name
            );
        }
        Self { phase: Phase::Endless, is_disabled: setup.fastmode }
    }

    /// Whether an image is due.
    pub(crate) fn will_capture(&self, view: &SenseContext<'_>) -> bool {
        let switch = view.world.property(view.node, CAPTURING);
        let is_on = switch.is_none_or(PropertyValue::is_truthy);
        is_on && !self.is_disabled && self.phase != Phase::Closed
    }

    /// Returns whether an image is due. If not, withholds the reading.
    pub(crate) fn is_due(&self, view: &mut SenseContext<'_>) -> bool {
        let is_due = self.will_capture(view);
        if !is_due {
            view.withhold();
        }
        is_due
    }

    /// Counts a captured image, and completes the service after the last image.
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

    /// Starts capturing a number of images, or an unlimited number if `n` is negative.
    pub(crate) fn capture(&mut self, n: i64) -> Result<(), ServiceError> {
        if self.is_disabled {
            let reason = "the environment is in fastmode, in which cameras capture no images";
            return Err(ServiceError::Refused(reason.to_owned()));
        }
        self.phase = match n {
            0 => {
                let reason = "n is 0; give a number of images, or -1 to capture without end";
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
