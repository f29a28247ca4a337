//! The data of a picture request for a device: camera, lights and background, in single precision.

use std::sync::Arc;

use glam::{DVec3, Quat, Vec2, Vec3};
use morse_world::Falloff;

use crate::device::PictureRequest;
use crate::prepared_camera::PreparedCamera;
use crate::shading::ambient_light::surroundings;
use crate::shading::lights::PreparedLight;
use crate::{Sky, View};

/// Number of words of a light.
pub const LIGHT_WORDS: usize = 24;

/// A camera with lights and background. Vectors are along the axes of the world, points relative to the camera.
pub struct DeviceView {
    /// Width and height of the picture. [pixels]
    pub size: [u32; 2],
    /// Position of the camera in the world. [m]
    pub position: DVec3,
    /// Direction through the middle of the picture; a unit vector.
    pub forward: Vec3,
    /// The step to the next pixel to the right: of the direction, whose component along `forward` is 1, or of the start point
    /// of a parallel ray. [m]
    pub right: Vec3,
    /// The step to the next pixel below.
    pub down: Vec3,
    /// Columns and rows from the upper left corner to the center of the image.
    pub middle: Vec2,
    /// Whether the rays are parallel.
    pub parallel: bool,
    /// Distance of the near clip plane. [m]
    pub near: f32,
    /// Distance of the far clip plane; may be infinite. [m]
    pub far: f32,
    /// The rays of a lens, in place of those of the projection.
    pub lens: Option<DeviceLens>,
    /// The lights; empty without colors.
    pub lights: Vec<DeviceLight>,
    /// Ambient light on surfaces that face up and on surfaces that face down.
    pub ambient: [Vec3; 2],
    /// Ambient light that surfaces reflect regardless of their color.
    pub ambient_added: Vec3,
    /// Light of suns that the surroundings reflect, as seen in the highlights of microfacets.
    pub surroundings: Vec3,
    /// Whether colors are linear light until they are encoded for the display.
    pub linear: bool,
    /// Whether bright light saturates smoothly.
    pub soft: bool,
    /// Factor on linear light.
    pub gain: f32,
    /// Whether light follows the curve of film.
    pub filmic: bool,
    /// Distance up to which surfaces keep ambient light from each other; 0 for none. [m]
    pub occlusion: f32,
    /// Background at the top and at the bottom of the picture.
    pub sky: [Vec3; 2],
}

/// The rays of a lens.
pub struct DeviceLens {
    /// Directions in the frame of the camera, row by row; zero for pixels without a ray.
    pub directions: Arc<[Vec3]>,
    /// Rotation of the camera.
    pub world_from_camera: Quat,
}

/// A light as numbers.
///
/// | words | content |
/// |---|---|
/// | 0 | kind: 0 sun, 1 hemisphere, 2 point, 3 spot |
/// | 1 to 3 | direction to a sun, or place of a lamp relative to the camera [m] |
/// | 4 to 6 | color times energy |
/// | 7, 8 | whether it is reflected diffusely, and in highlights |
/// | 9 | attenuation: 0 none, 1 inverse linear, 2 inverse square, 3 weighted |
/// | 10 | distance of the attenuation [m] |
/// | 11, 12 | weights of the distance and of its square |
/// | 13 | whether the light ends at that distance |
/// | 14 to 16 | axis of a spot |
/// | 17, 18 | cosine at the edge of a spot, and its width |
/// | 19 | whether it casts no shadows |
pub struct DeviceLight(pub [f32; LIGHT_WORDS]);

impl DeviceView {
    /// The data of a request with a valid view.
    #[must_use]
    pub fn new(request: &PictureRequest<'_>) -> DeviceView {
        let PictureRequest { world, view, directions, style } = *request;
        let View { width, height, world_from_camera, .. } = *view;
        let camera = PreparedCamera::new(view);
        let lights = if style.colors { PreparedLight::in_picture(world, &camera) } else { Vec::new() };
        let illumination = world.illumination();
        let lens = directions.map(|directions| DeviceLens {
            directions: Arc::clone(&directions.directions),
            world_from_camera: world_from_camera.rotation.as_quat(),
        });
        DeviceView {
            size: [width, height],
            position: camera.position,
            forward: camera.forward,
            right: camera.right,
            down: camera.down,
            middle: camera.middle,
            parallel: camera.parallel && lens.is_none(),
            near: camera.near,
            far: camera.far,
            lens,
            surroundings: surroundings(&lights).into(),
            lights: lights.iter().map(PreparedLight::words).collect(),
            ambient: style.ambient_in(world),
            ambient_added: illumination.map_or(Vec3::ZERO, |illumination| illumination.ambient.into()),
            linear: illumination.is_some_and(|illumination| illumination.linear),
            soft: style.is_soft_in(world),
            gain: style.gain(),
            filmic: style.filmic,
            occlusion: style.occlusion_m,
            sky: match style.sky {
                Sky::Horizon => [Vec3::from(world.horizon()); 2],
                Sky::Backdrop { bottom, top } => [top.into(), bottom.into()],
            },
        }
    }
}

impl PreparedLight {
    /// The light as numbers.
    fn words(&self) -> DeviceLight {
        use crate::shading::lights::Kind;
        let mut words = [0.0; LIGHT_WORDS];
        let mut set =
            |first: usize, values: &[f32]| words[first..first + values.len()].copy_from_slice(values);
        set(4, &self.rgb.to_array());
        set(19, &[f32::from(u8::from(matches!(self.kind, Kind::Headlight { .. })))]);
        set(7, &[f32::from(u8::from(self.diffuse)), f32::from(u8::from(self.specular))]);
        let reach = match self.kind {
            Kind::Sun { towards } | Kind::Headlight { towards } | Kind::Hemisphere { towards } => {
                set(0, &[f32::from(u8::from(self.is_around()))]);
                set(1, &towards.to_array());
                return DeviceLight(words);
            }
            Kind::Point { place, reach } => {
                set(0, &[2.0]);
                set(1, &place.to_array());
                reach
            }
            Kind::Spot { place, reach, axis, edge, soft } => {
                set(0, &[3.0]);
                set(1, &place.to_array());
                set(14, &[axis.x, axis.y, axis.z, edge, soft]);
                reach
            }
        };
        if !reach.distance.is_finite() {
            return DeviceLight(words);
        }
        let (law, weights) = match reach.falloff {
            Falloff::Constant => (0.0, [0.0; 2]),
            Falloff::InverseLinear => (1.0, [0.0; 2]),
            Falloff::InverseSquare => (2.0, [0.0; 2]),
            Falloff::Weighted { linear, quadratic } => (3.0, [linear, quadratic]),
        };
        set(9, &[law, reach.distance, weights[0], weights[1], f32::from(u8::from(reach.sphere))]);
        DeviceLight(words)
    }
}
