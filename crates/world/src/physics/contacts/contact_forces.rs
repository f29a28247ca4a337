//! Forces at the contacts of mechanisms, for sensors of contacts and of forces in joints.

use glam::DVec3;
use morse_dynamics::{Contact, Workspace};
use serde::{Deserialize, Serialize};

use crate::NodeId;

/// A contact of a mechanism in the last tick, with its mean force in this tick.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ContactForce {
    /// The node whose shape touches.
    pub one: NodeId,
    /// The node whose shape it touches.
    pub other: NodeId,
    /// Position in the world. [m]
    pub position: DVec3,
    /// Unit vector in the world from the first to the second.
    pub normal: DVec3,
    /// Force on the second; the first feels the opposite. [N]
    pub force: DVec3,
}

/// The forces at the contacts of an island, as its steps add them.
pub(crate) struct ForceSums {
    nodes: Vec<[NodeId; 2]>,
    sums: Vec<Option<ContactForce>>,
}

impl ForceSums {
    /// For touches of these pairs of nodes.
    pub(crate) fn new(nodes: Vec<[NodeId; 2]>) -> ForceSums {
        ForceSums { sums: vec![None; nodes.len()], nodes }
    }

    /// Adds the forces of a step, whose contacts are those of the touches `found`, with a share of the tick.
    pub(crate) fn add(&mut self, workspace: &Workspace, found: &[usize], share: f64) {
        let contacts = workspace.contacts().iter().zip(workspace.contact_forces());
        for ((contact, force), &touch) in contacts.zip(found) {
            let force = force * share;
            let [one, other] = self.nodes[touch];
            let Contact { point: position, normal, .. } = *contact;
            let sum = self.sums[touch].get_or_insert(ContactForce {
                one,
                other,
                position,
                normal,
                force: DVec3::ZERO,
            });
            (sum.position, sum.normal) = (position, normal);
            sum.force += force;
        }
    }

    /// The contacts at which a force acted.
    pub(crate) fn contacts(self) -> impl Iterator<Item = ContactForce> {
        self.sums.into_iter().flatten().filter(|contact| contact.force != DVec3::ZERO)
    }
}
