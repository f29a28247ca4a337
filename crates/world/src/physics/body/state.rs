//! The state of a body that is not in rapier: its mass, its commands, and its activity between two ticks.

use glam::DVec3;
use rapier3d::dynamics::RigidBodyHandle;
use rapier3d::geometry::{ColliderHandle, SharedShape};
use rapier3d::math::Pose as EnginePose;
use serde::{Deserialize, Serialize};

use crate::physics::body::mass::Mass;
use crate::physics::contacts::recycling_range::{ContactRecycling, Range};
use crate::{ContactMaterial, Fluid, LockedAxes, PairContact, PhysicsType, Pose};

/// A shape of a body in rapier.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) collider: ColliderHandle,
    pub(crate) node_from_part: Pose,
    /// The shape without its margin, if it has a margin.
    pub(crate) bare: Option<SharedShape>,
    /// The collider of `bare`, while there are bodies that ignore margins.
    pub(crate) bare_collider: Option<ColliderHandle>,
    /// The margin. [m]
    pub(crate) margin: f64,
    /// Its surface for contacts with shapes that also have one.
    pub(crate) material: Option<Box<ContactMaterial>>,
    /// Its contacts with single shapes.
    pub(crate) pairs: Box<[PairContact]>,
}

impl Part {
    /// Its colliders, with and without margin.
    pub(crate) fn colliders(&self) -> impl Iterator<Item = ColliderHandle> + use<> {
        std::iter::once(self.collider).chain(self.bare_collider)
    }
}

/// The data of a body that rapier does not keep.
///
/// Fields that every tick reads are adjacent in memory.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct Body {
    /// The rapier body; unused while the node is mounted on a moving body.
    pub(crate) handle: RigidBodyHandle,
    pub(crate) physics: PhysicsType,
    /// Whether the body moves as part of a mechanism; its velocities are then stored in `kept`.
    pub(crate) linked: bool,
    /// Whether it meets surfaces without their margins.
    pub(crate) ignores_margins: bool,
    /// Index of its mechanism while it is linked.
    pub(crate) mechanism: u32,
    /// Axes along and about which forces and contacts do not move the body.
    pub(crate) locked: LockedAxes,
    /// Whether its physics is suspended.
    pub(crate) suspended: bool,
    /// Whether the body stays in place during the coming tick.
    pub(crate) pinned: bool,
    /// Whether its turn rate was set or a force was applied since the last tick.
    pub(crate) driven: bool,
    /// Whether a speed or a turn rate other than zero was commanded since the last tick.
    pub(crate) is_to_move: bool,
    /// Whether a drive, but no force or torque, moved it in the last tick.
    pub(crate) was_driven: bool,
    /// Number of driven ticks before it may begin planar motion.
    pub(crate) planar_wait_ticks: u8,
    /// Whether it rolls in the coming tick at the velocity that its drive set.
    pub(crate) rolls: bool,
    pub(crate) pushed: bool,
    pub(crate) twisted: bool,
    /// Whether it had a contact at a side when its contacts were last computed.
    pub(crate) is_touched_at_side: bool,
    /// Whether forces or torques that compensate friction are applied in this tick.
    pub(crate) relieved: bool,
    /// Whether it had left its recycling range before this tick.
    pub(crate) is_due: bool,
    /// Whether its shapes are marked, so that its contacts are computed in each tick.
    pub(crate) finds_contacts: bool,
    /// Whether it slept at the end of the last tick and was not commanded since.
    pub(crate) sleeps: bool,
    /// Whether the coming tick processes it.
    pub(crate) is_watched: bool,
    /// Half the thickness of the thinnest shape it has carried; infinite without shapes to which continuous collision
    /// detection applies. [m]
    pub(crate) half_thickness: f32,
    /// The rapier pose that corresponds to the pose of the node.
    pub(crate) seen: EnginePose,
    /// The pose at which its contacts were computed, and the range in which they are valid.
    pub(crate) contact_recycling: ContactRecycling,
    /// Its center of mass in the node, which is the origin of the rapier body. [m]
    pub(crate) center: DVec3,
    /// Its velocities while they are not stored in rapier. [m/s, rad/s]
    pub(crate) kept: [DVec3; 2],
    pub(crate) parts: Vec<Part>,
    /// Mass of the body alone.
    pub(crate) own: Box<Mass>,
    /// The fluid around it.
    pub(crate) fluid: Option<Box<Fluid>>,
    /// Mass including everything that fixed joints connect to it.
    pub(crate) total: Box<Mass>,
}

impl Body {
    /// Whether the body does not move in the coming tick.
    pub(crate) fn stays(&self) -> bool {
        self.suspended || self.pinned
    }

    /// Whether contacts do not rotate it about the vertical in the coming tick: a drive set its turn rate, and it has no
    /// contacts at a side.
    pub(crate) fn holds_turn_rate(&self) -> bool {
        let driven = self.driven && !self.twisted && !self.linked;
        driven && self.physics.turns() && !self.is_touched_at_side
    }

    /// Its shapes in rapier.
    pub(crate) fn colliders(&self) -> impl Iterator<Item = ColliderHandle> {
        self.parts.iter().flat_map(Part::colliders)
    }

    /// The surface of one of its shapes.
    pub(crate) fn material_of(&self, collider: ColliderHandle) -> Option<ContactMaterial> {
        let part = self.parts.iter().find(|part| part.colliders().any(|own| own == collider))?;
        part.material.as_deref().copied()
    }

    /// The contacts of one of its shapes with single shapes.
    pub(crate) fn pairs_of(&self, collider: ColliderHandle) -> &[PairContact] {
        let part = self.parts.iter().find(|part| part.colliders().any(|own| own == collider));
        part.map_or(&[], |part| &part.pairs)
    }

    /// One of its shapes in rapier, and its margin [m].
    pub(crate) fn part(&self, number: usize) -> Option<(ColliderHandle, f64)> {
        self.parts.get(number).map(|part| (part.collider, part.margin))
    }

    /// Sets whether the coming tick processes the body, and whether it sleeps. Returns the former.
    pub(crate) fn follow(&mut self, activity: Activity, is_free: bool) -> bool {
        let seeks_contacts = self.finds_contacts || self.contact_recycling.range == Range::Empty;
        self.sleeps = activity == Activity::Sleeps;
        self.is_watched = activity == Activity::Moves || (seeks_contacts && is_free);
        self.is_watched
    }
}

/// The activity of a body between two ticks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Activity {
    /// Physics does not move it.
    #[default]
    None,
    /// It moves, or will move from the next tick on.
    Moves,
    /// rapier has put it to sleep.
    Sleeps,
}
