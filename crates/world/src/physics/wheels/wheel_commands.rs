//! Wheels: methods of [`World`].

use crate::physics::wheels::spec::WheelSpec;
use crate::physics::wheels::wheel::{Drive, ShownWheel, Wheel, WheelNode, WheelState};
use crate::{NodeId, World, WorldError};

/// Maximum target rate of a wheel. [rad/s]
const RATE_MAX_RAD_PER_S: f64 = 1e6;
/// Maximum force or torque of a drive. [N, N m]
const FORCE_MAX: f64 = 1e12;

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
        let name = self.name(chassis).to_owned();
        if !self.physics.body(chassis).is_some_and(|body| body.physics.moves()) {
            let allowed = "a node with a body that physics moves";
            return Err(WorldError::bad(&name, "chassis of wheels", "a node that does not move", allowed));
        }
        let wheels = wheels.iter().map(|wheel| wheel.checked(&name)).collect::<Result<Vec<_>, _>>()?;
        if let Some(stray) = wheels
            .iter()
            .filter_map(|wheel| wheel.node)
            .find(|&node| !self.tree.hierarchy().is_above(chassis, node))
        {
            let stray = self.name(stray).to_owned();
            return Err(WorldError::bad(&name, "node of a wheel", stray, "a node below the chassis"));
        }
        for spec in wheels {
            self.physics.add_mass(&self.tree, chassis, spec.mass, spec.mount);
            let shown = spec.node.and_then(|node| self.show_wheel(chassis, node));
            self.wheels.carriages.entry(chassis).or_default().wheels.push(Wheel::new(spec, shown));
        }
        self.wheels.invalidate_node_sets();
        Ok(())
    }

    /// Makes a descendant of a chassis show a wheel.
    fn show_wheel(&mut self, chassis: NodeId, node: NodeId) -> Option<WheelNode> {
        let parent = self.parent(node)?;
        if self.is_free(node) {
            // If the node has a body, it becomes part of the chassis.
            self.attach(node, parent).ok()?;
        }
        self.physics.disable_collisions(node);
        let chassis_from_world = self.world_from(chassis).inverse();
        Some(WheelNode {
            node,
            parent_from_chassis: self.world_from(parent).inverse() * self.world_from(chassis),
            chassis_from_node_at_start: (chassis_from_world * self.world_from(node)).rotation,
        })
    }

    /// The wheels of a chassis, in the order of adding; empty for other nodes.
    pub fn wheels(&self, chassis: NodeId) -> impl ExactSizeIterator<Item = WheelState> {
        let carriage = self.wheels.carriages.get(&chassis);
        carriage.map_or(&[][..], |carriage| &carriage.wheels).iter().map(Wheel::state)
    }

    /// The wheels of a chassis that have a node, in the order of adding.
    pub fn shown_wheels(&self, chassis: NodeId) -> impl Iterator<Item = ShownWheel<'_>> {
        let carriage = self.wheels.carriages.get(&chassis);
        let wheels = carriage.map_or(&[][..], |carriage| &carriage.wheels);
        wheels.iter().enumerate().filter_map(|(number, wheel)| {
            let shown = wheel.shown?;
            let chassis_from_node = shown.chassis_from_node_at_start;
            Some(ShownWheel { number, spec: &wheel.spec, node: shown.node, chassis_from_node })
        })
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
        check(self, chassis, "rate of a wheel", rate, RATE_MAX_RAD_PER_S)?;
        check(self, chassis, "torque of a motor", torque_max, FORCE_MAX)?;
        self.set_drive(chassis, number, |_| Drive { torque: 0.0, target: rate, torque_max: torque_max.abs() })
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
        let carriage = self.wheels.carriages.get(&chassis);
        let wheel = carriage.and_then(|carriage| carriage.wheels.get(number));
        let radius = wheel.map_or(1.0, |wheel| wheel.spec.radius);
        self.drive_wheel(chassis, number, speed / radius, torque_max)
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
        check(self, chassis, "force of an engine", engine, FORCE_MAX)?;
        check(self, chassis, "force of a brake", brake, FORCE_MAX)?;
        self.set_drive(chassis, number, |radius| Drive {
            torque: engine * radius,
            target: 0.0,
            torque_max: brake.abs() * radius,
        })
    }

    /// Steers a wheel about its `up`, positive to the left. [rad]
    ///
    /// # Errors
    /// As [`World::drive_wheel`].
    pub fn steer_wheel(&mut self, chassis: NodeId, number: usize, angle: f64) -> Result<(), WorldError> {
        check(self, chassis, "steering angle of a wheel", angle, RATE_MAX_RAD_PER_S)?;
        let wheel = self.wheel_mut(chassis, number)?;
        if wheel.steering != angle {
            wheel.steering = angle;
            self.physics.wake(chassis);
        }
        Ok(())
    }

    fn set_drive(
        &mut self,
        chassis: NodeId,
        number: usize,
        drive: impl FnOnce(f64) -> Drive,
    ) -> Result<(), WorldError> {
        let wheel = self.wheel_mut(chassis, number)?;
        let drive = drive(wheel.spec.radius);
        if wheel.drive != drive {
            wheel.drive = drive;
            self.physics.wake(chassis);
        }
        Ok(())
    }

    fn wheel_mut(&mut self, chassis: NodeId, number: usize) -> Result<&mut Wheel, WorldError> {
        let count = self.wheels(chassis).len();
        let missing =
            WorldError::NoWheel { name: self.tree.node(chassis).details.name.clone(), number, count };
        let carriage = self.wheels.carriages.get_mut(&chassis);
        carriage.and_then(|carriage| carriage.wheels.get_mut(number)).ok_or(missing)
    }
}

/// Checks a number in a command for a wheel.
fn check(world: &World, chassis: NodeId, what: &str, value: f64, most: f64) -> Result<(), WorldError> {
    if value.abs() <= most {
        return Ok(());
    }
    Err(WorldError::bad(world.name(chassis), what, value, "a finite number in a realistic range"))
}
