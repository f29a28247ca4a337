//! Pictures that cameras announce before they need them, so that a device draws all pictures of a tick in one batch.

use std::sync::{Arc, Mutex, PoisonError};

use morse_world::{NodeSet, World};

use crate::device::PictureRequest;
use crate::{Picture, PixelDirections, Renderer, Style, View};

/// The parts of a request, without the world.
pub(crate) struct PictureOrder {
    view: View,
    directions: Option<PixelDirections>,
    /// The style without the sets of nodes.
    style: Style<'static>,
    only: Option<NodeSet>,
    except: Option<NodeSet>,
}

/// A picture in a batch.
pub(crate) struct Slot {
    pub(crate) order: PictureOrder,
    pub(crate) drawn: Mutex<Drawn>,
}

/// The state of an announced picture, with the memory of the picture.
pub(crate) enum Drawn {
    Waiting(Picture),
    Done(Picture),
    /// The device did not draw it.
    Failed(Picture),
}

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
        let is_waiting = matches!(*self.0.lock(), Drawn::Waiting(_));
        if is_waiting {
            draw_announced([request.world]);
        }
        let drawn = std::mem::replace(&mut *self.0.lock(), Drawn::Failed(Picture::default()));
        let is_drawn = matches!(drawn, Drawn::Done(_)) && self.0.order.is_for(request);
        let (Drawn::Waiting(drawn) | Drawn::Done(drawn) | Drawn::Failed(drawn)) = drawn;
        *picture = drawn;
        is_drawn
    }
}

impl Slot {
    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PictureOrder {
    fn of(request: &PictureRequest<'_>) -> PictureOrder {
        let PictureRequest { view, directions, style, .. } = *request;
        PictureOrder {
            view: *view,
            directions: directions.cloned(),
            style: plain(style),
            only: style.only.cloned(),
            except: style.except.cloned(),
        }
    }

    /// The style with the sets of nodes.
    pub(crate) fn style(&self) -> Style<'_> {
        Style { only: self.only.as_ref(), except: self.except.as_ref(), ..self.style }
    }

    /// The request for a world.
    pub(crate) fn request<'a>(&'a self, world: &'a World, style: &'a Style<'a>) -> PictureRequest<'a> {
        PictureRequest { world, view: &self.view, directions: self.directions.as_ref(), style }
    }

    /// Whether a request has the same parts.
    fn is_for(&self, request: &PictureRequest<'_>) -> bool {
        let same_rays = match (&self.directions, request.directions) {
            (None, None) => true,
            (Some(own), Some(other)) => own.is_same(other),
            _ => false,
        };
        same_rays && self.view == *request.view && self.style() == *request.style
    }
}

/// A style without sets of nodes.
fn plain(style: &Style<'_>) -> Style<'static> {
    let Style { colors, shadows, outlines, soft, sky, ambient, normals, only: _, except: _, visibility } =
        *style;
    Style { colors, shadows, outlines, soft, sky, ambient, normals, only: None, except: None, visibility }
}
