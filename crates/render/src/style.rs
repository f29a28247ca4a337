//! Rendering options.

use glam::Vec3;
use morse_world::{NodeSet, RayFilter, RayKind, World};

use crate::shading::srgb;

/// The background of an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sky {
    /// The horizon color of the world.
    Horizon,
    /// A gradient from the bottom of the image to its top: red, green and blue, 0 to 1.
    Backdrop {
        /// The color at the bottom.
        bottom: [f32; 3],
        /// The color at the top.
        top: [f32; 3],
    },
}

/// The method that finds the visible surface of each pixel. Both give the same image, bit by bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Rasterization: triangles and solids are tested against whole blocks of pixels.
    #[default]
    Raster,
    /// One ray for each pixel, traced through the trees of the scene: slower, and the reference for tests.
    Rays,
}

/// Rendering options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style<'a> {
    /// Whether colors are computed. Without them an image is rendered faster.
    pub colors: bool,
    /// Whether the visible nodes are written.
    pub nodes: bool,
    /// Whether objects cast shadows.
    pub shadows: bool,
    /// Distance up to which surfaces keep ambient light from each other; 0 for none. [m]
    pub occlusion_m: f32,
    /// Exposure of the light of surfaces and of the image of a sky: each 1 doubles it. \[EV\]
    pub exposure_ev: f32,
    /// Whether the light of surfaces and of the image of a sky follows the curve of film.
    pub filmic: bool,
    /// Whether outlines are drawn where the visible node changes. Only in smooth images with nodes.
    pub outlines: bool,
    /// Whether bright light saturates smoothly; otherwise it is clipped.
    pub soft: bool,
    /// The background of the image.
    pub sky: Sky,
    /// Ambient light without shadows on surfaces that face up and on surfaces that face down: red, green and blue.
    /// `None`: a default that depends on the lights of the world. A headlight of the world takes its place.
    pub ambient: Option<[[f32; 3]; 2]>,
    /// Whether the normals of the visible surfaces are written.
    pub normals: bool,
    /// The only nodes that are visible and cast shadows; `None` for all nodes.
    pub only: Option<&'a NodeSet>,
    /// Nodes that are invisible and cast no shadow.
    pub except: Option<&'a NodeSet>,
    /// The method that finds visible surfaces.
    pub visibility: Visibility,
}

impl Default for Style<'_> {
    /// The options of camera sensors.
    fn default() -> Self {
        Style {
            colors: true,
            nodes: true,
            shadows: false,
            occlusion_m: 0.0,
            exposure_ev: 0.0,
            filmic: false,
            outlines: false,
            soft: false,
            sky: Sky::Horizon,
            ambient: None,
            normals: false,
            only: None,
            except: None,
            visibility: Visibility::Raster,
        }
    }
}

/// Ambient light in a world without lights: a bright day.
const AMBIENT_OF_DAY: [[f32; 3]; 2] = [[0.44, 0.45, 0.47], [0.3, 0.29, 0.28]];
/// Ambient light in a world with lights.
const AMBIENT_WITH_LIGHTS: [[f32; 3]; 2] = [[0.28, 0.28, 0.29], [0.2, 0.19, 0.19]];

impl Style<'_> {
    /// The filter of the rays that find visible surfaces and shadows.
    #[must_use]
    pub fn filter(&self) -> RayFilter<'_> {
        RayFilter { kind: RayKind::Visual, skip: None, only: self.only, except: self.except }
    }

    /// Whether bright light saturates smoothly in a world. In the light of a headlight it is clipped, as in MuJoCo.
    #[must_use]
    pub fn is_soft_in(&self, world: &World) -> bool {
        self.soft && world.headlight().is_none()
    }

    /// Factor of the exposure on linear light.
    #[must_use]
    pub fn gain(&self) -> f32 {
        let whole = self.exposure_ev.floor().clamp(-100.0, 100.0);
        // Rounded so that it is the same on all platforms.
        let part = libm::exp2(f64::from(self.exposure_ev - whole));
        let part = ((part * 1e6).round() / 1e6) as f32;
        part * 2.0_f32.powi(whole as i32)
    }

    /// Ambient light on surfaces that face up and on surfaces that face down.
    pub(crate) fn ambient_in(&self, world: &World) -> [Vec3; 2] {
        if let Some(headlight) = world.headlight() {
            let ambient = Vec3::from(headlight.ambient);
            let is_linear = world.illumination().is_some_and(|illumination| illumination.linear);
            return [if is_linear { srgb::decode(ambient) } else { ambient }; 2];
        }
        let has_lights = world.lights().next().is_some();
        let illumination = world.illumination();
        let usual = match illumination {
            Some(_) if has_lights => [[0.0; 3]; 2],
            _ if has_lights => AMBIENT_WITH_LIGHTS,
            _ => AMBIENT_OF_DAY,
        };
        let ambient = self.ambient.unwrap_or(usual).map(Vec3::from);
        if illumination.is_some_and(|illumination| illumination.linear) {
            ambient.map(srgb::decode)
        } else {
            ambient
        }
    }
}
