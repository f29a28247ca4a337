//! Masses of bodies: center of mass, and the box with the same mass and the same moments of inertia.

use glam::{DQuat, DVec3};
use morse_geometry::principal_axes;
use morse_world::{NodeId, Pose, World};

/// A body that physics moves.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownMass {
    /// Number of its node.
    pub node: u32,
    /// Name of its node.
    pub name: String,
    /// Mass of the body. [kg]
    pub mass: f64,
    /// Center of mass and principal axes, in the frame of the node.
    pub node_from_axes: Pose,
    /// Half the sizes of the box, along the principal axes. [m]
    pub half: DVec3,
}

/// The bodies that physics moves. `number` is that of a node.
pub(super) fn masses(world: &World, number: impl Fn(NodeId) -> Option<u32>) -> Vec<ShownMass> {
    let shown = |node: NodeId| {
        let mass = world.mass(node);
        if mass <= 0.0 {
            return None;
        }
        let (moments, axes) = principal_axes(&world.inertia_tensor(node));
        let rotation = DQuat::from_mat3(&axes).normalize();
        Some(ShownMass {
            node: number(node)?,
            name: world.name(node).to_owned(),
            mass,
            node_from_axes: Pose { translation: world.center_of_mass(node), rotation },
            half: half_of_box(mass, moments),
        })
    };
    world.nodes().filter_map(shown).collect()
}

/// Half the sizes of the box of a mass [kg] with these moments of inertia. [kg m²] `I_x = m (h_y² + h_z²) / 3`.
fn half_of_box(mass: f64, moments: DVec3) -> DVec3 {
    let sum = moments.element_sum();
    ((DVec3::splat(sum) - 2.0 * moments).max(DVec3::ZERO) * (1.5 / mass)).map(f64::sqrt)
}

#[cfg(test)]
mod tests {
    use glam::DMat3;

    use super::*;

    #[test]
    fn turned_box_has_its_own_size_and_axes() {
        let (half, mass): (DVec3, f64) = (DVec3::new(0.5, 0.2, 0.1), 3.0);
        let square = half * half;
        let moments =
            DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y) * (mass / 3.0);
        let turn = DMat3::from_quat(DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.7, 1.1));
        let (found, axes) = principal_axes(&(turn * DMat3::from_diagonal(moments) * turn.transpose()));
        let sizes = half_of_box(mass, found);
        // The axes may come in any order and direction: each size lies along its own axis of the turned box.
        for axis in 0..3 {
            let along = (turn.transpose() * (axes * DVec3::AXES[axis])).abs();
            let size = along.dot(half);
            assert!((along.max_element() - 1.0).abs() < 1e-9, "{along}");
            assert!((sizes[axis] - size).abs() < 1e-9, "{sizes} {size}");
        }
    }
}
