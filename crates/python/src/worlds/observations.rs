//! Observations: reads numbers from fields of components and states of objects.

use morse::{Simulation, Value};
use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::PixelKind;
use morse_world::{JointId, NodeId};

use super::links::{self, LinkQuantity};
use crate::joints::Quantity;

/// The source of an observation.
enum Source {
    /// A field of local data.
    Field(usize),
    /// A value of local data outside of the declared fields.
    Open,
    /// Pose of an object in the world frame: x, y, z [m] and a quaternion x, y, z, w.
    Pose(NodeId),
    /// Yaw of an object in the world frame. [rad]
    Yaw(NodeId),
    /// Linear and angular velocity of an object in the world frame. [m/s, rad/s]
    Velocity(NodeId),
    /// A quantity of the joints of a robot; 0 for efforts that are not known.
    Joints(Vec<JointId>, Quantity),
    /// Center of mass of the links of a robot in the world. [m]
    Center(Vec<NodeId>),
    /// A quantity of the links of a robot.
    Links(Vec<NodeId>, LinkQuantity),
}

/// Numbers observed in a world.
pub(crate) struct Observation {
    component: String,
    field: String,
    length: usize,
    source: Source,
}

impl Observation {
    pub(crate) fn new(
        simulation: &Simulation,
        component: &str,
        field: &str,
        length: usize,
    ) -> Result<Self, String> {
        let node = simulation.world().find(component);
        let data = simulation.data(component);
        let index = data.and_then(|data| data.index_of(field));
        let is_open = data.and_then(|data| data.open()).is_some_and(|open| open.contains_key(field));
        let source = match (index, node, field) {
            (Some(index), _, _) => Source::Field(index),
            _ if is_open => Source::Open,
            (_, Some(node), "@pose") => Source::Pose(node),
            (_, Some(node), "@yaw") => Source::Yaw(node),
            (_, Some(node), "@velocity") => Source::Velocity(node),
            (
                _,
                Some(node),
                "@joint_position" | "@joint_velocity" | "@joint_effort" | "@joint_constraint",
            ) => {
                let quantity = match field {
                    "@joint_position" => Quantity::Position,
                    "@joint_velocity" => Quantity::Velocity,
                    "@joint_effort" => Quantity::Effort,
                    _ => Quantity::Constraint,
                };
                Source::Joints(simulation.world().joints_below(node), quantity)
            }
            (_, Some(node), "@center_of_mass") => Source::Center(links::links(simulation.world(), node)),
            (_, Some(node), _) if let Some(quantity) = LinkQuantity::of_field(field) => {
                Source::Links(links::links(simulation.world(), node), quantity)
            }
            (_, None, _) => return Err(format!("there is no component {component:?} in the simulation")),
            _ => {
                let fields = data.map(|data| data.fields().iter().map(|info| info.name).collect::<Vec<_>>());
                let fields = fields.unwrap_or_default().join(", ");
                return Err(format!("{component} has no field {field:?}; it has {fields}"));
            }
        };
        Ok(Self { component: component.to_owned(), field: field.to_owned(), length, source })
    }

    /// Whether it needs the forces at contacts, or the efforts of constraints.
    pub(crate) fn reads_forces(&self) -> bool {
        let source = &self.source;
        matches!(source, Source::Joints(_, Quantity::Constraint) | Source::Links(_, LinkQuantity::Force))
    }

    pub(crate) fn component(&self) -> &str {
        &self.component
    }

    pub(crate) fn width(&self) -> usize {
        self.length
    }

    /// Writes the numbers observed in a world.
    pub(crate) fn write(&self, world: &Simulation, out: &mut [f32]) -> Result<(), String> {
        let length = match &self.source {
            &Source::Pose(node) => {
                let pose = world.world().world_from(node);
                fill(out, pose.translation.to_array().into_iter().chain(pose.rotation.to_array()))
            }
            &Source::Yaw(node) => {
                fill(out, [morse_world::Euler::from_quat(world.world().world_from(node).rotation).yaw])
            }
            &Source::Velocity(node) => {
                fill(out, world.world().velocities(node).into_iter().flat_map(|part| part.to_array()))
            }
            Source::Joints(joints, quantity) => {
                let value = |&joint: &JointId| quantity.of(world.world(), joint);
                fill(out, joints.iter().map(value).map(|value| if value.is_nan() { 0.0 } else { value }))
            }
            Source::Center(links) => fill(out, links::center_of_mass(world.world(), links).to_array()),
            Source::Links(links, quantity) => fill(out, quantity.numbers(world.world(), links)),
            Source::Open => {
                let open = world.data(&self.component).and_then(|data| data.open());
                fill(out, open.and_then(|open| open.get(&self.field)).and_then(Value::as_f64))
            }
            &Source::Field(index) => match world.data(&self.component).and_then(|data| data.get(index)) {
                Some(field) => write_field(field, out),
                None => 0,
            },
        };
        if length == self.length {
            return Ok(());
        }
        Err(format!("{}.{} has {length} numbers, not {}", self.component, self.field, self.length))
    }
}

fn write_field(field: Field<'_>, out: &mut [f32]) -> usize {
    match field {
        Field::Bool(truth) => fill(out, [f64::from(u8::from(truth))]),
        Field::Int(number) => fill(out, [number as f64]),
        Field::Float(number) => fill(out, [number]),
        Field::Vector(vector) => fill(out, vector.to_array()),
        Field::Quaternion(rotation) => fill(out, rotation.to_array()),
        Field::Euler(euler) => fill(out, [euler.yaw, euler.pitch, euler.roll]),
        Field::Matrix(matrix) => fill(out, matrix.transpose().to_cols_array()),
        Field::Floats(floats) => fill(out, floats.iter().copied()),
        Field::Image(image) if image.pixels == PixelKind::Label => fill(out, image.labels().map(f64::from)),
        Field::Image(image) if image.pixels != PixelKind::Color => fill(out, image.floats().map(f64::from)),
        Field::Image(_)
        | Field::Points(_)
        | Field::Null
        | Field::Text(_)
        | Field::Bytes(_)
        | Field::Dict(_)
        | Field::List(_) => 0,
    }
}

/// Writes as many numbers as fit, and returns the total count of numbers.
fn fill(out: &mut [f32], numbers: impl IntoIterator<Item = f64>) -> usize {
    let mut count = 0;
    for number in numbers {
        if let Some(place) = out.get_mut(count) {
            *place = number as f32;
        }
        count += 1;
    }
    count
}
