//! An object that programs attach to a world, such as the renderer of its pictures.

use std::any::Any;
use std::sync::Arc;

/// An attached object of any type, or none. It is not part of the state of the world.
#[derive(Clone, Default)]
pub(crate) struct Extension(Option<Arc<dyn Any + Send + Sync>>);

impl Extension {
    /// Attaches an object in place of the current one.
    pub(crate) fn set(&mut self, object: Option<Arc<dyn Any + Send + Sync>>) {
        self.0 = object;
    }

    /// Whether an object is attached.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// The object, if it has this type.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_deref().and_then(|object| (object as &dyn Any).downcast_ref())
    }
}
