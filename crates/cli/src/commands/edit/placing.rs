//! From a pose in the world to the place that an object has in its document.

use morse::{Pose, Simulation};
use morse_scene::edit::Place;
use morse_scene::{Document, Object};
use morse_world::Euler;

/// Steps of saved positions: 0.1 mm. [1/m]
const STEPS_PER_M: f64 = 1e4;
/// Steps of saved angles. [1/rad]
const STEPS_PER_RAD: f64 = 1e5;
/// Cosine of half the angle up to which rotations are the same.
const SAME_COSINE: f64 = 1.0 - 1e-10;

/// The place of an object with which its node gets a pose in the world.
///
/// # Errors
/// The reason why a pose in the world cannot be expressed.
pub fn place_at(
    document: &Document,
    simulation: &Simulation,
    name: &str,
    pose: Pose,
) -> Result<Place, String> {
    let object = document.object(name).ok_or_else(|| not_of_scene(document, name))?;
    let world = simulation.world();
    let node = world.find(name).ok_or("it has no place in the world: give its position by numbers")?;
    if carriers(document, object)
        .any(|carrier| carrier.scale.iter().any(|&factor| (factor - 1.0).abs() > 1e-9))
    {
        return Err("it is on a scaled object: give its position by numbers".to_owned());
    }
    let parent = world.parent(node).map_or(Pose::IDENTITY, |parent| world.world_from(parent));
    let (before, after) = (parent.inverse() * world.world_from(node), parent.inverse() * pose);
    let moved = (after.translation - before.translation).to_array();
    let mut location = object.location;
    location.iter_mut().zip(moved).for_each(|(at, step)| *at = rounded(*at + step, STEPS_PER_M));
    Ok(Place { location, rotation: rotation_after(object, &before, &after)? })
}

/// The objects that carry an object.
fn carriers<'d>(document: &'d Document, object: &'d Object) -> impl Iterator<Item = &'d Object> {
    let above = |object: &&'d Object| document.object(object.parent.as_deref()?);
    std::iter::successors(above(&object), above).take(document.objects.len())
}

fn rotation_after(object: &Object, before: &Pose, after: &Pose) -> Result<[f64; 3], String> {
    let is_same = |a: &Pose, b: &Pose| a.rotation.dot(b.rotation).abs() > SAME_COSINE;
    if is_same(before, after) {
        return Ok(object.rotation);
    }
    let quat = |[roll, pitch, yaw]: [f64; 3]| Pose {
        rotation: Euler { roll, pitch, yaw }.to_quat(),
        ..Pose::IDENTITY
    };
    let angles = |pose: &Pose| {
        let Euler { roll, pitch, yaw } = pose.euler();
        [roll, pitch, yaw]
    };
    // A robot is turned relative to its attitude in its file, by the sum of the angles.
    let mut offset = [0.0; 3];
    if !is_same(&quat(object.rotation), before) {
        let shown = angles(before);
        for axis in 0..3 {
            offset[axis] = shown[axis] - object.rotation[axis];
        }
        let sum = [0, 1, 2].map(|axis| object.rotation[axis] + offset[axis]);
        if !is_same(&quat(sum), before) {
            return Err("its attitude depends on its file: turn it by numbers".to_owned());
        }
    }
    let new = angles(after);
    Ok([0, 1, 2].map(|axis| rounded(new[axis] - offset[axis], STEPS_PER_RAD)))
}

fn rounded(value: f64, steps: f64) -> f64 {
    let rounded = (value * steps).round() / steps;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Why an object that pages show cannot be changed.
pub fn not_of_scene(document: &Document, name: &str) -> String {
    format!(
        "`{name}` is not an object of the scene but part of a model, or of the environment `{}`: change that file",
        document.environment.file
    )
}

/// A place beside an object, for its copy.
pub fn beside(object: &Object, step_m: f64) -> Place {
    let [x, y, z] = object.location;
    Place { location: [rounded(x + step_m, STEPS_PER_M), y, z], rotation: object.rotation }
}
