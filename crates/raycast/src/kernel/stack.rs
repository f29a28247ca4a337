//! The stack of a traversal, which a thread keeps between two jobs.

use std::cell::Cell;
use std::thread::LocalKey;

use crate::bvh::Branch;

/// What is still to be visited, the nearest on top: branches of a packet of rays, or nodes of a single ray. What is beyond the
/// top does not count.
pub(crate) struct Stack<L> {
    pub(super) branches: Vec<Branch>,
    /// For each branch the distance at which each ray comes in; infinite for rays that pass it.
    pub(super) near: Vec<L>,
    pub(super) nodes: Vec<OpenNode<L>>,
    pub(super) top: usize,
}

/// A node with branches that a single ray has still to visit.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenNode<L> {
    /// For each branch the distance at which the ray comes into its box.
    pub(super) near: L,
    pub(super) number: u32,
    /// A bit for each branch that is still to be visited.
    pub(super) branches: u8,
}

/// Keeps the stack of a thread between two jobs: to allocate one takes a third of the time of a single ray.
pub(crate) type SpareStack<L> = LocalKey<Cell<Option<Box<Stack<L>>>>>;

impl<L: Copy> Stack<L> {
    /// Doubles it.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        self.branches.extend_from_within(..);
        self.near.extend_from_within(..);
        self.nodes.extend_from_within(..);
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
