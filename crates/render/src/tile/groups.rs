//! The rays of a tile in groups that hit the same material of a part.

use std::ops::Range;

use morse_world::{HitSurface, NodeId};

use crate::shading::facet::Facet;
use crate::shading::parts::Parts;

/// Number of the latest triangles among which that of a run is searched.
const RECENT: usize = 4;

/// Groups of rays, with the triangles that they hit.
#[derive(Default)]
pub(super) struct Groups {
    /// The groups in use, and unused ones whose memory is kept.
    list: Vec<Group>,
    count: usize,
    /// The group of the last run.
    last: usize,
    /// The triangles whose appearance varies, with the numbers of their parts and triangles.
    facets: Vec<((usize, u32), Facet)>,
}

/// The rays of a tile that hit the same material of a part.
#[derive(Default)]
pub(super) struct Group {
    /// Number of the part.
    pub(super) part: usize,
    /// Slot of the material.
    pub(super) slot: usize,
    /// Whether images and normals can vary over the triangles: they have areas, and the part a surface.
    pub(super) is_surface: bool,
    pub(super) runs: Vec<GroupRun>,
}

/// Successive rays that hit the same triangle.
#[derive(Clone, Copy)]
pub(super) struct GroupRun {
    pub(super) first: usize,
    pub(super) end: usize,
    /// Index of the triangle, if the appearance can vary over it.
    facet: usize,
}

impl Groups {
    /// Removes all groups.
    pub(super) fn clear(&mut self) {
        (self.count, self.last) = (0, 0);
        self.facets.clear();
    }

    /// Adds successive rays that hit a surface.
    pub(super) fn add(&mut self, rays: Range<usize>, surface: &HitSurface<NodeId>, parts: &mut Parts<'_>) {
        let number = parts.find(surface);
        let part = parts.get(number);
        let slot = part.slot(surface.triangle);
        let facet = part
            .frame()
            .and_then(|frame| self.facet_of((number, surface.triangle), || frame.facet(surface.triangle)));
        let is_same =
            |group: &Group| (group.part, group.slot, group.is_surface) == (number, slot, facet.is_some());
        if !self.list[..self.count].get(self.last).is_some_and(is_same) {
            self.last = self.list[..self.count].iter().position(is_same).unwrap_or(self.count);
            if self.last == self.count {
                self.count += 1;
                if self.count > self.list.len() {
                    self.list.push(Group::default());
                }
                let group = &mut self.list[self.last];
                (group.part, group.slot, group.is_surface) = (number, slot, facet.is_some());
                group.runs.clear();
            }
        }
        let facet = facet.unwrap_or(usize::MAX);
        self.list[self.last].runs.push(GroupRun { first: rays.start, end: rays.end, facet });
    }

    /// The index of a triangle, which is added if it is not among the latest ones. `None` for a triangle without area.
    fn facet_of(&mut self, key: (usize, u32), facet: impl FnOnce() -> Option<Facet>) -> Option<usize> {
        let recent = self.facets.len().saturating_sub(RECENT);
        if let Some(place) = self.facets[recent..].iter().position(|(known, _)| *known == key) {
            return Some(recent + place);
        }
        self.facets.push((key, facet()?));
        Some(self.facets.len() - 1)
    }

    /// Number of groups.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The group with a number below [`Groups::len`].
    pub(super) fn get(&self, number: usize) -> &Group {
        &self.list[number]
    }

    /// The triangle of a run, if the appearance can vary over it.
    pub(super) fn facet(&self, run: &GroupRun) -> Option<&Facet> {
        self.facets.get(run.facet).map(|(_, facet)| facet)
    }
}
