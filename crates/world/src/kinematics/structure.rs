//! Builds the kinematics of a robot from the joints and the tree of nodes of a world.

use std::collections::BTreeMap;

use glam::DVec3;
use morse_dynamics::{Data, InertiaSpec, JointKind, JointSpec, LinkSpec, Model, ModelSpec, Spatial};

use crate::kinematics;
use crate::kinematics::{Dof, RobotKinematics};
use crate::physics::joints::JointId;
use crate::physics::joints::joint_access;
use crate::{NodeId, Pose, World};

/// Builds the kinematics of the joints below a node; `None` if there are none.
pub(crate) fn build(world: &World, base: NodeId) -> Option<RobotKinematics> {
    let joints = kinematics::joints_below(world, base);
    if joints.is_empty() {
        return None;
    }
    let mut spec = ModelSpec { gravity: DVec3::ZERO, ..ModelSpec::default() };
    let mut carried = BTreeMap::from([(base, (None, Pose::IDENTITY))]);
    let mut order = Vec::new();
    // Parents come before their children.
    for node in world.tree.subtree(base).into_iter().filter(|&node| node != base) {
        let (carrier, carrier_from_parent): (Option<usize>, Pose) = *carried.get(&world.parent(node)?)?;
        let joint = world.joint_of(node).filter(|id| world.physics.joints[id.index()].moves());
        let Some(id) = joint else {
            carried.insert(node, (carrier, carrier_from_parent * world.tree.parent_from(node)));
            continue;
        };
        let joint = &world.physics.joints[id.index()];
        carried.insert(node, (Some(spec.links.len()), joint.child_from_axis.inverse()));
        order.push(id);
        spec.links.push(LinkSpec {
            name: id.index().to_string(),
            parent: carrier.map(|carrier| order[carrier].index().to_string()),
            parent_from_link: carrier_from_parent * joint.parent_from_axis,
            // Masses have no effect on kinematics; a model without them is refused.
            inertia: InertiaSpec::sphere(1.0, 1.0),
            joint: JointSpec {
                name: id.index().to_string(),
                kind: if joint.kind.turns() { JointKind::Hinge } else { JointKind::Slide },
                axis: DVec3::X,
                ..JointSpec::default()
            },
        });
    }
    let model = Model::new(spec).ok()?;
    let mut dofs = vec![None; model.dofs()];
    for id in order {
        let (_, dof) = model.joint(&id.index().to_string())?;
        dofs[dof] = Some(dof_of(world, &joints, id)?);
    }
    Some(RobotKinematics {
        limits: joints.iter().map(|&id| joint_access::joint_limits(world, id)).collect(),
        joints,
        data: Data::new(&model),
        q: vec![0.0; model.positions()],
        columns: vec![Spatial::ZERO; model.dofs()],
        dofs: dofs.into_iter().collect::<Option<_>>()?,
        model,
        carried,
    })
}

/// The joint that a joint follows through any number of mimic joints, or the joint itself.
fn dof_of(world: &World, joints: &[JointId], id: JointId) -> Option<Dof> {
    let (mut at, mut multiplier, mut offset) = (id, 1.0, 0.0);
    // A joint can only mimic one that was added before it.
    while let Some(mimic) = joint_access::joint_mimic(world, at) {
        offset += multiplier * mimic.offset;
        multiplier *= mimic.multiplier;
        at = mimic.leader;
    }
    let joint = joints.iter().position(|&joint| joint == at)?;
    Some(Dof { joint, multiplier, offset })
}
