//! Velocities, forces, masses and contacts of bodies: methods of [`World`].

use glam::{DMat3, DVec3};

use crate::physics::body::changes;
use crate::physics::body::control;
use crate::physics::body::momentum;
use crate::physics::body::pulling;
use crate::physics::body::tuning_access;
use crate::physics::body::velocities;
use crate::physics::body::{friction_direction, rolling_resistance};
use crate::physics::contacts::points;
use crate::physics::penetration;
use crate::physics::planar::drive;
use crate::{
    ContactForce, ContactPoint, DriveCommand, DrivePart, FrictionDirection, Momentum, NodeId, Penetration,
    Pose, Quantity, SpeedLimits, ThreadTeam, World, WorldError,
};

/// # Bodies: sleep and motion
impl World {
    /// Whether the body that moves with a node sleeps: it rested for half a second and was not commanded since. Contacts,
    /// forces and commands of nonzero velocities wake it.
    pub fn is_asleep(&self, id: NodeId) -> bool {
        self.physics.sleeps(self.tree.anchor(id))
    }

    /// A number that changes whenever [`World::motion_count`] of any node changes, and when a body wakes.
    pub fn motions(&self) -> u64 {
        self.tree.motions + self.physics.wakes
    }

    /// A number that changes whenever the pose or the velocity of a node may have changed: in each tick while its body is
    /// awake, and with each command. It is not part of the state, and restarts when a state is restored.
    pub fn motion_count(&self, id: NodeId) -> u64 {
        self.tree.motion_count(id)
    }
}

/// # Bodies: objects that start inside of other bodies
impl World {
    /// Whether an object, which is a node with its descendants, is inside of another body by more than 1 mm. Margins do not
    /// count, and neither do bodies of type `Sensor`.
    pub fn penetration(&self, object: NodeId) -> Option<Penetration> {
        penetration::penetration(self, object)
    }

    /// Lets two bodies pass through each other.
    pub fn ignore_collisions(&mut self, one: NodeId, other: NodeId) {
        self.physics.apart.insert([one.min(other), one.max(other)]);
    }

    /// Lets two bodies collide although a joint connects them.
    pub fn collide_across_joint(&mut self, one: NodeId, other: NodeId) {
        self.physics.colliding.insert([one.min(other), one.max(other)]);
    }
}

/// # Mass and friction
impl World {
    /// Sets the mass of the body of a node [kg]. The center of mass does not change, and the moments of inertia change in
    /// proportion. Bodies that fixed joints connect to it keep their masses.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for a mass that physics cannot represent, and for a node without a body that moves.
    pub fn set_mass(&mut self, id: NodeId, mass_kg: f64) -> Result<(), WorldError> {
        changes::set_mass(self, id, mass_kg)
    }

    /// Sets the friction coefficient of a node: that of its body, of the bodies on it, and of its simulated wheels. A contact
    /// uses the product of both sides.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for a friction that is negative or too large, and for a node without a body.
    pub fn set_friction(&mut self, id: NodeId, friction: f64) -> Result<(), WorldError> {
        changes::set_friction(self, id, friction)
    }

    /// Sets the direction along which the surface of a body holds; `None` for all directions. It acts at the contacts of robots
    /// with joints, and of the bodies that touch these.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for a direction of length zero, a share that is not 0 to 1, and a node without a body.
    pub fn set_friction_direction(
        &mut self,
        id: NodeId,
        direction: Option<FrictionDirection>,
    ) -> Result<(), WorldError> {
        friction_direction::set(self, id, direction)
    }

    /// The direction along which the surface of a body holds; `None` if friction is the same in all directions.
    pub fn friction_direction(&self, id: NodeId) -> Option<FrictionDirection> {
        self.physics.tuning.get(&id)?.friction_direction
    }

    /// Sets the friction of the surface of a body against spinning about the normal of a contact and against rolling: the largest
    /// torque per normal force. A contact has the sum of those of both sides, each times the friction coefficient of the other side.
    /// \[m\]
    ///
    /// Source: Bullet's `spinning_friction` and `rolling_friction`.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for numbers that are negative or too large, and for a node without a body.
    pub fn set_rolling_resistance(&mut self, id: NodeId, resistance_m: [f64; 2]) -> Result<(), WorldError> {
        rolling_resistance::set(self, id, resistance_m)
    }
}

/// # Bodies: damping, limits and impulses
impl World {
    /// The shares of linear and angular velocity that a body loses in a second; zero for nodes that physics does not move.
    pub fn damping(&self, id: NodeId) -> [f64; 2] {
        tuning_access::damping(self, id)
    }

    /// Sets the shares of linear and angular velocity that a body loses in a second: 0 to 1, `None` for no change.
    pub fn set_damping(&mut self, id: NodeId, linear: Option<f64>, angular: Option<f64>) {
        tuning_access::set_damping(self, id, linear, angular)
    }

    /// The limits of the velocities of a body.
    pub fn speed_limits(&self, id: NodeId) -> SpeedLimits {
        self.physics.tuning.get(&id).map_or(SpeedLimits::default(), |tuning| tuning.limits)
    }

    /// Limits the velocities of a body after each tick.
    pub fn set_speed_limits(&mut self, id: NodeId, limits: SpeedLimits) {
        if self.has_body(id) {
            self.physics.watch(id);
            self.physics.tuning.entry(id).or_default().limits = limits;
        }
    }

    /// Changes the velocities of a body at once by an impulse at a point. [N s, m] Both are along the axes of the world.
    ///
    /// Nodes that physics does not move ignore it; values that are not finite are ignored and logged.
    pub fn apply_impulse(&mut self, id: NodeId, point_in_world: DVec3, impulse_in_world: DVec3) {
        tuning_access::apply_impulse(self, id, point_in_world, impulse_in_world)
    }
}

/// # Bodies: suspension, attachment, reset
impl World {
    /// Suspends physics for a body: it stands still like a static body and keeps its velocities. A mechanism is suspended as
    /// a whole.
    pub fn suspend_dynamics(&mut self, id: NodeId) {
        control::suspend_dynamics(self, id)
    }

    /// Resumes physics for a body, with the velocities before suspension.
    pub fn restore_dynamics(&mut self, id: NodeId) {
        control::restore_dynamics(self, id)
    }

    /// [`World::suspend_dynamics`] for every body.
    pub fn suspend_all(&mut self) {
        for id in self.physics.movers().to_vec() {
            control::suspend_dynamics(self, id);
        }
    }

    /// [`World::restore_dynamics`] for every body.
    pub fn restore_all(&mut self) {
        for id in self.physics.movers().to_vec() {
            control::restore_dynamics(self, id);
        }
    }

    /// Whether physics is suspended for a body.
    pub fn is_suspended(&self, id: NodeId) -> bool {
        self.physics.body(id).is_some_and(|body| body.suspended)
    }

    /// Resets every root node, and every body that physics moves, to its initial pose at rest; joints lose their drives, and
    /// armatures return to their initial configurations. Nodes mounted on them keep their relative poses.
    pub fn reset(&mut self) {
        control::reset(self)
    }

    /// Moves a node and its descendants to a pose in the world, which also becomes its initial pose for a reset.
    ///
    /// Ignores the same poses as [`World::set_world_pose`].
    pub fn set_initial_pose(&mut self, id: NodeId, world_from_node: Pose) {
        velocities::set_world_pose(self, id, world_from_node);
        for node in self.tree.subtree(id) {
            self.tree.node_mut(node).details.world_from_node_at_start = self.tree.world_from(node);
        }
    }

    /// Attaches a node to a parent without moving it. Afterwards it moves with the parent, even if physics or a joint moved
    /// it before; such a joint is removed.
    ///
    /// # Errors
    /// [`WorldError::Cycle`] if the new parent is the node itself or one of its descendants.
    pub fn attach(&mut self, child: NodeId, parent: NodeId) -> Result<(), WorldError> {
        control::attach(self, child, parent)
    }

    /// Detaches a node from its parent without moving it, and removes its joint, if any. If physics can move the node, it
    /// starts at rest.
    pub fn detach(&mut self, child: NodeId) {
        control::detach(self, child)
    }
}

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
        velocities::set_world_pose(self, id, world_from_node)
    }

    /// Moves a node to a pose in the world, at rest, and keeps it there during the coming tick: it acts like a static body,
    /// and forces do not move it.
    ///
    /// A body of a mechanism is moved there at rest, but is not held there. Ignores the same poses as
    /// [`World::set_world_pose`].
    pub fn pin(&mut self, id: NodeId, world_from_node: Pose) {
        velocities::pin(self, id, world_from_node)
    }

    /// Moves a node and its descendants to a pose in its parent, or in the world without a parent. Velocities do not
    /// change.
    ///
    /// A pose that is not finite is ignored and logged.
    pub fn set_local_pose(&mut self, id: NodeId, parent_from_node: Pose) {
        velocities::set_local_pose(self, id, parent_from_node)
    }

    /// Moves a node along its own axes [m], then rotates it about them by roll, pitch and yaw [rad].
    pub fn move_local(&mut self, id: NodeId, translation: DVec3, rotation_rpy: DVec3) {
        velocities::move_local(self, id, translation, rotation_rpy)
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
        velocities::linear_velocity(self, id)
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
        velocities::set_linear_velocity(self, id, velocity_in_world)
    }

    /// Sets the angular velocity about the axes of the world [rad/s]; the linear velocity does not change. See
    /// [`World::set_velocities`].
    pub fn set_angular_velocity(&mut self, id: NodeId, velocity_in_world: DVec3) {
        velocities::set_velocities(self, id, velocities::linear_velocity(self, id), velocity_in_world);
    }

    /// Sets the linear [m/s] and the angular [rad/s] velocity along the axes of the world.
    ///
    /// They last until physics changes them; friction reduces both. Zero velocities do not wake a sleeping body. Nodes that
    /// physics does not move ignore them; values that are not finite or above [`SPEED_MAX_M_PER_S`](crate::SPEED_MAX_M_PER_S)
    /// and [`TURN_RATE_MAX_RAD_PER_S`](crate::TURN_RATE_MAX_RAD_PER_S) are ignored and logged.
    pub fn set_velocities(&mut self, id: NodeId, linear_in_world: DVec3, angular_in_world: DVec3) {
        velocities::set_velocities(self, id, linear_in_world, angular_in_world)
    }

    /// Sets the horizontal velocity [m/s] and the turn rate about the vertical [rad/s], along the axes of the world. The
    /// vertical speed and the rates of roll and pitch do not change. See [`World::set_velocities`].
    pub fn set_planar_velocities(&mut self, id: NodeId, linear_in_world: DVec3, angular_in_world: DVec3) {
        velocities::set_planar_velocities(self, id, linear_in_world, angular_in_world)
    }

    /// Sets the velocities that a drive commands, also in the following ticks until its next command is due. The ground does
    /// not reduce them, unless [`DrivenContact::Slides`](crate::DrivenContact::Slides). See [`World::set_velocities`].
    pub fn drive(&mut self, id: NodeId, command: DriveCommand) {
        self.held_drives.hold(id, command, self.settings.driven);
        velocities::apply_drive(self, id, command);
    }

    /// Applies a force to the center of mass during the coming tick, along the axes of the world. [N]
    pub fn apply_force(&mut self, id: NodeId, force_in_world: DVec3) {
        velocities::apply_force(self, id, force_in_world)
    }

    /// Applies the force that balances the weight of a body during the coming tick. Does not wake the body.
    pub fn balance_weight(&mut self, id: NodeId) {
        let weight = self.gravity() * self.mass(id);
        self.physics.push(id, -weight, false);
    }

    /// Pulls a point of a body, in the frame of its node, to a place in the world for a number of ticks, as by a spring that is as
    /// stiff as its robot is heavy. [m]
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for coordinates that are too large, and for a node that physics does not move.
    pub fn pull(
        &mut self,
        id: NodeId,
        point: DVec3,
        target_in_world: DVec3,
        ticks: u32,
    ) -> Result<(), WorldError> {
        pulling::pull(self, id, point, target_in_world, ticks)
    }

    /// Applies a torque to the body during the coming tick, about the axes of the world. [N m]
    pub fn apply_torque(&mut self, id: NodeId, torque_in_world: DVec3) {
        if velocities::accept(self, id, torque_in_world, Quantity::Force) {
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

    /// Moments and products of inertia about the center of mass, along the axes of the node; zero without a body that moves. [kg m²]
    pub fn inertia_tensor(&self, id: NodeId) -> DMat3 {
        self.physics.body(id).map_or(DMat3::ZERO, |body| body.own.tensor)
    }

    /// Moments of inertia about axes through the center of mass, parallel to those of the node; zero without a body that
    /// moves. [kg m²]
    pub fn local_inertia(&self, id: NodeId) -> DVec3 {
        self.physics.body(id).map_or(DVec3::ZERO, |body| body.own.moments())
    }
}

/// # Bodies: velocities in parallel
impl World {
    /// The number of bodies whose motion can be divided among threads.
    pub fn divisible_body_count(&self) -> usize {
        self.physics.planar.len()
    }

    /// The node indices at which the parts end when the bodies are divided among a number of threads.
    pub fn part_ends(&self, threads: usize) -> Vec<usize> {
        self.physics.bodies.part_ends(threads).map(|end| end.node).collect()
    }

    /// Executes a function for each task and part on the threads of a team, to drive the bodies of the part. There is one
    /// task per part, in the order of [`World::part_ends`].
    pub fn drive_in_parts<T: Send>(
        &mut self,
        team: &ThreadTeam,
        tasks: impl IntoIterator<Item = T>,
        drive: impl Fn(T, &mut DrivePart<'_>) + Sync,
    ) {
        drive::drive_in_parts(self, team, tasks, drive)
    }
}

/// # Contacts
impl World {
    /// All contact points of the last tick at which a force can act.
    #[must_use]
    pub fn contact_points(&self) -> Vec<ContactPoint> {
        points::contact_points(self)
    }

    /// Records the forces at the contacts of mechanisms from the coming tick on.
    pub fn record_contact_forces(&mut self) {
        self.physics.records_contact_forces = true;
    }

    /// The contacts of bodies with joints in the last tick, and of bodies that touch these, with their forces; none if they
    /// are not recorded.
    pub fn contact_forces(&self) -> &[ContactForce] {
        &self.physics.contact_forces
    }

    /// Mass and momentum of nodes. Those of the nodes below them are left out.
    pub fn momentum(&self, nodes: &[NodeId]) -> Momentum {
        momentum::momentum(self, nodes)
    }
}
