//! Pictures that cameras announce before they need them, so that a device draws all pictures of a tick in one batch.

use std::sync::{Arc, Mutex};

use morse_world::World;

use crate::Picture;
use crate::device::PictureRequest;
use crate::device::renderer::Renderer;
use crate::device::slot::{Drawn, PictureOrder, Slot};

/// A picture that a camera has announced. Valid while the world does not change.
#[derive(Clone)]
pub struct AnnouncedPicture(Arc<Slot>);

/// Announces a picture of a world. `memory` is an image whose memory is used again. `None` if no device draws the pictures of the
/// world; the memory is then unchanged.
#[must_use]
pub fn announce(request: &PictureRequest<'_>, memory: &mut Picture) -> Option<AnnouncedPicture> {
    let renderer = Renderer::of(request.world)?;
    if renderer.is_lost() || request.view.validate().is_err() {
        return None;
    }
    let order = PictureOrder::of(request);
    let slot = Arc::new(Slot { order, drawn: Mutex::new(Drawn::Waiting(std::mem::take(memory))) });
    renderer.add(Arc::clone(&slot));
    Some(AnnouncedPicture(slot))
}

/// Draws the announced pictures of worlds, each in the batch of its device.
pub fn draw_announced<'a>(worlds: impl IntoIterator<Item = &'a World>) {
    let worlds = worlds.into_iter().filter_map(|world| Some((world, Renderer::of(world)?)));
    Renderer::draw_waiting(&worlds.collect::<Vec<_>>());
}

impl AnnouncedPicture {
    /// Moves the picture to `picture` if it is the requested one and the device draws it. All pictures of the world that are
    /// announced are drawn with it, unless they were drawn before. Returns whether the picture was moved.
    pub fn draw_into(self, request: &PictureRequest<'_>, picture: &mut Picture) -> bool {
        let is_done = matches!(*self.0.lock(), Drawn::Done(_));
        if !is_done {
            // Waits while another thread draws it.
            draw_announced([request.world]);
        }
        let drawn = std::mem::replace(&mut *self.0.lock(), Drawn::Failed(Picture::default()));
        let is_drawn = matches!(drawn, Drawn::Done(_)) && self.0.order.is_for(request);
        let (Drawn::Waiting(drawn) | Drawn::Done(drawn) | Drawn::Failed(drawn)) = drawn;
        *picture = drawn;
        is_drawn
    }
}
