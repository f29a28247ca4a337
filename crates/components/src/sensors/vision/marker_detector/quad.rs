//! The four corners of a marker in an image.

use glam::{DMat3, DVec2, DVec3};

/// Corners from the upper left one of the upright marker: upper right, lower right, lower left. [px]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quad {
    pub(super) corners: [DVec2; 4],
}

impl Quad {
    /// The length of the shortest edge. [px]
    pub(super) fn shortest_edge(&self) -> f64 {
        let edges = (0..4).map(|nth| self.corners[nth].distance(self.corners[(nth + 1) % 4]));
        edges.fold(f64::INFINITY, f64::min)
    }

    /// Whether all corners are in an image of this size. [px]
    pub(super) fn is_inside(&self, size: [u32; 2]) -> bool {
        let size = DVec2::from(size.map(f64::from));
        self.corners.iter().all(|corner| corner.cmpge(DVec2::ZERO).all() && corner.cmple(size).all())
    }

    /// The map from the plane of the marker to the image, in homogeneous coordinates. Corners have the coordinates ±1, with x
    /// to the right and y down. `None` for corners on a line.
    ///
    /// Source: Heckbert, "Fundamentals of texture mapping and image warping", 1989, section 2.2.3.
    pub(super) fn homography(&self) -> Option<DMat3> {
        let [p0, p1, p2, p3] = self.corners;
        let (d1, d2, sum) = (p1 - p2, p3 - p2, p0 - p1 + p2 - p3);
        let determinant = d1.perp_dot(d2);
        let (g, h) = (sum.perp_dot(d2) / determinant, d1.perp_dot(sum) / determinant);
        let from_unit_square =
            DMat3::from_cols((p1 - p0 + g * p1).extend(g), (p3 - p0 + h * p3).extend(h), p0.extend(1.0));
        // From coordinates between -1 and 1 to those between 0 and 1.
        let halved = DMat3::from_cols(DVec3::X * 0.5, DVec3::Y * 0.5, DVec3::new(0.5, 0.5, 1.0));
        let map = from_unit_square * halved;
        map.to_cols_array().iter().all(|entry| entry.is_finite()).then_some(map)
    }
}

/// The place in the image of a point in the plane of a marker. [px]
pub(super) fn place(homography: &DMat3, x: f64, y: f64) -> DVec2 {
    let mapped = *homography * DVec3::new(x, y, 1.0);
    mapped.truncate() / mapped.z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homography_maps_the_corners_and_refuses_a_line() {
        let corners = [[10.0, 20.0], [90.0, 31.0], [80.0, 120.0], [5.0, 95.0]].map(DVec2::from);
        let map = Quad { corners }.homography().unwrap();
        let places = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        for (corner, [x, y]) in corners.iter().zip(places) {
            assert!((place(&map, x, y) - *corner).length() < 1e-9);
        }
        let line = Quad { corners: [0.0, 1.0, 2.0, 3.0].map(DVec2::splat) };
        assert!(line.homography().is_none());
    }
}
