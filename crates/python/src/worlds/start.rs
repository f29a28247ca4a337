//! Variables of the start of an episode: places, masses, friction, joints, and properties such as levels of noise.

use glam::DVec3;
use morse::{Pose, Simulation, Value};
use morse_sim::EntityState;
use morse_world::{Euler, JointId, NodeId};

/// A variable of the start of an episode.
pub(super) enum Variable {
    /// x, y, z [m] and yaw [rad] of an object.
    Place(String),
    /// Position [m], quaternion x, y, z, w, linear [m/s] and angular velocity [rad/s] of an object in the world.
    State(String),
    /// Mass of an object. [kg]
    Mass(NodeId),
    /// Friction coefficient of an object.
    Friction(NodeId),
    /// Color of an object, red, green and blue from 0 to 1.
    Color(NodeId),
    /// Number of the pattern that covers an object.
    Pattern(NodeId),
    /// Energy of a lamp, and its color.
    Light(NodeId),
    /// Pose of a component or object on its parent: position [m], roll, pitch and yaw [rad].
    Mount(NodeId),
    /// Positions [rad or m] and then velocities [rad/s or m/s] of all joints of a robot.
    Joints(Vec<JointId>),
    /// A property of the modifiers of a component, such as a level of noise, or of the component itself.
    Property {
        /// Full name of the component.
        component: String,
        /// Name of the property.
        property: String,
    },
}

impl Variable {
    /// A variable from Python: its kind, the name of an object or component, and the name of a property.
    pub(super) fn new(
        simulation: &Simulation,
        kind: &str,
        name: &str,
        property: &str,
    ) -> Result<Self, String> {
        let node = || {
            let node = simulation.world().find(name);
            node.ok_or_else(|| format!("there is no object {name:?} in the simulation"))
        };
        match kind {
            "place" => node().map(|_| Variable::Place(name.to_owned())),
            "state" => node().map(|_| Variable::State(name.to_owned())),
            "mass" => node().map(Variable::Mass),
            "friction" => node().map(Variable::Friction),
            "color" | "pattern" => {
                let node = node()?;
                if !simulation.is_seen(node) {
                    return Err(format!("object {name:?} has nothing that a camera sees"));
                }
                Ok(if kind == "color" { Variable::Color(node) } else { Variable::Pattern(node) })
            }
            "light" => match node()? {
                node if simulation.world().light(node).is_some() => Ok(Variable::Light(node)),
                _ => Err(format!("object {name:?} is not a lamp")),
            },
            "mount" => match node()? {
                node if simulation.world().parent(node).is_some() => Ok(Variable::Mount(node)),
                _ => Err(format!("{name:?} is not mounted on anything: set its place")),
            },
            "joints" => {
                let joints = simulation.world().joints_below(node()?);
                if joints.is_empty() {
                    return Err(format!("robot {name:?} has no joints that move"));
                }
                Ok(Variable::Joints(joints))
            }
            "property" => {
                let known = simulation.property_names(name);
                let known =
                    known.ok_or_else(|| format!("there is no component {name:?} in the simulation"))?;
                if !known.contains(&property) {
                    let list = known.join(", ");
                    return Err(format!(
                        "neither {name} nor a modifier of it has a property {property:?}; there are: {list}"
                    ));
                }
                Ok(Variable::Property { component: name.to_owned(), property: property.to_owned() })
            }
            _ => Err(format!("a start cannot set {kind:?}")),
        }
    }

    /// How many numbers it has.
    pub(super) fn width(&self) -> usize {
        match self {
            Variable::Place(_) | Variable::Light(_) => 4,
            Variable::State(_) => 13,
            Variable::Joints(joints) => 2 * joints.len(),
            Variable::Color(_) => 3,
            Variable::Mount(_) => 6,
            Variable::Mass(_) | Variable::Friction(_) | Variable::Pattern(_) | Variable::Property { .. } => 1,
        }
    }

    /// Sets all variables of a world that was reset.
    pub(super) fn set_all(variables: &[Self], world: &mut Simulation, values: &[f64]) -> Result<(), String> {
        let mut rest = values;
        let mut is_moved = false;
        for variable in variables {
            let (own, others) = rest.split_at(variable.width());
            is_moved |= matches!(variable, Variable::Place(_) | Variable::State(_) | Variable::Mount(_));
            variable.set(world, own)?;
            rest = others;
        }
        if is_moved {
            world.begin_components_here();
        }
        Ok(())
    }

    fn set(&self, world: &mut Simulation, values: &[f64]) -> Result<(), String> {
        match (self, values) {
            (Variable::Place(name), &[x, y, z, yaw]) => {
                let yaw = Euler { roll: 0.0, pitch: 0.0, yaw };
                let state = EntityState {
                    world_from_entity: Pose::from_euler(DVec3::new(x, y, z), yaw),
                    linear_velocity: DVec3::ZERO,
                    angular_velocity: DVec3::ZERO,
                };
                world.set_entity_state(name, &state).map_err(|error| error.to_string())
            }
            (Variable::State(name), &[x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz]) => {
                let world_from_entity = crate::convert::to_pose([x, y, z], [qx, qy, qz, qw])
                    .map_err(|_| format!("the rotation of {name} is a quaternion that is not zero"))?;
                let state = EntityState {
                    world_from_entity,
                    linear_velocity: DVec3::new(vx, vy, vz),
                    angular_velocity: DVec3::new(wx, wy, wz),
                };
                world.set_entity_state(name, &state).map_err(|error| error.to_string())
            }
            (Variable::Mass(node), &[mass]) => world.set_mass(*node, mass).map_err(|error| error.to_string()),
            (Variable::Friction(node), &[friction]) => {
                world.set_friction(*node, friction).map_err(|error| error.to_string())
            }
            (Variable::Color(node), &[red, green, blue]) => {
                world.set_color(*node, [red, green, blue]).map_err(|error| error.to_string())
            }
            (Variable::Pattern(node), &[number]) if number >= 0.0 && number.fract() == 0.0 => {
                world.set_pattern(*node, number as u64).map_err(|error| error.to_string())
            }
            (Variable::Pattern(_), &[number]) => {
                Err(format!("the number of a pattern is a whole number of at least 0, not {number}"))
            }
            (Variable::Light(node), &[energy, red, green, blue]) => {
                world.set_light(*node, energy, [red, green, blue]).map_err(|error| error.to_string())
            }
            (Variable::Mount(node), &[x, y, z, roll, pitch, yaw]) => {
                world.set_mount(*node, Pose::from_euler(DVec3::new(x, y, z), Euler { roll, pitch, yaw }));
                Ok(())
            }
            (Variable::Joints(joints), values) if values.len() == 2 * joints.len() => {
                let (positions, velocities) = values.split_at(joints.len());
                let states = joints.iter().zip(positions).zip(velocities);
                world.set_joints(states.map(|((&joint, &position), &velocity)| (joint, position, velocity)));
                Ok(())
            }
            (Variable::Property { component, property }, &[level]) => {
                let set = world.set_property_of(component, property, &Value::Float(level));
                set.map_err(|error| format!("{component}: {error}"))
            }
            _ => Err("a start needs one number for each variable, four for a place, 13 for a state, and two for each joint"
                .to_owned()),
        }
    }
}
