//! The access of a sensor to the world: the parts that it reads, and whether it changes any.

use morse_world::RayKind;

/// The parts of the world that a sensor reads, and whether it changes any. The engine prepares what is read, and skips readings
/// that cannot differ from the last one. The default is a sensor that may read anything and changes nothing. A debug run
/// compares it with the behavior of the sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorldAccess {
    /// Kind of the rays that readings cast. The geometry for these rays is updated on all threads before sensors read.
    pub rays: Option<RayKind>,
    /// Whether readings use [`World::contact_forces`](morse_world::World::contact_forces): the world then records them.
    pub contact_forces: bool,
    /// Whether the sensor keeps state about the objects of the world, in
    /// [`Sensor::track_objects`](super::Sensor::track_objects).
    pub objects: bool,
    /// Number of readings of a robot at rest after which a further reading changes neither the data nor the state of the
    /// sensor, for sensors whose readings depend on the pose and velocity of the sensor and its robot alone. The engine then
    /// skips readings until the sensor or its robot moves, or a service or property of the sensor is used.
    pub settles_after: Option<u8>,
    /// Whether readings change the world: only then is [`Sensor::follow_up`](super::Sensor::follow_up) called.
    pub changes: bool,
}

impl WorldAccess {
    /// Access of a sensor that casts rays.
    #[must_use]
    pub fn rays(kind: RayKind) -> Self {
        Self { rays: Some(kind), ..Self::default() }
    }

    /// Access of a sensor that reads contact forces.
    #[must_use]
    pub fn contact_forces() -> Self {
        Self { contact_forces: true, ..Self::default() }
    }

    /// Access of a sensor that reads the pose and velocity of itself and its robot alone, with [`Self::settles_after`].
    #[must_use]
    pub fn own_motion(settles_after: u8) -> Self {
        Self { settles_after: Some(settles_after), ..Self::default() }
    }

    /// The same for a sensor whose readings change the world.
    #[must_use]
    pub fn with_changes(self) -> Self {
        Self { changes: true, ..self }
    }
}
