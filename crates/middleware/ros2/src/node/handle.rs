//! What keeps a subscription or a service of the node open.

use std::sync::Weak;

use rustdds::GUID;

use crate::node::entities::Entities;
use crate::node::receiver::ReaderRemover;

/// Keeps a subscription or a service open. Dropping it takes its reader from the network; the writer of a service goes
/// with its last answer.
#[must_use = "what it keeps open is closed when it is dropped"]
pub struct Ros2Handle {
    reader: GUID,
    writer: Option<GUID>,
    entities: Weak<Entities>,
    remover: Option<ReaderRemover>,
}

impl Ros2Handle {
    pub(crate) fn new(
        reader: GUID,
        writer: Option<GUID>,
        entities: Weak<Entities>,
        remover: ReaderRemover,
    ) -> Self {
        Self { reader, writer, entities, remover: Some(remover) }
    }

    /// Leaves it open until the node stops.
    pub fn keep(mut self) {
        self.remover = None;
    }
}

impl Drop for Ros2Handle {
    fn drop(&mut self) {
        let Some(remover) = self.remover.take() else { return };
        remover.remove(self.reader);
        if let Some(entities) = self.entities.upgrade() {
            entities.remove(self.reader);
            self.writer.iter().for_each(|&writer| entities.remove(writer));
        }
    }
}
