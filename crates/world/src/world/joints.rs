//! Joints, armatures, wheels and constraints: methods of [`World`].

use glam::DVec3;

use crate::armature;
use crate::kinematics;
use crate::kinematics::structure;
use crate::physics::constraints::between_bodies;
use crate::physics::couplings::coupling_access;
use crate::physics::joints::joint_access;
use crate::physics::joints::joint_load;
use crate::physics::wheels::wheel_commands;
use crate::{
    Armature, AxisLimit, BoneSpec, ConstraintSpec, Equality, IkSolver, JointConfiguration, JointDrive,
    JointId, JointKind, JointLimits, JointLoad, JointSpec, Mimic, MotorId, MotorSpec, NodeId,
    RobotKinematics, ServoGains, ShownWheel, Tendon, TendonId, WheelSpec, WheelState, World, WorldError,
};

/// # Joints
impl World {
    /// Adds a joint: attaches the child to the parent, and moves the child and its descendants to the initial position of
    /// the joint. The child of a fixed joint becomes part of the body that carries its parent, including its mass.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, a joint already moves the child, the child is an ancestor of the parent, a moving
    /// side is not a rigid body, or a number is invalid. The world is then unchanged.
    pub fn add_joint(&mut self, spec: JointSpec) -> Result<JointId, WorldError> {
        joint_access::add_joint(self, spec)
    }

    /// The joint with this name.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.physics.joints_by_name.get(name).copied()
    }

    /// All joints. They are in the order of adding, unless joints were removed.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = JointId> + use<> {
        let all = (0..self.physics.joints.len() as u32).filter(|id| !self.physics.vacant_joints.contains(id));
        all.map(JointId).collect::<Vec<_>>().into_iter()
    }

    /// The joint that moves a node.
    pub fn joint_of(&self, node: NodeId) -> Option<JointId> {
        self.tree.node(node).joint
    }

    /// The name of a joint.
    pub fn joint_name(&self, id: JointId) -> &str {
        joint_access::joint_name(self, id)
    }

    /// The kind of a joint.
    pub fn joint_kind(&self, id: JointId) -> JointKind {
        joint_access::joint(self, id).kind
    }

    /// The node that a joint moves.
    pub fn joint_child(&self, id: JointId) -> NodeId {
        joint_access::joint_child(self, id)
    }

    /// The node to which a joint is attached; `None` for the world.
    pub fn joint_parent(&self, id: JointId) -> Option<NodeId> {
        joint_access::joint(self, id).parent
    }

    /// The limits of a joint.
    pub fn joint_limits(&self, id: JointId) -> JointLimits {
        joint_access::joint_limits(self, id)
    }

    /// The gains of the servo of a joint, if its maker gives them.
    pub fn joint_servo(&self, id: JointId) -> Option<ServoGains> {
        joint_access::joint(self, id).servo
    }

    /// The axis of a joint in the frame of the node that it moves. Unit vector.
    pub fn joint_axis(&self, id: JointId) -> DVec3 {
        joint_access::joint(self, id).child_from_axis.rotation * DVec3::X
    }

    /// A point of the axis of a joint, in the frame of the node that it moves. [m]
    pub fn joint_anchor(&self, id: JointId) -> DVec3 {
        joint_access::joint(self, id).child_from_axis.translation
    }

    /// The leader of a mimic joint.
    pub fn joint_mimic(&self, id: JointId) -> Option<Mimic> {
        joint_access::joint_mimic(self, id)
    }

    /// The position of a joint, including whole turns. [rad or m]
    pub fn joint_position(&self, id: JointId) -> f64 {
        joint_access::joint(self, id).position
    }

    /// The velocity of a joint. [rad/s or m/s]
    pub fn joint_velocity(&self, id: JointId) -> f64 {
        joint_access::joint(self, id).velocity
    }

    /// The drive of a joint.
    pub fn joint_drive(&self, id: JointId) -> JointDrive {
        joint_access::joint(self, id).drive
    }

    /// The mean effort that the drive of a joint exerted in the last tick; `None` for drives that hold a velocity or
    /// move exactly. [N m or N]
    pub fn joint_effort(&self, id: JointId) -> Option<f64> {
        joint_access::joint(self, id).drive_effort(self.physics.tick_s)
    }

    /// The mean effort of limits, dry friction, equalities and contacts on a joint of a mechanism in the last tick; 0 unless forces at
    /// contacts are recorded ([`World::record_contact_forces`]). [N m or N]
    pub fn joint_constraint_effort(&self, id: JointId) -> f64 {
        joint_access::joint(self, id).constrained
    }

    /// Sets the drive of a joint. Numbers that are not finite are ignored and logged.
    pub fn drive_joint(&mut self, id: JointId, drive: JointDrive) {
        joint_access::drive_joint(self, id, drive)
    }

    /// Sets the position of a joint, clamped to its limits, and moves everything attached to it. The velocity does not
    /// change. [rad or m]
    ///
    /// A position that is not finite is ignored and logged. Fixed joints ignore it.
    pub fn set_joint_position(&mut self, id: JointId, position: f64) {
        joint_access::set_joint_position(self, id, position)
    }

    /// Sets the velocity of a joint, which lasts until physics changes it. [rad/s or m/s]
    ///
    /// A velocity that is not finite is ignored and logged. Fixed joints ignore it.
    pub fn set_joint_velocity(&mut self, id: JointId, velocity: f64) {
        joint_access::set_joint_velocity(self, id, velocity)
    }

    /// The load of a joint: all bodies at or below its child. Bodies that are below the child in the tree of nodes but
    /// belong to no joint count with the body that carries them.
    pub fn joint_load(&self, id: JointId) -> JointLoad {
        joint_load::joint_load(self, id)
    }

    /// The joints below a node that move and do not mimic other joints, in the order in which they were added.
    pub fn joints_below(&self, base: NodeId) -> Vec<JointId> {
        kinematics::joints_below(self, base)
    }

    /// The kinematics of the joints below a node. `None` if there are no joints that move.
    pub fn kinematics(&self, base: NodeId) -> Option<RobotKinematics> {
        structure::build(self, base)
    }
}

/// # Equalities, tendons and motors of mechanisms
impl World {
    /// Adds an equality: a closed loop, or a coupling of joints or tendons.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a node, joint or tendon does not exist, or nothing moves both sides in relation to each other.
    pub fn add_equality(&mut self, equality: Equality) -> Result<(), WorldError> {
        coupling_access::add_equality(self, equality)
    }

    /// Adds a tendon.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the name is taken, a node or joint does not exist, or a number is out of its range.
    pub fn add_tendon(&mut self, tendon: Tendon) -> Result<TendonId, WorldError> {
        coupling_access::add_tendon(self, tendon)
    }

    /// Adds a motor, which acts from its first command on.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the name is taken, its target does not exist or does not move, or a number is out of its range.
    pub fn add_motor(&mut self, motor: MotorSpec) -> Result<MotorId, WorldError> {
        coupling_access::add_motor(self, motor)
    }

    /// The equalities of all robots, in the order of adding.
    pub fn equalities(&self) -> &[Equality] {
        &self.physics.couplings.equalities
    }

    /// The tendon with this name.
    pub fn find_tendon(&self, name: &str) -> Option<TendonId> {
        coupling_access::find_tendon(self, name)
    }

    /// The motor with this name.
    pub fn find_motor(&self, name: &str) -> Option<MotorId> {
        coupling_access::find_motor(self, name)
    }

    /// The motors of a robot, in the order of adding.
    pub fn motors_of(&self, owner: NodeId) -> Vec<MotorId> {
        let motors = self.physics.couplings.motors.iter();
        motors.filter(|(_, motor)| motor.spec.owner == owner).map(|(id, _)| MotorId(*id)).collect()
    }

    /// The description of a motor; `None` after it was removed.
    pub fn motor(&self, id: MotorId) -> Option<&MotorSpec> {
        self.physics.couplings.motors.get(&id.0).map(|motor| &motor.spec)
    }

    /// Commands a motor. Commands that are not finite, and those to motors that were removed, have no effect.
    pub fn command_motor(&mut self, id: MotorId, command: f64) {
        coupling_access::command_motor(self, id, command)
    }

    /// Mean effort of a motor in the last tick, that of its transmission; 0 before its first command. [N m or N]
    pub fn motor_effort(&self, id: MotorId) -> f64 {
        self.physics.couplings.motors.get(&id.0).map_or(0.0, |motor| motor.effort)
    }
}

/// # Armatures: skeletons of bones on nodes
impl World {
    /// Adds an armature to a node, in the initial configuration of its bones.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the node already has an armature, the name of a bone is not unique, a bone comes before
    /// its parent, or a number is invalid. The world is then unchanged.
    pub fn add_armature(&mut self, node: NodeId, bones: Vec<BoneSpec>) -> Result<(), WorldError> {
        armature::add_armature(self, node, bones)
    }

    /// Sets the solver that determines the weights of unreachable goals of a node's armature. Does nothing for a node
    /// without an armature.
    pub fn set_ik_solver(&mut self, node: NodeId, ik_solver: IkSolver) {
        if let Some(armature) = self.armatures.get_mut(&node) {
            armature.set_ik_solver(ik_solver);
        }
    }

    /// The armature of a node.
    pub fn armature(&self, node: NodeId) -> Option<&Armature> {
        self.armatures.get(&node)
    }

    /// The nearest node with an armature: the given node or one of its ancestors.
    pub fn armature_above(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |&at| self.parent(at)).find(|at| self.armatures.contains_key(at))
    }

    /// Attaches a node to a bone of its parent's armature, without moving the node.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the parent has no armature with this bone.
    pub fn attach_to_bone(&mut self, node: NodeId, bone: &str) -> Result<(), WorldError> {
        armature::attach_to_bone(self, node, bone)
    }

    /// The index of the bone of its parent's armature to which a node is attached.
    pub fn bone_of(&self, node: NodeId) -> Option<usize> {
        self.tree.node(node).details.bone_attachment.as_ref().map(|attachment| attachment.bone)
    }

    /// Sets the configuration of the armature of a node and moves everything attached to its bones. Limits are not
    /// checked: see [`Armature::set_value_in`].
    ///
    /// A configuration that is not finite or does not fit the armature is ignored and logged.
    pub fn set_configuration(&mut self, node: NodeId, configuration: JointConfiguration) {
        armature::set_configuration(self, node, configuration)
    }

    /// Sets the value of one joint of a node's armature, clamped to its limits. [rad or m]
    ///
    /// A value that is not finite is ignored and logged.
    pub fn set_bone_joint(&mut self, node: NodeId, bone: usize, value: f64) {
        let Some(armature) = self.armatures.get(&node) else { return };
        let mut configuration = armature.configuration().clone();
        armature.set_value_in(&mut configuration, bone, value);
        armature::set_configuration(self, node, configuration);
    }
}

/// # Wheels
impl World {
    /// Adds wheels to a chassis. They roll freely until they are driven.
    ///
    /// The masses of the wheels are added to that of the chassis, whose center of mass stays at its origin.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if physics does not move the chassis, if a node of a wheel is not a descendant of the
    /// chassis, or if a number is invalid. The world is then unchanged.
    pub fn add_wheels(&mut self, chassis: NodeId, wheels: Vec<WheelSpec>) -> Result<(), WorldError> {
        wheel_commands::add_wheels(self, chassis, wheels)
    }

    /// The wheels of a chassis, in the order of adding; empty for other nodes.
    pub fn wheels(&self, chassis: NodeId) -> impl ExactSizeIterator<Item = WheelState> {
        wheel_commands::wheels(self, chassis)
    }

    /// The wheels of a chassis that have a node, in the order of adding.
    pub fn shown_wheels(&self, chassis: NodeId) -> impl Iterator<Item = ShownWheel<'_>> {
        wheel_commands::shown_wheels(self, chassis)
    }

    /// Drives a wheel at a rate [rad/s] with a maximum torque [N m], until the next command.
    ///
    /// # Errors
    /// [`WorldError::NoWheel`], or [`WorldError::BadValue`] if a number is invalid. The previous command then stays active.
    pub fn drive_wheel(
        &mut self,
        chassis: NodeId,
        number: usize,
        rate: f64,
        torque_max: f64,
    ) -> Result<(), WorldError> {
        wheel_commands::drive_wheel(self, chassis, number, rate, torque_max)
    }

    /// Drives a wheel so that its tread has a speed, positive forwards [m/s], with a maximum torque [N m], until the next
    /// command.
    ///
    /// # Errors
    /// As [`World::drive_wheel`].
    pub fn roll_wheel(
        &mut self,
        chassis: NodeId,
        number: usize,
        speed: f64,
        torque_max: f64,
    ) -> Result<(), WorldError> {
        wheel_commands::roll_wheel(self, chassis, number, speed, torque_max)
    }

    /// Applies forces of an engine and a brake to the tread of a wheel [N], until the next command. With both zero, the wheel
    /// rolls freely. In the air, the engine turns the wheel, except that of a ray-cast vehicle.
    ///
    /// # Errors
    /// As [`World::drive_wheel`].
    pub fn push_wheel(
        &mut self,
        chassis: NodeId,
        number: usize,
        engine: f64,
        brake: f64,
    ) -> Result<(), WorldError> {
        wheel_commands::push_wheel(self, chassis, number, engine, brake)
    }

    /// Steers a wheel about its `up`, positive to the left. [rad]
    ///
    /// # Errors
    /// As [`World::drive_wheel`].
    pub fn steer_wheel(&mut self, chassis: NodeId, number: usize, angle: f64) -> Result<(), WorldError> {
        wheel_commands::steer_wheel(self, chassis, number, angle)
    }
}

/// # Constraints between bodies
impl World {
    /// Adds a constraint between two bodies at their current poses. Both bodies wake.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, physics does not move the first node, both nodes belong to one body, or a number
    /// is invalid. The world is then unchanged.
    pub fn add_constraint(&mut self, spec: &ConstraintSpec) -> Result<(), WorldError> {
        between_bodies::add_constraint(self, spec)
    }

    /// Sets the limit of an axis of a constraint: 0 to 2 along x, y and z, 3 to 5 about them.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for an unknown constraint or axis, and for an invalid number.
    pub fn limit_constraint(&mut self, name: &str, axis: usize, to: AxisLimit) -> Result<(), WorldError> {
        between_bodies::limit_constraint(self, name, axis, to)
    }

    /// Removes a constraint. Both bodies wake. Returns whether it existed.
    pub fn remove_constraint(&mut self, name: &str) -> bool {
        between_bodies::remove_constraint(self, name)
    }

    /// Whether physics moves a node, by its own body or by the body on which it is mounted.
    pub fn is_moved_by_physics(&self, node: NodeId) -> bool {
        between_bodies::moving_body(self, node).is_some()
    }
}
