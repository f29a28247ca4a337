//! NormalCamera: normals of the visible surfaces.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;
use morse_world::World;

use crate::common::camera::{Camera, CameraSensor, CaptureControl, Exposure, camera_sensor, fill};

/// Image of normals and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = NormalImage)]
pub struct Normals {
    /// Unit normal at each pixel as three little-endian float32 x, y, z in the frame of the camera, row by row: zero without a
    /// surface. Empty until the first capture.
    image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures the normals of the visible surfaces, in the frame of the camera: x to the right, y down, z ahead.
///
/// Normals have the length 1 and are those of the side that the camera sees, so that `n · p < 0` for the point `p` of the
/// pixel. On a mesh they are the normals of its triangles, even if its shading is smooth. The image is that of a VideoCamera
/// with the same properties; surfaces with an opacity up to one half are invisible.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.normal_camera.NormalCamera",
    title = "Surface normal camera",
    data = Normals,
    builder(
        name = "NormalCamera",
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
pub struct NormalCamera {
    #[property(flatten)]
    camera: Camera,
    capture_control: CaptureControl,
}

camera_sensor!(NormalCamera, Normals);

impl CameraSensor for NormalCamera {
    type Data = Normals;

    fn describe(&mut self, _world: &World, data: &mut Normals) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        data.layout = Some(self.camera.layout());
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        self.camera.announce(view, Exposure::Normals);
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Normals) -> Option<()> {
        let (intrinsics, top_first) = (self.camera.intrinsics, self.camera.top_first.0);
        data.layout = Some(self.camera.layout());
        let camera_from_world = view.world_from_sensor().rotation.inverse().as_quat();
        let picture = self.camera.expose(view, Exposure::Normals)?;
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        // A node has mostly the same normal at the next pixel.
        let mut last = ([0.0; 3], [0; 12]);
        let normal = |normal: [f32; 3]| {
            if last.0 != normal {
                let parts = (camera_from_world * glam::Vec3::from(normal)).to_array().map(f32::to_le_bytes);
                let mut bytes = [0; 12];
                bytes.copy_from_slice(parts.as_flattened());
                last = (normal, bytes);
            }
            last.1
        };
        fill(&mut data.image, intrinsics.size(), top_first, &picture.normals, normal);
        data.image.pixels = PixelKind::Normal;
        Some(())
    }
}
