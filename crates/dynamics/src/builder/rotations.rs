//! Facts of rotations that hold at all positions of the joints: mobilities of bodies, and joints whose angle changes inertias.

use glam::{DMat3, DVec3};

use crate::model::{Body, Model};
use crate::spec::JointKind;

/// Sine of the angle between axes up to which they are parallel.
const PARALLEL: f64 = 1e-9;
/// Largest asymmetry of a rotor about its axis, as a share of its inertia or of its radius of gyration. The energy that a rotation may
/// change is smaller than the excess that a step may have.
const ASYMMETRY: f64 = 0.005;

/// The rotations that the joints of a body and its ancestors allow.
#[derive(Clone, Copy)]
enum Rotations {
    None,
    /// About parallel axes, whose direction on the body is constant.
    Axis(DVec3),
    Any,
}

/// Computes the mobilities of all bodies, and finds the joints whose angles change inertias.
pub(super) fn measure(model: &mut Model) {
    let mut rotations: Vec<Rotations> = Vec::with_capacity(model.bodies.len());
    for index in 0..model.bodies.len() {
        let body = &model.bodies[index];
        let carried = body.parent.map_or(Rotations::None, |parent| rotations[parent]);
        let own = of_body(body, carried);
        rotations.push(own);
        model.bodies[index].angular_mobility = angular_mobility(model.bodies[index].tensor, own);
    }
    let mut carries = vec![false; model.bodies.len()];
    for parent in model.bodies.iter().filter_map(|body| body.parent) {
        carries[parent] = true;
    }
    for (body, carries) in model.bodies.iter().zip(carries) {
        let first = if body.kind == JointKind::Free { 3 } else { 0 };
        let dofs = body.v_at + first..body.v_at + body.kind.dofs();
        match body.kind {
            JointKind::Fixed | JointKind::Slide => {}
            JointKind::Hinge if !carries && (body.parent.is_none() || is_rotor(body)) => {
                model.rotors.extend(dofs);
            }
            JointKind::Hinge | JointKind::Ball | JointKind::Free => model.turning.extend(dofs),
        }
    }
}

/// The rotations of a body, from those of the body that carries it.
fn of_body(body: &Body, carried: Rotations) -> Rotations {
    let on_body = |axis: DVec3| body.parent_from_body.rotation.conjugate() * axis;
    match (body.kind, carried) {
        (JointKind::Ball | JointKind::Free, _) | (_, Rotations::Any) => Rotations::Any,
        (JointKind::Fixed | JointKind::Slide, Rotations::None) => Rotations::None,
        (JointKind::Fixed | JointKind::Slide, Rotations::Axis(axis)) => Rotations::Axis(on_body(axis)),
        (JointKind::Hinge, Rotations::None) => Rotations::Axis(body.axis),
        (JointKind::Hinge, Rotations::Axis(axis)) => {
            if on_body(axis).cross(body.axis).length() < PARALLEL {
                Rotations::Axis(body.axis)
            } else {
                Rotations::Any
            }
        }
    }
}

/// Upper bound of the trace of `J M⁻¹ Jᵀ` for the rotation of a body: M is at least the inertia of this body alone.
fn angular_mobility(tensor: DMat3, rotations: Rotations) -> f64 {
    let mobility = match rotations {
        Rotations::None => return 0.0,
        Rotations::Axis(axis) => 1.0 / axis.dot(tensor * axis),
        Rotations::Any => {
            let inverse = tensor.inverse();
            inverse.x_axis.x + inverse.y_axis.y + inverse.z_axis.z
        }
    };
    if mobility > 0.0 { mobility } else { f64::INFINITY }
}

/// Whether the inertia of a body on its parent is the same at any angle of its hinge.
fn is_rotor(body: &Body) -> bool {
    let axis = body.axis;
    let offset = body.center - axis * axis.dot(body.center);
    let across = axis.any_orthonormal_vector();
    let other = axis.cross(across);
    let inertia = |a: DVec3, b: DVec3| a.dot(body.tensor * b);
    let size = inertia(axis, axis).min(inertia(across, across)).min(inertia(other, other));
    let limit = ASYMMETRY * size;
    body.mass * offset.length_squared() <= ASYMMETRY * limit
        && inertia(across, axis).abs() <= limit
        && inertia(other, axis).abs() <= limit
        && inertia(across, other).abs() <= limit
        && (inertia(across, across) - inertia(other, other)).abs() <= limit
}

#[cfg(test)]
mod tests {
    use glam::DQuat;
    use morse_geometry::Pose;

    use super::*;
    use crate::spec::{InertiaSpec, JointSpec, LinkSpec, ModelSpec};

    fn link(name: &str, parent: Option<&str>, inertia: InertiaSpec, joint: JointSpec) -> LinkSpec {
        LinkSpec {
            name: name.to_owned(),
            parent: parent.map(str::to_owned),
            parent_from_link: Pose {
                translation: DVec3::new(0.3, 0.1, -0.2),
                rotation: DQuat::from_rotation_z(0.7),
            },
            inertia,
            joint: JointSpec { name: name.to_owned(), ..joint },
        }
    }

    fn hinge(axis: DVec3, reference: f64) -> JointSpec {
        JointSpec { kind: JointKind::Hinge, axis, reference, ..JointSpec::default() }
    }

    fn model(links: Vec<LinkSpec>) -> Model {
        Model::new(ModelSpec { links, ..ModelSpec::default() }).unwrap()
    }

    #[test]
    fn mobility_is_at_least_that_of_the_mass_matrix_at_any_position() {
        let bar =
            InertiaSpec { center: DVec3::X * 0.1, ..InertiaSpec::cuboid(0.7, DVec3::new(0.2, 0.02, 0.05)) };
        for number in 0..40 {
            let angle = |joint: i32| f64::from((number + 1) * (joint + 2)) * 0.37;
            for axes in [[DVec3::Z; 4], [DVec3::Z, DVec3::X, DVec3::Y, DVec3::Z]] {
                let parents = [None, Some("0"), Some("1"), Some("1")];
                let links = (0..4).map(|at: i32| {
                    let index = at as usize;
                    link(&at.to_string(), parents[index], bar, hinge(axes[index], angle(at)))
                });
                let model = model(links.collect());
                for body in &model.bodies {
                    let [_, mean] = body.inverse_inertia;
                    assert!(3.0 * mean <= body.angular_mobility * (1.0 + 1e-9), "{body:?}");
                    assert!(body.angular_mobility < 2e4, "{body:?}");
                }
            }
        }
    }

    #[test]
    fn bodies_that_only_slide_have_no_angular_mobility_and_points_of_mass_any() {
        let slide = JointSpec { kind: JointKind::Slide, ..JointSpec::default() };
        let cube = InertiaSpec::cuboid(1.0, DVec3::splat(0.1));
        let point = InertiaSpec { mass: 1.0, center: DVec3::X, tensor: [0.0; 6] };
        let model =
            model(vec![link("slide", None, cube, slide), link("hinge", None, point, hinge(DVec3::Z, 0.0))]);
        assert_eq!(model.bodies[0].angular_mobility, 0.0);
        assert_eq!(model.bodies[1].angular_mobility, f64::INFINITY);
    }

    #[test]
    fn wheels_turn_without_a_change_of_inertia_and_arms_do_not() {
        let free = JointSpec { kind: JointKind::Free, ..JointSpec::default() };
        let base = InertiaSpec::cuboid(5.0, DVec3::new(0.3, 0.2, 0.1));
        let wheel = InertiaSpec::cuboid(1.0, DVec3::new(0.02, 0.1, 0.1));
        let eccentric = InertiaSpec { center: DVec3::Y * 0.01, ..wheel };
        let blade = InertiaSpec::cuboid(1.0, DVec3::new(0.02, 0.01, 0.1));
        let model = model(vec![
            link("base", None, base, free),
            link("wheel", Some("base"), wheel, hinge(DVec3::X, 0.0)),
            link("steered", Some("base"), wheel, hinge(DVec3::Z, 0.0)),
            link("eccentric", Some("base"), eccentric, hinge(DVec3::X, 0.0)),
            link("blade", Some("base"), blade, hinge(DVec3::X, 0.0)),
            link("pendulum", None, blade, hinge(DVec3::X, 0.0)),
        ]);
        let dof = |joint: &str| model.joint(joint).unwrap().1;
        assert_eq!(model.rotors, [dof("wheel"), dof("pendulum")]);
        let base = dof("base");
        assert_eq!(
            model.turning,
            [base + 3, base + 4, base + 5, dof("steered"), dof("eccentric"), dof("blade")]
        );
    }
}
