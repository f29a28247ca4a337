//! Perspective cameras: placed by the user, or by the script of a scene.

use glam::{DMat3, DQuat, DVec3};
use morse_render::View;
use morse_scene::document::CameraSettings;
use morse_sim::engine::viewer_camera::ViewerCamera;
use morse_world::{Pose, World};

use super::framing::Framing;

/// Default horizontal field of view of a camera placed by the user. [rad]
const WIDTH_ANGLE: f64 = std::f64::consts::FRAC_PI_3;
/// Longer side of the sensor to which focal lengths refer. [mm]
const SENSOR_MM: f64 = 32.0;
/// Smallest distance between camera and target; the direction of a nearer target is undefined. [m]
const NEAREST_M: f64 = 1e-6;

/// A camera placed by the user.
///
/// # Errors
/// If the camera and its target are at the same point.
pub fn looking_at(eye: DVec3, target: DVec3, framing: &Framing) -> Result<View, String> {
    if eye.distance(target) < NEAREST_M {
        return Err(format!(
            "the camera stands at ({}, {}, {}), which is also its target: give another --eye or --target",
            eye.x, eye.y, eye.z
        ));
    }
    let width_angle = framing.width_angle.unwrap_or(WIDTH_ANGLE);
    Ok(View::perspective(View::looking_at(eye, target), framing.size, zoomed(width_angle, framing.zoom)))
}

/// The camera of a scene. It has the camera frame of Blender: it looks along -Z, with +Y up.
pub fn of_scene(camera: &CameraSettings, world: &World, framing: &Framing) -> View {
    let world_from_blender = ViewerCamera::new(camera).world_from_camera(world);
    let blender_from_camera = DQuat::from_mat3(&DMat3::from_cols(DVec3::NEG_Z, DVec3::NEG_X, DVec3::Y));
    let rotation = (world_from_blender.rotation * blender_from_camera).normalize();
    let pose = Pose { translation: world_from_blender.translation, rotation };
    let width_angle = framing.width_angle.unwrap_or_else(|| {
        let [width, height] = framing.size.map(f64::from);
        if let Some(aim) = camera.aim {
            return 2.0 * ((aim.height_angle / 2.0).tan() * width / height).atan();
        }
        // The longer side of the picture corresponds to the longer side of the sensor.
        let sensor_width_mm = SENSOR_MM * (width / height).min(1.0);
        2.0 * (sensor_width_mm / 2.0 / camera.focal_length_mm).atan()
    });
    let [near_m, far_m] = camera.clip;
    View { near_m, far_m, ..View::perspective(pose, framing.size, zoomed(width_angle, framing.zoom)) }
}

/// The field of view after multiplying the focal length by `zoom`. [rad]
fn zoomed(width_angle: f64, zoom: f64) -> f64 {
    2.0 * ((width_angle / 2.0).tan() / zoom).atan()
}

#[cfg(test)]
mod tests {
    use morse_render::Projection;
    use morse_scene::document::CameraAim;
    use morse_world::PhysicsSettings;

    use super::super::framing::Viewpoint;
    use super::*;

    fn framing(size: [u32; 2], zoom: f64) -> Framing {
        let from = Viewpoint::Eye { eye: DVec3::ZERO, target: None };
        Framing { from, size, zoom, width_angle: None, shown: None }
    }

    fn angle(view: &View) -> f64 {
        let Projection::Perspective { width_angle } = view.projection else { panic!("{view:?}") };
        width_angle
    }

    #[test]
    fn default_camera_of_scene_looks_down_over_origin() {
        let world = World::new(PhysicsSettings::default());
        let view = of_scene(&CameraSettings::default(), &world, &framing([64, 48], 1.0));
        let seen = view.world_from_camera.inverse().transform_point(DVec3::ZERO);
        // It looks 45 degrees down, in the vertical plane through the origin.
        assert!(seen.x > 8.0 && seen.y.abs() < 0.01, "{seen}");
        assert!((view.world_from_camera.rotation * DVec3::Z).z > 0.5, "upright");
        assert_eq!((view.near_m, view.far_m), (0.1, 100.0));
        // A sensor of 32 mm behind 20 mm.
        assert!((angle(&view) - 2.0 * 0.8_f64.atan()).abs() < 1e-12);
        let tall = of_scene(&CameraSettings::default(), &world, &framing([48, 96], 1.0));
        assert!((angle(&tall) - 2.0 * 0.4_f64.atan()).abs() < 1e-12);
        let aim = Some(CameraAim { distance: 2.0, height_angle: 2.0 * 0.5_f64.atan() });
        let aimed = CameraSettings { aim, ..CameraSettings::default() };
        let wide = of_scene(&aimed, &world, &framing([96, 48], 1.0));
        assert!((angle(&wide) - 2.0 * 1.0_f64.atan()).abs() < 1e-12);
    }

    #[test]
    fn camera_at_its_target_is_refused() {
        let here = DVec3::new(1.0, 2.0, 3.0);
        let error = looking_at(here, here, &framing([64, 64], 1.0)).unwrap_err();
        assert!(error.contains("(1, 2, 3)") && error.contains("--target"), "{error}");
        let view = looking_at(here, here + DVec3::Y, &framing([64, 64], 2.0)).unwrap();
        assert!(((angle(&view) / 2.0).tan() - (WIDTH_ANGLE / 2.0).tan() / 2.0).abs() < 1e-12);
    }
}
