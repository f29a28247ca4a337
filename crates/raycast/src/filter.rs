//! Filters for the instances that a ray can hit.

pub(super) mod object_set;

use crate::filter::object_set::{ObjectKey, ObjectSet};

/// The purpose of a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum RayKind {
    /// Finds obstacles: hits the shapes used for collisions.
    #[default]
    Physics = 1,
    /// Finds visible surfaces: hits the visuals of objects, with or without collisions. Hidden objects are not hit.
    Visual = 2,
}

/// The set of ray kinds that can hit an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RayKinds(u8);

impl RayKinds {
    /// No ray kinds.
    pub const NONE: RayKinds = RayKinds(0);
    /// All ray kinds.
    pub const ALL: RayKinds = RayKinds(RayKind::Physics as u8 | RayKind::Visual as u8);
    /// [`RayKind::Visual`] alone.
    pub const VISUAL: RayKinds = RayKinds(RayKind::Visual as u8);

    /// A single kind.
    #[must_use]
    pub fn of(kind: RayKind) -> RayKinds {
        RayKinds(kind as u8)
    }

    /// The union of two sets.
    #[must_use]
    pub fn union(self, others: RayKinds) -> RayKinds {
        RayKinds(self.0 | others.0)
    }

    /// Whether the set contains a kind.
    #[inline(always)]
    pub fn contains(self, kind: RayKind) -> bool {
        self.0 & kind as u8 != 0
    }

    /// The set without a kind.
    #[must_use]
    pub fn without(self, kind: RayKind) -> RayKinds {
        RayKinds(self.0 & !(kind as u8))
    }
}

/// Selects the instances that the rays of a batch can hit, by their objects. The default selects every obstacle.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedFilter<'a, K> {
    /// The kind of the rays.
    pub kind: RayKind,
    /// Rays pass through this object.
    pub skip: Option<K>,
    /// Rays hit only these objects.
    pub only: Option<&'a ObjectSet<K>>,
    /// Rays pass through these objects.
    pub except: Option<&'a ObjectSet<K>>,
}

impl<K> Default for ResolvedFilter<'_, K> {
    fn default() -> Self {
        ResolvedFilter { kind: RayKind::default(), skip: None, only: None, except: None }
    }
}

impl<K: ObjectKey> ResolvedFilter<'_, K> {
    /// Whether the rays can hit an instance with these ray kinds of an object.
    #[inline(always)]
    pub(crate) fn accepts(&self, object: K, kinds: RayKinds) -> bool {
        kinds.contains(self.kind)
            && self.skip != Some(object)
            && self.only.is_none_or(|only| only.contains(object))
            && self.except.is_none_or(|except| !except.contains(object))
    }
}
