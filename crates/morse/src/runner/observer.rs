//! The trait of observers of a run: recorders, viewers, progress lines, sounds.

use super::frame::Frame;

/// Receives each finished tick of a run.
///
/// It is called between two ticks on the thread of the simulation, and must return soon: it copies the data that it needs from
/// the frame, which it cannot keep. Long work, such as writing files, belongs on another thread:
/// [`Background`](crate::Background) does that, and drops ticks instead of delaying the simulation. An observer cannot change
/// the current tick; items that it sends through the [`Frame`] are applied before the next tick.
pub trait Observer: Send {
    /// A tick is finished: its readings are published, and physics has advanced the world to the next tick.
    fn tick(&mut self, frame: &Frame<'_>);

    /// The run waits: nothing was computed since the last tick, but services may have moved objects. It is called about
    /// twenty times a second while the simulation is paused, or waits longer than that for wall time or an external clock.
    /// [`Frame::activity`] is empty; activity during the wait is part of the next tick.
    fn waiting(&mut self, frame: &Frame<'_>) {
        let _ = frame;
    }

    /// The run has ended. The frame shows the last finished tick again, and its [`Frame::activity`] contains the activity after
    /// that tick. [`Runner::run`](crate::Runner::run) may be called again to continue.
    fn end(&mut self, frame: &Frame<'_>) {
        let _ = frame;
    }

    /// Whether it uses [`Frame::activity`], which is recorded only if an observer of the run uses it. It is called before each
    /// tick.
    fn needs_activity(&self) -> bool {
        true
    }
}

impl<F: FnMut(&Frame<'_>) + Send> Observer for F {
    fn tick(&mut self, frame: &Frame<'_>) {
        self(frame);
    }
}
