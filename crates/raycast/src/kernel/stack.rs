//! The stack for traversal by a packet of rays. A thread keeps it between jobs.

use std::cell::Cell;
use std::thread::LocalKey;

use crate::bvh::Branch;

/// Branches that have not been visited yet, the nearest on top. Entries beyond `top` are unused.
pub(crate) struct Stack<L> {
    pub(super) branches: Vec<Branch>,
    /// For each branch, the distance at which each ray enters its box; infinite for rays that miss it. [m]
    pub(super) near: Vec<L>,
    pub(super) top: usize,
}

/// Thread-local storage that keeps a stack between jobs.
pub(crate) type SpareStack<L> = LocalKey<Cell<Option<Box<Stack<L>>>>>;

impl<L: Copy> Stack<L> {
    /// Doubles the capacity.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        self.branches.extend_from_within(..);
        self.near.extend_from_within(..);
    }
}

/// Defines the [`SpareStack`] of each thread for a lane type.
macro_rules! spare_stack {
    ($numbers:ident) => {{
        std::thread_local! {
            static SPARE: std::cell::Cell<Option<Box<crate::kernel::stack::Stack<$numbers>>>> = const { std::cell::Cell::new(None) };
        }
        &SPARE
    }};
}

pub(crate) use spare_stack;
