//! States of parts that joints hold: the positions and velocities of these joints with which a part has a pose and velocities.

use glam::DVec3;
use morse_world::{IkRequest, JointId, JointKind, NodeId, Pose, RobotKinematics, World};

/// Largest distance [m] and angle [rad] of a pose from the one that is set.
const POSE_TOLERANCE: f64 = 1e-6;
/// Largest error of a velocity [m/s or rad/s], plus the same share of it.
const VELOCITY_TOLERANCE: f64 = 1e-6;
/// Largest number of joints between two links with geometry: those of a body that moves freely.
const CHAIN_MAX: usize = 6;

/// Positions [rad or m] and velocities [rad/s or m/s] of joints, by their numbers.
type JointStates = Vec<(JointId, f64, f64)>;

/// States of the joints that hold a part, with which the part has a pose in the world and a linear [m/s] and an angular [rad/s]
/// velocity. The joint of the part moves it; if it cannot, the
/// joints of links above that carry nothing else, such as those of a body with several joints, move with it.
///
/// # Errors
/// The reason why these joints cannot give the part this state.
pub(super) fn joint_states(
    world: &World,
    part: NodeId,
    joint: JointId,
    wanted: Pose,
    velocities: [DVec3; 2],
) -> Result<JointStates, String> {
    let now = world.world_from(part);
    let velocities = (velocities != world.velocities(part)).then_some(velocities);
    let wanted = (!is_same(now, wanted)).then_some(wanted);
    if wanted.is_none() && velocities.is_none() {
        return Ok(Vec::new());
    }
    let name = world.joint_name(joint);
    let root = std::iter::successors(Some(part), |&node| world.parent(node)).last().unwrap_or(part);
    let root = world.name(root);
    if world.joint_kind(joint) == JointKind::Fixed {
        return Err(format!("joint '{name}' fixes it; move '{root}' instead"));
    }
    if let Some(mimic) = world.joint_mimic(joint) {
        let leader = world.joint_name(mimic.leader);
        return Err(format!(
            "joint '{name}' holds it and follows joint '{leader}'; move the part of that joint"
        ));
    }
    let mut problem = format!("joint '{name}' holds it");
    for (number, base) in carriers(world, part, joint).into_iter().enumerate() {
        let Some(mut kinematics) = world.kinematics(base) else { break };
        match solve(world, base, part, &mut kinematics, wanted, velocities) {
            Ok(states) => return Ok(states),
            Err(reason) if number == 0 => problem = format!("joint '{name}' holds it and {reason}"),
            Err(_) => {}
        }
    }
    Err(format!("{problem}; set the positions of its joints, or move '{root}'"))
}

/// The nodes that carry a part by one joint, by two joints, and so on, as long as the links between carry nothing else.
fn carriers(world: &World, part: NodeId, joint: JointId) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = world.joint_parent(joint).into_iter().collect();
    while let Some(&link) = found.last().filter(|_| found.len() < CHAIN_MAX)
        && let Some(above) = world.joint_of(link)
        && world.joint_kind(above) != JointKind::Fixed
        && world.joint_mimic(above).is_none()
        && world.children(link).len() == 1
        && let Some(carrier) = world.joint_parent(above)
    {
        found.push(carrier);
    }
    debug_assert!(!found.contains(&part), "a joint holds a part above itself");
    found
}

/// States of the joints between a base and a part.
fn solve(
    world: &World,
    base: NodeId,
    part: NodeId,
    kinematics: &mut RobotKinematics,
    wanted: Option<Pose>,
    velocities: Option<[DVec3; 2]>,
) -> Result<JointStates, String> {
    let world_from_base = world.world_from(base);
    let joints = kinematics.joints().to_vec();
    let mut positions: Vec<f64> = joints.iter().map(|&joint| world.joint_position(joint)).collect();
    let unknown = || "its kinematics are unknown".to_owned();
    if let Some(wanted) = wanted {
        let base_from_part = world_from_base.inverse() * wanted;
        let request = IkRequest {
            node: part,
            point: DVec3::ZERO,
            position: base_from_part.translation,
            rotation: Some(base_from_part.rotation),
            tolerance_m: POSE_TOLERANCE,
            tolerance_rad: POSE_TOLERANCE,
        };
        let solution = kinematics.solve(&request, &positions).ok_or_else(unknown)?;
        if !solution.is_reached {
            let [off_m, off_rad] = [solution.error_m, solution.error_rad];
            return Err(format!(
                "cannot put it there: within its limits it stays {off_m:.3} m and {off_rad:.3} rad away"
            ));
        }
        positions = solution.positions;
    }
    let columns = kinematics.jacobian(part, DVec3::ZERO, &positions).ok_or_else(unknown)?;
    let moves: Vec<usize> = (0..joints.len()).filter(|&joint| columns[joint] != [0.0; 6]).collect();
    let mut rates: Vec<f64> = moves.iter().map(|&index| world.joint_velocity(joints[index])).collect();
    if let Some(velocities) = velocities {
        let place = wanted.unwrap_or_else(|| world.world_from(part)).translation;
        let [linear, angular] = carried(world, base, place);
        let [linear, angular] = [velocities[0] - linear, velocities[1] - angular]
            .map(|vector| world_from_base.inverse().transform_vector(vector).to_array());
        let target: [f64; 6] =
            std::array::from_fn(|row| if row < 3 { linear[row] } else { angular[row - 3] });
        let (found, rest) = least_squares(moves.iter().map(|&index| columns[index]), target);
        if rest > VELOCITY_TOLERANCE * (1.0 + length(&target)) {
            return Err(format!("cannot give it these velocities: {rest:.3} m/s or rad/s remain"));
        }
        rates = found;
    }
    Ok(moves.iter().zip(rates).map(|(&index, rate)| (joints[index], positions[index], rate)).collect())
}

/// Linear and angular velocity of a point in the world that a node carries, along the axes of the world. [m/s, rad/s]
fn carried(world: &World, node: NodeId, place: DVec3) -> [DVec3; 2] {
    let mut above = std::iter::successors(Some(node), |&node| world.parent(node));
    let Some(body) = above.find(|&node| world.is_free(node)) else { return [DVec3::ZERO; 2] };
    let [linear, angular] = world.velocities(body);
    [linear + angular.cross(place - world.world_from(body).translation), angular]
}

/// Coefficients of columns whose sum is nearest to a target, by Gram and Schmidt's method, and the distance from the target.
/// Columns that depend on earlier ones have the coefficient 0.
fn least_squares(columns: impl Iterator<Item = [f64; 6]>, mut target: [f64; 6]) -> (Vec<f64>, f64) {
    // Each direction of length 1, with its coefficients of the columns.
    let mut directions: Vec<([f64; 6], Vec<f64>)> = Vec::new();
    let columns: Vec<[f64; 6]> = columns.collect();
    for (number, column) in columns.iter().enumerate() {
        let mut direction = *column;
        let mut weights = vec![0.0; columns.len()];
        weights[number] = 1.0;
        for (earlier, own) in &directions {
            let share = dot(&direction, earlier);
            add(&mut direction, -share, earlier);
            add(&mut weights, -share, own);
        }
        let size = length(&direction);
        if size > 1e-9 * length(column) {
            direction.iter_mut().chain(&mut weights).for_each(|number| *number /= size);
            directions.push((direction, weights));
        }
    }
    let mut coefficients = vec![0.0; columns.len()];
    for (direction, weights) in &directions {
        let share = dot(&target, direction);
        add(&mut target, -share, direction);
        add(&mut coefficients, share, weights);
    }
    (coefficients, length(&target))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

fn add(to: &mut [f64], share: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(number, own)| *number += share * own);
}

/// Whether two poses differ by less than the tolerance.
fn is_same(a: Pose, b: Pose) -> bool {
    let turn = b.rotation.normalize() * a.rotation.inverse();
    a.translation.distance(b.translation) <= POSE_TOLERANCE && turn.xyz().length() <= POSE_TOLERANCE / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_the_coefficients_and_the_rest() {
        let columns =
            [[1.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0, 0.0, 3.0], [2.0, 2.0, 0.0, 0.0, 0.0, 0.0]];
        let (found, rest) = least_squares(columns.into_iter(), [2.0, 3.0, 0.5, 0.0, 0.0, 1.5]);
        assert!(
            (found[0] - 2.0).abs() < 1e-12 && (found[1] - 0.5).abs() < 1e-12 && found[2] == 0.0,
            "{found:?}"
        );
        assert!((rest - 0.5).abs() < 1e-12, "{rest}");
    }
}
