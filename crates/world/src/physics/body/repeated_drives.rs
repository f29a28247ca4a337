//! Applies the commands of drives that act less often than the world advances.

use crate::World;
use crate::physics::body::held_drives::HeldDrives;

impl World {
    /// Repeats the commands that are still valid, before a tick.
    pub(crate) fn repeat_drives(&mut self) {
        // A command that is applied may hold or release commands; those that are repeated stay as they are.
        let mut held: HeldDrives = std::mem::take(&mut self.held_drives);
        for (node, command) in held.due() {
            self.apply_drive(node, command);
        }
        self.held_drives = held;
    }
}
