//! MarkerDetector: fiducial markers in the image of a camera, with their poses.

mod marker;
mod pose;
mod quad;

use glam::DVec2;
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::camera::{Camera, CameraSensor, CaptureControl, Exposure, camera_sensor};
use crate::sensors::vision::frustum::Frustum;
use crate::sensors::vision::marker_detector::marker::{Marker, Seen};
use crate::sensors::vision::marker_detector::pose::Pinhole;
use crate::sensors::vision::marker_detector::quad::Quad;

/// Markers in the image.
#[derive(Data, Clone, Default)]
#[data(kind = Markers)]
pub struct MarkerData {
    /// Detected markers, each with `family`, `id` and `size` [m]; its `corners` in the image, each a list of column and row,
    /// from the upper left one of the upright marker in the order upper right, lower right, lower left, and its `center` [px];
    /// the `homography` from its plane to the image, row by row, with corners at ±1, x to the right and y down; its `position`
    /// [m] and `orientation` (quaternion x, y, z, w) in the frame of the camera; `hamming`, the number of cells that were
    /// read wrongly; and `contrast`, half the difference between white and black cells, from 0 to 127.5.
    markers: Objects,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
}

/// Detects fiducial markers of AprilTag and ArUco in the image of a camera, and estimates their poses.
///
/// It reads the cells of each FiducialMarker in the rendered image, as a detector does: at the middle of each cell, black or
/// white by the mean brightness of border and margin. A marker is detected if all four corners are in the image, the whole
/// border and margin are read correctly, at most `max_hamming` cells of the code are read wrongly, the contrast is at least
/// `min_contrast`, and its shortest edge has at least `min_cell` pixels for each cell. So occlusion, distance, slant and
/// darkness prevent detections.
///
/// Corners are counted from the upper left corner of the image, as `intrinsic_matrix` maps points. Each coordinate of a
/// corner has a normally distributed error with the standard deviation `corner_noise`. The pose is the one with the least
/// squares of the distances between these corners and those of the marker in the image. Seen from the front, the error of
/// the distance `z` of a marker of size `s` has the standard deviation, with the focal length `f` [px],
///
/// `z² · corner_noise / (√2 · f · s)`
///
/// The frame of the camera has x to the right, y down, z ahead. That of a marker has x to its right, y up and z out of its
/// face. The image is that of a VideoCamera with the same properties.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.marker_detector.MarkerDetector",
    title = "Marker detector",
    data = MarkerData,
    builder(
        name = "MarkerDetector",
        base = "VideoCamera",
        rate_hz = 20.0,
        properties(
            cam_width = 640,
            cam_height = 480,
            cam_focal = 25.0,
            capturing = true,
            Vertical_Flip = true
        )
    ),
    services
)]
pub struct MarkerDetector {
    #[property(flatten)]
    camera: Camera,
    /// Families to detect, separated by commas, such as "tag36h11, DICT_4X4_50". Empty for all.
    #[property(name = "families", default = "")]
    families: String,
    /// Standard deviation of each coordinate of a corner. [px]
    #[property(name = "corner_noise", default = 0.1, min = 0, max = 100)]
    corner_noise_px: f64,
    /// Smallest size of a cell: the shortest edge of the marker, divided by its number of cells. [px]
    #[property(name = "min_cell", default = 2.0, min = 1, max = 1000)]
    min_cell_px: f64,
    /// Smallest contrast of a marker that is detected, of 127.5.
    #[property(name = "min_contrast", default = 5.0, min = 0, max = 127.5)]
    min_contrast: f64,
    /// Largest number of cells of the code that are read wrongly.
    #[property(name = "max_hamming", default = 0, min = 0, max = 3)]
    max_hamming: i64,
    /// Nodes with a marker.
    #[serde(skip)]
    listed: Vec<NodeId>,
    /// Revision of the world at which the nodes were listed.
    #[serde(skip)]
    listed_at: Option<u64>,
    capture_control: CaptureControl,
}

camera_sensor!(MarkerDetector, MarkerData);

impl CameraSensor for MarkerDetector {
    type Data = MarkerData;

    fn describe(&mut self, _world: &World, data: &mut MarkerData) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()?;
        let numbers = [
            ("corner_noise", self.corner_noise_px),
            ("min_cell", self.min_cell_px),
            ("min_contrast", self.min_contrast),
        ];
        match numbers.iter().find(|(_, number)| !number.is_finite()) {
            Some((name, number)) => {
                Err(SetupError::Invalid(format!("{name} is {number}; allowed are finite numbers")))
            }
            None => Ok(()),
        }
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut MarkerData) -> Option<()> {
        if self.listed_at != Some(view.world.revision()) {
            self.listed = view.world.nodes().filter(|&node| Marker::of(view.world, node).is_some()).collect();
            self.listed_at = Some(view.world.revision());
        }
        let intrinsics = self.camera.intrinsics;
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        let world_from_camera = view.world_from_sensor();
        let frustum = Frustum::new(&intrinsics, world_from_camera);
        let pinhole = Pinhole::new(&intrinsics);
        let candidates = self.listed.iter().filter_map(|&node| {
            let marker = Marker::of(view.world, node).filter(|marker| self.is_wanted(&marker.family))?;
            let camera_from_marker = world_from_camera.inverse() * view.world.world_from(node);
            let quad = pinhole.corners(&camera_from_marker, marker.size_m)?;
            let cells = (marker.cells + 2) as f64;
            let is_large = quad.shortest_edge() >= self.min_cell_px * cells;
            let is_inside = quad.is_inside(intrinsics.size());
            let is_ahead = camera_from_marker.translation.z >= intrinsics.near_m;
            let is_candidate = is_large && is_inside && is_ahead && frustum.may_contain(view.world, node);
            is_candidate.then_some((marker, camera_from_marker, quad))
        });
        let candidates: Vec<(Marker, Pose, Quad)> = candidates.collect();
        let mut seen = Vec::new();
        if !candidates.is_empty() {
            let picture = self.camera.expose(view, Exposure::Colors)?;
            seen.extend(candidates.into_iter().filter_map(|(marker, pose, quad)| {
                let found = marker.read(&quad, picture)?;
                Some((marker, pose, quad, found))
            }));
        }
        data.markers.0.clear();
        for (marker, true_pose, quad, found) in seen {
            let is_read = i64::from(found.hamming) <= self.max_hamming && found.contrast >= self.min_contrast;
            if is_read {
                let noisy = quad.corners.map(|corner| {
                    let error = |view: &mut SenseContext<'_>| view.random.gaussian(0.0, self.corner_noise_px);
                    corner + DVec2::new(error(view), error(view))
                });
                let quad = Quad { corners: noisy };
                let pose = pinhole.pose(&quad, marker.size_m, &true_pose);
                data.markers.0.extend(pose.and_then(|pose| entry(&marker, &quad, &pose, &found)));
            }
        }
        Some(())
    }
}

impl MarkerDetector {
    fn is_wanted(&self, family: &str) -> bool {
        self.families.trim().is_empty() || self.families.split(',').any(|name| name.trim() == family)
    }
}

/// The entry of a marker in a reading.
fn entry(marker: &Marker, quad: &Quad, pose: &Pose, found: &Seen) -> Option<Value> {
    let homography = quad.homography()?;
    let numbers = |numbers: &[f64]| Value::List(numbers.iter().map(|&number| Value::Float(number)).collect());
    let Pose { translation, rotation } = *pose;
    let orientation = [("x", rotation.x), ("y", rotation.y), ("z", rotation.z), ("w", rotation.w)];
    Some(Value::Map(Map::from([
        ("family", Value::from(marker.family.as_str())),
        ("id", Value::Int(marker.id)),
        ("size", Value::Float(marker.size_m)),
        ("corners", Value::List(quad.corners.iter().map(|corner| numbers(&corner.to_array())).collect())),
        ("center", numbers(&quad::place(&homography, 0.0, 0.0).to_array())),
        ("homography", numbers(&homography.transpose().to_cols_array())),
        ("position", numbers(&translation.to_array())),
        ("orientation", Value::Map(Map::from(orientation))),
        ("hamming", Value::Int(found.hamming.into())),
        ("contrast", Value::Float(found.contrast)),
    ])))
}
