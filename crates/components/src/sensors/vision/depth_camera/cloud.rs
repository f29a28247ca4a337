//! Code shared by depth cameras with point clouds: conversion from depth to points.

use morse_render::Picture;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, Intrinsics, Switch};
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
}

/// Properties and image buffers of a depth camera with point clouds.
#[derive(PropertyGroup, Serialize, Deserialize)]
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

    /// Captures the points of a new image, if one is due and can be rendered. Otherwise the reading is withheld.
    pub(super) fn capture(
        &mut self,
        view: &mut SenseContext<'_>,
        data: &mut Cloud,
        capture_control: &mut CaptureControl,
    ) {
        if !capture_control.is_due(view) {
            return;
        }
        match self.render_points(view, data) {
            Some(()) => capture_control.count(view),
            None => view.withhold(),
        }
    }

    /// Renders the depth and converts it to points; `None` if rendering fails.
    fn render_points(&mut self, view: &SenseContext<'_>, data: &mut Cloud) -> Option<()> {
        let Self { camera, rows, keep_resolution } = self;
        let Camera { intrinsics, top_first, renderer, .. } = camera;
        let [width, height] = intrinsics.size();
        // The point of column u and row k is on the ray through the corner (u, height - k) of its pixel, counted from the
        // upper left: x = depth · (u - width / 2) / focal. The pixels of a grid of this size have their centers at those
        // corners.
        let grid = [width, height].map(|side| if side % 2 == 0 { side + 1 } else { side + 2 });
        let picture = renderer.expose(view, intrinsics, grid, false)?;
        data.image = Image { width, height, pixels: PixelKind::Depth, bytes: Vec::new() };
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        data.fill(picture, intrinsics, &rows.of(height), top_first.0, keep_resolution.0);
        Some(())
    }
}

impl Cloud {
    /// Converts depth to points. `rows` are counted from the bottom, or from the top with `top_first`. With
    /// `keep_resolution` a pixel without depth gives a point at the origin, otherwise no point.
    fn fill(
        &mut self,
        picture: &Picture,
        intrinsics: &Intrinsics,
        rows: &[u32],
        top_first: bool,
        keep_resolution: bool,
    ) {
        let ([width, height], focal) = (intrinsics.size(), intrinsics.focal_px());
        // Number of grid columns and rows before the first corner: odd image sizes have an additional one on each side.
        let [margin_x, margin_y] = [width, height].map(|side| side % 2);
        let [middle_x, middle_y] = [width, height].map(|side| i64::from(side / 2));
        self.points.clear();
        for &row in rows {
            let corner = if top_first { row + 1 } else { height.saturating_sub(row) };
            let down = (i64::from(corner) - middle_y) as f64 / focal;
            for column in 0..width {
                let depth = picture.depth[picture.index(column + margin_x, corner + margin_y)];
                let right = (i64::from(column) - middle_x) as f64 / focal;
                if depth.is_finite() {
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
