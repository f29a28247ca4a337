//! Commands of drives that act less often than the world advances: they are repeated in each tick until the next one is due.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{DriveCommand, DrivenContact, NodeId};

/// The commands to repeat, by node.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct HeldDrives(BTreeMap<NodeId, Held>);

/// A command to repeat.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Held {
    command: DriveCommand,
    /// Number of coming ticks for which the command is valid.
    ticks: u16,
    /// Whether the command was applied for the coming tick.
    is_applied: bool,
}

impl HeldDrives {
    /// Records a command that was given for the coming tick.
    pub(crate) fn hold(&mut self, node: NodeId, command: DriveCommand, contact: DrivenContact) {
        let moves = command.linear != DVec3::ZERO || command.angular != DVec3::ZERO;
        if command.ticks > 1 && moves && contact == DrivenContact::Rolls {
            self.0.insert(node, Held { command, ticks: command.ticks, is_applied: true });
        } else if !self.0.is_empty() {
            self.0.remove(&node);
        }
    }

    /// Drops the command of a node that was stopped or moved otherwise.
    pub(crate) fn release(&mut self, node: NodeId) {
        if !self.0.is_empty() {
            self.0.remove(&node);
        }
    }

    /// Drops the commands of nodes that are removed.
    pub(crate) fn remove(&mut self, removed: &BTreeSet<NodeId>) {
        self.0.retain(|node, _| !removed.contains(node));
    }

    /// The commands to apply before the coming tick. Afterwards each is valid for one tick less.
    pub(crate) fn due(&mut self) -> Vec<(NodeId, DriveCommand)> {
        let mut due = Vec::new();
        for (&node, held) in &mut self.0 {
            if !std::mem::take(&mut held.is_applied) {
                due.push((node, held.command));
            }
            held.ticks -= 1;
        }
        self.0.retain(|_, held| held.ticks > 0);
        due
    }

    /// Hashes the state.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        for Held { command, ticks, is_applied } in self.0.values() {
            let DriveCommand { linear, angular, .. } = command;
            linear.to_array().into_iter().chain(angular.to_array()).for_each(|part| feed(part.to_bits()));
            feed(u64::from(*ticks) << 1 | u64::from(*is_applied));
        }
    }
}
