//! Equalities, tendons and motors of robots (MJCF).

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};
use morse_assets::model;
use morse_assets::model::{Model, Transform};
use morse_world::{
    Activation, Attachment, Equality, EqualityKind, JointId, MotorSpec, MotorTarget, MuscleSpec, NodeId,
    Pose, SolverParameters, Tendon, TendonId, TendonPath, Waypoint, World, WorldError, WrapShape,
};

use crate::assemble::Assembly;
use crate::assemble::models::mechanism::{joint_name, polynomial};
use crate::assemble::models::selection::Pieces;

/// A robot whose couplings are added.
struct Robot<'m> {
    name: &'m str,
    root: NodeId,
    /// The node of each node of the model that is in the scene.
    nodes: BTreeMap<usize, NodeId>,
    scale: DVec3,
}

impl Assembly<'_> {
    /// Adds the equalities, tendons and motors of a robot. One whose parts are not in the scene, or which the world refuses, is
    /// reported and left out.
    pub(super) fn add_couplings(
        &mut self,
        name: &str,
        model: &Model,
        pieces: &Pieces<'_>,
        nodes: &[NodeId],
        scale: DVec3,
    ) {
        if model.equalities.is_empty() && model.tendons.is_empty() && model.actuators.is_empty() {
            return;
        }
        let numbers: BTreeMap<*const model::Node, usize> =
            model.nodes.iter().enumerate().map(|(number, node)| (std::ptr::from_ref(node), number)).collect();
        let placed = pieces.list.iter().zip(nodes);
        let placed = placed
            .filter_map(|(piece, node)| Some((*numbers.get(&std::ptr::from_ref(piece.node))?, *node)))
            .collect();
        let robot = Robot { name, root: nodes[0], nodes: placed, scale };
        let world = &mut self.simulation.state.world;
        for tendon in &model.tendons {
            report("tendon", &tendon.name, robot.add_tendon(world, tendon));
        }
        for equality in &model.equalities {
            report("equality", &equality.name, robot.add_equality(world, equality));
        }
        for actuator in model.actuators.iter().filter(|actuator| actuator.is_simulated) {
            report("actuator", &actuator.name, robot.add_motor(world, actuator));
        }
    }
}

/// Reports a coupling that was not added.
fn report(what: &str, name: &str, added: Result<Option<()>, WorldError>) {
    match added {
        Ok(Some(())) => {}
        Ok(None) => tracing::warn!("{what} {name} is left out: its joints or links are not in the scene"),
        Err(error) => tracing::warn!("{what} {name} is left out: {error}"),
    }
}

impl Robot<'_> {
    fn attachment(&self, link: Option<model::NodeId>, link_from_frame: &DAffine3) -> Option<Attachment> {
        let node = match link {
            Some(link) => Some(*self.nodes.get(&link.index())?),
            None => None,
        };
        let (frame, _) = Transform::of(link_from_frame);
        let translation = frame.translation * self.scale;
        Some(Attachment { node, node_from_frame: Pose { translation, rotation: frame.rotation } })
    }

    fn point(&self, point: &model::LinkPoint) -> Option<Attachment> {
        self.attachment(point.link, &DAffine3::from_translation(point.point))
    }

    fn frame(&self, frame: &model::LinkFrame) -> Option<Attachment> {
        self.attachment(frame.link, &frame.link_from_frame)
    }

    fn joint(&self, world: &World, joint: &str) -> Option<JointId> {
        world.find_joint(&joint_name(self.name, joint))
    }

    fn tendon(&self, world: &World, tendon: &str) -> Option<TendonId> {
        world.find_tendon(&joint_name(self.name, tendon))
    }

    fn add_tendon(&self, world: &mut World, tendon: &model::Tendon) -> Result<Option<()>, WorldError> {
        let path = match &tendon.path {
            model::TendonPath::Fixed(members) => {
                let members = members
                    .iter()
                    .map(|(joint, coefficient)| Some((self.joint(world, joint)?, *coefficient)));
                members.collect::<Option<_>>().map(TendonPath::Fixed)
            }
            model::TendonPath::Spatial(waypoints) => {
                let waypoints = waypoints.iter().map(|waypoint| self.waypoint(waypoint));
                waypoints.collect::<Option<_>>().map(TendonPath::Spatial)
            }
        };
        let Some(path) = path else { return Ok(None) };
        let added = world.add_tendon(Tendon {
            name: joint_name(self.name, &tendon.name),
            owner: self.root,
            path,
            limits: tendon.limits,
            stiffness: tendon.stiffness,
            rest: tendon.rest,
            damping: tendon.damping,
            polynomial: polynomial(tendon.polynomial),
            friction: tendon.friction,
            armature: tendon.armature,
            effort_limits: tendon.force_range,
            limit_parameters: parameters(tendon.limit_softness),
            friction_parameters: parameters(tendon.friction_softness),
        });
        added.map(|_| Some(()))
    }

    fn waypoint(&self, waypoint: &model::Waypoint) -> Option<Waypoint> {
        Some(match waypoint {
            model::Waypoint::Site(site) => Waypoint::Site(self.point(site)?),
            model::Waypoint::Obstacle { frame, is_cylinder, radius, side } => Waypoint::Obstacle {
                frame: self.frame(frame)?,
                shape: if *is_cylinder { WrapShape::Cylinder } else { WrapShape::Sphere },
                radius: radius * self.scale.x,
                side: match side {
                    None => None,
                    Some(side) => Some(self.point(side)?),
                },
            },
            model::Waypoint::Pulley { divisor } => Waypoint::Pulley { divisor: *divisor },
        })
    }

    fn add_equality(&self, world: &mut World, equality: &model::Equality) -> Result<Option<()>, WorldError> {
        let Some(kind) = self.equality_kind(world, &equality.kind) else { return Ok(None) };
        world.add_equality(Equality {
            name: joint_name(self.name, &equality.name),
            owner: self.root,
            kind,
            parameters: parameters(equality.softness),
        })?;
        Ok(Some(()))
    }

    fn equality_kind(&self, world: &World, kind: &model::EqualityKind) -> Option<EqualityKind> {
        Some(match kind {
            model::EqualityKind::Connect { a, b } => {
                EqualityKind::Connect { a: self.point(a)?, b: self.point(b)? }
            }
            model::EqualityKind::Weld { a, b, torque_scale } => {
                EqualityKind::Weld { a: self.frame(a)?, b: self.frame(b)?, torque_scale: *torque_scale }
            }
            model::EqualityKind::Joint { joint, other, polynomial } => EqualityKind::Joint {
                joint: self.joint(world, joint)?,
                other: match other {
                    None => None,
                    Some(other) => Some(self.joint(world, other)?),
                },
                polynomial: *polynomial,
            },
            model::EqualityKind::Tendon { tendon, other, polynomial } => EqualityKind::Tendon {
                tendon: self.tendon(world, tendon)?,
                other: match other {
                    None => None,
                    Some(other) => Some(self.tendon(world, other)?),
                },
                polynomial: *polynomial,
            },
        })
    }

    fn add_motor(&self, world: &mut World, actuator: &model::Actuator) -> Result<Option<()>, WorldError> {
        let Some(target) = self.target(world, actuator) else { return Ok(None) };
        let (activation, time_constant) = match actuator.activation {
            model::Activation::None => (Activation::Filter, 0.0),
            model::Activation::ExactFilter(time_s) => (Activation::Filter, time_s),
            model::Activation::Filter(time_s) => (Activation::EulerFilter, time_s),
            model::Activation::Integrator => (Activation::Integrator, 0.0),
            model::Activation::Muscle { rise_s, .. } => (Activation::Muscle, rise_s),
        };
        let (fall_time, smoothing) = match actuator.activation {
            model::Activation::Muscle { fall_s, smoothing, .. } => (fall_s, smoothing),
            _ => (0.0, 0.0),
        };
        let added = world.add_motor(MotorSpec {
            name: joint_name(self.name, &actuator.name),
            owner: self.root,
            target,
            gain: actuator.gain,
            gain_by_length: actuator.gain_by[0],
            gain_by_velocity: actuator.gain_by[1],
            bias: actuator.bias[0],
            // Zero instead of negative zero.
            stiffness: 0.0 - actuator.bias[1],
            damping: 0.0 - actuator.bias[2],
            damping_ratio: actuator.damping_ratio,
            effort_limits: effort_limits(actuator),
            command_limits: actuator.command_range,
            activation,
            time_constant,
            fall_time,
            smoothing,
            muscle: actuator.muscle.map(|muscle| muscle_of(muscle, actuator.length_range)),
            activation_limits: actuator.activation_range,
            command: actuator.command,
        });
        added.map(|_| Some(()))
    }

    fn target(&self, world: &World, actuator: &model::Actuator) -> Option<MotorTarget> {
        let gear = actuator.gear;
        if let Some(site) = &actuator.site {
            let reference = match &site.reference {
                None => None,
                Some(reference) => Some(self.frame(reference)?),
            };
            let [force, torque] = [0, 3].map(|at| DVec3::from_slice(&site.gears[at..]));
            let is_along_site = site.is_along_site;
            let site = self.frame(&site.site)?;
            return Some(MotorTarget::Site { site, reference, is_along_site, force, torque });
        }
        if let Some(body) = actuator.body {
            return Some(MotorTarget::Adhesion(*self.nodes.get(&body.index())?));
        }
        if let Some(model::SliderCrank { crank, slider, rod }) = &actuator.crank {
            let (crank, slider) = (self.frame(crank)?, self.frame(slider)?);
            return Some(MotorTarget::Crank { crank, slider, rod: rod * self.scale.x, gear });
        }
        if let Some(tendon) = &actuator.tendon {
            return Some(MotorTarget::Tendon { tendon: self.tendon(world, tendon)?, gear });
        }
        Some(MotorTarget::Joint { joint: self.joint(world, actuator.joint.as_deref()?)?, gear })
    }
}

/// The force of a muscle.
fn muscle_of(muscle: model::Muscle, length_range: Option<[f64; 2]>) -> MuscleSpec {
    MuscleSpec {
        range: muscle.range,
        force: muscle.force,
        scale: muscle.scale,
        length_range,
        length_min: muscle.length_min,
        length_max: muscle.length_max,
        velocity_max: muscle.velocity_max,
        passive_max: muscle.passive_max,
        lengthening_max: muscle.lengthening_max,
    }
}

/// The range of the force of an actuator, within that which its joint admits.
fn effort_limits(actuator: &model::Actuator) -> Option<[f64; 2]> {
    let gear = actuator.gear.abs();
    let Some([low, high]) = actuator.joint_range.filter(|_| gear > 0.0) else { return actuator.force_range };
    let ends = if actuator.gear > 0.0 { [low, high] } else { [-high, -low] };
    let [low, high] = ends.map(|end| end / gear);
    let range = actuator.force_range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    Some(range.map(|end| end.clamp(low, high)))
}

fn parameters(softness: model::Softness) -> SolverParameters {
    SolverParameters { reference: softness.reference, impedance: softness.impedance }
}
