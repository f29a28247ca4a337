//! RSSILaserScanner: a laser scanner that also tells how strongly each echo came back.

use morse_sim::prelude::*;
use morse_world::{Hit, RayKind, World};

use super::arc::Arc;
use super::{Echoes, scanner};

/// One scan with remissions, in the order of [`Scan`](super::Scan).
#[derive(Data, Clone, Default)]
#[data(kind = "scan")]
pub struct RssiScan {
    /// Where each ray ended, in the frame of the sensor; [0, 0, 0] where it met nothing. [m]
    point_list: Vec<[f32; 3]>,
    /// Distance along each ray; `laser_range` where it met nothing. [m]
    range_list: Vec<f64>,
    /// Remission of what each ray met; 0 where it met nothing, -1 where nobody said what it is made of.
    remission_list: Vec<f64>,
}

/// Remission of a ray that met nothing.
const NO_ECHO: f64 = 0.0;

/// Remission of what nobody said the material of.
const UNKNOWN: f64 = -1.0;

scanner! {
    /// Laser scanner that also gives the remission of what each ray met: the intensity of the highlight of its material,
    /// whatever the distance and the angle.
    ///
    /// Rays, points and ranges are those of level `raw`.
    #[component(
        class = "morse.sensors.laserscanner.RSSILaserScanner",
        title = "Laser scanner with remissions",
        data = RssiScan
    )]
    pub struct RssiLaserScanner {}
}

impl Sense for RssiLaserScanner {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut RssiScan) -> Result<(), SetupError> {
        self.sensor_from_arc = Arc::mount(setup)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.arc().check()
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut RssiScan) {
        let arc = self.arc();
        let world = view.world;
        let echoes = Echoes { points: &mut data.point_list, ranges: &mut data.range_list };
        let of = |hit: &Option<Hit>| (hit.map(|hit| hit.distance), remission(world, hit.as_ref()));
        self.sweep.cast_and(&arc, view, echoes, &mut data.remission_list, World::cast_rays, of);
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
    use morse_world::{Look, Material, NodeSpec, PhysicsSettings, Ray, RayFilter};

    use super::*;

    #[test]
    fn a_remission_is_that_of_the_material_and_never_guessed() {
        let mut world = World::new(PhysicsSettings::default());
        let cube = Shape::Box { half_extents: DVec3::splat(0.5) };
        let body = || BodySpec { shapes: vec![(Pose::IDENTITY, cube.clone())], ..BodySpec::default() };
        let at = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
        let painted = world.add_node(NodeSpec::new("painted").at(at(2.0)).with_body(body())).unwrap();
        world.add_node(NodeSpec::new("plain").at(at(-2.0)).with_body(body())).unwrap();
        let paint = Material { name: "paint".to_owned(), remission: 0.75, ..Material::default() };
        let paint = world.add_material(paint).unwrap();
        world.set_looks(painted, vec![Look::new(cube.clone()).of(paint)]).unwrap();
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
