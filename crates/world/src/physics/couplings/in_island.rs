//! The couplings of the mechanisms of an island, as parts of the description from which `dynamics` makes its model.

use glam::DVec3;
use morse_dynamics as dynamics;
use morse_dynamics::{Input, ModelSpec, SiteTransmission, State};

use super::{
    Attachment, CouplingMembers, Couplings, Equality, EqualityKind, MotorTarget, Tendon, TendonId,
    TendonPath, Waypoint,
};
use crate::physics::joints::{Joint, JointId};
use crate::{NodeId, Pose};

/// Places of nodes and joints in the description of an island.
pub(crate) trait Placement {
    /// Whether the island moves a node.
    fn moves(&self, node: NodeId) -> bool;
    /// The link that carries a frame, and its pose there; the pose in the world without a link. `None` for nodes that do not exist.
    fn frame(&self, attachment: &Attachment) -> Option<(Option<String>, Pose)>;
    /// The name of a joint; `None` if it is not in the island.
    fn joint(&self, joint: JointId) -> Option<String>;
}

/// The couplings of an island.
#[derive(Debug, Default)]
pub(crate) struct IslandCouplings {
    tendons: Vec<dynamics::TendonSpec>,
    motors: Vec<dynamics::MotorSpec>,
    equalities: Vec<dynamics::EqualitySpec>,
    /// Identifiers of the motors, in order.
    ids: Vec<u32>,
    /// Numbers that change whenever the couplings do.
    numbers: Vec<f64>,
}

impl IslandCouplings {
    /// The couplings of which a part is in the island, out of some of the couplings.
    pub(crate) fn new(
        couplings: &Couplings,
        some: &CouplingMembers,
        joints: &[Joint],
        placement: &impl Placement,
    ) -> IslandCouplings {
        let mut found = IslandCouplings::default();
        if couplings.is_empty() {
            return found;
        }
        found.numbers.push(couplings.revision as f64);
        let mut nodes = Vec::new();
        let mut is_here = |fill: &dyn Fn(&mut Vec<NodeId>)| {
            nodes.clear();
            fill(&mut nodes);
            nodes.iter().any(|node| placement.moves(*node))
        };
        let mut known = Vec::new();
        for (id, tendon) in some.tendons.iter().filter_map(|id| Some((id, couplings.tendons.get(id)?))) {
            if is_here(&|nodes| tendon.nodes(joints, nodes))
                && let Some(spec) = found.tendon(tendon, placement)
            {
                known.push(TendonId(*id));
                found.tendons.push(spec);
            }
        }
        for equality in some.equalities.iter().filter_map(|number| couplings.equalities.get(*number)) {
            let is_of_tendons = matches!(equality.kind, EqualityKind::Tendon { .. });
            if (is_of_tendons || is_here(&|nodes| equality.nodes(joints, nodes)))
                && let Some(kind) = found.equality(equality, placement, &known)
            {
                let (name, parameters) = (equality.name.clone(), equality.parameters);
                found.equalities.push(dynamics::EqualitySpec { name, kind, parameters });
            }
        }
        let motors = some.motors.iter().filter_map(|id| Some((id, couplings.motors.get(id)?)));
        for (id, motor) in motors.filter(|(_, motor)| motor.is_on) {
            let spec = &motor.spec;
            let pulls = matches!(spec.target, MotorTarget::Tendon { .. });
            if !pulls && !is_here(&|nodes| spec.target.nodes(joints, nodes)) {
                continue;
            }
            let mut made = dynamics::MotorSpec {
                name: id.to_string(),
                gain: spec.gain,
                gain_by_length: spec.gain_by_length,
                gain_by_velocity: spec.gain_by_velocity,
                bias: spec.bias,
                stiffness: spec.stiffness,
                damping: spec.damping,
                damping_ratio: spec.damping_ratio,
                effort_limits: spec.effort_limits,
                command_limits: spec.command_limits,
                activation: spec.activation,
                time_constant: spec.time_constant,
                fall_time: spec.fall_time,
                smoothing: spec.smoothing,
                muscle: spec.muscle,
                activation_limits: spec.activation_limits,
                ..dynamics::MotorSpec::default()
            };
            if found.aim(&spec.target, placement, &known, &mut made).is_some() {
                found.numbers.push(f64::from(*id));
                found.ids.push(*id);
                found.motors.push(made);
            }
        }
        found
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.tendons.is_empty() && self.motors.is_empty() && self.equalities.is_empty()
    }

    /// Numbers that the model depends on.
    pub(crate) fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// Adds the couplings to the description of an island.
    pub(crate) fn describe(&self, spec: &mut ModelSpec) {
        spec.tendons.extend(self.tendons.iter().cloned());
        spec.motors.extend(self.motors.iter().cloned());
        spec.equalities.extend(self.equalities.iter().cloned());
    }

    /// Reads commands and filters of the motors before a tick.
    pub(crate) fn read(&self, couplings: &Couplings, input: &mut Input, state: &mut State) {
        for (number, id) in self.ids.iter().enumerate() {
            if let Some(motor) = couplings.motors.get(id) {
                input.commands[number] = motor.command;
                state.activations[number] = motor.activation;
            }
        }
    }

    /// Identifiers of the motors, in order.
    pub(crate) fn motors(&self) -> &[u32] {
        &self.ids
    }

    /// A frame in the description. Poses on things that the island does not move are numbers of the model.
    fn frame(
        &mut self,
        attachment: &Attachment,
        placement: &impl Placement,
    ) -> Option<(Option<String>, Pose)> {
        let (link, pose) = placement.frame(attachment)?;
        self.numbers.extend(pose.translation.to_array());
        self.numbers.extend(pose.rotation.to_array());
        Some((link, pose))
    }

    fn tendon(&mut self, tendon: &Tendon, placement: &impl Placement) -> Option<dynamics::TendonSpec> {
        let path = match &tendon.path {
            TendonPath::Fixed(members) => {
                let members =
                    members.iter().map(|(joint, coefficient)| Some((placement.joint(*joint)?, *coefficient)));
                dynamics::TendonPath::Fixed(members.collect::<Option<_>>()?)
            }
            TendonPath::Spatial(waypoints) => {
                let mut path = Vec::with_capacity(waypoints.len());
                for waypoint in waypoints {
                    path.push(self.waypoint(waypoint, placement)?);
                }
                dynamics::TendonPath::Spatial(path)
            }
        };
        Some(dynamics::TendonSpec {
            name: tendon.name.clone(),
            path,
            limits: tendon.limits,
            stiffness: tendon.stiffness,
            rest: tendon.rest,
            damping: tendon.damping,
            polynomial: tendon.polynomial,
            friction: tendon.friction,
            armature: tendon.armature,
            effort_limits: tendon.effort_limits,
            limit_parameters: tendon.limit_parameters,
            friction_parameters: tendon.friction_parameters,
        })
    }

    fn waypoint(&mut self, waypoint: &Waypoint, placement: &impl Placement) -> Option<dynamics::Waypoint> {
        Some(match waypoint {
            Waypoint::Site(site) => {
                let (link, pose) = self.frame(site, placement)?;
                dynamics::Waypoint::Site { link, point: pose.translation }
            }
            Waypoint::Obstacle { frame, shape, radius, side } => {
                let (link, link_from_shape) = self.frame(frame, placement)?;
                let side = match side {
                    None => None,
                    Some(side) => {
                        let (link, pose) = self.frame(side, placement)?;
                        Some((link, pose.translation))
                    }
                };
                dynamics::Waypoint::Wrap { link, link_from_shape, shape: *shape, radius: *radius, side }
            }
            Waypoint::Pulley { divisor } => dynamics::Waypoint::Pulley { divisor: *divisor },
        })
    }

    /// An equality; `None` if the island moves none of its sides in relation to the other.
    fn equality(
        &mut self,
        equality: &Equality,
        placement: &impl Placement,
        tendons: &[TendonId],
    ) -> Option<dynamics::EqualityKind> {
        Some(match &equality.kind {
            EqualityKind::Connect { a, b } => {
                let [(a, on_a), (b, on_b)] = self.sides(a, b, placement)?;
                let (on_a, on_b) = (on_a.translation, on_b.translation);
                dynamics::EqualityKind::Connect { a: a?, b, on_a, on_b }
            }
            EqualityKind::Weld { a, b, torque_scale } => {
                let [(a, on_a), (b, on_b)] = self.sides(a, b, placement)?;
                let (a_from_b, torque_scale) = (on_a * on_b.inverse(), *torque_scale);
                dynamics::EqualityKind::Weld { a: a?, b, a_from_b, on_b: on_b.translation, torque_scale }
            }
            EqualityKind::Joint { joint, other, polynomial } => dynamics::EqualityKind::Joint {
                joint: placement.joint(*joint)?,
                other: match other {
                    None => None,
                    Some(other) => Some(placement.joint(*other)?),
                },
                polynomial: *polynomial,
            },
            EqualityKind::Tendon { tendon, other, polynomial } => dynamics::EqualityKind::Tendon {
                tendon: self.tendon_name(tendon, tendons)?,
                other: match other {
                    None => None,
                    Some(other) => Some(self.tendon_name(other, tendons)?),
                },
                polynomial: *polynomial,
            },
        })
    }

    /// Both sides of a loop, one on a link first.
    fn sides(
        &mut self,
        a: &Attachment,
        b: &Attachment,
        placement: &impl Placement,
    ) -> Option<[(Option<String>, Pose); 2]> {
        let [a, b] = [self.frame(a, placement)?, self.frame(b, placement)?];
        if a.0 == b.0 {
            return None;
        }
        Some(if a.0.is_some() { [a, b] } else { [b, a] })
    }

    fn tendon_name(&self, id: &TendonId, known: &[TendonId]) -> Option<String> {
        let number = known.iter().position(|tendon| tendon == id)?;
        Some(self.tendons[number].name.clone())
    }

    /// Sets the transmission of a motor; `None` if its target is not in the island.
    fn aim(
        &mut self,
        target: &MotorTarget,
        placement: &impl Placement,
        tendons: &[TendonId],
        motor: &mut dynamics::MotorSpec,
    ) -> Option<()> {
        match target {
            MotorTarget::Joint { joint, gear } => {
                motor.transmission = vec![(placement.joint(*joint)?, *gear)]
            }
            MotorTarget::Tendon { tendon, gear } => {
                motor.tendon = Some((self.tendon_name(tendon, tendons)?, *gear));
            }
            MotorTarget::Adhesion(node) => motor.adhesion = Some(node.surface_name()),
            MotorTarget::Site { site, reference, is_along_site, force, torque } => {
                let (link, link_from_site) = self.frame(site, placement)?;
                let reference = match reference {
                    None => None,
                    Some(reference) => Some(self.frame(reference, placement)?),
                };
                let (force, torque): (DVec3, DVec3) = (*force, *torque);
                motor.site = Some(SiteTransmission {
                    link: link?,
                    link_from_site,
                    reference,
                    is_along_site: *is_along_site,
                    force,
                    torque,
                });
            }
            MotorTarget::Crank { crank, slider, rod, gear } => {
                let (crank, slider) = (self.frame(crank, placement)?, self.frame(slider, placement)?);
                motor.crank = Some(dynamics::CrankTransmission { crank, slider, rod: *rod, gear: *gear });
            }
        }
        Some(())
    }
}
