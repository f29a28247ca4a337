//! Finds the cells of a grid that bodies occupy: squares of cells are divided while a body is in them.

use glam::DVec2;
use rapier3d::parry::query::intersection_test;
use rapier3d::parry::shape::Cuboid;
use rapier3d::prelude::SharedShape;

use super::{FAR_M, MARGIN_M, OccupancySpec};
use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::{NodeSet, PhysicsType, Pose, World};

/// Tolerance, as a part of the edge of a cell: a solid that touches a cell does not occupy it, and a surface on the edge
/// between two cells occupies the cell with the higher coordinate.
pub(super) const TOLERANCE: f64 = 0.002;

/// A rectangle of cells, by column along x and row along y. The cell (0, 0) has its lowest corner at the origin of the world.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cells {
    /// The first column and row.
    pub(super) low: [i64; 2],
    /// The column and row after the last ones.
    high: [i64; 2],
}

impl Cells {
    /// The cells that a rectangle of the world covers, at least in part, when it is enlarged on each side by `margin` cells.
    pub(super) fn around(low: DVec2, high: DVec2, resolution: f64, margin: f64) -> Self {
        let low = (low / resolution - margin).floor();
        let high = (high / resolution + margin).ceil();
        Self { low: [low.x as i64, low.y as i64], high: [high.x as i64, high.y as i64] }
    }

    /// The cells that both have.
    pub(super) fn common(self, other: Self) -> Self {
        let both = |pick: fn(i64, i64) -> i64, a: [i64; 2], b: [i64; 2]| [0, 1].map(|at| pick(a[at], b[at]));
        Self { low: both(i64::max, self.low, other.low), high: both(i64::min, self.high, other.high) }
    }

    /// Number of columns and rows.
    pub(super) fn size(self) -> [usize; 2] {
        [0, 1].map(|at| usize::try_from(self.high[at] - self.low[at]).unwrap_or(0))
    }

    /// Number of cells.
    pub(super) fn count(self) -> usize {
        let [width, height] = self.size();
        width.saturating_mul(height)
    }

    /// The index of a cell, row by row; `None` for a cell outside.
    pub(super) fn index(self, cell: [i64; 2]) -> Option<usize> {
        let [x, y] = [0, 1].map(|at| usize::try_from(cell[at] - self.low[at]).ok());
        let ([width, height], x, y) = (self.size(), x?, y?);
        (x < width && y < height).then_some(y * width + x)
    }
}

/// A shape of a static body that may cross the range of heights.
pub(super) struct Part<'a> {
    world_from_part: Pose,
    shape: &'a SharedShape,
    /// The cells of its bounding box; `None` for a shape without bounds.
    pub(super) cells: Option<Cells>,
}

/// The shapes of static bodies that may cross the range of heights, without the bodies of `except`.
pub(super) fn parts<'a>(world: &'a World, spec: &OccupancySpec, except: &NodeSet) -> Vec<Part<'a>> {
    let [bottom, top] = spec.heights;
    let is_static =
        |node: &_| world.physics.body(*node).is_some_and(|body| body.physics == PhysicsType::Static);
    let nodes = world.tree.ids().filter(|node| !except.contains(*node)).filter(is_static);
    nodes
        .flat_map(|node| {
            let world_from_node = world.tree.world_from(node);
            let shapes = world.physics.shapes(node);
            shapes.map(move |(node_from_part, shape)| (world_from_node * node_from_part, shape))
        })
        .filter_map(move |(world_from_part, shape)| {
            let here = Pose { rotation: world_from_part.rotation, ..Pose::IDENTITY };
            let extent = shape.compute_aabb(&pose_to_engine(here));
            let [low, high] = [extent.mins, extent.maxs]
                .map(|corner| vector_from_engine(corner) + world_from_part.translation);
            let is_bounded = low.abs().max(high.abs()).truncate().max_element() <= FAR_M;
            let around = || Cells::around(low.truncate(), high.truncate(), spec.resolution, TOLERANCE);
            let cells = is_bounded.then(around);
            (low.z < top && high.z > bottom).then_some(Part { world_from_part, shape, cells })
        })
        .collect()
}

/// The occupied cells.
pub(super) struct Raster {
    resolution: f64,
    heights: [f64; 2],
    occupied: Vec<[i32; 2]>,
    /// Maximum number of occupied cells.
    limit: usize,
}

impl Raster {
    pub(super) fn new(spec: &OccupancySpec, limit: usize) -> Self {
        Self { resolution: spec.resolution, heights: spec.heights, occupied: Vec::new(), limit }
    }

    /// The occupied cells. A cell that several bodies occupy is repeated.
    pub(super) fn occupied(&self) -> impl Iterator<Item = [i64; 2]> {
        self.occupied.iter().map(|cell| cell.map(i64::from))
    }

    /// Adds the cells that a body occupies within a rectangle; `None` if there are too many.
    pub(super) fn mark(&mut self, part: &Part<'_>, within: Cells) -> Option<()> {
        let [width, height] = within.size();
        if width == 0 || height == 0 {
            return Some(());
        }
        let side = width.max(height).checked_next_power_of_two()?;
        self.divide(part, within, within.low, i64::try_from(side).ok()?)
    }

    /// Adds the occupied cells of a square with its lowest cell at `corner` and `side` cells along each edge.
    fn divide(&mut self, part: &Part<'_>, within: Cells, corner: [i64; 2], side: i64) -> Option<()> {
        if corner[0] >= within.high[0] || corner[1] >= within.high[1] || !self.meets(part, corner, side) {
            return Some(());
        }
        if side == 1 {
            self.occupied.push([i32::try_from(corner[0]).ok()?, i32::try_from(corner[1]).ok()?]);
            return (self.occupied.len() <= self.limit).then_some(());
        }
        let half = side / 2;
        for [right, up] in [[0, 0], [half, 0], [0, half], [half, half]] {
            self.divide(part, within, [corner[0] + right, corner[1] + up], half)?;
        }
        Some(())
    }

    /// Whether a body is in a square of cells, within the range of heights.
    fn meets(&self, part: &Part<'_>, corner: [i64; 2], side: i64) -> bool {
        let [bottom, top] = self.heights;
        let half_side = side as f64 / 2.0;
        let center = DVec2::new(corner[0] as f64 + half_side, corner[1] as f64 + half_side) * self.resolution;
        let tolerance = TOLERANCE * self.resolution;
        let is_surface = part.shape.as_trimesh().is_some();
        let (center, half) = match (half_side * self.resolution, is_surface) {
            (half, true) => (center - tolerance, half),
            (half, false) => (center, half - tolerance),
        };
        let square = Cuboid::new(vector_to_engine(DVec2::splat(half).extend((top - bottom) / 2.0)));
        // The relative position is computed first, so that single precision suffices anywhere in the world.
        let center = center.extend((bottom + top) / 2.0);
        let square_from_part =
            Pose { translation: part.world_from_part.translation - center, ..part.world_from_part };
        let at_origin = pose_to_engine(Pose::IDENTITY);
        // The query fails only for pairs of shape types that bodies do not have.
        intersection_test(&at_origin, &square, &pose_to_engine(square_from_part), &**part.shape)
            .is_ok_and(|it| it.intersecting)
    }

    /// The rectangle around all occupied cells and these points [m], with free space around it.
    pub(super) fn extent(&self, points: impl Iterator<Item = DVec2>) -> Cells {
        let margin_m = if self.occupied.is_empty() { super::EMPTY_MARGIN_M } else { MARGIN_M };
        let margin = (margin_m / self.resolution).ceil() as i64;
        let Cells { low, high } = self.around(points);
        Cells { low: low.map(|at| at - margin), high: high.map(|at| at + margin) }
    }

    /// The rectangle around all occupied cells and these points. [m]
    pub(super) fn around(&self, points: impl Iterator<Item = DVec2>) -> Cells {
        let cell = |point: DVec2| {
            let cell = (point / self.resolution).floor();
            [cell.x as i64, cell.y as i64]
        };
        let cells =
            self.occupied().chain(points.filter(|point| point.abs().max_element() <= FAR_M).map(cell));
        let around = cells.fold(None, |around: Option<Cells>, [x, y]| {
            let Cells { low, high } = around.unwrap_or(Cells { low: [x, y], high: [x, y] });
            let low = [low[0].min(x), low[1].min(y)];
            Some(Cells { low, high: [high[0].max(x + 1), high[1].max(y + 1)] })
        });
        around.unwrap_or_default()
    }
}
