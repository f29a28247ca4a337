//! Poses, velocities and forces of nodes: methods of [`World`].

use glam::DVec3;

use crate::physics::body::origin::on_the_ground;
use crate::physics::convert::{fits, is_near, is_slow, turns_slowly};
use crate::{DriveCommand, DrivenContact, Euler, NodeId, Pose, Quantity, World, WorldEvent};

/// # Bodies: poses, velocities and forces
impl World {
    /// The pose of a node in the world.
    pub fn world_from(&self, id: NodeId) -> Pose {
        self.tree.world_from(id)
    }

    /// The pose of a node in its parent, or in the world without a parent.
    pub fn parent_from(&self, id: NodeId) -> Pose {
        self.tree.parent_from(id)
    }

    /// Moves a node and its descendants to a pose in the world. Velocities do not change.
    ///
    /// A pose that is not finite, farther than [`POSITION_MAX_M`](crate::POSITION_MAX_M), or for a node that a joint moves,
    /// is ignored and logged.
    pub fn set_world_pose(&mut self, id: NodeId, world_from_node: Pose) {
        if let Some(pose) = self.usable(id, world_from_node) {
            self.teleport(id, pose);
        }
    }

    /// Moves a node to a pose in the world, at rest, and keeps it there during the coming tick: it acts like a static body,
    /// and forces do not move it.
    ///
    /// A body of a mechanism is moved there at rest, but is not held there. Ignores the same poses as
    /// [`World::set_world_pose`].
    pub fn pin(&mut self, id: NodeId, world_from_node: Pose) {
        if let Some(pose) = self.usable(id, world_from_node) {
            self.teleport(id, pose);
            self.physics.pin(id);
            self.held_drives.release(id);
        }
    }

    /// As [`World::set_world_pose`], with a validated pose.
    pub(crate) fn teleport(&mut self, id: NodeId, world_from_node: Pose) {
        let moved = self.tree.teleport(id, world_from_node);
        self.reattach(id);
        self.physics.write_poses(&self.tree, &moved);
        self.rays.touch(&moved);
    }

    /// Moves a node and its descendants to a pose in its parent, or in the world without a parent. Velocities do not
    /// change.
    ///
    /// A pose that is not finite is ignored and logged.
    pub fn set_local_pose(&mut self, id: NodeId, parent_from_node: Pose) {
        if let Some(pose) = self.usable(id, parent_from_node) {
            let moved = self.tree.teleport_in_parent(id, pose);
            self.reattach(id);
            self.physics.write_poses(&self.tree, &moved);
            self.rays.touch(&moved);
        }
    }

    /// Moves a node along its own axes [m], then rotates it about them by roll, pitch and yaw [rad].
    pub fn move_local(&mut self, id: NodeId, translation: DVec3, rotation_rpy: DVec3) {
        let turn = Euler { roll: rotation_rpy.x, pitch: rotation_rpy.y, yaw: rotation_rpy.z };
        let old_from_new = Pose::from_euler(translation, turn);
        if self.tree.node(id).parent.is_some() {
            self.set_local_pose(id, self.parent_from(id) * old_from_new);
        } else {
            self.set_world_pose(id, self.world_from(id) * old_from_new);
        }
    }

    /// Whether a node has a body, static bodies included.
    pub fn has_body(&self, id: NodeId) -> bool {
        self.physics.body(id).is_some()
    }

    /// Whether physics moves a node independently of its parent.
    pub fn is_free(&self, id: NodeId) -> bool {
        self.tree.node(id).free
    }

    /// Linear [m/s] and angular [rad/s] velocity along the axes of the world; zero for nodes that physics does not move.
    pub fn velocities(&self, id: NodeId) -> [DVec3; 2] {
        self.physics.velocities(&self.tree, id)
    }

    /// Linear velocity along the axes of the world; zero for nodes that physics does not move. [m/s]
    pub fn linear_velocity(&self, id: NodeId) -> DVec3 {
        self.velocities(id)[0]
    }

    /// Angular velocity about the axes of the world; zero for nodes that physics does not move. [rad/s]
    pub fn angular_velocity(&self, id: NodeId) -> DVec3 {
        self.velocities(id)[1]
    }

    /// Sets the linear velocity along the axes of the world. [m/s]
    ///
    /// It lasts until physics changes it. Nodes that physics does not move ignore it; values that are not finite are
    /// ignored and logged.
    pub fn set_linear_velocity(&mut self, id: NodeId, velocity_in_world: DVec3) {
        if self.accept_if(id, is_slow(velocity_in_world), Quantity::Velocity) && !self.is_held(id) {
            self.held_drives.release(id);
            self.physics.set_linear_velocity(&self.tree, id, velocity_in_world);
            self.tree.note_motion(id);
        }
    }

    /// Sets the angular velocity about the axes of the world [rad/s]; the linear velocity does not change. See
    /// [`World::set_velocities`].
    pub fn set_angular_velocity(&mut self, id: NodeId, velocity_in_world: DVec3) {
        self.set_velocities(id, self.linear_velocity(id), velocity_in_world);
    }

    /// Sets the linear [m/s] and the angular [rad/s] velocity along the axes of the world.
    ///
    /// They last until physics changes them; friction reduces both. Zero velocities do not wake a sleeping body. Nodes that
    /// physics does not move ignore them; values that are not finite or above [`SPEED_MAX_M_PER_S`](crate::SPEED_MAX_M_PER_S)
    /// and [`TURN_RATE_MAX_RAD_PER_S`](crate::TURN_RATE_MAX_RAD_PER_S) are ignored and logged.
    pub fn set_velocities(&mut self, id: NodeId, linear_in_world: DVec3, angular_in_world: DVec3) {
        self.held_drives.release(id);
        self.change_velocities(id, [linear_in_world, angular_in_world], false, |_, new| new);
    }

    /// Sets the horizontal velocity [m/s] and the turn rate about the vertical [rad/s], along the axes of the world. The
    /// vertical speed and the rates of roll and pitch do not change. See [`World::set_velocities`].
    pub fn set_planar_velocities(&mut self, id: NodeId, linear_in_world: DVec3, angular_in_world: DVec3) {
        self.held_drives.release(id);
        self.change_velocities(id, [linear_in_world, angular_in_world], false, on_the_ground);
    }

    /// Sets the velocities that a drive commands, also in the following ticks until its next command is due. The ground does
    /// not reduce them, unless [`DrivenContact::Slides`](crate::DrivenContact::Slides). See [`World::set_velocities`].
    pub fn drive(&mut self, id: NodeId, command: DriveCommand) {
        self.held_drives.hold(id, command, self.settings.driven);
        self.apply_drive(id, command);
    }

    pub(crate) fn apply_drive(&mut self, id: NodeId, command: DriveCommand) {
        let world_from_node = self.tree.world_from(id).rotation;
        let contact = self.settings.driven;
        let (velocities, rolls) =
            (command.in_world(world_from_node, contact), contact == DrivenContact::Rolls);
        match command.on_ground {
            true => self.change_velocities(id, velocities, rolls, on_the_ground),
            false => self.change_velocities(id, velocities, rolls, |_, new| new),
        }
    }

    /// Sets velocities computed by a function of the old and the new velocities. Values that are not finite are ignored.
    fn change_velocities(
        &mut self,
        id: NodeId,
        new: [DVec3; 2],
        rolls: bool,
        among: impl FnOnce([DVec3; 2], [DVec3; 2]) -> [DVec3; 2],
    ) {
        let [linear, angular] = new;
        let finite = [is_slow(linear), turns_slowly(angular)]
            .map(|usable| self.accept_if(id, usable, Quantity::Velocity));
        if finite.contains(&true) && !self.is_held(id) {
            let wakes = new != [DVec3::ZERO; 2];
            self.physics.change_velocities(&self.tree, id, wakes, rolls, |old| {
                let new = [0, 1].map(|which| if finite[which] { new[which] } else { old[which] });
                among(old, new)
            });
            if !self.physics.sleeps(id) {
                self.tree.note_motion(id);
            }
        }
    }

    /// Applies a force to the center of mass during the coming tick, along the axes of the world. [N]
    pub fn apply_force(&mut self, id: NodeId, force_in_world: DVec3) {
        if self.accept(id, force_in_world, Quantity::Force) {
            self.physics.push(id, force_in_world, true);
        }
    }

    /// Applies the force that balances the weight of a body during the coming tick. Does not wake the body.
    pub fn balance_weight(&mut self, id: NodeId) {
        let weight = self.gravity() * self.mass(id);
        self.physics.push(id, -weight, false);
    }

    /// Applies a torque to the body during the coming tick, about the axes of the world. [N m]
    pub fn apply_torque(&mut self, id: NodeId, torque_in_world: DVec3) {
        if self.accept(id, torque_in_world, Quantity::Force) {
            self.physics.twist(id, torque_in_world);
        }
    }

    /// Mass of a body that moves, including everything that fixed joints connect to it; zero for other nodes. [kg]
    pub fn mass(&self, id: NodeId) -> f64 {
        self.physics.body(id).map_or(0.0, |body| match self.tree.node(id).free {
            true => body.total.mass,
            false => body.own.mass,
        })
    }

    /// Center of mass of a body that moves, in its node; the origin for other nodes. [m]
    pub fn center_of_mass(&self, id: NodeId) -> DVec3 {
        self.physics.body(id).map_or(DVec3::ZERO, |body| body.center)
    }

    /// Moments of inertia about axes through the center of mass, parallel to those of the node; zero without a body that
    /// moves. [kg m²]
    pub fn local_inertia(&self, id: NodeId) -> DVec3 {
        self.physics.body(id).map_or(DVec3::ZERO, |body| body.own.moments())
    }

    /// Whether a vector is finite. If not, logs an event.
    pub(crate) fn accept(&mut self, node: NodeId, vector: DVec3, what: Quantity) -> bool {
        self.accept_if(node, fits(vector), what)
    }

    /// Whether a quantity is usable. If not, logs an event.
    fn accept_if(&mut self, node: NodeId, usable: bool, what: Quantity) -> bool {
        if !usable {
            self.new_events.push(WorldEvent::NotFinite { node, what });
        }
        usable
    }

    fn usable(&mut self, node: NodeId, pose: Pose) -> Option<Pose> {
        let usable = pose.normalized().filter(is_near);
        if usable.is_none() {
            self.new_events.push(WorldEvent::NotFinite { node, what: Quantity::Pose });
        }
        usable.filter(|_| !self.is_held(node))
    }
}
