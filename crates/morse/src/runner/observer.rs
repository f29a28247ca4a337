//! The trait of everything that looks at a run: recorders, viewers, progress lines, sounds.

use super::frame::Frame;

/// Sees each finished tick of a run.
///
/// It is called between two ticks, on the thread of the simulation, and must return soon: it copies what it needs out
/// of the frame, which it cannot keep. Work that takes long, such as writing files, belongs on another thread:
/// [`Background`](crate::Background) does that, and drops ticks rather than stall the simulation. An observer can
/// change nothing in the tick that it sees; what it sends through the [`Frame`] counts before the next tick.
pub trait Observer: Send {
    /// A tick is finished: its readings are published, and physics has advanced the world to the next tick.
    fn tick(&mut self, frame: &Frame<'_>);

    /// The run waits: nothing was computed since the last tick, but services may have moved objects. It is called
    /// between two ticks, some twenty times a second, while the simulation is paused, or while wall time or an outside
    /// clock holds the next tick back for longer than that. [`Frame::activity`] is empty; what was recorded meanwhile
    /// is in the next tick.
    fn waiting(&mut self, frame: &Frame<'_>) {
        let _ = frame;
    }

    /// The run has ended. The frame is that of the last finished tick once more, and its [`Frame::activity`] is what
    /// arrived after that tick. [`Runner::run`](crate::Runner::run) may be called again to go on.
    fn end(&mut self, frame: &Frame<'_>) {
        let _ = frame;
    }

    /// Whether it uses [`Frame::activity`], which is recorded only when an observer of the run does. It is asked
    /// before each tick.
    fn needs_activity(&self) -> bool {
        true
    }
}

impl<F: FnMut(&Frame<'_>) + Send> Observer for F {
    fn tick(&mut self, frame: &Frame<'_>) {
        self(frame);
    }
}
