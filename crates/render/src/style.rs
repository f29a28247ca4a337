//! What a picture is made with.

use glam::Vec3;
use morse_world::{NodeSet, World};

/// What is where nothing is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sky {
    /// The colour that the world has for its horizon.
    Horizon,
    /// From one colour at the bottom of the picture to another at its top: red, green and blue, 0 to 1.
    Backdrop {
        /// At the bottom.
        bottom: [f32; 3],
        /// At the top.
        top: [f32; 3],
    },
}

/// What a picture is made with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style<'a> {
    /// Whether there are colours; without, there are depth and nodes only, in less time.
    pub colours: bool,
    /// Whether things throw shadows.
    pub shadows: bool,
    /// Whether the edges of things are drawn darker where another thing begins. In smooth pictures only.
    pub outlines: bool,
    /// Whether very much light fades into white, as on film, where otherwise it is cut off.
    pub soft: bool,
    /// What is where nothing is.
    pub sky: Sky,
    /// Light from all around, which no shadow hides: on what faces up, and on what faces down. `None`: as fits the
    /// lights of the world.
    pub ambient: Option<[[f32; 3]; 2]>,
    /// Nodes that are not seen and throw no shadow.
    pub except: Option<&'a NodeSet>,
}

impl Default for Style<'_> {
    /// As a camera sensor sees the world.
    fn default() -> Self {
        Style {
            colours: true,
            shadows: false,
            outlines: false,
            soft: false,
            sky: Sky::Horizon,
            ambient: None,
            except: None,
        }
    }
}

/// Light from all around in a world without lights of its own: a bright day.
const AMBIENT_OF_DAY: [[f32; 3]; 2] = [[0.44, 0.45, 0.47], [0.3, 0.29, 0.28]];
/// In a world with lights, which shall do most of it.
const AMBIENT_WITH_LIGHTS: [[f32; 3]; 2] = [[0.28, 0.28, 0.29], [0.2, 0.19, 0.19]];

impl Style<'_> {
    /// Light from all around, on what faces up and on what faces down.
    pub(crate) fn ambient_in(&self, world: &World) -> [Vec3; 2] {
        let has_lights = world.lights().next().is_some();
        let usual = if has_lights { AMBIENT_WITH_LIGHTS } else { AMBIENT_OF_DAY };
        self.ambient.unwrap_or(usual).map(Vec3::from)
    }
}
