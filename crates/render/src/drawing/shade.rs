//! Transparent surfaces drawn over an image, such as the area that a scanner covers.

use glam::{DVec3, Vec2};

use crate::prepared_camera::PreparedCamera;
use crate::{Picture, View};

/// A transparent triangle mesh in world coordinates, with one color.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Corners of each triangle, in world coordinates. [m]
    pub triangles: Vec<[DVec3; 3]>,
    /// Color: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Opacity, from 0 (invisible) to 1.
    pub opacity: f32,
}

/// A corner in the image: column, row and nearness.
#[derive(Clone, Copy)]
struct Corner {
    at: Vec2,
    /// A value that is linear in the image: the depth in orthographic projections, its reciprocal in perspective ones.
    nearness: f32,
}

impl Shade {
    /// Draws the visible part of the surface. A pixel under several triangles is shaded once.
    pub(crate) fn draw(&self, view: &View, picture: &mut Picture) {
        let camera = PreparedCamera::new(view);
        let parallel = matches!(view.projection, crate::Projection::Orthographic { .. });
        let linear = |depth: f32| if parallel { depth } else { 1.0 / depth };
        let mut shaded = vec![false; picture.rgba.len()];
        for triangle in &self.triangles {
            // Triangles that reach behind the camera are not drawn.
            let corner = |&place: &DVec3| {
                camera.project(place).map(|(at, depth)| Corner { at, nearness: linear(depth as f32) })
            };
            let Some(corners) = triangle.iter().map(corner).collect::<Option<Vec<_>>>() else { continue };
            cover(&corners, picture.width, picture.height, |column, row, nearness| {
                let place = picture.index(column, row);
                if linear(nearness) <= picture.depth[place] * 1.002 + 0.01 && place < shaded.len() {
                    shaded[place] = true;
                }
            });
        }
        for (pixel, _) in picture.rgba.iter_mut().zip(shaded).filter(|(_, shaded)| *shaded) {
            for (part, color) in pixel.iter_mut().zip(self.rgb) {
                *part = (f32::from(*part) + self.opacity * (color * 255.0 - f32::from(*part)) + 0.5) as u8;
            }
        }
    }
}

/// Calls `each` for every pixel whose center is in a triangle.
fn cover(corners: &[Corner], width: u32, height: u32, mut each: impl FnMut(u32, u32, f32)) {
    let &[a, b, c] = corners else { return };
    let area = (b.at - a.at).perp_dot(c.at - a.at);
    if area == 0.0 {
        return;
    }
    let (low, high) = (a.at.min(b.at).min(c.at), a.at.max(b.at).max(c.at));
    let pixels = |low: f32, high: f32, count: u32| {
        (low - 0.5).clamp(0.0, count as f32) as u32..(high + 1.0).clamp(0.0, count as f32) as u32
    };
    for row in pixels(low.y, high.y, height) {
        for column in pixels(low.x, high.x, width) {
            let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let share = |from: Vec2, to: Vec2| (to - from).perp_dot(at - from) / area;
            let (of_a, of_b, of_c) = (share(b.at, c.at), share(c.at, a.at), share(a.at, b.at));
            if of_a >= 0.0 && of_b >= 0.0 && of_c >= 0.0 {
                each(column, row, of_a * a.nearness + of_b * b.nearness + of_c * c.nearness);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::Pose;

    use super::*;
    use crate::Style;

    #[test]
    fn surfaces_behind_a_pane_are_shaded_once_and_closer_surfaces_are_not() {
        // Both cameras look along x; the pane is two meters away and extends from the center of the image to the right.
        let views = [
            View::orthographic(Pose::IDENTITY, [40, 40], 4.0),
            View::perspective(Pose::IDENTITY, [40, 40], std::f64::consts::FRAC_PI_2),
        ];
        for view in views {
            let mut picture = Picture::default();
            picture.resize(40, 40, &Style::default());
            picture.rgba.fill([255; 4]);
            picture.depth.fill(3.0);
            let before = picture.index(30, 20);
            picture.depth[before] = 1.5;
            let corner = |y, z| DVec3::new(2.0, y, z);
            let pane = [corner(0.0, 1.0), corner(0.0, -1.0), corner(-1.5, 0.0)];
            let behind = [DVec3::NEG_X, DVec3::ZERO, DVec3::Y];
            let shade = Shade { triangles: vec![pane, pane, behind], rgb: [0.0; 3], opacity: 0.5 };
            shade.draw(&view, &mut picture);
            let grey = |column, row| picture.rgba[picture.index(column, row)][0];
            assert_eq!([grey(24, 20), grey(30, 20), grey(18, 20), grey(24, 2)], [128, 255, 255, 255]);
        }
    }
}
