//! The renderer of the pictures of a world: a device, and the CPU where the device does not draw.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_world::World;

use crate::Picture;
use crate::device::slot::{Drawn, Slot};
use crate::device::{DeviceError, PictureDevice, PictureRequest};

/// A device that draws the pictures of a world, and the record of its failures.
pub struct Renderer {
    device: Arc<SharedDevice>,
    /// The pictures that cameras of the world have announced and that were not drawn yet.
    waiting: Mutex<Vec<Arc<Slot>>>,
}

/// A device that draws the pictures of several worlds.
struct SharedDevice {
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
        let (is_lost, has_warned) = (AtomicBool::new(false), AtomicBool::new(false));
        Renderer::with(Arc::new(SharedDevice { device, is_lost, has_warned }))
    }

    fn with(device: Arc<SharedDevice>) -> Arc<Renderer> {
        Arc::new(Renderer { device, waiting: Mutex::default() })
    }

    /// A renderer with the same device for another world. The pictures that both worlds announce can be drawn in one batch.
    #[must_use]
    pub fn for_another_world(&self) -> Arc<Renderer> {
        Renderer::with(Arc::clone(&self.device))
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
        (!self.device.is_lost()).then(|| self.device.device.name())
    }

    /// Draws a picture of a valid view by the device. Returns whether it did; otherwise the CPU must draw the picture. A
    /// lost device is reported once and is not used again.
    pub(crate) fn draw(&self, request: &PictureRequest<'_>, picture: &mut Picture) -> bool {
        if self.device.is_lost() {
            return false;
        }
        let drawn = self.device.device.draw(&[*request], &mut [picture]);
        drawn.map_err(|error| self.device.report(&error)).is_ok()
    }

    /// Adds an announced picture.
    pub(crate) fn add(&self, slot: Arc<Slot>) {
        self.lock().push(slot);
    }

    /// Whether the device is lost.
    pub(crate) fn is_lost(&self) -> bool {
        self.device.is_lost()
    }

    /// Draws the announced pictures of worlds with these renderers, each in the batch of its device.
    pub(crate) fn draw_waiting(worlds: &[(&World, &Renderer)]) {
        // The lists stay locked, so that a thread that needs one of these pictures waits until they are drawn.
        let mut lists: Vec<_> =
            worlds.iter().map(|&(world, renderer)| (world, &renderer.device, renderer.lock())).collect();
        while let Some(device) =
            lists.iter().find(|(_, _, list)| !list.is_empty()).map(|&(_, device, _)| device)
        {
            let mut batch: Vec<(&World, Arc<Slot>)> = Vec::new();
            for (world, _, list) in lists.iter_mut().filter(|(_, other, _)| Arc::ptr_eq(other, device)) {
                // A slot that nothing else holds belongs to a camera that does not need its picture any more.
                let needed = list.drain(..).filter(|slot| Arc::strong_count(slot) > 1);
                batch.extend(needed.map(|slot| (*world, slot)));
            }
            device.draw_batch(&batch);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedDevice {
    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    /// Draws pictures in one batch, or in several if the device takes no more at once.
    fn draw_batch(&self, batch: &[(&World, Arc<Slot>)]) {
        if batch.is_empty() {
            return;
        }
        let mut pictures: Vec<Picture> = batch.iter().map(|(_, slot)| slot.take()).collect();
        let styles: Vec<_> = batch.iter().map(|(_, slot)| slot.order.style()).collect();
        let requests: Vec<_> = batch
            .iter()
            .zip(&styles)
            .map(|((world, slot), style)| slot.order.request(world, style))
            .collect();
        let drawn = if self.is_lost() {
            Err(None)
        } else {
            let mut places: Vec<_> = pictures.iter_mut().collect();
            self.device.draw(&requests, &mut places).map_err(Some)
        };
        let failed = match drawn {
            Ok(()) => false,
            Err(Some(DeviceError::TooLarge { .. })) if batch.len() > 1 => {
                for ((_, slot), picture) in batch.iter().zip(pictures) {
                    *slot.lock() = Drawn::Waiting(picture);
                }
                let (first, second) = batch.split_at(batch.len() / 2);
                self.draw_batch(first);
                return self.draw_batch(second);
            }
            Err(error) => {
                error.inspect(|error| self.report(error));
                true
            }
        };
        for ((_, slot), picture) in batch.iter().zip(pictures) {
            *slot.lock() = if failed { Drawn::Failed(picture) } else { Drawn::Done(picture) };
        }
    }

    /// Reports the first loss of the device, or the first picture that it cannot draw.
    fn report(&self, error: &DeviceError) {
        let name = self.device.name();
        if matches!(error, DeviceError::Lost(_)) {
            if !self.is_lost.swap(true, Ordering::Relaxed) {
                tracing::warn!("{name}: {error}; the CPU draws all further pictures");
            }
        } else if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!("{name}: {error}; the CPU draws such pictures");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use glam::DVec3;
    use morse_world::{NodeSpec, PhysicsSettings, Pose, Shape, Visual};

    use super::*;
    use crate::device::{announce, draw_announced};
    use crate::{Style, View, render};

    /// A device that draws nothing, counts its batches, and fails from some batch on.
    struct Failing {
        drawn: Arc<AtomicU32>,
        error: Option<DeviceError>,
        /// Largest number of pictures in a batch.
        most: usize,
    }

    impl PictureDevice for Failing {
        fn name(&self) -> String {
            "test device".to_owned()
        }

        fn draw(&self, _: &[PictureRequest<'_>], pictures: &mut [&mut Picture]) -> Result<(), DeviceError> {
            if pictures.len() > self.most {
                return Err(DeviceError::TooLarge { what: "batch", needed: pictures.len() as u64, most: 2 });
            }
            pictures.iter_mut().for_each(|picture| picture.resize(9, 9, &Style::default()));
            let is_first = self.drawn.fetch_add(1, Ordering::Relaxed) == 0;
            self.error.clone().filter(|_| !is_first).map_or(Ok(()), Err)
        }
    }

    fn device(error: Option<DeviceError>, most: usize) -> (Arc<Renderer>, Arc<AtomicU32>) {
        let drawn = Arc::new(AtomicU32::new(0));
        (Renderer::new(Box::new(Failing { drawn: Arc::clone(&drawn), error, most })), drawn)
    }

    fn world() -> World {
        let mut world = World::new(PhysicsSettings::default());
        let wall = NodeSpec::new("wall").at(Pose::from_translation(DVec3::X * 5.0));
        let wall = world.add_node(wall).unwrap();
        world.set_visuals(wall, vec![Visual::new(Shape::Box { half_extents: DVec3::ONE })]).unwrap();
        world
    }

    fn view() -> View {
        View::perspective(Pose::IDENTITY, [9, 9], 0.2)
    }

    fn drawn_of_four(error: DeviceError) -> u32 {
        let mut world = world();
        let (renderer, drawn) = device(Some(error), 1);
        renderer.attach(&mut world);
        let draw = |world: &World| render(world, &view(), &Style::default()).unwrap();
        assert_eq!(draw(&world).nodes[40], None);
        let state = world.save().unwrap();
        world.restore(&state).unwrap();
        for _ in 0..3 {
            assert_eq!(draw(&world).nodes[40], world.find("wall"), "the CPU draws");
        }
        drawn.load(Ordering::Relaxed)
    }

    #[test]
    fn lost_device_is_not_used_again_and_the_cpu_draws() {
        assert_eq!(drawn_of_four(DeviceError::Lost("unplugged".to_owned())), 2);
    }

    #[test]
    fn device_is_used_after_a_picture_that_is_too_large_for_it() {
        assert_eq!(drawn_of_four(DeviceError::TooLarge { what: "picture", needed: 2, most: 1 }), 4);
    }

    #[test]
    fn announced_pictures_of_all_worlds_are_one_batch_and_large_batches_are_divided() {
        for (most, batches) in [(9, 1), (2, 4)] {
            let (renderer, drawn) = device(None, most);
            let mut worlds = [world(), world(), world()];
            for world in &mut worlds {
                renderer.for_another_world().attach(world);
            }
            let (view, style) = (view(), Style::default());
            let wide = View { width: 18, ..view };
            let request = |world, view| PictureRequest { world, view, directions: None, style: &style };
            let mut memory = Picture::default();
            let mut announce = |world, view| announce(&request(world, view), &mut memory).unwrap();
            let announced: Vec<_> = worlds
                .iter()
                .map(|world| (world, [announce(world, &view), announce(world, &wide)]))
                .collect();
            // A picture that is not needed any more is not drawn.
            drop(announce(&worlds[0], &view));
            draw_announced(&worlds);
            assert_eq!(drawn.load(Ordering::Relaxed), batches);
            for (world, [first, second]) in announced {
                let mut picture = Picture::default();
                assert!(first.draw_into(&request(world, &view), &mut picture));
                assert_eq!(picture.width, 9);
                assert!(!second.draw_into(&request(world, &view), &mut picture), "it is for another view");
            }
            assert_eq!(drawn.load(Ordering::Relaxed), batches);
        }
    }

    #[test]
    fn cameras_of_a_lost_device_draw_by_the_cpu() {
        let (renderer, _) = device(Some(DeviceError::Lost("unplugged".to_owned())), 9);
        let mut world = world();
        renderer.attach(&mut world);
        let (view, style) = (view(), Style::default());
        let request = PictureRequest { world: &world, view: &view, directions: None, style: &style };
        let mut picture = Picture::default();
        for is_drawn in [true, false] {
            let announced = announce(&request, &mut picture).unwrap();
            assert_eq!(announced.draw_into(&request, &mut picture), is_drawn);
        }
        assert!(announce(&request, &mut picture).is_none());
        assert_eq!(render(&world, &view, &style).unwrap().nodes[40], world.find("wall"));
    }
}
