//! Which instances a ray can meet.

pub(super) mod object_set;

use crate::filter::object_set::{ObjectKey, ObjectSet};

/// What a ray is cast for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum RayKind {
    /// To find obstacles: meets the shapes that others collide with.
    #[default]
    Physics = 1,
    /// To see: meets what objects look like, whether others collide with it or not. A hidden object is not seen.
    Visual = 2,
}

/// The kinds of rays that meet an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RayKinds(u8);

impl RayKinds {
    /// No rays.
    pub const NONE: RayKinds = RayKinds(0);
    /// Rays of any kind.
    pub const ALL: RayKinds = RayKinds(RayKind::Physics as u8 | RayKind::Visual as u8);
    /// [`RayKind::Visual`] alone.
    pub const VISUAL: RayKinds = RayKinds(RayKind::Visual as u8);

    /// One kind alone.
    #[must_use]
    pub fn of(kind: RayKind) -> RayKinds {
        RayKinds(kind as u8)
    }

    /// These and others.
    #[must_use]
    pub fn union(self, others: RayKinds) -> RayKinds {
        RayKinds(self.0 | others.0)
    }

    /// Whether rays of a kind are among them.
    #[inline(always)]
    pub fn contains(self, kind: RayKind) -> bool {
        self.0 & kind as u8 != 0
    }

    /// All but one kind.
    #[must_use]
    pub fn without(self, kind: RayKind) -> RayKinds {
        RayKinds(self.0 & !(kind as u8))
    }
}

/// Which instances the rays of a batch can meet, by their objects. The default: every obstacle.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedFilter<'a, K> {
    /// What the rays are cast for.
    pub kind: RayKind,
    /// Rays pass this object.
    pub skip: Option<K>,
    /// Rays meet these objects only.
    pub only: Option<&'a ObjectSet<K>>,
    /// Rays pass these objects.
    pub except: Option<&'a ObjectSet<K>>,
}

impl<K> Default for ResolvedFilter<'_, K> {
    fn default() -> Self {
        ResolvedFilter { kind: RayKind::default(), skip: None, only: None, except: None }
    }
}

impl<K: ObjectKey> ResolvedFilter<'_, K> {
    /// Whether rays can meet an instance of an object that these kinds of rays meet.
    #[inline(always)]
    pub(crate) fn accepts(&self, object: K, kinds: RayKinds) -> bool {
        kinds.contains(self.kind)
            && self.skip != Some(object)
            && self.only.is_none_or(|only| only.contains(object))
            && self.except.is_none_or(|except| !except.contains(object))
    }
}
