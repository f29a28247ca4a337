//! Code shared by depth cameras with point clouds: conversion from depth to points.

use std::sync::Arc;

use morse_sim::contract::data::CloudLayout;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, Exposure, Intrinsics, Switch};
use crate::sensors::vision::depth_camera::errors::DepthErrors;
use crate::sensors::vision::depth_camera::rows::Rows;

/// A point cloud in the frame of the camera, and the camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = PointCloud)]
pub struct Cloud {
    /// Size of the image from which the points are computed, without pixels.
    pub(super) image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    pub(super) intrinsic_matrix: DMat3,
    /// Points as little-endian float32 x, y, z, in the frame of the camera. [m]
    pub(super) points: Vec<[f32; 3]>,
    /// Number of points.
    pub(super) nb_points: i64,
    #[data(layout)]
    pub(super) layout: Option<Layout>,
}

/// Properties and image buffers of a depth camera with point clouds.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(super) struct PointCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    /// Rows of the image to keep, as text: "[0, 8, 16]". Rows are counted from the bottom, or from the top with
    /// `Vertical_Flip`. None keeps all rows.
    #[property(name = "keep_list")]
    rows: Rows,
    /// Whether a pixel without a hit gives the point (0, 0, 0). Otherwise it gives no point.
    #[property(name = "keep_resolution", default = false)]
    keep_resolution: Switch,
}

impl PointCamera {
    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        let intrinsics = &self.camera.intrinsics;
        intrinsics.check().and_then(|()| self.rows.check(intrinsics.height))
    }

    pub(super) fn intrinsic_matrix(&self) -> DMat3 {
        self.camera.intrinsics.intrinsic_matrix()
    }

    /// Announces the picture of [`PointCamera::capture`].
    pub(super) fn announce(&mut self, view: &SenseContext<'_>) {
        let Camera { intrinsics, renderer, .. } = &mut self.camera;
        renderer.announce(view, intrinsics, grid(intrinsics), Exposure::Depths);
    }

    /// Renders the depth and converts it to points; `None` if rendering fails.
    pub(super) fn capture(&mut self, view: &SenseContext<'_>, data: &mut Cloud) -> Option<()> {
        let Self { camera, rows, keep_resolution } = self;
        let Camera { intrinsics, top_first, renderer, .. } = camera;
        let (grid, [_, height]) = (grid(intrinsics), intrinsics.size());
        let picture = renderer.expose(view, intrinsics, grid, Exposure::Depths)?;
        data.describe(intrinsics);
        data.fill((&picture.depth, grid[0]), intrinsics, &rows.of(height), top_first.0, keep_resolution.0);
        Some(())
    }
}

/// Size of the grid of pixels from which points are computed.
///
/// The point of column u and row k is on the ray through the corner (u, height - k) of its pixel, counted from the upper
/// left: x = depth · (u - width / 2) / focal. The pixels of a grid of this size have their centers at those corners.
fn grid(intrinsics: &Intrinsics) -> [u32; 2] {
    intrinsics.size().map(|side| if side % 2 == 0 { side + 1 } else { side + 2 })
}

impl PointCamera {
    /// Captures the points of a new image with the errors of a method of measurement; `None` if rendering fails.
    pub(super) fn capture_with(
        &mut self,
        view: &mut SenseContext<'_>,
        data: &mut Cloud,
        errors: &impl DepthErrors,
    ) -> Option<()> {
        let Self { camera, rows, keep_resolution } = self;
        let Camera { intrinsics, top_first, renderer, .. } = camera;
        let grid = grid(intrinsics);
        let depths = errors.measure(view, renderer, intrinsics, grid)?;
        data.describe(intrinsics);
        let rows = rows.of(intrinsics.size()[1]);
        data.fill((&depths, grid[0]), intrinsics, &rows, top_first.0, keep_resolution.0);
        Some(())
    }

    /// Announces the picture of [`PointCamera::capture_with`].
    pub(super) fn announce_with(&mut self, view: &SenseContext<'_>, errors: &impl DepthErrors) {
        let (intrinsics, grid, exposure) =
            errors.picture(&self.camera.intrinsics, grid(&self.camera.intrinsics));
        self.camera.renderer.announce(view, &intrinsics, grid, exposure);
    }

    /// Checks the values of the properties, and those of a method of measurement.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(super) fn check_with(&self, errors: &impl DepthErrors) -> Result<(), SetupError> {
        self.check().and_then(|()| errors.check(&self.camera.intrinsics))
    }
}

impl Cloud {
    /// Sets size and camera matrix.
    fn describe(&mut self, intrinsics: &Intrinsics) {
        let [width, height] = intrinsics.size();
        self.image = Image { width, height, pixels: PixelKind::Depth, bytes: Vec::new().into() };
        self.intrinsic_matrix = intrinsics.intrinsic_matrix();
    }

    /// Converts the depths of a grid with some columns to points. `rows` are counted from the bottom, or from the top with
    /// `top_first`. With `keep_resolution` a pixel without a hit between the near and the far end gives a point at the
    /// origin, otherwise no point.
    fn fill(
        &mut self,
        (depths, columns): (&[f32], u32),
        intrinsics: &Intrinsics,
        rows: &[u32],
        top_first: bool,
        keep_resolution: bool,
    ) {
        let ([width, height], focal) = (intrinsics.size(), intrinsics.focal_px());
        // Number of grid columns and rows before the first corner: odd image sizes have an additional one on each side.
        let [margin_x, margin_y] = [width, height].map(|side| side % 2);
        let [middle_x, middle_y] = [width, height].map(|side| i64::from(side / 2));
        let (near, far) = (intrinsics.near_m as f32, intrinsics.far_m as f32);
        self.layout = keep_resolution.then(|| layout(width, rows, top_first));
        self.points.clear();
        for &row in rows {
            let corner = if top_first { row + 1 } else { height.saturating_sub(row) };
            let down = (i64::from(corner) - middle_y) as f64 / focal;
            for column in 0..width {
                let depth = depths[((corner + margin_y) * columns + column + margin_x) as usize];
                let right = (i64::from(column) - middle_x) as f64 / focal;
                if depth.is_finite() && depth >= near && depth <= far {
                    let z = f64::from(depth);
                    self.points.push([(z * right) as f32, (z * down) as f32, depth]);
                } else if keep_resolution {
                    self.points.push([0.0; 3]);
                }
            }
        }
        self.nb_points = self.points.len() as i64;
    }
}

/// Layout of a cloud with a point for each pixel of `rows`, which are counted from the bottom, or from the top with
/// `top_first`.
fn layout(width: u32, rows: &[u32], top_first: bool) -> Layout {
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.sort_by_key(|&nth| {
        let row = i64::from(rows[nth as usize]);
        if top_first { row } else { -row }
    });
    Layout::Cloud(CloudLayout { columns: width as usize, rows: Arc::from(order) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_layout_begin_at_the_top() {
        let rows = |kept: &[u32], top_first| {
            let Layout::Cloud(CloudLayout { columns, rows }) = layout(8, kept, top_first) else { panic!() };
            assert_eq!(columns, 8);
            rows.to_vec()
        };
        assert_eq!(rows(&[0, 1, 2], false), [2, 1, 0]);
        assert_eq!(rows(&[0, 1, 2], true), [0, 1, 2]);
        assert_eq!(rows(&[40, 3, 17], false), [0, 2, 1]);
        assert_eq!(rows(&[40, 3, 17], true), [1, 2, 0]);
    }
}
