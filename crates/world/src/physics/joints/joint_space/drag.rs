//! Drag of the fluid around the bodies of an island.

use glam::DMat3;
use morse_dynamics::{Data, Fluid, FluidBox, Model, Spatial, State, update_positions, update_velocities};

use super::model::{Part, link_from_center};
use crate::physics::rapier_world::Physics;
use crate::{NodeId, Pose};

/// A link in a fluid during a tick.
pub(super) struct Drag {
    link: usize,
    fluid: Fluid,
    shape: FluidBox,
    link_from_center: Pose,
}

impl Physics {
    /// The links of an island that are in a fluid. `nodes` are those of its links.
    pub(super) fn drags(&self, parts: &[Part], nodes: &[NodeId]) -> Vec<Drag> {
        let drag = |(link, &node): (usize, &NodeId)| {
            let body = self.body(node)?;
            let fluid = body.fluid.as_deref()?;
            Some(Drag {
                link,
                fluid: Fluid { density: fluid.density, viscosity: fluid.viscosity, wind: fluid.wind },
                shape: FluidBox::new(body.total.mass, body.total.tensor),
                link_from_center: link_from_center(parts, link),
            })
        };
        nodes.iter().enumerate().filter_map(drag).collect()
    }
}

/// Adds the drag at the velocities of a state to the forces of a step.
pub(super) fn add_drag(
    drags: &[Drag],
    model: &Model,
    state: &State,
    data: &mut Data,
    wrenches: &mut Vec<(usize, Spatial)>,
) {
    if drags.is_empty() {
        return;
    }
    update_positions(model, &state.positions, data);
    update_velocities(model, &state.velocities, data);
    for drag in drags {
        let world_from_link = data.world_from_link(model, drag.link);
        let world_from_center = world_from_link * drag.link_from_center;
        let velocity = data.link_velocity(model, drag.link);
        let arm = world_from_center.translation - world_from_link.translation;
        let linear = velocity.linear + velocity.angular.cross(arm);
        let turn = DMat3::from_quat(world_from_center.rotation);
        let velocity = Spatial { angular: velocity.angular, linear };
        wrenches.push((drag.link, drag.shape.drag(&drag.fluid, turn, velocity)));
    }
}
