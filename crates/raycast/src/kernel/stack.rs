//! The stack of a traversal by a packet of rays, which a thread keeps between two jobs.

use std::cell::Cell;
use std::thread::LocalKey;

use crate::bvh::Branch;

/// Branches that are still to be visited, the nearest on top. What is beyond the top does not count.
pub(crate) struct Stack<L> {
    pub(super) branches: Vec<Branch>,
    /// For each branch the distance at which each ray comes in; infinite for rays that pass it.
    pub(super) near: Vec<L>,
    pub(super) top: usize,
}

/// Keeps the stack of a thread between two jobs.
pub(crate) type SpareStack<L> = LocalKey<Cell<Option<Box<Stack<L>>>>>;

impl<L: Copy> Stack<L> {
    /// Doubles it.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        self.branches.extend_from_within(..);
        self.near.extend_from_within(..);
    }
}

/// The [`SpareStack`] of each thread for certain numbers.
macro_rules! spare_stack {
    ($numbers:ident) => {{
        std::thread_local! {
            static SPARE: std::cell::Cell<Option<Box<crate::kernel::stack::Stack<$numbers>>>> = const { std::cell::Cell::new(None) };
        }
        &SPARE
    }};
}

pub(crate) use spare_stack;
