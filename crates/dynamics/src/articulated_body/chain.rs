//! The equations of motion of a mechanism, by the articulated body algorithm.
//!
//! Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7. All spatial vectors are along the axes of the
//! world, about a point near the mechanism, so that no transform between links is needed.

use glam::{DMat3, DQuat, DVec3};

use morse_geometry::Pose;

use crate::articulated_inertia::ArticulatedInertia;
use crate::effort_polynomial::EffortPolynomial;
use crate::spatial::Spatial;

/// State size of a floating root: center of mass [m], rotation (quaternion), velocities [m/s, rad/s].
const ROOT: usize = 13;

/// A body with the external forces on it. Forces and moments are along the axes of the world.
#[derive(Debug, Clone)]
pub struct Body {
    /// Mass. [kg]
    pub mass: f64,
    /// Inertia tensor about its center of mass, along its own axes. [kg m²]
    pub tensor: DMat3,
    /// Force on its center of mass, gravity included. [N]
    pub force: DVec3,
    /// Torque. [N m]
    pub torque: DVec3,
}

/// A link with its joint, which rotates about or slides along x of the axis frame.
#[derive(Debug, Clone)]
pub struct Link {
    /// Mass, inertia and external forces.
    pub body: Body,
    /// Index of the parent link; `None` if the parent is the root.
    pub carrier: Option<usize>,
    /// The pose of the joint axis: in the center-of-mass frame of the parent, or in the world for a fixed root.
    pub carrier_from_axis: Pose,
    /// The pose of the center-of-mass frame at joint position zero.
    pub axis_from_center: Pose,
    /// Whether the joint is revolute; otherwise it is prismatic.
    pub turns: bool,
    /// Damping of the joint. [N m s/rad or N s/m]
    pub damping: f64,
    /// Effort of the motor. [N m or N]
    pub effort: f64,
    /// Inertia of the rotor, beyond its gear. [kg m² or kg]
    pub armature: f64,
    /// Stiffness of the spring of the joint, and the position where it is at rest. [N m/rad or N/m, rad or m]
    pub spring: [f64; 2],
    /// Parts of damping and spring that are not linear.
    pub polynomial: EffortPolynomial,
}

/// A mechanism without loops.
#[derive(Debug, Clone, Default)]
pub struct Chain {
    /// The root, if it is floating.
    pub root: Option<Body>,
    /// The links; a link comes after its parent.
    pub links: Vec<Link>,
}

/// The state of a floating root: pose and velocities of its center of mass.
#[derive(Debug, Clone, Copy)]
pub struct RootState {
    /// The frame at the center of mass.
    pub world_from_center: Pose,
    /// Linear velocity. [m/s]
    pub linear: DVec3,
    /// Angular velocity. [rad/s]
    pub angular: DVec3,
}

/// Intermediate values of a body in the algorithm. Kept between evaluations to reuse the memory.
#[derive(Debug, Clone, Copy)]
struct Step {
    world_from_center: Pose,
    velocity: Spatial,
    /// The motion subspace of its joint: the velocity for a unit of joint velocity.
    axis: Spatial,
    /// The acceleration at zero joint acceleration.
    bias: Spatial,
    inertia: ArticulatedInertia,
    /// The articulated bias force.
    force: Spatial,
    /// Force per unit of joint acceleration, its component along the axis, and the joint effort that remains.
    u: Spatial,
    d: f64,
    rest: f64,
    acceleration: Spatial,
}

/// Buffers of [`Chain::derive`].
#[derive(Debug, Clone, Default)]
pub struct Workspace(Vec<Step>);

impl Chain {
    /// The index of the first joint value in a state vector.
    fn joints_at(&self) -> usize {
        if self.root.is_some() { ROOT } else { 0 }
    }

    /// The state vector: the root state if the root is floating, then position and velocity of each joint.
    pub fn state(&self, root: Option<RootState>, joints: impl Iterator<Item = [f64; 2]>) -> Vec<f64> {
        let root = root.into_iter().flat_map(|root| {
            let Pose { translation, rotation } = root.world_from_center;
            let place = translation.to_array().into_iter().chain(rotation.to_array());
            place.chain(root.linear.to_array()).chain(root.angular.to_array())
        });
        root.chain(joints.flatten()).collect()
    }

    /// Position and velocity of a joint in a state vector.
    pub fn joint(&self, state: &[f64], link: usize) -> [f64; 2] {
        let at = self.joints_at() + 2 * link;
        [state[at], state[at + 1]]
    }

    /// The root state in a state vector; `None` for a fixed root.
    pub fn root(&self, state: &[f64]) -> Option<RootState> {
        self.root.as_ref().map(|_| RootState {
            world_from_center: Pose {
                translation: DVec3::from_slice(state),
                rotation: DQuat::from_slice(&state[3..]).normalize(),
            },
            linear: DVec3::from_slice(&state[7..]),
            angular: DVec3::from_slice(&state[10..]),
        })
    }

    /// Writes the time derivative of a state vector to `rates`.
    pub fn derive(&self, state: &[f64], rates: &mut [f64], Workspace(steps): &mut Workspace) {
        let root = self.root(state);
        let ground = self.links.first().map_or(DVec3::ZERO, |link| link.carrier_from_axis.translation);
        let origin = root.map_or(ground, |root| root.world_from_center.translation);
        steps.clear();
        for (number, link) in self.links.iter().enumerate() {
            let carrier = link.carrier.map(|carrier| &steps[carrier]);
            let (world_from_carrier, carried) = match (carrier, root) {
                (Some(step), _) => (step.world_from_center, step.velocity),
                (None, Some(root)) => (root.world_from_center, root.twist()),
                (None, None) => (Pose::IDENTITY, Spatial::default()),
            };
            let [position, speed] = self.joint(state, number);
            steps.push(link.step(origin, world_from_carrier, carried, position, speed));
        }
        let mut root_inertia = None;
        if let (Some(root), Some(body)) = (root, &self.root) {
            root_inertia = Some(body.inertia_and_bias_force(origin, root.world_from_center, root.twist()));
        }
        for (number, link) in self.links.iter().enumerate().rev() {
            let step = &mut steps[number];
            step.u = &step.inertia * step.axis;
            step.d = step.axis.dot(step.u) + link.armature;
            let [position, speed] = self.joint(state, number);
            let [stiffness, rest] = link.spring;
            let [damper, _] = link.polynomial.of_damper(link.damping, speed);
            let [spring, _] = link.polynomial.of_spring(stiffness, position - rest);
            let effort = link.effort - damper - spring;
            step.rest = effort - step.axis.dot(step.force);
            let inertia = step.inertia.without(step.u, step.d);
            let force = step.force + &inertia * step.bias + step.u * (step.rest / step.d);
            match (link.carrier, &mut root_inertia) {
                (Some(carrier), _) => {
                    steps[carrier].inertia += inertia;
                    steps[carrier].force += force;
                }
                (None, Some((of_root, on_root))) => {
                    *of_root += inertia;
                    *on_root += force;
                }
                (None, None) => {}
            }
        }
        let mut of_root = Spatial::default();
        if let (Some(root), Some((inertia, force))) = (root, root_inertia) {
            of_root = inertia.solve(force * -1.0);
            root.rates(of_root, rates);
        }
        for (number, link) in self.links.iter().enumerate() {
            let carried = link.carrier.map_or(of_root, |carrier| steps[carrier].acceleration);
            let step = &mut steps[number];
            let without = carried + step.bias;
            let acceleration = (step.rest - step.u.dot(without)) / step.d;
            step.acceleration = without + step.axis * acceleration;
            let at = self.joints_at() + 2 * number;
            rates[at] = state[at + 1];
            rates[at + 1] = acceleration;
        }
    }
}

impl Link {
    /// Pose, velocity, inertia and force of a body.
    fn step(
        &self,
        origin: DVec3,
        world_from_carrier: Pose,
        carried: Spatial,
        position: f64,
        speed: f64,
    ) -> Step {
        let world_from_axis = world_from_carrier * self.carrier_from_axis;
        let along = world_from_axis.rotation * DVec3::X;
        let (moved, axis) = if self.turns {
            let linear = (world_from_axis.translation - origin).cross(along);
            (Pose::from_rotation(DQuat::from_rotation_x(position)), Spatial { angular: along, linear })
        } else {
            (Pose::from_translation(DVec3::X * position), Spatial { angular: DVec3::ZERO, linear: along })
        };
        let world_from_center = world_from_axis * moved * self.axis_from_center;
        let velocity = carried + axis * speed;
        let (inertia, force) = self.body.inertia_and_bias_force(origin, world_from_center, velocity);
        Step {
            world_from_center,
            velocity,
            axis,
            bias: velocity.cross_motion(axis * speed),
            inertia,
            force,
            u: Spatial::default(),
            d: 0.0,
            rest: 0.0,
            acceleration: Spatial::default(),
        }
    }
}

impl Body {
    /// Its spatial inertia and bias force: the force that keeps its velocity constant.
    fn inertia_and_bias_force(
        &self,
        origin: DVec3,
        world_from_center: Pose,
        velocity: Spatial,
    ) -> (ArticulatedInertia, Spatial) {
        let axes = DMat3::from_quat(world_from_center.rotation);
        let center = world_from_center.translation - origin;
        let inertia = ArticulatedInertia::new(self.mass, center, axes * self.tensor * axes.transpose());
        let acting = Spatial { angular: self.torque + center.cross(self.force), linear: self.force };
        (inertia, velocity.cross_force(&inertia * velocity) - acting)
    }
}

impl RootState {
    /// Its spatial velocity about its own center of mass.
    fn twist(&self) -> Spatial {
        Spatial { angular: self.angular, linear: self.linear }
    }

    /// Writes the time derivatives of its state, given its spatial acceleration about its own center of mass.
    fn rates(&self, acceleration: Spatial, rates: &mut [f64]) {
        let spin = DQuat::from_vec4(self.angular.extend(0.0)) * self.world_from_center.rotation * 0.5;
        self.linear.write_to_slice(&mut rates[..3]);
        spin.write_to_slice(&mut rates[3..7]);
        (acceleration.linear + self.angular.cross(self.linear)).write_to_slice(&mut rates[7..10]);
        acceleration.angular.write_to_slice(&mut rates[10..13]);
    }
}
