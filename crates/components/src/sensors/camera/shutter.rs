//! The shutter of a camera: whether, and for how long, it takes pictures.

use morse_sim::devices::CAPTURING;
use morse_sim::prelude::*;
use morse_world::PropertyValue;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// Pictures without end.
    #[default]
    Endless,
    /// So many pictures more.
    Left(i64),
    /// None, until a client asks for some.
    Closed,
}

/// Says when a camera takes pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shutter {
    phase: Phase,
    /// The scene asks for speed, without pictures.
    dark: bool,
}

impl Shutter {
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

    /// Whether a picture is due. Otherwise the reading is withheld.
    pub(crate) fn opens(&self, view: &mut View<'_>) -> bool {
        let switch = view.world.property(view.node, CAPTURING);
        let is_on = switch.is_none_or(PropertyValue::is_truthy);
        let opens = is_on && !self.dark && self.phase != Phase::Closed;
        if !opens {
            view.withhold();
        }
        opens
    }

    /// Counts a picture that was taken, and ends the service if it was the last one.
    pub(crate) fn count(&mut self, view: &mut View<'_>) {
        match self.phase {
            Phase::Left(left) if left > 1 => self.phase = Phase::Left(left - 1),
            Phase::Left(_) => {
                self.phase = Phase::Closed;
                view.complete(Completion::Success(Value::Null));
            }
            Phase::Endless | Phase::Closed => {}
        }
    }

    /// Begins to take so many pictures; without end if the number is negative.
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

    /// Takes no more pictures until a client asks for some.
    pub(crate) fn close(&mut self) {
        self.phase = Phase::Closed;
    }
}
