//! Force-torque sensor: the force and the torque that a joint transmits.

use morse_scene::nearest::did_you_mean;
use morse_sim::prelude::*;
use morse_world::{JointId, Momentum, NodeId, World};

use crate::common::sensor_motion::velocity_source::INTERVAL_S_MIN;

/// Force and torque in a joint.
#[derive(Data, Clone, Default)]
#[data(kind = Wrench)]
pub struct JointWrench {
    /// Force. [N]
    force: DVec3,
    /// Torque about the origin of the sensor. [N m]
    torque: DVec3,
}

/// Axes of a measured force and torque.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeasuredFrame {
    /// Those of the link that the joint moves.
    Child,
    /// Those of the link that carries the joint.
    Parent,
    /// Those of the sensor.
    Sensor,
}

morse_sim::choice!(MeasuredFrame { Child, Parent, Sensor });

/// The side that feels the measured force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeasuredDirection {
    /// The force of the child on the parent.
    ChildToParent,
    /// The force of the parent on the child.
    ParentToChild,
}

morse_sim::choice!(MeasuredDirection { ChildToParent, ParentToChild });

/// Measures the force and the torque that a joint transmits, along and about all six axes, without error. The robot was read
/// from a URDF, SDF or MJCF file; fixed joints have forces, too.
///
/// The torque is about the origin of the sensor. `Frame` and `Direction` mean the same as `<frame>` and `<measure_direction>` of
/// Gazebo's sensor. At rest, the force of the child on the parent is the weight of all that the joint carries.
///
/// With the mass `m`, the momentum `P` and the angular momentum `L` of all bodies below the joint, the gravity `g` and the
/// contact forces `Fᵢ` on them at `rᵢ`, the force of the parent on the child and its torque about the origin of the world are:
///
/// `F = dP/dt − m g − Σ Fᵢ` and `T = dL/dt − Σ m r × g − Σ rᵢ × Fᵢ`
///
/// These are Newton's and Euler's equations of the bodies together (Featherstone, "Rigid Body Dynamics Algorithms", section
/// 2.7). Changes of momentum are means since the last reading, contact forces are those of the last tick: give the sensor the
/// frequency of the simulation where robots touch things. Forces of actuators on bodies below the joint, such as rotors, and
/// those of a loop that a mimic joint closes, count as forces of the joint.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.force_torque_sensor.ForceTorqueSensor",
    title = "Force-Torque Sensor",
    data = JointWrench,
    builder(name = "ForceTorqueSensor")
)]
pub struct ForceTorqueSensor {
    /// Name of the joint in the file; empty for the joint that moves the link that carries the sensor.
    #[property(name = "Joint", default = String::new())]
    joint: String,
    /// Axes of the force and the torque.
    #[property(name = "Frame", default = MeasuredFrame::Child)]
    frame: MeasuredFrame,
    /// Side that feels the force.
    #[property(name = "Direction", default = MeasuredDirection::ChildToParent)]
    direction: MeasuredDirection,
    /// Nodes on both sides of the joint; `None` before the start.
    sides: Option<Sides>,
    /// Momentum at the last reading: linear [N s] and angular about the origin of the world [N m s].
    last: Option<(Time, [DVec3; 2])>,
}

/// The nodes of a joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Sides {
    child: NodeId,
    parent: Option<NodeId>,
}

impl ForceTorqueSensor {
    fn find_joint(&self, setup: &Setup<'_>) -> Result<JointId, SetupError> {
        let world = setup.world;
        if self.joint.is_empty() {
            let link = world.parent(setup.node);
            return link.and_then(|link| world.joint_of(link)).ok_or_else(|| {
                SetupError::Missing(
                    "no joint moves what carries it: append it to a link below a joint, \
                     robot.append(sensor, link='wrist'), or name the joint in the property `Joint`"
                        .to_owned(),
                )
            });
        }
        let prefix = format!("{}/", world.name(setup.robot));
        if let Some(joint) = world.find_joint(&format!("{prefix}{}", self.joint)) {
            return Ok(joint);
        }
        let joints = world.joints();
        let known: Vec<&str> =
            joints.filter_map(|joint| world.joint_name(joint).strip_prefix(&prefix)).collect();
        let meant = did_you_mean(&self.joint, known.iter().copied()).map(|help| format!("; {help}"));
        Err(SetupError::Invalid(format!(
            "there is no joint `{}`; the joints are {}{}",
            self.joint,
            known.join(", "),
            meant.unwrap_or_default()
        )))
    }

    /// Force [N] of the parent on the child, and its torque about the origin of the world [N m].
    fn wrench(&mut self, world: &World, now: Time, child: NodeId) -> [DVec3; 2] {
        let nodes = world.subtree(child);
        let Momentum { mass, moment, linear, angular } = world.momentum(&nodes);
        let before = self.last.replace((now, [linear, angular]));
        let [mut force, mut torque] = match before {
            Some((then, momentum)) if now.seconds() - then.seconds() >= INTERVAL_S_MIN => {
                let interval_s = now.seconds() - then.seconds();
                [(linear - momentum[0]) / interval_s, (angular - momentum[1]) / interval_s]
            }
            _ => [DVec3::ZERO; 2],
        };
        let gravity = world.gravity();
        force -= gravity * mass;
        torque -= moment.cross(gravity);
        let is_below = |node: NodeId| nodes.contains(&node);
        for contact in world.contact_forces() {
            let on_child = match (is_below(contact.one), is_below(contact.other)) {
                (false, true) => contact.force,
                (true, false) => -contact.force,
                _ => continue,
            };
            force -= on_child;
            torque -= contact.position.cross(on_child);
        }
        [force, torque]
    }
}

impl Sensor for ForceTorqueSensor {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut JointWrench) -> Result<(), SetupError> {
        let joint = self.find_joint(setup)?;
        let (child, parent) = (setup.world.joint_child(joint), setup.world.joint_parent(joint));
        self.sides = Some(Sides { child, parent });
        Ok(())
    }

    fn begin(&mut self, _begin: &EpisodeStart<'_>, _data: &mut JointWrench) {
        self.last = None;
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::contact_forces()
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut JointWrench) {
        let Some(Sides { child, parent }) = self.sides.clone() else { return };
        let [mut force, torque] = self.wrench(view.world, view.now, child);
        let world_from_sensor = view.world_from_sensor();
        let mut torque = torque - world_from_sensor.translation.cross(force);
        if self.direction == MeasuredDirection::ChildToParent {
            (force, torque) = (-force, -torque);
        }
        let axes = match self.frame {
            MeasuredFrame::Child => view.world.world_from(child),
            MeasuredFrame::Parent => parent.map_or(Pose::IDENTITY, |parent| view.world.world_from(parent)),
            MeasuredFrame::Sensor => world_from_sensor,
        }
        .inverse();
        *data = JointWrench { force: axes.transform_vector(force), torque: axes.transform_vector(torque) };
    }
}
