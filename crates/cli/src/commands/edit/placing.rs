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

/// The reason why an object that the page shows cannot be changed.
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

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};
    use morse::{LoadOptions, Options, Scene};
    use morse_scene::edit::{Edit, Operation, apply};
    use morse_scene::wiring::wiring_table::WiringTable;

    use super::*;

    /// An ATRV, whose file raises it, a turned robot with a camera, and an object on a scaled one.
    const SCENE: &str = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": [
        {"name": "atrv", "kind": "robot", "class": "morse.robots.atrv.ATRV", "builder": "ATRV",
         "model": {"file": "robots/atrv"}, "location": [1, 2, 0.3], "rotation": [0, 0, 0.5]},
        {"name": "bare", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "location": [5, 0, 1],
         "rotation": [0.1, -0.2, 2.0]},
        {"name": "bare.camera", "kind": "sensor", "class": "morse.sensors.video_camera.VideoCamera",
         "builder": "VideoCamera", "parent": "bare", "location": [0.2, 0, 0.4],
         "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966]},
        {"name": "large", "kind": "object", "shape": {"kind": "cube", "half_extents": [1, 1, 1]}, "location": [9, 9, 1],
         "scale": [2, 2, 2]},
        {"name": "on", "kind": "object", "shape": {"kind": "cube", "half_extents": [1, 1, 1]}, "parent": "large",
         "location": [0, 0, 2]}]}"#;

    fn scene(document: Document) -> (Document, Simulation) {
        let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
        let simulation = scene.simulation(&Options::default()).unwrap();
        (scene.document().clone(), simulation)
    }

    fn pose_of(simulation: &Simulation, name: &str) -> Pose {
        simulation.world().world_from(simulation.world().find(name).unwrap())
    }

    #[test]
    fn object_is_where_it_was_dropped_after_its_place_was_saved() {
        let (mut document, simulation) = scene(Document::from_json(SCENE).unwrap());
        for name in ["atrv", "bare", "bare.camera"] {
            let before = pose_of(&simulation, name);
            let turn = DQuat::from_euler(glam::EulerRot::ZYX, 0.7, 0.1, -0.2);
            let wanted = Pose {
                translation: before.translation + DVec3::new(3.0, -1.5, 2.0),
                rotation: turn * before.rotation,
            };
            let place = place_at(&document, &simulation, name, wanted).unwrap();
            let mut changed = document.clone();
            let operation = Operation::Place { name: name.to_owned(), place };
            changed.edits = vec![Edit { operation, source: None }];
            let wiring = WiringTable::built_in().unwrap();
            assert_eq!(apply(&mut changed, &morse::catalog(), &wiring), []);
            let (_, moved) = scene(changed);
            let after = pose_of(&moved, name);
            // The steps of saved places.
            assert!(
                after.translation.distance(wanted.translation) < 1e-4,
                "{name}: {after:?}, not {wanted:?}"
            );
            assert!(
                after.rotation.angle_between(wanted.rotation) < 3e-5,
                "{name}: {after:?}, not {wanted:?}"
            );
        }
        document.objects.retain(|object| object.name != "on");
        let reason = place_at(&document, &simulation, "on", Pose::IDENTITY).unwrap_err();
        assert!(reason.contains("part of a model, or of the environment `empty`"), "{reason}");
    }

    #[test]
    fn move_without_turn_keeps_the_angles_of_the_script() {
        let (document, simulation) = scene(Document::from_json(SCENE).unwrap());
        let before = pose_of(&simulation, "bare");
        let wanted = Pose { translation: before.translation + DVec3::X, ..before };
        let place = place_at(&document, &simulation, "bare", wanted).unwrap();
        assert_eq!(place, Place { location: [6.0, 0.0, 1.0], rotation: [0.1, -0.2, 2.0] });
    }

    #[test]
    fn object_on_a_scaled_one_is_refused() {
        let (document, simulation) = scene(Document::from_json(SCENE).unwrap());
        let reason = place_at(&document, &simulation, "on", Pose::IDENTITY).unwrap_err();
        assert!(reason.contains("scaled"), "{reason}");
    }
}
