//! The tiles of an image that changed.

use std::ops::Range;

use glam::{DVec3, Vec2};
use morse_world::{RayKind, RayTile, World};

use crate::View;
use crate::prepared_camera::PreparedCamera;
use crate::shading::lights::PreparedLight;

/// Width of a tile. [pixels]
pub(crate) const WIDTH: u32 = RayTile::WIDTH;
/// Height of a tile. [pixels]
pub(crate) const HEIGHT: u32 = RayTile::HEIGHT;
/// Largest length of a shadow. [m]
const SHADOW_M: f64 = 1000.0;
/// Margin around an area, for rounding and for lines at edges. [pixels]
const MARGIN: f32 = 4.0;

/// Marked tiles of an image.
#[derive(Debug)]
pub(crate) struct Tiles {
    size: [u32; 2],
    /// Number of tiles in a row.
    across: u32,
    marked: Vec<bool>,
}

impl Tiles {
    /// All tiles of a view.
    pub(crate) fn all(view: &View) -> Self {
        let mut tiles = Self::none(view);
        tiles.marked.fill(true);
        tiles
    }

    fn none(view: &View) -> Self {
        let (across, down) = (view.width.div_ceil(WIDTH), view.height.div_ceil(HEIGHT));
        Self { size: [view.width, view.height], across, marked: vec![false; across as usize * down as usize] }
    }

    /// The tiles that show boxes or their shadows.
    pub(crate) fn around(world: &World, view: &View, boxes: &[[DVec3; 2]]) -> Self {
        let mut tiles = Self::none(view);
        let camera = PreparedCamera::new(view);
        let lights = PreparedLight::all(world, camera.position);
        let seen = Seen::of(world);
        for [low, high] in boxes {
            let corners: [DVec3; 8] = std::array::from_fn(|number| {
                let pick = |axis: usize| if number >> axis & 1 == 0 { low[axis] } else { high[axis] };
                DVec3::new(pick(0), pick(1), pick(2))
            });
            tiles.mark(&camera, &corners);
            for light in &lights {
                let shadow = |corner: DVec3| {
                    let towards = light.towards((corner - camera.position).as_vec3()).as_dvec3();
                    corner - towards * seen.distance_to_end(corner, -towards)
                };
                let ends = corners.map(shadow);
                tiles.mark(&camera, &[corners, ends].concat());
            }
        }
        tiles
    }

    /// Marks the tiles of the smallest rectangle around the part of a convex hull that is in front of the camera.
    fn mark(&mut self, camera: &PreparedCamera, points: &[DVec3]) {
        let drawn = in_front(camera, points);
        let seen: Option<Vec<Vec2>> = drawn.iter().map(|&point| Some(camera.project(point)?.0)).collect();
        // A near plane at distance 0 has points that have no place in the image.
        let Some(seen) = seen else { return self.marked.fill(true) };
        if seen.is_empty() {
            return;
        }
        let low = seen.iter().copied().fold(Vec2::INFINITY, Vec2::min) - MARGIN;
        let high = seen.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + MARGIN;
        let tiles = |low: f32, high: f32, size: u32, side: u32| {
            let clamped = |at: f32| at.clamp(0.0, size as f32) as u32;
            clamped(low) / side..clamped(high).div_ceil(side)
        };
        for row in tiles(low.y, high.y, self.size[1], HEIGHT) {
            for column in tiles(low.x, high.x, self.size[0], WIDTH) {
                if let Some(marked) = self.marked.get_mut((row * self.across + column) as usize) {
                    *marked = true;
                }
            }
        }
    }

    /// Whether the tile with a pixel is marked.
    pub(crate) fn holds(&self, column: u32, row: u32) -> bool {
        let place = row / HEIGHT * self.across + column / WIDTH;
        self.marked.get(place as usize).copied().unwrap_or(false)
    }

    /// Columns and rows of the marked tiles.
    pub(crate) fn areas(&self) -> impl Iterator<Item = [Range<u32>; 2]> {
        let marked = self.marked.iter().enumerate().filter(|(_, marked)| **marked);
        marked.map(|(place, _)| {
            let (column, row) = (place as u32 % self.across * WIDTH, place as u32 / self.across * HEIGHT);
            let [width, height] = self.size;
            [column..(column + WIDTH).min(width), row..(row + HEIGHT).min(height)]
        })
    }
}

/// Points that span the part of the convex hull of points that lies beyond the near clip plane.
fn in_front(camera: &PreparedCamera, points: &[DVec3]) -> Vec<DVec3> {
    let (front, behind): (Vec<DVec3>, Vec<DVec3>) =
        points.iter().partition(|&&point| camera.beyond_near(point) > 0.0);
    let crossings = front.iter().flat_map(|&front| {
        behind.iter().map(move |&behind| {
            let [near, far] = [behind, front].map(|point| camera.beyond_near(point));
            behind + (front - behind) * (near / (near - far))
        })
    });
    let crossings: Vec<DVec3> = crossings.collect();
    [front, crossings].concat()
}

/// The box around all that is visible.
struct Seen {
    low: DVec3,
    high: DVec3,
}

impl Seen {
    fn of(world: &World) -> Self {
        let mut seen = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
        for node in world.nodes().filter(|&node| world.is_visible(node)) {
            if let Some([low, high]) = world.bounds(node, RayKind::Visual) {
                seen = Self { low: seen.low.min(low), high: seen.high.max(high) };
            } else if world.visuals(node).is_some_and(|parts| !parts.is_empty()) {
                // An unbounded surface.
                return Self { low: DVec3::NEG_INFINITY, high: DVec3::INFINITY };
            }
        }
        seen
    }

    /// The distance at which a ray from a point in the box leaves it: shadows are not longer. [m]
    fn distance_to_end(&self, from: DVec3, direction: DVec3) -> f64 {
        let along = |axis: usize| {
            let end = if direction[axis] > 0.0 { self.high[axis] } else { self.low[axis] };
            let distance = (end - from[axis]) / direction[axis];
            if distance.is_nan() { SHADOW_M } else { distance.max(0.0) }
        };
        (0..3).map(along).fold(SHADOW_M, f64::min)
    }
}
