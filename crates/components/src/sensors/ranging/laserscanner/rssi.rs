//! RSSILaserScanner: a laser scanner that also measures the intensity of each echo.

use morse_sim::prelude::*;
use morse_world::{Hit, RayKind, World};

use crate::sensors::ranging::laserscanner::ScanBuffers;
use crate::sensors::ranging::laserscanner::scanner::Scanner;

/// One scan with remissions. Layers and rays are ordered as in [`Scan`](super::Scan).
#[derive(Data, Clone, Default)]
#[data(kind = LaserScan)]
pub struct RssiScan {
    /// Point that each ray hits, in the frame of the sensor; [0, 0, 0] without a hit. [m]
    point_list: Vec<[f32; 3]>,
    /// Distance along each ray; `laser_range` without a hit. [m]
    range_list: Vec<f64>,
    /// Remission of the hit surface; 0 without a hit, -1 for an unknown material.
    remission_list: Vec<f64>,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Remission of a ray without a hit.
const NO_ECHO: f64 = 0.0;

/// Remission of a surface with unknown material.
const UNKNOWN: f64 = -1.0;

/// Laser scanner that also measures the remission of each hit surface: the specular intensity of its material, which does
/// not depend on distance and angle.
///
/// Rays, points and ranges are computed as at level `raw`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.laserscanner.RSSILaserScanner",
    title = "Laser scanner with remissions",
    data = RssiScan
)]
pub struct RssiLaserScanner {
    #[property(flatten)]
    scanner: Scanner,
}

impl Sensor for RssiLaserScanner {
    fn start(&mut self, setup: &Setup<'_>, data: &mut RssiScan) -> Result<(), SetupError> {
        self.scanner.mount(setup, &mut data.layout)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.geometry.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Physics)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut RssiScan) {
        let world = view.world;
        let buffers = ScanBuffers { points: &mut data.point_list, ranges: &mut data.range_list };
        let measure = |hit: &Option<Hit>| (hit.map(|hit| hit.distance), remission(world, hit.as_ref()));
        data.layout = Some(self.scanner.layout());
        let Scanner { geometry, caster } = &mut self.scanner;
        caster.cast_and(geometry, view, buffers, &mut data.remission_list, World::cast_fan, measure);
    }
}

fn remission(world: &World, hit: Option<&Hit>) -> f64 {
    hit.map_or(NO_ECHO, |hit| {
        world.material_of(hit, RayKind::Physics).map_or(UNKNOWN, |material| f64::from(material.remission))
    })
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use morse_world::{Material, NodeSpec, PhysicsSettings, Ray, RayFilter, Visual};

    use super::*;

    #[test]
    fn remission_is_that_of_the_material_or_unknown() {
        let mut world = World::new(PhysicsSettings::default());
        let cube = Shape::Box { half_extents: DVec3::splat(0.5) };
        let body = || BodySpec { shapes: vec![(Pose::IDENTITY, cube.clone())], ..BodySpec::default() };
        let at = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
        let painted = world.add_node(NodeSpec::new("painted").at(at(2.0)).with_body(body())).unwrap();
        world.add_node(NodeSpec::new("plain").at(at(-2.0)).with_body(body())).unwrap();
        let paint = Material { name: "paint".to_owned(), remission: 0.75, ..Material::default() };
        let paint = world.add_material(paint).unwrap();
        world.set_visuals(painted, vec![Visual::new(cube.clone()).of(paint)]).unwrap();
        let rays = [Vec3::X, Vec3::NEG_X, Vec3::Y].map(|direction| Ray {
            origin: DVec3::ZERO,
            direction,
            max_distance: 10.0,
        });
        let mut hits = Vec::new();
        world.cast_rays(&rays, &RayFilter::default(), &mut hits);
        let remissions: Vec<f64> = hits.iter().map(|hit| remission(&world, hit.as_ref())).collect();
        assert_eq!(remissions, [0.75, UNKNOWN, NO_ECHO]);
    }
}
