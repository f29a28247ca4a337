//! The renderer of the pictures of a world: a device, and the CPU where the device does not draw.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use morse_world::World;

use crate::Picture;
use crate::device::{DeviceError, PictureDevice, PictureRequest};

/// A device that draws the pictures of a world, and the record of its failures.
pub struct Renderer {
    device: Box<dyn PictureDevice>,
    /// Whether the device is lost: the CPU draws all further pictures.
    is_lost: AtomicBool,
    /// Whether a picture that the device cannot draw was already reported.
    has_warned: AtomicBool,
}

impl Renderer {
    /// A renderer with a device.
    #[must_use]
    pub fn new(device: Box<dyn PictureDevice>) -> Arc<Renderer> {
        Arc::new(Renderer { device, is_lost: AtomicBool::new(false), has_warned: AtomicBool::new(false) })
    }

    /// Attaches the renderer to a world. The device draws the pictures of the world from now on.
    pub fn attach(self: Arc<Self>, world: &mut World) {
        world.set_extension(Some(self));
    }

    /// The renderer that is attached to a world; `None` if the CPU draws its pictures.
    #[must_use]
    pub fn of(world: &World) -> Option<&Renderer> {
        world.extension()
    }

    /// The name of the device; `None` after it was lost.
    #[must_use]
    pub fn device_name(&self) -> Option<String> {
        (!self.is_lost.load(Ordering::Relaxed)).then(|| self.device.name())
    }

    /// Draws a picture of a valid view by the device. Returns whether it did; otherwise the CPU must draw the picture. A
    /// lost device is reported once and is not used again.
    pub(crate) fn draw(&self, request: &PictureRequest<'_>, picture: &mut Picture) -> bool {
        if self.is_lost.load(Ordering::Relaxed) {
            return false;
        }
        let drawn = match unsupported(request) {
            Some(part) => Err(DeviceError::Unsupported(part)),
            None => self.device.draw(&[*request], &mut [picture]),
        };
        let Err(error) = drawn else { return true };
        if matches!(error, DeviceError::Lost(_)) {
            if !self.is_lost.swap(true, Ordering::Relaxed) {
                tracing::warn!("{}: {error}; the CPU draws all further pictures", self.device.name());
            }
        } else if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!("{}: {error}; the CPU draws such pictures", self.device.name());
        }
        false
    }
}

/// A part of a world that devices do not draw.
fn unsupported(request: &PictureRequest<'_>) -> Option<&'static str> {
    let PictureRequest { world, style, .. } = *request;
    if !style.colors {
        None
    } else if world.sky().is_some() {
        Some("the sky")
    } else if world.materials().any(|(_, material)| material.mirror > 0.0) {
        Some("mirrors")
    } else {
        world.headlight().map(|_| "the light of the camera")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use glam::DVec3;
    use morse_world::{Headlight, NodeSpec, PhysicsSettings, Pose, Shape, Visual};

    use super::*;
    use crate::{Style, View, render};

    /// A device that draws nothing and fails from some picture on.
    struct Failing {
        drawn: Arc<AtomicU32>,
        error: DeviceError,
    }

    impl PictureDevice for Failing {
        fn name(&self) -> String {
            "test device".to_owned()
        }

        fn draw(&self, _: &[PictureRequest<'_>], pictures: &mut [&mut Picture]) -> Result<(), DeviceError> {
            pictures.iter_mut().for_each(|picture| picture.resize(9, 9, true, false));
            if self.drawn.fetch_add(1, Ordering::Relaxed) == 0 { Ok(()) } else { Err(self.error.clone()) }
        }
    }

    fn drawn_of_four(error: DeviceError) -> u32 {
        let mut world = World::new(PhysicsSettings::default());
        let wall = NodeSpec::new("wall").at(Pose::from_translation(DVec3::X * 5.0));
        let wall = world.add_node(wall).unwrap();
        world.set_visuals(wall, vec![Visual::new(Shape::Box { half_extents: DVec3::ONE })]).unwrap();
        let drawn = Arc::new(AtomicU32::new(0));
        Renderer::new(Box::new(Failing { drawn: Arc::clone(&drawn), error })).attach(&mut world);
        let view = View::perspective(Pose::IDENTITY, [9, 9], 0.2);
        let draw = |world: &World| render(world, &view, &Style::default()).unwrap();
        assert_eq!(draw(&world).nodes[40], None);
        let state = world.save().unwrap();
        world.restore(&state).unwrap();
        for _ in 0..3 {
            assert_eq!(draw(&world).nodes[40], Some(wall), "the CPU draws");
        }
        drawn.load(Ordering::Relaxed)
    }

    #[test]
    fn lost_device_is_not_used_again_and_the_cpu_draws() {
        assert_eq!(drawn_of_four(DeviceError::Lost("unplugged".to_owned())), 2);
    }

    #[test]
    fn worlds_with_a_headlight_are_drawn_by_the_cpu() {
        let mut world = World::new(PhysicsSettings::default());
        world.set_headlight(Some(Headlight::default())).unwrap();
        let drawn = Arc::new(AtomicU32::new(0));
        let error = DeviceError::Lost("unplugged".to_owned());
        Renderer::new(Box::new(Failing { drawn: Arc::clone(&drawn), error })).attach(&mut world);
        let view = View::perspective(Pose::IDENTITY, [9, 9], 0.2);
        render(&world, &view, &Style::default()).unwrap();
        assert_eq!(drawn.load(Ordering::Relaxed), 0);
        render(&world, &view, &Style { colors: false, ..Style::default() }).unwrap();
        assert_eq!(drawn.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn device_is_used_after_a_picture_that_is_too_large_for_it() {
        assert_eq!(drawn_of_four(DeviceError::TooLarge { what: "picture", needed: 2, most: 1 }), 4);
    }
}
