//! The sides from which `morse render` can show a scene.

use clap::ValueEnum;

/// From which side a scene is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// From above, in front and to the right, in an orthographic projection.
    Iso,
    /// From above; x of the scene points up in the image.
    Top,
    /// From the front: against the x axis of the scene.
    Front,
    /// As iso, but of everything, from outside: the whole environment
    Scene,
    /// From the camera that the script of the scene placed with `set_camera_location`
    Camera,
}
