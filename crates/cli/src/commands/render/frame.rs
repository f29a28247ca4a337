//! What is in a picture, and how: the camera that shows a scene, and the grid on its ground.

use std::collections::BTreeSet;

use glam::{DMat3, DQuat, DVec2, DVec3};
use morse_render::{Grid, Projection, View};
use morse_scene::Document;
use morse_world::{NodeId, Pose, World};

use super::cameras;
use super::extent::Extent;
use super::framing::{Framing, Viewpoint};
use super::orthographic::{stand_back, tighten, view};
use super::survey::{NamedObject, Survey, survey};
use crate::arguments::Side;

/// What is in a picture, and how.
pub struct Frame {
    /// Whether it is seen from straight before, with a wall behind it for a ground.
    pub is_front: bool,
    pub view: View,
    /// The box around the subject.
    pub extent: Extent,
    /// Robots and objects.
    pub things: Vec<NamedObject>,
}

impl Frame {
    /// The box around what is to be shown.
    ///
    /// # Errors
    /// When there is nothing to be seen.
    pub fn subject(world: &World, document: &Document, wish: &Framing) -> Result<Extent, String> {
        survey(world, document, wish).map(|survey| survey.extent)
    }

    /// The frame of a scene.
    ///
    /// # Errors
    /// When there is nothing to be seen, or the camera looks at the point where it stands.
    pub fn of(world: &World, document: &Document, wish: &Framing) -> Result<Frame, String> {
        let shows_all = wish.from == Viewpoint::Side(Side::Scene);
        let Survey { extent, everything, things } = survey(world, document, wish)?;
        let side = match wish.from {
            Viewpoint::Side(Side::Camera) => {
                let view = cameras::of_scene(&document.environment.camera, wish);
                return Ok(Frame { is_front: false, view, extent, things });
            }
            Viewpoint::Eye { eye, target } => {
                let view = cameras::looking_at(eye, target.unwrap_or_else(|| extent.centre()), wish)?;
                return Ok(Frame { is_front: false, view, extent, things });
            }
            Viewpoint::Side(side) => side,
        };
        // The grid, which goes a little farther, is in the picture too.
        let around = DVec3::new(1.0, 1.0, 0.0) * step_m(&extent) / 4.0;
        let shown = Extent { low: extent.low - around, high: extent.high + around };
        let mut view = view(side, &shown, wish.size);
        let nodes: BTreeSet<NodeId> = if shows_all {
            world.nodes().collect()
        } else {
            let matters = |thing: &&NamedObject| {
                thing.extent.low.cmpge(extent.low).all() && thing.extent.high.cmple(extent.high).all()
            };
            let nodes = things.iter().filter(matters).filter_map(|thing| world.find(&thing.name));
            nodes.flat_map(|node| below(world, node)).collect()
        };
        if wish.shown.is_none() {
            tighten(world, &nodes, &mut view);
        }
        if let Projection::Orthographic { width_m } = &mut view.projection {
            *width_m /= wish.zoom;
        }
        if wish.zoom < 1.0 {
            stand_back(&mut view, &everything);
        }
        Ok(Frame { is_front: side == Side::Front, view, extent, things })
    }

    /// A grid on the ground or, from the front, on a wall behind.
    pub fn grid(&self) -> Grid {
        let spacing_m = self.step_m() / 5.0;
        let (world_from_grid, low, high) = if self.is_front {
            // Its x axis is y of the world, and its y axis is z.
            let rotation = DQuat::from_mat3(&DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X));
            let wall = Pose { translation: DVec3::X * (self.extent.low.x - spacing_m), rotation };
            let flat = |corner: DVec3| DVec2::new(corner.y, corner.z);
            (wall, flat(self.extent.low.with_z(self.ground())), flat(self.extent.high))
        } else {
            let ground = Pose::from_translation(DVec3::new(0.0, 0.0, self.ground()));
            (ground, self.extent.low.truncate(), self.extent.high.truncate())
        };
        let around = DVec2::splat(spacing_m);
        // A wall ends at the ground.
        let below = if self.is_front { around.with_y(0.0) } else { around };
        Grid {
            world_from_grid,
            spacing_m,
            strong_every: 5,
            low: low - below,
            high: high + around,
            rgb: [0.16, 0.2, 0.26],
            opacity: [0.2, 0.45],
        }
    }

    /// In the world. [m]
    pub fn middle_of_grid(&self) -> DVec3 {
        let grid = self.grid();
        grid.world_from_grid.transform_point(((grid.low + grid.high) / 2.0).extend(0.0))
    }

    /// Distance between strong lines of the grid. [m]
    pub fn step_m(&self) -> f64 {
        step_m(&self.extent)
    }

    /// Height of the ground: zero, or the lowest point of all objects if all are far above or below zero. [m]
    pub fn ground(&self) -> f64 {
        let low = self.extent.low.z;
        if low.abs() < self.extent.size().length() / 2.0 { 0.0 } else { low }
    }
}

/// Distance between strong lines of a grid around an object: 1, 2 or 5 times a power of ten. [m]
fn step_m(extent: &Extent) -> f64 {
    let size = extent.size();
    let wish = size.x.max(size.y) / 2.0;
    let ten = 10.0_f64.powf(wish.log10().floor());
    [5.0, 2.0].into_iter().find(|step| step * ten <= wish).unwrap_or(1.0) * ten
}

/// A node with all that hangs on it.
fn below(world: &World, node: NodeId) -> Vec<NodeId> {
    let mut found = vec![node];
    let mut next = 0;
    while next < found.len() {
        found.extend_from_slice(world.children(found[next]));
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, half: f64) -> Extent {
        let centre = DVec3::new(x, 0.0, half);
        Extent { low: centre - half, high: centre + half }
    }

    #[test]
    fn the_lines_of_the_grid_are_at_round_numbers() {
        let frame = |half: f64| {
            let extent = cube(0.0, half);
            Frame { is_front: false, view: view(Side::Iso, &extent, [64, 64]), extent, things: Vec::new() }
        };
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        assert!(close(frame(0.5).step_m(), 0.5));
        assert!(close(frame(3.0).step_m(), 2.0));
        assert!(close(frame(15.0).step_m(), 10.0));
        assert!(close(frame(150.0).step_m(), 100.0));
    }
}
