//! Joints: methods of [`World`].

use glam::DVec3;

use crate::physics::joints::spec::in_range;
use crate::physics::joints::{Joint, JointDrive, JointId, JointLimits, JointSpec, Mimic};
use crate::{JointKind, NodeId, PhysicsType, Quantity, World, WorldError, WorldEvent};

/// # Joints
impl World {
    /// Adds a joint: attaches the child to the parent, and moves the child and its descendants to the initial position of
    /// the joint. The child of a fixed joint becomes part of the body that carries its parent, including its mass.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, a joint already moves the child, the child is an ancestor of the parent, a moving
    /// side is not a rigid body, or a number is invalid. The world is then unchanged.
    pub fn add_joint(&mut self, mut spec: JointSpec) -> Result<JointId, WorldError> {
        spec.validate()?;
        let unknown = |node: &NodeId| !self.tree.contains(*node);
        if let Some(node) = [Some(spec.child), spec.parent].into_iter().flatten().find(unknown) {
            return Err(WorldError::bad(&spec.name, "node", node, "a node of this world"));
        }
        if self.find_joint(&spec.name).is_some() {
            return Err(WorldError::DuplicateJoint { name: spec.name });
        }
        let child = spec.child;
        if let Some(parent) = spec.parent
            && (parent == child || self.tree.hierarchy().is_above(child, parent))
        {
            return Err(WorldError::Cycle {
                child: self.name(child).to_owned(),
                parent: self.name(parent).to_owned(),
            });
        }
        if let Some(joint) = self.joint_of(child) {
            return Err(WorldError::SecondJoint {
                joint: spec.name,
                child: self.name(child).to_owned(),
                first: self.joint_name(joint).to_owned(),
            });
        }
        self.check_sides(&spec)?;
        let index = self.physics.vacant_joints.first().copied();
        let id = JointId(index.unwrap_or(self.physics.joints.len() as u32));
        if let Some(mimic) = spec.mimic {
            let leader = self.physics.joints.get(mimic.leader.index());
            let Some(leader) = leader.filter(|leader| leader.moves() && spec.kind != JointKind::Fixed) else {
                return Err(WorldError::bad(&spec.name, "mimic", mimic, "an existing joint that can move"));
            };
            spec.position = mimic.multiplier * leader.position + mimic.offset;
            if !self.physics.can_follow(&self.tree, spec.parent, mimic.leader) {
                let allowed = "a joint of the same mechanism, or of a mechanism on the same ground";
                return Err(WorldError::bad(&spec.name, "mimic", mimic, allowed));
            }
        }
        let mut joint = Joint::new(&spec);
        joint.set_position(joint.start);
        self.physics.joints_by_name.insert(joint.name.clone(), id);
        match self.physics.vacant_joints.pop_first() {
            Some(_) => self.physics.joints[id.index()] = joint,
            None => self.physics.joints.push(joint),
        }
        let moves = spec.kind != JointKind::Fixed;
        let above = self.tree.anchor(child);
        self.tree.set_parent(child, spec.parent, moves);
        self.tree.node_mut(child).joint = Some(id);
        let subtree = self.tree.subtree(child);
        for &node in &subtree {
            self.physics.attach_shapes(&self.tree, node);
        }
        self.rays.mark_reparented(&subtree);
        self.place_child(id);
        for anchor in [above, self.tree.anchor(child)] {
            self.physics.update_mass(&self.tree, anchor);
        }
        for node in subtree {
            self.tree.node_mut(node).details.world_from_node_at_start = self.tree.world_from(node);
        }
        if moves {
            self.physics.lower_sleep_threshold(child);
        }
        self.physics.stale = true;
        Ok(id)
    }

    /// Whether a joint can connect its two sides.
    fn check_sides(&self, spec: &JointSpec) -> Result<(), WorldError> {
        let is_rigid =
            |node| self.physics.body(node).is_some_and(|body| body.physics == PhysicsType::RigidBody);
        let carrier = spec.parent.map(|parent| self.tree.anchor(parent));
        let moving = carrier.filter(|&anchor| self.tree.node(anchor).free);
        let child = (spec.kind != JointKind::Fixed).then_some(spec.child);
        match [child, moving].into_iter().flatten().find(|&node| !is_rigid(node)) {
            Some(node) => {
                Err(WorldError::NotJointable { joint: spec.name.clone(), node: self.name(node).to_owned() })
            }
            None => Ok(()),
        }
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
        &self.joint(id).name
    }

    /// The kind of a joint.
    pub fn joint_kind(&self, id: JointId) -> JointKind {
        self.joint(id).kind
    }

    /// The node that a joint moves.
    pub fn joint_child(&self, id: JointId) -> NodeId {
        self.joint(id).child
    }

    /// The node to which a joint is attached; `None` for the world.
    pub fn joint_parent(&self, id: JointId) -> Option<NodeId> {
        self.joint(id).parent
    }

    /// The limits of a joint.
    pub fn joint_limits(&self, id: JointId) -> JointLimits {
        self.joint(id).limits
    }

    /// The axis of a joint in the frame of the node that it moves. Unit vector.
    pub fn joint_axis(&self, id: JointId) -> DVec3 {
        self.joint(id).child_from_axis.rotation * DVec3::X
    }

    /// A point of the axis of a joint, in the frame of the node that it moves. [m]
    pub fn joint_anchor(&self, id: JointId) -> DVec3 {
        self.joint(id).child_from_axis.translation
    }

    /// The leader of a mimic joint.
    pub fn joint_mimic(&self, id: JointId) -> Option<Mimic> {
        self.joint(id).mimic
    }

    /// The position of a joint, including whole turns. [rad or m]
    pub fn joint_position(&self, id: JointId) -> f64 {
        self.joint(id).position
    }

    /// The velocity of a joint. [rad/s or m/s]
    pub fn joint_velocity(&self, id: JointId) -> f64 {
        self.joint(id).velocity
    }

    /// The drive of a joint.
    pub fn joint_drive(&self, id: JointId) -> JointDrive {
        self.joint(id).drive
    }

    /// The mean effort that the drive of a joint exerted in the last tick; `None` for drives that hold a velocity or
    /// move exactly. [N m or N]
    pub fn joint_effort(&self, id: JointId) -> Option<f64> {
        self.joint(id).drive_effort(self.physics.tick_s)
    }

    /// Sets the drive of a joint. Numbers that are not finite are ignored and logged.
    pub fn drive_joint(&mut self, id: JointId, drive: JointDrive) {
        if !drive.is_usable() {
            return self.refuse(id, Quantity::JointDrive);
        }
        let joint = &mut self.physics.joints[id.index()];
        let servo = |drive: &JointDrive| matches!(drive, JointDrive::Position { .. });
        if !servo(&joint.drive) {
            joint.set_point = joint.position;
            joint.set_point_velocity = 0.0;
        }
        if joint.drive != drive {
            joint.drive = drive;
            self.physics.wake_joint(id);
        }
    }

    /// Sets the position of a joint, clamped to its limits, and moves everything attached to it. The velocity does not
    /// change. [rad or m]
    ///
    /// A position that is not finite is ignored and logged. Fixed joints ignore it.
    pub fn set_joint_position(&mut self, id: JointId, position: f64) {
        if !in_range(position) {
            return self.refuse(id, Quantity::JointPosition);
        }
        let joint = &mut self.physics.joints[id.index()];
        if joint.moves() {
            joint.set_position(position.clamp(joint.limits.lower, joint.limits.upper));
            self.physics.wake_joint(id);
            self.place_child(id);
        }
    }

    /// Sets the velocity of a joint, which lasts until physics changes it. [rad/s or m/s]
    ///
    /// A velocity that is not finite is ignored and logged. Fixed joints ignore it.
    pub fn set_joint_velocity(&mut self, id: JointId, velocity: f64) {
        if !in_range(velocity) {
            return self.refuse(id, Quantity::Velocity);
        }
        let joint = &mut self.physics.joints[id.index()];
        if joint.moves() {
            joint.velocity = velocity;
            joint.velocity_before = velocity;
            self.physics.wake_joint(id);
        }
    }

    /// Resets all joints to their initial positions, at rest and without a drive.
    pub(crate) fn reset_joints(&mut self) {
        for id in self.joints() {
            let joint = &mut self.physics.joints[id.index()];
            if joint.moves() {
                joint.set_position(joint.start);
                joint.velocity = 0.0;
                joint.velocity_before = 0.0;
                joint.drive = JointDrive::Free;
                self.physics.wake_joint(id);
                self.place_child(id);
            }
        }
    }

    /// Whether a joint moves a node. If so, logs the attempt to move the node directly.
    pub(crate) fn is_held(&mut self, node: NodeId) -> bool {
        let held = self.tree.node(node).joint.is_some();
        if held {
            self.new_events.push(WorldEvent::HeldByJoint { node });
        }
        held
    }

    /// Moves the child of a joint to the position of the joint.
    fn place_child(&mut self, id: JointId) {
        let joint = self.joint(id);
        let (child, pose) = (joint.child, joint.parent_from_child(joint.position));
        let moved = self.tree.teleport_in_parent(child, pose);
        self.physics.write_poses(&self.tree, &moved);
        self.rays.touch(&moved);
    }

    fn joint(&self, id: JointId) -> &Joint {
        &self.physics.joints[id.index()]
    }

    fn refuse(&mut self, id: JointId, what: Quantity) {
        let node = self.joint(id).child;
        self.new_events.push(WorldEvent::NotFinite { node, what });
    }
}
