//! Wheels with rollers of a robot from a file, as joints: mecanum wheels and omni-wheels, in any arrangement.

use glam::{DMat3, DVec2};
use morse_sim::prelude::*;
use morse_world::{FrictionDirection, JointId, JointKind, NodeId, RayKind, World};

use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;

/// Largest vertical component of the axis of a wheel.
const LEVEL: f64 = 0.1;
/// Smallest cosine of the angle between the rolling direction of a wheel and the direction in which it holds.
const ALONG_MIN: f64 = 0.05;
/// Smallest determinant of the equations of the wheels, in shares of that of a drive with equal effect in all directions.
const INDEPENDENT: f64 = 1e-6;

/// The wheels of an omnidirectional drive, as properties of a component.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(crate) struct OmniWheelProperties {
    /// Names of the joints of wheels with rollers, with commas between them: three or more.
    #[property(name = "Wheels", default = String::new())]
    pub(crate) names: String,
    /// Angle between the rolling direction of a wheel and the axis of its lowest roller: 0.785 for mecanum wheels, 0 for
    /// omni-wheels. Seen from above, the axes of the lowest rollers of mecanum wheels form a rhombus, those of the upper ones
    /// a cross; a negative angle exchanges them. Wheels whose file gives a direction of friction keep that. [rad]
    #[property(name = "RollerAngle", default = std::f64::consts::FRAC_PI_4, min = -1.5, max = 1.5)]
    roller_rad: f64,
    /// Distance between the front and the rear wheels with rollers; 0 measures it in the file. [m]
    #[property(name = "WheelBase", default = 0.0, min = 0, max = 1000)]
    base_m: f64,
}

/// A wheel with rollers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OmniWheel {
    pub(crate) joint: JointId,
    /// Rate of the wheel for a forward speed, a speed to the left and a turn rate of the robot. [rad/m, rad/m, 1]
    rate: DVec3,
    /// Direction in which it holds, along the axis of its lowest roller, in the frame of the robot.
    hold: DVec2,
}

/// The wheels of an omnidirectional drive.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct OmniWheels {
    pub(crate) wheels: Vec<OmniWheel>,
    /// Motion of the robot for the sum of the rates of the wheels, each times its `rate`: least squares.
    motion: DMat3,
    /// Radius of the wheels. [m]
    pub(crate) radius_m: f64,
    /// Distances between the outermost wheels along and across the robot. [m]
    pub(crate) extent_m: [f64; 2],
}

/// Center, rolling direction and radius of a wheel, before its rates are known.
struct Place {
    joint: RobotJoint,
    /// In the frame of the robot. [m]
    center: DVec2,
    /// Unit vector in which a positive velocity drives the robot.
    rolling: DVec2,
    /// Radius of its shapes; 0 without shapes. [m]
    radius_m: f64,
}

impl OmniWheels {
    /// Finds the wheels of a robot. `separation_m` and `radius_m` of 0 are measured in the file.
    ///
    /// # Errors
    /// If there are fewer than three wheels, a name is unknown, a joint does not turn about a level axis, the wheels do not
    /// move a robot in all directions, or the radius is not given and cannot be measured.
    pub(crate) fn find(
        world: &World,
        robot: NodeId,
        properties: &OmniWheelProperties,
        separation_m: f64,
        radius_m: f64,
    ) -> Result<OmniWheels, SetupError> {
        let mut places = places(world, robot, &properties.names)?;
        let measured = places.iter().map(|place| place.radius_m).sum::<f64>() / places.len() as f64;
        let radius_m = if radius_m > 0.0 { radius_m } else { measured };
        if radius_m <= 0.0 {
            return Err(SetupError::Missing(
                "its wheels have no collision shapes to measure: set the property WheelRadius".to_owned(),
            ));
        }
        let middle = places.iter().map(|place| place.center).sum::<DVec2>() / places.len() as f64;
        for place in &mut places {
            for (axis, given) in [properties.base_m, separation_m].into_iter().enumerate() {
                if given > 0.0 {
                    place.center[axis] =
                        middle[axis] + (given / 2.0).copysign(place.center[axis] - middle[axis]);
                }
            }
        }
        let wheels: Result<Vec<OmniWheel>, SetupError> =
            places.iter().map(|place| wheel(world, robot, place, middle, properties, radius_m)).collect();
        let wheels = wheels?;
        let reach = places.iter().map(|place| place.center.distance(middle)).fold(1e-6, f64::max);
        Ok(OmniWheels {
            motion: motion(&wheels, radius_m, reach)?,
            wheels,
            radius_m,
            extent_m: [0, 1].map(|axis| {
                let along = places.iter().map(|place| place.center[axis]);
                let [low, high] = along
                    .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
                high - low
            }),
        })
    }

    /// Gives each wheel the direction in which its rollers hold. They roll across it without friction.
    ///
    /// # Errors
    /// If a wheel has no body.
    pub(crate) fn mount_rollers(&self, world: &mut World, robot: NodeId) -> Result<(), SetupError> {
        for wheel in &self.wheels {
            let child = world.joint_child(wheel.joint);
            if world.friction_direction(child).is_some() {
                continue;
            }
            let frame = world.joint_parent(wheel.joint).unwrap_or(robot);
            let frame_from_robot =
                world.world_from(frame).rotation.inverse() * world.world_from(robot).rotation;
            let direction = FrictionDirection {
                frame,
                direction: frame_from_robot * wheel.hold.extend(0.0),
                across: 0.0,
            };
            world.set_friction_direction(child, Some(direction))?;
        }
        Ok(())
    }

    /// Rates of the wheels, in order, for a forward speed, a speed to the left [m/s] and a turn rate [rad/s]. [rad/s]
    pub(crate) fn rates(&self, speed: DVec3) -> impl Iterator<Item = (JointId, f64)> {
        self.wheels.iter().map(move |wheel| (wheel.joint, wheel.rate.dot(speed)))
    }

    /// Motion of the robot by rotations of its wheels, in order: forward, to the left [m] and about the vertical [rad]. The
    /// rotations of more than three wheels need not agree: the sum of the squares of their differences is the least.
    pub(crate) fn moved(&self, turned: impl Iterator<Item = f64>) -> DVec3 {
        let sum = self.wheels.iter().zip(turned).map(|(wheel, turned)| wheel.rate * turned).sum::<DVec3>();
        self.motion * sum
    }

    /// Positions of the wheels. [rad]
    pub(crate) fn positions(&self, world: &World) -> Vec<f64> {
        self.wheels.iter().map(|wheel| world.joint_position(wheel.joint)).collect()
    }
}

/// The motion of a robot by its wheels, by the normal equations of least squares. `reach` is the distance of the wheels from
/// their middle. [m]
///
/// # Errors
/// If the wheels leave a direction of motion free.
fn motion(wheels: &[OmniWheel], radius_m: f64, reach: f64) -> Result<DMat3, SetupError> {
    let sum = wheels.iter().fold(DMat3::ZERO, |sum, wheel| {
        let rate = wheel.rate;
        sum + DMat3::from_cols(rate * rate.x, rate * rate.y, rate * rate.z)
    });
    // In units of radius and reach, the size of the elements is about the number of wheels.
    let units = DVec3::new(radius_m, radius_m, radius_m / reach);
    let scaled = DMat3::from_diagonal(units) * sum * DMat3::from_diagonal(units);
    let mean = (scaled.x_axis.x + scaled.y_axis.y + scaled.z_axis.z) / 3.0;
    if scaled.determinant() <= INDEPENDENT * mean.powi(3) {
        return Err(SetupError::Invalid(
            "its wheels do not move it in all directions: their rollers must lie in different directions (property RollerAngle)"
                .to_owned(),
        ));
    }
    Ok(sum.inverse())
}

fn places(world: &World, robot: NodeId, names: &str) -> Result<Vec<Place>, SetupError> {
    let count = names.split(',').filter(|name| !name.trim().is_empty()).count();
    if count < 3 {
        let known = robot_joints::named(world, robot, "")?;
        let known: Vec<&str> = known.iter().map(|joint| joint.name.as_str()).collect();
        return Err(SetupError::Missing(format!(
            "its property Wheels must name the joints of three or more wheels with rollers; the joints are {}",
            known.join(", ")
        )));
    }
    let joints = robot_joints::named(world, robot, names)?;
    joints.into_iter().map(|joint| place(world, robot, joint)).collect()
}

fn place(world: &World, robot: NodeId, joint: RobotJoint) -> Result<Place, SetupError> {
    let child = world.joint_child(joint.id);
    let robot_from_child = world.world_from(robot).inverse() * world.world_from(child);
    let axis = robot_from_child.rotation * world.joint_axis(joint.id);
    if world.joint_kind(joint.id) == JointKind::Prismatic || axis.z.abs() > LEVEL {
        return Err(SetupError::Invalid(format!(
            "Wheels: joint {} does not turn about a level axis of its robot, so it is not that of a wheel",
            joint.name
        )));
    }
    let center = robot_from_child.transform_point(world.joint_anchor(joint.id));
    let radius_m = world.bounds(child, RayKind::Physics).map_or(0.0, |[low, high]| (high.z - low.z) / 2.0);
    let rolling = axis.cross(DVec3::Z).truncate().normalize();
    Ok(Place { joint, center: center.truncate(), rolling, radius_m })
}

/// A wheel, with the rate at which the surface of its lowest roller does not slide along the direction in which it holds.
fn wheel(
    world: &World,
    robot: NodeId,
    place: &Place,
    middle: DVec2,
    properties: &OmniWheelProperties,
    radius_m: f64,
) -> Result<OmniWheel, SetupError> {
    let child = world.joint_child(place.joint.id);
    let hold = match world.friction_direction(child) {
        Some(given) => {
            let robot_from_frame =
                world.world_from(robot).rotation.inverse() * world.world_from(given.frame).rotation;
            (robot_from_frame * given.direction).truncate().normalize_or_zero()
        }
        None => {
            let left = place.rolling.perp();
            let from_middle = place.center - middle;
            let side = (from_middle.dot(place.rolling) * from_middle.dot(left)).signum();
            let (sin, cos) = libm::sincos(-side * properties.roller_rad);
            place.rolling * cos + left * sin
        }
    };
    let along = hold.dot(place.rolling);
    if along.abs() < ALONG_MIN {
        return Err(SetupError::Invalid(format!(
            "Wheels: the rollers of joint {} lie across its rolling direction, so it cannot drive",
            place.joint.name
        )));
    }
    let turning = hold.dot(place.center.perp());
    let rate = DVec3::new(hold.x, hold.y, turning) / (radius_m * along);
    Ok(OmniWheel { joint: place.joint.id, rate, hold })
}
