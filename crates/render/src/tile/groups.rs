//! The rays of a tile in groups that hit the same material of a part.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::ops::Range;

use morse_world::{HitSurface, NodeId, TileHits};

use crate::shading::facet::Facet;
use crate::shading::facet_columns::FacetParts;
use crate::shading::parts::Parts;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::vectorized::vectorized;
use crate::tile::tile_pixels::TilePixels;

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
    /// Whether images and normals vary over the triangles: they have areas, the part a surface, and the material such properties.
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

/// A place in the runs of a group, and the needs of its rows.
pub(super) struct RowSource {
    /// Number of the group.
    pub(super) group: usize,
    /// Index of the next run.
    pub(super) run: usize,
    /// Number of rays of that run that have rows.
    pub(super) done: usize,
    /// Whether rays have start points away from the camera.
    pub(super) has_start: bool,
    /// The parts of triangles that the material needs, if its appearance varies within a triangle.
    pub(super) facet_parts: Option<FacetParts>,
}

vectorized! {
    /// Appends the next rays of a group to the rows, as many as there is room for.
    pub(super) append = append_from(
        surfaces: &mut SurfaceColumns, pixels: &TilePixels, hits: &TileHits<NodeId>, groups: &Groups, source: &mut RowSource
    )
}

#[inline(always)]
fn append_from(
    surfaces: &mut SurfaceColumns,
    pixels: &TilePixels,
    hits: &TileHits<NodeId>,
    groups: &Groups,
    source: &mut RowSource,
) {
    let runs = &groups.list[source.group].runs;
    while let Some(run) = runs.get(source.run) {
        if surfaces.is_full() {
            return;
        }
        let rows = surfaces.append(pixels, hits, run.first + source.done..run.end, source.has_start);
        if let Some(parts) = source.facet_parts
            && let Some(facet) = groups.facet(run)
        {
            surfaces.facets.set(&rows, facet, parts);
        }
        source.done += rows.len();
        if run.first + source.done >= run.end {
            (source.run, source.done) = (source.run + 1, 0);
        }
    }
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
            .detailed_frame(slot)
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

    /// Whether all rays of a group have rows.
    pub(super) fn is_done(&self, source: &RowSource) -> bool {
        source.run >= self.list[source.group].runs.len()
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
