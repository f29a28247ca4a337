//! The equations of motion of a mechanism, by the articulated body algorithm.
//!
//! Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7. All spatial vectors are along the axes of the world, about
//! a point near the mechanism, so that nothing has to be transformed from link to link.

use glam::{DMat3, DQuat, DVec3};

use super::spatial::{Inertia, Spatial};
use crate::Pose;

/// Numbers of the state of a root that moves freely: its centre [m], its rotation, its velocities [m/s, rad/s].
const ROOT: usize = 13;

/// A body with what acts on it. Forces and moments are along the axes of the world.
#[derive(Debug, Clone)]
pub(super) struct Body {
    pub(super) mass: f64,
    /// About its centre, along its own axes. [kg m²]
    pub(super) tensor: DMat3,
    /// On its centre, its weight included. [N]
    pub(super) force: DVec3,
    /// [N m]
    pub(super) torque: DVec3,
}

/// A body that hangs on a joint, about or along x of the frame of its axis.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) body: Body,
    /// The link that carries it; none for the root.
    pub(super) carrier: Option<usize>,
    /// Where the axis is: in the centre of the carrier, or in the world on a root that stands still.
    pub(super) carrier_from_axis: Pose,
    /// Where the centre is when the joint is at zero.
    pub(super) axis_from_centre: Pose,
    /// Whether it turns; otherwise it slides.
    pub(super) turns: bool,
    /// [N m s/rad or N s/m]
    pub(super) damping: f64,
    /// Of its drive. [N m or N]
    pub(super) effort: f64,
}

/// A mechanism without loops. Carriers come before what they carry.
#[derive(Debug, Clone, Default)]
pub(super) struct Chain {
    /// The root, if it moves freely.
    pub(super) root: Option<Body>,
    pub(super) links: Vec<Link>,
}

/// A root that moves freely: its centre, and the velocities of that.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootState {
    pub(super) world_from_centre: Pose,
    /// [m/s]
    pub(super) linear: DVec3,
    /// [rad/s]
    pub(super) angular: DVec3,
}

/// What is reckoned about a body on the way. Kept between evaluations, for its memory.
#[derive(Debug, Clone, Copy)]
struct Step {
    world_from_centre: Pose,
    velocity: Spatial,
    /// What a unit of velocity of its joint is.
    axis: Spatial,
    /// Acceleration without any of its joint.
    bias: Spatial,
    inertia: Inertia,
    /// Force that holds it, and all that it carries, against its acceleration.
    force: Spatial,
    /// Force for a unit of acceleration of its joint, that along the axis, and what is left for it.
    u: Spatial,
    d: f64,
    rest: f64,
    acceleration: Spatial,
}

/// Where [`Chain::derive`] reckons.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace(Vec<Step>);

impl Chain {
    /// Where the numbers of the joints begin in a state.
    fn joints_at(&self) -> usize {
        if self.root.is_some() { ROOT } else { 0 }
    }

    /// The state as numbers: that of the root if it moves, then position and velocity of each joint.
    pub(super) fn state(&self, root: Option<RootState>, joints: impl Iterator<Item = [f64; 2]>) -> Vec<f64> {
        let root = root.into_iter().flat_map(|root| {
            let Pose { translation, rotation } = root.world_from_centre;
            let place = translation.to_array().into_iter().chain(rotation.to_array());
            place.chain(root.linear.to_array()).chain(root.angular.to_array())
        });
        root.chain(joints.flatten()).collect()
    }

    /// Position and velocity of a joint in a state.
    pub(super) fn joint(&self, state: &[f64], link: usize) -> [f64; 2] {
        let at = self.joints_at() + 2 * link;
        [state[at], state[at + 1]]
    }

    /// The root in a state, if it moves.
    pub(super) fn root(&self, state: &[f64]) -> Option<RootState> {
        self.root.as_ref().map(|_| RootState {
            world_from_centre: Pose {
                translation: DVec3::from_slice(state),
                rotation: DQuat::from_slice(&state[3..]).normalize(),
            },
            linear: DVec3::from_slice(&state[7..]),
            angular: DVec3::from_slice(&state[10..]),
        })
    }

    /// The rates of a state.
    pub(super) fn derive(&self, state: &[f64], rates: &mut [f64], Workspace(steps): &mut Workspace) {
        let root = self.root(state);
        let ground = self.links.first().map_or(DVec3::ZERO, |link| link.carrier_from_axis.translation);
        let origin = root.map_or(ground, |root| root.world_from_centre.translation);
        steps.clear();
        for (number, link) in self.links.iter().enumerate() {
            let carrier = link.carrier.map(|carrier| &steps[carrier]);
            let (world_from_carrier, carried) = match (carrier, root) {
                (Some(step), _) => (step.world_from_centre, step.velocity),
                (None, Some(root)) => (root.world_from_centre, root.twist()),
                (None, None) => (Pose::IDENTITY, Spatial::default()),
            };
            let [position, speed] = self.joint(state, number);
            steps.push(link.step(origin, world_from_carrier, carried, position, speed));
        }
        let mut root_inertia = None;
        if let (Some(root), Some(body)) = (root, &self.root) {
            root_inertia = Some(body.reckon(origin, root.world_from_centre, root.twist()));
        }
        for (number, link) in self.links.iter().enumerate().rev() {
            let step = &mut steps[number];
            step.u = &step.inertia * step.axis;
            step.d = step.axis.dot(step.u);
            let [_, speed] = self.joint(state, number);
            step.rest = link.effort - link.damping * speed - step.axis.dot(step.force);
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
    /// Where it is, how it moves, and what acts on it.
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
        let world_from_centre = world_from_axis * moved * self.axis_from_centre;
        let velocity = carried + axis * speed;
        let (inertia, force) = self.body.reckon(origin, world_from_centre, velocity);
        Step {
            world_from_centre,
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
    /// Its inertia, and the force that keeps its velocity as it is.
    fn reckon(&self, origin: DVec3, world_from_centre: Pose, velocity: Spatial) -> (Inertia, Spatial) {
        let axes = DMat3::from_quat(world_from_centre.rotation);
        let centre = world_from_centre.translation - origin;
        let inertia = Inertia::new(self.mass, centre, axes * self.tensor * axes.transpose());
        let acting = Spatial { angular: self.torque + centre.cross(self.force), linear: self.force };
        (inertia, velocity.cross_force(&inertia * velocity) - acting)
    }
}

impl RootState {
    /// About its own centre.
    fn twist(&self) -> Spatial {
        Spatial { angular: self.angular, linear: self.linear }
    }

    /// The rates of its numbers, given its spatial acceleration about its own centre.
    fn rates(&self, acceleration: Spatial, rates: &mut [f64]) {
        let spin = DQuat::from_vec4(self.angular.extend(0.0)) * self.world_from_centre.rotation * 0.5;
        self.linear.write_to_slice(&mut rates[..3]);
        spin.write_to_slice(&mut rates[3..7]);
        (acceleration.linear + self.angular.cross(self.linear)).write_to_slice(&mut rates[7..10]);
        acceleration.angular.write_to_slice(&mut rates[10..13]);
    }
}
