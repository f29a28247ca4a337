//! Joints of robots for Python: their values as arrays, and their kinematics.

use std::sync::{Mutex, PoisonError};

use glam::{DQuat, DVec3};
use morse::Simulation;
use morse_sim::contract::data::Data;
use morse_sim::{ComponentId, Value};
use morse_world::{IkRequest, JointId, JointKind, NodeId, Pose, RobotKinematics, World};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::convert;
use crate::worlds;

/// Name, kind, lowest and highest position, maximum speed and maximum effort of a joint.
pub(crate) type JointRow = (String, &'static str, f64, f64, f64, f64);

/// Position [m], and quaternion x, y, z, w.
type PoseRow = ([f64; 3], [f64; 4]);

/// A quantity of joints.
#[derive(Clone, Copy)]
pub(crate) enum Quantity {
    Position,
    Velocity,
    Effort,
    /// Effort of limits, dry friction, equalities and contacts, while forces are recorded.
    Constraint,
}

impl Quantity {
    /// # Errors
    /// For other words.
    pub(crate) fn parse(word: &str) -> PyResult<Quantity> {
        match word {
            "position" => Ok(Quantity::Position),
            "velocity" => Ok(Quantity::Velocity),
            "effort" => Ok(Quantity::Effort),
            _ => Err(PyValueError::new_err(format!(
                "joints have no {word:?}; they have position, velocity, effort"
            ))),
        }
    }

    /// The value of a joint; NaN for an effort that is not known.
    pub(crate) fn of(self, world: &World, joint: JointId) -> f64 {
        match self {
            Quantity::Position => world.joint_position(joint),
            Quantity::Velocity => world.joint_velocity(joint),
            Quantity::Effort => world.joint_effort(joint).unwrap_or(f64::NAN),
            Quantity::Constraint => world.joint_constraint_effort(joint),
        }
    }
}

/// The node of a robot.
fn node(simulation: &Simulation, robot: &str) -> PyResult<NodeId> {
    match simulation.component_id(robot) {
        Some(id @ ComponentId::Robot(_)) => Ok(simulation.component_node(id)),
        _ => Err(PyKeyError::new_err(format!("there is no robot {robot:?} in the simulation"))),
    }
}

/// Names and limits of the joints of a robot.
pub(crate) fn rows(simulation: &Simulation, robot: &str) -> PyResult<Vec<JointRow>> {
    let (world, base) = (simulation.world(), node(simulation, robot)?);
    let row = |id: JointId| {
        let kind = match world.joint_kind(id) {
            JointKind::Prismatic => "prismatic",
            JointKind::Continuous => "continuous",
            JointKind::Fixed | JointKind::Revolute => "revolute",
        };
        let limits = world.joint_limits(id);
        (name(world, base, id), kind, limits.lower, limits.upper, limits.velocity, limits.effort)
    };
    Ok(world.joints_below(base).into_iter().map(row).collect())
}

/// Names of the links of a robot that have mass, in the order of its file.
pub(crate) fn links(simulation: &Simulation, robot: &str) -> PyResult<Vec<String>> {
    let (world, base) = (simulation.world(), node(simulation, robot)?);
    Ok(worlds::links::links(world, base).into_iter().map(|link| world.name(link).to_owned()).collect())
}

/// The name of a joint in its file.
fn name(world: &World, base: NodeId, joint: JointId) -> String {
    let (prefix, name) = (format!("{}/", world.name(base)), world.joint_name(joint));
    name.strip_prefix(&prefix).unwrap_or(name).to_owned()
}

/// A quantity of all joints of a robot.
pub(crate) fn values(simulation: &Simulation, robot: &str, quantity: Quantity) -> PyResult<Vec<f64>> {
    let (world, base) = (simulation.world(), node(simulation, robot)?);
    Ok(world.joints_below(base).into_iter().map(|joint| quantity.of(world, joint)).collect())
}

/// Actuators of a robot whose commands are values of its joints, with the names of these joints.
pub(crate) fn controllers(simulation: &Simulation, robot: &str) -> PyResult<Vec<(String, Vec<String>)>> {
    let known: Vec<String> = rows(simulation, robot)?.into_iter().map(|row| row.0).collect();
    let actuators = simulation.component_ids().filter_map(|(name, id)| {
        let own = simulation.robot_of(id).is_some_and(|own| simulation.component_name(own) == robot);
        let commands = matches!(id, ComponentId::Actuator(_)) && own;
        let joints: Vec<String> =
            open(simulation.component_data(id)).filter(|_| commands).map(str::to_owned).collect();
        let names_joints = !joints.is_empty() && joints.iter().all(|joint| known.contains(joint));
        names_joints.then(|| (name.to_owned(), joints))
    });
    Ok(actuators.collect())
}

/// The names of the values of data whose fields are not declared.
fn open(data: &dyn Data) -> impl Iterator<Item = &str> {
    data.open()
        .into_iter()
        .flatten()
        .filter(|(_, value)| matches!(value, Value::Float(_)))
        .map(|(name, _)| name)
}

/// Kinematics of the joints of a robot. Positions of joints are arguments, in the order of `Engine.joints`.
#[pyclass(module = "morse._engine", frozen)]
pub(crate) struct Kinematics {
    kinematics: Mutex<RobotKinematics>,
    /// Names in the file: the world appends a number to a name that is taken.
    links: Vec<(String, NodeId)>,
    joints: usize,
}

impl Kinematics {
    /// # Errors
    /// If the robot does not exist, or has no joints.
    pub(crate) fn new(simulation: &Simulation, robot: &str) -> PyResult<Kinematics> {
        let (world, base) = (simulation.world(), node(simulation, robot)?);
        let Some(kinematics) = world.kinematics(base) else {
            return Err(PyValueError::new_err(format!("robot {robot:?} has no joints that move")));
        };
        let joints = kinematics.joints().len();
        // Visuals and other pieces of links have a slash in their names, components begin with that of the robot.
        let components = format!("{robot}.");
        let is_link = |name: &str| !name.contains('/') && !name.starts_with(&components);
        let links = world.subtree(base).into_iter().filter(|&node| node != base && is_link(world.name(node)));
        let links = links.map(|node| (without_number(world.name(node)).to_owned(), node)).collect();
        Ok(Kinematics { kinematics: Mutex::new(kinematics), links, joints })
    }

    fn link(&self, name: &str) -> PyResult<NodeId> {
        let found = self.links.iter().find(|(link, _)| link == name);
        let known = || self.links.iter().map(|(link, _)| link.as_str());
        let unknown = || {
            let meant = morse_scene::nearest::did_you_mean(name, known());
            let meant = meant.map(|meant| format!("; {meant}")).unwrap_or_default();
            let listed = known().collect::<Vec<_>>().join(", ");
            PyKeyError::new_err(format!("there is no link {name:?}; the links are {listed}{meant}"))
        };
        found.map(|(_, node)| *node).ok_or_else(unknown)
    }

    fn positions<'a>(&self, positions: &'a PyReadonlyArray1<'_, f64>) -> PyResult<&'a [f64]> {
        let numbers = positions.as_slice()?;
        if numbers.len() != self.joints || !numbers.iter().all(|number| number.is_finite()) {
            return Err(PyValueError::new_err(format!(
                "positions must be {} finite numbers, one for each joint, got {} numbers",
                self.joints,
                numbers.len()
            )));
        }
        Ok(numbers)
    }

    fn with<R>(&self, call: impl FnOnce(&mut RobotKinematics) -> Option<R>) -> PyResult<R> {
        let mut kinematics = self.kinematics.lock().unwrap_or_else(PoisonError::into_inner);
        call(&mut kinematics).ok_or_else(|| PyValueError::new_err("the link is not part of the robot"))
    }
}

/// The name of a part without the number that is appended to names that are taken: `Wheel` for `Wheel.001`.
fn without_number(name: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once('.').filter(|(_, number)| is_number(number)).map_or(name, |(name, _)| name)
}

fn base_pose(base: PoseRow) -> PyResult<Pose> {
    convert::to_pose(base.0, base.1)
}

#[pymethods]
impl Kinematics {
    /// Names of the links.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.links.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Pose of a link in the world, with the base at a pose.
    fn pose(&self, base: PoseRow, link: &str, positions: PyReadonlyArray1<'_, f64>) -> PyResult<PoseRow> {
        let (node, positions) = (self.link(link)?, self.positions(&positions)?);
        let base_from_link = self.with(|kinematics| kinematics.base_from(node, positions))?;
        Ok(convert::pose(base_pose(base)? * base_from_link))
    }

    /// Jacobian of a point of a link: six rows (velocity along, turn rate about the axes of the world), a column for each joint.
    fn jacobian<'py>(
        &self,
        py: Python<'py>,
        base: PoseRow,
        link: &str,
        point: [f64; 3],
        positions: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (node, positions) = (self.link(link)?, self.positions(&positions)?);
        let columns = self.with(|kinematics| kinematics.jacobian(node, DVec3::from(point), positions))?;
        let turn = base_pose(base)?.rotation;
        let mut rows = vec![0.0; 6 * columns.len()];
        for (joint, column) in columns.iter().enumerate() {
            let [linear, angular] = [&column[..3], &column[3..]].map(|part| turn * DVec3::from_slice(part));
            for (row, number) in linear.to_array().into_iter().chain(angular.to_array()).enumerate() {
                rows[row * columns.len() + joint] = number;
            }
        }
        PyArray1::from_vec(py, rows).reshape([6, columns.len()])
    }

    /// Positions of joints that put a point of a link to a place in the world: the positions, whether they do, and the errors
    /// [m, rad].
    #[allow(clippy::too_many_arguments, reason = "the arguments of a call from Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        base: PoseRow,
        link: &str,
        point: [f64; 3],
        position: [f64; 3],
        quaternion: Option<[f64; 4]>,
        tolerances: [f64; 2],
        start: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, bool, f64, f64)> {
        let (node, start) = (self.link(link)?, self.positions(&start)?);
        let base_from_world = base_pose(base)?.inverse();
        let wanted = convert::to_pose(position, quaternion.unwrap_or(DQuat::IDENTITY.to_array()))?;
        let wanted = base_from_world * wanted;
        if !tolerances.iter().all(|tolerance| *tolerance > 0.0) {
            return Err(PyValueError::new_err(format!(
                "tolerances must be more than 0, got {} m and {} rad",
                tolerances[0], tolerances[1]
            )));
        }
        let request = IkRequest {
            node,
            point: DVec3::from(point),
            position: wanted.translation,
            rotation: quaternion.map(|_| wanted.rotation),
            tolerance_m: tolerances[0],
            tolerance_rad: tolerances[1],
        };
        let found = self.with(|kinematics| kinematics.solve(&request, start))?;
        Ok((PyArray1::from_vec(py, found.positions), found.is_reached, found.error_m, found.error_rad))
    }
}
