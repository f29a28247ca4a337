//! Notices that the conductor of a campaign was killed, so that its workers end.

use std::time::{Duration, Instant};

/// Wall time between two looks.
const PERIOD: Duration = Duration::from_secs(1);

/// Looks from time to time whether the parent of this process is still the same. A killed parent cannot end its workers.
pub(super) struct ConductorWatch {
    parent: Option<u32>,
    next: Instant,
}

impl Default for ConductorWatch {
    fn default() -> Self {
        Self { parent: parent(), next: Instant::now() + PERIOD }
    }
}

impl ConductorWatch {
    /// Whether the conductor is gone.
    pub(super) fn is_gone(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next {
            return false;
        }
        self.next = now + PERIOD;
        self.parent != parent()
    }
}

/// The parent of this process. Windows does not name another one when the parent ends.
fn parent() -> Option<u32> {
    #[cfg(unix)]
    let parent = Some(std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    let parent = None;
    parent
}
