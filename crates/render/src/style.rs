//! What a picture is made with.

use morse_world::NodeSet;

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
    /// What is where nothing is.
    pub sky: Sky,
    /// Light from all around, which no shadow hides: on what faces up, and on what faces down.
    pub ambient: [[f32; 3]; 2],
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
            sky: Sky::Horizon,
            ambient: [[0.44, 0.45, 0.47], [0.3, 0.29, 0.28]],
            except: None,
        }
    }
}
