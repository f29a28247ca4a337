//! Hosted components: classes that this program does not have, computed by somebody else.
//!
//! Users write robots, sensors and actuators in Python. To the engine they are units as all others, with a schedule,
//! modifiers, streams and services; only what happens inside of them is somebody else's work. Whoever does it is a
//! [`Host`]: it is asked once in a tick for all sensors that are due, and once for all robots and actuators. How it is
//! reached is not known here.

mod cell;
mod class;
mod deed;
mod message;
mod question;
mod scene;
mod turns;

pub(crate) use cell::{HostedCell, NOT_RESTORED};
pub use class::HostedClass;
pub use deed::Deed;
pub use message::{Completed, Happening, Member, Order, Outcome, Reply, Report, Status, Turn};
pub use question::Question;
pub(crate) use scene::Scene;

use std::sync::{Arc, Mutex};

use morse_scene::value::Value;

use crate::unit::UnitRef;

/// The host is gone, and why. It is asked nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HostLost(pub String);

/// Computes components on behalf of the engine.
pub trait Host: Send {
    /// Does what it is told, and says what came of it. Whatever it wants to know of the scene meanwhile, or do to it, it
    /// asks of `scene`, in the order in which it wants it.
    ///
    /// # Errors
    /// When it is gone, or has to be taken for gone.
    fn exchange(&mut self, order: &Order<'_>, scene: &mut dyn Surroundings) -> Result<Reply, HostLost>;
}

/// What a host can know of the scene, and do to it.
pub trait Surroundings {
    /// Answers a question.
    ///
    /// # Errors
    /// When it names something that is not there.
    fn answer(&mut self, question: &Question) -> Result<Value, String>;

    /// Does something to the scene.
    ///
    /// # Errors
    /// When it names something that is not there, or cannot be done.
    fn carry_out(&mut self, deed: Deed) -> Result<(), String>;
}

/// A host that several may hold, of which one asks at a time.
pub type SharedHost = Arc<Mutex<dyn Host>>;

/// The hosted units of a simulation, in scene order.
pub(crate) struct Company {
    pub(crate) host: SharedHost,
    /// By the number under which the host knows them. Robots that only carry hosted components are among them.
    pub(crate) seats: Vec<Seat>,
    /// Nobody computes them any more.
    pub(crate) lost: bool,
    /// Services that ended while the call that began them was under way.
    pub(crate) completed: Vec<Completed>,
}

/// A place in the host.
pub(crate) struct Seat {
    pub(crate) unit: UnitRef,
    /// Full name.
    pub(crate) name: String,
    /// The seat of its robot; a robot has its own.
    pub(crate) robot: usize,
    /// Its class is hosted, not only that of something it carries.
    pub(crate) acts: bool,
    /// It failed: a robot does not act any more, a component until somebody activates it.
    pub(crate) failed: bool,
}
