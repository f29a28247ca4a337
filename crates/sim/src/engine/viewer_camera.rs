//! The camera of viewers, which the original calls `CameraFP`: pose, parent and projection.

use glam::{DMat4, DVec4};
use morse_scene::document::CameraSettings;
use morse_world::{Euler, Pose, World};

/// Longer side of the sensor to which focal lengths refer. [mm]
const SENSOR_MM: f64 = 32.0;
/// Width by height of the window of the original, 800 × 600 pixels.
const ASPECT: f64 = 4.0 / 3.0;

/// The camera of viewers. It has the camera frame of Blender: it looks along its -Z axis, with +Y up.
///
/// No result of the simulation depends on it, so it is not part of the state.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewerCamera {
    /// The object that carries it. A camera without parent is in the world.
    parent: Option<String>,
    parent_from_camera: Pose,
    focal_length_mm: f64,
    near_m: f64,
    far_m: f64,
    /// The projection that a client has set.
    projection: Option<DMat4>,
    changes: u64,
}

impl ViewerCamera {
    /// The camera of a scene.
    #[must_use]
    pub fn new(settings: &CameraSettings) -> Self {
        let [roll, pitch, yaw] = settings.rotation;
        let [near_m, far_m] = settings.clip;
        Self {
            parent: settings.parent.clone(),
            parent_from_camera: Pose::from_euler(settings.location.into(), Euler { roll, pitch, yaw }),
            focal_length_mm: settings.focal_length_mm,
            near_m,
            far_m,
            projection: None,
            changes: 0,
        }
    }

    /// The object that carries it; `None` if it is in the world.
    #[must_use]
    pub fn parent(&self) -> Option<&str> {
        self.parent.as_deref()
    }

    /// Number of changes by clients.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Its pose in the world.
    #[must_use]
    pub fn world_from_camera(&self, world: &World) -> Pose {
        self.world_from_parent(world) * self.parent_from_camera
    }

    fn world_from_parent(&self, world: &World) -> Pose {
        // The parent may have been removed.
        let parent = self.parent.as_deref().and_then(|parent| world.find(parent));
        parent.map_or(Pose::identity(), |parent| world.world_from(parent))
    }

    /// Moves it to a pose in the world. It keeps its parent.
    pub(crate) fn set_world_from_camera(&mut self, world: &World, world_from_camera: Pose) {
        self.parent_from_camera = self.world_from_parent(world).inverse() * world_from_camera;
        self.changes += 1;
    }

    /// Sets its far clip distance. [m]
    pub(crate) fn set_far_m(&mut self, far_m: f64) {
        self.far_m = far_m;
        self.changes += 1;
    }

    /// Its projection from the camera frame to clip space: the matrix that a client has set, or else the perspective of
    /// its lens in the window of the original (OpenGL 2.1 Reference Manual, `glFrustum`).
    #[must_use]
    pub fn projection(&self) -> DMat4 {
        self.projection.unwrap_or_else(|| {
            let (near, far) = (self.near_m, self.far_m);
            let scale = 2.0 * self.focal_length_mm / SENSOR_MM;
            DMat4::from_cols(
                DVec4::new(scale, 0.0, 0.0, 0.0),
                DVec4::new(0.0, scale * ASPECT, 0.0, 0.0),
                DVec4::new(0.0, 0.0, -(far + near) / (far - near), -1.0),
                DVec4::new(0.0, 0.0, -2.0 * far * near / (far - near), 0.0),
            )
        })
    }

    /// Replaces its projection.
    pub(crate) fn set_projection(&mut self, projection: DMat4) {
        self.projection = Some(projection);
        self.changes += 1;
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use morse_world::{NodeSpec, PhysicsSettings};

    use super::*;

    #[test]
    fn camera_moves_with_its_parent_and_keeps_it_when_a_client_moves_it() {
        let mut world = World::new(PhysicsSettings::default());
        let pose = Pose::from_translation(DVec3::new(1.0, 2.0, 0.0));
        let robot = world.add_node(NodeSpec { parent_from_node: pose, ..NodeSpec::new("robot") }).unwrap();
        let settings = CameraSettings {
            location: [0.0, 0.0, 3.0],
            parent: Some("robot".to_owned()),
            ..CameraSettings::default()
        };
        let mut camera = ViewerCamera::new(&settings);
        let place = |camera: &ViewerCamera, world: &World| camera.world_from_camera(world).translation;
        assert_eq!(place(&camera, &world), DVec3::new(1.0, 2.0, 3.0));
        camera.set_world_from_camera(&world, Pose::from_translation(DVec3::new(0.0, 2.0, 5.0)));
        assert_eq!(place(&camera, &world), DVec3::new(0.0, 2.0, 5.0));
        world.set_world_pose(robot, Pose::from_translation(DVec3::new(11.0, 2.0, 0.0)));
        assert_eq!(place(&camera, &world), DVec3::new(10.0, 2.0, 5.0));
        assert_eq!((camera.parent(), camera.changes()), (Some("robot"), 1));
    }

    #[test]
    fn projection_maps_the_sides_of_the_view_to_one() {
        let camera = ViewerCamera::new(&CameraSettings::default());
        // A sensor of 32 mm behind 20 mm sees 0.8 m to each side at a distance of 1 m.
        let clip = camera.projection() * DVec4::new(0.8, 0.6, -1.0, 1.0);
        assert!((clip.x / clip.w - 1.0).abs() < 1e-12 && (clip.y / clip.w - 1.0).abs() < 1e-12, "{clip}");
        for (depth, expected) in [(0.1, -1.0), (100.0, 1.0)] {
            let clip = camera.projection() * DVec4::new(0.0, 0.0, -depth, 1.0);
            assert!((clip.z / clip.w - expected).abs() < 1e-9, "{clip}");
        }
    }
}
