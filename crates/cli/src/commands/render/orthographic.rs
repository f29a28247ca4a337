//! Orthographic cameras, placed so that a box fills the picture.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};
use morse_render::{Projection, Style, View, render};
use morse_world::{NodeId, Pose, World};

use super::extent::Extent;
use super::survey::WIDTH_MIN_M;
use crate::arguments::ViewName;

/// Fraction of the image that stays free at each edge.
const MARGIN: f64 = 0.1;
/// Longer side of the draft image used to measure the visible objects. [pixels]
const DRAFT: u32 = 240;

/// The camera of a named view that shows a box.
pub fn view(name: ViewName, extent: &Extent, size: [u32; 2]) -> View {
    let towards = match name {
        ViewName::Iso | ViewName::Scene | ViewName::Camera => DVec3::new(1.0, -1.0, 0.85),
        ViewName::Top => DVec3::Z,
        ViewName::Front => DVec3::X,
    };
    let center = extent.center();
    let turned = View::looking_at(center + towards, center).rotation;
    let seen = extent.corners().map(|corner| turned.conjugate() * (corner - center));
    let reach = |axis: usize| seen.iter().map(|corner| corner[axis].abs()).fold(0.0, f64::max);
    let aspect = f64::from(size[0]) / f64::from(size[1]);
    let width = 2.0 * reach(1).max(reach(2) * aspect) / (1.0 - 2.0 * MARGIN);
    // Just outside of the subject, so that walls and ceilings in front of it are not in the way.
    let away = 1.3 * reach(0) + 0.05 * width;
    let eye = center + towards.normalize() * away;
    View::orthographic(Pose { translation: eye, rotation: turned }, size, width)
}

/// Adjusts an orthographic camera to the visible parts of nodes, which are smaller than the boxes around them, with a
/// small margin.
pub fn tighten(world: &World, nodes: &BTreeSet<NodeId>, view: &mut View) {
    let Projection::Orthographic { width_m } = view.projection else { return };
    let scale = f64::from(DRAFT) / f64::from(view.width.max(view.height));
    let [width, height] = [view.width, view.height].map(|side| ((f64::from(side) * scale) as u32).max(1));
    let draft = View { width, height, ..*view };
    let style = Style { colors: false, ..Style::default() };
    let Ok(picture) = render(world, &draft, &style) else { return };
    let seen =
        (0..height).flat_map(|row| (0..width).map(move |column| (column, row))).filter(|&(column, row)| {
            picture.nodes[picture.index(column, row)].is_some_and(|node| nodes.contains(&node))
        });
    let around = seen.map(|(column, row)| DVec2::new(f64::from(column), f64::from(row)));
    let Some((low, high)) = around.fold(None, |known: Option<(DVec2, DVec2)>, at| {
        Some(known.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
    }) else {
        return;
    };
    let size = DVec2::new(f64::from(width), f64::from(height));
    // One pixel on all sides for details that a draft misses.
    let filled = ((high - low + 3.0) / size).max_element() / (1.0 - 2.0 * MARGIN);
    let off = ((low + high + 1.0) / 2.0 - size / 2.0) * width_m / size.x;
    let pose = view.world_from_camera;
    view.world_from_camera.translation = pose.transform_point(DVec3::new(0.0, -off.x, -off.y));
    view.projection = Projection::Orthographic { width_m: (width_m * filled).max(WIDTH_MIN_M) };
}

/// Moves an orthographic camera back along its axis until a box is in front of it.
pub fn move_back(view: &mut View, extent: &Extent) {
    let camera_from_world = view.world_from_camera.inverse();
    let nearest = extent.corners().map(|corner| camera_from_world.transform_point(corner).x);
    let missing_m = nearest.into_iter().fold(f64::INFINITY, f64::min) - WIDTH_MIN_M;
    if missing_m < 0.0 {
        view.world_from_camera.translation = view.world_from_camera.transform_point(DVec3::X * missing_m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, half: f64) -> Extent {
        let center = DVec3::new(x, 0.0, half);
        Extent { low: center - half, high: center + half }
    }

    #[test]
    fn box_is_in_picture_from_all_sides() {
        let extent = Extent { low: DVec3::new(-1.0, 2.0, 0.0), high: DVec3::new(4.0, 3.0, 1.5) };
        for name in [ViewName::Iso, ViewName::Top, ViewName::Front] {
            for size in [[640, 480], [200, 800]] {
                let view = view(name, &extent, size);
                let Projection::Orthographic { width_m } = view.projection else {
                    panic!("{name:?}");
                };
                let height_m = width_m * f64::from(size[1]) / f64::from(size[0]);
                for corner in extent.corners() {
                    let seen = view.world_from_camera.inverse().transform_point(corner);
                    assert!(seen.x > 0.0, "{name:?}");
                    assert!(2.0 * seen.y.abs() < width_m && 2.0 * seen.z.abs() < height_m, "{name:?}");
                }
            }
        }
    }

    #[test]
    fn moved_back_camera_has_box_in_front() {
        let far = cube(300.0, 40.0);
        let mut view = view(ViewName::Front, &cube(0.0, 0.5), [64, 64]);
        let before = view;
        move_back(&mut view, &cube(0.0, 0.1));
        assert_eq!(view, before, "it was far enough away");
        move_back(&mut view, &far);
        let camera_from_world = view.world_from_camera.inverse();
        assert!(far.corners().iter().all(|&corner| camera_from_world.transform_point(corner).x > 0.0));
        assert_eq!(view.world_from_camera.translation.y, before.world_from_camera.translation.y);
    }
}
