//! OpticalFlowCamera: displacements of the visible surfaces in the image.

use morse_render::Picture;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::camera::{
    Camera, CameraSensor, CaptureControl, Exposure, Intrinsics, PastPoses, camera_sensor, fill,
};

/// Image of displacements and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = FlowImage)]
pub struct Flow {
    /// Displacement at each pixel since the previous image as two little-endian float32, row by row: to the right and down.
    /// NaN where it is unknown. Empty until the second capture. [px]
    image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    /// Time since the previous image. [s]
    interval: f64,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures the optical flow: how far the point that a pixel shows moved in the image since the previous image of this camera.
///
/// The flow is exact: it follows from the depth of the pixel and from the poses of the camera and of the object now and at
/// the previous image, and not from colors. With the point `p` of the pixel `u` in the frame of the camera, and projections
/// `π` as in VideoCamera,
///
/// `flow = u - π(T_camera,before⁻¹ · T_object,before · T_object,now⁻¹ · T_camera,now · p)`
///
/// Pixels without a surface have the flow of a point at infinity. The flow is NaN for points that were behind the camera, and
/// for objects that did not exist. It may lead from places outside of the previous image, or from places that were occluded
/// there. Objects are rigid: motions of the skin of a human within an object are left out. The first image after the start
/// has no reading. The camera captures images without readers, too, as each reading depends on the previous image. The image
/// is that of a VideoCamera with the same properties.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.optical_flow_camera.OpticalFlowCamera",
    title = "Optical flow camera",
    data = Flow,
    builder(
        name = "OpticalFlowCamera",
        base = "VideoCamera",
        rate_hz = 20.0,
        properties(
            cam_width = 256,
            cam_height = 256,
            cam_focal = 35.0,
            capturing = true,
            Vertical_Flip = true
        )
    ),
    services
)]
pub struct OpticalFlowCamera {
    #[property(flatten)]
    camera: Camera,
    capture_control: CaptureControl,
    /// Poses at the previous image.
    before: Option<PastPoses>,
}

camera_sensor!(OpticalFlowCamera, Flow);

impl CameraSensor for OpticalFlowCamera {
    type Data = Flow;

    fn describe(&mut self, _world: &World, data: &mut Flow) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        data.layout = Some(self.camera.layout());
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()
    }

    fn is_independent(&self) -> bool {
        false
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        if self.before.is_some() {
            self.camera.announce(view, Exposure::Nodes);
        }
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Flow) -> Option<()> {
        let before = self.before.replace(PastPoses::now(view))?;
        let (intrinsics, top_first) = (self.camera.intrinsics, self.camera.top_first.0);
        data.layout = Some(self.camera.layout());
        let picture = self.camera.expose(view, Exposure::Nodes)?;
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        data.interval = view.now.seconds() - before.time_s;
        let flow = flow(picture, &intrinsics, &before, view);
        fill(&mut data.image, intrinsics.size(), top_first, &flow, |[right, down]: [f32; 2]| {
            let ([a, b, c, d], [e, f, g, h]) = (right.to_le_bytes(), down.to_le_bytes());
            [a, b, c, d, e, f, g, h]
        });
        data.image.pixels = PixelKind::Flow;
        Some(())
    }
}

/// The displacement at each pixel, row by row from the top. [px]
fn flow(
    picture: &Picture,
    intrinsics: &Intrinsics,
    before: &PastPoses,
    view: &SenseContext<'_>,
) -> Vec<[f32; 2]> {
    let focal = intrinsics.focal_px();
    let [middle_x, middle_y] = intrinsics.size().map(|side| f64::from(side) / 2.0);
    let camera_before_from_world = before.world_from_camera.inverse();
    let world_from_camera = view.world_from_sensor();
    let rotation_to_before = camera_before_from_world.rotation * world_from_camera.rotation;
    // From points in the frame of the camera now to their places in its frame before, for points of a node.
    let motion = |node: NodeId| {
        let node_before = before.nodes.get(&node)?;
        let node_from_world = view.world.world_from(node).inverse();
        Some(camera_before_from_world * *node_before * node_from_world * world_from_camera)
    };
    let mut last = (None, None);
    let width = picture.width as usize;
    let mut all = Vec::with_capacity(picture.depth.len());
    for (index, (&node, &depth)) in picture.nodes.iter().zip(&picture.depth).enumerate() {
        let right = (index % width) as f64 + 0.5 - middle_x;
        let down = (index / width) as f64 + 0.5 - middle_y;
        let ray = DVec3::new(right / focal, down / focal, 1.0);
        if last.0 != node {
            last = (node, node.and_then(motion));
        }
        let point = match (node, &last.1) {
            (None, _) => Some(rotation_to_before * ray),
            (Some(_), Some(motion)) => Some(motion.transform_point(ray * f64::from(depth))),
            (Some(_), None) => None,
        };
        let displacement = point.filter(|point| point.z > 0.0).map(|point| {
            [(right - focal * point.x / point.z) as f32, (down - focal * point.y / point.z) as f32]
        });
        all.push(displacement.unwrap_or([f32::NAN; 2]));
    }
    all
}
