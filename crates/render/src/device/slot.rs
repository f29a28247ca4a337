//! A picture in a batch: its request without the world, and its memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_world::{NodeSet, World};

use crate::device::PictureRequest;
use crate::{Picture, PixelDirections, Style, View};

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

impl Slot {
    /// The memory of the picture.
    pub(crate) fn take(&self) -> Picture {
        let taken = std::mem::replace(&mut *self.lock(), Drawn::Failed(Picture::default()));
        let (Drawn::Waiting(picture) | Drawn::Done(picture) | Drawn::Failed(picture)) = taken;
        picture
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PictureOrder {
    pub(crate) fn of(request: &PictureRequest<'_>) -> PictureOrder {
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
    pub(crate) fn is_for(&self, request: &PictureRequest<'_>) -> bool {
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
    Style { only: None, except: None, ..*style }
}
