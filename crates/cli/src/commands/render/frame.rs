//! Camera and ground grid of a picture.

use std::collections::BTreeSet;

use glam::{DMat3, DQuat, DVec2, DVec3};
use morse_render::{Grid, Projection, View};
use morse_scene::Document;
use morse_world::{NodeId, Pose, World};

use super::cameras;
use super::extent::Extent;
use super::framing::{Framing, Viewpoint};
use super::orthographic::{move_back, tighten, view};
use super::survey::{NamedObject, Survey, survey};
use crate::arguments::ViewName;

/// Camera and objects of a picture.
pub struct Frame {
    /// Whether it is a front view, which has the grid on a wall behind instead of on the ground.
    pub is_front: bool,
    pub view: View,
    /// The box around the subject.
    pub extent: Extent,
    /// Robots and objects.
    pub objects: Vec<NamedObject>,
}

impl Frame {
    /// The box around the subject.
    ///
    /// # Errors
    /// If nothing is visible.
    pub fn subject(world: &World, document: &Document, framing: &Framing) -> Result<Extent, String> {
        survey(world, document, framing).map(|survey| survey.extent)
    }

    /// The frame of a scene.
    ///
    /// # Errors
    /// If nothing is visible, or the camera and its target are at the same point.
    pub fn of(world: &World, document: &Document, framing: &Framing) -> Result<Frame, String> {
        let shows_all = framing.from == Viewpoint::Named(ViewName::Scene);
        let Survey { extent, everything, objects } = survey(world, document, framing)?;
        let name = match framing.from {
            Viewpoint::Named(ViewName::Camera) => {
                let view = cameras::of_scene(&document.environment.camera, world, framing);
                return Ok(Frame { is_front: false, view, extent, objects });
            }
            Viewpoint::Eye { eye, target } => {
                let view = cameras::looking_at(eye, target.unwrap_or_else(|| extent.center()), framing)?;
                return Ok(Frame { is_front: false, view, extent, objects });
            }
            Viewpoint::Named(name) => name,
        };
        // Leaves space for the grid, which is a little larger.
        let around = DVec3::new(1.0, 1.0, 0.0) * step_m(&extent) / 4.0;
        let shown = Extent { low: extent.low - around, high: extent.high + around };
        let mut view = view(name, &shown, framing.size);
        let nodes: BTreeSet<NodeId> = if shows_all {
            world.nodes().collect()
        } else {
            let is_inside = |object: &&NamedObject| {
                object.extent.low.cmpge(extent.low).all() && object.extent.high.cmple(extent.high).all()
            };
            let nodes = objects.iter().filter(is_inside).filter_map(|object| world.find(&object.name));
            nodes.flat_map(|node| with_descendants(world, node)).collect()
        };
        if framing.shown.is_none() {
            tighten(world, &nodes, &mut view);
        }
        if let Projection::Orthographic { width_m } = &mut view.projection {
            *width_m /= framing.zoom;
        }
        if framing.zoom < 1.0 {
            move_back(&mut view, &everything);
        }
        Ok(Frame { is_front: name == ViewName::Front, view, extent, objects })
    }

    /// The grid on the ground or, in a front view, on a wall behind.
    pub fn grid(&self) -> Grid {
        let spacing_m = self.step_m() / 5.0;
        let (world_from_grid, low, high) = if self.is_front {
            // The x axis of the grid is y of the world, its y axis is z.
            let rotation = DQuat::from_mat3(&DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X));
            let wall = Pose { translation: DVec3::X * (self.extent.low.x - spacing_m), rotation };
            let flat = |corner: DVec3| DVec2::new(corner.y, corner.z);
            (wall, flat(self.extent.low.with_z(self.ground())), flat(self.extent.high))
        } else {
            let ground = Pose::from_translation(DVec3::new(0.0, 0.0, self.ground()));
            (ground, self.extent.low.truncate(), self.extent.high.truncate())
        };
        let around = DVec2::splat(spacing_m);
        // A wall begins at the ground.
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

    /// Center of the grid in the world frame. [m]
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
    let largest = size.x.max(size.y) / 2.0;
    let ten = 10.0_f64.powf(largest.log10().floor());
    [5.0, 2.0].into_iter().find(|step| step * ten <= largest).unwrap_or(1.0) * ten
}

/// A node and its descendants.
fn with_descendants(world: &World, node: NodeId) -> Vec<NodeId> {
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
        let center = DVec3::new(x, 0.0, half);
        Extent { low: center - half, high: center + half }
    }

    #[test]
    fn grid_lines_are_at_round_numbers() {
        let frame = |half: f64| {
            let extent = cube(0.0, half);
            Frame {
                is_front: false,
                view: view(ViewName::Iso, &extent, [64, 64]),
                extent,
                objects: Vec::new(),
            }
        };
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        assert!(close(frame(0.5).step_m(), 0.5));
        assert!(close(frame(3.0).step_m(), 2.0));
        assert!(close(frame(15.0).step_m(), 10.0));
        assert!(close(frame(150.0).step_m(), 100.0));
    }
}
